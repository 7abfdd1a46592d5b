"""Lines in and lines out: standard input read without holding up the event loop, output that may break off.

A thread of its own reads standard input, so it works alike for terminals, pipes and
files on every system. The thread is a daemon: it never keeps the program alive.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import textwrap
import threading
import unicodedata
from collections.abc import AsyncIterator
from dataclasses import fields
from typing import Protocol, TextIO

from keep_p2p.program import is_to_copy
from keep_p2p.ui.environment import terminal_environment
from keep_p2p.ui.map import ASCII, UNICODE
from keep_p2p.ui.orphaned import end_with_the_shell
from keep_p2p.ui.screen.glyphs import glyphs_for

LEAST_COLUMNS = 20
"""Where fewer fit in a row of the terminal, breaking lines ourselves helps nobody."""

TWO_COLUMNS = re.compile(r"(?<=\S)( {2,})")
"""What parts a word from its explanation in the second column."""

MAX_LINE = 4096
"""Characters of one line that are read; the rest is dropped. A pasted file does not fill memory."""

MAX_LINES_AHEAD = 1000
"""Lines read that nobody has taken yet; more wait in the pipe or the terminal. `yes | keep-p2p play` does not fill
memory either."""


class LineSource(Protocol):
    """Where a person's lines come from."""

    async def line(self) -> str | None:
        """The next line without its end; None when there will be no more."""


class LineSink(Protocol):
    """Where lines for a person go."""

    def show(self, text: str) -> None:
        """Show ``text`` and a line's end."""


class InputEnded(Exception):
    """Standard input has closed: nobody is there to answer any more."""


class StandardInput:
    """The lines of standard input (or ``stream``), read by a daemon thread."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Nothing is read before `start`."""
        self._stream = sys.stdin if stream is None else stream
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._ended = False
        self._ahead = threading.Semaphore(MAX_LINES_AHEAD)

    @property
    def is_terminal(self) -> bool:
        """Whether a person types into it directly."""
        try:
            return self._stream.isatty()
        except ValueError:  # closed
            return False

    def start(self) -> None:
        """Begin to read. Call within the running loop."""
        loop = asyncio.get_running_loop()
        if self._stream is sys.stdin:
            end_with_the_shell()
        threading.Thread(target=self._read, args=(loop,), name="standard-input", daemon=True).start()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """In the thread: every line, then None; gone quietly when the loop is."""
        try:
            while text := self._stream.readline(MAX_LINE):
                rest = text
                while rest and not rest.endswith("\n"):
                    rest = self._stream.readline(MAX_LINE)
                self._ahead.acquire()
                loop.call_soon_threadsafe(self._queue.put_nowait, text.rstrip("\r\n"))
        except (OSError, ValueError):
            pass  # The terminal has gone, or the stream was closed: the same as its end.
        except RuntimeError:
            return  # The loop has closed: nobody waits for a line.
        try:
            loop.call_soon_threadsafe(self._queue.put_nowait, None)
        except RuntimeError:
            return

    async def line(self) -> str | None:
        """The next line without its end; None at the end of input, again and again."""
        if self._ended:
            return None
        text = await self._queue.get()
        self._ahead.release()
        self._ended = text is None
        return text

    async def __aiter__(self) -> AsyncIterator[str]:
        """All lines up to the end of input."""
        while (text := await self.line()) is not None:
            yield text


def _plain_letters() -> dict[int, str]:
    """For each sign and wall of a drawn map the ASCII one that says the same."""
    signs = [(getattr(UNICODE, field.name), getattr(ASCII, field.name)) for field in fields(UNICODE)]
    table = {ord(sign): plain for sign, plain in signs if isinstance(sign, str)}
    for wall in range(0x2500, 0x2580):
        words = unicodedata.name(chr(wall)).removeprefix("BOX DRAWINGS ").split()
        lone = {"HORIZONTAL": "-", "LEFT": "-", "RIGHT": "-", "VERTICAL": "|", "UP": "|", "DOWN": "|"}
        table[wall] = "#" if "HEAVY" in words else lone.get(words[-1], "+") if len(words) == 2 else "+"
    return table


PLAIN_LETTERS = _plain_letters()


class StandardOutput:
    """Lines to standard output, each flushed. When the reader of a pipe has gone, lines go nowhere.

    A terminal gets them broken between words, a pipe or a file as they are.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        """``stream`` takes the place of standard output."""
        self._stream = sys.stdout if stream is None else stream
        self.broken = False

    def show(self, text: str) -> None:
        """Show ``text`` and a line's end. Characters that the terminal cannot show are replaced."""
        if self.broken:
            return
        try:
            self._write(self._for_terminal(text) if self._stream.isatty() else text)
        except (BrokenPipeError, OSError, ValueError):
            self.broken = True

    @staticmethod
    def _for_terminal(text: str) -> str:
        if glyphs_for(terminal_environment()).ascii_only:
            text = text.translate(PLAIN_LETTERS)
        return text if is_to_copy(text) else folded(text, shutil.get_terminal_size().columns)

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text + "\n")
        except UnicodeEncodeError:
            encoding = self._stream.encoding or "ascii"
            self._stream.write(text.encode(encoding, "replace").decode(encoding) + "\n")
        self._stream.flush()


def folded(text: str, columns: int) -> str:
    """``text`` with each line that is longer than ``columns`` broken between words, what follows indented.

    A word that is longer (a file's path) stays whole, and so does a line that is drawn, not written: its blanks count.
    """
    return "\n".join(_folded(line, columns) for line in text.split("\n"))


def _folded(line: str, columns: int) -> str:
    head, *cells = TWO_COLUMNS.split(line)
    if len(line) <= columns or columns < LEAST_COLUMNS or len(cells) > 2:
        return line
    indent = len(line) - len(cells[-1]) if cells else len(head) - len(head.lstrip()) + 2
    hanging = " " * min(indent, columns // 2)
    return textwrap.fill(line, columns, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)
