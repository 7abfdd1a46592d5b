"""A question's answers sorted for a map: what moves, to which rooms, and what is no room at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keep_p2p.rules.actions import (
    OUTSIDE,
    Action,
    Feed,
    HideHilt,
    PickConflict,
    PlacePawn,
    PlayHazard,
    PutGuard,
    SearchDoor,
    Walk,
)
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.names import Character, Hazard, Pawn, Room
from keep_p2p.rules.state import State

Mover = Pawn | Hazard | str
"""What goes to a room: a pawn, Molasar by a Hazard card, or (a word) what is no pawn: the Hilt, the Feed."""

HILT = "hilt"
FEED = "feed"


@dataclass(frozen=True)
class Group:
    """All rooms that one mover may go to, with the actions that take it there, the plainest first.

    ``at``: where it stands. ``walks``: whether it walks, so that its way may be given step by step.
    """

    mover: Mover
    rooms: dict[Room, tuple[Action, ...]]
    at: Room | None = None
    walks: bool = False


@dataclass(frozen=True)
class Offer:
    """``main``: whose rooms are shown at once. ``pawns``: to be chosen first. ``cards``: Hazards that go to a room.

    ``plain``: answers that are no room, in the rules' order.
    """

    main: Group | None
    pawns: tuple[Group, ...]
    cards: tuple[Group, ...]
    plain: tuple[Action, ...]


def offer_of(decide: Decide, actions: Sequence[Action], state: State) -> Offer:
    """The answers to ``decide``, sorted."""
    rooms: dict[Mover, dict[Room, list[Action]]] = {}
    plain: list[Action] = []
    for action in actions:
        place = _place(action, state)
        if place is None:
            plain.append(action)
            continue
        mover, room = place
        rooms.setdefault(mover, {}).setdefault(room, []).append(action)
        if isinstance(action, Walk) and not action.path:
            plain.append(action)
    groups = [_group(mover, found, state) for mover, found in rooms.items()]
    cards = tuple(group for group in groups if isinstance(group.mover, Hazard))
    others = [group for group in groups if not isinstance(group.mover, Hazard)]
    main = next((g for g in others if g.mover in (decide.character, HILT, FEED)), None)
    if main is None and len(others) == 1:
        main = others[0]
    return Offer(main, tuple(group for group in others if group is not main), cards, tuple(plain))


def _group(mover: Mover, rooms: dict[Room, list[Action]], state: State) -> Group:
    at: Room | None = None
    if isinstance(mover, Character) or (isinstance(mover, str) and mover.startswith("guard-")):
        at = state.where(mover)  # type: ignore[arg-type]  # a guard's name is told by how it begins
    elif isinstance(mover, Hazard) or mover == FEED:
        at = state.where(Character.MOLASAR)
    ordered = {room: tuple(sorted(actions, key=_cards)) for room, actions in rooms.items()}
    walks = any(isinstance(action, Walk) for actions in ordered.values() for action in actions)
    return Group(mover, ordered, at, walks)


def _cards(action: Action) -> int:
    return len(action.passes) if isinstance(action, Walk) else 0


def _place(action: Action, state: State) -> tuple[Mover, Room] | None:
    """What goes where by ``action``; None for one that is no room of the map."""
    match action:
        case Walk(pawn, path):
            room = path[-1] if path else state.where(pawn)
            return None if room is None or room == OUTSIDE else (pawn, room)
        case PlacePawn(character, room):
            return character, room
        case PutGuard(guard, room):
            return guard, room
        case PlayHazard(hazard, room) if room is not None:
            return hazard, room
        case HideHilt(room) if room is not None:
            return HILT, room
        case Feed(guard):
            room = state.where(guard)
            return None if room is None else (FEED, room)
        case _:
            return None


def about(action: Action, state: State) -> Room | None:
    """The room that an answer without a room of its own is about, to be shown while it is looked at."""
    match action:
        case PickConflict(searcher):
            return state.where(searcher)
        case SearchDoor(pawn):
            return state.where(pawn)
        case Walk(pawn):
            return state.where(pawn)
        case _:
            return None
