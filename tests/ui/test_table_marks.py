"""What a table's map tells of the Hilt: marked rooms, those proven empty, and to Molasar's own eyes where it is."""

from __future__ import annotations

import pytest

from keep_p2p.rules.names import Character
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.glyphs import UTF8
from tests.ui.games import SEATINGS
from tests.ui.table_games import CALM, FakeTable, table_driver

MOST_GAMES = 30
MOLASAR = next(seat for seat, own in enumerate(SEATINGS[4]) if Character.MOLASAR in own)


def proven_table(own: int) -> tuple[FakeTable, Driver]:
    """A table at which a room, but not the Hilt's, is proven."""
    for seed in range(MOST_GAMES):
        table = FakeTable(4, seed, own)
        driver = table_driver(table, SIZES[2], CALM)
        while (asked := table.run().model.asked) is not None:
            state = table.game.state
            if state.proven and state.hilt_proven is None and state.turn_number < 12:
                return table, driver
            table.model.answered()
            table.choose(asked.actions[-1])
    raise AssertionError("in none of these games a room is proven empty")


def map_of(driver: Driver) -> str:
    """The rows of the map, both regions: above the banner, below the line of who plays whom."""
    return "\n".join(driver.text.splitlines()[2:33])


@pytest.mark.parametrize("own", [MOLASAR, MOLASAR + 1], ids=["Molasar", "a Searcher"])
def test_rooms_proven_empty_and_marked_rooms_have_signs(own: int) -> None:
    table, driver = proven_table(own)
    state, shown, marks = table.game.state, map_of(driver), UTF8.map
    secret = own == MOLASAR
    assert shown.count(marks.proven) == len(state.proven)
    assert shown.count(marks.marked) == len(state.unproven) - secret
    assert shown.count(marks.hilt) == secret
