"""Dice, shuffles and deals come out evenly.

Every test counts how often each of many equally likely things happens and takes the chi-square
statistic. Its threshold is six standard deviations out (`threshold`): an honest implementation
exceeds it about once in a thousand million runs, since the randomness here is the system's own
and no seed is chosen to pass. In 4,096 events a face that comes in 21 of 100 throws, not in 16.7,
does exceed it.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations, product

from protocol.beacon import Chain, dice, outcome, permutation
from protocol.context import Context
from protocol.deck import Deck, DeckKey, joint_key
from protocol.group import multiply

DEVIATIONS = 6.0
"""How far out the threshold lies: one-sided, below 1e-9 for a normal deviate."""


def threshold(cells: int) -> float:
    """The chi-square value with ``cells - 1`` degrees of freedom, `DEVIATIONS` out (Wilson and Hilferty 1931)."""
    freedom = cells - 1
    return float(freedom * (1 - 2 / (9 * freedom) + DEVIATIONS * (2 / (9 * freedom)) ** 0.5) ** 3)


def chi_square(counts: Counter[object], cells: Sequence[object]) -> float:
    assert set(counts) <= set(cells)
    expected = sum(counts.values()) / len(cells)
    assert expected >= 5, "too few for the statistic to mean anything"
    return sum((counts[cell] - expected) ** 2 / expected for cell in cells)


def expect_even(happened: Iterable[object], cells: Sequence[object]) -> None:
    counts = Counter(happened)
    assert chi_square(counts, cells) < threshold(len(cells)), counts.most_common(3)


def events(count: int, seats: int = 3) -> Iterable[bytes]:
    """Outcomes of a beacon with fresh chains of all seats."""
    game = secrets.token_bytes(32)
    chains = [Chain(secrets.token_bytes(32), game, 0, seat) for seat in range(seats)]
    for k in range(1, count + 1):
        yield outcome(game, 0, k, [chain.value(k) for chain in chains])


def test_two_dice_of_one_event_show_all_pairs_evenly() -> None:
    cells = list(product(range(1, 7), repeat=2))
    expect_even((dice(each, 2) for each in events(4096)), cells)


def test_one_die_is_even() -> None:
    expect_even((dice(each, 1) for each in events(4096)), [(face,) for face in range(1, 7)])


def test_one_honest_seat_among_others_that_always_say_the_same_makes_it_even() -> None:
    game, stubborn = secrets.token_bytes(32), bytes(32)
    honest = Chain(secrets.token_bytes(32), game, 0, 1)
    results = (outcome(game, 0, 1, [stubborn, honest.value(k), stubborn]) for k in range(1, 4097))
    expect_even((dice(each, 1)[0] for each in results), range(1, 7))


def test_successive_events_do_not_follow_one_another() -> None:
    faces = [dice(each, 1)[0] for each in events(4096)]
    pairs = list(zip(faces[::2], faces[1::2], strict=True))
    expect_even(pairs, list(product(range(1, 7), repeat=2)))


def test_drawn_orders_of_five_are_even() -> None:
    expect_even((permutation(each, 5) for each in events(4096)), list(permutations(range(5))))


def order_after(cards: int, shuffles: int) -> tuple[int, ...]:
    """The order of a deck after so many seats' shuffles, seen with all keys."""
    keys = [DeckKey.generate(secrets.token_bytes) for _ in range(shuffles)]
    joint = joint_key([key.public for key in keys])
    deck = Deck.fresh("statistics", 0, range(cards))
    game = secrets.token_bytes(32)
    for seat in range(shuffles):
        deck = deck.replayed(joint, Context(game, 0, 1, seat, "shuffle"), secrets.token_bytes(32))
    found = []
    for position, (a, _) in enumerate(deck.ciphertexts):
        card = deck.card_at(position, [multiply(key.secret, a) for key in keys])
        assert card is not None
        found.append(card)
    return tuple(found)


def test_one_seats_shuffle_of_four_cards_is_even() -> None:
    expect_even((order_after(4, 1) for _ in range(600)), list(permutations(range(4))))


def test_every_card_comes_to_every_place_evenly_after_three_seats() -> None:
    decks = [order_after(12, 3) for _ in range(80)]
    places = [(card, place) for deck in decks for place, card in enumerate(deck)]
    expect_even(places, list(product(range(12), repeat=2)))


def test_the_threshold_would_see_a_crooked_die() -> None:
    """A face that comes in a quarter of all throws: of 4,096 it takes 350 or so from the other faces."""
    crooked = Counter[object](dice(each, 1)[0] for each in events(4096))
    for face in range(1, 6):
        crooked[face] -= 70
    crooked[6] += 5 * 70
    assert chi_square(crooked, range(1, 7)) > threshold(6)
