"""When Molasar plays which Hazard: each is worth something now, and waits while it may be worth more later."""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.players.sight import Sight
from keep_p2p.players.threat import Threat
from keep_p2p.rules.actions import Action, PlayHazard
from keep_p2p.rules.names import Character, Hazard


def best_hazard(sight: Sight, threat: Threat, actions: Sequence[Action]) -> PlayHazard | None:
    """The Hazard to play now, or None. One a turn, so each asks for more than the best of the others would give."""
    best: PlayHazard | None = None
    most = 0.0
    for action in actions:
        if isinstance(action, PlayHazard):
            gain = _gain(sight, threat, action) - _patience(sight, action.hazard)
            if gain > most:
                best, most = action, gain
    return best


def _patience(sight: Sight, hazard: Hazard) -> float:
    """What a Hazard must be worth to be played: less and less as the turns run out."""
    left = max(0, sight.turns_left - 2)
    unplayed = len(sight.state.hazards)
    base = sight.weights.patience * min(1.0, left / 8.0)
    return base if left >= unplayed else base / 3.0


def _gain(sight: Sight, threat: Threat, action: PlayHazard) -> float:
    match action.hazard:
        case Hazard.EVIL_SPREADS:
            return _evil_spreads(sight)
        case Hazard.POWER_FAILURE:
            return _power_failure(sight, threat)
        case Hazard.SUMMON_GUARDS:
            return _summon(sight, threat)
        case Hazard.GENERAL_ALERT:
            return _general_alert(sight, threat)
        case Hazard.SECRET_PASSAGE | Hazard.MOLASARS_MAGIC:
            return _jump(sight, threat, action)


def _evil_spreads(sight: Sight) -> float:
    holders = sum(1 for c in sight.searchers if sight.bonus_count(c))
    return sight.weights.spread * holders if holders >= len(sight.searchers) - 1 else 0.0


def _power_failure(sight: Sight, threat: Threat) -> float:
    """A turn taken from every Searcher: one near its goal counts more than two half as near."""
    total = sum(threat.danger(character)[sight.place[character]] ** 2 for character in sight.searchers)
    return total * sight.weights.dark


def _summon(sight: Sight, threat: Threat) -> float:
    inside = sorted((worth for c, worth in threat.worth.items() if sight.place[c] in sight.tables.cellar), reverse=True)
    post = max((threat.post[room] for room in sight.unproven_rooms), default=0.0)
    free = 2 - sum(1 for room in sight.guards.values() if room in sight.tables.cellar)
    return sum(inside[:2]) + 0.5 * post * max(0, free)


def _general_alert(sight: Sight, threat: Threat) -> float:
    """Attacks within five rooms of a guard, beyond the two cheapest that the dice could make as well."""
    between = sight.tables.between(*sight.guard_key)
    reached = []
    for character, worth in threat.worth.items():
        if worth > 0.0:
            room = sight.place[character]
            steps = min((between[at][room] for at in sight.guards.values()), default=99.0)
            if steps <= 5.0:
                reached.append((steps, worth))
    reached.sort()
    pool, gain = 7.0, 0.0
    for steps, worth in reached:
        if steps <= pool:
            pool -= steps
        else:
            gain += worth
    return gain


def _jump(sight: Sight, threat: Threat, action: PlayHazard) -> float:
    """Onto a Searcher, or near one for the walk to come; only as far as no walk from here would do it."""
    if action.room is None:
        return 0.0
    room = sight.tables.index[action.room]
    flight = sight.tables.flight
    reach = sight.reach
    gain = here = 0.0
    for character, worth in threat.worth.items():
        if worth > 0.0:
            at = sight.place[character]
            if flight[room][at] <= reach:
                gain = max(gain, worth)
            if flight[sight.molasar][at] <= reach:
                here = max(here, worth)
    met = sight.searcher_at.get(sight.molasar)
    if met is not None:
        here = max(here, threat.attack(met, sight.molasar))
    if room in sight.searcher_at:
        gain = max(gain, threat.worth[sight.searcher_at[room]])
    reveal = sight.weights.reveal if room in sight.unproven_rooms else 0.0
    return gain - here - reveal


__all__ = ["Character", "best_hazard"]
