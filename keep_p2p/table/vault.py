"""A seat's secrets by name: made once, journalled before anything derived from them is sent.

After a restart the same names give the same bytes, so a seat repeats itself instead of
contradicting itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from keep_p2p.table.effects import Persist


class Vault:
    """Named secrets of one seat in one game."""

    def __init__(self, random: Callable[[int], bytes], recalled: Mapping[str, bytes]) -> None:
        """``random`` returns that many fresh secret bytes; ``recalled`` is what the journal holds."""
        self.random = random
        self._kept = dict(recalled)
        self._new: list[Persist] = []

    def get(self, name: str) -> bytes | None:
        """The secret of this name, if there is one."""
        return self._kept.get(name)

    def keep(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The secret of this name, made now if there is none."""
        known = self._kept.get(name)
        if known is None:
            known = make()
            self._kept[name] = known
            self._new.append(Persist(name, known))
        return known

    def seed(self, name: str) -> bytes:
        """A secret of 32 random bytes."""
        return self.keep(name, lambda: self.random(32))

    def take_new(self) -> tuple[Persist, ...]:
        """What must be journalled before the next entry is sent; asked once."""
        new, self._new = tuple(self._new), []
        return new
