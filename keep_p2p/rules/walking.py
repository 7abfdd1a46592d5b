"""Where a pawn may walk: one search for all pawns, and the same rules step by step (M1-M6, M11, M12, R1, R3, R4)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from keep_p2p.rules.actions import OUTSIDE, Path, Walk
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import Character, Door, Guard, Pawn, Room
from keep_p2p.rules.plan import Plan
from keep_p2p.rules.state import GUARDS_DOORS, MAX_CELLAR_GUARDS, PAWN_INDEX, Table

CACHED_SEARCHES = 2048
"""Searches kept, at most some 15 kB each: bounds the memory of a long-running peer at some 30 MB."""

DEPTHS = (7, 12)
"""Searches go this many steps, so that one serves all rolls of a kind: Searchers' (with Eva's 1), and two dice."""


class Terrain(NamedTuple):
    """The board as one pawn finds it now; rooms and doors as bits."""

    start: int  # the number of the room it stands in
    doors: int  # doors it may use
    exits: bool  # whether it can be walked out of the Keep
    stops: int  # entering one ends the walk (M3)
    walls: int  # may not be entered (M4, M11, M12, R1)
    taken: int  # may be entered, but the walk may not end there (M2)
    guards: int  # rooms where one guard is all that stops it: a Pass lifts that (B5)
    again: bool  # whether coming back to the start differs from staying: a foe it fought stands there (R5)


def terrain(t: Table, pawn: Pawn, hilt: Room | None = None) -> Terrain:
    """The board as ``pawn`` finds it when it walks of its own side's will. ``hilt``: avoided if known (M11)."""
    place = t.pawns[PAWN_INDEX[pawn]]
    if place is None or place == OUTSIDE:
        raise IllegalAction("M1", f"{pawn} is not on the board, so it cannot walk.")
    if pawn is Character.MOLASAR:
        return _molasar(t, place, hilt)
    return _searcher(t, pawn, place) if isinstance(pawn, Character) else _guard(t, pawn, place)


def _searcher(t: Table, pawn: Character, place: Room) -> Terrain:
    plan, masks = t.plan, t.masks
    here = plan.bit[place]
    others = masks.searchers & ~here
    enemies = masks.guards | masks.molasar
    return Terrain(
        start=plan.number[place],
        doors=plan.door_mask(t.found[PAWN_INDEX[pawn]]),
        exits=False,
        stops=enemies,
        walls=others & enemies,
        taken=others,
        guards=masks.guards & ~masks.molasar,
        again=bool(here & enemies),
    )


def _guard(t: Table, pawn: Guard, place: Room) -> Terrain:
    plan, masks = t.plan, t.masks
    here = plan.bit[place]
    others = (masks.guards & ~here) | masks.molasar
    full = not here & plan.cellar and masks.cellar_guards >= MAX_CELLAR_GUARDS
    return Terrain(
        start=plan.number[place],
        doors=plan.door_mask(t.found[GUARDS_DOORS]),
        exits=False,
        stops=masks.searchers,
        walls=(masks.searchers & others) | (plan.cellar if full else 0),
        taken=others,
        guards=0,
        again=bool(here & masks.searchers),
    )


def _molasar(t: Table, place: Room, hilt: Room | None) -> Terrain:
    plan, masks = t.plan, t.masks
    walls = masks.searchers & masks.guards
    for room in (t.hilt_proven, hilt):
        if room is not None:
            walls |= plan.bit[room]
    return Terrain(
        start=plan.number[place],
        doors=plan.all_doors,
        exits=False,
        stops=masks.searchers,
        walls=walls,
        taken=masks.guards,
        guards=0,
        again=bool(plan.bit[place] & masks.searchers),
    )


def retreat_terrain(t: Table, pawn: Pawn) -> Terrain:
    """The board as ``pawn`` finds it in a retreat: never back here (R1), a Searcher also out of the Keep (R3)."""
    land = terrain(t, pawn)
    exits = isinstance(pawn, Character) and pawn is not Character.MOLASAR
    stops = land.stops | t.plan.outside_bit
    return land._replace(exits=exits, stops=stops, walls=land.walls | (1 << land.start), guards=0, again=False)


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


# The same, step by step


def check_walk(
    t: Table, pawn: Pawn, land: Terrain, path: Path, steps: int, door: Door | None = None, passes: int = 0
) -> None:
    """Raise `IllegalAction` unless ``pawn`` may walk ``path``, of any length up to ``steps``, room by room.

    ``path`` may turn back on itself (M1). ``passes``: Pass cards declared with it (B5). The empty path is
    always in order here; whether staying is allowed is the caller's rule.
    """
    if len(path) > steps:
        raise IllegalAction("M1", f"{pawn} may walk {steps} room(s), not {len(path)}.")
    if not path:
        if passes:
            raise IllegalAction("B5", "A Pass is declared with a walk, not with staying.")
        return
    plan = t.plan
    near = plan.steps(land.doors | (plan.door_bit[door] if door is not None else 0), land.exits)
    if door is not None and plan.number.get(path[0]) != first_room(t, pawn, door):
        raise IllegalAction("M5", f"{pawn}'s first step goes through the door that was found, {door}.")
    here, passed = land.start, set[int]()
    for i, room in enumerate(path):
        number = plan.number.get(room)
        if number is None:
            raise IllegalAction("M1", f"There is no room {room}.")
        _check_step(t, pawn, here, number, near)
        _check_entry(t, pawn, land, room, last=i == len(path) - 1, passing=bool(passes))
        if i < len(path) - 1 and land.stops >> number & 1:
            passed.add(number)
        here = number
    _check_end(pawn, land, plan, here)
    _check_passes(pawn, land, plan, path, passed, passes)


def _check_step(t: Table, pawn: Pawn, here: int, there: int, near: tuple[tuple[int, ...], ...]) -> None:
    if there in near[here]:
        return
    plan = t.plan
    if there in plan.steps(plan.all_doors, False)[here]:
        raise IllegalAction("M5", f"The secret door from {plan.rooms[here]} to {plan.rooms[there]} stops {pawn}.")
    raise IllegalAction("M1", f"There is no way from {plan.rooms[here]} to {plan.rooms[there]} for {pawn}.")


def _check_entry(t: Table, pawn: Pawn, land: Terrain, room: Room, *, last: bool, passing: bool) -> None:
    bit = t.plan.bit[room]
    if land.walls & bit and not (passing and not last and land.guards & bit):
        raise _wall(t, pawn, land, room)
    if last or not land.stops & bit:
        return
    if not (passing and land.guards & bit):
        raise IllegalAction("M3", f"{pawn} stops on entering {room}, and walks no further.")


def _wall(t: Table, pawn: Pawn, land: Terrain, room: Room) -> IllegalAction:
    bit = t.plan.bit[room]
    if pawn is Character.MOLASAR and room == t.hilt_proven:
        return IllegalAction("M11", f"Molasar never enters the Hilt's room, {room}.")
    if bit == 1 << land.start:
        return IllegalAction("R1", f"A retreat never comes back into {room}.")
    if isinstance(pawn, Character) or not bit & t.plan.cellar or t.masks.searchers & bit:
        return IllegalAction("M4", f"{pawn} would have to stop in {room}, where there is no place left.")
    return IllegalAction("M12", "At most two guards may be in the cellar, in passing too.")


def _check_end(pawn: Pawn, land: Terrain, plan: Plan, here: int) -> None:
    if land.taken >> here & 1:
        raise IllegalAction("M2", f"{pawn} cannot stay in {plan.rooms[here]}: another pawn stands there.")


def _check_passes(pawn: Pawn, land: Terrain, plan: Plan, path: Path, passed: set[int], passes: int) -> None:
    """Each Pass declared covers one room with a guard that the walk enters; every one walked through is covered."""
    if len(passed) > passes:
        raise IllegalAction("B5", f"{pawn} walks through {len(passed)} rooms with a guard with {passes} Pass card(s).")
    met = {room for room in path if land.guards & plan.bit[room]}
    if passes > len(met):
        raise IllegalAction("B5", f"{passes} Pass cards for a walk that enters {len(met)} rooms with a guard.")
