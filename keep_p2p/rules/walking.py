"""Where a pawn may walk: one search for all pawns, its ends and their shortest walks (M1, B5).

The same rules step by step, for walks given by hand, are in `keep_p2p.rules.stepping`.
"""

from __future__ import annotations

from functools import lru_cache

from keep_p2p.rules.actions import Path, Walk
from keep_p2p.rules.names import Door, Pawn, Room
from keep_p2p.rules.plan import Plan
from keep_p2p.rules.state import Table
from keep_p2p.rules.terrain import Terrain

CACHED_SEARCHES = 1024
"""Searches kept, about 11 kB each: bounds the memory of a long-running peer at some 12 MB."""

DEPTHS = (7, 12)
"""Searches go this many steps, so that one serves all rolls of a kind: Searchers' (with Eva's 1), and two dice."""


class Reach:
    """All rooms within reach of one place, nearest first, ties by pack order; their walks are made when asked for."""

    __slots__ = ("_bits", "_paths", "_rooms", "_walks", "_within", "masks")

    def __init__(self, rooms: tuple[Room, ...], found: list[tuple[int, int]], within: list[int]) -> None:
        """``found``: (room number, place in this list of the room before it, or -1); ``within[n]``: how many in n."""
        self._rooms = found, rooms
        self._bits = [1 << number for number, _ in found]
        self._within = within
        self._paths: list[Path] | None = None
        self._walks: dict[Pawn, list[Walk]] = {}
        self.masks: list[int] = []
        bits = at = 0
        for count in within:
            for bit in self._bits[at:count]:
                bits |= bit
            at = count
            self.masks.append(bits)

    def ends(self, steps: int) -> int:
        """The rooms within ``steps``, as bits."""
        masks = self.masks
        return masks[steps] if steps < len(masks) else masks[-1]

    def walks(self, pawn: Pawn, steps: int, taken: int) -> list[Walk]:
        """One shortest walk of ``pawn`` to each room within ``steps`` that is not ``taken``."""
        walks = self._walks.get(pawn)
        if walks is None:
            walks = self._walks[pawn] = [Walk(pawn, path) for path in self._all_paths()]
        near = self._within[steps] if steps < len(self._within) else len(walks)
        if not taken & self.ends(steps):
            return walks[:near]
        return [walk for bit, walk in zip(self._bits[:near], walks, strict=False) if not bit & taken]

    def _all_paths(self) -> list[Path]:
        if self._paths is None:
            found, rooms = self._rooms
            paths: list[Path] = []
            for number, before in found:
                paths.append((*paths[before], rooms[number]) if before >= 0 else (rooms[number],))
            self._paths = paths
        return self._paths


@lru_cache(maxsize=CACHED_SEARCHES)
def _search(
    plan: Plan, doors: int, exits: bool, start: int, first: int, stops: int, walls: int, again: bool, far: int
) -> Reach:
    """Breadth first, ties by pack order, ``far`` steps. ``first``: the only room the first step may enter, or -1.

    With ``first`` other ways from the start begin only on coming back to it, so it is a room like others.
    """
    steps = plan.steps(doors, exits)
    seen = walls if again or first >= 0 else walls | 1 << start
    found: list[tuple[int, int]] = []
    within = [0]
    for near in steps[start] if first < 0 else (first,):
        if not seen >> near & 1:
            seen |= 1 << near
            found.append((near, -1))
    at = 0
    within.append(len(found))
    while at < within[-1] and len(within) <= far:
        for place in range(at, within[-1]):
            room = found[place][0]
            if stops >> room & 1:
                continue
            for near in steps[room]:
                if not seen >> near & 1:
                    seen |= 1 << near
                    found.append((near, place))
        at = within[-1]
        within.append(len(found))
    return Reach(plan.rooms, found, within)


def _reach(t: Table, land: Terrain, steps: int, first: int) -> Reach:
    far = next((depth for depth in DEPTHS if steps <= depth), steps)
    return _search(t.plan, land.doors, land.exits, land.start, first, land.stops, land.walls, land.again, far)


def first_room(t: Table, pawn: Pawn, door: Door | None) -> int:
    """The number of the room behind ``door``, for a walk that must go through it; -1 for any walk."""
    if door is None:
        return -1
    place = t.where(pawn)
    assert place is not None, "a pawn that goes through a door stands beside it"
    return t.plan.number[t.plan.beyond(door, place)]


def walks(t: Table, pawn: Pawn, land: Terrain, steps: int, door: Door | None = None) -> list[Walk]:
    """One shortest walk for each room where ``pawn`` may end within ``steps`` (at least one), nearest first.

    ``door``: the first step goes through it (M5, M8, M13).
    """
    return _through(t, pawn, land, steps, door).walks(pawn, steps, _no_ends(land)) if steps else []


def can_walk(t: Table, pawn: Pawn, land: Terrain, steps: int, door: Door | None = None) -> bool:
    """Whether `walks` would find any."""
    return bool(steps and _through(t, pawn, land, steps, door).ends(steps) & ~_no_ends(land))


def _no_ends(land: Terrain) -> int:
    """Where a walk is not offered to end: taken rooms, and the start where that is no other than staying."""
    return land.taken if land.again else land.taken | 1 << land.start


def _through(t: Table, pawn: Pawn, land: Terrain, steps: int, door: Door | None) -> Reach:
    if door is None:
        return _reach(t, land, steps, -1)
    opened = land._replace(doors=land.doors | t.plan.door_bit[door])
    return _reach(t, opened, steps, first_room(t, pawn, door))


def passing_walks(t: Table, pawn: Pawn, land: Terrain, steps: int, passes: int, door: Door | None) -> list[Walk]:
    """Walks to rooms that need exactly ``passes`` Pass cards (B5), without the cards: shortest, nearest first."""
    opened = land if door is None else land._replace(doors=land.doors | t.plan.door_bit[door])
    first = first_room(t, pawn, door)
    fewer = {walk.path[-1] for n in range(passes) for walk in _passing(t, pawn, opened, steps, n, first)}
    return [walk for walk in _passing(t, pawn, opened, steps, passes, first) if walk.path[-1] not in fewer]


def _passing(t: Table, pawn: Pawn, land: Terrain, steps: int, passes: int, first: int) -> list[Walk]:
    """Breadth first over (room, Pass cards used up before entering it); one walk for each room it may end in."""
    plan, ends = t.plan, _no_ends(land) | land.walls
    near = plan.steps(land.doors, land.exits)
    fewest = {} if first >= 0 else {land.start: 0}
    ended: dict[int, Walk] = {}
    edge: list[tuple[int, int, Path]] = [(land.start, 0, ())]
    for _ in range(steps):
        ahead: list[tuple[int, int, Path]] = []
        for room, used, path in edge:
            if path and land.stops >> room & 1:  # walking on from here takes a Pass, if that helps at all
                used += 1
                if used > passes or not land.guards >> room & 1:
                    continue
            for to in near[room]:
                if (first >= 0 and not path and to != first) or fewest.get(to, passes + 1) <= used:
                    continue
                if land.walls >> to & 1 and not land.guards >> to & 1:
                    continue
                fewest[to] = used
                onward = (*path, plan.rooms[to])
                ahead.append((to, used, onward))
                if not ends >> to & 1 and to not in ended:
                    ended[to] = Walk(pawn, onward)
        edge = ahead
    return list(ended.values())
