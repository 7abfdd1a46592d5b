"""What a board must be for the rules to be playable on it: geometry, reachability, starts.

Design goals (how far, how balanced) are no rules and are not checked here: see
`tools/board_report.py`.
"""

from __future__ import annotations

from keep_p2p.packs.errors import PackError
from keep_p2p.packs.graph import pieces, region
from keep_p2p.rules.board import Board, Doorway, Rect, RoomData
from keep_p2p.rules.names import GUARDS, Region, Room

TABLES = (3, 4, 5)
"""The numbers of Searchers a game begins with (ruling S1): every pack must serve all three."""

LEAST_MARKED = 2
"""Fewest marked rooms at any table: with one there is nothing to hide."""


def check_board(board: Board, file: str) -> None:
    """Raise `PackError` for the first thing that makes ``board`` unplayable or undrawable."""
    _check_rects(board, file)
    for number, doorway in enumerate(board.doorways, start=1):
        _check_doorway(board, doorway, file, f"doorways[{number}]")
    _check_regions(board, file)
    _check_secret_doors(board, file)
    _check_starts(board, file)
    _check_tables(board, file)


def meet(a: Rect, b: Rect) -> tuple[int, int]:
    """Width and height in cells of the block that two rooms' rects have in common; 0 or less: none."""
    width = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    height = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    return width, height


def _check_rects(board: Board, file: str) -> None:
    for number, room in enumerate(board.rooms, start=1):
        for other in board.rooms[: number - 1]:
            if room.region is not other.region:
                continue
            width, height = meet(room.rect, other.rect)
            if width > 1 and height > 1:
                problem = f'the room "{room.id}" overlaps the room "{other.id}" by {width} by {height} cells'
                raise PackError(file, f"rooms[{number}].rect", problem, "move them so that they share at most a wall")


def opens(room: RoomData, cell: tuple[int, int]) -> str:
    """On which wall of ``room`` the ``cell`` lies: north, south, west or east; empty for a corner or no wall."""
    rect, (x, y) = room.rect, cell
    left, top, right, bottom = rect.x, rect.y, rect.x + rect.width - 1, rect.y + rect.height - 1
    if left < x < right:
        return {top: "north", bottom: "south"}.get(y, "")
    if top < y < bottom:
        return {left: "west", right: "east"}.get(x, "")
    return ""


def _check_doorway(board: Board, doorway: Doorway, file: str, key: str) -> None:
    a, b = board.room_data[doorway.a], board.room_data[doorway.b]
    if a.region is not b.region:
        problem = f'"{a.id}" and "{b.id}" lie in different regions'
        raise PackError(file, f"{key}.between", problem, "join keep and cellar by a secret door only")
    opposite = {"north": "south", "south": "north", "west": "east", "east": "west"}
    side = opens(a, doorway.at)
    if not side or opens(b, doorway.at) != opposite[side]:
        x, y = doorway.at
        problem = f'the cell [{x}, {y}] is not in a wall that "{a.id}" and "{b.id}" share'
        raise PackError(file, f"{key}.at", problem, "name a cell of both their walls, no corner of either")


def _check_secret_doors(board: Board, file: str) -> None:
    if not board.secret_doors:
        raise PackError(file, "secret-doors", "no way leads into the cellar", "add at least one secret door")
    for number, door in enumerate(board.secret_doors, start=1):
        for side, room, wanted in (
            ("keep", door.keep_side, Region.KEEP),
            ("cellar", door.cellar_side, Region.CELLAR),
        ):
            if board.room_data[room].region is not wanted:
                problem = f'"{room}" is not a room of the {wanted}'
                raise PackError(file, f"secret-doors[{number}].{side}", problem, f"name a room of the {wanted}")


def _check_regions(board: Board, file: str) -> None:
    for which in Region:
        found = pieces(region(board, which))
        if not found:
            raise PackError(file, "rooms", f"the {which} has no room", "give each region at least one")
        if len(found) > 1:
            problem = f'the {which} is in pieces: no doorways lead from "{found[0][0]}" to "{found[1][0]}"'
            raise PackError(file, "doorways", problem, "add a doorway between them")


def _check_starts(board: Board, file: str) -> None:
    _check_where(board, file, "entries", tuple(entry.room for entry in board.entries), Region.KEEP)
    _check_where(board, file, "guard-starts", board.guard_starts, Region.KEEP)
    _check_where(board, file, "hilt-rooms", tuple(hilt.room for hilt in board.hilt_rooms), Region.CELLAR)
    _check_where(board, file, "molasar-start", (board.molasar_start,), Region.CELLAR)
    if len(board.guard_starts) != len(GUARDS):
        problem = f"the rooms named are {len(board.guard_starts)}"
        raise PackError(file, "guard-starts", problem, f"name {len(GUARDS)}, one for each guard")
    entries = {entry.room for entry in board.entries}
    for room in board.guard_starts:
        if room in entries:
            raise PackError(file, "guard-starts", f'"{room}" is an entry room too', "start the guard elsewhere")
    if board.molasar_start in {hilt.room for hilt in board.hilt_rooms}:
        problem = f'"{board.molasar_start}" is a marked room too'
        raise PackError(file, "molasar-start", problem, "start Molasar in a room that never holds the Hilt")


def _check_where(board: Board, file: str, key: str, rooms: tuple[Room, ...], wanted: Region) -> None:
    for room in rooms:
        if board.room_data[room].region is not wanted:
            raise PackError(file, key, f'"{room}" is not a room of the {wanted}', f"name rooms of the {wanted}")


def _check_tables(board: Board, file: str) -> None:
    for searchers in TABLES:
        entries = len(board.entries_for(searchers))
        if entries < searchers:
            problem = f"the entry rooms open to {searchers} Searchers are {entries}"
            raise PackError(file, "entries", problem, f"open at least {searchers}")
        marked = len(board.hilt_rooms_for(searchers))
        if marked < LEAST_MARKED:
            problem = f"the marked rooms for {searchers} Searchers are {marked}"
            raise PackError(file, "hilt-rooms", problem, f"mark at least {LEAST_MARKED}")
