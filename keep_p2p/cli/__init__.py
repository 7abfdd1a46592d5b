"""The command `keep-p2p`: options in, one engine called, one sentence when it cannot be done.

shell     the group of commands and its help
guard     what becomes of errors, interruptions and closed terminals
options   options that several commands share
open, join, bot, watch, play, demo, replay, verify, simulate, rules    one module for each command

Engines are imported when their command runs, so that `--help` and `rules` answer at once.
"""

from keep_p2p.cli.shell import main

__all__ = ["main"]
