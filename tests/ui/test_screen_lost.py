"""A terminal that is lost, stopped, resized or taken by somebody else: the program ends, and nothing of it is left."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from keep_p2p.ui.screen.geometry import SMALLEST, Size
from tests.ui.tmux import BETWEEN, OF_A_SHELL, PATIENCE, Pane, needs_tmux

CAN_LOOK = Path("/proc/self/task").exists() and shutil.which("bash") is not None
pytestmark = [needs_tmux, pytest.mark.skipif(not CAN_LOOK, reason="needs Linux and bash")]

PROGRAM = f"{sys.executable} -m keep_p2p"
BEGINNING = Size(120, 40)
LINES = 100
"""So many stand in the shell before, more than any window shows."""


def wait_until_ended(process: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while Path(f"/proc/{process}").exists() and "State:\tZ" not in Path(f"/proc/{process}/status").read_text():
        assert time.monotonic() < deadline, "it goes on unseen"
        time.sleep(BETWEEN)


def in_a_shell(home: Path, size: Size = SMALLEST) -> Pane:
    """An interactive shell, in which jobs are stopped and go on."""
    given = {"KEEP_P2P_HOME": str(home), "NO_COLOR": "", "LC_ALL": "", "PS1": "$ ", "HISTFILE": "/dev/null"}
    return Pane(["bash", "--norc", "--noprofile", "-i"], size, environ=given)


@pytest.mark.parametrize("sizes", [(Size(200, 60),), (SMALLEST,), (Size(200, 60), SMALLEST, BEGINNING)], ids=str)
def test_after_any_resize_nothing_is_left_among_the_lines_of_the_shell(tmp_path: Path, sizes: tuple[Size, ...]) -> None:
    script = f"seq -f 'line %g' {LINES}; {PROGRAM}"
    with Pane(["sh", "-c", script], BEGINNING, environ={"KEEP_P2P_HOME": str(tmp_path), "NO_COLOR": ""}) as pane:
        pane.wait_for("Practise")
        for size in sizes:
            pane.resize(size).wait_for("Practise")
        pane.press("C-c").wait_for("Leave")
        pane.press("y").wait_ended()
        written = pane._tmux("capture-pane", "-p", "-S", "-", "-t", "test").split("\n")
        left = [line for line in written if line.strip()]
        assert left == [*(f"line {number + 1}" for number in range(LINES)), "[ended]"]
        assert pane.flags() == OF_A_SHELL


def test_a_stopped_program_leaves_the_shell_its_screen_and_goes_on_with_its_own(tmp_path: Path) -> None:
    with in_a_shell(tmp_path) as pane:
        pane.type(f"{PROGRAM}\n").wait_for("Practise")
        program = program_of(pane)
        os.kill(program, signal.SIGTSTP)
        pane.wait_for("Stopped")
        assert "Practise" not in pane.text()
        assert pane.flags() == OF_A_SHELL
        pane.type("clear; fg\n").wait_for("Practise")
        assert pane.flags() != OF_A_SHELL
        os.kill(program, signal.SIGSTOP)
        pane.wait_for("Stopped")
        pane.type("clear; fg\n").wait_gone("fg")
        pane.wait_for("Practise")
        pane.press("C-c").wait_for("Leave")
        pane.press("y").wait_gone("Practise")
        pane.wait(lambda _: pane.flags() == OF_A_SHELL, "a terminal as it was")


@pytest.mark.parametrize("arguments", ["", "play --plain --players 4 --character eva"], ids=["screen", "lines"])
def test_a_program_whose_shell_is_killed_ends_by_itself(tmp_path: Path, arguments: str) -> None:
    with in_a_shell(tmp_path) as pane:
        pane.type("bash --norc --noprofile\n").type(f"{PROGRAM} {arguments}\n")
        pane.wait_for_any("Practise", "You sit at a table of your own")
        program = program_of(pane)
        os.kill(parent_of(program), signal.SIGKILL)
        wait_until_ended(program)
        pane.wait(lambda _: pane.flags() == OF_A_SHELL, "a terminal as it was")
        assert not (tmp_path / "crashes").exists()


def program_of(pane: Pane) -> int:
    """The first process of ours below the pane's shell: its computer players are below it."""
    process = int(pane._tmux("display-message", "-p", "-t", "test", "#{pane_pid}"))
    while "keep_p2p" not in Path(f"/proc/{process}/cmdline").read_text().split("\0"):
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        process = int(children[0])
    return process


def parent_of(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("PPid:")[2].split()[0])
