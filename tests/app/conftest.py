"""Fixtures that several tests here share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from keep_p2p.app.place import Place
from keep_p2p.net.events import GameBegan
from tests.table.games import PACKS, played


@pytest.fixture
def place() -> Place:
    """A table of three at which the person sits in seat 0 of a game begun."""
    peer = played(3, "links").peers[0]
    place = Place(cast("Any", SimpleNamespace(peer=peer)), PACKS)
    place.note(GameBegan(peer.replica.signed, peer.seat))
    return place
