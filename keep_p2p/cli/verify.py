"""`keep-p2p verify FILE`: was that game fair?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from keep_p2p.cli import guard, options
from keep_p2p.errors import UserError

if TYPE_CHECKING:
    from keep_p2p.table.verify import Report

MAX_FILE = 256 * 1024 * 1024
"""Bytes: over ten times the longest game's transcript; a larger file would only fill the memory."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a sentence.")
@options.packs
def verify(file: Path, as_json: bool, board: Path | None, deck: Path | None) -> int:
    r"""Play a transcript again and check every signature, die, card and rule in it.

    Needs no network, no key, and no trust in whoever wrote FILE. A table with another board or deck needs those files
    too. Exit status: 0 fair (also as far as an unfinished game goes), 1 foul or altered, 2 not a readable transcript.

    \b
    Examples:
      keep-p2p verify game.transcript
      keep-p2p verify --json game.transcript
    """
    data = _read(file)
    from keep_p2p.packs import load_packs
    from keep_p2p.table.verify import verify_transcript

    report = verify_transcript(data, load_packs(board, deck))
    click.echo(json.dumps(as_plain(report), indent=2) if as_json else in_words(report))
    return {"fair": guard.DONE, "incomplete": guard.DONE, "unreadable": guard.PERSON_CAN_FIX}.get(
        report.verdict, guard.FOUL
    )


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_FILE + 1)
    except OSError as error:
        raise UserError(f"{file} cannot be read ({error.strerror or error}): check its name and your rights.") from None
    if len(data) > MAX_FILE:
        raise UserError(f"{file} is larger than any transcript (over {MAX_FILE >> 20} MiB): check its name.")
    return data


def as_plain(report: Report) -> dict[str, object]:
    """The report as JSON has it: seat, round and reason only where somebody or something is accused."""
    plain: dict[str, object] = {
        "verdict": str(report.verdict),
        "game": report.game,
        "rounds": report.rounds,
        "winner": report.winner,
        "checks": dict(report.checks),
    }
    if report.verdict != "fair":
        plain |= {"seat": report.seat, "round": report.round, "reason": report.reason}
    return plain


def in_words(report: Report) -> str:
    """The verdict in one sentence."""
    checks = sum(report.checks.values())
    match str(report.verdict):
        case "fair":
            return f"Fair: {report.rounds} rounds, {checks} checks, all as they should be. Winner: {report.winner}."
        case "incomplete":
            return (
                f"Warning: this game is not finished. It is fair as far as it goes: {report.rounds} rounds, {checks} "
                f"checks. {report.reason or ''}".rstrip()
            )
        case "foul":
            return f"Foul: seat {report.seat} broke the rules in round {report.round}: {report.reason}"
        case "altered":
            where = "" if report.round is None else f" in round {report.round}"
            return f"Altered: something in this file does not hold{where}, and it accuses nobody: {report.reason}"
        case _:
            return f"Not a readable transcript: {report.reason}"
