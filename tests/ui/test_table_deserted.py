"""The table from which somebody has left on purpose: it says so, and leads to what was played."""

from __future__ import annotations

import pytest

from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.overlays import Question
from keep_p2p.ui.screen.table_end import EndScreen
from keep_p2p.ui.screen.table_flow import table_screen
from keep_p2p.ui.screen.table_model import Deserted, Ended
from tests.ui.table_games import CALM, FakeTable
from tests.ui.test_table_end import FILE, Checking
from tests.ui.test_table_playing import words

GONE = "Bruno has left the table; the game cannot go on."


def at_table(own: int | None, size: Size) -> tuple[FakeTable, Driver]:
    table, driver = FakeTable(4, 3, own), Driver(size, CALM)
    driver.show(table_screen(driver.desk, table.model, table, Checking()))
    table.run(200)
    table.model.take(Deserted(GONE))
    return table, driver


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("own", [0, None], ids=["player", "onlooker"])
def test_the_banner_says_who_left_and_what_can_be_done(own: int | None, size: Size) -> None:
    _, driver = at_table(own, size)
    assert words(f"{GONE} Esc leaves too: then the game so far is shown, and it is kept.") in words(driver.text)
    assert f"! {GONE[:20]}" in driver.text


@pytest.mark.parametrize("own", [0, None], ids=["player", "onlooker"])
def test_leaving_it_asks_nothing_and_shows_what_was_played(own: int | None) -> None:
    table, driver = at_table(own, SIZES[1])
    driver.press("escape")
    assert table.left
    assert not isinstance(driver.navigator.top, Question)
    table.model.take(Ended(None, FILE))
    assert isinstance(driver.navigator.top, EndScreen)
    assert "THE GAME BROKE OFF" in driver.text
    assert words(GONE) in words(driver.text)
    assert "Look on again" not in driver.text


def test_quitting_costs_a_game_only_while_it_can_go_on() -> None:
    table, driver = at_table(0, SIZES[1])
    assert not driver.navigator.top.lost_with_it
    table.model.take(Deserted(""))
    assert "its game cannot be continued later" in driver.navigator.top.lost_with_it
    table.model.take(Ended(None, FILE))
    assert not driver.navigator.stack[0].lost_with_it
    _, watching = at_table(None, SIZES[1])
    assert not watching.navigator.top.lost_with_it


def test_who_is_there_again_gives_the_question_back() -> None:
    table, driver = at_table(0, SIZES[1])
    table.model.take(Deserted(""))
    assert words(GONE) not in words(driver.text)


def test_a_game_that_is_over_is_not_said_to_be_left() -> None:
    table = FakeTable(4, 3, None)
    driver = Driver(SIZES[1], CALM)
    driver.show(table_screen(driver.desk, table.model, table, Checking()))
    table.run()
    table.model.take(Deserted(GONE))
    driver.press("escape")
    assert words("cannot go on") not in words(driver.text)
