"""What a session tells whoever drives it, besides the effects of the game (`keep_p2p.table.effects`)."""

from __future__ import annotations

from dataclasses import dataclass

from keep_p2p.net.address import Address
from keep_p2p.table.effects import Accused, Ask, Finished, Happened, Opened, Progress, Refused
from keep_p2p.table.lobby import LobbyChanged, Reopened, SafetyWords, SignedBy
from protocol.genesis import SignedGenesis


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table is open and answers at these addresses; ``announced``: it can be found by name too."""

    name: str
    table: bytes
    addresses: tuple[Address, ...]
    announced: bool


@dataclass(frozen=True, slots=True)
class GameBegan:
    """Everybody has signed. ``seat`` is ours, None for a spectator."""

    signed: SignedGenesis
    seat: int | None


@dataclass(frozen=True, slots=True)
class LinkUp:
    """We are linked to this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class LinkDown:
    """We are no longer linked to this seat; its entries may still come through others."""

    seat: int


@dataclass(frozen=True, slots=True)
class Left:
    """This seat has left the game on purpose and says that it signs nothing more: the game cannot go on."""

    seat: int


@dataclass(frozen=True, slots=True)
class StillThere:
    """This seat, which had said that it left, has signed something since: it plays on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stranded:
    """The first seat that has left is linked to nobody any more: a program that plays has no reason to stay."""

    seat: int


@dataclass(frozen=True, slots=True)
class Watched:
    """We look on, and are linked to a seat of the table again (``linked``), or no longer and look for another."""

    linked: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing has moved for a while: these seats are awaited, and of them we have no link to ``unlinked``."""

    seats: tuple[int, ...]
    unlinked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody at the table (perhaps we) said something: chat. ``text`` is fit to print."""

    seat: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the person."""

    sentence: str


SessionEvent = (
    TableOpened
    | LobbyChanged
    | SafetyWords
    | Reopened
    | SignedBy
    | GameBegan
    | LinkUp
    | LinkDown
    | Left
    | StillThere
    | Stranded
    | Watched
    | Waiting
    | Said
    | Notice
    | Happened
    | Ask
    | Opened
    | Progress
    | Refused
    | Accused
    | Finished
)
"""Everything a session's event stream may hold."""
