"""The command: its help, its version, and one sentence for a wrong call."""

from __future__ import annotations

import subprocess
import sys

import pytest

from keep_p2p.cli.shell import keep_p2p, run

ALL = ("home", "play", "open", "join", "bot", "watch", "demo", "replay", "verify", "rules", "doctor", "simulate")


def test_every_command_is_there_with_what_a_newcomer_needs_first() -> None:
    assert tuple(keep_p2p.commands) == ALL


@pytest.mark.parametrize("command", ["", *ALL])
def test_help_shows_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"] if command else ["--help"]) == 0
    shown = capsys.readouterr().out
    head, _, below = shown.partition("\n  Examples:\n")
    assert head and below.startswith(f"    keep-p2p {command}".rstrip())  # a line for each, not one paragraph of all
    assert "\\b" not in shown and "\b" not in shown


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "Examples:" in capsys.readouterr().out


def test_the_version_says_which_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == "keep-p2p 0.1.0, rules version 1\n"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (["nonsense"], "No such command 'nonsense'. See `keep-p2p --help`."),
        (["open"], "Missing argument 'NAME'. See `keep-p2p open --help`."),
        (["open", "t", "--players", "2"], "Invalid value for '--players'"),
        (["open", "t", "--players", "7"], "Invalid value for '--players'"),
        (["open", "t", "--port", "0"], "Invalid value for '--port'"),
        (["join", "t", "--character", "dracula"], "Invalid value for '--character'"),
        (["join", "t", "--character", ""], "Invalid value for '--character'"),
        (["simulate", "--games", "0"], "Invalid value for '--games'"),
        (["verify"], "Missing argument 'FILE'"),
        (["verify", "/no/such/file"], "/no/such/file cannot be read (No such file or directory)"),
        (["rules", "nonsense"], "There is no topic 'nonsense' in the rules: choose one of minute, object"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_is_one_sentence_and_status_2(
    call: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(call) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(says)
    assert shown.err.count("\n") == 1


def test_the_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "keep_p2p", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("keep-p2p ")


def test_ctrl_c_while_the_command_is_loading_is_a_clean_end() -> None:
    program = (
        "import sys\nfrom keep_p2p.__main__ import main\n"
        "class Interrupted:\n    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'keep_p2p.cli.guard':\n            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "\nStopped.\n")


def test_help_and_rules_wait_for_no_engine() -> None:
    """`--help` must answer at once, so nothing heavy may be imported before a command runs."""
    program = (
        "import sys\nfrom keep_p2p.cli.shell import run\nrun(['rules', 'object'])\n"
        "heavy = {'zeroconf', 'cryptography', 'rbcl', 'asyncio', 'prompt_toolkit', 'sqlite3'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"
