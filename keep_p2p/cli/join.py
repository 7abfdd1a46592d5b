"""`keep-p2p join [NAME | HOST:PORT]`: sit down at an open table."""

from __future__ import annotations

from pathlib import Path

import click

from keep_p2p.cli import options
from keep_p2p.rules.names import Character


@click.command()
@options.table
@options.character
@options.person
@options.packs
def join(
    table: str | None,
    characters: tuple[Character, ...],
    name: str | None,
    profile: str | None,
    board: Path | None,
    deck: Path | None,
) -> int:
    r"""Sit down at a table: by its name, by address where it cannot be found, or at the only one there is.

    \b
    Examples:
      keep-p2p join
      keep-p2p join friday --character eva
      keep-p2p join 192.168.1.20:4711
    """
    from keep_p2p.app.join import JoinOptions, run_join

    return run_join(
        JoinOptions(
            table=table,
            characters=characters,
            name=name,
            profile=profile,
            board=board,
            deck=deck,
        )
    )
