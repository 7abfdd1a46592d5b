"""Hash chains bind every seat beforehand; outcomes are uniform and the same for all."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import beacon
from protocol.encoding import EncodingError, digest
from tests.protocol.published import flipped

GAME = bytes(range(32))
CHAIN = beacon.Chain(bytes(32), GAME, 1, 2)


def test_every_link_is_the_documented_hash() -> None:
    value = bytes(32)
    assert CHAIN.value(beacon.CHAIN_LENGTH) == value
    for k in range(beacon.CHAIN_LENGTH, 0, -1):
        before = digest("beacon-link", GAME, 1, 2, k, value)
        assert before == beacon.link(GAME, 1, 2, k, value)
        assert before == (CHAIN.value(k - 1) if k > 1 else CHAIN.tip)
        value = before


@pytest.mark.parametrize("epoch", [0, 127, 128, 1000])
def test_the_quick_way_hashes_the_same_bytes_at_every_size_of_number(epoch: int) -> None:
    chain = beacon.Chain(b"s" * 32, GAME, epoch, 5)
    for k in (1, 2, 127, 128, 255, 256, 4096):
        previous = chain.value(k - 1) if k > 1 else chain.tip
        assert beacon.check_value(previous, chain.value(k), GAME, epoch, 5, k)


def test_a_value_is_checked_against_its_place() -> None:
    previous, value = CHAIN.value(9), CHAIN.value(10)
    assert beacon.check_value(previous, value, GAME, 1, 2, 10)
    assert not beacon.check_value(flipped(previous, 0), value, GAME, 1, 2, 10)
    assert not beacon.check_value(previous, flipped(value, 0), GAME, 1, 2, 10)
    assert not beacon.check_value(previous, value, bytes(32), 1, 2, 10)
    assert not beacon.check_value(previous, value, GAME, 0, 2, 10)
    assert not beacon.check_value(previous, value, GAME, 1, 3, 10)
    assert not beacon.check_value(previous, value, GAME, 1, 2, 11)
    assert not beacon.check_value(previous, CHAIN.value(11), GAME, 1, 2, 10)  # one skipped
    assert not beacon.check_value(previous, previous, GAME, 1, 2, 10)  # one repeated
    assert not beacon.check_value(previous, value[:31], GAME, 1, 2, 10)


def test_a_copied_tip_cannot_be_continued_by_its_copier() -> None:
    assert beacon.check_value(CHAIN.tip, CHAIN.value(1), GAME, 1, 2, 1)
    assert not beacon.check_value(CHAIN.tip, CHAIN.value(1), GAME, 1, 3, 1)


def test_a_chain_has_4096_values() -> None:
    for k in (0, -1, beacon.CHAIN_LENGTH + 1):
        with pytest.raises(EncodingError, match="values 1 to 4096"):
            CHAIN.value(k)
        assert not beacon.check_value(CHAIN.tip, CHAIN.value(1), GAME, 1, 2, k)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(EncodingError, match="32 bytes"):
        beacon.Chain(bytes(length), GAME, 0, 0)


def test_a_chain_does_not_show_what_is_to_come() -> None:
    assert repr(CHAIN) == f"Chain(tip={CHAIN.tip.hex()[:8]}...)"


def test_an_outcome_depends_on_every_value_and_on_its_place() -> None:
    values = [bytes([n]) * 32 for n in range(4)]
    made = {
        beacon.outcome(GAME, 0, 1, values),
        beacon.outcome(bytes(32), 0, 1, values),
        beacon.outcome(GAME, 1, 1, values),
        beacon.outcome(GAME, 0, 2, values),
        beacon.outcome(GAME, 0, 1, values[::-1]),
        beacon.outcome(GAME, 0, 1, values[:3]),
        *(beacon.outcome(GAME, 0, 1, [*values[:n], bytes(32)[:31] + b"x", *values[n + 1 :]]) for n in range(4)),
    }
    assert len(made) == 10


def result(number: int) -> bytes:
    return hashlib.sha256(number.to_bytes(4, "big")).digest()


def chi_squared(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_dice_are_even() -> None:
    counts = Counter(die for n in range(500) for die in beacon.dice(result(n), 64))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert (
        chi_squared(list(counts.values())) < 20.5
    )  # 5 degrees of freedom: beyond in 1 of 1,000 streams, and this one is fixed


def test_permutations_are_even() -> None:
    counts = Counter(beacon.permutation(result(n), 4) for n in range(6000))
    assert set(counts) == set(permutations(range(4)))
    assert chi_squared(list(counts.values())) < 49.7  # 23 degrees of freedom


@given(st.binary(min_size=32, max_size=32), st.integers(1, 64))
@settings(deadline=None)
def test_fewer_dice_of_an_outcome_are_the_first_of_more(outcome: bytes, count: int) -> None:
    assert beacon.dice(outcome, 64)[:count] == beacon.dice(outcome, count)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 256))
@settings(deadline=None)
def test_a_permutation_has_everything_once(outcome: bytes, n: int) -> None:
    assert sorted(beacon.permutation(outcome, n)) == list(range(n))


def test_bytes_that_would_make_dice_uneven_are_passed_over() -> None:
    number = next(n for n in range(10_000) if digest("beacon-dice", result(n), 0)[0] >= 252)
    stream = digest("beacon-dice", result(number), 0)
    first = next(byte for byte in stream if byte < 252)
    assert beacon.dice(result(number), 1) == (first % 6 + 1,)


@pytest.mark.parametrize("count", [0, -1, 65])
def test_an_event_throws_1_to_64_dice(count: int) -> None:
    with pytest.raises(EncodingError, match="1 to 64 dice"):
        beacon.dice(result(0), count)


@pytest.mark.parametrize("n", [-1, 257])
def test_an_event_orders_at_most_256_things(n: int) -> None:
    with pytest.raises(EncodingError, match="0 to 256 things"):
        beacon.permutation(result(0), n)
