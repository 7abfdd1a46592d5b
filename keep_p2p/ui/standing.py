"""Where one is, told in sentences: what is near at the beginning of a turn, and one room with all that is in it."""

from __future__ import annotations

from collections.abc import Iterator

from keep_p2p.rules.board import SecretDoor
from keep_p2p.rules.names import GUARDS, Character, Pawn, Region, Room
from keep_p2p.rules.state import State
from keep_p2p.ui.names import Names, count, join, sentence
from keep_p2p.ui.told import REGION_NAME
from keep_p2p.ui.ways import in_the_way, nearest_door, nearest_goal, way_to, ways


def standing_lines(state: State, character: Character, names: Names, hilt: Room | None = None) -> tuple[str, ...]:
    """What whoever plays ``character`` must know as the turn begins: a line or two. ``hilt``: where Molasar hid it."""
    if character is Character.MOLASAR:
        return (" ".join(_searchers(state, names, hilt)),)
    room = state.where(character)
    if room is None:
        return (f"{names.who(character)} is outside the Keep.",)
    return (
        " ".join((_here(character, room, names), *_goal(state, character, room, names), *_foes(state, room, names))),
    )


def _here(character: Character, room: Room, names: Names) -> str:
    return f"{names.who(character)} is in {names.room(room)} ({REGION_NAME[names.board.room_data[room].region]})."


def _goal(state: State, character: Character, room: Room, names: Names) -> Iterator[str]:
    """The nearest room that may hold the Hilt; where none can be reached, the nearest secret door."""
    goal = nearest_goal(state, character, room)
    if goal is not None:
        what = "The nearest marked room is" if state.hilt_proven is None else "The Hilt is in"
        if goal[0]:
            yield f"{what} {names.room(goal[1])}, {_far(state, character, room, goal[1], names)}."
        return
    door = nearest_door(state, character, room)
    if door is not None and not door[0]:
        yield f"{sentence(names.door(door[1].id))} is here, not found yet."
    elif door is not None:
        yield (
            f"The nearest secret door not found is in {names.room(door[2])} ({door[1].name}), "
            f"{_far(state, character, room, door[2], names)}."
        )


def _far(state: State, pawn: Pawn, start: Room, room: Room, names: Names) -> str:
    """``5 rooms away, with guard c in the way``."""
    way = way_to(state, pawn, start, room) or ()
    foes = join(map(names.who, in_the_way(state, pawn, way)))
    return f"{count(len(way), 'room')} away{f', with {foes} in the way' if foes else ''}"


def _foes(state: State, room: Room, names: Names) -> Iterator[str]:
    """How far Molasar is, and the nearest guard: by their own ways, since it is they who come."""
    where = state.where(Character.MOLASAR)
    if where is not None:
        yield f"{_away(state, Character.MOLASAR, where, room, names)}."
    near = [(len(way), guard, there) for guard in GUARDS if (there := state.where(guard)) is not None
            and (way := ways(state, guard, there).get(room)) is not None]  # fmt: skip
    if near:
        _, guard, there = min(near, key=lambda found: found[0])
        yield f"The nearest guard: {_away(state, guard, there, room, names)}."


def _away(state: State, pawn: Pawn, there: Room, room: Room, names: Names) -> str:
    """``Molasar is 4 rooms away, in the Crypt``."""
    way = ways(state, pawn, there).get(room)
    if there == room:
        return f"{names.who(pawn)} is here"
    return f"{names.who(pawn)} is {'far' if way is None else count(len(way), 'room')} away, in {names.room(there)}"


def _searchers(state: State, names: Names, hilt: Room | None) -> Iterator[str]:
    """Where each Searcher is and how near to a marked room, and to the Hilt, for Molasar."""
    for searcher in state.searchers:
        room = state.where(searcher)
        if room is None:
            yield f"{names.who(searcher)} is outside the Keep."
            continue
        goal, door = nearest_goal(state, searcher, room), nearest_door(state, searcher, room)
        if goal is not None:
            marked = f"{count(goal[0], 'room')} from a marked room" if goal[0] else "a marked room"
            near = marked if state.hilt_proven is None else f"{count(goal[0], 'room')} from the Hilt"
            if state.hilt_proven is None and hilt is not None:
                near += f" and {len(ways(state, searcher, room)[hilt])} from the Hilt"
        elif door is not None:
            near = f"{count(door[0], 'room')} from a secret door" if door[0] else "beside a secret door"
        else:
            near = "far from all"
        yield f"{names.who(searcher)} is in {names.room(room)}, {near}."


def room_lines(state: State, room: Room, names: Names) -> tuple[str, ...]:
    """One room: what it is, who is there, where its doorways lead and who stands behind them, and the way there."""
    data = names.board.room_data[room]
    what = f"{sentence(names.room(room))}: {'stairs' if data.stair else 'a room'} of the {REGION_NAME[data.region]}."
    here = join(map(names.who, state.pawns_in(room))) or "nobody"
    doorways = join(f"{names.room(near)} ({_who_is_in(state, near, names)})" for near in names.board.neighbours[room])
    return (
        f"{what} Here: {here}.",
        f"Doorways to {doorways}.",
        *_special(state, room, names),
        *_to_the_hilt(state, room, names),
        *(_way(state, pawn, room, names) for pawn in _own(state, names) if state.where(pawn) not in (None, room)),
    )


def _who_is_in(state: State, room: Room, names: Names) -> str:
    return join(map(names.who, state.pawns_in(room))) or "empty"


def _special(state: State, room: Room, names: Names) -> Iterator[str]:
    if room in state.game.entries:
        yield "It is an entry to the Keep."
    if room == state.hilt_proven:
        yield "The Hilt is here!"
    elif room in state.proven:
        yield "It was a marked room, and is proven empty of the Hilt."
    elif room in state.unproven:
        yield "It is a marked room: the Hilt may be here."
    for door in names.board.doors_of.get(room, ()):
        yield f"Beside {names.door(door.id)}, found by {_finders(state, door, names)}."


def _to_the_hilt(state: State, room: Room, names: Names) -> Iterator[str]:
    """For a Searcher: how far a room that may hold the Hilt is from here in the cellar, or behind a door beside it."""
    searcher = next((each for each in _own(state, names) if each.is_searcher), None)
    if searcher is None or room in state.unproven or room == state.hilt_proven:
        return
    what = "The nearest marked room" if state.hilt_proven is None else "The Hilt"
    if names.board.room_data[room].region is Region.CELLAR:
        if (goal := nearest_goal(state, searcher, room)) is not None:
            yield f"{what} is {count(goal[0], 'room')} from here: {names.room(goal[1])}."
        return
    for door in names.board.doors_of.get(room, ()):
        behind = names.room(door.cellar_side)
        if (goal := nearest_goal(state, searcher, door.cellar_side)) is not None:
            far = f"{count(goal[0], 'room')} from {behind}" if goal[0] else "there"
            yield f"Behind it is {behind}. {what} is {far}: {names.room(goal[1])}."


def _finders(state: State, door: SecretDoor, names: Names) -> str:
    finders = [names.who(c) for c in state.searchers if door.id in state.doors_found(c)]
    return join([*finders, *(["the guards"] if door.id in state.guards_doors else [])]) or "nobody yet"


def _own(state: State, names: Names) -> tuple[Character, ...]:
    return tuple(character for character in state.characters if names.is_yours(character))


def _way(state: State, pawn: Character, room: Room, names: Names) -> str:
    """A shortest way there, as the doors are found now."""
    start = state.where(pawn)
    way = None if start is None else way_to(state, pawn, start, room)
    if start is None or way is None:
        return f"{names.who(pawn)} can come there only through a secret door that is not found yet."
    told = f"From {names.who(pawn)} it is {_by(way, names)}."
    foes = in_the_way(state, pawn, way)
    if not foes:
        return told
    free = ways(state, pawn, start, past_foes=False).get(room)
    stands = "stands" if len(foes) == 1 else "stand"
    told = f"{told} {sentence(join(map(names.who, foes)))} {stands} in the way"
    return (
        f"{told}; without a fight it is {_by(free, names)}."
        if free is not None
        else f"{told}, and no other way leads there."
    )


def _by(way: tuple[Room, ...], names: Names) -> str:
    """``3 rooms, through the Hall and the Stair``."""
    through = join(names.room(each) for each in way[:-1])
    return f"{count(len(way), 'room')}{f', through {through}' if through else ''}"
