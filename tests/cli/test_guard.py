"""Whatever goes wrong: one sentence, a fitting exit status, never a traceback."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from keep_p2p.cli import guard
from keep_p2p.errors import UserError


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def raising(error: BaseException) -> Callable[[], int]:
    def run() -> int:
        raise error

    return run


def test_what_a_person_can_fix_is_one_sentence_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert guard.guarded(raising(UserError("Port 1 is in use: choose another."))) == 2
    assert capsys.readouterr() == ("", "Port 1 is in use: choose another.\n")


def test_it_is_found_inside_the_errors_of_several_tasks(capsys: pytest.CaptureFixture[str]) -> None:
    inner = ExceptionGroup("tasks", [ValueError("a consequence"), UserError("The cause.")])
    assert guard.guarded(raising(ExceptionGroup("all", [OSError(), inner]))) == 2
    assert capsys.readouterr().err == "The cause.\n"


def test_a_status_is_passed_on() -> None:
    assert guard.guarded(lambda: 1) == 1


def test_ctrl_c_is_a_clean_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert guard.guarded(raising(KeyboardInterrupt())) == 130
    assert capsys.readouterr().err == "\nStopped.\n"


def test_an_end_of_input_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert guard.guarded(raising(EOFError())) == 2
    assert "terminal was closed" in capsys.readouterr().err


def test_an_end_of_input_within_a_command_is_told_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    @click.command()
    def ends() -> int:
        raise EOFError

    assert guard.guarded(lambda: int(ends.main([], standalone_mode=False))) == 2
    assert "terminal was closed" in capsys.readouterr().err


@pytest.mark.parametrize("error", [KeyError("seat"), ExceptionGroup("tasks", [KeyError("seat")])], ids=["one", "group"])
def test_an_error_of_our_own_is_one_sentence_with_the_details_in_a_file(
    error: Exception, capsys: pytest.CaptureFixture[str], own_home: Path
) -> None:
    assert guard.guarded(raising(error)) == 70
    sentence = capsys.readouterr().err
    assert sentence.count("\n") == 1
    assert "Traceback" not in sentence
    (crash,) = (own_home / "crashes").iterdir()
    assert str(crash) in sentence
    assert "KeyError: 'seat'" in crash.read_text()
    if os.name == "posix":
        assert stat.S_IMODE(crash.stat().st_mode) == 0o600


def test_an_error_that_cannot_be_written_down_is_told_all_the_same(
    capsys: pytest.CaptureFixture[str], own_home: Path
) -> None:
    own_home.write_text("in the way")
    assert guard.guarded(raising(KeyError("seat"))) == 70
    assert "could not be written down" in capsys.readouterr().err


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_something_a_person_can_put_right(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert guard.guarded(raising(ExceptionGroup("tasks", [OSError(number, os.strerror(number), "story.txt")]))) == 2
    assert capsys.readouterr().err == f"story.txt cannot be written ({os.strerror(number)}): make room and try again.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_that_finds_no_room_is_no_error_of_our_own() -> None:
    program = "import sys\nfrom keep_p2p.cli.guard import guarded\nsys.exit(guarded(lambda: print('story') or 0))\n"
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == f"The output cannot be written ({os.strerror(errno.ENOSPC)}): make room and try again.\n"


def in_a_process(body: str) -> subprocess.Popen[str]:
    program = f"import sys\nfrom keep_p2p.cli.guard import guarded\ndef run():\n    {body}\nsys.exit(guarded(run))\n"
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def test_a_reader_that_has_gone_is_no_error_to_tell() -> None:
    with in_a_process("sys.stdin.read(); print('x' * 100000); return 0") as process:
        assert process.stdout is not None and process.stdin is not None and process.stderr is not None
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == ""
        assert process.wait() == 141


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such terminals")
@pytest.mark.parametrize("signalled", [True, False])
def test_a_terminal_that_is_gone_while_tidying_up_is_no_error_of_our_own(signalled: bool, tmp_path: Path) -> None:
    """As a terminal emulator closes: its side of the pseudo-terminal goes, and writing fails from then on."""
    ours, theirs = os.openpty()
    wait = "os.kill(os.getpid(), signal.SIGHUP)" if signalled else "pass"
    program = (
        "import os, signal, sys\nfrom keep_p2p.cli.guard import guarded\n"
        f"def run():\n    sys.stdin.readline()\n    try:\n        {wait}\n    finally:\n"
        "        print('tidy', flush=True)\n    return 0\nsys.exit(guarded(run))\n"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=theirs, stderr=pipe, text=True) as gone:
        os.close(theirs)
        os.close(ours)
        _, said = gone.communicate("go\n")
        assert (gone.returncode, said) == (2, guard.TERMINAL_CLOSED + "\n")
    assert not (tmp_path / "home" / "crashes").exists()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="Windows has no such signal")
@pytest.mark.parametrize(
    ("name", "says"),
    [("SIGHUP", guard.TERMINAL_CLOSED), ("SIGTERM", guard.TOLD_TO_END), ("SIGQUIT", guard.TOLD_TO_END)],
)
@pytest.mark.parametrize(
    "body",
    [
        "print('ready', flush=True); sys.stdin.read()",
        "import asyncio\n    async def wait():\n        print('ready', flush=True)\n        await asyncio.sleep(600)\n"
        "    asyncio.run(wait())",
    ],
    ids=["plain", "asyncio"],
)
def test_a_closed_terminal_and_a_polite_kill_end_it_with_a_sentence(name: str, says: str, body: str) -> None:
    with in_a_process(body) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(getattr(signal, name))
        assert process.stderr.read() == says + "\n"
        assert process.wait() == 2
