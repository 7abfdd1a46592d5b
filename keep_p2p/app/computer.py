"""A computer player at a table: asks the `Bot`, tells the story, or reports it to the process that started it."""

from __future__ import annotations

import asyncio
import secrets
from typing import Protocol

from keep_p2p.app.place import Deserted, Place
from keep_p2p.app.reports import FinishedReport, JoinedReport, Report, StoryReport, TableReport, to_line
from keep_p2p.net.events import Left, SessionEvent, StillThere, Stranded, TableOpened
from keep_p2p.net.session import Session
from keep_p2p.packs import Packs
from keep_p2p.players.bot import Bot
from keep_p2p.players.manner import Manner
from keep_p2p.rules.names import Seat
from keep_p2p.table.effects import Accused, Ask, Finished
from keep_p2p.table.lobby import LobbyChanged, SafetyWords
from keep_p2p.ui.lines import LineSink

THINKING_SECONDS = 0.8
"""How long a computer player takes for every decision when people sit at the table, whatever it decides.

A time that depended on its cards would tell of them (docs/architecture.md, "Public state and private view").
"""

BOT_SEED_BYTES = 16

DONE, CHEATED = 0, 1

SAME_WORDS = "The six safety words, the same for everybody at this table:"
"""So people can compare them with a computer player's, which signs without asking anybody."""

pause = asyncio.sleep
"""How a computer player lets time go by."""


class Voice(Protocol):
    """Where a computer player says what it sees."""

    def tell(self, lines: tuple[str, ...]) -> None:
        """Lines of the story."""

    def report(self, report: Report) -> None:
        """Something for the process that started this one."""


class Aloud:
    """To a person: the story alone."""

    def __init__(self, sink: LineSink) -> None:
        self._sink = sink

    def tell(self, lines: tuple[str, ...]) -> None:
        """Show them."""
        for line in lines:
            self._sink.show(line)

    def report(self, report: Report) -> None:
        """Of no interest to a person, but for where the transcript is."""
        if isinstance(report, FinishedReport):
            self._sink.show(f"The transcript is in {report.transcript}.")


class Reporting:
    """To the process that started this one: everything as reports."""

    def __init__(self, sink: LineSink) -> None:
        self._sink = sink

    def tell(self, lines: tuple[str, ...]) -> None:
        """Each line is a report."""
        for line in lines:
            self.report(StoryReport(line))

    def report(self, report: Report) -> None:
        """One line of JSON."""
        self._sink.show(to_line(report))


class Computer:
    """One computer player at one table."""

    def __init__(
        self,
        session: Session,
        packs: Packs,
        voice: Voice,
        seed: bytes | None = None,
        manner: Manner = Manner.TO_WIN,
    ) -> None:
        """``seed`` (default: fresh) decides where two choices are alike; ``manner`` is how it plays Molasar."""
        self._session = session
        self._place = Place(session, packs, addressed=False)
        self._voice = voice
        self._seed = secrets.token_bytes(BOT_SEED_BYTES) if seed is None else seed
        self._manner = manner
        self._bot: Bot | None = None

    async def run(self) -> int:
        """Play to the end; the exit status.

        :raises Deserted: somebody left the game on purpose; what was played until then is kept.
        :raises UserError: the table came to nothing; the sentence says why.
        """
        status = DONE
        try:
            async for event in self._session.events():
                self._hear(event)
                if isinstance(event, Ask):
                    await self._answer(event)
                elif isinstance(event, Accused):
                    status = CHEATED
                elif isinstance(event, Stranded):
                    self._voice.tell((f"The transcript so far is in {self._place.keep_transcript()}.",))
                    raise Deserted(self._place.deserted)
        finally:
            if status == CHEATED:
                self._stopped()
        return status

    def _stopped(self) -> None:
        """Tell the verdict if it has become another, and keep the transcript, which has the same."""
        verdict = self._place.untold_verdict()
        if verdict is not None:
            self._hear(verdict)
        self._place.keep_transcript()

    def _hear(self, event: SessionEvent) -> None:
        lines = self._place.note(event)
        match event:
            case TableOpened(name=name, addresses=addresses):
                self._voice.report(TableReport(name, tuple(str(address) for address in addresses)))
                return
            case LobbyChanged(size=size, seats=seats):
                self._voice.report(JoinedReport(len(seats), size))
            case SafetyWords(words):
                lines = (f"{SAME_WORDS} {' '.join(words)}.",)
            case Left() | StillThere():
                return  # told when it leaves for that: until then it is no more than a word
            case _:
                pass
        self._voice.tell(lines)
        if isinstance(event, Finished):
            self._finished(event)

    async def _answer(self, ask: Ask) -> None:
        """Choose: at once among computer players, after a constant time with people."""
        view = self._session.view
        assert view is not None, "only a seat is asked"
        loop = asyncio.get_running_loop()
        due = loop.time() + (0.0 if self._place.only_computers else THINKING_SECONDS)
        if self._bot is None:
            self._bot = Bot(Seat(view.seat), self._seed, manner=self._manner)
        action = self._bot.choose(view, ask.decide, ask.actions)
        if (rest := due - loop.time()) > 0:
            await pause(rest)
        await self._session.choose(action)

    def _finished(self, finished: Finished) -> None:
        """Keep the transcript and report how it ended."""
        peer, state, path = self._place.peer, self._place.state, self._place.keep_transcript()
        assert peer is not None and state is not None and path is not None, "the game was played"
        over = finished.over
        self._voice.report(
            FinishedReport(
                reason=over.reason.value,
                winners=tuple(winner.value for winner in over.winners),
                rounds=peer.round - 1,
                turns=state.turn_number,
                transcript=str(path),
                game=peer.game_id.hex(),
            )
        )
