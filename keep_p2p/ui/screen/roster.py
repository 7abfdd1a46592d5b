"""Who plays whom, at the top of a table and of a replay: pawns, players, whose turn it is, how many cards are held."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from keep_p2p.rules.names import Character, Deck
from keep_p2p.rules.state import State
from keep_p2p.ui.names import SHORT
from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.geometry import Breakpoint, breakpoint_of
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.roles import Role, pawn_role
from keep_p2p.ui.screen.table_model import Snapshot
from keep_p2p.ui.screen.widths import clip, clusters, width

LEAST_NAME = 6
"""Columns of a shortened name, at least: of less nobody is known again."""

MOST_ENDING = 4
"""Columns of a last word that a shortened name keeps whole: the number of a computer player."""

CARDS_HELD = "Conflict+Bonus cards (or Hazards)"
"""What the two numbers beside each character are, where there is room to say so."""

_SPACING = ((True, 2), (False, 2), (False, 1), (False, 0))
"""From the roomiest on: with or without blanks about the character, and how many between two of them, besides the
column of the sign for whose turn it is."""


def hand_sizes(character: Character, state: State) -> tuple[int, int]:
    """How many Conflict cards a character holds, and how many Bonus cards (Molasar: Hazards)."""
    conflict = len(state.hand(character, Deck.CONFLICT))
    if character is Character.MOLASAR:
        return conflict, len(state.hazards)
    return conflict, len(state.hand(character, Deck.BONUS))


def draw_roster(area: Area, now: Snapshot, state: State) -> Area:
    """One row, or two where names would not fit into one and the screen has rows for it; the rest of the area.

    Blanks go before letters of names, and names before characters and cards. A name that is shortened, or left out, is
    told whole with how it stands.
    """
    seats = [_Seat(character, now, state, area.glyphs) for character in state.characters]
    found = _with_names(seats, area.width - 1, area.glyphs.more)
    rows = 1
    if found is None and breakpoint_of(area.grid.size) >= Breakpoint.MEDIUM and any(seat.name for seat in seats):
        rows = 2
    head, rest = area.top(rows)
    pieces, gap = found or _without_names(seats, area.width - 1)
    if rows == 2:
        _draw_columns(head, seats)
        return rest
    x = 0
    for piece in pieces:
        x = head.spans(x, 0, piece) + gap
    if x + gap + width(CARDS_HELD) < head.width:
        head.spans(head.width - 1 - width(CARDS_HELD), 0, [(CARDS_HELD, Role.FAINT)])
    return rest


class _Seat:
    """One character: the spans that tell of it, in several widths. ``name`` is empty for one's own."""

    def __init__(self, character: Character, now: Snapshot, state: State, glyphs: GlyphSet) -> None:
        names = now.names
        seat = names.seat_of(character)
        self.yours = names.is_yours(character)
        self.name = "" if self.yours or seat is None else names.seats[seat].player
        self._character = character
        self._turn = glyphs.pointer if state.turn is character and state.turn_number > 0 else " "
        self._unlinked = glyphs.no if seat is not None and seat in now.unlinked else ""
        self._cards = "{}+{}".format(*hand_sizes(character, state))

    def spans(self, name: str, *, padded: bool, you: bool = True) -> list[Span]:
        """Pawn, player (``you``: also if it is the reader), whether its link is gone, cards."""
        short = SHORT[self._character]
        spans: list[Span] = [(self._turn, Role.YOURS)]
        spans.append((f" {short} " if padded else short, pawn_role(self._character)))
        if self.yours:
            spans += [(" you", Role.YOURS)] if you else []
        elif name:
            spans.append((f" {name}", Role.FAINT))
        if self._unlinked:
            spans.append((f" {self._unlinked}", Role.BAD))
        spans.append((f" {self._cards}", Role.TEXT))
        return spans

    def fits(self, columns: int) -> bool:
        """Whether there is room for blanks about the character, where its player is told elsewhere."""
        return sum(width(span[0]) for span in self.spans("", padded=True, you=False)) <= columns


_Pieces = tuple[list[list[Span]], int]


def _fitting(seats: Sequence[_Seat], names: Sequence[str], columns: int, *, padded: bool, gap: int) -> _Pieces | None:
    pieces = [seat.spans(name, padded=padded) for seat, name in zip(seats, names, strict=True)]
    told = sum(width(span[0]) for piece in pieces for span in piece) + gap * (len(pieces) - 1)
    return (pieces, gap) if told <= columns else None


def _with_names(seats: Sequence[_Seat], columns: int, more: str) -> _Pieces | None:
    """All names whole, with as many blanks as there is room for; else shortened, but still different; else None."""
    whole = [seat.name for seat in seats]
    for padded, gap in _SPACING:
        if found := _fitting(seats, whole, columns, padded=padded, gap=gap):
            return found
    for most in range(max(map(width, whole)) - 1, LEAST_NAME - 1, -1):
        names = shortened(whole, most, more)
        if names and (found := _fitting(seats, names, columns, padded=False, gap=0)):
            return found
    return None


def _without_names(seats: Sequence[_Seat], columns: int) -> _Pieces:
    none = [""] * len(seats)
    spacing = ((True, 2), (True, 1), (False, 1))
    found = (_fitting(seats, none, columns, padded=padded, gap=gap) for padded, gap in spacing)
    return next(filter(None, found), None) or ([seat.spans("", padded=False) for seat in seats], 0)


def _draw_columns(area: Area, seats: Sequence[_Seat]) -> None:
    """A column for each character, the player's name below it."""
    columns = (area.width - 1) // len(seats)
    names = shortened([seat.name for seat in seats], columns - 3, area.glyphs.more) or [""] * len(seats)
    for number, (seat, name) in enumerate(zip(seats, names, strict=True)):
        place = area.part(number * columns, 0, columns)
        place.spans(0, 0, seat.spans("", padded=seat.fits(columns - 1), you=False))
        place.put(2, 1, "you" if seat.yours else name, Role.YOURS if seat.yours else Role.FAINT)


def shortened(names: Sequence[str], columns: int, more: str) -> list[str] | None:
    """Each name in at most so many columns; None if two that differ would then be the same.

    The end goes first (``Maximil…``), but for a short last word, which often is a number (``Compu… 2``); where that
    does not tell them apart, the middle (``Maxi…ann``).
    """
    ways: tuple[Callable[[str, int, str], str], ...] = (_cut_end, _cut_middle)
    for cut in ways:
        found = [cut(name, columns, more) for name in names]
        if len(set(found)) == len(set(names)):
            return found
    return None


def _cut_end(name: str, columns: int, more: str) -> str:
    first, _, last = name.rpartition(" ")
    if width(name) <= columns or not first or width(last) > MOST_ENDING:
        return clip(name, columns, more)
    room = columns - width(last) - 1
    return f"{clip(first, room, more)} {last}" if room > width(more) else clip(name, columns, more)


def _cut_middle(name: str, columns: int, more: str) -> str:
    if width(name) <= columns:
        return name
    tail, used = "", 0
    for piece, own in reversed(list(clusters(name))):
        if used + own > (columns - width(more)) // 2:
            break
        tail, used = piece + tail, used + own
    return clip(name, columns - used, more) + tail
