"""Bonus cards in hand: which can be played, as far as the asker knows, and checks of those that are (B1)."""

from __future__ import annotations

from keep_p2p.rules.actions import PlayBonus, Walk
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import BONUS_OF, Bonus, Card, Character, Deck, Slot
from keep_p2p.rules.records import BonusPlayed
from keep_p2p.rules.state import COPIES, Draft, Knowledge, Table
from keep_p2p.rules.stock import discard

Held = tuple[Slot, Card]


def held(t: Table, character: Character, kind: Bonus, known: Knowledge | None) -> list[Held]:
    """The (slot, card) pairs of ``kind`` in this hand: those ``known``, or all that are publicly possible."""
    found: list[Held] = []
    copies = COPIES[kind]
    for slot in t.hand(character, Deck.BONUS):
        if known is None:
            unseen = t.bonus_cards.possible(slot)
            found.extend((slot, card) for card in copies if card in unseen)
        else:
            card = known.cards.get((Deck.BONUS, slot))
            if card in copies and card is not None:
                found.append((slot, card))
    return found


def plays(t: Table, character: Character, kind: Bonus, known: Knowledge | None) -> list[PlayBonus]:
    """The plays of a card of ``kind`` that takes no further choice."""
    return [PlayBonus(character, slot, card) for slot, card in held(t, character, kind, known)]


def pass_sets(t: Table, character: Character, passes: int, known: Knowledge | None) -> list[tuple[Held, ...]]:
    """The ways to lay down ``passes`` (1 or 2) different Pass cards, slots ascending (B5)."""
    singles = sorted(held(t, character, Bonus.PASS, known))
    if passes == 1:
        return [(one,) for one in singles]
    return [(a, b) for a in singles for b in singles if a[0] < b[0] and a[1] != b[1]]


def check_held(t: Table, character: Character, slot: Slot, card: Card) -> Bonus:
    """The kind of ``card``. Raises `IllegalAction` unless ``slot`` is in that hand and can be ``card``."""
    if slot not in t.hand(character, Deck.BONUS):
        raise IllegalAction("B1", f"That card is not among {character}'s Bonus cards.")
    if card not in t.bonus_cards.possible(slot):
        raise IllegalAction("B1", f"That card cannot be number {card}, as everybody can see.")
    return BONUS_OF[card]


def check_play(t: Table, action: PlayBonus, character: Character, *kinds: Bonus) -> Bonus:
    """The kind of the card played. Raises `IllegalAction` unless it is ``character``'s and one of ``kinds``."""
    if action.character is not character:
        raise IllegalAction("B1", f"Only {character} may play a Bonus card now, from its own hand.")
    kind = check_held(t, character, action.slot, action.card)
    if kind not in kinds:
        raise IllegalAction("B1", f"{kind} cannot be played now.")
    if (action.door is not None) != (kind is Bonus.SECRET_ENTRANCE):
        raise IllegalAction("B8", "A door is named with Secret Entrance, and with no other card.")
    if (action.guess is not None) != (kind is Bonus.SECOND_GUESS):
        raise IllegalAction("C5", "A card to look at is named with Second Guess, and with no other card.")
    return kind


def check_passes(t: Table, character: Character, walk: Walk) -> None:
    """Raise `IllegalAction` unless the Pass cards declared with ``walk`` can be ``character``'s (B5)."""
    for slot, card in walk.passes:
        if check_held(t, character, slot, card) is not Bonus.PASS:
            raise IllegalAction("B5", f"Card {card} is no Pass.")
    if len({slot for slot, _ in walk.passes}) != len(walk.passes):
        raise IllegalAction("B5", "One card is declared twice.")
    if len({card for _, card in walk.passes}) != len(walk.passes):
        raise IllegalAction("B5", "One card is declared twice.")


def play(d: Draft, character: Character, slot: Slot, card: Card) -> None:
    """The card is played face up and discarded."""
    discard(d, character, Deck.BONUS, slot, card)
    d.tell(BonusPlayed(character, card, BONUS_OF[card]))
