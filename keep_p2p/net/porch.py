"""Whether a port can be reached: a listener that greets whoever comes, and a caller that looks for the greeting.

Used by `keep-p2p doctor` only. Two doctors on one network find each other by mDNS (an announcement with no seats,
which is no table) and knock at each other's porch, so each can say whether the other's firewall lets it through.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass

from keep_p2p.net.address import Address
from keep_p2p.net.listener import bind

GREETING = b"keep-p2p doctor 1\n"
"""What a porch says, whole, to everybody who comes; then it hangs up. It reads nothing."""

KNOCK_SECONDS = 2.0
"""Seconds within which a port must be reached."""

MAX_CALLERS = 32
"""Callers at once. Stops a stranger from using up this process's sockets."""

DOCTOR = "doctor"
"""The name in a doctor's announcement."""


class Porch:
    """Listens on every address while it is entered. ``port`` is the port, once it is."""

    def __init__(self, port: int = 0) -> None:
        """``port`` 0: one that is free."""
        self.port = port
        self._server: asyncio.Server | None = None
        self._callers = 0

    async def __aenter__(self) -> Porch:
        """Open it.

        :raises PortInUse: the port is taken.
        :raises NoNetwork: it cannot be listened on.
        """
        listening = bind(None, self.port)
        self.port = listening.getsockname()[1]
        self._server = await asyncio.start_server(self._greet, sock=listening)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close it."""
        assert self._server is not None, "entered before it is left"
        self._server.close()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._callers < MAX_CALLERS:
            self._callers += 1
            writer.write(GREETING)
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(KNOCK_SECONDS):
                    await writer.drain()
            self._callers -= 1
        writer.close()


@dataclass(frozen=True, slots=True)
class Knock:
    """What came of calling at an address. ``problem`` is empty if it was reached, after ``seconds``."""

    address: Address
    seconds: float = 0.0
    problem: str = ""

    @property
    def reached(self) -> bool:
        """Whether somebody answered."""
        return not self.problem


async def knock(address: Address, *, greeting: bytes = GREETING, seconds: float = KNOCK_SECONDS) -> Knock:
    """Call at ``address``; with an empty ``greeting`` it is enough that it can be reached (a table, not a porch)."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(address.host, address.port)
            try:
                if greeting and await reader.readexactly(len(greeting)) != greeting:
                    return Knock(address, problem="something else answers there")
            finally:
                writer.close()
    except TimeoutError:
        return Knock(address, problem=f"no answer in {seconds:g} s")
    except asyncio.IncompleteReadError:
        return Knock(address, problem="something else answers there")
    except OSError as error:
        return Knock(address, problem=_reason(error))
    return Knock(address, time.monotonic() - began)


def _reason(error: OSError) -> str:
    """What the system says: asyncio's own text repeats the address, and resolvers count below zero."""
    number = error.errno or 0
    text = os.strerror(number) if os.name == "posix" and number > 0 else str(error.strerror or error)
    return text[:1].lower() + text[1:]


async def knock_at(addresses: Sequence[Address], *, greeting: bytes = GREETING) -> tuple[Knock, ...]:
    """Call at all of them at once."""
    return tuple(await asyncio.gather(*(knock(address, greeting=greeting) for address in addresses)))
