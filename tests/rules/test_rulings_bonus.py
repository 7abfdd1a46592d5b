"""Bonus cards: rulings B1 to B6 (and the added B7 to B9)."""

from __future__ import annotations

import pytest

from keep_p2p.rules.actions import CommitCard, Done, NameDefender, PlayBonus, PlayHazard, Roll, SearchDoor, Walk
from keep_p2p.rules.awaited import Decide, Decision, Dice, RollDice
from keep_p2p.rules.events import Rolled
from keep_p2p.rules.game import IllegalAction, State, apply, awaited
from keep_p2p.rules.names import BONUS_OF, SEARCHERS, Bonus, Card, Deck, Door, Hazard, Seat
from keep_p2p.rules.position import slot_of
from keep_p2p.rules.records import BonusPlayed, Cause, DiceRolled, DoorNotFound, Moved, PowerOut, TurnBegan, TurnEnded
from tests.rules.scene import (
    CUZA,
    EVA,
    FONESCU,
    G1,
    G2,
    G3,
    GLAEKEN,
    WOERMANN,
    M,
    asked,
    at,
    bonus,
    decision,
    do,
    ends,
    of,
    offers,
    play,
    refused,
    rooms,
    table,
    walk,
)

A = Door("door-a")


def played(state: State) -> set[Bonus]:
    """The kinds of card that may be played now, as far as everybody knows."""
    return {BONUS_OF[action.card] for action in offers(state, PlayBonus)}


# B1


def test_B1_each_card_has_its_own_moment() -> None:
    hand = {EVA: (33, 34)}
    assert played(at(EVA, {EVA: "k11", G1: "k33"}, bonus_hands=hand).before_roll()) == {
        Bonus.MOVE_GUARD,
        Bonus.SECRET_ENTRANCE,
    }
    assert played(at(EVA, {EVA: "k00"}, bonus_hands=hand).moving(3)) == {Bonus.REROLL}
    assert played(at(EVA, {EVA: "k00"}, bonus_hands=hand).second_wind()) == {Bonus.SECOND_WIND}
    dark = at(EVA, {EVA: "k11"}, bonus_hands=hand, power_failure=True).before_roll()
    assert played(dark) == {Bonus.MOVE_GUARD, Bonus.FLASHLIGHT}
    failed = apply(at(EVA, {EVA: "k11"}, bonus_hands=hand).rolling(Dice.SEARCH, A), Rolled((6,))).state
    assert played(failed) == {Bonus.REROLL}


@pytest.mark.parametrize(
    ("enemy", "kinds"), [(G1, {Bonus.SECOND_GUESS}), (M, {Bonus.SECOND_GUESS, Bonus.BLADE})], ids=["guard", "molasar"]
)
def test_B1_in_a_conflict_of_its_own_pawn_in_anybodys_turn(enemy: str, kinds: set[Bonus]) -> None:
    for turn in (EVA, CUZA, M):
        state = at(turn, {EVA: "k00", enemy: "k00"}, bonus_hands={EVA: (33,)}).fighting()
        state = do(do(state, CommitCard(M)).state, NameDefender(CUZA)).state
        state = do(state, CommitCard(CUZA)).state
        assert asked(state) == Decide(Decision.CONFLICT_BONUS, Seat(0), EVA) and played(state) == kinds


def test_B1_nobody_is_asked_in_anothers_turn_or_fight() -> None:
    everybody = {c: (33 + 2 * i, 34 + 2 * i) for i, c in enumerate(SEARCHERS) if c is not EVA}
    assert isinstance(awaited(at(EVA, {EVA: "k00"}, bonus_hands=everybody).before_roll()), RollDice)
    fight = at(EVA, {EVA: "k00", G1: "k00"}, bonus_hands=everybody).fighting()
    fight = do(do(do(fight, CommitCard(M)).state, NameDefender(CUZA)).state, CommitCard(CUZA)).state
    assert not isinstance(awaited(fight), Decide), "Eva's hand is empty: the cards are turned up"


def test_B1_several_may_be_played_in_one_turn() -> None:
    pos = at(EVA, {EVA: "k11", G1: "k33", M: "k00"}, bonus_hands={EVA: (38, 44)})
    sim = table(pos.before_roll(), dice=(2,))
    told = play(sim, bonus(EVA, 38), walk(G1, "k32"), bonus(EVA, 44, door=A))
    assert [record.bonus for record in of(BonusPlayed, told)] == [Bonus.MOVE_GUARD, Bonus.SECRET_ENTRANCE]
    assert sim.state.discards(Deck.BONUS) == (38, 44) and sim.state.hand(EVA, Deck.BONUS) == ()


def test_B1_a_card_of_one_searcher_is_no_use_to_another_of_the_same_player() -> None:
    state = at(EVA, {EVA: "k00", CUZA: "k01"}, players=3, bonus_hands={CUZA: (33,), EVA: (38,)}).moving(3)
    assert refused(state, bonus(CUZA, 33)) == "B1"
    assert refused(state, PlayBonus(EVA, slot_of(33), Card(33))) == "B1"


def test_B1_only_a_card_that_the_slot_can_be_and_really_is() -> None:
    sim = table(at(EVA, {EVA: "k11"}, bonus_hands={EVA: (33, 34)}, discards=(38,)).before_roll())
    assert refused(sim.state, PlayBonus(EVA, slot_of(33), Card(38))) == "B1", "38 is among the discards"
    claim = PlayBonus(EVA, slot_of(33), Card(44), door=A)
    assert refused(sim.state, claim) == "", "for all that everybody knows"
    with pytest.raises(IllegalAction, match="B1"):
        sim.step(claim)
    assert refused(sim.state, PlayBonus(EVA, slot_of(35), Card(44), door=A)) == "B1", "a slot of the pile"


def test_B1_a_window_closes_when_all_copies_are_seen() -> None:
    hand = {EVA: (33,)}
    places = {EVA: "k00", G1: "k33"}
    assert isinstance(awaited(at(EVA, places, bonus_hands=hand, discards=(38,)).before_roll()), RollDice)
    assert decision(at(EVA, places, bonus_hands=hand).before_roll()) is Decision.BEFORE_ROLL


# B2


def test_B2_reroll_after_a_movement_roll_the_new_roll_stands() -> None:
    sim = table(at(GLAEKEN, {GLAEKEN: "k00"}, bonus_hands={GLAEKEN: (33,)}).rolling(), dice=(5, 2))
    play(sim)
    assert refused(sim.state, walk(GLAEKEN, "k01", "k02", "k03", "k13", "k23")) == ""
    told = play(sim, bonus(GLAEKEN, 33))
    assert of(DiceRolled, told) == [DiceRolled(GLAEKEN, Dice.MOVE, (2,), 2)]
    assert refused(sim.state, walk(GLAEKEN, "k01", "k02", "k03")) == "M1"
    assert not offers(sim.state, PlayBonus), "the only copy is seen"


def test_B2_after_a_failed_search_before_it_is_final() -> None:
    sim = table(at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands={GLAEKEN: (33,)}).before_roll(), dice=(6, 3))
    told = play(sim, SearchDoor(GLAEKEN, A))
    assert decision(sim.state) is Decision.FAILED_SEARCH and not of(DoorNotFound, told)
    told = play(sim, bonus(GLAEKEN, 33))
    assert of(DiceRolled, told) == [DiceRolled(GLAEKEN, Dice.SEARCH, (3,), 3)]
    assert decision(sim.state) is Decision.MOVE
    given_up = table(at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands={GLAEKEN: (33,)}).before_roll(), dice=(6, 3))
    told = play(given_up, SearchDoor(GLAEKEN, A), Done())
    assert of(DoorNotFound, told) and not of(Moved, told)
    assert of(TurnEnded, told)


def test_B2_before_anyone_has_moved_on_it() -> None:
    sim = table(at(WOERMANN, {WOERMANN: "k00", G1: "k22"}, bonus_hands={WOERMANN: (33,)}).moving(4))
    assert refused(sim.state, bonus(WOERMANN, 33)) == ""
    play(sim, walk(G1, "k23"))
    assert refused(sim.state, bonus(WOERMANN, 33)) == "B2"


def test_B2_also_where_nobody_could_move_on_the_roll() -> None:
    """Boxed in by Searchers a 1 leads nowhere; a better roll might."""
    places = {EVA: "k00", FONESCU: "k01", CUZA: "k10", GLAEKEN: "k20"}
    moving = at(GLAEKEN, {**places, GLAEKEN: "k00", EVA: "k20"}, bonus_hands={GLAEKEN: (33,)}).moving(1)
    assert decision(moving) is Decision.MOVE and refused(moving, bonus(GLAEKEN, 33)) == ""
    without = at(GLAEKEN, {**places, GLAEKEN: "k00", EVA: "k20"}).moving(1)
    assert without.turn is not GLAEKEN


def test_B2_not_on_anybody_elses_roll() -> None:
    state = at(M, {G1: "k00", G2: "k33"}, bonus_hands={EVA: (33,)}, hazards=tuple(Hazard)).molasar_moving(3)
    assert refused(state, bonus(EVA, 33)) == "T7"


# B3


def end_of_turn(*, extra: bool = False) -> State:
    return at(EVA, {EVA: "k00", G1: "k33"}, bonus_hands={EVA: (34,)}, extra=extra).moving(2)


def test_B3_second_wind_has_its_window_when_the_turn_has_ended() -> None:
    step = do(end_of_turn(), walk(EVA, "k01"))
    assert of(TurnEnded, step.records) == [TurnEnded(EVA)]
    assert asked(step.state) == Decide(Decision.SECOND_WIND, Seat(0), EVA)
    again = do(step.state, bonus(EVA, 34))
    assert of(TurnBegan, again.records) == [TurnBegan(EVA, step.state.turn_number, extra=True)]
    assert again.state.turn is EVA and again.state.extra
    declined = do(step.state, Done())
    assert of(TurnBegan, declined.records)[0].character is FONESCU


def test_B3_after_the_hilt_has_been_asked_for() -> None:
    sim = table(at(EVA, {EVA: "c0"}, bonus_hands={EVA: (34,)}).moving(2), hilt="c9")
    play(sim, walk(EVA, "c1"))
    assert decision(sim.state) is Decision.SECOND_WIND and sim.state.proven == rooms("c1")


def test_B3_a_whole_second_turn_searches_too() -> None:
    sim = table(at(EVA, {EVA: "k10"}, bonus_hands={EVA: (34,)}).moving(2))
    play(sim, walk(EVA, "k11"), bonus(EVA, 34))
    assert decision(sim.state) is Decision.BEFORE_ROLL and refused(sim.state, SearchDoor(EVA, A)) == ""


def test_B3_not_after_an_extra_turn() -> None:
    step = do(end_of_turn(extra=True), walk(EVA, "k01"))
    assert step.state.turn is not EVA


def test_B3_not_after_anothers_turn() -> None:
    state = at(CUZA, {EVA: "k00", CUZA: "k02", GLAEKEN: "k23"}, bonus_hands={EVA: (34,)}).moving(1)
    assert do(state, walk(CUZA)).state.turn is not CUZA


# B4


def test_B4_before_the_roll_one_guard_up_to_four_rooms_by_the_guards_rules() -> None:
    pos = at(EVA, {EVA: "k00", G1: "k30", G2: "k31", CUZA: "k20"}, bonus_hands={EVA: (38,)})
    state = do(pos.before_roll(), bonus(EVA, 38)).state
    assert asked(state) == Decide(Decision.GUARD_FAVOUR, Seat(0), EVA)
    assert refused(state, walk(G1, "k31", "k32", "k33", "k23")) == ""
    assert refused(state, walk(G1, "k31", "k32", "k33", "k23", "k13")) == "M1"
    assert refused(state, walk(G1, "k31")) == "M2" and refused(state, walk(G1, "k20", "k10")) == "M3"
    assert refused(state, walk(EVA, "k01")) == "B4" and refused(state, Done()) == ""
    step = do(state, walk(G1, "k20"))
    assert of(Moved, step.records)[0].cause is Cause.FAVOUR
    assert isinstance(awaited(step.state), RollDice), "back to the roll; the fight comes after the walk"


def test_B4_not_after_the_roll() -> None:
    state = at(EVA, {EVA: "k00", G1: "k30"}, bonus_hands={EVA: (38, 33)}).moving(3)
    assert refused(state, bonus(EVA, 38)) == "B1"


def test_B4_under_power_failure_before_the_roll_would_be() -> None:
    state = at(EVA, {EVA: "k00", G1: "k30"}, bonus_hands={EVA: (38,)}, power_failure=True).before_roll()
    state = do(state, bonus(EVA, 38)).state
    step = do(state, walk(G1, "k31"))
    assert of(PowerOut, step.records) == [PowerOut(EVA)], "its one card is gone: nothing is left to ask"
    assert step.state.where(G1) == "k31" and step.state.where(EVA) == "k00"


def test_B4_it_may_take_the_guard_beside_oneself_away_or_bring_one() -> None:
    pair = ((EVA, G1),)
    pos = at(EVA, {EVA: "k00", G1: "k00", G2: "k11"}, bonus_hands={EVA: (38,)}, truces=pair)
    state = do(pos.before_roll(), bonus(EVA, 38)).state
    assert refused(state, walk(G1, "k01", "k02")) == "" and refused(state, walk(G2, "k01", "k00")) == "M4"


# B5


def passing(*held: int, steps: int = 4, **places: str) -> State:
    named = {"g1": G1, "g2": G2, "g3": G3, "molasar": M, "cuza": CUZA}
    pawns = {named[name]: room for name, room in places.items()}
    return at(EVA, {EVA: "k00", **pawns}, bonus_hands={EVA: held}).moving(steps)


def test_B5_pass_is_declared_with_the_walk_and_one_guard_does_not_stop_it() -> None:
    state = passing(39, g1="k01")
    assert refused(state, walk(EVA, "k01", "k02")) == "M3"
    assert refused(state, walk(EVA, "k01", "k02", passes=(39,))) == ""
    step = do(state, walk(EVA, "k01", "k02", passes=(39,)))
    assert of(BonusPlayed, step.records) == [BonusPlayed(EVA, Card(39), Bonus.PASS)]
    assert step.state.where(EVA) == "k02" and step.state.conflict is None
    assert step.state.discards(Deck.BONUS) == (39,)


def test_B5_ending_there_is_a_conflict() -> None:
    state = passing(39, g1="k01")
    assert do(state, walk(EVA, "k01", passes=(39,))).state.conflict is not None


def test_B5_one_card_one_room_two_copies_two_rooms() -> None:
    state = passing(39, 40, g1="k01", g2="k02", steps=6)
    track = ("k01", "k02", "k03")
    assert refused(state, walk(EVA, *track)) == "M3"
    assert refused(state, walk(EVA, *track, passes=(39,))) == "B5"
    assert refused(state, walk(EVA, *track, passes=(40, 39))) == ""
    three = passing(39, 40, g1="k01", g2="k02", g3="k03", steps=6)
    assert refused(three, walk(EVA, *track, "k13", passes=(39, 40))) == "B5"


def test_B5_not_through_molasar() -> None:
    assert refused(passing(39, molasar="k01"), walk(EVA, "k01", "k02", passes=(39,))) == "M3"


def test_B5_the_other_movement_rules_stand() -> None:
    state = passing(39, g1="k01", cuza="k02")
    assert refused(state, walk(EVA, "k01", "k02", passes=(39,))) == "M2"
    assert refused(state, walk(EVA, "k01", "k11", "c0", passes=(39,))) == "M5"
    assert refused(state, walk(EVA, passes=(39,))) == "B5"


def test_B5_only_pass_cards_and_each_once() -> None:
    state = passing(39, 41, g1="k01", g2="k02")
    assert refused(state, walk(EVA, "k01", "k02", passes=(41,))) == "B5"
    assert refused(state, walk(EVA, "k01", "k02", "k03", passes=(39, 39))) == "B5"
    twice = Walk(EVA, rooms("k01", "k02", "k03"), ((slot_of(39), Card(39)), (slot_of(41), Card(39))))
    assert refused(state, twice) == "B5"
    assert refused(state, Walk(EVA, rooms("k01", "k02"), ((slot_of(40), Card(39)),))) == "B1"


def test_B5_two_cards_are_two_slots_as_far_as_everybody_knows() -> None:
    """One unseen card may be either copy, and is never both."""
    one = passing(39, g1="k01", g2="k02", g3="k10", steps=3)
    assert not [w for w in offers(one, Walk) if len(w.passes) > 1]
    two = passing(39, 40, g1="k01", g2="k02", g3="k10", steps=3)
    declared = [w.passes for w in offers(two, Walk) if len(w.passes) > 1]
    assert declared and all(a[0] < b[0] and a[1] != b[1] for a, b in declared)
    assert all(refused(two, w) == "" for w in offers(two, Walk))


def test_B5_woermann_passes_in_one_run_and_guards_never_do() -> None:
    pos = at(WOERMANN, {WOERMANN: "k00", G1: "k01", EVA: "k11"}, bonus_hands={WOERMANN: (39,)})
    state = pos.moving(5)
    assert refused(state, walk(G1, "k11", "k12", passes=(39,))) == "B5"
    state = do(state, walk(WOERMANN, "k01", "k02", passes=(39,))).state
    assert refused(state, walk(WOERMANN, "k03")) == "", "he was not stopped"


def test_B7_a_room_passed_takes_one_card_however_often_and_a_searcher_there_is_passed_too() -> None:
    state = passing(39, g1="k01", steps=5)
    assert refused(state, walk(EVA, "k01", "k02", "k01", "k11", passes=(39,))) == ""
    crowded = at(EVA, {EVA: "k00", G1: "k01", CUZA: "k01"}, truces=((CUZA, G1),), bonus_hands={EVA: (39,)}).moving(4)
    assert refused(crowded, walk(EVA, "k01", "k02", passes=(39,))) == ""
    assert refused(crowded, walk(EVA, "k01", passes=(39,))) == "M4"


def test_B7_a_pass_is_not_spent_where_there_is_no_guard() -> None:
    state = passing(39, 40, g1="k01")
    assert refused(state, walk(EVA, "k10", passes=(39,))) == "B5"
    assert refused(state, walk(EVA, "k01", "k02", passes=(39, 40))) == "B5"


# B6


def test_B6_flashlight_at_once_in_answer_to_power_failure() -> None:
    hands = {EVA: (41,), CUZA: (42,)}
    pos = at(M, {EVA: "k00", CUZA: "k02", G1: "k33", G2: "k30"}, bonus_hands=hands, hazards=tuple(Hazard))
    state = do(pos.molasar_moving(2), PlayHazard(Hazard.POWER_FAILURE)).state
    assert asked(state) == Decide(Decision.FLASHLIGHT, Seat(0), EVA)
    state = do(state, bonus(EVA, 41)).state
    assert state.lit == (EVA,) and asked(state) == Decide(Decision.FLASHLIGHT, Seat(2), CUZA)
    state = do(state, Done()).state
    assert decision(state) is Decision.MOLASAR_MOVE, "Searchers with empty hands are not asked"
    assert state.lit == (EVA,) and state.power_failure


def test_B6_or_on_the_own_turn() -> None:
    state = at(EVA, {EVA: "k00"}, bonus_hands={EVA: (41,)}, power_failure=True).before_roll()
    assert refused(state, Roll()) == "H2"
    assert isinstance(awaited(do(state, bonus(EVA, 41)).state), RollDice)
    dark = do(state, Done())
    assert of(PowerOut, dark.records) == [PowerOut(EVA)] and of(TurnEnded, dark.records) == [TurnEnded(EVA)]


def test_B6_it_covers_that_one_turns_movement() -> None:
    lit = at(EVA, {EVA: "k00"}, bonus_hands={EVA: (34,)}, power_failure=True, lit=(EVA,))
    sim = table(lit.before_roll(), dice=(2,))
    play(sim, Roll(), walk(EVA, "k01"))
    assert sim.state.lit == () and decision(sim.state) is Decision.SECOND_WIND
    told = play(sim, bonus(EVA, 34))
    assert PowerOut(EVA) in told, "the extra turn is dark again"


def test_B6_not_when_the_lights_are_on() -> None:
    state = at(EVA, {EVA: "k00", G1: "k33"}, bonus_hands={EVA: (41, 38)}).before_roll()
    assert refused(state, bonus(EVA, 41)) == "B1"


def test_B8_a_door_goes_with_secret_entrance_alone() -> None:
    state = at(EVA, {EVA: "k11", G1: "k33"}, bonus_hands={EVA: (44, 38)}).before_roll()
    assert refused(state, bonus(EVA, 44)) == "B8" and refused(state, bonus(EVA, 44, door=A)) == ""


def test_B9_no_second_flashlight_for_a_turn_already_lit() -> None:
    pos = at(EVA, {EVA: "k00", G1: "k33"}, bonus_hands={EVA: (41, 38)}, power_failure=True, lit=(EVA,))
    assert refused(pos.before_roll(), bonus(EVA, 41)) == "B1" and "k01" not in ends(pos.before_roll(), EVA)
