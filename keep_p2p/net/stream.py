"""A session's events on their way to whoever drives it: in order, bounded, with an end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from keep_p2p.net.events import SessionEvent

EVENTS_WAITING = 10_000
"""Events that wait to be read before the game holds still. Stops a screen that hangs from filling memory."""


class Stream:
    """Written by the session's parts, read by one reader."""

    def __init__(self) -> None:
        self._events: asyncio.Queue[SessionEvent | BaseException | None] = asyncio.Queue(EVENTS_WAITING)

    def put(self, event: SessionEvent) -> None:
        """For the few events of the lobby: dropped if thousands are unread."""
        if not self._events.full():
            self._events.put_nowait(event)

    async def emit(self, event: SessionEvent) -> None:
        """For the many of the game: waits until there is room."""
        await self._events.put(event)

    def finish(self, error: BaseException | None) -> None:
        """End the stream, with the error that ended the session if there was one."""
        if self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(error)

    async def events(self) -> AsyncIterator[SessionEvent]:
        """Everything up to the end; raises the error given to `finish`."""
        while True:
            event = await self._events.get()
            if event is None:
                return
            if isinstance(event, BaseException):
                raise event
            yield event
