"""Processes side by side for a tool that runs long."""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing.pool import Pool


def workers(processes: int) -> Pool:
    """So many processes, to be used as a context manager."""
    return multiprocessing.get_context("spawn").Pool(processes, _deaf)


def _deaf() -> None:
    """Ctrl-C goes to all processes of a terminal: the one that was started ends the others, and says so once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
