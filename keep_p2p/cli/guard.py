"""What becomes of everything that goes wrong: one sentence, a fitting exit status, never a traceback.

0 done; 1 `verify` found foul play, or a demo's game was not sound; 2 something a person can put right; 70 an error of
the program's own; 130 interrupted; 141 the reader of our output has gone.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import click

from keep_p2p import __version__
from keep_p2p.errors import UserError

DONE = 0
FOUL = 1
PERSON_CAN_FIX = UserError.exit_status
OWN_ERROR = 70
"""EX_SOFTWARE of sysexits.h: never mixed up with `verify`'s verdicts."""
INTERRUPTED = 130
READER_GONE = 141

TERMINAL_CLOSED = (
    "The terminal was closed, so this program has ended; what it had signed is in its journal and nothing is lost."
)


TOLD_TO_END = "This program was told to end, and has ended; what it had signed is in its journal and nothing is lost."

MAX_CHAIN = 100
"""Errors on the way from the first to the last that are looked at; some libraries tie them into a ring."""

_NO_ROOM = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))  # Windows has no quota of that name


class _ToldToEnd(KeyboardInterrupt):
    """SIGHUP, SIGTERM or SIGQUIT. A KeyboardInterrupt, because asyncio lets only those end a running loop at once."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def guarded(run: Callable[[], int]) -> int:
    """Call ``run`` and give its exit status; whatever it raises becomes a sentence on stderr and a status."""
    try:
        with _hangups_caught():
            status = run()
            sys.stdout.flush()  # a reader that has gone is noticed here, not at the interpreter's end
            return status
    except (KeyboardInterrupt, click.Abort) as error:
        # click makes an Abort of every KeyboardInterrupt and EOFError within a command.
        told = error.__cause__ if isinstance(error, click.Abort) else error
        if isinstance(told, (_ToldToEnd, EOFError)):
            _say(told.sentence if isinstance(told, _ToldToEnd) else TERMINAL_CLOSED)
            return PERSON_CAN_FIX
        _say("\nStopped.")
        return INTERRUPTED
    except BrokenPipeError:
        _silence(sys.stdout)
        return READER_GONE
    except EOFError:
        _say(TERMINAL_CLOSED)
        return PERSON_CAN_FIX
    except click.ClickException as error:
        _say(_usage_sentence(error))
        return PERSON_CAN_FIX
    except Exception as error:
        if _terminal_is_gone(error):
            _silence(sys.stdout)  # what it still holds would fail again at the end
            _say(TERMINAL_CLOSED)
            return PERSON_CAN_FIX
        return _explain(error)


def _terminal_is_gone(error: BaseException | None) -> bool:
    """Whether it came of a closed terminal: of the signal, or of writing to what is no longer there.

    What tidies up after the signal may try to write, and then that error is the last one.
    """
    seen = 0
    while error is not None and seen < MAX_CHAIN:
        if isinstance(error, _ToldToEnd):
            return True
        if isinstance(error, OSError) and error.errno == errno.EIO and error.filename is None:
            return True
        if isinstance(error, ExceptionGroup) and any(_terminal_is_gone(inner) for inner in error.exceptions):
            return True
        error, seen = error.__context__, seen + 1
    return False


def _explain(error: Exception) -> int:
    """A person's error, alone or inside a group of several tasks' errors; otherwise an error of our own."""
    if isinstance(error, ExceptionGroup):
        leaves = _leaves(error)
        error = next((leaf for leaf in leaves if isinstance(leaf, UserError) or _finds_no_room(leaf)), error)
    if isinstance(error, UserError):
        _say(str(error))
        return error.exit_status
    if isinstance(error, OSError) and _finds_no_room(error):
        if error.filename is None:  # it was no file that we opened by name
            _silence(sys.stdout)
        _say(f"{error.filename or 'The output'} cannot be written ({error.strerror}): make room and try again.")
        return PERSON_CAN_FIX
    _say(_own_error(error))
    return OWN_ERROR


def _finds_no_room(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno in _NO_ROOM


def _leaves(group: ExceptionGroup[Exception]) -> list[Exception]:
    """The errors inside, from the first task on."""
    found: list[Exception] = []
    for error in group.exceptions:
        found.extend(_leaves(error) if isinstance(error, ExceptionGroup) else [error])
    return found


def _usage_sentence(error: click.ClickException) -> str:
    """Click's message as one line, with where to read more."""
    sentence = " ".join(error.format_message().split())
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{sentence} See `{context.command_path} --help`." if context else sentence


def _own_error(error: Exception) -> str:
    what = traceback.format_exception_only(error)[-1].strip()
    try:
        where = f"the details are in {_write_crash(error)}"
    except OSError as problem:
        where = f"the details could not be written down ({problem.strerror or problem})"
    return f"keep-p2p made an error of its own and had to stop ({what}); {where}: please report it with them."


def _write_crash(error: Exception) -> Path:
    """The traceback, for its owner only: it may tell what the person was doing."""
    from keep_p2p.store.files import OWNER_ONLY_FILE, private_folder, write_new
    from keep_p2p.store.profile import home

    folder = home() / "crashes"
    private_folder(folder)
    path = folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    head = f"keep-p2p {__version__}, Python {sys.version}, {sys.platform}\n{' '.join(sys.argv)}\n\n"
    write_new(path, (head + "".join(traceback.format_exception(error))).encode("utf-8", "replace"), OWNER_ONLY_FILE)
    return path


def _say(sentence: str) -> None:
    """To stderr, which may be gone as well."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        _silence(sys.stderr)


def _silence(stream: object) -> None:
    """Let the interpreter's last flush of a closed stream go nowhere."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]  # suppressed above


@contextlib.contextmanager
def _hangups_caught() -> Iterator[None]:
    """Make a closed terminal, a polite kill and SIGQUIT end the program as Ctrl-C does: tasks and files in order."""

    def stop(number: int, _frame: FrameType | None) -> None:
        raise _ToldToEnd(TERMINAL_CLOSED if number == getattr(signal, "SIGHUP", None) else TOLD_TO_END)

    ours: list[signal.Signals] = []
    for name in ("SIGHUP", "SIGTERM", "SIGQUIT"):  # the last is Ctrl-\ where lines are typed
        number = getattr(signal, name, None)  # Windows has only the second
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:  # `nohup` means it
            with contextlib.suppress(ValueError):  # not in the main thread
                signal.signal(number, stop)
                ours.append(number)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
