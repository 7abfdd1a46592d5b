"""What the network around this machine is like: the facts that `keep-p2p doctor` puts into words.

Everything here takes a few seconds at most, and changes nothing. While it looks around it announces itself, with no
seats (so that nobody takes it for a table), and listens: two doctors on one network find and try each other.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import ifaddr

from keep_p2p.net.address import Address, is_link_local_v6
from keep_p2p.net.announcement import Announcement, Sighting
from keep_p2p.net.discovery import Change, Discovery, Seen
from keep_p2p.net.errors import NetError, NoNetwork
from keep_p2p.net.hello import WIRE_VERSION
from keep_p2p.net.interfaces import MAX_ADDRESSES, OwnAddress, with_scopes
from keep_p2p.net.porch import DOCTOR, GREETING, Knock, Porch, knock_at

LOOK_SECONDS = 4.0
"""Seconds to look around: mDNS answers within one, and is asked again after one and after three."""

MOST_PEERS = 16
"""Peers that are tried. Stops a flood of announcements from making this machine call at hundreds of addresses."""


@dataclass(frozen=True, slots=True)
class Named:
    """One address of this machine, with what its interface is called."""

    own: OwnAddress
    interface: str


@dataclass(frozen=True, slots=True)
class Peer:
    """A table, a game or another doctor in sight, and what came of calling at its addresses."""

    sighting: Sighting
    knocks: tuple[Knock, ...]

    @property
    def doctor(self) -> bool:
        """Whether it is a doctor, and no table."""
        return not self.sighting.announcement.seats

    @property
    def same_version(self) -> bool:
        """Whether it speaks our version of the protocol."""
        return self.sighting.announcement.version == WIRE_VERSION

    @property
    def reached(self) -> Knock | None:
        """The quickest call that was answered."""
        return min((k for k in self.knocks if k.reached), key=lambda k: k.seconds, default=None)


def named(own: Sequence[OwnAddress]) -> tuple[Named, ...]:
    """The same addresses with their interfaces' names."""
    names = {adapter.index: adapter.nice_name for adapter in ifaddr.get_adapters()}
    return tuple(Named(address, str(names.get(address.index, "?"))) for address in own)


@dataclass(frozen=True, slots=True)
class Listening:
    """Whether a port can be listened on and reached: ``problem``, a sentence, if not; else what each address gave."""

    port: int
    knocks: tuple[Knock, ...] = ()
    problem: str = ""


async def try_port(port: int, own: Sequence[OwnAddress]) -> Listening:
    """Listen on ``port`` (0: one that is free) and call at it on every address of this machine."""
    try:
        async with Porch(port) as porch:
            return Listening(porch.port, await knock_at(_dialled(own, porch.port)))
    except NetError as error:
        return Listening(port, problem=str(error))


def _dialled(own: Sequence[OwnAddress], port: int) -> tuple[Address, ...]:
    found = []
    for address in own[:MAX_ADDRESSES]:
        scope = f"%{address.index}" if is_link_local_v6(address.host) else ""
        found.append(Address(f"{address.host}{scope}", port))
    return tuple(found)


async def look_around(own: tuple[OwnAddress, ...], seconds: float = LOOK_SECONDS) -> tuple[Peer, ...]:
    """Whoever else comes in sight within ``seconds``, each called at: none where multicast does not work."""
    try:
        async with Discovery(own) as discovery, asyncio.TaskGroup() as calls, contextlib.AsyncExitStack() as stack:
            found: dict[str, asyncio.Task[Peer]] = {}

            def seen(news: Seen) -> None:
                # Called at at once: another doctor looks around for some seconds only.
                about = news.sighting.announcement
                known = news.sighting.service in found or len(found) >= MOST_PEERS
                if news.change is not Change.GONE and (about.seats or about.name == DOCTOR) and not known:
                    found[news.sighting.service] = calls.create_task(_call_at(news.sighting, own))

            discovery.listen(seen)
            with contextlib.suppress(NetError):
                porch = await stack.enter_async_context(Porch())
                await discovery.announce(_presence(), porch.port)
            await asyncio.sleep(seconds)
            return tuple([await task for task in found.values()])
    except NoNetwork:
        return ()


def _presence() -> Announcement:
    return Announcement(WIRE_VERSION, secrets.token_bytes(16), DOCTOR, 0, 0, "", watch=False)


async def _call_at(sighting: Sighting, own: tuple[OwnAddress, ...]) -> Peer:
    addresses = [scoped for address in sighting.addresses for scoped in with_scopes(address, own)]
    greeting = b"" if sighting.announcement.seats else GREETING
    return Peer(sighting, await knock_at(addresses[:MAX_ADDRESSES], greeting=greeting))
