"""Deck keys, decryption shares and shuffles (docs/protocol-cards.md, sections 3 to 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from alone.encoding import digest
from alone.group import (
    BASE,
    IDENTITY,
    BadProof,
    Context,
    L,
    add,
    combine,
    integers,
    point,
    read_points,
    read_scalar,
    read_scalars,
    scalar,
    scalars,
    sub,
    times,
    total,
)

Ciphertext = tuple[bytes, bytes]

MAX_CARDS = 128


def packed(cards: Sequence[Ciphertext]) -> bytes:
    return b"".join(a + b for a, b in cards)


def read_ciphertexts(data: bytes, count: int) -> tuple[Ciphertext, ...]:
    if len(data) != 64 * count:
        raise BadProof(f"not {count} shuffled cards")
    points = read_points(data, "half of a shuffled card")
    return tuple(zip(points[::2], points[1::2], strict=True))


# --- sections 4 and 5 ------------------------------------------------------------------------------------------------


def check_key(public: bytes, proof: bytes, context: Context) -> None:
    """Knowledge of a deck key."""
    c, z = _two_scalars(proof, "the proof of the deck key")
    statement = digest("schnorr-statement", context.plain(), public)
    if scalar("schnorr-challenge", statement, sub(times(z, BASE), times(c, public))) != c:
        raise BadProof("the proof of the deck key does not hold")


def check_shares(
    public: bytes, cards: Sequence[Ciphertext], shares: Sequence[bytes], proof: bytes, context: Context
) -> None:
    """One proof for all shares of an entry."""
    if not cards or len(shares) != len(cards):
        raise BadProof(f"{len(shares)} shares for {len(cards)} cards")
    if IDENTITY in shares or any(a == IDENTITY for a, _ in cards):
        raise BadProof("the identity among shares or cards")
    c, z = _two_scalars(proof, "the proof of the shares")
    firsts = [a for a, _ in cards]
    statement = digest(
        "dleq-statement", context.plain(), BASE, public, b"".join(firsts), b"".join(shares), packed(cards)
    )
    weights = (1, *integers(len(cards) - 1, 16, "dleq-weights", statement))
    t = sub(times(z, BASE), times(c, public))
    u = sub(times(z, combine(weights, firsts)), times(c, combine(weights, shares)))
    if scalar("dleq-challenge", statement, t, u) != c:
        raise BadProof("the proof of the shares does not hold")


def _two_scalars(proof: bytes, what: str) -> tuple[int, int]:
    if len(proof) != 64:
        raise BadProof(f"{what} has not 64 bytes")
    return read_scalar(proof[:32], what), read_scalar(proof[32:], what)


def card_point(deck: str, card: int) -> bytes:
    return point("card", deck, card)


def opened(card: Ciphertext, shares: Sequence[bytes]) -> bytes:
    """What is left of a ciphertext when all seats' shares are taken off."""
    return sub(card[1], total(shares))


# --- section 6 -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShuffleStatement:
    """What a proof of shuffle is about, but for the outputs."""

    inputs: tuple[Ciphertext, ...]
    joint: bytes
    deck: str
    count: int
    context: Context

    def replay(self, seed: bytes) -> tuple[Ciphertext, ...]:
        """The outputs that a seed makes."""
        n = len(self.inputs)
        inputs = digest("shuffle-inputs", self.context.plain(), self.deck, self.count, self.joint, packed(self.inputs))
        order = list(range(n))
        draws = integers(n, 16, "shuffle-permutation", seed, inputs)
        for i in range(n - 1, 0, -1):
            j = draws[i] % (i + 1)
            order[i], order[j] = order[j], order[i]
        factors = scalars(n, "shuffle-factors", seed, inputs)
        return tuple(
            (
                add(self.inputs[order[i]][0], times(factors[i], BASE)),
                add(self.inputs[order[i]][1], times(factors[i], self.joint)),
            )
            for i in range(n)
        )

    def check(self, outputs: Sequence[Ciphertext], proof: bytes) -> None:
        """Section 6, "The check"."""
        n = len(self.inputs)
        if not 1 <= n <= MAX_CARDS or len(outputs) != n:
            raise BadProof(f"{len(outputs)} cards come out of a shuffle of {n}")
        if self.joint == IDENTITY:
            raise BadProof("the joint key is the identity")
        if len(proof) != 32 * (4 * n + 5):
            raise BadProof("the proof of shuffle has another length")
        commitments = read_points(proof[: 32 * n], "a commitment of the proof of shuffle")
        chain = read_points(proof[32 * n : 64 * n], "a link of the proof of shuffle")
        c, z_r, z_q, z_r2, z_f, *rest = read_scalars(proof[64 * n :], "a response of the proof of shuffle")
        ys, ws = rest[:n], rest[n:]

        generators = [point("shuffle-generator", i) for i in range(n + 1)]
        statement = digest(
            "shuffle-statement", self.context.plain(), self.deck, self.count, BASE + b"".join(generators),
            self.joint, packed(self.inputs), packed(outputs),
        )  # fmt: skip
        bound = digest("shuffle-commitments", statement, b"".join(commitments))
        us = scalars(n, "shuffle-weights", bound)
        product = 1
        for u in us:
            product = product * u % L

        def announced(claimed: bytes, response: bytes) -> bytes:
            return sub(response, times(c, claimed))

        firsts, seconds = [a for a, _ in self.inputs], [b for _, b in self.inputs]
        t1 = announced(sub(total(commitments), total(generators[1:])), times(z_r, BASE))
        t2 = announced(sub(chain[-1], times(product, generators[0])), times(z_q, BASE))
        t3 = announced(combine(us, commitments), add(times(z_r2, BASE), combine(ws, generators[1:])))
        t4 = announced(combine(us, firsts), sub(combine(ws, [a for a, _ in outputs]), times(z_f, BASE)))
        t5 = announced(combine(us, seconds), sub(combine(ws, [b for _, b in outputs]), times(z_f, self.joint)))
        before = [generators[0], *chain[:-1]]
        links = [
            announced(after, add(times(y, BASE), times(w, link)))
            for y, w, link, after in zip(ys, ws, before, chain, strict=True)
        ]
        challenge = scalar(
            "shuffle-challenge", bound, b"".join(chain), b"".join((t1, t2, t3, t4, t5)) + b"".join(links)
        )
        if challenge != c:
            raise BadProof("the proof of shuffle does not hold")
