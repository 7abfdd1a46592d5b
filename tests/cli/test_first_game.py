"""Whom to play, asked before a first game line by line."""

from __future__ import annotations

import pytest

from keep_p2p.cli.first_game import whom_first
from keep_p2p.rules.names import Character
from keep_p2p.table.lobby_wishes import Wish
from tests.cli.test_options import heard
from tests.cli.test_welcome import Person

EVA, FONESCU, CUZA = Character.EVA, Character.FONESCU, Character.CUZA


def asked(players: int, *typed: str) -> tuple[Wish, Person]:
    person = Person(*typed)
    return whom_first(players, person.ask, person.told.append), person


@pytest.mark.parametrize(
    ("players", "typed", "wish"),
    [
        (4, "", (EVA,)),
        (3, "\n", (EVA, FONESCU)),
        (4, "any\n", ()),
        (3, "Draw", ()),
        (6, "MOLASAR", (Character.MOLASAR,)),
        (3, "molasar", (Character.MOLASAR,)),
        (4, "woer", (Character.WOERMANN,)),
        (3, "cuza and eva", (EVA, CUZA)),
        (3, "eva, cuza", (EVA, CUZA)),
    ],
)
def test_an_answer_names_whom_one_plays(players: int, typed: str, wish: Wish) -> None:
    found, person = asked(players, typed)
    assert (found, person.told) == (wish, [])
    assert "less to decide than Molasar" in person.asked[0]


@pytest.mark.parametrize(
    ("players", "typed", "told"),
    [
        (4, "kafka", "There is nobody called kafka: type one of the names, or `any`."),
        (4, "a", "There is nobody called a: type one of the names, or `any`."),
        (4, "eva cuza", "At a table of 4 each player runs one character"),
        (3, "eva", "At a table of three each Searcher player runs two Searchers"),
        (3, "eva eva", "At a table of three each Searcher player runs two Searchers"),
        (3, "eva molasar", "Whoever plays Molasar plays nobody else"),
        (3, "eva cuza fonescu", "At a table of three each Searcher player runs two Searchers"),
        (4, "and", "Please type a name, or `any`."),
    ],
)
def test_what_cannot_be_is_said_and_asked_again(players: int, typed: str, told: str) -> None:
    wish, person = asked(players, typed, "molasar")
    assert wish == (Character.MOLASAR,)
    assert len(person.asked) == 2
    assert person.told[0].startswith(told)


def test_nobody_typing_any_more_ends_the_command() -> None:
    with pytest.raises(EOFError):
        asked(4)


@pytest.mark.parametrize(("first", "wish"), [(True, (CUZA,)), (False, ())])
def test_play_asks_only_before_a_first_game(monkeypatch: pytest.MonkeyPatch, first: bool, wish: Wish) -> None:
    monkeypatch.setattr("keep_p2p.app.lessons.is_first_game", lambda profile: first)
    monkeypatch.setattr("keep_p2p.cli.options.on_terminal", lambda: True)
    monkeypatch.setattr("keep_p2p.cli.play.ask", lambda question: "cuza")
    assert heard(monkeypatch, "play", "--plain")["characters"] == wish
    assert heard(monkeypatch, "play", "--plain", "--character", "eva")["characters"] == (EVA,)


def test_play_asks_nothing_where_nobody_sits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keep_p2p.app.lessons.is_first_game", lambda profile: True)
    assert heard(monkeypatch, "play", "--plain")["characters"] == ()


@pytest.mark.parametrize(
    ("first", "said", "gentle"),
    [(True, (), True), (False, (), False), (True, ("--fierce",), False), (False, ("--gentle",), True)],
)
def test_the_computers_molasar_is_gentle_in_a_first_game_unless_one_says(
    monkeypatch: pytest.MonkeyPatch, first: bool, said: tuple[str, ...], gentle: bool
) -> None:
    monkeypatch.setattr("keep_p2p.app.lessons.is_first_game", lambda profile: first)
    assert heard(monkeypatch, "play", "--plain", *said)["gentle"] is gentle
