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
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from keep_p2p.net.address import Address
from keep_p2p.net.announcement import GAME_PREFIX_BYTES, TABLE_BYTES, Announcement
from keep_p2p.net.dial import Dialler
from keep_p2p.net.discovery import NO_MULTICAST, Discovery
from keep_p2p.net.errors import NoNetwork
from keep_p2p.net.events import Notice, Said, SessionEvent, TableOpened
from keep_p2p.net.finding import LOOK_SECONDS, Found, find
from keep_p2p.net.game import SeatGame
from keep_p2p.net.hello import WIRE_VERSION, Doorplate, Purpose, Wanted
from keep_p2p.net.hosting import Hosting
from keep_p2p.net.interfaces import announced_hosts, own_addresses
from keep_p2p.net.link import Link
from keep_p2p.net.listener import Listener
from keep_p2p.net.looking import Looking
from keep_p2p.net.playing import PeerLike, Playing
from keep_p2p.net.setup import Options
from keep_p2p.net.spectators import Spectators, tick_on
from keep_p2p.net.stream import Stream
from keep_p2p.net.visiting import Visiting
from keep_p2p.rules.actions import Action
from keep_p2p.table.lobby import (
    Begun,
    Chatted,
    Convener,
    Guest,
    LobbyChanged,
    LobbySeat,
    NotGranted,
    Reopened,
    SafetyWords,
    SignedBy,
    Signer,
    TableSetup,
    Ticket,
    make_ticket,
)
from keep_p2p.table.lobby_names import table_name
from keep_p2p.table.lobby_wishes import Wish
from keep_p2p.table.view import View
from protocol.genesis import SignedGenesis
from protocol.identity import fingerprint

_OVER = "the game is over"

PRACTICE = "practice"
"""The option of a genesis that says that the table takes no guests. A table that does has no such option."""

SPECTATORS = "spectators"
"""The option of a genesis that says whether any seat of the table lets others look on."""


class Session:
    """See the module. Use it as an async context manager, and one of `open`, `join` and `watch` once."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.discovery: Discovery | None = None
        self._dialler = Dialler(options.identity, options.random)
        self._listener = Listener(options.identity, self._doorplate, self._accept, options.random)
        self._own = own_addresses()
        self._signer = Signer(options.identity, options.random)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="peer")
        self._spectators = Spectators(allowed=False, lacks=lambda spectator, have: None)
        self._stream = Stream()
        self._tasks: set[asyncio.Task[None]] = set()
        self._table = options.random(TABLE_BYTES)
        self._lobby_shown: LobbyChanged | None = None
        self._announced: Announcement | None = None
        self._practice = False
        self._hosting: Hosting | None = None
        self._visiting: Visiting | None = None
        self._game: SeatGame | None = None
        self._looking: Looking | None = None

    # --- opening and closing ------------------------------------------------------------------------

    async def __aenter__(self) -> Session:
        """Begin to listen, and to look around if that is wanted and possible.

        :raises PortInUse, NoNetwork: nobody could reach us.
        """
        if not self._own and self.options.listen is None:
            raise NoNetwork("this machine has no network address")
        await self._listener.open(self.options.listen, self.options.port)
        self._go(tick_on(self._spectators, self.options.timing.beat))  # before the game too: some look on that early
        if self.options.discover:
            await self._look_around()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close everything: links, listener, announcement, tasks, thread."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._game is not None:
            self._game.playing.say_farewell()
        await self._close_links("the player has left")
        await self._listener.close()
        if self.discovery is not None:
            await self.discovery.__aexit__()
            self.discovery = None
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._stream.finish(None)

    @property
    def port(self) -> int:
        """The port we listen on."""
        return self._listener.port

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where others can reach us."""
        return tuple(Address(host, self.port) for host in self._hosts())

    @property
    def signed(self) -> SignedGenesis | None:
        """The genesis, once the game has begun."""
        part = self._game or self._looking
        return None if part is None else part.signed

    @property
    def peer(self) -> PeerLike | None:
        """The peer, once the game has begun: for its transcript and its checks."""
        return None if self._playing is None else self._playing.peer

    @property
    def view(self) -> View | None:
        """What our seat sees."""
        return None if self._playing is None else self._playing.view

    @property
    def linked(self) -> frozenset[int]:
        """The seats we are linked to."""
        return frozenset() if self._game is None else self._game.mesh.linked

    @property
    def lobby(self) -> LobbyChanged | None:
        """How the table stood when it last changed before the game."""
        return self._lobby_shown

    # --- sitting down -------------------------------------------------------------------------------

    async def open(
        self, name: str, seats: int, *, spectators: bool = False, auto_start: bool = True, practice: bool = False
    ) -> None:
        """Open a table and take its first seat; `TableOpened` says where it is.

        :param practice: it takes no guests, only computer players that are told where it is.
        :param auto_start: begin as soon as all seats are taken; otherwise at `start`.
        :raises UserError: the name cannot be used, or the own wish cannot be met at such a table.
        """
        packs = self.options.packs
        options = {SPECTATORS: spectators, **({PRACTICE: True} if practice else {})}
        setup = TableSetup(
            self._table, table_name(name), seats, self.options.rules, packs.board.digest, packs.deck.digest, options
        )
        convener = Convener(setup, self._seat(), self._signer, auto_start=auto_start)
        self._spectators.allowed = spectators
        self._practice = practice
        self._hosting = Hosting(convener, self._tell)
        announced = self.discovery is not None
        self._stream.put(TableOpened(name, self._table, self.addresses, announced))
        self._hosting.show()

    async def join(self, target: str | None = None, *, seconds: float = LOOK_SECONDS) -> None:
        """Join the table of this name, at this HOST:PORT, or (None) the only open one. Returns with a seat.

        :raises UserError: it was not found, or we were refused; the sentence says which and what to do.
        """
        found = await find(target, self.discovery, watch=False, seconds=seconds, practice=self.options.computer)
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
        self._looking = Looking(self.options, self._worker, self._stream, lambda: self._dial_spectator(found))
        self._go(self._look_on(self._looking, link))

    # --- what the person does -------------------------------------------------------------------------

    def events(self) -> AsyncIterator[SessionEvent]:
        """What happens, until the session is over.

        :raises UserError: it failed; the sentence says why.
        """
        return self._stream.events()

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

    def say(self, text: str) -> None:
        """Chat with the table, before the game and during it. `Said` comes back for our own lines too."""
        if self._game is not None:
            self._game.playing.say(text)
        elif self._hosting is not None:
            self._hosting.say(text)
        elif self._visiting is not None:
            self._visiting.say(text)

    def wish(self, wish: Wish) -> None:
        """Ask for other characters while the table is still open; `LobbyChanged` comes back, or a `Notice` why not."""
        if self._hosting is not None:
            self._hosting.wish(wish)
        elif self._visiting is not None:
            self._visiting.wish(wish)

    def new_ticket(self) -> Ticket:
        """A ticket for one computer player that we answer for: give it to its process."""
        ticket = make_ticket(self.options.identity, self.options.random)
        self._signer.tickets.add(ticket.nonce)
        return ticket

    def stop(self) -> None:
        """Leave the table. `events` ends."""
        self._stream.finish(None)

    # --- the lobby ------------------------------------------------------------------------------------

    def _tell(self, event: LobbyChanged | SafetyWords | Reopened | Chatted | SignedBy | NotGranted | Begun) -> None:
        if isinstance(event, Begun):
            self._go(self._play(event))
            return
        if isinstance(event, Chatted):
            self._stream.put(Said(event.seat, event.name, event.text))
            return
        if isinstance(event, NotGranted):
            self._stream.put(Notice(event.why))
            return
        if isinstance(event, LobbyChanged):
            self._lobby_shown = event
            self._go(self._announce())
        self._stream.put(event)
        if isinstance(event, SafetyWords) and self.options.auto_confirm:
            asyncio.get_running_loop().call_soon(self.confirm, True)

    def _lobby_ended(self, ended: asyncio.Future[None]) -> None:
        if not ended.cancelled() and (error := ended.exception()) is not None:
            self._stream.finish(error)

    def _seat(self) -> LobbySeat:
        options = self.options
        return LobbySeat(
            options.name, options.identity.public, options.wish, options.computer, self._hosts(), self.port, None,
            options.ticket,
        )  # fmt: skip

    async def _dial_lobby(self, found: Found) -> Link:
        return await self._dialler.dial_any(found.addresses, Wanted(Purpose.LOBBY, table=found.table), self._own)

    # --- the game, played or watched ------------------------------------------------------------------

    @property
    def _playing(self) -> Playing | None:
        part = self._game or self._looking
        return None if part is None else part.playing

    async def _play(self, begun: Begun) -> None:
        if begun.signed.genesis.options.get(SPECTATORS) is True:
            self._spectators.allowed = True
        self._practice = begun.signed.genesis.options.get(PRACTICE) is True
        self._game = SeatGame(self.options, begun, self._dialler, self._worker, self._spectators, self._stream)
        self._game.playing.left_changed = lambda: self._go(self._announce())
        self._go(self._announce())
        await self._game.run(self.discovery)
        await self._listener.close()
        await self._close_links(_OVER)
        self._stream.finish(None)

    async def _look_on(self, looking: Looking, link: Link) -> None:
        await looking.run(link)
        self._stream.finish(None)

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
            self._stream.put(Notice(NO_MULTICAST))

    async def _announce(self) -> None:
        """Announce our table while we are its opener, and our seat once the game has begun, while it can go on."""
        shown, discovery = self._lobby_shown, self.discovery
        if discovery is None or shown is None or (self._hosting is None and self.signed is None):
            return
        if self._game is not None and self._game.playing.left:
            self._announced = None
            await discovery.withdraw()
            return
        game = b"" if self.signed is None else self.signed.genesis.digest()[:GAME_PREFIX_BYTES]
        free = 0 if self._hosting is None or game else self._hosting.convener.free
        announcement = Announcement(
            WIRE_VERSION, self._table, shown.name, shown.size, free, fingerprint(self.options.identity.public),
            watch=self._spectators.allowed, game=game, practice=self._practice,
        )  # fmt: skip
        if announcement != self._announced:
            self._announced = announcement
            await discovery.announce(announcement, self.port)

    def _hosts(self) -> tuple[str, ...]:
        return (self.options.listen,) if self.options.listen is not None else announced_hosts(self._own)

    # --- links that come in ---------------------------------------------------------------------------

    def _doorplate(self) -> Doorplate:
        return Doorplate(self._table, None if self.signed is None else self.signed.genesis.digest())

    def _accept(self, link: Link) -> None:
        purpose = link.met.result().purpose
        if purpose is Purpose.LOBBY and self._hosting is not None:
            self._hosting.accept(link)
        elif purpose is Purpose.MESH and self._game is not None:
            self._game.mesh.accept(link)
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
        if self._game is not None:
            await self._game.mesh.close(reason)
        await self._spectators.close(reason)

    def _go(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._stream.finish(error)
