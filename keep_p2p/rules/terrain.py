"""The board as one pawn finds it: where it stops, what it may not enter, where it may not end (M2-M6, M11, M12, R1)."""

from __future__ import annotations

from typing import NamedTuple

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import Character, Guard, Pawn, Room
from keep_p2p.rules.state import GUARDS_DOORS, MAX_CELLAR_GUARDS, PAWN_INDEX, Table


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
