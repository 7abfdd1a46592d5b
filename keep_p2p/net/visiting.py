"""A guest's lobby on a real link: `Guest` with its connection to the opener."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from keep_p2p.net.errors import NetError, Refused
from keep_p2p.net.link import Link, Message
from keep_p2p.table.lobby import (
    Begun,
    Chatted,
    Guest,
    LobbyChanged,
    LobbyOutput,
    NotGranted,
    Reopened,
    SafetyWords,
    Say,
    SignedBy,
    TurnedAway,
)
from keep_p2p.table.lobby_wishes import Wish

ANSWER_SECONDS = 10.0
"""Seconds for the opener's first answer. Stops a table that never answers from holding us."""

REDIALS = 5
"""Times the opener is dialled again when the link is lost after we have signed."""

LobbyEvent = LobbyChanged | SafetyWords | Reopened | Chatted | SignedBy | NotGranted | Begun


class Visiting:
    """The guest's side. ``tell`` takes what concerns the player; ``ended`` becomes the error if we lose our seat."""

    def __init__(self, guest: Guest, tell: Callable[[LobbyEvent], None], redial: Callable[[], Awaitable[Link]]) -> None:
        """``redial`` gives a new link to the same opener."""
        self.guest = guest
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the game has begun, or with `Refused`."""
        self._tell = tell
        self._redial = redial
        self._link: Link | None = None
        self._answered = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._leaving = False
        self.ended.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def join(self, link: Link, seconds: float = ANSWER_SECONDS) -> None:
        """Ask for a seat on this link; returns when we have one.

        :raises Refused: we were turned away, or nothing came back.
        """
        self._use(link)
        try:
            async with asyncio.timeout(seconds):
                await self._answered.wait()
        except TimeoutError:
            self._lose("the opener did not answer: try again")
        if self.ended.done():
            self.ended.result()

    def confirm(self, yes: bool) -> None:
        """The player's answer to the safety words."""
        self._do(self.guest.confirm(yes))

    def wish(self, wish: Wish) -> None:
        """Ask for other characters."""
        self._do(self.guest.wish(wish))

    def say(self, text: str) -> None:
        """Say something to all."""
        self._do(self.guest.say(text))

    async def close(self, reason: str) -> None:
        """Leave. The link's loss is no reason to dial again from here on."""
        self._leaving = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._link is not None:
            self._link.close(reason)
            await self._link.wait_closed()

    # --- inside -----------------------------------------------------------------------------------

    def _use(self, link: Link) -> None:
        self._link = link
        link.start(lambda message: self._take(link, message), lambda why: self._gone(link, why))
        link.send(self.guest.join().message)

    def _take(self, link: Link, message: Message) -> None:
        if link is self._link:
            self._do(self.guest.receive(message))

    def _gone(self, link: Link, why: str) -> None:
        if link is not self._link or self.ended.done() or self._leaving:
            return
        self._link = None
        if self.guest.awaits_signatures:
            task = asyncio.get_running_loop().create_task(self._again(why))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            self._do(self.guest.lost(why))

    async def _again(self, why: str) -> None:
        """All that is missing is the signed genesis, which the opener may have: ask again."""
        for attempt in range(REDIALS):
            try:
                self._use(await self._redial())
            except NetError:
                await asyncio.sleep(0.1 * 2**attempt)
            else:
                return
        self._do(self.guest.lost(why))

    def _do(self, outputs: tuple[LobbyOutput, ...]) -> None:
        for output in outputs:
            if isinstance(output, Say):
                if self._link is not None:
                    self._link.send(output.message)
            elif isinstance(output, TurnedAway):
                self._lose(output.why)
            elif isinstance(output, (LobbyChanged, SafetyWords, Reopened, Chatted, SignedBy, NotGranted, Begun)):
                self._hear(output)

    def _hear(self, event: LobbyEvent) -> None:
        if isinstance(event, LobbyChanged) and event.own is not None:
            self._answered.set()
        self._tell(event)
        if isinstance(event, Begun):
            if not self.ended.done():
                self.ended.set_result(None)
            if self._link is not None:
                self._link.close("the game has begun")

    def _lose(self, why: str) -> None:
        self._answered.set()
        if not self.ended.done():
            sentence = why[:1].upper() + why[1:]
            self.ended.set_exception(Refused(sentence if sentence.endswith(".") else f"{sentence}."))
        if self._link is not None:
            self._link.close(why)
