"""Walls of a region as box-drawing characters: heavy where the region ends, light between rooms.

Every cell of a wall has an arm towards each neighbouring cell of the same wall. The
arms of all rooms together choose the character; a doorway takes the arms away.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from keep_p2p.rules.board import Board, Rect
from keep_p2p.rules.names import Region

Cell = tuple[int, int]
"""Column and row."""

Arms = tuple[int, int, int, int]
"""Thickness (0, 1 light, 2 heavy) towards up, right, down, left."""

# fmt: off
BOX = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)
# fmt: on
"""The box-drawing character for every `Arms`, as a number in base three with up as the first digit."""


class Side(IntEnum):
    """The four arms of a cell, in the order of `Arms`."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


STEP: dict[Side, Cell] = {Side.UP: (0, -1), Side.RIGHT: (1, 0), Side.DOWN: (0, 1), Side.LEFT: (-1, 0)}
"""The neighbouring cell on each side."""


def box(arms: Arms) -> str:
    """The box-drawing character with these arms."""
    up, right, down, left = arms
    return BOX[27 * up + 9 * right + 3 * down + left]


def ascii_box(arms: Arms) -> str:
    """The same in ASCII: ``#`` for outer walls, ``-``, ``|`` and ``+`` for inner ones."""
    up, right, down, left = arms
    if 2 in arms:
        return "#"
    if (up or down) and (right or left):
        return "+"
    if up or down:
        return "|"
    return "-" if right or left else " "


def walls(board: Board, region: Region) -> dict[Cell, Arms]:
    """All wall cells of ``region`` with their arms; doorway cells have none."""
    rects = [room.rect for room in board.rooms if room.region is region]
    rooms_beside: dict[tuple[Cell, Cell], int] = {}
    for rect in rects:
        for edge in _edges(rect):
            rooms_beside[edge] = rooms_beside.get(edge, 0) + 1
    doorways = {doorway.at for doorway in board.doorways if board.room_data[doorway.a].region is region}
    arms: dict[Cell, list[int]] = {}
    for (start, end), count in rooms_beside.items():
        side = Side.RIGHT if start[1] == end[1] else Side.DOWN
        thickness = 0 if start in doorways or end in doorways else 2 if count == 1 else 1
        arms.setdefault(start, [0, 0, 0, 0])[side] = thickness
        arms.setdefault(end, [0, 0, 0, 0])[(side + 2) % 4] = thickness
    return {cell: (a[0], a[1], a[2], a[3]) for cell, a in arms.items()}


def _edges(rect: Rect) -> Iterable[tuple[Cell, Cell]]:
    """The pairs of neighbouring cells around ``rect``, each from left to right or from top to bottom."""
    left, top, right, bottom = rect.x, rect.y, rect.x + rect.width - 1, rect.y + rect.height - 1
    for x in range(left, right):
        yield (x, top), (x + 1, top)
        yield (x, bottom), (x + 1, bottom)
    for y in range(top, bottom):
        yield (left, y), (left, y + 1)
        yield (right, y), (right, y + 1)
