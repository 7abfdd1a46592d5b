"""A finished (or broken-off) game as a sequence of moments, to look at from any seat, forward and back.

Made from a transcript's bytes by the verifier itself, so that a replay shows only rounds that were
checked and held, and carries the verdict. Sans-I/O; states share their structure, so that a game of
fifteen hundred rounds takes a few megabytes.

    replay = read_replay(data, packs)
    moment = replay.moments[40]
    replay.known(40, Seat(2))        # what that seat knew beside moment.state
    replay.known(40, Eyes.ALL)       # all cards face up
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from keep_p2p.packs import Packs
from keep_p2p.rules.game import Knowledge, State
from keep_p2p.rules.names import Character, Deck, Seat, Slot
from keep_p2p.rules.records import Record, TurnBegan
from keep_p2p.table.public import PublicTable
from keep_p2p.table.replay_secrets import Collector, Secrets
from keep_p2p.table.replica import Replica, Settled
from keep_p2p.table.spec import RoundKind, RoundSpec
from keep_p2p.table.verify import Progress, Report, verify_file
from keep_p2p.table.view import View
from protocol.genesis import Genesis


class Eyes(StrEnum):
    """Ways to look at a game that are no seat's: what was public, or all cards face up."""

    PUBLIC = "public"
    ALL = "all"


Sight = Seat | Eyes
"""Through whose eyes the game is seen."""


class NoReplay(Exception):
    """The bytes hold no game that could be shown. The text says why, as a sentence."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A Conflict card that lies face down: whose, and its slot as far as the one who looks knows it."""

    character: Character
    slot: Slot | None


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after one round; moment 0 is the table before the first.

    ``round``, ``kind`` and ``speakers`` say what was settled (0, None and nobody at moment 0); ``records`` are what
    happened in it. ``state`` is the public state then, None before the characters are known. ``awaits`` is the round
    that was open then, None at the end. ``checks`` counts the checks that had held, ``exchange`` the Conflict cards
    turned up in pairs. ``unveiled``: the slip with the Hilt's room lies open.
    """

    index: int
    round: int
    kind: RoundKind | None
    speakers: tuple[Seat, ...]
    records: tuple[Record, ...]
    state: State | None
    awaits: RoundSpec | None
    checks: int
    exchange: int
    unveiled: bool


@dataclass(frozen=True, slots=True)
class TurnMark:
    """A turn: the moment in which it began, its number as in `TurnBegan`, and whose it was."""

    index: int
    number: int
    character: Character
    extra: bool


@dataclass(frozen=True)
class Replay:
    """A game to step through. ``moments`` hold as far as the file does; ``report`` says how far that is and why."""

    genesis: Genesis
    packs: Packs
    report: Report
    moments: tuple[Moment, ...]
    secrets: Secrets = field(repr=False)
    turns: tuple[TurnMark, ...] = field(init=False)

    def __post_init__(self) -> None:
        marks = tuple(
            TurnMark(moment.index, record.number, record.character, record.extra)
            for moment in self.moments
            for record in moment.records
            if isinstance(record, TurnBegan)
        )
        object.__setattr__(self, "turns", marks)

    @property
    def last(self) -> int:
        """The index of the last moment."""
        return len(self.moments) - 1

    @property
    def sights(self) -> tuple[Sight, ...]:
        """The eyes this game can be seen through: a seat's only once it has disclosed, all only once all have."""
        seats = self.secrets.seats
        everything = (Eyes.ALL,) if len(seats) == len(self.genesis.roster) else ()
        return (Eyes.PUBLIC, *seats, *everything)

    def known(self, index: int, sight: Sight) -> Knowledge:
        """What these eyes know beside the public state of a moment. Raises ValueError for eyes not in `sights`."""
        if sight not in self.sights:
            raise ValueError(f"this game cannot be seen as {sight}: that seat has disclosed nothing")
        moment = self.moments[index]
        hilt = self.secrets.hilt if moment.unveiled else None
        if sight is Eyes.PUBLIC:
            return Knowledge(hilt=hilt)
        if sight is Eyes.ALL:
            return self.secrets.of_all(moment.round, moment.exchange)
        seat = Seat(int(sight))
        known = self.secrets.of_seat(seat, self._plays_molasar(moment, seat), moment.round, moment.exchange)
        return known if hilt is None else Knowledge(known.cards, hilt, known.barred, known.committed)

    def view(self, index: int, seat: Seat) -> View | None:
        """The view that this seat had at a moment; None before the characters are known. Raises ValueError as above."""
        state = self.moments[index].state
        return None if state is None else View(seat, state, self.known(index, seat))

    def lying(self, index: int, sight: Sight) -> tuple[Lying, ...]:
        """The Conflict cards face down at a moment, Molasar's first, with the slots that these eyes know."""
        state = self.moments[index].state
        fight = None if state is None else state.conflict
        if state is None or fight is None:
            return ()
        committed = self.known(index, sight).committed
        found = []
        if fight.molasar_committed:
            found.append(_lying(state, Character.MOLASAR, committed))
        if fight.defender_committed and fight.defender is not None:
            found.append(_lying(state, fight.defender, committed))
        return tuple(found)

    def find_turn(self, number: int, character: Character | None = None) -> int | None:
        """The moment in which turn ``number`` began, of this character or of the first; None if there is none."""
        for mark in self.turns:
            if mark.number == number and (character is None or mark.character is character):
                return mark.index
        return None

    def turn_at(self, index: int) -> TurnMark | None:
        """The turn that goes on at a moment; None in the set-up."""
        place = bisect_right(self.turns, index, key=lambda mark: mark.index)
        return self.turns[place - 1] if place else None

    def seen_since(self, before: int, index: int, sight: Sight) -> tuple[tuple[Deck, Slot], ...]:
        """The slots whose cards these eyes saw first after moment ``before``, up to ``index``, in that order."""
        if sight is Eyes.PUBLIC:
            return ()
        first, last = self.moments[before].round, self.moments[index].round
        news = [item for item in self.secrets.seen if first < item.round <= last]
        wanted = [item.key for item in news if (not item.shown if sight is Eyes.ALL else item.seat == sight)]
        return tuple(dict.fromkeys(wanted))

    def _plays_molasar(self, moment: Moment, seat: Seat) -> bool:
        return moment.state is not None and moment.state.seat(Character.MOLASAR) == seat


def read_replay(data: bytes, packs: Packs, progress: Progress | None = None) -> Replay:
    """Verify a transcript (or evidence) and keep every moment that held.

    A foul, altered or cut file gives the moments up to there. Raises NoReplay where there is not even a
    beginning, AdmissionError if it was played with other packs or rules than these.
    """
    recorder = _Recorder()
    report = verify_file(data, packs, progress, recorder.observe)
    if recorder.table is None:
        raise NoReplay(f"There is nothing to replay: {report.reason}.")
    secrets = recorder.collector.secrets(recorder.table)
    return Replay(recorder.table.genesis, packs, report, tuple(recorder.moments), secrets)


class _Recorder:
    """Looks on while the verifier works."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.collector = Collector()
        self.table: PublicTable | None = None

    def observe(self, replica: Replica, settled: Settled | None) -> None:
        self.table = table = replica.table
        self.moments.append(
            Moment(
                index=len(self.moments),
                round=0 if settled is None else settled.spec.round,
                kind=None if settled is None else settled.spec.kind,
                speakers=() if settled is None else settled.spec.speakers,
                records=() if settled is None else settled.records,
                state=table.rules,
                awaits=replica.spec,
                checks=sum(table.checks.values()),
                exchange=table.exchange,
                unveiled=table.hilt_room is not None,
            )
        )
        if settled is not None:
            self.collector.note(settled)


def _lying(state: State, character: Character, committed: Sequence[Slot] | frozenset[Slot]) -> Lying:
    mine = [slot for slot in state.hand(character, Deck.CONFLICT) if slot in committed]
    return Lying(character, mine[0] if mine else None)
