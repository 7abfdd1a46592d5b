"""`status` sees what must not be: rooms with too many in them (M2, M4)."""

from __future__ import annotations

from keep_p2p.rules.game import new_game, status
from keep_p2p.rules.names import GUARDS, Character, Pawn, Room
from keep_p2p.rules.state import FIELDS, PAWN_INDEX, State
from tests.rules.boards import small_game


def crowded(places: dict[Pawn, Room]) -> list[str]:
    """What `status` says of crowds when a new game's pawns are put in these rooms."""
    state = new_game(small_game())
    fields = {name: getattr(state, name) for name in FIELDS}
    pawns = list(state.pawns)
    for pawn, room in places.items():
        pawns[PAWN_INDEX[pawn]] = room
    fields["pawns"] = tuple(pawns)
    return [sentence for sentence in status(State(**fields)) if sentence.startswith("M2")]


def test_M2_two_searchers_or_two_enemies_in_one_room_are_seen_and_a_pair_that_fights_is_not() -> None:
    rooms = [room.id for room in small_game().board.rooms]
    free = [room for room in rooms if room not in new_game(small_game()).pawns]
    first, second = GUARDS[:2]
    assert crowded({}) == []
    assert crowded({Character.EVA: free[0], Character.CUZA: free[0]}) == [f"M2: {free[0]} holds 2 Searchers."]
    assert crowded({first: free[1], second: free[1]}) == [f"M2: {free[1]} holds 2 enemies."]
    assert crowded({first: free[1], Character.MOLASAR: free[1]}) == [f"M2: {free[1]} holds 2 enemies."]
    assert crowded({Character.EVA: free[0], first: free[0]}) == []
