"""A program that is stopped (SIGTSTP) gives the terminal back first, and draws itself anew when it goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterator

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.output import Output


@contextlib.contextmanager
def stops_tidily(application: Application[int], loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Within: whoever stops the program finds the shell's own screen, as with an editor. Not on Windows.

    Where a stop is ignored from the start, it stays so.
    """
    if sys.platform == "win32" or signal.getsignal(signal.SIGTSTP) != signal.SIG_DFL:
        yield
        return

    def stop() -> None:
        """In the shell's screen. The signal's own effect stops here; the next line is run when it goes on."""
        loop.remove_signal_handler(signal.SIGTSTP)
        os.kill(os.getpid(), signal.SIGTSTP)
        loop.add_signal_handler(signal.SIGTSTP, stopped)

    def stopped() -> None:
        if application.is_running:
            run_in_terminal(stop)

    def goes_on() -> None:
        """Stopped in whatever way: the shell has read whole lines and drawn over the screen meanwhile."""
        application.input.raw_mode().__enter__()  # what it was at first is kept by the one that was entered first
        os.kill(os.getpid(), signal.SIGWINCH)  # all is drawn anew, as after a resize

    try:
        loop.add_signal_handler(signal.SIGTSTP, stopped)
        loop.add_signal_handler(signal.SIGCONT, goes_on)
    except (ValueError, RuntimeError):  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGTSTP)
        loop.remove_signal_handler(signal.SIGCONT)


def leaves_no_trace(output: Output) -> None:
    """Make ``output`` clear its own screen before it goes back to the shell's.

    tmux, when its window has grown meanwhile, otherwise puts rows of the screen that is left among the shell's lines
    (any program's: also an editor's).
    """
    leave = output.quit_alternate_screen

    def cleared() -> None:
        output.erase_screen()
        leave()

    output.quit_alternate_screen = cleared  # type: ignore[method-assign]  # one method of this one output
