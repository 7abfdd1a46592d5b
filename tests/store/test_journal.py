"""The journal: durable before it returns, written once, owner-only, and clear when it cannot be used."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from keep_p2p.store.journal import AlreadyWritten, Journal, JournalError

GAME = bytes(range(32))
OTHER = bytes(32)

WRITE_AND_WAIT = """
import sys
from pathlib import Path
from keep_p2p.store.journal import Journal
journal = Journal(Path(sys.argv[1])).game(bytes(range(32)))
for number in range(20):
    journal.persist(f"entry/0/{number}", b"signed %d" % number)
    print(number, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def test_what_was_persisted_is_recalled_in_order(path: Path) -> None:
    with Journal(path) as journal:
        journal.game(GAME).persist("deck-key/0", b"secret")
        journal.game(GAME).persist_all([("entry/0/1", b"one"), ("entry/0/0", b"")])
        journal.game(OTHER).persist("deck-key/0", b"another game's")
    with Journal(path) as journal:
        assert list(journal.game(GAME).recall().items()) == [
            ("deck-key/0", b"secret"),
            ("entry/0/1", b"one"),
            ("entry/0/0", b""),
        ]
        assert journal.games() == (OTHER, GAME)
        assert journal.recall(b"unknown") == {}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no such signal")
def test_what_was_persisted_survives_a_kill(path: Path) -> None:
    command = [sys.executable, "-c", WRITE_AND_WAIT, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            if line == "19\n":
                break
        writer.kill()
        writer.wait()
    with Journal(path) as journal:
        assert journal.recall(GAME) == {f"entry/0/{n}": b"signed %d" % n for n in range(20)}


def test_every_commit_waits_for_the_disk(path: Path) -> None:
    with Journal(path) as journal:
        (synchronous,) = journal._db.execute("PRAGMA synchronous").fetchone()
        (mode,) = journal._db.execute("PRAGMA journal_mode").fetchone()
    assert synchronous == 2  # FULL
    assert mode == "wal"


def test_a_name_is_written_once(path: Path) -> None:
    with Journal(path) as journal:
        seat = journal.game(GAME)
        seat.persist("entry/0/7", b"first")
        seat.persist("entry/0/7", b"first")  # sent again after a restart
        with pytest.raises(AlreadyWritten, match="entry/0/7"):
            seat.persist("entry/0/7", b"second")
        assert seat.recall() == {"entry/0/7": b"first"}


def test_several_are_written_all_or_none(path: Path) -> None:
    with Journal(path) as journal:
        seat = journal.game(GAME)
        seat.persist("b", b"old")
        with pytest.raises(AlreadyWritten):
            seat.persist_all([("a", b"1"), ("b", b"new"), ("c", b"3")])
        assert seat.recall() == {"b": b"old"}
        seat.persist("a", b"after")
        assert seat.recall() == {"b": b"old", "a": b"after"}


@pytest.mark.skipif(os.name != "posix", reason="mode bits mean nothing on Windows")
def test_every_file_of_the_journal_is_readable_by_its_owner_only(path: Path) -> None:
    old = os.umask(0)
    try:
        with Journal(path) as journal:
            journal.game(GAME).persist("deck-key/0", b"secret")
            files = sorted(path.parent.iterdir())
            assert [file.name for file in files] == ["journal.db", "journal.db-wal"]
            assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600, 0o600]
    finally:
        os.umask(old)


@pytest.mark.skipif(os.name != "posix", reason="mode bits mean nothing on Windows")
def test_an_exposed_journal_is_tightened(path: Path) -> None:
    Journal(path).close()
    path.chmod(0o644)
    with Journal(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_forgotten_game_leaves_no_secret_on_the_disk(path: Path) -> None:
    secret = b"a secret that must be gone " * 4
    with Journal(path) as journal:
        journal.game(GAME).persist("deck-key/0", secret)
        journal.game(OTHER).persist("deck-key/0", b"kept")
        assert any(secret in file.read_bytes() for file in path.parent.iterdir())
        journal.forget(GAME)
        assert not any(secret in file.read_bytes() for file in path.parent.iterdir())
        assert journal.games() == (OTHER,)


def test_a_second_process_is_told_that_the_journal_is_in_use(path: Path) -> None:
    with Journal(path) as journal:
        journal.game(GAME).persist("a", b"1")
        with pytest.raises(JournalError, match="another process"):
            Journal(path)


def test_a_file_that_is_no_journal_is_told_so_and_left_alone(path: Path) -> None:
    path.write_bytes(b"not a database " * 100)
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)
    assert path.read_bytes() == b"not a database " * 100


def test_damaged_pages_are_found_on_opening(path: Path) -> None:
    with Journal(path) as journal:
        journal.game(GAME).persist_all([(f"n{n}", bytes(2000)) for n in range(50)])
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 5] = b"\xff" * 8192
    path.write_bytes(data)
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)


def test_a_flipped_bit_in_a_row_is_found(path: Path) -> None:
    with Journal(path) as journal:
        journal.game(GAME).persist("deck-key/0", b"exactly this secret")
    data = path.read_bytes()
    assert data.count(b"exactly this secret") == 1
    path.write_bytes(data.replace(b"exactly this secret", b"exactly that secret"))
    with Journal(path) as journal, pytest.raises(JournalError, match="damaged"):
        journal.recall(GAME)


@pytest.mark.parametrize("change", ["data = 'a text'", "data = 5", "name = x'00'", "checksum = 'a text'"])
def test_a_row_of_other_types_is_damage(path: Path, change: str) -> None:
    with Journal(path) as journal:
        journal.game(GAME).persist("one", b"data")
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE item SET {change}")
    with Journal(path) as journal, pytest.raises(JournalError, match="damaged"):
        journal.game(GAME).recall()


def test_a_journal_of_a_later_version_is_left_alone(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 2")
    db.close()
    with pytest.raises(JournalError, match="later version"):
        Journal(path)


def test_a_full_disk_is_told_in_a_sentence_and_loses_nothing(path: Path) -> None:
    with Journal(path) as journal:
        seat = journal.game(GAME)
        seat.persist("a", b"1")
        journal._db.execute("PRAGMA max_page_count = 4")
        with pytest.raises(JournalError, match="full") as caught:
            seat.persist("b", bytes(100_000))
        assert caught.value.exit_status == 2
        assert seat.recall() == {"a": b"1"}


def test_a_read_only_journal_is_told_in_a_sentence(path: Path) -> None:
    with Journal(path) as journal:
        journal._db.execute("PRAGMA query_only = ON")
        with pytest.raises(JournalError, match="cannot be written"):
            journal.game(GAME).persist("a", b"1")


def test_a_place_that_cannot_be_opened_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(tmp_path / "missing" / "journal.db")
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(tmp_path)


def test_a_damaged_name_of_a_table_is_a_sentence_too(path: Path) -> None:
    with Journal(path) as journal:
        journal.game(GAME).persist("round/1", b"signed")
    whole = path.read_bytes()
    assert b"itemitem" in whole
    path.write_bytes(whole.replace(b"itemitem", b"it\xb4mitem"))
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)
