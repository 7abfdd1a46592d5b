"""A board pack: from a parsed TOML document to a checked `Board`, and its canonical content.

The format is described in docs/boards.md.
"""

from __future__ import annotations

from collections.abc import Iterable

from keep_p2p.packs.check import TABLES, check_board
from keep_p2p.packs.digest import Plain
from keep_p2p.packs.fields import Table, suggestion
from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.board import Board, Doorway, EntryRoom, HiltRoom, Rect, RoomData, SecretDoor
from keep_p2p.rules.names import Door, Region, Room

FORMAT = 1
"""The board format this program reads."""

MAX_ROOMS = 128
"""Most rooms: searches over the board and proofs over the marked rooms grow with it."""

MAX_DOORWAYS = 512
"""Most doorways, for the same reason."""

MAX_SECRET_DOORS = 32
"""Most secret doors, for the same reason."""

MAX_COLUMNS = 160
"""Widest region in character cells: what a terminal can show, and a cap on what a drawing may allocate."""

MAX_ROWS = 60
"""Tallest region in character cells."""

LEAST_WIDTH, LEAST_HEIGHT = 5, 3
"""Smallest room in character cells, walls included: three pawns must fit into it."""

_KEYS = (
    "kind",
    "format",
    "id",
    "name",
    "rooms",
    "doorways",
    "secret-doors",
    "entries",
    "guard-starts",
    "molasar-start",
    "hilt-rooms",
)


def parse_board(document: dict[str, object], file: str) -> Board:
    """The board in ``document``, checked; ``file`` is named in errors.

    Raises:
        PackError: for the first thing wrong.
    """
    check_kind(document, file, "board", FORMAT)
    top = Table(file, "", document, _KEYS)
    rooms = tuple(_room(table) for table in top.tables("rooms", ("id", "name", "region", "rect", "stair"), MAX_ROOMS))
    _all_different(top, "rooms", (room.id for room in rooms))
    _all_different(top, "rooms", (room.name for room in rooms))
    known = tuple(room.id for room in rooms)
    doorways = tuple(_doorway(table, known) for table in top.tables("doorways", ("between", "at"), MAX_DOORWAYS))
    _all_different(top, "doorways", (" - ".join(sorted((doorway.a, doorway.b))) for doorway in doorways))
    secret = tuple(
        _secret_door(table, known)
        for table in top.tables("secret-doors", ("id", "name", "keep", "cellar"), MAX_SECRET_DOORS)
    )
    _all_different(top, "secret-doors", (door.id for door in secret))
    _all_different(top, "secret-doors", (f"{door.keep_side} - {door.cellar_side}" for door in secret))
    entries = tuple(EntryRoom(room, searchers) for room, searchers in _for_tables(top, "entries", known))
    hilt_rooms = tuple(HiltRoom(room, searchers) for room, searchers in _for_tables(top, "hilt-rooms", known))
    starts = tuple(_known(top, "guard-starts", room, known) for room in top.idents("guard-starts", MAX_ROOMS))
    _all_different(top, "guard-starts", starts)
    molasar = _known(top, "molasar-start", top.ident("molasar-start"), known)
    board = Board(top.ident("id"), top.text("name"), rooms, doorways, secret, entries, starts, molasar, hilt_rooms)
    check_board(board, file)
    return board


def check_kind(document: dict[str, object], file: str, kind: str, number: int) -> None:
    """Refuse another kind of pack, or a format this program does not know, before looking at any other key."""
    top = Table(file, "", document, tuple(document))
    if (found := top.ident("kind")) != kind:
        top.refuse("kind", f'this is no {kind} but "{found}"', f'give a pack of kind "{kind}" here')
    top.integer("format", number, number)


def _room(table: Table) -> RoomData:
    name = table.ident("id")
    if name == OUTSIDE:
        table.refuse("id", f'"{OUTSIDE}" means out of the Keep in every record', "choose another identifier")
    region = table.ident("region")
    if region not in tuple(Region):
        table.refuse("region", f'"{region}" is no region', 'write "keep" or "cellar"')
    x, y, width, height = table.integers("rect", 4, 0, max(MAX_COLUMNS, MAX_ROWS))
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        problem = f"a room of {width} by {height} cells"
        table.refuse("rect", problem, f"make it at least {LEAST_WIDTH} by {LEAST_HEIGHT}, walls included")
    if x + width > MAX_COLUMNS or y + height > MAX_ROWS:
        table.refuse("rect", "the room leaves the map", f"keep it within {MAX_COLUMNS} by {MAX_ROWS} cells")
    return RoomData(Room(name), table.text("name"), Region(region), Rect(x, y, width, height), table.flag("stair"))


def _doorway(table: Table, known: tuple[str, ...]) -> Doorway:
    ends = table.idents("between", 2)
    if len(ends) != 2 or ends[0] == ends[1]:
        table.refuse("between", "a doorway joins two different rooms", "name both")
    a, b = (_known(table, "between", end, known) for end in ends)
    x, y = table.integers("at", 2, 0, max(MAX_COLUMNS, MAX_ROWS))
    return Doorway(a, b, (x, y))


def _secret_door(table: Table, known: tuple[str, ...]) -> SecretDoor:
    keep = _known(table, "keep", table.ident("keep"), known)
    cellar = _known(table, "cellar", table.ident("cellar"), known)
    return SecretDoor(Door(table.ident("id")), table.text("name"), keep, cellar)


def _for_tables(top: Table, key: str, known: tuple[str, ...]) -> tuple[tuple[Room, frozenset[int]], ...]:
    """Rooms with the numbers of Searchers at which they count."""
    found = []
    for table in top.tables(key, ("room", "searchers"), MAX_ROOMS):
        room = _known(table, "room", table.ident("room"), known)
        found.append((room, table.some_integers("searchers", TABLES[0], TABLES[-1])))
    _all_different(top, key, (room for room, _ in found))
    return tuple(found)


def _known(table: Table, key: str, room: str, known: tuple[str, ...]) -> Room:
    if room not in known:
        table.refuse(key, f'there is no room "{room}"', suggestion(room, known))
    return Room(room)


def _all_different(top: Table, key: str, values: Iterable[str]) -> None:
    seen: dict[str, None] = {}
    for value in values:
        if value in seen:
            top.refuse(key, f'"{value}" is there twice', "keep one of them")
        seen[value] = None


def board_content(board: Board) -> Plain:
    """Everything ``board`` says, as plain values in canonical order."""
    return {
        "id": board.id,
        "name": board.name,
        "rooms": [_room_content(room) for room in board.rooms],
        "doorways": [[doorway.a, doorway.b, *doorway.at] for doorway in board.doorways],
        "secret-doors": [[door.id, door.name, door.keep_side, door.cellar_side] for door in board.secret_doors],
        "entries": [[entry.room, *sorted(entry.searchers)] for entry in board.entries],
        "guard-starts": list(board.guard_starts),
        "molasar-start": board.molasar_start,
        "hilt-rooms": [[hilt.room, *sorted(hilt.searchers)] for hilt in board.hilt_rooms],
    }


def _room_content(room: RoomData) -> Plain:
    rect = room.rect
    return [room.id, room.name, room.region.value, rect.x, rect.y, rect.width, rect.height, room.stair]
