"""The fraction of the soak that every run of the tests plays; CONTRIBUTING.md states it."""

from __future__ import annotations

from pathlib import Path

import pytest

from soak import main

GAMES = 40
"""Games of computer players and as many of blind choices at each table size: 4 of each 1,000 of the full soak."""

SEATS = (3, 4, 5, 6)


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("choices", [[], ["--random"]], ids=["computer players", "blind choices"])
def test_games_end_by_the_rules_and_every_step_is_sound(
    players: int, choices: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["rules", "--games", str(GAMES), "--players", str(players), "--processes", "1", "--seed", "3", *choices]
    assert main(arguments) == 0, capsys.readouterr().out
    assert f"{players} players: {GAMES} games" in capsys.readouterr().out


def test_the_stated_fraction_is_true() -> None:
    contributing = (Path(__file__).resolve().parents[2] / "CONTRIBUTING.md").read_text("utf-8")
    assert f"{GAMES} games of computer players and {GAMES} of blind choices at each table size" in contributing
