"""Getting a table together: from the first player to a genesis that everybody has signed.

`Convener` is the opener's machine, `Guest` a joining player's. Both are sans-I/O: decoded messages
in, `LobbyOutput` out. Neither trusts the other further than it can check; the opener only convenes.
"""

from keep_p2p.table.lobby_convener import CannotStart, Convener
from keep_p2p.table.lobby_events import (
    Begun,
    Chatted,
    Dismiss,
    LobbyChanged,
    LobbyOutput,
    NotGranted,
    Reopened,
    SafetyWords,
    Say,
    SignedBy,
    Stage,
    TurnedAway,
)
from keep_p2p.table.lobby_guest import Guest
from keep_p2p.table.lobby_seats import LobbySeat, TableSetup, Ticket, make_ticket
from keep_p2p.table.lobby_signing import Signer

__all__ = [
    "Begun",
    "CannotStart",
    "Chatted",
    "Convener",
    "Dismiss",
    "Guest",
    "LobbyChanged",
    "LobbyOutput",
    "LobbySeat",
    "NotGranted",
    "Reopened",
    "SafetyWords",
    "Say",
    "SignedBy",
    "Signer",
    "Stage",
    "TableSetup",
    "Ticket",
    "TurnedAway",
    "make_ticket",
]
