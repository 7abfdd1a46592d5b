"""Beacon chains that are used up are replaced in a round of their own, and the dice go on."""

from __future__ import annotations

import pytest

from keep_p2p.table import public
from keep_p2p.table.spec import RoundKind
from keep_p2p.table.verify import Verdict, verify_transcript
from protocol import beacon
from tests.table.games import PACKS, local_table

SHORT = 16


def test_a_game_outlives_its_first_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacon, "CHAIN_LENGTH", SHORT)
    monkeypatch.setattr(public, "CHAIN_LENGTH", SHORT)
    table = local_table(3, "tips")
    table.start()
    table.run()
    assert table.accusations == []
    peer = table.peers[0]
    kinds = [entries[0].body.kind for entries in peer.replica.rounds]
    rolls = kinds.count(RoundKind.ROLL.value) + kinds.count(RoundKind.LOT.value)
    assert kinds.count(RoundKind.TIPS.value) == (rolls - 1) // SHORT > 0
    assert verify_transcript(peer.transcript(), PACKS).verdict is Verdict.FAIR
