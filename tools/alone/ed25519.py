"""Strict Ed25519 (docs/protocol.md, section 3): which keys count, and which signatures hold."""

from __future__ import annotations

import functools
import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from alone.encoding import Value, digest

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]
"""Affine coordinates; slow, for a handful of keys."""


def _add(one: Point, two: Point) -> Point:
    (x1, y1), (x2, y2) = one, two
    t = D * x1 * x2 * y1 * y2 % P
    return (
        (x1 * y2 + x2 * y1) * pow(1 + t, -1, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - t, -1, P) % P,
    )


def _times(number: int, point: Point) -> Point:
    total = (0, 1)
    for bit in f"{number:b}":
        total = _add(total, total)
        if bit == "1":
            total = _add(total, point)
    return total


def _read(data: bytes) -> Point | None:
    """The point of a canonical encoding (RFC 8032, 5.1.3)."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and sign):
        return None
    return (P - x if x & 1 != sign else x), y


@functools.cache
def valid_key(data: bytes) -> bool:
    """Whether 32 bytes are the canonical encoding of a point of order exactly L."""
    point = _read(data) if len(data) == 32 else None
    return point is not None and point != (0, 1) and _times(L, point) == (0, 1)


@functools.cache
def small_order() -> frozenset[bytes]:
    """The encodings of the eight points of small order."""
    found: set[bytes] = set()
    y = 2
    while len(found) < 8:
        point = _read(y.to_bytes(32, "little"))
        if point is not None:
            torsion, walk = _times(L, point), (0, 1)
            for _ in range(8):
                found.add((walk[1] | (walk[0] & 1) << 255).to_bytes(32, "little"))
                walk = _add(walk, torsion)
            if len(found) < 8:
                found.clear()
        y += 1
    return frozenset(found)


def holds(public: bytes, signature: bytes, tag: str, *parts: Value) -> bool:
    """Whether a signature by a tag and parts holds for a valid key.

    OpenSSL compares R with the encoding of [S]B - [k]A byte for byte and refuses S >= L (no cofactor); the rest of
    section 3 is done here.
    """
    if len(signature) != 64 or not valid_key(public):
        return False
    if signature[:32] in small_order() or int.from_bytes(signature[32:], "little") >= L:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, digest("signature", tag, *parts))
    except InvalidSignature:
        return False
    return True


def reference_holds(public: bytes, signature: bytes, message: bytes) -> bool:
    """The equation itself in plain integers: R = [S]B - [k]A. Used by tests against what OpenSSL says."""
    base, key = _read((4 * pow(5, -1, P) % P).to_bytes(32, "little")), _read(public)
    if base is None or key is None:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    x, y = _add(_times(int.from_bytes(signature[32:], "little"), base), _times(k, (P - key[0], key[1])))
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]
