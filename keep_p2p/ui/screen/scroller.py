"""Text that scrolls: the story, a chapter of the rules, a list of doors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Hint
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse, MouseKind, Target
from keep_p2p.ui.screen.listing import WHEEL_ROWS
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.widths import wrap


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph: wrapped when drawn, further lines ``hanging`` columns in."""

    text: str
    role: Role = Role.TEXT
    hanging: int = 0


class Scroller:
    """The text. ``tail``: it shows its end and follows it as it grows, until somebody scrolls up."""

    def __init__(self, name: str, lines: Sequence[Line] = (), *, tail: bool = False) -> None:
        """``name`` tells its targets from those of other widgets on the same screen."""
        self.name = name
        self.lines: list[Line] = list(lines)
        self._tail = tail
        self._following = tail
        self._first = 0
        self._page = 1
        self._total = 0
        self._wrapped: list[tuple[str, Role]] = []
        self._starts: list[int] = []
        """The first row of each paragraph that is wrapped."""
        self._wrapped_for: tuple[int, int] = (-1, 0)

    @property
    def at_end(self) -> bool:
        """Whether nothing is left below."""
        return self._first >= self._total - self._page

    @property
    def whole(self) -> bool:
        """Whether it was drawn, and all of it was in sight."""
        return 0 < self._total <= self._page

    def hints(self, back: str = "read back", on: str = "read on") -> tuple[Hint, ...]:
        """The keys that scroll it, as it was last drawn: each only where it would bring something into sight."""
        down = () if self.at_end else (Hint(Key("pagedown"), on),)
        up = (Hint(Key("pageup"), back),) if self._first > 0 else ()
        return (*down, *up)

    def set(self, lines: Sequence[Line]) -> None:
        """Show another text from its beginning (or its end, with ``tail``)."""
        self.lines = list(lines)
        self._first, self._following = 0, self._tail
        self._wrapped_for = (-1, 0)

    def add(self, line: Line) -> None:
        """Put one more paragraph behind the others."""
        self.lines.append(line)

    def amend(self, first: int, lines: Sequence[Line]) -> None:
        """Put other paragraphs in place of all from ``first`` on; what is in sight stays as far as it can."""
        self.lines[first:] = lines
        width, done = self._wrapped_for
        if done > first:
            del self._wrapped[self._starts[first] :], self._starts[first:]
            self._wrapped_for = (width, first)

    def follow(self) -> None:
        """Show the end again, of a text that has a tail."""
        self._following = self._tail

    def row_of(self, paragraph: int) -> int:
        """The row on which a paragraph begins, as it was last wrapped."""
        return self._starts[paragraph]

    def first_row(self, columns: int, rows: int) -> int:
        """The first row that would be in sight on an area of this size."""
        self._wrap(columns - 2)
        last = max(0, len(self._wrapped) - rows)
        return last if self._following else min(self._first, last)

    def handle(self, event: Event) -> Did:
        """Scroll."""
        if isinstance(event, Mouse):
            if event.target is None or event.target.name != self.name or event.kind is MouseKind.CLICK:
                return Did.NOTHING
            return self._by(WHEEL_ROWS if event.kind is MouseKind.WHEEL_DOWN else -WHEEL_ROWS)
        steps = {
            "up": -1, "down": 1, "pageup": -max(1, self._page - 1), "pagedown": max(1, self._page - 1),
            "home": -self._total, "end": self._total,
        }  # fmt: skip
        return self._by(steps[event.name]) if event.name in steps else Did.NOTHING

    def _by(self, rows: int) -> Did:
        last = max(0, self._total - self._page)
        self._first = max(0, min(self._first + rows, last))
        self._following = self._tail and self._first == last
        return Did.TOOK

    def _wrap(self, columns: int) -> None:
        """Wrap what is new; everything, if the columns have changed."""
        width, done = self._wrapped_for
        if width != columns or done > len(self.lines):
            self._wrapped, self._starts, done = [], [], 0
        for line in self.lines[done:]:
            self._starts.append(len(self._wrapped))
            self._wrapped += [(text, line.role) for text in wrap(line.text, columns, line.hanging)]
        self._wrapped_for = (columns, len(self.lines))

    def height(self, columns: int) -> int:
        """Rows that all of it takes on an area of so many columns."""
        self._wrap(columns - 2)
        return len(self._wrapped)

    def _broken(self, rows: int) -> int:
        """Rows at the top of a followed text that end a paragraph begun above: left out, if more follows."""
        if not self._following or self._first == 0:
            return 0
        start = next((start for start in self._starts if start >= self._first), self._first + rows)
        return start - self._first if start < self._first + rows else 0

    def draw(self, area: Area) -> None:
        """Draw what is in sight, with a scroll bar if that is not all."""
        self._first = self.first_row(area.width, max(1, area.height))
        self._total, self._page = len(self._wrapped), max(1, area.height)
        shown = self._wrapped[self._first : self._first + area.height]
        for y, (text, role) in enumerate(shown[self._broken(area.height) :]):
            area.put(0, y, text, role)
        area.restyle(link=Target(self.name))
        area.scrollbar(self._first, area.height, self._total)
