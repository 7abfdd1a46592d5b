"""The links between all seats of a running game.

Both sides dial; of two links between a pair the one dialled by the lower key survives, once it has
carried a heartbeat. Own entries go to all neighbours at once. An entry from one neighbour is passed
on to those who are not linked to it. Heartbeats say what a peer holds; who lacks something gets it:
at once on a new link or when asked for, otherwise when it has not moved for a whole beat.
Entries are opaque here, and nothing here judges them.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from keep_p2p.net.address import Address
from keep_p2p.net.dial import Dialler
from keep_p2p.net.errors import NetError, NotYet
from keep_p2p.net.hello import Purpose, Wanted
from keep_p2p.net.link import Link, Message
from keep_p2p.net.neighbour import Have, Neighbour
from keep_p2p.net.wire import ASK_FRAME, beat_frame, entry_frame, read_ask, read_beat, read_entry, unknown
from protocol.encoding import EncodingError
from protocol.identity import PublicKey

MAX_PASSED_ON = 4096
"""Digests remembered of entries passed on. Stops one entry from going round in circles."""

CATCH_UPS_A_BEAT = 32
"""Catch-ups given to one neighbour between two of our heartbeats. Stops a peer that asks for all, again and again."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How often and how long, in seconds."""

    beat: float = 1.0
    """Between heartbeats."""
    silent: float = 6.0
    """Without a word, after which a link counts as dead."""
    first_wait: float = 0.05
    """Before the second attempt to dial; doubled each time."""
    longest_wait: float = 4.0
    """Between attempts, at most."""
    head_start: float = 0.2
    """For the side whose link survives anyway, so that mostly only one is made."""


class Owner(Protocol):
    """Who holds the entries. Called in the event loop; none of these may block."""

    def have(self) -> Have:
        """What we hold now."""

    def received(self, seat: int, data: bytes) -> None:
        """An entry came from this neighbour: not necessarily its own."""

    def asked(self, seat: int) -> None:
        """This neighbour wants to know what we hold (`Mesh.answer`) once all it sent so far is taken in."""

    def heard(self, seat: int, have: Have, serve: bool) -> None:
        """This neighbour holds so much. ``serve``: `Mesh.give` it the rest."""

    def link_changed(self, seat: int, up: bool) -> None:
        """The first link to this neighbour is up, or the last one gone."""


class Mesh:
    """One seat's links to all others."""

    def __init__(
        self,
        own: int,
        keys: Sequence[PublicKey],
        addresses: Sequence[Iterable[Address]],
        game: bytes,
        dialler: Dialler,
        owner: Owner,
        *,
        timing: Timing | None = None,
        jitter: Callable[[], float] = lambda: 0.5,
    ) -> None:
        """``keys`` and ``addresses`` by seat, our own among them; ``jitter`` gives a number from 0 to 1."""
        self._own = own
        self._keys = tuple(keys)
        self._game = game
        self._dialler = dialler
        self._owner = owner
        self._timing = timing or Timing()
        self._jitter = jitter
        self._passed_on: dict[bytes, None] = {}
        self._heard: dict[Link, float] = {}
        self._paused: set[int] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False
        self._neighbours = {
            seat: Neighbour(seat, key, key < keys[own], list(addresses[seat]))
            for seat, key in enumerate(keys)
            if seat != own
        }

    # --- what the owner calls ---------------------------------------------------------------------

    @property
    def linked(self) -> frozenset[int]:
        """The seats we are linked to."""
        return frozenset(seat for seat, neighbour in self._neighbours.items() if neighbour.active is not None)

    @property
    def own(self) -> int:
        """Our own seat."""
        return self._own

    @property
    def others(self) -> tuple[int, ...]:
        """All other seats."""
        return tuple(self._neighbours)

    def reaches(self, seat: int) -> bool:
        """Whether we are linked to this seat, or somebody we are linked to says that they are."""
        neighbours = (other for other in self._neighbours.values() if other.seat != seat)
        return seat in self.linked or any(seat in other.linked_to for other in neighbours)

    def links_to(self, seat: int) -> tuple[Link, ...]:
        """The links there are to this seat now: one, for a moment perhaps two."""
        return tuple(self._neighbours[seat].links)

    @property
    def level(self) -> frozenset[int]:
        """The seats known to hold exactly what we hold, ourselves among them; from others by hearsay."""
        have = self._owner.have()
        same = [n for n in self._neighbours.values() if n.have == have]
        return frozenset([self._own]).union(*({n.seat} | (n.level if n.trusted else set()) for n in same))

    def start(self) -> None:
        """Begin to dial and to beat."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._dial_on(n)) for n in self._neighbours.values()]
        self._tasks.append(loop.create_task(self._beat_on()))

    def accept(self, link: Link) -> None:
        """Take a link that somebody dialled to us for this game; a stranger's is closed."""
        seat = next((n.seat for n in self._neighbours.values() if n.key == link.peer), None)
        if seat is None or self._closed:
            link.close("only the seats of this game are linked here: watch it instead")
            link.start(lambda message: None, lambda why: None)
            return
        self._add(self._neighbours[seat], link)

    def broadcast(self, data: bytes) -> None:
        """Send an entry of our own to all, at once."""
        framed = entry_frame(data)
        for neighbour in self._neighbours.values():
            self._send(neighbour, framed)

    def pass_on(self, data: bytes, source: int) -> None:
        """Send a neighbour's fresh entry to those who say they are not linked to that neighbour; each entry once."""
        others = [n for n in self._neighbours.values() if n.seat != source and source not in n.linked_to]
        if not others or not self._is_fresh(data):
            return
        framed = entry_frame(data)
        for neighbour in others:
            self._send(neighbour, framed)

    def give(self, seat: int, entries: Sequence[bytes]) -> None:
        """Send a neighbour what it lacks, and ask what it holds then."""
        neighbour = self._neighbours[seat]
        if not entries:
            return
        for data in entries:
            self._send(neighbour, entry_frame(data))
        self._send(neighbour, ASK_FRAME)

    def answer(self, seat: int) -> None:
        """Tell a neighbour what we hold, and that we want the rest."""
        self._send(self._neighbours[seat], self._beat(wants=True))

    def tell(self, *, wants: bool) -> None:
        """Tell all neighbours now what we hold; ``wants``: and that we wait for what we lack."""
        framed = self._beat(wants=wants)
        for neighbour in self._neighbours.values():
            self._send(neighbour, framed)

    def refresh(self, key: PublicKey, addresses: Iterable[Address]) -> None:
        """A seat was seen at these addresses. They are a hint: the key decides who answers there."""
        for neighbour in self._neighbours.values():
            if neighbour.key == key and neighbour.refresh(addresses):
                neighbour.wake.set()

    def distrust(self, seat: int) -> None:
        """Believe no more what this seat says of others: it has cheated, and could send us away too early."""
        if seat in self._neighbours:
            self._neighbours[seat].trusted = False

    def pause(self, seat: int) -> None:
        """Take no more from this neighbour for now, on whatever link it may make."""
        self._paused.add(seat)
        for link in self._links_of(seat):
            link.pause()

    def resume(self, seat: int) -> None:
        """Take from it again."""
        self._paused.discard(seat)
        for link in self._links_of(seat):
            link.resume()

    def _links_of(self, seat: int) -> list[Link]:
        """All links to a seat that something may come from, those too that are being given up."""
        return [link for link in self._heard if link.peer == self._keys[seat]]

    async def close(self, reason: str) -> None:
        """Stop dialling and close every link."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        links = tuple(self._heard)
        for link in links:
            link.close(reason)
        await asyncio.gather(*(link.wait_closed() for link in links))

    # --- links ------------------------------------------------------------------------------------

    def _add(self, neighbour: Neighbour, link: Link) -> None:
        was_linked = neighbour.active is not None
        older = neighbour.add(link)
        if older is not None:
            older.retire("a newer link took its place")
        self._heard[link] = asyncio.get_running_loop().time()
        link.start(lambda message: self._take(neighbour, link, message), lambda why: self._gone(neighbour, link))
        if neighbour.seat in self._paused:
            link.pause()
        link.send_frame(self._beat(wants=True))
        if not was_linked and neighbour.active is not None:
            self._changed(neighbour, up=True)

    def _gone(self, neighbour: Neighbour, link: Link) -> None:
        self._heard.pop(link, None)
        if link not in neighbour.links:
            return
        neighbour.forget(link)
        if neighbour.active is None:
            neighbour.linked_to = frozenset()
            neighbour.wake.set()
            self._changed(neighbour, up=False)

    def _changed(self, neighbour: Neighbour, up: bool) -> None:
        """Whom we are linked to has changed: neighbours pass entries on by that, so they hear it at once."""
        framed = self._beat(wants=False)
        for other in self._neighbours.values():
            if other is not neighbour:
                self._send(other, framed)
        if not self._closed:
            self._owner.link_changed(neighbour.seat, up)

    def _send(self, neighbour: Neighbour, framed: bytes) -> None:
        link = neighbour.active
        if link is not None:
            link.send_frame(framed)

    async def _dial_on(self, neighbour: Neighbour) -> None:
        """Dial whenever there is no link, with growing pauses."""
        wanted = Wanted(Purpose.MESH, key=neighbour.key, game=self._game)
        timing = self._timing
        if neighbour.prefers_incoming:
            await self._pause(neighbour, timing.head_start)
        wait = timing.first_wait
        while True:
            if neighbour.active is not None:
                wait = timing.first_wait
                await neighbour.wake.wait()
                neighbour.wake.clear()
                continue
            try:
                self._add(neighbour, await self._dialler.dial_any(neighbour.addresses, wanted))
            except NotYet:
                await self._pause(neighbour, timing.first_wait)
            except NetError:
                await self._pause(neighbour, wait * (0.5 + self._jitter()))
                wait = min(2 * wait, timing.longest_wait)

    async def _pause(self, neighbour: Neighbour, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await neighbour.wake.wait()
        neighbour.wake.clear()

    # --- messages ---------------------------------------------------------------------------------

    def _take(self, neighbour: Neighbour, link: Link, message: Message) -> None:
        if link in self._heard:
            self._heard[link] = asyncio.get_running_loop().time()
        try:
            kind = message["type"]
            if kind == "entry":
                self._owner.received(neighbour.seat, read_entry(message))
            elif kind == "beat":
                self._take_beat(neighbour, link, message)
            elif kind == "ask":
                read_ask(message)
                self._owner.asked(neighbour.seat)
            else:
                raise unknown(message)
        except EncodingError as error:
            link.close(f"the last message was refused: {error}")

    def _take_beat(self, neighbour: Neighbour, link: Link, message: Message) -> None:
        beat = read_beat(message)
        stuck = beat.have == neighbour.have
        moved = beat.links != neighbour.linked_to
        neighbour.have, neighbour.linked_to, neighbour.level = beat.have, beat.links, beat.level
        if link in neighbour.links:
            neighbour.beaten.add(link)
        if (surplus := neighbour.surplus()) is not None:
            neighbour.forget(surplus)
            surplus.retire("one link between two peers is enough")
        serve = (beat.wants or stuck or moved) and neighbour.served < CATCH_UPS_A_BEAT
        neighbour.served += serve
        self._owner.heard(neighbour.seat, beat.have, serve)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(self._timing.beat)
            framed = self._beat(wants=False)
            now = asyncio.get_running_loop().time()
            for neighbour in self._neighbours.values():
                neighbour.served = 0
                for link in tuple(neighbour.links):
                    if now - self._heard[link] > self._timing.silent:
                        link.abort("nothing was heard of it")
                    else:
                        link.send_frame(framed)

    def _beat(self, wants: bool) -> bytes:
        return beat_frame(self._owner.have(), self.linked, self.level, wants)

    def _is_fresh(self, data: bytes) -> bool:
        mark = hashlib.sha256(data).digest()
        if mark in self._passed_on:
            return False
        self._passed_on[mark] = None
        if len(self._passed_on) > MAX_PASSED_ON:
            del self._passed_on[next(iter(self._passed_on))]
        return True
