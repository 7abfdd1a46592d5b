"""What is told of the links at a table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from keep_p2p.app.place import Place
from keep_p2p.net.events import GameBegan, LinkDown, LinkUp
from keep_p2p.rules.names import GUARDS
from tests.table.games import PACKS, played


def test_a_link_that_is_lost_and_comes_back_is_told_both_times(place: Place) -> None:
    assert place.note(LinkDown(1)) == ("There is no link to Player 2 for now.",)
    assert place.note(LinkUp(1)) == ("There is a link to Player 2 again.",)


def test_the_first_link_to_a_seat_is_nothing_to_tell(place: Place) -> None:
    assert place.note(LinkUp(1)) == ()
    place.note(LinkDown(2))
    assert place.note(LinkUp(1)) == ()
    assert place.note(LinkUp(2)) != ()
    assert place.note(LinkUp(2)) == ()


def test_a_place_calls_guards_by_the_letters_of_their_pawns() -> None:
    peer = played(3, "links").peers[0]
    place = Place(cast("Any", SimpleNamespace(peer=peer)), PACKS)
    place.note(GameBegan(peer.replica.signed, peer.seat))
    assert place.names.who(GUARDS[2]) == "guard c"
