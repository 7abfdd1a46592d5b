"""What the tests of cards and Hilt share: places in a game, and randomness that is the same in every run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

from protocol.context import Context
from protocol.deck import Deck, DeckKey, joint_key
from protocol.group import Point

HERE = Context(bytes(range(32)), epoch=2, round=7, seat=3, step="shuffle")

ELSEWHERE = {
    "game": replace(HERE, game=bytes(32)),
    "epoch": replace(HERE, epoch=3),
    "round": replace(HERE, round=8),
    "seat": replace(HERE, seat=4),
    "step": replace(HERE, step="draw"),
}
"""The same place but for one field."""

NOT_ON_THE_GROUP = bytes.fromhex("26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371")
"""RFC 9496, A.3: a non-square x^2."""
NOT_CANONICAL = bytes.fromhex("00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")
"""RFC 9496, A.3: a field element not below p."""


class Source:
    """Bytes that look random and depend on the seed alone."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._calls = 0

    def __call__(self, size: int) -> bytes:
        self._calls += 1
        return hashlib.shake_256(f"{self._seed}/{self._calls}".encode()).digest(size)


def keys(count: int, seed: int = 0) -> tuple[DeckKey, ...]:
    source = Source(seed)
    return tuple(DeckKey.generate(source) for _ in range(count))


def joint(several: tuple[DeckKey, ...]) -> Point:
    return joint_key([key.public for key in several])


def seed(number: int) -> bytes:
    return hashlib.sha256(f"seed {number}".encode()).digest()


def shuffled(deck: Deck, key: Point, times: int = 1) -> Deck:
    for number in range(times):
        deck, _ = deck.shuffle(key, replace(HERE, seat=number), seed(number))
    return deck


def pieces(data: bytes, size: int = 32) -> Iterator[tuple[int, bytes]]:
    """The elements of a proof, each with its place."""
    for at in range(0, len(data), size):
        yield at, data[at : at + size]


def put(data: bytes, at: int, piece: bytes) -> bytes:
    return data[:at] + piece + data[at + len(piece) :]
