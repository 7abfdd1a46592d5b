"""Dice that nobody can choose (docs/protocol.md, section 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alone.encoding import digest

CHAIN_LENGTH = 4096


def before(game: bytes, epoch: int, seat: int, k: int, value: bytes) -> bytes:
    """value(k-1) of a chain, from value(k)."""
    return digest("beacon-link", game, epoch, seat, k, value)


def tip_of(game: bytes, epoch: int, seat: int, seed: bytes) -> bytes:
    value = seed
    for k in range(CHAIN_LENGTH, 0, -1):
        value = before(game, epoch, seat, k, value)
    return value


def outcome(game: bytes, epoch: int, k: int, values: Sequence[bytes]) -> bytes:
    return digest("beacon-outcome", game, epoch, k, tuple(values))


def _numbers(tag: str, source: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from digest(tag, source, block)
        block += 1


def _below(stream: Iterator[int], n: int) -> int:
    while True:
        byte = next(stream)
        if byte < 256 - 256 % n:
            return byte % n


def dice(source: bytes, count: int) -> tuple[int, ...]:
    stream = _numbers("beacon-dice", source)
    return tuple(_below(stream, 6) + 1 for _ in range(count))


def permutation(source: bytes, n: int) -> tuple[int, ...]:
    stream = _numbers("beacon-permutation", source)
    items = list(range(n))
    for i in range(n - 1, 0, -1):
        j = _below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return tuple(items)
