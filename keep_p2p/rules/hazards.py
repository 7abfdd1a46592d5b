"""The six Hazards: when each may be played, and what it does (T5, H1-H6)."""

from __future__ import annotations

from keep_p2p.rules.actions import Action, PlayHazard
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.frames import Feeding, GuardDice, GuardMoving, Lighting, MolasarMoving, Spreading, Summoning
from keep_p2p.rules.moving import entered_unproven, move
from keep_p2p.rules.names import Bonus, Character, Hazard, Room
from keep_p2p.rules.records import Cause, HazardPlayed
from keep_p2p.rules.state import Draft, Knowledge, Table

ALERT_STEPS = 5  # H4
JUMPS = {Hazard.SECRET_PASSAGE: Cause.SECRET_PASSAGE, Hazard.MOLASARS_MAGIC: Cause.MAGIC}
MOVES_PAWNS = frozenset({Hazard.SUMMON_GUARDS, Hazard.GENERAL_ALERT, *JUMPS})  # T5


def playable(t: Table, hazard: Hazard) -> bool:
    """Whether ``hazard`` may be played at this decision point of Molasar's (T5), a room for it apart."""
    if t.hazard_played or t.turn is not Character.MOLASAR or hazard not in t.hazards:
        return False
    if hazard is Hazard.GENERAL_ALERT:
        top = t.top
        return isinstance(top, Feeding | MolasarMoving) or (isinstance(top, GuardDice) and top.die == 1)
    return not (t.fought and hazard in MOVES_PAWNS)


def jump_rooms(t: Table, hazard: Hazard, hilt: Room | None) -> list[Room]:
    """Where Secret Passage or Molasar's Magic may put Molasar: not where he is, nor on a guard (H5, H6)."""
    plan, masks = t.plan, t.masks
    barred = masks.guards | masks.molasar
    for room in (t.hilt_proven, hilt):
        if room is not None:
            barred |= plan.bit[room]
    rooms = plan.passages if hazard is Hazard.SECRET_PASSAGE else plan.stairs
    return [room for room in rooms if not plan.bit[room] & barred]


def hazard_choices(t: Table, known: Knowledge | None) -> list[Action]:
    """All plays of a Hazard now, in card order, then by room."""
    found: list[Action] = []
    if t.hazard_played or t.turn is not Character.MOLASAR:
        return found
    hilt = None if known is None else known.hilt
    for hazard in t.hazards:
        if not playable(t, hazard):
            continue
        if hazard in JUMPS:
            found.extend(PlayHazard(hazard, room) for room in jump_rooms(t, hazard, hilt))
        else:
            found.append(PlayHazard(hazard))
    return found


def any_hazard(t: Table) -> bool:
    """Whether `hazard_choices` would find any, publicly."""
    return any(playable(t, hazard) and (hazard not in JUMPS or jump_rooms(t, hazard, None)) for hazard in t.hazards)


def check_hazard(t: Table, action: PlayHazard) -> None:
    """Raise `IllegalAction` unless the Hazard may be played so (T5, H5, H6)."""
    hazard = action.hazard
    if hazard not in t.hazards:
        raise IllegalAction("T5", f"{hazard} has been played already.")
    if t.hazard_played:
        raise IllegalAction("T5", "One Hazard a turn.")
    if not playable(t, hazard):
        raise IllegalAction("T5", f"{hazard} comes too late in this turn.")
    if (action.room is not None) != (hazard in JUMPS):
        raise IllegalAction("T5", "A room is named with Secret Passage and Molasar's Magic, and with no other Hazard.")
    if action.room is not None and action.room not in jump_rooms(t, hazard, None):
        ruling = "H5" if hazard is Hazard.SECRET_PASSAGE else "H6"
        raise IllegalAction(ruling, f"Molasar cannot be put in {action.room}.")
    check_not_hilt(t, () if action.room is None else (action.room,))


def enters_all_left(t: Table, path: tuple[Room, ...]) -> bool:
    """Whether Molasar, entering these rooms, would enter all that may hold the Hilt (M15)."""
    entered = entered_unproven(t, path)
    return bool(entered) and len(entered) == len(t.unproven)


def check_not_hilt(t: Table, path: tuple[Room, ...]) -> None:
    """Raise `IllegalAction` where these rooms cannot all be without the Hilt (M11, M15)."""
    if enters_all_left(t, path):
        raise IllegalAction("M11", "One of the marked rooms on this way must hold the Hilt.")


def play_hazard(d: Draft, action: PlayHazard) -> None:
    """The Hazard acts at once (T5)."""
    hazard = action.hazard
    d.hazards = tuple(h for h in d.hazards if h is not hazard)
    d.hazard_played = True
    d.tell(HazardPlayed(hazard))
    if hazard in JUMPS:
        assert action.room is not None
        move(d, Character.MOLASAR, (action.room,), JUMPS[hazard])
    elif hazard is Hazard.EVIL_SPREADS:
        d.push(Spreading(()))
    elif hazard is Hazard.POWER_FAILURE:
        d.power_failure = True
        d.push(Lighting(tuple(c for c in d.searchers if d.may_hold(c, Bonus.FLASHLIGHT))))
    elif hazard is Hazard.SUMMON_GUARDS:
        d.push(Summoning(()))
    else:
        d.alert = True
        d.push(GuardMoving(ALERT_STEPS, alert=True, spent=()))
