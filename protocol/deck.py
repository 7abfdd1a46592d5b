"""Mental poker after Barnett and Smart (2003): a deck that nobody deals, and of which nobody sees more than he may.

Each seat has a deck key; cards are encrypted under the sum of all. Every seat shuffles the deck in turn and proves it.
A card becomes known to whoever holds a decryption share of every seat. See docs/protocol-cards.md, section 3.

Functions named ``verify_...`` answer yes or no; those named ``check_...`` raise ProofError with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from protocol import dleq, schnorr, shuffle_proof
from protocol.context import Context
from protocol.group import (
    IDENTITY,
    ORDER,
    WIDE_BYTES,
    GroupError,
    Point,
    hash_to_point,
    multiply,
    multiply_base,
    pack,
    scalar_bytes,
    subtract,
    total,
)
from protocol.group import parse_scalar as _parse_scalar
from protocol.proof import ProofError, Random, parse_points
from protocol.shuffle import shuffle, shuffle_outputs
from protocol.shuffle_proof import MAX_CARDS, Ciphertext, ShuffleStatement, pack_ciphertexts

__all__ = [
    "Ciphertext",
    "Deck",
    "DeckKey",
    "card_points",
    "check_key",
    "check_shares",
    "check_shuffle",
    "fresh_deck",
    "joint_key",
    "pack_ciphertexts",
    "pack_shares",
    "parse_ciphertexts",
    "parse_public",
    "parse_shares",
    "reveal",
    "shares",
    "shuffle",
    "shuffle_outputs",
    "verify_key",
    "verify_shares",
    "verify_shuffle",
]

CARD_CACHE: Final = 1024
"""Points of cards kept in memory. A pack's decks have a few dozen cards; no message from a peer names a card."""


@dataclass(frozen=True)
class DeckKey:
    """One seat's key for one epoch's decks: 0 < secret < L, and public = secret * G. Never shown in a repr."""

    secret: int = field(repr=False)
    public: Point

    @classmethod
    def generate(cls, random: Random) -> DeckKey:
        """Return a key made of 64 fresh random bytes."""
        return cls._of(1 + int.from_bytes(random(WIDE_BYTES), "little") % (ORDER - 1))

    @classmethod
    def from_secret(cls, secret: bytes) -> DeckKey:
        """Return the key of 32 secret bytes, as :meth:`secret_bytes` gave them (journal, disclosure).

        Raises ProofError for bytes that are no scalar, and for zero, whose public key would be the identity.
        """
        try:
            scalar = _parse_scalar(secret)
        except GroupError as error:
            raise ProofError(f"deck key: {error}") from error
        if not scalar:
            raise ProofError("deck key: zero is no key")
        return cls._of(scalar)

    @classmethod
    def _of(cls, secret: int) -> DeckKey:
        return cls(secret, multiply_base(secret))

    def secret_bytes(self) -> bytes:
        """Return the secret as 32 little-endian bytes."""
        return scalar_bytes(self.secret)

    def prove(self, context: Context, random: Random) -> bytes:
        """Return a 64-byte proof that the seat of ``context`` knows this key."""
        return schnorr.prove(self.secret, self.public, context, random)


def parse_public(data: bytes) -> Point:
    """Return another seat's public deck key from its 32 bytes. Raises ProofError if they are none."""
    return parse_points(data, 1, "deck key")[0]


def check_key(public: Point, proof: bytes, context: Context) -> None:
    """Raise ProofError unless the proof shows that the seat of ``context`` knows the secret of this key."""
    try:
        schnorr.check(public, proof, context)
    except GroupError as error:
        raise ProofError(f"deck key: {error}") from error


def verify_key(public: Point, proof: bytes, context: Context) -> bool:
    """Return whether the proof shows that the seat of ``context`` knows the secret of this key."""
    try:
        check_key(public, proof, context)
    except ProofError:
        return False
    return True


def joint_key(publics: Sequence[Point]) -> Point:
    """Return the sum of all seats' keys, each of them proven before.

    Raises ProofError if it is the identity, under which nothing is hidden.
    """
    joint = total(publics)
    if joint == IDENTITY:
        raise ProofError("joint deck key: the keys cancel each other out")
    return joint


@lru_cache(maxsize=CARD_CACHE)
def _card_point(deck_name: str, card: int) -> Point:
    return hash_to_point("card", deck_name, card)


def card_points(deck_name: str, cards: Sequence[int]) -> tuple[Point, ...]:
    """Return the point of each card number of this deck."""
    return tuple(_card_point(deck_name, card) for card in cards)


def fresh_deck(points: Sequence[Point]) -> tuple[Ciphertext, ...]:
    """Return the trivial encryptions (identity, card) that the first shuffle takes: known to all, never on the wire."""
    return tuple((IDENTITY, point) for point in points)


def parse_ciphertexts(data: bytes, cards: int) -> tuple[Ciphertext, ...]:
    """Return so many ciphertexts from 64 bytes each. Raises ProofError for a wrong length, no point or the identity."""
    points = parse_points(data, 2 * cards, "shuffled deck")
    return tuple(zip(points[::2], points[1::2], strict=True))


def check_shuffle(
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    proof: bytes,
    joint: Point,
    context: Context,
    deck_name: str,
    count: int,
) -> None:
    """Raise ProofError unless the outputs are proven to be the inputs, permuted and re-encrypted under ``joint``.

    ``count`` is how often this deck has been reshuffled. The outputs come from :func:`parse_ciphertexts`.
    """
    statement = ShuffleStatement(tuple(inputs), tuple(outputs), joint, context, deck_name, count)
    try:
        shuffle_proof.check(statement, proof)
    except GroupError as error:
        raise ProofError(f"proof of shuffle: {error}") from error


def verify_shuffle(
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    proof: bytes,
    joint: Point,
    context: Context,
    deck_name: str,
    count: int,
) -> bool:
    """Return whether :func:`check_shuffle` has nothing to say."""
    try:
        check_shuffle(inputs, outputs, proof, joint, context, deck_name, count)
    except ProofError:
        return False
    return True


def shares(
    key: DeckKey, ciphertexts: Sequence[Ciphertext], context: Context, random: Random
) -> tuple[tuple[Point, ...], bytes]:
    """Return this seat's decryption share of each ciphertext and one 64-byte proof for all of them.

    Raises ProofError for no ciphertexts, or one whose first half is the identity (a card never shuffled).
    """
    bases = [a for a, _ in ciphertexts]
    if not bases or IDENTITY in bases:
        raise ProofError("decryption shares: there is nothing encrypted to share in")
    images = tuple(multiply(key.secret, a) for a in bases)
    proof = dleq.prove(key.secret, key.public, bases, images, pack_ciphertexts(ciphertexts), context, random)
    return images, proof


def pack_shares(points: Sequence[Point]) -> bytes:
    """Return shares one after another, 32 bytes each."""
    return pack(points)


def parse_shares(data: bytes, cards: int) -> tuple[Point, ...]:
    """Return so many shares from 32 bytes each. Raises ProofError for a wrong length, no point or the identity."""
    return parse_points(data, cards, "decryption shares")


def check_shares(
    public: Point, ciphertexts: Sequence[Ciphertext], points: Sequence[Point], proof: bytes, context: Context
) -> None:
    """Raise ProofError unless these are the shares that the key ``public`` has in these ciphertexts, in their order."""
    try:
        dleq.check(public, [a for a, _ in ciphertexts], points, pack_ciphertexts(ciphertexts), proof, context)
    except (ProofError, GroupError) as error:
        raise ProofError(f"decryption shares: {error}") from error


def verify_shares(
    public: Point, ciphertexts: Sequence[Ciphertext], points: Sequence[Point], proof: bytes, context: Context
) -> bool:
    """Return whether :func:`check_shares` has nothing to say."""
    try:
        check_shares(public, ciphertexts, points, proof, context)
    except ProofError:
        return False
    return True


def reveal(ciphertext: Ciphertext, all_shares: Sequence[Point], points: Sequence[Point]) -> int | None:
    """Return the index in ``points`` of what the shares of ALL seats, one's own too, decrypt this to; None if none."""
    card = subtract(ciphertext[1], total(all_shares))
    return points.index(card) if card in points else None


@dataclass(frozen=True)
class Deck:
    """One deck between two shuffles: its name, how often it was reshuffled, which cards are in it, and where.

    ``cards`` are the card numbers in ascending order of the known points it began with, not of where they lie now.
    ``ciphertexts`` are by position; which slot numbers the positions have is the table's business.
    """

    name: str
    count: int
    cards: tuple[int, ...]
    ciphertexts: tuple[Ciphertext, ...]

    def __post_init__(self) -> None:
        if list(self.cards) != sorted(set(self.cards)):
            raise ValueError("the cards of a deck are different numbers in ascending order")
        if len(self.cards) != len(self.ciphertexts):
            raise ValueError(f"{len(self.ciphertexts)} ciphertexts for {len(self.cards)} cards")
        if not 0 < len(self.cards) <= MAX_CARDS:
            raise ValueError(f"a deck has 1 to {MAX_CARDS} cards, not {len(self.cards)}")
        if self.count < 0:
            raise ValueError("no deck is reshuffled a negative number of times")

    @classmethod
    def fresh(cls, name: str, count: int, cards: Sequence[int]) -> Deck:
        """Return the deck of these known cards before its first shuffle."""
        ordered = tuple(sorted(cards))
        return cls(name, count, ordered, fresh_deck(card_points(name, ordered)))

    @property
    def points(self) -> tuple[Point, ...]:
        """The known points, one for each of ``cards``."""
        return card_points(self.name, self.cards)

    def shuffle(self, joint: Point, context: Context, seed: bytes) -> tuple[Deck, bytes]:
        """Return this deck after one seat's shuffle, and the proof. Raises as :func:`shuffle` does."""
        outputs, proof = shuffle(self.ciphertexts, joint, context, self.name, self.count, seed)
        return replace(self, ciphertexts=outputs), proof

    def accept(self, data: bytes, proof: bytes, joint: Point, context: Context) -> Deck:
        """Return this deck after another seat's shuffle, given as its ciphertexts packed and its proof.

        Raises ProofError, with the reason, if the shuffle does not hold.
        """
        outputs = parse_ciphertexts(data, len(self.cards))
        check_shuffle(self.ciphertexts, outputs, proof, joint, context, self.name, self.count)
        return replace(self, ciphertexts=outputs)

    def replayed(self, joint: Point, context: Context, seed: bytes) -> Deck:
        """Return this deck after the shuffle that a disclosed seed makes. Raises as :func:`shuffle_outputs` does."""
        outputs = shuffle_outputs(self.ciphertexts, joint, context, self.name, self.count, seed)
        return replace(self, ciphertexts=outputs)

    def packed(self) -> bytes:
        """Return the ciphertexts by position, 64 bytes each, as they go on the wire."""
        return pack_ciphertexts(self.ciphertexts)

    def card_at(self, position: int, all_shares: Sequence[Point]) -> int | None:
        """Return the card at a position, given the shares of all seats; None if they decrypt it to no card of it."""
        index = reveal(self.ciphertexts[position], all_shares, self.points)
        return None if index is None else self.cards[index]
