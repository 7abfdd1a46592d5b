"""Proof that many points have one logarithm, each in a base of its own (Chaum and Pedersen 1992, batched).

Given a key h = x * G, bases a_1 .. a_k and images d_1 .. d_k, it proves d_j = x * a_j for all j at once. The pairs
are first folded with weights that hash the whole statement: A = sum of w_j * a_j, D = sum of w_j * d_j; then one
Chaum-Pedersen proof shows that h in base G and D in base A have the same logarithm. If some d_j is wrong, D = x * A
holds for at most one value in 2**128 of some weight, and the weights are fixed only after all d_j (small-exponent
batching, Bellare, Garay and Rabin 1998). The first weight is 1: an error in the first image alone cannot cancel, one
in any other meets a random weight. So a single pair is the plain proof of Chaum and Pedersen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from protocol.context import Context
from protocol.encoding import digest
from protocol.group import (
    BASE,
    IDENTITY,
    Point,
    combine,
    hash_to_integers,
    hash_to_scalar,
    multiply,
    multiply_base,
    pack,
    scalar_bytes,
    subtract,
)
from protocol.proof import NONCE_BYTES, ProofError, ProofReader, Random

PROOF_BYTES: Final = 64
"""Challenge, then response."""
WEIGHT_BYTES: Final = 16

_SUBJECT: Final = "proof of equal logarithms"


def prove(
    secret: int,
    public: Point,
    bases: Sequence[Point],
    images: Sequence[Point],
    extra: bytes,
    context: Context,
    random: Random,
) -> bytes:
    """Return a 64-byte proof that public = secret * G and images = secret * bases, pair by pair.

    ``extra`` is whatever else belongs to the statement (e.g. the second halves of the ciphertexts).
    """
    statement = _statement(public, bases, images, extra, context)
    folded = combine(_weights(statement, len(bases)), bases)
    nonce = hash_to_scalar("dleq-nonce", scalar_bytes(secret), statement, random(NONCE_BYTES))
    challenge = _challenge(statement, multiply_base(nonce), multiply(nonce, folded))
    return scalar_bytes(challenge) + scalar_bytes(nonce + challenge * secret)


def check(
    public: Point,
    bases: Sequence[Point],
    images: Sequence[Point],
    extra: bytes,
    proof: bytes,
    context: Context,
) -> None:
    """Raise ProofError unless the proof holds for this key, these pairs and this context."""
    _check_statement(public, bases, images)
    challenge, response = ProofReader(_SUBJECT, proof, 0, 2).scalars(2, "challenge or response")
    statement = _statement(public, bases, images, extra, context)
    weights = _weights(statement, len(bases))
    in_base = subtract(multiply_base(response), multiply(challenge, public))
    in_folded = subtract(
        multiply(response, combine(weights, bases)),
        multiply(challenge, combine(weights, images)),
    )
    if _challenge(statement, in_base, in_folded) != challenge:
        raise ProofError(f"{_SUBJECT}: the response does not fit this key, these points and this place in the game")


def _check_statement(public: Point, bases: Sequence[Point], images: Sequence[Point]) -> None:
    if not bases:
        raise ProofError(f"{_SUBJECT}: it is about nothing")
    if len(bases) != len(images):
        raise ProofError(f"{_SUBJECT}: {len(images)} points where {len(bases)} are called for")
    if public == IDENTITY or IDENTITY in bases or IDENTITY in images:
        raise ProofError(f"{_SUBJECT}: a key or point is the identity")


def _statement(public: Point, bases: Sequence[Point], images: Sequence[Point], extra: bytes, context: Context) -> bytes:
    return digest("dleq-statement", context.parts(), BASE, public, pack(bases), pack(images), extra)


def _weights(statement: bytes, count: int) -> tuple[int, ...]:
    return (1, *hash_to_integers(count - 1, WEIGHT_BYTES, "dleq-weights", statement))


def _challenge(statement: bytes, in_base: Point, in_folded: Point) -> int:
    return hash_to_scalar("dleq-challenge", statement, in_base, in_folded)
