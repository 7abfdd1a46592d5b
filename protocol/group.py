"""The group ristretto255, whole: every operation is defined for every element, the identity included.

The arithmetic is libsodium's (package ``rbcl``). Its edges are not safe to use bare: a multiplication whose result
is the identity raises, the scalars s and s + L are both taken, a sum with a point that is not one *returns the
identity*, and version 1.0.18 does not look at an encoding's highest bit, so that every point has two spellings. So
points and scalars from outside come in through :func:`parse_point` and :func:`parse_scalar` only, each once, and
what is a :data:`Point` has been checked.

Points are their 32-byte encodings (RFC 9496); scalars are Python integers, reduced where they are used. Python's
integers do not take constant time: whoever can time a peer to the microsecond on its own machine is not an opponent
this package defends against. See docs/protocol-cards.md, section 2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NewType

from rbcl import crypto_core_ristretto255_add as _add
from rbcl import crypto_core_ristretto255_from_hash as _from_hash
from rbcl import crypto_core_ristretto255_is_valid_point as _is_valid
from rbcl import crypto_core_ristretto255_sub as _sub
from rbcl import crypto_scalarmult_ristretto255 as _mul
from rbcl import crypto_scalarmult_ristretto255_base as _mul_base

from protocol.encoding import Value, digest64

Point = NewType("Point", bytes)
"""The canonical 32-byte encoding of an element of the group."""

POINT_BYTES: Final = 32
SCALAR_BYTES: Final = 32
WIDE_BYTES: Final = 64
"""Bytes reduced to one scalar: twice a scalar's size, so that its bias is below 2**-250."""

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The number of elements (the prime L of RFC 9496)."""

IDENTITY: Final = Point(bytes(POINT_BYTES))
BASE: Final = Point(_mul_base((1).to_bytes(SCALAR_BYTES, "little")))
"""The group's standard generator G."""

_HIGH_BIT: Final = 0x80
"""Never set in the last byte of a canonical encoding (RFC 9496, 4.3.1); libsodium 1.0.18 does not look at it."""

GENERATOR_CACHE: Final = 512
"""Shuffle generators kept in memory, of 32 bytes each. No message makes a peer compute more: decks are capped."""


class GroupError(Exception):
    """Bytes that should be a point or a scalar of the group are none; the sentence says why."""


def parse_point(data: bytes) -> Point:
    """Return the point that 32 bytes from outside encode; the identity is refused.

    Raises GroupError for a wrong length, bytes that are no canonical encoding, and the identity: as a key, a share, a
    commitment or part of a ciphertext it would say openly what should be hidden (docs/protocol-cards.md, section 2).
    """
    if len(data) != POINT_BYTES:
        raise GroupError(f"a point has {POINT_BYTES} bytes, not {len(data)}")
    if data == IDENTITY:
        raise GroupError("the identity is not allowed here")
    if data[-1] & _HIGH_BIT or not _is_valid(data):
        raise GroupError("these bytes are not a point of ristretto255")
    return Point(data)


def parse_scalar(data: bytes) -> int:
    """Return the scalar that 32 little-endian bytes from outside encode, 0 <= scalar < L.

    Raises GroupError for a wrong length and for a value of L or more, so that no proof has a second spelling.
    """
    if len(data) != SCALAR_BYTES:
        raise GroupError(f"a scalar has {SCALAR_BYTES} bytes, not {len(data)}")
    scalar = int.from_bytes(data, "little")
    if scalar >= ORDER:
        raise GroupError("a scalar must be below the order of the group")
    return scalar


def scalar_bytes(scalar: int) -> bytes:
    """Return the 32 little-endian bytes of a scalar, reduced."""
    return (scalar % ORDER).to_bytes(SCALAR_BYTES, "little")


def multiply(scalar: int, point: Point) -> Point:
    """Return scalar * point. Raises GroupError if the point was never parsed and is none."""
    scalar %= ORDER
    if not scalar or point == IDENTITY:
        return IDENTITY
    try:
        return Point(_mul(scalar.to_bytes(SCALAR_BYTES, "little"), point))
    except (RuntimeError, ValueError) as error:  # the order is prime: no product of two non-zero things is the identity
        raise GroupError("these bytes are not a point of ristretto255") from error


def multiply_base(scalar: int) -> Point:
    """Return scalar * G."""
    scalar %= ORDER
    return Point(_mul_base(scalar.to_bytes(SCALAR_BYTES, "little"))) if scalar else IDENTITY


def add(first: Point, second: Point) -> Point:
    """Return the sum of two points."""
    if first == IDENTITY:
        return second
    if second == IDENTITY:
        return first
    return Point(_add(first, second))


def subtract(first: Point, second: Point) -> Point:
    """Return first - second."""
    return first if second == IDENTITY else Point(_sub(first, second))


def total(points: Iterable[Point]) -> Point:
    """Return the sum of any number of points; of none, the identity."""
    result = IDENTITY
    for point in points:
        result = add(result, point)
    return result


def combine(scalars: Sequence[int], points: Sequence[Point]) -> Point:
    """Return the sum of scalar * point over two sequences of one length."""
    return total(multiply(scalar, point) for scalar, point in zip(scalars, points, strict=True))


def hash_to_point(tag: str, *parts: Value) -> Point:
    """Return the point that a tag and parts hash to; nobody knows its logarithm in any other base."""
    return Point(_from_hash(digest64(tag, *parts)))


def hash_to_scalar(tag: str, *parts: Value) -> int:
    """Return the scalar that a tag and parts hash to, uniform below L."""
    return int.from_bytes(digest64(tag, *parts), "little") % ORDER


def hash_to_integers(count: int, size: int, tag: str, *parts: Value) -> tuple[int, ...]:
    """Return ``count`` integers of ``size`` bytes each that a tag and parts hash to.

    They are read, little-endian, one after another from SHAKE-256 over the 64-byte digest of the tag and parts.
    """
    stream = hashlib.shake_256(digest64(tag, *parts)).digest(count * size)
    return tuple(int.from_bytes(stream[at : at + size], "little") for at in range(0, count * size, size))


def hash_to_scalars(count: int, tag: str, *parts: Value) -> tuple[int, ...]:
    """Return ``count`` scalars that a tag and parts hash to, each uniform below L."""
    return tuple(wide % ORDER for wide in hash_to_integers(count, WIDE_BYTES, tag, *parts))


@lru_cache(maxsize=GENERATOR_CACHE)
def shuffle_generator(index: int) -> Point:
    """Return the shuffle generator h_index; h_0 starts the chain, h_1 .. h_n carry the permutation."""
    return hash_to_point("shuffle-generator", index)


@lru_cache(maxsize=1)
def pedersen_base() -> Point:
    """Return H, the base of the blinding in a Pedersen commitment bit * G + blinding * H."""
    return hash_to_point("pedersen-base")


def pack(points: Iterable[Point]) -> bytes:
    """Return points one after another, 32 bytes each."""
    return b"".join(points)
