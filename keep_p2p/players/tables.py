"""Distances on a board, worked out once for each board and number of Searchers.

A computer player thinks in *rooms to go*: how far a pawn is from a room, where an
unfound secret door counts as the rooms that searching for it costs on the average.
Rooms are plain indices in here, `Tables.outside` being the place of a Searcher that
was walked out of the Keep; everything is worked out when first asked for and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import Final

from keep_p2p.rules.board import Board
from keep_p2p.rules.names import Door, Room

Costs = tuple[float, ...]
"""For each room index, and `Tables.outside` last: rooms to go."""

FAR: Final = 99.0
"""Rooms to go where there is no way at all; above any real distance on any board."""

DOOR_COST: Final = 6.0
"""What an unfound door costs a Searcher, in rooms: stopping at it (1.75 of a roll of 3.5 lost), one lost
turn in the mean (3.5), and the found roll being one of 1-3 and not one of 1-6 (1.5): a little under 7."""

CUZA_DOOR_COST: Final = 2.0
"""What an unfound door costs Cuza, in rooms: only the stop (M7)."""

CLOSE: Final = 6.0
"""Rooms that a pawn may come in one turn; what is farther away threatens nobody yet."""

GUARD_DOOR_COST: Final = 7.0
"""What an unfound door costs a guard, in rooms of the pool (M13)."""


class Tables:
    """All that can be said of ``board`` before the first pawn moves, for ``searchers`` Searchers (2-5)."""

    def __init__(self, board: Board, searchers: int) -> None:
        self.board = board
        self.rooms: tuple[Room, ...] = tuple(room.id for room in board.rooms)
        self.index: dict[Room, int] = {room: n for n, room in enumerate(self.rooms)}
        self.outside = len(self.rooms)
        self.near = tuple(tuple(self.index[near] for near in board.neighbours[room]) for room in self.rooms)
        self.doors = tuple((self.index[d.keep_side], self.index[d.cellar_side]) for d in board.secret_doors)
        self.door_index: dict[Door, int] = {door.id: n for n, door in enumerate(board.secret_doors)}
        self.door_rooms = frozenset(room for door in self.doors for room in door)
        self.marked = tuple(self.index[room] for room in board.hilt_rooms_for(searchers) if room != board.molasar_start)
        self.marked_set = frozenset(self.marked)
        self.entries = tuple(self.index[room] for room in board.entries_for(searchers))
        self.cellar = frozenset(self.index[room.id] for room in board.rooms if room.region.value == "cellar")
        self.all_doors = (1 << len(self.doors)) - 1
        self._edges: dict[tuple[int, float], tuple[tuple[tuple[int, float], ...], ...]] = {}
        self._approach: dict[tuple[int, float], tuple[Costs, ...]] = {}
        self._between: dict[tuple[int, float], tuple[Costs, ...]] = {}
        self._layers: dict[tuple[int, float, int, int], tuple[tuple[int, ...], ...]] = {}
        self._around: dict[tuple[int, float, int], tuple[tuple[int, float], ...]] = {}
        self.flight = self.between(self.all_doors, 0.0)
        """Rooms to go between any two rooms for Molasar, to whom every door is open (M6)."""

    def edges(self, found: int, door_cost: float) -> tuple[tuple[tuple[int, float], ...], ...]:
        """For each room its neighbours with what the step costs: 1, or 1 + ``door_cost`` through an unfound door.

        ``found`` is a bit for each secret door in the pack's order.
        """
        key = (found, door_cost)
        known = self._edges.get(key)
        if known is None:
            steps = [[(near, 1.0) for near in around] for around in self.near]
            for n, (a, b) in enumerate(self.doors):
                cost = 1.0 if found >> n & 1 else 1.0 + door_cost
                steps[a].append((b, cost))
                steps[b].append((a, cost))
            known = self._edges[key] = tuple(tuple(step) for step in steps)
        return known

    def field(
        self, found: int, door_cost: float, goals: Iterable[tuple[int, float]], toll: Sequence[float] | None = None
    ) -> Costs:
        """Rooms to go from everywhere to the best of ``goals`` (room, handicap); ``toll``: what entering costs more."""
        edges = self.edges(found, door_cost)
        cost = [FAR] * (self.outside + 1)
        heap: list[tuple[float, int]] = []
        for room, handicap in goals:
            if handicap < cost[room]:
                cost[room] = handicap
                heappush(heap, (handicap, room))
        while heap:
            so_far, room = heappop(heap)
            if so_far > cost[room]:
                continue
            if toll is not None:
                so_far += toll[room]
            for near, step in edges[room]:
                total = so_far + step
                if total < cost[near]:
                    cost[near] = total
                    heappush(heap, (total, near))
        cost[self.outside] = min((cost[room] for room in self.entries), default=FAR)
        return tuple(cost)

    def approach(self, found: int, door_cost: float) -> tuple[Costs, ...]:
        """For each marked room (in order of `marked`): rooms to go to it from everywhere, nobody in the way."""
        key = (found, door_cost)
        known = self._approach.get(key)
        if known is None:
            known = tuple(self.field(found, door_cost, ((room, 0.0),)) for room in self.marked)
            self._approach[key] = known
        return known

    def between(self, found: int, door_cost: float) -> tuple[Costs, ...]:
        """Rooms to go between any two rooms, nobody in the way."""
        key = (found, door_cost)
        known = self._between.get(key)
        if known is None:
            known = tuple(self.field(found, door_cost, ((room, 0.0),)) for room in range(self.outside))
            self._between[key] = known
        return known

    def around(self, found: int, door_cost: float, room: int) -> tuple[tuple[int, float], ...]:
        """The rooms at most `CLOSE` rooms to go from ``room``, each with that number."""
        key = (found, door_cost, room)
        known = self._around.get(key)
        if known is None:
            costs = self.between(found, door_cost)[room][: self.outside]
            known = self._around[key] = tuple((near, cost) for near, cost in enumerate(costs) if cost <= CLOSE)
        return known

    def layers(self, found: int, door_cost: float, goal: int, room: int) -> tuple[tuple[int, ...], ...]:
        """The shortest ways from ``room`` to marked room number ``goal``: the rooms of the first step, the second, ...

        A layer of one room is a place where one guard stops every shortest way.
        """
        key = (found, door_cost, goal, room)
        known = self._layers.get(key)
        if known is None:
            known = self._layers[key] = self._descend(found, door_cost, goal, room)
        return known

    def _descend(self, found: int, door_cost: float, goal: int, room: int) -> tuple[tuple[int, ...], ...]:
        edges = self.edges(found, door_cost)
        cost = self.approach(found, door_cost)[goal]
        layers: list[tuple[int, ...]] = []
        layer = (room,) if room != self.outside else tuple(e for e in self.entries if cost[e] <= cost[room])
        while layer and self.marked[goal] not in layer and len(layers) < self.outside:
            following = {
                near: None for x in layer for near, step in edges[x] if abs(cost[near] + step - cost[x]) < 1e-6
            }
            layer = tuple(following)
            layers.append(layer)
        return tuple(layers)


_MOST_KEPT: Final = 8
"""Boards kept at once (board and number of Searchers); a process rarely sees more than five."""

_kept: dict[tuple[int, int], tuple[Board, Tables]] = {}


def tables_for(board: Board, searchers: int) -> Tables:
    """The tables of this very board object: hashing a whole board for each decision would cost too much."""
    key = (id(board), searchers)
    held = _kept.get(key)
    if held is None or held[0] is not board:
        if len(_kept) >= _MOST_KEPT:
            _kept.pop(next(iter(_kept)))
        held = _kept[key] = (board, Tables(board, searchers))
    return held[1]
