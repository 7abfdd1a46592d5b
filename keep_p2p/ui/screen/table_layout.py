"""How the table is laid out at every size: who is who, the map, what is asked, one's cards, the story."""

from __future__ import annotations

from dataclasses import dataclass, field

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.names import Character, Door, Hazard, Room
from keep_p2p.rules.state import PAWNS, State
from keep_p2p.ui.facts import on_map
from keep_p2p.ui.map import MapState
from keep_p2p.ui.names import HAZARD_NAME, join
from keep_p2p.ui.questions import question
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk
from keep_p2p.ui.screen.board.chart import Chart, chart
from keep_p2p.ui.screen.board.picture import Lights, Painter
from keep_p2p.ui.screen.board.viewport import Viewport
from keep_p2p.ui.screen.events import Key, Target
from keep_p2p.ui.screen.geometry import Breakpoint, Rect, breakpoint_of
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.roster import draw_roster
from keep_p2p.ui.screen.scroller import Line, Scroller
from keep_p2p.ui.screen.table_model import Snapshot, Stage, TableModel
from keep_p2p.ui.screen.table_moments import Moments
from keep_p2p.ui.screen.table_panels import ENTRY, EntryList, hand_lines, note_lines, room_lines
from keep_p2p.ui.screen.table_story import StoryBox, last_score
from keep_p2p.ui.screen.widths import wrap
from keep_p2p.ui.table.choosing import Choosing
from keep_p2p.ui.table.doing import doing
from keep_p2p.ui.table.guide import Guide
from keep_p2p.ui.told import WATCH_LOST, last_turn, state_lines

PANEL_ROWS = 8
"""Rows below the map while nothing is asked."""

CHOICE_ROWS = 5
"""Rows below the map, at least, while something is: the story stands beside it."""

LEAST_CHOICE_ROWS = 3
"""The same on a narrow screen, where nothing stands beside it."""

LOOK_ROWS = 6
"""Rows below the map, at least, while one looks around during a question: what most rooms hold, and no jumping map."""

CARD_COLUMNS = 54
"""Columns of one's cards on the largest screens, where it says beside them how it stands."""

LEAST_MAP, LEAST_MAP_LISTED = 8, 6
"""Rows of the map that a long list leaves: where a room is to be chosen, and where a line is."""

NOTE_ROWS = 2
"""Rows kept for the consequences of a choice of a room, so that the map does not jump while one looks around."""

STORY_ROWS, LEAST_STORY_ROWS = 4, 3
"""Rows of the story above a question that has no room for it at its side, and those while the guide speaks."""

MOST_BANNER = 8
"""Rows of the banner: an accusation can be long, and it is in the story too."""

GUIDE_KEY = Key("g")

HELD = "~"
"""Stands for a blank at which no row is broken, while a lesson is put in rows."""

LOOKING = "You look around: arrows and Tab go from room to room; Enter, Esc or v comes back."


@dataclass
class Pieces:
    """All that the table screen holds and its layout draws."""

    desk: Desk
    model: TableModel
    moments: Moments
    guide: Guide
    story: StoryBox
    hand: Scroller = field(default_factory=lambda: Scroller("hand"))
    about: Scroller = field(default_factory=lambda: Scroller("about"))
    standing: Scroller = field(default_factory=lambda: Scroller("standing"))
    entries: EntryList = field(default_factory=EntryList)
    viewport: Viewport = field(default_factory=Viewport)
    painter: Painter = field(default_factory=Painter)
    choosing: Choosing | None = None
    looking: Room | None = None
    last: Room | None = None
    """Where something happened last."""
    held: bool = False
    """Whether the map stays where it was scrolled to."""
    flash: bool = False

    @property
    def now(self) -> Snapshot | None:
        """Where the game stands, as far as dice and cards have shown it."""
        secret = self.moments.secret
        return self.model.now if secret is None else secret.before or self.model.now

    @property
    def state(self) -> State | None:
        """The public state, once there is one."""
        return None if self.now is None else self.now.state

    def chart(self, now: Snapshot) -> Chart:
        """The board's chart."""
        return chart(now.names.board)

    def own_room(self, now: Snapshot, state: State) -> Room | None:
        """Where looking around begins: the pawn that is asked about, one's own, or where something happened."""
        if self.choosing is not None and (anchor := self.choosing.anchor) is not None:
            return anchor
        own = () if now.names.you is None else now.names.seats[now.names.you].characters
        return next((room for c in own if (room := state.where(c)) is not None), self.last)

    def found(self, now: Snapshot, state: State) -> frozenset[Door]:
        """The secret doors found by the reader's Searchers; by Molasar's guards; for an onlooker, by any Searcher.

        Whose pawn is being moved makes no difference, so that a sign on the map never changes its meaning.
        """
        own = () if now.names.you is None else now.names.seats[now.names.you].characters
        if Character.MOLASAR in own:
            return frozenset(state.guards_doors)
        looking = [c for c in (own or state.searchers) if c in state.characters]
        return frozenset(door for character in looking for door in state.doors_found(character))


def draw_table(pieces: Pieces, area: Area) -> None:
    """The whole table."""
    now, state = pieces.now, pieces.state
    if now is None or state is None:
        _draw_waiting(pieces, area)
        return
    rest = draw_roster(area, now, state)
    if breakpoint_of(area.grid.size) >= Breakpoint.HUGE:
        _draw_huge(pieces, rest, now, state)
    else:
        _draw_stacked(pieces, rest, now, state)


def _draw_waiting(pieces: Pieces, area: Area) -> None:
    """Before there is a state: characters are drawn, cards made ready."""
    banner, rest = area.top(1)
    _banner(pieces, banner, [banner_text(pieces)])
    pieces.story.draw(rest.inset(1, 1))


def _draw_stacked(pieces: Pieces, area: Area, now: Snapshot, state: State) -> None:
    told = wrap(banner_text(pieces), area.width - 4)[:MOST_BANNER]
    wide = breakpoint_of(area.grid.size) >= Breakpoint.WIDE
    columns = _choice_columns(pieces, area)
    # The guide speaks below the banner; on a wide screen in the left part alone, which has rows to spare.
    lesson = guide_rows(pieces, columns - 2 if wide else area.width - 4)
    above, beside = ([], lesson) if wide else (lesson, [])
    news = 0
    if columns == area.width:
        news = min(LEAST_STORY_ROWS if lesson else STORY_ROWS, pieces.story.height(area.width - 2))
    fixed = len(told) + len(above) + news
    spare = area.height - len(told) - pieces.chart(now).size.height
    usual = min(spare, PANEL_ROWS) if wide else _usual_rows(pieces, alone=columns == area.width)
    least = LEAST_MAP if pieces.choosing is None or pieces.choosing.level.spots else LEAST_MAP_LISTED
    panel = min(max(usual, _wanted(pieces, columns) + len(beside)), area.height - fixed - least)
    upper, lower = area.bottom(panel)
    upper, place = upper.bottom(fixed)
    if news and upper.height > least:  # a line between the map and the story, where it takes no row that is needed
        upper, line = upper.bottom(1)
        line.rule(0)
    draw_map(pieces, upper, now, state)
    if news:
        story, place = place.top(news)
        pieces.story.draw(story.inset(1, 0))
    _banner(pieces, place, list(told))
    _draw_lesson(place.part(0, len(told)).inset(2, 0), above)
    left, right = lower.left(columns)
    lesson_place, left = left.top(len(beside))
    _draw_lesson(lesson_place.inset(1, 0), beside)
    _draw_left(pieces, left, now, state)
    if right.width > 2:
        _separator(right)
        pieces.story.draw(right.part(1, 0).inset(1, 0))


def _usual_rows(pieces: Pieces, *, alone: bool) -> int:
    """Rows below the map on a smaller screen, if no list needs more; ``alone``: the story is not beside them."""
    if pieces.choosing is None:
        return PANEL_ROWS
    if pieces.looking is not None:
        return LOOK_ROWS
    return LEAST_CHOICE_ROWS if alone else CHOICE_ROWS


def _choice_columns(pieces: Pieces, area: Area) -> int:
    """Columns of the left part: all of them for a choice on a narrow screen, else the larger half."""
    if pieces.choosing is not None and breakpoint_of(area.grid.size) is Breakpoint.COMPACT:
        return area.width
    return area.width * 11 // 20


def _wanted(pieces: Pieces, columns: int) -> int:
    """Rows that the present level of choosing takes, whatever is pointed at."""
    choosing = pieces.choosing
    if choosing is None:
        return 0
    level = choosing.level
    entries = pieces.entries.height(level.entries, columns - 2)
    rows = len(_ask_rows(pieces, choosing, columns - 2, pieces.desk.look.glyphs))
    if level.spots or level.steps is not None:
        rows = max(rows, 1 + NOTE_ROWS)
    return rows + entries


def _ask_title(pieces: Pieces) -> str:
    if pieces.looking is not None:
        return "Looking around: Enter, Esc or v comes back"
    return "You choose" if pieces.choosing is not None else "Where something happened last"


def _draw_huge(pieces: Pieces, area: Area, now: Snapshot, state: State) -> None:
    """Map at the left, below it the cards and how it stands; what is asked, and the story, at the right."""
    told = wrap(banner_text(pieces), area.width - 4)[:MOST_BANNER]
    banner, rest = area.top(len(told))
    _banner(pieces, banner, list(told))
    board = pieces.chart(now).size
    left, right = rest.left(board.width + 4)
    upper, lower = left.top(board.height + 2)
    draw_map(pieces, upper, now, state)
    if now.view is not None:
        cards, lower = lower.left(CARD_COLUMNS)
        _draw_hand(pieces, cards.panel("Your cards"), now)
    _draw_standing(pieces, lower.panel("How it stands"), now, state)
    rows = guide_rows(pieces, right.width - 6)
    choice, story = right.top(max(PANEL_ROWS + 2, min(right.height // 2, _wanted(pieces, right.width - 4) + 6)))
    _draw_ask(pieces, choice.panel(_ask_title(pieces)), now, state)
    if rows:
        note, story = story.top(len(rows) + 2)
        _draw_lesson(note.panel("New to this?", role=Role.NOTICE), rows)
    pieces.story.draw(story.panel("What happened"))


# --- the banner -------------------------------------------------------------------------------------------


def banner_text(pieces: Pieces) -> str:
    """What is asked, or for whom everybody waits: never empty."""
    model, now, state = pieces.model, pieces.now, pieces.state
    if model.convicted is not None and now is not None:
        return f"PLAY HAS STOPPED. {model.convicted.sentence}."
    if model.ended is not None and model.ended.problem:
        return model.ended.problem
    if model.deserted and model.over is None:
        return f"{model.deserted} {_what_then(model)}".rstrip()
    if not model.in_sight:
        return WATCH_LOST
    if (secret := pieces.moments.secret) is not None:
        return secret.meanwhile
    if model.stage in (Stage.OVER, Stage.ENDED):
        return "The game is over."
    last = "" if now is None or state is None else last_turn(state, now.names)
    if pieces.looking is not None:
        waits = " The question waits." if pieces.choosing is not None else ""
        return f"{LOOKING}{waits}"
    if pieces.choosing is not None and now is not None and now.view is not None:
        return f"{question(pieces.choosing.decide, now.view, now.names, last_score(model))} {last}".rstrip()
    if model.sent is not None:
        return "Your choice is on its way to the others."
    if model.working is not None:
        return f"{model.working.what.capitalize()}: {model.working.done} of {model.working.total} players are done."
    if now is None or state is None:
        return "The table is being made ready."
    away = join(now.names.player(seat) for seat in now.unlinked if seat in now.waiting)
    told = doing(state, now.waiting, now.names, last_score(model))
    parted = f"There is no link to {away} for now, so the table waits." if away else ""
    return " ".join(part for part in (told, parted, last) if part)


def _what_then(model: TableModel) -> str:
    """What can be done where somebody has left; nothing more once the table is left."""
    return "" if model.stage is Stage.ENDED else "Esc leaves too: then the game so far is shown, and it is kept."


def _banner(pieces: Pieces, area: Area, told: list[str]) -> None:
    model = pieces.model
    failed = model.convicted is not None or (model.ended is not None and model.ended.problem)
    bad = failed or not model.in_sight or (model.deserted and model.over is None)
    asked = pieces.choosing is not None and pieces.looking is None
    role = Role.BAD if bad else Role.CHOSEN if asked and not pieces.flash else Role.BAR
    for y, line in enumerate(told):
        area.part(0, y, rows=1).fill(role)
        lead = "!" if bad and y == 0 else area.glyphs.pointer if asked and y == 0 else " "
        area.put(1, y, f"{lead} {line}", role)


# --- the guide --------------------------------------------------------------------------------------------


def guide_rows(pieces: Pieces, columns: int) -> list[str]:
    """What the guide says now, in rows; none for nothing."""
    marks = pieces.desk.look.glyphs.map
    text = pieces.guide.text.replace("»", marks.entry).replace("◊", marks.secret_door)
    return [row.replace(HELD, " ") for row in wrap(f"{text} (g:{HELD}understood)", columns)] if text else []


def _draw_lesson(area: Area, rows: list[str]) -> None:
    for y, line in enumerate(rows):
        area.put(0, y, line, Role.NOTICE, GUIDE_KEY)


# --- the map ----------------------------------------------------------------------------------------------


def map_state(pieces: Pieces, now: Snapshot, state: State) -> MapState:
    """What is on the board: on Molasar's own screen his Hilt too, and pawns that are just moving where they are."""
    shown = on_map(state)
    pawns = dict(shown.pawns)
    pawns.update({pawn: room for pawn, room in pieces.moments.places.items() if pawn in pawns})
    hilt = shown.hilt or (None if now.view is None else now.view.known.hilt)
    return MapState(pawns, shown.entries, shown.marked, shown.proven, hilt)


def lights(pieces: Pieces, now: Snapshot, state: State, glyphs: GlyphSet) -> Lights:
    """What is lit."""
    found = pieces.found(now, state)
    fight = state.conflict
    about = None if fight is None else fight.room
    if pieces.looking is not None:
        return Lights(cursor=pieces.looking, found=found, about=about)
    choosing = pieces.choosing
    if choosing is None:
        return Lights(found=found, about=about)
    level, chart = choosing.level, pieces.chart(now)
    lit = {room: _lit_sign(choosing, room, glyphs) for room in level.spots}
    walk = choosing.walk()
    cursor = choosing.cursor if chart.knows(choosing.cursor) else None
    start = None if walk is None else state.where(walk.pawn)
    path = () if walk is None else tuple(room for room in walk.path if room != OUTSIDE)
    fights = frozenset(room for room in level.spots if choosing.fighting(room))
    return Lights(lit, fights, cursor, start, path, None if level.spots else about, found)


def _lit_sign(choosing: Choosing, room: Room, glyphs: GlyphSet) -> str:
    """At the price of a card (first, since a small room may have no place for more); how many rooms; to a fight."""
    price = glyphs.card if choosing.costs_card(room) else ""
    return price + (choosing.sign(room) or glyphs.here) + ("!" if choosing.fighting(room) else "")


def draw_map(pieces: Pieces, area: Area, now: Snapshot, state: State) -> None:
    """The board, scrolled to where the action is, with the moment that is being shown over it."""
    chart = pieces.chart(now)
    lit = lights(pieces, now, state, area.glyphs)
    grid: Grid = pieces.painter.paint(chart, map_state(pieces, now, state), lit, area.glyphs)
    pieces.viewport.fit(area.rect.size, chart.size)
    if not pieces.held:
        _follow(pieces, chart, state, lit, now)
    at = pieces.viewport.draw(area, grid)
    asked = [chart.rect(room) for room in (*lit.lit, lit.start) if room is not None and chart.knows(room)]
    pieces.moments.draw(area, [Rect(at.x + r.x, at.y + r.y, r.width, r.height) for r in asked])


def _follow(pieces: Pieces, chart: Chart, state: State, lit: Lights, now: Snapshot) -> None:
    """Bring into sight what is spoken of, and all that belongs to it if there is room."""
    room, wider = _focus(pieces, state, now)
    if room is None or not chart.knows(room):
        return
    if pieces.choosing is not None and pieces.looking is None:
        wider = tuple(r for r in (lit.start, *lit.path) if r is not None) if lit.path else tuple(lit.lit)
    elif pieces.looking is None and all(pieces.viewport.holds(chart.rect(r)) for r in (room, *wider) if chart.knows(r)):
        return  # others' turns: the map stands still as long as what happens can be seen
    around = chart.bounds((room, *wider))
    pieces.viewport.show(chart.rect(room), chart.across(room))  # a whole region, where that fits
    pieces.viewport.show(chart.rect(room), around)


def _focus(pieces: Pieces, state: State, now: Snapshot) -> tuple[Room | None, tuple[Room, ...]]:
    if pieces.looking is not None:
        return pieces.looking, ()
    if pieces.choosing is not None:
        return pieces.choosing.anchor, ()
    moment = pieces.moments.now
    if moment is not None and moment.about is not None:
        places = tuple(frame.place for frame in moment.frames if frame.place is not None)
        return moment.about, places
    if state.conflict is not None:
        return state.conflict.room, ()
    own = () if now.names.you is None else now.names.seats[now.names.you].characters
    return pieces.last or next((room for c in own if (room := state.where(c)) is not None), None), ()


# --- below the map ----------------------------------------------------------------------------------------


def _separator(area: Area) -> None:
    for y in range(area.height):
        area.put(0, y, area.glyphs.vertical, Role.BORDER)


def _draw_left(pieces: Pieces, area: Area, now: Snapshot, state: State) -> None:
    if pieces.looking is None and pieces.choosing is None and now.view is not None:
        _draw_hand(pieces, area.inset(1, 0), now)
    else:
        _draw_ask(pieces, area.inset(1, 0), now, state)


def _draw_hand(pieces: Pieces, area: Area, now: Snapshot) -> None:
    assert now.view is not None, "only a seat has cards"
    lines = hand_lines(now.view, now.names)
    if lines != pieces.hand.lines:
        pieces.hand.set(lines)
    pieces.hand.draw(area)


def _draw_standing(pieces: Pieces, area: Area, now: Snapshot, state: State) -> None:
    """Everybody's place and cards, the guards, the doors, the Hilt: what the key s shows on smaller screens."""
    lines = [Line(text, hanging=2) for text in state_lines(state, now.names)]
    if lines != pieces.standing.lines:
        pieces.standing.set(lines)
    pieces.standing.draw(area)


def _draw_ask(pieces: Pieces, area: Area, now: Snapshot, state: State) -> None:
    """What is pointed at and what it brings, above the list of choices; or what a room holds."""
    choosing = pieces.choosing
    if pieces.looking is not None or choosing is None:
        room = pieces.looking or pieces.last
        lines = [] if room is None else room_lines(room, now, state)
        if lines != pieces.about.lines:
            pieces.about.set(lines)
        pieces.about.draw(area)
        return
    level = choosing.level
    rows = _ask_rows(pieces, choosing, area.width, area.glyphs)
    below = min(pieces.entries.height(level.entries, area.width), max(2, area.height - len(rows)))
    for y, (text, role) in enumerate(rows[: area.height - below]):
        area.put(0, y, text, role)
    gap = area.height - len(rows) - below if level.spots or level.steps is not None else 0
    lower = area.part(0, len(rows) + max(0, gap), rows=below)
    lower.restyle(link=Target(ENTRY))
    pieces.entries.draw(lower, level.entries, level.at if isinstance(level.at, int) else None)
    if level.at is None and not level.spots and level.steps is None and len(rows) + below < area.height:
        # Below the lines, which stay where they are when one of them is pointed at.
        area.part(0, area.height - 1).line(0, "Choose a line: arrows, number or click; then Enter.", Role.FAINT)


def _ask_rows(pieces: Pieces, choosing: Choosing, columns: int, glyphs: GlyphSet) -> list[tuple[str, Role]]:
    """A refusal, what is pointed at, what it brings."""
    level = choosing.level
    rows = [(line, Role.BAD) for line in wrap(pieces.model.refused, columns)] if pieces.model.refused else []
    rows += [(line, Role.TITLE) for line in wrap(level.title, columns)] if level.title else []
    heading = _heading(choosing) or ("" if isinstance(level.at, int) else _prompt(pieces, choosing))
    if heading:
        rows += [(line, Role.STRONG if level.at is not None else Role.FAINT) for line in wrap(heading, columns)]
    notes = choosing.notes()
    if isinstance(level.at, int) and not (level.spots and notes):
        return rows  # the line itself says what it does
    return rows + note_lines(notes, columns, glyphs)


def _heading(choosing: Choosing) -> str:
    """What is pointed at, in a few words; empty where the list says it, or where nothing is."""
    level = choosing.level
    if isinstance(level.at, int):
        return ""
    if level.steps is not None and not level.steps.walk.path:
        return "Take a step first: an arrow, a number or a click."
    return choosing.heading


def _prompt(pieces: Pieces, choosing: Choosing) -> str:
    """What to do while nothing is pointed at; how many rooms that may be chosen are not in sight."""
    level = choosing.level
    if not level.spots:
        return ""
    chart = pieces.now and pieces.chart(pieces.now)
    hidden = sum(not pieces.viewport.sees(chart.inside(room)) for room in level.spots) if chart else 0
    more = (
        f" {hidden} of {len(level.spots)} {'is' if hidden == 1 else 'are'} out of sight: Tab goes there."
        if hidden
        else ""
    )
    if any(choosing.costs_card(room) for room in level.spots):
        more += f" {pieces.desk.look.glyphs.card}: only with your Pass."
    return f"Choose {_what(choosing)}: arrows, Tab or a click; then Enter.{more}"


def _what(choosing: Choosing) -> str:
    """What is to be chosen now; for whom, if that is another than who is asked."""
    group = choosing.level.group
    if group is None:
        return "whom to move"
    if isinstance(group.mover, Hazard):
        return f"a room for {HAZARD_NAME[group.mover]}"
    mover = next((pawn for pawn in PAWNS if pawn == group.mover and pawn is not choosing.decide.character), None)
    return "a room" if mover is None else f"a room for {choosing.names.who(mover)}"
