"""Commands that are shown are those that whoever started the program has."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from keep_p2p.program import MAX_PROGRAM, PROGRAM_VARIABLE, command_line, in_own_words, program

ROOT = Path(__file__).resolve().parents[1]
CLONE = "python3 tools/play.py"


@pytest.fixture(autouse=True)
def _as_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PROGRAM_VARIABLE, raising=False)
    monkeypatch.setattr(sys, "argv", ["/usr/bin/keep-p2p"])


@pytest.mark.parametrize(
    ("started", "told"),
    [
        ("/usr/bin/keep-p2p", "keep-p2p"),
        ("", "keep-p2p"),
        ("/lib/python3/site-packages/pytest/__main__.py", "keep-p2p"),
        ("/lib/python3/site-packages/keep_p2p/__main__.py", "python3 -m keep_p2p"),
    ],
)
def test_it_goes_by_the_name_it_was_started_with(monkeypatch: pytest.MonkeyPatch, started: str, told: str) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    assert program() == (told.replace("python3", "python") if os.name == "nt" else told)


def test_whoever_stands_for_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROGRAM_VARIABLE, CLONE)
    assert program() == CLONE
    assert command_line("verify", "a b.transcript") == f"{CLONE} verify 'a b.transcript'"
    assert command_line() == CLONE


@pytest.mark.parametrize("bad", ["", "a\nb", "\x1b[31m", "x" * (MAX_PROGRAM + 1)])
def test_what_would_spoil_every_line_is_not_believed(monkeypatch: pytest.MonkeyPatch, bad: str) -> None:
    monkeypatch.setenv(PROGRAM_VARIABLE, bad)
    assert program() == "keep-p2p"


def test_a_text_is_put_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "See `keep-p2p rules`, of keep-p2p.\n  keep-p2p        everything\n"
    text += "  keep-p2p play   a table\n  keep-p2p join"
    assert in_own_words(text) == text
    monkeypatch.setenv(PROGRAM_VARIABLE, CLONE)
    assert in_own_words(text).splitlines() == [
        f"See `{CLONE} rules`, of keep-p2p.",
        f"  {CLONE}",
        "      everything",
        f"  {CLONE} play",
        "      a table",
        f"  {CLONE} join",
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--help"], "Usage: {} [OPTIONS] [COMMAND]"),
        (["--help"], "{} open friday --players 4"),
        (["play", "--help"], "Usage: {} play [OPTIONS]"),
        (["play", "--help"], "{} play --players 3 --character eva --character cuza"),
        (["open"], "See `{} open --help`."),
        (["rules"], "{} rules TOPIC"),
        (["rules", "fairness"], "{} verify"),
        (["verify", "--help"], "{} verify --json game.transcript"),
    ],
)
@pytest.mark.parametrize("clone", [True, False], ids=["clone", "module"])
def test_help_and_errors_name_it_so(arguments: list[str], told: str, clone: bool) -> None:
    environ = {**os.environ, **({PROGRAM_VARIABLE: CLONE} if clone else {})}
    command = [sys.executable, "-m", "keep_p2p", *arguments]
    done = subprocess.run(command, env=environ, cwd=ROOT, capture_output=True, text=True, check=False)
    said = " ".join((done.stdout + done.stderr).split())
    assert told.format(CLONE if clone else "python3 -m keep_p2p") in said
    assert "keep-p2p " not in said


def test_from_a_clone_the_name_is_what_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    import _setup

    monkeypatch.setattr(sys, "argv", ["tools/play.py", "join"])
    assert shlex.split(_setup.typed())[-1] == "tools/play.py"
    monkeypatch.setattr(sys, "argv", ["/my games/keep/tools/play.py"])
    assert shlex.split(_setup.typed())[-1] == "/my games/keep/tools/play.py"
