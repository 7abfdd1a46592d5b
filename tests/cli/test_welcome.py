"""`keep-p2p --plain` without a command: a numbered list that leads to every table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from keep_p2p.cli.shell import keep_p2p
from keep_p2p.cli.welcome import GREETING, HOW_MANY, TABLE_NAME, WHICH, WHICH_TABLE, welcome


class Person:
    """Types these lines, then nothing more."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)
        self.asked: list[str] = []
        self.told: list[str] = []
        self.ran: list[list[str]] = []

    def ask(self, question: str) -> str | None:
        self.asked.append(question)
        return self._lines.pop(0) if self._lines else None

    def run(self, arguments: Sequence[str]) -> int:
        self.ran.append(list(arguments))
        return 7

    def welcomed(self) -> int:
        return welcome(self.ask, self.told.append, self.run)


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        (["1", "", "", ""], ["play", "--plain"]),
        (["1", "", "", "Yes"], ["play", "--plain", "--gentle"]),
        (["1", "", "molasar"], ["play", "--plain", "--character", "molasar"]),
        (["1.", "5", "Eva", "no"], ["play", "--plain", "--players", "5", "--character", "eva"]),
        (["1", "3", "eva and cuza", ""],
         ["play", "--plain", "--players", "3", "--character", "eva", "--character", "cuza"]),
        (["2", "friday", "", "", "", ""], ["open", "--plain", "--", "friday"]),
        (["2", "", "--odd", "-x", "6", "molasar", "yes"],
         ["open", "--plain", "--name=-x", "--players", "6", "--character", "molasar", "--spectators", "--", "--odd"]),
        (["3", "", "", ""], ["join", "--plain"]),
        (["3", "", "woer", "192.168.1.20:4711"], ["join", "--plain", "--character", "woer", "--", "192.168.1.20:4711"]),
        (["4", "friday"], ["watch", "--plain", "--", "friday"]),
    ],
)  # fmt: skip
def test_what_is_wanted_becomes_a_command_that_there_is(typed: list[str], command: list[str]) -> None:
    person = Person(*typed)
    assert person.welcomed() == 7
    assert person.ran == [command]
    keep_p2p.commands[command[0]].make_context(command[0], list(command[1:]))


def test_what_only_tells_something_comes_back_to_the_list() -> None:
    person = Person("5", "6", "7", "8")
    assert person.welcomed() == 0
    assert person.ran == [["rules"], ["doctor"], ["--help"]]
    assert person.told.count(GREETING[0]) == 4


def test_what_is_no_answer_is_asked_again() -> None:
    person = Person("0", "banana", "", "1", "7", "two", "4", "", "", "never asked for")
    assert person.welcomed() == 7
    assert person.asked.count(WHICH) == 4
    assert person.asked.count(HOW_MANY) == 3


@pytest.mark.parametrize("typed", [[], ["2"], ["3", ""], ["1", "4"]])
def test_the_end_of_input_is_a_quiet_end_anywhere(typed: list[str]) -> None:
    person = Person(*typed)
    assert person.welcomed() == 0
    assert not person.ran


def test_a_table_without_a_name_is_asked_for_again() -> None:
    person = Person("2", "", " ", "mill")
    person.welcomed()
    assert person.asked.count(TABLE_NAME) == 3
    assert WHICH_TABLE not in person.asked


def test_before_a_first_game_whom_to_play_is_left_to_the_command() -> None:
    person = Person("1", "3")
    assert welcome(person.ask, person.told.append, person.run, first_game=True) == 7
    assert person.ran == [["play", "--plain", "--players", "3"]]
    assert person.asked == [WHICH, HOW_MANY]
