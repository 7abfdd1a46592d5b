"""What a person is told to type must work as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from keep_p2p.app.hints import bot_command, join_commands, verify_command
from keep_p2p.program import PROGRAM_VARIABLE, to_copy
from keep_p2p.ui.lines import StandardOutput


def test_the_packs_that_were_played_with_are_named() -> None:
    assert verify_command(Path("g.transcript"), None, None) == "keep-p2p verify g.transcript"
    told = verify_command(Path("g.transcript"), Path("mine.toml"), Path("cards.toml"))
    assert told == "keep-p2p verify g.transcript --board mine.toml --deck cards.toml"


def test_a_name_with_spaces_is_one_argument() -> None:
    assert verify_command(Path("our games/g.transcript"), None, None) == "keep-p2p verify 'our games/g.transcript'"


def test_whatever_the_tables_name_the_command_joins_it() -> None:
    assert join_commands("friday")[0] == "keep-p2p join friday"
    assert join_commands("Winter night")[0] == "keep-p2p join 'Winter night'"
    assert join_commands("--plain")[0] == "keep-p2p join -- --plain"


def test_friends_may_have_it_installed_or_cloned(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"keep-p2p join friday", "python3 tools/play.py join friday"}
    assert set(join_commands("friday")) == both
    monkeypatch.setenv(PROGRAM_VARIABLE, "python3 tools/play.py")
    assert set(join_commands("friday")) == both
    assert join_commands("friday")[0] == "python3 tools/play.py join friday", "what is typed here comes first"


@pytest.mark.parametrize("started", ["", "python3 tools/play.py", "python3 '/my games/keep/tools/play.py'"])
def test_a_command_to_copy_is_never_broken(monkeypatch: pytest.MonkeyPatch, started: str) -> None:
    monkeypatch.setenv(PROGRAM_VARIABLE, started)
    line = to_copy(verify_command(Path("/a folder/of games") / ("long" * 40), None, None))
    assert StandardOutput._for_terminal(line) == line
    assert "\n" in StandardOutput._for_terminal("words " * 80)


def test_a_computer_player_is_seated_by_name_too() -> None:
    assert bot_command("friday") == "keep-p2p bot friday"
    assert bot_command("--plain") == "keep-p2p bot -- --plain"
