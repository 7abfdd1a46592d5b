"""Why a question comes up and what its answers are: said where the newcomer asks it."""

from __future__ import annotations

from functools import cache

from keep_p2p.rules.actions import Done, NameDefender, PlayHazard, Roll
from keep_p2p.rules.awaited import Decision
from keep_p2p.rules.names import Deck
from keep_p2p.ui.choices import choice
from keep_p2p.ui.facts import ASKED_OF_ALL, hazards_too_late
from keep_p2p.ui.grouping import menu_for
from keep_p2p.ui.names import HAZARD_NAME
from keep_p2p.ui.questions import question
from keep_p2p.ui.screen.board.chart import chart
from keep_p2p.ui.spoken import drawn
from keep_p2p.ui.table.advice import ADVICE, said_by
from keep_p2p.ui.table.choosing import Choosing
from tests.ui.games import Moment, moments, names_for, packs


@cache
def some() -> tuple[tuple[int, Moment], ...]:
    return tuple((players, moment) for players, seed in ((3, 1), (4, 2), (4, 5)) for moment in moments(players, seed))


def choosing(players: int, moment: Moment) -> Choosing:
    names = names_for(players, int(moment.decide.seat))
    return Choosing(moment.decide, moment.actions, moment.view, names, chart(packs().board.board))


def test_where_only_one_answer_is_left_it_is_said_why_it_is_asked_and_nowhere_else() -> None:
    seen = set()
    for players, moment in some():
        entries = choosing(players, moment).level.entries
        names = names_for(players, int(moment.decide.seat))
        lines = "\n".join(menu_for(moment.decide, moment.actions, moment.view, names).lines())
        alone = len(moment.actions) == 1 and isinstance(moment.actions[0], Done | Roll)
        assert any(ASKED_OF_ALL in entry.label for entry in entries) is alone
        assert (ASKED_OF_ALL in lines) is alone, lines
        seen.add((moment.decide.decision, alone))
    assert (Decision.SECOND_WIND, True) in seen
    assert (Decision.BEFORE_ROLL, True) in seen


def test_the_hazards_that_come_too_late_in_a_turn_are_named_above_the_others() -> None:
    named = 0
    for players, moment in some():
        open_now = {action.hazard for action in moment.actions if isinstance(action, PlayHazard)}
        if len(open_now) < 2:
            continue
        late = [HAZARD_NAME[hazard] for hazard in moment.view.state.hazards if hazard not in open_now]
        told = hazards_too_late(moment.view.state, open_now)
        assert all(name in told for name in late)
        assert bool(told) is bool(late)
        shown = choosing(players, moment)
        place = next(n for n, entry in enumerate(shown.level.entries, 1) if entry.cards)
        shown.number(place)
        assert shown.take() is None
        assert shown.level.title == f"Which Hazard card? {told}".strip()
        named += bool(late)
    assert named


def test_a_defender_is_told_with_who_plays_it_and_with_its_cards() -> None:
    for players, moment in some():
        names = names_for(players, int(moment.decide.seat))
        for action in moment.actions:
            if isinstance(action, NameDefender):
                seat = names.seat_of(action.defender)
                assert seat is not None
                told = choice(action, moment.decide, moment.view, names)
                held = len(moment.view.state.hand(action.defender, Deck.CONFLICT))
                assert told.endswith(f", played by {names.player(seat)}: {held} Conflict cards to choose from")


def test_what_is_added_whoever_defends_is_said_with_the_question() -> None:
    told = {
        question(moment.decide, moment.view, names_for(players, int(moment.decide.seat)))
        for players, moment in some()
        if moment.decide.decision is Decision.NAME_DEFENDER
    }
    assert any("1 is added to the card, whoever lays it." in text for text in told)
    assert any("is added" not in text for text in told)


def test_a_single_card_drawn_is_named_to_whom_it_belongs_and_to_nobody_else() -> None:
    named = 0
    for players, moment in some():
        own, other = names_for(players, int(moment.decide.seat)), names_for(players, None)
        for record in moment.records:
            assert drawn(record, other, None) == ()
            for text in drawn(record, own, moment.view):
                assert text.split(" ")[1] in ("draw", "draws")
                named += 1
    assert named


def test_rulings_are_said_with_what_they_are_about() -> None:
    assert said_by(("S6", "R3")) == "So say the rulings on setting up (S6) and retreats (R3)."
    assert said_by(("M1", "M2", "B2")).startswith("So say the rulings on moving (M1, M2) and Bonus cards (B2)")
    assert all(said_by(advice.rulings) for advice in ADVICE.values())
