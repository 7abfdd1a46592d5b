"""Small moments: dice that tumble, cards turned up, a pawn on its way. Under a second each, and never in the way.

Any key skips them and does at once what it does; with ``calm`` there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from keep_p2p.rules.names import Pawn, Room
from keep_p2p.rules.records import (
    ConflictDecided,
    ConflictRevealed,
    DiceRolled,
    DoorFound,
    GuardEaten,
    HazardPlayed,
    Moved,
    Record,
    RoomProven,
)
from keep_p2p.ui.names import HAZARD_NAME, Names, sentence
from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.base import Cancel, Desk
from keep_p2p.ui.screen.geometry import Rect, Size
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.table_model import Snapshot
from keep_p2p.ui.screen.widths import clip, pad, width, wrap
from keep_p2p.ui.words import tell

LONGEST = 0.95
"""Seconds of the longest moment."""

STEP_SECONDS = 0.09
TUMBLE_SECONDS = 0.08
SHOW_SECONDS = 0.65
DOWN_SECONDS = 0.3

MOST_WAITING = 4
"""Moments that wait their turn. When more happens than can be shown, the oldest are dropped: news is never late."""

CARD_COLUMNS = 11
SIDE_COLUMNS = 32

DICE_FALL = "The dice are rolling."
CARDS_TURN = "Both cards are turned up."

BESIDE = 6
"""Columns of the box that are not its text: two borders, and two blanks inside of each."""

Row = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a moment: a box with these rows, and where the pawn that moves is just now."""

    seconds: float
    rows: tuple[Row, ...] = ()
    place: Room | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """What is shown, one frame after the other. ``pawn`` moves in it; ``about`` is where it happens.

    ``secret``: the first so many frames do not show yet how it comes out, so nothing else may tell it meanwhile.
    """

    frames: tuple[Frame, ...]
    pawn: Pawn | None = None
    about: Room | None = None
    secret: int = 0
    meanwhile: str = ""
    """What the banner says while it is secret."""
    before: Snapshot | None = None
    """Where the game stood before it: all that is shown while it is secret."""

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return sum(frame.seconds for frame in self.frames)


def moment_of(record: Record, names: Names, glyphs: GlyphSet) -> Moment | None:
    """The moment that an event is worth; None for most."""
    match record:
        case DiceRolled():
            return _dice(record, names, glyphs)
        case ConflictRevealed():
            return _cards(record, names, glyphs)
        case Moved(pawn, start, path) if start is not None:
            seconds = min(STEP_SECONDS, LONGEST / (len(path) + 1))
            return Moment(tuple(Frame(seconds, place=room) for room in (start, *path)), pawn, path[-1])
        case ConflictDecided() | DoorFound():
            return _told(record, names, Role.STRONG)
        case RoomProven(room, here):
            told = _told(record, names, Role.MAP_HILT if here else Role.STRONG)
            return None if told is None else Moment(told.frames, about=room)
        case GuardEaten(room=room):
            told = _told(record, names, Role.BAD)
            return None if told is None else Moment(told.frames, about=room)
        case HazardPlayed(hazard):
            return _box((((f"Molasar plays {HAZARD_NAME[hazard]}", Role.BAD),),))
        case _:
            return None


def with_cards(cards: Moment, verdict: Moment) -> Moment:
    """The verdict of a conflict under the two cards that it follows from, which are so seen long enough to be read."""
    rows = cards.frames[-1].rows
    return replace(verdict, frames=tuple(replace(frame, rows=(*rows, *frame.rows)) for frame in verdict.frames))


def _box(rows: tuple[Row, ...], seconds: float = SHOW_SECONDS) -> Moment:
    return Moment((Frame(seconds, rows),))


def _told(record: Record, names: Names, role: Role) -> Moment | None:
    text = tell(record, names)
    return None if text is None else _box(tuple(((line, role),) for line in _halves(text)))


def _halves(text: str) -> tuple[str, ...]:
    """A sentence in rows of a box: broken behind a colon, a semicolon or a full stop if it is long."""
    if len(text) <= 50:
        return (text,)
    for sign in (": ", "; ", ". "):
        before, found, after = text.partition(sign)
        if found and before and after:
            return (before + sign.strip(), sentence(after))
    return (text,)


PIPS = {
    1: ("       ", "   *   ", "       "),
    2: (" *     ", "       ", "     * "),
    3: (" *     ", "   *   ", "     * "),
    4: (" *   * ", "       ", " *   * "),
    5: (" *   * ", "   *   ", " *   * "),
    6: (" *   * ", " *   * ", " *   * "),
}
"""The six faces of a die."""


def _faces(values: Sequence[int], glyphs: GlyphSet) -> tuple[Row, ...]:
    rows: list[Row] = []
    for line in range(3):
        spans: list[Span] = []
        for value in values:
            spans += [(PIPS[value][line].replace("*", glyphs.on), Role.DIE), ("  ", Role.TEXT)]
        rows.append(tuple(spans[:-1]))
    return tuple(rows)


def _dice(record: DiceRolled, names: Names, glyphs: GlyphSet) -> Moment:
    told = tell(record, names) or ""
    lines: tuple[Row, ...] = tuple(((line, Role.STRONG),) for line in _halves(told))
    blank: tuple[Row, ...] = tuple((("", Role.TEXT),) for _ in lines)
    tumbles = [[(value + turn * 2 + place) % 6 + 1 for place, value in enumerate(record.values)] for turn in range(3)]
    rolling = [Frame(TUMBLE_SECONDS, (*_faces(values, glyphs), *blank)) for values in tumbles]
    shown = Frame(SHOW_SECONDS, (*_faces(record.values, glyphs), *lines))
    return Moment((*rolling, shown), secret=len(rolling), meanwhile=DICE_FALL)


def _cards(record: ConflictRevealed, names: Names, glyphs: GlyphSet) -> Moment:
    """Two cards face down, then up, with what is added to the Searcher's."""
    added = sum(value for _, value in record.bonuses)
    total = f"{record.searcher_value + added}"
    enemy = "Molasar" if record.enemy == "molasar" else f"Molasar, for {names.who(record.enemy)}"
    own = record.defender is record.searcher
    defender = names.who(record.defender) + ("" if own else f", for {names.who(record.searcher)}")
    back = glyphs.empty * (CARD_COLUMNS - 4)
    down = (f"  {back}  ", f"  {back}  ", f"  {back}  ")
    blank = " " * CARD_COLUMNS
    left = (blank, _middle(str(record.molasar_value)), blank)
    right = (blank, _middle(total), _middle(f"{record.searcher_value} + {added}") if added else blank)
    heads = ((enemy, Role.STRONG), (defender, Role.STRONG))
    titles = (names.conflict_title(record.molasar_card), names.conflict_title(record.searcher_card))
    first = _two_cards(heads, down, down, ("", ""))
    second = _two_cards(heads, left, right, titles)
    return Moment((Frame(DOWN_SECONDS, first), Frame(SHOW_SECONDS, second)), secret=1, meanwhile=CARDS_TURN)


def _middle(text: str) -> str:
    return text.center(CARD_COLUMNS)


def _two_cards(
    heads: tuple[tuple[str, Role], tuple[str, Role]],
    left: Sequence[str],
    right: Sequence[str],
    titles: tuple[str, str],
) -> tuple[Row, ...]:
    indent = (SIDE_COLUMNS - CARD_COLUMNS) // 2
    gap = " " * indent
    rows: list[Row] = [_pair(heads[0], heads[1])]
    for line, (one, other) in enumerate(zip(left, right, strict=True)):
        versus = "against".center(2 * indent + 1) if line == 1 else " " * (2 * indent + 1)
        rows.append(((gap, Role.TEXT), (one, Role.DIE), (versus, Role.FAINT), (other, Role.DIE), (gap, Role.TEXT)))
    rows.append(_pair((titles[0], Role.TEXT), (titles[1], Role.TEXT)))
    return tuple(rows)


def _pair(one: tuple[str, Role], other: tuple[str, Role]) -> Row:
    def centred(text: str) -> str:
        told = clip(text, SIDE_COLUMNS)
        before = (SIDE_COLUMNS - width(told)) // 2
        return pad(" " * before + told, SIDE_COLUMNS)

    return ((centred(one[0]), one[1]), (" ", Role.TEXT), (centred(other[0]), other[1]))


def _wrapped(rows: tuple[Row, ...], columns: int) -> tuple[Row, ...]:
    """Sentences that are too long for one row in several; dice and cards have rows of fixed widths."""
    found: list[Row] = []
    for row in rows:
        if len(row) == 1 and width(row[0][0]) > columns:
            found += [((line, row[0][1]),) for line in wrap(row[0][0], columns)]
        else:
            found.append(row)
    return tuple(found)


def _fitting(rows: tuple[Row, ...], most: int) -> tuple[Row, ...]:
    """As many of the rows as there is room for: rows that say nothing go first, then the first ones."""
    kept = list(rows)
    for row in rows:
        if len(kept) > most and not any(span[0].strip() for span in row):
            kept.remove(row)
    return tuple(kept[-most:]) if most > 0 else ()


def _place_beside(whole: Rect, size: Size, spare: Sequence[Rect]) -> Rect:
    """Where a box of this size hides fewest cells of ``spare``; of several such places the one nearest the middle."""
    middle = whole.centred(size)
    across = sorted({middle.x, whole.x, max(whole.x, whole.right - size.width)}, key=lambda x: abs(x - middle.x))
    down = sorted({middle.y, whole.y, max(whole.y, whole.bottom - size.height)}, key=lambda y: abs(y - middle.y))
    places = [Rect(x, y, middle.width, middle.height) for y in down for x in across]
    return min(places, key=lambda place: sum(_common(place, part) for part in spare))


def _common(one: Rect, other: Rect) -> int:
    """Cells that two rectangles have in common."""
    columns = min(one.right, other.right) - max(one.x, other.x)
    return max(0, columns) * max(0, min(one.bottom, other.bottom) - max(one.y, other.y))


class Moments:
    """What is being shown, and what waits to be."""

    def __init__(self, desk: Desk, changed: Callable[[], None] = lambda: None) -> None:
        """``changed`` is called whenever another frame is to be seen."""
        self._desk = desk
        self._changed = changed
        self._waiting: list[Moment] = []
        self._frame = 0
        self._cancel: Cancel = lambda: None
        self.place: Rect | None = None
        """Where on the screen the box was drawn last; None where there was none."""

    @property
    def now(self) -> Moment | None:
        """The moment that is being shown."""
        return self._waiting[0] if self._waiting else None

    @property
    def frame(self) -> Frame | None:
        """The frame that is being shown."""
        return self._waiting[0].frames[self._frame] if self._waiting else None

    @property
    def places(self) -> dict[Pawn, Room]:
        """Where pawns are to be drawn just now: on their way, or where they were before it."""
        found: dict[Pawn, Room] = {}
        for number, moment in enumerate(self._waiting):
            frame = moment.frames[self._frame if number == 0 else 0]
            if moment.pawn is not None and frame.place is not None:
                found.setdefault(moment.pawn, frame.place)
        return found

    @property
    def secret(self) -> Moment | None:
        """The first moment that does not show yet how it comes out: dice tumble, cards lie face down, or will."""
        for number, moment in enumerate(self._waiting):
            if (self._frame if number == 0 else 0) < moment.secret:
                return moment
        return None

    @property
    def keep_secret(self) -> bool:
        """Whether something is not to be told yet."""
        return self.secret is not None

    def add(self, moment: Moment | None) -> None:
        """Show it, after those that wait."""
        if moment is None or self._desk.look.calm:
            return
        self._waiting.append(moment)
        if len(self._waiting) > MOST_WAITING:
            self._stop()
            del self._waiting[: len(self._waiting) - MOST_WAITING]
            self._frame = 0
            self._begin()
        elif len(self._waiting) == 1:
            self._begin()

    def skip(self) -> bool:
        """Show none of them any longer; whether there were any."""
        had = bool(self._waiting)
        self._stop()
        self._waiting.clear()
        self._frame = 0
        self._changed()
        return had

    def _stop(self) -> None:
        self._cancel()
        self._cancel = lambda: None

    def _begin(self) -> None:
        frame = self.frame
        if frame is not None:
            self._cancel = self._desk.later(frame.seconds, self._next)

    def _next(self) -> None:
        if not self._waiting:
            return
        self._frame += 1
        if self._frame >= len(self._waiting[0].frames):
            self._waiting.pop(0)
            self._frame = 0
        self._begin()
        self._changed()
        self._desk.redraw()

    def draw(self, area: Area, spare: Sequence[Rect] = ()) -> None:
        """The box of the frame, in the middle of ``area``, or where it hides least of ``spare`` (on the screen)."""
        self.place = None
        frame = self.frame
        if frame is None or not frame.rows:
            return
        rows = _fitting(_wrapped(frame.rows, area.width - BESIDE), area.height - 2)
        if not rows:
            return
        columns = max(sum(width(span[0]) for span in row) for row in rows)
        columns = min(max(columns, *(self._widest(moment) for moment in self._waiting[:1])), area.width - BESIDE)
        size = Size(columns + BESIDE, len(rows) + 2)
        self.place = _place_beside(area.rect, size, spare)
        place = Area(area.grid, self.place)
        place.fill()
        inside = place.box(role=Role.STRONG).inset(2, 0)
        for y, row in enumerate(rows):
            told = sum(width(span[0]) for span in row)
            inside.spans(max(0, inside.width - told) // 2, y, row)

    @staticmethod
    def _widest(moment: Moment) -> int:
        rows = [row for frame in moment.frames for row in frame.rows]
        return max((sum(width(span[0]) for span in row) for row in rows), default=0)
