"""The window on the board: its arrows say that there is more, and hide nothing that is written on the board."""

from __future__ import annotations

import pytest

from keep_p2p.ui.map import MapState
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.board.chart import chart
from keep_p2p.ui.screen.board.picture import Lights, Painter
from keep_p2p.ui.screen.board.viewport import EDGE, Viewport
from keep_p2p.ui.screen.events import Target
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import ASCII, UTF8, GlyphSet
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.roles import Role
from tests.ui.table_games import fixed_names

BOARD = chart(fixed_names(4, 0).board)
OPEN = {Role.MAP_BLANK, Role.MAP_FLOOR, Role.MAP_STAIRS, Role.MAP_OUTER_WALL, Role.MAP_INNER_WALL}
TOWARDS = ("left", "right", "up", "down")


def windows(glyphs: GlyphSet) -> list[tuple[Grid, Grid, Viewport]]:
    """The board, what a small window shows of it, and the window, in many places."""
    board = Painter().paint(BOARD, MapState(), Lights(), glyphs)
    found = []
    for y in range(0, board.size.height, 3):
        for x in range(0, board.size.width, 7):
            view, shown = Viewport(), Grid(Size(60, 12), glyphs)
            view.fit(shown.size, board.size)
            view.scroll(x, y)
            view.draw(Area.of(shown), board)
            found.append((board, shown, view))
    return found


@pytest.mark.parametrize("glyphs", [UTF8, ASCII], ids=["utf-8", "ascii"])
def test_arrows_hide_no_name_doorway_or_sign_and_touch_none(glyphs: GlyphSet) -> None:
    for board, shown, view in windows(glyphs):
        for y, row in enumerate(shown.rows):
            for x, cell in enumerate(row):
                if isinstance(cell.link, Target) and cell.link.name == EDGE:
                    assert board.cell(view.x + x, view.y + y).role in OPEN


@pytest.mark.parametrize("glyphs", [UTF8, ASCII], ids=["utf-8", "ascii"])
def test_there_is_an_arrow_wherever_there_is_more(glyphs: GlyphSet) -> None:
    for _board, shown, view in windows(glyphs):
        links = {link.value for link in shown.links() if isinstance(link, Target) and link.name == EDGE}
        assert links == {towards for towards, more in zip(TOWARDS, view.more, strict=True) if more}
