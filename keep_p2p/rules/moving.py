"""What changes when a pawn has moved, by whatever cause: places, truces, proven rooms, doors."""

from __future__ import annotations

from keep_p2p.rules.actions import OUTSIDE, Path
from keep_p2p.rules.names import Character, Door, Pawn, Room
from keep_p2p.rules.records import Cause, DoorFound, LeftKeep, Moved, RoomProven, Stayed
from keep_p2p.rules.state import GUARDS_DOORS, PAWN_INDEX, Draft, Table


def put(d: Draft, pawn: Pawn, room: Room | None) -> None:
    """Set ``pawn`` down in ``room`` (None: off the board). Whoever is moved may be fought again (R5)."""
    i = PAWN_INDEX[pawn]
    d.pawns = (*d.pawns[:i], room, *d.pawns[i + 1 :])
    if d.truces:
        d.truces = tuple(pair for pair in d.truces if pawn not in pair)


def move(d: Draft, pawn: Pawn, path: Path, cause: Cause) -> None:
    """``pawn`` has moved along ``path``; empty: it stayed. Molasar proves the marked rooms he enters (M11)."""
    if not path:
        d.tell(Stayed(pawn, cause))
        return
    start = d.where(pawn)
    out = path[-1] == OUTSIDE
    inside = path[:-1] if out else path
    put(d, pawn, path[-1])
    if pawn not in d.moved:
        d.moved = (*d.moved, pawn)
    if inside:
        d.tell(Moved(pawn, start, inside, cause))
    if out and isinstance(pawn, Character):
        last = inside[-1] if inside else start
        assert last is not None, "a pawn is walked out from a room"
        d.tell(LeftKeep(pawn, last))
    if pawn is Character.MOLASAR and cause is not Cause.RETREAT:
        for room in entered_unproven(d, inside):
            prove_empty(d, room)


def entered_unproven(t: Table, path: Path) -> tuple[Room, ...]:
    """The marked rooms on ``path`` not yet proven empty, each once, in walk order."""
    unproven = t.unproven
    return tuple(dict.fromkeys(room for room in path if room in unproven)) if unproven else ()


def prove_empty(d: Draft, room: Room) -> None:
    """``room`` does not hold the Hilt, openly. The last room left over must then hold it (M15)."""
    d.proven = tuple(r for r in d.game.hilt_rooms if r in d.proven or r == room)
    d.tell(RoomProven(room, here=False))
    if d.hilt_proven is None and len(d.proven) == len(d.game.hilt_rooms) - 1:
        prove_hilt(d, d.unproven[0])


def prove_hilt(d: Draft, room: Room) -> None:
    """``room`` holds the Hilt, openly; so all other marked rooms are empty (M15)."""
    if d.hilt_proven == room:
        return
    d.hilt_proven = room
    d.proven = tuple(r for r in d.game.hilt_rooms if r != room)
    d.tell(RoomProven(room, here=True))


def find_door(d: Draft, pawn: Pawn, door: Door) -> None:
    """``pawn`` has found ``door``: for itself, a guard for all guards (M6)."""
    place = PAWN_INDEX[pawn] if isinstance(pawn, Character) else GUARDS_DOORS
    known = (*d.found[place], door)
    ordered = tuple(data.id for data in d.game.board.secret_doors if data.id in known)
    d.found = (*d.found[:place], ordered, *d.found[place + 1 :])
    d.tell(DoorFound(pawn, door))


def unfound_doors(t: Table, pawn: Pawn) -> tuple[Door, ...]:
    """The secret doors of the room ``pawn`` stands in that it has not found, in pack order."""
    room = t.where(pawn)
    if room is None:
        return ()
    known = t.found[PAWN_INDEX[pawn] if isinstance(pawn, Character) else GUARDS_DOORS]
    return tuple(door.id for door in t.game.board.doors_of.get(room, ()) if door.id not in known)
