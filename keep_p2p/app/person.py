"""A person at a table: the session's events told line by line, the person's lines taken to the session."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType

from keep_p2p.app.aftermath import CHECKING, aftermath
from keep_p2p.app.hints import bot_command, verify_command
from keep_p2p.app.lessons import remember, remember_finished, remembered
from keep_p2p.app.place import Deserted, Place
from keep_p2p.app.sitting import Who, sitting_down
from keep_p2p.net.events import Left, LinkDown, Said, SessionEvent, StillThere, Stranded, TableOpened, Waiting
from keep_p2p.net.session import Session
from keep_p2p.net.setup import Options
from keep_p2p.packs import Packs
from keep_p2p.program import to_copy
from keep_p2p.rules.actions import Action
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import Seat
from keep_p2p.rules.state import State
from keep_p2p.table.effects import Accused, Ask, Finished, Happened, Opened
from keep_p2p.table.lobby import LobbyChanged, Reopened, SafetyWords, SignedBy
from keep_p2p.table.lobby_wishes import Wish
from keep_p2p.table.spec import RoundKind
from keep_p2p.table.view import View
from keep_p2p.ui.lines import LineSink, LineSource, StandardInput, StandardOutput
from keep_p2p.ui.names import FULL, Names, join, sentence
from keep_p2p.ui.plain import InputClosed, Plain
from keep_p2p.ui.table.guide import Guide

DONE, CHEATED = 0, 1
"""Exit statuses: the game is over or was left; or it was stopped because a seat cheated."""


BEGINS_WHEN_FULL = (
    "The game begins when all seats are taken and everybody has said yes to it. To seat a computer player, type in "
    "another terminal:"
)
"""What whoever opens a table must know to come to a game."""


LINK_DOWN = (
    "It is looked for all the time, and the game goes on when it is there again. Without that player it cannot: then "
    "`quit` leaves, and what was played is kept."
)
"""What a link that is down means; said the first time."""


QUIT_TOO = "`quit` leaves it too. What was played so far is kept, and can be seen again and checked."
"""What can be done where the game cannot go on; said when the first has left."""


class Person:
    """One person at one table. It is the `PlainTable` of the line interface."""

    def __init__(
        self,
        session: Session,
        packs: Packs,
        sink: LineSink,
        *,
        early_is_refused: bool = True,
        signs_unasked: bool = False,
        guide: Guide | None = None,
        learnt: Callable[[Guide], None] = lambda guide: None,
        finished: Callable[[], None] = lambda: None,
        checks: bool = False,
    ) -> None:
        """``signs_unasked``: the safety words are shown, but with only our own computer players nobody is asked.

        ``guide`` explains the first game; ``learnt`` is told when it has explained something, ``finished`` when a game
        was played to its end. ``checks``: a finished game is checked again at once, and all hands are shown.
        """
        self._session = session
        self._place = Place(session, packs)
        self._sink = sink
        self._plain = Plain(self, sink, early_is_refused=early_is_refused, guide=guide)
        self._learnt = learnt
        self._finished = finished
        self._checks = checks
        self._checked = 0
        self._signs_unasked = signs_unasked
        self._stays = early_is_refused
        self._changed = asyncio.Event()
        self._left = False
        self._over = False
        self._kept = False
        self._warned = False
        self._choices: set[asyncio.Task[None]] = set()

    # What the line interface asks of its table.

    @property
    def names(self) -> Names:
        """Who sits where."""
        return self._place.names

    @property
    def state(self) -> State | None:
        """The public state."""
        return self._place.state

    @property
    def view(self) -> View | None:
        """The person's own view."""
        return self._session.view

    @property
    def checked(self) -> int:
        """How many proofs and signatures have been checked, and held."""
        peer = self._place.peer
        with contextlib.suppress(RuntimeError):  # a dictionary that changed while it was read
            self._checked = self._checked if peer is None else sum(peer.checks.values())
        return self._checked

    def waiting_for(self) -> Sequence[Seat]:
        """Whom the table waits for."""
        return self._place.waiting_for()

    def choose(self, action: Action) -> None:
        """Answer the open question."""
        task = asyncio.get_running_loop().create_task(self._choose(self._session.choose(action)))
        self._choices.add(task)
        task.add_done_callback(self._choices.discard)

    async def _choose(self, chosen: Awaitable[None]) -> None:
        try:
            await chosen
        except IllegalAction as error:
            self._plain.refused(error)
            self._changed.set()

    def confirm(self, yes: bool) -> None:
        """Answer whether the table is signed."""
        self._session.confirm(yes)

    def say(self, text: str) -> None:
        """Say something to the table."""
        self._session.say(text)

    def wish(self, wish: Wish) -> None:
        """Ask for other characters."""
        self._session.wish(wish)

    def learnt(self, guide: Guide) -> None:
        """The guide has explained something."""
        self._learnt(guide)

    def leave(self) -> None:
        """Leave the table."""
        self._left = True

    @contextlib.contextmanager
    def asked_before_leaving(self) -> Iterator[None]:
        """Within: Ctrl-C asks first, and only leaves at once when it is pressed again over the question."""
        loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGINT)
        coming = False
        """Whether the question is on its way to the screen."""

        def ask() -> None:
            nonlocal coming
            self._plain.interrupted()
            coming = False

        def interrupted(number: int, frame: FrameType | None) -> None:
            nonlocal coming
            if callable(before) and (coming or self._plain.asks_to_leave or self._over):
                before(number, frame)
            else:
                coming = True
                loop.call_soon_threadsafe(ask)

        signal.signal(signal.SIGINT, interrupted)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    # Running.

    async def run(self, source: LineSource) -> int:
        """Play to the end, or until the person leaves; the exit status.

        :raises InputClosed: the person's input has closed before the game was over.
        :raises Deserted: what answers is a program, and somebody else has left the game on purpose.
        :raises UserError: the table came to nothing, for a reason that the person reads.
        """
        listening = asyncio.create_task(self._listen())
        reading = asyncio.create_task(self._read(source))
        try:
            await asyncio.wait({listening, reading}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done() or self._over:
                status = await listening
                await self._look_at_it_again(status)
                return status
            reading.result()
            if not self._left:
                raise InputClosed
            self._sink.show("You have left the table.")
            return DONE
        finally:
            for task in (listening, reading, *self._choices):
                task.cancel()
            await asyncio.gather(listening, reading, *self._choices, return_exceptions=True)
            if not self._kept:
                self._keep()

    async def _look_at_it_again(self, status: int) -> None:
        """Check a game that was played to its end, and turn all hands up."""
        peer = self._place.peer
        if self._checks and self._over and status == DONE and peer is not None:
            self._sink.show(CHECKING)
            for line in await aftermath(peer.transcript(), self._place.packs, self.names):
                self._sink.show(line)

    async def _read(self, source: LineSource) -> None:
        """Take the person's lines until they end or the person leaves."""
        while not self._left and (line := await source.line()) is not None:
            while not self._plain.takes(line):
                self._changed.clear()
                await self._changed.wait()
            self._plain.typed(line)

    async def _listen(self) -> int:
        """Tell what happens until it is over and all seats have everything."""
        status = DONE
        async for event in self._session.events():
            self._hear(event)
            self._changed.set()
            if isinstance(event, Finished | Accused):
                status = CHEATED if isinstance(event, Accused) else DONE
                self._over = True
            if isinstance(event, Finished):
                self._finished()
                self._keep()
            elif isinstance(event, Accused):
                self._kept = False
            elif isinstance(event, Stranded) and not self._stays:
                raise Deserted(self._place.deserted)
        return status

    def _hear(self, event: SessionEvent) -> None:
        before = self._place.lobby
        lines = self._place.note(event)
        match event:
            case LobbyChanged() if self._signs_unasked:
                lines = ()  # It has been said that computer players come, and how many.
            case LobbyChanged():
                lines = (*lines, *self._wishes(before, event))
            case SignedBy(seats) if not self._signs_unasked:
                lines = (f"Signed so far: {len(seats)} of {len(self.names.seats)}.",)
            case Happened(record=record):
                self._plain.happened(record)
                return
            case Ask(decide, actions):
                self._plain.ask(decide, actions)
            case Left() | StillThere():
                self._plain.deserted = bool(self._place.deserted)
                lines = (*lines, QUIT_TOO) if lines == (self._place.deserted,) else lines
            case Waiting() | LinkDown() if self._place.deserted:
                lines = ()
            case Waiting(seats, unlinked):
                self._plain.waits([Seat(seat) for seat in seats])
                lines = self._place.no_link(unlinked)
            case LinkDown() if not self._warned and not self._signs_unasked:
                self._warned = True
                lines = (*lines, LINK_DOWN)
            case Said(seat, name, text):
                self._plain.said(name, text, own=seat == self._place.own)
            case TableOpened() if self._signs_unasked:
                lines = ()  # Nobody else is to come, so nobody needs to know where the table is.
            case TableOpened(name=name):
                lines = (*lines, BEGINS_WHEN_FULL, to_copy(bot_command(name)))
            case SafetyWords(words):
                self._words(words)
            case Reopened():
                self._plain.reopened()
            case Opened(kind=RoundKind.ACT, waiting=waiting) if any(self._is_person(seat) for seat in waiting):
                self._plain.waits(waiting)
            case _:
                pass
        for line in lines:
            self._plain.notice(line)

    def _wishes(self, before: LobbyChanged | None, now: LobbyChanged) -> tuple[str, ...]:
        """Whom people want to play who wanted something else before."""
        wanted = {} if before is None else {seat.key: seat.wish for seat in before.seats}
        return tuple(
            f"{sentence(self.names.player(Seat(number)))} {'want' if number == now.own else 'wants'} to play "
            f"{join(FULL[character] for character in seat.wish) or 'a character drawn at random'}."
            for number, seat in enumerate(now.seats)
            if wanted.get(seat.key, seat.wish) != seat.wish
        )

    def _is_person(self, seat: Seat) -> bool:
        """Whether somebody sits there who may take long."""
        return not self.names.seats[seat].computer

    def _words(self, words: Sequence[str]) -> None:
        """Show the safety words; ask, unless everybody else is a computer player of our own."""
        self._plain.confirm(words, ask=not self._signs_unasked)
        if self._signs_unasked:
            self._session.confirm(True)

    def _keep(self) -> None:
        """Write down the game as far as it has come, and say where it is.

        A stopped game is written down when the others have told what they can prove: until then it may change.
        """
        self._kept = True
        verdict = self._place.untold_verdict()
        if verdict is not None:
            self._hear(verdict)
        path = self._place.keep_transcript()
        if path is not None:
            packs = self._place.packs
            command = verify_command(path, packs.board.path, packs.deck.path)
            self._plain.notice("The transcript is kept. This command checks it, and names the file:")
            self._plain.notice(to_copy(command))


def at_a_table(
    who: Who, board: Path | None, deck: Path | None, sit: Callable[[Session], Awaitable[None]], *, port: int = 0
) -> int:
    """A person at this terminal plays at the table to which ``sit`` takes the session; the exit status.

    :raises UserError: for everything that a person can put right.
    """
    with sitting_down(who, board, deck, port=port) as (options, warnings):
        return asyncio.run(_at_a_table(who.profile, options, warnings, sit))


def at_this_terminal(
    session: Session,
    options: Options,
    sink: LineSink,
    source: StandardInput,
    profile: str | None,
    *,
    signs_unasked: bool = False,
) -> Person:
    """The person who types into ``source``: whoever does so at a terminal is guided through the first game."""
    guide = remembered(profile) if source.is_terminal else None
    return Person(
        session,
        options.packs,
        sink,
        early_is_refused=source.is_terminal,
        signs_unasked=signs_unasked,
        guide=guide,
        checks=source.is_terminal,
        learnt=lambda now: remember(profile, now),
        finished=lambda: remember_finished(profile),
    )


async def _at_a_table(
    profile: str | None, options: Options, warnings: Sequence[str], sit: Callable[[Session], Awaitable[None]]
) -> int:
    sink, source = StandardOutput(), StandardInput()
    for warning in warnings:
        sink.show(warning)
    async with Session(options) as session:
        person = at_this_terminal(session, options, sink, source, profile)
        await sit(session)
        sink.show("Type ? for help at any time.")
        source.start()
        with person.asked_before_leaving() if source.is_terminal else contextlib.nullcontext():
            return await person.run(source)
