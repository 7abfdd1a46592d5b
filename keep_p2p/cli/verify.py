"""`keep-p2p verify FILE` tells whether that game was fair."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from keep_p2p.cli import options
from keep_p2p.errors import UserError
from keep_p2p.ui.checked import checked_in, proofs_checked

if TYPE_CHECKING:
    from keep_p2p.table.verify import Report

PATIENCE = 1.0
"""Seconds without a word before progress is shown."""


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
    from keep_p2p.packs import load_packs
    from keep_p2p.store.transcripts import read_game_file
    from keep_p2p.table.admission import AdmissionError
    from keep_p2p.table.verify import Report, Verdict, verify_file
    from keep_p2p.ui.names import sentence

    packs = load_packs(board, deck)
    try:
        report = verify_file(read_game_file(file), packs, show_progress())
    except (AdmissionError, UserError) as error:
        told = f"{sentence(str(error))}." if isinstance(error, AdmissionError) else str(error)
        if as_json:  # a program reads one object, whatever is wrong
            click.echo(json.dumps(Report(Verdict.UNREADABLE, told).as_json(), indent=2))
        raise UserError(told) from None
    click.echo(json.dumps(as_plain(report), indent=2) if as_json else in_words(report))
    return report.exit_status


def show_progress() -> Callable[[int, int], None] | None:
    """Counts rounds on a terminal's stderr once it takes longer than a person waits without a word."""
    if not sys.stderr.isatty():
        return None
    began = time.monotonic()

    def show(done: int, total: int) -> None:
        if time.monotonic() - began > PATIENCE:
            click.echo(f"\r{done} of {total} signed rounds checked", err=True, nl=done == total)

    return show


def as_plain(report: Report) -> dict[str, object]:
    """The report as JSON has it: seat, round and reason only where there is something to say."""
    plain = report.as_json()
    if report.verdict == "fair":
        for key in ("seat", "round", "reason"):
            del plain[key]
    return plain


def in_words(report: Report) -> str:
    """The verdict in a line for people."""
    checks = sum(report.checks.values())
    reason = report.reason
    match str(report.verdict):
        case "fair":
            return f"Fair: {reason} ({checked_in(checks, report.rounds)})."
        case "incomplete":
            return f"Warning: {reason} ({proofs_checked(checks)})."
        case "foul":
            return f"Foul: {reason}"
        case "altered":
            return f"Altered: {reason}. Nobody is accused: whoever held this file may have changed it."
        case _:
            return f"Unreadable: {reason}"
