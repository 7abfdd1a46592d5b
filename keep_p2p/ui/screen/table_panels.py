"""The pieces of the table: who holds what, one's own cards, the list of choices, what a room holds."""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.rules.names import BONUS_OF, Character, Deck, Room
from keep_p2p.rules.state import State
from keep_p2p.table.view import View
from keep_p2p.ui.cards import bonus_line, hazard_line
from keep_p2p.ui.names import BONUS_NAME, FULL, HAZARD_NAME, Names, join, sentence
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.events import Target
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.scroller import Line
from keep_p2p.ui.screen.table_model import Snapshot
from keep_p2p.ui.screen.widths import wrap
from keep_p2p.ui.table.choosing import Entry
from keep_p2p.ui.table.outlook import Note, Tone

ENTRY = "entry"
"""The name of the list's targets: their value is the line's index."""


def hand_lines(view: View, names: Names) -> list[Line]:
    """The reader's cards with what each does."""
    lines: list[Line] = []
    for character in names.seats[view.seat].characters:
        against = "for Molasar / for a guard" if character is Character.MOLASAR else "against Molasar / a guard"
        lines.append(Line(f"{FULL[character]}: Conflict cards, {against}", Role.TITLE))
        lines += _conflict_cards(character, view, names)
        for slot in view.state.hand(character, Deck.BONUS):
            card = view.known.cards.get((Deck.BONUS, slot))
            told = (
                "a card" if card is None else f"{BONUS_NAME[BONUS_OF[card]]}: {bonus_line(BONUS_OF[card], yours=True)}"
            )
            lines.append(Line(f"Bonus {told}", hanging=2))
        if character is Character.MOLASAR:
            if view.known.hilt is not None:
                secret = " Only you know." if view.state.over is None else ""
                lines.insert(0, Line(f"The Hilt lies in {names.room(view.known.hilt)}.{secret}", Role.STRONG, 2))
            lines += [
                Line(f"Hazard {HAZARD_NAME[h]}: {hazard_line(h, yours=True)}", hanging=2) for h in view.state.hazards
            ]
    return lines


def _conflict_cards(character: Character, view: View, names: Names) -> list[Line]:
    found = []
    for slot in view.state.hand(character, Deck.CONFLICT):
        card = view.known.cards.get((Deck.CONFLICT, slot))
        if card is None:
            found.append(Line("  ? / ?  a card not seen yet", Role.FAINT))
            continue
        data = names.deck.cards[card - 1]
        one, other = data.molasar_side if character is Character.MOLASAR else data.searcher_side
        signs = " (lies face down)" if slot in view.known.committed else ""
        signs += " (sent back: not in this exchange)" if slot in view.known.barred else ""
        found.append(Line(f" {one:>2} / {other:<2} {names.conflict_title(card)}{signs}", hanging=9))
    return found


_SIGN = {Tone.FIGHT: "!", Tone.HILT: "", Tone.DOOR: "", Tone.CARD: "", Tone.WAY: ""}
_ROLE = {
    Tone.FIGHT: Role.BAD, Tone.HILT: Role.MAP_MARKED, Tone.DOOR: Role.MAP_SECRET_DOOR,
    Tone.CARD: Role.NOTICE, Tone.WAY: Role.FAINT,
}  # fmt: skip


def note_lines(notes: Sequence[Note], columns: int, glyphs: GlyphSet) -> list[tuple[str, Role]]:
    """Consequences as rows: a sign says of what kind they are where colours do not."""
    signs = {**_SIGN, Tone.HILT: glyphs.map.marked, Tone.DOOR: glyphs.map.secret_door, Tone.CARD: glyphs.bullet}
    rows: list[tuple[str, Role]] = []
    for note in notes:
        lead = f"{signs[note.tone] or ' '} "
        rows += [(line, _ROLE[note.tone]) for line in wrap(lead + note.text, columns, 2)]
    return rows


class EntryList:
    """The numbered lines of a question."""

    def __init__(self) -> None:
        """Nothing is shown yet."""
        self._first = 0

    @staticmethod
    def _rows(entries: Sequence[Entry], columns: int) -> list[tuple[int, str]]:
        wide = len(str(len(entries)))
        rows: list[tuple[int, str]] = []
        for number, entry in enumerate(entries):
            lead = f"{number + 1:>{wide}} "
            lines = wrap(entry.label, max(8, columns - len(lead) - 3))
            rows += [(number, (lead if n == 0 else " " * len(lead)) + line) for n, line in enumerate(lines)]
        return rows

    def height(self, entries: Sequence[Entry], columns: int) -> int:
        """Rows that all of them take in so many columns."""
        return len(self._rows(entries, columns))

    def draw(self, area: Area, entries: Sequence[Entry], at: int | None) -> None:
        """As many as fit, the one pointed at in sight."""
        rows = self._rows(entries, area.width)
        mine = [y for y, (number, _) in enumerate(rows) if number == at]
        if mine and mine[-1] >= self._first + area.height:
            self._first = mine[-1] - area.height + 1
        if mine and mine[0] < self._first:
            self._first = mine[0]
        self._first = max(0, min(self._first, len(rows) - area.height))
        for y, (number, text) in enumerate(rows[self._first : self._first + area.height]):
            here = number == at
            place = area.part(0, y, area.width - 1, 1)
            role = Role.CHOSEN if here else Role.TEXT
            place.fill(role, link=Target(ENTRY, number))
            first = here and (self._first + y == mine[0])
            place.put(0, 0, f"{area.glyphs.pointer if first else ' '} {text}", role, Target(ENTRY, number))
            if not here:
                place.put(2, 0, text[: len(str(len(entries)))], Role.KEY, Target(ENTRY, number))
        area.scrollbar(self._first, area.height, len(rows))

    def scroll(self, rows: int) -> None:
        """Move the list."""
        self._first += rows


def room_lines(room: Room, now: Snapshot, state: State) -> list[Line]:
    """What there is to know of a room, for looking around."""
    names, board = now.names, now.names.board
    data = board.room_data[room]
    kind = "Stairs" if data.stair else "A room"
    lines = [Line(sentence(names.room_title(room)), Role.TITLE), Line(f"{kind} of the {data.region.value}.")]
    pawns = state.pawns_in(room)
    if pawns:
        lines.append(Line(f"Here: {join(names.who(pawn) for pawn in pawns)}.", Role.STRONG, 2))
    lines.append(Line(f"Doorways to {join(names.room(other) for other in board.neighbours[room])}.", hanging=2))
    for door in board.doors_of.get(room, ()):
        finders = [names.who(c) for c in state.searchers if door.id in state.doors_found(c)]
        finders += ["the guards"] if door.id in state.guards_doors else []
        opens = join([names.who(Character.MOLASAR), *finders])
        told = f"open to {opens}" if finders else f"not found yet: open to {opens} alone"
        lines.append(Line(f"{sentence(names.door(door.id))}: {told}.", Role.MAP_SECRET_DOOR, 2))
    if room in state.game.entries:
        lines.append(Line("An entry room: Searchers come in here.", Role.MAP_ENTRY, 2))
    if room == state.hilt_proven:
        lines.append(Line("The Hilt is here!", Role.MAP_HILT, 2))
    elif room in state.proven:
        lines.append(Line("A marked room, proven empty.", Role.MAP_PROVEN, 2))
    elif room in state.game.hilt_rooms:
        lines.append(_marked(room, None if now.view is None else now.view.known.hilt))
    return lines


def _marked(room: Room, hilt: Room | None) -> Line:
    """A marked room that is not proven; ``hilt`` is where it lies, for Molasar's own eyes."""
    if room == hilt:
        return Line("A marked room: the Hilt lies here. Only you know.", Role.MAP_HILT, 2)
    told = "the Hilt may be here." if hilt is None else "the Hilt is not here, but the Searchers do not know."
    return Line(f"A marked room: {told}", Role.MAP_MARKED, 2)
