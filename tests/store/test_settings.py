"""Settings on disk: kept, and never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from keep_p2p.store.settings import FILE, MAX_FILE, load_settings, profile_folder, save_settings


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    assert save_settings(tmp_path / "new", {"name": "Anna 夜", "calm": True}) == ""
    assert load_settings(tmp_path / "new") == ({"name": "Anna 夜", "calm": True}, "")


def test_no_file_is_no_problem(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == ({}, "")


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b'"name"', b"[" * 70_000])
def test_a_damaged_file_is_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    plain, problem = load_settings(tmp_path)
    assert plain == {}
    assert str(tmp_path / FILE) in problem


def test_a_name_that_is_no_text_does_not_prevent_saving(tmp_path: Path) -> None:
    assert save_settings(tmp_path, {"name": "\ud800", "calm": True}) == ""
    assert load_settings(tmp_path) == ({"name": "?", "calm": True}, "")


def test_no_more_is_read_than_a_file_may_have(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b'{"calm": true}' + b" " * MAX_FILE + b"no JSON any more")
    assert load_settings(tmp_path) == ({"calm": True}, "")


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "could not be written" in save_settings(tmp_path / "file", {})


def test_settings_lie_with_their_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))
    assert profile_folder(None) == tmp_path / "profiles" / "default"
    assert profile_folder("two") == tmp_path / "profiles" / "two"
