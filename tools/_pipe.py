"""How a tool ends: with its exit status; quietly where the reader of its output has had enough, or after Ctrl-C."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import NoReturn

READER_GONE = 141
"""The exit status after `... | head -1`: what a shell says of a program that was ended by SIGPIPE."""

INTERRUPTED = 130
"""The exit status after Ctrl-C, likewise of SIGINT."""


def finish(run: Callable[[], int | None]) -> NoReturn:
    """Call ``run`` and end the program with what it returns; None is 0."""
    try:
        status = run()
        sys.stdout.flush()  # a reader that has gone is noticed here, not at the interpreter's end
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still held would fail again
        status = READER_GONE
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        status = INTERRUPTED
    sys.exit(status)
