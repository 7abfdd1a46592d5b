"""One peer's copy of the public game: takes signed entries, refuses what does not hold, settles rounds.

A spectator, the verifier and every seat run exactly this. It knows no secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from keep_p2p.packs import Packs
from keep_p2p.rules.game import State
from keep_p2p.rules.names import Seat
from keep_p2p.rules.records import Record
from keep_p2p.table.admission import check_genesis
from keep_p2p.table.charge import OTHER_STATE, OUT_OF_TURN, TWO_THINGS, deed, wrong_kind
from keep_p2p.table.order import ROUND_TYPES, next_round
from keep_p2p.table.public import PublicTable
from keep_p2p.table.rounds.base import Refusals
from keep_p2p.table.spec import EPOCH, Breach, RoundSpec
from protocol.entry import Entry, check_signature, history_next, history_start
from protocol.equivocation import Equivocation
from protocol.genesis import SignedGenesis


class NotTakenError(Exception):
    """Bytes or an entry passed over. Nobody is accused; the text says why."""


class ConvictedError(Exception):
    """An entry that proves a breach: who, where, what, and the entry or pair of entries that proves it."""

    def __init__(self, breach: Breach, proof: Entry | Equivocation) -> None:
        """Take the breach and what its signer said; an entry alone convicts only with the rounds before it."""
        super().__init__(breach.deed)
        self.breach = breach
        self.proof = proof


def breach_of_pair(pair: Equivocation) -> Breach:
    """What a seat has done that signed both entries of the pair."""
    body = pair.first.body
    return Breach(Seat(body.seat), body.round, TWO_THINGS)


@dataclass(frozen=True, slots=True)
class Settled:
    """A round that all its speakers have spoken in."""

    spec: RoundSpec
    entries: tuple[Entry, ...]
    records: tuple[Record, ...]


class Replica:
    """The public game as far as its rounds are complete, and the entries of the open round."""

    def __init__(self, signed: SignedGenesis, packs: Packs) -> None:
        """Take a genesis with its signatures checked. Raises AdmissionError if it cannot be played here."""
        check_genesis(signed.genesis, packs)
        self.signed = signed
        self.table = PublicTable(signed.genesis, packs)
        self.rounds: list[tuple[Entry, ...]] = []
        self.histories = [history_start(self.table.game_id)]
        self.states: list[State | None] = [None]
        self.state_digest = self.table.digest()
        self.spec: RoundSpec | None = next_round(self.table)
        self.entries: dict[Seat, Entry] = {}
        self._parsed: dict[Seat, Any] = {}
        self._pending: dict[tuple[int, Seat], Entry] = {}

    @property
    def history(self) -> bytes:
        """The history digest after the last complete round; `histories` and `states` have those after each."""
        return self.histories[-1]

    @property
    def round(self) -> int:
        """The number of the open round; after the last, the number it would have."""
        return self.table.round

    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose entries of the open round are not here, in seat order."""
        if self.spec is None:
            return ()
        return tuple(seat for seat in self.spec.speakers if seat not in self.entries)

    def accepted(self, round_number: int, seat: Seat) -> Entry | None:
        """The entry taken from this seat for this round, if there is one."""
        if round_number == self.round:
            return self.entries.get(seat)
        if not 1 <= round_number < self.round:
            return None
        return next((entry for entry in self.rounds[round_number - 1] if entry.body.seat == seat), None)

    def take(self, entry: Entry, *, signature_checked: bool = False) -> bool:
        """Take an entry of the open round, or compare one with what its seat has said for the same round.

        One of the round after is kept, and counts when that is open. Returns whether the entry is new and
        counts now. Raises NotTakenError (nobody is accused) or ConvictedError.
        """
        seat, number = self._check_sender(entry, signature_checked), entry.body.round
        accepted = self.accepted(number, seat)
        self._compare(entry, accepted or self._pending.get((number, seat)))
        if accepted is not None:
            return False
        if number < self.round and entry.body.history == self.histories[number - 1]:
            self._convict(entry, OUT_OF_TURN)  # late, but it quotes the history before a round in which it had no part
        if self.spec is None or not self.round <= number <= self.round + 1:
            raise NotTakenError(f"seat {seat} speaks in round {number}, but round {self.round} is open")
        self._pending[(number, seat)] = entry
        if number == self.round + 1:
            return False
        if entry.body.history != self.history:
            raise NotTakenError(f"seat {seat} quotes another history before round {self.round} than is known here")
        self._parsed[seat] = self._check_content(self.spec, entry, seat)
        self.entries[seat] = self._pending.pop((number, seat))
        self.table.checks["signatures"] += 1
        return True

    def _check_sender(self, entry: Entry, signature_checked: bool) -> Seat:
        body = entry.body
        if body.game != self.table.game_id or body.epoch != EPOCH:
            raise NotTakenError("an entry of another game or epoch")
        if not 0 <= body.seat < self.table.seats:
            raise NotTakenError(f"there is no seat {body.seat} at this table")
        if not signature_checked and not check_signature(entry, self.table.genesis.roster[body.seat].key):
            raise NotTakenError(f"an entry that seat {body.seat} did not sign")
        return Seat(body.seat)

    def pending(self) -> tuple[Entry, ...]:
        """What was said for the open round and did not count when it came, in seat order, at most one of a seat."""
        return tuple(self._pending[key] for key in sorted(self._pending) if key[0] == self.round)

    def _compare(self, entry: Entry, known: Entry | None) -> None:
        """Two bodies of one seat for one round convict it, whatever histories they quote."""
        if known is not None and entry.body != known.body:
            pair = Equivocation.of(entry, known)
            raise ConvictedError(breach_of_pair(pair), pair)

    def _check_content(self, spec: RoundSpec, entry: Entry, seat: Seat) -> Any:
        """Everything here convicts: the body quotes the history that this peer has."""
        body = entry.body
        if seat not in spec.speakers:
            self._convict(entry, OUT_OF_TURN)
        if body.state != self.state_digest:
            self._convict(entry, OTHER_STATE)
        if body.kind != spec.kind.value:
            self._convict(entry, wrong_kind(spec.kind, body.kind))
        try:
            return ROUND_TYPES[spec.kind].check(self.table, spec, seat, body.content)
        except Refusals as error:
            self._convict(entry, deed(spec.kind, error))

    def _convict(self, entry: Entry, done: str) -> NoReturn:
        breach = Breach(Seat(entry.body.seat), entry.body.round, done)
        raise ConvictedError(breach, entry)

    def settle(self) -> Settled | None:
        """Settle the open round if all its speakers have spoken, and open the next."""
        spec = self.spec
        if spec is None or self.waiting_for():
            return None
        entries = tuple(self.entries[seat] for seat in spec.speakers)
        said = {seat: self._parsed[seat] for seat in spec.speakers}
        records = ROUND_TYPES[spec.kind].settle(self.table, spec, said)
        self.histories.append(history_next(self.history, [entry.body for entry in entries]))
        self.states.append(self.table.rules)
        self.rounds.append(entries)
        self.table.round += 1
        self.state_digest = self.table.digest()
        self.spec = next_round(self.table)
        self.entries, self._parsed = {}, {}
        self._pending = {key: entry for key, entry in self._pending.items() if key[0] >= self.round}
        return Settled(spec, entries, records)
