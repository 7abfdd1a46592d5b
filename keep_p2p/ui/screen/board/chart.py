"""Where everything of a board lies: keep and cellar side by side, in columns and rows counted from one corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from keep_p2p.rules.actions import Path
from keep_p2p.rules.board import Board, SecretDoor
from keep_p2p.rules.names import Region, Room
from keep_p2p.ui.map import GAP
from keep_p2p.ui.screen.geometry import Rect, Size

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""The arrow keys and where they lead."""

ASIDE = 3
"""What a row or column beside the arrow's way counts, one along it counting 1: arrows prefer straight ahead."""

FAR_ASIDE = 1000
"""How many times as far aside as ahead a room may lie, where any room ahead will do."""

TALL = 2
"""A character cell is about twice as high as it is wide."""


class Chart:
    """The places of rooms and doorways."""

    def __init__(self, board: Board) -> None:
        """The cellar stands to the right of the keep."""
        self.board = board
        self.offset: dict[Region, int] = {}
        self._widths: dict[Region, int] = {}
        right = height = 0
        for region in Region:
            rects = [room.rect for room in board.rooms if room.region is region]
            self.offset[region] = right + (GAP if right else 0)
            self._widths[region] = max((rect.x + rect.width for rect in rects), default=0)
            right = self.offset[region] + self._widths[region]
            height = max([height, *(rect.y + rect.height for rect in rects)])
        self.size = Size(right, height)
        self._rects = {
            room.id: Rect(room.rect.x + self.offset[room.region], room.rect.y, room.rect.width, room.rect.height)
            for room in board.rooms
        }
        self._doorways = {
            frozenset((doorway.a, doorway.b)): (
                doorway.at[0] + self.offset[board.room_data[doorway.a].region],
                doorway.at[1],
            )
            for doorway in board.doorways
        }

    def region_width(self, region: Region) -> int:
        """The columns of a region; 0 where the board has none of its rooms."""
        return self._widths[region]

    def rect(self, room: Room) -> Rect:
        """A room with its walls."""
        return self._rects[room]

    def knows(self, room: Room | None) -> bool:
        """Whether this is a room of the board: the open outside it is none."""
        return room in self._rects

    def inside(self, room: Room) -> Rect:
        """A room without its walls."""
        return self._rects[room].inset(1, 1)

    def doorway(self, one: Room, other: Room) -> tuple[int, int] | None:
        """The cell of the doorway between two rooms; None where there is none."""
        return self._doorways.get(frozenset((one, other)))

    def secret_door(self, one: Room, other: Room) -> SecretDoor | None:
        """The secret door between two rooms."""
        for door in self.board.secret_doors:
            if {door.keep_side, door.cellar_side} == {one, other}:
                return door
        return None

    def region(self, region: Region) -> Rect:
        """All of a region."""
        rects = [self._rects[room.id] for room in self.board.rooms if room.region is region]
        bottom = max((rect.bottom for rect in rects), default=0)
        return Rect(self.offset[region], 0, self._widths[region], bottom)

    def across(self, room: Room) -> Rect:
        """The rows of a room, across all of its region."""
        rect, region = self._rects[room], self.board.room_data[room].region
        return Rect(self.offset[region], rect.y, self._widths[region], rect.height)

    def bounds(self, rooms: Iterable[Room]) -> Rect | None:
        """The smallest rectangle around these rooms; None for none."""
        rects = [self._rects[room] for room in rooms if room in self._rects]
        if not rects:
            return None
        left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
        return Rect(left, top, max(r.right for r in rects) - left, max(r.bottom for r in rects) - top)

    def _middle(self, room: Room) -> tuple[int, int]:
        """The middle of a room, doubled so that it is whole; rows count as much as they are high."""
        rect = self._rects[room]
        return 2 * rect.x + rect.width, TALL * (2 * rect.y + rect.height)

    def toward(self, start: Room, arrow: str, among: Iterable[Room], *, anywhere: bool = False) -> Room | None:
        """The room among ``among`` that lies nearest in an arrow's direction; None if nothing lies there.

        ``anywhere``: if nothing lies straight ahead, one that lies far aside will do.
        """
        among = tuple(among)
        straight = self._toward(start, arrow, among, 2)
        return self._toward(start, arrow, among, FAR_ASIDE) if straight is None and anywhere else straight

    def _toward(self, start: Room, arrow: str, among: Sequence[Room], most_aside: int) -> Room | None:
        x, y = self._middle(start)
        across, down = ARROWS[arrow]
        best: tuple[int, Room] | None = None
        for room in among:
            there_x, there_y = self._middle(room)
            ahead = (there_x - x) * across + (there_y - y) * down
            aside = abs((there_x - x) * down) + abs((there_y - y) * across)
            if room == start or ahead <= 0 or aside > most_aside * ahead:
                continue
            score = ahead + ASIDE * aside
            if best is None or score < best[0]:
                best = score, room
        return None if best is None else best[1]

    def nearest(self, start: Room, among: Iterable[Room]) -> Room | None:
        """The room among ``among`` nearest to ``start``."""
        x, y = self._middle(start)
        found = [(abs(self._middle(room)[0] - x) + abs(self._middle(room)[1] - y), n, room)
                 for n, room in enumerate(among)]  # fmt: skip
        return min(found)[2] if found else None

    def steps(self, start: Room, path: Path) -> list[tuple[Room, Room]]:
        """The steps of a walk, as far as they lie on the board."""
        return [(one, other) for one, other in zip((start, *path), path, strict=False) if self.knows(other)]


_CHARTS: dict[int, Chart] = {}


def chart(board: Board) -> Chart:
    """The chart of a board, made once. A board is a large frozen value, so it is told by its identity."""
    found = _CHARTS.get(id(board))
    if found is None or found.board is not board:
        if len(_CHARTS) >= MOST_CHARTS:
            _CHARTS.clear()
        found = _CHARTS[id(board)] = Chart(board)
    return found


MOST_CHARTS = 8
"""Charts that are kept: one program shows hardly more boards than one."""
