"""The window through which the board is seen: it follows the action, and goes where it is told."""

from __future__ import annotations

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
        """Arrows at the edges beyond which there is more, where they hide nothing that is written there."""
        left, right, above, below = self.more
        glyphs = area.glyphs
        across, down = range(area.width), range(area.height)
        for shown, sign, towards, cells in (
            (left, glyphs.left, "left", [(0, y) for y in down]),
            (right, glyphs.right, "right", [(area.width - 1, y) for y in down]),
            (above, glyphs.up, "up", [(x, 0) for x in across]),
            (below, glyphs.down, "down", [(x, area.height - 1) for x in across]),
        ):
            if shown:
                middle = sum(cells[len(cells) // 2])
                for x, y in sorted(cells, key=lambda cell: abs(cell[0] + cell[1] - middle)):
                    cell = area.grid.cell(area.rect.x + x, area.rect.y + y)
                    if cell.role in _WALLS or (cell.role in _GROUND and not cell.text.isalnum()):
                        area.put(x, y, sign, Role.BAR_KEY, Target(EDGE, towards))
                        break


_WALLS = frozenset({Role.MAP_BLANK, Role.MAP_OUTER_WALL, Role.MAP_INNER_WALL})
_GROUND = frozenset({Role.MAP_FLOOR, Role.MAP_STAIRS, Role.MAP_LIT, Role.MAP_FIGHT, Role.MAP_CURSOR})


def _clamped(place: int, window: int, board: int) -> int:
    return max(0, min(place, board - window))


def _shifted(place: int, window: int, board: int, start: int, length: int) -> int:
    """The place nearest to ``place`` from which all of the part is in sight (its beginning, if it is too long)."""
    if start + length > place + window:
        place = start + length - window
    if start < place:
        place = start
    return _clamped(place, window, board)
