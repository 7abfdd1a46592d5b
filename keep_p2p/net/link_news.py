"""Which changes of links are told: a seat that hangs up and links again without end shall not fill the screens."""

from __future__ import annotations

from collections import Counter

from keep_p2p.net.events import LinkDown, LinkUp

MAX_CHANGES = 6
"""Changes of the links to one seat that are told in one round. Stops a seat from filling screens with them."""


class LinkNews:
    """What has been told of the links to each seat, and what is so."""

    def __init__(self) -> None:
        self._up: dict[int, bool] = {}
        self._told: dict[int, bool] = {}
        self._changes: Counter[int] = Counter()

    def changed(self, seat: int, up: bool) -> tuple[LinkUp | LinkDown, ...]:
        """What to tell now that the link to this seat is up or gone."""
        self._up[seat] = up
        if self._changes[seat] >= MAX_CHANGES:
            return ()
        self._changes[seat] += 1
        return self._tell(seat)

    def round_moved(self) -> tuple[LinkUp | LinkDown, ...]:
        """A new round: what was kept back and is still news, by seat."""
        self._changes.clear()
        return tuple(event for seat in sorted(self._up) for event in self._tell(seat))

    def _tell(self, seat: int) -> tuple[LinkUp | LinkDown, ...]:
        up = self._up[seat]
        if self._told.get(seat) is up:
            return ()
        self._told[seat] = up
        return (LinkUp(seat) if up else LinkDown(seat),)
