"""Another seat as the mesh sees it: where it listens, the links to it, what it last said it holds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from keep_p2p.net.address import Address
from keep_p2p.net.interfaces import MAX_ADDRESSES
from keep_p2p.net.link import Link
from protocol.encoding import Value
from protocol.identity import PublicKey

Have = Mapping[str, Value]
"""What a peer says it holds. The mesh passes it on and understands nothing of it."""


@dataclass(eq=False)
class Neighbour:
    """One other seat of the game."""

    seat: int
    key: PublicKey
    prefers_incoming: bool
    """Whether of two links the one that the other side dialled survives: its key is the lower."""
    addresses: list[Address]
    links: list[Link] = field(default_factory=list)
    """At most one of each direction, older first."""
    beaten: set[Link] = field(default_factory=set)
    """Links that have carried a heartbeat of the other side's."""
    linked_to: frozenset[int] = frozenset()
    """The seats it says it is linked to."""
    have: Have | None = None
    level: frozenset[int] = frozenset()
    """The seats that it says hold the same as it does."""
    trusted: bool = True
    """Whether we believe what it says of others."""
    served: int = 0
    """Catch-ups given since our last heartbeat."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is a reason to dial now."""

    @property
    def active(self) -> Link | None:
        """The link to send on: the one that will survive once it has proven itself, else any that works."""
        usable = [link for link in self.links if link.open]
        if len(usable) < 2:
            return usable[0] if usable else None
        return next((link for link in usable if self._preferred(link) and link in self.beaten), usable[0])

    def add(self, link: Link) -> Link | None:
        """A new link. Returns the older one of the same direction, which it replaces, for closing."""
        older = next((other for other in self.links if other.incoming == link.incoming), None)
        if older is not None:
            self.forget(older)
        self.links.append(link)
        return older

    def forget(self, link: Link) -> None:
        """A link is gone."""
        if link in self.links:
            self.links.remove(link)
        self.beaten.discard(link)

    def surplus(self) -> Link | None:
        """Of two links the one to close: the one dialled by the higher key, once the other has carried a heartbeat."""
        if len(self.links) < 2 or not any(self._preferred(link) and link in self.beaten for link in self.links):
            return None
        return next(link for link in self.links if not self._preferred(link))

    def refresh(self, addresses: Iterable[Address]) -> bool:
        """Newer addresses come first; whether any was new."""
        fresh = list(addresses)
        new = any(address not in self.addresses for address in fresh)
        self.addresses = list(dict.fromkeys([*fresh, *self.addresses]))[:MAX_ADDRESSES]
        return new

    def _preferred(self, link: Link) -> bool:
        return link.incoming == self.prefers_incoming
