"""Seating computer players in processes of their own: how they are told where to go, and following them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.children import Child
from keep_p2p.app.reports import FailedReport, FinishedReport, StoryReport, TableReport
from keep_p2p.errors import UserError
from keep_p2p.net.discovery import NO_MULTICAST, multicast_works
from keep_p2p.ui.names import sentence

LOOPBACK = "127.0.0.1"

TABLE_WORDS = ("raven", "thorn", "ember", "frost", "candle", "owl", "wolf", "bell", "mist", "iron", "crow", "ash")
"""What the names of tables of computer players are made of."""


class SeatFailed(UserError):
    """A computer player's process could not play on; its own sentence says why."""


@dataclass(frozen=True)
class TableAt:
    """An open table: its name, and the port at which its opener listens."""

    name: str
    port: int


@dataclass(frozen=True)
class Way:
    """How to come to a table: ``target`` is what `join` and `bot` take, ``how`` says it in words."""

    target: str
    how: str


def random_table_name() -> str:
    """A name that nobody else on this network is likely to have."""
    first, second = secrets.SystemRandom().sample(TABLE_WORDS, 2)
    return f"{first}-{second}-{secrets.randbelow(9000) + 1000}"


def first_failure(failures: ExceptionGroup[Exception]) -> Exception:
    """The first of several players' failures, if that is what they are; what else went wrong otherwise."""
    failed = failures.subgroup(SeatFailed)
    return failures if failed is None else failed.exceptions[0]


def opener_arguments(table: str, players: int, board: Path | None, deck: Path | None) -> list[str]:
    """The command line of a computer player that opens a table."""
    return ["bot", table, "--open-players", str(players), *_common("Player 1", board, deck)]


def player_arguments(
    target: str, name: str, board: Path | None, deck: Path | None, *, gentle: bool = False
) -> list[str]:
    """The command line of a computer player that joins one; ``gentle`` as Molasar."""
    return ["bot", target, *(["--gentle"] if gentle else []), *_common(name, board, deck)]


def _common(name: str, board: Path | None, deck: Path | None) -> list[str]:
    packs = [part for option, path in (("--board", board), ("--deck", deck)) if path for part in (option, str(path))]
    return ["--story-json", "--leash", "--name", name, *packs]


async def find_way(table: TableAt, show: Callable[[str], None]) -> Way:
    """By name where mDNS works on this machine; otherwise by loopback address, and say so."""
    if await multicast_works():
        return Way(table.name, "by mDNS")
    show(NO_MULTICAST)
    return Way(f"{LOOPBACK}:{table.port}", f"at {LOOPBACK}:{table.port}")


async def until_open(opener: Child) -> TableAt:
    """Wait until the opener's table is open.

    :raises SeatFailed: it could not open one.
    """
    async for report in opener.reports():
        match report:
            case TableReport(name, addresses):
                return TableAt(name, int(addresses[0].rsplit(":", 1)[1]))
            case FailedReport(why):
                raise SeatFailed(why)
            case _:
                continue
    raise _ended(opener)


async def follow(child: Child, show: Callable[[str], None] | None) -> FinishedReport:
    """Follow a player to the end of its game, showing its story if ``show`` is given.

    :raises SeatFailed: it ended before the game did.
    """
    async for report in child.reports():
        match report:
            case FinishedReport():
                return report
            case FailedReport(why):
                raise SeatFailed(f"{sentence(child.label)}: {why}")
            case StoryReport(text) if show is not None:
                show(text)
            case _:
                continue
    raise _ended(child)


async def until_ended(child: Child) -> None:
    """Watch over a player whose story nobody reads.

    :raises SeatFailed: it ended before the game did.
    """
    await follow(child, None)


def _ended(child: Child) -> SeatFailed:
    """For a process that ended with neither a result nor a reason."""
    last = f" Its last words: {child.errors[-1]}" if child.errors else ""
    return SeatFailed(f"The process of {child.label} ended before the game did.{last}")
