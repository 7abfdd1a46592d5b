"""Joint randomness: nobody can choose it, and one honest seat makes it uniform.

Each seat binds itself beforehand, by the tip of a hash chain, to one value for every random
event to come (docs/protocol.md, "Beacon").
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from hmac import compare_digest
from typing import Final

from protocol.encoding import DOMAIN, EncodingError, digest, encode, encode_int

CHAIN_LENGTH: Final = 4096
"""Values in one chain. A game needs a few hundred; an exhausted chain is replaced in a round of its own."""

SEED_BYTES: Final = 32
VALUE_BYTES: Final = 32

MAX_PERMUTATION: Final = 256
"""Most things put in random order by one outcome: positions are drawn from single bytes."""

MAX_DICE: Final = 64
"""Most dice thrown by one outcome."""

_LINK: Final = "beacon-link"


def link(game: bytes, epoch: int, seat: int, k: int, value: bytes) -> bytes:
    """The value before ``value``, where ``value`` is the k-th back from the tip."""
    return digest(_LINK, game, epoch, seat, k, value)


class Chain:
    """One seat's chain for one epoch. A secret until its values are published one by one."""

    __slots__ = ("_values",)

    def __init__(self, seed: bytes, game: bytes, epoch: int, seat: int) -> None:
        """``seed``: 32 secret random bytes, used for nothing else. It is also the last value."""
        if len(seed) != SEED_BYTES:
            raise EncodingError(f"a beacon seed has {SEED_BYTES} bytes, not {len(seed)}")
        # The same bytes as `link` hashes, put together by hand: 4,096 of them are wanted at once.
        prefix = b"\x97" + b"".join(encode(part) for part in (DOMAIN, _LINK, game, epoch, seat))
        sha256 = hashlib.sha256
        value = seed
        values = [seed]
        for k in range(CHAIN_LENGTH, 0, -1):
            value = sha256(prefix + encode_int(k) + b"\xc4\x20" + value).digest()
            values.append(value)
        values.reverse()
        self._values = tuple(values)

    @property
    def tip(self) -> bytes:
        """What is published first, 32 bytes: it binds the seat to every value."""
        return self._values[0]

    def value(self, k: int) -> bytes:
        """The k-th value back from the tip, 1 to `CHAIN_LENGTH`."""
        if not 1 <= k <= CHAIN_LENGTH:
            raise EncodingError(f"a chain has values 1 to {CHAIN_LENGTH}, not {k}")
        return self._values[k]

    def __repr__(self) -> str:
        return f"Chain(tip={self.tip.hex()[:8]}...)"


def check_value(previous: bytes, value: bytes, game: bytes, epoch: int, seat: int, k: int) -> bool:
    """Whether ``value`` is the k-th of the chain whose tip (k = 1) or (k-1)-th value is ``previous``."""
    if not 1 <= k <= CHAIN_LENGTH or len(value) != VALUE_BYTES:
        return False
    return compare_digest(previous, link(game, epoch, seat, k, value))


def outcome(game: bytes, epoch: int, k: int, values: Sequence[bytes]) -> bytes:
    """The 32 bytes everything about the k-th event is derived from; ``values`` are all seats', by seat."""
    return digest("beacon-outcome", game, epoch, k, tuple(values))


def dice(result: bytes, count: int) -> tuple[int, ...]:
    """``count`` dice, each 1-6, from an outcome."""
    if not 1 <= count <= MAX_DICE:
        raise EncodingError(f"an event throws 1 to {MAX_DICE} dice, not {count}")
    stream = _stream("beacon-dice", result)
    return tuple(_below(6, stream) + 1 for _ in range(count))


def permutation(result: bytes, n: int) -> tuple[int, ...]:
    """The numbers 0 to n-1 in uniformly random order, from an outcome (Fisher-Yates, from the end)."""
    if not 0 <= n <= MAX_PERMUTATION:
        raise EncodingError(f"an event orders 0 to {MAX_PERMUTATION} things, not {n}")
    stream = _stream("beacon-permutation", result)
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        other = _below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _stream(tag: str, result: bytes) -> Iterator[int]:
    """Bytes without end: the digests of (tag, result, 0), (tag, result, 1), ..."""
    block = 0
    while True:
        yield from digest(tag, result, block)
        block += 1


def _below(bound: int, stream: Iterator[int]) -> int:
    """A uniform number below ``bound`` (at most 256): bytes that would make it uneven are passed over."""
    limit = 256 - 256 % bound
    for byte in stream:
        if byte < limit:
            return byte % bound
    raise AssertionError("the stream has no end")
