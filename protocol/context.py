"""What every proof is bound to: the place in the game for which it was made, and no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

GAME_BYTES: Final = 32
MAX_NUMBER: Final = 2**63 - 1
"""Largest epoch, round or seat: what the canonical encoding carries."""
MAX_STEP: Final = 64
"""Characters of a step's name: these are our own words, a longer one is a mistake."""


@dataclass(frozen=True)
class Context:
    """Game id (32 bytes), epoch, round, seat that speaks and the step's name, e.g. ``"shuffle"``.

    A proof made for one context holds in no other: the context is part of the statement that every challenge hashes
    (docs/protocol-cards.md, sections 1 and 6). Raises ValueError for values that no game has.
    """

    game: bytes
    epoch: int
    round: int
    seat: int
    step: str

    def __post_init__(self) -> None:
        if len(self.game) != GAME_BYTES:
            raise ValueError(f"a game's id has {GAME_BYTES} bytes, not {len(self.game)}")
        for name, number in (("epoch", self.epoch), ("round", self.round), ("seat", self.seat)):
            if not 0 <= number <= MAX_NUMBER:
                raise ValueError(f"{name} must be from 0 to {MAX_NUMBER}, not {number}")
        if not 0 < len(self.step) <= MAX_STEP:
            raise ValueError(f"a step's name has 1 to {MAX_STEP} characters, not {len(self.step)}")

    def parts(self) -> tuple[bytes, int, int, int, str]:
        """Return the fields in order, as they go into a digest."""
        return (self.game, self.epoch, self.round, self.seat, self.step)
