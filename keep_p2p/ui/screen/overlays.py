"""What is put over a screen: a question with a few answers, and help."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from keep_p2p import rulesbook
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Hint, Screen, key_name
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse, Target
from keep_p2p.ui.screen.geometry import Rect, Size
from keep_p2p.ui.screen.listing import ListBox, Row
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.scroller import Line, Scroller
from keep_p2p.ui.screen.widths import width, wrap

Answer = tuple[str, str, Callable[[], None]]
"""The key that gives it, what it says, and what it does."""

WIDEST = 64
"""Columns of a question."""


class Question(Screen):
    """A sentence and its answers. Esc is the last of them: the harmless one."""

    overlay = True

    def __init__(self, desk: Desk, title: str, sentence: str, answers: Sequence[Answer]) -> None:
        """The arrows stand on the last answer."""
        super().__init__(desk)
        self._title = title
        self.sentence = sentence
        self.answers = tuple(answers)
        self._index = len(self.answers) - 1

    @property
    def title(self) -> str:
        """What its frame says."""
        return self._title

    def back(self) -> None:
        """The harmless answer."""
        self._answer(len(self.answers) - 1)

    def _answer(self, number: int) -> None:
        self.desk.navigator.pop(self)
        self.answers[number][2]()

    def handle(self, event: Event) -> bool:
        """An answer's key, arrows and Enter, or a click."""
        if isinstance(event, Mouse):
            if event.target is not None and event.target.name == "answer" and isinstance(event.target.value, int):
                self._answer(event.target.value)
            return True
        for number, (key, _, _) in enumerate(self.answers):
            if event.name.casefold() == key.casefold():
                self._answer(number)
                return True
        if event.name in ("left", "up", "backtab"):
            self._index = (self._index - 1) % len(self.answers)
        elif event.name in ("right", "down", "tab"):
            self._index = (self._index + 1) % len(self.answers)
        elif event.name == "enter":
            self._answer(self._index)
        else:
            return event.name not in ("escape", "f10")
        return True

    def draw(self, area: Area) -> None:
        """A box in the middle."""
        columns = min(WIDEST, area.width - 4)
        told = wrap(self.sentence, columns - 4)
        place = Area(area.grid, area.rect.centred(Size(columns, len(told) + 4)))
        place.fill()
        inside = place.panel(self.title)
        for y, line in enumerate(told):
            inside.put(0, y, line)
        x, y = 0, len(told) + 1
        for number, (key, label, _) in enumerate(self.answers):
            role = Role.CHOSEN if number == self._index else Role.KEY
            x = inside.put(x, y, f" {key_name(Key(key))}  {label} ", role, Target("answer", number)) + 2


def ask(desk: Desk, title: str, sentence: str, answers: Sequence[Answer]) -> None:
    """Put a question over whatever is shown."""
    desk.navigator.push(Question(desk, title, sentence, answers))


def tell(desk: Desk, title: str, sentence: str, then: Callable[[], None] = lambda: None) -> None:
    """Put a sentence over whatever is shown, until it is acknowledged."""
    ask(desk, title, sentence, (("enter", "go on", then),))


class TextOverlay(Screen):
    """A text to read and scroll, over what it belongs to. Enter and the key that opened it close it, as Esc does."""

    overlay = True

    def __init__(self, desk: Desk, title: str, lines: Sequence[Line], *, closing: Key) -> None:
        """From its beginning."""
        super().__init__(desk)
        self._title = title
        self._closing = closing
        self._text = Scroller("text", lines)

    @property
    def title(self) -> str:
        """What its frame says."""
        return self._title

    def handle(self, event: Event) -> bool:
        """Scroll, or close."""
        if event in (self._closing, Key("enter"), Key("q")):
            self.back()
            return True
        return self._text.handle(event) is not Did.NOTHING

    def draw(self, area: Area) -> None:
        """A box over most of the screen, no higher than its text."""
        columns = min(84, area.width - 4)
        rows = min(area.height - 2, self._text.height(columns - 4) + 2)
        place = Area(area.grid, area.rect.centred(Size(columns, rows)))
        place.fill()
        note = "Esc closes" if self._text.height(columns - 4) + 2 <= rows else "PgUp, PgDn read on, Esc closes"
        self._text.draw(place.panel(self.title, note=note))


class HelpOverlay(Screen):
    """What can be done on the screen below, by which keys, and what the rules say."""

    overlay = True

    def __init__(self, desk: Desk, about: Screen) -> None:
        """Help about the screen ``about`` as it stands now."""
        super().__init__(desk)
        self._title = f"Help: {about.title}"
        told = about.help()
        topics = {topic.name: topic.title for topic in rulesbook.topics()}
        rows = [Row(f"Rules: {topics[name]}", name) for name in told.topics if name in topics]
        if told.rulings:
            asked = rulesbook.of_rulings(told.rulings)
            rows.append(Row(f"{asked.title}: what is decided, and why", asked.name))
        self._topics = ListBox("topics", [*rows, Row("Rules: all topics", "")], instant=True)
        lines = [Line(sentence, hanging=2) for sentence in told.now]
        own = dict(told.keys)  # which says more of a key than its hint does
        keys = [*told.keys, *(shown for hint in about.hints() if (shown := _shown(hint))[0] not in own)]
        if lines and keys:
            lines.append(Line(""))
        wide = max([8, *(width(key) for key, _ in keys)])
        lines += [Line(f"{key:<{wide}}  {what}", hanging=wide + 2) for key, what in dict(keys).items()]
        always = (
            ("Esc, F10", about.leave_label),
            ("Ctrl-C", "leave keep-p2p (asks first)"),
            ("mouse", "click and wheel work too"),
        )
        lines += [Line(f"{key:<{wide}}  {what}", Role.FAINT, wide + 2) for key, what in always]
        self._text = Scroller("help", lines)

    @property
    def title(self) -> str:
        """What its frame says."""
        return self._title

    def handle(self, event: Event) -> bool:
        """Scroll, choose a topic, or close."""
        if isinstance(event, Key) and event.name in ("?", "q"):
            self.back()
            return True
        reads = isinstance(event, Mouse) or event.name in ("pageup", "pagedown")
        if reads and self._text.handle(event) is Did.TOOK:
            return True
        did = self._topics.handle(event)
        if did is Did.CHOSE and self._topics.row is not None:
            self._show_rules(str(self._topics.row.value))
        return did is not Did.NOTHING

    def _show_rules(self, topic: str) -> None:
        from keep_p2p.ui.screen.rules import RulesScreen

        self.desk.navigator.push(RulesScreen(self.desk, topic or None))

    def draw(self, area: Area) -> None:
        """A box over most of the screen: the text above, topics below."""
        columns = min(84, area.width - 4)
        topics = len(self._topics.rows)
        wanted = self._text.height(columns - 4) + topics + 4
        rows = min(area.height - 2, wanted)
        place = Area(area.grid, area.rect.centred(Size(columns, rows)))
        place.fill()
        inside = place.panel(self.title, note="Esc closes" if rows == wanted else "PgUp, PgDn read on, Esc closes")
        text, lower = inside.bottom(topics + 1)
        self._text.draw(text)
        lower.rule(0, role=Role.BORDER)
        self._topics.draw(Area(lower.grid, Rect(lower.rect.x, lower.rect.y + 1, lower.width, lower.height - 1)))


def _shown(hint: Hint) -> tuple[str, str]:
    return hint.name, hint.label
