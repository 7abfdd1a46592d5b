"""One process at a time: a lock that the system takes back by itself when its holder dies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from keep_p2p.store.files import OWNER_ONLY_FILE

_LOCKED_BYTE = 1 << 20
"""Windows locks a range of bytes and hides it from readers, so the lock lies far behind the text."""


class AlreadyLocked(Exception):
    """Somebody else holds the lock. ``holder`` is that process's number, None when it cannot be told."""

    def __init__(self, holder: int | None) -> None:
        super().__init__(f"held by process {holder}" if holder else "held by another process")
        self.holder = holder


class FileLock:
    """An exclusive lock on a file, held from its making to `release` (or the end of the process).

    A second lock on the same file fails within one process too. Processes started by `fork` share
    the lock, those started anew do not. Raises `AlreadyLocked`, `OSError`.
    """

    def __init__(self, path: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self._handle: int | None = os.open(path, flags, OWNER_ONLY_FILE)
        try:
            if not _try_lock(self._handle):
                raise AlreadyLocked(_read_holder(self._handle))
            os.ftruncate(self._handle, 0)
            _write_holder(self._handle)
        except BaseException:
            os.close(self._handle)
            self._handle = None
            raise

    def release(self) -> None:
        """Give the lock back; a second time does nothing. The file stays: removing it would race with a taker."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _write_holder(handle: int) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, b"%d\n" % os.getpid())


def _read_holder(handle: int) -> int | None:
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        return int(os.read(handle, 20))
    except (OSError, ValueError):
        return None


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
