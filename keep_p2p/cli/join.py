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
@options.interface
def join(
    table: str | None,
    characters: tuple[Character, ...],
    name: str | None,
    profile: str | None,
    board: Path | None,
    deck: Path | None,
    plain: bool,
    calm: bool,
) -> int:
    r"""Sit down at a table: by its name, by address where it cannot be found, or at the only one there is.

    \b
    Examples:
      keep-p2p join
      keep-p2p join friday --character eva
      keep-p2p join 192.168.1.20:4711
    """
    if options.on_screen(plain):
        from keep_p2p.app.home import HomeOptions, run_home

        return run_home(
            HomeOptions(name=name, profile=profile, calm=calm, board=board, deck=deck),
            lambda services: services.join(table or "", characters),
        )

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
