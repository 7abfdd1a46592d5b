"""`keep-p2p open NAME`: open a table on the local network and sit down at it."""

from __future__ import annotations

from pathlib import Path

import click

from keep_p2p.cli import options
from keep_p2p.rules.names import Character


@click.command("open")
@click.argument("table", metavar="NAME")
@options.players(4)
@options.character
@options.person
@click.option("--port", type=options.PORT, metavar="PORT", help="Listen here; without it a free one.")
@click.option("--spectators", is_flag=True, help="Let others watch: they see what is public, and no hand.")
@options.packs
@options.interface
def open_table(
    table: str,
    players: int,
    characters: tuple[Character, ...],
    name: str | None,
    profile: str | None,
    port: int | None,
    spectators: bool,
    board: Path | None,
    deck: Path | None,
    plain: bool,
    calm: bool,
) -> int:
    r"""Open a table called NAME on this network and sit down at it.

    The game begins when all seats are taken and everybody has seen the same six safety words.

    \b
    Examples:
      keep-p2p open friday
      keep-p2p open friday --players 5 --character molasar
      keep-p2p open friday --spectators --port 4711
    """
    if options.on_screen(plain):
        from keep_p2p.app.home import HomeOptions, run_home

        return run_home(
            HomeOptions(name=name, profile=profile, calm=calm, board=board, deck=deck),
            lambda services: services.open(table, players, characters, spectators, port or 0),
        )

    from keep_p2p.app.open import OpenOptions, run_open

    return run_open(
        OpenOptions(
            table=table,
            players=players,
            characters=characters,
            name=name,
            profile=profile,
            port=port,
            spectators=spectators,
            board=board,
            deck=deck,
        )
    )
