"""A key is proven for one place in one game, by whoever knows its secret."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import schnorr
from protocol.context import Context
from protocol.group import BASE, IDENTITY, ORDER, Point, add, multiply_base, scalar_bytes, subtract
from protocol.proof import ProofError
from tests.protocol.cards import ELSEWHERE, HERE, Source, put

SECRET = 0x1234567890ABCDEF << 100
PUBLIC = multiply_base(SECRET)
PROOF = schnorr.prove(SECRET, PUBLIC, HERE, Source())


@given(st.integers(1, ORDER - 1), st.integers(0, 2**32))
@settings(deadline=None, max_examples=25)
def test_an_honest_proof_holds(secret: int, seed: int) -> None:
    public = multiply_base(secret)
    schnorr.check(public, schnorr.prove(secret, public, HERE, Source(seed)), HERE)


@pytest.mark.parametrize("place", list(ELSEWHERE.values()), ids=list(ELSEWHERE))
def test_a_proof_holds_nowhere_else(place: Context) -> None:
    with pytest.raises(ProofError, match="place in the game"):
        schnorr.check(PUBLIC, PROOF, place)


def test_a_proof_holds_for_no_other_key() -> None:
    for other in (add(PUBLIC, BASE), subtract(IDENTITY, PUBLIC), BASE):
        with pytest.raises(ProofError, match="does not fit"):
            schnorr.check(other, PROOF, HERE)


def test_without_the_secret_there_is_no_proof() -> None:
    with pytest.raises(ProofError, match="does not fit"):
        schnorr.check(PUBLIC, schnorr.prove(SECRET + 1, PUBLIC, HERE, Source()), HERE)


def test_the_identity_is_no_key() -> None:
    with pytest.raises(ProofError, match="identity"):
        schnorr.check(IDENTITY, schnorr.prove(0, IDENTITY, HERE, Source()), HERE)


@pytest.mark.parametrize("at", [0, 32])
def test_each_field_counts(at: int) -> None:
    value = int.from_bytes(PROOF[at : at + 32], "little")
    for other in (value + 1, value - 1, 0, -value):
        with pytest.raises(ProofError, match="does not fit"):
            schnorr.check(PUBLIC, put(PROOF, at, scalar_bytes(other)), HERE)


@pytest.mark.parametrize("at", [0, 32])
def test_a_scalar_of_the_order_or_more_is_refused(at: int) -> None:
    value = int.from_bytes(PROOF[at : at + 32], "little")
    with pytest.raises(ProofError, match=f"number {at // 32}: a scalar must be below"):
        schnorr.check(PUBLIC, put(PROOF, at, (value + ORDER).to_bytes(32, "little")), HERE)


@pytest.mark.parametrize("data", [b"", PROOF[:-1], PROOF[:32], PROOF + b"\0", PROOF + PROOF])
def test_a_proof_has_exactly_its_elements(data: bytes) -> None:
    with pytest.raises(ProofError, match=rf"has {len(data)} bytes where it must have 64"):
        schnorr.check(PUBLIC, data, HERE)


def test_the_nonce_depends_on_secret_statement_and_randomness() -> None:
    def proof(secret: int, context: Context, seed: int) -> bytes:
        return schnorr.prove(secret, PUBLIC, context, Source(seed))

    challenges = {proof(SECRET, HERE, 0)[:32], proof(SECRET + 1, HERE, 0)[:32], proof(SECRET, HERE, 1)[:32]}
    challenges |= {proof(SECRET, place, 0)[:32] for place in ELSEWHERE.values()}
    assert len(challenges) == 3 + len(ELSEWHERE)


def test_a_constant_random_source_does_not_repeat_a_nonce_for_two_statements() -> None:
    # Two responses to one nonce and two challenges would give the secret away.
    def nonce(context: Context) -> int:
        proof = schnorr.prove(SECRET, PUBLIC, context, bytes)
        challenge, response = (int.from_bytes(proof[at : at + 32], "little") for at in (0, 32))
        return (response - challenge * SECRET) % ORDER

    assert len({nonce(place) for place in (HERE, *ELSEWHERE.values())}) == 1 + len(ELSEWHERE)


def test_a_point_that_was_never_parsed_passes_nothing() -> None:
    with pytest.raises(Exception, match="not a point"):
        schnorr.check(Point(b"\1" * 32), PROOF, HERE)
