"""Dishonest seats among honest ones, playing the real messages; what came of it, for the test and the table.

A cheat is a `Cheat`: a speaker that overrides one step. Its peer is honest but for that, and does not
stop when it is caught itself, nor when an accomplice is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.names import Seat
from keep_p2p.table.effects import Accused, Effect, Send
from keep_p2p.table.evidence import Proof
from keep_p2p.table.local import LocalTable, Message
from keep_p2p.table.peer import Peer
from keep_p2p.table.public import Guess, PublicTable
from keep_p2p.table.speak import Speaker
from keep_p2p.table.spec import Breach, RoundSpec
from keep_p2p.table.verify import Report, Verdict, verify_evidence, verify_transcript
from protocol.encoding import EncodingError, Value
from protocol.entry import Body, Entry, parse_entry, sign_entry
from protocol.identity import Identity
from protocol.statement import SignedStatement
from tests.cheats.sentences import check_sentence
from tests.cheats.stage import Moment
from tests.table.games import PACKS

GOES_ON = 12
"""Rounds that a table plays on after a cheat that accuses nobody."""


class Liar(Peer):
    """A peer that is not stopped by what convicts it or an accomplice, and gives nobody what it has."""

    cheat: Cheat
    friends: tuple[Seat, ...]

    def _convict(self, breach: Breach, proof: Proof, heard: SignedStatement | None = None) -> tuple[Effect, ...]:
        return () if breach.seat in self.friends else super()._convict(breach, proof, heard)

    def _open(self) -> tuple[Effect, ...]:
        spec = self.replica.spec
        extra = () if spec is None else self.cheat.opened(spec)
        return (*(Send(data) for data in extra), *super()._open())

    def _complain(self, *guesses: Guess) -> tuple[Effect, ...]:
        return () if self.cheat.quiet else super()._complain(*guesses)

    def missing_for(self, have: Any) -> tuple[bytes, ...]:
        return ()


class Cheat(Speaker):
    """One cheat. A subclass overrides one step: a speaker's, `opened`, or `send`."""

    group: ClassVar[str] = ""
    what: ClassVar[str] = ""
    occasion: ClassVar[str] = ""
    late: ClassVar[str] = ""
    """Why it cannot be caught in the round in which it is tried, nor in the next; empty where it is."""
    before: ClassVar[int] = 0
    """How many rounds before its own the breach is counted: a statement counts for the round that it follows."""
    accuses: ClassVar[bool] = True
    """Whether it is to convict the cheat; otherwise it has no effect and nobody is accused."""
    ends: ClassVar[bool] = False
    """Whether the game is played to its end before the cheat is known."""

    quiet: ClassVar[bool] = False
    """Whether it keeps to itself what Second Guess shows it."""

    peer: Liar
    spec: RoundSpec
    others: tuple[int, ...]
    """The honest peers."""
    victim: Peer
    """One honest peer, for what the cheat may have overheard or stolen."""

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        """Who cheats together in this round; the first plays this cheat, the others `Accomplice`."""
        return (spec.speakers[0],)

    @classmethod
    def role(cls, index: int) -> type[Cheat]:
        return cls if index == 0 else Accomplice

    @property
    def identity(self) -> Identity:
        assert self.peer.identity is not None
        return self.peer.identity

    def opened(self, spec: RoundSpec) -> Sequence[bytes]:
        """What is sent besides when a round opens at this seat."""
        return ()

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        """What goes to one other peer in the place of what all should get."""
        return (data,)

    def is_now(self, spec: RoundSpec) -> bool:
        """Whether this is the round for which the stage was set."""
        return spec.round == self.spec.round

    def own_entry(self, data: bytes) -> Entry | None:
        """This seat's own entry of the round of the cheat, if that is what these bytes are."""
        try:
            entry = parse_entry(data)
        except EncodingError:
            return None
        return entry if entry.body.seat == self.seat and entry.body.round == self.spec.round else None

    def body(self, spec: RoundSpec, content: dict[str, Value], **changes: Any) -> Body:
        """A body for the open round, as it should be but for the changes."""
        fields: dict[str, Any] = {
            "game": self.peer.game_id,
            "epoch": 0,
            "round": spec.round,
            "seat": self.seat,
            "kind": spec.kind.value,
            "content": content,
            "history": self.peer.replica.history,
            "state": self.peer.replica.state_digest,
        }
        return Body(**{**fields, **changes})

    def resigned(self, entry: Entry, **changes: Any) -> bytes:
        """An own entry with some fields changed, signed again."""
        return sign_entry(self.identity, Body(**{**entry.body.plain(), **changes})).to_bytes()


class Accomplice(Cheat):
    """A seat that knows of the cheat and keeps quiet about it."""


class Troupe(LocalTable):
    """A table some of whose peers are liars."""

    def __init__(self, table: LocalTable) -> None:
        super().__init__(table.peers, table.choose)
        self.under_way.extend(table.under_way)

    def catch_up(self) -> bool:
        """Only among the honest: what liars say that they lack has no end."""
        found = super().catch_up()
        if not found:
            return False
        kept = [each for each in self.under_way if not isinstance(self.peers[each.receiver], Liar)]
        self.under_way.clear()
        self.under_way.extend(kept)
        return bool(kept)

    def broadcast(self, index: int, data: bytes) -> None:
        peer = self.peers[index]
        if not isinstance(peer, Liar):
            super().broadcast(index, data)
            return
        for other in range(len(self.peers)):
            if other != index:
                self.under_way.extend(Message(index, other, sent) for sent in peer.cheat.send(other, data))


@dataclass(frozen=True)
class Outcome:
    """What came of a cheat."""

    troupe: Troupe
    cheat: type[Cheat]
    liars: tuple[Seat, ...]
    spec: RoundSpec
    honest: tuple[Peer, ...]

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """What all honest peers hold proven: they must agree on seat and round, the sentences may differ."""
        agreed = {tuple((each.seat, each.round) for each in peer.breaches) for peer in self.honest}
        assert len(agreed) == 1, f"honest peers disagree: {agreed}"
        return self.honest[0].breaches

    @property
    def accusations(self) -> tuple[Accused, ...]:
        """Every accusation that an honest peer has shown."""
        liars = set(self.liars)
        return tuple(
            noted.effect for noted in self.troupe.noted if isinstance(noted.effect, Accused) and noted.peer not in liars
        )

    @property
    def caught_in(self) -> int:
        """The last complete round at the first honest peer that stopped, or the open one if it said something there."""
        return min(peer.round for peer in self.honest)

    def caught_step(self) -> str:
        peer = min(self.honest, key=lambda each: each.round)
        spec = peer.replica.spec
        number = self.breaches[0].round
        if number < peer.round and peer.replica.rounds:
            kind = peer.replica.rounds[-1][0].body.kind
            return f"after {kind} {peer.round - 1}" if spec is None or number < peer.round else kind
        return f"{spec.kind if spec else 'end'} {peer.round}"

    def reports(self) -> tuple[Report, ...]:
        """`verify` on every different evidence file of the seat's last accusation, and on one transcript."""
        files = {each.evidence for each in self.accusations}
        return tuple(verify_evidence(data, PACKS) for data in sorted(files))

    def transcript_report(self) -> Report:
        return verify_transcript(self.honest[0].transcript(), PACKS)


def step(spec: RoundSpec) -> str:
    """The step of a round, for the table."""
    decision = f" {spec.awaited.decision}" if isinstance(spec.awaited, Decide) else ""
    return f"{spec.kind}{decision} {spec.round}"


def perform(cheat: type[Cheat], moment: Moment, prepare: Callable[[Troupe], None] | None = None) -> Outcome:
    """Let the cheat be tried in its moment, and the table play until it rests or has gone on long enough."""
    troupe = Troupe(moment.copy())
    spec = moment.spec
    liars = cheat.seats(troupe.peers[spec.speakers[0]].replica.table, spec)
    honest = tuple(index for index in range(len(troupe.peers)) if index not in liars)
    for index, seat in enumerate(liars):
        hire(troupe, cheat.role(index), seat, liars, spec, honest)
    if prepare is not None:
        prepare(troupe)
    if spec.round == 1:
        troupe.start()
    play_on(troupe, honest, None if cheat.ends else spec.round + GOES_ON)
    return Outcome(troupe, cheat, tuple(liars), spec, tuple(troupe.peers[index] for index in honest))


def hire(
    troupe: Troupe, cheat: type[Cheat], seat: Seat, liars: tuple[Seat, ...], spec: RoundSpec, honest: tuple[int, ...]
) -> Liar:
    """Turn an honest seat into a liar, from now on."""
    peer = troupe.peers[seat]
    peer.__class__ = Liar
    assert isinstance(peer, Liar) and peer.speaker is not None
    speaker = cheat(peer.replica.table, peer.speaker.private)
    speaker.peer, speaker.spec, speaker.others = peer, spec, honest
    speaker.victim = troupe.peers[honest[0]]
    peer.speaker, peer.cheat, peer.friends = speaker, speaker, liars
    return peer


def play_on(troupe: Troupe, honest: Sequence[int], until: int | None) -> None:
    """Deliver messages until the table rests, or all honest peers are past a round."""
    for _ in range(20_000):
        if troupe.under_way:
            troupe.deliver(troupe.under_way.popleft())
        elif not troupe.catch_up():
            return
        if until is not None and all(troupe.peers[index].round > until for index in honest):
            return
    raise RuntimeError("the table did not come to rest")


def check(outcome: Outcome) -> Report | None:
    """What must hold of every cheat. Returns the report on the evidence, None where nobody is to be accused."""
    guilty = set(outcome.liars)
    accused = {each.seat for each in outcome.accusations}
    assert accused <= guilty, f"an honest seat is accused: {outcome.accusations}"
    if not outcome.cheat.accuses:
        assert not accused
        return None
    assert outcome.breaches, f"nobody is convicted; {[each.sentence for each in outcome.troupe.refusals][-3:]}"
    return check_convictions(outcome)


def _after_who(sentence: str) -> str:
    """The sentence without the name: a file without rounds does not tell who played whom."""
    return sentence.partition(" broke ")[2]


def check_convictions(outcome: Outcome) -> Report:
    first = outcome.breaches[0]
    if not outcome.cheat.late:
        assert first.round + outcome.cheat.before - outcome.spec.round in (0, 1), (
            f"caught in round {first.round}, tried in {outcome.spec}"
        )
        assert outcome.caught_in - outcome.spec.round <= 1, outcome.caught_in
    rounds = {(breach.seat, breach.round) for breach in outcome.breaches}
    reports = outcome.reports()
    genesis = outcome.honest[0].replica.table.genesis
    for report in reports:
        assert report.verdict is Verdict.FOUL, report
        assert report.seat_name in report.reason
    assert rounds <= {(report.seat, report.round) for report in reports}
    for report in reports:
        assert report.seat is not None and report.round is not None
        check_sentence(report.reason, report.seat_name, report.round)
    for accused in outcome.accusations:
        check_sentence(accused.sentence, genesis.roster[accused.seat].name, accused.round)
        assert _after_who(accused.sentence) in {_after_who(report.reason) for report in reports}
    whole = outcome.transcript_report()
    assert (whole.verdict, whole.seat, whole.round) == (Verdict.FOUL, first.seat, first.round), whole
    return next(report for report in reports if (report.seat, report.round) == (first.seat, first.round))
