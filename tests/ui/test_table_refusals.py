"""What does nothing at an open question says so, and what can be done instead; looking around leads back."""

from __future__ import annotations

import pytest

from keep_p2p.rules.awaited import Decision
from keep_p2p.rules.names import Character
from keep_p2p.ui.screen.board.picture import MAP
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.events import Target
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.table.refusals import no_such_key, not_this_room
from tests.ui.table_games import FakeTable, table_driver
from tests.ui.test_table_playing import asked_table, choosing_of, screen_of

QUESTIONS = [Decision.MOVE, Decision.COMMIT_CARD, Decision.PLACE, Decision.BEFORE_ROLL]


def told(driver: Driver) -> str:
    return " ".join(driver.text.split())


def out_of_reach(table: FakeTable, driver: Driver) -> str:
    """Click on a room in sight that may not be chosen; its name."""
    choosing = choosing_of(driver)
    board = table.names.board
    links = driver.grid.links()
    room = next(
        room.id for room in board.rooms
        if room.id not in choosing.level.spots and Target(MAP, room.id) in links and room.id != choosing.anchor
    )  # fmt: skip
    driver.click(Target(MAP, room))
    return table.names.room(room)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_a_click_on_a_room_out_of_reach_says_so_and_no_enter_is_lost(size: Size) -> None:
    table, driver = asked_table(Decision.MOVE, size)
    driver.press("tab")
    before, at = len(table.chosen), choosing_of(driver).level.at
    name = out_of_reach(table, driver)
    assert f"{name.removeprefix('the ')} is not in reach." in driver.text
    assert screen_of(driver).pieces.looking is None
    assert choosing_of(driver).level.at == at, "what was pointed at still is"
    driver.press("enter")
    assert len(table.chosen) == before + 1


@pytest.mark.parametrize("decision", list(Decision))
def test_every_question_has_a_reason_for_every_room_and_an_answer_to_every_key(decision: Decision) -> None:
    table, driver = asked_table(decision, SIZES[1])
    choosing = choosing_of(driver)
    for room in table.names.board.rooms:
        if room.id not in choosing.level.spots:
            assert not_this_room(choosing, room.id).endswith((".", "around."))
    for key in ("x", "q", "y", "space", "home", "delete"):
        driver.press(key)
        assert no_such_key(choosing) in driver.text, key
        assert choosing_of(driver) is choosing and choosing.depth == 0
    driver.press("9")
    lines = len(choosing.level.entries)
    if lines < 9:
        assert (
            "There are no numbered lines"
            if not lines
            else "There is one line"
            if lines == 1
            else f"lines 1 to {lines}."
        ) in driver.text


def test_an_arrow_that_leads_nowhere_says_so() -> None:
    _, driver = asked_table(Decision.COMMIT_CARD, SIZES[0])
    driver.press("left")
    assert "Up and down go through the lines." in driver.text
    _, driver = asked_table(Decision.MOVE, SIZES[0])
    for _ in range(30):
        driver.press("up")
    assert "lies that way" in driver.text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_looking_around_begins_at_the_pawn_asked_about_and_tells_how_to_come_back(size: Size) -> None:
    table, driver = asked_table(Decision.MOVE, size)
    state = table.game.state
    pieces = screen_of(driver).pieces
    pieces.last = table.names.board.rooms[-1].id
    question = choosing_of(driver).decide
    driver.press("v")
    assert pieces.looking == state.where(question.character)
    assert "Enter, Esc or v comes back" in told(driver)
    assert "The question waits." in told(driver)
    for key in ("enter", "v", "escape"):
        driver.press(key)
        assert pieces.looking is None
        assert choosing_of(driver).decide is question
        driver.press("v")
    driver.press("1")
    assert choosing_of(driver).level.at is None, "no number chooses while one looks around"
    assert "You look around" in driver.text


def test_all_four_arrows_lead_on_from_everywhere_but_the_edge() -> None:
    table, driver = asked_table(Decision.MOVE, SIZES[2])
    pieces = screen_of(driver).pieces
    now = table.model.now
    assert now is not None
    chart = pieces.chart(now)
    rooms = [room.id for room in table.names.board.rooms]
    for room in rooms:
        for key, ahead in (("up", -1), ("down", 1)):
            pieces.looking = room
            driver.press(key)
            middle = chart.rect(room).y * 2 + chart.rect(room).height
            beyond = [r for r in rooms if (chart.rect(r).y * 2 + chart.rect(r).height - middle) * ahead > 0]
            assert (pieces.looking in beyond) if beyond else pieces.looking == room


def test_without_a_question_looking_around_begins_at_ones_own_pawn() -> None:
    table = FakeTable(4, 3, 0)
    for _ in range(400):
        table.run(1)
        if table.game.state.where(Character.EVA) is not None and table.model.asked is None:
            break
        if table.model.asked is not None:
            table.model.answered()
            table.choose(table.random.choice(table.game.choices()))
    driver = table_driver(table, SIZES[1]).press("v")
    pieces = screen_of(driver).pieces
    if pieces.choosing is None:
        assert pieces.looking == table.game.state.where(Character.EVA)
