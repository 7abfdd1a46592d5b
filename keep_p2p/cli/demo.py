"""`keep-p2p demo`: computer players among themselves, and the proof that it was fair."""

from __future__ import annotations

from pathlib import Path

import click

from keep_p2p.cli import options


@click.command()
@options.players(4)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the transcript here.")
@options.packs
def demo(players: int, out: Path | None, board: Path | None, deck: Path | None) -> int:
    r"""Watch computer players play a whole game, then verify it.

    Each is a process of its own, found on this machine's network. The exit status is 0 only if the game ended by the
    rules, every player holds the same transcript, and it verifies as fair.

    \b
    Examples:
      keep-p2p demo
      keep-p2p demo --players 6 --out game.transcript
    """
    from keep_p2p.app.demo import DemoOptions, run_demo

    return run_demo(
        DemoOptions(
            players=players,
            out=out,
            board=board,
            deck=deck,
        )
    )
