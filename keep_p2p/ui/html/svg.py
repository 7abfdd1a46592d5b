"""The board as SVG, one drawing for each region, from the same geometry as the map of characters.

A cell of the pack's grid is `CELL_WIDTH` by `CELL_HEIGHT` units; a wall runs through the middle of its cells.
Everything that moves (pawns, trails, marks proven empty) is put in by the page's script.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from keep_p2p.rules.board import Board, Rect, RoomData
from keep_p2p.rules.names import Region, Room
from keep_p2p.rules.state import PAWNS
from keep_p2p.ui.html.pawns import pawn_group
from keep_p2p.ui.map import wrap_label
from keep_p2p.ui.walls import Cell, Side, walls

CELL_WIDTH, CELL_HEIGHT = 10, 20
"""Units of the drawing for one character cell."""

MARGIN = 8
"""Units left free around a region, for its thick outer wall."""

LETTER = 7.2
"""Units that a letter of a room's name takes, about."""

LINE = 14
"""Units from one line of a room's name to the next."""

PAWN_ROW = 16
"""Units from the lower wall to the middle of the pawns."""

HALF_DOOR = 9
"""Units of a doorway on either side of its middle."""

MARK_WIDTH = 21
"""Units that each mark in a room's lower right corner takes."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where things go in a room: its middle, the row of its pawns from ``left`` to ``right``; in units."""

    x: int
    y: int
    left: int
    right: int
    pawns: int


@dataclass(frozen=True)
class Drawing:
    """One region drawn: the SVG element, and where things go in its rooms."""

    region: Region
    svg: str
    places: Mapping[Room, Place]


def draw(board: Board, region: Region, entries: Iterable[Room], marked: Iterable[Room]) -> Drawing:
    """Draw a region with the entry rooms and the marked rooms of this table."""
    rooms = [room for room in board.rooms if room.region is region]
    width = max((room.rect.x + room.rect.width - 1 for room in rooms), default=1) * CELL_WIDTH
    height = max((room.rect.y + room.rect.height - 1 for room in rooms), default=1) * CELL_HEIGHT
    open_rooms, marked_rooms = set(entries), set(marked)
    parts, places = [], {}
    for room in rooms:
        marks = _marks(board, room, room.id in open_rooms, room.id in marked_rooms)
        places[room.id] = _place(room.rect, len(marks))
        parts.append(_room(board, room, marks))
    box = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"
    name = "The keep" if region is Region.KEEP else "The cellar"
    svg = (
        f'<svg class="board" id="board-{region.value}" viewBox="{box}" role="group" '
        f'aria-label="{name}: where the pawns stand is told in the list of players">'
        f"{''.join(parts)}{_wall_paths(board, region)}"
        f'<g class="trails"></g><g class="pawns">{"".join(pawn_group(pawn) for pawn in PAWNS)}</g></svg>'
    )
    return Drawing(region, svg, places)


def doorway_points(board: Board) -> dict[tuple[Room, Room], Cell]:
    """The middle of each doorway in units, by the two rooms in the pack's order."""
    return {(way.a, way.b): (way.at[0] * CELL_WIDTH, way.at[1] * CELL_HEIGHT) for way in board.doorways}


def _corners(rect: Rect) -> tuple[int, int, int, int]:
    """Left, top, right and lower edge in units, in the middle of the walls."""
    left, top = rect.x * CELL_WIDTH, rect.y * CELL_HEIGHT
    return left, top, left + (rect.width - 1) * CELL_WIDTH, top + (rect.height - 1) * CELL_HEIGHT


def _place(rect: Rect, marks: int) -> Place:
    left, top, right, bottom = _corners(rect)
    return Place((left + right) // 2, (top + bottom) // 2, left + 4, right - 4 - marks * MARK_WIDTH, bottom - PAWN_ROW)


def _room(board: Board, room: RoomData, marks: list[str]) -> str:
    left, top, right, bottom = _corners(room.rect)
    area = f'x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
    stairs = f'<rect class="stairs" {area}/>' if room.stair else ""
    floor = f'<rect class="floor" {area}/>{_inset(room.rect, "rim", 5)}{stairs}<rect class="hatch" {area}/>'
    return (
        f'<g class="room" data-room="{board.rooms.index(room)}"><title>{escape(room.name)}</title>{floor}'
        f"{_inset(room.rect, 'glow', 3)}{_label(room)}{_put(marks, right, bottom)}</g>"
    )


def _inset(rect: Rect, kind: str, by: int) -> str:
    """A room's outline, so many units inside the middle of its walls."""
    left, top, right, bottom = _corners(rect)
    size = f'width="{right - left - 2 * by}" height="{bottom - top - 2 * by}"'
    return f'<rect class="{kind}" x="{left + by}" y="{top + by}" {size}/>'


def _label(room: RoomData) -> str:
    left, top, right, bottom = _corners(room.rect)
    width = int((right - left - 6) / LETTER)
    rows = 2 if bottom - top > 3 * CELL_HEIGHT else 1
    lines = wrap_label(room.name, max(width, 3), rows)
    is_high = bottom - top > 5 * CELL_HEIGHT
    first = (top + bottom) // 2 - LINE * len(lines) // 2 if is_high else top + 19
    middle = (left + right) // 2
    spans = "".join(
        f'<tspan x="{middle}" y="{first + LINE * number}">{escape(line)}</tspan>' for number, line in enumerate(lines)
    )
    return f'<text class="label">{spans}</text>'


def _marks(board: Board, room: RoomData, entry: bool, marked: bool) -> list[str]:
    """The marks of a room, from the right: whether it is marked, an entry, beside a secret door."""
    found = []
    if marked:
        found.append('<g class="mark hilt-mark"><circle r="9"/><text y="5">†</text></g>')
    for number, door in enumerate(board.secret_doors, start=1):
        if room.id in (door.keep_side, door.cellar_side):
            title = f"Secret door {number}, {escape(door.name)}"
            found.append(
                f'<g class="mark door-mark" data-door="{number - 1}"><title>{title}</title>'
                f'<path d="M0-11 11 0 0 11-11 0Z"/><text y="4.5">{number}</text></g>'
            )
    if entry:
        found.append('<g class="mark entry-mark"><title>Entry room</title><path d="M-6-6 0 0-6 6M0-6 6 0 0 6"/></g>')
    return found


def _put(marks: list[str], right: int, bottom: int) -> str:
    """The marks side by side in the lower right corner."""
    placed = []
    for number, mark in enumerate(marks):
        x, y = right - 15 - number * MARK_WIDTH, bottom - PAWN_ROW
        placed.append(f'<g transform="translate({x} {y})">{mark}</g>')
    return "".join(placed)


def _wall_paths(board: Board, region: Region) -> str:
    """Inner and outer walls as one path each, with gaps and sills where the doorways are."""
    doorways = {way.at for way in board.doorways if board.room_data[way.a].region is region}
    thick: dict[int, list[str]] = {1: [], 2: []}
    for (x, y), arms in walls(board, region).items():
        for side in (Side.RIGHT, Side.DOWN):
            if arms[side]:
                along = f"h{CELL_WIDTH}" if side is Side.RIGHT else f"v{CELL_HEIGHT}"
                thick[arms[side]].append(f"M{x * CELL_WIDTH} {y * CELL_HEIGHT}{along}")
    sills: list[str] = []
    for x, y in sorted(doorways):
        jambs, sill = _doorway(board, region, x, y)
        thick[1].append(jambs)
        sills.append(sill)
    paths = (("sill", sills), ("wall inner", thick[1]), ("wall outer", thick[2]))
    return "".join(f'<path class="{kind}" d="{"".join(pieces)}"/>' for kind, pieces in paths)


def _doorway(board: Board, region: Region, x: int, y: int) -> tuple[str, str]:
    """What is left of the wall beside a doorway, and its threshold."""
    middle_x, middle_y = x * CELL_WIDTH, y * CELL_HEIGHT
    rects = [room.rect for room in board.rooms if room.region is region]
    upright = any(rect.x == x and rect.y < y < rect.y + rect.height - 1 for rect in rects)
    if upright:
        jamb = CELL_HEIGHT - HALF_DOOR
        return (
            f"M{middle_x} {middle_y - CELL_HEIGHT}v{jamb}M{middle_x} {middle_y + CELL_HEIGHT}v{-jamb}",
            f"M{middle_x} {middle_y - HALF_DOOR}v{2 * HALF_DOOR}",
        )
    jamb = CELL_WIDTH - HALF_DOOR
    return (
        f"M{middle_x - CELL_WIDTH} {middle_y}h{jamb}M{middle_x + CELL_WIDTH} {middle_y}h{-jamb}",
        f"M{middle_x - HALF_DOOR} {middle_y}h{2 * HALF_DOOR}",
    )
