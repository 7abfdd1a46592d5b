"""What a seat must not forget: its secrets and its own signed entries, durable before anything is sent.

A seat that lost an entry after sending it might sign another for the same round, and that is equivocation,
which convicts it. So `GameJournal.persist` returns only when the data would survive a power cut, and a name is
written once: other data under the same name is refused, never stored.

SQLite, with these choices:
- write-ahead log: a commit is one append and one fsync (a rollback journal needs three or more), and a torn
  append is recognised by its checksums and dropped;
- synchronous=FULL, so that each commit waits for that fsync; fullfsync for macOS, whose plain fsync returns before
  the disk has written;
- locking_mode=EXCLUSIVE: a profile has one process anyway, and the log then needs no shared-memory file;
- secure_delete, so that forgotten secrets are overwritten.
Each row carries a checksum of its own, because SQLite does not notice a flipped bit inside a page.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.errors import UserError
from keep_p2p.store.files import OWNER_ONLY_FILE, is_exposed

SCHEMA_VERSION = 1
CHECKSUM_SIZE = 16

_SCHEMA = """
CREATE TABLE item (
    game BLOB NOT NULL, name TEXT NOT NULL, data BLOB NOT NULL, checksum BLOB NOT NULL, PRIMARY KEY (game, name)
)
"""
_SETTINGS = (
    "PRAGMA locking_mode = EXCLUSIVE",  # before the first access in WAL mode, or the -shm file is made all the same
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA trusted_schema = OFF",
)
_ADVICE = {
    "SQLITE_FULL": "the disk is full: make room and start again",
    "SQLITE_READONLY": "it cannot be written: give yourself the right to write it and its folder",
    "SQLITE_CANTOPEN": "it cannot be opened: give yourself the right to read and write it and its folder",
    "SQLITE_PERM": "it cannot be opened: give yourself the right to read and write it and its folder",
    "SQLITE_BUSY": "another process is using it: end that one first",
    "SQLITE_LOCKED": "another process is using it: end that one first",
    "SQLITE_IOERR": "the disk failed to read or write: check it and its free space, then start again",
}
"""What to do, by the name of SQLite's primary result code."""

_DAMAGED = "it is damaged: move it away (a game that was going on in it cannot be continued) and start again"


class JournalError(UserError):
    """The journal cannot be used, or cannot keep its promise; the text says why and what to do."""


class AlreadyWritten(JournalError):
    """Other data is in the journal under this name. Sending the new data would be equivocation."""


class Journal:
    """A profile's journal file, all games in it. May be called from any thread, one call at a time.

    Raises `JournalError` when the file cannot be opened, is damaged or belongs to a later version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        with self._explained():
            _make_private(path)
            self._db = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            with self._explained():
                self._prepare()
        except BaseException:
            self._db.close()
            raise

    def _prepare(self) -> None:
        for setting in _SETTINGS:
            self._db.execute(setting)
        if self._db.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise JournalError(f"The journal {self.path} cannot be used: {_DAMAGED}.")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA_VERSION:
            raise JournalError(
                f"The journal {self.path} was written by a later version of keep-p2p: install that one, or use "
                "another profile with --profile NAME."
            )
        if version == 0:
            self._db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA}; PRAGMA user_version = {SCHEMA_VERSION}; COMMIT")

    def game(self, game: bytes) -> GameJournal:
        """The part of one game, by its id."""
        return GameJournal(self, game)

    def games(self) -> tuple[bytes, ...]:
        """The ids of all games in it, ascending."""
        with self._lock, self._explained():
            rows = self._db.execute("SELECT DISTINCT game FROM item ORDER BY game").fetchall()
        return tuple(row[0] for row in rows)

    def persist(self, game: bytes, items: Iterable[tuple[str, bytes]]) -> None:
        """Write all ``items`` (name, data), or none. When this returns they are on the disk.

        The same data under the same name again is fine. Raises `AlreadyWritten`, `JournalError`.
        """
        with self._lock, self._explained(), self._transaction():
            for name, data in items:
                self._insert(game, name, bytes(data))

    def _insert(self, game: bytes, name: str, data: bytes) -> None:
        found = self._db.execute("SELECT data FROM item WHERE game = ? AND name = ?", (game, name)).fetchone()
        if found is None:
            row = (game, name, data, _checksum(game, name, data))
            self._db.execute("INSERT INTO item (game, name, data, checksum) VALUES (?, ?, ?, ?)", row)
        elif found[0] != data:
            raise AlreadyWritten(
                f"The journal {self.path} already holds something else as {name!r} of this game, so the new one is not "
                "sent: start again to go on from what the journal holds."
            )

    def recall(self, game: bytes) -> Mapping[str, bytes]:
        """All that was persisted of this game, by name, in the order of writing. Raises `JournalError`."""
        query = "SELECT name, data, checksum FROM item WHERE game = ? ORDER BY rowid"
        with self._lock, self._explained():
            rows = self._db.execute(query, (game,)).fetchall()
        for name, data, checksum in rows:
            whole = type(name) is str and type(data) is bytes  # SQLite's columns hold any type
            if not whole or checksum != _checksum(game, name, data):
                raise JournalError(f"The journal {self.path} cannot be used: {_DAMAGED} ({name!r} has changed).")
        return {name: data for name, data, _ in rows}

    def forget(self, game: bytes) -> None:
        """Remove a game and overwrite its secrets: after it is over, or when it never began."""
        with self._lock, self._explained():
            self._db.execute("DELETE FROM item WHERE game = ?", (game,))
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log held them too

    def close(self) -> None:
        """Fold the log into the file and close it. All that was persisted is safe without this too."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite and the system say into one sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise JournalError(f"The journal {self.path} cannot be used: {_advice(error)}.") from error
        except UnicodeDecodeError as error:  # SQLite quotes a damaged table's name in its own error
            raise JournalError(f"The journal {self.path} cannot be used: {_DAMAGED}.") from error
        except OSError as error:
            reason = f"{error.strerror or error}: make its folder writable"
            raise JournalError(f"The journal {self.path} cannot be used: {reason}.") from error


@dataclass(frozen=True)
class GameJournal:
    """One game's part of a journal: what a seat writes and recalls."""

    journal: Journal
    game: bytes

    def persist(self, name: str, data: bytes) -> None:
        """Write ``data`` under ``name``, once. When this returns it is on the disk. See `Journal.persist`."""
        self.journal.persist(self.game, ((name, data),))

    def persist_all(self, items: Iterable[tuple[str, bytes]]) -> None:
        """Write several at the price of one."""
        self.journal.persist(self.game, items)

    def recall(self) -> Mapping[str, bytes]:
        """All that was persisted, by name."""
        return self.journal.recall(self.game)


def _make_private(path: Path) -> None:
    """Owner-only before SQLite writes a byte; SQLite gives its log the rights of the file."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY_FILE))
    if is_exposed(path):
        path.chmod(OWNER_ONLY_FILE)


def _checksum(game: bytes, name: str, data: bytes) -> bytes:
    sizes = b"%d %d " % (len(game), len(name.encode()))
    return hashlib.blake2b(sizes + game + name.encode() + data, digest_size=CHECKSUM_SIZE).digest()


def _advice(error: sqlite3.Error) -> str:
    code: str = getattr(error, "sqlite_errorname", "")
    primary = "_".join(code.split("_")[:2])  # SQLITE_IOERR_FSYNC is an SQLITE_IOERR
    if primary in ("SQLITE_CORRUPT", "SQLITE_NOTADB") or "malformed" in str(error):
        return _DAMAGED
    return _ADVICE.get(primary, f"{error}: move it away, or use another profile with --profile NAME")
