"""A program whose shell was killed is told that its terminal is gone.

A terminal that closes sends SIGHUP to the shell and to the program in front. A shell that is killed outright sends
nothing: whoever started the shell takes the terminal back, and the program would go on behind it, unseen, keeping a
seat that nobody can answer for.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable

EVERY_SECONDS = 1.0
"""How often it is looked."""


def end_with_the_shell() -> Callable[[], None]:
    """From now on SIGHUP reaches this process when its shell has gone and somebody else has the terminal.

    Only if it is in front now: what is started in the background is meant to outlive the shell. What is returned ends
    the watch; the thread that keeps it never keeps the program alive.
    """
    over, terminal, parent = threading.Event(), _terminal(), os.getppid()
    if terminal is None or not _in_front(terminal):
        return over.set

    def watch() -> None:
        while not over.wait(EVERY_SECONDS):
            if os.getppid() != parent and not _in_front(terminal):
                os.kill(os.getpid(), signal.SIGHUP)
                return

    threading.Thread(target=watch, name="shell-watch", daemon=True).start()
    return over.set


def _terminal() -> int | None:
    """The terminal's file descriptor; None without one, and on Windows, which has no jobs."""
    if sys.platform == "win32":
        return None
    try:
        number = sys.stdin.fileno()
        return number if os.isatty(number) else None
    except (OSError, ValueError, AttributeError):  # closed, or something else stands in for it
        return None


def _in_front(terminal: int) -> bool:
    """Whether what is typed comes to this process. Of a terminal that is gone: no."""
    if sys.platform == "win32":
        return True
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
