"""From what a person typed to a table: by name over mDNS, or by HOST:PORT."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from keep_p2p.net.address import Address, parse, reads_as_address
from keep_p2p.net.announcement import Sighting
from keep_p2p.net.discovery import Discovery
from keep_p2p.net.errors import AmbiguousTable, NoMulticast, OtherVersion, Refused, UnknownTable
from keep_p2p.net.hello import WIRE_VERSION
from keep_p2p.table.lobby_names import same_name

LOOK_SECONDS = 5.0
"""Seconds a table is looked for."""

PRACTICE = (
    "The table {name!r} is for practice: only computer players of its own sit down there, and nobody looks on. "
    "Join another, or open one yourself."
)
"""What is said to whoever names a table that takes no guests."""

GRACE_SECONDS = 0.6
"""Seconds to look on after the first match, so that a second table of the same name is not overlooked."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where to dial: addresses to try, the table's id and name unless given by hand."""

    addresses: tuple[Address, ...]
    table: bytes | None = None
    name: str | None = None


async def find(
    target: str | None,
    discovery: Discovery | None,
    *,
    watch: bool,
    seconds: float = LOOK_SECONDS,
    practice: bool = False,
) -> Found:
    """The table that ``target`` means: a name, HOST:PORT, or None for the only one there is.

    :param watch: it is to be watched, so a running game will do; otherwise it must be open.
    :param practice: a table that takes no guests will do if it is named: who looks is a computer player.
    :raises UserError: a sentence for each way in which that can fail.
    """
    if target is not None and reads_as_address(target):
        return Found((parse(target),))
    if discovery is None:
        raise NoMulticast
    search = _Search(target, discovery, watch, practice and target is not None)
    await search.run(seconds)
    return search.result(seconds)


class _Search:
    """The sightings that match, while they come in."""

    def __init__(self, name: str | None, discovery: Discovery, watch: bool, practice: bool) -> None:
        self._name = name
        self._discovery = discovery
        self._watch = watch
        self._practice = practice
        self._changed = asyncio.Event()

    async def run(self, seconds: float) -> None:
        stop: Callable[[], None] = self._discovery.listen(lambda seen: self._changed.set())
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while not self._matches():
                        await self._changed.wait()
                        self._changed.clear()
            if self._matches():
                await asyncio.sleep(min(seconds, GRACE_SECONDS))
        finally:
            stop()

    def result(self, seconds: float) -> Found:
        matches = self._matches()
        tables = {sighting.announcement.table for sighting in matches}
        if not matches:
            self._explain()
            raise UnknownTable(self._name, self._names(), seconds)
        if len(tables) > 1:
            raise AmbiguousTable(self._name, tuple(sorted(_describe(sighting) for sighting in matches)))
        first = matches[0].announcement
        if first.version != WIRE_VERSION:
            raise OtherVersion(f"The table {first.name!r}", first.version, WIRE_VERSION)
        addresses = dict.fromkeys(address for sighting in matches for address in sighting.addresses)
        return Found(tuple(addresses), first.table, first.name)

    def _matches(self) -> list[Sighting]:
        will_do = [s for s in self._named() if self._practice or not s.announcement.practice]
        return [s for s in will_do if (s.announcement.watch if self._watch else not s.announcement.playing)]

    def _named(self) -> list[Sighting]:
        named = [s for s in self._discovery.sightings if self._name is None or _is_called(s, self._name)]
        return [s for s in named if s.announcement.seats]

    def _names(self) -> tuple[str, ...]:
        tables = [s.announcement for s in self._discovery.sightings if s.announcement.seats]
        return tuple(dict.fromkeys(table.name for table in tables if not table.practice))

    def _explain(self) -> None:
        """Tables that are in sight and will not do have a sentence of their own."""
        named = [s for s in self._named() if self._practice or not s.announcement.practice]
        if self._name is not None and self._named() and not named:
            raise Refused(PRACTICE.format(name=self._name))
        if not named:
            return
        if self._name is None:
            seen = ", ".join(map(repr, self._names()))
            if self._watch:
                raise Refused(f"No table in sight lets onlookers in ({seen}): ask an opener for one with --spectators.")
            raise Refused(f"Every table in sight is playing already ({seen}): open one of your own, or wait for one.")
        if self._watch:
            raise Refused(
                f"The table {self._name!r} is not open to spectators: ask its opener to open one with --spectators."
            )
        raise Refused(f"The table {self._name!r} is playing already: watch it, or join another.")


def _is_called(sighting: Sighting, name: str) -> bool:
    return same_name(sighting.announcement.name, name)


def _describe(sighting: Sighting) -> str:
    announcement = sighting.announcement
    return f"{announcement.name!r} of {announcement.fingerprint} at {sighting.addresses[0]}"
