"""The real program on a real pseudo-terminal, driven key by key and by mouse."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from keep_p2p.ui.screen.geometry import SMALLEST, Size
from tests.ui.tmux import Pane, needs_tmux

pytestmark = needs_tmux

COMMAND = (sys.executable, "-m", "keep_p2p")


def program(home: Path, *arguments: str, size: Size = SMALLEST, environ: dict[str, str] | None = None) -> Pane:
    given = {"KEEP_P2P_HOME": str(home), "NO_COLOR": "", **(environ or {})}
    return Pane([*COMMAND, *arguments], size, environ=given)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Pane]:
    with program(tmp_path) as pane:
        pane.wait_for("What would you like to do?")
        yield pane


def assert_given_back(pane: Pane) -> None:
    """The terminal is as it was: its own screen, and it echoes what is typed."""
    pane.wait(lambda _: not pane.in_alternate_screen, "the terminal's own screen")
    pane.type("echoed")
    pane.wait_for("echoed")


def test_without_arguments_the_home_screen_is_shown_and_quit_leaves_the_terminal_as_it_was(home: Pane) -> None:
    assert home.in_alternate_screen
    home.press("q")
    assert home.wait_ended() == 0
    assert_given_back(home)


def test_control_c_asks_first(home: Pane) -> None:
    home.press("C-c")
    home.wait_for("Leave keep-p2p?")
    home.press("n")
    home.wait_gone("Leave keep-p2p?")
    home.press("C-c")
    home.wait_for("Leave keep-p2p?")
    home.press("y")
    assert home.wait_ended() == 0
    assert_given_back(home)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_program_with_a_sentence_and_gives_the_terminal_back(home: Pane, number: int) -> None:
    home.signal(number)
    assert home.wait_ended() == 2
    assert "nothing is lost" in " ".join(home.text().split())
    assert_given_back(home)


def test_an_error_of_our_own_gives_the_terminal_back_and_says_where_the_details_are(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from keep_p2p.ui.screen.home import HomeScreen\n"
        "def broken(self, area): raise RuntimeError('made to fail')\n"
        "def on_key(self, event):\n"
        "    HomeScreen.draw = broken\n"
        "    return True\n"
        "HomeScreen.handle = on_key\n"
        "from keep_p2p.cli import main\n"
        "main([])\n"
    )
    with Pane([sys.executable, "-c", script], environ={"KEEP_P2P_HOME": str(tmp_path)}) as pane:
        pane.wait_for("What would you like to do?")
        pane.press("x")
        assert pane.wait_ended() == 70
        assert "made to fail" in pane.text()
        assert_given_back(pane)


def test_every_line_of_the_menu_can_be_clicked(home: Pane) -> None:
    for line, shows in (
        ("Practise", "F2 play"),
        ("Open a table", "Its name"),
        ("Join a table", "By name or address"),
        ("Watch a table", "By name or address"),
        ("Finished games", "Transcripts"),
        ("The rules", "Topics"),
        ("Settings", "How it looks"),
        ("Doctor", "Program"),
    ):
        home.click(line)
        home.wait_for(shows)
        home.click("Esc")
        home.wait_for("What would you like to do?")


def test_another_size_is_drawn_anew(home: Pane) -> None:
    home.resize(Size(120, 40))
    home.wait_for("Nobody deals, nobody is trusted.")
    home.resize(Size(60, 20))
    home.wait_for("at least 80")
    home.resize(Size(80, 24))
    home.wait_for("What would you like to do?")


def test_settings_hold_at_once_and_are_kept(home: Pane) -> None:
    home.press("7")
    home.wait_for("How it looks")
    home.type("Anna")
    home.press("Down", "Down", "Right", "Right")
    home.wait_for("+- How it looks")
    home.press("Escape")
    home.wait_for("you are Anna")
    assert "+- What would you like to do?" in home.text()


@pytest.mark.parametrize(
    ("environ", "has", "lacks"),
    [
        ({"NO_COLOR": "1"}, "╭", "\x1b[38"),
        ({"COLORTERM": "truecolor"}, "\x1b[38;2;", "+-"),
        ({"COLORTERM": "", "LANG": "C", "LC_ALL": "C"}, "+-", "╭"),
        ({"COLORTERM": "", "LANG": "C", "LC_ALL": "", "LC_CTYPE": "", "PYTHONUTF8": ""}, "+-", "╭"),
    ],
    ids=["no colour", "true colour", "ASCII", "ASCII by LANG alone"],
)
def test_the_terminal_gets_what_it_can_show(tmp_path: Path, environ: dict[str, str], has: str, lacks: str) -> None:
    with program(tmp_path, environ=environ) as pane:
        pane.wait_for("What would you like to do?")
        shown = pane.coloured()
    assert has in shown
    assert lacks not in shown


def test_without_a_terminal_there_are_lines(tmp_path: Path) -> None:
    with Pane(
        ["sh", "-c", f"{' '.join(COMMAND)} | cat"], Size(100, 50), environ={"KEEP_P2P_HOME": str(tmp_path)}
    ) as pane:
        assert pane.wait_ended() == 0
        assert "Examples:" in pane.text()


def test_plain_is_line_by_line(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--plain", size=Size(100, 30)) as pane:
        pane.wait_for("(Enter: eva)")
        pane.press("Enter")
        pane.wait_for("Type ? for help at any time.")
        assert not pane.in_alternate_screen


def test_a_table_named_on_the_command_line_that_is_not_there_is_a_sentence_and_status_2(tmp_path: Path) -> None:
    with program(tmp_path, "watch", "127.0.0.1:9") as pane:
        assert pane.wait_ended() == 2
        assert "cannot be reached" in pane.text()
        assert_given_back(pane)


def test_a_terminal_that_can_do_nothing_gets_lines(tmp_path: Path) -> None:
    with program(tmp_path, "play", size=Size(100, 30), environ={"TERM": "dumb"}) as pane:
        pane.wait_for("(Enter: eva)")
        pane.press("Enter")
        pane.wait_for("Type ? for help at any time.")
        assert not pane.in_alternate_screen
