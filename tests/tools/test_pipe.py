"""A tool whose reader has had enough (`... | head -1`) ends quietly, whichever tool it is."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from _workers import workers

ROOT = Path(__file__).resolve().parents[2]
READER_GONE = 141

WITH_STDLIB_ALONE = ("_setup.py", "_check.py", "play.py", "test.py")
"""These run before anything is installed, and what they print of their own goes to stderr."""


def ended(command: list[str]) -> tuple[int, str]:
    """How a command ends whose output nobody reads: its exit status, and what it says on stderr."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        said = running.stderr.read()
        return running.wait(), said


@pytest.mark.parametrize(
    "command",
    [["verify_alone.py", __file__], ["board_report.py"], ["deck_report.py"], ["vectors.py", "--check"]],
    ids=lambda command: command[0],
)
def test_a_tool_ends_quietly_when_its_reader_has_gone(command: list[str]) -> None:
    name, *rest = command
    assert ended([sys.executable, str(ROOT / "tools" / name), *rest]) == (READER_GONE, "")


def test_what_is_written_at_once_is_noticed_too() -> None:
    program = "import sys; sys.path.insert(0, 'tools'); import _pipe; _pipe.finish(lambda: print('x', flush=True) or 0)"
    assert ended([sys.executable, "-c", program]) == (READER_GONE, "")


def test_a_tool_with_a_reader_ends_as_it_would() -> None:
    program = "import sys; sys.path.insert(0, 'tools'); import _pipe; _pipe.finish(lambda: print('x') or 3)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, "x\n", "")


def test_every_tool_that_is_run_ends_in_this_one_way() -> None:
    tools = [path for path in sorted((ROOT / "tools").glob("*.py")) if path.name not in WITH_STDLIB_ALONE]
    run = [path for path in tools if '__name__ == "__main__"' in path.read_text("utf-8")]
    assert len(run) > 10
    assert [path.name for path in run if "finish(" not in path.read_text("utf-8")] == []


def test_ctrl_c_ends_a_tool_with_a_word() -> None:
    program = (
        "import sys; sys.path.insert(0, 'tools'); import _pipe, signal; _pipe.finish(lambda: signal.raise_signal(2))"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "\nStopped.\n")


def test_ctrl_c_is_left_to_the_process_that_was_started() -> None:
    with workers(1) as pool:
        assert pool.apply(signal.getsignal, (signal.SIGINT,)) is signal.SIG_IGN
