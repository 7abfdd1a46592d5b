"""A whole practice game on a real pseudo-terminal, key by key, by an autopilot that reads the screen as people do."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random

import pytest

from keep_p2p.ui.screen.driver import SIZES
from keep_p2p.ui.screen.geometry import Size
from tests.ui.tmux import ROOT, Pane, needs_tmux

pytestmark = needs_tmux

QUICK = "import keep_p2p.app.computer as computer\ncomputer.THINKING_SECONDS = 0.0\n"
"""Computer players that think no longer than they must: Python runs this first in each of their processes."""

OVER = re.compile(r"(HAS|HAVE) WON|STOPPED|BROKE OFF")

MOST_ANSWERS = 400
GAME_SECONDS = 300.0
"""Seconds that a whole game may take on a slow machine."""


def program(home: Path, size: Size, *arguments: str, environ: dict[str, str] | None = None) -> Pane:
    quick = home / "quick"
    quick.mkdir()
    (quick / "sitecustomize.py").write_text(QUICK)
    given = {"KEEP_P2P_HOME": str(home), "PYTHONPATH": f"{quick}:{ROOT}", "NO_COLOR": "", **(environ or {})}
    return Pane([sys.executable, "-m", "keep_p2p", *arguments], size, environ=given)


def is_asked(screen: str) -> bool:
    """Whether the bottom line offers what only a question brings."""
    return "Tab next" in screen


def play(pane: Pane, seed: int, answers: int = MOST_ANSWERS) -> int:
    """Answer question after question with Tab and Enter until the game is over; how often Enter was pressed.

    It looks before every single key: one that comes between two questions is lost, as it would be to a person, and is
    pressed again.
    """
    random, given = Random(seed), 0
    while given < answers:
        screen = pane.wait(lambda shown: is_asked(shown) or bool(OVER.search(shown)), "a question", GAME_SECONDS)
        if OVER.search(screen):
            break
        chosen = "Enter " in screen and random.randrange(2) == 0
        pane.press("Enter" if chosen else "Tab")
        given += chosen
        pane.wait_changed(screen, seconds=0.5)
    return given


def sit_down(pane: Pane) -> None:
    pane.wait_for("What would you like to do?")
    pane.press("Enter")
    pane.wait_for("Practise against the computer")
    pane.wait_for("For a first game Eva is chosen")
    pane.press("F2")


def test_a_whole_practice_game_key_by_key_to_its_verdict(tmp_path: Path) -> None:
    with program(tmp_path, SIZES[2]) as pane:
        sit_down(pane)
        pane.wait_for("Where do you start?")
        assert play(pane, 1) > 5
        pane.wait(lambda screen: bool(OVER.search(screen)), "the end", GAME_SECONDS)
        pane.wait_for("Fair:", GAME_SECONDS)
        screen = pane.wait_for("The Hilt lay in")
        assert "proofs checked, all held" in screen
        assert ".transcript" in "".join(screen.split())
        pane.press("h")
        pane.wait_for("What would you like to do?")
        pane.press("q")
        assert pane.wait_ended() == 0


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_a_game_is_begun_resized_and_left_at_every_size(tmp_path: Path, size: Size) -> None:
    with program(tmp_path, size) as pane:
        sit_down(pane)
        pane.wait_for("Where do you start?")
        pane.press("Tab", "Enter")
        pane.wait_for("Eva")
        for other in (SIZES[0], SIZES[2], size):
            pane.resize(other)
            pane.wait(lambda screen: "proofs checked" in screen and "help" in screen, "the table at another size")
        pane.wait_for("What do you do?")
        pane.press("v")
        pane.wait_for("Esc back to the table")
        pane.press("Escape")
        pane.wait_for("Esc take back")  # the roll is pointed at from the beginning
        pane.press("Escape")
        pane.wait_for("Esc leave")
        pane.press("F10")
        pane.wait_for("Leave the table?")
        pane.press("y")
        pane.wait_for("What would you like to do?")


PLAIN = [{"NO_COLOR": "1"}, {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": ""}]


@pytest.mark.parametrize("environ", PLAIN, ids=["no colours", "ascii"])
def test_without_colours_and_without_utf8_the_table_is_played_too(tmp_path: Path, environ: dict[str, str]) -> None:
    with program(tmp_path, SIZES[0], environ=environ) as pane:
        sit_down(pane)
        pane.wait_for("Where do you start?")
        assert play(pane, 2, answers=3) == 3
        if "LANG" in environ:
            assert pane.text().isascii()
        else:
            assert not re.search(r"\x1b\[[0-9;]*(3[0-7]|4[0-7]|38|48)[;m]", pane.coloured())


def test_a_walk_is_chosen_with_the_mouse_alone(tmp_path: Path) -> None:
    with program(tmp_path, SIZES[2]) as pane:
        sit_down(pane)
        pane.wait_for("Where do you start?")
        pane.click("Breach")
        pane.wait_for("Put Eva in the Breach")
        pane.click("Breach")
        pane.wait_gone("Where do you start?")


def test_who_plays_for_the_first_time_is_asked_whom_to_play_and_later_no_more(tmp_path: Path) -> None:
    with program(tmp_path, SIZES[0], "play", "--players", "5") as pane:
        pane.wait_for("For a first game Eva is chosen")
        pane.press("F2")
        pane.wait_for("Eva, choose an entry to the Keep.")
    settings = tmp_path / "profiles" / "default" / "settings.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text()), "finished": True}))
    again = {"PYTHONPATH": f"{tmp_path / 'quick'}:{ROOT}", "KEEP_P2P_HOME": str(tmp_path), "NO_COLOR": ""}
    with Pane([sys.executable, "-m", "keep_p2p", "play"], SIZES[0], environ=again) as pane:
        pane.wait_for("proofs checked")
        assert "is chosen" not in pane.text()
