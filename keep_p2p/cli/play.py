"""`keep-p2p play`: a table with you and computer players."""

from __future__ import annotations

from pathlib import Path

import click

from keep_p2p.cli import options
from keep_p2p.cli.first_game import whom_first
from keep_p2p.cli.terminal import ask, say
from keep_p2p.rules.names import Character


@click.command()
@options.players(4)
@options.character
@options.person
@options.packs
@click.option(
    "--gentle/--fierce",
    default=None,
    help="Whether a computer's Molasar spares you or plays to win. Your first game has the gentle one, later ones not.",
)
@options.interface
def play(
    players: int,
    characters: tuple[Character, ...],
    name: str | None,
    profile: str | None,
    board: Path | None,
    deck: Path | None,
    gentle: bool | None,
    plain: bool,
    calm: bool,
) -> int:
    r"""Play at a table of your own, with computer players on all other seats.

    They are separate programs, found and dealt to as on any network: what you play is what you would play with friends.
    Whom you play is drawn, unless you say; before your first game you are asked.

    \b
    Examples:
      keep-p2p play
      keep-p2p play --gentle
      keep-p2p play --players 3 --character eva --character cuza
    """
    if options.on_screen(plain):
        from keep_p2p.app.home import HomeOptions, run_home

        return run_home(
            HomeOptions(name=name, profile=profile, calm=calm, board=board, deck=deck, gentle=gentle),
            lambda services: services.practise(players, characters, gentle),
            None if characters else players,
        )

    from keep_p2p.app.lessons import is_first_game
    from keep_p2p.app.play import PlayOptions, run_play

    first_game = is_first_game(profile)
    if not characters and options.on_terminal() and first_game:
        characters = whom_first(players, ask, say)
    return run_play(
        PlayOptions(
            players=players,
            characters=characters,
            name=name,
            profile=profile,
            board=board,
            deck=deck,
            gentle=first_game if gentle is None else gentle,
        )
    )
