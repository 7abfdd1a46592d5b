"""Guards: rulings M12, M13, M14 (and the added M18, M19)."""

from __future__ import annotations

import pytest

from keep_p2p.rules.actions import Done, PlayHazard, PutGuard, Roll, SearchDoor
from keep_p2p.rules.awaited import Decision, Dice, RollDice
from keep_p2p.rules.events import Rolled
from keep_p2p.rules.game import State, apply, awaited
from keep_p2p.rules.names import GUARDS, Door, Hazard, Room
from keep_p2p.rules.records import Cause, DiceRolled, DoorFound, DoorNotFound, Moved, Stayed
from tests.rules.scene import (
    EVA,
    G1,
    G2,
    G3,
    G4,
    GLAEKEN,
    WOERMANN,
    M,
    at,
    bonus,
    decision,
    do,
    ends,
    of,
    offers,
    play,
    refused,
    settle,
    table,
    walk,
)

A, B, C, D = (Door(f"door-{letter}") for letter in "abcd")
TWO_BELOW = {G1: "c2", G2: "c6", M: "k00"}


# M12


def test_M12_no_third_guard_enters_the_cellar_by_its_own_walk_in_passing_neither() -> None:
    state = at(M, {**TWO_BELOW, G3: "k11"}, doors={M: (A, D)}).guard_moving(8)
    assert refused(state, walk(G3, "c0")) == "M12"
    assert refused(state, walk(G3, "c0", "c7", "c6", "k21")) == "M12"
    assert refused(state, walk(G3, "k21")) == ""


def test_M12_the_two_below_move_freely_and_make_room_by_leaving() -> None:
    state = at(M, {**TWO_BELOW, G3: "k11"}, doors={M: (A, D)}).guard_moving(12)
    assert refused(state, walk(G1, "c1")) == refused(state, walk(G2, "k21", "c6", "c5")) == ""
    state = do(state, walk(G2, "k21")).state
    assert refused(state, walk(G3, "c0")) == ""
    assert refused(do(state, walk(G3, "c0")).state, walk(G4, "c6")) != ""


@pytest.mark.parametrize("how", ["favour", "split", "retreat", "alert"])
def test_M12_however_they_would_get_there(how: str) -> None:
    places = {**TWO_BELOW, G3: "k11", WOERMANN: "k33", EVA: "k20"}
    doors = {M: (A,)}
    if how == "favour":
        state = do(at(EVA, places, doors=doors, bonus_hands={EVA: (38,)}).before_roll(), bonus(EVA, 38)).state
    elif how == "split":
        state = at(WOERMANN, places, doors=doors).moving(4)
    elif how == "alert":
        ready = at(M, places, doors=doors, hazards=(Hazard.GENERAL_ALERT,)).molasar_moving(4)
        state = do(ready, PlayHazard(Hazard.GENERAL_ALERT)).state
    else:
        state = at(EVA, {**places, EVA: "k11"}, doors=doors).retreat(EVA, G3, EVA, 4)
    assert refused(state, walk(G3, "c0")) == "M12"
    assert "c0" not in ends(state, G3)


def test_M12_by_summon_guards_only_the_two_below_may_then_be_put() -> None:
    ready = at(M, {**TWO_BELOW, G3: "k11"}, hazards=(Hazard.SUMMON_GUARDS,)).molasar_moving(4)
    state = do(ready, PlayHazard(Hazard.SUMMON_GUARDS)).state
    assert refused(state, PutGuard(G3, Room("c0"))) == "M12"
    assert refused(state, PutGuard(G1, Room("c0"))) == ""


def test_M12_no_position_with_three_is_one() -> None:
    with pytest.raises(ValueError, match="M12"):
        at(M, {**TWO_BELOW, G3: "c0"}).feeding()


# M13


def rolled(state: State, *values: int) -> State:
    return apply(state, Rolled(values)).state


def test_M13_two_guard_dice_are_rolled_one_after_the_other() -> None:
    state = at(M, {G1: "k11", G2: "k01"}).guard_dice()
    assert decision(state) is Decision.GUARD_DIE
    state = do(state, Roll()).state
    assert awaited(state) == RollDice(Dice.GUARD, M, 1)
    state = rolled(state, 2)
    assert decision(state) is Decision.GUARD_DIE, "G1 may still be named before the second"
    state = rolled(do(state, Roll()).state, 3)
    assert decision(state) is Decision.GUARD_MOVE
    assert refused(state, walk(G2, "k02", "k03", "k13", "k23", "k33")) == ""
    assert refused(state, walk(G2, "k02", "k03", "k13", "k23", "k33", "k32")) == "M1"


@pytest.mark.parametrize("die", [1, 2, 3])
def test_M13_found_the_die_is_at_once_that_guards_walk_first_through_the_door(die: int) -> None:
    state = do(at(M, {G1: "k11", G2: "k12"}).guard_dice(), SearchDoor(G1, A)).state
    assert awaited(state) == RollDice(Dice.GUARD_SEARCH, M, 1)
    state = rolled(state, die)
    assert decision(state) is Decision.GUARD_FOUND and state.guards_doors == (A,)
    assert refused(state, walk(G1, "k10")) == "M5"
    assert refused(state, walk(G2, "k02")) == "M13"
    assert refused(state, walk(G1, *("c0", "c1", "c2", "c3")[: die + 1])) == "M1"
    step = do(state, walk(G1, *("c0", "c1", "c2")[:die]))
    assert of(Moved, step.records)[0].cause is Cause.WALK
    second = step.state
    assert decision(second) is Decision.GUARD_DIE, "a found walk does not use up the pool"
    final = rolled(do(second, Roll()).state, 4)
    assert refused(final, walk(G2, "k02", "k03", "k13", "k23")) == ""
    assert refused(final, walk(G2, "k02", "k03", "k13", "k23", "k33")) == "M1", "the search die is not in the pool"


def test_M13_its_first_step_if_any_so_it_may_stay() -> None:
    state = rolled(do(at(M, {G1: "k11", G2: "k12"}).guard_dice(), SearchDoor(G1, A)).state, 3)
    step = do(state, walk(G1))
    assert of(Stayed, step.records) == [Stayed(G1, Cause.WALK)] and step.state.where(G1) == "k11"


@pytest.mark.parametrize("die", [4, 5, 6])
def test_M13_not_found_the_die_is_lost_and_that_guard_neither_searches_nor_walks(die: int) -> None:
    sim = table(at(M, {G1: "k11", G2: "k12"}).guard_dice(), dice=(die, 5))
    told = play(sim, SearchDoor(G1, A))
    assert of(DoorNotFound, told) == [DoorNotFound(G1, A)]
    assert refused(sim.state, SearchDoor(G1, A)) == "M13"
    assert refused(sim.state, SearchDoor(G2, B)) == "", "another may try with the second die"
    play(sim, Roll())
    assert refused(sim.state, walk(G1, "k10")) == "M14"
    assert refused(sim.state, walk(G2, "k13", "k03", "k02", "k01", "k00")) == ""
    assert refused(sim.state, walk(G2, "k13", "k03", "k02", "k01", "k00", "k10")) == "M1"


def test_M13_both_dice_may_be_searches_also_by_two_guards_at_one_door_found_meanwhile() -> None:
    sim = table(at(M, {G1: "k11", G2: "k12"}).guard_dice(), dice=(2, 2))
    play(sim, SearchDoor(G1, A), walk(G1, "c0"), SearchDoor(G2, B))
    told = play(sim, walk(G2, "c2"))
    assert sim.state.guards_doors == (A, B)
    assert sim.state.turn is not M, "no pool, no Hazard, no conflict: the turn is over"
    assert of(Moved, told)


def test_M13_only_a_guard_that_began_this_turn_there_and_still_stands_there() -> None:
    """One summoned beside a door this turn has not begun it there; one that is gone does not stand there."""
    ready = at(M, {G1: "k33", G2: "k32", M: "k00"}, hazards=(Hazard.SUMMON_GUARDS,)).molasar_moving(2)
    state = do(do(ready, PlayHazard(Hazard.SUMMON_GUARDS)).state, PutGuard(G1, Room("c0"))).state
    state = do(do(state, Done()).state, walk(M)).state
    assert isinstance(awaited(state), RollDice), "nobody may search, so the die is rolled unasked"
    there = at(M, {G1: "c0", G2: "k32"}).guard_dice()
    assert refused(there, SearchDoor(G1, A)) == ""
    assert refused(there, SearchDoor(G1, B)) == "M13" and refused(there, SearchDoor(G2, A)) == "M13"
    assert refused(there, SearchDoor(G4, A)) == "M13", "a guard that is eaten"
    moved = at(M, {G1: "c0", G2: "k11"}, moved=(G1,)).guard_dice()
    assert refused(moved, SearchDoor(G1, A)) == "M13" and refused(moved, SearchDoor(G2, A)) == ""


def test_M13_a_door_the_guards_have_found_is_not_searched() -> None:
    state = at(M, {G1: "k11", G2: "k12"}, doors={M: (A,)}).guard_dice()
    assert {a.door for a in offers(state, SearchDoor)} == {B}
    assert refused(state, SearchDoor(G1, A)) == "M13"


def test_M13_also_with_two_guards_in_the_cellar_though_it_cannot_go_through() -> None:
    sim = table(at(M, {**TWO_BELOW, G3: "k11"}).guard_dice(), dice=(2, 6))
    told = play(sim, SearchDoor(G3, A))
    assert of(DoorFound, told) == [DoorFound(G3, A)] and of(Stayed, told) == [Stayed(G3, Cause.WALK)]
    assert sim.state.where(G3) == "k11"


def test_M13_a_found_guard_walks_from_the_pool_too_unless_a_searcher_stopped_it() -> None:
    sim = table(at(M, {G1: "k11", G2: "k33"}).guard_dice(), dice=(2, 4))
    play(sim, SearchDoor(G1, A), walk(G1, "c0"))
    settle(sim)
    assert refused(sim.state, walk(G1, "c1", "c2", "c3")) == ""
    met = table(at(M, {G1: "k11", G2: "k33", EVA: "c0"}).guard_dice(), dice=(2, 4))
    play(met, SearchDoor(G1, A), walk(G1, "c0"))
    assert refused(met.state, walk(G1, "c1")) == "M14"


def test_M13_searchers_and_molasar_are_never_named() -> None:
    state = at(M, {G1: "k11", GLAEKEN: "k12", M: "c0"}).guard_dice()
    assert refused(state, SearchDoor(GLAEKEN, B)) == refused(state, SearchDoor(M, A)) == "M13"


# M14


def test_M14_one_guard_after_another_each_seeing_where_the_last_one_stopped() -> None:
    state = at(M, {G1: "k00", G2: "k01", G3: "k33", M: "c0"}).guard_moving(6)
    assert refused(state, walk(G1, "k01")) == "M2"
    state = do(state, walk(G2, "k02")).state
    assert refused(state, walk(G1, "k01")) == ""
    state = do(state, walk(G1, "k01")).state
    assert refused(state, walk(G2, "k03")) == "M14"
    assert refused(state, walk(G3, "k23", "k13", "k03")) == ""


def test_M14_the_pool_is_shared_one_guard_all_or_a_little_each() -> None:
    state = at(M, {G1: "k00", G2: "k33"}).guard_moving(5)
    assert refused(state, walk(G1, "k01", "k02", "k03", "k13", "k23")) == ""
    state = do(state, walk(G1, "k01", "k02", "k03", "k13")).state
    assert refused(state, walk(G2, "k32")) == "" and refused(state, walk(G2, "k32", "k31")) == "M1"
    assert do(state, walk(G2, "k32")).state.turn is not M


def test_M14_guards_may_be_left_where_they_are() -> None:
    state = at(M, {G1: "k00", G2: "k33"}).guard_moving(5)
    step = do(state, Done())
    assert not of(Moved, step.records) and step.state.turn is not M


@pytest.mark.parametrize("pawn", [EVA, M, GUARDS[8]])
def test_M14_only_guards_on_the_board_are_moved(pawn: str) -> None:
    state = at(M, {G1: "k00", G2: "k33", EVA: "k10", M: "k20"}).guard_moving(5)
    assert refused(state, walk(pawn, "k11")) == "M14"  # type: ignore[arg-type]  # any pawn


# M18, M19: added


def test_M18_no_guard_walks_twice_from_the_pool_or_under_alert() -> None:
    state = do(at(M, {G1: "k00", G2: "k33"}).guard_moving(5), walk(G1, "k01")).state
    assert refused(state, walk(G1, "k02")) == "M14"
    ready = at(M, {G1: "k00", G2: "k33"}, hazards=(Hazard.GENERAL_ALERT,)).molasar_moving(4)
    alert = do(do(ready, PlayHazard(Hazard.GENERAL_ALERT)).state, walk(G1, "k01")).state
    assert refused(alert, walk(G1, "k02")) == "M14"
    assert refused(alert, walk(G2, "k32", "k31", "k30", "k20", "k10")) == ""


def test_M18_with_woermanns_points_it_may_until_a_searcher_stops_it() -> None:
    state = do(at(WOERMANN, {WOERMANN: "k33", G1: "k00", EVA: "k03"}).moving(5), walk(G1, "k01")).state
    state = do(state, walk(G1, "k02")).state
    state = do(state, walk(G1, "k03")).state
    assert refused(state, walk(G1, "k13")) == "M3"


def test_M19_a_guard_that_stays_is_not_named() -> None:
    assert refused(at(M, {G1: "k00", G2: "k33"}).guard_moving(5), walk(G1)) == "M14"
    favour = do(at(EVA, {EVA: "k10", G1: "k00"}, bonus_hands={EVA: (38,)}).before_roll(), bonus(EVA, 38)).state
    assert refused(favour, walk(G1)) == "B4" and refused(favour, Done()) == ""
    assert refused(at(WOERMANN, {WOERMANN: "k10", G1: "k00"}).moving(2), walk(G1)) == "M10"


def test_M13_the_die_goes_into_the_record() -> None:
    sim = table(at(M, {G1: "k11", G2: "k33"}).guard_dice(), dice=(6, 1))
    told = play(sim, SearchDoor(G1, A))
    assert of(DiceRolled, told) == [DiceRolled(M, Dice.GUARD_SEARCH, (6,), 0), DiceRolled(M, Dice.GUARD, (1,), 1)]
