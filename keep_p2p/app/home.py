"""`keep-p2p` with no arguments, and every command that is played full-screen: everything put together and run."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.engine import Engine
from keep_p2p.app.hints import verify_command
from keep_p2p.app.services import AppServices
from keep_p2p.app.sitting import Who
from keep_p2p.errors import UserError
from keep_p2p.program import command_line, to_copy
from keep_p2p.ui.environment import terminal_environment
from keep_p2p.ui.screen.base import Desk
from keep_p2p.ui.screen.home import HomeScreen
from keep_p2p.ui.screen.navigator import Navigator
from keep_p2p.ui.screen.services import Services, Sitting
from keep_p2p.ui.screen.settings import look_for
from keep_p2p.ui.screen.shell import Shell
from keep_p2p.ui.screen.sit import PractiseScreen
from keep_p2p.ui.screen.table_flow import enter_table

SWITCH_SECONDS = 0.002
"""Seconds after which a computing thread lets the screens' thread have its turn (Python's own: 5 ms)."""


CHEATED = 1
"""Exit status: play was stopped because a seat cheated."""


@dataclass(frozen=True)
class HomeOptions:
    """What the command takes. ``calm``: nothing on the screen moves by itself.

    ``gentle``: what a first game's form proposes of the computer's Molasar; None: what is usual.
    """

    name: str | None = None
    profile: str | None = None
    calm: bool = False
    board: Path | None = None
    deck: Path | None = None
    gentle: bool | None = None


def run_home(
    options: HomeOptions, first: Callable[[Services], Sitting] | None = None, first_game: int | None = None
) -> int:
    """Show the home screen, or (``first``) go straight to a table; the exit status, 1 if a seat there has cheated.

    ``first_game``: somebody who has not finished a game yet is asked first whom to play, at a table of so many.

    :raises UserError: that table came to nothing; the sentence says why.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    desk = Desk()
    navigator = Navigator(desk)
    shell = Shell(desk, navigator)
    sitting: Sitting | None = None
    with Engine(shell.fail) as engine:
        who = Who(options.name, options.profile)
        services = AppServices(engine, shell.post, who, options.board, options.deck)
        desk.look = look_for(services.settings, terminal_environment(), calm=options.calm)
        desk.home = lambda: HomeScreen(desk, services)
        shell.look_changed()

        def enter(desk: Desk, chosen: Sitting) -> None:
            nonlocal sitting
            sitting = chosen
            enter_table(desk, chosen, services)

        if first is None:
            navigator.push(desk.home())
        elif first_game is not None and services.settings.first_game:
            navigator.push(desk.home())
            navigator.push(PractiseScreen(desk, services, enter, first_game, options.gentle))
        else:
            enter(desk, first(services))
        if services.problem:
            navigator.notice(services.problem)
        # What is loaded by now stays: collecting garbage through all of it would hold a key up for 200 ms.
        gc.collect()
        gc.freeze()
        status = shell.run()
    shell.drain()
    return status if sitting is None else _came_to(sitting, status, options)


def _came_to(sitting: Sitting, status: int, options: HomeOptions) -> int:
    """What is left to say on the terminal of the one table that was played."""
    model = sitting[0]
    if model.ended is not None and model.ended.transcript is not None:
        path = model.ended.transcript
        print("The transcript of this game is kept. This command checks it, and names the file:")
        print(to_copy(verify_command(path, options.board, options.deck)))
        print(f"Everything else, from one screen: {command_line('home')}")
    if model.ended is not None and model.ended.problem:
        raise UserError(model.ended.problem)
    return CHEATED if model.convicted is not None else status
