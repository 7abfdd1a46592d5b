"""A table goes on while strangers hold its ports open, feed them slowly, flood them and prove themselves in vain."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable

from keep_p2p.net.address import Address
from keep_p2p.net.dial import Dialler
from keep_p2p.net.errors import NetError
from keep_p2p.net.hello import Purpose, Wanted
from keep_p2p.net.listener import MAX_UNPROVEN, MAX_UNPROVEN_PER_HOST
from keep_p2p.net.session import Session
from keep_p2p.net.tls import client_context
from keep_p2p.net.wire import entry_frame
from protocol.identity import Identity
from tests.net.helpers import CountingPeer, Ends, identity, run, until
from tests.net.sessions import Seated, all_over, options

ELSEWHERE = ("127.0.0.2", 0)
"""Where the strangers come from: another address than the players'."""

ROUNDS = 200


class LongGame(CountingPeer):
    """Long enough for all kinds of strangers to come by."""

    rounds = ROUNDS


class Strangers:
    """All kinds of them at one port, until they are cancelled; ``met`` counts what they managed."""

    def __init__(self, seat: Seated) -> None:
        self.address = seat.session.addresses[0]
        self.met: Counter[str] = Counter()

    def kinds(self) -> tuple[Callable[[], Awaitable[None]], ...]:
        return (
            *[self.hold] * (MAX_UNPROVEN_PER_HOST // 2),
            self.begin_tls,
            self.dribble_tls,
            self.dribble,
            self.dribble,
            self.sit,
            self.pester,
            self.junk,
            self.come,
            self.look,
        )

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for kind in self.kinds():
                group.create_task(self.again(kind))

    async def again(self, kind: Callable[[], Awaitable[None]]) -> None:
        while True:
            with contextlib.suppress(OSError, NetError, EOFError):
                await kind()
            await asyncio.sleep(0.01)

    async def raw(self, **more: object) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        to = (self.address.host, self.address.port)
        return await asyncio.open_connection(*to, local_addr=ELSEWHERE, **more)  # type: ignore[arg-type]  # options

    async def hold(self) -> None:
        """A connection and not a word."""
        reader, writer = await self.raw()
        self.met["held"] += 1
        try:
            await reader.read()
        finally:
            writer.close()

    async def begin_tls(self) -> None:
        """The first half of a TLS handshake, and not a word more."""
        reader, writer = await self.raw()
        try:
            greeting = client_greeting()
            writer.write(greeting[: len(greeting) // 2])
            self.met["TLS begun"] += 1
            await reader.read()
        finally:
            writer.close()

    async def dribble_tls(self) -> None:
        """A TLS handshake, a byte at a time."""
        _, writer = await self.raw()
        try:
            for byte in client_greeting():
                writer.write(bytes([byte]))
                await writer.drain()
                self.met["TLS dribbled"] += 1
                await asyncio.sleep(0.02)
        finally:
            writer.close()

    async def sit(self) -> None:
        """Proven, at the lobby, and asking for nothing."""
        link = await Dialler(stranger(), secrets.token_bytes).dial(self.address, Wanted(Purpose.LOBBY))
        self.met["sat"] += 1
        await Ends(link).closed

    async def pester(self) -> None:
        """Proven, at the lobby, and asking for much."""
        link = await Dialler(stranger(), secrets.token_bytes).dial(self.address, Wanted(Purpose.LOBBY))
        ends = Ends(link)
        for kind in ("join", "wish", "reveal", "chat", "sign", "decline"):
            link.send({"type": kind, "text": "x" * 5_000, "nonce": bytes(32)})
        self.met["pestered"] += 1
        await ends.closed

    async def dribble(self) -> None:
        """A hello of the right form, a byte at a time."""
        _, writer = await self.raw(ssl=client_context(), server_hostname="")
        try:
            for byte in b"\x00\x00\x01\x00" + bytes(256):
                writer.write(bytes([byte]))
                await writer.drain()
                self.met["dribbled"] += 1
                await asyncio.sleep(0.02)
        finally:
            writer.close()

    async def junk(self) -> None:
        """As much as goes out."""
        reader, writer = await self.raw()
        try:
            writer.write(secrets.token_bytes(100_000))
            self.met["junk"] += 1
            await reader.read()
        finally:
            writer.close()

    async def come(self) -> None:
        """A key of its own, for the game's links, with entries at once."""
        await self.spam(Purpose.MESH)

    async def look(self) -> None:
        """A spectator that talks."""
        await self.spam(Purpose.SPECTATOR)

    async def spam(self, purpose: Purpose) -> None:
        link = await Dialler(identity(77), secrets.token_bytes).dial(self.address, Wanted(purpose))
        ends = Ends(link)
        for number in range(100):
            link.send_frame(entry_frame(bytes([number]) * 1_000))
        self.met[purpose] += 1
        await ends.closed


def stranger() -> Identity:
    """Somebody new."""
    return Identity.from_seed(secrets.token_bytes(32))


def client_greeting() -> bytes:
    """What a client of TLS says first."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    connection = client_context().wrap_bio(incoming, outgoing)
    with contextlib.suppress(ssl.SSLWantReadError):
        connection.do_handshake()
    return outgoing.read()


CROWD = 300
"""Connections held open at once by strangers, from twelve addresses: far more than are let in."""


async def crowd(address: Address, number: int) -> None:
    """One of them: connected, silent, and back at once when it is dropped."""
    while True:
        with contextlib.suppress(OSError):
            local = (f"127.0.3.{1 + number % 12}", 0)
            reader, writer = await asyncio.open_connection(address.host, address.port, local_addr=local)
            try:
                await reader.read()
            finally:
                writer.close()
        await asyncio.sleep(0.5)


def test_hundreds_of_silent_connections_keep_nobody_from_joining_and_playing() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = [Seated(await stack.enter_async_context(Session(options(n)))) for n in (1, 2, 3)]
            await seats[0].session.open("Friday", 3)
            held = [asyncio.create_task(crowd(seats[0].session.addresses[0], n)) for n in range(CROWD)]
            listener = seats[0].session._listener
            assert listener is not None
            await until(lambda: listener.unproven == MAX_UNPROVEN)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            await all_over(seats)
            assert listener.unproven <= MAX_UNPROVEN
            for task in held:
                task.cancel()
            await asyncio.gather(*held, return_exceptions=True)
            assert len({seat.transcript() for seat in seats}) == 1

    run(main())


def test_a_table_besieged_by_strangers_plays_to_its_end_and_makes_new_links() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = [
                Seated(await stack.enter_async_context(Session(options(n, make_peer=LongGame)))) for n in (1, 2, 3)
            ]
            await seats[0].session.open("Friday", 3, spectators=True)
            sieges = [Strangers(seats[0])]
            running = [asyncio.create_task(sieges[0].run())]
            await until(lambda: sieges[0].met["held"] >= MAX_UNPROVEN_PER_HOST // 2)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            await until(lambda: all(seat.session._game is not None for seat in seats))
            sieges += [Strangers(seat) for seat in seats[1:]]
            running += [asyncio.create_task(siege.run()) for siege in sieges[1:]]
            for number in range(20, ROUNDS, 20):
                await until(lambda least=number: rounds(seats[1]) >= least)  # type: ignore[misc]  # bound early
                for seat in seats:
                    cut(seat)
            await all_over(seats)
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            assert len({seat.transcript() for seat in seats}) == 1
            for siege in sieges:
                kinds = ("held", "TLS begun", "TLS dribbled", "dribbled", "junk", Purpose.MESH)
                assert all(siege.met[kind] for kind in kinds), siege.met
            assert all(sieges[0].met[kind] for kind in (Purpose.SPECTATOR, "sat", "pestered")), sieges[0].met

    run(main())


def rounds(seat: Seated) -> int:
    peer = seat.session.peer
    return 0 if peer is None else peer.round


def cut(seat: Seated) -> None:
    game = seat.session._game
    if game is not None:
        for link in [link for other in game.mesh.others for link in game.mesh.links_to(other)]:
            link.abort("cut")
