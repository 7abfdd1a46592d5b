"""`keep-p2p demo`: computer players among themselves, each a process of its own, and the proof that it was fair."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.children import Child, Children
from keep_p2p.app.hints import verify_command
from keep_p2p.app.reports import FinishedReport
from keep_p2p.app.seats import (
    find_way,
    first_failure,
    follow,
    opener_arguments,
    player_arguments,
    random_table_name,
    until_open,
)
from keep_p2p.errors import UserError
from keep_p2p.packs import Packs, load_packs
from keep_p2p.program import to_copy
from keep_p2p.rules.names import Character
from keep_p2p.store.transcripts import TranscriptNotSaved, check_place, save_transcript, write_transcript
from keep_p2p.table.verify import Report, verify_transcript
from keep_p2p.ui.checked import proofs_checked
from keep_p2p.ui.lines import LineSink, StandardOutput
from keep_p2p.ui.names import FULL, count, join, sentence

SOUND, UNSOUND = 0, 1
"""Exit statuses: the game was sound; or it was not, or not all hold the same transcript."""


@dataclass(frozen=True)
class DemoOptions:
    """What the command takes: ``players`` 3 to 6; ``out`` where the transcript goes; a board and deck file."""

    players: int = 4
    out: Path | None = None
    board: Path | None = None
    deck: Path | None = None


@dataclass(frozen=True)
class Played:
    """A game that came to its end: what each process reported, its transcript's bytes, and the seconds it took."""

    reports: tuple[FinishedReport, ...]
    transcripts: tuple[bytes, ...]
    table: str
    seconds: float


def run_demo(options: DemoOptions, sink: LineSink | None = None) -> int:
    """Play, compare, verify, tell.

    :returns: 0 only if the game ended by the rules, all hold the same transcript, and it verifies as fair; else 1.
    :raises UserError: a player could not play for a reason that a person can put right.
    """
    out = StandardOutput() if sink is None else sink
    packs = load_packs(options.board, options.deck)
    check_place(options.out)
    out.show(f"{options.players} computer players, each a process of its own, sit down to a game of The Keep.")
    with tempfile.TemporaryDirectory(prefix="keep-p2p-demo-") as home:
        try:
            played = asyncio.run(_play(options, Path(home), out.show))
        except ExceptionGroup as failures:
            raise first_failure(failures) from None
    return judge(played, packs, options, out.show)


async def _play(options: DemoOptions, home: Path, show: Callable[[str], None]) -> Played:
    """One process opens a table, the others find it; the opener's story is shown; all play to the end."""
    began = time.monotonic()
    name = random_table_name()
    async with Children(home) as children:
        opener = await children.start("player 1", opener_arguments(name, options.players, options.board, options.deck))
        table = await until_open(opener)
        way = await find_way(table, show)
        show(f"Player 1 has opened the table {table.name}; the others look for it {way.how}.")
        seated: list[Child] = [opener]
        for number in range(2, options.players + 1):
            arguments = player_arguments(way.target, f"Player {number}", options.board, options.deck)
            seated.append(await children.start(f"player {number}", arguments))
        async with asyncio.TaskGroup() as group:
            following = [group.create_task(follow(child, show if child is opener else None)) for child in seated]
        reports = tuple(task.result() for task in following)
        transcripts = tuple(Path(report.transcript).read_bytes() for report in reports)
    return Played(reports, transcripts, name, time.monotonic() - began)


def judge(played: Played, packs: Packs, options: DemoOptions, show: Callable[[str], None]) -> int:
    """Compare the transcripts, verify, keep the file, and tell how it ended."""
    first = played.reports[0]
    data = played.transcripts[0]
    same = all(other == data for other in played.transcripts)
    path = _save(data, bytes.fromhex(first.game), played.table, options.out)
    show("")
    show("Verifying the transcript ...")
    report = verify_transcript(data, packs)
    for line in summary(played, report, path, same, options.board, options.deck):
        show(line)
    return SOUND if same and str(report.verdict) == "fair" else UNSOUND


def _save(data: bytes, game: bytes, table: str, out: Path | None) -> Path:
    """Write the transcript where it was asked for; a game is not lost because that cannot be done."""
    if out is None:
        return save_transcript(data, game, table)
    try:
        write_transcript(out, data)
    except TranscriptNotSaved as error:
        raise UserError(f"{error} The game is not lost: it is in {save_transcript(data, game, table)}.") from None
    return out


def summary(
    played: Played, report: Report, path: Path, same: bool, board: Path | None = None, deck: Path | None = None
) -> tuple[str, ...]:
    """The closing lines: winner and why, length, whether all hold the same, the verdict, and where the file is."""
    first = played.reports[0]
    winners = join(FULL[Character(name)] for name in first.winners) or "nobody"
    holders = count(len(played.transcripts), "player")
    agreement = (
        f"All {holders} hold the same transcript, byte for byte."
        if same
        else f"The {holders} do NOT hold the same transcript."
    )
    checks = sum(report.checks.values())
    verdict = f"Verdict: {report.verdict}, {proofs_checked(checks)}."
    if str(report.verdict) != "fair" and report.reason is not None:
        verdict += f" {sentence(report.reason)}."
    return (
        f"Winner: {winners} ({first.reason.replace('-', ' ')}).",
        f"{count(first.turns, 'turn')} played in {count(first.rounds, 'signed round')} and "
        f"{played.seconds:.1f} seconds from opening to the last signature.",
        agreement,
        verdict,
        f"The transcript is in {path}; this command checks it anywhere:",
        to_copy(verify_command(path, board, deck)),
    )
