"""The grid: rows of cells, each a character with a role and perhaps a link. It is all that a screen gives the shell."""

from __future__ import annotations

from typing import NamedTuple

from keep_p2p.ui.screen.events import Link
from keep_p2p.ui.screen.geometry import Rect, Size
from keep_p2p.ui.screen.glyphs import UTF8, GlyphSet
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.widths import clusters


class Cell(NamedTuple):
    """One cell. ``text`` is empty for the right half of a wide character."""

    text: str
    role: Role = Role.TEXT
    link: Link | None = None


BLANK = Cell(" ")


class Grid:
    """A screenful of cells. Drawing beyond its edges is cut off; nothing ever raises."""

    def __init__(self, size: Size, glyphs: GlyphSet = UTF8) -> None:
        """All blank. ``glyphs`` are used by whoever draws on it."""
        self.size = size
        self.glyphs = glyphs
        self.rows: list[list[Cell]] = [[BLANK] * size.width for _ in range(size.height)]
        self.cursor: tuple[int, int] | None = None
        """Where the terminal's own cursor stands (column, row), where text is being typed."""

    @property
    def whole(self) -> Rect:
        """All of it."""
        return Rect(0, 0, self.size.width, self.size.height)

    def put(
        self, x: int, y: int, text: str, role: Role = Role.TEXT, link: Link | None = None, clip: Rect | None = None
    ) -> int:
        """Write ``text`` from column ``x`` of row ``y`` within ``clip``; the column behind it.

        A wide character that does not fit whole is left out, and one that is half overwritten goes.
        """
        bounds = self.whole if clip is None else clip
        if not bounds.y <= y < bounds.bottom or not 0 <= y < self.size.height:
            return x
        row, right = self.rows[y], min(bounds.right, self.size.width)
        if text.isascii() and text.isprintable() and x >= max(0, bounds.x):
            text = text[: max(0, right - x)]
            if text:
                self._mend(row, x, len(text))
                row[x : x + len(text)] = [Cell(character, role, link) for character in text]
            return x + len(text)
        for piece, columns in clusters(text):
            if x + columns > right:
                break
            if x >= max(0, bounds.x):
                self._mend(row, x, columns)
                row[x] = Cell(piece, role, link)
                if columns == 2:
                    row[x + 1] = Cell("", role, link)
            x += columns
        return x

    def _mend(self, row: list[Cell], x: int, columns: int) -> None:
        """Blank the other half of a wide character that is about to be half overwritten."""
        if row[x].text == "" and x > 0:
            row[x - 1] = row[x - 1]._replace(text=" ")
        after = x + columns
        if after < len(row) and row[after].text == "":
            row[after] = row[after]._replace(text=" ")

    def fill(self, rect: Rect, text: str = " ", role: Role = Role.TEXT, link: Link | None = None) -> None:
        """Fill a rectangle with one narrow character."""
        cell = Cell(text, role, link)
        left, right = max(0, rect.x), min(rect.right, self.size.width)
        if left >= right:
            return
        for y in range(max(0, rect.y), min(rect.bottom, self.size.height)):
            row = self.rows[y]
            self._mend(row, left, right - left)
            row[left:right] = [cell] * (right - left)

    def restyle(self, rect: Rect, role: Role | None = None, link: Link | None = None) -> None:
        """Give what is drawn in ``rect`` another role, another link, or both, and leave its characters."""
        for y in range(max(0, rect.y), min(rect.bottom, self.size.height)):
            row = self.rows[y]
            for x in range(max(0, rect.x), min(rect.right, self.size.width)):
                cell = row[x]
                row[x] = Cell(cell.text, cell.role if role is None else role, cell.link if link is None else link)

    def dim(self) -> None:
        """Everything drawn so far becomes shadow and can no longer be clicked: something is put over it."""
        for row in self.rows:
            row[:] = [Cell(cell.text, Role.SHADOW) for cell in row]
        self.cursor = None

    def cell(self, x: int, y: int) -> Cell:
        """The cell there; blank beyond the edges."""
        inside = 0 <= x < self.size.width and 0 <= y < self.size.height
        return self.rows[y][x] if inside else BLANK

    def links(self) -> dict[Link, tuple[int, int]]:
        """Everything that can be clicked, with the first cell (column, row) of each."""
        found: dict[Link, tuple[int, int]] = {}
        for y, row in enumerate(self.rows):
            for x, cell in enumerate(row):
                if cell.link is not None:
                    found.setdefault(cell.link, (x, y))
        return found

    def lines(self) -> tuple[str, ...]:
        """The characters row by row, without trailing blanks."""
        return tuple("".join(cell.text for cell in row).rstrip() for row in self.rows)

    def text(self) -> str:
        """The characters as one text."""
        return "\n".join(self.lines()) + "\n"
