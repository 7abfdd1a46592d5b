"""`keep-p2p open NAME`: open a table on the local network and sit down at it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.person import at_a_table
from keep_p2p.app.sitting import Who
from keep_p2p.net.session import Session
from keep_p2p.rules.names import Character


@dataclass(frozen=True)
class OpenOptions:
    """What the command takes. ``characters`` empty: drawn at random; ``port`` None: one that is free."""

    table: str
    players: int = 4
    characters: tuple[Character, ...] = ()
    name: str | None = None
    profile: str | None = None
    port: int | None = None
    spectators: bool = False
    board: Path | None = None
    deck: Path | None = None


def run_open(options: OpenOptions) -> int:
    """Open the table and play; the exit status.

    :raises UserError: the table could not be opened or came to nothing; the sentence says why.
    """

    async def open_table(session: Session) -> None:
        await session.open(options.table, options.players, spectators=options.spectators)

    who = Who(options.name, options.profile, options.characters)
    return at_a_table(who, options.board, options.deck, open_table, port=options.port or 0)
