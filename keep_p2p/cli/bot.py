"""`keep-p2p bot [NAME | HOST:PORT]`: seat a computer player."""

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
@click.option("--gentle", is_flag=True, help="As Molasar it spares the Searchers, for whoever is new to the game.")
@click.option("--story-json", is_flag=True, hidden=True)
@click.option("--leash", is_flag=True, hidden=True)
@click.option("--open-players", type=options.WholeNumber(options.FEWEST_PLAYERS, options.MOST_PLAYERS), hidden=True)
@click.option("--seed", hidden=True)
def bot(
    table: str | None,
    characters: tuple[Character, ...],
    name: str | None,
    profile: str | None,
    board: Path | None,
    deck: Path | None,
    gentle: bool,
    story_json: bool,
    leash: bool,
    open_players: int | None,
    seed: str | None,
) -> int:
    r"""Seat a computer player at a table. It sees what a person in its seat would see, and plays to win.

    \b
    Examples:
      keep-p2p bot friday
      keep-p2p bot friday --character molasar
      keep-p2p bot friday --character molasar --gentle
    """
    from keep_p2p.app.bot import BotOptions, run_bot

    return run_bot(
        BotOptions(
            table=table,
            characters=characters,
            name=name,
            profile=profile,
            board=board,
            deck=deck,
            gentle=gentle,
            story_json=story_json,
            leash=leash,
            open_players=open_players,
            seed=seed,
        )
    )
