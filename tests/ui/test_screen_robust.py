"""Any terminal, and whatever happens to it: home and replay on real pseudo-terminals of many kinds."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from keep_p2p.ui.screen.geometry import SMALLEST, Size
from tests.table.replays import game
from tests.ui.tmux import BETWEEN, OF_A_SHELL, PATIENCE, Pane, needs_tmux

pytestmark = needs_tmux

PROGRAM = f"{sys.executable} -m keep_p2p"

TERMINALS = (
    {"TERM": "vt100", "COLORTERM": ""},
    {"TERM": "xterm-16color", "COLORTERM": ""},
    {"TERM": "xterm-256color", "COLORTERM": ""},
    {"TERM": "screen-256color", "COLORTERM": "truecolor"},
    {"TERM": "xterm", "COLORTERM": "", "NO_COLOR": "1"},
    {"TERM": "linux", "COLORTERM": ""},
    {"TERM": "xterm-256color", "COLORTERM": "", "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"},
)
NAMES = ("vt100", "16 colours", "256 colours", "true colours", "NO_COLOR", "Linux console", "ASCII")


def in_a_shell(home: Path, arguments: str = "", size: Size = SMALLEST, environ: dict[str, str] | None = None) -> Pane:
    """The program as somebody starts it in a shell: with something on the screen before, and the shell's word after."""
    script = f"echo written before; {PROGRAM} {arguments}; echo status $?; stty -a | tr ' ;' '\\n\\n' | grep -x echo"
    given = {"KEEP_P2P_HOME": str(home), "NO_COLOR": "", "LC_ALL": "", **(environ or {})}
    return Pane(["sh", "-c", script], size, environ=given)


def assert_as_it_was(pane: Pane, status: int) -> None:
    """The shell's own screen with what stood there before, and a terminal that echoes."""
    pane.wait_ended()
    text = pane.text()
    assert not pane.in_alternate_screen
    assert pane.flags() == OF_A_SHELL
    assert text.splitlines()[0] == "written before"
    assert f"status {status}\necho\n" in text


@pytest.fixture(scope="module")
def transcript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("game") / "friday.transcript"
    path.write_bytes(game(4).peers[0].transcript())
    return path


@pytest.fixture
def replaying(tmp_path: Path, transcript: Path) -> Iterator[Pane]:
    with in_a_shell(tmp_path, f"replay {transcript}") as pane:
        pane.wait_for("Step 1 of")
        yield pane


@pytest.mark.parametrize("environ", TERMINALS, ids=NAMES)
def test_home_works_and_leaves_every_terminal_as_it_was(tmp_path: Path, environ: dict[str, str]) -> None:
    with in_a_shell(tmp_path, environ=environ) as pane:
        pane.wait_for("What would you like to do?")
        pane.press("Down", "6")
        pane.wait_for("Topics")
        pane.press("Escape", "q")
        assert_as_it_was(pane, 0)


@pytest.mark.parametrize("environ", TERMINALS[::3], ids=NAMES[::3])
def test_replay_works_and_leaves_every_terminal_as_it_was(
    tmp_path: Path, transcript: Path, environ: dict[str, str]
) -> None:
    with in_a_shell(tmp_path, f"replay {transcript}", environ=environ) as pane:
        pane.wait_for("Step 1 of")
        pane.press("Right", "a")
        pane.wait_for("Seen with all cards face up")
        assert "Step 2 of" in pane.text()
        pane.press("Escape")
        assert_as_it_was(pane, 0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_replay_and_gives_the_terminal_back(tmp_path: Path, transcript: Path, number: int) -> None:
    given = {"KEEP_P2P_HOME": str(tmp_path), "NO_COLOR": ""}
    with Pane([*PROGRAM.split(), "replay", str(transcript)], environ=given) as pane:
        pane.wait_for("Step 1 of")
        pane.signal(number)
        assert pane.wait_ended() == 2
        assert not pane.in_alternate_screen
        pane.type("echoed")
        pane.wait_for("echoed")


def test_a_lobby_takes_any_size_and_a_polite_kill(tmp_path: Path) -> None:
    given = {"KEEP_P2P_HOME": str(tmp_path), "NO_COLOR": ""}
    command = [*PROGRAM.split(), "open", "robust", "--players", "4", "--name", "Anna 夜"]
    with Pane(command, environ=given) as pane:
        pane.wait_for("1 of 4 seats taken")
        for size in (Size(120, 40), Size(200, 60), Size(100, 30), Size(80, 24)):
            pane.resize(size)
            pane.wait(partial(_ends_with_hints, size, "Anna 夜"), "the new size")
        pane.press("C-c")
        pane.wait_for("Leave keep-p2p?")
        pane.press("n")
        pane.signal(signal.SIGTERM)
        assert pane.wait_ended() == 2
        assert not pane.in_alternate_screen
        assert "nothing is lost" in " ".join(pane.text().split())


def test_control_c_asks_before_it_ends_a_replay(replaying: Pane) -> None:
    replaying.press("C-c")
    replaying.wait_for("Leave keep-p2p?")
    replaying.press("y")
    assert_as_it_was(replaying, 0)


def test_a_replay_goes_on_at_whatever_size_the_window_gets(replaying: Pane) -> None:
    for number, size in enumerate((Size(120, 40), Size(200, 60), Size(100, 30), Size(80, 24)), start=2):
        replaying.resize(size)
        replaying.press("Right")
        replaying.wait(partial(_ends_with_hints, size, f"Step {number} of"), "the new size")
    replaying.resize(Size(60, 20))
    replaying.wait_for("at least 80")
    replaying.resize(Size(80, 24))
    replaying.wait_for("Step 5 of")


def _ends_with_hints(size: Size, text: str, screen: str) -> bool:
    """Whether the screen is drawn to its last row, with this text on it."""
    rows = screen.split("\n")
    return text in screen and "Esc leave" in "".join(rows[size.height - 2 : size.height])


def test_a_finished_game_is_seen_again_from_home(tmp_path: Path, transcript: Path) -> None:
    folder = tmp_path / "transcripts"
    folder.mkdir()
    (folder / "0123456789ab-late-night.transcript").write_bytes(transcript.read_bytes())
    with in_a_shell(tmp_path) as pane:
        pane.wait_for("What would you like to do?")
        pane.press("5")
        pane.wait_for("Local table: Molasar")
        pane.press("Enter")
        pane.wait_for("Step 1 of")
        pane.press("End")
        pane.wait_for("Fair: every proof held")
        pane.press("Escape")
        pane.wait_for("Transcripts")
        pane.press("Escape", "q")
        assert_as_it_was(pane, 0)


def test_a_replay_by_mouse(replaying: Pane) -> None:
    replaying.click("on  ")
    replaying.wait_for("Step 2 of")
    replaying.click("eyes")
    replaying.wait_for("Through whose eyes?")
    replaying.click("With all cards face up")
    replaying.wait_for("Seen with all cards face up")
    replaying.click("leave")
    assert_as_it_was(replaying, 0)


@pytest.mark.parametrize("arguments", ["", "replay"], ids=["home", "replay"])
def test_the_program_ends_when_its_terminal_is_gone(tmp_path: Path, transcript: Path, arguments: str) -> None:
    given = {"KEEP_P2P_HOME": str(tmp_path), "NO_COLOR": ""}
    command = [*PROGRAM.split(), *([arguments, str(transcript)] if arguments else [])]
    with Pane(command, environ=given) as pane:
        pane.wait_for("Step 1 of" if arguments else "What would you like to do?")
        shell, child = pane.processes()
        os.kill(shell, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while _runs(child):
            assert time.monotonic() < deadline, "the program runs on without a terminal"
            time.sleep(BETWEEN)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_in_a_pipe_a_replay_is_lines(tmp_path: Path, transcript: Path) -> None:
    with in_a_shell(tmp_path, f"replay {transcript} < /dev/null | tail -3", Size(100, 30)) as pane:
        pane.wait_ended()
        assert "[1 of " in pane.text()
        assert not pane.in_alternate_screen


def test_a_terminal_that_can_do_nothing_gets_a_replay_in_lines(tmp_path: Path, transcript: Path) -> None:
    with in_a_shell(tmp_path, f"replay {transcript}", Size(100, 30), {"TERM": "dumb"}) as pane:
        pane.wait_for("Enter goes on")
        assert not pane.in_alternate_screen
        pane.type("quit\n")
        assert_as_it_was(pane, 0)
