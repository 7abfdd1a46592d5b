"""tools/play.py and tools/test.py: an environment made once, and a clear sentence when it cannot be."""

from __future__ import annotations

import ast
import builtins
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import _check
import _setup

TOOLS = Path(_setup.__file__).parent


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder of its own, in which installing succeeds and is only noted down."""
    monkeypatch.setattr(_setup, "ROOT", tmp_path)
    monkeypatch.setattr(_setup, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(_setup, "STAMP", tmp_path / ".venv" / "keep-p2p.json")
    monkeypatch.setattr(_setup, "LOG", tmp_path / ".venv" / "install.log")
    monkeypatch.setattr(_setup, "LOCK", tmp_path / ".venv.lock")
    (tmp_path / "pyproject.toml").write_text("[project]\n")

    def make_venv() -> None:
        note(tmp_path, "venv")
        _setup.venv_python().parent.mkdir(parents=True, exist_ok=True)
        _setup.venv_python().touch()

    monkeypatch.setattr(_setup, "_new_venv", make_venv)
    monkeypatch.setattr(_setup, "_install", lambda extras: note(tmp_path, "install " + ",".join(extras)))
    return tmp_path


def note(project: Path, line: str) -> None:
    with (project / "done").open("a") as file:
        file.write(line + "\n")


def done(project: Path) -> list[str]:
    """What was done since the last asking."""
    path = project / "done"
    lines = path.read_text().splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return lines


def test_a_second_start_does_nothing(project: Path) -> None:
    _setup.ready()
    assert done(project) == ["venv", "install "]
    _setup.ready()
    assert done(project) == []


def test_what_the_tests_need_is_added_once_and_kept(project: Path) -> None:
    _setup.ready()
    done(project)
    _setup.ready("dev")
    assert done(project) == ["install dev"]
    _setup.ready()
    _setup.ready("dev")
    assert done(project) == []


def test_a_changed_project_is_installed_again_with_all_it_had(project: Path) -> None:
    _setup.ready("dev")
    done(project)
    (project / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    _setup.ready()
    assert done(project) == ["install dev"]


@pytest.mark.parametrize("key", ["python", "place"])
def test_another_python_or_a_moved_folder_begins_anew(project: Path, key: str) -> None:
    _setup.ready()
    done(project)
    stamp = json.loads(_setup.STAMP.read_text())
    _setup.STAMP.write_text(json.dumps({**stamp, key: "another"}))
    _setup.ready()
    assert done(project) == ["venv", "install "]


def test_a_vanished_interpreter_begins_anew(project: Path) -> None:
    _setup.ready()
    done(project)
    _setup.venv_python().unlink()
    _setup.ready()
    assert done(project) == ["venv", "install "]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"extras": 3}'])
def test_a_damaged_stamp_begins_anew(project: Path, text: str) -> None:
    _setup.ready()
    done(project)
    _setup.STAMP.write_text(text)
    _setup.ready()
    assert done(project) == ["venv", "install "]


def test_an_interrupted_install_is_not_taken_for_a_finished_one(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _setup.ready()

    def interrupted(_extras: Sequence[str]) -> None:
        raise KeyboardInterrupt

    (project / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    with monkeypatch.context() as patch:
        patch.setattr(_setup, "_install", interrupted)
        with pytest.raises(KeyboardInterrupt):
            _setup.ready()
    done(project)
    _setup.ready()
    assert done(project)[-1:] == ["install "]


@pytest.mark.parametrize("sign", _setup.OFFLINE_SIGNS)
def test_a_registry_that_cannot_be_reached_is_told_as_that(sign: str) -> None:
    assert "package registry" in _setup._why(f"Collecting click\nERROR: {sign} for click\n")


def test_another_failure_is_told_in_pips_last_words() -> None:
    assert "ERROR: no space left" in _setup._why("Collecting click\nERROR: no space left\n\n")


def test_a_python_without_venv_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> object:
        if name == "ensurepip":
            raise ImportError(name)
        return real(name, globals, locals, fromlist, level)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(_setup.SetupError, match="apt install python3-venv"):
        _setup._new_venv()


@pytest.mark.parametrize("name", ["play.py", "test.py"])
def test_an_old_python_can_read_the_scripts_down_to_the_check(name: str) -> None:
    source = (TOOLS / name).read_text()
    ast.parse(source, feature_version=(3, 4))
    assert not any(mark in source for mark in ('f"', "__future__", "->", "*arguments"))
    assert source.index("sys.version_info < (3, 11)") < source.index("from _")


@pytest.mark.parametrize("name", ["play.py", "test.py"])
def test_an_old_python_is_told_in_a_sentence(name: str) -> None:
    program = f"import sys, runpy; sys.version_info = (3, 8, 1); runpy.run_path({str(TOOLS / name)!r})"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr == "keep_p2p needs Python 3.11 or later, and this is 3.8: use a newer one.\n"


@pytest.mark.parametrize(
    ("given", "done"),
    [
        ([], ["play"]),
        (["--players", "3"], ["play", "--players", "3"]),
        (["--character", "eva"], ["play", "--character", "eva"]),
        (["--gentle"], ["play", "--gentle"]),
        (["--calm", "--fierce"], ["play", "--calm", "--fierce"]),
        (["--name=Eva", "--calm"], ["play", "--name=Eva", "--calm"]),
        (["join", "--name", "Eva"], ["join", "--name", "Eva"]),
        (["--plain"], ["--plain"]),
        (["--plain", "--character", "eva"], ["play", "--plain", "--character", "eva"]),
        (["--plain", "open", "friday", "--players", "4"], ["--plain", "open", "friday", "--players", "4"]),
        (["--watch", "--players", "3"], ["demo", "--players", "3"]),
    ],
)
def test_a_game_begins_with_its_options_without_the_command_being_named(given: list[str], done: list[str]) -> None:
    assert _setup.command(given, True) == done


def test_without_a_terminal_computer_players_play() -> None:
    assert _setup.command([], False) == ["demo"]
    assert _setup.command(["--players", "5"], False) == ["demo", "--players", "5"]
    assert _setup.command(["--watch"], False) == ["demo"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What a script hands over to."""
    commands: list[list[str]] = []
    monkeypatch.setattr(_setup, "hand_over", lambda command: commands.append(list(command)))
    monkeypatch.setattr(sys, "argv", ["tools/bench.py", "table"])
    return commands


def test_a_script_goes_on_where_the_libraries_are(started: list[list[str]]) -> None:
    _setup.in_environment("dev")
    assert started == []


def test_a_script_without_its_libraries_starts_anew_in_the_environment(
    project: Path, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_setup.LIBRARIES, "dev", ("no_such_library_at_all",))
    _setup.in_environment()
    assert (started, done(project)) == ([], [])
    _setup.in_environment("dev")
    assert started == [[str(_setup.venv_python()), "tools/bench.py", "table"]]
    assert done(project) == ["venv", "install dev"]


def test_a_script_whose_environment_cannot_be_made_says_so(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Sequence[str]) -> None:
        raise _setup.SetupError("No registry here.")

    monkeypatch.setattr(_setup, "_install", fail)
    monkeypatch.setitem(_setup.LIBRARIES, "", ("no_such_library_at_all",))
    with pytest.raises(SystemExit) as ended:
        _setup.in_environment()
    assert ended.value.code == 2
    assert "No registry here." in capsys.readouterr().err


def test_scripts_look_for_their_libraries_before_they_import_them() -> None:
    missing = []
    for script in TOOLS.glob("[!_]*.py"):
        source = script.read_text("utf-8")
        ours = (source.find(f"\nfrom {name}") for name in ("keep_p2p", "protocol", "rbcl"))
        first = min((at for at in ours if at >= 0), default=-1)
        if "finish(" in source and first >= 0 and not 0 <= source.find("in_environment(") < first:
            missing.append(script.name)
    assert missing == []


def test_arguments_left_over_go_to_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert _check._pytest_arguments([]) == ["-n", "2", "--dist", "worksteal"]
    assert _check._pytest_arguments(["--fast"]) == ["-m", "not slow", "-n", "2", "--dist", "worksteal"]
    assert _check._pytest_arguments(["tests/rules", "-x"]) == ["tests/rules", "-x"]
