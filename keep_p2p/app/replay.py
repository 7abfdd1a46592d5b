"""`keep-p2p replay FILE` on a terminal: the replay as the only screen."""

from __future__ import annotations

import gc

from keep_p2p.store.settings import load_settings, profile_folder
from keep_p2p.table.replay import Replay
from keep_p2p.ui.environment import terminal_environment
from keep_p2p.ui.screen.base import Desk
from keep_p2p.ui.screen.navigator import Navigator
from keep_p2p.ui.screen.replay import ReplayScreen
from keep_p2p.ui.screen.settings import from_plain, look_for
from keep_p2p.ui.screen.shell import Shell


def run_replay(replay: Replay, name: str, *, calm: bool = False) -> int:
    """Show it until it is left; the exit status. ``name`` is what the game is called, ``calm`` as in the settings."""
    desk = Desk()
    navigator = Navigator(desk)
    shell = Shell(desk, navigator)
    settings, _ = from_plain(load_settings(profile_folder(None))[0])
    desk.look = look_for(settings, terminal_environment(), calm=calm)
    shell.look_changed()
    navigator.push(ReplayScreen(desk, replay, name))
    # The game stays in memory as it is: collecting garbage through all of it would hold a key up.
    gc.collect()
    gc.freeze()
    return shell.run()
