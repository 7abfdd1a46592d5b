"""Screens without a terminal: draw them to text, press keys, click on what is drawn. For tests and pictures."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count

from keep_p2p.ui.screen.base import Cancel, Desk, Look, Screen
from keep_p2p.ui.screen.events import Key, Link, MouseKind
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.navigator import Navigator

SIZES = (Size(80, 24), Size(100, 30), Size(120, 40), Size(200, 60))
"""The sizes at which every screen is tested."""


class Driver:
    """A navigator with a person of your own, and a clock that moves only when told to."""

    def __init__(self, size: Size = SIZES[0], look: Look | None = None) -> None:
        """Make screens with ``desk``, and `show` the first."""
        self.desk = Desk(look)
        self.navigator = Navigator(self.desk)
        self.size = size
        self.status: int | None = None
        """The exit status, once the program has ended."""
        self.now = 0.0
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._cancelled: set[int] = set()
        self._number = count()
        self.desk.later = self._later
        self.desk.quit = self._quit

    def show(self, screen: Screen) -> Driver:
        """Put a screen on the stack."""
        self.navigator.push(screen)
        return self

    @property
    def grid(self) -> Grid:
        """What is to be seen now."""
        return self.navigator.render(self.size)

    @property
    def text(self) -> str:
        """What is to be seen now, as text."""
        return self.grid.text()

    def press(self, *keys: str) -> Driver:
        """Press keys, by name."""
        for key in keys:
            self.navigator.handle(Key(key))
        return self

    def type(self, text: str) -> Driver:
        """Type a text, character by character."""
        return self.press(*("space" if character == " " else character for character in text))

    def click(self, what: str | Link, kind: MouseKind = MouseKind.CLICK) -> Driver:
        """Click on a text that is in sight, or on the first cell with this link.

        :raises LookupError: there is none.
        """
        grid = self.grid
        x, y = self._find_text(grid, what) if isinstance(what, str) else self._find_link(grid, what)
        self.navigator.click(grid, x, y, kind)
        return self

    def _find_text(self, grid: Grid, text: str) -> tuple[int, int]:
        for y, row in enumerate(grid.rows):
            joined = "".join(cell.text or "\0" for cell in row)
            if (x := joined.find(text)) >= 0:
                return x, y
        raise LookupError(f"{text!r} is not in sight:\n{grid.text()}")

    def _find_link(self, grid: Grid, link: Link) -> tuple[int, int]:
        found = grid.links()
        if link not in found:
            raise LookupError(f"nothing is linked to {link}:\n{grid.text()}")
        return found[link]

    def wait(self, seconds: float) -> Driver:
        """Let time pass, timers firing in their order."""
        end = self.now + seconds
        while self._timers and self._timers[0][0] <= end:
            self.now, number, call = heapq.heappop(self._timers)
            if number not in self._cancelled:
                call()
        self.now = end
        return self

    def _later(self, seconds: float, call: Callable[[], None]) -> Cancel:
        number = next(self._number)
        heapq.heappush(self._timers, (self.now + seconds, number, call))
        return lambda: self._cancelled.add(number)

    def _quit(self, status: int) -> None:
        self.status = status
