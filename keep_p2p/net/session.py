"""One process at one table, from the lobby to the end of the game: what the command and the screens drive.

    async with Session(options) as session:
        await session.join("friday")
        async for event in session.events():
            if isinstance(event, SafetyWords):
                session.confirm(ask_person(event.words))
            elif isinstance(event, Ask):
                session.choose(pick(event.actions))

The session owns the listener, discovery, the lobby, the mesh and the peer. It ends when the game is
over and all seats have everything, when it fails (`events` raises a `UserError`), or at `stop`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from keep_p2p.net.address import Address
from keep_p2p.net.announcement import GAME_PREFIX_BYTES, Announcement
from keep_p2p.net.dial import Dialler
from keep_p2p.net.discovery import NO_MULTICAST, Change, Discovery, Seen
from keep_p2p.net.errors import NoNetwork, Refused
from keep_p2p.net.events import GameBegan, Notice, SessionEvent, TableOpened
from keep_p2p.net.finding import LOOK_SECONDS, Found, find
from keep_p2p.net.hello import WIRE_VERSION, Doorplate, Purpose, Wanted
from keep_p2p.net.hosting import Hosting
from keep_p2p.net.interfaces import announced_hosts, own_addresses
from keep_p2p.net.link import Link
from keep_p2p.net.listener import Listener
from keep_p2p.net.mesh import Mesh
from keep_p2p.net.playing import PeerLike, Playing, tell_when_waiting
from keep_p2p.net.setup import ACCUSED_LINGER_SECONDS, SPECTATOR_LINGER_SECONDS, Options
from keep_p2p.net.spectators import Spectators, tick_on
from keep_p2p.net.visiting import Visiting
from keep_p2p.net.watching import LINK_LOST, NOT_HELD, Watching, keep_watching, until_genesis
from keep_p2p.rules.actions import Action
from keep_p2p.table.lobby import (
    Begun,
    Convener,
    Guest,
    LobbyChanged,
    LobbySeat,
    Reopened,
    SafetyWords,
    Signer,
    TableSetup,
    Ticket,
    make_ticket,
)
from keep_p2p.table.lobby_names import table_name
from keep_p2p.table.peer import Peer
from keep_p2p.table.view import View
from protocol.genesis import SignedGenesis
from protocol.identity import fingerprint

TABLE_BYTES = 16
EVENTS_WAITING = 10_000
"""Events that wait to be read before the game holds still. Stops a screen that hangs from filling memory."""

WATCH_ATTEMPTS = 8
"""Attempts to find a seat to watch again after the link was lost."""

_OVER = "the game is over"


class Session:
    """See the module. Use it as an async context manager, and one of `open`, `join` and `watch` once."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.discovery: Discovery | None = None
        self.signed: SignedGenesis | None = None
        """The genesis, once the game has begun."""
        self.peer: PeerLike | None = None
        """The peer, once the game has begun: for its transcript and its checks."""
        self._dialler = Dialler(options.identity, options.random)
        self._listener = Listener(options.identity, self._doorplate, self._accept, options.random)
        self._own = own_addresses()
        self._signer = Signer(options.identity, options.random)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="peer")
        self._spectators = Spectators(allowed=False, lacks=lambda spectator, have: None)
        self._events: asyncio.Queue[SessionEvent | BaseException | None] = asyncio.Queue(EVENTS_WAITING)
        self._tasks: set[asyncio.Task[None]] = set()
        self._table = options.random(TABLE_BYTES)
        self._lobby_shown: LobbyChanged | None = None
        self._announced: Announcement | None = None
        self._hosting: Hosting | None = None
        self._visiting: Visiting | None = None
        self._playing: Playing | None = None
        self._mesh: Mesh | None = None
        self._stopped = asyncio.Event()

    # --- opening and closing ------------------------------------------------------------------------

    async def __aenter__(self) -> Session:
        """Begin to listen, and to look around if that is wanted and possible.

        :raises PortInUse, NoNetwork: nobody could reach us.
        """
        if not self._own and self.options.listen is None:
            raise NoNetwork("this machine has no network address")
        await self._listener.open(self.options.listen, self.options.port)
        if self.options.discover:
            await self._look_around()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close everything: links, listener, announcement, tasks, thread."""
        self._stopped.set()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._close_links("the player has left")
        await self._listener.close()
        if self.discovery is not None:
            await self.discovery.__aexit__()
            self.discovery = None
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._finish(None)

    @property
    def port(self) -> int:
        """The port we listen on."""
        return self._listener.port

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where others can reach us."""
        return tuple(Address(host, self.port) for host in self._hosts())

    @property
    def view(self) -> View | None:
        """What our seat sees."""
        return None if self._playing is None else self._playing.view

    @property
    def linked(self) -> frozenset[int]:
        """The seats we are linked to."""
        return frozenset() if self._mesh is None else self._mesh.linked

    @property
    def lobby(self) -> LobbyChanged | None:
        """How the table stood when it last changed before the game."""
        return self._lobby_shown

    # --- sitting down -------------------------------------------------------------------------------

    async def open(self, name: str, seats: int, *, spectators: bool = False, auto_start: bool = True) -> None:
        """Open a table and take its first seat; `TableOpened` says where it is.

        :param auto_start: begin as soon as all seats are taken; otherwise at `start`.
        :raises UserError: the name cannot be used, or the own wish cannot be met at such a table.
        """
        packs, options = self.options.packs, {"spectators": spectators}
        setup = TableSetup(
            self._table, table_name(name), seats, self.options.rules, packs.board.digest, packs.deck.digest, options
        )
        convener = Convener(setup, self._seat(), self._signer, auto_start=auto_start)
        self._spectators.allowed = spectators
        self._hosting = Hosting(convener, self._tell)
        announced = self.discovery is not None
        self._put(TableOpened(name, self._table, self.addresses, announced))
        self._hosting.show()

    async def join(self, target: str | None = None, *, seconds: float = LOOK_SECONDS) -> None:
        """Join the table of this name, at this HOST:PORT, or (None) the only open one. Returns with a seat.

        :raises UserError: it was not found, or we were refused; the sentence says which and what to do.
        """
        found = await find(target, self.discovery, watch=False, seconds=seconds)
        link = await self._dial_lobby(found)
        self._table = link.met.result().doorplate.table
        packs = self.options.packs
        guest = Guest(
            self._seat(), self.options.rules, packs.board.digest, packs.deck.digest, self._signer, self._table
        )
        self._visiting = Visiting(guest, self._tell, lambda: self._dial_lobby(found))
        await self._visiting.join(link)
        self._visiting.ended.add_done_callback(self._lobby_ended)

    async def watch(self, target: str | None = None, *, seconds: float = LOOK_SECONDS) -> None:
        """Look on at the table of this name, at this HOST:PORT, or (None) the only one open to spectators.

        :raises UserError: it was not found, or we were refused.
        """
        found = await find(target, self.discovery, watch=True, seconds=seconds)
        link = await self._dial_spectator(found)
        self._table = link.met.result().doorplate.table
        self._go(self._watch(found, link))

    # --- what the person does -------------------------------------------------------------------------

    async def events(self) -> AsyncIterator[SessionEvent]:
        """What happens, until the session is over.

        :raises UserError: it failed; the sentence says why.
        """
        while True:
            event = await self._events.get()
            if event is None:
                return
            if isinstance(event, BaseException):
                raise event
            yield event

    def start(self) -> None:
        """The opener begins with the players there are. Raises `CannotStart`."""
        if self._hosting is not None:
            self._hosting.start()

    def confirm(self, yes: bool = True) -> None:
        """Our answer to the safety words."""
        if self._hosting is not None:
            self._hosting.confirm(yes)
        elif self._visiting is not None:
            self._visiting.confirm(yes)

    def choose(self, action: Action) -> asyncio.Future[None]:
        """Our answer to `Ask`. The future is done when it is taken, or raises IllegalAction."""
        assert self._playing is not None, "nobody is asked before the game"
        return self._playing.choose(action)

    def new_ticket(self) -> Ticket:
        """A ticket for one computer player that we answer for: give it to its process."""
        ticket = make_ticket(self.options.identity, self.options.random)
        self._signer.tickets.add(ticket.nonce)
        return ticket

    def stop(self) -> None:
        """Leave the table. `events` ends."""
        self._stopped.set()
        self._finish(None)

    # --- the lobby ------------------------------------------------------------------------------------

    def _tell(self, event: LobbyChanged | SafetyWords | Reopened | Begun) -> None:
        if isinstance(event, Begun):
            self._go(self._play(event))
            return
        if isinstance(event, LobbyChanged):
            self._lobby_shown = event
            self._go(self._announce())
        self._put(event)
        if isinstance(event, SafetyWords) and self.options.auto_confirm:
            asyncio.get_running_loop().call_soon(self.confirm, True)

    def _lobby_ended(self, ended: asyncio.Future[None]) -> None:
        if not ended.cancelled() and (error := ended.exception()) is not None:
            self._finish(error)

    def _seat(self) -> LobbySeat:
        options = self.options
        return LobbySeat(
            options.name, options.identity.public, options.wish, options.computer, self._hosts(), self.port, None,
            options.ticket,
        )  # fmt: skip

    async def _dial_lobby(self, found: Found) -> Link:
        return await self._dialler.dial_any(found.addresses, Wanted(Purpose.LOBBY, table=found.table), self._own)

    # --- the game -------------------------------------------------------------------------------------

    async def _play(self, begun: Begun) -> None:
        playing = self._begin(begun.signed, begun.own)
        mesh = Mesh(
            begun.own,
            [seat.key for seat in begun.seats],
            [[Address(host, seat.port) for host in seat.hosts] for seat in begun.seats],
            begun.signed.genesis.digest(),
            self._dialler,
            playing,
            timing=self.options.timing,
            jitter=lambda: self.options.random(1)[0] / 255,
        )
        self._mesh = playing.mesh = mesh
        self._spectators.lacks, self._spectators.left = playing.lacks, playing.moved.set
        await self._emit(GameBegan(begun.signed, begun.own))
        mesh.start()
        self._spectators.begin(begun.signed.to_bytes())
        unhear = self._hear_sightings(mesh, begun.signed)
        self._go(tick_on(self._spectators, self.options.timing.beat))
        self._go(tell_when_waiting(playing, self.options.quiet, self._emit))
        self._go(self._announce())
        running = asyncio.get_running_loop().create_task(playing.run())
        try:
            await self._until_over(playing, running)
            await self._linger(playing, mesh, running)
        finally:
            unhear()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        await self._listener.close()
        await self._close_links(_OVER)
        self._finish(None)

    def _begin(self, signed: SignedGenesis, own: int | None) -> Playing:
        options = self.options
        journal = options.journal(signed.genesis.digest()) if options.journal is not None and own is not None else None
        recalled = {} if journal is None else journal.recall()
        make = options.make_peer or Peer
        self.peer = make(signed, options.packs, options.random, None if own is None else options.identity, recalled)
        self.signed = signed
        self._playing = Playing(self.peer, journal, self._emit, self._worker, self._spectators)
        return self._playing

    async def _until_over(self, playing: Playing, running: asyncio.Task[None]) -> None:
        over = asyncio.ensure_future(playing.over.wait())
        try:
            await asyncio.wait([over, running], return_when=asyncio.FIRST_COMPLETED)
        finally:
            over.cancel()
        if running.done():
            running.result()  # it only ends by an error

    async def _linger(self, playing: Playing, mesh: Mesh, running: asyncio.Task[None]) -> None:
        """Stay until all seats, then all spectators, have said that they hold what we hold, but not for ever."""
        seconds = self.options.linger
        if not getattr(self.peer, "finished", True):
            seconds = min(seconds, ACCUSED_LINGER_SECONDS)
        known = 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not running.done() and known <= len(mesh.others):
                    playing.moved.clear()
                    if len(mesh.level) > known:  # pass on what we have learnt, for those who are not linked
                        mesh.tell(wants=known == 0)
                        known = len(mesh.level)
                    else:
                        await playing.moved.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, SPECTATOR_LINGER_SECONDS)):
                while not running.done() and not self._spectators.all_hold(playing.have()):
                    playing.moved.clear()
                    await playing.moved.wait()

    # --- looking on -----------------------------------------------------------------------------------

    async def _watch(self, found: Found, link: Link) -> None:
        first: Link | None = link
        playing: Playing | None = None
        while True:
            watching = await keep_watching(lambda: self._dial_spectator(found), WATCH_ATTEMPTS, first)
            first = None
            beating = asyncio.get_running_loop().create_task(self._beat(watching))
            try:
                signed = await until_genesis(watching)
                if playing is None:
                    playing = self._begin(signed, None)
                    await self._emit(GameBegan(signed, None))
                    await playing.begin()
                elif self.signed is not None and signed.genesis != self.signed.genesis:
                    raise Refused("The table plays another game now.")
                if await self._follow(watching, playing):
                    self._finish(None)
                    return
            finally:
                beating.cancel()
                await watching.close()

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
        return True

    async def _beat(self, watching: Watching) -> None:
        while True:
            watching.tell(self.peer.have() if self.peer is not None else NOT_HELD, wants=False)
            await asyncio.sleep(self.options.timing.beat)

    async def _dial_spectator(self, found: Found) -> Link:
        addresses = dict.fromkeys(found.addresses)
        for sighting in self.discovery.sightings if self.discovery is not None else ():
            if sighting.announcement.table == self._table and sighting.announcement.watch:
                addresses.update(dict.fromkeys(sighting.addresses))
        wanted = Wanted(Purpose.SPECTATOR, table=found.table)
        return await self._dialler.dial_any(tuple(addresses), wanted, self._own)

    # --- discovery ------------------------------------------------------------------------------------

    async def _look_around(self) -> None:
        discovery = Discovery(self._own)
        try:
            self.discovery = await discovery.__aenter__()
        except NoNetwork:
            self._put(Notice(NO_MULTICAST))

    async def _announce(self) -> None:
        """Announce our table while we are its opener, and our seat once the game has begun."""
        shown, discovery = self._lobby_shown, self.discovery
        if discovery is None or shown is None or (self._hosting is None and self.signed is None):
            return
        game = b"" if self.signed is None else self.signed.genesis.digest()[:GAME_PREFIX_BYTES]
        free = 0 if self._hosting is None or game else self._hosting.convener.free
        announcement = Announcement(
            WIRE_VERSION, self._table, shown.name, shown.size, free, fingerprint(self.options.identity.public),
            watch=self._spectators.allowed, game=game,
        )  # fmt: skip
        if announcement != self._announced:
            self._announced = announcement
            await discovery.announce(announcement, self.port)

    def _hear_sightings(self, mesh: Mesh, signed: SignedGenesis) -> Callable[[], None]:
        """Seats of our own game that are seen somewhere else than before are dialled there too."""
        if self.discovery is None:
            return lambda: None
        prefix = signed.genesis.digest()[:GAME_PREFIX_BYTES]
        keys = {fingerprint(seat.key): seat.key for seat in signed.genesis.roster}

        def hear(seen: Seen) -> None:
            announcement = seen.sighting.announcement
            key = keys.get(announcement.fingerprint)
            if seen.change is not Change.GONE and announcement.game == prefix and key is not None:
                mesh.refresh(key, seen.sighting.addresses)

        return self.discovery.listen(hear)

    def _hosts(self) -> tuple[str, ...]:
        return (self.options.listen,) if self.options.listen is not None else announced_hosts(self._own)

    # --- links that come in ---------------------------------------------------------------------------

    def _doorplate(self) -> Doorplate:
        return Doorplate(self._table, None if self.signed is None else self.signed.genesis.digest())

    def _accept(self, link: Link) -> None:
        purpose = link.met.result().purpose
        if purpose is Purpose.LOBBY and self._hosting is not None:
            self._hosting.accept(link)
        elif purpose is Purpose.MESH and self._mesh is not None:
            self._mesh.accept(link)
        elif purpose is Purpose.SPECTATOR:
            self._spectators.accept(link)
        else:
            why = "this player did not open the table: ask its opener"
            link.start(lambda message: None, lambda why: None)
            link.send({"type": "refused", "why": why})
            link.close(why)

    # --- tasks and events -----------------------------------------------------------------------------

    async def _close_links(self, reason: str) -> None:
        if self._hosting is not None:
            await self._hosting.close(reason)
        if self._visiting is not None:
            await self._visiting.close(reason)
        if self._mesh is not None:
            await self._mesh.close(reason)
        await self._spectators.close(reason)

    def _go(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._finish(error)

    def _put(self, event: SessionEvent) -> None:
        """For the few events of the lobby."""
        if not self._events.full():
            self._events.put_nowait(event)

    async def _emit(self, event: SessionEvent) -> None:
        await self._events.put(event)

    def _finish(self, error: BaseException | None) -> None:
        """End the stream of events: nothing else is going to come."""
        if self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(error)
