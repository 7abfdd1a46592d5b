"""One peer of a game, sans I/O: bytes and choices in, effects out.

With an identity it is a seat; without one it is a spectator. It never blocks, reads no
clock and opens nothing; whoever runs it journals, sends and shows what the effects say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from keep_p2p.packs import Packs
from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide, Over, Shuffle
from keep_p2p.rules.game import IllegalAction, State, check_action, legal_actions, outcome
from keep_p2p.rules.names import Seat
from keep_p2p.table.accuse import complaint_of, judge_complaint, late_breach
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
from keep_p2p.table.private import PrivateView, check_private
from keep_p2p.table.public import Guess
from keep_p2p.table.replica import ConvictedError, NotTakenError, Replica, Settled
from keep_p2p.table.speak import Content, Speaker
from keep_p2p.table.spec import EPOCH, InvalidEntry, RoundKind, RoundSpec
from keep_p2p.table.vault import Vault
from keep_p2p.table.view import View
from protocol.encoding import EncodingError, Value
from protocol.entry import Body, Entry, parse_entry, sign_entry
from protocol.genesis import SignedGenesis
from protocol.identity import Identity
from protocol.statement import SignedStatement, parse_signed
from protocol.transcript import TranscriptWriter

MAX_EARLY = 2
"""Bodies kept of one seat for the round after the open one. Stops a flood of entries not yet checkable."""

MAX_UNHEARD = 16
"""Complaints kept about rounds not settled here yet. Stops a flood of statements."""

MAX_CATCH_UP = 64
"""Rounds sent at once to a peer that lacks them. The next heartbeat asks for more."""


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
        self._histories = [self.replica.history]
        self._early: dict[Seat, list[Entry]] = {}
        self._statements: list[SignedStatement] = []
        self._unheard: list[SignedStatement] = []
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

    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose entries the open round awaits."""
        return self.replica.waiting_for()

    def start(self) -> tuple[Effect, ...]:
        """Open the first round."""
        return (*self._open(), *self._advance())

    def receive(self, data: bytes) -> tuple[Effect, ...]:
        """Take one signed entry or statement from anyone. Never raises for what the bytes hold."""
        if self.breach is not None:
            return ()
        try:
            signed = parse_signed(data)
        except EncodingError as error:
            return (Refused(f"bytes that are no entry: {error}"),)
        if isinstance(signed, SignedStatement):
            return self._hear(signed)
        return (*self._take(signed), *self._advance())

    def choose(self, action: Action) -> tuple[Effect, ...]:
        """Answer this seat's decision, with the full form of the action. Raises IllegalAction."""
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
            "history": self.replica.history,
            "round": self.round,
            "seats": sorted(self.replica.entries),
        }

    def missing_for(self, have: Mapping[str, Value]) -> tuple[bytes, ...]:
        """Signed entries that a peer with this ``have`` lacks, oldest first, at most `MAX_CATCH_UP` rounds.

        A peer whose history differs gets the rounds before too: among them is the first that differs.
        """
        their_round, seats, history = have.get("round"), have.get("seats"), have.get("history")
        if type(their_round) is not int or not 1 <= their_round <= self.round:
            return ()
        start, known = their_round, set(seats) if isinstance(seats, list | tuple) else set()
        if history != self._histories[their_round - 1]:
            start, known = max(1, their_round - MAX_CATCH_UP), set()
        entries: list[Entry] = []
        for number in range(start, min(start + MAX_CATCH_UP, self.round) + 1):
            taken = self.replica.entries.values() if number == self.round else self.replica.rounds[number - 1]
            entries += [entry for entry in taken if number > their_round or entry.body.seat not in known]
        statements = tuple(signed.to_bytes() for signed in self._statements)
        return tuple(entry.to_bytes() for entry in entries) + statements

    def transcript(self) -> bytes:
        """The file of all complete rounds so far."""
        writer = TranscriptWriter(self.replica.signed)
        for entries in self.replica.rounds:
            writer.add_round(entries)
        for statement in self._statements:
            writer.add_statement(statement)
        return writer.to_bytes()

    def _is_mine(self, spec: RoundSpec) -> bool:
        return isinstance(spec.awaited, Decide) and spec.awaited.seat == self.seat and self.seat in self.waiting_for()

    def _take(self, entry: Entry) -> tuple[Effect, ...]:
        spec = self.replica.spec
        if entry.body.round == self.round + 1 and spec is not None:
            return self._keep_early(entry)
        try:
            new = self.replica.take(entry)
        except NotTakenError as error:
            return (Refused(str(error)),)
        except ConvictedError as error:
            return (self._accuse(Accused(error.breach.seat, error.breach.round, str(error), error.evidence)),)
        return self._progress() if new else ()

    def _progress(self) -> tuple[Effect, ...]:
        spec = self.replica.spec
        if spec is None or spec.kind is not RoundKind.SHUFFLE:
            return ()
        table = self.replica.table
        return (Progress("shuffling", table.shuffled_by + 1, table.seats),)

    def _keep_early(self, entry: Entry) -> tuple[Effect, ...]:
        """Keep an entry of the next round until this one is settled; its signature is checked then."""
        if not 0 <= entry.body.seat < self.replica.table.seats:
            return (Refused("an entry of nobody at this table"),)
        early = self._early.setdefault(Seat(entry.body.seat), [])
        if entry not in early and len(early) < MAX_EARLY:
            early.append(entry)
        return ()

    def _accuse(self, accused: Accused) -> Accused:
        self.breach = accused
        return accused

    def _advance(self) -> tuple[Effect, ...]:
        """Settle what is complete, take what came early, and speak wherever no player is asked."""
        effects: list[Effect] = []
        while self.breach is None:
            settled = self.replica.settle()
            if settled is None:
                break
            self._histories.append(self.replica.history)
            effects += [Happened(settled.spec.round, record) for record in settled.records]
            effects += self._after(settled)
            unheard, self._unheard = self._unheard, []
            for signed in unheard:
                effects += self._hear(signed)
            if self.breach is None:
                effects += self._open()
        return tuple(effects)

    def _after(self, settled: Settled) -> tuple[Effect, ...]:
        """Look at what a settled round brought this seat; complain where it brought a lie."""
        table = self.replica.table
        breach = late_breach(table, settled)
        if breach is not None:
            return (self._accuse(Accused(breach.seat, breach.round, breach.sentence, b"")),)
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
        return ()

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

    def _complain(self, guess: Guess) -> tuple[Effect, ...]:
        assert self.identity is not None and self.speaker is not None
        key = self.speaker.private.guess_key(guess.round).private
        complaint = complaint_of(self.replica.table, self.identity, guess, key)
        return (Send(complaint.to_bytes()), *self._hear(complaint))

    def _hear(self, signed: SignedStatement) -> tuple[Effect, ...]:
        """Judge a complaint; one about a round that is not settled here yet waits until it is."""
        if signed.statement.round >= self.round:
            if len(self._unheard) < MAX_UNHEARD and signed not in self._unheard:
                self._unheard.append(signed)
            return ()
        try:
            breach = judge_complaint(self.replica.table, signed)
        except NotTakenError as error:
            return (Refused(str(error)),)
        self._statements.append(signed)
        return (self._accuse(Accused(breach.seat, breach.round, breach.sentence, signed.to_bytes())),)

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
        early, self._early = self._early, {}
        for seat in sorted(early):
            for entry in early[seat]:
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
