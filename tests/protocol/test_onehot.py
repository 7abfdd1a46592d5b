"""Exactly one commitment is to 1, all others to 0, and nobody learns which."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import onehot
from protocol.group import (
    BASE,
    IDENTITY,
    ORDER,
    Point,
    add,
    hash_to_scalars,
    multiply,
    multiply_base,
    pedersen_base,
    scalar_bytes,
)
from protocol.proof import ProofError
from tests.protocol.cards import Source, pieces, put

BOUND = b"b" * 32
BLINDINGS = hash_to_scalars(4, "test-blindings")
BITS = (False, False, True, False)


def committed(bits: tuple[int, ...], blindings: tuple[int, ...] = BLINDINGS) -> tuple[Point, ...]:
    return tuple(
        add(multiply_base(bit), multiply(blinding, pedersen_base()))
        for bit, blinding in zip(bits, blindings, strict=True)
    )


POINTS = committed((0, 0, 1, 0))
PROOF = onehot.prove(2, BLINDINGS, POINTS, BOUND, Source())


def refused(points: tuple[Point, ...] = POINTS, proof: bytes = PROOF, bound: bytes = BOUND) -> str:
    with pytest.raises(ProofError) as caught:
        onehot.check(points, bound, proof)
    return str(caught.value)


@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1))), st.integers(0, 2**32))
@settings(deadline=None, max_examples=20)
def test_an_honest_proof_holds_for_any_number_and_place(shape: tuple[int, int], seed: int) -> None:
    count, index = shape
    blindings = hash_to_scalars(count, "test-blindings", seed)
    points = tuple(onehot.pedersen(place == index, blinding) for place, blinding in enumerate(blindings))
    proof = onehot.prove(index, blindings, points, BOUND, Source(seed))
    assert len(proof) == onehot.proof_bytes(count)
    onehot.check(points, BOUND, proof)


@pytest.mark.parametrize(
    "bits",
    [(0, 0, 0, 0), (1, 1, 0, 0), (0, 1, 1, 1), (2, 0, 0, 0), (2, -1, 0, 0), (1, 1, -1, 0), (0, 3, -2, 0)],
    ids=str,
)
@pytest.mark.parametrize("claimed", range(4))
def test_none_two_or_other_numbers_cannot_be_proven(bits: tuple[int, ...], claimed: int) -> None:
    points = committed(bits)
    assert "do not fit" in refused(points, onehot.prove(claimed, BLINDINGS, points, BOUND, Source()))


def test_two_ones_fail_by_the_sum_alone() -> None:
    # A prover of two honest branches: every "or" holds, only the sum is a lie.
    points = committed((1, 1, 0, 0))
    proof = _prove_bits((True, True, False, False), points)
    assert _announced_differences(points, proof) == {"sum"}
    assert "do not fit" in refused(points, proof[0])


def test_a_two_and_a_minus_one_fail_by_their_branches_alone() -> None:
    points = committed((2, -1, 0, 0))
    proof = _prove_bits((True, False, False, False), points)
    assert _announced_differences(points, proof) == {"bit 0", "bit 1"}
    assert "do not fit" in refused(points, proof[0])


def test_all_zero_fails_by_the_sum_alone() -> None:
    points = committed((0, 0, 0, 0))
    proof = _prove_bits((False, False, False, False), points)
    assert _announced_differences(points, proof) == {"sum"}
    assert "do not fit" in refused(points, proof[0])


def test_each_field_counts_and_has_one_spelling() -> None:
    for at, piece in pieces(PROOF):
        value = int.from_bytes(piece, "little")
        assert "do not fit" in refused(proof=put(PROOF, at, scalar_bytes(value + 1)))
        assert "below the order" in refused(proof=put(PROOF, at, (value + ORDER).to_bytes(32, "little")))


@pytest.mark.parametrize("data", [b"", PROOF[:-1], PROOF[:-32], PROOF + bytes(32)])
def test_a_proof_has_exactly_its_elements(data: bytes) -> None:
    assert f"has {len(data)} bytes where it must have {len(PROOF)}" in refused(proof=data)


def test_the_bound_digest_and_all_commitments_are_in_the_statement() -> None:
    assert "do not fit" in refused(bound=b"c" * 32)
    assert "do not fit" in refused(POINTS[::-1])
    for place in range(4):
        moved = list(POINTS)
        moved[place] = add(moved[place], BASE)
        assert "do not fit" in refused(tuple(moved))


def test_the_challenge_hashes_every_commitment() -> None:
    # Else commitments could be chosen after the challenge, to fit it (weak Fiat-Shamir).
    digests = {onehot._statement(POINTS, BOUND), onehot._statement(POINTS[::-1], BOUND), onehot._statement(POINTS, b"")}
    for place in range(4):
        digests.add(onehot._statement((*POINTS[:place], BASE, *POINTS[place + 1 :]), BOUND))
    assert len(digests) == 7


def test_the_identity_or_nothing_is_no_commitment() -> None:
    assert "identity" in refused((IDENTITY, *POINTS[1:]))
    assert "no commitments" in refused(())


def test_the_proof_of_each_place_has_the_same_size_and_no_equal_part() -> None:
    proofs = []
    for index in range(4):
        points = tuple(onehot.pedersen(place == index, blinding) for place, blinding in enumerate(BLINDINGS))
        proofs.append(onehot.prove(index, BLINDINGS, points, BOUND, Source()))
    parts = [piece for proof in proofs for _, piece in pieces(proof)]
    assert len(set(parts)) == len(parts)


def test_the_nonces_depend_on_the_statement_even_with_constant_randomness() -> None:
    first = onehot.prove(2, BLINDINGS, POINTS, BOUND, bytes)
    second = onehot.prove(2, BLINDINGS, POINTS, b"c" * 32, bytes)
    nonces = []
    for proof in (first, second):
        challenge, response = (int.from_bytes(part, "little") for part in (proof[:32], proof[-32:]))
        nonces.append((response - challenge * sum(BLINDINGS)) % ORDER)
    assert nonces[0] != nonces[1]


_Forged = tuple[bytes, list[Point], Point]


def _prove_bits(bits: tuple[bool, ...], points: tuple[Point, ...]) -> _Forged:
    """A proof by the book for claimed bits of any sum, and what its prover announced."""
    nonces = hash_to_scalars(3 * len(bits) + 1, "test-nonces", list(bits))
    triples = [nonces[at : at + 3] for at in range(0, 3 * len(bits), 3)]
    announced = [
        point
        for commitment, bit, triple in zip(points, bits, triples, strict=True)
        for point in onehot._announce(commitment, bit, triple)
    ]
    in_sum = multiply(nonces[-1], pedersen_base())
    challenge = onehot._challenge(onehot._statement(points, BOUND), announced, in_sum)
    scalars = [challenge]
    for bit, blinding, triple in zip(bits, BLINDINGS, triples, strict=True):
        scalars += onehot._respond(bit, blinding, challenge, triple)
    scalars.append(nonces[-1] + challenge * sum(BLINDINGS))
    return b"".join(scalar_bytes(scalar) for scalar in scalars), announced, in_sum


def _announced_differences(points: tuple[Point, ...], forged: _Forged) -> set[str]:
    """Which of the equations, taken alone, do not hold: what the lie rests on."""
    proof, announced, in_sum = forged
    _, recomputed, recomputed_sum = onehot._recompute(points, proof)
    names = {
        f"bit {place // 2}" for place, pair in enumerate(zip(announced, recomputed, strict=True)) if len({*pair}) > 1
    }
    return names | ({"sum"} if in_sum != recomputed_sum else set())
