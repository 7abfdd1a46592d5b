"""The board drawn from its data: a grid of characters, each with a role that a screen may colour.

Plain rendering, no terminal: `draw_map` gives lines of text for the line interface and
for logs, `draw_region` the same as cells with roles for the full screen.

    E F C G W   the Searchers          M   Molasar          a-l   the twelve guards
    ◊3          secret door 3 of the pack (on both its sides)
    »           an entry room          †   a marked room    ∅   proven empty    ‡   the Hilt is here
    ≡           stairs
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from keep_p2p.rules.board import Board, Rect, RoomData
from keep_p2p.rules.names import GUARDS, Character, Pawn, Region, Room
from keep_p2p.ui.names import pawn_letter
from keep_p2p.ui.walls import Cell, ascii_box, box, walls

GAP = 2
"""Blank columns between keep and cellar."""


class Role(StrEnum):
    """What a cell of the map shows; a screen gives each role a colour."""

    BLANK = "blank"
    OUTER_WALL = "outer-wall"
    INNER_WALL = "inner-wall"
    DOORWAY = "doorway"
    FLOOR = "floor"
    STAIRS = "stairs"
    LABEL = "label"
    SECRET_DOOR = "secret-door"
    ENTRY = "entry"
    MARKED = "marked"
    PROVEN = "proven"
    HILT = "hilt"
    SEARCHER = "searcher"
    MOLASAR = "molasar"
    GUARD = "guard"


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of the map that are no letters."""

    secret_door: str = "◊"
    entry: str = "»"
    marked: str = "†"
    proven: str = "∅"
    hilt: str = "‡"
    stairs: str = "≡"
    ascii_walls: bool = False


UNICODE = Glyphs()
ASCII = Glyphs(secret_door="*", entry=">", marked="+", proven="0", hilt="!", stairs="=", ascii_walls=True)


@dataclass(frozen=True, slots=True)
class MapState:
    """What is on the board: pawns by room, and the marks that this table size or the game calls for.

    ``proven`` are marked rooms proven empty, ``hilt`` the one proven to hold the Hilt.
    """

    pawns: Mapping[Pawn, Room] = field(default_factory=dict)
    entries: tuple[Room, ...] = ()
    marked: tuple[Room, ...] = ()
    proven: tuple[Room, ...] = ()
    hilt: Room | None = None


@dataclass(frozen=True, slots=True)
class Glyph:
    """One cell of the map. ``room`` is the room whose inside it is, None for walls and beyond."""

    text: str
    role: Role
    room: Room | None = None


Grid = tuple[tuple[Glyph, ...], ...]
"""Rows of cells, all of one length."""

_BLANK = Glyph(" ", Role.BLANK)


def pawn_role(pawn: Pawn) -> Role:
    """The role of a pawn's letter."""
    if not isinstance(pawn, Character):
        return Role.GUARD
    return Role.SEARCHER if pawn.is_searcher else Role.MOLASAR


def draw_region(board: Board, region: Region, state: MapState | None = None, glyphs: Glyphs = UNICODE) -> Grid:
    """One region as a grid of cells, from column and row 0 to its last wall."""
    state = state or MapState()
    rooms = [room for room in board.rooms if room.region is region]
    width = max((room.rect.x + room.rect.width for room in rooms), default=0)
    height = max((room.rect.y + room.rect.height for room in rooms), default=0)
    cells: dict[Cell, Glyph] = {}
    doorways = {doorway.at for doorway in board.doorways if board.room_data[doorway.a].region is region}
    for cell, arms in walls(board, region).items():
        role = Role.DOORWAY if cell in doorways else Role.OUTER_WALL if 2 in arms else Role.INNER_WALL
        cells[cell] = Glyph(ascii_box(arms) if glyphs.ascii_walls else box(arms), role)
    for room in rooms:
        _draw_room(cells, board, room, state, glyphs)
    return tuple(tuple(cells.get((x, y), _BLANK) for x in range(width)) for y in range(height))


def draw_map(board: Board, state: MapState | None = None, glyphs: Glyphs = UNICODE, gap: int = GAP) -> tuple[str, ...]:
    """Keep and cellar side by side as lines of text, without trailing blanks."""
    keep, cellar = (lines(draw_region(board, region, state, glyphs)) for region in Region)
    width = max(map(len, keep), default=0) + gap
    height = max(len(keep), len(cellar))
    left = keep + ("",) * (height - len(keep))
    right = cellar + ("",) * (height - len(cellar))
    return tuple((one.ljust(width) + other).rstrip() for one, other in zip(left, right, strict=True))


def lines(grid: Grid) -> tuple[str, ...]:
    """A grid's characters, row by row."""
    return tuple("".join(glyph.text for glyph in row) for row in grid)


def legend(board: Board, glyphs: Glyphs = UNICODE) -> tuple[str, ...]:
    """What the marks on the map mean, and the secret doors by number, as lines of text."""
    marks = (
        f"{glyphs.entry} entry   {glyphs.marked} marked room   {glyphs.proven} proven empty   "
        f"{glyphs.hilt} the Hilt   {glyphs.stairs} stairs   {glyphs.secret_door} secret door"
    )
    doors = tuple(
        f"{glyphs.secret_door}{number} {door.name}: {board.room_data[door.keep_side].name} - "
        f"{board.room_data[door.cellar_side].name}"
        for number, door in enumerate(board.secret_doors, start=1)
    )
    return (marks, *doors)


def wrap_label(name: str, width: int, rows: int) -> tuple[str, ...]:
    """``name`` in at most ``rows`` lines of ``width`` characters, cut with a full stop where it does not fit."""
    found: list[str] = []
    for word in name.split():
        if found and len(found[-1]) + 1 + len(word) <= width:
            found[-1] += " " + word
        else:
            found.append(word)
    if len(found) > rows:
        found = [*found[: rows - 1], " ".join(found[rows - 1 :])]
    return tuple(line if len(line) <= width else line[: width - 1].rstrip() + "." for line in found)


def _draw_room(cells: dict[Cell, Glyph], board: Board, room: RoomData, state: MapState, glyphs: Glyphs) -> None:
    """Floor, label, marks and pawns. The last row is for pawns (left) and marks (right)."""
    inside = Rect(room.rect.x + 1, room.rect.y + 1, room.rect.width - 2, room.rect.height - 2)
    last = inside.y + inside.height - 1
    floor = Glyph(glyphs.stairs, Role.STAIRS, room.id) if room.stair else Glyph(" ", Role.FLOOR, room.id)
    for y in range(inside.y, last + 1):
        for x in range(inside.x, inside.x + inside.width):
            cells[x, y] = floor
    marks = _marks(board, room, state, glyphs)
    pawns = _pawns(room.id, state.pawns)
    _draw_label(cells, room, inside, len(marks) if inside.height == 1 else 0)
    right = inside.x + inside.width
    _write(cells, right - len(marks), last, marks, room.id)
    # In a room of one row the pawns stand beside the marks, over the label's end.
    start = inside.x if inside.height > 1 else max(inside.x, right - len(marks) - len(pawns))
    _write(cells, start, last, pawns[: inside.width], room.id)


def _draw_label(cells: dict[Cell, Glyph], room: RoomData, inside: Rect, taken: int) -> None:
    """The name, centred in the rows above the last; in a room of one row, left of the ``taken`` cells."""
    rows = max(1, inside.height - 1)
    label = wrap_label(room.name, inside.width - taken, rows)
    top = inside.y + (rows - len(label)) // 2
    for number, line in enumerate(label):
        x = inside.x + (inside.width - taken - len(line)) // 2
        _write(cells, x, top + number, [(character, Role.LABEL) for character in line], room.id)


def _marks(board: Board, room: RoomData, state: MapState, glyphs: Glyphs) -> list[tuple[str, Role]]:
    marks: list[tuple[str, Role]] = []
    for number, door in enumerate(board.secret_doors, start=1):
        if room.id in (door.keep_side, door.cellar_side):
            marks += [(character, Role.SECRET_DOOR) for character in f"{glyphs.secret_door}{number}"]
    if room.id in state.entries:
        marks.append((glyphs.entry, Role.ENTRY))
    if room.id == state.hilt:
        marks.append((glyphs.hilt, Role.HILT))
    elif room.id in state.proven:
        marks.append((glyphs.proven, Role.PROVEN))
    elif room.id in state.marked:
        marks.append((glyphs.marked, Role.MARKED))
    return marks


def _pawns(room: Room, pawns: Mapping[Pawn, Room]) -> list[tuple[str, Role]]:
    """The letters of the pawns in ``room``: Searchers, Molasar, guards."""
    here = [pawn for pawn in (*Character, *GUARDS) if pawns.get(pawn) == room]
    return [(pawn_letter(pawn), pawn_role(pawn)) for pawn in here]


def _write(cells: dict[Cell, Glyph], x: int, y: int, glyphs: Iterable[tuple[str, Role]], room: Room) -> None:
    for number, (text, role) in enumerate(glyphs):
        cells[x + number, y] = Glyph(text, role, room)
