"""`keep-p2p join [NAME | HOST:PORT]`: sit down at an open table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.person import at_a_table
from keep_p2p.app.sitting import Who
from keep_p2p.net.session import Session
from keep_p2p.rules.names import Character


@dataclass(frozen=True)
class JoinOptions:
    """What the command takes. ``table`` None: the only one there is; ``characters`` empty: drawn at random."""

    table: str | None = None
    characters: tuple[Character, ...] = ()
    name: str | None = None
    profile: str | None = None
    board: Path | None = None
    deck: Path | None = None


def run_join(options: JoinOptions) -> int:
    """Join the table and play; the exit status.

    :raises UserError: it was not found, would not have us, or came to nothing; the sentence says why.
    """

    async def join_table(session: Session) -> None:
        await session.join(options.table)

    who = Who(options.name, options.profile, options.characters)
    return at_a_table(who, options.board, options.deck, join_table)
