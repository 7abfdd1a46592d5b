"""Those who only look on, at one seat. Their links are read-only: nothing they send is ever taken as an entry."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from keep_p2p.net.link import Link, Message
from keep_p2p.net.neighbour import Have
from keep_p2p.net.wire import ASK_FRAME, entry_frame, genesis_frame, read_beat, unknown
from protocol.encoding import EncodingError

MAX_SPECTATORS = 16
"""Spectators at one seat. Stops a crowd from slowing the game down."""

MAX_SPECTATORS_PER_HOST = 8
"""Spectators at one seat from one address. Stops one stranger from taking all places."""

BEATS_A_TICK = 32
"""Messages taken from one spectator between two ticks, not counting answers that tell of having come further: who
catches up gives many of them, but no more than the game has rounds. Stops one from keeping us busy."""

SILENT_TICKS = 10
"""Ticks without a word, after which a spectator counts as gone."""

MAX_PUBLISHED = 4096
"""Digests remembered of entries published, so that a relayed copy is not sent twice."""


@dataclass(eq=False)
class Spectator:
    """One who looks on. ``level``: it had all we had, so new entries go to it at once. ``have``: what it last said.

    ``asked``: it was given entries, and asked what it holds then. ``furthest``: the latest round it told of so.
    """

    link: Link
    level: bool = False
    have: Have | None = None
    asked: bool = False
    furthest: int = 0
    beats: int = 0
    silent: int = 0


@dataclass
class Spectators:
    """All who look on at this seat. ``lacks(spectator, have)`` is called when one must be given what it lacks."""

    allowed: bool
    lacks: Callable[[Spectator, Have], None]
    left: Callable[[], None] = lambda: None
    """Called when a spectator is gone."""
    genesis: bytes | None = None
    """The signed genesis, once there is one."""
    last: tuple[bytes, ...] = ()
    """What is sent after all entries to those who come later: farewells."""
    closed: str | None = None
    """Why nobody is let in any more, once that is so."""
    _present: list[Spectator] = field(default_factory=list)
    _published: dict[bytes, None] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._present)

    def accept(self, link: Link) -> None:
        """Let a spectator in, or tell it why not."""
        spectator = Spectator(link)
        if (why := self._refusal(link)) is not None:
            link.close(why)
            link.start(lambda message: None, lambda reason: None)
            return
        self._present.append(spectator)
        link.start(lambda message: self._take(spectator, message), lambda reason: self._gone(spectator))
        if self.genesis is not None:
            link.send_frame(genesis_frame(self.genesis))

    def begin(self, genesis: bytes) -> None:
        """The game has begun: whoever waited gets the genesis."""
        self.genesis = genesis
        for spectator in self._present:
            spectator.link.send_frame(genesis_frame(genesis))

    def publish(self, data: bytes, *, to_all: bool = False) -> None:
        """An accepted entry, for all who have everything before it. Others get it when they catch up.

        ``to_all``: what has no place in an order, and may be the last that they hear.
        """
        if not self._present or not self._is_fresh(data):
            return
        framed = entry_frame(data)
        for spectator in tuple(self._present):
            if spectator.level or (to_all and self.genesis is not None):
                spectator.link.send_frame(framed)

    def give(self, spectator: Spectator, entries: Sequence[bytes]) -> None:
        """What a spectator lacks; nothing means that it is level with us."""
        fresh = not entries and not spectator.level
        spectator.level = spectator.level or not entries
        for data in self.last if fresh else entries:
            spectator.link.send_frame(entry_frame(data))
        if entries:
            spectator.asked = True
            spectator.link.send_frame(ASK_FRAME)

    def serve(self) -> None:
        """Give all what they lack, by what they last said."""
        for spectator in self._present:
            if self.genesis is not None and spectator.have is not None:
                self.lacks(spectator, spectator.have)

    def tick(self) -> None:
        """Once a second: forget how much each has said, and those who say nothing."""
        for spectator in tuple(self._present):
            spectator.beats = 0
            spectator.silent += 1
            if spectator.silent > SILENT_TICKS:
                spectator.link.abort("nothing was heard of it")

    def all_hold(self, have: Have) -> bool:
        """Whether everybody present has said that it holds this."""
        return all(spectator.have == have for spectator in self._present)

    async def close(self, reason: str) -> None:
        """Send everybody home, and let nobody in any more."""
        self.closed = reason
        links = [spectator.link for spectator in self._present]
        for link in links:
            link.close(reason)
        await asyncio.gather(*(link.wait_closed() for link in links))

    def _refusal(self, link: Link) -> str | None:
        if self.closed is not None:
            return self.closed
        if not self.allowed:
            return "this table is not open to spectators"
        if len(self._present) >= MAX_SPECTATORS:
            return f"{MAX_SPECTATORS} spectators watch here already: try another seat of the table"
        same_host = sum(other.link.remote_host == link.remote_host for other in self._present)
        if same_host >= MAX_SPECTATORS_PER_HOST:
            return f"{MAX_SPECTATORS_PER_HOST} spectators from this address watch here already"
        return None

    def _take(self, spectator: Spectator, message: Message) -> None:
        spectator.silent = 0
        try:
            if message["type"] != "beat":
                raise unknown(message)
            beat = read_beat(message)
            if not self._comes_on(spectator, beat.have):
                spectator.beats += 1
            if spectator.beats > BEATS_A_TICK:
                raise EncodingError("too many messages from a spectator")
        except EncodingError as error:
            spectator.link.close(f"the last message was refused: {error}")
            return
        stuck = beat.have == spectator.have
        spectator.have = beat.have
        if self.genesis is not None and (beat.wants or stuck or not spectator.level):
            self.lacks(spectator, beat.have)

    @staticmethod
    def _comes_on(spectator: Spectator, have: Have) -> bool:
        """Whether it was asked, and answers that it is in a later round than ever before."""
        number = have.get("round")
        if not spectator.asked or type(number) is not int or number <= spectator.furthest:
            return False
        spectator.asked, spectator.furthest = False, number
        return True

    def _gone(self, spectator: Spectator) -> None:
        if spectator in self._present:
            self._present.remove(spectator)
            self.left()

    def _is_fresh(self, data: bytes) -> bool:
        mark = hashlib.sha256(data).digest()
        if mark in self._published:
            return False
        self._published[mark] = None
        if len(self._published) > MAX_PUBLISHED:
            del self._published[next(iter(self._published))]
        return True


async def tick_on(spectators: Spectators, seconds: float) -> None:
    """Tick for ever."""
    while True:
        await asyncio.sleep(seconds)
        spectators.tick()
