"""Drawing on a rectangle of a grid, with columns and rows counted from its own corner and nothing drawn beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keep_p2p.ui.screen.events import Link
from keep_p2p.ui.screen.geometry import Rect
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.widths import clip, width, wrap

Span = tuple[str, Role] | tuple[str, Role, Link | None]
"""A piece of a line: its text, its role, and perhaps what it is linked to."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a grid."""

    grid: Grid
    rect: Rect

    @classmethod
    def of(cls, grid: Grid) -> Area:
        """All of the grid."""
        return cls(grid, grid.whole)

    @property
    def width(self) -> int:
        """Columns."""
        return self.rect.width

    @property
    def height(self) -> int:
        """Rows."""
        return self.rect.height

    @property
    def glyphs(self) -> GlyphSet:
        """The characters to draw with."""
        return self.grid.glyphs

    # --- parts ------------------------------------------------------------------------------------------

    def part(self, x: int, y: int, columns: int | None = None, rows: int | None = None) -> Area:
        """The part from column ``x`` and row ``y`` on, of this size or as far as there is room."""
        columns = self.width - x if columns is None else min(columns, self.width - x)
        rows = self.height - y if rows is None else min(rows, self.height - y)
        return Area(self.grid, Rect(self.rect.x + x, self.rect.y + y, columns, rows))

    def top(self, rows: int) -> tuple[Area, Area]:
        """The first ``rows`` rows, and the rest."""
        rows = max(0, min(rows, self.height))
        return self.part(0, 0, rows=rows), self.part(0, rows)

    def bottom(self, rows: int) -> tuple[Area, Area]:
        """The rest, and the last ``rows`` rows."""
        rows = max(0, min(rows, self.height))
        return self.part(0, 0, rows=self.height - rows), self.part(0, self.height - rows)

    def left(self, columns: int, gap: int = 0) -> tuple[Area, Area]:
        """The first ``columns`` columns, and what is left of the rest behind a gap."""
        columns = max(0, min(columns, self.width))
        return self.part(0, 0, columns), self.part(min(self.width, columns + gap), 0)

    def right(self, columns: int, gap: int = 0) -> tuple[Area, Area]:
        """What is left of the rest before a gap, and the last ``columns`` columns."""
        columns = max(0, min(columns, self.width))
        return self.part(0, 0, max(0, self.width - columns - gap)), self.part(self.width - columns, 0)

    def inset(self, columns: int = 1, rows: int = 0) -> Area:
        """The inside, so much smaller on each side."""
        return Area(self.grid, self.rect.inset(columns, rows))

    # --- text -------------------------------------------------------------------------------------------

    def put(self, x: int, y: int, text: str, role: Role = Role.TEXT, link: Link | None = None) -> int:
        """Write ``text``, cut off at the edge; the column behind it."""
        return self.grid.put(self.rect.x + x, self.rect.y + y, text, role, link, self.rect) - self.rect.x

    def line(self, y: int, text: str, role: Role = Role.TEXT, link: Link | None = None) -> None:
        """Write ``text`` in row ``y``, ending in the sign for "more" if it is too long."""
        self.put(0, y, clip(text, self.width, self.glyphs.more), role, link)

    def spans(self, x: int, y: int, spans: Sequence[Span]) -> int:
        """Write pieces of different roles one behind the other; the column behind the last."""
        for span in spans:
            x = self.put(x, y, span[0], span[1], span[2] if len(span) == 3 else None)
        return x

    def wrapped(self, y: int, text: str, role: Role = Role.TEXT, hanging: int = 0, link: Link | None = None) -> int:
        """Write ``text`` in as many rows from ``y`` on as it takes; the row behind it."""
        for line in wrap(text, self.width, hanging):
            self.put(0, y, line, role, link)
            y += 1
        return y

    def centred(self, y: int, text: str, role: Role = Role.TEXT, link: Link | None = None) -> None:
        """Write ``text`` in the middle of row ``y``."""
        text = clip(text, self.width, self.glyphs.more)
        self.put((self.width - width(text)) // 2, y, text, role, link)

    def ending(self, y: int, text: str, role: Role = Role.TEXT, link: Link | None = None) -> int:
        """Write ``text`` so that it ends at the right edge; its first column."""
        text = clip(text, self.width, self.glyphs.more)
        start = self.width - width(text)
        self.put(start, y, text, role, link)
        return start

    # --- shapes -----------------------------------------------------------------------------------------

    def fill(self, role: Role = Role.TEXT, text: str = " ", link: Link | None = None) -> None:
        """Fill all of it."""
        self.grid.fill(self.rect, text, role, link)

    def restyle(self, role: Role | None = None, link: Link | None = None) -> None:
        """Give what is drawn here another role or link."""
        self.grid.restyle(self.rect, role, link)

    def paste(self, picture: Grid, part: Rect) -> None:
        """Put a part of another grid into the upper left corner, as far as there is room."""
        columns = min(self.width, part.width)
        for y in range(min(self.height, part.height)):
            cells = picture.rows[part.y + y][part.x : part.x + columns]
            self.grid.rows[self.rect.y + y][self.rect.x : self.rect.x + columns] = cells

    def rule(self, y: int, title: str = "", role: Role = Role.BORDER) -> None:
        """A line across row ``y``, perhaps with a title in it."""
        self.put(0, y, self.glyphs.horizontal * self.width, role)
        if title:
            self.put(1, y, f" {clip(title, self.width - 4, self.glyphs.more)} ", Role.TITLE)

    def box(self, title: str = "", *, role: Role = Role.BORDER, note: str = "") -> Area:
        """A frame with a title above left and a note below right; the inside."""
        glyphs, wide, high = self.glyphs, self.width, self.height
        if wide < 2 or high < 2:
            return self
        middle = glyphs.horizontal * (wide - 2)
        self.put(0, 0, glyphs.top_left + middle + glyphs.top_right, role)
        self.put(0, high - 1, glyphs.bottom_left + middle + glyphs.bottom_right, role)
        for y in range(1, high - 1):
            self.put(0, y, glyphs.vertical, role)
            self.put(wide - 1, y, glyphs.vertical, role)
        if title and wide > 6:
            self.put(2, 0, f" {clip(title, wide - 6, glyphs.more)} ", Role.TITLE)
        if note and wide > 6:
            text = f" {clip(note, wide - 6, glyphs.more)} "
            self.put(wide - 2 - width(text), high - 1, text, Role.FAINT)
        return self.inset(1, 1)

    def panel(self, title: str = "", *, role: Role = Role.BORDER, note: str = "") -> Area:
        """A frame whose inside keeps a blank column at both sides; the inside."""
        return self.box(title, role=role, note=note).inset(1, 0)

    def bar(self, y: int, done: int, total: int, role: Role = Role.GOOD) -> None:
        """How far something has come, across row ``y``, with the numbers behind it."""
        told = f" {done}/{total}"
        room = max(0, self.width - width(told))
        full = room if total <= 0 else room * min(done, total) // total
        x = self.put(0, y, self.glyphs.full * full, role)
        x = self.put(x, y, self.glyphs.empty * (room - full), Role.FAINT)
        self.put(x, y, told)

    def scrollbar(self, first: int, shown: int, total: int) -> None:
        """In the last column: which ``shown`` of ``total`` lines are in sight, ``first`` being the first."""
        if total <= shown or self.height < 2:
            return
        x, size = self.width - 1, max(1, self.height * shown // total)
        at = (self.height - size) * first // max(1, total - shown)
        for y in range(self.height):
            inside = at <= y < at + size
            self.put(
                x, y, self.glyphs.thumb if inside else self.glyphs.track, Role.FAINT if not inside else Role.BORDER
            )
