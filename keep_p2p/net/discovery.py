"""Finding tables on the local network by mDNS: announcing, browsing, and whether it works here at all."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from zeroconf import BadTypeInNameException, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from keep_p2p.net.announcement import SERVICE, Announcement, Sighting, addresses_of, from_txt, to_txt
from keep_p2p.net.errors import NoNetwork
from keep_p2p.net.interfaces import OwnAddress, announced_hosts, own_addresses

MAX_SIGHTINGS = 64
"""Peers remembered at once. Stops a flood of announcements from filling memory and screens."""

MAX_LOOKUPS = 16
"""Look-ups of one service's details under way at once. Stops a flood of names from piling up tasks."""

LOOKUP_MS = 3000
"""Milliseconds one look-up may take before it is given up."""

PROBE_SECONDS = 3.0
"""Seconds within which a machine's own announcement must come back if multicast works."""

NO_MULTICAST = (
    "This machine passes no multicast, so tables cannot be found by name: "
    "addresses are used instead (join and watch take HOST:PORT)."
)
"""The sentence shown where mDNS does not work."""


class Change(StrEnum):
    """What happened to an announcement."""

    APPEARED = "appeared"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Seen:
    """An announcement appeared, changed, or is gone."""

    change: Change
    sighting: Sighting


Listener = Callable[[Seen], None]


class Discovery:
    """One process's part in mDNS: an async context manager that announces at most one thing and sees all others.

    Listeners are called in the event loop, from no task of their own, and must not block.
    """

    def __init__(self, interfaces: tuple[OwnAddress, ...] | None = None) -> None:
        """``interfaces`` takes the place of this machine's own addresses, for tests."""
        self._own = own_addresses() if interfaces is None else interfaces
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._info: AsyncServiceInfo | None = None
        self._label = f"keep-{secrets.token_hex(6)}"
        self._sightings: dict[str, Sighting] = {}
        self._listeners: list[Listener] = []
        self._lookups: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    async def __aenter__(self) -> Discovery:
        """Open the sockets and begin to browse.

        :raises NoNetwork: no interface lets multicast be sent.
        """
        self._zeroconf = await _open(self._own)
        self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._on_change])
        return self

    async def __aexit__(self, *_: object) -> None:
        """Say goodbye and close everything."""
        for task in self._lookups.values():
            task.cancel()
        await asyncio.gather(*self._lookups.values(), return_exceptions=True)
        if self._browser is not None:
            await self._browser.async_cancel()
        if self._zeroconf is not None:
            with contextlib.suppress(OSError):
                await self._zeroconf.async_unregister_all_services()
            await self._zeroconf.async_close()
        self._zeroconf = None

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """All announcements of others now in sight, oldest first; one's own is not among them."""
        return tuple(self._sightings.values())

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with each `Seen` from now on, until the function returned is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def announce(self, announcement: Announcement, port: int) -> None:
        """Announce, or change what is announced. Returns once others have been told (under a second)."""
        assert self._zeroconf is not None, "entered before use"
        info = self._service(announcement, port)
        update = self._info is not None
        self._info = info
        with contextlib.suppress(OSError):
            if update:
                sent = await self._zeroconf.async_update_service(info)
            else:
                # The instance's name is random, so nobody needs to be asked whether it is free.
                sent = await self._zeroconf.async_register_service(info, cooperating_responders=True)
            await sent

    async def withdraw(self) -> None:
        """Announce nothing any more."""
        info, self._info = self._info, None
        if info is not None and self._zeroconf is not None:
            with contextlib.suppress(OSError):
                await (await self._zeroconf.async_unregister_service(info))

    def _service(self, announcement: Announcement, port: int) -> AsyncServiceInfo:
        return AsyncServiceInfo(
            SERVICE,
            f"{self._label}.{SERVICE}",
            port=port,
            properties=to_txt(announcement),
            server=f"{self._label}.local.",
            parsed_addresses=list(announced_hosts(self._own)),
        )

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if name.startswith(f"{self._label}."):
            return
        if state_change is ServiceStateChange.Removed:
            self._lost(name)
        elif name in self._lookups:
            self._again.add(name)
        elif len(self._lookups) < MAX_LOOKUPS and (name in self._sightings or len(self._sightings) < MAX_SIGHTINGS):
            self._start_lookup(zeroconf, name)

    def _start_lookup(self, zeroconf: Zeroconf, name: str) -> None:
        self._lookups[name] = asyncio.get_running_loop().create_task(self._look_up(zeroconf, name))

    async def _look_up(self, zeroconf: Zeroconf, name: str) -> None:
        try:
            while True:
                self._again.discard(name)
                await self._read(zeroconf, name)
                if name not in self._again:
                    return
        finally:
            self._lookups.pop(name, None)
            self._again.discard(name)

    async def _read(self, zeroconf: Zeroconf, name: str) -> None:
        try:
            info = AsyncServiceInfo(SERVICE, name)
        except BadTypeInNameException:  # a hostile instance name
            return
        if not await info.async_request(zeroconf, LOOKUP_MS):
            return
        announcement = from_txt(info.properties)
        addresses = addresses_of(info.parsed_scoped_addresses(), info.port)
        if announcement is not None and addresses:
            self._found(Sighting(name, announcement, addresses))

    def _found(self, sighting: Sighting) -> None:
        before = self._sightings.get(sighting.service)
        if before == sighting or (before is None and len(self._sightings) >= MAX_SIGHTINGS):
            return
        self._sightings[sighting.service] = sighting
        self._tell(Seen(Change.CHANGED if before else Change.APPEARED, sighting))

    def _lost(self, name: str) -> None:
        if (task := self._lookups.get(name)) is not None:
            task.cancel()
        sighting = self._sightings.pop(name, None)
        if sighting is not None:
            self._tell(Seen(Change.GONE, sighting))

    def _tell(self, seen: Seen) -> None:
        for listener in tuple(self._listeners):
            listener(seen)


async def multicast_works(seconds: float = PROBE_SECONDS, interfaces: tuple[OwnAddress, ...] | None = None) -> bool:
    """Whether mDNS passes between two processes of this machine: a probe is announced and must be seen.

    :param seconds: how long to wait for it before the answer is no.
    """
    probe = Announcement(0, secrets.token_bytes(16), "probe", 0, 0, "", watch=False)
    try:
        async with Discovery(interfaces) as teller, Discovery(interfaces) as hearer:
            heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()

            def hear(seen: Seen) -> None:
                if seen.sighting.announcement.table == probe.table and not heard.done():
                    heard.set_result(None)

            hearer.listen(hear)
            async with asyncio.timeout(seconds):
                await teller.announce(probe, port=9)
                await heard
            return True
    except (NoNetwork, TimeoutError):
        return False


async def _open(own: tuple[OwnAddress, ...]) -> AsyncZeroconf:
    """Sockets on every interface, each of which zeroconf then sends on by itself: no default route is needed."""
    hosts = [a.host for a in own]
    fours = [host for host in hosts if ":" not in host]
    why = "this machine has no network address"
    for choice, version in ((hosts, IPVersion.All), (fours, IPVersion.V4Only)):
        if not choice or (version is IPVersion.All and fours == hosts):
            continue
        try:
            opened = AsyncZeroconf(interfaces=choice, ip_version=version)
        except (OSError, RuntimeError) as error:
            why = f"multicast cannot be used ({error})"
            continue
        try:
            await opened.zeroconf.async_wait_for_start()
        except BaseException:
            await opened.async_close()
            raise
        return opened
    raise NoNetwork(why)
