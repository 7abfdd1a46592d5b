"""The two face-down decks: hands, piles, discards, and which card a slot can still be (C7, C8)."""

from __future__ import annotations

from keep_p2p.rules.awaited import DeckShuffle, DrawItem
from keep_p2p.rules.names import DECK_CARDS, Card, Character, Deck, Slot
from keep_p2p.rules.records import CardsDealt, DecksShuffled
from keep_p2p.rules.state import PAWN_INDEX, Batch, Cards, Draft, Table

HAND = 3  # S4: a Searcher's Conflict cards
MOLASARS_HAND = 4  # S4
FIRST_BONUS = 1  # S4
BONUS_LIMIT = 2  # C7: more than this are never kept
HANDS = len(Character)


def empty_cards() -> Cards:
    """A deck before its first shuffle: nothing in hands, nothing anywhere."""
    return Cards(hands=((),) * HANDS, pile=(), discards=(), batches=(), next_slot=Slot(0), shuffles=0)


def _store(d: Draft, deck: Deck, cards: Cards) -> None:
    if deck is Deck.CONFLICT:
        d.conflict_cards = cards
    else:
        d.bonus_cards = cards


def _with_hand(
    hands: tuple[tuple[Slot, ...], ...], character: Character, hand: tuple[Slot, ...]
) -> tuple[tuple[Slot, ...], ...]:
    i = PAWN_INDEX[character]
    return (*hands[:i], hand, *hands[i + 1 :])


def discard(d: Draft, character: Character, deck: Deck, slot: Slot, card: Card) -> None:
    """``slot`` of a hand is turned up as ``card`` and goes to the discards."""
    cards = d.cards(deck)
    hand = tuple(s for s in cards.hands[PAWN_INDEX[character]] if s != slot)
    at = max(i for i, batch in enumerate(cards.batches) if slot >= batch.first)
    batch = cards.batches[at]
    less = Batch(batch.first, tuple(c for c in batch.unseen if c != card))
    batches = (*cards.batches[:at], less, *cards.batches[at + 1 :])
    _store(
        d,
        deck,
        Cards(
            hands=_with_hand(cards.hands, character, hand),
            pile=cards.pile,
            discards=tuple(sorted((*cards.discards, card))),
            batches=batches,
            next_slot=cards.next_slot,
            shuffles=cards.shuffles,
        ),
    )


def reshuffle_due(t: Table, deck: Deck) -> bool:
    """Whether the next draw from ``deck`` finds the pile empty (C8)."""
    return not t.cards(deck).pile


def discards_shuffle(t: Table, deck: Deck) -> DeckShuffle:
    """The reshuffle of the discards of ``deck`` (C8)."""
    cards = t.cards(deck)
    assert cards.discards, "C8: with 32 and 12 cards some are always discarded when the pile is empty"
    return DeckShuffle(deck, cards.discards, cards.next_slot, cards.shuffles)


def all_shuffle(t: Table, deck: Deck) -> DeckShuffle:
    """The shuffle of every card of ``deck`` that is not a discard, hands included: the first deal, or a fresh one."""
    cards = t.cards(deck)
    rest = tuple(card for card in DECK_CARDS[deck] if card not in cards.discards)
    return DeckShuffle(deck, rest, cards.next_slot, cards.shuffles)


def shuffle_discards(d: Draft, deck: Deck) -> None:
    """The discards of ``deck`` are the pile now, in slots never used before."""
    shuffle = discards_shuffle(d, deck)
    cards = d.cards(deck)
    _lay(d, shuffle, cards.hands, (), cards.batches)
    d.tell(DecksShuffled((shuffle,)))


def shuffle_all(d: Draft, decks: tuple[Deck, ...]) -> None:
    """All but the discards of ``decks`` is pile now; hands are empty."""
    shuffles = tuple(all_shuffle(d, deck) for deck in decks)
    for shuffle in shuffles:
        _lay(d, shuffle, ((),) * HANDS, d.cards(shuffle.deck).discards, ())
    d.tell(DecksShuffled(shuffles))


def _lay(
    d: Draft,
    shuffle: DeckShuffle,
    hands: tuple[tuple[Slot, ...], ...],
    discards: tuple[Card, ...],
    older: tuple[Batch, ...],
) -> None:
    count = len(shuffle.cards)
    pile = tuple(Slot(shuffle.first_slot + i) for i in range(count))
    batches = (*(batch for batch in older if batch.unseen), Batch(shuffle.first_slot, shuffle.cards))
    _store(
        d,
        shuffle.deck,
        Cards(
            hands=hands,
            pile=pile,
            discards=discards,
            batches=batches,
            next_slot=Slot(shuffle.first_slot + count),
            shuffles=shuffle.count + 1,
        ),
    )


def draw(d: Draft, draws: tuple[DrawItem, ...]) -> None:
    """Each of ``draws``, taken from the top of the piles, goes into its hand."""
    for item in draws:
        cards = d.cards(item.deck)
        assert cards.pile[:1] == (item.slot,), "a draw takes the top of the pile"
        hand = (*cards.hands[PAWN_INDEX[item.character]], item.slot)
        _store(
            d,
            item.deck,
            Cards(
                hands=_with_hand(cards.hands, item.character, hand),
                pile=cards.pile[1:],
                discards=cards.discards,
                batches=cards.batches,
                next_slot=cards.next_slot,
                shuffles=cards.shuffles,
            ),
        )
    d.tell(CardsDealt(draws))
