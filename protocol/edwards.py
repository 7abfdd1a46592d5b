"""Just enough of the Ed25519 curve to say whether 32 bytes are a sound public key.

Nothing here is secret, so nothing is constant-time. Formulas: RFC 8032, section 5.1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

P: Final = 2**255 - 19
"""The field's prime."""

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The prime order of the group that Ed25519 signs in (L in RFC 8032)."""

_D: Final = -121665 * pow(121666, -1, P) % P
_ROOT_OF_MINUS_ONE: Final = pow(2, (P - 1) // 4, P)

_Point: TypeAlias = tuple[int, int, int, int]  # extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z
_IDENTITY: Final[_Point] = (0, 1, 1, 0)


@lru_cache(maxsize=256)
def is_prime_order(encoded: bytes) -> bool:
    """Whether ``encoded`` is the canonical encoding of a point of order L exactly.

    False for the wrong length, a y not below p, a point off the curve, the sign bit on
    x = 0, the eight points of small order, and points with a component of small order.
    """
    point = _decompress(encoded)
    if point is None or _is_identity(point):
        return False
    return _is_identity(_multiply(ORDER, point))


def _decompress(encoded: bytes) -> _Point | None:
    if len(encoded) != 32:
        return None
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    if y >= P:
        return None
    x = _recover_x(y)
    if x is None or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def _recover_x(y: int) -> int | None:
    """A root of x^2 = (y^2 - 1) / (d y^2 + 1), if there is one."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * _ROOT_OF_MINUS_ONE % P
    return x if (x * x - square) % P == 0 else None


def _add(a: _Point, b: _Point) -> _Point:
    m = (a[1] - a[0]) * (b[1] - b[0]) % P
    n = (a[1] + a[0]) * (b[1] + b[0]) % P
    c = 2 * a[3] * b[3] * _D % P
    d = 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _multiply(scalar: int, point: _Point) -> _Point:
    total = _IDENTITY
    for bit in bin(scalar)[2:]:
        total = _add(total, total)
        if bit == "1":
            total = _add(total, point)
    return total


def _is_identity(point: _Point) -> bool:
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


def small_order_encodings() -> frozenset[bytes]:
    """The canonical encodings of the eight points whose order divides 8."""
    # Any point times L lands among the eight; walk on from one of order 8.
    y = 2
    while True:
        point = _decompress(y.to_bytes(32, "little"))
        y += 1
        if point is None:
            continue
        small = _multiply(ORDER, point)
        if not _is_identity(_multiply(4, small)):
            return frozenset(_compress(_multiply(n, small)) for n in range(8))


def _compress(point: _Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")
