"""A list put over a screen, to choose one thing from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Screen
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.listing import ListBox, Row

WIDEST = 72
"""Columns of the list."""


class Picker(Screen):
    """The list, in the middle. Enter, a number or a click takes a line; Esc takes none.

    ``typing`` says what a number does where it only goes to its line: where one number may be the beginning of another.
    """

    overlay = True

    def __init__(
        self,
        desk: Desk,
        title: str,
        rows: Sequence[Row],
        then: Callable[[Hashable], None],
        at: Hashable = None,
        *,
        typing: str = "",
    ) -> None:
        """``then`` gets the value of the line that was taken; the arrows begin at the line with the value ``at``."""
        super().__init__(desk)
        self._title = title
        self._then = then
        self._typing = typing
        self._list = ListBox("picker", rows, instant=True)
        self._list.index = next((n for n, row in enumerate(rows) if row.value == at), 0)

    @property
    def title(self) -> str:
        """What its frame says."""
        return self._title

    def handle(self, event: Event) -> bool:
        """Choose."""
        did = self._list.handle(event)
        typed = isinstance(event, Key) and len(event.name) == 1
        if did is Did.CHOSE and self._list.row is not None and not (self._typing and typed):
            value = self._list.row.value
            self.desk.navigator.pop(self)
            self._then(value)
        return did is not Did.NOTHING

    def draw(self, area: Area) -> None:
        """A box in the middle."""
        columns = min(WIDEST, area.width - 4)
        rows = min(self._list.height(columns - 4) + 2, area.height - 4)
        place = Area(area.grid, area.rect.centred(Size(columns, rows)))
        place.fill()
        note = f"{self._typing}, Enter takes it, Esc closes" if self._typing else "Enter takes it, Esc closes"
        self._list.draw(place.panel(self._title, note=note))
