"""One rejection for each rule of the deck format, and what is read from one that is right."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keep_p2p.packs import PackError
from keep_p2p.packs.deck_file import parse_deck
from keep_p2p.rules.names import Card, Character
from tests.packs.small import Document, small_deck

Spoil = Callable[[Document], object]


def in_card(number: int, key: str, value: object) -> Spoil:
    return lambda document: document["cards"][number - 1].__setitem__(key, value)


REJECTIONS: list[tuple[str, Spoil, str, str]] = [
    ("a board", lambda document: document.__setitem__("kind", "board"), "kind", 'this is no deck but "board"'),
    ("a format of the future", lambda document: document.__setitem__("format", 9), "format", "use 1 to 1"),
    ("a key misspelt", in_card(1, "molsar-side", {}), "cards[1].molsar-side", 'perhaps "molasar-side" is meant'),
    ("a card missing", lambda document: document["cards"].pop(6), "cards", "the card 7 is missing"),
    ("a card twice", in_card(2, "card", 1), "cards[2].card", "the card 1 is there twice"),
    ("a card 33", in_card(32, "card", 33), "cards[32].card", '"33" is out of range; use 1 to 32'),
    ("a card too many", lambda document: document["cards"].append({}), "cards", "give at most 32"),
    ("a side missing", lambda document: document["cards"][0].pop("searcher-side"), "cards[1].searcher-side", "missing"),
    ("a number missing", in_card(1, "molasar-side", {"molasar": 1}), "cards[1].molasar-side.guard", "missing"),
    (
        "a number below zero",
        in_card(1, "molasar-side", {"molasar": 1, "guard": -1}),
        "cards[1].molasar-side.guard",
        "use 0 to 30",
    ),
    (
        "a number too high",
        in_card(1, "searcher-side", {"molasar": 31, "guard": 1}),
        "cards[1].searcher-side.molasar",
        "use 0 to 30",
    ),
    (
        "a number in quotes",
        in_card(1, "searcher-side", {"molasar": "3", "guard": 1}),
        "cards[1].searcher-side.molasar",
        "a whole number is expected, not a text",
    ),
    (
        "a side as a list",
        in_card(1, "molasar-side", [1, 2]),
        "cards[1].molasar-side",
        "a table is expected, not a list",
    ),
    ("an empty title", in_card(1, "title", ""), "cards[1].title", "use 1 to 32 characters"),
]


@pytest.mark.parametrize(
    ("spoil", "key", "phrase"), [row[1:] for row in REJECTIONS], ids=[row[0] for row in REJECTIONS]
)
def test_a_deck_is_refused_with_the_file_the_key_and_what_to_do(spoil: Spoil, key: str, phrase: str) -> None:
    document = small_deck()
    spoil(document)
    with pytest.raises(PackError) as refused:
        parse_deck(document, "mine.toml")
    sentence = str(refused.value)
    assert sentence.startswith(f"mine.toml: {key}: ")
    assert phrase in sentence
    assert "; " in sentence
    assert sentence.endswith(".")


def test_each_number_counts_for_its_side_and_its_kind_of_conflict() -> None:
    deck, _ = parse_deck(small_deck(), "mine.toml")
    values = [
        deck.value(Card(5), player, against_molasar=against)
        for player in (Character.MOLASAR, Character.EVA)
        for against in (True, False)
    ]
    assert values == [1, 2, 3, 4]


def test_cards_may_come_in_any_order_and_titles_are_optional() -> None:
    document = small_deck()
    document["cards"].reverse()
    document["cards"][0]["title"] = "Last Light"
    deck, titles = parse_deck(document, "mine.toml")
    assert [card.card for card in deck.cards] == list(range(1, 33))
    assert titles[31] == "Last Light"
    assert titles[0] == "Card 1"
