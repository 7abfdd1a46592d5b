"""A list of which one line is chosen: by arrows, by number, or by mouse. Long lines wrap, long lists scroll."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Hint
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse, MouseKind, Target
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.widths import width, wrap

WHEEL_ROWS = 3
"""Rows that one notch of the wheel scrolls."""


@dataclass(frozen=True, slots=True)
class Row:
    """One choice. ``number`` stands before it and picks it when typed; ``detail`` stands below it, fainter.

    ``typed`` picks it as well, and is not shown: the label says it.
    """

    label: str
    value: Hashable = None
    number: str = ""
    detail: str = ""
    role: Role = Role.TEXT
    typed: str = ""

    @property
    def keys(self) -> str:
        """What picks it when typed; empty for none."""
        return (self.number or self.typed).casefold()


class ListBox:
    """The list. ``instant``: a number or one click chooses at once; otherwise it moves there and Enter chooses."""

    def __init__(self, name: str, rows: Sequence[Row] = (), *, instant: bool = False) -> None:
        """``name`` tells its targets from those of other widgets on the same screen."""
        self.name = name
        self.rows: tuple[Row, ...] = tuple(rows)
        self.index = 0
        self.instant = instant
        self._first = 0
        self._page = 1
        self._digits = ""
        self._follow = True

    @property
    def row(self) -> Row | None:
        """The line that the arrows are on."""
        return self.rows[self.index] if self.rows else None

    def hints(self, glyphs: GlyphSet) -> tuple[Hint, ...]:
        """The arrows, where there is more than one line."""
        return (Hint(Key("down"), "move", f"{glyphs.up} {glyphs.down}"),) if len(self.rows) > 1 else ()

    def set(self, rows: Sequence[Row], *, keep: bool = True) -> None:
        """Show other rows. ``keep``: stay on the row with the same value, if it is still there."""
        before = self.row.value if keep and self.row is not None else None
        self.rows = tuple(rows)
        found = next((n for n, row in enumerate(self.rows) if keep and row.value == before), None)
        self.index = found if found is not None else min(self.index, max(0, len(self.rows) - 1)) if keep else 0
        self._digits, self._follow = "", True
        if not keep:
            self._first = 0

    # --- events -------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Did:
        """Move, or choose."""
        if isinstance(event, Mouse):
            return self._mouse(event)
        if not self.rows:
            return Did.NOTHING
        moves = {"up": -1, "down": 1, "pageup": -self._page, "pagedown": self._page}
        if event.name in moves:
            return self._to(self.index + moves[event.name])
        match event.name:
            case "home":
                return self._to(0)
            case "end":
                return self._to(len(self.rows) - 1)
            case "enter":
                self._digits = ""
                return Did.CHOSE
        return self._typed(event)

    def _to(self, index: int) -> Did:
        self.index = max(0, min(index, len(self.rows) - 1))
        self._digits, self._follow = "", True
        return Did.TOOK

    def _typed(self, key: Key) -> Did:
        if len(key.name) != 1:
            return Did.NOTHING
        for digits in (self._digits + key.name, key.name):
            for number, row in enumerate(self.rows):
                if row.keys == digits.casefold():
                    self.index, self._digits, self._follow = number, digits, True
                    return Did.CHOSE if self.instant else Did.TOOK
        if key.name.isdecimal() and any(row.keys.startswith(key.name) for row in self.rows):
            self._digits = key.name
            return Did.TOOK
        return Did.NOTHING

    def _mouse(self, mouse: Mouse) -> Did:
        target = mouse.target
        if target is None or target.name != self.name:
            return Did.NOTHING
        if mouse.kind is not MouseKind.CLICK:
            self._first += WHEEL_ROWS if mouse.kind is MouseKind.WHEEL_DOWN else -WHEEL_ROWS
            self._follow = False
            return Did.TOOK
        if isinstance(target.value, int) and 0 <= target.value < len(self.rows):
            again = target.value == self.index
            self._to(target.value)
            return Did.CHOSE if again or self.instant else Did.TOOK
        return Did.TOOK

    # --- drawing ------------------------------------------------------------------------------------

    def height(self, columns: int) -> int:
        """Rows that the whole list takes in so many columns."""
        return sum(len(self._lines(row, columns)) for row in self.rows)

    def _numbered(self) -> int:
        return max((width(row.number) for row in self.rows), default=0)

    def _lines(self, row: Row, columns: int) -> list[tuple[str, Role]]:
        numbered = self._numbered()
        lead = 2 + (numbered + 2 if numbered else 0)
        room = max(8, columns - lead - 1)
        number = f"{row.number:>{numbered}}. " if numbered and row.number else " " * (numbered + 2 if numbered else 0)
        lines = [
            ((number if n == 0 else " " * len(number)) + line, row.role) for n, line in enumerate(wrap(row.label, room))
        ]
        if row.detail:
            lines += [(" " * len(number) + line, Role.FAINT) for line in wrap(row.detail, room)]
        return lines

    def draw(self, area: Area, *, focused: bool = True) -> None:
        """Draw as much as fits, the chosen line in sight, with a scroll bar if that is not all."""
        lines: list[tuple[int, bool, str, Role]] = []
        start = end = 0
        for number, row in enumerate(self.rows):
            told = self._lines(row, area.width)
            if number == self.index:
                start, end = len(lines), len(lines) + len(told)
            lines += [(number, n == 0, text, role) for n, (text, role) in enumerate(told)]
        self._page = max(1, area.height - 1)
        self._scroll(start, end, len(lines), area.height)
        area.restyle(link=Target(self.name))
        for y, (number, head, text, role) in enumerate(lines[self._first : self._first + area.height]):
            here = number == self.index
            mark = f"{area.glyphs.pointer if here and head else ' '} "
            shown = Role.CHOSEN if here and focused else Role.STRONG if here and role is Role.TEXT else role
            place = area.part(0, y, area.width - 1, 1)
            place.fill(shown if here and focused else Role.TEXT, link=Target(self.name, number))
            place.put(0, 0, mark + text, shown, Target(self.name, number))
        area.scrollbar(self._first, area.height, len(lines))

    def _scroll(self, start: int, end: int, total: int, height: int) -> None:
        if self._follow:
            if end > self._first + height:
                self._first = end - height
            if start < self._first:
                self._first = start
        self._first = max(0, min(self._first, total - height))
