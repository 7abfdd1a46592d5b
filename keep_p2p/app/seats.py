"""Seating computer players in processes of their own: how they are told where to go, and following them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.children import Child
from keep_p2p.app.reports import FailedReport, FinishedReport, ProgressReport, StoryReport, TableReport
from keep_p2p.errors import UserError
from keep_p2p.net.discovery import NO_MULTICAST, multicast_works

LOOPBACK = "127.0.0.1"


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


def opener_arguments(table: str, players: int, board: Path | None, deck: Path | None) -> list[str]:
    """The command line of a computer player that opens a table."""
    return ["bot", table, "--open-players", str(players), *_common("Player 1", board, deck)]


def player_arguments(target: str, name: str, board: Path | None, deck: Path | None) -> list[str]:
    """The command line of a computer player that joins one."""
    return ["bot", target, *_common(name, board, deck)]


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
            case FailedReport(sentence):
                raise SeatFailed(sentence)
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
            case FailedReport(sentence):
                raise SeatFailed(f"{child.label}: {sentence}")
            case StoryReport(text) if show is not None:
                show(text)
            case ProgressReport(what, done, total) if show is not None:
                show(f"{what}: {done} of {total}.")
            case _:
                continue
    raise _ended(child)


def _ended(child: Child) -> SeatFailed:
    """For a process that ended with neither a result nor a reason."""
    last = f" Its last words: {child.errors[-1]}" if child.errors else ""
    return SeatFailed(f"The process of {child.label} ended before the game did.{last}")
