"""At the end it is told how near it was, and that there are hands below."""

from __future__ import annotations

import pytest

from keep_p2p.rules.awaited import Over, Reason
from keep_p2p.rules.names import Character, Room
from keep_p2p.ui.how_near import how_near
from keep_p2p.ui.ways import nearest_searcher
from tests.ui.table_games import FakeTable, fixed_names

GAMES = 12


def ended(seed: int) -> FakeTable:
    return FakeTable(4, seed, None).run()


def test_it_is_told_of_games_played_out_and_of_no_other() -> None:
    reasons: set[Reason] = set()
    for seed in range(GAMES):
        state = ended(seed).game.state
        over = state.over
        assert isinstance(over, Over)
        reasons.add(over.reason)
        hilt = state.game.hilt_rooms[0] if state.hilt_proven is None else state.hilt_proven
        told = how_near(state, hilt, fixed_names(4, 0))
        if over.reason is Reason.TWELFTH_TURN:
            assert ("could still have held the Hilt" in told) is (state.hilt_proven is None)
            nearest = nearest_searcher(state, hilt)
            assert ("stood nearest" in told) is (nearest is not None)
            assert "stood nearest" not in how_near(state, None, fixed_names(4, 0)), "where it lies is not known yet"
        elif over.reason is Reason.HILT_FOUND:
            assert "from winning" in told
    assert Reason.TWELFTH_TURN in reasons


def test_nothing_is_told_while_the_game_goes_on() -> None:
    table = FakeTable(4, 3, 0).run()
    assert how_near(table.game.state, Room("x"), fixed_names(4, 0)) == ""


@pytest.mark.parametrize("own", [0, 3])
def test_molasar_is_told_how_few_turns_he_lacked(own: int) -> None:
    names = fixed_names(4, own)
    for seed in range(60):
        state = ended(seed).game.state
        if state.over is not None and state.over.reason is Reason.HILT_FOUND:
            who = "you were" if names.is_yours(Character.MOLASAR) else "Molasar was"
            assert f"How near it was: {who} {12 - len(state.eaten)} turn" in how_near(state, state.hilt_proven, names)
            return
    pytest.skip("no Searcher who walks at random found the Hilt in these games")
