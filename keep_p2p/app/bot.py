"""`keep-p2p bot [NAME | HOST:PORT]`: seat a computer player, or (for the demo) open a table with one."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.children import TICKET_VARIABLE, leash
from keep_p2p.app.computer import Aloud, Computer, Reporting
from keep_p2p.app.reports import FailedReport
from keep_p2p.app.sitting import Who, sitting_down
from keep_p2p.errors import UserError
from keep_p2p.net.session import Session
from keep_p2p.net.setup import Options
from keep_p2p.players.manner import Manner
from keep_p2p.rules.names import Character
from keep_p2p.table.lobby import Ticket
from keep_p2p.ui.lines import StandardOutput


@dataclass(frozen=True)
class BotOptions:
    """What the command takes.

    ``gentle``: so it plays Molasar.
    The last four are for the process that starts this one: ``story_json`` reports instead of telling,
    ``leash`` ends when standard input closes, ``open_players`` opens a table of that size called
    ``table``, ``seed`` decides where two choices are alike.
    """

    table: str | None = None
    characters: tuple[Character, ...] = ()
    name: str | None = None
    profile: str | None = None
    board: Path | None = None
    deck: Path | None = None
    gentle: bool = False
    story_json: bool = False
    leash: bool = False
    open_players: int | None = None
    seed: str | None = None


def run_bot(options: BotOptions) -> int:
    """Play to the end; the exit status.

    :raises UserError: it could not sit down or play on; the sentence says why.
    """
    if options.leash:
        leash()
    sink = StandardOutput()
    voice = Reporting(sink) if options.story_json else Aloud(sink)
    try:
        who = Who(options.name, options.profile, options.characters, computer=True, ticket=_ticket())
        with sitting_down(who, options.board, options.deck) as (sitting, warnings):
            voice.tell(warnings)
            return asyncio.run(_play(options, sitting, voice))
    except UserError as error:
        voice.report(FailedReport(str(error)))
        raise


def _ticket() -> Ticket | None:
    """The host's ticket, handed over in the environment, where other users of the machine cannot read it."""
    text = os.environ.pop(TICKET_VARIABLE, "")
    if not text:
        return None
    try:
        return Ticket.from_text(text)
    except ValueError as error:
        raise UserError(f"The environment's {TICKET_VARIABLE} is no ticket ({error}): leave it out.") from None


async def _play(options: BotOptions, sitting: Options, voice: Aloud | Reporting) -> int:
    seed = None if options.seed is None else options.seed.encode()
    async with Session(sitting) as session:
        if options.open_players is not None:
            await session.open(options.table or "computers", options.open_players, practice=True)
        else:
            await session.join(options.table)
        manner = Manner.GENTLE if options.gentle else Manner.TO_WIN
        return await Computer(session, sitting.packs, voice, seed, manner).run()
