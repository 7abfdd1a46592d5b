"""Why what was clicked or pressed at an open question does nothing, in one sentence: nobody is left to guess."""

from __future__ import annotations

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.names import Character, Hazard, Room
from keep_p2p.ui.names import SHORT, sentence
from keep_p2p.ui.table.choosing import Choosing
from keep_p2p.ui.table.offer import FEED, HILT, Group


def not_this_room(choosing: Choosing, room: Room) -> str:
    """Why ``room`` may not be chosen on the present level, as far as that can be said."""
    level, names = choosing.level, choosing.names
    here = sentence(names.room(room))
    if not level.spots and level.steps is None:
        return "No room is asked for: choose a line of the list. With v you look around."
    if level.steps is not None:
        at = level.steps.here
        beside = "outside the Keep" if at is None or at == OUTSIDE else names.room(at)
        return f"{here} is no step from {beside}."
    group = level.group
    if group is None or any(isinstance(spot, Group) for spot in level.spots.values()):
        return f"Nobody who may be moved now stands in {names.room(room)}."
    return f"{here} {_why(choosing, group, room)}."


def _why(choosing: Choosing, group: Group, room: Room) -> str:
    """What is wrong with a room for what is moved."""
    state = choosing.view.state
    if group.mover == HILT:
        return "is no marked room of the cellar"
    if group.mover == FEED:
        return "has no guard that may be eaten"
    if isinstance(group.mover, Hazard):
        return "may not be chosen for this card"
    if not group.walks:
        entry = isinstance(group.mover, Character) and group.mover.is_searcher and room not in state.game.entries
        return "is no entry" if entry else "may not be chosen"
    own = group.mover is Character.MOLASAR and choosing.decide.character is Character.MOLASAR
    if own and room == choosing.view.known.hilt:
        return "holds the Hilt: you may never enter it"
    if room == group.at:
        who = SHORT[group.mover] if isinstance(group.mover, Character) else "the guard"
        return f"is where {who} stands"
    return "is not in reach"


def no_such_line(choosing: Choosing) -> str:
    """What to say to a digit that is no line's number."""
    lines = len(choosing.level.entries)
    if not lines:
        return "There are no numbered lines: go to a room with the arrows or Tab, then press Enter."
    return "There is one line: 1." if lines == 1 else f"There are lines 1 to {lines}."


def nothing_that_way(choosing: Choosing) -> str:
    """What to say to an arrow that leads nowhere."""
    if choosing.level.spots:
        return "Nothing to choose lies that way: Tab goes through everything that may be chosen."
    return "Up and down go through the lines."


def no_such_key(choosing: Choosing) -> str:
    """What to say to a key that does nothing at this question."""
    ways = "arrows, Tab, a number or a click" if choosing.level.entries else "arrows, Tab or a click"
    return f"That key does nothing: use {ways}, then Enter."
