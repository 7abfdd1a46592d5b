"""`keep-p2p simulate`: many games of computer players, without network and cryptography."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from keep_p2p.cli import options


@click.command()
@click.option(
    "--games", type=options.WholeNumber(min=1), default=100, show_default=True, metavar="N", help="How many games."
)
@options.players(4)
@click.option(
    "--seed",
    type=options.WholeNumber(),
    default=1,
    show_default=True,
    metavar="S",
    help="The same seed gives the same games.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.option(
    "--processes", type=options.WholeNumber(1, 64), default=1, show_default=True, metavar="N", help="Run side by side."
)
@options.packs
def simulate(
    games: int, players: int, seed: int, as_json: bool, processes: int, board: Path | None, deck: Path | None
) -> None:
    r"""Let computer players play many games, to see how a board or a deck is balanced.

    \b
    Examples:
      keep-p2p simulate --games 1000 --players 5 --processes 2
      keep-p2p simulate --games 200 --board mine.toml --json
    """
    from keep_p2p.packs import load_packs
    from keep_p2p.players.simulate import simulate as run

    summary = run(
        load_packs(board, deck),
        games,
        players,
        seed,
        processes=processes,
        progress=_progress if sys.stderr.isatty() else None,
    ).plain()
    click.echo(json.dumps(summary, indent=2) if as_json else in_words(summary))


def _progress(done: int, total: int) -> None:
    click.echo(f"\r{done} of {total} games", err=True, nl=done == total)


def in_words(summary: dict[str, object]) -> str:
    """The same figures as a few lines of text: what belongs together in one line, larger groups indented."""
    return "\n".join(line for key, value in summary.items() for line in _lines(key, value))


def _lines(key: str, value: object) -> list[str]:
    name = key.replace("_", " ")
    if not isinstance(value, dict):
        return [f"{name}: {value}"]
    if any(isinstance(inner, dict) for inner in value.values()):
        return [f"{name}:", *(f"  {line}" for inner in value for line in _lines(str(inner), value[inner]))]
    return [f"{name}: " + ", ".join(f"{inner} {figure}" for inner, figure in value.items())]
