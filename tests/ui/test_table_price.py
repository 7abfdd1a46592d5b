"""A room that may be chosen only at the price of a card says so: on the map, before it is chosen, and at Enter."""

from __future__ import annotations

from functools import cache

import pytest

from keep_p2p.rules.actions import Walk
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.names import Room
from keep_p2p.table.view import View
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import ASCII, UTF8
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.table.steps import Steps
from tests.ui.table_games import FakeTable, table_driver
from tests.ui.test_table_playing import choosing_of

GAMES = 80


@cache
def game_with_a_pass() -> int:
    """The seed of a game in which Eva can reach a room only by playing her Pass, and others without it."""
    for seed in range(GAMES):
        if at_the_price(FakeTable(4, seed, 0)):
            return seed
    raise AssertionError("no Pass was of use in these games")


def at_the_price(table: FakeTable) -> bool:
    """Play on until Eva may walk somewhere at the price of a card; whether that came."""
    for _ in range(60):
        table.run()
        asked = table.model.asked
        if asked is None:
            return False
        walks = [a for a in asked.actions if isinstance(a, Walk)]
        free = {walk.path[-1] for walk in walks if walk.path and not walk.passes}
        if asked.decide.decision is Decision.MOVE and any(w.passes and w.path[-1] not in free for w in walks):
            return True
        action = table.random.choice([a for a in asked.actions if not (isinstance(a, Walk) and a.passes)])
        table.model.answered()
        table.choose(action)
    return False


def shown(size: Size) -> tuple[FakeTable, Driver, set[Room]]:
    table = FakeTable(4, game_with_a_pass(), 0)
    assert at_the_price(table)
    driver = table_driver(table, size)
    choosing = choosing_of(driver)
    return table, driver, {room for room in choosing.level.spots if choosing.costs_card(room)}


def reached_free(decide: Decide, view: View) -> set[Room]:
    """The rooms in which a walk without any card may end, found by taking every step there is."""
    found: set[Room] = set()
    waiting = [Steps(decide, view, decide.character)]
    met = {(waiting[0].here, 0)}
    while waiting:
        steps = waiting.pop()
        if steps.walk.path and not steps.problem() and steps.here is not None:
            found.add(steps.here)
        for room in steps.next:
            if (room, len(steps.walk.path) + 1) not in met:
                met.add((room, len(steps.walk.path) + 1))
                waiting.append(steps.onward(room))
    return found


def test_a_way_without_the_card_is_offered_wherever_there_is_one() -> None:
    table, driver, priced = shown(SIZES[2])
    asked, now = table.model.asked, table.model.now
    assert asked is not None and now is not None and now.view is not None
    free = reached_free(asked.decide, now.view)
    choosing = choosing_of(driver)
    assert free and priced
    assert not free & priced
    for room in free & set(choosing.level.spots):
        spot = choosing.level.spots[room]
        assert isinstance(spot, tuple) and isinstance(spot[0], Walk) and not spot[0].passes


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_the_price_is_on_the_map_and_told_before_enter(size: Size) -> None:
    _, driver, priced = shown(size)
    told = [cell.text for row in driver.grid.rows for cell in row if cell.role is Role.FAINT]
    assert UTF8.card in told, "the sign is explained below the map"
    for room in sorted(priced):
        assert choosing_of(driver).point(room)
        text = " ".join(driver.text.split())
        assert "This uses your Pass" in text
        assert "send it, with your Pass" in text
        signs = [cell.text for row in driver.grid.rows for cell in row if cell.role in (Role.MAP_SIGN, Role.MAP_CURSOR)]
        assert UTF8.card in signs
        driver.press("escape")
    free = next(room for room in choosing_of(driver).level.spots if room not in priced)
    choosing_of(driver).point(free)
    assert "uses your" not in driver.text and "with your Pass" not in driver.text


def test_the_sign_means_nothing_else() -> None:
    for glyphs in (UTF8, ASCII):
        others = [glyphs.here, glyphs.pointer, glyphs.door_found, glyphs.track_dot, "!", *map(str, range(10))]
        marks = glyphs.map
        others += [marks.entry, marks.marked, marks.proven, marks.hilt, marks.stairs, marks.secret_door]
        assert glyphs.card not in others
