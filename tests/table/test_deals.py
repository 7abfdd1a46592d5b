"""Dice, characters and deals of honest tables come out evenly.

Statistic and threshold are those of tests/protocol/test_statistics.py. Cards are dealt without putting any back, which
makes the counts more even, so that chance exceeds the threshold yet more rarely than is said there. What it still sees
is tried at the end.

The proofs are left out, they have tests of their own: so several times as many deals can be looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import pytest

from keep_p2p.rules.names import DECK_CARDS, SEARCHERS, Character, Deck
from keep_p2p.rules.records import DiceRolled
from keep_p2p.table.effects import Happened
from keep_p2p.table.local import LocalTable
from protocol import dleq, shuffle, shuffle_proof
from tests.protocol.test_statistics import chi_square, expect_even, threshold
from tests.table.games import local_table

TABLES = 100
SEATS = 4
DICE = 6
"""Dice looked at of each table, the first ones: a number that does not depend on how they fall."""


@dataclass(frozen=True)
class Dealt:
    """One table after the deal: who plays whom, the Conflict cards in each seat's first hand, and the first dice."""

    characters: tuple[Character, ...]
    hands: tuple[tuple[int, ...], ...]
    dice: tuple[int, ...]


def deal() -> Dealt:
    table = local_table(SEATS)
    table.start()
    while not all(peer.view is not None and peer.view.known.cards for peer in table.peers):
        table.deliver(table.under_way.popleft())
    hands, characters = [], []
    for seat, peer in enumerate(table.peers):
        assert peer.view is not None
        cards = peer.view.known.cards.items()
        hands.append(tuple(int(card) for (deck, _), card in cards if deck is Deck.CONFLICT))
        (character,) = peer.view.state.game.seating.players[seat]
        characters.append(character)
    while len(rolled(table)) < DICE:
        table.deliver(table.under_way.popleft())
    return Dealt(tuple(characters), tuple(hands), rolled(table)[:DICE])


def rolled(table: LocalTable) -> tuple[int, ...]:
    """All dice so far, as the first peer saw them."""
    happened = (noted.effect for noted in table.noted if noted.peer == 0 and isinstance(noted.effect, Happened))
    return tuple(die for each in happened if isinstance(each.record, DiceRolled) for die in each.record.values)


@pytest.fixture(scope="module")
def tables() -> Iterator[list[Dealt]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shuffle, "prove", lambda *_: b"left out")
        patch.setattr(shuffle_proof, "check", lambda *_: None)
        patch.setattr(dleq, "prove", lambda *_: bytes(dleq.PROOF_BYTES))
        patch.setattr(dleq, "check", lambda *_: None)
        yield [deal() for _ in range(TABLES)]


def conflict_cards(tables: list[Dealt]) -> list[int]:
    return [card for table in tables for hand in table.hands for card in hand]


def test_every_conflict_card_is_dealt_as_often_as_every_other(tables: list[Dealt]) -> None:
    cards = conflict_cards(tables)
    assert len(cards) == TABLES * (3 * 3 + 4)
    expect_even(cards, DECK_CARDS[Deck.CONFLICT])


def test_molasar_is_dealt_every_card_as_often_as_every_other(tables: list[Dealt]) -> None:
    hands = [table.hands[table.characters.index(Character.MOLASAR)] for table in tables]
    expect_even((card for hand in hands for card in hand), DECK_CARDS[Deck.CONFLICT])


def test_every_seat_draws_every_character_as_often_as_every_other_seat(tables: list[Dealt]) -> None:
    drawn = [item for table in tables for item in enumerate(table.characters)]
    expect_even((seat for seat, character in drawn if character is Character.MOLASAR), range(SEATS))
    searchers = list(product(range(SEATS), SEARCHERS))
    expect_even((item for item in drawn if item[1] is not Character.MOLASAR), searchers)


def test_dice_on_the_table_are_even(tables: list[Dealt]) -> None:
    expect_even((die for table in tables for die in table.dice), range(1, 7))


def test_the_threshold_would_see_two_cards_in_every_deal_and_a_crooked_die(tables: list[Dealt]) -> None:
    cards = Counter[object](conflict_cards(tables))
    cards[1] = cards[2] = TABLES
    assert chi_square(cards, DECK_CARDS[Deck.CONFLICT]) > threshold(len(DECK_CARDS[Deck.CONFLICT]))
    dice = Counter[object](die for table in tables for die in table.dice)
    dice[6] += TABLES * DICE // 2
    assert chi_square(dice, range(1, 7)) > threshold(6)
