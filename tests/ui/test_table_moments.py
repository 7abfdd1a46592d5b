"""Small moments: under a second, skipped by any key which does its own work too, none when calm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from keep_p2p.rules.awaited import Decide, Decision, Over
from keep_p2p.rules.names import DECK_CARDS, Deck, Pawn, Room
from keep_p2p.rules.records import ConflictDecided, ConflictRevealed, DiceRolled, Moved
from keep_p2p.ui.names import count
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import ASCII, UTF8
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.table_layout import LEAST_MAP, map_state
from keep_p2p.ui.screen.table_model import StoryLine
from keep_p2p.ui.screen.table_moments import LONGEST, MOST_WAITING, Frame, Moment, Moments, Row, moment_of
from tests.ui.games import moments, names_for
from tests.ui.table_games import CALM, FakeTable, table_driver
from tests.ui.test_table_playing import choosing_of, first_of_each, screen_of
from tests.ui.test_table_story import story_text

LIVELY = Look(hints=False)


def records() -> list[Moment]:
    found = []
    for players in (3, 4):
        for moment in moments(players, 1):
            for record in moment.records:
                for glyphs in (UTF8, ASCII):
                    shown = moment_of(record, names_for(players, 0), glyphs)
                    found += [shown] if shown is not None else []
    return found


def test_every_moment_takes_less_than_a_second() -> None:
    every = records()
    assert len(every) > 100
    assert all(0 < moment.seconds < 1 for moment in every)
    assert max(moment.seconds for moment in every) <= LONGEST + 0.01


def shown_whole(frame: Frame, columns: int, rows: int) -> bool:
    """Whether all that a frame tells is to be read on a map of this size."""
    driver = Driver(SIZES[0], LIVELY)
    box = Moments(driver.desk)
    box.add(Moment((frame,)))
    grid = Grid(Size(columns, rows))
    box.draw(Area.of(grid))
    read = "".join(grid.text().split()).replace("│", "")
    return all("".join(span[0].split()) in read for row in frame.rows for span in row)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_every_moment_fits_over_the_map_and_nothing_of_it_is_cut(size: Size) -> None:
    for frame in {frame for moment in records() for frame in moment.frames}:
        assert len(frame.rows) <= 7
        assert shown_whole(frame, size.width, LEAST_MAP + 1), frame


@pytest.mark.parametrize(
    ("room", "told"),
    [
        (8, ["Molasar", "", "6 against 4", "", "He wins.", "Go."]),
        (7, ["Molasar", "6 against 4", "", "He wins.", "Go."]),
        (6, ["Molasar", "6 against 4", "He wins.", "Go."]),
        (4, ["He wins.", "Go."]),
        (2, []),
    ],
)
def test_where_a_moment_has_few_rows_it_keeps_what_it_says(room: int, told: list[str]) -> None:
    shown = Moments(Driver(SIZES[0], LIVELY).desk)
    texts = ("Molasar", " ", "6 against 4", "  ", "He wins.", "Go.")
    rows: tuple[Row, ...] = tuple(((text, Role.TEXT),) for text in texts)
    shown.add(Moment((Frame(1, rows),)))
    grid = Grid(Size(40, room))
    shown.draw(Area.of(grid))
    assert [line.strip("│ ") for line in grid.lines()[1:-1]] == told


def test_the_titles_of_the_default_cards_are_shown_whole_when_they_are_turned_up() -> None:
    titled = next(
        moment for moment in moments(4, 1) if any(isinstance(record, ConflictRevealed) for record in moment.records)
    )
    record = next(record for record in titled.records if isinstance(record, ConflictRevealed))
    names = names_for(4, 0)
    for card in DECK_CARDS[Deck.CONFLICT]:
        shown = moment_of(replace(record, molasar_card=card, searcher_card=card), names, UTF8)
        assert shown is not None
        told = "".join(span[0] for row in shown.frames[-1].rows for span in row)
        assert told.count(names.conflict_title(card)) == 2, told


def lively_table(decision: Decision = Decision.MOVE) -> tuple[FakeTable, Driver]:
    players, seed, _ = first_of_each()[decision]
    table = FakeTable(players, seed, 0)
    return table, table_driver(table, SIZES[2], LIVELY)


def test_dice_and_cards_and_pawns_are_shown_and_go_by_themselves() -> None:
    kinds: set[type] = set()
    table, driver = lively_table()
    for _ in range(400):
        table.run(1)
        if table.model.asked is not None:
            action = table.random.choice(table.model.asked.actions)
            table.model.answered()
            table.choose(action)
        kinds |= {type(line.record) for line in table.model.story}
        pieces = screen_of(driver).pieces
        if pieces.moments.now is not None:
            assert driver.text
        driver.wait(MOST_WAITING * LONGEST)
        assert pieces.moments.now is None
        if {DiceRolled, ConflictRevealed, Moved} <= kinds:
            return
    pytest.fail("nothing was rolled, turned up and moved in this game")


def test_a_key_skips_a_moment_and_does_its_own_work() -> None:
    table, driver = lively_table()
    table.run()
    screen = screen_of(driver)
    assert choosing_of(driver).level.at is None
    screen.pieces.moments.add(records()[0])
    assert screen.pieces.moments.now is not None
    driver.press("tab")
    assert not screen.pieces.moments.skip()
    assert choosing_of(driver).level.at is not None


def test_calm_shows_none() -> None:
    driver = Driver(SIZES[0], Look(calm=True))
    shown = Moments(driver.desk)
    shown.add(records()[0])
    assert shown.now is None


def test_a_walking_pawn_is_drawn_on_its_way_and_never_ahead_of_it() -> None:
    table, driver = lively_table()
    table.run()
    screen, now = screen_of(driver), table.model.now
    assert now is not None and now.state is not None
    pawn: Pawn = next(g for g in now.state.guards_left)
    here = now.state.where(pawn)
    assert here is not None
    path: tuple[Room, ...] = (now.names.board.neighbours[here][0], here)
    moment = moment_of(Moved(pawn, path[0], path, cause=None), now.names, UTF8)  # type: ignore[arg-type]  # any cause
    screen.pieces.moments.skip()
    screen.pieces.moments.add(moment)
    places = [map_state(screen.pieces, now, now.state).pawns[pawn]]
    while screen.pieces.moments.now is not None:
        driver.wait(0.05)
        places.append(map_state(screen.pieces, now, now.state).pawns[pawn])
    assert list(dict.fromkeys(places)) == [path[0], here]


def test_news_is_never_late_however_much_happens_at_once() -> None:
    driver = Driver(SIZES[0], LIVELY)
    shown = Moments(driver.desk)
    every = records()
    for moment in every[:50]:
        shown.add(moment)
    driver.wait(MOST_WAITING * LONGEST)
    assert shown.now is None


def test_a_question_rings_the_bell_and_flashes_unless_calm() -> None:
    for calm in (False, True):
        table = FakeTable(4, 3, 0)
        driver = table_driver(table, SIZES[0], Look(calm=calm, hints=False))
        rung: list[int] = []
        driver.desk.bell = lambda rung=rung: rung.append(1)  # type: ignore[misc]  # bound now
        table.run()
        assert bool(rung) is not calm
        assert screen_of(driver).pieces.flash is not calm
        driver.wait(1)
        assert not screen_of(driver).pieces.flash


def test_the_story_tells_nothing_before_dice_and_cards_have_shown_it() -> None:
    kinds: set[type] = set()
    table, driver = lively_table()
    for _ in range(400):
        before = len(table.model.story)
        table.run(1)
        pieces = screen_of(driver).pieces
        news = [line for line in table.model.story[before:] if isinstance(line.record, ConflictRevealed | DiceRolled)]
        if news:
            kinds |= {type(line.record) for line in news}
            assert pieces.moments.keep_secret
            assert pieces.story.told <= before
            driver.wait(LONGEST)
            pieces.moments.skip()
            assert pieces.story.told == len(table.model.story)
        if table.model.asked is not None:
            action = table.random.choice(table.model.asked.actions)
            table.model.answered()
            table.choose(action)
        pieces.moments.skip()
        if kinds == {ConflictRevealed, DiceRolled}:
            return
    raise AssertionError(f"only {kinds}")


def fights(size: Size, look: Look) -> Iterator[tuple[FakeTable, Driver, tuple[StoryLine, ...]]]:
    """Stops after each step in which a conflict was decided, with the lines that it told."""
    for seed in range(3):
        table = FakeTable(4, seed, 0)
        driver = table_driver(table, size, look)
        for _ in range(400):
            if table.model.asked is not None:
                action = table.random.choice(table.model.asked.actions)
                table.model.answered()
                table.choose(action)
            before = len(table.model.story)
            table.run(1)
            told = tuple(table.model.story[before:])
            if any(isinstance(line.record, ConflictDecided) for line in told):
                yield table, driver, told


def test_the_verdict_of_a_conflict_is_shown_under_its_cards() -> None:
    for seen, (_table, driver, told) in enumerate(fights(SIZES[2], LIVELY)):
        verdict = next(line for line in told if isinstance(line.record, ConflictDecided))
        shown: set[str] = set()
        while screen_of(driver).pieces.moments.now is not None:
            frame = screen_of(driver).pieces.moments.frame
            assert frame is not None
            rows = ["".join(span[0] for span in row) for row in frame.rows]
            shown |= {"\n".join(rows)}
            driver.wait(0.05)
        last = next(text for text in shown if verdict.text.split(":")[0].split("!")[0] in text)
        assert "against" in last, "the two numbers are still to be seen"
        assert len(last.splitlines()) <= 7
        if seen == 5:
            return
    raise AssertionError("too few conflicts in these games")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_how_a_conflict_came_out_can_be_read_until_the_loser_has_retreated(size: Size) -> None:
    kinds: set[bool] = set()
    for table, driver, told in fights(size, CALM):
        while not isinstance(wanted := table.game.awaited, Decide | Over):
            table.run(1)  # new cards are dealt
        if not isinstance(wanted, Decide) or wanted.decision is not Decision.RETREAT:
            continue
        verdict = next(line.record for line in told if isinstance(line.record, ConflictDecided))
        cards = next(line.record for line in told if isinstance(line.record, ConflictRevealed))
        if wanted.seat == table.own:
            table.ask(wanted)
        else:
            table.snapshot()
        kinds.add(wanted.seat == table.own)
        shown = " ".join(driver.text.split())
        total = cards.searcher_value + sum(value for _, value in cards.bonuses)
        most, least = sorted((cards.molasar_value, total), reverse=True)
        assert most - least == verdict.difference
        assert f"won {most} to {least}" in shown, "the banner says who has won, with the numbers of both cards"
        assert f"up to {count(verdict.difference, 'room')}" in shown, "and how far the loser is driven"
        assert f"wins by {verdict.difference}" in story_text(driver)
        if kinds == {True, False}:
            return
    raise AssertionError(f"only {kinds}")
