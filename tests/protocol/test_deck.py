"""A deck without a dealer: whoever has all shares sees the card, whoever lacks one sees nothing."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.context import Context
from protocol.deck import (
    Ciphertext,
    Deck,
    DeckKey,
    card_points,
    check_key,
    check_shares,
    fresh_deck,
    joint_key,
    pack_shares,
    parse_public,
    parse_shares,
    reveal,
    shares,
    verify_key,
    verify_shares,
)
from protocol.group import BASE, IDENTITY, ORDER, Point, add, multiply, multiply_base, pedersen_base, subtract
from protocol.proof import ProofError
from protocol.shuffle_proof import MAX_CARDS
from tests.protocol.cards import ELSEWHERE, HERE, NOT_CANONICAL, NOT_ON_THE_GROUP, Source, joint, keys, seed, shuffled

KEYS = keys(3)
JOINT = joint(KEYS)
DECK = shuffled(Deck.fresh("bonus", 1, range(5)), JOINT, 3)
DRAW = replace(HERE, step="draw")


def share_of(key: DeckKey, *positions: int, deck: Deck = DECK) -> tuple[tuple[Point, ...], bytes]:
    return shares(key, [deck.ciphertexts[position] for position in positions], DRAW, Source())


# --- keys


def test_a_key_comes_back_from_its_secret() -> None:
    key = DeckKey.generate(Source())
    assert DeckKey.from_secret(key.secret_bytes()) == key
    assert key.public == multiply_base(key.secret)
    assert DeckKey.generate(Source(1)) != key


def test_a_key_never_shows_its_secret_by_accident() -> None:
    key = DeckKey.generate(Source())
    assert str(key.secret) not in repr(key)


def test_even_a_source_of_zeros_gives_no_zero_key() -> None:
    assert DeckKey.generate(bytes).secret == 1
    assert DeckKey.generate(lambda size: (ORDER - 1).to_bytes(size, "little")).secret == 1


@pytest.mark.parametrize("secret", [bytes(32), ORDER.to_bytes(32, "little"), b"\xff" * 32, b"", bytes(31)])
def test_no_key_comes_from_zero_or_from_what_is_no_scalar(secret: bytes) -> None:
    with pytest.raises(ProofError, match="deck key"):
        DeckKey.from_secret(secret)


@pytest.mark.parametrize("data", [IDENTITY, NOT_CANONICAL, NOT_ON_THE_GROUP, b"", bytes(64)])
def test_a_public_key_from_outside_is_read_strictly(data: bytes) -> None:
    with pytest.raises(ProofError, match="deck key"):
        parse_public(data)


def test_a_key_is_proven_for_its_seat_and_place() -> None:
    key = KEYS[0]
    proof = key.prove(HERE, Source())
    check_key(parse_public(key.public), proof, HERE)
    assert verify_key(key.public, proof, HERE)
    assert not verify_key(KEYS[1].public, proof, HERE)
    for place in ELSEWHERE.values():
        assert not verify_key(key.public, proof, place)
    assert not verify_key(Point(NOT_ON_THE_GROUP), proof, HERE)


def test_a_key_that_cancels_the_others_cannot_be_proven() -> None:
    # The last to speak knows y and publishes y * G less all other keys: the joint key would be his alone.
    mine = DeckKey.generate(Source(5))
    rogue = subtract(mine.public, joint_key([key.public for key in KEYS]))
    assert joint_key([*(key.public for key in KEYS), rogue]) == mine.public
    assert not verify_key(rogue, DeckKey(mine.secret, rogue).prove(HERE, Source()), HERE)


def test_keys_that_sum_to_nothing_are_refused() -> None:
    with pytest.raises(ProofError, match="cancel"):
        joint_key([KEYS[0].public, subtract(IDENTITY, KEYS[0].public)])
    with pytest.raises(ProofError, match="cancel"):
        joint_key([])


# --- cards


def test_cards_are_points_of_their_own_deck() -> None:
    conflict, bonus = card_points("conflict", range(32)), card_points("bonus", range(12))
    assert len({*conflict, *bonus, BASE, pedersen_base(), IDENTITY}) == 47
    assert card_points("conflict", [5, 3]) == (conflict[5], conflict[3])


def test_a_fresh_deck_is_known_to_all() -> None:
    points = card_points("bonus", range(5))
    fresh = fresh_deck(points)
    assert [reveal(pair, [], points) for pair in fresh] == [0, 1, 2, 3, 4]


@given(st.integers(1, 5), st.integers(1, 8), st.integers(0, 1000))
@settings(deadline=None, max_examples=15)
def test_all_shares_together_open_every_card_once(seats: int, cards: int, number: int) -> None:
    several = keys(seats, number)
    numbers = range(10, 10 + cards)
    deck = shuffled(Deck.fresh("conflict", 0, numbers), joint(several), seats)
    per_seat = []
    for key in several:
        points, proof = shares(key, deck.ciphertexts, DRAW, Source())
        check_shares(key.public, deck.ciphertexts, parse_shares(pack_shares(points), cards), proof, DRAW)
        per_seat.append(points)
    opened = [deck.card_at(at, [points[at] for points in per_seat]) for at in range(cards)]
    assert sorted(card for card in opened if card is not None) == list(numbers)


def test_a_missing_share_opens_nothing() -> None:
    everyone = [share_of(key, 2)[0][0] for key in KEYS]
    assert DECK.card_at(2, everyone) in DECK.cards
    for size in range(3):
        for some in combinations(everyone, size):
            assert DECK.card_at(2, some) is None


def test_a_share_of_another_slot_or_key_opens_nothing() -> None:
    first, second, third = (share_of(key, 2)[0][0] for key in KEYS)
    assert DECK.card_at(2, [first, second, share_of(KEYS[2], 3)[0][0]]) is None
    assert DECK.card_at(2, [first, second, share_of(DeckKey.generate(Source(8)), 2)[0][0]]) is None
    assert DECK.card_at(2, [first, second, third, third]) is None


# --- shares


def test_one_proof_serves_all_shares_of_an_entry() -> None:
    for count in (1, 2, 5):
        positions = tuple(range(count))
        points, proof = share_of(KEYS[0], *positions)
        assert len(proof) == 64
        check_shares(KEYS[0].public, DECK.ciphertexts[:count], points, proof, DRAW)


def refused(
    points: tuple[Point, ...], proof: bytes, ciphertexts: tuple[Ciphertext, ...], key: Point = KEYS[0].public
) -> str:
    assert not verify_shares(key, ciphertexts, points, proof, DRAW)
    with pytest.raises(ProofError) as caught:
        check_shares(key, ciphertexts, points, proof, DRAW)
    return str(caught.value)


def test_a_share_of_a_wrong_key_is_refused() -> None:
    points, proof = share_of(KEYS[1], 0, 1)
    assert "decryption shares" in refused(points, proof, DECK.ciphertexts[:2])


def test_a_share_for_another_slot_is_refused() -> None:
    points, proof = share_of(KEYS[0], 0)
    assert "does not fit" in refused(points, proof, DECK.ciphertexts[1:2])


def test_shares_in_another_order_are_refused() -> None:
    points, proof = share_of(KEYS[0], 0, 1)
    assert "does not fit" in refused(points[::-1], proof, DECK.ciphertexts[:2])


def test_the_second_halves_of_the_ciphertexts_are_in_the_statement() -> None:
    points, proof = share_of(KEYS[0], 0)
    a, b = DECK.ciphertexts[0]
    assert "does not fit" in refused(points, proof, ((a, add(b, BASE)),))


def test_a_share_that_is_the_identity_is_refused() -> None:
    points, proof = share_of(KEYS[0], 0, 1)
    assert "identity" in refused((IDENTITY, points[1]), proof, DECK.ciphertexts[:2])


@pytest.mark.parametrize("place", list(ELSEWHERE.values()), ids=list(ELSEWHERE))
def test_shares_hold_nowhere_else(place: Context) -> None:
    points, proof = shares(KEYS[0], DECK.ciphertexts, HERE, Source())
    assert verify_shares(KEYS[0].public, DECK.ciphertexts, points, proof, HERE)
    assert not verify_shares(KEYS[0].public, DECK.ciphertexts, points, proof, place)


def test_there_is_no_share_in_a_card_never_encrypted() -> None:
    for cards in ((), fresh_deck(DECK.points)[:1]):
        with pytest.raises(ProofError, match="nothing encrypted"):
            shares(KEYS[0], cards, DRAW, Source())


def test_shares_from_outside_are_read_strictly() -> None:
    points, _ = share_of(KEYS[0], 0, 1)
    data = pack_shares(points)
    assert parse_shares(data, 2) == points
    for wrong, why in ((data[:-1], "63 bytes"), (data + data, "128 bytes"), (data[:32] + IDENTITY, "number 1: the id")):
        with pytest.raises(ProofError, match=f"decryption shares: .*{why}|decryption shares: {why}"):
            parse_shares(wrong, 2)


def test_a_share_that_was_never_parsed_passes_nothing() -> None:
    _, proof = share_of(KEYS[0], 0)
    assert "not a point" in refused((Point(NOT_ON_THE_GROUP),), proof, DECK.ciphertexts[:1])


# --- the deck's passage from seat to seat


def test_each_seat_accepts_the_shuffle_before_it() -> None:
    deck = Deck.fresh("conflict", 3, [4, 9, 7])
    assert deck.cards == (4, 7, 9)
    for seat in range(3):
        place = replace(HERE, seat=seat)
        after, proof = deck.shuffle(JOINT, place, seed(seat))
        assert deck.accept(after.packed(), proof, JOINT, place) == after
        assert deck.replayed(JOINT, place, seed(seat)) == after
        assert (after.name, after.count, after.cards) == ("conflict", 3, (4, 7, 9))
        assert deck.replayed(JOINT, place, seed(seat + 1)) != after
        deck = after


def test_a_deck_refuses_a_shuffle_of_another_deck_count_or_seat() -> None:
    deck = Deck.fresh("conflict", 3, range(4))
    after, proof = deck.shuffle(JOINT, HERE, seed(0))
    for other in (replace(deck, name="bonus"), replace(deck, count=4), Deck.fresh("conflict", 3, range(1, 5))):
        with pytest.raises(ProofError, match="proof of shuffle"):
            other.accept(after.packed(), proof, JOINT, HERE)
    with pytest.raises(ProofError, match="proof of shuffle"):
        deck.accept(after.packed(), proof, JOINT, ELSEWHERE["seat"])
    with pytest.raises(ProofError, match="shuffled deck"):
        deck.accept(after.packed()[:-64], proof, JOINT, HERE)
    with pytest.raises(ProofError, match="proof of shuffle"):
        after.accept(after.packed(), proof, JOINT, HERE)


def test_a_reshuffle_begins_with_known_cards_again() -> None:
    discards = Deck.fresh("bonus", 2, [3])
    after, proof = discards.shuffle(JOINT, HERE, seed(0))
    assert discards.accept(after.packed(), proof, JOINT, HERE) == after
    assert after.card_at(0, [multiply(key.secret, after.ciphertexts[0][0]) for key in KEYS]) == 3


def test_a_deck_is_sound_or_is_not_made() -> None:
    with pytest.raises(ValueError, match="different numbers"):
        Deck.fresh("bonus", 0, [1, 1])
    with pytest.raises(ValueError, match="0"):
        Deck.fresh("bonus", 0, [])
    with pytest.raises(ValueError, match=str(MAX_CARDS)):
        Deck.fresh("bonus", 0, range(MAX_CARDS + 1))
    with pytest.raises(ValueError, match="negative"):
        Deck.fresh("bonus", -1, [1])
    with pytest.raises(ValueError, match="ciphertexts for"):
        replace(DECK, ciphertexts=DECK.ciphertexts[:-1])


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": bytes(31)}, "32 bytes"),
        ({"epoch": -1}, "epoch"),
        ({"round": 2**63}, "round"),
        ({"seat": -1}, "seat"),
        ({"step": ""}, "step"),
        ({"step": "x" * 65}, "step"),
    ],
)
def test_a_context_is_a_place_that_a_game_can_have(changes: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(HERE, **changes)  # type: ignore[arg-type]  # wrong on purpose
