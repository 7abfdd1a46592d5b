"""Walks again, from the rulings alone: every single step is judged by who stands where. Slow, plain, independent.

Nothing here is taken from the engine but where the pawns stand and which doors are found. `ends` follows all
walks at once, layer by layer, never leaving one out because a shorter one came first; `paths` writes out each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from keep_p2p.rules.actions import OUTSIDE, Path
from keep_p2p.rules.game import State
from keep_p2p.rules.names import GUARDS, SEARCHERS, Character, Door, Pawn, Region, Room

M = Character.MOLASAR
Place = tuple[Room, frozenset[Room]]
"""Where a walk stands, and what it has used up or entered: rooms passed (B5), or marked rooms entered (M11)."""


@dataclass(frozen=True)
class Errand:
    """One walk to be made: who, how far, and under which rulings."""

    state: State
    pawn: Pawn
    steps: int
    door: Door | None = None  # the first step goes through it (M5, M8, M13)
    passes: int = 0  # B5
    retreat: bool = False  # R1, R3
    hilt: Room | None = None  # M11, to one who knows
    guess_hilt: bool = False  # M11, to everybody: not all rooms that are left

    @property
    def start(self) -> Room:
        room = self.state.where(self.pawn)
        assert room is not None
        return room

    def others(self, room: Room) -> tuple[int, int]:
        """The Searchers and the enemies in ``room``, this pawn not counted."""
        here = [pawn for pawn in self.state.pawns_in(room) if pawn != self.pawn]
        searchers = sum(1 for pawn in here if pawn in SEARCHERS)
        return searchers, len(here) - searchers

    def friends_and_foes(self, room: Room) -> tuple[int, int]:
        searchers, enemies = self.others(room)
        return (searchers, enemies) if self.pawn in SEARCHERS else (enemies, searchers)

    def ways(self, room: Room, *, first: bool) -> list[Room]:
        """Where one step leads from ``room`` (M1, M5-M7)."""
        board = self.state.game.board
        if self.pawn is M:
            open_doors = {door.id for door in board.secret_doors}
        elif isinstance(self.pawn, Character):
            open_doors = set(self.state.doors_found(self.pawn))
        else:
            open_doors = set(self.state.guards_doors)
        if self.door is not None:
            open_doors.add(self.door)
        found: list[Room] = []
        for door in board.secret_doors:
            if room in (door.keep_side, door.cellar_side) and door.id in open_doors:
                far = door.cellar_side if room == door.keep_side else door.keep_side
                if not (first and self.door is not None and door.id != self.door):
                    found.append(far)
        if not (first and self.door is not None):
            for doorway in board.doorways:
                if doorway.a == room:
                    found.append(doorway.b)
                elif doorway.b == room:
                    found.append(doorway.a)
        entry = any(e.room == room for e in board.entries)
        if self.retreat and self.pawn in SEARCHERS and entry:
            found.append(OUTSIDE)
        return found

    def may_enter(self, room: Room) -> bool:
        """M4, M11, M12, R1: whether the step into ``room`` is allowed, if it has to stop there."""
        if room == OUTSIDE:
            return True
        if self.retreat and room == self.start:
            return False
        if self.pawn is M and room in (self.state.hilt_proven, self.hilt):
            return False
        if self.pawn in GUARDS and self._in_cellar(room):
            others = [g for g in self.state.guards_left if g != self.pawn and self._in_cellar(self.state.where(g))]
            if len(others) >= 2:
                return False
        friends, foes = self.friends_and_foes(room)
        return not (foes and friends)

    def _in_cellar(self, room: Room | None) -> bool:
        return any(data.id == room and data.region is Region.CELLAR for data in self.state.game.board.rooms)

    def stops(self, room: Room) -> bool:
        """M3, R3: whether entering ``room`` ends the walk."""
        return room == OUTSIDE or self.friends_and_foes(room)[1] > 0

    def may_end(self, room: Room) -> bool:
        """M2: whether it may stand in ``room`` when the walk is over."""
        return room == OUTSIDE or self.friends_and_foes(room)[0] == 0

    def passable(self, room: Room) -> bool:
        """B5: whether a Pass lifts what stops a Searcher here: one guard, nobody else's enemy."""
        guards = [pawn for pawn in self.state.pawns_in(room) if pawn in GUARDS]
        return self.pawn in SEARCHERS and bool(guards) and self.state.where(M) != room

    def onward(self, place: Place, *, first: bool) -> Iterator[Place]:
        """All single steps from ``place``, where the walk has not ended."""
        room, used = place
        if not first and self.stops(room):
            if not self.passable(room) or (room not in used and len(used) >= self.passes):
                return
            used |= {room}
        for near in self.ways(room, first=first):
            if not self.may_enter(near) and not (self.passable(near) and (near in used or len(used) < self.passes)):
                continue
            if self.guess_hilt and near in self.state.unproven:
                entered = used | {near}
                if entered == set(self.state.unproven):
                    continue
                yield near, entered
            else:
                yield near, used

    def good_end(self, room: Room) -> bool:
        return self.may_enter(room) and self.may_end(room)


def ends(errand: Errand) -> set[Room]:
    """The rooms in which a walk of at least one step may end."""
    edge: set[Place] = {(errand.start, frozenset())}
    found: set[Room] = set()
    for step in range(errand.steps):
        edge = {near for place in edge for near in errand.onward(place, first=step == 0)}
        found |= {room for room, _ in edge if errand.good_end(room)}
    return found


def paths(errand: Errand) -> set[Path]:
    """Every walk of at least one step, room by room. For short errands."""
    edge: set[tuple[Path, Place]] = {((), (errand.start, frozenset()))}
    found: set[Path] = set()
    for step in range(errand.steps):
        edge = {((*path, near[0]), near) for path, place in edge for near in errand.onward(place, first=step == 0)}
        found |= {path for path, (room, _) in edge if errand.good_end(room)}
    return found
