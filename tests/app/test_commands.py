"""The commands in processes of their own: what goes wrong in front of a person is one sentence and status 2."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from keep_p2p.cli.shell import run

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds after which a process that should have ended is taken to be stuck."""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "KEEP_P2P_HOME": str(tmp_path), "PYTHONUTF8": "1"}


def command(environment: dict[str, str], *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "keep_p2p", *arguments],
        cwd=ROOT,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def check_one_sentence(done: subprocess.CompletedProcess[str], expected: str) -> None:
    assert done.returncode == 2, done.stderr
    assert expected in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr + done.stdout


def test_an_address_where_nobody_answers(environment: dict[str, str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    check_one_sentence(command(environment, "join", f"127.0.0.1:{port}"), "cannot be reached")


def test_a_port_in_use(environment: dict[str, str]) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = str(taken.getsockname()[1])
        check_one_sentence(command(environment, "open", "friday", "--port", port), f"Port {port} is in use")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["open", "fri:day"], "may not hold ':'"),
        (["open", "friday", "--name", ""], "The player's name cannot be ''"),
        (["open", "friday", "--players", "3", "--character", "eva"], "choose two"),
        (["open", "friday", "--character", "eva", "--character", "cuza"], "choose one"),
        (["open", "friday", "--board", "/no/such/board.toml"], "/no/such/board.toml: there is no such file"),
        (["open", "friday", "--profile", "../else"], "cannot be a profile's name"),
        (["join", "127.0.0.1:none"], "is not an address"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_is_refused(
    arguments: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))
    status = run(arguments)
    check_one_sentence(subprocess.CompletedProcess(arguments, status, *capsys.readouterr()), expected)


def test_an_input_that_ends_before_the_game(environment: dict[str, str]) -> None:
    done = command(environment, "play", "--players", "3", typed="state\nwho\n")
    check_one_sentence(done, "Nothing is lost")
    assert "The game has not begun yet." in done.stdout, "what was typed before the end was answered"
    assert "Seat 1: you" in done.stdout


def test_a_profile_that_sits_at_a_table_already(environment: dict[str, str]) -> None:
    sitting = subprocess.Popen(
        [sys.executable, "-m", "keep_p2p", "open", "friday"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert sitting.stdout is not None
        assert sitting.stdout.readline()
        check_one_sentence(command(environment, "open", "saturday"), "already sits at a table")
    finally:
        sitting.communicate(timeout=PATIENCE)
    assert sitting.returncode == 2, "its input has closed"


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of this kind are a matter of Unix")
def test_a_terminal_that_closes(environment: dict[str, str]) -> None:
    import pty

    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "keep_p2p", "open", "friday"],
        cwd=ROOT,
        env=environment,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    os.close(theirs)
    assert running.stdout is not None
    assert running.stdout.readline()
    os.close(ours)
    _, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 2
    assert "Nothing is lost" in errors
