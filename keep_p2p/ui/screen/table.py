"""The table: the screen that people sit at. The map, what is asked, one's cards, the story, and who waits for whom.

It reads a `TableModel` and sends `TableCommands`, and nothing else. What is being chosen is a `Choosing`
(`keep_p2p.ui.table.choosing`), the drawing is in `table_layout`, dice and cards that turn up in `table_moments`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from keep_p2p.rules.names import Room
from keep_p2p.rules.records import ConflictBegan, ConflictDecided, ConflictRevealed, Moved, Placed, Record, RoomProven
from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.base import Cancel, Desk, Help, Hint, Screen
from keep_p2p.ui.screen.board.chart import ARROWS
from keep_p2p.ui.screen.board.picture import MAP
from keep_p2p.ui.screen.board.viewport import EDGE
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse, MouseKind, Target
from keep_p2p.ui.screen.listing import WHEEL_ROWS
from keep_p2p.ui.screen.overlays import TextOverlay, ask
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.table_help import fairness, help_at, leaving, standing_title
from keep_p2p.ui.screen.table_layout import LOOKING, Pieces, draw_table
from keep_p2p.ui.screen.table_model import Asked, Snapshot, Stage, StoryLine, TableCommands, TableEvent, TableModel
from keep_p2p.ui.screen.table_moments import Moment, Moments, moment_of, with_cards
from keep_p2p.ui.screen.table_panels import ENTRY
from keep_p2p.ui.screen.table_story import RECAP_KEY, StoryBox, recap_lines
from keep_p2p.ui.screen.text_screen import TextScreen
from keep_p2p.ui.screen.textfield import TextField
from keep_p2p.ui.table.choosing import Choosing
from keep_p2p.ui.table.guide import Guide, lesson_of
from keep_p2p.ui.table.refusals import no_such_key, no_such_line, not_this_room, nothing_that_way
from keep_p2p.ui.told import hand_lines, state_lines, who_lines

MOST_CHAT = 300
"""Characters of one chat line."""

FLASH_SECONDS = 0.25
"""Seconds that the banner flashes when something is asked."""

Learnt = Callable[[Guide], None]
"""Called when the guide has explained something, or was switched on or off: to be remembered."""


class TableScreen(Screen):
    """One table, played or watched."""

    def __init__(
        self,
        desk: Desk,
        model: TableModel,
        commands: TableCommands,
        *,
        guide: Guide | None = None,
        learnt: Learnt = lambda guide: None,
        over: Callable[[TableScreen], None] = lambda screen: None,
    ) -> None:
        """``learnt`` remembers what the guide has told; ``over`` is called once, when the game is over."""
        super().__init__(desk)
        self.model = model
        self.commands = commands
        self._learnt = learnt
        self._over = over
        self.end: Callable[[], None] | None = None
        """Shows the end once more, when the game is over."""
        self._typed = ""
        self._chat = TextField("chat", limit=MOST_CHAT, hint="something to the table, then Enter")
        self._chatting = False
        self._stop: Cancel = lambda: None
        known = guide or Guide(on=desk.look.hints and not model.watching)
        self.pieces = Pieces(desk, model, Moments(desk, self._tell), known, StoryBox(model))
        self._turned_up: Moment | None = None
        """The two cards whose verdict is still to come."""
        self._untold: list[StoryLine] = []
        """Lines that would give away what dice and cards are just about to show."""

    # --- the model ----------------------------------------------------------------------------------

    def opened(self) -> None:
        """Listen."""
        self._stop = self.model.listen(self._news)
        self._follow_question()

    def closed(self) -> None:
        """Stop listening."""
        self._stop()
        self.pieces.moments.skip()

    def _news(self, event: TableEvent) -> None:
        if isinstance(event, StoryLine):
            self._untold.append(event)
            if event.record is not None:
                self._happened(event.record)
            self._tell()
        elif not isinstance(event, Snapshot):
            self._follow_question()
        if self.model.stage in (Stage.OVER, Stage.ENDED):
            over, self._over = self._over, lambda screen: None
            over(self)

    def _tell(self) -> None:
        """Tell the story as far as it may be told: never before dice and cards have shown it."""
        if self.pieces.moments.keep_secret:
            return
        untold, self._untold = self._untold, []
        for line in untold:
            self.pieces.story.add(line)
            self._explain(None if line.record is None else lesson_of(line.record))
        self._follow_question()

    def _happened(self, record: Record) -> None:
        """Something happened in the game: show it, look there, explain it if it is new."""
        pieces, now = self.pieces, self.model.now
        pieces.held = False
        match record:
            case Moved(path=path):
                pieces.last = path[-1]
            case Placed(room=room) | ConflictBegan(room=room) | RoomProven(room=room):
                pieces.last = room
        if now is not None:
            pieces.moments.add(self._moment(record, now))

    def _moment(self, record: Record, before: Snapshot) -> Moment | None:
        moment = moment_of(record, before.names, self.desk.look.glyphs)
        if moment is not None and moment.secret:
            moment = replace(moment, before=before)
        if isinstance(record, ConflictDecided) and self._turned_up is not None and moment is not None:
            moment, self._turned_up = with_cards(self._turned_up, moment), None
        elif isinstance(record, ConflictRevealed):
            self._turned_up = moment
        return moment

    def _follow_question(self) -> None:
        """Show the open question, if it is another than before: never before dice have shown what it tells."""
        asked, now, pieces = self.model.asked, self.model.now, self.pieces
        if asked is None or now is None or now.view is None:
            if pieces.choosing is not None:
                pieces.choosing = None
                pieces.guide.done(keep_news=True)
        elif pieces.choosing is None or pieces.choosing.decide is not asked.decide:
            if pieces.moments.keep_secret:
                pieces.choosing = None
            else:
                self._ask(asked, now)

    def _ask(self, asked: Asked, now: Snapshot) -> None:
        assert now.view is not None, "only a seat is asked"
        pieces = self.pieces
        pieces.choosing = Choosing(asked.decide, asked.actions, now.view, now.names, pieces.chart(now))
        pieces.held, pieces.looking, self._typed = False, None, ""
        pieces.story.follow()
        self._explain(asked.decide.decision.value)
        if not self.desk.look.calm:
            self.desk.bell()
            pieces.flash = True
            self.desk.later(FLASH_SECONDS, self._unflash)

    def _unflash(self) -> None:
        self.pieces.flash = False
        self.desk.redraw()

    def _explain(self, lesson: str | None) -> None:
        if self.pieces.guide.comes_up(lesson):
            self._learnt(self.pieces.guide)

    # --- words --------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """How far the game is, and the table's name."""
        return standing_title(self.pieces)

    @property
    def short_title(self) -> str:
        """How far the game is; the name is told with how it stands."""
        return standing_title(self.pieces, named=False)

    def status(self) -> tuple[Span, ...]:
        """How fair it is so far."""
        return fairness(self.model, self.desk.look.glyphs)

    def hints(self) -> tuple[Hint, ...]:
        """The keys that do something now."""
        pieces = self.pieces
        if self._chatting:
            return (Hint(Key("enter"), "say it"),)
        if pieces.looking is not None:
            return (*self._arrows("look"), Hint(Key("tab"), "next room"))
        found: list[Hint] = []
        choosing = pieces.choosing
        if choosing is not None:
            level = choosing.level
            if level.at is not None or (level.steps is not None and level.steps.walk.path):
                send = "send it, with your Pass" if choosing.uses_card else "send it"
                found.append(Hint(Key("enter"), send if choosing.action is not None else "choose"))
            found.append(Hint(Key("tab"), "next"))
            if level.steps is not None:
                found.append(Hint(Key("backspace"), "step back"))
            elif choosing.walkable:
                found.append(Hint(Key("w"), "step by step"))
        looks = [Hint(Key("v"), "look around"), Hint(Key("t"), "story"), Hint(Key("s"), "state")]
        looks += [Hint(Key("e"), "the end")] if self.end is not None else []
        own = [] if self.model.watching else [Hint(Key("h"), "cards"), Hint(RECAP_KEY, "recap"), Hint(Key("c"), "chat")]
        guide = [Hint(Key("g"), "understood")] if pieces.guide.text else []
        return (*found, *guide, *own, *looks)

    def _arrows(self, label: str) -> tuple[Hint, ...]:
        glyphs = self.desk.look.glyphs
        return (
            Hint(Key("left"), label, glyphs.left), Hint(Key("right"), label, glyphs.right),
            Hint(Key("up"), label, glyphs.up), Hint(Key("down"), label, glyphs.down),
        )  # fmt: skip

    @property
    def typing(self) -> bool:
        """Whether letters are text now."""
        return self._chatting

    def help(self) -> Help:
        """What can be done now, which rulings say so, and the chapters to read on in."""
        return help_at(self.pieces)

    @property
    def leave_label(self) -> str:
        """What Esc does."""
        choosing = self.pieces.choosing
        if self._chatting:
            return "no chat"
        if self.pieces.looking is not None:
            return "back to the table"
        if choosing is not None and (choosing.level.at is not None or choosing.depth):
            return "take back"
        return "leave"

    # --- leaving ------------------------------------------------------------------------------------

    @property
    def lost_with_it(self) -> str:
        """The game, while it can go on."""
        model = self.model
        if model.watching or model.deserted or model.stage in (Stage.OVER, Stage.ENDED):
            return ""
        return "The table that you sit at is left too, and its game cannot be continued later."

    def back(self) -> None:
        """Esc: out of the chat, of looking around, of what is pointed at; then away from the table, which is asked."""
        pieces = self.pieces
        if self._chatting:
            self._chatting = False
        elif pieces.looking is not None:
            pieces.looking = None
        elif pieces.choosing is not None and pieces.choosing.back():
            pieces.held = False
        elif self.model.deserted and self.model.stage is Stage.PLAYING:
            self.commands.leave()  # the end is shown then, with all that was played
        elif self.model.stage in (Stage.OVER, Stage.ENDED) or self.model.watching:
            self._leave()
        else:
            text = leaving(self.model)
            ask(self.desk, "Leave?", text, (("y", "leave", self._leave), ("n", "stay", lambda: None)))

    def _leave(self) -> None:
        self.commands.leave()
        self.desk.navigator.pop(self)

    # --- events -------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """A key skips a moment that is being shown, and does what it does all the same."""
        if isinstance(event, Mouse):
            return self._mouse(event)
        seen = self.pieces.choosing
        self.pieces.moments.skip()
        if self._chatting:
            return self._say(event)
        if event.name == "enter" and self.pieces.choosing is not seen:
            return True  # nobody answers a question that was not on the screen yet
        if event.name in ("pageup", "pagedown"):
            return self.pieces.story.handle(event) is not Did.NOTHING
        if self.pieces.looking is not None:
            return self._look(event) or self._letter(event) or self._dead(event)
        return self._choose(event) or self._letter(event) or self._dead(event)

    def _dead(self, key: Key) -> bool:
        """A key that does nothing at an open question says so; those of all screens are the navigator's."""
        choosing = self.pieces.choosing
        if choosing is None or key.name in ("escape", "f10", "?") or key.name.startswith("ctrl-"):
            return False
        self.desk.navigator.notice(no_such_key(choosing) if self.pieces.looking is None else LOOKING)
        return True

    def _say(self, key: Key) -> bool:
        did = self._chat.handle(key)
        if did is Did.CHOSE:
            if self._chat.text.strip():
                self.commands.say(self._chat.text.strip())
            self._chat.set("")
            self._chatting = False
        return did is not Did.NOTHING

    def _choose(self, key: Key) -> bool:
        choosing = self.pieces.choosing
        if choosing is None:
            return False
        self.pieces.held = False
        if key.name in ARROWS:
            return self._arrow(key.name, choosing)
        if key.name.isdecimal():
            return self._digit(key.name, choosing)
        self._typed = ""
        match key.name:
            case "tab" | "backtab":
                return choosing.cycle(1 if key.name == "tab" else -1)
            case "enter":
                self._take(choosing)
                return True
            case "w":
                return choosing.by_steps()
            case "backspace":
                return choosing.step_back() or choosing.back()
        return False

    def _arrow(self, arrow: str, choosing: Choosing) -> bool:
        """Go that way; if nothing is there, say so."""
        before = choosing.level.at, choosing.level.steps
        choosing.arrow(arrow)
        if (choosing.level.at, choosing.level.steps) == before:
            self.desk.navigator.notice(nothing_that_way(choosing))
        return True

    def _digit(self, digit: str, choosing: Choosing) -> bool:
        """One digit after the other makes a number, as long as there is such a line."""
        for digits in (self._typed + digit, digit):
            if choosing.number(int(digits)):
                self._typed = digits
                return True
        self._typed = digit if digit != "0" else ""
        self.desk.navigator.notice(no_such_line(choosing))
        return True

    def _take(self, choosing: Choosing) -> None:
        depth = choosing.depth
        action = choosing.take()
        if action is not None:
            self.pieces.choosing = None
            self.pieces.guide.done()
            self.model.answered()
            self.commands.choose(action)
        elif choosing.depth == depth:
            self.desk.navigator.notice("Nothing is chosen yet: use the arrows, Tab, a number or the mouse, then Enter.")

    def _letter(self, key: Key) -> bool:
        now, pieces = self.model.now, self.pieces
        if key.name == "c" and not self.model.watching:
            self._chatting = True
            return True
        if key.name == "e" and self.end is not None:
            self.end()
            return True
        if key.name in ("g", "G"):
            return self._guide_key(key)
        if now is None or now.state is None:
            return False
        match key.name:
            case "v":
                pieces.looking = pieces.own_room(now, now.state) or now.names.board.rooms[0].id
                pieces.held = False
            case "t":
                self.desk.navigator.push(TextScreen(self.desk, "The story", "", lines=pieces.story.lines))
            case "r" if not self.model.watching:
                heading, lines = recap_lines(self.model, now.names, self.desk.look.glyphs)
                self.desk.navigator.push(TextOverlay(self.desk, heading, lines, closing=RECAP_KEY))
            case "s":
                text = "\n".join((*state_lines(now.state, now.names, now.waiting), "", *who_lines(now.names)))
                title = f"How it stands ({self.model.table})" if self.model.table else "How it stands"
                self.desk.navigator.push(TextScreen(self.desk, title, text))
            case "h" if now.view is not None:
                text = "\n".join(hand_lines(now.view, now.names))
                self.desk.navigator.push(TextScreen(self.desk, "Your cards", text))
            case _:
                return False
        return True

    def _guide_key(self, key: Key) -> bool:
        guide = self.pieces.guide
        if key.name == "G":
            guide.on = not guide.on
            self._learnt(guide)
            told = "explains each step when it first comes up" if guide.on else "is off; G switches it on again"
            self.desk.navigator.notice(f"The guide {told}.")
        guide.done()
        return True

    def _look(self, key: Key) -> bool:
        """Look around: a cursor of its own over all rooms."""
        now, pieces = self.model.now, self.pieces
        assert pieces.looking is not None and now is not None, "looking needs a board"
        rooms = [room.id for room in now.names.board.rooms]
        if key.name in ARROWS:
            there = pieces.chart(now).toward(pieces.looking, key.name, rooms, anywhere=True)
            if there is None:
                self.desk.navigator.notice("No room lies that way.")
            pieces.looking = there or pieces.looking
        elif key.name in ("tab", "backtab"):
            step = 1 if key.name == "tab" else -1
            pieces.looking = rooms[(rooms.index(pieces.looking) + step) % len(rooms)]
        elif key.name in ("v", "enter"):
            pieces.looking = None
        else:
            return False
        pieces.held = False
        return True

    def _mouse(self, mouse: Mouse) -> bool:
        if mouse.kind is MouseKind.CLICK:
            self.pieces.moments.skip()
        target = mouse.target
        if target is None:
            return False
        for widget in (self.pieces.story, self.pieces.hand, self.pieces.about, self.pieces.standing):
            if target.name == widget.name:
                return widget.handle(mouse) is not Did.NOTHING
        if mouse.kind is not MouseKind.CLICK:
            return self._wheel(mouse, target)
        if target.name == EDGE:
            self.pieces.held = True
            self.pieces.viewport.page(str(target.value))
            return True
        if target.name == MAP and isinstance(target.value, str):
            return self._click_room(Room(target.value))
        if target.name == ENTRY and isinstance(target.value, int):
            return self._click_entry(target.value)
        return False

    def _wheel(self, mouse: Mouse, target: Target) -> bool:
        rows = WHEEL_ROWS if mouse.kind is MouseKind.WHEEL_DOWN else -WHEEL_ROWS
        if target.name == ENTRY:
            self.pieces.entries.scroll(rows)
        elif target.name in (MAP, EDGE):
            self.pieces.held = True
            self.pieces.viewport.scroll(0, rows)
        else:
            return False
        return True

    def _click_room(self, room: Room) -> bool:
        """A room that may be chosen is pointed at, and taken when it is clicked again; another says why it may not be.

        While nothing is asked, or while one looks around, a room is looked at.
        """
        pieces, choosing = self.pieces, self.pieces.choosing
        level = None if choosing is None else choosing.level
        if choosing is None or level is None or pieces.looking is not None:
            pieces.looking = room
        elif level.steps is not None and room == level.steps.here and room not in level.spots:
            self._take(choosing)
        elif room in level.spots:
            if level.at == room:
                self._take(choosing)
            else:
                choosing.point(room)
        else:
            self.desk.navigator.notice(not_this_room(choosing, room))
        return True

    def _click_entry(self, number: int) -> bool:
        choosing = self.pieces.choosing
        if choosing is None:
            return False
        again = choosing.level.at == number
        if again:
            self._take(choosing)
        else:
            choosing.number(number + 1)
        return True

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, area: Area) -> None:
        """The table, with the chat's line below while one is typed."""
        if self._chatting:
            area, chat = area.bottom(1)
            chat.put(1, 0, "Say: ", Role.CHAT)
            self._chat.draw(chat.part(6, 0))
        draw_table(self.pieces, area)
