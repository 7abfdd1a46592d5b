"""The proof that encrypted cards were shuffled: none doubled, dropped or foreign (Terelius and Wikström 2010).

The proof is that of Haenni, Locher, Koenig and Dubuis, "Pseudo-Code Algorithms for Verifiable Re-Encryption
Mix-Nets" (2017), written for a group of prime order in additive notation. docs/protocol-cards.md derives it again and
gives every byte. In short, with h_0 .. h_n generators of which nobody knows a relation and the output i being input
p(i) re-encrypted with factor f_i:

1. Commit to the permutation: C_p(i) = r_p(i) * G + h_i.
2. Challenges u_1 .. u_n hash everything so far; let v_i = u_p(i).
3. Commit to the chain: D_0 = h_0, D_i = s_i * G + v_i * D_(i-1). So D_n hides the product of all v_i times h_0.
4. Prove knowledge of all that makes these hold:
   sum of C - sum of h = r * G; D_n - (product of u) * h_0 = s * G; sum of u_j * C_j = r' * G + sum of v_i * h_i;
   sum of v_i * output_i = sum of u_j * input_j + an encryption of nothing with factor f; each link of the chain.

All responses share one challenge, which hashes the whole statement, all commitments and all announcements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Final

from protocol.context import Context
from protocol.encoding import digest
from protocol.group import (
    BASE,
    IDENTITY,
    ORDER,
    POINT_BYTES,
    SCALAR_BYTES,
    Point,
    add,
    combine,
    hash_to_scalar,
    hash_to_scalars,
    multiply,
    multiply_base,
    pack,
    scalar_bytes,
    shuffle_generator,
    subtract,
    total,
)
from protocol.proof import ProofError, ProofReader

Ciphertext = tuple[Point, Point]
"""(a, b) with a = r * G and b = card + r * (joint key). In a deck nobody has shuffled yet r is 0 and a the identity."""

MAX_CARDS: Final = 128
"""Most cards in one shuffle. Checking costs about half a millisecond a card: nobody can make peers work longer."""

_SUBJECT: Final = "proof of shuffle"
_SUMS: Final = 4
"""Responses for r, s, r' and f."""


@dataclass(frozen=True)
class ShuffleStatement:
    """What is proven: that ``outputs`` are ``inputs`` permuted and re-encrypted under ``joint``.

    ``deck_name`` and ``count`` (how often this deck has been reshuffled) and the context say which deck, and when.
    """

    inputs: tuple[Ciphertext, ...]
    outputs: tuple[Ciphertext, ...]
    joint: Point
    context: Context
    deck_name: str
    count: int

    def digest(self) -> bytes:
        """Return the digest of the whole statement, the generators included."""
        return digest(
            "shuffle-statement",
            self.context.parts(),
            self.deck_name,
            self.count,
            BASE + pack(_generators(len(self.inputs))),
            self.joint,
            pack_ciphertexts(self.inputs),
            pack_ciphertexts(self.outputs),
        )


@dataclass(frozen=True)
class Plan:
    """The secret of a shuffle: output i is input permutation[i], re-encrypted with factors[i]."""

    permutation: tuple[int, ...]
    factors: tuple[int, ...]

    def packed(self) -> bytes:
        """Return the plan as bytes, to be hashed into nonces."""
        return b"".join(scalar_bytes(number) for number in (*self.permutation, *self.factors))


@dataclass(frozen=True)
class _Proof:
    """A parsed proof of n cards: C_1 .. C_n, D_1 .. D_n, the challenge, and the responses.

    ``sum_responses`` are those for r, s, r' and f; ``link_responses`` those for s_1 .. s_n; ``image_responses`` those
    for v_1 .. v_n.
    """

    commitments: tuple[Point, ...]
    chain: tuple[Point, ...]
    challenge: int
    sum_responses: tuple[int, ...]
    link_responses: tuple[int, ...]
    image_responses: tuple[int, ...]

    def packed(self) -> bytes:
        scalars = (self.challenge, *self.sum_responses, *self.link_responses, *self.image_responses)
        return pack(self.commitments) + pack(self.chain) + b"".join(scalar_bytes(scalar) for scalar in scalars)


def proof_bytes(cards: int) -> int:
    """Return the size of a proof of shuffle of so many cards."""
    return 2 * cards * POINT_BYTES + (1 + _SUMS + 2 * cards) * SCALAR_BYTES


def pack_ciphertexts(ciphertexts: Sequence[Ciphertext]) -> bytes:
    """Return ciphertexts one after another, 64 bytes each: a, then b."""
    return b"".join(a + b for a, b in ciphertexts)


def check(statement: ShuffleStatement, proof: bytes) -> None:
    """Raise ProofError, saying what fails, unless the proof holds for this statement."""
    check_inputs(statement.inputs, statement.joint)
    cards = len(statement.inputs)
    if len(statement.outputs) != cards:
        raise ProofError(f"{_SUBJECT}: {len(statement.outputs)} cards came out of {cards}")
    if any(IDENTITY in ciphertext for ciphertext in statement.outputs):
        raise ProofError(f"{_SUBJECT}: part of a shuffled card is the identity")
    parsed = _parse(proof, cards)
    bound = digest("shuffle-commitments", statement.digest(), pack(parsed.commitments))
    weights = hash_to_scalars(cards, "shuffle-weights", bound)
    announced = (
        *_announced_sums(parsed, weights),
        *_announced_ciphertext(statement, parsed, weights),
        *_announced_links(parsed),
    )
    if _challenge(bound, parsed.chain, announced) != parsed.challenge:
        raise ProofError(f"{_SUBJECT}: the responses do not fit these cards, this key and this place in the game")


def check_inputs(inputs: Sequence[Ciphertext], joint: Point) -> None:
    """Raise ProofError if there are no cards, or too many, or the joint key is the identity."""
    if not 0 < len(inputs) <= MAX_CARDS:
        raise ProofError(f"{_SUBJECT}: {len(inputs)} cards, where 1 to {MAX_CARDS} can be shuffled")
    if joint == IDENTITY:
        raise ProofError(f"{_SUBJECT}: the joint key is the identity")


@lru_cache(maxsize=MAX_CARDS)
def _generators(cards: int) -> tuple[Point, ...]:
    """h_0 .. h_n for n cards."""
    return tuple(shuffle_generator(index) for index in range(cards + 1))


@lru_cache(maxsize=MAX_CARDS)
def _generators_total(cards: int) -> Point:
    """The sum of h_1 .. h_n."""
    return total(_generators(cards)[1:])


def prove(statement: ShuffleStatement, plan: Plan, seed: bytes) -> bytes:
    """Return the proof of a true statement, given its plan and the 32-byte seed that serves this statement alone.

    Every mask and nonce hashes the plan and the whole statement beside the seed: even a seed used twice would betray
    no second statement.
    """
    cards = len(statement.inputs)
    secret = (plan.packed(), seed)
    opened = statement.digest()
    masks = hash_to_scalars(cards, "shuffle-masks", opened, *secret)
    commitments = _commit(plan.permutation, masks)
    bound = digest("shuffle-commitments", opened, pack(commitments))
    weights = hash_to_scalars(cards, "shuffle-weights", bound)
    images = tuple(weights[source] for source in plan.permutation)
    link_masks = hash_to_scalars(cards, "shuffle-link-masks", bound, *secret)
    chain = _chain(link_masks, images)
    sum_nonces = hash_to_scalars(_SUMS, "shuffle-sum-nonces", bound, *secret)
    link_nonces = hash_to_scalars(cards, "shuffle-link-nonces", bound, *secret)
    image_nonces = hash_to_scalars(cards, "shuffle-image-nonces", bound, *secret)
    announced = _announce(statement, chain, sum_nonces, link_nonces, image_nonces)
    challenge = _challenge(bound, chain[1:], announced)
    sums = (sum(masks), _chain_mask(link_masks, images), _inner(masks, weights), _inner(plan.factors, images))
    return _Proof(
        commitments,
        chain[1:],
        challenge,
        _responses(sum_nonces, challenge, sums),
        _responses(link_nonces, challenge, link_masks),
        _responses(image_nonces, challenge, images),
    ).packed()


def _commit(permutation: Sequence[int], masks: Sequence[int]) -> tuple[Point, ...]:
    """C_1 .. C_n: the commitment of input j is masks[j] * G + the generator of the place where it comes out."""
    commitments = [IDENTITY] * len(permutation)
    for source, generator in zip(permutation, _generators(len(permutation))[1:], strict=True):
        commitments[source] = add(multiply_base(masks[source]), generator)
    return tuple(commitments)


def _chain(link_masks: Sequence[int], images: Sequence[int]) -> tuple[Point, ...]:
    """D_0 .. D_n."""
    chain = [shuffle_generator(0)]
    for mask, image in zip(link_masks, images, strict=True):
        chain.append(_link(mask, image, chain[-1]))
    return tuple(chain)


def _link(mask: int, image: int, previous: Point) -> Point:
    return add(multiply_base(mask), multiply(image, previous))


def _announce(
    statement: ShuffleStatement,
    chain: Sequence[Point],
    sum_nonces: Sequence[int],
    link_nonces: Sequence[int],
    image_nonces: Sequence[int],
) -> tuple[Point, ...]:
    generators = _generators(len(image_nonces))[1:]
    return (
        multiply_base(sum_nonces[0]),
        multiply_base(sum_nonces[1]),
        add(multiply_base(sum_nonces[2]), combine(image_nonces, generators)),
        *_masked_ciphertext(statement, image_nonces, sum_nonces[3]),
        *map(_link, link_nonces, image_nonces, chain),
    )


def _chain_mask(link_masks: Sequence[int], images: Sequence[int]) -> int:
    """The factor of G in the chain's end: each link's mask times all images after it."""
    mask = 0
    for link_mask, image in zip(link_masks, images, strict=True):
        mask = (mask * image + link_mask) % ORDER
    return mask


def _inner(first: Sequence[int], second: Sequence[int]) -> int:
    return sum(left * right for left, right in zip(first, second, strict=True)) % ORDER


def _responses(nonces: Sequence[int], challenge: int, secrets: Sequence[int]) -> tuple[int, ...]:
    return tuple((nonce + challenge * secret) % ORDER for nonce, secret in zip(nonces, secrets, strict=True))


def _masked_ciphertext(statement: ShuffleStatement, scalars: Sequence[int], factor: int) -> tuple[Point, Point]:
    """The combination of the outputs, less an encryption of nothing with this factor."""
    return (
        subtract(combine(scalars, [a for a, _ in statement.outputs]), multiply_base(factor)),
        subtract(combine(scalars, [b for _, b in statement.outputs]), multiply(factor, statement.joint)),
    )


def _announced_sums(proof: _Proof, weights: Sequence[int]) -> tuple[Point, Point, Point]:
    """What the prover must have announced for r, s and r'."""
    cards = len(weights)
    generators = _generators(cards)
    product = reduce(lambda left, right: left * right % ORDER, weights)
    sums = subtract(total(proof.commitments), _generators_total(cards))
    products = subtract(proof.chain[-1], multiply(product, generators[0]))
    weighted = combine(weights, proof.commitments)
    for_r, for_s, for_weighted, _ = proof.sum_responses
    against = -proof.challenge
    return (
        add(multiply_base(for_r), multiply(against, sums)),
        add(multiply_base(for_s), multiply(against, products)),
        add(
            add(multiply_base(for_weighted), combine(proof.image_responses, generators[1:])),
            multiply(against, weighted),
        ),
    )


def _announced_ciphertext(statement: ShuffleStatement, proof: _Proof, weights: Sequence[int]) -> tuple[Point, Point]:
    """What the prover must have announced for the re-encryption: a, then b."""
    masked_a, masked_b = _masked_ciphertext(statement, proof.image_responses, proof.sum_responses[-1])
    inputs_a = combine(weights, [a for a, _ in statement.inputs])
    inputs_b = combine(weights, [b for _, b in statement.inputs])
    against = -proof.challenge
    return add(masked_a, multiply(against, inputs_a)), add(masked_b, multiply(against, inputs_b))


def _announced_links(proof: _Proof) -> Iterator[Point]:
    """What the prover must have announced for each link of the chain."""
    before = (shuffle_generator(0), *proof.chain[:-1])
    announced = map(_link, proof.link_responses, proof.image_responses, before)
    for honest, link in zip(announced, proof.chain, strict=True):
        yield add(honest, multiply(-proof.challenge, link))


def _challenge(bound: bytes, chain: Sequence[Point], announced: Sequence[Point]) -> int:
    return hash_to_scalar("shuffle-challenge", bound, pack(chain), pack(announced))


def _parse(data: bytes, cards: int) -> _Proof:
    reader = ProofReader(_SUBJECT, data, 2 * cards, 1 + _SUMS + 2 * cards)
    commitments = reader.points(cards, "commitment to the permutation")
    chain = reader.points(cards, "link of the chain")
    (challenge,) = reader.scalars(1, "challenge")
    return _Proof(
        commitments,
        chain,
        challenge,
        reader.scalars(_SUMS, "response for a sum"),
        reader.scalars(cards, "response for a link"),
        reader.scalars(cards, "response for a card"),
    )
