"""A Conflict deck pack: from a parsed TOML document to a checked `ConflictDeck`, and its canonical content.

The format is described in docs/boards.md.
"""

from __future__ import annotations

from keep_p2p.packs.board_file import check_kind
from keep_p2p.packs.digest import Plain
from keep_p2p.packs.fields import Table
from keep_p2p.rules.board import ConflictCard, ConflictDeck
from keep_p2p.rules.names import DECK_CARDS, Card, Deck

FORMAT = 1
"""The deck format this program reads."""

MAX_VALUE = 30
"""Highest number on a card: a difference of it is the longest retreat, a walk of that many rooms."""

_CARDS = DECK_CARDS[Deck.CONFLICT]
_SIDES = ("molasar-side", "searcher-side")


def parse_deck(document: dict[str, object], file: str) -> tuple[ConflictDeck, tuple[str, ...]]:
    """The deck in ``document``, checked, and the cards' titles in card order; ``file`` is named in errors.

    Raises:
        PackError: for the first thing wrong.
    """
    check_kind(document, file, "deck", FORMAT)
    top = Table(file, "", document, ("kind", "format", "id", "name", "cards"))
    cards: dict[Card, ConflictCard] = {}
    titles: dict[Card, str] = {}
    for table in top.tables("cards", ("card", "title", *_SIDES), len(_CARDS)):
        card = Card(table.integer("card", _CARDS[0], _CARDS[-1]))
        if card in cards:
            table.refuse("card", f"the card {card} is there twice", "number the cards 1 to 32, each once")
        molasar, searcher = (_side(table.table(side, ("molasar", "guard"))) for side in _SIDES)
        cards[card] = ConflictCard(card, molasar, searcher)
        titles[card] = table.text("title") if "title" in table else f"Card {card}"
    for card in _CARDS:
        if card not in cards:
            top.refuse("cards", f"the card {card} is missing", "write all of 1 to 32")
    deck = ConflictDeck(top.ident("id"), top.text("name"), tuple(cards[card] for card in _CARDS))
    return deck, tuple(titles[card] for card in _CARDS)


def _side(table: Table) -> tuple[int, int]:
    """The number that counts against Molasar (or for him), and the one for guards, printed under Nazi."""
    return table.integer("molasar", 0, MAX_VALUE), table.integer("guard", 0, MAX_VALUE)


def deck_content(deck: ConflictDeck, titles: tuple[str, ...]) -> Plain:
    """Everything the deck says, as plain values in canonical order."""
    return {
        "id": deck.id,
        "name": deck.name,
        "cards": [
            [card.card, title, *card.molasar_side, *card.searcher_side]
            for card, title in zip(deck.cards, titles, strict=True)
        ],
    }
