"""`keep-p2p play`: you and computer players, over the same discovery, links and proofs as on any network."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.children import Child, Children
from keep_p2p.app.person import at_this_terminal
from keep_p2p.app.seats import TableAt, find_way, player_arguments, random_table_name, until_ended
from keep_p2p.app.sitting import Who, sitting_down
from keep_p2p.net.session import Session
from keep_p2p.net.setup import Options
from keep_p2p.program import command_line, to_copy
from keep_p2p.rules.names import Character
from keep_p2p.ui.lines import LineSink, StandardInput, StandardOutput

GENTLE = "A computer player who is Molasar spares you, as for a first game. This has one who plays to win:"
"""What is said of a gentle Molasar."""


@dataclass(frozen=True)
class PlayOptions:
    """What the command takes: ``players`` 3 to 6, yourself among them; ``characters`` empty: drawn at random.

    ``gentle``: so do computer players play Molasar.
    """

    players: int = 4
    characters: tuple[Character, ...] = ()
    name: str | None = None
    profile: str | None = None
    board: Path | None = None
    deck: Path | None = None
    gentle: bool = False


def run_play(options: PlayOptions) -> int:
    """Play; the exit status.

    :raises UserError: for everything that a person can put right.
    """
    who = Who(options.name, options.profile, options.characters)
    with (
        sitting_down(who, options.board, options.deck) as (sitting, warnings),
        tempfile.TemporaryDirectory(prefix="keep-p2p-play-") as home,
    ):
        return asyncio.run(_play(options, sitting, warnings, Path(home)))


async def _play(options: PlayOptions, sitting: Options, warnings: Sequence[str], home: Path) -> int:
    """Open a table, seat the computer players, play."""
    sink, source = StandardOutput(), StandardInput()
    for warning in warnings:
        sink.show(warning)
    async with Children(home) as children, Session(sitting) as session:
        person = at_this_terminal(session, sitting, sink, source, options.profile, signs_unasked=True)
        name = random_table_name()
        await session.open(name, options.players, practice=True)
        sink.show(f"You sit at a table of your own, {name}, with {options.players - 1} computer players.")
        for line in told_of_molasar(options):
            sink.show(line)
        sink.show("Type ? for help at any time.")
        source.start()
        playing = asyncio.create_task(person.run(source))
        seating = asyncio.create_task(seat_computers(options, session, children, TableAt(name, session.port), sink))
        try:
            with person.asked_before_leaving() if source.is_terminal else contextlib.nullcontext():
                await asyncio.wait({playing, seating}, return_when=asyncio.FIRST_COMPLETED)
                if seating.done() and not playing.done():
                    seating.result()
                return await playing
        finally:
            for task in (playing, seating):
                task.cancel()
            await asyncio.gather(playing, seating, return_exceptions=True)


def told_of_molasar(options: PlayOptions) -> tuple[str, ...]:
    """That the computer's Molasar is gentle and how to have the other; nothing where he is not, or is yourself."""
    if not options.gentle or Character.MOLASAR in options.characters:
        return ()
    return GENTLE, to_copy(command_line("play", "--fierce"))


async def seat_computers(
    options: PlayOptions, session: Session, children: Children, table: TableAt, sink: LineSink
) -> None:
    """Start the computer players, and watch over them to the end of the game.

    :raises SeatFailed: one of them could not play on.
    """
    told = session.discovery is None  # by the session itself
    way = await find_way(table, _say_nothing if told else sink.show)
    seated: list[Child] = []
    for number in range(1, options.players):
        arguments = player_arguments(
            way.target, f"Computer {number}", options.board, options.deck, gentle=options.gentle
        )
        seated.append(await children.start(f"computer player {number}", arguments, session.new_ticket().to_text()))
    async with asyncio.TaskGroup() as group:
        for child in seated:
            group.create_task(until_ended(child))


def _say_nothing(text: str) -> None:
    """In the place of whoever would say ``text``."""
