"""Four people at four terminals, from the lobby to the verdict, key by key."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from keep_p2p.ui.screen.geometry import Size
from tests.ui.test_screen_tables import opened, person, six_words
from tests.ui.test_table_terminal import GAME_SECONDS, OVER, play
from tests.ui.tmux import Pane, needs_tmux

pytestmark = [needs_tmux, pytest.mark.slow]

PEOPLE = (("Anna", Size(120, 40)), ("Bruno", Size(100, 30)), ("Cleo", Size(80, 24)), ("Dora", Size(200, 60)))

ANSWERS = 1_000
"""More questions than one seat is ever asked in a game."""


def sit_down(pane: Pane, port: str) -> None:
    pane.wait_for("What would you like to do?")
    pane.press("3")
    pane.wait_for("By name or address")
    pane.press("Tab")
    pane.type(f"127.0.0.1:{port}")
    pane.press("Enter")
    pane.wait_for("Sit down")
    pane.press("F2")


def to_the_verdict(pane: Pane, seed: int) -> str:
    """Play one seat until the game is over and its check has ended; the screen then."""
    play(pane, seed, ANSWERS)
    pane.wait(lambda screen: bool(OVER.search(screen)), "the end", GAME_SECONDS)
    return pane.wait_for("Fair:", GAME_SECONDS)


def test_a_four_peer_game_from_lobby_to_verdict(tmp_path: Path) -> None:
    with ExitStack() as stack:
        panes = [stack.enter_context(person(tmp_path, name, size)) for name, size in PEOPLE]
        port = opened(panes[0], "four of us")
        for number, pane in enumerate(panes[1:], start=2):
            sit_down(pane, port)
            if number < len(panes):
                pane.wait_for(f"{number} of 4 seats taken")
        words = [six_words(pane.wait_for("Safety words")) for pane in panes]
        assert all(other == words[0] for other in words)
        for pane in panes:
            pane.press("y")
        with ThreadPoolExecutor(len(panes)) as pool:
            screens = list(pool.map(to_the_verdict, panes, range(len(panes))))
        assert all("all held" in screen for screen in screens)
        files = [next((tmp_path / name).rglob("*.transcript")).read_bytes() for name, _ in PEOPLE]
        assert len(set(files)) == 1
