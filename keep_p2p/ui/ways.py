"""How far it is from room to room, and what that means for a pawn: told to whoever does not look at the map.

Distances are walks through doorways and through the secret doors that the pawn may use. Other pawns are not thought
of, since they move on; who stands in the way now is told by `in_the_way`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from keep_p2p.rules.actions import OUTSIDE, Action, Walk
from keep_p2p.rules.board import SecretDoor
from keep_p2p.rules.names import Character, Pawn, Room
from keep_p2p.rules.state import State
from keep_p2p.ui import facts
from keep_p2p.ui.names import Names, count, join


def ways(state: State, pawn: Pawn, start: Room, *, past_foes: bool = True) -> Mapping[Room, tuple[Room, ...]]:
    """Each room that ``pawn`` could come to from ``start``, nearest first, with a shortest way (the rooms entered).

    Without ``past_foes`` a way ends where an enemy stands (ruling M3).
    """
    found: dict[Room, tuple[Room, ...]] = {start: ()}
    edge = [start]
    while edge:
        further: list[Room] = []
        for room in edge:
            if not past_foes and room != start and facts.foes_in(state, room, pawn):
                continue
            for near in _next_to(state, pawn, room):
                if near not in found:
                    found[near] = (*found[room], near)
                    further.append(near)
        edge = further
    return found


def way_to(state: State, pawn: Pawn, start: Room, room: Room) -> tuple[Room, ...] | None:
    """A shortest way, one on which no enemy stands if there is one as short; None if no way leads there."""
    way, free = (ways(state, pawn, start, past_foes=past).get(room) for past in (True, False))
    return free if free is not None and way is not None and len(free) == len(way) else way


def in_the_way(state: State, pawn: Pawn, way: Sequence[Room]) -> tuple[Pawn, ...]:
    """The first enemies that would stop ``pawn`` before the end of this way."""
    return next((foes for room in way[:-1] if (foes := facts.foes_in(state, room, pawn))), ())


def _next_to(state: State, pawn: Pawn, room: Room) -> Iterator[Room]:
    board = state.game.board
    yield from board.neighbours[room]
    for door in board.doors_of.get(room, ()):
        if _may_use(state, pawn, door):
            yield door.cellar_side if room == door.keep_side else door.keep_side


def _may_use(state: State, pawn: Pawn, door: SecretDoor) -> bool:
    """Whether the door is no wall to this pawn (ruling M6)."""
    if not isinstance(pawn, Character):
        return door.id in state.guards_doors
    return pawn is Character.MOLASAR or door.id in state.doors_found(pawn)


def nearest_door(state: State, searcher: Character, room: Room) -> tuple[int, SecretDoor, Room] | None:
    """The nearest secret door that ``searcher`` has not found: rooms to walk, the door, the room beside it."""
    for there, way in ways(state, searcher, room).items():
        for door in state.game.board.doors_of.get(there, ()):
            if not _may_use(state, searcher, door):
                return len(way), door, there
    return None


def nearest_goal(state: State, searcher: Character, room: Room) -> tuple[int, Room] | None:
    """The nearest room that may hold the Hilt (or the one that does) to which all doors are open: rooms to walk."""
    goals = state.unproven if state.hilt_proven is None else (state.hilt_proven,)
    for there, way in ways(state, searcher, room).items():
        if there in goals:
            return len(way), there
    return None


def is_goal(state: State, pawn: Pawn, room: Room) -> bool:
    """Whether a Searcher wants to be there: a room that may hold the Hilt, or one beside a door that it needs."""
    if room == OUTSIDE or not isinstance(pawn, Character) or not pawn.is_searcher:
        return False
    return _how_far(state, pawn, room) == 0


def nearest_searcher(state: State, room: Room) -> tuple[int, Character] | None:
    """The Searcher nearest to ``room`` by Molasar's ways: rooms to walk, and who."""
    for there, way in ways(state, Character.MOLASAR, room).items():
        for pawn in state.pawns_in(there):
            if isinstance(pawn, Character) and pawn.is_searcher:
                return len(way), pawn
    return None


def what_is_next(state: State, pawn: Pawn, room: Room, names: Names) -> str:
    """What being in ``room`` is good for, as an end of a choice's line; empty if there is nothing to say."""
    if room == OUTSIDE or not isinstance(pawn, Character):
        return ""
    return _for_searcher(state, pawn, room, names) if pawn.is_searcher else _for_molasar(state, room, names)


def _for_searcher(state: State, searcher: Character, room: Room, names: Names) -> str:
    goal = nearest_goal(state, searcher, room)
    if goal is not None:
        what = "a marked room" if state.hilt_proven is None else "the Hilt"
        return f"; {count(goal[0], 'room')} from {what}" if goal[0] else ""
    door = nearest_door(state, searcher, room)
    if door is None:
        return ""
    return f"; {count(door[0], 'room')} from a secret door" if door[0] else f"; beside {names.door(door[1].id)}"


def _for_molasar(state: State, room: Room, names: Names) -> str:
    near = nearest_searcher(state, room)
    return f"; {names.who(near[1])} is {count(near[0], 'room')} away" if near is not None and near[0] else ""


def how_far_searchers(state: State, room: Room, names: Names) -> str:
    """How far each Searcher that is not in ``room`` is from there by Molasar's ways, nearest first, as a line's end."""
    found = [
        (len(way), pawn)
        for there, way in ways(state, Character.MOLASAR, room).items()
        for pawn in state.pawns_in(there)
        if way and isinstance(pawn, Character) and pawn.is_searcher
    ]
    told = [f"{names.who(pawn)} is {count(far, 'room')} away" for far, pawn in found[:1]]
    told += [f"{names.who(pawn)} {far}" for far, pawn in found[1:]]
    return f"; {join(told)}" if told else ""


def nearest_of(state: State, walks: Sequence[Action], names: Names) -> str:
    """Which of a Searcher's ``walks`` ends nearest to what is looked for, as a line's end; empty for Molasar's."""
    best: tuple[int, str] | None = None
    for walk in walks:
        if not isinstance(walk, Walk) or not isinstance(walk.pawn, Character) or not walk.pawn.is_searcher:
            continue
        room = walk.path[-1] if walk.path else OUTSIDE
        goal = None if room == OUTSIDE else _how_far(state, walk.pawn, room)
        if goal is not None and (best is None or goal < best[0]):
            next_to = what_is_next(state, walk.pawn, room, names).removeprefix("; ")
            best = goal, f"; the nearest: {names.room(room)}, {next_to}"
    return "" if best is None else best[1]


def _how_far(state: State, searcher: Character, room: Room) -> int | None:
    """Rooms from ``room`` to what the Searcher looks for: a room that may hold the Hilt, else a secret door."""
    goal = nearest_goal(state, searcher, room)
    near = nearest_door(state, searcher, room) if goal is None else goal
    return None if near is None else near[0]


def hidden_how_far(state: State, room: Room, names: Names) -> str:
    """How far a marked room lies from the secret doors, for whoever hides the Hilt."""
    board = state.game.board
    for there, way in ways(state, Character.MOLASAR, room).items():
        for door in board.doors_of.get(there, ()):
            return f"; {count(len(way), 'room')} from the nearest secret door, in {names.room(there)} ({door.name})"
    return ""
