"""What a person types reaches the engine behind each command, and its exit status comes back."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from keep_p2p.cli.shell import run
from keep_p2p.rules.names import Character

Call = dict[str, object]


def heard(monkeypatch: pytest.MonkeyPatch, command: str, *arguments: str) -> Call:
    """Run the command with an engine that only notes its options, and ends with status 7."""
    calls: list[Call] = []

    def engine(options: Call) -> int:
        calls.append(options)
        return 7

    stub = ModuleType(f"keep_p2p.app.{command}")
    setattr(stub, f"{command.capitalize()}Options", dict)
    setattr(stub, f"run_{command}", engine)
    monkeypatch.setitem(sys.modules, stub.__name__, stub)
    assert run([command, *arguments]) == 7
    assert len(calls) == 1
    return calls[0]


NOTHING: Call = {"characters": (), "name": None, "profile": None, "board": None, "deck": None}


def test_open(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(monkeypatch, "open", "friday") == NOTHING | {
        "table": "friday", "players": 4, "port": None, "spectators": False,
    }  # fmt: skip
    assert heard(
        monkeypatch, "open", "friday", "--players", "6", "--character", "MOLASAR", "--name", "Ilse", "--profile", "two",
        "--port", "4711", "--spectators", "--board", "b.toml", "--deck", "d.toml",
    ) == {
        "table": "friday", "players": 6, "characters": (Character.MOLASAR,), "name": "Ilse", "profile": "two",
        "port": 4711, "spectators": True, "board": Path("b.toml"), "deck": Path("d.toml"),
    }  # fmt: skip


def test_join(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(monkeypatch, "join") == NOTHING | {"table": None}
    assert heard(monkeypatch, "join", "192.168.1.20:4711") == NOTHING | {"table": "192.168.1.20:4711"}
    assert heard(monkeypatch, "join", "--character", "woer")["characters"] == (Character.WOERMANN,)


def test_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden: Call = {"story_json": False, "leash": False, "open_players": None, "seed": None, "gentle": False}
    assert heard(monkeypatch, "bot", "friday") == NOTHING | {"table": "friday"} | hidden
    assert heard(monkeypatch, "bot", "friday", "--gentle")["gentle"]


def test_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(monkeypatch, "watch", "friday") == {"table": "friday", "board": None, "deck": None}


def test_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keep_p2p.app.lessons.is_first_game", lambda profile: False)
    assert heard(monkeypatch, "play") == NOTHING | {"players": 4, "gentle": False}
    assert heard(monkeypatch, "play", "--players", "3", "--character", "cuza") == NOTHING | {
        "players": 3, "characters": (Character.CUZA,), "gentle": False,
    }  # fmt: skip


def test_at_a_table_of_three_a_seat_may_choose_both_its_searchers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ruling S1."""
    both = heard(monkeypatch, "join", "--character", "eva", "--character", "cuza")["characters"]
    assert both == (Character.EVA, Character.CUZA)


@pytest.mark.parametrize(
    "command", [["open", "friday", "--players", "3"], ["play"], ["join", "friday"], ["bot"]], ids=" ".join
)
@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        (["eva", "EVA"], "eva is chosen twice: choose two different Searchers"),
        (["eva", "cuza", "glaeken"], "3 characters are chosen: nobody runs more than two"),
    ],
    ids=["twice the same", "three"],
)
def test_a_choice_that_no_table_could_take_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], command: list[str], named: list[str], sentence: str
) -> None:
    """Ruling S1. Not once it sits at a table, where the others would blame the opener's program."""
    assert run([*command, *(part for name in named for part in ("--character", name))]) == 2
    assert sentence in capsys.readouterr().err


def test_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(monkeypatch, "demo") == {"players": 4, "out": None, "board": None, "deck": None}
    assert heard(monkeypatch, "demo", "--players", "6", "--out", "game.transcript")["out"] == Path("game.transcript")


@pytest.mark.parametrize("players", ["3", "6"])
def test_three_to_six_may_play(monkeypatch: pytest.MonkeyPatch, players: str) -> None:
    """Ruling S1; two and seven are refused in test_shell."""
    assert heard(monkeypatch, "play", "--players", players)["players"] == int(players)


@pytest.mark.parametrize("typed", ["eva", "Eva", " eva ", "e", "EV"])
def test_a_character_is_understood_as_a_person_types_it(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    assert heard(monkeypatch, "join", "--character", typed)["characters"] == (Character.EVA,)


@pytest.fixture
def a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("keep_p2p.cli.options.on_terminal", lambda: True)


@pytest.mark.usefixtures("a_terminal")
@pytest.mark.parametrize("call", [["--plain", "play"], ["play", "--plain"]], ids=" ".join)
def test_plain_is_heard_before_the_command_and_after_it(monkeypatch: pytest.MonkeyPatch, call: list[str]) -> None:
    assert ran_in_lines(monkeypatch, call)


@pytest.mark.usefixtures("a_terminal")
def test_plain_may_be_said_once_for_all_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ran_in_lines(monkeypatch, ["play"])
    monkeypatch.setenv("KEEP_P2P_PLAIN", "1")
    assert ran_in_lines(monkeypatch, ["play"])


def ran_in_lines(monkeypatch: pytest.MonkeyPatch, call: list[str]) -> bool:
    """Whether `play` so called went to the line interface, and not to the full screen."""
    went = [stub_of(monkeypatch, "play"), stub_of(monkeypatch, "home")]
    monkeypatch.setattr("keep_p2p.app.lessons.is_first_game", lambda profile: False)
    assert run(call) == 0
    assert sum(map(len, went)) == 1
    return bool(went[0])


def stub_of(monkeypatch: pytest.MonkeyPatch, module: str) -> list[Call]:
    """An engine that does nothing, in the place of the one of this name; the list of its calls to come."""
    calls: list[Call] = []

    def engine(options: Call, *_: object) -> int:
        calls.append(options)
        return 0

    stub = ModuleType(f"keep_p2p.app.{module}")
    setattr(stub, f"{module.capitalize()}Options", dict)
    setattr(stub, f"run_{module}", engine)
    monkeypatch.setitem(sys.modules, stub.__name__, stub)
    return calls


def test_the_profile_is_heard_before_the_command_too(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = stub_of(monkeypatch, "play")
    assert run(["--profile", "two", "--plain", "play"]) == 0
    assert run(["--profile", "two", "--plain", "play", "--profile", "three"]) == 0
    assert [call["profile"] for call in calls] == ["two", "three"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "--players", "x"], "Invalid value for '--players': 'x' is not a whole number from 3 to 6."),
        (["demo", "--players", "9"], "Invalid value for '--players': '9' is not a whole number from 3 to 6."),
        (["open", "friday", "--port", "0"], "Invalid value for '--port': '0' is not a whole number from 1 to 65535."),
        (["doctor", "--port", "1e3"], "Invalid value for '--port': '1e3' is not a whole number from 1 to 65535."),
        (["simulate", "--games", "-3"], "Invalid value for '--games': '-3' is not a whole number, 1 or more."),
        (["simulate", "--seed", "1.5"], "Invalid value for '--seed': '1.5' is not a whole number."),
    ],
)
def test_a_number_that_cannot_be_is_refused_in_words(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err == f"{told} See `keep-p2p {arguments[0]} --help`.\n"
