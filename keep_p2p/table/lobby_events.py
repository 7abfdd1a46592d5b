"""What comes out of the lobby's two machines: messages to send, players to dismiss, and what people are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.table.lobby_seats import LobbySeat
from protocol.encoding import Value
from protocol.genesis import Genesis, SignedGenesis
from protocol.identity import PublicKey


class Stage(StrEnum):
    """How far a table is."""

    OPEN = "open"  # seats are free, or a player's fresh commitment is awaited
    REVEALING = "revealing"  # the roster is fixed, nonces are awaited
    SIGNING = "signing"  # the genesis is there, signatures are awaited
    BEGUN = "begun"  # all have signed


@dataclass(frozen=True, slots=True)
class Say:
    """Send this message. ``to`` None: to the opener (from a guest)."""

    message: Mapping[str, Value]
    to: PublicKey | None = None


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Tell this player the sentence and hang up. It has no seat (any more)."""

    who: PublicKey
    why: str


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Who sits at the table now; ``size`` seats in all. ``own`` is our place among them, None without one."""

    name: str
    size: int
    seats: tuple[LobbySeat, ...]
    stage: Stage
    own: int | None


@dataclass(frozen=True, slots=True)
class SafetyWords:
    """The genesis is complete and awaits our signature: the six words must be the same on every screen."""

    words: tuple[str, ...]
    genesis: Genesis


@dataclass(frozen=True, slots=True)
class Reopened:
    """The genesis came to nothing, for this reason; the table is open again."""

    why: str


@dataclass(frozen=True, slots=True)
class Chatted:
    """Somebody in the lobby said something. The opener passes it on, and could say it in another's name."""

    seat: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SignedBy:
    """Who has signed the genesis so far, by seat: the opener says so, and the signed genesis will prove it."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotGranted:
    """Our wish for other characters is not granted, for this reason; the seat is ours as it was."""

    why: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """We have no seat here, for this reason. Nothing more will come."""

    why: str


@dataclass(frozen=True, slots=True)
class Begun:
    """Everybody has signed. ``seats`` in seat order, with the addresses where each listens."""

    signed: SignedGenesis
    seats: tuple[LobbySeat, ...]
    own: int


LobbyOutput = (
    Say | Dismiss | LobbyChanged | SafetyWords | Reopened | Chatted | SignedBy | NotGranted | TurnedAway | Begun
)
