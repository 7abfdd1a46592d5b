"""Looking on: following a table that is open to spectators, at whichever of its seats answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from keep_p2p.net.errors import NetError, NotYet, Refused
from keep_p2p.net.link import LOST, Link, Message
from keep_p2p.net.wire import beat_frame, read_ask, read_entry, read_genesis, unknown
from protocol.encoding import EncodingError, Value
from protocol.genesis import SignedGenesis, parse_signed_genesis

MAX_WAITING_ENTRIES = 256
"""Entries waiting to be checked before the link is paused. Stops a seat from filling our memory."""

LINK_LOST = b""
"""In place of an entry: nothing more will come."""

NOT_HELD: dict[str, Value] = {"round": 1, "seats": ()}
"""What a spectator holds before it knows the game."""


class Watching:
    """A spectator's link: entries into a queue, and what it holds back to the seat it watches."""

    def __init__(self, link: Link) -> None:
        self.genesis: asyncio.Future[SignedGenesis] = asyncio.get_running_loop().create_future()
        self._items: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.closed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._link = link
        self._paused = False
        self.genesis.add_done_callback(lambda done: done.cancelled() or done.exception())
        link.start(self._take, self._gone)

    def tell(self, have: dict[str, Value], wants: bool) -> None:
        """Say what we hold."""
        self._link.send_frame(beat_frame(have, (), (), wants))

    async def close(self) -> None:
        """Look on no more."""
        self._link.close("the spectator has left")
        await self._link.wait_closed()

    async def next(self) -> bytes | None:
        """The next entry, None for the question what we hold, `LINK_LOST` at the end."""
        if self._paused and self._items.qsize() < MAX_WAITING_ENTRIES // 2:
            self._paused = False
            self._link.resume()
        return await self._items.get()

    def _take(self, message: Message) -> None:
        try:
            kind = message["type"]
            if kind == "entry":
                self._items.put_nowait(read_entry(message))
            elif kind == "ask":
                read_ask(message)
                self._items.put_nowait(None)
            elif kind == "genesis" and not self.genesis.done():
                self.genesis.set_result(_checked(read_genesis(message)))
            else:
                raise unknown(message)
        except EncodingError as error:
            self._link.close(f"the last message was refused: {error}")
        if not self._paused and self._items.qsize() >= MAX_WAITING_ENTRIES:
            self._paused = True
            self._link.pause()

    def _gone(self, why: str) -> None:
        if not self.closed.done():
            self.closed.set_result(why)
            self._items.put_nowait(LINK_LOST)


async def keep_watching(dial: Callable[[], Awaitable[Link]], patience: int, first: Link | None = None) -> Watching:
    """A fresh link to some seat of the table, after as many attempts as ``patience`` allows.

    :raises NetError: no seat let us watch.
    """
    wait = 0.1
    for attempt in range(patience):
        try:
            return Watching(first if first is not None else await dial())
        except NetError as error:
            if attempt + 1 == patience and not isinstance(error, NotYet):
                raise
        await asyncio.sleep(wait)
        wait = min(2 * wait, 2.0)
    raise Refused("No seat of this table lets us watch any more. Its game may be over; if not, watch it again.")


async def until_genesis(watching: Watching) -> SignedGenesis:
    """Wait for the game to begin.

    :raises Refused: the seat turned us away, or hung up before.
    """
    ends: list[asyncio.Future[Any]] = [watching.genesis, watching.closed]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    if watching.genesis.done():
        return watching.genesis.result()
    why = watching.closed.result()
    raise Refused(f"This table cannot be watched: {why if why != LOST else 'the other side hung up'}.")


def _checked(data: bytes) -> SignedGenesis:
    signed = parse_signed_genesis(data)
    if (problem := signed.problem()) is not None:
        raise EncodingError(problem)
    return signed
