"""Both sides of a conflict: which card, which defender, which Bonus card, and where the loser goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keep_p2p.players.nuisance import nuisance
from keep_p2p.players.odds import numbers, odds, strength
from keep_p2p.players.searcher import keep_value
from keep_p2p.players.sight import Sight
from keep_p2p.players.threat import Threat
from keep_p2p.rules.actions import Action, CommitCard, Done, JudgeGuess, NameDefender, PlayBonus, Walk
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.frames import Conflict
from keep_p2p.rules.names import BONUS_OF, Bonus, Card, Character, Deck, Slot

RIVAL_CHOICE: Final = 2
"""A rival plays, in the mean, the best of this many of its cards."""

BLADE: Final = 2
"""What The Blade adds (C4)."""


def added(conflict: Conflict) -> int:
    """What is added to the Searcher's number (C4)."""
    bonus = BLADE if conflict.blade else 0
    if conflict.against_molasar:
        return bonus + (1 if conflict.searcher is Character.GLAEKEN else 0)
    return bonus + (1 if conflict.searcher is Character.FONESCU else 0)


def commit_card(sight: Sight, threat: Threat, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """The strong card where much hangs on it, the weak one where little does."""
    conflict = sight.state.conflict
    assert conflict is not None
    me = decide.character
    mine, rival_player = me, (conflict.searcher if me is Character.MOLASAR else Character.MOLASAR)
    held = {slot: sight.known.cards[Deck.CONFLICT, slot] for slot in sight.state.hand(mine, Deck.CONFLICT)}
    seen = (*held.values(), *sight.state.discards(Deck.CONFLICT))
    rivals = numbers(sight.deck, seen, rival_player, against_molasar=conflict.against_molasar)
    bonus = added(conflict)
    stake = _stake(sight, threat, decide, conflict) / sight.weights.usual_stake

    def value(action: Action) -> float:
        assert isinstance(action, CommitCard) and action.slot is not None
        card = held[action.slot]
        number = sight.deck.value(card, mine, against_molasar=conflict.against_molasar)
        number += -bonus if me is Character.MOLASAR else bonus
        hope = odds(number, rivals, RIVAL_CHOICE)
        worth = hope.win + 0.06 * hope.won_by - 0.06 * hope.lost_by
        return stake * worth - sight.weights.save * strength(sight.deck, card, mine)

    return max(actions, key=value)


def _stake(sight: Sight, threat: Threat, decide: Decide, conflict: Conflict) -> float:
    """What hangs on this conflict, in danger, to who plays the card."""
    room = sight.place[conflict.searcher]
    stake = threat.stake(conflict.searcher, room)
    if room in sight.unproven_rooms:
        known = threat.hilt_room
        if known is None:
            stake += sight.weights.doom / len(sight.unproven)
        elif known == room:
            stake += sight.weights.doom
    if decide.character is not Character.MOLASAR:
        stake += 0.05
        if room in sight.unproven_rooms and jealous(sight, conflict, decide.character):
            return -stake
    return stake


def jealous(sight: Sight, conflict: Conflict, defender: Character) -> bool:
    """Whether the defender would rather see this rival lose: about to find the Hilt, and the defender not far behind.

    Only one player wins (Winning the Game); but who lets Molasar win wins nothing.
    """
    if sight.state.seat(conflict.searcher) == sight.state.seat(defender) or len(sight.unproven) > 1:
        return False
    own = min(
        sight.cost(c, sight.unproven[0], sight.place[c])
        for c in sight.searchers
        if sight.state.seat(c) == sight.state.seat(defender)
    )
    return own <= sight.weights.jealous and sight.turns_left > 2


def name_defender(sight: Sight, actions: tuple[Action, ...]) -> Action:
    """Who still holds the cards first dealt has had no weak rests left over; who may be jealous is asked last."""
    conflict = sight.state.conflict
    assert conflict is not None
    room = sight.place[conflict.searcher]
    near_end = room in sight.unproven_rooms

    def value(action: Action) -> float:
        assert isinstance(action, NameDefender)
        hand = sight.state.hand(action.defender, Deck.CONFLICT)
        total = -0.001 * max(hand, default=0) - 0.02 * sight.bonus_count(action.defender)
        if near_end and jealous(sight, conflict, action.defender):
            total -= 5.0
        return total

    return max(actions, key=value)


def conflict_bonus(sight: Sight, threat: Threat, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """The Blade nearly always, it is of no other use; Second Guess at Molasar's card when something hangs on it."""
    conflict = sight.state.conflict
    assert conflict is not None
    stake = _stake(sight, threat, decide, conflict) / sight.weights.usual_stake
    full = sight.bonus_count(decide.character) >= 2
    for action in actions:
        if isinstance(action, PlayBonus) and BONUS_OF[action.card] is Bonus.BLADE and (stake >= 0.4 or full):
            return action
    for action in actions:
        guessed = isinstance(action, PlayBonus) and action.guess is Character.MOLASAR
        if guessed and (stake >= sight.weights.guess or full):
            return action
    return next((action for action in actions if isinstance(action, Done)), actions[0])


def judge_guess(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """A card of Molasar's above his usual goes back, a card of the defender's below."""
    conflict = sight.state.conflict
    assert conflict is not None and conflict.looked_at is not None
    owner = conflict.looked_at
    slots = sight.state.hand(owner, Deck.CONFLICT)
    shown = _shown(sight, slots)
    if shown is None:
        return next(action for action in actions if isinstance(action, JudgeGuess) and not action.send_back)
    usual = numbers(sight.deck, sight.state.discards(Deck.CONFLICT), owner, against_molasar=conflict.against_molasar)
    number = sight.deck.value(shown, owner, against_molasar=conflict.against_molasar)
    mean = sum(usual) / len(usual)
    back = number > mean if owner is Character.MOLASAR else number < mean
    return next(action for action in actions if isinstance(action, JudgeGuess) and action.send_back is back)


def _shown(sight: Sight, slots: Sequence[Slot]) -> Card | None:
    """The card that was shown: of those this seat knows in that hand, the one it came to know last."""
    for (deck, slot), card in reversed(list(sight.known.cards.items())):
        if deck is Deck.CONFLICT and slot in slots:
            return card
    return None


def retreat(sight: Sight, threat: Threat, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """Where the loser hurts the winner least (R1)."""
    conflict = sight.state.conflict
    assert conflict is not None
    if conflict.winner is Character.MOLASAR:
        return _send_searcher(sight, threat, conflict.searcher, actions)
    if conflict.enemy is Character.MOLASAR:
        return _send_molasar(sight, conflict.searcher, actions)
    return _send_guard(sight, conflict.searcher, actions)


def _send_searcher(sight: Sight, threat: Threat, searcher: Character, actions: tuple[Action, ...]) -> Action:
    """Far from the Hilt, into another guard if that promises more (R2), never into the Hilt's room."""
    danger = threat.danger(searcher)

    def value(action: Action) -> float:
        assert isinstance(action, Walk)
        end = sight.end(searcher, action.path)
        cost = danger[end] - 0.03 * threat.closeness(end)
        if end == threat.hilt_room:
            cost += sight.weights.doom
        elif end in sight.unproven_rooms:
            cost += sight.weights.reveal / 2.0
        if end in sight.enemy_at and action.path:
            cost -= threat.attack(searcher, end) + sight.weights.chain
        return -cost

    return max(actions, key=value)


def _send_molasar(sight: Sight, searcher: Character, actions: tuple[Action, ...]) -> Action:
    """Through marked rooms, which proves them (R4); else out of the way until he feeds again."""
    harm = nuisance(sight, searcher)
    until_fed = 1.0 if sight.state.turn is Character.MOLASAR else 0.4

    def value(action: Action) -> float:
        assert isinstance(action, Walk)
        end = sight.end(Character.MOLASAR, action.path)
        probed = len({room for room in action.path if sight.tables.index[room] in sight.unproven_rooms})
        known = sight.state.hilt_proven is not None
        clash = sight.weights.fight if end in sight.searcher_at and action.path else 0.0
        return (0.0 if known else sight.weights.probe * probed) - until_fed * harm[end] - clash

    return max(actions, key=value)


def _send_guard(sight: Sight, searcher: Character, actions: tuple[Action, ...]) -> Action:
    """Where it is in nobody's way, and into no other Searcher."""
    harm = nuisance(sight, searcher)
    conflict = sight.state.conflict
    assert conflict is not None

    def value(action: Action) -> float:
        assert isinstance(action, Walk)
        end = sight.end(conflict.enemy, action.path)
        clash = sight.weights.fight if end in sight.searcher_at and action.path else 0.0
        return -harm[end] - clash + 0.01 * len(action.path)

    return max(actions, key=value)


def pick_conflict(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """A Searcher in turn fights its own first."""
    for action in actions:
        if getattr(action, "searcher", None) is decide.character:
            return action
    return actions[0]


__all__ = ["keep_value"]
