"""The lobby: seats as they fill, computer players, characters, the safety words, chat, keys that have changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keep_p2p.rules.names import Character
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import SMALLEST, Size
from keep_p2p.ui.screen.home import HomeScreen
from keep_p2p.ui.screen.lobby import LobbyScreen
from keep_p2p.ui.screen.table_model import (
    Acquaintance,
    Ended,
    GameBegun,
    LobbySeat,
    LobbyShown,
    Reopened,
    Signers,
    StoryLine,
    TableEvent,
    TableFound,
    TableModel,
    Told,
    WordsShown,
)
from keep_p2p.ui.screen.widths import clip
from protocol.roster import MAX_NAME
from tests.ui.fake_services import FakeCommands, FakeServices, lobby
from tests.ui.golden import assert_golden

WORDS = ("raven", "abbey", "cradle", "solid", "ocean", "witness")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_with_computer_players_of_ones_own_nothing_is_asked_and_it_says_why(size: Size) -> None:
    seen = Seen(lobby(4), WordsShown(WORDS, ask=False), size=size)
    text = " ".join(seen.driver.text.replace("│", " ").split())
    assert "nobody has to compare the six safety words." in text
    assert "Read these six words aloud" not in text
    assert "They differ" not in text
    assert all(word in text for word in WORDS)


@pytest.mark.parametrize(
    ("events", "watching", "lost"),
    [
        ((lobby(2, host=True),), False, "Leave keep-p2p? Your table is closed with it."),
        ((lobby(2, host=False),), False, "Leave keep-p2p? The table that you sit at is left too."),
        ((lobby(2, host=False),), True, "Leave keep-p2p?"),
        ((lobby(2), Ended("It came to nothing.")), False, "Leave keep-p2p?"),
    ],
    ids=["own", "another's", "looking on", "gone"],
)
def test_quitting_says_what_is_lost_with_it(events: tuple[TableEvent, ...], watching: bool, lost: str) -> None:
    text = " ".join(Seen(*events, watching=watching).driver.press("ctrl-c").text.replace("│", " ").split())
    assert lost in text
    assert lost.count("table") == text.split("Leave keep-p2p?")[1].split(" y ")[0].count("table")


class Seen:
    """A lobby with a person in front of it."""

    def __init__(self, *events: TableEvent, size: Size = SMALLEST, watching: bool = False) -> None:
        self.driver = Driver(size)
        self.model = TableModel(watching=watching)
        self.commands = FakeCommands()
        self.begun: list[LobbyScreen] = []
        self.driver.show(HomeScreen(self.driver.desk, FakeServices()))
        self.driver.show(LobbyScreen(self.driver.desk, self.model, self.commands, self.begun.append))
        for event in events:
            self.model.take(event)

    @property
    def text(self) -> str:
        return self.driver.text

    @property
    def words(self) -> str:
        """The screen with blanks run together, frames left out."""
        return " ".join(self.text.replace("│", " ").split())


NEWS = (
    StoryLine("Anna sits at the table friday: 1 of 4 seats taken.", Told.NOTICE),
    StoryLine("Bruno 夜: good evening", Told.CHAT),
)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
@pytest.mark.parametrize("seats", [4, 6])
def test_it_looks_as_it_should(size: Size, seats: int) -> None:
    seen = Seen(lobby(2, seats, coming=1), *NEWS, size=size)
    assert_golden(f"lobby-{seats}", seen.driver)
    seen.model.take(lobby(seats, seats))
    seen.model.take(WordsShown(WORDS))
    assert_golden(f"lobby-{seats}-words", seen.driver)
    assert all(word in seen.text for word in WORDS)
    assert "good evening" in seen.text, "the chat stays in sight: the words are compared there too"


def test_seats_fill_live_with_names_keys_and_characters() -> None:
    seen = Seen(lobby(1))
    assert "1 of 4 seats taken" in seen.text
    seen.model.take(lobby(4))
    for text in (
        "Anna (you), Dr. Cuza",
        "Computer 1 (computer), draws a character",
        "Dora, Molasar",
        "lew4-fka6-kazk-iyhp",
    ):
        assert text in seen.text


def test_empty_seats_are_given_to_computer_players() -> None:
    seen = Seen(lobby(2))
    seen.driver.press("b").click("f fill all seats")
    assert seen.commands.done == [("seat_computers", 1), ("seat_computers", 2)]
    seen.model.take(lobby(2, coming=2))
    assert seen.text.count("a computer player is coming") == 2
    seen.driver.press("b", "f")
    assert len(seen.commands.done) == 2


def test_only_the_host_seats_computer_players_and_begins() -> None:
    seen = Seen(lobby(3, 6, host=False))
    seen.driver.press("b", "f", "g")
    assert seen.commands.done == []
    seen = Seen(lobby(3, 6))
    seen.driver.press("g")
    assert seen.commands.done == [("start",)]


def test_after_a_no_to_the_words_the_host_begins_again() -> None:
    seen = Seen(lobby(4), WordsShown(WORDS), Reopened("the opener did not confirm the safety words"))
    seen.driver.click("g begin")
    assert seen.commands.done == [("start",)]


def test_a_table_does_not_begin_with_two() -> None:
    seen = Seen(lobby(2, 6))
    seen.driver.press("g")
    assert seen.commands.done == []


def test_another_character_is_asked_for() -> None:
    seen = Seen(lobby(4, 6))
    seen.driver.press("w")
    assert "taken by Dora" in seen.text
    seen.driver.press("up", "up", "f2")
    assert seen.commands.done == [("wish", (Character.EVA,))]


def test_the_safety_words_are_not_hidden_behind_the_choice_of_a_character() -> None:
    seen = Seen(lobby(3))
    seen.driver.press("w")
    seen.model.take(lobby(4))
    seen.model.take(WordsShown(WORDS))
    assert "y  The same: sign" in seen.text
    seen.driver.press("y")
    assert seen.commands.done == [("confirm", True)]


def test_the_words_are_signed_by_key_or_mouse_once() -> None:
    seen = Seen(lobby(4), WordsShown(WORDS))
    assert "Read these six words aloud." in seen.words
    seen.driver.click("The same: sign")
    assert "Your seat has signed." in seen.text
    seen.driver.press("y")
    assert seen.commands.done == [("confirm", True)]


def test_who_has_signed_is_seen() -> None:
    seen = Seen(lobby(4), WordsShown(WORDS), Signers((1,)))
    assert "✓ 2  Bruno" in seen.text
    seen.driver.press("y")
    assert "✓ 1  Anna" in seen.text
    assert "Waiting for Computer 1 and Dora to compare the words and sign." in seen.words
    seen.model.take(Signers((0, 1, 3)))
    assert "Waiting for Computer 1 to sign." in seen.words
    seen.model.take(Signers((0, 1, 2, 3)))
    assert "All have signed: the game begins." in seen.text


def test_words_that_differ_are_not_signed() -> None:
    seen = Seen(lobby(4), WordsShown(WORDS))
    seen.driver.press("n")
    assert seen.commands.done == [("confirm", False)]


def test_a_table_that_opens_again_says_why() -> None:
    seen = Seen(lobby(4), WordsShown(WORDS), Reopened("Dora did not sign"))
    assert "The table is open again: Dora did not sign." in seen.words
    assert "witness" not in seen.text


def test_chat_is_typed_and_shown() -> None:
    seen = Seen(lobby(4), *NEWS)
    assert "Bruno 夜: good evening" in seen.text
    seen.driver.press("c").type("hello there?").press("enter")
    assert seen.commands.done == [("say", "hello there?")]
    seen.driver.press("c", "x", "escape", "?")
    assert "Help" in seen.text


def with_key(acquaintance: Acquaintance, earlier: str = "") -> LobbyShown:
    shown = lobby(4)
    other = replace(shown.seats[3], acquaintance=acquaintance, earlier=earlier)
    return replace(shown, seats=(*shown.seats[:3], other))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_a_known_name_with_another_key_is_pointed_out(size: Size) -> None:
    seen = Seen(with_key(Acquaintance.OTHER_KEY, "aaaa-bbbb-cccc-dddd"), size=size)
    assert "than before (aaaa-bbbb-cccc-dddd): the same person?" in seen.text


def test_a_known_key_is_said_to_be_known() -> None:
    assert "known from earlier games" in Seen(with_key(Acquaintance.KNOWN), size=SIZES[1]).text


def test_leaving_is_asked_once_others_sit_there() -> None:
    seen = Seen(lobby(2))
    seen.driver.press("escape")
    assert "Your seat becomes free." in seen.text
    seen.driver.press("y")
    assert seen.commands.done == [("leave",)]
    assert "What would you like to do?" in seen.text


def test_a_table_that_comes_to_nothing_says_why_and_leads_home() -> None:
    seen = Seen(Ended("No table named 'friday' was found."))
    assert "No table named 'friday' was found." in seen.text
    seen.driver.press("enter")
    assert "What would you like to do?" in seen.text
    assert "was found" not in seen.text


def test_the_table_takes_its_place_when_the_game_begins() -> None:
    seen = Seen(lobby(4), GameBegun("00ff"))
    assert len(seen.begun) == 1


def test_an_onlooker_is_told_what_it_waits_for() -> None:
    seen = Seen(watching=True)
    assert "Looking for the table" in seen.text
    seen.model.take(TableFound())
    assert "You are watching this table. Its game has not begun" in seen.text


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        (None, "Looking for the table"),
        (lobby(2), "2 seats are free: wait for friends to join, or b gives one to the computer."),
        (lobby(3), "1 seat is free: wait for friends to join, or b gives it to the computer."),
        (lobby(2, host=False), "2 seats are free: waiting for others to join, or for Anna to fill the table."),
        (lobby(2, coming=1), "1 seat is free"),
        (lobby(2, coming=2), "Waiting for 2 computer players to sit down"),
        (lobby(4), "If they do not, press g to begin."),
        (lobby(4, host=False), "waiting for Anna to begin."),
    ],
)
def test_what_all_wait_for_is_never_in_doubt(shown: LobbyShown | None, told: str) -> None:
    seen = Seen() if shown is None else Seen(shown)
    assert told in seen.words


def test_the_words_are_told_to_be_compared_and_by_which_keys() -> None:
    seen = Seen(lobby(4), WordsShown(WORDS))
    assert "▸ Compare the words: y if all of you see the same six, n if one differs." in seen.words


LONG = ("夜の砦を守る者たちの長い名前ですよこれは本当", "Maximiliane von und zu H", "W" * 24)


@pytest.mark.parametrize("name", LONG)
def test_of_a_long_name_as_much_is_shown_as_leaves_whom_it_plays(name: str) -> None:
    assert len(name) <= MAX_NAME
    seats = tuple(
        replace(seat, name=name, computer=not seat.own, wish=(Character.WOERMANN,) if seat.own else ())
        for seat in lobby(4).seats
    )
    seen = Seen(replace(lobby(4), seats=seats, table=name))
    assert f"{name} (you), Captain Woermann" in seen.text
    cut = clip(name, 41)
    assert seen.text.count(f"{cut} (computer), draws a character") == 3
    assert seen.text.count("key ") == 4
    assert "4 of 4 seats taken" in seen.text


CROWD = tuple(
    LobbySeat(
        f"{name:{fill}<{MAX_NAME - 1}}{n}", f"{n}ew4-fka6-kazk-iyhp", (Character.FONESCU, Character.WOERMANN),
        own=n == 0, computer=n == 3, acquaintance=Acquaintance.OTHER_KEY if n in (1, 2) else Acquaintance.KNOWN,
        earlier=f"{n}abc-defg-hijk-lmno",
    )
    for fill in "x字"
    for n, name in enumerate("ABCDEF")
)  # fmt: skip
"""Six with long names, and six with wide ones, each with two characters; two have other keys than before."""


@pytest.mark.parametrize("seats", [CROWD[:6], CROWD[6:]], ids=["long", "wide"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_whatever_the_names_keys_and_words_and_their_answers_are_whole(
    size: Size, seats: tuple[LobbySeat, ...]
) -> None:
    seen = Seen(LobbyShown("friday", 6, seats), WordsShown(WORDS), size=size)
    for word in (*WORDS, "The same: sign", "They differ: do not sign"):
        assert word in seen.text
    assert all(seat.fingerprint in seen.text for seat in seats)
    assert all(seat.earlier in seen.text for seat in seats[1:3])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
@pytest.mark.parametrize("table", ["friday", "x" * MAX_NAME, "字" * MAX_NAME])
def test_an_address_to_join_by_is_never_cut(table: str, size: Size) -> None:
    addresses = ("192.168.100.200:35411", "[fd00:1111:2222:3333:4444:5555:6666:7777]:35411")
    seen = Seen(replace(lobby(1), table=table, addresses=addresses), size=size)
    assert addresses[0] in seen.text
    assert (addresses[1] in seen.text) is ("[" in seen.text)
    seen.driver.press("?")
    assert all(address in seen.words for address in addresses)


def test_many_who_have_yet_to_sign_are_counted_not_named() -> None:
    seen = Seen(lobby(6, 6), WordsShown(WORDS))
    seen.driver.press("y")
    assert "Waiting for 5 others to compare the words and sign." in seen.text


def test_how_others_join_is_not_told_where_only_computer_players_come() -> None:
    here = lobby(1, 4, host=True)
    assert "others join" in Seen(here, size=Size(120, 40)).text
    assert "others join" not in Seen(replace(here, coming=3), size=Size(120, 40)).text
