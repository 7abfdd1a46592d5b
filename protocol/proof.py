"""What all proofs share: the error that says which proof of what failed, and strict reading of a proof's bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from protocol.group import POINT_BYTES, SCALAR_BYTES, GroupError, Point, parse_point, parse_scalar

Random = Callable[[int], bytes]
"""A source of fresh randomness: takes a number of bytes, returns that many."""

NONCE_BYTES: Final = 32
"""Fresh randomness that goes into the nonces of one proof."""


class ProofError(Exception):
    """Something that had to be proven was not; the sentence says which proof, of what, and why it fails."""


class ProofReader:
    """Reads the points and scalars of a proof from a byte string of exactly known length."""

    def __init__(self, subject: str, data: bytes, points: int, scalars: int) -> None:
        """Take the proof's name for sentences, its bytes, and how many points, then scalars, it must hold.

        Raises ProofError if the length is not exactly theirs: no element is missing, none is extra.
        """
        self._subject = subject
        self._data = data
        self._at = 0
        wanted = points * POINT_BYTES + scalars * SCALAR_BYTES
        if len(data) != wanted:
            raise ProofError(f"{subject}: the proof has {len(data)} bytes where it must have {wanted}")

    def points(self, count: int, what: str) -> tuple[Point, ...]:
        """Return the next points. Raises ProofError naming the first that is none."""
        return parse_points(self._take(count * POINT_BYTES), count, f"{self._subject}: {what}")

    def scalars(self, count: int, what: str) -> tuple[int, ...]:
        """Return the next scalars. Raises ProofError naming the first that is out of range."""
        data = self._take(count * SCALAR_BYTES)
        return tuple(_scalar(data, index, f"{self._subject}: {what}") for index in range(count))

    def _take(self, size: int) -> bytes:
        data = self._data[self._at : self._at + size]
        self._at += size
        return data


def parse_points(data: bytes, count: int, subject: str) -> tuple[Point, ...]:
    """Return ``count`` points packed one after another, none of them the identity.

    Raises ProofError, with the subject in its sentence, for a wrong length or the first that is no point.
    """
    if len(data) != count * POINT_BYTES:
        raise ProofError(f"{subject}: {len(data)} bytes where {count} points have {count * POINT_BYTES}")
    return tuple(_point(data, index, subject) for index in range(count))


def _point(data: bytes, index: int, subject: str) -> Point:
    try:
        return parse_point(data[index * POINT_BYTES : (index + 1) * POINT_BYTES])
    except GroupError as error:
        raise ProofError(f"{subject}: number {index}: {error}") from error


def _scalar(data: bytes, index: int, subject: str) -> int:
    try:
        return parse_scalar(data[index * SCALAR_BYTES : (index + 1) * SCALAR_BYTES])
    except GroupError as error:
        raise ProofError(f"{subject}: number {index}: {error}") from error
