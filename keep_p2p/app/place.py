"""One's place at a table, person, computer player or spectator: who sits where, and what is told of it in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from keep_p2p.app.hints import join_commands, verify_command
from keep_p2p.app.roster import game_names, lobby_names
from keep_p2p.errors import UserError
from keep_p2p.net.events import (
    GameBegan,
    Left,
    LinkDown,
    LinkUp,
    Notice,
    SessionEvent,
    StillThere,
    TableOpened,
    Waiting,
)
from keep_p2p.net.session import Session
from keep_p2p.packs import Packs
from keep_p2p.program import command_line, to_copy
from keep_p2p.rules.names import Seat
from keep_p2p.rules.state import State
from keep_p2p.store.transcripts import TranscriptNotSaved, save_evidence, save_transcript
from keep_p2p.table.effects import Accused, Finished, Happened, Progress
from keep_p2p.table.lobby import LobbyChanged, Reopened
from keep_p2p.table.peer import Peer
from keep_p2p.ui.names import FULL, Names, join, sentence
from keep_p2p.ui.told import waiting_line
from keep_p2p.ui.words import tell
from protocol.genesis import Genesis

LONG_SECONDS = 1.0
"""Work that takes longer shows how far it has come."""

LEFT = "has left the table; the game cannot go on."
"""What is said of somebody who left on purpose: other words than of a link that is lost, which may come back."""

TOLD_ADDRESSES = 2
"""Addresses of a table that are told: the likeliest to be reached come first."""


class Deserted(UserError):
    """Somebody has left the game on purpose, so it cannot go on; a program that plays leaves too."""


class Place:
    """Who is at the table, as the session's events have told so far, and the words for what happens there."""

    def __init__(
        self,
        session: Session,
        packs: Packs,
        *,
        addressed: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nobody is known before the first event.

        ``addressed``: the own seat is told as "you"; ``clock`` gives seconds, to tell of work only when it lasts.
        """
        self.session = session
        self.packs = packs
        self.table = ""
        self.lobby: LobbyChanged | None = None
        self.genesis: Genesis | None = None
        self.own: int | None = None
        self._addressed = addressed
        self._clock = clock
        self._work_began: float | None = None
        self._drawn: Names | None = None
        self._lost: set[int] = set()
        self._gone: list[int] = []
        self._accusation: Accused | None = None

    @property
    def peer(self) -> Peer | None:
        """The peer, once the game has begun."""
        peer = self.session.peer
        assert peer is None or isinstance(peer, Peer), "nobody puts another in its place here"
        return peer

    @property
    def state(self) -> State | None:
        """The public state, once the characters are known."""
        return None if self.peer is None else self.peer.state

    @property
    def deserted(self) -> str:
        """Who has left on purpose and stopped the game by it, in one sentence; empty while the game goes on."""
        return f"{self._seat(self._gone[0])} {LEFT}" if self._gone else ""

    def waiting_for(self) -> tuple[Seat, ...]:
        """Whom the open round awaits."""
        return () if self.peer is None else self.peer.waiting_for()

    @property
    def names(self) -> Names:
        """Names for the screen, as far as they are known."""
        own = self.own if self._addressed else None
        if self.genesis is None:
            return lobby_names(self.packs, () if self.lobby is None else self.lobby.seats, own)
        if self._drawn is not None:
            return self._drawn
        state = self.state
        names = game_names(self.packs, self.genesis, own, state)
        if state is not None:
            self._drawn = names
        return names

    @property
    def only_computers(self) -> bool:
        """Whether no person sits at the table (but perhaps oneself)."""
        return all(seat.computer for number, seat in enumerate(self.names.seats) if number != self.own)

    def note(self, event: SessionEvent) -> tuple[str, ...]:
        """Take in an event; the lines that tell it, none for what is told elsewhere or not at all."""
        match event:
            case TableOpened(name=name):
                self.table = name
                return self._opened(event)
            case LobbyChanged():
                return self._lobby_changed(event)
            case Reopened(why):
                return (f"The table is open again: {why}.",)
            case GameBegan(signed, seat):
                self.genesis, self.own, self.table = signed.genesis, seat, signed.genesis.name
                return ("Everybody has signed. The game has begun.",)
            case Happened(record=record):
                text = tell(record, self.names)
                return () if text is None else (text,)
            case Progress():
                return self._progress(event)
            case LinkDown(seat):
                self._lost.add(seat)
                return self.no_link((seat,))
            case LinkUp(seat) if seat in self._lost:  # the first link to a seat is nothing to tell
                self._lost.remove(seat)
                return () if self._gone else (f"There is a link to {self.names.player(Seat(seat))} again.",)
            case Left(seat):
                self._gone.append(seat)
                return (self.deserted if len(self._gone) == 1 else f"{self._seat(seat)} has left the table too.",)
            case StillThere(seat):
                self._gone.remove(seat)
                return (f"{self._seat(seat)} is still there. {self.deserted or 'The game goes on.'}",)
            case Waiting(seats, unlinked):
                return self._waiting(seats, unlinked)
            case Notice(text):
                return (text,)
            case Accused():
                self._accusation = event
                return self._accused(event)
            case Finished():
                return ("All seats have checked the whole game and signed the result.",)
            case _:
                return ()

    def untold_verdict(self) -> Accused | None:
        """At the end of a stopped game: its verdict by all that is proven, if what was told last is something else.

        The transcript has the same. To be heard like any other accusation.
        """
        final = None if self.peer is None else self.peer.verdict
        told = self._accusation
        if final is None or (told is not None and replace(told, evidence=final.evidence) == final):
            return None
        return final

    def keep_transcript(self) -> Path | None:
        """Write down the game as far as it has come; None if it has not begun."""
        if self.genesis is None or self.peer is None:
            return None
        return save_transcript(self.peer.transcript(), self.genesis.digest(), self.table)

    def _progress(self, event: Progress) -> tuple[str, ...]:
        """How far work has come, once it has taken over a second."""
        now = self._clock()
        if self._work_began is None:
            self._work_began = now
        lasts = now - self._work_began >= LONG_SECONDS
        if event.done == event.total:
            self._work_began = None
        if not lasts:
            return ()
        return (f"{sentence(event.what)}: {event.done} of {event.total} players are done.",)

    def _opened(self, event: TableOpened) -> tuple[str, ...]:
        """How others come to the table."""
        where = join((str(address) for address in event.addresses[:TOLD_ADDRESSES]), "or")
        line = f"The table {event.name} is open at {where}."
        if event.announced:
            commands = (to_copy(command) for command in join_commands(event.name))
            return (line, "On this network it is found by its name. There others type one of these:", *commands)
        return (line,)

    def _lobby_changed(self, lobby: LobbyChanged) -> tuple[str, ...]:
        """Who has come and who has gone."""
        before = {} if self.lobby is None else {seat.key: seat.name for seat in self.lobby.seats}
        after = {seat.key: seat.name for seat in lobby.seats}
        self.lobby, self.own, self.table = lobby, lobby.own, lobby.name
        came = [name for key, name in after.items() if key not in before]
        went = [name for key, name in before.items() if key not in after]
        lines = []
        if came:
            lines.append(f"{join(came)} {'sits' if len(came) == 1 else 'sit'} at the table {lobby.name}")
        if went:
            lines.append(f"{join(went)} {'has' if len(went) == 1 else 'have'} left the table {lobby.name}")
        return tuple(f"{line}: {len(after)} of {lobby.size} seats taken." for line in lines)

    def _seat(self, seat: int) -> str:
        return sentence(self.names.player(Seat(seat)))

    def _waiting(self, seats: Sequence[int], unlinked: Sequence[int]) -> tuple[str, ...]:
        """Whom everybody waits for, when it lasts, and to whom there is no link."""
        line = "" if self._gone else waiting_line([Seat(seat) for seat in seats], self.names)
        return (line, *self.no_link(unlinked)) if line else ()

    def no_link(self, seats: Sequence[int]) -> tuple[str, ...]:
        """A line on those awaited seats to which there is no link; none where the game cannot go on anyway."""
        if self._gone:
            return ()
        away = join(self.names.player(Seat(seat)) for seat in seats)
        return (f"There is no link to {away} for now.",) if away else ()

    def _accused(self, accused: Accused) -> tuple[str, ...]:
        """Who broke the rules, how the game has ended by it, and where the proof is: it is written down here."""
        return (
            f"STOPPED. {accused.sentence}.",
            self._ended(accused),
            self._keep_evidence(accused),
        )

    def _ended(self, accused: Accused) -> str:
        winners = () if accused.over is None else accused.over.winners
        if not winners:
            return "The game ends here, without a winner."
        return (
            f"The game ends here: {join(FULL[each] for each in winners)} {'has' if len(winners) == 1 else 'have'} won."
        )

    def _keep_evidence(self, accused: Accused) -> str:
        """Write the evidence beside the transcript; a sentence that says where it is, or why it is not."""
        if self.genesis is None:
            return f"The proof is in the transcript; `{command_line('verify')}` shows it to anybody."
        try:
            path = save_evidence(accused.evidence, self.genesis.digest(), self.table)
        except TranscriptNotSaved as error:
            return str(error)
        command = verify_command(path, self.packs.board.path, self.packs.deck.path)
        return f"The proof is in {path}; `{command}` shows it to anybody."
