"""ristretto255 and what is hashed to it (docs/protocol-cards.md, sections 1 and 2), over libsodium by `rbcl`."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import rbcl

from alone.encoding import Value, digest64

L = 2**252 + 27742317777372353535851937790883648493
IDENTITY = bytes(32)
BASE: bytes = rbcl.crypto_scalarmult_ristretto255_base((1).to_bytes(32, "little"))


class BadProof(ValueError):
    """A point, scalar or proof that does not hold. The message is a sentence."""


@dataclass(frozen=True)
class Context:
    """What every proof is bound to."""

    game: bytes
    epoch: int
    round: int
    seat: int
    step: str

    def plain(self) -> tuple[bytes, int, int, int, str]:
        """As it stands in hashes."""
        return (self.game, self.epoch, self.round, self.seat, self.step)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_point(data: bytes, what: str) -> bytes:
    """A canonical encoding of an element other than the identity."""
    if len(data) != 32 or data == IDENTITY or data[31] >> 7 or not rbcl.crypto_core_ristretto255_is_valid_point(data):
        raise BadProof(f"{what} is no point")
    return data


def read_points(data: bytes, what: str) -> tuple[bytes, ...]:
    if len(data) % 32:
        raise BadProof(f"{what}: not a whole number of points")
    return tuple(read_point(data[at : at + 32], what) for at in range(0, len(data), 32))


def read_scalar(data: bytes, what: str) -> int:
    number = int.from_bytes(data, "little")
    if len(data) != 32 or number >= L:
        raise BadProof(f"{what} is no scalar")
    return number


def read_scalars(data: bytes, what: str) -> tuple[int, ...]:
    if len(data) % 32:
        raise BadProof(f"{what}: not a whole number of scalars")
    return tuple(read_scalar(data[at : at + 32], what) for at in range(0, len(data), 32))


def write_scalar(number: int) -> bytes:
    return (number % L).to_bytes(32, "little")


# --- arithmetic ------------------------------------------------------------------------------------------------------


def add(one: bytes, two: bytes) -> bytes:
    return bytes(rbcl.crypto_core_ristretto255_add(one, two))


def sub(one: bytes, two: bytes) -> bytes:
    return bytes(rbcl.crypto_core_ristretto255_sub(one, two))


def times(number: int, point: bytes) -> bytes:
    """number·point; the identity, which libsodium refuses to give, too."""
    number %= L
    if number == 0 or point == IDENTITY:
        return IDENTITY
    if point == BASE:
        return bytes(rbcl.crypto_scalarmult_ristretto255_base(write_scalar(number)))
    return bytes(rbcl.crypto_scalarmult_ristretto255(write_scalar(number), point))


def total(points: Iterable[bytes]) -> bytes:
    return functools.reduce(add, points, IDENTITY)


def combine(numbers: Sequence[int], points: Sequence[bytes]) -> bytes:
    """The sum of number·point."""
    return total(times(number, point) for number, point in zip(numbers, points, strict=True))


# --- hashing ---------------------------------------------------------------------------------------------------------


@functools.cache
def point(tag: str, *parts: str | int) -> bytes:
    return bytes(rbcl.crypto_core_ristretto255_from_hash(digest64(tag, *parts)))


def scalar(tag: str, *parts: Value) -> int:
    return int.from_bytes(digest64(tag, *parts), "little") % L


def integers(count: int, size: int, tag: str, *parts: Value) -> tuple[int, ...]:
    stream = hashlib.shake_256(digest64(tag, *parts)).digest(count * size)
    return tuple(int.from_bytes(stream[at : at + size], "little") for at in range(0, count * size, size))


def scalars(count: int, tag: str, *parts: Value) -> tuple[int, ...]:
    return tuple(number % L for number in integers(count, 64, tag, *parts))
