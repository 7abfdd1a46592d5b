"""Choosing on the map: every legal action of every decision can be pointed at and taken, by keys and by pointing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from keep_p2p.rules.actions import OUTSIDE, Action, PlayBonus, PlayHazard, Walk
from keep_p2p.rules.awaited import Decision
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.events import Acted
from keep_p2p.rules.game import apply, check_action, hilt_openings
from keep_p2p.rules.names import Character
from keep_p2p.ui.questions import question
from keep_p2p.ui.screen.board.chart import ARROWS, chart
from keep_p2p.ui.table.choosing import Choosing
from keep_p2p.ui.table.doing import doing
from keep_p2p.ui.table.outlook import Tone, outlook
from keep_p2p.ui.table.steps import Steps
from tests.ui.games import Moment, moments, names_for

MOST_GAMES = 60
"""Games within which every kind of decision must have come up, on whatever board."""

OF_EACH = 12
"""Moments of each decision that are looked at, those with the most answers among them."""


@cache
def chosen_moments() -> tuple[tuple[int, Moment], ...]:
    """Moments of every decision, from as many games as it takes to meet them all."""
    found: dict[Decision, list[tuple[int, Moment]]] = {decision: [] for decision in Decision}
    for seed in range(MOST_GAMES):
        for moment in moments(3 + seed % 2, seed):
            found[moment.decide.decision].append((3 + seed % 2, moment))
        if all(found.values()):
            break
    chosen: list[tuple[int, Moment]] = []
    for decision, every in found.items():
        every.sort(key=lambda item: -len(item[1].actions))
        chosen += [*every[: OF_EACH // 2], *Random(decision).sample(every, min(OF_EACH // 2, len(every)))]
    return tuple(chosen)


def choosing_of(players: int, moment: Moment) -> Choosing:
    names = names_for(players, int(moment.decide.seat))
    return Choosing(moment.decide, moment.actions, moment.view, names, chart(names.board))


def reachable(choosing: Choosing) -> Iterator[Action]:
    """All actions that Tab and Enter lead to, on this level and below."""
    for count in range(1, 1 + len(choosing.level.spots) + len(choosing.level.entries)):
        choosing.level.at = None
        for _ in range(count):
            choosing.cycle(1)
        depth = choosing.depth
        action = choosing.take()
        if action is not None:
            yield action
        elif choosing.depth > depth:
            yield from reachable(choosing)
            while choosing.depth > depth:
                choosing.back()


def test_every_decision_is_met() -> None:
    assert {moment.decide.decision for _, moment in chosen_moments()} == set(Decision)


@pytest.mark.parametrize("decision", Decision)
def test_tab_and_enter_reach_every_action_and_nothing_else(decision: Decision) -> None:
    for players, moment in chosen_moments():
        if moment.decide.decision is decision:
            assert set(reachable(choosing_of(players, moment))) == set(moment.actions)


def test_no_enter_answers_a_question_that_has_just_come_up_but_a_roll_or_what_alone_can_be_answered() -> None:
    for players, moment in chosen_moments():
        action = choosing_of(players, moment).take()
        assert action is None or type(action).__name__ == "Roll" or moment.actions == (action,)


def test_one_enter_is_enough_where_only_one_thing_can_be_answered() -> None:
    alone = [(players, m) for players, m in chosen_moments() if m.decide.decision is Decision.SECOND_WIND]
    for players, moment in alone:
        only = replace(moment, actions=tuple(a for a in moment.actions if not isinstance(a, PlayBonus))[:1])
        choosing = choosing_of(players, only)
        assert choosing.level.at == 0
        assert choosing.take() == only.actions[0]
    assert alone


def test_everything_that_is_pointed_at_says_what_it_is_and_can_be_taken_back() -> None:
    for players, moment in chosen_moments():
        choosing = choosing_of(players, moment)
        while choosing.back():
            pass
        assert choosing.level.at is None
        for _ in range(5):
            choosing.cycle(1)
            assert choosing.heading
            assert not any("guard-" in note.text or "  " in note.text for note in choosing.notes())
        assert choosing.back()
        assert choosing.level.at is None


def test_a_walk_into_a_fight_is_lit_as_one_and_says_so() -> None:
    seen = 0
    for players, moment in chosen_moments():
        choosing = choosing_of(players, moment)
        for room, spot in choosing.level.spots.items():
            if isinstance(spot, tuple) and isinstance(spot[0], Walk) and spot[0].path:
                choosing.point(room)
                told = any(note.tone is Tone.FIGHT for note in choosing.notes())
                assert told is choosing.fighting(room)
                seen += told
    assert seen


def test_a_door_that_this_walk_finds_is_not_said_to_be_searched_later() -> None:
    found = told = 0
    for seed in range(MOST_GAMES):
        for moment in moments(3 + seed % 2, seed):
            searcher, state = moment.decide.character, moment.view.state
            names = names_for(3 + seed % 2, int(moment.decide.seat))
            for action in moment.actions if moment.decide.decision is Decision.MOVE else ():
                if not isinstance(action, Walk) or action.pawn is not searcher:
                    continue
                after = apply(state, Acted(moment.decide.seat, action)).state.doors_found(searcher)
                found += len(after) > len(state.doors_found(searcher))
                notes = [note.text for note in outlook(action, moment.decide, moment.view, names)]
                beside = [note for note in notes if note.startswith("Beside")]
                told += len(beside)
                assert not [door for door in after if any(names.door(door) in note for note in beside)], notes
        if found and told:
            break
    assert found, "no walk found a door"
    assert told, "no walk ended beside a door"


def test_a_jump_before_the_meal_is_said_to_be_lost() -> None:
    players, moment = next(
        (players, moment)
        for players, moment in chosen_moments()
        if moment.decide.decision is Decision.FEED
        and any(isinstance(a, PlayHazard) and a.room is not None for a in moment.actions)
    )
    names = names_for(players, int(moment.decide.seat))
    jump = next(a for a in moment.actions if isinstance(a, PlayHazard) and a.room is not None)
    told = [note.text for note in outlook(jump, moment.decide, moment.view, names)]
    assert "jump better after it" in told[0]
    assert not any("unless you walk away" in text for text in told)
    later = replace(moment.decide, decision=Decision.MOLASAR_MOVE)
    assert not any("jump better" in note.text for note in outlook(jump, later, moment.view, names))


def test_who_is_waited_for_is_called_as_he_calls_himself() -> None:
    players, moment = chosen_moments()[0]
    names, seat = names_for(players, None), moment.decide.seat
    seats = list(names.seats)
    seats[seat] = replace(seats[seat], player="van Dyck")
    assert doing(moment.view.state, (seat,), replace(names, seats=tuple(seats))).startswith("van Dyck (")
    told = doing(moment.view.state, (seat,), replace(names, you=seat))
    assert told == "Molasar (you) hides the Hilt.", "who is asked reads it too, between two questions"


def test_one_conflict_alone_is_not_asked_to_be_the_first() -> None:
    asked = [(p, m) for p, m in chosen_moments() if m.decide.decision is Decision.PICK_CONFLICT]
    for players, moment in asked:
        told = question(moment.decide, moment.view, names_for(players, int(moment.decide.seat)))
        assert ("first" in told) is (len(moment.view.state.conflicts) > 1)


def test_arrows_move_between_rooms_that_may_be_chosen_and_to_no_other() -> None:
    random = Random(1)
    for players, moment in chosen_moments():
        choosing = choosing_of(players, moment)
        if not choosing.level.spots:
            continue
        choosing.level.at = None
        for _ in range(10):
            choosing.arrow(random.choice(list(ARROWS)))
            assert choosing.level.at in (None, *choosing.level.spots)


def walks_of(moment: Moment) -> list[Walk]:
    return [action for action in moment.actions if isinstance(action, Walk) and action.path]


def test_every_walk_can_be_given_step_by_step_with_its_cards() -> None:
    done = 0
    for _, moment in chosen_moments():
        for walk in walks_of(moment)[:: max(1, len(walks_of(moment)) // 20)]:
            steps = Steps(moment.decide, moment.view, walk.pawn)
            for card in walk.passes:
                assert card in steps.cards()
                steps = steps.toggled(card)
            for room in walk.path:
                assert room in steps.next, (moment.decide.decision, walk, steps.walk)
                steps = steps.onward(room)
            assert steps.problem() == ""
            assert steps.walk == walk
            done += 1
    assert done > 100


def test_random_steps_lead_only_to_walks_that_the_rules_allow_or_that_can_go_on() -> None:
    random, other_ways = Random(2), 0
    for _, moment in chosen_moments():
        walks = walks_of(moment)
        if not walks:
            continue
        steps = Steps(moment.decide, moment.view, random.choice(walks).pawn)
        while steps.next and random.random() < 0.8:
            steps = steps.onward(random.choice(steps.next))
        if steps.problem():
            assert not steps.walk.path or steps.next or steps.problem().startswith("Nobody may stop")
            continue
        check_action(moment.view.state, moment.decide.seat, steps.walk)
        other_ways += steps.walk not in walks
        if steps.walk.pawn is Character.MOLASAR and moment.decide.character is Character.MOLASAR:
            assert moment.view.known.hilt not in hilt_openings(moment.view.state, steps.walk)
    assert other_ways


def test_a_searcher_is_driven_out_of_the_keep_step_by_step_too() -> None:
    for players, moment in chosen_moments():
        outward = [walk for walk in walks_of(moment) if walk.path[-1] == OUTSIDE]
        if outward:
            choosing = choosing_of(players, moment)
            assert choosing.by_steps() or choosing.level.group is None
            return
    pytest.fail("nobody could be driven out in these games")


def test_steps_never_end_where_the_rules_forbid_it() -> None:
    for _, moment in chosen_moments():
        for walk in walks_of(moment)[:5]:
            steps = Steps(moment.decide, moment.view, walk.pawn)
            for room in walk.path:
                steps = steps.onward(room)
                try:
                    check_action(moment.view.state, moment.decide.seat, steps.walk)
                except IllegalAction:
                    assert steps.problem()
                else:
                    assert not steps.problem()
