"""The line interface's story, guide and looks around: all that an eye would see is said."""

from __future__ import annotations

import re
from random import Random

import pytest

from keep_p2p import rulesbook
from keep_p2p.rules.awaited import Decision, Over
from keep_p2p.rules.names import Character
from keep_p2p.ui.looking_back import LookingBack
from keep_p2p.ui.spoken import SEARCHERS_AIM, spoken, who_is_who
from keep_p2p.ui.spoken_guide import spoken_advice, spoken_lesson
from keep_p2p.ui.table.advice import ADVICE
from keep_p2p.ui.table.guide import DECISIONS, EVENTS, Guide
from keep_p2p.ui.ways import in_the_way, way_to, ways
from tests.ui.games import names_for
from tests.ui.plain_table import Table, at_decision, seat_of


def play_on(table: Table) -> str:
    """The whole game by numbers; all that was read."""
    chance = Random(7)
    table.run()
    while not isinstance(table.game.awaited, Over):
        assert table.plain._asking is not None
        table.plain.typed(str(chance.randint(1, len(table.plain._asking.stack[-1].items))))
    return table.page.take()


def test_a_turn_begins_with_a_blank_line_and_a_sentence_that_no_reader_spells_out() -> None:
    text = play_on(Table(4, 7, seat_of(4, Character.EVA)))
    assert "===" not in text
    assert "\n\nTurn 1 of 12: Eva (you).\nEva (you) is in " in text
    assert re.search(r"Molasar is \d+ rooms? away, in ", text)
    assert "\n\nTurn 2 of 12: Molasar (Bruno).\n" in text


def test_that_cards_are_laid_face_down_is_no_line_of_the_story() -> None:
    assert "lays a Conflict card face down" not in play_on(Table(4, 7, 0))


def test_ones_own_new_cards_are_named_and_nobody_elses() -> None:
    text = play_on(Table(4, 7, seat_of(4, Character.MOLASAR)))
    drawn = re.findall(r"^You draw .+$", text, re.MULTILINE)
    assert len(drawn) >= 4
    assert all(" for Molasar, " in line for line in drawn)
    assert "(you) draws a Bonus card" not in play_on(Table(4, 7, seat_of(4, Character.GLAEKEN))), "named, so said once"
    watched = Table(4, 7, 0)
    watched.game.step()
    for record in watched.game.step().records:
        assert not any("You draw" in line for line in spoken(record, names_for(4, None), watched.game.state))


def test_with_the_first_cards_it_is_said_who_plays_whom_and_what_for() -> None:
    text = play_on(Table(4, 7, seat_of(4, Character.EVA)))
    assert "You play Eva: you add 1 to every movement roll.\nFind a secret door" in text
    assert ", alone." in SEARCHERS_AIM, "the others have not won with the first"
    three = " ".join(who_is_who(names_for(3, 0)))
    assert "; " in three, "where one plays two, `and` parts no players"
    assert "Dora plays Glaeken, Clara plays Captain Woermann and Bruno plays Molasar." in text
    his = play_on(Table(4, 7, seat_of(4, Character.MOLASAR)))
    assert "You play Molasar: you command all guards and play the Hazard cards.\nKeep the Searchers" in his
    assert re.search(r"Molasar \(you\) eats guard [a-l] .+ left\. You stand there now\.", his)


def test_the_guide_explains_each_step_once_in_brackets_and_is_remembered() -> None:
    table = Table(4, 7, seat_of(4, Character.MOLASAR), Guide())
    text = play_on(table)
    lessons = re.findall(r"^\[Guide: .+\]$", text, re.MULTILINE)
    assert len(lessons) == len(set(lessons)) == len(table.lessons) > 5
    assert table.lessons[-1] >= {Decision.FEED.value, "conflict", "turn"}


def test_the_guide_is_switched_off_and_on_by_a_word() -> None:
    table = Table(4, 7, seat_of(4, Character.MOLASAR), Guide())
    table.plain.typed("guide")
    assert "[Guide" not in play_on(table)
    table.plain.typed("guide")
    assert "is on" in table.page.take()


@pytest.mark.parametrize("lesson", [*(decision.value for decision in DECISIONS), *EVENTS])
def test_no_lesson_speaks_of_what_only_an_eye_sees(lesson: str) -> None:
    assert not re.search(r"\b(lit|colou?r|letters?|on the map|click|arrow)\b", spoken_lesson(lesson), re.IGNORECASE)


@pytest.mark.parametrize("decision", Decision)
def test_help_says_what_may_be_done_now_and_which_rule_says_so(decision: Decision) -> None:
    told = " ".join(spoken_advice(decision))
    words = told.split("`rules ")[-1].split("`")[0]
    assert rulesbook.find(words) == rulesbook.of_rulings(ADVICE[decision].rulings)
    assert re.search(r"So say the rulings on [a-zA-Z\', ]+ \([A-Z]\d", told)
    assert "`rules " in told
    assert " lit " not in told


def test_help_begins_with_the_open_question() -> None:
    table = Table(4, 1, seat_of(4, Character.MOLASAR))
    table.run()
    table.page.take()
    table.plain.typed("?")
    assert table.page.take().startswith("You are asked something now. Choose one of the marked rooms")


def test_what_is_said_to_the_table_is_read_by_all() -> None:
    table = Table(4, 1, 0)
    table.plain.typed("say  hello there ")
    assert table.page.take() == "You say: hello there"
    table.plain.said("Bruno", "hello")
    assert table.page.take() == "Bruno says: hello"
    table.plain.typed("say")
    assert "what you want to say" in table.page.take()


def test_the_story_can_be_heard_again() -> None:
    table = at_decision(Decision.FEED, Character.MOLASAR)
    table.page.take()
    table.plain.typed("story")
    assert "Turn 1 of 12: Molasar (you)." in table.page.take()


def test_a_room_is_told_with_who_is_there_and_the_way_to_it() -> None:
    table = at_decision(Decision.FEED, Character.MOLASAR)
    table.page.take()
    guard = table.game.state.guards_left[0]
    room = table.game.state.where(guard)
    assert room is not None
    table.plain.typed(f"look {table.names.room_title(room)}")
    text = table.page.take()
    assert f"Here: {table.names.who(guard)}." in text
    assert "Doorways to the " in text
    assert re.search(r"From Molasar \(you\) it is \d+ rooms, through ", text)
    table.plain.typed("look")
    assert "Here: Molasar (you)." in table.page.take()
    table.plain.typed("look nowhere")
    assert "not the name of exactly one room" in table.page.take()


def test_who_stands_in_the_way_is_told_with_the_way_round() -> None:
    told = looked_at()
    assert re.search(r"Guard [a-l] stands in the way; without a fight it is \d+ rooms, through ", told)
    assert re.search(r"rooms away, with guard [a-l] in the way\.", "".join(play_on(Table(4, s, 0)) for s in range(3)))


def looked_at() -> str:
    """Every room looked at from where Eva comes to her first walk."""
    table = at_decision(Decision.MOVE, Character.EVA)
    table.page.take()
    for room in table.names.board.rooms:
        table.plain.typed(f"look {room.name}")
    return table.page.take()


def test_a_way_told_is_free_where_one_as_short_is() -> None:
    table = at_decision(Decision.MOVE, Character.EVA)
    state = table.game.state
    start = state.where(Character.EVA)
    assert start is not None
    for room, way in ways(state, Character.EVA, start, past_foes=False).items():
        told = way_to(state, Character.EVA, start, room)
        assert told is not None and len(told) <= len(way)
        assert not in_the_way(state, Character.EVA, way)
        assert bool(in_the_way(state, Character.EVA, told)) is (len(told) < len(way))


def test_what_a_secret_door_leads_to_is_told_to_a_searcher() -> None:
    text = looked_at()
    assert re.search(r"Behind it is the .+\. The nearest marked room is \d+ rooms? from the .+: the .+\.", text)
    assert re.search(r"The nearest marked room is \d+ rooms? from here: the ", text)


def test_rooms_are_listed_one_region_at_a_time() -> None:
    table = at_decision(Decision.MOVE, Character.EVA)
    table.page.take()
    table.plain.typed("rooms cellar")
    text = table.page.take()
    assert text.startswith("Rooms of the cellar:")
    assert "Rooms of the keep" not in text
    table.plain.typed("rooms")
    assert "Rooms of the keep" in table.page.take()


def test_molasar_hears_how_near_each_searcher_in_the_cellar_is_to_the_hilt() -> None:
    text = "".join(play_on(Table(4, seed, seat_of(4, Character.MOLASAR))) for seed in range(5))
    assert re.search(r"is in the .+, \d+ rooms? from a marked room and \d+ from the Hilt\.", text)
    assert not re.search(r"and \d+ from the Hilt", play_on(Table(4, 7, seat_of(4, Character.EVA))))


def test_what_is_seen_on_the_map_is_said() -> None:
    text = play_on(Table(4, 7, seat_of(4, Character.EVA)))
    assert re.search(r"Molasar eats guard [a-l] in the .+ left\. He stands there now\.", text)
    assert re.search(r"walks \d+ rooms?.+\. (Eva \(you\)|[A-Z]\w+|Guard [a-l]) is there\.", text)
    assert not re.search(r"is driven back .+ is there\.", text), "the conflict that follows says so"


def test_the_end_says_whether_one_has_won() -> None:
    ends = [
        (seat, line)
        for seed in range(4)
        for seat in range(2)
        for line in play_on(Table(4, seed, seat)).splitlines()
        if line.startswith("GAME OVER")
    ]
    assert ends
    for _, line in ends:
        won = "(you)" in line.partition(". ")[2].rpartition(" won.")[0].rpartition(". ")[2]
        assert line.endswith("You have won!" if won else "You have lost."), line


def test_chapters_of_the_rules_are_whole_sentences_without_marks() -> None:
    table = Table(4, 1, 0)
    table.plain.typed("rules secret doors")
    text = table.page.take()
    assert text.startswith("Secret doors\n")
    assert not re.search(r"[*`#]", text)
    assert "A door that you have not found is a wall, from either side." in text


def test_at_the_end_the_game_is_looked_back_on() -> None:
    text = play_on(Table(4, 7, seat_of(4, Character.EVA)))
    end = text[text.index("GAME OVER") :]
    told = re.search(r"Looking back: (\d+) conflicts?.*; the Searchers won (\d+|none), .* guards (\d+|none)\.", end)
    assert told is not None
    fights, won, lost = (0 if number == "none" else int(number) for number in told.groups())
    assert fights == won + lost == len(re.findall(r" wins by \d+:", text))
    assert won == len(re.findall(r"(?:Eva \(you\)|Glaeken|Woermann) wins by", text))
    hardest = max(int(number) for number in re.findall(r" wins by (\d+):", text))
    assert re.search(rf"The hardest blow: .+ beat .+ by {hardest}\.", end)
    assert f"Guards eaten: {text.count('Molasar eats ')}." in end


def test_of_a_game_in_which_nothing_was_fought_nothing_is_told() -> None:
    assert LookingBack().lines(names_for(4, 0)) == ()
