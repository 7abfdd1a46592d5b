"""Some text to read and scroll, on a screen of its own."""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.scroller import Line, Scroller


class TextScreen(Screen):
    """The text. Enter goes back, as Esc does."""

    def __init__(self, desk: Desk, title: str, text: str = "", *, lines: Sequence[Line] | None = None) -> None:
        """Paragraphs of ``text``; or ``lines``, which are shown from their end: the story."""
        super().__init__(desk)
        self._title = title
        given = [Line(line, hanging=2) for line in text.split("\n")] if lines is None else list(lines)
        self._text = Scroller("text", given, tail=lines is not None)

    @property
    def title(self) -> str:
        """What the top line says."""
        return self._title

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        return self._text.hints()

    def draw(self, area: Area) -> None:
        """All of it."""
        self._text.draw(area.inset(1))

    def handle(self, event: Event) -> bool:
        """Scroll; Enter goes back."""
        if isinstance(event, Key) and event.name == "enter":
            self.back()
            return True
        return self._text.handle(event) is not Did.NOTHING
