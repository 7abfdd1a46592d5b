"""Is a finished game fair? Reads a transcript or evidence from anyone; needs no network, no key and no trust.

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
from keep_p2p.table.aftermath import ending_after
from keep_p2p.table.charge import conviction
from keep_p2p.table.evidence import (
    Evidence,
    EvidenceError,
    check_pair,
    is_evidence,
    proof_in,
    read_evidence,
    rounds_needed,
)
from keep_p2p.table.replica import ConvictedError, NotTakenError, Replica, Settled
from keep_p2p.table.spec import EPOCH, Breach
from protocol.chain import ChainProblem, chain_problems
from protocol.encoding import EncodingError
from protocol.entry import Entry
from protocol.equivocation import Equivocation
from protocol.statement import SignedStatement, StatementKind
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
        """The report for programs; what is not known is null, and ``seat`` is unless the verdict is foul."""
        return {
            "verdict": self.verdict.value,
            "game": self.game or None,
            "rounds": self.rounds,
            "winner": self.winner or None,
            "checks": self.checks,
            "seat": self.seat,
            "round": self.round,
            "reason": self.reason,
        }


Progress = Callable[[int, int], None]
"""Told after each round: how many are done, of how many."""

Observe = Callable[[Replica, Settled | None], None]
"""Shown the replica before the first round (None) and after each that held; it must not change it."""


def verify_file(data: bytes, packs: Packs, progress: Progress | None = None, observe: Observe | None = None) -> Report:
    """Check a transcript or an evidence file, whichever these bytes are. Raises AdmissionError as below."""
    return (verify_evidence if is_evidence(data) else verify_transcript)(data, packs, progress, observe)


def verify_evidence(
    data: bytes, packs: Packs, progress: Progress | None = None, observe: Observe | None = None
) -> Report:
    """Whom an evidence file convicts: foul, or altered where it convicts nobody. Raises AdmissionError as below."""
    try:
        evidence = read_evidence(data)
    except EvidenceError as error:
        return Report(Verdict.ALTERED, f"this evidence convicts nobody: {error}")
    reading = Reading(evidence.transcript, None)
    forged = _forged_genesis(evidence.transcript)
    if forged is not None:
        return forged
    return _Verifier(reading, evidence.transcript, packs, progress, observe).judged(evidence)


def verify_transcript(
    data: bytes, packs: Packs, progress: Progress | None = None, observe: Observe | None = None
) -> Report:
    """Check a whole transcript. Raises AdmissionError if it was played with other packs or rules than these."""
    reading = read_transcript(data)
    if reading.transcript is None:
        problem = reading.problem
        return Report(Verdict.UNREADABLE, f"this is not a transcript that can be read: {problem}")
    forged = _forged_genesis(reading.transcript)
    if forged is not None:
        return forged
    return _Verifier(reading, reading.transcript, packs, progress, observe).report()


def _forged_genesis(transcript: Transcript) -> Report | None:
    """What a genesis says of packs and rules counts only once its signatures hold."""
    problem = transcript.genesis.problem()
    if problem is None:
        return None
    game = transcript.genesis.genesis.digest().hex()
    return Report(Verdict.ALTERED, f"{transcript.genesis_place}: {problem}", game, round=0)


class _Verifier:
    def __init__(
        self,
        reading: Reading,
        transcript: Transcript,
        packs: Packs,
        progress: Progress | None,
        observe: Observe | None,
    ) -> None:
        self._reading = reading
        self._transcript = transcript
        self._progress = progress
        self._observe = observe
        self._replica = Replica(transcript.genesis, packs)
        self._game = transcript.genesis.genesis.digest().hex()
        self._last: Settled | None = None
        self._statements: dict[int, list[PlacedStatement]] = {}
        """By the round that they follow: of a hostile file's many statements each is looked at once."""
        for placed in transcript.statements:
            self._statements.setdefault(placed.signed.statement.round, []).append(placed)

    def report(self) -> Report:
        """The verdict on the whole transcript."""
        return self._up_to_end() or self._ending()

    def judged(self, evidence: Evidence) -> Report:
        """The verdict on an evidence file, of which the transcript is a part."""
        found = self._up_to_end()
        if found is not None:
            return found
        held = len(self._transcript.rounds)
        needed = rounds_needed(held, evidence.proof)
        if held != needed:
            sentence = f"this evidence convicts nobody: it holds {held} rounds where {needed} belong to what it shows"
            return self._altered(sentence, self._replica.round)
        try:
            return self._foul(self._breach(evidence.proof))
        except (NotTakenError, EncodingError) as error:
            return self._altered(f"this evidence convicts nobody: {error}", self._replica.round)

    def _up_to_end(self) -> Report | None:
        """Replay every round; the first foul or altered thing, None when all holds."""
        if self._observe is not None:
            self._observe(self._replica, None)
        problem = next(chain_problems(self._transcript), None)
        if problem is not None and problem.round == 0:
            return self._altered_chain(problem)
        found = self._judge(0)
        for done in self._transcript.rounds:
            if found is not None:
                return found
            if problem is not None and problem.round == done.number:
                return self._altered_chain(problem)
            found = self._replay(done) or self._judge(done.number)
        if found is None and problem is not None:
            return self._altered_chain(problem)
        return found

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
        if self._observe is not None:
            self._observe(replica, settled)
        self._last = settled
        late = late_breach(replica.table, settled)
        return None if late is None else self._foul(late)

    def _judge(self, number: int) -> Report | None:
        """Judge all statements after a round; of several convictions the one of the earliest round counts."""
        found: list[Breach] = []
        for placed in self._statements.get(number, ()):
            signed = placed.signed
            try:
                is_evidence = signed.statement.kind is StatementKind.EVIDENCE
                found.append(self._breach(proof_in(signed.statement) if is_evidence else signed))
            except (NotTakenError, EncodingError) as error:
                return self._altered(f"{placed.place}: {error}", number)
        return self._foul(*found) if found else None

    def _breach(self, proof: Entry | Equivocation | SignedStatement | None) -> Breach:
        """Whom this convicts after the rounds replayed so far. Raises NotTakenError if nobody."""
        genesis = self._transcript.genesis.genesis
        if isinstance(proof, Equivocation):
            return check_pair(genesis, proof)
        if isinstance(proof, SignedStatement):
            self._check_complaint(proof)
            return judge_complaint(self._replica, proof)
        if proof is None:
            late = None if self._last is None else late_breach(self._replica.table, self._last)
            if late is None:
                raise NotTakenError("its rounds bring nothing out")
            return late
        try:
            self._replica.take(proof)
        except ConvictedError as error:
            return error.breach
        raise NotTakenError("its entry breaks no rule")

    def _check_complaint(self, signed: SignedStatement) -> None:
        statement, genesis = signed.statement, self._transcript.genesis.genesis
        if statement.kind is not StatementKind.COMPLAINT:
            raise NotTakenError(f"a {statement.kind.value} convicts nobody")
        if statement.game != genesis.digest() or statement.epoch != EPOCH or statement.seat >= len(genesis.roster):
            raise NotTakenError("a complaint of another game")
        if not signed.check(genesis.roster[statement.seat].key):
            raise NotTakenError(f"a complaint that seat {statement.seat} did not sign")

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
        return self._filled(Report(Verdict.FAIR, f"every proof held; {names} won"))

    def _incomplete(self, cut: bool) -> Report:
        waiting = ", ".join(self._name(seat) for seat in self._replica.waiting_for())
        how = "the file is cut off" if cut else "the game was not finished"
        held = self._replica.round - 1
        told = "1 signed round" if held == 1 else f"{held:,} signed rounds"
        reason = f"{how}: fair as far as it goes, {told}; the next awaits {waiting}"
        return self._filled(Report(Verdict.INCOMPLETE, reason))

    def _altered_chain(self, problem: ChainProblem) -> Report:
        return self._altered(str(problem), problem.round)

    def _altered(self, sentence: str, number: int) -> Report:
        return self._filled(Report(Verdict.ALTERED, sentence, round=number))

    def _foul(self, *breaches: Breach) -> Report:
        breach = min(breaches, key=lambda each: (each.round, each.seat))
        report = Report(
            Verdict.FOUL,
            conviction(self._transcript.genesis.genesis, self._replica.table.rules, breach),
            seat=breach.seat,
            seat_name=self._name(breach.seat),
            round=breach.round,
        )
        return self._filled(report, ending_after(self._replica.table.rules, self._replica.states, breaches))

    def _filled(self, report: Report, over: Over | None = None) -> Report:
        replica = self._replica
        if over is None and replica.table.rules is not None and report.verdict is not Verdict.FOUL:
            over = outcome(replica.table.rules)
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
