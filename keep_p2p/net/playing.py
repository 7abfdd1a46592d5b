"""Running one seat's `Peer`: entries in from the mesh, effects out to journal, mesh, spectators and screen.

One task takes one thing after another, so the peer is never entered twice. Heavy work (checking a
shuffle) runs in a worker thread, so that heartbeats go on meanwhile.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

from keep_p2p.net.chat import Chat
from keep_p2p.net.events import Left, SessionEvent, StillThere, Stranded, Waiting
from keep_p2p.net.farewell import Farewells
from keep_p2p.net.link_news import LinkNews
from keep_p2p.net.mesh import Mesh
from keep_p2p.net.neighbour import Have
from keep_p2p.net.pump import Inbox
from keep_p2p.net.spectators import Spectator, Spectators
from keep_p2p.rules.actions import Action
from keep_p2p.rules.names import Seat
from keep_p2p.table.effects import Accused, Ask, Effect, Finished, Persist, Refused, Send
from keep_p2p.table.view import View
from protocol.encoding import Value, decode, encode

HEAVY_BYTES = 4096
"""Bytes of an entry from which it is checked in the worker thread: a shuffle, not a step."""

LATER_ENTRIES = 32
"""Entries of one neighbour kept that came too early to be taken. Stops a flood; what is lost is asked for again."""

LATER_BYTES = 262_144
"""Bytes of them, of each neighbour for itself: none takes the others' room."""

LATER_TRIES = 3
"""Times one is tried again when the round has moved on."""

TURN_SECONDS = 0.005
"""Seconds of work before the event loop gets its turn."""


class PeerLike(Protocol):
    """What is used of `keep_p2p.table.peer.Peer`."""

    @property
    def round(self) -> int:
        """The open round."""

    @property
    def view(self) -> View | None:
        """What this seat sees."""

    def start(self) -> tuple[Effect, ...]:
        """Open the first round."""

    def receive(self, data: bytes) -> tuple[Effect, ...]:
        """Take one entry."""

    def choose(self, action: Action) -> tuple[Effect, ...]:
        """Answer this seat's decision."""

    def have(self) -> dict[str, Value]:
        """What it holds."""

    def missing_for(self, have: Mapping[str, Value]) -> tuple[bytes, ...]:
        """What another lacks."""

    def waiting_for(self) -> tuple[Seat, ...]:
        """Whom the open round awaits."""

    def transcript(self) -> bytes:
        """All complete rounds so far, as a file."""


class JournalLike(Protocol):
    """What is used of `keep_p2p.store.journal.GameJournal`."""

    def persist_all(self, items: Iterable[tuple[str, bytes]]) -> None:
        """Write all; on the disk when this returns."""

    def recall(self) -> Mapping[str, bytes]:
        """All that was persisted of this game, by name."""


@dataclass(frozen=True, slots=True)
class _Entry:
    data: bytes
    tries: int = 0


@dataclass(frozen=True, slots=True)
class _Asked:
    pass


@dataclass(frozen=True, slots=True)
class _Lacks:
    have: Have


@dataclass(frozen=True, slots=True)
class _Linked:
    up: bool


@dataclass(frozen=True, slots=True)
class _Chosen:
    action: Action
    done: asyncio.Future[None]


_Item = _Entry | _Asked | _Lacks | _Linked | _Chosen
_OWN = "own"


class Playing:
    """One seat in a running game: it is the mesh's owner."""

    def __init__(
        self,
        peer: PeerLike,
        journal: JournalLike | None,
        emit: Callable[[SessionEvent], Awaitable[None]],
        worker: Executor,
        spectators: Spectators,
        chat: Chat | None = None,
        farewells: Farewells | None = None,
    ) -> None:
        """``emit`` takes every event, and may hold us up if nobody reads them."""
        self.peer = peer
        self._chat = chat
        self._farewells = farewells
        self._left: list[int] = []
        self._stranded = False
        self.left_changed: Callable[[], None] = lambda: None
        """Called when `left` has changed."""
        self.mesh: Mesh | None = None
        self.spectators = spectators
        self.over = asyncio.Event()
        """Set when the game has finished or somebody is accused."""
        self.moved = asyncio.Event()
        """Set whenever what we or a neighbour holds may have changed."""
        self._journal = journal
        self._emit = emit
        self._worker = worker
        self._inbox: Inbox[_Item] = Inbox(self._pause, self._resume)
        self._have: Have = _as_read(peer.have())
        self._view: View | None = None
        self._busy = False
        self._later: dict[Hashable, deque[_Entry]] = {}
        self._events: list[SessionEvent] = []
        self._links = LinkNews()

    @property
    def view(self) -> View | None:
        """What this seat sees now, or saw when it was last asked if the peer is at work in the thread."""
        return self._view if self._busy else self.peer.view

    def say(self, text: str) -> None:
        """Chat: to all at the table, and to those who look on."""
        line = None if self._chat is None else self._chat.say(text, self.peer.round)
        if line is not None:
            self._inbox.put(_OWN, _Entry(line), len(line))
            self._send(line)

    @property
    def left(self) -> tuple[int, ...]:
        """The seats without which the game cannot go on and that have left it on purpose, in that order."""
        return tuple(self._left)

    def say_farewell(self) -> None:
        """We leave, and mean it: tell all at the table and those who look on. Not when the game is over."""
        if self._farewells is not None and not self.over.is_set():
            farewell = self._farewells.say(self.peer.round)
            if farewell is not None and self.mesh is not None:
                self.mesh.broadcast(farewell)
                self.spectators.publish(farewell, to_all=True)

    def choose(self, action: Action) -> asyncio.Future[None]:
        """Answer this seat's decision. The future tells when it is taken, or raises IllegalAction."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put(_OWN, _Chosen(action, done))
        return done

    async def run(self) -> None:
        """Play: open the first round, then take what comes, for ever."""
        loop = asyncio.get_running_loop()
        await self._do(await self._call(self.peer.start, heavy=True))
        turn = loop.time()
        while True:
            source, item = await self._inbox.take()
            await self._handle(source, item)
            if loop.time() - turn > TURN_SECONDS:
                await asyncio.sleep(0)
                turn = loop.time()

    async def begin(self) -> None:
        """Open the first round, for a spectator, who needs no `run`."""
        await self._do(self.peer.start())

    async def look(self, data: bytes) -> bool:
        """Take one entry as a spectator, in the order in which the watched seat sends them; whether it fitted."""
        if self._overhears(None, data):
            self._look_who_left()
            await self._flush()
            return True
        effects = await self._call(lambda: self.peer.receive(data), heavy=len(data) >= HEAVY_BYTES)
        kept = tuple(effect for effect in effects if not isinstance(effect, Refused))
        if len(kept) == len(effects):
            self._signed_on(data)
        await self._do(kept)
        return len(kept) == len(effects)

    # --- what the mesh calls ------------------------------------------------------------------------

    def have(self) -> Have:
        """What we hold."""
        return self._have

    def received(self, seat: int, data: bytes) -> None:
        """An entry from a neighbour."""
        self._inbox.put(seat, _Entry(data), len(data))

    def asked(self, seat: int) -> None:
        """A neighbour asks what we hold after what it sent."""
        self._inbox.put(seat, _Asked(), once=True)

    def heard(self, seat: int, have: Have, serve: bool) -> None:
        """A neighbour said what it holds."""
        self.moved.set()
        if serve and have != self._have:
            self._inbox.put(seat, _Lacks(have))
        if self._left:
            self._inbox.put(_OWN, _Asked(), once=True)  # so that it is looked whether anybody is linked to them

    def link_changed(self, seat: int, up: bool) -> None:
        """Tell whoever watches, once what came over the link is taken in: a farewell comes before the loss."""
        self._inbox.put(seat, _Linked(up))
        self.moved.set()

    def lacks(self, spectator: Spectator, have: Have) -> None:
        """A spectator said what it holds."""
        self.moved.set()
        self._inbox.put(spectator, _Lacks(have))

    # --- the one task -------------------------------------------------------------------------------

    async def _handle(self, source: Hashable, item: _Item) -> None:
        if isinstance(item, _Entry):
            await self._take(source, item)
        elif isinstance(item, _Lacks):
            self._give(source, item.have)
        elif isinstance(item, _Chosen):
            await self._choose(item)
        elif isinstance(item, _Linked):
            self._link_changed(source, item.up)
        elif isinstance(source, int) and self.mesh is not None:
            self.mesh.answer(source)
        self._look_who_left()
        if self._events:
            await self._flush()

    def _link_changed(self, seat: Hashable, up: bool) -> None:
        assert isinstance(seat, int), "seats are linked"
        self._events += self._links.changed(seat, up)
        if up and self.mesh is not None and self._farewells is not None:
            self.mesh.give(seat, self._farewells.kept)

    def _overhears(self, source: Hashable, data: bytes) -> bool:
        """Whether it is chat or a farewell, which go past the peer: on to the others and to whoever listens."""
        is_chat, said = (False, None) if self._chat is None else self._chat.hear(data)
        is_farewell, is_news = (False, False) if self._farewells is None else self._farewells.hear(data)
        if said is not None:
            self._events.append(said)
        if (said is not None or is_news) and isinstance(source, int) and self.mesh is not None:
            self.mesh.pass_on(data, source)
            self.spectators.publish(data, to_all=is_news)
        if is_news and self._farewells is not None:
            self.spectators.last = self._farewells.kept
        return is_chat or is_farewell

    def _look_who_left(self) -> None:
        """Tell who has left and is still needed; and, once, that nobody is linked to the first of them any more."""
        if self._farewells is None or self.over.is_set():
            return
        for seat in self._farewells.gone:
            if seat not in self._left and self._needs(seat):
                self._left.append(seat)
                self._events.append(Left(seat))
                self.left_changed()
        if self._left and not self._stranded and self.mesh is not None and not self.mesh.reaches(self._left[0]):
            self._stranded = True
            self._events.append(Stranded(self._left[0]))

    def _needs(self, seat: int) -> bool:
        """Whether the game awaits something of this seat: until its outcome is known always, then in this round."""
        state = getattr(self.peer, "state", None)
        return state is None or state.over is None or seat in self.peer.waiting_for()

    def _signed_on(self, data: bytes) -> None:
        """An entry was taken: whoever signed it and had said farewell is there all the same."""
        seat = None if self._farewells is None else self._farewells.returned(data)
        if seat is None or self._farewells is None:
            return
        self.spectators.last = self._farewells.kept
        if seat in self._left:
            self._left.remove(seat)
            self._stranded = False
            self._events.append(StillThere(seat))
            self.left_changed()

    async def _take(self, source: Hashable, entry: _Entry) -> None:
        if self._overhears(source, entry.data):
            return
        before = self.peer.round
        effects = await self._call(lambda: self.peer.receive(entry.data), heavy=len(entry.data) >= HEAVY_BYTES)
        refused = any(isinstance(effect, Refused) for effect in effects)
        if refused and entry.tries < LATER_TRIES:
            self._keep_for_later(source, entry)
            effects = tuple(effect for effect in effects if not isinstance(effect, Refused))
        elif not refused and isinstance(source, int) and self.mesh is not None:
            self._signed_on(entry.data)
            self.mesh.pass_on(entry.data, source)
            self._publish(entry.data, effects)
        await self._do(effects)
        if self.peer.round != before:
            self._try_again()

    def _publish(self, data: bytes, effects: Sequence[Effect]) -> None:
        """For those who look on: what was taken, but of what convicts our own statement.

        They can sign none, and only one of a round that they have can stand in their transcript.
        """
        if any(isinstance(effect, Accused) for effect in effects):
            self.spectators.serve()
        else:
            self.spectators.publish(data)

    async def _choose(self, chosen: _Chosen) -> None:
        before = self.peer.round
        try:
            effects = await self._call(lambda: self.peer.choose(chosen.action), heavy=False)
        except Exception as error:  # ours to report to whoever chose: an illegal action harms nobody
            if not chosen.done.done():
                chosen.done.set_exception(error)
            return
        if not chosen.done.done():
            chosen.done.set_result(None)
        await self._do(effects)
        if self.peer.round != before:
            self._try_again()

    def _give(self, source: Hashable, have: Have) -> None:
        missing = self.peer.missing_for(have)
        if isinstance(source, Spectator):
            self.spectators.give(source, missing)
        elif isinstance(source, int) and self.mesh is not None:
            self.mesh.give(source, missing)

    async def _call(self, work: Callable[[], tuple[Effect, ...]], *, heavy: bool) -> tuple[Effect, ...]:
        if not heavy:
            return work()
        self._view = self.peer.view
        self._busy = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._worker, work)
        finally:
            self._busy = False

    async def _do(self, effects: Sequence[Effect]) -> None:
        """Carry out effects in order: what must be durable is, before anything after it is sent."""
        unwritten: list[tuple[str, bytes]] = []
        self._have = _as_read(self.peer.have())
        for effect in effects:
            if isinstance(effect, Persist):
                unwritten.append((effect.name, effect.data))
            elif isinstance(effect, Send):
                self._write(unwritten)
                self._send(effect.data)
            else:
                if isinstance(effect, Accused) and self.mesh is not None:
                    self.mesh.distrust(int(effect.seat))
                if isinstance(effect, (Finished, Accused)):
                    self.over.set()
                self._events.append(effect)
        self._write(unwritten)
        self.moved.set()
        await self._flush()

    def _write(self, unwritten: list[tuple[str, bytes]]) -> None:
        if unwritten and self._journal is not None:
            self._journal.persist_all(tuple(unwritten))
        unwritten.clear()

    def _send(self, data: bytes) -> None:
        if self.mesh is not None:
            self.mesh.broadcast(data)
        self.spectators.publish(data)

    async def _flush(self) -> None:
        events, self._events = self._events, []
        for event in events:
            if isinstance(event, Ask):
                self._view = self.peer.view
            await self._emit(event)

    # --- entries that came too early ------------------------------------------------------------------

    def _keep_for_later(self, source: Hashable, entry: _Entry) -> None:
        kept = self._later.setdefault(source, deque())
        size = sum(len(each.data) for each in kept)
        if len(kept) < LATER_ENTRIES and size + len(entry.data) <= LATER_BYTES:
            kept.append(_Entry(entry.data, entry.tries + 1))

    def _try_again(self) -> None:
        self._events += self._links.round_moved()
        later, self._later = self._later, {}
        for source, entries in later.items():
            for entry in reversed(entries):
                self._inbox.put_first(source, entry)

    # --- helpers --------------------------------------------------------------------------------------

    def _pause(self, source: Hashable) -> None:
        if isinstance(source, int) and self.mesh is not None:
            self.mesh.pause(source)

    def _resume(self, source: Hashable) -> None:
        if isinstance(source, int) and self.mesh is not None:
            self.mesh.resume(source)


def _as_read(have: Have) -> Have:
    """As it comes back from the wire, so that the two can be compared."""
    read = decode(encode(have))
    assert isinstance(read, dict)
    return read


async def tell_when_waiting(playing: Playing, seconds: float, emit: Callable[[Waiting], Awaitable[None]]) -> None:
    """For ever: when a round has not moved for ``seconds``, say once whom it awaits; who looks on has no links."""
    told = seen = 0
    while True:
        await asyncio.sleep(seconds)
        number = playing.peer.round
        if number == seen and number != told and not playing.over.is_set():
            seats, mesh = tuple(int(seat) for seat in playing.peer.waiting_for()), playing.mesh
            away = () if mesh is None else tuple(seat for seat in seats if seat not in mesh.linked | {mesh.own})
            await emit(Waiting(seats, away))
            told = number
        seen = number
