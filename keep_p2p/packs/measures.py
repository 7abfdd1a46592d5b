"""How a board plays, as far as it can be counted: how far, how cut up, how useful each room is.

`tools/board_report.py` prints these and the tests hold the default board to its goals
(docs/boards.md). No pack is refused for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from keep_p2p.packs.check import TABLES
from keep_p2p.packs.graph import Graph, cut_rooms, distances, region, with_doors
from keep_p2p.rules.board import Board
from keep_p2p.rules.names import Region, Room


@dataclass(frozen=True, slots=True)
class TableMeasures:
    """Distances at one number of Searchers, in rooms walked, a secret door being one step.

    ``entry_to_marked``: mean over all open entries and marked rooms of the shortest way;
    ``entry_to_door``: the part of it before the secret door it takes, mean;
    ``nearest`` and ``farthest``: the same mean for the best and the worst entry;
    ``by_entry``: the mean of each entry, in pack order.
    """

    searchers: int
    marked: int
    entry_to_marked: float
    entry_to_door: float
    by_entry: tuple[tuple[Room, float], ...]

    @property
    def nearest(self) -> float:
        """The mean way from the best entry."""
        return min(way for _, way in self.by_entry)

    @property
    def farthest(self) -> float:
        """The mean way from the worst entry."""
        return max(way for _, way in self.by_entry)


@dataclass(frozen=True, slots=True)
class Measures:
    """Everything counted on one board.

    ``door_to_marked``: mean way from a secret door's keep side to a marked room, over all pairs;
    ``door_to_nearest_marked``: the same to the nearest of them;
    ``cuts``: rooms that cut a region in two when taken out;
    ``detours``: for every room, how many rooms longer than the shortest a way from an entry
    to a marked room becomes that goes through it, for the pair it serves best;
    ``beside_doors``: entries and guard starts in, or one step from, a secret door's keep side.
    """

    tables: tuple[TableMeasures, ...]
    door_to_marked: float
    door_to_nearest_marked: float
    cuts: dict[Region, tuple[Room, ...]]
    degrees: dict[Region, dict[int, int]]
    diameter: dict[Region, int]
    detours: dict[Room, int]
    beside_doors: tuple[Room, ...]


def measure(board: Board) -> Measures:
    """Count everything on ``board``."""
    graph = with_doors(board)
    ways = {room: distances(graph, room) for room in graph}
    regions = {which: region(board, which) for which in Region}
    below = {room: distances(regions[Region.CELLAR], room) for room in regions[Region.CELLAR]}
    marked = [hilt.room for hilt in board.hilt_rooms]
    from_doors = [[1 + below[door.cellar_side][room] for room in marked] for door in board.secret_doors]
    return Measures(
        tables=tuple(_table(board, searchers, ways) for searchers in TABLES),
        door_to_marked=mean(way for row in from_doors for way in row),
        door_to_nearest_marked=mean(min(row) for row in from_doors),
        cuts={which: cut_rooms(part) for which, part in regions.items()},
        degrees={which: _degrees(part) for which, part in regions.items()},
        diameter={which: _diameter(part) for which, part in regions.items()},
        detours=_detours(board, ways),
        beside_doors=_beside_doors(board),
    )


def mean(values: Iterable[float]) -> float:
    """The mean of at least one value."""
    listed = list(values)
    return sum(listed) / len(listed)


Ways = dict[Room, dict[Room, int]]
"""Distances between all rooms."""


def _table(board: Board, searchers: int, ways: Ways) -> TableMeasures:
    entries, marked = board.entries_for(searchers), board.hilt_rooms_for(searchers)
    by_entry = tuple((entry, mean(ways[entry][room] for room in marked)) for entry in entries)
    keep_parts = [_before_door(board, ways, entry, room) for entry in entries for room in marked]
    return TableMeasures(searchers, len(marked), mean(way for _, way in by_entry), mean(keep_parts), by_entry)


def _before_door(board: Board, ways: Ways, entry: Room, room: Room) -> float:
    """How much of the shortest way lies before the secret door, mean over the doors it may take."""
    total = ways[entry][room]
    doors = board.secret_doors
    return mean(
        ways[entry][door.keep_side]
        for door in doors
        if ways[entry][door.keep_side] + 1 + ways[door.cellar_side][room] == total
    )


def _detours(board: Board, ways: Ways) -> dict[Room, int]:
    pairs = [
        (entry, room)
        for searchers in TABLES
        for entry in board.entries_for(searchers)
        for room in board.hilt_rooms_for(searchers)
    ]
    return {
        via: min(ways[entry][via] + ways[via][room] - ways[entry][room] for entry, room in pairs)
        for via in board.neighbours
    }


def _degrees(graph: Graph) -> dict[int, int]:
    counts: dict[int, int] = {}
    for near in graph.values():
        counts[len(near)] = counts.get(len(near), 0) + 1
    return dict(sorted(counts.items()))


def _diameter(graph: Graph) -> int:
    return max(max(distances(graph, room).values()) for room in graph)


def _beside_doors(board: Board) -> tuple[Room, ...]:
    beside: Sequence[Room] = [
        room for door in board.secret_doors for room in (door.keep_side, *board.neighbours[door.keep_side])
    ]
    starts = (*(entry.room for entry in board.entries), *board.guard_starts)
    return tuple(room for room in starts if room in beside)
