"""In the last turn everybody is told so: on the screen, and line by line (ruling T6)."""

from __future__ import annotations

import pytest

from keep_p2p.rules.awaited import Decide, Over
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.records import TurnBegan
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.table_layout import banner_text
from keep_p2p.ui.told import last_turn, state_lines
from keep_p2p.ui.words import MOLASAR_TURNS, tell
from tests.ui.table_games import FakeTable, fixed_names, table_driver
from tests.ui.test_table_playing import screen_of

GAMES = 40


def nearly_over(own: int | None) -> tuple[FakeTable, list[TurnBegan]]:
    """A game in which eleven guards are eaten and a Searcher's turn goes on, and the turns that have begun."""
    for seed in range(GAMES):
        table = FakeTable(4, seed, own)
        for _ in range(4000):
            wanted, state = table.game.awaited, table.game.state
            if isinstance(wanted, Over):
                break
            if len(state.eaten) == MOLASAR_TURNS - 1 and state.turn.is_searcher:
                if isinstance(wanted, Decide) and wanted.seat == table.own:
                    table.ask(wanted)
                began = [line.record for line in table.model.story if isinstance(line.record, TurnBegan)]
                return table, began
            if isinstance(wanted, Decide) and wanted.seat == table.own:
                table.choose(table.random.choice(table.game.choices()))
            else:
                table.run(1)
    raise AssertionError("no game came so far")


@pytest.mark.parametrize("own", [0, 3, None], ids=["Eva", "Molasar", "onlooker"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_the_banner_and_the_title_say_so(size: object, own: int | None) -> None:
    table, began = nearly_over(own)
    driver: Driver = table_driver(table, size)  # type: ignore[arg-type]  # one of SIZES
    state = table.game.state
    yours = own is not None and Character.MOLASAR in table.names.seats[Seat(own)].characters
    told = f"The last turn: {'you win when your' if yours else 'Molasar wins when his'} next turn begins."
    assert told == last_turn(state, table.names)
    assert told in banner_text(screen_of(driver).pieces)
    assert told in " ".join(driver.text.split())
    assert "turn 12 of 12, the last" in driver.text.splitlines()[0].lower()
    assert any(told in line for line in state_lines(state, table.names))
    assert "Turn 12 of 12, the last: " in (tell(began[-1], table.names) or ""), "the story says it, on all interfaces"


def test_before_and_after_it_nothing_is_said() -> None:
    names = fixed_names(4, 0)
    table = FakeTable(4, 1, None)
    for _ in range(4000):
        state = table.game.state
        if len(state.eaten) < MOLASAR_TURNS - 1 or state.over is not None:
            assert last_turn(state, names) == ""
        if isinstance(table.game.awaited, Over):
            return
        table.run(1)
    raise AssertionError("the game did not end")
