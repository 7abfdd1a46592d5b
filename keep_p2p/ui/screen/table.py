"""A first screen for the table: the story, the question with its numbered answers, and who waits for whom.

It shows every decision of the game by the menus of `keep_p2p.ui.menu`, so a whole game can be played here. Like
every table screen it reads a `TableModel`, sends `TableCommands`, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from keep_p2p.ui.facts import on_map
from keep_p2p.ui.map import draw_map
from keep_p2p.ui.menu import Menu, menu_for
from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.base import Cancel, Desk, Help, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse
from keep_p2p.ui.screen.geometry import Breakpoint
from keep_p2p.ui.screen.listing import ListBox, Row
from keep_p2p.ui.screen.overlays import ask
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.scroller import Line, Scroller
from keep_p2p.ui.screen.story import story_line
from keep_p2p.ui.screen.table_model import (
    Asked,
    Snapshot,
    Stage,
    StoryLine,
    TableCommands,
    TableEvent,
    TableModel,
)
from keep_p2p.ui.screen.textfield import TextField
from keep_p2p.ui.told import hand_lines, state_lines, waiting_line

MOST_CHAT = 300
"""Characters of one chat line."""


@dataclass
class _Open:
    """A question's menus: the last of ``stack`` is shown."""

    asked: Asked
    stack: list[Menu]


class TableScreen(Screen):
    """One table, played or watched."""

    def __init__(self, desk: Desk, model: TableModel, commands: TableCommands) -> None:
        """The story so far is shown at once."""
        super().__init__(desk)
        self.model = model
        self.commands = commands
        self._story = Scroller("story", [story_line(line) for line in model.story], tail=True)
        self._choices = ListBox("choices")
        self._chat = TextField("chat", limit=MOST_CHAT, hint="say something to the table, then Enter")
        self._chatting = False
        self._open: _Open | None = None
        self._stop: Cancel = lambda: None

    # --- the model ----------------------------------------------------------------------------------

    def opened(self) -> None:
        """Listen."""
        self._stop = self.model.listen(self._news)
        self._follow_question()

    def closed(self) -> None:
        """Stop listening."""
        self._stop()

    def _news(self, event: TableEvent) -> None:
        if isinstance(event, StoryLine):
            self._story.add(story_line(event))
        elif not isinstance(event, Snapshot):
            self._follow_question()

    def _follow_question(self) -> None:
        """Show the open question, if it is another than before."""
        asked, now = self.model.asked, self.model.now
        if asked is None or now is None or now.view is None:
            self._open = None
            self._choices.set((), keep=False)
        elif self._open is None or self._open.asked is not asked:
            self._open = _Open(asked, [menu_for(asked.decide, asked.actions, now.view, now.names)])
            self._show_menu()

    def _show_menu(self) -> None:
        assert self._open is not None
        rows = [Row(item.label, n, str(n + 1)) for n, item in enumerate(self._open.stack[-1].items)]
        self._choices.set(rows, keep=False)

    # --- words --------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The table's name."""
        return f"Table {self.model.lobby.table}" if self.model.lobby is not None else "The table"

    def status(self) -> tuple[Span, ...]:
        """How fair it is so far, and whom the table waits for."""
        if self.model.convicted is not None:
            return (("PLAY HAS STOPPED", Role.BAD),)
        return ((f"{self.model.checked} checks, all held", Role.BAR),)

    def hints(self) -> tuple[Hint, ...]:
        """The keys that do something now."""
        if self._chatting:
            return (Hint(Key("enter"), "say it"),)
        found = []
        if self._open is not None:
            found = [Hint(Key("enter"), "choose"), *([Hint(Key("left"), "list above")] if self._deep else [])]
        looks = [Hint(Key("m"), "map"), Hint(Key("s"), "state")]
        own = [] if self.model.watching else [Hint(Key("h"), "hand"), Hint(Key("c"), "chat")]
        return (*found, *looks, *own, Hint(Key("pageup"), "story"))

    def help(self) -> Help:
        """What can be done now, and what the rules say of it."""
        now = [_HELP_ASKED if self._open is not None else _HELP_WAITING]
        topics = ("minute", "turn", "moving", "conflict", "bonus", "hazard")
        return Help(tuple(now), (("1-9", "go to a choice"), ("PgUp, PgDn", "read the story")), topics)

    @property
    def leave_label(self) -> str:
        """What Esc does."""
        return "list above" if self._deep and not self._chatting else "no chat" if self._chatting else "leave"

    @property
    def _deep(self) -> bool:
        return self._open is not None and len(self._open.stack) > 1

    # --- events -------------------------------------------------------------------------------------

    def back(self) -> None:
        """Out of the chat, out of a group of choices, or away from the table: that is asked."""
        if self._chatting:
            self._chatting = False
        elif self._deep:
            self._up()
        elif self.model.stage in (Stage.OVER, Stage.ENDED) or self.model.watching:
            self._leave()
        else:
            text = "Leave the table? The others cannot go on without your seat."
            ask(self.desk, "Leave the table?", text, (("y", "leave", self._leave), ("n", "stay", lambda: None)))

    def _leave(self) -> None:
        self.commands.leave()
        self.desk.navigator.pop(self)

    def handle(self, event: Event) -> bool:
        """Choose, scroll, look, chat."""
        if self._chatting and isinstance(event, Key):
            return self._typed(event)
        if isinstance(event, Mouse):
            return self._list(event) or self._story.handle(event) is not Did.NOTHING
        if event.name in ("pageup", "pagedown"):
            return self._story.handle(event) is not Did.NOTHING
        if event.name == "left" and self._deep:
            self._up()
            return True
        return self._list(event) or self._letter(event)

    def _list(self, event: Event) -> bool:
        if self._open is None:
            return False
        did = self._choices.handle(event)
        if did is Did.CHOSE and self._choices.row is not None:
            self._chosen(int(str(self._choices.row.value)))
        return did is not Did.NOTHING

    def _chosen(self, number: int) -> None:
        assert self._open is not None
        item = self._open.stack[-1].items[number]
        if item.inner is not None:
            self._open.stack.append(item.inner)
            self._show_menu()
        elif item.action is not None:
            self.model.answered()
            self._open = None
            self._choices.set((), keep=False)
            self.commands.choose(item.action)

    def _up(self) -> None:
        assert self._open is not None
        self._open.stack.pop()
        self._show_menu()

    def _typed(self, key: Key) -> bool:
        did = self._chat.handle(key)
        if did is Did.CHOSE:
            if self._chat.text.strip():
                self.commands.say(self._chat.text.strip())
            self._chat.set("")
            self._chatting = False
        return did is not Did.NOTHING

    def _letter(self, key: Key) -> bool:
        now = self.model.now
        if key.name == "c" and not self.model.watching:
            self._chatting = True
            return True
        if now is None or now.state is None:
            return False
        match key.name:
            case "m":
                lines = draw_map(now.names.board, on_map(now.state), self.desk.look.glyphs.map)
                self.desk.navigator.push(TextScreen(self.desk, "The map", "\n".join(lines), wrapped=False))
            case "s":
                text = "\n".join(state_lines(now.state, now.names, now.waiting))
                self.desk.navigator.push(TextScreen(self.desk, "How it stands", text))
            case "h" if now.view is not None:
                text = "\n".join(hand_lines(now.view, now.names))
                self.desk.navigator.push(TextScreen(self.desk, "Your cards", text))
            case _:
                return False
        return True

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, area: Area) -> None:
        """Story above, question below; side by side where there is room."""
        if self._chatting:
            area, chat = area.bottom(1)
            chat.put(0, 0, "Say: ", Role.CHAT)
            self._chat.draw(chat.part(5, 0))
        if self.breakpoint(area) >= Breakpoint.WIDE:
            story, question = area.left(area.width // 2)
        else:
            rows = min(area.height * 2 // 3, max(7, self._rows(area.width - 4)))
            story, question = area.bottom(rows)
        self._story.draw(story.panel("What happened"))
        self._draw_question(question)

    def _rows(self, columns: int) -> int:
        return 3 + (0 if self._open is None else self._choices.height(columns) + len(self._question()) // columns + 2)

    def _question(self) -> str:
        return "" if self._open is None else self._open.stack[-1].title

    def _draw_question(self, area: Area) -> None:
        model = self.model
        if self._open is None:
            area.panel("Now").wrapped(0, self._waits(), Role.BAD if model.convicted else Role.TEXT)
            return
        inside = area.panel("You choose", role=Role.YOURS)
        y = inside.wrapped(0, self._question(), Role.YOURS)
        if model.refused:
            y = inside.wrapped(y, model.refused, Role.BAD)
        self._choices.draw(inside.part(0, y + 1 if inside.height > 8 else y))

    def _waits(self) -> str:
        model, now = self.model, self.model.now
        if model.ended is not None and model.ended.problem:
            return model.ended.problem
        if model.stage in (Stage.OVER, Stage.ENDED):
            return "The game is over."
        if model.sent is not None:
            return "Your choice is being sent."
        if model.working is not None:
            return f"{model.working.what.capitalize()}: {model.working.done} of {model.working.total} players are done."
        return waiting_line(now.waiting, now.names) if now is not None else "The cards are being made ready."


_HELP_ASKED = "You are asked to choose. Arrows or a number go to a choice, Enter takes it; until then nothing is sent."
_HELP_WAITING = "Nothing is asked of you now. You can read the story, look at the map, the state and your cards."


class TextScreen(Screen):
    """Some text to read and scroll."""

    def __init__(self, desk: Desk, title: str, text: str, *, wrapped: bool = True) -> None:
        """``wrapped``: paragraphs; otherwise each line is drawn as it is."""
        super().__init__(desk)
        self._title = title
        self._text = Scroller("text", [Line(line, hanging=2 if wrapped else 0) for line in text.split("\n")])

    @property
    def title(self) -> str:
        """What the top line says."""
        return self._title

    def draw(self, area: Area) -> None:
        """All of it."""
        self._text.draw(area.inset(1))

    def handle(self, event: Event) -> bool:
        """Scroll; Enter goes back."""
        if isinstance(event, Key) and event.name == "enter":
            self.back()
            return True
        return self._text.handle(event) is not Did.NOTHING
