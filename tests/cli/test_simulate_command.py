"""`keep-p2p simulate`: the figures, as text and as JSON, and the same for the same seed."""

from __future__ import annotations

import json

import pytest

from keep_p2p.cli.shell import run


def figures(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert run(["simulate", "--json", *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    del found["actions_per_second"]
    return found


def test_json_has_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "--games", "2", "--players", "5")
    assert set(found) == {"games", "players", "wins", "turns", "hilt_rooms", "actions"}
    assert (found["games"], found["players"]) == (2, 5)
    wins, turns, rooms = found["wins"], found["turns"], found["hilt_rooms"]
    assert isinstance(wins, dict) and isinstance(turns, dict) and isinstance(rooms, dict)
    assert wins["molasar"] + wins["searchers"] == 2
    assert sum(turns["counts"].values()) == 2
    assert sum(room["chosen"] for room in rooms.values()) == 2
    assert sum(room["found"] for room in rooms.values()) == wins["searchers"]


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    alone = figures(capsys, "--games", "3", "--players", "3", "--seed", "7")
    assert figures(capsys, "--games", "3", "--players", "3", "--seed", "7", "--processes", "2") == alone
    assert figures(capsys, "--games", "3", "--players", "3", "--seed", "8") != alone


def test_text_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--games", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["games: 1", "players: 4"]
    assert lines[2].startswith("wins: molasar ")
    assert "hilt rooms:" in lines
    assert len(lines) < 20


def test_a_board_that_is_none_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("packs") / "typo.toml"
    file.write_text("titel = 1\n")
    assert run(["simulate", "--games", "1", "--board", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(str(file))
    assert said.count("\n") == 1
