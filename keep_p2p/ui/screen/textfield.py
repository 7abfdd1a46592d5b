"""A field of one line of text."""

from __future__ import annotations

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse, MouseKind, Target
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.widths import clusters, width


class TextField:
    """The field. ``limit`` is in characters; ``hint`` is shown, fainter, while it is empty."""

    def __init__(self, name: str, text: str = "", *, limit: int = 64, hint: str = "") -> None:
        """The cursor stands behind ``text``."""
        self.name = name
        self.text = text
        self.limit = limit
        self.hint = hint
        self.cursor = len(text)
        self._first = 0

    def set(self, text: str) -> None:
        """Put another text in."""
        self.text, self.cursor, self._first = text, len(text), 0

    def handle(self, event: Event) -> Did:
        """Type, delete, move; Enter has chosen."""
        if isinstance(event, Mouse):
            mine = event.target is not None and event.target.name == self.name
            return Did.TOOK if mine and event.kind is MouseKind.CLICK else Did.NOTHING
        if event.name == "enter":
            return Did.CHOSE
        if event.typed:
            self._insert(event.typed)
            return Did.TOOK
        return self._edit(event)

    def _insert(self, typed: str) -> None:
        clean = "".join(character if character.isprintable() else " " for character in typed)
        clean = clean[: self.limit - len(self.text)]
        self.text = self.text[: self.cursor] + clean + self.text[self.cursor :]
        self.cursor += len(clean)

    def _edit(self, key: Key) -> Did:
        text, at = self.text, self.cursor
        match key.name:
            case "backspace" | "ctrl-h":
                self.text, self.cursor = text[: max(0, at - 1)] + text[at:], max(0, at - 1)
            case "delete":
                self.text = text[:at] + text[at + 1 :]
            case "left":
                self.cursor = max(0, at - 1)
            case "right":
                self.cursor = min(len(text), at + 1)
            case "home" | "ctrl-a":
                self.cursor = 0
            case "end" | "ctrl-e":
                self.cursor = len(text)
            case "ctrl-u":
                self.text, self.cursor = text[at:], 0
            case "ctrl-w":
                start = text[:at].rstrip().rfind(" ") + 1
                self.text, self.cursor = text[:start] + text[at:], start
            case _:
                return Did.NOTHING
        return Did.TOOK

    def draw(self, area: Area, *, focused: bool = True) -> None:
        """Draw on the first row, as wide as the area, the cursor in sight."""
        row = area.part(0, 0, rows=1)
        link = Target(self.name)
        row.fill(Role.FIELD, link=link)
        self._first = min(self._first, self.cursor)
        while width(self.text[self._first : self.cursor]) >= max(1, row.width):
            self._first += 1
        if self.text:
            shown = "".join(piece for piece, _ in clusters(self.text[self._first :]))
            row.put(0, 0, shown, Role.FIELD, link)
        elif self.hint:
            row.put(0, 0, self.hint, Role.FAINT, link)
        if focused:
            x = width(self.text[self._first : self.cursor])
            row.grid.cursor = (row.rect.x + x, row.rect.y)
            if not focused or row.width:
                row.part(x, 0, 1, 1).restyle(Role.CHOSEN)
