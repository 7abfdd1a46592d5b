"""A gentle Molasar, for practice: he fights little, hunts nobody with many, and lets whom he has beaten go.

He thinks as the other does; only some of what he might do is kept from him first. So his Hilt is hidden, and his guards
bar doors and ways, as well as ever. There is no gentle Searcher: whoever practises shall not have a weak side.
"""

from __future__ import annotations

from typing import Final

from keep_p2p.players.sight import Sight
from keep_p2p.rules.actions import Action, PutGuard, Walk
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.names import Character

MOST_FIGHTS: Final = 1
"""Conflicts that he brings about in a turn of his own; others come of where Searchers walk."""

ONE_IN: Final = 4
"""Of so many rooms that a beaten Searcher may be walked to, he leaves out one, the worst for it."""


def spared(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Those of ``actions`` that a gentle Molasar thinks of; all where nothing else would be left."""
    if decide.decision is Decision.RETREAT:
        return _let_go(sight, actions)
    return tuple(action for action in actions if _peaceful(sight, action)) or actions


def _peaceful(sight: Sight, action: Action) -> bool:
    """Whether this brings about no conflict, or one that may still be."""
    match action:
        case Walk(pawn=pawn, path=path) if path:
            end = sight.end(pawn, path)
        case PutGuard(room=room):
            end = sight.number(room)
        case _:
            return True
    return end not in sight.searcher_at or sum(map(sight.engaged, sight.searcher_at)) < MOST_FIGHTS


def _let_go(sight: Sight, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """A beaten Searcher is walked into no other enemy, and not where it would be worst off; nobody else is spared."""
    conflict = sight.state.conflict
    assert conflict is not None, "only who has won one walks the loser"
    if conflict.winner is not Character.MOLASAR:
        return actions
    searcher = conflict.searcher
    ends = {action: sight.end(searcher, action.path) for action in actions if isinstance(action, Walk)}
    own = sight.place[searcher]
    free = {end for end in ends.values() if end == own or end not in sight.enemy_at} or set(ends.values())
    rooms = {end for end in free if end not in sight.unproven_rooms} or free
    hope = sight.danger(searcher, sight.even_focus)
    worst_first = sorted(rooms, key=lambda room: (hope[room], room))
    kept = worst_first[len(worst_first) // ONE_IN :]
    return tuple(action for action, end in ends.items() if end in kept)
