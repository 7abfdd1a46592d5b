"""What a `Peer` asks of whoever runs it, in order.

A `Persist` must be durable before any later `Send` of the same tuple leaves the machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide, Over
from keep_p2p.rules.names import Seat
from keep_p2p.rules.records import Record
from keep_p2p.table.spec import RoundKind


@dataclass(frozen=True, slots=True)
class Persist:
    """Keep ``data`` in the seat's journal under ``name`` before anything after this is sent. Secret."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Send:
    """One own signed entry, for every link."""

    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Happened:
    """Something happened in the game when this round was settled."""

    round: int
    record: Record


@dataclass(frozen=True, slots=True)
class Ask:
    """This seat must choose one of ``actions``, or any other legal walk."""

    decide: Decide
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A round is open; ``waiting`` are the seats that have not spoken in it, as far as known here."""

    round: int
    kind: RoundKind
    waiting: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Work that takes time: ``done`` of ``total`` steps of ``what``."""

    what: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Bytes were passed over. Nobody is accused."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Accused:
    """A seat is proven to have cheated: play has stopped here. ``evidence`` is a file for a stranger to judge by.

    ``sentence`` says who, in which round and by what, without its full stop. ``over`` is how the game has ended by
    it, None if it never began (ruling W3). A second effect of the same seat names an earlier round, in which it had
    cheated already.
    """

    seat: Seat
    round: int
    sentence: str
    evidence: bytes = field(repr=False)
    over: Over | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """The transcript is complete: every seat has checked everything and signed the result."""

    over: Over


Effect = Persist | Send | Happened | Ask | Opened | Progress | Refused | Accused | Finished
