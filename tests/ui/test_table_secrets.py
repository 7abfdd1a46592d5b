"""While dice tumble and cards lie face down, nothing on the whole screen tells how it comes out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.records import ConflictRevealed, DiceRolled
from keep_p2p.ui.screen import table_layout
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.board.picture import MAP
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.events import Target
from keep_p2p.ui.screen.geometry import Rect, Size
from keep_p2p.ui.screen.table import TableScreen
from keep_p2p.ui.screen.table_layout import banner_text
from keep_p2p.ui.screen.table_model import GameBegun, TableModel
from keep_p2p.ui.screen.table_moments import CARDS_TURN, DICE_FALL, TUMBLE_SECONDS
from tests.ui.table_games import CALM, FakeTable, table_driver
from tests.ui.test_table_playing import screen_of

LIVELY = Look(hints=False)

ENOUGH = 20
"""Frames that are looked at in one game."""

SECRETS = (DiceRolled, ConflictRevealed)


def steps(table: FakeTable, most: int) -> Iterator[int]:
    """One step after the other, the test's seat answering at random; yields how many lines had been told before it."""
    for _ in range(most):
        before = len(table.model.story)
        if table.model.asked is not None:
            action = table.random.choice(table.model.asked.actions)
            table.model.answered()
            table.choose(action)
        else:
            table.run(1)
        wanted = table.game.awaited
        if isinstance(wanted, Decide) and wanted.seat == table.own:
            table.ask(wanted)
        yield before


def as_before(screen: TableScreen, size: Size) -> Driver:
    """The same table as somebody would see it who knows nothing but what was known before the secret."""
    secret = screen.pieces.moments.secret
    assert secret is not None and secret.before is not None
    model = TableModel()
    model.take(GameBegun("ab" * 32))
    model.table, model.lobby = screen.model.table, screen.model.lobby
    model.take(secret.before)
    for line in screen.model.story[: screen.pieces.story.told]:
        model.take(line)
    model.answered_at = screen.model.answered_at
    driver = Driver(size, CALM)
    blind = TableScreen(driver.desk, model, screen.commands)
    driver.show(blind)
    pieces, other = screen.pieces, blind.pieces
    other.last, other.held = pieces.last, True
    other.viewport.x, other.viewport.y = pieces.viewport.x, pieces.viewport.y
    return driver


def outside(driver: Driver, box: Rect | None) -> list[str]:
    """The rows of the screen without the box of the moment, the count of checks, and the keys."""
    rows = []
    for y, line in enumerate(driver.grid.rows[1:-1], start=1):
        hidden = range(box.x, box.right) if box is not None and box.y <= y < box.bottom else range(0)
        rows.append("".join("" if x in hidden else cell.text for x, cell in enumerate(line)))
    return rows


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_at_every_secret_frame_the_whole_screen_is_what_was_known_before(
    size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_layout, "banner_text", lambda pieces: "The banner is looked at by itself.")
    seen: set[type] = set()
    frames = 0
    for seed in (0, 3):  # the test's own seat is Eva, then Molasar
        table = FakeTable(4, seed, seed)
        driver = table_driver(table, size, LIVELY)
        enough = frames + ENOUGH
        for told in steps(table, 150):
            if frames >= enough:
                break
            screen = screen_of(driver)
            moments = screen.pieces.moments
            news = table.model.story[told:]
            if not any(isinstance(line.record, SECRETS) for line in news):
                moments.skip()
                continue
            seen |= {type(line.record) for line in news}
            while moments.keep_secret:
                frames += 1
                secret = moments.secret
                assert secret is not None and screen.pieces.choosing is None, "no room is lit, nothing is asked"
                assert banner_text(screen.pieces) == secret.meanwhile
                assert driver.text  # drawn: the map is where it is shown
                first = next(n for n, line in enumerate(news, told) if isinstance(line.record, SECRETS))
                assert screen.pieces.story.told <= first, "the story waits too"
                blind = as_before(screen, size)
                assert outside(driver, moments.place) == outside(blind, moments.place)
                driver.wait(TUMBLE_SECONDS)
            moments.skip()
            assert screen.pieces.now is table.model.now
            assert (screen.pieces.choosing is None) is (table.model.asked is None), "once all is shown, it is asked"
    assert set(SECRETS) <= seen
    assert frames >= 2 * ENOUGH


def lit_by_dice() -> tuple[FakeTable, Driver]:
    """A table just after dice were rolled, with the question that tells their number waiting behind them."""
    table = FakeTable(4, 3, 0)
    driver = table_driver(table, SIZES[1], LIVELY)
    for _ in steps(table, 300):
        moments = screen_of(driver).pieces.moments
        if moments.keep_secret and table.model.asked is not None:
            return table, driver
        moments.skip()
    raise AssertionError("no dice were followed by a question")


def test_a_key_skips_at_once_and_the_question_is_there() -> None:
    _, driver = lit_by_dice()
    assert DICE_FALL in driver.text or CARDS_TURN in driver.text
    driver.press("tab")
    pieces = screen_of(driver).pieces
    assert pieces.moments.now is None
    assert pieces.choosing is not None and pieces.choosing.level.at is not None, "the key does its own work too"


def test_an_enter_that_skips_answers_no_question_that_was_not_on_the_screen() -> None:
    table, driver = lit_by_dice()
    before = list(table.chosen)
    driver.press("enter")
    assert screen_of(driver).pieces.choosing is not None
    assert table.chosen == before


def test_dice_that_fall_by_themselves_are_followed_by_the_question() -> None:
    table, driver = lit_by_dice()
    driver.wait(1)
    pieces = screen_of(driver).pieces
    assert pieces.choosing is not None
    assert table.model.asked is not None and pieces.choosing.decide is table.model.asked.decide


@pytest.mark.parametrize("size", SIZES[2:], ids=lambda size: f"{size.width}x{size.height}")
def test_where_there_is_room_the_box_of_a_moment_does_not_cover_what_may_be_chosen(size: Size) -> None:
    table = FakeTable(4, 3, 0)
    driver = table_driver(table, size, LIVELY)
    clear = covered = 0
    for _ in steps(table, 200):
        pieces = screen_of(driver).pieces
        while pieces.moments.keep_secret:
            driver.wait(TUMBLE_SECONDS)
        if pieces.moments.now is not None and pieces.choosing is not None and pieces.choosing.level.spots:
            links = driver.grid.links()
            hidden = [room for room in pieces.choosing.level.spots if Target(MAP, room) not in links]
            covered, clear = covered + bool(hidden), clear + (not hidden)
        pieces.moments.skip()
    assert clear > 3
    assert covered == 0
