"""The board as a grid of cells with roles: rooms that may be chosen are lit, a walk is drawn step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from keep_p2p.rules.actions import Path
from keep_p2p.rules.names import GUARDS, Character, Door, Pawn, Region, Room
from keep_p2p.ui.map import MapState, draw_region
from keep_p2p.ui.names import pawn_letter
from keep_p2p.ui.screen.board.chart import Chart
from keep_p2p.ui.screen.events import Target
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.grid import Cell, Grid
from keep_p2p.ui.screen.roles import Role, map_role, pawn_role

MAP = "map"
"""The name of the map's targets: their value is the room."""

_GROUND = frozenset({Role.MAP_FLOOR, Role.MAP_STAIRS})
"""What a sign or a track may be drawn over."""

_MARKS = frozenset({Role.MAP_SECRET_DOOR, Role.MAP_ENTRY, Role.MAP_MARKED, Role.MAP_PROVEN, Role.MAP_HILT})
"""What stands at the right of a room's last row."""

_RELIT = frozenset({Role.MAP_FLOOR, Role.MAP_STAIRS, Role.MAP_LABEL, Role.MAP_SIGN, Role.MAP_PATH})
"""What is lit with its room; pawns and marks keep their own look."""


@dataclass(frozen=True, slots=True)
class Lights:
    """What is shown on the map besides what is there.

    ``lit``: rooms that may be chosen, with the sign that says so where colours do not; ``fights``: those of them
    where a fight would follow; ``cursor``: the room that the arrows are on; ``start`` and ``path``: a walk;
    ``about``: a room that is spoken of; ``found``: secret doors that are open to whoever looks.
    """

    lit: Mapping[Room, str] = field(default_factory=dict)
    fights: frozenset[Room] = frozenset()
    cursor: Room | None = None
    start: Room | None = None
    path: Path = ()
    about: Room | None = None
    found: frozenset[Door] = frozenset()


class Painter:
    """Paints one board again and again. What seldom changes is kept from one picture to the next."""

    def __init__(self) -> None:
        """Nothing is kept yet."""
        self._key: tuple[object, ...] = ()
        self._rows: list[list[Cell]] = []

    def paint(self, chart: Chart, state: MapState, lights: Lights, glyphs: GlyphSet) -> Grid:
        """The whole board, every cell of a room linked to it, everything else to the map."""
        grid = Grid(Size(0, 0), glyphs)
        grid.size = chart.size
        grid.rows = [row[:] for row in self._ground(chart, state, lights, glyphs)]
        _put_pawns(grid, chart, state)
        if lights.start is not None and lights.path:
            _Track(grid, chart, glyphs).draw(lights.start, lights.path)
        for room, sign in lights.lit.items():
            _sign(grid, chart, room, (glyphs.pointer if room == lights.cursor else "") + sign)
        for room in lights.lit:
            role = Role.MAP_FIGHT if room in lights.fights else Role.MAP_LIT
            _light(grid, chart, room, Role.MAP_CURSOR if room == lights.cursor else role)
        if lights.cursor is not None and lights.cursor not in lights.lit:
            _sign(grid, chart, lights.cursor, glyphs.pointer)
            _light(grid, chart, lights.cursor, Role.MAP_CURSOR)
        if lights.about is not None and lights.about not in lights.lit:
            _light(grid, chart, lights.about, Role.MAP_FIGHT)
        return grid

    def _ground(self, chart: Chart, state: MapState, lights: Lights, glyphs: GlyphSet) -> list[list[Cell]]:
        """The board without pawns and lights."""
        key = (id(chart), state.entries, state.marked, state.proven, state.hilt, lights.found, glyphs.ascii_only)
        if key != self._key:
            grid = Grid(chart.size, glyphs)
            grid.fill(grid.whole, role=Role.MAP_BLANK, link=Target(MAP))
            bare = MapState({}, state.entries, state.marked, state.proven, state.hilt)
            for region in Region:
                _paint_region(grid, chart, region, bare, lights, glyphs)
                _name_region(grid, chart, region)
            self._key, self._rows = key, grid.rows
        return self._rows


def _paint_region(grid: Grid, chart: Chart, region: Region, state: MapState, lights: Lights, glyphs: GlyphSet) -> None:
    doors = {str(number): door.id for number, door in enumerate(chart.board.secret_doors, start=1)}
    hollow, solid = glyphs.map.secret_door, glyphs.door_found
    nowhere = Target(MAP)
    for y, row in enumerate(draw_region(chart.board, region, state, glyphs.map)):
        target = grid.rows[y]
        x = chart.offset[region]
        for place, glyph in enumerate(row):
            role, text = map_role(glyph.role), glyph.text
            if role is Role.MAP_SECRET_DOOR and text == hollow and place + 1 < len(row):
                text = solid if doors.get(row[place + 1].text) in lights.found else hollow
            target[x + place] = Cell(text, role, nowhere if glyph.room is None else Target(MAP, glyph.room))


def _name_region(grid: Grid, chart: Chart, region: Region) -> None:
    """Write a region's name above its walls, where its first row has room for it between two towers."""
    left = chart.offset[region]
    row = grid.rows[0][left : left + chart.region_width(region)]
    blank = [cell.role is Role.MAP_BLANK for cell in row]
    for name in (f"THE {region.value.upper()}", region.value.upper()):
        runs = [x for x in range(len(row) - len(name) - 1) if all(blank[x : x + len(name) + 2])]
        if runs:
            grid.put(left + runs[0] + 1, 0, name, Role.FAINT, Target(MAP))
            return


def _put_pawns(grid: Grid, chart: Chart, state: MapState) -> None:
    """Pawns stand at the left of a room's last row; in a room of one row left of its marks."""
    here: dict[Room, list[Pawn]] = {}
    for pawn in (*Character, *GUARDS):
        if pawn in state.pawns:
            here.setdefault(state.pawns[pawn], []).append(pawn)
    for room, pawns in here.items():
        inside = chart.inside(room)
        y, x = inside.bottom - 1, inside.x
        if inside.height == 1:
            marks = sum(grid.rows[y][n].role in _MARKS for n in range(inside.x, inside.right))
            x = max(x, inside.right - marks - len(pawns))
        for place, pawn in enumerate(pawns[: inside.width]):
            grid.rows[y][x + place] = Cell(pawn_letter(pawn), pawn_role(pawn), Target(MAP, room))


def _free(grid: Grid, chart: Chart, room: Room, columns: int) -> tuple[int, int] | None:
    """So many free cells of a room, row by row: parted from names and pawns, if that can be."""
    inside = chart.inside(room)
    glued: tuple[int, int] | None = None
    for y in range(inside.y, inside.bottom):
        row = grid.rows[y]
        for x in range(inside.x, inside.right - columns + 1):
            if all(row[x + n].role in _GROUND for n in range(columns)):
                beside = [row[n] for n in (x - 1, x + columns) if inside.x <= n < inside.right]
                if all(cell.role in _GROUND for cell in beside):
                    return x, y
                glued = glued or (x, y)
    return glued


def _sign(grid: Grid, chart: Chart, room: Room, sign: str) -> None:
    """Put a sign on free ground of a room; a shorter one if there is no more room, none if there is none."""
    for length in range(len(sign), 0, -1):
        place = _free(grid, chart, room, length)
        if place is not None:
            grid.put(*place, sign[:length], Role.MAP_SIGN, Target(MAP, room))
            return


def _light(grid: Grid, chart: Chart, room: Room, role: Role) -> None:
    inside = chart.inside(room)
    for y in range(inside.y, inside.bottom):
        row = grid.rows[y]
        for x in range(inside.x, inside.right):
            cell = row[x]
            if cell.role in _RELIT:
                keeps = cell.role is Role.MAP_PATH or (cell.role is Role.MAP_SIGN and role is Role.MAP_LIT)
                row[x] = cell if keeps else cell._replace(role=role)


class _Track:
    """Draws a walk: dots over the ground, an arrow in every doorway, the signs of secret doors."""

    def __init__(self, grid: Grid, chart: Chart, glyphs: GlyphSet) -> None:
        self._grid = grid
        self._chart = chart
        self._glyphs = glyphs

    def draw(self, start: Room, path: Path) -> None:
        inside = self._chart.inside(start)
        at = inside.x, inside.bottom - 1
        for one, other in self._chart.steps(start, path):
            doorway = self._chart.doorway(one, other)
            if doorway is not None:
                before, after, arrow = self._through(one, doorway)
                self._dots(at, before)
                self._grid.put(*doorway, arrow, Role.MAP_PATH)
                at = after
            else:
                here, there = self._door_sign(one, other), self._door_sign(other, one)
                if here is not None:
                    self._dots(at, here)
                    self._mark(here)
                if there is not None:
                    self._mark(there)
                    at = there

    def _through(self, room: Room, doorway: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int], str]:
        """The cells before and behind a doorway as one leaves ``room``, and the arrow that leads there."""
        rect, (x, y) = self._chart.rect(room), doorway
        glyphs = self._glyphs
        if x == rect.x:
            return (x + 1, y), (x - 1, y), glyphs.left
        if x == rect.right - 1:
            return (x - 1, y), (x + 1, y), glyphs.right
        if y == rect.y:
            return (x, y + 1), (x, y - 1), glyphs.up
        return (x, y - 1), (x, y + 1), glyphs.down

    def _door_sign(self, room: Room, beyond: Room) -> tuple[int, int] | None:
        """Where the sign of the secret door between two rooms stands in the first."""
        door = self._chart.secret_door(room, beyond)
        if door is None:
            return None
        number = str(self._chart.board.secret_doors.index(door) + 1)
        inside = self._chart.inside(room)
        for y in range(inside.y, inside.bottom):
            for x in range(inside.x, inside.right - 1):
                here, after = self._grid.rows[y][x], self._grid.rows[y][x + 1]
                if here.role is after.role is Role.MAP_SECRET_DOOR and after.text == number:
                    return x, y
        return None

    def _mark(self, at: tuple[int, int]) -> None:
        for n in range(2):
            row = self._grid.rows[at[1]]
            row[at[0] + n] = row[at[0] + n]._replace(role=Role.MAP_PATH)

    def _dots(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Dots from one cell to another, around the corner that crosses less of what is written there."""
        ways = [_corner(one, (other[0], one[1]), other), _corner(one, (one[0], other[1]), other)]
        best = min(ways, key=lambda cells: sum(self._grid.rows[y][x].role not in _GROUND for x, y in cells))
        for x, y in best:
            cell = self._grid.rows[y][x]
            if cell.role in _GROUND:
                self._grid.rows[y][x] = cell._replace(text=self._glyphs.track_dot, role=Role.MAP_PATH)


def _corner(one: tuple[int, int], corner: tuple[int, int], other: tuple[int, int]) -> list[tuple[int, int]]:
    return [*_line(one, corner), *_line(corner, other), other]


def _line(one: tuple[int, int], other: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells of a straight line, the last left out."""
    (x, y), (to_x, to_y) = one, other
    count = abs(to_x - x) + abs(to_y - y)
    step_x, step_y = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    return [(x + n * step_x, y + n * step_y) for n in range(count)]
