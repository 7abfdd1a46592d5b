"""Computer players in processes of their own, on a leash: none of them outlives the process that started it.

Each child has its own temporary home folder, so that identities, journals and transcripts
are apart as they would be on machines of their own. Its standard input is a pipe that
only its parent holds: when that closes, however the parent ended, the child ends itself
(`leash`). What it has to say comes as reports, a line each, on its standard output.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
import threading
from collections import deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

import keep_p2p
from keep_p2p.app.reports import FailedReport, NotAReport, Report, from_line
from keep_p2p.store.profile import HOME_VARIABLE, home

MAX_REPORT = 1 << 20
"""Bytes of one report line. A child gone wild does not fill its parent's memory."""

COMMAND = (sys.executable, "-P", "-m", "keep_p2p")
"""This program again; -P so that what lies in the current folder does not stand in for a library."""

TICKET_VARIABLE = "KEEP_P2P_TICKET"
"""The environment's variable with the ticket by which a person answers for a computer player."""

TEMPORARY = "temporary"
"""The file that marks a home folder as made for one child, to be removed with it."""

KEPT_ERRORS = 20
"""Lines of a child's standard error that are kept, to show when it fails."""

POLITE_SECONDS = 3.0
"""How long a child may take to end by itself once its leash is cut, before it is killed."""


@dataclass
class Child:
    """One computer player's process."""

    label: str
    process: asyncio.subprocess.Process
    errors: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT_ERRORS))
    _drain: asyncio.Task[None] | None = None

    async def reports(self) -> AsyncIterator[Report]:
        """What the child reports, up to the end of its output.

        A child that ends with neither a result nor a reason is reported as failed.
        """
        assert self.process.stdout is not None, "made with a pipe"
        while True:
            try:
                line = await self.process.stdout.readline()
            except ValueError:
                yield FailedReport(f"{self.label} wrote a line of over {MAX_REPORT} bytes")
                return
            if not line:
                return
            try:
                yield from_line(line.decode("utf-8", "replace"))
            except NotAReport as error:
                yield FailedReport(f"{self.label}: {error}")
                return

    async def keep_errors(self) -> None:
        """Read standard error so that it never fills, keeping its last lines."""
        assert self.process.stderr is not None, "made with a pipe"
        while True:
            try:
                line = await self.process.stderr.readline()
            except ValueError:
                continue
            if not line:
                return
            self.errors.append(line.decode("utf-8", "replace").rstrip())


def _environment(folder: Path, ticket: str) -> dict[str, str]:
    """A child's environment: its own home, and this very program whatever the current folder is."""
    program = str(Path(keep_p2p.__file__).resolve().parent.parent)
    path = os.pathsep.join(part for part in (program, os.environ.get("PYTHONPATH", "")) if part)
    own = {HOME_VARIABLE: str(folder), TICKET_VARIABLE: ticket, "PYTHONPATH": path, "PYTHONUTF8": "1"}
    return {**os.environ, **own}


class Children:
    """All computer players of one command. Leaving the context ends them all, whatever has happened."""

    def __init__(self, home: Path, command: Sequence[str] = COMMAND) -> None:
        """``home`` is an empty temporary folder; each child gets a folder of its own in it."""
        self._home = home
        self._command = tuple(command)
        self._children: list[Child] = []

    def __len__(self) -> int:
        return len(self._children)

    async def start(self, label: str, arguments: Sequence[str], ticket: str = "") -> Child:
        """Start ``keep-p2p ARGUMENTS`` on a leash, with a home folder of its own and perhaps a host's ``ticket``."""
        folder = self._home / f"player-{len(self._children) + 1}"
        folder.mkdir(mode=0o700)
        (folder / TEMPORARY).touch()
        process = await asyncio.create_subprocess_exec(
            *self._command,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=_environment(folder, ticket),
            limit=MAX_REPORT,
            # Ctrl-C is for the parent to handle; the leash ends the children.
            start_new_session=True,
        )
        child = Child(label, process)
        child._drain = asyncio.create_task(child.keep_errors())
        self._children.append(child)
        return child

    async def __aenter__(self) -> Children:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.shield(self.end())

    async def end(self) -> None:
        """Cut every leash, wait a little, kill what is left, and wait until all are gone."""
        for child in self._children:
            if child.process.stdin is not None:
                child.process.stdin.close()
        if self._children:
            gone = [asyncio.ensure_future(child.process.wait()) for child in self._children]
            _, left = await asyncio.wait(gone, timeout=POLITE_SECONDS)
            if left:
                self.kill()
            await asyncio.gather(*gone)
        for child in self._children:
            if child._drain is not None:
                await child._drain

    def kill(self) -> None:
        """End at once every child that still runs."""
        for child in self._children:
            if child.process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.process.kill()


def leash(status: int = 3) -> None:
    """End this process when its standard input closes: whoever started it is gone, or wants it gone.

    To be called once, early. What matters is on disk before it is sent (docs/architecture.md),
    so there is nothing that an orderly end would save. A temporary home goes too: a parent that was
    killed cannot remove it any more.
    """

    def wait() -> None:
        with contextlib.suppress(OSError, ValueError):
            while os.read(0, 4096):
                pass
        folder = home()
        if (folder / TEMPORARY).is_file():
            shutil.rmtree(folder, ignore_errors=True)
            with contextlib.suppress(OSError):
                folder.parent.rmdir()  # the last one out; it stays while others are in it
        os._exit(status)

    threading.Thread(target=wait, name="leash", daemon=True).start()
