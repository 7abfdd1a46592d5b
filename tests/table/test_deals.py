"""Deals of honest tables come out evenly; statistic and threshold are those of tests/protocol/test_statistics.py."""

from __future__ import annotations

from keep_p2p.rules.names import DECK_CARDS, Deck
from tests.protocol.test_statistics import expect_even
from tests.table.games import local_table

DEALS = 30


def dealt_cards(deals: int) -> list[int]:
    """Every Conflict card dealt to anybody at the beginning of so many games of four, as its holder saw it."""
    cards = []
    for _ in range(deals):
        table = local_table(4)
        table.start()
        while any(peer.view is None or not peer.view.known.cards for peer in table.peers):
            table.deliver(table.under_way.popleft())
        for peer in table.peers:
            assert peer.view is not None
            cards += [int(card) for (deck, _), card in peer.view.known.cards.items() if deck is Deck.CONFLICT]
    return cards


def test_every_conflict_card_is_dealt_as_often_as_every_other() -> None:
    cards = dealt_cards(DEALS)
    assert len(cards) == DEALS * (3 * 3 + 4)
    expect_even(cards, DECK_CARDS[Deck.CONFLICT])
