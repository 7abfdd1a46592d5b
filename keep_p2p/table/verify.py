"""Is a finished game fair? Reads a transcript from anyone and needs no network, no key and no trust.

It replays the game through the same `Replica` that every peer ran (docs/protocol.md, Verifying).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from keep_p2p.packs import Packs
from keep_p2p.rules.awaited import Over
from keep_p2p.rules.game import outcome
from keep_p2p.table.accuse import judge_complaint, late_breach
from keep_p2p.table.replica import ConvictedError, NotTakenError, Replica
from keep_p2p.table.spec import Breach
from protocol.chain import ChainProblem, chain_problems
from protocol.transcript import PlacedStatement, Reading, Round, Transcript, read_transcript


class Verdict(StrEnum):
    """What can be said of a transcript."""

    FAIR = "fair"
    FOUL = "foul"
    ALTERED = "altered"
    INCOMPLETE = "incomplete"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one transcript and what it rests on.

    ``rounds`` counts the complete rounds that were checked and held. ``checks`` counts each kind
    of check that held. ``seat`` and ``round`` are of the breach (foul) or the place (altered).
    """

    verdict: Verdict
    reason: str
    game: str = ""
    rounds: int = 0
    winner: str = ""
    checks: dict[str, int] = field(default_factory=dict)
    seat: int | None = None
    seat_name: str = ""
    round: int | None = None
    over: Over | None = None

    @property
    def exit_status(self) -> int:
        """0 fair (also as far as it goes), 1 foul or altered, 2 not a readable transcript."""
        if self.verdict in (Verdict.FAIR, Verdict.INCOMPLETE):
            return 0
        return 2 if self.verdict is Verdict.UNREADABLE else 1

    def as_json(self) -> dict[str, object]:
        """The report for programs; ``seat`` is null unless the verdict is foul."""
        return {
            "verdict": self.verdict.value,
            "game": self.game,
            "rounds": self.rounds,
            "winner": self.winner,
            "checks": self.checks,
            "seat": self.seat,
            "round": self.round,
            "reason": self.reason,
        }


Progress = Callable[[int, int], None]
"""Told after each round: how many are done, of how many."""


def verify_transcript(data: bytes, packs: Packs, progress: Progress | None = None) -> Report:
    """Check a whole transcript. Raises AdmissionError if it was played with other packs or rules than these."""
    reading = read_transcript(data)
    if reading.transcript is None:
        problem = reading.problem
        return Report(Verdict.UNREADABLE, f"this is not a transcript that can be read: {problem}")
    return _Verifier(reading, reading.transcript, packs, progress).report()


class _Verifier:
    def __init__(self, reading: Reading, transcript: Transcript, packs: Packs, progress: Progress | None) -> None:
        self._reading = reading
        self._transcript = transcript
        self._progress = progress
        self._replica = Replica(transcript.genesis, packs)
        self._game = transcript.genesis.genesis.digest().hex()

    def report(self) -> Report:
        problem = next(chain_problems(self._transcript), None)
        statements = iter(self._transcript.statements)
        waiting = next(statements, None)
        for done in self._transcript.rounds:
            if problem is not None and problem.round == done.number:
                return self._altered_chain(problem)
            found = self._replay(done)
            if found is not None:
                return found
            while waiting is not None and waiting.signed.statement.round == done.number:
                found = self._judge(waiting)
                if found is not None:
                    return found
                waiting = next(statements, None)
        if problem is not None:
            return self._altered_chain(problem)
        return self._ending()

    def _replay(self, done: Round) -> Report | None:
        replica = self._replica
        where = f"round {done.number} ({done.place})"
        if replica.spec is None:
            return self._altered(f"{where} follows the end of the game", done.number)
        for entry in done.entries:
            try:
                replica.take(entry, signature_checked=True)
            except ConvictedError as error:
                return self._foul(error.breach)
            except NotTakenError as error:
                return self._altered(f"{where}: {error}", done.number)
        missing = replica.waiting_for()
        settled = replica.settle()
        if settled is None:
            seats = ", ".join(self._name(seat) for seat in missing)
            return self._altered(f"{where} lacks what {seats} said", done.number)
        if self._progress is not None:
            self._progress(done.number, len(self._transcript.rounds))
        late = late_breach(replica.table, settled)
        return None if late is None else self._foul(late)

    def _judge(self, placed: PlacedStatement) -> Report | None:
        try:
            return self._foul(judge_complaint(self._replica.table, placed.signed))
        except NotTakenError as error:
            return self._altered(f"{placed.place}: {error}", placed.signed.statement.round)

    def _ending(self) -> Report:
        problem = self._reading.problem
        if problem is not None and not problem.cut:
            return self._altered(f"the file cannot be read on: {problem}", self._replica.round)
        spec = self._replica.spec
        if spec is not None:
            return self._incomplete(problem is not None)
        if problem is not None:
            return self._altered(f"there is more after the end of the game: {problem}", self._replica.round)
        names = ", ".join(self._winner_names()) or "nobody"
        return self._filled(Report(Verdict.FAIR, f"every check held; {names} won"))

    def _incomplete(self, cut: bool) -> Report:
        waiting = ", ".join(self._name(seat) for seat in self._replica.waiting_for())
        how = "the file is cut off" if cut else "the game was not finished"
        held = self._replica.round - 1
        reason = f"{how}: fair as far as it goes, {held} rounds; round {held + 1} awaits {waiting}"
        return self._filled(Report(Verdict.INCOMPLETE, reason))

    def _altered_chain(self, problem: ChainProblem) -> Report:
        return self._altered(str(problem), problem.round)

    def _altered(self, sentence: str, number: int) -> Report:
        return self._filled(Report(Verdict.ALTERED, sentence, round=number))

    def _foul(self, breach: Breach) -> Report:
        name = self._name(breach.seat)
        report = Report(
            Verdict.FOUL,
            f"{name} broke the rules in round {breach.round}: {breach.sentence}",
            seat=breach.seat,
            seat_name=name,
            round=breach.round,
        )
        return self._filled(report)

    def _filled(self, report: Report) -> Report:
        replica = self._replica
        over = None if replica.table.rules is None else outcome(replica.table.rules)
        return replace(
            report,
            game=self._game,
            rounds=len(replica.rounds),
            winner=" and ".join(over.winners) if over is not None else "",
            checks=dict(sorted(replica.table.checks.items())),
            over=over,
        )

    def _winner_names(self) -> list[str]:
        rules = self._replica.table.rules
        over = None if rules is None else outcome(rules)
        return [] if over is None else [self._name(seat) for seat in over.winning_seats]

    def _name(self, seat: int) -> str:
        return self._transcript.genesis.genesis.roster[seat].name
