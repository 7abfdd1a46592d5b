"""What is read at the table: signs apart from names, whole sentences in the story, a map that stands still."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keep_p2p.ui.map import MapState
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.board.chart import chart
from keep_p2p.ui.screen.board.picture import Lights, Painter
from keep_p2p.ui.screen.driver import SIZES
from keep_p2p.ui.screen.events import Key
from keep_p2p.ui.screen.geometry import Rect, Size
from keep_p2p.ui.screen.glyphs import ASCII, UTF8
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.scroller import Line, Scroller
from keep_p2p.ui.screen.table_layout import guide_rows
from keep_p2p.ui.table.guide import DECISIONS, EVENTS, Guide
from tests.ui.table_games import CALM, FakeTable, fixed_packs, table_driver
from tests.ui.test_table_playing import screen_of

SIGNS = (Role.MAP_SIGN, Role.MAP_CURSOR)


def test_a_sign_is_parted_from_the_rooms_name_wherever_there_is_room() -> None:
    board = fixed_packs().board.board
    plan = chart(board)
    parted = 0
    for room in board.rooms:
        bare = Painter().paint(plan, MapState(), Lights(), UTF8)
        grid = Painter().paint(plan, MapState(), Lights(lit={room.id: "3"}), UTF8)
        inside = plan.inside(room.id)
        cells = [(x, y) for y in range(inside.y, inside.bottom) for x in range(inside.x, inside.right)]
        (x, y) = next((x, y) for x, y in cells if grid.rows[y][x].text == "3" and bare.rows[y][x].text != "3")
        beside = [bare.rows[y][n] for n in (x - 1, x + 1) if inside.x <= n < inside.right]
        glued = any(cell.role is Role.MAP_LABEL and cell.text != " " for cell in beside)
        parted += not glued

        def clear(x: int, y: int, inside: Rect = inside, bare: Grid = bare) -> bool:
            around = [bare.rows[y][n] for n in (x - 1, x, x + 1) if inside.x <= n < inside.right]
            return all(cell.role in (Role.MAP_FLOOR, Role.MAP_STAIRS) for cell in around)

        assert not glued or not any(clear(*cell) for cell in cells), f"{room.name}: a place apart was free"
    assert parted > len(board.rooms) // 2


def test_the_story_beside_a_question_begins_with_a_line_and_not_in_the_midst_of_one() -> None:
    lines = [Line(f"{n}: this sentence takes more than one row of so narrow a column", hanging=2) for n in range(9)]
    for rows in range(2, 12):
        story = Scroller("story", lines, tail=True)
        grid = Grid(Size(30, rows))
        story.draw(Area.of(grid))
        shown = [line.rstrip("│█ ") for line in grid.lines() if line.rstrip("│█ ")]
        if rows > 3:
            assert shown[0][0].isdecimal(), shown
        assert "column" in shown[-1], "the end is always in sight"


def test_the_story_scrolls_row_by_row_all_the_same() -> None:
    lines = [Line(f"{n}: this sentence takes more than one row of so narrow a column", hanging=2) for n in range(9)]
    story = Scroller("story", lines, tail=True)
    story.draw(Area.of(Grid(Size(30, 4))))
    seen = ""
    for _ in range(40):
        grid = Grid(Size(30, 4))
        story.draw(Area.of(grid))
        seen += grid.text()
        story.handle(Key("up"))
    assert all(f"{n}: this" in seen for n in range(9))


@pytest.mark.parametrize("columns", range(40, 110, 7))
def test_the_key_of_a_lesson_is_never_broken(columns: int) -> None:
    table = FakeTable(4, 3, 0).run()
    pieces = screen_of(table_driver(table, SIZES[0])).pieces
    for lesson in (*(decision.value for decision in DECISIONS), *EVENTS):
        pieces.guide = Guide()
        pieces.guide.comes_up(lesson)
        rows = guide_rows(pieces, columns)
        assert rows[-1].endswith("(g: understood)")


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: f"{size.width}x{size.height}")
def test_the_map_stands_still_while_what_others_do_is_in_sight(size: Size) -> None:
    table = FakeTable(4, 3, None)
    driver = table_driver(table, size)
    pieces = screen_of(driver).pieces
    still = moved = 0
    for _ in range(200):
        table.run(1)
        now = table.model.now
        assert driver.text and now is not None
        before, last = (pieces.viewport.x, pieces.viewport.y), pieces.last
        table.run(1)
        if pieces.last is None or pieces.last == last or table.model.over:
            continue
        in_sight = pieces.viewport.holds(pieces.chart(now).rect(pieces.last))
        assert driver.text
        after = (pieces.viewport.x, pieces.viewport.y)
        fight = table.game.state.conflict
        if in_sight and (fight is None or fight.room == pieces.last):
            assert after == before
            still += 1
        moved += after != before
    assert still > 3
    assert moved


def test_a_line_parts_the_map_from_the_story_below_it() -> None:
    parted = 0
    for seed in range(4):
        table = FakeTable(4, seed, 0).run()
        for _ in range(12):
            driver = table_driver(table, SIZES[0])
            rows = driver.text.splitlines()
            banner = next(y for y, row in enumerate(rows) if row.startswith(f" {UTF8.pointer} "))
            lines = [y for y, row in enumerate(rows[:banner]) if row and set(row) == {UTF8.horizontal}]
            parted += len(lines)
            assert len(lines) <= 1
            if table.model.asked is None:
                break
            table.model.answered()
            table.choose(table.random.choice(table.game.choices()))
            table.run()
    assert parted > 10


def test_a_lesson_shows_the_signs_that_the_map_has() -> None:
    table = FakeTable(4, 3, 0).run()
    pieces = screen_of(table_driver(table, SIZES[0], replace(CALM, glyphs=ASCII))).pieces
    for lesson in (*(decision.value for decision in DECISIONS), *EVENTS):
        pieces.guide = Guide()
        pieces.guide.comes_up(lesson)
        told = " ".join(guide_rows(pieces, 76))
        assert told.isascii(), told
    pieces.guide.comes_up("place")
    assert "(*)" in " ".join(guide_rows(pieces, 76))
