"""`keep-p2p watch [NAME | HOST:PORT]`: follow a table that is open to spectators."""

from __future__ import annotations

from pathlib import Path

import click

from keep_p2p.cli import options


@click.command()
@options.table
@options.packs
def watch(table: str | None, board: Path | None, deck: Path | None) -> int:
    r"""Follow a game that was opened with --spectators. You see what is public: no hand, no Hilt.

    \b
    Examples:
      keep-p2p watch friday
      keep-p2p watch 192.168.1.20:4711
    """
    from keep_p2p.app.watch import WatchOptions, run_watch

    return run_watch(
        WatchOptions(
            table=table,
            board=board,
            deck=deck,
        )
    )
