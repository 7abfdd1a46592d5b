"""The replay: a finished game on the drawn board, step by step, forward and back, through anybody's eyes."""

from __future__ import annotations

from collections.abc import Hashable

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.names import Character, Door, Room
from keep_p2p.rules.records import ConflictBegan, GuardEaten, LeftKeep, Moved, Placed, Record, RoomProven
from keep_p2p.rules.state import State
from keep_p2p.table.replay import Eyes, Replay
from keep_p2p.ui.facts import on_map
from keep_p2p.ui.map import MapState
from keep_p2p.ui.names import sentence
from keep_p2p.ui.replay_story import Reel, hands, replay_names, sight_name, verdict_lines
from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.base import Cancel, Desk, Help, Hint, Screen
from keep_p2p.ui.screen.board.chart import ARROWS, chart
from keep_p2p.ui.screen.board.picture import MAP, Lights, Painter
from keep_p2p.ui.screen.board.viewport import EDGE, Viewport
from keep_p2p.ui.screen.events import Event, Key, Mouse, MouseKind
from keep_p2p.ui.screen.geometry import Breakpoint
from keep_p2p.ui.screen.listing import WHEEL_ROWS, Row
from keep_p2p.ui.screen.picker import Picker
from keep_p2p.ui.screen.replay_panels import HANDS, STEP, Tape, draw_hands, draw_time, verdict_mark
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.roster import draw_roster
from keep_p2p.ui.screen.scroller import Scroller
from keep_p2p.ui.screen.table_model import Snapshot
from keep_p2p.ui.screen.table_moments import Moments, moment_of
from keep_p2p.ui.screen.table_panels import room_lines
from keep_p2p.ui.screen.text_screen import TextScreen
from keep_p2p.ui.told import state_lines, who_lines

PANEL_ROWS = 8
"""Rows below the map; fewer where the whole board fits with fewer."""

LEAST_PANEL_ROWS = 6

PLAY_SECONDS = 1.6
"""Seconds between two steps when the replay goes on by itself."""


class ReplayScreen(Screen):
    """One replay."""

    def __init__(self, desk: Desk, replay: Replay, name: str = "") -> None:
        """Begin before the first round, with what was public. ``name`` is what the game is called."""
        super().__init__(desk)
        self.reel = Reel(replay, replay_names(replay))
        self._name = name
        self._tape = Tape(self.reel)
        self._chart = chart(replay.packs.board.board)
        self._painter = Painter()
        self._view = Viewport()
        self._moments = Moments(desk)
        self._about = Scroller("about")
        self._looking: Room | None = None
        self._held = False
        self._stop_playing: Cancel | None = None

    # --- words --------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What the top line says."""
        return f"Replay: {self._name}" if self._name else "Replay"

    def status(self) -> tuple[Span, ...]:
        """Through whose eyes, and whether it was fair."""
        glyphs = self.desk.look.glyphs
        text, role = verdict_mark(self.reel, glyphs.yes, glyphs.no)
        return ((f"Seen {sight_name(self.reel.sight, self.reel.names)}  ", Role.BAR, Key("e")), (text, role, Key("f")))

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        glyphs = self.desk.look.glyphs
        if self._looking is not None:
            arrows = ("left", glyphs.left), ("right", glyphs.right), ("up", glyphs.up), ("down", glyphs.down)
            return (*(Hint(Key(name), "look", shown) for name, shown in arrows), Hint(Key("tab"), "next room"))
        playing = "stop" if self._stop_playing is not None else "play"
        board = () if self.reel.moment.state is None else (Hint(Key("h"), "hands"), Hint(Key("v"), "look around"))
        return (
            Hint(Key("left"), "back", glyphs.left), Hint(Key("right"), "on", glyphs.right),
            Hint(Key("up"), "turn before", glyphs.up), Hint(Key("down"), "next turn", glyphs.down),
            Hint(Key("t"), "to turn"), Hint(Key("e"), "eyes"), Hint(Key("p"), playing), *board,
        )  # fmt: skip

    def help(self) -> Help:
        """What `?` shows."""
        told = (
            "Step through the game: forward and back, by steps or by turns. The story shows where you are; a click on "
            "one of its lines, or on the line of time, goes there.",
            "Choose through whose eyes you look: an onlooker's, who saw no hidden card, or one seat's; or look with "
            "all cards face up, which the players disclosed when the game was over.",
        )
        keys = (
            ("Enter, Space", "a step on"), ("Home, End", "the beginning, the end"),
            ("PgUp, PgDn", "ten steps"), ("1-6", "through the eyes of this seat"), ("0, a", "public; all face up"),
            ("f", "whether it was fair, and what was checked"), ("s", "how it stands"), ("w", "who played whom"),
        )  # fmt: skip
        return Help(told, keys, ("fairness", "turn"))

    @property
    def leave_label(self) -> str:
        """What Esc does."""
        return "back to the game" if self._looking is not None else "leave"

    def back(self) -> None:
        """Esc: out of looking around, then away."""
        if self._looking is not None:
            self._looking = None
        else:
            super().back()

    def closed(self) -> None:
        """Nothing moves any longer."""
        self._stop()
        self._moments.skip()

    # --- moving -------------------------------------------------------------------------------------

    def _go(self, place: int) -> None:
        before = self.reel.place
        self.reel.to(place)
        self._arrived(before)

    def _arrived(self, before: int) -> None:
        self._moments.skip()
        self._held = False
        reel = self.reel
        if reel.moment.state is None:
            self._looking = None  # there is nobody on the board yet
        if reel.place == before + 1:
            for record in self._records(reel.place):
                self._moments.add(moment_of(record, reel.names, self.desk.look.glyphs))
        elif reel.place == before:
            self.desk.navigator.notice("That was the end of it." if reel.at_end else "This is the beginning.")

    def _records(self, place: int) -> tuple[Record, ...]:
        step = self.reel.steps[place]
        moments = self.reel.replay.moments[step.first : step.last + 1]
        return tuple(record for moment in moments for record in moment.records)

    def _by_turn(self, by: int) -> None:
        """To the beginning of the next turn; back to that of this one, or of the one before."""
        here, steps = self.reel.step, self.reel.steps
        places = [next(s.index for s in steps if mark.index <= s.last) for mark in self.reel.replay.turns]
        if by > 0:
            self._go(next((place for place in places if place > here.index), len(steps) - 1))
        else:
            self._go(next((place for place in reversed(places) if place < here.index), 0))

    def _to_turn(self) -> None:
        reel = self.reel
        names = reel.names
        rows = [Row("Before the first turn", 0, typed="0")]
        for mark in reel.replay.turns:
            step = next(s.index for s in reel.steps if mark.index <= s.last)
            extra = ", an extra turn" if mark.extra else ""
            # Of the rows with one number its key goes to the first: there the turn begins.
            rows.append(Row(f"Turn {mark.number}: {names.who(mark.character)}{extra}", step, typed=str(mark.number)))
        rows.append(Row("The end", len(reel.steps) - 1))
        at = max((row.value for row in rows if isinstance(row.value, int) and row.value <= reel.place), default=0)
        picker = Picker(self.desk, "To which turn?", rows, self._picked_step, at, typing="a turn's number goes to it")
        self.desk.navigator.push(picker)

    def _picked_step(self, value: Hashable) -> None:
        if isinstance(value, int):
            self._go(value)

    def _choose_eyes(self) -> None:
        reel = self.reel
        rows = []
        for sight in reel.replay.sights:
            number = {Eyes.PUBLIC: "0", Eyes.ALL: "a"}[sight] if isinstance(sight, Eyes) else str(sight + 1)
            rows.append(Row(sentence(sight_name(sight, reel.names)), sight, number))
        self.desk.navigator.push(Picker(self.desk, "Through whose eyes?", rows, self._picked_sight, reel.sight))

    def _picked_sight(self, value: Hashable) -> None:
        for sight in self.reel.replay.sights:
            if type(sight) is type(value) and sight == value:
                self.reel.look(sight)

    # --- going on by itself -------------------------------------------------------------------------

    def _play(self) -> None:
        if self._stop_playing is not None:
            self._stop()
        elif self.desk.look.calm:
            self.desk.navigator.notice("Nothing moves by itself here (calm): step on with the arrow keys.")
        else:
            if self.reel.at_end:
                self.reel.to(0)
            self._stop_playing = self.desk.later(0.0, self._play_on)

    def _play_on(self) -> None:
        before = self.reel.place
        if not self.reel.move(1):
            self._stop()
            return
        self._arrived(before)
        self._stop_playing = self.desk.later(PLAY_SECONDS, self._play_on)
        self.desk.redraw()

    def _stop(self) -> None:
        if self._stop_playing is not None:
            self._stop_playing()
            self._stop_playing = None

    # --- events -------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """A key, or the mouse. Whatever is done by hand ends what goes on by itself."""
        if isinstance(event, Mouse):
            return self._mouse(event)
        if event == Key("p"):
            self._play()
            return True
        self._stop()
        self._moments.skip()
        if self._looking is not None and self._look_around(event):
            return True
        return self._move(event) or self._letter(event)

    def _move(self, key: Key) -> bool:
        place, last = self.reel.place, len(self.reel.steps) - 1
        places = {
            "right": place + 1, "enter": place + 1, "space": place + 1, "n": place + 1,
            "left": place - 1, "backspace": place - 1, "b": place - 1,
            "pagedown": place + 10, "pageup": place - 10, "home": 0, "end": last,
        }  # fmt: skip
        if key.name in places:
            self._go(places[key.name])
        elif key.name in ("up", "down"):
            self._by_turn(1 if key.name == "down" else -1)
        else:
            return False
        return True

    def _letter(self, key: Key) -> bool:
        reel, names = self.reel, self.reel.names
        state = reel.moment.state
        if key.name.isdecimal() or key.name == "a":
            self._eyes_by_key(key.name)
            return True
        match key.name:
            case "t":
                self._to_turn()
            case "e":
                self._choose_eyes()
            case "f":
                self._tell("Was it fair?", verdict_lines(reel.replay.report))
            case "w":
                self._tell("Who played whom", who_lines(names))
            case "v" if state is not None:
                self._looking = self._focus() or self._chart.board.rooms[0].id
            case "h" if state is not None:
                self._tell("Hands, as these eyes know them", hands(state, reel.known, names))
            case "s" if state is not None:
                waiting = reel.moment.awaits.speakers if reel.moment.awaits is not None else ()
                self._tell("How it stands", state_lines(state, names, waiting))
            case _:
                return False
        return True

    def _tell(self, title: str, lines: tuple[str, ...]) -> None:
        self.desk.navigator.push(TextScreen(self.desk, title, "\n".join(lines)))

    def _eyes_by_key(self, name: str) -> None:
        wanted = Eyes.ALL if name == "a" else Eyes.PUBLIC if name == "0" else int(name) - 1
        self._picked_sight(wanted)
        if isinstance(wanted, int) and not 0 <= wanted < len(self.reel.names.seats):
            self.desk.navigator.notice("There is no such seat.")
        elif wanted not in self.reel.replay.sights:
            self.desk.navigator.notice("It cannot be seen so: what is needed was not disclosed.")

    def _look_around(self, key: Key) -> bool:
        assert self._looking is not None, "asked only while looking around"
        rooms = [room.id for room in self._chart.board.rooms]
        if key.name in ARROWS:
            self._looking = self._chart.toward(self._looking, key.name, rooms) or self._looking
        elif key.name in ("tab", "backtab"):
            step = 1 if key.name == "tab" else -1
            self._looking = rooms[(rooms.index(self._looking) + step) % len(rooms)]
        elif key.name in ("v", "enter"):
            self._looking = None
        else:
            return False
        self._held = False
        return True

    def _mouse(self, mouse: Mouse) -> bool:
        target = mouse.target
        if target is None:
            return False
        if mouse.kind is not MouseKind.CLICK:
            return self._wheel(WHEEL_ROWS if mouse.kind is MouseKind.WHEEL_DOWN else -WHEEL_ROWS, target.name)
        self._stop()
        self._moments.skip()
        if target.name == STEP and isinstance(target.value, int):
            self._go(target.value)
        elif target.name == MAP and isinstance(target.value, str) and self.reel.moment.state is not None:
            self._looking = Room(target.value)
        elif target.name == EDGE:
            self._held = True
            self._view.page(str(target.value))
        elif target.name == HANDS:
            return self._letter(Key("h"))
        else:
            return False
        return True

    def _wheel(self, rows: int, name: str) -> bool:
        if name == STEP:
            self._tape.scroll(rows)
        elif name in (MAP, EDGE):
            self._held = True
            self._view.scroll(0, rows)
        else:
            return False
        return True

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, area: Area) -> None:
        """Who is who; the board; the hands, and the story beside them; the line of time."""
        state = self.reel.moment.state
        if self.breakpoint(area) >= Breakpoint.HUGE:
            self._draw_huge(area, state)
            return
        area, time = area.bottom(1)
        draw_time(time, self.reel)
        rest = self._draw_head(area, state)
        spare = rest.height - self._chart.size.height
        panel = max(LEAST_PANEL_ROWS, min(spare, PANEL_ROWS)) if spare >= LEAST_PANEL_ROWS else PANEL_ROWS
        upper, lower = rest.bottom(panel)
        self._draw_board(upper, state)
        left, right = lower.left(lower.width * 9 // 20)
        self._draw_left(left.inset(1, 0), state)
        for y in range(right.height):
            right.put(0, y, right.glyphs.vertical, Role.BORDER)
        self._tape.draw(right.part(2, 0))

    def _draw_huge(self, area: Area, state: State | None) -> None:
        area, time = area.bottom(1)
        draw_time(time, self.reel)
        rest = self._draw_head(area, state)
        left, right = rest.left(self._chart.size.width + 2, 1)
        upper, lower = left.top(self._chart.size.height + 1)
        self._draw_board(upper, state)
        about = "The room" if self._looking is not None else "Hands"
        self._draw_left(lower.panel(about), state)
        self._tape.draw(right.panel("What happened"))

    def _draw_head(self, area: Area, state: State | None) -> Area:
        """Who plays whom; the rest of the area."""
        if state is not None:
            return draw_roster(area, Snapshot(self.reel.names, state), state)
        head, rest = area.top(1)
        head.line(0, " Before the characters are known: the table is made ready.", Role.FAINT)
        return rest

    def _draw_board(self, area: Area, state: State | None) -> None:
        lights = self._lights(state)
        grid = self._painter.paint(self._chart, self._map_state(state), lights, area.glyphs)
        self._view.fit(area.rect.size, self._chart.size)
        focus = self._looking or self._focus()
        if focus is not None and self._chart.knows(focus) and not self._held:
            path = () if self._looking is not None else (*filter(None, (lights.start,)), *lights.path)
            self._view.show(self._chart.rect(focus), self._chart.bounds((focus, *path)))
        self._view.draw(area, grid)
        self._moments.draw(area)

    def _map_state(self, state: State | None) -> MapState:
        if state is None:
            return MapState()
        shown = on_map(state)
        pawns = dict(shown.pawns)
        pawns.update({pawn: room for pawn, room in self._moments.places.items() if pawn in pawns})
        return MapState(pawns, shown.entries, shown.marked, shown.proven, shown.hilt or self.reel.known.hilt)

    def _lights(self, state: State | None) -> Lights:
        if state is None:
            return Lights()
        found: set[Door] = {door for c in state.searchers for door in state.doors_found(c)} | set(state.guards_doors)
        about = None if state.conflict is None else state.conflict.room
        if self._looking is not None:
            return Lights(cursor=self._looking, about=about, found=frozenset(found))
        moved = [r for r in self._records(self.reel.place) if isinstance(r, Moved) and r.start is not None]
        start = moved[-1].start if moved else None
        path = tuple(room for room in moved[-1].path if room != OUTSIDE) if moved else ()
        return Lights(start=start, path=path, about=about, found=frozenset(found))

    def _focus(self) -> Room | None:
        """Where something happened last, up to this step."""
        for place in range(self.reel.place, -1, -1):
            for record in reversed(self._records(place)):
                room = _place_of(record)
                if room is not None and self._chart.knows(room):
                    return room
        state = self.reel.moment.state
        return None if state is None else state.where(Character.MOLASAR)

    def _draw_left(self, area: Area, state: State | None) -> None:
        """The hands; or the room that is looked at."""
        reel = self.reel
        if state is None:
            area.wrapped(0, f"Seen {sight_name(reel.sight, reel.names)}. Press {area.glyphs.right} to go on.")
            return
        if self._looking is None:
            draw_hands(area, reel, state)
            return
        lines = room_lines(self._looking, Snapshot(reel.names, state), state)
        if lines != self._about.lines:
            self._about.set(lines)
        self._about.draw(area)


def _place_of(record: Record) -> Room | None:
    match record:
        case Moved(path=path):
            return path[-1] if path else None
        case Placed(room=room) | ConflictBegan(room=room) | RoomProven(room=room) | GuardEaten(room=room):
            return room
        case LeftKeep(room=room):
            return room
    return None
