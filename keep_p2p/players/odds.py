"""The odds of a conflict, from the cards that nobody at this seat has seen yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from keep_p2p.rules.board import ConflictDeck
from keep_p2p.rules.names import Card, Character


@dataclass(frozen=True, slots=True)
class Odds:
    """What one card promises: the chance to win, and the rooms won by and lost by, in the mean over all outcomes."""

    win: float
    won_by: float
    lost_by: float


def numbers(deck: ConflictDeck, seen: Iterable[Card], player: Character, *, against_molasar: bool) -> list[int]:
    """The numbers ``player`` may hold: of all cards not in ``seen``, ascending."""
    gone = frozenset(seen)
    return sorted(
        deck.value(data.card, player, against_molasar=against_molasar) for data in deck.cards if data.card not in gone
    )


def odds(value: int, rivals: list[int], choice: int) -> Odds:
    """What ``value`` promises against a rival that plays the best of ``choice`` cards out of ``rivals`` (ascending).

    A tie is played again with other cards: it counts as half a win.
    """
    count = len(rivals)
    win = won_by = lost_by = 0.0
    below = 0.0
    for n, rival in enumerate(rivals, start=1):
        upto = (n / count) ** choice
        chance, below = upto - below, upto
        if value > rival:
            win += chance
            won_by += chance * (value - rival)
        elif value < rival:
            lost_by += chance * (rival - value)
        else:
            win += chance / 2.0
    return Odds(win, won_by, lost_by)


def strength(deck: ConflictDeck, card: Card, player: Character) -> float:
    """How good a card is to keep: the mean of its two numbers on this player's side."""
    return (deck.value(card, player, against_molasar=True) + deck.value(card, player, against_molasar=False)) / 2.0
