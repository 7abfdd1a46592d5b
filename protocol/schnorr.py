"""Proof of knowledge of a discrete logarithm (Schnorr 1991), with the whole statement in its challenge.

A deck key is proven so that nobody can choose a key that cancels the others' in the joint key: whoever names a
public key as a difference of other keys does not know its logarithm and cannot prove it.
"""

from __future__ import annotations

from typing import Final

from protocol.context import Context
from protocol.encoding import digest
from protocol.group import (
    IDENTITY,
    Point,
    hash_to_scalar,
    multiply,
    multiply_base,
    scalar_bytes,
    subtract,
)
from protocol.proof import NONCE_BYTES, ProofError, ProofReader, Random

PROOF_BYTES: Final = 64
"""Challenge, then response."""

_SUBJECT: Final = "proof of knowledge of a key"


def prove(secret: int, public: Point, context: Context, random: Random) -> bytes:
    """Return a 64-byte proof that whoever speaks in ``context`` knows ``secret`` with public = secret * G."""
    statement = _statement(public, context)
    nonce = hash_to_scalar("schnorr-nonce", scalar_bytes(secret), statement, random(NONCE_BYTES))
    challenge = _challenge(statement, multiply_base(nonce))
    return scalar_bytes(challenge) + scalar_bytes(nonce + challenge * secret)


def check(public: Point, proof: bytes, context: Context) -> None:
    """Raise ProofError unless the proof holds for this key and this context."""
    if public == IDENTITY:
        raise ProofError(f"{_SUBJECT}: the key is the identity")
    challenge, response = ProofReader(_SUBJECT, proof, 0, 2).scalars(2, "challenge or response")
    announced = subtract(multiply_base(response), multiply(challenge, public))
    if _challenge(_statement(public, context), announced) != challenge:
        raise ProofError(f"{_SUBJECT}: the response does not fit this key and this place in the game")


def _statement(public: Point, context: Context) -> bytes:
    return digest("schnorr-statement", context.parts(), public)


def _challenge(statement: bytes, announced: Point) -> int:
    return hash_to_scalar("schnorr-challenge", statement, announced)
