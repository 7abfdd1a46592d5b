"""Molasar's own turn: where the Hilt lies, whom he feeds on, where he and the guards go, when Hazards fall."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from keep_p2p.players.hazards import best_hazard
from keep_p2p.players.sight import Sight
from keep_p2p.players.threat import TWO_DICE_AT_LEAST, Threat
from keep_p2p.rules.actions import (
    Action,
    Done,
    Feed,
    HideHilt,
    PickBonus,
    PickConflict,
    PlayHazard,
    PutGuard,
    Roll,
    SearchDoor,
    Walk,
)
from keep_p2p.rules.names import Character

REACH: Final = 13
"""Two dice never reach farther, rooms + 1."""


def decoys(seed: bytes, count: int) -> tuple[float, ...]:
    """How much he pretends to care for each of ``count`` marked rooms: one or two far more than the others."""
    random = Random(seed + b"/decoys")
    return tuple(random.choice((0.2, 0.4, 1.0, 2.0)) for _ in range(count))


def hide_hilt(sight: Sight, actions: tuple[Action, ...], random: Random) -> Action:
    """Farther rooms more often, none never: whoever hid it always in the farthest would be found there."""
    weights = []
    for action in actions:
        assert isinstance(action, HideHilt) and action.room is not None
        marked = sight.tables.marked.index(sight.tables.index[action.room])
        costs = sight.tables.approach(0, 6.0)[marked]
        nearest = sorted(costs[entry] for entry in sight.tables.entries)
        togo = sum(nearest[:3]) / min(3, len(nearest))
        weights.append(2.0 ** (togo / sight.weights.hide))
    return random.choices(actions, weights)[0]


def feed(sight: Sight, threat: Threat, actions: tuple[Action, ...]) -> Action:
    """The guard that is missed least, where the jump brings Molasar nearest to a Searcher that matters (T1)."""
    hazard = best_hazard(sight, threat, actions)
    if hazard is not None:
        return hazard
    flight = sight.tables.flight

    def value(action: Action) -> float:
        if not isinstance(action, Feed):
            return -9.0
        room = sight.place[action.guard]
        best = sight.searcher_at.get(room)
        gain = threat.attack(best, room) if best is not None else 0.0
        second = 0.0
        for character, worth in threat.worth.items():
            steps = int(flight[room][sight.place[character]]) if worth > 0.0 else REACH
            if steps < REACH:
                hope = TWO_DICE_AT_LEAST[steps] * worth
                if hope > gain:
                    gain, second = hope, gain
                else:
                    second = max(second, hope)
        loss = threat.post[room] if best is None else threat.attack(best, room)
        if room in sight.unproven_rooms:
            loss += sight.weights.reveal
        return gain + 0.3 * second - loss + (0.3 * guard_attacks(sight, threat, room))

    return max(actions, key=value)


def guard_attacks(sight: Sight, threat: Threat, room: int) -> float:
    """Minus what a guard in ``room`` could attack itself, if spared: the most worthy Searcher within a few rooms."""
    between = sight.tables.between(*sight.guard_key)[room]
    best = 0.0
    for character, worth in threat.worth.items():
        if worth > best and between[sight.place[character]] <= 4.0:
            best = worth
    return -best


def _revealed(sight: Sight, walk: Walk) -> int:
    """How many marked rooms this walk of Molasar's proves empty (M11)."""
    return sum(1 for room in walk.path if sight.tables.index[room] in sight.unproven_rooms)


def molasar_move(sight: Sight, threat: Threat, actions: tuple[Action, ...]) -> Action:
    """Into the Searcher that matters most, else where he stands most in the way (T2)."""
    hazard = best_hazard(sight, threat, actions)
    if hazard is not None:
        return hazard

    def value(action: Action) -> float:
        if not isinstance(action, Walk):
            return -9.0
        end = sight.end(Character.MOLASAR, action.path)
        target = sight.searcher_at.get(end)
        gain = threat.attack(target, end) + sight.weights.guard if target is not None else 0.7 * threat.post[end]
        return gain - sight.weights.reveal * _revealed(sight, action) - 0.0001 * len(action.path)

    return max(actions, key=value)


def guard_die(sight: Sight, threat: Threat, actions: tuple[Action, ...]) -> Action:
    """Search for a door while the guards have none that helps; else the die goes into the pool (M13)."""
    hazard = best_hazard(sight, threat, actions)
    if hazard is not None:
        return hazard
    searches = [action for action in actions if isinstance(action, SearchDoor)]
    inside = sum(1 for room in sight.guards.values() if room in sight.tables.cellar)
    if searches and inside < 2:
        focus = threat.focus

        def togo(action: SearchDoor) -> float:
            _, cellar = sight.tables.doors[sight.tables.door_index[action.door]]
            return sum(
                share * sight.tables.flight[cellar][room]
                for share, room in zip(focus, sight.tables.marked, strict=True)
            )

        best = min(searches, key=togo)
        room = sight.place[best.pawn]
        if sight.searcher_at.get(room) is None and _pool_gain(sight, threat) < sight.weights.search:
            return best
    for action in actions:
        if isinstance(action, Roll):
            return action
    return actions[0]


def _pool_gain(sight: Sight, threat: Threat) -> float:
    """What one guard die would do if walked: the most worthy Searcher within its reach."""
    between = sight.tables.between(*sight.guard_key)
    best = 0.0
    for room in sight.guards.values():
        for character, worth in threat.worth.items():
            if worth > best and between[room][sight.place[character]] <= 5.0:
                best = worth
    return best


def guard_move(sight: Sight, threat: Threat, actions: Sequence[Action]) -> Action:
    """The one guard's walk that gains most for its length, or no more walks."""
    hazard = best_hazard(sight, threat, actions)
    if hazard is not None:
        return hazard
    best: Action | None = None
    most = 0.0
    post = threat.post
    done: Action | None = None
    for action in actions:
        if isinstance(action, Walk) and not isinstance(action.pawn, Character):
            start, end = sight.place[action.pawn], sight.end(action.pawn, action.path)
            gain = post[end] - post[start] - sight.weights.step * len(action.path)
            target = sight.searcher_at.get(end)
            if target is not None and start != end:
                gain += threat.attack(target, end)
            if start in sight.searcher_at and start != end:
                gain -= threat.attack(sight.searcher_at[start], start)
            if gain > most:
                best, most = action, gain
        elif isinstance(action, Done):
            done = action
    if best is not None:
        return best
    return done if done is not None else actions[0]


def summon(sight: Sight, threat: Threat, actions: tuple[Action, ...]) -> Action:
    """Summon Guards: onto Searchers in the cellar, or into their way, the guard that is missed least (H3)."""
    best: Action | None = None
    most = sight.weights.guard
    done = actions[-1]
    for action in actions:
        if isinstance(action, PutGuard):
            end = sight.tables.index[action.room]
            start = sight.place[action.guard]
            target = sight.searcher_at.get(end)
            gain = threat.post[end] - threat.post[start]
            if target is not None:
                gain += threat.attack(target, end)
            if start in sight.searcher_at:
                gain -= threat.attack(sight.searcher_at[start], start)
            if gain > most:
                best, most = action, gain
        elif isinstance(action, Done):
            done = action
    return best if best is not None else done


def pick_bonus(actions: tuple[Action, ...], random: Random) -> Action:
    """Evil Spreads is played unseen: the card held longest was kept for a reason (H1)."""

    def age(action: Action) -> int:
        assert isinstance(action, PickBonus)
        return action.slot

    return min(actions, key=age)


def pick_conflict(sight: Sight, threat: Threat, actions: tuple[Action, ...]) -> Action:
    """What matters most is fought first, while the hand is whole (C1)."""
    hazard = best_hazard(sight, threat, actions)
    if hazard is not None:
        return hazard

    def stake(action: Action) -> float:
        if not isinstance(action, PickConflict):
            return -9.0
        return threat.stake(action.searcher, sight.place[action.searcher])

    return max((a for a in actions if not isinstance(a, PlayHazard)), key=stake)
