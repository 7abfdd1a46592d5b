"""Transcripts: whole or not at all, never over another, under a safe name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keep_p2p.store import transcripts
from keep_p2p.store.transcripts import (
    TranscriptNotSaved,
    check_place,
    file_name,
    save_evidence,
    save_transcript,
    transcripts_folder,
    write_transcript,
)

GAME = bytes(range(32))


def test_the_name_says_which_game_and_which_table() -> None:
    assert file_name(GAME, "Friday night") == "000102030405-friday-night.transcript"
    assert file_name(GAME, "../../etc/passwd") == "000102030405-etc-passwd.transcript"
    assert file_name(GAME, "Café №5 \u202e\x00") == "000102030405-cafe-no5.transcript"
    assert file_name(GAME, "🜍") == "000102030405.transcript"


@settings(deadline=None)
@given(st.text(max_size=300))
def test_whatever_the_tables_name_the_file_name_is_plain(table: str) -> None:
    name = file_name(GAME, table)
    assert set(name.removesuffix(".transcript")) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert len(name) <= 64


def test_a_transcript_is_saved_by_default_in_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path / "home"))
    path = save_transcript(b"whole", GAME, "t")
    assert path.parent == transcripts_folder() == tmp_path / "home" / "transcripts"
    assert path.read_bytes() == b"whole"


def test_the_same_transcript_grown_longer_replaces_its_beginning(tmp_path: Path) -> None:
    first = save_transcript(b"one two", GAME, "t", tmp_path)
    assert save_transcript(b"one two", GAME, "t", tmp_path) == first
    assert save_transcript(b"one two three", GAME, "t", tmp_path) == first
    assert first.read_bytes() == b"one two three"
    assert list(tmp_path.iterdir()) == [first]


def test_another_file_is_never_overwritten(tmp_path: Path) -> None:
    first = save_transcript(b"one", GAME, "t", tmp_path)
    second = save_transcript(b"two", GAME, "t", tmp_path)
    shorter = save_transcript(b"on", GAME, "t", tmp_path)
    assert [p.read_bytes() for p in (first, second, shorter)] == [b"one", b"two", b"on"]
    assert [p.name[13:] for p in (first, second, shorter)] == ["t.transcript", "t-2.transcript", "t-3.transcript"]


def test_the_search_for_a_free_name_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "MAX_COPIES", 2)
    save_transcript(b"1", GAME, "t", tmp_path)
    save_transcript(b"2", GAME, "t", tmp_path)
    with pytest.raises(TranscriptNotSaved, match="move them away"):
        save_transcript(b"3", GAME, "t", tmp_path)


@pytest.mark.parametrize("call", ["link", "replace", "fsync"])
def test_a_failure_half_way_leaves_no_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    kept = tmp_path / "kept.transcript"
    kept.write_bytes(b"before")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, fail)
    if call != "link":
        with pytest.raises(TranscriptNotSaved, match="No space left"):
            write_transcript(kept, b"after")
    if call == "fsync":
        with pytest.raises(TranscriptNotSaved, match="No space left"):
            save_transcript(b"new", GAME, "t", tmp_path)
        assert [p.name for p in tmp_path.iterdir()] == ["kept.transcript"]
    if call == "link":  # a file system without hard links
        path = save_transcript(b"new", GAME, "t", tmp_path)
        assert path.read_bytes() == b"new"
        assert save_transcript(b"other", GAME, "t", tmp_path) != path
        assert path.read_bytes() == b"new"
    assert kept.read_bytes() == b"before"


def test_a_named_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.transcript"
    write_transcript(path, b"one")
    write_transcript(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="links need a right on Windows")
def test_a_link_is_followed_and_a_device_written_to(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_transcript(tmp_path / "link", b"data")
    assert (tmp_path / "target").read_bytes() == b"data"
    assert (tmp_path / "link").is_symlink()
    write_transcript(Path(os.devnull), b"data")
    assert not Path(os.devnull).is_file()


def test_evidence_lies_beside_the_transcript_of_its_game(tmp_path: Path) -> None:
    transcript = save_transcript(b"a game", GAME, "t", tmp_path)
    first, second = (save_evidence(data, GAME, "t", tmp_path) for data in (b"one cheat", b"another"))
    assert first.stem == transcript.stem and first.suffix == ".evidence"
    assert second != first and second.suffix == ".evidence"
    assert save_evidence(b"one cheat", GAME, "t", tmp_path) == first
    assert transcript.read_bytes() == b"a game" and first.read_bytes() == b"one cheat"


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TranscriptNotSaved, match="cannot be written"):
        save_transcript(b"data", GAME, "t", tmp_path / "file")
    with pytest.raises(TranscriptNotSaved, match="--out"):
        write_transcript(tmp_path / "missing" / "x", b"data")


def test_a_place_is_tried_before_a_game_is_played_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path / "home"))
    check_place()
    check_place(tmp_path / "game.transcript")
    assert [path.name for path in tmp_path.rglob("*")] == ["home", "transcripts"], "the trial leaves nothing behind"
    (tmp_path / "file").write_text("")
    for place in (tmp_path, tmp_path / "missing" / "x", tmp_path / "file" / "x"):
        with pytest.raises(TranscriptNotSaved, match="cannot be written"):
            check_place(place)
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path / "file"))
    with pytest.raises(TranscriptNotSaved, match="cannot be written"):
        check_place()
