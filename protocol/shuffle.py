"""Shuffling encrypted cards: permute, re-encrypt, prove.

A shuffle follows from one 32-byte seed and what it is a shuffle of, so that the same call gives the same bytes again
after a restart, and at the game's end the seed alone discloses it. The seed serves one statement: everything derived
from it is derived from the statement too. See docs/protocol-cards.md, section 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from protocol.context import Context
from protocol.encoding import digest
from protocol.group import Point, add, hash_to_integers, hash_to_scalars, multiply, multiply_base
from protocol.shuffle_proof import Ciphertext, Plan, ShuffleStatement, check_inputs, pack_ciphertexts, prove

SEED_BYTES: Final = 32
_CHOICE_BYTES: Final = 16
"""Bytes reduced to one choice of the permutation: 128 bits, so each is uniform to within 2**-120."""


def shuffle_outputs(
    inputs: Sequence[Ciphertext], joint: Point, context: Context, deck_name: str, count: int, seed: bytes
) -> tuple[Ciphertext, ...]:
    """Return the outputs of the shuffle that this seed makes of these inputs: what a disclosed seed must give again.

    Costs two multiplications a card. Raises ProofError for an impossible statement, ValueError for a seed that has
    not 32 bytes.
    """
    check_inputs(inputs, joint)
    return _apply(inputs, joint, _plan(inputs, joint, context, deck_name, count, seed))


def shuffle(
    inputs: Sequence[Ciphertext], joint: Point, context: Context, deck_name: str, count: int, seed: bytes
) -> tuple[tuple[Ciphertext, ...], bytes]:
    """Return the shuffled outputs and the proof; both follow from the arguments alone.

    The 32-byte seed must be fresh and serve this one statement. Raises ProofError for an impossible statement,
    ValueError for a seed that has not 32 bytes.
    """
    check_inputs(inputs, joint)
    plan = _plan(inputs, joint, context, deck_name, count, seed)
    outputs = _apply(inputs, joint, plan)
    statement = ShuffleStatement(tuple(inputs), outputs, joint, context, deck_name, count)
    return outputs, prove(statement, plan, seed)


def _plan(
    inputs: Sequence[Ciphertext], joint: Point, context: Context, deck_name: str, count: int, seed: bytes
) -> Plan:
    """Derive the permutation (Fisher-Yates) and the factors from the seed and all that is known before the outputs."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"the seed of a shuffle has {SEED_BYTES} bytes, not {len(seed)}")
    known = digest("shuffle-inputs", context.parts(), deck_name, count, joint, pack_ciphertexts(inputs))
    cards = len(inputs)
    choices = hash_to_integers(cards, _CHOICE_BYTES, "shuffle-permutation", seed, known)
    permutation = list(range(cards))
    for last in range(cards - 1, 0, -1):
        chosen = choices[last] % (last + 1)
        permutation[last], permutation[chosen] = permutation[chosen], permutation[last]
    return Plan(tuple(permutation), hash_to_scalars(cards, "shuffle-factors", seed, known))


def _apply(inputs: Sequence[Ciphertext], joint: Point, plan: Plan) -> tuple[Ciphertext, ...]:
    outputs = []
    for source, factor in zip(plan.permutation, plan.factors, strict=True):
        a, b = inputs[source]
        outputs.append((add(a, multiply_base(factor)), add(b, multiply(factor, joint))))
    return tuple(outputs)
