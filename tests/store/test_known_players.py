"""Names and keys of those one has played with."""

from __future__ import annotations

from pathlib import Path

import pytest

from keep_p2p.store.known_players import FILE, MAX_KEYS, MAX_NAMES, KnownPlayers


def key(number: int) -> bytes:
    return number.to_bytes(32, "big")


def test_who_is_remembered_is_known_the_next_time(tmp_path: Path) -> None:
    KnownPlayers(tmp_path).remember([("Anna", key(1)), ("Bruno", key(2))])
    known = KnownPlayers(tmp_path)
    assert known.keys("Anna") == (key(1),)
    assert known.keys("Clara") == ()


def test_a_name_may_have_several_keys_the_latest_last(tmp_path: Path) -> None:
    known = KnownPlayers(tmp_path)
    for number in (1, 2, 1):
        known.remember([("Anna", key(number))])
    assert KnownPlayers(tmp_path).keys("Anna") == (key(2), key(1))


def test_the_list_is_bounded(tmp_path: Path) -> None:
    known = KnownPlayers(tmp_path)
    known.remember((f"player {n}", key(n)) for n in range(MAX_NAMES + 5))
    known.remember(("Anna", key(n)) for n in range(MAX_KEYS + 3))
    known = KnownPlayers(tmp_path)
    assert known.keys("player 0") == ()
    assert known.keys(f"player {MAX_NAMES + 4}") != ()
    assert known.keys("Anna") == tuple(key(n) for n in range(3, MAX_KEYS + 3))


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"\xff", b"[" * 100_000, b'{"Anna": "x"}', b'{"Anna": ["zz", 7, null]}']
)
def test_a_damaged_file_is_nobody_known(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    known = KnownPlayers(tmp_path)
    assert known.keys("Anna") == ()
    known.remember([("Anna", key(1))])
    assert KnownPlayers(tmp_path).keys("Anna") == (key(1),)


def test_only_its_owner_reads_it(tmp_path: Path) -> None:
    KnownPlayers(tmp_path / "profile").remember([("Anna", key(1))])
    assert (tmp_path / "profile" / FILE).stat().st_mode & 0o077 == 0
