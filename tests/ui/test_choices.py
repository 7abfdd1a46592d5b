"""Questions and choices: every decision and every action of real games in words."""

from __future__ import annotations

import re
from functools import cache
from typing import get_args

import pytest

from keep_p2p.rules.actions import OUTSIDE, Action, Done, Feed, HideHilt, PlayBonus, PlayHazard, PutGuard, Roll, Walk
from keep_p2p.rules.awaited import Decision
from keep_p2p.rules.names import GUARDS, Character, Deck, Seat
from keep_p2p.ui.choices import choice
from keep_p2p.ui.facts import allowance
from keep_p2p.ui.grouping import FLAT, menu_for
from keep_p2p.ui.menu import Chosen, Item, Menu, Opened, Unclear, pick
from keep_p2p.ui.names import HAZARD_NAME, SHORT
from keep_p2p.ui.questions import question
from keep_p2p.ui.told import hand_lines, state_lines, waiting_line, who_lines
from keep_p2p.ui.words import tell
from tests.ui.games import Moment, moments, names_for

FEWEST_GAMES = 4
MOST_GAMES = 60
"""Games within which every kind of decision must have come up, on whatever board."""


@cache
def played() -> tuple[tuple[int, Moment], ...]:
    """Whole games played by random choices, as many as it takes to meet every kind of decision and action."""
    found: list[tuple[int, Moment]] = []
    missing: set[object] = {*Decision, *get_args(Action)}
    for seed in range(MOST_GAMES):
        players = 3 + seed % 2
        new = [(players, moment) for moment in moments(players, seed)]
        met = {moment.decide.decision for _, moment in new} | {type(a) for _, moment in new for a in moment.actions}
        if seed < FEWEST_GAMES or missing & met:
            found += new
        missing -= met
        if not missing and seed >= FEWEST_GAMES:
            break
    return tuple(found)


@cache
def one_of_each() -> dict[Decision, tuple[int, Moment]]:
    first: dict[Decision, tuple[int, Moment]] = {}
    for players, moment in played():
        before = first.get(moment.decide.decision)
        if before is None or len(before[1].actions) < len(moment.actions):
            first[moment.decide.decision] = (players, moment)
    return first


def test_the_games_hold_every_kind_of_decision_and_action() -> None:
    assert set(one_of_each()) == set(Decision)
    actions = {type(action) for _, moment in played() for action in moment.actions}
    assert actions == set(get_args(Action))


def test_every_record_of_whole_games_is_told_without_a_raw_name() -> None:
    for players, moment in played():
        for record in moment.records:
            text = tell(record, names_for(players, 0))
            assert text is None or not re.search(r"guard-\d|None|Character|  ", text), text


@pytest.mark.parametrize("decision", Decision)
def test_every_decision_is_asked_by_name_with_a_question(decision: Decision) -> None:
    players, moment = one_of_each()[decision]
    text = question(moment.decide, moment.view, names_for(players, int(moment.decide.seat)))
    assert "?" in text
    assert not re.search(r"guard-\d|None|  ", text), text
    short = {"fonescu": "Fonescu", "eva": "Eva", "cuza": "Cuza", "glaeken": "Glaeken", "woermann": "Woermann"}
    assert short.get(moment.decide.character.value, "Molasar") in text


def test_nobody_is_asked_where_to_when_no_room_is_left_to_walk() -> None:
    spent = [
        (moment, question(moment.decide, moment.view, names_for(players, int(moment.decide.seat))))
        for players, moment in played()
        if moment.decide.decision in (Decision.MOVE, Decision.GUARD_MOVE)
        and not moment.view.state.alert
        and not allowance(moment.view.state)
    ]
    assert {moment.decide.decision for moment, _ in spent} >= {Decision.GUARD_MOVE}
    assert all("no rooms left" in text and "Where to" not in text and "where to" not in text for _, text in spent)


@pytest.mark.parametrize("decision", Decision)
def test_no_two_choices_of_a_question_read_alike(decision: Decision) -> None:
    for players, moment in played():
        if moment.decide.decision is decision:
            names = names_for(players, int(moment.decide.seat))
            told = [choice(action, moment.decide, moment.view, names) for action in moment.actions]
            assert len(set(told)) == len(told)
            assert not any(re.search(r"guard-\d|None|  |\.$", text) for text in told)


def test_a_walk_into_a_fight_says_so() -> None:
    seen = 0
    for players, moment in played():
        for action in moment.actions:
            if isinstance(action, Walk) and isinstance(action.pawn, Character) and action.pawn.is_searcher:
                text = choice(action, moment.decide, moment.view, names_for(players, None))
                end = action.path[-1] if action.path else None
                others = () if end is None or end == OUTSIDE else moment.view.state.pawns_in(end)
                fight = any(not isinstance(other, Character) or not other.is_searcher for other in others)
                assert ("fight" in text) is (fight and bool(action.path)), text
                seen += fight
    assert seen


def test_outside_the_keep_is_told_as_such() -> None:
    told = [
        choice(action, moment.decide, moment.view, names_for(players, None))
        for players, moment in played()
        for action in moment.actions
        if isinstance(action, Walk) and action.path and action.path[-1] == OUTSIDE
    ]
    assert told
    assert all("out of the Keep" in text for text in told)


def all_actions(menu: Menu) -> list[Action]:
    found: list[Action] = []
    for item in menu.items:
        found += [item.action] if item.action is not None else []
        found += all_actions(item.inner) if item.inner is not None else []
    return found


def test_a_menu_holds_every_action_exactly_once() -> None:
    for players, moment in played():
        menu = menu_for(moment.decide, moment.actions, moment.view, names_for(players, None))
        assert sorted(map(repr, all_actions(menu))) == sorted(map(repr, moment.actions))


def test_few_choices_are_one_list_and_many_of_several_pawns_are_grouped() -> None:
    grouped = 0
    for players, moment in played():
        menu = menu_for(moment.decide, moment.actions, moment.view, names_for(players, None))
        if len(moment.actions) <= FLAT:
            assert all(item.inner is None for item in menu.items)
        grouped += any(item.inner is not None for item in menu.items)
    assert grouped


def test_a_question_with_but_one_answer_is_one_line_that_promises_nothing_else() -> None:
    seen: set[Decision] = set()
    for moment, menu in menus():
        if menu.only is None:
            assert len(menu.lines()) > 1
        elif menu.in_short:
            seen.add(moment.decide.decision)
            assert menu.lines() == (menu.in_short,)
            rolls = isinstance(menu.only, Roll)
            assert ("press Enter to roll the die and walk" in menu.in_short) is rolls
    assert seen >= {Decision.BEFORE_ROLL, Decision.SECOND_WIND, Decision.CONFLICT_BONUS}


def feed_menu() -> tuple[Moment, Menu]:
    players, moment = one_of_each()[Decision.FEED]
    return moment, menu_for(moment.decide, moment.actions, moment.view, names_for(players, None))


def test_a_choice_is_made_by_its_number() -> None:
    _, menu = feed_menu()
    answer = pick(menu, " 1 ")
    assert answer == Chosen(menu.items[0].action)  # type: ignore[arg-type]  # the first is a guard to eat


@pytest.mark.parametrize("text", ["0", "99", "-1"])
def test_a_number_that_is_not_there_is_refused_with_the_range(text: str) -> None:
    _, menu = feed_menu()
    answer = pick(menu, text)
    assert isinstance(answer, Unclear)
    assert "number" in answer.sentence


def test_a_choice_is_made_by_the_name_of_its_room_in_any_case_and_shortened() -> None:
    moment, menu = feed_menu()
    feed = next(action for action in moment.actions if isinstance(action, Feed))
    room = moment.view.state.where(feed.guard)
    assert room is not None
    title = moment.view.state.game.board.room_data[room].name
    assert pick(menu, f"the {title.upper()}") == Chosen(feed)


def test_a_name_that_fits_several_choices_asks_which() -> None:
    a, b = (
        Item("to the Black Stair", HideHilt(), rooms=("black stair",)),
        Item("to the Black Pool", HideHilt(), rooms=("black pool",)),
    )
    answer = pick(Menu("Where to?", (a, b)), "black")
    assert isinstance(answer, Opened)
    assert answer.menu.items == (a, b)
    assert pick(Menu("Where to?", (a, b)), "pool") == Chosen(HideHilt())


def test_the_line_at_hand_goes_before_those_within_groups() -> None:
    far = Item("the Pool", Done(), rooms=("pool",), in_full="by magic to the Pool")
    near = Item("walk to the Pool", HideHilt(), rooms=("pool",))
    group = Item("magic (1 choice)", inner=Menu("Magic: where to?", (far,)))
    assert pick(Menu("Where to?", (near, group)), "pool") == Chosen(HideHilt())
    assert pick(Menu("Where to?", (group,)), "pool") == Chosen(Done())


def test_lines_of_several_groups_that_fit_are_told_in_full() -> None:
    groups = tuple(
        Item(how, inner=Menu(f"{how}: where to?", (Item("the Pool", action, rooms=("pool",), in_full=f"{how} to it"),)))
        for how, action in (("by magic", Done()), ("on foot", HideHilt()))
    )
    answer = pick(Menu("Where to?", groups), "pool")
    assert isinstance(answer, Opened)
    assert answer.menu.lines() == ('Which do you mean by "pool"?', "  1. by magic to it", "  2. on foot to it")


def test_what_fits_nothing_is_refused_in_a_sentence() -> None:
    _, menu = feed_menu()
    answer = pick(menu, "xyzzy")
    assert isinstance(answer, Unclear)
    assert '"xyzzy"' in answer.sentence


def every_menu(menu: Menu) -> list[Menu]:
    return [menu, *(found for item in menu.items if item.inner is not None for found in every_menu(item.inner))]


def menus() -> list[tuple[Moment, Menu]]:
    return [
        (moment, menu_for(moment.decide, moment.actions, moment.view, names_for(players, None)))
        for players, moment in played()
    ]


def test_a_room_is_found_inside_groups_of_groups_too() -> None:
    for _, menu in menus():
        hazards = [item for item in menu.items if item.label.startswith("play a Hazard card")]
        for hazard in (item for line in hazards if line.inner is not None for item in line.inner.items):
            if hazard.inner is not None:
                first = hazard.inner.items[0]
                assert isinstance(first.action, PlayHazard)
                assert HAZARD_NAME[first.action.hazard] in hazard.label
                assert isinstance(pick(menu, first.rooms[0]), Chosen | Opened)
                return
    pytest.fail("no group of a Hazard's rooms in these games")


def test_no_menu_of_walks_is_longer_than_can_be_listened_to() -> None:
    for moment, menu in menus():
        for part in every_menu(menu):
            walks = [item for item in part.items if isinstance(item.action, Walk) and not item.action.passes]
            fights = [item for item in walks if "fight" in item.label]
            assert len(walks) - len(fights) <= MOST_IN_A_BAND, (moment.decide, part.title)


def test_a_room_that_a_searcher_looks_for_is_never_hidden_in_a_group() -> None:
    seen = 0
    for moment, menu in menus():
        if moment.decide.decision is Decision.MOVE:
            for part in every_menu(menu)[1:]:
                for item in part.items:
                    own = isinstance(item.action, Walk) and item.action.pawn is moment.decide.character
                    if own and isinstance(item.action, Walk) and not item.action.passes:
                        assert "beside the secret door" not in item.label, (menu.title, part.title)
                        assert "is the Hilt there" not in item.label, (menu.title, part.title)
                        seen += 1
    assert seen


MOST_IN_A_BAND = 36
"""Rooms that lie one to three steps from each other, at most, on this board."""


def test_a_line_that_left_words_to_its_question_still_says_which_pawn_is_meant() -> None:
    for _, menu in menus():
        for part in every_menu(menu):
            for item in part.items:
                if isinstance(item.action, Walk | PutGuard):
                    pawn = item.action.pawn if isinstance(item.action, Walk) else item.action.guard
                    if not isinstance(pawn, Character):
                        assert names_for(4, None).who(pawn) in f"{menu.title} {part.title} {item.label}".lower()


def test_the_guard_that_can_reach_a_searcher_says_whom() -> None:
    seen = 0
    for _, menu in menus():
        for item in menu.items:
            if item.label.startswith("move guard") and item.inner is not None:
                inner = [line.label for part in every_menu(item.inner) for line in part.items]
                assert ("can reach" in item.label) is any("and fight" in label for label in inner)
                seen += "can reach" in item.label
    assert seen


def test_a_searchers_walk_says_how_far_it_is_from_there_to_what_is_looked_for() -> None:
    told = [
        item.label
        for moment, menu in menus()
        if moment.decide.decision is Decision.MOVE
        for item in menu.items
        if isinstance(item.action, Walk) and item.action.pawn is moment.decide.character
    ]
    for words in (" from a secret door", "; beside the secret door at", " from a marked room"):
        assert any(words in label for label in told), words


def test_molasars_jump_says_how_far_every_searcher_is() -> None:
    moment, menu = feed_menu()
    far = re.search(r"; \w+ is (\d+) rooms? away(?:, \w+ (\d+))* and \w+ (\d+)$", menu.items[0].label)
    assert far is not None
    state = moment.view.state
    assert all(SHORT[who] in menu.items[0].label for who in state.searchers if state.where(who) is not None)


def hazards_beside_a_searcher(decision: Decision) -> list[str]:
    return [
        line.label
        for moment, menu in menus()
        if moment.decide.decision is decision
        for part in every_menu(menu)
        for line in part.items
        if isinstance(line.action, PlayHazard) and ("and fight" in line.label or "before any fight" in line.label)
    ]


def test_a_leap_beside_a_searcher_is_no_fight_yet_while_molasar_still_walks() -> None:
    assert (late := hazards_beside_a_searcher(Decision.MOLASAR_MOVE))
    assert all(", unless you walk on" in label for label in late)
    assert (early := hazards_beside_a_searcher(Decision.FEED))
    assert all("but you leap to a guard before any fight" in label for label in early)


def test_a_retreat_of_molasar_proves_nothing_before_it_is_walked() -> None:
    moment = next(
        moment
        for moment, menu in menus()
        if moment.decide.decision is Decision.RETREAT and moment.view.state.unproven
        if any(isinstance(action, Walk) and action.pawn is Character.MOLASAR for action in moment.actions)
    )
    back = Walk(Character.MOLASAR, (moment.view.state.unproven[0],))
    told = choice(back, moment.decide, moment.view, names_for(4, 0))
    assert "proves" not in told
    assert told.endswith("may hold the Hilt: if so, he halts before it, and all know")


def test_groups_of_walks_say_how_long_they_really_are_and_which_leads_nearest() -> None:
    own = 0
    for moment, menu in menus():
        for part in every_menu(menu):
            for item in part.items:
                if item.inner is None or (band := re.search(r"walk (\d+)(?: to (\d+))? rooms? \(", item.label)) is None:
                    continue
                lengths = [len(line.action.path) for line in item.inner.items if isinstance(line.action, Walk)]
                assert (min(lengths), max(lengths)) == (int(band[1]), int(band[2] or band[1]))
                assert len(lengths) > 1
                if item.label.startswith("walk ") and moment.decide.character.is_searcher:
                    assert "; the nearest: the " in item.label
                    own += 1
    assert own


def test_cards_to_play_follow_the_walks_whatever_their_number() -> None:
    seen = 0
    for moment, menu in menus():
        kinds = [isinstance(item.action, PlayBonus) for item in menu.items]
        if moment.decide.decision is Decision.MOVE and any(kinds):
            walks = [place for place, item in enumerate(menu.items) if isinstance(item.action, Walk) or item.inner]
            assert walks[-1] < kinds.index(True)
            seen += 1
    assert seen


def test_a_name_may_be_shortened_too() -> None:
    menu = Menu(
        "Who defends?", (Item("Fonescu, who holds 3 cards", Done()), Item("Cuza, who holds 3 cards", HideHilt()))
    )
    assert pick(menu, "fon") == Chosen(Done())
    assert isinstance(pick(menu, "fo"), Unclear)
    assert isinstance(pick(menu, "hol"), Opened)


def test_cards_are_told_the_highest_first_with_how_many_they_beat() -> None:
    for moment, menu in menus():
        if moment.decide.decision is Decision.COMMIT_CARD:
            found = [
                re.search(
                    r"which counts (\d+); beats (\d+|none) of the (\d+) unseen cards(?:, ties ([1-9]\d*))?"
                    r"; (?:against|for) (?:Molasar|a guard) it counts \d+$",
                    item.label,
                )
                for item in menu.items
            ]
            told = [
                tuple(0 if number in (None, "none") else int(number) for number in match.groups())
                for match in found
                if match is not None
            ]
            assert len(told) == len(menu.items)
            assert told == sorted(told, key=lambda counts: (-counts[0], -counts[1]))
            assert all(beats + ties <= unseen for _, beats, unseen, ties in told)


def test_a_choice_is_made_by_words_that_stand_in_one_line_only() -> None:
    _, menu = feed_menu()
    assert pick(menu, "guard a") == Chosen(menu.items[0].action)  # type: ignore[arg-type]  # a guard to eat
    assert pick(menu, "guard 1") == pick(menu, "guard a"), "who counts the guards is understood, too"
    assert pick(menu, "guard 12") == pick(menu, "guard l")
    assert isinstance(pick(menu, "guard 13"), Unclear)
    assert isinstance(pick(menu, "eat"), Opened)
    assert isinstance(pick(menu, "guard"), Opened), "one stands in the Guard Room, but all are guards"
    assert isinstance(pick(menu, "at g"), Unclear)


def test_the_letter_of_a_guard_alone_chooses_it_only_with_one_more_enter() -> None:
    _, menu = feed_menu()
    opened = pick(menu, "c")
    assert isinstance(opened, Opened)
    assert opened.menu.only == Feed(GUARDS[2])
    assert opened.menu.lines()[0] == 'By "c" you mean:'
    assert isinstance(pick(menu, "m"), Unclear), "no guard has that letter"


def test_a_room_that_a_line_only_mentions_is_not_chosen_by_its_name() -> None:
    menu = Menu(
        "Where to?", (Item("the Chapel (2 rooms); beside the door to the Crypt", HideHilt(), rooms=("chapel",)),)
    )
    assert isinstance(pick(menu, "crypt"), Unclear)
    assert pick(menu, "chapel") == Chosen(HideHilt())


def test_one_or_two_letters_choose_nothing_by_themselves() -> None:
    menu = Menu("Where to?", (Item("to the Vault", HideHilt(), rooms=("vault",)), Item("stay", Done(), rooms=("no",))))
    assert isinstance(pick(menu, "v"), Unclear)
    assert isinstance(pick(menu, "au"), Unclear)
    assert pick(menu, "vau") == Chosen(HideHilt())
    assert pick(menu, "no") == Chosen(Done())


@pytest.mark.parametrize("text", ["9" * 5000, "x" * 4000, "\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT FIVE}" * 3])
def test_whatever_is_typed_the_answer_is_short(text: str) -> None:
    answer = pick(Menu("Where to?", (Item("stay", Done()),)), text)
    assert isinstance(answer, Unclear)
    assert len(answer.sentence) < 160


def test_the_state_tells_where_everybody_is_and_what_is_left() -> None:
    for players, moment in played()[::50]:
        names, state = names_for(players, 0), moment.view.state
        text = "\n".join(state_lines(state, names, (moment.decide.seat,)))
        for character in state.searchers:
            room = state.where(character)
            place = "outside the Keep" if room is None else names.room(room)
            assert f"{names.who(character)} is" in text
            assert place in text
        assert f"{len(state.guards_left)} left" in text
        assert "ecret door" in text
        assert "The table waits for" in text
        assert not re.search(r"guard-\d|None|  ", text)


def test_doors_that_nobody_has_found_are_one_line_of_the_state() -> None:
    players, moment = played()[0]
    lines = state_lines(moment.view.state, names_for(players, 0))
    (unfound,) = [line for line in lines if "found by nobody yet" in line]
    doors = [door.name for door in moment.view.state.game.board.secret_doors]
    assert all(any(name in line for line in lines) for name in doors)
    assert unfound.startswith("Secret doors found by nobody yet: the ")


def test_the_hand_is_told_to_its_holder_with_every_card() -> None:
    for players, moment in played()[::50]:
        names, view = names_for(players, int(moment.decide.seat)), moment.view
        lines = hand_lines(view, names)
        held = sum(len(view.state.hand(c, deck)) for c in names.seats[view.seat].characters for deck in Deck)
        assert sum(line.startswith(("  Conflict", "  Bonus")) for line in lines) == held
        assert "unknown" not in "\n".join(lines)


def test_whom_the_table_waits_for_is_said_by_name_and_oneself_first() -> None:
    names = names_for(4, 1)
    assert waiting_line((), names) == ""
    assert waiting_line((Seat(1),), names) == "The table waits for you."
    assert waiting_line((Seat(0), Seat(1)), names) == "The table waits for you and Anna (Eva)."
    assert who_lines(names)[1] == "Seat 2: you, playing Molasar"
