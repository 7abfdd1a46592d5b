"""The rules by topic: topics at the left, the chosen one at the right."""

from __future__ import annotations

import re

from keep_p2p import rulesbook
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Help, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse
from keep_p2p.ui.screen.listing import ListBox, Row
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.scroller import Line, Scroller

LIST_COLUMNS = 24
WIDEST = 90
"""Columns of prose: a longer line is hard to read, however wide the screen."""

_ITEM = re.compile(r"(- |\d+\. )")


class RulesScreen(Screen):
    """A reader of the rules."""

    def __init__(self, desk: Desk, topic: str | None = None) -> None:
        """Open at ``topic`` (a name of the rulesbook, or numbers of rulings), or at the beginning."""
        super().__init__(desk)
        self._topics = rulesbook.topics()
        asked = rulesbook.find(topic) if topic is not None else None
        if asked is not None and asked not in self._topics:
            self._topics = (asked, *self._topics)
        self._list = ListBox("topic", [Row(found.title, found.name) for found in self._topics])
        self._text = Scroller("chapter")
        names = [found.name for found in self._topics]
        self._list.index = names.index(topic) if topic in names else 0
        self._show()

    @property
    def title(self) -> str:
        """What the top line says."""
        return f"The rules: {self._topics[self._list.index].title}"

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        glyphs, at = self.desk.look.glyphs, self._list.index
        above = (Hint(Key("up"), "topic above", glyphs.up),) if at > 0 else ()
        below = (Hint(Key("down"), "topic below", glyphs.down),) if at < len(self._topics) - 1 else ()
        return (*above, *below, *self._text.hints())

    def help(self) -> Help:
        """What `?` shows."""
        return Help(("Choose a topic at the left with the arrows; read it at the right with PgDn, PgUp or Space.",))

    def _show(self) -> None:
        self._text.set(chapter_lines(self._topics[self._list.index].text))

    def handle(self, event: Event) -> bool:
        """Arrows choose a topic, PgUp and PgDn read."""
        if isinstance(event, Key) and event.name in ("space", "enter"):
            event = Key("pagedown")
        reads = isinstance(event, Key) and event.name in ("pageup", "pagedown")
        if (reads or isinstance(event, Mouse)) and self._text.handle(event) is not Did.NOTHING:
            return True
        before = self._list.index
        did = self._list.handle(event)
        if self._list.index != before:
            self._show()
        return did is not Did.NOTHING

    def draw(self, area: Area) -> None:
        """Topics and text side by side."""
        topics, text = area.left(LIST_COLUMNS + 4)
        self._list.draw(topics.panel("Topics"))
        inside = text.panel(self._topics[self._list.index].title)
        self._text.draw(inside.part(0, 0, min(inside.width, WIDEST)))


def chapter_lines(markdown: str) -> list[Line]:
    """A chapter of the rulesbook as paragraphs, its heading left out: the frame has it."""
    lines: list[Line] = []
    for block in markdown.strip().split("\n\n"):
        plain = re.sub(r"[*`]", "", block)
        if plain.startswith("#"):
            if lines:
                lines += [Line(plain.lstrip("# "), Role.TITLE), Line("")]
            continue
        for text in _paragraphs(plain):
            item = _ITEM.match(text)
            lines.append(Line(text, hanging=len(item[0]) if item else 0))
        lines.append(Line(""))
    return lines


def _paragraphs(block: str) -> list[str]:
    """The paragraph, or the items of a list, each in one line."""
    found: list[str] = []
    for line in block.split("\n"):
        if not found or _ITEM.match(line):
            found.append(line.strip())
        else:
            found[-1] += " " + line.strip()
    return found
