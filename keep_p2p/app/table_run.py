"""A table run for the screens: the session in the engine's thread, its events posted, the person's commands taken."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.children import Children
from keep_p2p.app.engine import Engine
from keep_p2p.app.place import Place
from keep_p2p.app.seats import LOOPBACK, SeatFailed, player_arguments, until_ended
from keep_p2p.app.sitting import Who, looking_on, sitting_down
from keep_p2p.errors import UserError
from keep_p2p.net.events import (
    GameBegan,
    Left,
    LinkDown,
    LinkUp,
    Said,
    SessionEvent,
    StillThere,
    TableOpened,
    Waiting,
    Watched,
)
from keep_p2p.net.session import Session
from keep_p2p.net.setup import Options
from keep_p2p.rules.actions import Action
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import Character, Seat
from keep_p2p.store.known_players import KnownPlayers
from keep_p2p.store.settings import profile_folder
from keep_p2p.store.transcripts import transcripts_folder
from keep_p2p.table.effects import Accused, Ask, Finished, Happened, Progress
from keep_p2p.table.lobby import LobbyChanged, SafetyWords, SignedBy
from keep_p2p.table.lobby import Reopened as LobbyReopened
from keep_p2p.table.lobby_seats import LobbySeat as WireSeat
from keep_p2p.ui.names import join
from keep_p2p.ui.screen import table_model as shown
from keep_p2p.ui.spoken import drawn
from keep_p2p.ui.told import WATCH_BACK, WATCH_LOST
from protocol.identity import PublicKey, fingerprint

COMPUTER_NICENESS = 5
"""How much computer players on this machine stand back for everything else on it (`nice`)."""

Post = Callable[[Callable[[], None]], None]
"""Calls something in the screens' thread."""


@dataclass(frozen=True)
class Plan:
    """How to sit down: ``sit`` takes the session to its table. ``computers`` are seated at once, by us.

    ``gentle``: so they play Molasar. ``watching``: no seat is ours.
    ``own_table``: it is ours, so empty seats are ours to fill.
    """

    who: Who
    sit: Callable[[Session], Awaitable[None]]
    computers: int = 0
    watching: bool = False
    own_table: bool = False
    board: Path | None = None
    deck: Path | None = None
    port: int = 0
    gentle: bool = False


class TableRun:
    """One table. It is the screens' `TableCommands`: those methods are called in the screens' thread."""

    def __init__(self, engine: Engine, post: Post, plan: Plan) -> None:
        """Nothing happens before `begin`."""
        self.model = shown.TableModel(watching=plan.watching)
        self.model.kept_in = transcripts_folder()
        self._engine = engine
        self._post = post
        self._plan = plan
        self._session: Session | None = None
        self._place: Place | None = None
        self._children: Children | None = None
        self._known = KnownPlayers(profile_folder(plan.who.profile))
        self._sent_for = plan.computers
        self._named = 0
        self._opened: TableOpened | None = None
        self._over = False
        self._due = False
        self._waiting: tuple[Seat, ...] = ()
        self._watchers: set[asyncio.Task[None]] = set()
        self._cancel: Callable[[], None] = lambda: None

    def begin(self) -> TableRun:
        """Sit down. What comes of it is posted to the model."""
        self._cancel = self._engine.go(self._run)
        return self

    # --- commands, from the screens' thread ---------------------------------------------------------

    def choose(self, action: Action) -> None:
        """Answer the open question."""
        self._engine.go(lambda: self._choose(action))

    def confirm(self, yes: bool) -> None:
        """Answer the safety words."""
        self._engine.call(lambda: self._session.confirm(yes) if self._session is not None else None)

    def say(self, text: str) -> None:
        """Chat."""
        self._engine.call(lambda: self._say(text))

    def wish(self, characters: tuple[Character, ...]) -> None:
        """Ask for other characters before the game."""
        self._engine.call(lambda: self._session.wish(characters) if self._session is not None else None)

    def seat_computers(self, count: int) -> None:
        """Give so many empty seats to computer players."""
        self._engine.go(lambda: self._seat(count))

    def start(self) -> None:
        """Begin with those who are there."""
        self._engine.call(self._start)

    def leave(self) -> None:
        """Leave, however far it is."""
        self._engine.call(self._leave)

    # --- in the engine's thread ---------------------------------------------------------------------

    def _tell(self, event: shown.TableEvent) -> None:
        self._post(lambda: self.model.take(event))

    def _line(self, text: str, kind: shown.Told = shown.Told.NOTICE) -> None:
        self._tell(shown.StoryLine(text, kind))

    async def _run(self) -> None:
        problem: str | None = None
        try:
            async with self._sitting() as session:
                await self._plan.sit(session)
                self._tell(shown.TableFound())
                if self._plan.computers:
                    self._engine.go(lambda: self._seat(self._plan.computers, sent_for=True))
                async for event in session.events():
                    self._hear(event)
        except UserError as error:
            problem = str(error)
        except asyncio.CancelledError:
            problem = None
        verdict = None if self._place is None else self._place.untold_verdict()
        if verdict is not None:
            self._hear(verdict)
        self._tell(shown.Ended(problem, self._kept()))

    @contextlib.asynccontextmanager
    async def _sitting(self) -> AsyncIterator[Session]:
        """The session, the profile with its lock, and a home for computer players."""
        plan = self._plan
        with contextlib.ExitStack() as stack:
            warnings: tuple[str, ...] = ()
            if plan.watching:
                options: Options = looking_on(plan.board, plan.deck)
            else:
                options, warnings = stack.enter_context(sitting_down(plan.who, plan.board, plan.deck, port=plan.port))
            home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="keep-p2p-table-")))
            for warning in warnings:
                self._line(warning)
            async with Children(home) as self._children, Session(options) as session:
                self._session, self._place = session, Place(session, options.packs)
                try:
                    yield session
                finally:
                    for task in tuple(self._watchers):
                        task.cancel()
                    await asyncio.gather(*self._watchers, return_exceptions=True)

    def _kept(self) -> Path | None:
        """Where the game is written down, if it had begun."""
        if self._place is None:
            return None
        try:
            return self._place.keep_transcript()
        except UserError as error:
            self._line(str(error), shown.Told.BAD)
            return None

    def _hear(self, event: SessionEvent) -> None:
        place = self._place
        assert place is not None, "made with the session"
        lines = place.note(event)
        if isinstance(event, Happened | LinkUp | LinkDown | Waiting):
            self._snapshot_soon(place)
        elif isinstance(event, Ask | Finished | Accused | GameBegan):
            self._snapshot(place)
        match event:
            case TableOpened():
                self._opened = event
            case LobbyChanged():
                self._lobby(event)
                self._lines(lines)
            case SafetyWords(words):
                self._words(tuple(words))
            case SignedBy(seats):
                self._tell(shown.Signers(seats))
            case LobbyReopened(why):
                self._tell(shown.Reopened(why))
            case GameBegan(signed):
                self._remember()
                self._tell(shown.GameBegun(signed.genesis.digest().hex(), signed.genesis.name))
                self._snapshot(place)
                self._lines(lines)
            case Happened(number, record):
                own = drawn(record, place.names, place.session.view)
                for text in own or lines:
                    self._tell(shown.StoryLine(text, shown.Told.EVENT, record, number))
            case Ask(decide, actions):
                self._tell(shown.Asked(decide, actions))
            case Progress(what, done, total):
                self._tell(shown.Working(what, done, total))
            case Accused(seat, number, text):
                self._over = True
                self._lines(lines, shown.Told.BAD)
                self._tell(shown.Convicted(seat, number, text))
            case Finished(over):
                self._over = True
                self._lines(lines)
                self._tell(shown.Completed(over))
            case Said(seat, name, text):
                who = "You" if seat == place.own else name
                self._line(f"{who}: {text}", shown.Told.CHAT)
            case Watched(linked):
                self._tell(shown.InSight(linked))
                self._line(WATCH_BACK if linked else WATCH_LOST)
            case LinkDown() | LinkUp() if self._over:
                return
            case Left() | StillThere():
                self._tell(shown.Deserted(place.deserted))
                self._lines(lines)
            case Waiting(unlinked=unlinked):
                if unlinked and not self._over and not place.deserted:
                    away = join(place.names.player(Seat(seat)) for seat in unlinked)
                    self._line(f"There is no link to {away}.")
            case _:
                self._lines(lines)

    def _lines(self, lines: tuple[str, ...], kind: shown.Told = shown.Told.NOTICE) -> None:
        for text in lines:
            self._line(text, kind)

    def _snapshot_soon(self, place: Place) -> None:
        """Where the game stands, once all that has happened is told: screens keep it back until dice have shown it."""
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(lambda: self._snapshot(place) if self._due else None)

    def _snapshot(self, place: Place) -> None:
        """Where the game stands. The peer may be at work in its thread, so what is read is read once and whole."""
        session, peer = place.session, place.peer
        self._due = False
        with contextlib.suppress(RuntimeError):  # a dictionary that changed meanwhile: the next event tells it
            self._waiting = place.waiting_for()
        checks: dict[str, int] = {}
        if peer is not None:
            with contextlib.suppress(RuntimeError):
                checks = peer.checks
        count = len(place.names.seats)
        linked = session.linked
        unlinked = tuple(Seat(n) for n in range(count) if n not in linked and n != place.own)
        away = () if self._plan.watching or peer is None else unlinked
        self._tell(shown.Snapshot(place.names, place.state, session.view, self._waiting, away, checks))

    # --- the lobby ----------------------------------------------------------------------------------

    def _lobby(self, lobby: LobbyChanged) -> None:
        opened = self._opened
        seats = tuple(self._seat_shown(seat, own=place == lobby.own) for place, seat in enumerate(lobby.seats))
        sat = sum(seat.computer for seat in seats)
        self._tell(
            shown.LobbyShown(
                lobby.name,
                lobby.size,
                seats,
                host=self._plan.own_table,
                addresses=() if opened is None else tuple(str(address) for address in opened.addresses),
                announced=opened is not None and opened.announced,
                coming=max(0, self._sent_for - sat),
            )
        )

    def _seat_shown(self, seat: WireSeat, *, own: bool) -> shown.LobbySeat:
        known = self._known.keys(seat.name)
        acquaintance, earlier = shown.Acquaintance.NEW, ""
        if bytes(seat.key) in known:
            acquaintance = shown.Acquaintance.KNOWN
        elif known and not seat.computer and not own:
            acquaintance, earlier = shown.Acquaintance.OTHER_KEY, fingerprint(PublicKey(known[-1]))
        return shown.LobbySeat(
            seat.name, fingerprint(seat.key), tuple(seat.wish), seat.computer, own, acquaintance, earlier
        )

    def _words(self, words: tuple[str, ...]) -> None:
        """Ask for a signature, unless all others are computer players of our own."""
        assert self._session is not None
        lobby = self._session.lobby
        own = None if lobby is None or lobby.own is None else lobby.seats[lobby.own].key
        alone = lobby is not None and all(seat.key == own or seat.host == own for seat in lobby.seats)
        self._tell(shown.WordsShown(words, ask=not alone))
        if alone:
            self._session.confirm(True)

    def _remember(self) -> None:
        """Those we play with are known from now on."""
        lobby = None if self._session is None else self._session.lobby
        if lobby is None:
            return
        players = [(seat.name, bytes(seat.key)) for seat in lobby.seats if not seat.computer]
        try:
            self._known.remember(players)
        except OSError as error:
            self._line(f"Whom you play with could not be written down ({error.strerror or error}).")

    def _start(self) -> None:
        try:
            if self._session is not None:
                self._session.start()
        except UserError as error:
            self._line(str(error), shown.Told.BAD)

    async def _seat(self, count: int, *, sent_for: bool = False) -> None:
        """Start computer players in processes of their own, which join as any player does."""
        session, children = self._session, self._children
        if session is None or children is None:
            return
        self._sent_for += 0 if sent_for else count
        if session.lobby is not None:
            self._lobby(session.lobby)
        for _ in range(count):
            self._named += 1
            name = f"Computer {self._named}"
            plan = self._plan
            arguments = player_arguments(f"{LOOPBACK}:{session.port}", name, plan.board, plan.deck, gentle=plan.gentle)
            child = await children.start(name, arguments, session.new_ticket().to_text())
            _give_way(child.process.pid)
            task = asyncio.get_running_loop().create_task(self._watch(until_ended(child)))
            self._watchers.add(task)
            task.add_done_callback(self._watchers.discard)

    async def _watch(self, ended: Awaitable[None]) -> None:
        try:
            await ended
        except SeatFailed as error:
            deserted = self._place is not None and self._place.deserted
            if not self._over and not deserted:
                self._sent_for -= 1
                self._line(str(error), shown.Told.BAD)

    # --- playing ------------------------------------------------------------------------------------

    async def _choose(self, action: Action) -> None:
        assert self._session is not None, "nobody is asked before the game"
        try:
            await self._session.choose(action)
        except IllegalAction as error:
            self._tell(shown.ChoiceRefused(f"The rules do not allow that: {error.sentence}"))
        else:
            self._tell(shown.ChoiceTaken())

    def _say(self, text: str) -> None:
        if self._session is not None:
            self._session.say(text)

    def _leave(self) -> None:
        if self._session is None:
            self._cancel()
        else:
            self._session.stop()


def _give_way(process: int) -> None:
    """Let a computer player's process wait for the screen, not the screen for it."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, COMPUTER_NICENESS)
