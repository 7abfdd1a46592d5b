"""Real tables from the full screen: two people find each other, talk, sign, and sit down with computer players."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from keep_p2p.ui.screen.geometry import Size
from tests.ui.tmux import Pane, needs_tmux

pytestmark = [needs_tmux, pytest.mark.slow]

COMMAND = (sys.executable, "-m", "keep_p2p")


def person(folder: Path, name: str, size: Size) -> Pane:
    home = folder / name
    profile = home / "profiles" / "default"
    profile.mkdir(parents=True, mode=0o700)
    (profile / "settings.json").write_text(f'{{"name": "{name}", "calm": true, "hints": false}}', "utf-8")
    return Pane(COMMAND, size, environ={"KEEP_P2P_HOME": str(home), "NO_COLOR": ""})


def opened(pane: Pane, table: str) -> str:
    """Open a table from the home screen; the port at which it listens."""
    pane.wait_for("What would you like to do?")
    pane.press("2")
    pane.wait_for("Its name")
    pane.type(table)
    pane.press("F2")
    screen = pane.wait_for("others join")
    return screen.split("others join")[1].split(" or ")[1].split()[0].rsplit(":", 1)[1]


def test_two_people_and_two_computer_players_come_to_a_game(tmp_path: Path) -> None:
    with person(tmp_path, "Anna", Size(100, 30)) as anna, person(tmp_path, "Bruno", Size(80, 24)) as bruno:
        port = opened(anna, "terminal test")
        bruno.wait_for("What would you like to do?")
        bruno.press("3")
        bruno.wait_for("By name or address")
        bruno.press("Tab")
        bruno.type(f"127.0.0.1:{port}")
        bruno.press("Enter")
        bruno.wait_for("Sit down")
        bruno.press("Down", "Down", "F2")
        bruno.wait_for("2 of 4 seats taken")
        anna.wait_for("Bruno, Father Fonescu")
        bruno.press("c")
        bruno.wait_for("Say:")
        bruno.type("good evening")
        bruno.press("Enter")
        anna.wait_for("Bruno: good evening")
        anna.press("w")
        anna.wait_for("taken by Bruno")
        anna.press("Down", "F2")
        bruno.wait_for("Anna, Eva")
        anna.click("fill all seats")
        words = anna.wait_for("Safety words")
        theirs = bruno.wait_for("Safety words")
        assert six_words(words) == six_words(theirs)
        anna.press("y")
        anna.wait_for("Your seat has signed.")
        bruno.click("The same: sign")
        for pane in (anna, bruno):
            pane.wait_for("checked, all held")
        bruno.press("C-c")
        bruno.wait_for("Leave keep-p2p?")
        bruno.press("y")
        assert bruno.wait_ended() == 0
        assert not bruno.in_alternate_screen
        # Whoever has played together is known the next time, and that Bruno is another one if his key is.
        assert "Bruno" in (tmp_path / "Anna" / "profiles" / "default" / "known-players.json").read_text("utf-8")


def six_words(screen: str) -> list[str]:
    lines = screen.split("Safety words")[1].split("\n")
    return next(words for line in lines if len(words := line.replace("│", " ").split()) == 6 and words[0].islower())


def test_a_table_that_is_not_there_is_a_sentence_on_the_screen_and_leads_home(tmp_path: Path) -> None:
    with person(tmp_path, "Anna", Size(80, 24)) as anna:
        anna.wait_for("What would you like to do?")
        anna.press("4")
        anna.wait_for("By name or address")
        anna.press("Tab")
        anna.type("127.0.0.1:9")
        anna.press("Enter")
        anna.wait_for("cannot be reached")
        anna.press("Enter")
        anna.wait_for("What would you like to do?")


def test_an_opener_who_is_gone_is_told_to_the_guest(tmp_path: Path) -> None:
    with person(tmp_path, "Anna", Size(80, 24)) as anna, person(tmp_path, "Bruno", Size(80, 24)) as bruno:
        port = opened(anna, "goes again")
        bruno.wait_for("What would you like to do?")
        bruno.press("3")
        bruno.wait_for("By name or address")
        bruno.press("Tab")
        bruno.type(f"127.0.0.1:{port}")
        bruno.press("Enter")
        bruno.wait_for("Sit down")
        bruno.press("F2")
        bruno.wait_for("2 of 4 seats taken")
        anna.press("C-c")
        anna.wait_for("Leave keep-p2p?")
        anna.press("y")
        bruno.wait_for("The opener is gone")
        bruno.press("Enter")
        bruno.wait_for("What would you like to do?")
