"""`keep-p2p verify`: verdict, exit status and JSON for each kind of file."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from keep_p2p.cli.shell import run
from keep_p2p.store import transcripts
from tests.table.games import played


@pytest.fixture(scope="module")
def transcript() -> bytes:
    return played(3, "verify command").peers[0].transcript()


def verdict(capsys: pytest.CaptureFixture[str], path: Path, data: bytes) -> tuple[int, dict[str, object]]:
    path.write_bytes(data)
    status = run(["verify", "--json", str(path)])
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return status, found


def test_a_fair_game_is_status_0(transcript: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = verdict(capsys, tmp_path / "game", transcript)
    assert status == 0
    assert set(found) == {"verdict", "game", "rounds", "winner", "checks"}
    assert found["verdict"] == "fair"
    assert run(["verify", str(tmp_path / "game")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Fair: ")
    assert said.count("\n") == 1


def test_a_cut_game_is_fair_as_far_as_it_goes_with_a_warning(
    transcript: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = verdict(capsys, tmp_path / "game", transcript[: len(transcript) // 2])
    assert status == 0
    assert found["verdict"] == "incomplete"
    assert found["reason"]
    assert run(["verify", str(tmp_path / "game")]) == 0
    assert capsys.readouterr().out.startswith("Warning: ")


def test_an_altered_game_is_status_1_and_accuses_nobody(
    transcript: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(transcript)
    data[len(data) * 2 // 3] ^= 1
    status, found = verdict(capsys, tmp_path / "game", bytes(data))
    assert status == 1
    assert found["verdict"] == "altered"
    assert found["seat"] is None
    assert found["reason"]
    assert run(["verify", str(tmp_path / "game")]) == 1
    assert capsys.readouterr().out.startswith("Altered: ")


@pytest.mark.parametrize("data", [b"", b"not a transcript", bytes(1000)], ids=["empty", "text", "zeros"])
def test_what_is_no_transcript_is_status_2(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = verdict(capsys, tmp_path / "file", data)
    assert status == 2
    assert found["verdict"] == "unreadable"
    assert run(["verify", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().out.startswith("Unreadable: ")


def test_a_folder_and_a_giant_are_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["verify", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
    monkeypatch.setattr(transcripts, "MAX_FILE", 10)
    (tmp_path / "file").write_bytes(bytes(11))
    assert run(["verify", str(tmp_path / "file")]) == 2
    assert "larger than any transcript" in capsys.readouterr().err


def test_a_game_of_another_board_is_one_sentence_and_status_2(
    transcript: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = (files("keep_p2p.packs") / "data" / "board.toml").read_text("utf-8")
    (tmp_path / "other.toml").write_text(board.replace('name = "Vault"', 'name = "Strong Room"'), "utf-8")
    (tmp_path / "game").write_bytes(transcript)
    for asked in ("verify", "replay"):
        assert run([asked, str(tmp_path / "game"), "--board", str(tmp_path / "other.toml")]) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("That table has another board than yours")
        assert shown.err.endswith("--board file.\n")


KEYS = {"verdict", "game", "rounds", "winner", "checks", "reason"}


def test_json_has_its_keys_whatever_is_wrong_with_the_file(
    transcript: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program reads one object, also where there was no transcript to read; people get the sentence on stderr."""
    monkeypatch.chdir(tmp_path)
    board = (files("keep_p2p.packs") / "data" / "board.toml").read_text("utf-8")
    (tmp_path / "other.toml").write_text(board.replace('name = "Vault"', 'name = "Strong Room"'), "utf-8")
    (tmp_path / "game").write_bytes(transcript)
    other_board = ["--board", "other.toml"]
    for file, more in (("game", other_board), ("no such file", []), (".", []), ("giant", [])):
        if file == "giant":
            monkeypatch.setattr(transcripts, "MAX_FILE", 10)
            (tmp_path / file).write_bytes(bytes(11))
        assert run(["verify", "--json", file, *more]) == 2, file
        shown = capsys.readouterr()
        found = json.loads(shown.out)
        assert set(found) >= KEYS, file
        assert found["verdict"] == "unreadable", file
        assert shown.err == f"{found['reason']}\n", file
        assert shown.err.startswith("That table has another board" if more else file), "a file keeps its name"
