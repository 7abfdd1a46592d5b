"""Many points with one logarithm, each in its own base: all of them, in this order, here and now."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import dleq
from protocol.context import Context
from protocol.group import BASE, IDENTITY, ORDER, Point, add, hash_to_point, multiply, multiply_base, scalar_bytes
from protocol.proof import ProofError
from tests.protocol.cards import ELSEWHERE, HERE, Source, put

SECRET = 987654321 << 150
PUBLIC = multiply_base(SECRET)
BASES = tuple(hash_to_point("test-base", index) for index in range(4))
IMAGES = tuple(multiply(SECRET, base) for base in BASES)
EXTRA = b"more of the statement"
PROOF = dleq.prove(SECRET, PUBLIC, BASES, IMAGES, EXTRA, HERE, Source())


def refused(
    public: Point = PUBLIC,
    bases: tuple[Point, ...] = BASES,
    images: tuple[Point, ...] = IMAGES,
    extra: bytes = EXTRA,
    proof: bytes = PROOF,
    context: Context = HERE,
) -> str:
    with pytest.raises(ProofError) as caught:
        dleq.check(public, bases, images, extra, proof, context)
    return str(caught.value)


def replaced(points: tuple[Point, ...], at: int, point: Point) -> tuple[Point, ...]:
    return (*points[:at], point, *points[at + 1 :])


@given(st.integers(1, ORDER - 1), st.integers(1, 12), st.integers(0, 2**32))
@settings(deadline=None, max_examples=20)
def test_an_honest_proof_holds_for_any_number_of_points(secret: int, count: int, seed: int) -> None:
    bases = tuple(hash_to_point("test-base", seed, index) for index in range(count))
    images = tuple(multiply(secret, base) for base in bases)
    public = multiply_base(secret)
    proof = dleq.prove(secret, public, bases, images, b"", HERE, Source(seed))
    assert len(proof) == dleq.PROOF_BYTES
    dleq.check(public, bases, images, b"", proof, HERE)


@pytest.mark.parametrize("place", list(ELSEWHERE.values()), ids=list(ELSEWHERE))
def test_a_proof_holds_nowhere_else(place: Context) -> None:
    assert "place in the game" in refused(context=place)


@pytest.mark.parametrize("at", range(4))
def test_one_wrong_image_is_refused_even_if_the_prover_says_it(at: int) -> None:
    wrong = replaced(IMAGES, at, add(IMAGES[at], BASE))
    forged = dleq.prove(SECRET, PUBLIC, BASES, wrong, EXTRA, HERE, Source())
    assert "does not fit" in refused(images=wrong, proof=forged)


def test_errors_that_cancel_in_the_plain_sum_are_refused() -> None:
    for first, second in ((0, 1), (1, 2), (3, 0)):
        wrong = replaced(IMAGES, first, add(IMAGES[first], BASE))
        wrong = replaced(wrong, second, add(wrong[second], multiply_base(-1)))
        forged = dleq.prove(SECRET, PUBLIC, BASES, wrong, EXTRA, HERE, Source())
        assert "does not fit" in refused(images=wrong, proof=forged)


def cancelling(points: tuple[Point, ...], weights: tuple[int, ...]) -> tuple[Point, ...]:
    """Two points moved so that the sum under these weights stays."""
    back = -weights[0] * pow(weights[1], -1, ORDER)
    return (add(points[0], BASE), add(points[1], multiply_base(back)), *points[2:])


def test_errors_that_cancel_under_weights_known_beforehand_are_refused() -> None:
    # What a prover could do if the weights, or the challenge, did not hash all images and bases.
    weights = dleq._weights(dleq._statement(PUBLIC, BASES, IMAGES, EXTRA, HERE), 4)
    for bases, images in ((BASES, cancelling(IMAGES, weights)), (cancelling(BASES, weights), IMAGES)):
        assert "does not fit" in refused(bases=bases, images=images)
        forged = dleq.prove(SECRET, PUBLIC, bases, images, EXTRA, HERE, Source())
        assert "does not fit" in refused(bases=bases, images=images, proof=forged)


def test_images_of_another_secret_are_refused() -> None:
    wrong = tuple(multiply(SECRET + 1, base) for base in BASES)
    for secret in (SECRET, SECRET + 1):
        forged = dleq.prove(secret, PUBLIC, BASES, wrong, EXTRA, HERE, Source())
        assert "does not fit" in refused(images=wrong, proof=forged)


def test_order_bases_key_and_extra_are_in_the_statement() -> None:
    assert "does not fit" in refused(bases=BASES[::-1], images=IMAGES[::-1])
    assert "does not fit" in refused(images=IMAGES[::-1])
    assert "does not fit" in refused(bases=BASES[:-1], images=IMAGES[:-1])
    assert "does not fit" in refused(bases=replaced(BASES, 1, BASE), images=replaced(IMAGES, 1, PUBLIC))
    assert "does not fit" in refused(public=add(PUBLIC, BASE))
    assert "does not fit" in refused(extra=EXTRA + b"!")


def test_a_point_too_few_or_too_many_is_refused() -> None:
    assert "3 points where 4 are called for" in refused(images=IMAGES[:-1])
    assert "5 points where 4 are called for" in refused(images=(*IMAGES, BASE))
    assert "about nothing" in refused(bases=(), images=())


def test_the_identity_is_refused_everywhere() -> None:
    for at in range(4):
        assert "identity" in refused(bases=replaced(BASES, at, IDENTITY))
        assert "identity" in refused(images=replaced(IMAGES, at, IDENTITY))
    assert "identity" in refused(public=IDENTITY)


def altered(change: Callable[[int], bytes], at: int) -> bytes:
    return put(PROOF, at, change(int.from_bytes(PROOF[at : at + 32], "little")))


@pytest.mark.parametrize("at", [0, 32])
def test_each_field_counts_and_has_one_spelling(at: int) -> None:
    assert "does not fit" in refused(proof=altered(lambda value: scalar_bytes(value + 1), at))
    assert "does not fit" in refused(proof=altered(lambda _: bytes(32), at))
    assert "below the order" in refused(proof=altered(lambda value: (value + ORDER).to_bytes(32, "little"), at))


@pytest.mark.parametrize("data", [b"", PROOF[:-1], PROOF + b"\0"])
def test_a_proof_has_exactly_its_elements(data: bytes) -> None:
    assert f"has {len(data)} bytes where it must have 64" in refused(proof=data)


def test_the_first_weight_is_one_and_the_others_hash_the_statement() -> None:
    weights = dleq._weights(b"s" * 32, 5)
    assert weights[0] == 1
    assert len(set(weights)) == 5
    assert all(0 <= weight < 2**128 for weight in weights)
    assert dleq._weights(b"t" * 32, 5)[1:] != weights[1:]
    assert dleq._weights(b"s" * 32, 1) == (1,)


def test_the_nonce_depends_on_the_statement_even_with_constant_randomness() -> None:
    def nonce(context: Context) -> int:
        proof = dleq.prove(SECRET, PUBLIC, BASES, IMAGES, EXTRA, context, bytes)
        challenge, response = (int.from_bytes(proof[at : at + 32], "little") for at in (0, 32))
        return (response - challenge * SECRET) % ORDER

    assert len({nonce(place) for place in (HERE, *ELSEWHERE.values())}) == 1 + len(ELSEWHERE)
