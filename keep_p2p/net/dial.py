"""Dialling: one address, or all addresses a peer may have until the right key answers."""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
from collections.abc import Callable, Sequence

from keep_p2p.net.address import Address
from keep_p2p.net.errors import HostUnreachable, NetError, NotAPeer, NotYet, OtherPeer, OtherVersion
from keep_p2p.net.hello import CallerHello, HelloFailed, Wanted
from keep_p2p.net.interfaces import OwnAddress, own_addresses, with_scopes
from keep_p2p.net.link import DiallingSide, Link
from keep_p2p.net.tls import client_context
from protocol.identity import Identity

CONNECT_SECONDS = 5.0
"""Seconds for connecting and TLS with one address, then again for the hello. Stops one that never answers."""

STAGGER_SECONDS = 0.25
"""Seconds between the starts of attempts at one peer's several addresses (as in RFC 8305)."""

_SHUTDOWN_SECONDS = 1.0


class Dialler:
    """Dials as one identity. ``random(n)`` gives n fresh random bytes."""

    def __init__(
        self,
        identity: Identity,
        random: Callable[[int], bytes],
        *,
        seconds: float = CONNECT_SECONDS,
        stagger: float = STAGGER_SECONDS,
    ) -> None:
        self._identity = identity
        self._random = random
        self._seconds = seconds
        self._stagger = stagger
        self._context = client_context()

    async def dial(self, address: Address, wanted: Wanted) -> Link:
        """A link on which the hello is over; `Link.start` it.

        :raises NetError: nobody there, no peer, another version, or not whom we want.
        """
        where = str(address)
        side = DiallingSide(lambda seen: CallerHello(self._identity, seen, wanted, where, self._random), where)
        link = Link(side, incoming=False)
        await self._connect(link, address)
        try:
            async with asyncio.timeout(self._seconds):
                await asyncio.shield(link.met)
        except TimeoutError:
            link.abort("no hello in time")
            raise NotAPeer(where, f"it did not say hello within {self._seconds:g} s") from None
        except HelloFailed as error:
            raise NotAPeer(where, str(error)) from error
        except asyncio.CancelledError:
            link.abort("no longer wanted")
            raise
        return link

    async def dial_any(
        self, addresses: Sequence[Address], wanted: Wanted, own: Sequence[OwnAddress] | None = None
    ) -> Link:
        """The first link that comes up with whom we want, all addresses tried nearly at once.

        :param addresses: in order of preference; a link-local one is tried on each interface.
        :raises NetError: none came up: the error that says most.
        """
        own = own_addresses() if own is None else own
        targets = list(dict.fromkeys(t for address in addresses for t in with_scopes(address, own)))
        if not targets:
            raise HostUnreachable("The peer", "it has no address that this machine can reach")
        return await _Race(self, targets, wanted, self._stagger).run()

    async def _connect(self, link: Link, address: Address) -> None:
        loop = asyncio.get_running_loop()
        where = str(address)
        try:
            async with asyncio.timeout(self._seconds):
                await loop.create_connection(
                    lambda: link,
                    address.host,
                    address.port,
                    ssl=self._context,
                    server_hostname="",
                    ssl_handshake_timeout=0.9 * self._seconds,
                    ssl_shutdown_timeout=_SHUTDOWN_SECONDS,
                )
        except (ssl.SSLError, ConnectionAbortedError, ConnectionResetError) as error:
            raise NotAPeer(where, "it does not answer as one") from error
        except TimeoutError:
            raise HostUnreachable(where, f"no answer within {self._seconds:g} s") from None
        except (OSError, UnicodeError) as error:
            raise HostUnreachable(where, _plain(error)) from error


class _Race:
    """Attempts at several addresses of one peer: started one after another, the first that succeeds wins."""

    def __init__(self, dialler: Dialler, targets: Sequence[Address], wanted: Wanted, stagger: float) -> None:
        self._dialler = dialler
        self._targets = list(targets)
        self._wanted = wanted
        self._stagger = stagger
        self._errors: list[NetError] = []
        self._running: set[asyncio.Task[Link]] = set()

    async def run(self) -> Link:
        try:
            while self._targets or self._running:
                if (link := await self._step()) is not None:
                    return link
        finally:
            await self._stop()
        raise min(self._errors, key=_says_least)

    async def _step(self) -> Link | None:
        if self._targets:
            attempt = self._dialler.dial(self._targets.pop(0), self._wanted)
            self._running.add(asyncio.get_running_loop().create_task(attempt))
        patience = self._stagger if self._targets else None
        done, self._running = await asyncio.wait(self._running, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        won: Link | None = None
        for task in done:
            error = task.exception()
            if isinstance(error, NetError):
                self._errors.append(error)
            elif error is not None:
                raise error
            elif won is None:
                won = task.result()
            else:
                task.result().close("another address answered first")
        return won

    async def _stop(self) -> None:
        for task in self._running:
            task.cancel()
        for outcome in await asyncio.gather(*self._running, return_exceptions=True):
            if isinstance(outcome, Link):
                outcome.close("another address answered first")


_TELLING = (NotYet, OtherVersion, NotAPeer, OtherPeer, HostUnreachable)


def _says_least(error: NetError) -> int:
    """The place of ``error`` among several: one that tells the person more comes first."""
    return next((place for place, kind in enumerate(_TELLING) if isinstance(error, kind)), len(_TELLING))


def _plain(error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else None
    known = number is not None and number > 0 and not isinstance(error, socket.gaierror)
    text = os.strerror(number) if known and number is not None else getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]
