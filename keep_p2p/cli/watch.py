"""`keep-p2p watch [NAME | HOST:PORT]`: follow a table that is open to spectators."""

from __future__ import annotations

from pathlib import Path

import click

from keep_p2p.cli import options


@click.command()
@options.table
@options.packs
@options.interface
def watch(table: str | None, board: Path | None, deck: Path | None, plain: bool, calm: bool) -> int:
    r"""Follow a game that was opened with --spectators. You see what is public: no hand, no Hilt.

    \b
    Examples:
      keep-p2p watch friday
      keep-p2p watch 192.168.1.20:4711
    """
    if options.on_screen(plain):
        from keep_p2p.app.home import HomeOptions, run_home

        return run_home(
            HomeOptions(calm=calm, board=board, deck=deck),
            lambda services: services.watch(table or ""),
        )

    from keep_p2p.app.watch import WatchOptions, run_watch

    return run_watch(
        WatchOptions(
            table=table,
            board=board,
            deck=deck,
        )
    )
