"""The line-by-line interface, fed by a scripted person at a table of real rules."""

from __future__ import annotations

import re
from random import Random

import pytest

from keep_p2p.rules.actions import Walk
from keep_p2p.rules.awaited import Decide, Decision, Over
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.state import State
from keep_p2p.table.view import View
from keep_p2p.ui.commands import HELP
from keep_p2p.ui.facts import ASKED_OF_ALL
from keep_p2p.ui.names import pawn_letter
from keep_p2p.ui.plain import Plain
from tests.ui.plain_table import Table, at_decision, seat_of

WORDS = ("raven", "abbey", "cradle", "solid", "ocean", "witness")


def test_a_whole_game_can_be_played_by_numbers() -> None:
    table, chance, typed = Table(4, 7, seat_of(4, Character.MOLASAR)), Random(7), 0
    table.run()
    while not isinstance(table.game.awaited, Over):
        assert table.plain._asking is not None
        table.plain.typed(str(chance.randint(1, len(table.plain._asking.stack[-1].items))))
        typed += 1
        assert typed < 5000
    assert "GAME OVER" in table.page.take()


def test_a_question_is_shown_with_numbered_choices() -> None:
    table = Table(4, 1, seat_of(4, Character.MOLASAR))
    table.run()
    text = table.page.take()
    assert "Molasar, hide the Hilt." in text
    assert re.search(r"\n  1\. the [\w ]+; \d rooms? from the nearest secret door", text)


def test_what_is_not_a_choice_is_refused_and_the_question_stays_open() -> None:
    table = Table(4, 1, seat_of(4, Character.MOLASAR))
    table.run()
    table.page.take()
    table.plain.typed("77")
    assert "There is no choice 77" in table.page.take()
    assert not table.chosen
    table.plain.typed("2")
    assert len(table.chosen) == 1


def test_an_empty_line_and_again_show_the_question_once_more() -> None:
    table = Table(4, 1, seat_of(4, Character.MOLASAR))
    table.run()
    for text in ("", "again"):
        table.page.take()
        table.plain.typed(text)
        assert "hide the Hilt" in table.page.take()


def test_what_the_rules_refuse_is_said_and_asked_again() -> None:
    table = Table(4, 1, seat_of(4, Character.MOLASAR))
    table.run()
    table.page.take()
    table.refuses = IllegalAction("S5", "That room is taken by a ghost.")
    table.plain.typed("1")
    text = table.page.take()
    assert "That room is taken by a ghost." in text
    assert "hide the Hilt" in text
    assert "\n  1. the " in text
    table.refuses = None
    table.plain.typed("1")
    assert len(table.chosen) == 1


def test_a_group_of_choices_is_entered_and_left() -> None:
    table = at_decision(Decision.FEED, Character.MOLASAR)
    asking = table.plain._asking
    assert asking is not None
    number = next(n for n, item in enumerate(asking.stack[0].items, start=1) if item.inner is not None)
    table.page.take()
    table.plain.typed(str(number))
    assert '(or "back")' in table.page.take()
    table.plain.typed("back")
    assert "Which guard do you eat?" in table.page.take()
    table.plain.typed("back")
    assert "no list above" in table.page.take()


def first_walk(table: Table, length: int) -> Walk:
    asking = table.plain._asking
    assert asking is not None
    return next(a for a in asking.actions if isinstance(a, Walk) and len(a.path) == length and not a.passes)


def test_a_walk_is_given_room_by_room() -> None:
    table = at_decision(Decision.MOVE, Character.EVA)
    walk = first_walk(table, 2)
    table.plain.typed("path " + ", ".join(table.names.room_title(room).lower() for room in walk.path))
    assert table.chosen == [Walk(Character.EVA, walk.path)]


def test_a_walk_that_the_rules_forbid_is_refused_with_the_reason() -> None:
    table = at_decision(Decision.MOVE, Character.EVA)
    walk = first_walk(table, 2)
    table.page.take()
    table.plain.typed(f"path {table.names.room_title(walk.path[-1])}")
    assert "That walk is not allowed:" in table.page.take()
    table.plain.typed("path Nowhere at all")
    assert '"Nowhere at all" is not the name of exactly one room' in table.page.take()
    assert not table.chosen


def test_path_alone_says_how_a_walk_is_given() -> None:
    table = at_decision(Decision.MOVE, Character.EVA)
    table.page.take()
    table.plain.typed("path")
    assert "parted by commas" in table.page.take()


def test_another_pawn_is_walked_by_putting_it_first() -> None:
    table = at_decision(Decision.GUARD_MOVE, Character.MOLASAR)
    walk = first_walk(table, 1)
    number = int(walk.pawn.rsplit("-", 1)[1])
    table.page.take()
    table.plain.typed(f"path guard {number}: {table.names.room_title(walk.path[0])}")
    assert table.chosen == [walk]


@pytest.mark.parametrize("called", ["guard {}", "{}"])
def test_a_guard_is_walked_by_its_letter(called: str) -> None:
    table = at_decision(Decision.GUARD_MOVE, Character.MOLASAR)
    walk = first_walk(table, 1)
    letter = pawn_letter(walk.pawn)
    table.plain.typed(f"path {called.format(letter)}: {table.names.room_title(walk.path[0])}")
    assert table.chosen == [walk]


def test_a_pawn_that_may_not_walk_now_is_refused_by_name() -> None:
    table = at_decision(Decision.MOVE, Character.EVA)
    table.page.take()
    table.plain.typed("path guard a: Chapel")
    assert '"guard a" may not walk now. These may: Eva (you).' in table.page.take()


def test_a_pass_card_that_is_not_held_cannot_go_with_a_walk() -> None:
    table = at_decision(Decision.MOVE, Character.EVA)
    walk = first_walk(table, 1)
    table.page.take()
    table.plain.typed(f"path {table.names.room_title(walk.path[0])} with 2 passes")
    assert "not that many Pass cards" in table.page.take()


def test_molasar_is_kept_out_of_the_hilts_room_on_his_own_walk() -> None:
    table = at_decision(Decision.MOLASAR_MOVE, Character.MOLASAR)
    hilt = table.game.hilt
    assert hilt is not None
    table.page.take()
    table.plain.typed(f"path {table.names.room_title(hilt)}")
    assert "which Molasar never may" in table.page.take()
    assert not table.chosen


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("?", HELP[0]),
        ("help", "path ROOM"),
        ("state", "Molasar (you) has eaten"),
        ("state", "Fairness: 1,234 proofs checked, all held."),
        ("map", "marked room"),
        ("rooms", "Rooms of the cellar:"),
        ("hand", "Molasar holds:"),
        ("cards", "Flashlight (3 cards)"),
        ("rules", "Topics:"),
        ("rules conflict", "onflict"),
        ("rules no-such-topic", 'no one topic "no-such-topic"'),
        ("who", "Seat 2: you, playing Molasar"),
        ("WHO", "Seat 1: Anna, playing Eva"),
    ],
)
def test_what_is_asked_for_is_told_and_the_question_stays_open(command: str, expected: str) -> None:
    table = Table(4, 1, seat_of(4, Character.MOLASAR))
    table.run()
    table.page.take()
    table.plain.typed(command)
    assert expected in table.page.take()
    assert table.plain.wants_answer


def test_help_names_every_command() -> None:
    table = Table(4, 1, 0)
    for line in HELP[1:]:
        word = line.split()[0]
        if word not in ("path", "back"):
            assert table.plain._is_command(word), word


def test_quit_asks_first() -> None:
    table = Table(4, 1, seat_of(4, Character.MOLASAR))
    table.run()
    table.plain.typed("quit")
    table.plain.typed("perhaps")
    asked = table.page.take()
    assert "the game stops for all, and it cannot be continued later" in asked
    assert "Please answer yes or no" in asked
    table.plain.typed("no")
    assert not table.left
    assert "hide the Hilt" in table.page.take(), "the open question is shown again"
    table.plain.typed("quit")
    table.plain.typed("yes")
    assert table.left


def test_signing_shows_the_words_and_why_and_takes_yes_or_no_only() -> None:
    table = Table(4, 1, 0)
    table.plain.confirm(WORDS)
    text = table.page.take()
    assert " ".join(WORDS) in text
    assert "Read these six words aloud" in text
    assert "Seat 3: Clara" in text
    table.plain.typed("maybe")
    assert "yes or no" in table.page.take()
    assert table.confirmed == []
    table.plain.typed("who")
    table.plain.typed("Yes")
    assert table.confirmed == [True]
    assert not table.plain.wants_answer


def test_where_nobody_else_could_compare_the_words_they_are_shown_and_nothing_is_asked() -> None:
    table = Table(4, 1, 0)
    table.plain.confirm(WORDS, ask=False)
    text = table.page.take()
    assert " ".join(WORDS) in text
    assert "signs at once" in text
    assert not table.plain.wants_answer


def test_a_table_that_came_to_nothing_is_not_asked_about_any_more() -> None:
    table = Table(4, 1, 0)
    table.plain.confirm(WORDS)
    table.plain.reopened()
    assert not table.plain.wants_answer


def test_not_signing_is_told_to_the_table() -> None:
    table = Table(4, 1, 0)
    table.plain.confirm(WORDS)
    table.plain.typed("n")
    assert table.confirmed == [False]


def test_whom_everyone_waits_for_is_said_once_when_it_changes() -> None:
    table = Table(4, 1, 0)
    table.plain.waits((Seat(1),))
    assert table.page.take() == "The table waits for Bruno (Molasar)."
    table.plain.waits((Seat(1),))
    assert table.page.take() == ""
    table.plain.waits((Seat(2),))
    assert table.page.take() == "The table waits for Clara (Woermann)."


def test_an_answer_to_no_question_says_whom_the_table_waits_for() -> None:
    table = Table(4, 1, 0)
    while not isinstance(table.game.awaited, Decide):
        table.game.step()
    table.plain.typed("3")
    assert table.page.take() == ("Nothing is asked of you now. The table waits for Bruno (Molasar). Type ? for help.")


def test_from_a_pipe_an_answer_waits_for_its_question_and_a_command_does_not() -> None:
    table = Table(4, 1, 0)
    plain = Plain(table, table.page, early_is_refused=False)
    assert not plain.takes("3")
    assert plain.takes("state")
    plain.confirm(WORDS)
    assert plain.takes("yes")


class Lobby(Table):
    """A table before its game."""

    @property
    def state(self) -> State | None:
        return None

    @property
    def view(self) -> View | None:
        return None


def test_another_character_is_asked_for_before_the_game() -> None:
    table = Lobby(4, 1, 0)
    for said in ("play eva", "play Woer, eva", "play cuza and glaeken", "play anybody"):
        table.plain.typed(said)
    assert table.wishes == [
        (Character.EVA,), (Character.EVA, Character.WOERMANN), (Character.CUZA, Character.GLAEKEN), (),
    ]  # fmt: skip
    assert table.page.take() == ""
    for said in ("play", "play dracula", "play eva dracula"):
        table.plain.typed(said)
        assert "Say whom you want to play" in table.page.take()
    assert len(table.wishes) == 4


def test_once_the_game_has_begun_the_characters_are_settled() -> None:
    table = Table(4, 1, 0)
    table.plain.typed("play eva")
    assert "the game has begun" in table.page.take()
    assert not table.wishes


def test_before_the_game_there_is_no_state_to_tell() -> None:
    table = Lobby(4, 1, 0)
    for command in ("state", "map", "hand"):
        table.plain.typed(command)
        assert "has not begun" in table.page.take()


def test_where_there_is_but_one_answer_an_empty_line_gives_it() -> None:
    table = at_decision(Decision.BEFORE_ROLL, Character.EVA)
    asking = table.plain._asking
    assert asking is not None
    while len(asking.actions) > 1:
        table.plain.typed("1")
        asking = table.plain._asking
        assert asking is not None
    table.page.take()
    table.plain.typed("again")
    assert f"\n{table.page.take()}".endswith(f"\nEva (you): press Enter to roll the die and walk ({ASKED_OF_ALL}).")
    table.chosen.clear()
    table.plain.typed("")
    assert table.chosen == [asking.actions[0]]


@pytest.mark.parametrize("blank", ["\t", "  ", "\x0b", "\u3000"])
def test_a_command_ends_at_any_blank(blank: str) -> None:
    table = Table(3, 1, 0)
    table.plain.typed(f"who{blank}now")
    assert "Seat 1" in table.page.take()
    table.plain.typed(f"quit{blank}now")
    assert "Leave the table?" in table.page.take()


def test_ctrl_c_asks_before_it_leaves() -> None:
    table = Table(4, 1, seat_of(4, Character.MOLASAR))
    table.run()
    table.page.take()
    table.plain.interrupted()
    assert "the game stops for all" in table.page.take()
    asked = [table.plain.asks_to_leave]
    table.plain.typed("no")
    asked.append(table.plain.asks_to_leave)
    assert asked == [True, False]
    assert "hide the Hilt" in table.page.take()
    assert not table.left


def test_recap_tells_what_has_happened_since_ones_own_last_turn() -> None:
    table = at_decision(Decision.BEFORE_ROLL, Character.EVA)
    while table.game.state.turn_number < 2 or table.game.state.turn is not Character.EVA:
        table.plain.typed("1")
    told = table.page.take().splitlines()
    table.plain.typed("recap")
    lines = table.page.take().splitlines()
    assert lines[0] == "Since your last turn:"
    assert sum(line.startswith("Turn ") for line in lines) == 4, "the others' turns, and the beginning of one's own"
    assert any(line.startswith("Turn 1 of 12: Molasar") for line in lines)
    assert set(lines[1:]) <= {*told, "Since your last answer:"}, "nothing is told otherwise than the story told it"
    assert not any("face down" in line for line in lines)
    assert all(lines)


def test_before_ones_first_turn_recap_begins_with_the_game() -> None:
    table = Table(4, 0, 0)
    table.plain.typed("recap")
    assert table.page.take() == "Nothing has happened yet."
    table.run()
    table.page.take()
    table.plain.typed("recap")
    assert table.page.take().startswith("Since the game began:\n")
