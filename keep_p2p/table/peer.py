"""One peer of a game, sans I/O: bytes and choices in, effects out.

With an identity it is a seat; without one it is a spectator. It never blocks, reads no
clock and opens nothing; whoever runs it journals, sends and shows what the effects say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from keep_p2p.packs import Packs
from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide, Over, Shuffle
from keep_p2p.rules.game import IllegalAction, State, check_action, legal_actions, outcome
from keep_p2p.rules.names import Seat
from keep_p2p.table.accuse import complaint_of, judge_complaint, late_breach
from keep_p2p.table.aftermath import ending_after
from keep_p2p.table.charge import conviction
from keep_p2p.table.effects import (
    Accused,
    Ask,
    Effect,
    Finished,
    Happened,
    Opened,
    Persist,
    Progress,
    Refused,
    Send,
)
from keep_p2p.table.evidence import Proof, check_pair, evidence_statement, proof_in, write_evidence
from keep_p2p.table.private import PrivateView, check_private
from keep_p2p.table.public import Guess
from keep_p2p.table.replica import ConvictedError, NotTakenError, Replica, Settled
from keep_p2p.table.speak import Content, Speaker
from keep_p2p.table.spec import EPOCH, Breach, InvalidEntry, RoundKind, RoundSpec
from keep_p2p.table.vault import Vault
from keep_p2p.table.view import View
from protocol.encoding import EncodingError, Value
from protocol.entry import Body, Entry, parse_entry, sign_entry
from protocol.equivocation import Equivocation
from protocol.genesis import SignedGenesis
from protocol.identity import Identity
from protocol.statement import SignedStatement, StatementKind, parse_signed
from protocol.transcript import TranscriptWriter

MAX_UNHEARD = 4
"""Statements of one seat kept about rounds not settled here yet. Stops a flood of statements."""

MAX_CORRECTIONS = 8
"""Times that a seat already convicted is shown convicted of an earlier round. Stops a cheat that confesses ever earlier
rounds from filling screens and disks with it. More are still taken in, so that all end with the earliest: who won may
depend on it."""

MAX_CATCH_UP = 64
"""Rounds sent at once to a peer that lacks them. The next heartbeat asks for more."""


@dataclass(frozen=True, slots=True)
class Conviction:
    """A seat proven to have cheated, by what, and the statement of that for others (None: they see it themselves)."""

    breach: Breach
    proof: Proof
    statement: SignedStatement | None
    corrections: int = 0


class Peer:
    """One peer's whole game between genesis and result."""

    def __init__(
        self,
        genesis: SignedGenesis,
        packs: Packs,
        random: Callable[[int], bytes],
        identity: Identity | None = None,
        recalled: Mapping[str, bytes] | None = None,
    ) -> None:
        """``random`` gives fresh secret bytes; ``recalled`` is this seat's journal of this game.

        Raises AdmissionError if the genesis cannot be played here, ValueError if the identity has no seat in it.
        """
        self.replica = Replica(genesis, packs)
        self.identity = identity
        self.seat: Seat | None = None
        self.speaker: Speaker | None = None
        self.breach: Accused | None = None
        self.finished = False
        self._convicted: dict[Seat, Conviction] = {}
        self._unheard: dict[Seat, list[SignedStatement]] = {}
        if identity is not None:
            seat = genesis.genesis.seat_of(identity.public)
            if seat is None:
                raise ValueError("this identity has no seat at the table")
            self.seat = Seat(seat)
            self.speaker = self.make_speaker(PrivateView(self.seat, Vault(random, recalled or {})))

    def make_speaker(self, private: PrivateView) -> Speaker:
        """The one who words this seat's entries; a dishonest peer in the tests makes another."""
        return Speaker(self.replica.table, private)

    @property
    def game_id(self) -> bytes:
        """The game's id, 32 bytes."""
        return self.replica.table.game_id

    @property
    def round(self) -> int:
        """The number of the open round."""
        return self.replica.round

    @property
    def state(self) -> State | None:
        """The rules' public state; None before the characters are known."""
        return self.replica.table.rules

    @property
    def view(self) -> View | None:
        """What a person in this seat sees; None for a spectator and before the characters are known."""
        if self.seat is None or self.speaker is None or self.state is None:
            return None
        return View(self.seat, self.state, self.speaker.private.knowledge(self.replica.table))

    @property
    def checks(self) -> dict[str, int]:
        """How many checks of each kind have held so far."""
        return dict(sorted(self.replica.table.checks.items()))

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """All that is proven: of each seat that cheated the earliest round known, earliest first."""
        found = [conviction.breach for conviction in self._convicted.values()]
        return tuple(sorted(found, key=lambda breach: (breach.round, breach.seat)))

    @property
    def verdict(self) -> Accused | None:
        """What the game comes to by all that is proven, None if nobody is: what `verify` says of the transcript.

        It is what was last accused, or something else: not every correction is shown (`MAX_CORRECTIONS`), and of two
        seats the one last accused need not be the one that cheated first.
        """
        if not self._convicted:
            return None
        first = min(self._convicted.values(), key=lambda each: (each.breach.round, each.breach.seat))
        return self._accused(first.breach, first.proof)

    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose entries the open round awaits."""
        return self.replica.waiting_for()

    def start(self) -> tuple[Effect, ...]:
        """Open the first round."""
        return (*self._open(), *self._advance())

    def receive(self, data: bytes) -> tuple[Effect, ...]:
        """Take one signed entry or statement from anyone. Never raises for what the bytes hold.

        After the stop nothing is said, and nothing settled but rounds before the breach; but what convicts another
        seat, or the same of an earlier round, is still heard: so that all who are honest end with the same verdict.
        """
        try:
            signed = parse_signed(data)
        except EncodingError as error:
            return (Refused(f"bytes that are no entry: {error}"),)
        if isinstance(signed, SignedStatement):
            return (*self._hear(signed), *self._advance())
        return (*self._take(signed), *self._advance())

    def choose(self, action: Action) -> tuple[Effect, ...]:
        """Answer this seat's decision, with the full form of the action. Raises IllegalAction."""
        if self.breach is not None:
            raise IllegalAction("W3", "Play has stopped: somebody is proven to have cheated.")
        spec = self.replica.spec
        if spec is None or self.seat is None or self.speaker is None or not self._is_mine(spec):
            raise IllegalAction("turn", "it is not this seat that is asked now")
        assert self.state is not None
        check_action(self.state, self.seat, action)
        check_private(self.state, self.speaker.private.knowledge(self.replica.table), action)
        return (*self._say(spec, self.speaker.act(spec, action)), *self._advance())

    def have(self) -> dict[str, Value]:
        """What this peer holds: for heartbeats, answered by `missing_for`."""
        return {
            "convicted": [[breach.seat, breach.round] for breach in self.breaches],
            "history": self.replica.history,
            "round": self.round,
            "seats": sorted(self.replica.entries),
        }

    def missing_for(self, have: Mapping[str, Value]) -> tuple[bytes, ...]:
        """Signed entries and evidence that a peer with this ``have`` lacks, at most `MAX_CATCH_UP` rounds.

        Entries come oldest first. A peer whose history differs gets the rounds before too: among them is the
        first that differs, and in it the seat that said two things.
        """
        entries = self._entries_for(have)
        return tuple(entry.to_bytes() for entry in entries) + self._evidence_for(have)

    def _entries_for(self, have: Mapping[str, Value]) -> list[Entry]:
        their_round = have.get("round")
        if type(their_round) is not int or not 1 <= their_round <= self.round:
            return []
        differs = have.get("history") != self.replica.histories[their_round - 1]
        theirs = _convictions(have)
        if theirs and (theirs == _convictions(self.have()) if differs else their_round >= min(theirs.values())):
            return []  # it has stopped, and there is nothing more to be found between us
        start, known = their_round, _numbers(have.get("seats"))
        if differs:
            start, known = max(1, their_round - MAX_CATCH_UP), ()
        entries: list[Entry] = []
        for number in range(start, min(start + MAX_CATCH_UP, self.round) + 1):
            taken = self.replica.entries.values() if number == self.round else self.replica.rounds[number - 1]
            entries += [entry for entry in taken if number > their_round or entry.body.seat not in known]
        return entries

    def _evidence_for(self, have: Mapping[str, Value]) -> tuple[bytes, ...]:
        """What convicts a seat that the other does not hold convicted of that round or an earlier one."""
        known = _convictions(have)
        return tuple(
            conviction.statement.to_bytes()
            for seat, conviction in sorted(self._convicted.items())
            if conviction.statement is not None and not 0 <= known.get(seat, -1) <= conviction.breach.round
        )

    def transcript(self) -> bytes:
        """The file of all complete rounds so far, and of what convicts."""
        writer = TranscriptWriter(self.replica.signed)
        for entries in self.replica.rounds:
            writer.add_round(entries)
        for convicted in self._convicted.values():
            if convicted.statement is not None:
                writer.add_statement(convicted.statement)
        return writer.to_bytes()

    def _is_mine(self, spec: RoundSpec) -> bool:
        return isinstance(spec.awaited, Decide) and spec.awaited.seat == self.seat and self.seat in self.waiting_for()

    def _take(self, entry: Entry) -> tuple[Effect, ...]:
        try:
            new = self.replica.take(entry)
        except NotTakenError as error:
            return (Refused(str(error)),)
        except ConvictedError as error:
            return self._convict(error.breach, error.proof)
        return self._progress() if new else ()

    def _progress(self) -> tuple[Effect, ...]:
        spec = self.replica.spec
        if spec is None or spec.kind is not RoundKind.SHUFFLE:
            return ()
        table = self.replica.table
        return (Progress("shuffling", table.shuffled_by + 1, table.seats),)

    def _convict(self, breach: Breach, proof: Proof, heard: SignedStatement | None = None) -> tuple[Effect, ...]:
        """Stop, and tell the others what this peer found itself; ``heard`` is the statement that told it."""
        known = self._convicted.get(breach.seat)
        corrections = 0 if known is None else known.corrections + 1
        if known is not None and known.breach.round <= breach.round:
            return ()
        statement = self._statement(breach, proof, heard)
        self._convicted[breach.seat] = Conviction(breach, proof, statement, corrections)
        told = () if statement is None or heard is not None else (Send(statement.to_bytes()),)
        if corrections > MAX_CORRECTIONS:
            return told
        accused = self._accused(breach, proof)
        self.breach = self.breach or accused
        return (*told, accused)

    def _accused(self, breach: Breach, proof: Proof) -> Accused:
        return Accused(
            breach.seat,
            breach.round,
            conviction(self.replica.table.genesis, self.state, breach),
            write_evidence(self.replica.signed, self.replica.rounds, proof),
            ending_after(self.state, self.replica.states, self.breaches),
        )

    def _statement(self, breach: Breach, proof: Proof, heard: SignedStatement | None) -> SignedStatement | None:
        """What proves a breach to the others, and stands in this peer's transcript after the round where it is."""
        if isinstance(proof, SignedStatement):
            return proof
        if proof is None:
            return None
        if self.identity is None or self.seat is None:
            return heard if heard is not None and heard.statement.round < self.round else None
        after = proof.body.round if isinstance(proof, Entry) else self.round
        return evidence_statement(self.identity, self.seat, self.game_id, after - 1, proof)

    def _advance(self) -> tuple[Effect, ...]:
        """Settle what is complete, take what came early, and speak wherever no player is asked."""
        effects: list[Effect] = []
        while self._settles:
            settled = self.replica.settle()
            if settled is None:
                break
            effects += [Happened(settled.spec.round, record) for record in settled.records]
            effects += self._after(settled)
            unheard, self._unheard = self._unheard, {}
            for seat in sorted(unheard):
                for signed in unheard[seat]:
                    effects += self._hear(signed)
            effects += self._open() if self.breach is None else self._take_pending()
        return tuple(effects)

    @property
    def _settles(self) -> bool:
        """Whether the open round still counts: after the stop only one before the breach, which others may have."""
        return self.breach is None or self.round < self.breaches[0].round

    def _after(self, settled: Settled) -> tuple[Effect, ...]:
        """Look at what a settled round brought this seat; complain where it brought a lie."""
        table = self.replica.table
        breach = late_breach(table, settled)
        if breach is not None:
            return self._convict(breach, None)
        if self.speaker is None:
            return ()
        self.speaker.private.after(table, settled.spec)
        guess = table.guesses[-1] if table.guesses else None
        if settled.spec.kind is RoundKind.REVEAL:
            return self._notice_repeated()
        if settled.spec.kind is not RoundKind.PEEK or guess is None or guess.guesser != self.seat:
            return ()
        try:
            self.speaker.private.look(table, guess)
        except InvalidEntry:
            return self._complain(guess)
        before = self.speaker.private.shown_before(table, guess)
        return () if before is None else self._complain(before, guess)

    def _notice_repeated(self) -> tuple[Effect, ...]:
        """Complain if a card that this seat sent back has just been turned up all the same (ruling C5)."""
        table = self.replica.table
        for guess in reversed(table.guesses):
            if guess.commitment.exchange != table.exchange - 1:
                break
            assert self.speaker is not None
            if guess.guesser == self.seat and self.speaker.private.repeated(table, guess):
                return self._complain(guess)
        return ()

    def _complain(self, *guesses: Guess) -> tuple[Effect, ...]:
        assert self.identity is not None and self.speaker is not None
        private = self.speaker.private
        shown = [(guess, private.guess_key(guess.round).private) for guess in guesses]
        complaint = complaint_of(self.replica, self.identity, shown)
        return self._convict(judge_complaint(self.replica, complaint), complaint)

    def _hear(self, signed: SignedStatement) -> tuple[Effect, ...]:
        """Judge evidence or a complaint; what is about a round not settled here yet waits until it is."""
        try:
            self._check_statement(signed)
            if signed.statement.kind is StatementKind.EVIDENCE:
                return self._hear_evidence(signed)
            if signed.statement.round >= self.round:
                return self._keep_unheard(signed)
            breach = judge_complaint(self.replica, signed)
        except (NotTakenError, EncodingError) as error:
            return (Refused(str(error)),)
        return self._convict(breach, signed, signed)

    def _check_statement(self, signed: SignedStatement) -> None:
        """Raise NotTakenError unless a seat of this table signed it and it is of a kind that is heard."""
        statement, table = signed.statement, self.replica.table
        if statement.game != self.game_id or statement.epoch != EPOCH or not 0 <= statement.seat < table.seats:
            raise NotTakenError("a statement of another game")
        if statement.kind not in (StatementKind.COMPLAINT, StatementKind.EVIDENCE):
            raise NotTakenError(f"a {statement.kind.value} is not heard here")
        if not signed.check(table.genesis.roster[statement.seat].key):
            raise NotTakenError(f"a {statement.kind.value} that seat {statement.seat} did not sign")

    def _hear_evidence(self, signed: SignedStatement) -> tuple[Effect, ...]:
        """A pair convicts by itself; an entry is taken as if its own seat had sent it."""
        proof = proof_in(signed.statement)
        if isinstance(proof, Equivocation):
            return self._convict(check_pair(self.replica.table.genesis, proof), proof, signed)
        if proof.body.round > self.round:
            return self._keep_unheard(signed)
        try:
            self.replica.take(proof)
        except ConvictedError as error:
            return self._convict(error.breach, error.proof, signed)
        return ()

    def _keep_unheard(self, signed: SignedStatement) -> tuple[Effect, ...]:
        kept = self._unheard.setdefault(Seat(signed.statement.seat), [])
        if signed not in kept and len(kept) < MAX_UNHEARD:
            kept.append(signed)
        return ()

    def _open(self) -> tuple[Effect, ...]:
        """Announce the open round, say what this seat has to say, and take what came early for it."""
        spec = self.replica.spec
        if spec is None:
            self.finished = True
            over = self._over()
            return (Finished(over),)
        effects: list[Effect] = [Opened(spec.round, spec.kind, spec.speakers)]
        if self.seat in spec.speakers:
            effects += self._speak(spec)
        return (*effects, *self._take_pending())

    def _take_pending(self) -> tuple[Effect, ...]:
        """What came early for the open round."""
        effects: list[Effect] = []
        for entry in self.replica.pending():
            effects += self._take(entry)
        return tuple(effects)

    def _over(self) -> Over:
        assert self.state is not None
        over = outcome(self.state)
        assert over is not None
        return over

    def _speak(self, spec: RoundSpec) -> tuple[Effect, ...]:
        assert self.speaker is not None and self.seat is not None
        recalled = self.speaker.private.vault.get(f"entry/{spec.round}")
        if recalled is not None:
            return (Send(recalled), *self._take(parse_entry(recalled)))
        if isinstance(spec.awaited, Decide):
            view = self.view
            assert view is not None
            return (Ask(spec.awaited, legal_actions(view.state, view.known)),)
        effects: tuple[Effect, ...] = ()
        if isinstance(spec.awaited, Shuffle):
            effects = (Progress("shuffling", self.replica.table.shuffled_by, self.replica.table.seats),)
        return (*effects, *self._say(spec, self.speaker.content(spec)))

    def _say(self, spec: RoundSpec, content: Content) -> tuple[Effect, ...]:
        """Sign and journal an entry, then send it; this peer takes it like anybody's."""
        assert self.identity is not None and self.seat is not None and self.speaker is not None
        body = Body(
            game=self.game_id,
            epoch=EPOCH,
            round=spec.round,
            seat=self.seat,
            kind=spec.kind.value,
            content=content,
            history=self.replica.history,
            state=self.replica.state_digest,
        )
        entry = sign_entry(self.identity, body)
        vault = self.speaker.private.vault
        kept = vault.keep(f"entry/{spec.round}", entry.to_bytes)
        new: tuple[Persist, ...] = vault.take_new()
        return (*new, Send(kept), *self._take(parse_entry(kept)))


def _numbers(value: Value) -> tuple[int, ...]:
    """The integers in what another peer sent as a list of them."""
    return tuple(each for each in value if type(each) is int) if isinstance(value, list | tuple) else ()


def _convictions(have: Mapping[str, Value]) -> dict[int, int]:
    """Seat and round of each breach that another peer says it knows of."""
    value = have.get("convicted")
    pairs = [_numbers(each) for each in value] if isinstance(value, list | tuple) else []
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
