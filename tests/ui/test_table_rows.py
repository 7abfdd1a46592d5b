"""The rows below the map: as many as a question needs on a small screen, and what to press said where one is free."""

from __future__ import annotations

import pytest

from keep_p2p.rules.awaited import Decision
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.table_layout import LEAST_CHOICE_ROWS
from keep_p2p.ui.screen.table_model import LobbyShown
from tests.ui.table_games import FakeTable, table_driver
from tests.ui.test_table_playing import asked_table, choosing_of

SMALL = SIZES[0]
PROMPT = "Choose a line: arrows, number or click; then Enter."


def rows_below(driver: Driver) -> list[str]:
    """The rows from the first line of the list to the keys."""
    rows = driver.text.splitlines()
    first = next(y for y, row in enumerate(rows) if row[1:].startswith(("  1 ", "▸ 1 ")))
    last = next(y for y, row in enumerate(rows) if y > first and row.startswith((" Tab ", " Enter ")))
    return rows[first:last]


@pytest.mark.parametrize("decision", [Decision.COMMIT_CARD, Decision.CONFLICT_BONUS, Decision.DISCARD_BONUS])
def test_a_list_takes_no_more_rows_than_it_has_on_a_small_screen(decision: Decision) -> None:
    _table, driver = asked_table(decision, SMALL)
    assert all(row.strip() for row in rows_below(driver))


@pytest.mark.parametrize("decision", [Decision.PICK_CONFLICT, Decision.NAME_DEFENDER, Decision.JUDGE_GUESS])
def test_what_to_press_is_said_where_a_row_is_free(decision: Decision) -> None:
    _table, driver = asked_table(decision, SMALL)
    below = rows_below(driver)
    assert len(below) == LEAST_CHOICE_ROWS
    assert below[-1].strip() == PROMPT
    driver.press("tab")
    assert choosing_of(driver).level.at == 0
    assert PROMPT not in driver.text
    pointed = rows_below(driver)
    assert [row[3:] for row in pointed[:2]] == [row[3:] for row in below[:2]], "the lines stay where they are"


@pytest.mark.parametrize("size", SIZES)
def test_what_to_press_is_said_whole_at_every_size(size: Size) -> None:
    for decision in Decision:
        text = asked_table(decision, size)[1].text
        assert PROMPT in text or "Choose a line" not in text, text


def test_a_long_name_of_a_table_leaves_the_turn_and_the_guards_in_sight() -> None:
    table, driver = asked_table(Decision.MOVE, SMALL)
    name = "夜の砦" * 5 + " and more"
    table.model.take(LobbyShown(name, 4, ()))
    top = driver.text.splitlines()[0]
    assert " guards left   " in top
    assert "all held" in top
    assert "…" not in top
    assert f"How it stands ({name})" in driver.press("s").text
    driver.size = SIZES[2]
    assert f" guards left ({name})" in driver.press("escape").text


def test_nothing_is_answered_unseen_in_a_window_that_is_too_small() -> None:
    table, driver = asked_table(Decision.COMMIT_CARD, SMALL)
    driver.press("1")
    driver.size = Size(SMALL.width, SMALL.height - 1)
    assert "Nothing is lost meanwhile" in driver.text
    driver.press("enter", "2", "escape", "enter")
    assert table.chosen == []
    driver.size = SMALL
    assert "Nothing is lost" not in driver.text
    assert choosing_of(driver).level.at == 0, "all is as it was"
    driver.press("enter")
    assert len(table.chosen) == 1


def test_ctrl_c_twice_leaves_a_window_that_is_too_small() -> None:
    _table, driver = asked_table(Decision.COMMIT_CARD, SMALL)
    driver.size = Size(40, 10)
    assert "Ctrl-C twice leaves." in driver.text.replace("\n", " ")
    driver.press("ctrl-c", "ctrl-c")
    assert driver.status == 0


def test_help_says_in_one_line_what_esc_does() -> None:
    for keys in ((), ("tab",)):
        _table, driver = asked_table(Decision.MOVE, SIZES[3])
        driver.press(*keys, "?")
        assert sum("│ Esc" in row for row in driver.text.splitlines()) == 1


def test_looking_around_during_a_question_has_rows_for_what_a_room_holds() -> None:
    _table, driver = asked_table(Decision.PLACE, SMALL)
    driver.press("v")
    assert "Doorways to " in driver.text
    assert "An entry room: Searchers come in here." in driver.text


def test_the_largest_screen_shows_beside_the_cards_how_it_stands() -> None:
    _table, driver = asked_table(Decision.MOVE, SIZES[3])
    assert "─ Your cards ─" in driver.text
    assert "─ How it stands ─" in driver.text
    assert "It is Eva's turn (you)." in driver.text
    onlooker = table_driver(FakeTable(4, 3, None).run(200), SIZES[3])
    assert "─ How it stands ─" in onlooker.text
    assert "─ Your cards ─" not in onlooker.text
