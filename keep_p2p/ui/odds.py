"""How good a Conflict card is: how many of the cards that its owner has not seen it would beat."""

from __future__ import annotations

from dataclasses import dataclass

from keep_p2p.rules.conflict import bonuses
from keep_p2p.rules.frames import Conflict
from keep_p2p.rules.names import Card, Character, Deck
from keep_p2p.table.view import View


@dataclass(frozen=True, slots=True)
class Odds:
    """``beats`` and ``ties`` of the ``unseen`` cards that the other side may have laid."""

    beats: int
    ties: int
    unseen: int


def odds(card: Card, owner: Character, fight: Conflict, view: View) -> Odds:
    """What ``card`` would do for ``owner``, on either side of ``fight``, against each card this seat has not seen.

    Counted with what is sure to be added (ruling C4); a Blade may still come, and the other side chooses, so this is
    a measure of the card, not a chance.
    """
    deck = view.state.game.deck
    seen = {each for (kind, _), each in view.known.cards.items() if kind is Deck.CONFLICT}
    seen.update(view.state.discards(Deck.CONFLICT))
    unseen = [data.card for data in deck.cards if data.card not in seen]
    other = fight.searcher if owner is Character.MOLASAR else Character.MOLASAR
    added = sum(value for _, value in bonuses(fight))
    ahead = -added if owner is Character.MOLASAR else added
    own = deck.value(card, owner, against_molasar=fight.against_molasar) + ahead
    theirs = [deck.value(each, other, against_molasar=fight.against_molasar) for each in unseen]
    return Odds(sum(own > value for value in theirs), sum(own == value for value in theirs), len(theirs))
