"""The window through which the board is seen: it follows the action, and goes where it is told."""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.board.chart import ARROWS
from keep_p2p.ui.screen.events import Target
from keep_p2p.ui.screen.geometry import Rect, Size
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.roles import Role

EDGE = "edge"
"""The name of the targets at the edges beyond which there is more: their value is the arrow that leads there."""


class Viewport:
    """Which part of the board is in sight."""

    def __init__(self) -> None:
        """At the upper left corner."""
        self.x = 0
        self.y = 0
        self._window = Size(0, 0)
        self._board = Size(0, 0)

    def fit(self, window: Size, board: Size) -> None:
        """The window has this size now; what is in sight stays on the board."""
        self._window, self._board = window, board
        self.x = _clamped(self.x, window.width, board.width)
        self.y = _clamped(self.y, window.height, board.height)

    def scroll(self, columns: int, rows: int) -> None:
        """Move so far over the board."""
        self.x = _clamped(self.x + columns, self._window.width, self._board.width)
        self.y = _clamped(self.y + rows, self._window.height, self._board.height)

    def page(self, arrow: str) -> None:
        """Move by half a window in an arrow's direction."""
        across, down = ARROWS[arrow]
        self.scroll(across * max(1, self._window.width // 2), down * max(1, self._window.height // 2))

    def show(self, rect: Rect, wider: Rect | None = None) -> None:
        """Move just so far that ``rect`` is in sight, and all of ``wider`` too if there is room for it."""
        for part in (wider, rect):
            if part is None or (part is wider and not self._holds(part.size)):
                continue
            self.x = _shifted(self.x, self._window.width, self._board.width, part.x, part.width)
            self.y = _shifted(self.y, self._window.height, self._board.height, part.y, part.height)

    def _holds(self, size: Size) -> bool:
        return size.width <= self._window.width and size.height <= self._window.height

    def holds(self, rect: Rect) -> bool:
        """Whether all of ``rect`` is in sight."""
        across = self.x <= rect.x and rect.right <= self.x + self._window.width
        return across and self.y <= rect.y and rect.bottom <= self.y + self._window.height

    def sees(self, rect: Rect) -> bool:
        """Whether any part of ``rect`` is in sight."""
        across = rect.x < self.x + self._window.width and rect.right > self.x
        return across and rect.y < self.y + self._window.height and rect.bottom > self.y

    @property
    def more(self) -> tuple[bool, bool, bool, bool]:
        """Whether there is more of the board to the left, right, above and below."""
        return (
            self.x > 0,
            self.x + self._window.width < self._board.width,
            self.y > 0,
            self.y + self._window.height < self._board.height,
        )

    def draw(self, area: Area, board: Grid) -> Rect:
        """Draw what is in sight, in the middle where the board is smaller; the board's place on the whole screen."""
        self.fit(area.rect.size, board.size)
        left = area.rect.x + max(0, (area.width - board.size.width) // 2)
        top = area.rect.y + max(0, (area.height - board.size.height) // 2)
        columns, rows = min(area.width, board.size.width), min(area.height, board.size.height)
        for y in range(rows):
            area.grid.rows[top + y][left : left + columns] = board.rows[self.y + y][self.x : self.x + columns]
        self._edges(area.part(left - area.rect.x, top - area.rect.y, columns, rows))
        return Rect(left - self.x, top - self.y, board.size.width, board.size.height)

    def _edges(self, area: Area) -> None:
        """Arrows at the edges beyond which there is more, where they hide nothing that is written there.

        Each has a blank beside it, so that it is no part of a name, a doorway or a sign.
        """
        left, right, above, below = self.more
        glyphs, last, bottom = area.glyphs, area.width - 1, area.height - 1
        across, down = range(1, last), range(area.height)
        for shown, towards, badge, places in (
            (left, "left", f"{glyphs.left} ", [(0, y) for y in down]),
            (right, "right", f" {glyphs.right}", [(last - 1, y) for y in down]),
            (above, "up", f" {glyphs.up} ", [(x - 1, 0) for x in across]),
            (below, "down", f" {glyphs.down} ", [(x - 1, bottom) for x in across]),
        ):
            if shown and (place := _best(area, places, len(badge))) is not None:
                area.put(*place, badge, Role.BAR_KEY, Target(EDGE, towards))


def _best(area: Area, places: Sequence[tuple[int, int]], columns: int) -> tuple[int, int] | None:
    """Of these places (the first cell of each) the one near their middle that hides least; None if none will do."""
    found: list[tuple[int, int]] = []
    for number, (x, y) in enumerate(places):
        hidden = max(_written(area, x + n, y) for n in range(columns))
        if hidden < _TEXT:
            found.append((hidden * ASIDE + abs(number - len(places) // 2), number))
    return places[min(found)[1]] if found else None


_GROUND, _WALL, _CORNER, _TEXT = range(4)
"""What an arrow would hide, from what is missed least to what may not be hidden."""

ASIDE = 6
"""How many cells from the middle an arrow goes to hide but ground instead of a wall, or a wall instead of a corner."""

_STRAIGHT = frozenset("─━│┃-|")
_WALLS = frozenset({Role.MAP_OUTER_WALL, Role.MAP_INNER_WALL})
_OPEN = frozenset({Role.MAP_BLANK, Role.MAP_FLOOR, Role.MAP_STAIRS, Role.MAP_LIT, Role.MAP_FIGHT, Role.MAP_CURSOR})


def _written(area: Area, x: int, y: int) -> int:
    """What stands in a cell of the map."""
    cell = area.grid.cell(area.rect.x + x, area.rect.y + y)
    if cell.role in _OPEN and cell.text in (" ", area.glyphs.map.stairs):
        return _GROUND
    if cell.role in _WALLS:
        return _WALL if cell.text in _STRAIGHT else _CORNER
    return _TEXT


def _clamped(place: int, window: int, board: int) -> int:
    return max(0, min(place, board - window))


def _shifted(place: int, window: int, board: int, start: int, length: int) -> int:
    """The place nearest to ``place`` from which all of the part is in sight (its beginning, if it is too long)."""
    if start + length > place + window:
        place = start + length - window
    if start < place:
        place = start
    return _clamped(place, window, board)
