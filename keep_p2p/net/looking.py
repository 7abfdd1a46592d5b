"""A spectator's session: one seat of the table is watched, and another looked for if it goes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor

from keep_p2p.net.errors import Refused
from keep_p2p.net.events import GameBegan, Watched
from keep_p2p.net.game import make_playing
from keep_p2p.net.link import Link
from keep_p2p.net.playing import Playing, tell_when_waiting
from keep_p2p.net.setup import ACCUSED_LINGER_SECONDS, SPECTATOR_LINGER_SECONDS, Options
from keep_p2p.net.spectators import Spectators
from keep_p2p.net.stream import Stream
from keep_p2p.net.watching import LINK_LOST, NOT_HELD, Watching, keep_watching, until_genesis
from keep_p2p.table.admission import AdmissionError
from protocol.genesis import SignedGenesis

WATCH_ATTEMPTS = 8
"""Attempts to find a seat to watch again after the link was lost."""


class Looking:
    """Looks on at one table. ``dial`` gives a new link to any of its seats."""

    def __init__(self, options: Options, worker: Executor, stream: Stream, dial: Callable[[], Awaitable[Link]]) -> None:
        self.playing: Playing | None = None
        self.signed: SignedGenesis | None = None
        self._options = options
        self._worker = worker
        self._stream = stream
        self._dial = dial

    async def run(self, link: Link) -> None:
        """Follow the game to its end, beginning on this link.

        :raises UserError: no seat lets us watch (any more), or the game cannot be followed here.
        """
        first: Link | None = link
        lost = False
        while True:
            watching = await keep_watching(self._dial, WATCH_ATTEMPTS, first)
            first = None
            loop = asyncio.get_running_loop()
            tasks = [loop.create_task(self._beat(watching))]
            try:
                playing = await self._begin(await until_genesis(watching))
                waiting = tell_when_waiting(playing, self._options.quiet, self._stream.emit)
                tasks.append(loop.create_task(waiting))
                if lost:
                    await self._stream.emit(Watched(linked=True))
                if await self._follow(watching, playing) or playing.left:
                    return  # where somebody has left, nothing more is to be seen at other seats either
                lost = True
                await self._stream.emit(Watched(linked=False))
            finally:
                for task in tasks:
                    task.cancel()
                await watching.close()

    async def _begin(self, signed: SignedGenesis) -> Playing:
        """The game that is watched; after a new link it must be the same.

        :raises Refused: it is another one, or one with a board, deck or rules that we do not have.
        """
        if self.playing is None:
            nobody = Spectators(allowed=False, lacks=lambda spectator, have: None)
            self.signed = signed
            try:
                self.playing = make_playing(self._options, signed, None, self._stream, self._worker, nobody)
            except AdmissionError as error:
                raise Refused(f"This table cannot be watched: {error}.") from None
            await self._stream.emit(GameBegan(signed, None))
            await self.playing.begin()
        elif self.signed is not None and signed.genesis != self.signed.genesis:
            raise Refused("The table plays another game now: watch it anew.")
        return self.playing

    async def _follow(self, watching: Watching, playing: Playing) -> bool:
        """Take entries until the game is over (True) or the link is lost (False)."""
        watching.tell(playing.peer.have(), wants=True)
        waiting = True  # for the question that ends what we lacked
        while not playing.over.is_set():
            item = await watching.next()
            if item is LINK_LOST:
                return False
            if item is None:
                watching.tell(playing.peer.have(), wants=True)
                waiting = False
            elif not await playing.look(item) and not waiting:
                watching.tell(playing.peer.have(), wants=True)
                waiting = True
        if not getattr(playing.peer, "finished", True):
            await self._hear_more(watching, playing)
        return True

    async def _hear_more(self, watching: Watching, playing: Playing) -> None:
        """After an accusation, while the seat stays: who else is proven to have cheated, or that it was earlier."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ACCUSED_LINGER_SECONDS + SPECTATOR_LINGER_SECONDS):
                while (item := await watching.next()) is not LINK_LOST:
                    if item is None:
                        watching.tell(playing.peer.have(), wants=True)
                    else:
                        await playing.look(item)

    async def _beat(self, watching: Watching) -> None:
        while True:
            watching.tell(NOT_HELD if self.playing is None else dict(self.playing.have()), wants=False)
            await asyncio.sleep(self._options.timing.beat)
