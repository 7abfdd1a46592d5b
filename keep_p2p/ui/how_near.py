"""How near it was: what the other side still lacked when a game ended."""

from __future__ import annotations

from keep_p2p.rules.awaited import Reason
from keep_p2p.rules.names import Character, Room
from keep_p2p.rules.state import State
from keep_p2p.ui.names import Names, count
from keep_p2p.ui.ways import nearest_searcher
from keep_p2p.ui.words import MOLASAR_TURNS


def how_near(state: State, hilt: Room | None, names: Names) -> str:
    """One sentence for a game that was played out, empty for another. ``hilt``: its room, once known."""
    over = state.over
    if over is None:
        return ""
    if over.reason is Reason.HILT_FOUND:
        left = MOLASAR_TURNS - len(state.eaten)
        whose = "you were" if names.is_yours(Character.MOLASAR) else "Molasar was"
        return f"How near it was: {whose} {count(left, 'turn')} from winning."
    if over.reason is not Reason.TWELFTH_TURN:
        return ""
    open_rooms = len(state.unproven)
    told = [f"{count(open_rooms, 'room')} could still have held the Hilt"] if state.hilt_proven is None else []
    nearest = None if hilt is None else nearest_searcher(state, hilt)
    if nearest is not None and hilt is not None:
        away, who = nearest
        there = f"{count(away, 'room')} from it" if away else "in its very room"
        told.append(f"{names.who(who)} stood nearest, {there}")
    return f"How near it was: {'; '.join(told)}." if told else ""
