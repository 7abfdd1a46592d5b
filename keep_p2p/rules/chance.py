"""Dice and shuffles for a table without a network: seeded, or fixed. The only chance inside the rules' own tools."""

from __future__ import annotations

from typing import Protocol

from keep_p2p.rules.names import Card

_MASK = (1 << 64) - 1
DIE = 6


class Chance(Protocol):
    """Where a `Simulation` gets its dice and shuffles from."""

    def dice(self, count: int) -> tuple[int, ...]:
        """``count`` dice, each 1-6."""

    def shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """``cards`` in the order in which they lie in the new slots."""

    def copy(self) -> Chance:
        """The same chance from here on, on its own."""


class Dealer:
    """Seeded chance: SplitMix64 (Steele, Lea, Flood 2014), fast and the same everywhere. Never for a real table."""

    __slots__ = ("_state",)

    def __init__(self, seed: int | bytes) -> None:
        number = int.from_bytes(seed, "big") if isinstance(seed, bytes) else seed
        self._state = 0
        while True:  # every 64 bits of the seed count
            self._state = (self._state ^ number) & _MASK
            self._next()
            number >>= 64
            if number in (0, -1):
                break

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1 (multiply and shift: the bias is below limit / 2**64)."""
        return (self._next() * limit) >> 64

    def dice(self, count: int) -> tuple[int, ...]:
        """``count`` dice, each 1-6."""
        return tuple(self.below(DIE) + 1 for _ in range(count))

    def shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """A random order of ``cards`` (Fisher and Yates)."""
        order = list(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def copy(self) -> Dealer:
        """The same numbers from here on."""
        other = Dealer.__new__(Dealer)
        other._state = self._state
        return other


class FixedChance:
    """Dice from a list, over and over, and decks left in card order: for exact counts (perft) and puzzles."""

    __slots__ = ("_at", "_dice")

    def __init__(self, dice: tuple[int, ...] = (3,)) -> None:
        if not dice or not all(1 <= die <= DIE for die in dice):
            raise ValueError(f"Fixed dice are numbers from 1 to {DIE}, at least one.")
        self._dice = dice
        self._at = 0

    def dice(self, count: int) -> tuple[int, ...]:
        """The next ``count`` of the list."""
        rolled = tuple(self._dice[(self._at + i) % len(self._dice)] for i in range(count))
        self._at += count
        return rolled

    def shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """``cards`` as they are."""
        return cards

    def copy(self) -> FixedChance:
        """The same dice from here on."""
        other = FixedChance(self._dice)
        other._at = self._at
        return other
