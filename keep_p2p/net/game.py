"""One seat's game on the network, from the signed genesis until all seats have everything."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import Executor

from keep_p2p.net.announcement import GAME_PREFIX_BYTES, addresses_of
from keep_p2p.net.chat import Chat
from keep_p2p.net.dial import Dialler
from keep_p2p.net.discovery import Change, Discovery, Seen
from keep_p2p.net.events import GameBegan
from keep_p2p.net.farewell import Farewells
from keep_p2p.net.mesh import Mesh
from keep_p2p.net.playing import Playing, tell_when_waiting
from keep_p2p.net.setup import ACCUSED_LINGER_SECONDS, SPECTATOR_LINGER_SECONDS, Options
from keep_p2p.net.spectators import Spectators
from keep_p2p.net.stream import Stream
from keep_p2p.table.lobby import Begun
from keep_p2p.table.peer import Peer
from protocol.genesis import SignedGenesis
from protocol.identity import fingerprint


def make_playing(
    options: Options, signed: SignedGenesis, own: int | None, stream: Stream, worker: Executor, spectators: Spectators
) -> Playing:
    """The peer of this game, with its journal, ready to run. ``own`` None: a spectator, which has no journal.

    :raises AdmissionError: the game cannot be played here.
    :raises JournalError: the journal cannot be read.
    """
    keeps = options.journal is not None and own is not None
    journal = options.journal(signed.genesis.digest()) if options.journal is not None and keeps else None
    recalled = {} if journal is None else journal.recall()
    identity = None if own is None else options.identity
    peer = (options.make_peer or Peer)(signed, options.packs, options.random, identity, recalled)
    chat, farewells = Chat(signed.genesis, identity, own), Farewells(signed.genesis, identity, own)
    return Playing(peer, journal, stream.emit, worker, spectators, chat, farewells)


class SeatGame:
    """One seat's part in a running game: its peer, its mesh, its spectators."""

    def __init__(
        self,
        options: Options,
        begun: Begun,
        dialler: Dialler,
        worker: Executor,
        spectators: Spectators,
        stream: Stream,
    ) -> None:
        self.signed = begun.signed
        self.own = begun.own
        self.playing = make_playing(options, begun.signed, begun.own, stream, worker, spectators)
        self.mesh = Mesh(
            begun.own,
            [seat.key for seat in begun.seats],
            [addresses_of(seat.hosts, seat.port) for seat in begun.seats],
            begun.signed.genesis.digest(),
            dialler,
            self.playing,
            timing=options.timing,
            jitter=lambda: options.random(1)[0] / 255,
        )
        self.playing.mesh = self.mesh
        spectators.lacks, spectators.left = self.playing.lacks, self.playing.moved.set
        self._options = options
        self._spectators = spectators
        self._stream = stream

    async def run(self, discovery: Discovery | None) -> None:
        """Play to the end, and stay for those who lack something. Links are left open.

        :raises UserError: the journal failed, or what else the peer's work may raise.
        """
        await self._stream.emit(GameBegan(self.signed, self.own))
        self.mesh.start()
        self._spectators.begin(self.signed.to_bytes())
        unhear = self._hear_sightings(discovery)
        loop = asyncio.get_running_loop()
        running = loop.create_task(self.playing.run())
        telling = loop.create_task(tell_when_waiting(self.playing, self._options.quiet, self._stream.emit))
        try:
            await self._until_over(running)
            await self._linger(running)
        finally:
            unhear()
            for task in (running, telling):
                task.cancel()
            await asyncio.gather(running, telling, return_exceptions=True)

    async def _until_over(self, running: asyncio.Task[None]) -> None:
        over = asyncio.ensure_future(self.playing.over.wait())
        try:
            await asyncio.wait([over, running], return_when=asyncio.FIRST_COMPLETED)
        finally:
            over.cancel()
        if running.done():
            running.result()  # it only ends by an error

    async def _linger(self, running: asyncio.Task[None]) -> None:
        """Stay until all seats, then all spectators, have said that they hold what we hold, but not for ever."""
        seconds = self._options.linger
        if not getattr(self.playing.peer, "finished", True):
            seconds = min(seconds, ACCUSED_LINGER_SECONDS)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._until_level(running)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, SPECTATOR_LINGER_SECONDS)):
                while not running.done() and not self._spectators.all_hold(self.playing.have()):
                    await self._move()

    async def _until_level(self, running: asyncio.Task[None]) -> None:
        known = 0
        while not running.done() and known <= len(self.mesh.others):
            if len(self.mesh.level) > known:  # pass on what we have learnt, for those who are not linked
                self.mesh.tell(wants=known == 0)
                known = len(self.mesh.level)
            else:
                await self._move()

    async def _move(self) -> None:
        self.playing.moved.clear()
        await self.playing.moved.wait()

    def _hear_sightings(self, discovery: Discovery | None) -> Callable[[], None]:
        """Seats of our own game that are seen somewhere else than before are dialled there too."""
        if discovery is None:
            return lambda: None
        prefix = self.signed.genesis.digest()[:GAME_PREFIX_BYTES]
        keys = {fingerprint(seat.key): seat.key for seat in self.signed.genesis.roster}

        def hear(seen: Seen) -> None:
            announcement = seen.sighting.announcement
            key = keys.get(announcement.fingerprint)
            if seen.change is not Change.GONE and announcement.game == prefix and key is not None:
                self.mesh.refresh(key, seen.sighting.addresses)

        return discovery.listen(hear)
