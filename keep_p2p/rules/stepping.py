"""A walk given room by room: the rule that each step breaks, if any (M1-M5, M11, M12, B5, R1)."""

from __future__ import annotations

from keep_p2p.rules.actions import Path
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import Character, Door, Pawn, Room
from keep_p2p.rules.plan import Plan
from keep_p2p.rules.state import Table
from keep_p2p.rules.terrain import Terrain
from keep_p2p.rules.walking import first_room


def check_walk(
    t: Table, pawn: Pawn, land: Terrain, path: Path, steps: int, door: Door | None = None, passes: int = 0
) -> None:
    """Raise `IllegalAction` unless ``pawn`` may walk ``path``, of any length up to ``steps``, room by room.

    ``path`` may turn back on itself (M1). ``passes``: Pass cards declared with it (B5). The empty path is
    always in order here; whether staying is allowed is the caller's rule.
    """
    if len(path) > steps:
        raise IllegalAction("M1", f"{pawn} may walk {steps} {'room' if steps == 1 else 'rooms'}, not {len(path)}.")
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
        raise IllegalAction("B5", f"{pawn} has not a Pass card for each room with a guard on this way.")
    met = {room for room in path if land.guards & plan.bit[room]}
    if passes > len(met):
        raise IllegalAction("B5", f"{passes} Pass cards for a walk that enters {len(met)} rooms with a guard.")
