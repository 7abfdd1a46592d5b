"""The odds of a conflict."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keep_p2p.packs import load_deck
from keep_p2p.players.odds import numbers, odds
from keep_p2p.rules.names import Card, Character

DECK = load_deck().deck
NUMBERS = st.lists(st.integers(0, 9), min_size=1, max_size=32).map(sorted)


def test_against_one_known_number_the_odds_are_certain() -> None:
    assert odds(5, [3], 1).win == 1.0
    assert odds(5, [3], 1).won_by == 2.0
    assert odds(3, [5], 1).win == 0.0
    assert odds(3, [5], 1).lost_by == 2.0


def test_a_tie_is_half_a_win() -> None:
    assert odds(4, [4], 2).win == 0.5


def test_a_rival_with_a_choice_is_stronger() -> None:
    assert odds(5, [3, 7], 1).win == 0.5
    assert odds(5, [3, 7], 2).win == 0.25


@given(NUMBERS, st.integers(0, 9), st.integers(1, 4))
def test_a_higher_number_is_never_worse(rivals: list[int], value: int, choice: int) -> None:
    low, high = odds(value, rivals, choice), odds(value + 1, rivals, choice)
    assert high.win >= low.win
    assert high.won_by >= low.won_by
    assert high.lost_by <= low.lost_by


@given(NUMBERS, st.integers(0, 9), st.integers(1, 4))
def test_odds_are_chances(rivals: list[int], value: int, choice: int) -> None:
    assert 0.0 <= odds(value, rivals, choice).win <= 1.0 + 1e-9


def test_seen_cards_are_no_rivals_any_more() -> None:
    every = numbers(DECK, (), Character.MOLASAR, against_molasar=True)
    assert len(every) == 32
    fewer = numbers(DECK, (Card(1), Card(2)), Character.MOLASAR, against_molasar=True)
    assert len(fewer) == 30
    assert every == sorted(every)


@pytest.mark.parametrize("player", [Character.MOLASAR, Character.EVA])
def test_the_side_of_the_card_is_the_players_own(player: Character) -> None:
    sides = [data.molasar_side if player is Character.MOLASAR else data.searcher_side for data in DECK.cards]
    assert numbers(DECK, (), player, against_molasar=False) == sorted(side[1] for side in sides)
