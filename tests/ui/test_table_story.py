"""The story on the table: never crowded out by a lesson, and what is new since one's last answer is told apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keep_p2p.rules.awaited import Decision, Dice
from keep_p2p.rules.names import Character
from keep_p2p.rules.records import CardCommitted, DiceRolled, GuardEaten, Record, TurnBegan
from keep_p2p.ui import recap
from keep_p2p.ui.names import Names
from keep_p2p.ui.recap import Part, by_another, since_own_turn, worth_telling
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.events import Key, Target
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import ASCII
from keep_p2p.ui.screen.overlays import TextOverlay
from keep_p2p.ui.screen.table_layout import guide_rows
from keep_p2p.ui.screen.table_model import (
    MOST_STORY,
    Asked,
    ChoiceRefused,
    Snapshot,
    StoryLine,
    TableModel,
    Told,
)
from keep_p2p.ui.screen.table_story import MORE_ABOVE, SINCE, StoryBox
from keep_p2p.ui.table.guide import DECISIONS, EVENTS, Guide, Lesson
from tests.ui.plain_table import seat_of
from tests.ui.table_games import CALM, FakeTable, fixed_names, table_driver
from tests.ui.test_table_playing import asked_table, screen_of

LEAST_STORY = dict(zip(SIZES, (3, 4, 6, 6), strict=True))
"""Rows of the story that are of use, by the screen's size."""

MOST_LESSON = 3
EVA, MOLASAR = Character.EVA, Character.MOLASAR


def story_rows(driver: Driver) -> list[str]:
    """The rows of the screen on which there is story, without what stands beside it."""
    rows = []
    for row in driver.grid.rows:
        told = [cell.text for cell in row if isinstance(cell.link, Target) and cell.link.name == StoryBox.name]
        rows += ["".join(told).rstrip("│█ ").strip()] if told else []
    return rows


def story_text(driver: Driver) -> str:
    """The story that is in sight, as one line."""
    return " ".join(story_rows(driver))


def eventful(table: FakeTable) -> None:
    """Enough has happened to fill any screen."""
    for number in range(60):
        table.model.take(StoryLine(f"Line {number} of what has happened before.", Told.EVENT))


def lessons_at(size: Size) -> list[tuple[Lesson, Driver]]:
    """Every lesson as it is shown: at its own question, or while one waits and while one is asked something else."""
    found: list[tuple[Lesson, Driver]] = []
    for lesson in (*DECISIONS, *EVENTS):
        decision = Decision(lesson) if lesson in DECISIONS else Decision.MOVE
        table, _driver = asked_table(decision, size)
        eventful(table)
        for waits in (False, True) if lesson in EVENTS else (False,):
            if waits:
                table.model.answered()
            driver = table_driver(table, size, CALM, Guide())
            screen_of(driver).pieces.guide.now = lesson
            found.append((lesson, driver))
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_no_lesson_crowds_the_story_out(size: Size) -> None:
    for lesson, driver in lessons_at(size):
        shown = driver.text
        pieces = screen_of(driver).pieces
        for word in pieces.guide.text.split():
            assert word in shown, f"{word!r} of {lesson} is cut:\n{shown}"
        columns = {80: 76, 100: 96, 120: 64, 200: 72}[size.width]
        lesson_rows = guide_rows(pieces, columns)
        assert 1 <= len(lesson_rows) <= MOST_LESSON, lesson
        assert all(row in shown for row in lesson_rows), f"{lesson} stands otherwise:\n{shown}"
        assert len(story_rows(driver)) >= LEAST_STORY[size], f"{lesson}:\n{shown}"
        assert "Line 59" in shown, f"{lesson}:\n{shown}"


# --- what is new ------------------------------------------------------------------------------------------


def answer(table: FakeTable) -> None:
    """The first answer there is to the open question, sent as the screen does."""
    assert table.model.asked is not None
    action = table.model.asked.actions[0]
    table.model.answered()
    table.choose(action)


def asked_again(size: Size) -> tuple[FakeTable, Driver]:
    """A table whose person has answered and is asked again after others have acted."""
    table = FakeTable(4, 3, 0)
    driver = table_driver(table, size)
    for _ in range(200):
        table.run()
        if SINCE in "\n".join(line.text for line in screen_of(driver).pieces.story.lines):
            return table, driver
        answer(table)
    raise AssertionError("nobody else has done anything in this game")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_what_is_new_stands_below_a_rule_each_line_with_a_sign(size: Size) -> None:
    _table, driver = asked_again(size)
    lines = screen_of(driver).pieces.story.lines
    rule = next(n for n, line in enumerate(lines) if SINCE in line.text)
    assert not any(line.text.startswith("•") for line in lines[:rule])
    told = [line for line in lines[rule + 1 :] if line.role.name != "TITLE"]
    assert told
    assert all(line.text.startswith("• ") for line in told)
    assert SINCE in driver.text or MORE_ABOVE in driver.text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_where_not_all_of_the_news_fit_it_is_said_that_there_are_more(size: Size) -> None:
    table, driver = asked_again(size)
    eventful(table)
    assert SINCE not in driver.text
    assert MORE_ABOVE in driver.text
    assert "Line 59" in driver.text
    driver.click(Key("r"))
    assert isinstance(driver.navigator.top, TextOverlay)


def test_a_question_brings_the_latest_back_into_sight_for_whoever_has_scrolled_up() -> None:
    table, driver = asked_again(SIZES[2])
    eventful(table)
    assert "Line 59" in driver.text
    driver.press("pageup", "pageup")
    assert "Line 59" not in driver.text
    asked = table.model.asked
    assert asked is not None
    table.model.answered()
    table.model.take(StoryLine("Something else.", Told.EVENT))
    screen_of(driver).pieces.choosing = None
    table.model.take(Asked(asked.decide, asked.actions))
    assert "Something else." in driver.text


def test_ones_own_steps_alone_are_no_news() -> None:
    table = FakeTable(4, 3, 0)
    driver = table_driver(table, SIZES[2])
    table.run()
    names = table.names
    answer(table)
    for line in table.model.story[table.model.answered_at or 0 :]:
        assert not by_another(line.record, names)
    assert SINCE not in driver.text


def test_before_the_first_answer_nothing_is_ruled_off() -> None:
    table = FakeTable(4, 3, 2)
    driver = table_driver(table, SIZES[2])
    table.run()
    assert any(by_another(line.record, table.names) for line in table.model.story)
    assert SINCE not in driver.text


def test_answering_takes_the_rule_away() -> None:
    table, driver = asked_again(SIZES[2])
    answer(table)
    news = table.model.story[table.model.answered_at or 0 :]
    assert (SINCE in driver.text) is any(by_another(line.record, table.names) for line in news)
    pieces = screen_of(driver).pieces
    assert sum(SINCE in line.text for line in pieces.story.lines) <= 1


def test_a_refused_answer_leaves_the_rule_where_it_was() -> None:
    table, driver = asked_again(SIZES[2])
    before = [line.text for line in screen_of(driver).pieces.story.lines]
    table.model.answered()
    assert SINCE not in driver.text
    table.model.take(ChoiceRefused("no"))
    assert [line.text for line in screen_of(driver).pieces.story.lines] == before
    assert SINCE in driver.text


def test_a_screen_made_later_rules_off_the_same() -> None:
    table, driver = asked_again(SIZES[2])
    later = table_driver(table, SIZES[2])
    lines = [line.text for line in screen_of(driver).pieces.story.lines]
    assert [line.text for line in screen_of(later).pieces.story.lines] == lines


def test_an_ascii_terminal_has_an_ascii_rule() -> None:
    _table, driver = asked_again(SIZES[2])
    assert f"── {SINCE} ──" in driver.text
    driver.desk.look = replace(driver.desk.look, glyphs=ASCII)
    assert f"-- {SINCE} --" in driver.text
    assert driver.text.isascii()


def test_the_mark_stays_when_the_oldest_lines_are_let_go() -> None:
    model = TableModel()
    model.take(Snapshot(fixed_names(4, 0)))
    for number in range(MOST_STORY):
        model.take(StoryLine(f"old {number}"))
    model.answered()
    model.take(StoryLine("new", record=TurnBegan(MOLASAR, 1)))
    box = StoryBox(model)
    rule = next(n for n, line in enumerate(box.lines) if SINCE in line.text)
    assert [line.text for line in box.lines[rule + 1 :]] == ["• new"]
    assert box.lines[rule - 1].text == f"old {MOST_STORY - 1}"


# --- the recap --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_a_key_tells_all_since_ones_own_last_turn_and_can_be_read_to_its_end(size: Size) -> None:
    table, driver = asked_again(size)
    eventful(table)
    driver.press("r")
    top = driver.navigator.top
    assert isinstance(top, TextOverlay)
    assert top.title == recap.SINCE_BEGINNING
    assert table.model.story[0].text.strip("= ") in driver.text.replace("\n", " ") or "Molasar" in driver.text
    driver.press("end")
    assert "Line 59" in driver.text
    driver.press("r")
    assert screen_of(driver) is driver.navigator.top


def test_the_key_is_told_in_the_hints_and_in_the_help() -> None:
    _table, driver = asked_again(SIZES[2])
    assert "r recap" in driver.text
    told = dict(screen_of(driver).help().keys)["r"]
    driver.size = SIZES[3]
    driver.press("?")
    assert all(word in driver.text for word in told.split()), "the help says more of a key than its hint"


def test_an_onlooker_has_no_turn_and_so_no_recap() -> None:
    table = FakeTable(4, 3, None).run(200)
    driver = table_driver(table, SIZES[2])
    assert "r recap" not in driver.text
    driver.press("r")
    assert screen_of(driver) is driver.navigator.top
    assert SINCE not in driver.text
    assert not any(key == "r" for key, _ in screen_of(driver).help().keys)


def names_of(character: Character, players: int = 4) -> Names:
    return fixed_names(players, seat_of(players, character))


def turn(character: Character, number: int = 1) -> TurnBegan:
    return TurnBegan(character, number)


FED: Record = GuardEaten("guard-1", "vault", 1)  # type: ignore[arg-type]  # any guard, any room


def test_a_recap_begins_where_ones_own_last_turn_ended() -> None:
    names = names_of(EVA)
    story = [None, turn(EVA), None, turn(MOLASAR), FED, None]
    assert since_own_turn(story, names) == Part(3, turn=True)


def test_during_ones_own_turn_it_begins_where_the_one_before_ended() -> None:
    names = names_of(EVA)
    story = [turn(EVA), turn(MOLASAR), FED, turn(EVA, 2), None]
    assert since_own_turn(story, names) == Part(1, turn=True)
    assert since_own_turn(story[:1], names) == Part(0, turn=False)
    assert since_own_turn([], names) == Part(0, turn=False)
    assert since_own_turn([turn(MOLASAR), FED], names) == Part(0, turn=False)


def test_two_turns_of_ones_own_that_follow_each_other_are_one() -> None:
    names = names_of(EVA)
    story = [turn(EVA), turn(MOLASAR), turn(EVA, 2), TurnBegan(EVA, 2, extra=True), None]
    assert since_own_turn(story, names) == Part(1, turn=True)
    assert since_own_turn([*story, turn(MOLASAR, 2)], names) == Part(5, turn=True)


def test_a_recap_leaves_out_what_the_next_line_says_again() -> None:
    assert not worth_telling(CardCommitted(EVA))
    assert not worth_telling(DiceRolled(EVA, Dice.MOVE, (3,), 3))
    assert worth_telling(DiceRolled(EVA, Dice.SEARCH, (5,), 0))
    assert worth_telling(FED)
    assert worth_telling(None)


def test_what_molasar_does_is_news_to_all_but_his_own_player() -> None:
    assert by_another(FED, names_of(EVA))
    assert not by_another(FED, names_of(MOLASAR))
