"""Proof that of many Pedersen commitments exactly one is to 1 and all others are to 0.

For each commitment C = bit * G + blinding * H an "or" of two Schnorr proofs (Cramer, Damgard and Schoenmakers 1994):
C or C - G is a multiple of H. And one more Schnorr proof in base H for the sum of all C, less G: the bits sum to 1.
Bits that are each 0 or 1 and of which there are fewer than L sum to 1 only if exactly one is 1. One challenge serves
all these proofs, over the whole statement and all their announcements.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from protocol.encoding import digest
from protocol.group import (
    BASE,
    IDENTITY,
    ORDER,
    SCALAR_BYTES,
    Point,
    add,
    hash_to_scalar,
    hash_to_scalars,
    multiply,
    pack,
    pedersen_base,
    scalar_bytes,
    subtract,
    total,
)
from protocol.proof import NONCE_BYTES, ProofError, ProofReader, Random

_SUBJECT: Final = "proof that exactly one commitment is to 1"
_PER_COMMITMENT: Final = 3
_COMMON: Final = 2


def proof_bytes(count: int) -> int:
    """Return the size of a proof over ``count`` commitments."""
    return proof_scalars(count) * SCALAR_BYTES


def proof_scalars(count: int) -> int:
    """Return the number of scalars in a proof over ``count`` commitments."""
    return _COMMON + _PER_COMMITMENT * count


def pedersen(bit: bool, blinding: int) -> Point:
    """Return the commitment bit * G + blinding * H."""
    hidden = multiply(blinding, pedersen_base())
    return add(BASE, hidden) if bit else hidden


def prove(index: int, blindings: Sequence[int], commitments: Sequence[Point], bound: bytes, random: Random) -> bytes:
    """Return the proof that the commitment at ``index`` is to 1 and the others, with these blindings, are to 0.

    ``bound`` is the digest of the context and of all else that the statement is about. The proof holds the common
    challenge, then per commitment the challenge of its 0-branch and the responses of both branches, then the
    response for the sum.
    """
    statement = _statement(commitments, bound)
    witness = b"".join(scalar_bytes(blinding) for blinding in blindings)
    fresh = hash_to_scalars(
        _PER_COMMITMENT * len(commitments) + 1, "onehot-nonce", index, witness, statement, random(NONCE_BYTES)
    )
    sum_nonce = fresh[-1]
    triples = [fresh[at : at + _PER_COMMITMENT] for at in range(0, len(fresh) - 1, _PER_COMMITMENT)]
    announced: list[Point] = []
    for place, (commitment, triple) in enumerate(zip(commitments, triples, strict=True)):
        announced += _announce(commitment, place == index, triple)
    challenge = _challenge(statement, announced, multiply(sum_nonce, pedersen_base()))
    scalars = [challenge]
    for place, (blinding, triple) in enumerate(zip(blindings, triples, strict=True)):
        scalars += _respond(place == index, blinding, challenge, triple)
    scalars.append(sum_nonce + challenge * sum(blindings))
    return b"".join(scalar_bytes(scalar) for scalar in scalars)


def check(commitments: Sequence[Point], bound: bytes, proof: bytes) -> None:
    """Raise ProofError unless the proof holds for these commitments and this bound digest."""
    if not commitments:
        raise ProofError(f"{_SUBJECT}: there are no commitments")
    if IDENTITY in commitments:
        raise ProofError(f"{_SUBJECT}: a commitment is the identity")
    challenge, announced, announced_sum = _recompute(commitments, proof)
    if _challenge(_statement(commitments, bound), announced, announced_sum) != challenge:
        raise ProofError(f"{_SUBJECT}: the responses do not fit these commitments and this place in the game")


def _recompute(commitments: Sequence[Point], proof: bytes) -> tuple[int, list[Point], Point]:
    """The challenge, and what the prover must have announced: two branches for each commitment, then the sum."""
    reader = ProofReader(_SUBJECT, proof, 0, proof_scalars(len(commitments)))
    (challenge,) = reader.scalars(1, "challenge")
    branches = reader.scalars(_PER_COMMITMENT * len(commitments), "branch challenge or response")
    (sum_response,) = reader.scalars(1, "response for the sum")
    base = pedersen_base()
    announced: list[Point] = []
    for place, commitment in enumerate(commitments):
        zero_challenge, zero_response, one_response = branches[_PER_COMMITMENT * place : _PER_COMMITMENT * (place + 1)]
        one_challenge = challenge - zero_challenge
        announced.append(subtract(multiply(zero_response, base), multiply(zero_challenge, commitment)))
        announced.append(subtract(multiply(one_response, base), multiply(one_challenge, subtract(commitment, BASE))))
    rest = subtract(total(commitments), BASE)
    return challenge, announced, subtract(multiply(sum_response, base), multiply(challenge, rest))


def _announce(commitment: Point, bit: bool, triple: Sequence[int]) -> tuple[Point, Point]:
    """Return the announcements of the 0-branch and the 1-branch; the false branch is simulated."""
    nonce, false_challenge, false_response = triple
    base = pedersen_base()
    honest = multiply(nonce, base)
    # False branch: if the bit is 1 it claims C = r * H, else it claims C - G = r * H.
    target = commitment if bit else subtract(commitment, BASE)
    simulated = subtract(multiply(false_response, base), multiply(false_challenge, target))
    return (simulated, honest) if bit else (honest, simulated)


def _respond(bit: bool, blinding: int, challenge: int, triple: Sequence[int]) -> tuple[int, int, int]:
    """Return the challenge of the 0-branch and the responses of the 0-branch and the 1-branch."""
    nonce, false_challenge, false_response = triple
    true_challenge = (challenge - false_challenge) % ORDER
    true_response = nonce + true_challenge * blinding
    if bit:
        return false_challenge, false_response, true_response
    return true_challenge, true_response, false_response


def _statement(commitments: Sequence[Point], bound: bytes) -> bytes:
    return digest("onehot-statement", bound, BASE, pedersen_base(), pack(commitments))


def _challenge(statement: bytes, announced: Sequence[Point], announced_sum: Point) -> int:
    return hash_to_scalar("onehot-challenge", statement, pack(announced), announced_sum)
