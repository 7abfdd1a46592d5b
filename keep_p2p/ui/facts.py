"""What the words need to know of a state and have to work out: how far, against whom, through which door."""

from __future__ import annotations

from collections.abc import Collection

from keep_p2p.rules.frames import Favour, GuardDice, GuardFound, GuardMoving, MolasarMoving, Moving
from keep_p2p.rules.names import Character, Door, Guard, Pawn, Room
from keep_p2p.rules.state import PAWNS, State
from keep_p2p.ui.map import MapState
from keep_p2p.ui.names import HAZARD_NAME, join

FAVOUR_ROOMS = 4
"""How far Move Nazi SS Guard walks a guard (ruling B4)."""


def hostile(one: Pawn, other: Pawn) -> bool:
    """Whether these two fight when they meet: a Searcher and an enemy (ruling C1)."""
    return _is_searcher(one) is not _is_searcher(other)


def _is_searcher(pawn: Pawn) -> bool:
    return isinstance(pawn, Character) and pawn.is_searcher


def foes_in(state: State, room: Room, pawn: Pawn) -> tuple[Pawn, ...]:
    """Those in ``room`` whom ``pawn`` would have to fight there."""
    return tuple(other for other in state.pawns_in(room) if other != pawn and hostile(pawn, other))


def through_secret_door(state: State, start: Room, path: tuple[Room, ...]) -> bool:
    """Whether a step of this walk goes where no ordinary doorway leads."""
    near = state.game.board.neighbours
    return any(there not in near.get(here, ()) for here, there in zip((start, *path), path, strict=False))


def allowance(state: State) -> int:
    """How many rooms may be walked by what is going on now; 0 where nobody walks."""
    match state.top:
        case Moving(left=left) | MolasarMoving(left=left) | GuardFound(left=left):
            return left
        case GuardMoving(pool=pool):
            return pool
        case Favour():
            return FAVOUR_ROOMS
        case _:
            return 0


def guard_die(state: State) -> tuple[int, int]:
    """Which guard die comes next (1 or 2), and what the pool holds so far."""
    top = state.top
    return (top.die, top.pool) if isinstance(top, GuardDice) else (1, 0)


def searching_guard(state: State) -> Guard | None:
    """The guard that has just found a door and walks now."""
    top = state.top
    return top.guard if isinstance(top, GuardFound) else None


def found_by_walking(state: State) -> Door | None:
    """The door that a good search roll finds as soon as somebody walks on it, or stays (rulings M5, B2)."""
    top = state.top
    return top.door if isinstance(top, Moving) and top.searched else None


def hazards_too_late(state: State, open_now: Collection[object]) -> str:
    """Of the Hazards not yet played those that come too late in this turn (ruling T5), as a sentence; empty if none."""
    late = [HAZARD_NAME[hazard] for hazard in state.hazards if hazard not in open_now]
    return f"Too late in this turn: {join(late)}." if late else ""


ASKED_OF_ALL = "asked so that nobody can tell what you hold"
"""Why a question comes up that only one answer is left to: others in your place might have had a card to play."""


def setting_up(state: State) -> bool:
    """Whether the first turn has not begun yet."""
    return state.turn_number == 0


def on_map(state: State) -> MapState:
    """What the map shows of this state."""
    return MapState(
        pawns={pawn: room for pawn in PAWNS if (room := state.where(pawn)) is not None},
        entries=state.game.entries,
        marked=state.game.hilt_rooms,
        proven=state.proven,
        hilt=state.hilt_proven,
    )
