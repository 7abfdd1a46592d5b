"""Walks and who may stand where: rulings M1 to M4, M9, M10."""

from __future__ import annotations

import pytest

from keep_p2p.rules.actions import Done, Roll, SearchDoor, Walk
from keep_p2p.rules.awaited import Decision, Dice
from keep_p2p.rules.events import Rolled
from keep_p2p.rules.game import apply, awaited
from keep_p2p.rules.names import Character, Door, Room
from keep_p2p.rules.records import Cause, DiceRolled, DoorFound, DoorNotFound, Moved, Stayed
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
    settle,
    table,
    walk,
)

# M1


@pytest.mark.parametrize("allowance", [1, 2, 3])
def test_M1_a_walk_is_any_length_from_nothing_to_the_allowance(allowance: int) -> None:
    state = at(GLAEKEN, {GLAEKEN: "k00"}).moving(allowance)
    straight = ("k01", "k02", "k03", "k13")
    for length in range(5):
        assert refused(state, walk(GLAEKEN, *straight[:length])) == ("" if length <= allowance else "M1")


def test_M1_each_step_goes_through_a_doorway() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k00"}).moving(4)
    assert refused(state, walk(GLAEKEN, "k11")) == "M1", "rooms that only touch at a corner"
    assert refused(state, walk(GLAEKEN, "k02")) == "M1", "no jumps"
    assert refused(state, walk(GLAEKEN, "k01", "k03")) == "M1"
    assert refused(state, walk(GLAEKEN, "k00")) == "M1", "to stay is no step"
    assert refused(state, walk(GLAEKEN, "nowhere")) == "M1"
    assert refused(state, walk(GLAEKEN, "outside")) == "M1", "nobody walks out by himself"


def test_M1_a_walk_may_turn_back_on_itself() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k00"}).moving(4)
    for track in (("k01", "k00"), ("k01", "k00", "k01"), ("k01", "k11", "k01", "k00"), ("k10", "k00", "k10", "k00")):
        assert refused(state, walk(GLAEKEN, *track)) == ""
    step = do(state, walk(GLAEKEN, "k01", "k00", "k10"))
    assert step.state.where(GLAEKEN) == "k10"
    assert of(Moved, step.records) == [Moved(GLAEKEN, Room("k00"), rooms("k01", "k00", "k10"), Cause.WALK)]


def test_M1_a_searcher_walks_its_own_pawn_once() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k00", EVA: "k02", G1: "k22"}).moving(3)
    assert refused(state, walk(EVA, "k12")) == "M1"
    assert refused(state, walk(G1, "k23")) == "M1"
    after = do(state, walk(GLAEKEN, "k10")).state
    assert after.turn is not GLAEKEN, "the rest of the roll is lost"


# M2


def test_M2_two_searchers_never_rest_in_one_room() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k00", EVA: "k01"}).moving(2)
    assert refused(state, walk(GLAEKEN, "k01")) == "M2"
    assert refused(state, walk(GLAEKEN, "k01", "k02")) == ""
    assert "k01" not in ends(state, GLAEKEN)


def test_M2_two_guards_never_rest_in_one_room() -> None:
    state = at(M, {G1: "k00", G2: "k01"}).guard_moving(4)
    assert refused(state, walk(G1, "k01")) == "M2"
    assert refused(state, walk(G1, "k01", "k02")) == ""


def test_M2_molasar_and_a_guard_never_rest_in_one_room() -> None:
    state = at(M, {M: "c0", G1: "c8"}).molasar_moving(4)
    assert refused(state, walk(M, "c8")) == "M2"
    state = at(M, {M: "c0", G1: "c2"}).guard_moving(6)
    assert refused(state, walk(G1, "c1", "c0")) == "M2"


def test_M2_no_resting_on_another_for_a_moment_between_two_runs() -> None:
    """Woermann may not end one run on Eva to begin the next from there, nor leave a guard on another."""
    state = at(WOERMANN, {WOERMANN: "k00", EVA: "k01", G1: "k22", G2: "k23"}).moving(6)
    assert refused(state, walk(WOERMANN, "k01")) == "M2"
    assert refused(state, walk(G1, "k23")) == "M2"
    assert refused(state, walk(G1, "k23", "k13")) == ""


def test_M2_one_searcher_and_one_enemy_may_share_a_room() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k00", G1: "k01"}).moving(1)
    assert refused(state, walk(GLAEKEN, "k01")) == ""
    assert do(state, walk(GLAEKEN, "k01")).state.conflict is not None


# M3


def test_M3_a_searcher_passes_through_searchers() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k00", EVA: "k01", FONESCU: "k02"}).moving(3)
    assert refused(state, walk(GLAEKEN, "k01", "k02", "k03")) == ""


@pytest.mark.parametrize("enemy", [G1, M])
def test_M3_a_searcher_stops_on_entering_a_room_with_an_enemy(enemy: Character) -> None:
    state = at(GLAEKEN, {GLAEKEN: "k00", enemy: "k01"}).moving(3)
    assert refused(state, walk(GLAEKEN, "k01")) == ""
    assert refused(state, walk(GLAEKEN, "k01", "k02")) == "M3"
    assert refused(state, walk(GLAEKEN, "k01", "k00")) == "M3"


def test_M3_a_guard_passes_through_guards_and_molasar_and_stops_at_a_searcher() -> None:
    state = at(M, {G1: "k00", G2: "k01", M: "k02", EVA: "k10"}).guard_moving(6)
    assert refused(state, walk(G1, "k01", "k02", "k03")) == ""
    assert refused(state, walk(G1, "k10")) == ""
    assert refused(state, walk(G1, "k10", "k20")) == "M3"


def test_M3_molasar_passes_through_guards_and_stops_at_a_searcher() -> None:
    state = at(M, {M: "k00", G1: "k01", EVA: "k02"}).molasar_moving(6)
    assert refused(state, walk(M, "k01", "k02")) == ""
    assert refused(state, walk(M, "k01", "k02", "k03")) == "M3"


@pytest.mark.parametrize("enemy", [G1, M])
def test_M3_leaving_a_room_is_always_free(enemy: Character) -> None:
    """Also one with an enemy in it, whoever leaves: a fight of an earlier turn left both there (R5)."""
    pair = ((EVA, enemy),)
    state = at(EVA, {EVA: "k11", enemy: "k11"}, truces=pair).moving(2)
    assert refused(state, walk(EVA, "k10", "k20")) == ""
    if enemy is M:
        state = at(M, {EVA: "k11", M: "k11"}, truces=pair).molasar_moving(4)
        assert refused(state, walk(M, "k10", "k20")) == ""
    else:
        state = at(M, {EVA: "k11", G1: "k11"}, truces=pair).guard_moving(4)
        assert refused(state, walk(G1, "k10", "k20")) == ""


def test_M3_coming_back_to_that_room_is_entering_it() -> None:
    state = at(EVA, {EVA: "k11", G1: "k11"}, truces=((EVA, G1),)).moving(3)
    assert refused(state, walk(EVA, "k10", "k11", "k12")) == "M3"
    assert do(state, walk(EVA, "k10", "k11")).state.conflict is not None
    assert do(state, walk(EVA)).state.conflict is None


# M4


def test_M4_no_searcher_enters_where_a_searcher_and_an_enemy_are() -> None:
    for enemy in (G1, M):
        state = at(GLAEKEN, {GLAEKEN: "k00", EVA: "k01", enemy: "k01"}, truces=((EVA, enemy),)).moving(3)
        assert refused(state, walk(GLAEKEN, "k01")) == "M4"
        assert refused(state, walk(GLAEKEN, "k01", "k02")) == "M4"
        assert refused(state, walk(GLAEKEN, "k10", "k11")) == ""


def test_M4_no_enemy_enters_where_a_searcher_and_an_enemy_are() -> None:
    places = {EVA: "k01", G1: "k01", G2: "k00", M: "k11"}
    state = at(M, places, truces=((EVA, G1),)).guard_moving(6)
    assert refused(state, walk(G2, "k01")) == "M4"
    state = at(M, places, truces=((EVA, G1),)).molasar_moving(6)
    assert refused(state, walk(M, "k01")) == "M4"
    assert refused(state, walk(M, "k10", "k00")) == "M2"


def test_M4_no_position_with_three_is_one() -> None:
    for crowd in ({EVA: "k01", G1: "k01", G2: "k01"}, {EVA: "k01", CUZA: "k01", G1: "k01"}, {M: "k01", G1: "k01"}):
        with pytest.raises(ValueError, match="M2"):
            at(GLAEKEN, {GLAEKEN: "k00", **crowd}).fighting()


# M9


@pytest.mark.parametrize("die", [1, 3, 4, 6])
def test_M9_eva_adds_one_to_a_movement_roll(die: int) -> None:
    state = at(EVA, {EVA: "k00"}).rolling()
    step = apply(state, Rolled((die,)))
    assert of(DiceRolled, step.records) == [DiceRolled(EVA, Dice.MOVE, (die,), die + 1)]
    assert max(len(w.path) for w in offers(step.state, Walk)) == min(die + 1, 6)


@pytest.mark.parametrize(("die", "allowance"), [(1, 2), (2, 3), (3, 4), (4, 0), (6, 0)])
def test_M9_in_a_search_she_adds_one_to_the_distance_not_to_the_test(die: int, allowance: int) -> None:
    state = at(EVA, {EVA: "k11"}).rolling(Dice.SEARCH, Door("door-a"))
    step = apply(state, Rolled((die,)))
    assert of(DiceRolled, step.records) == [DiceRolled(EVA, Dice.SEARCH, (die,), allowance)]
    if allowance:
        walked = offers(step.state, Walk)
        assert max(len(w.path) for w in walked) == allowance
        assert {w.path[0] for w in walked if w.path} == {"c0"}
    else:
        assert of(DoorNotFound, step.records), "no Reroll in hand: the failure is final"


def test_M9_also_after_a_reroll_and_with_secret_entrance() -> None:
    sim = table(at(EVA, {EVA: "k11"}, bonus_hands={EVA: (33, 44)}).before_roll(), dice=(2, 5))
    told = play(sim, bonus(EVA, 44, door=Door("door-a")))
    assert of(DiceRolled, told) == [DiceRolled(EVA, Dice.MOVE, (2,), 3)]
    assert of(DiceRolled, play(sim, bonus(EVA, 33))) == [DiceRolled(EVA, Dice.MOVE, (5,), 6)]


def test_M9_nobody_else_adds_anything() -> None:
    for character in (FONESCU, CUZA, GLAEKEN, WOERMANN):
        step = apply(at(character, {character: "k00"}).rolling(), Rolled((4,)))
        assert of(DiceRolled, step.records)[0].allowance == 4


# M10


def test_M10_woermann_and_guards_move_in_runs_in_any_order_within_one_roll() -> None:
    state = at(WOERMANN, {WOERMANN: "k00", G1: "k02", G2: "k22"}).moving(5)
    for action in (walk(G1, "k03"), walk(WOERMANN, "k01"), walk(G2, "k23"), walk(WOERMANN, "k02"), walk(G1, "k13")):
        assert decision(state) is Decision.MOVE
        state = do(state, action).state
    assert [state.where(p) for p in (WOERMANN, G1, G2)] == ["k02", "k13", "k23"]
    assert state.turn is M, "five points are spent, nothing is left to decide"


def test_M10_each_run_costs_its_rooms_and_what_is_left_is_the_limit() -> None:
    state = do(at(WOERMANN, {WOERMANN: "k00", G1: "k22"}).moving(3), walk(G1, "k23", "k13")).state
    assert refused(state, walk(WOERMANN, "k10", "k20")) == "M1"
    assert refused(state, walk(G1, "k12")) == refused(state, walk(WOERMANN, "k10")) == ""
    assert do(state, Done()).state.turn is M, "points may be left unspent"


def test_M10_his_guards_obey_the_guards_rules() -> None:
    places = {WOERMANN: "k00", EVA: "k12", G1: "k11", G2: "k13"}
    state = at(WOERMANN, places).moving(4)
    assert refused(state, walk(G1, "c0")) == "M5"
    assert refused(state, walk(G2, "k12", "k22")) == "M3"
    open_door = at(WOERMANN, {**places, G2: "c2", GLAEKEN: "k02"}, doors={M: (Door("door-a"),)}).moving(4)
    assert refused(open_door, walk(G1, "c0")) == "", "what the guards have found is open to them"
    crowd = {G1: "k11", G2: "c2", G3: "c6", WOERMANN: "k01"}
    full = at(WOERMANN, crowd, doors={M: (Door("door-a"),)}).moving(4)
    assert refused(full, walk(G1, "c0")) == "M12"


def test_M10_stopped_by_an_enemy_he_is_done_but_points_left_move_guards_that_one_too() -> None:
    state = at(WOERMANN, {WOERMANN: "k00", G1: "k01", G2: "k22"}).moving(4)
    state = do(state, walk(WOERMANN, "k01")).state
    assert decision(state) is Decision.MOVE, "conflicts are looked for when all movement is over"
    assert refused(state, walk(WOERMANN, "k11")) == "M10"
    assert refused(state, walk(G2, "k23")) == ""
    away = do(state, walk(G1, "k02", "k03")).state
    assert refused(away, walk(WOERMANN, "k11")) == "M10", "his own movement stays over"
    ended = do(away, Done()).state
    assert ended.conflict is None and ended.turn is M


def test_M10_conflicts_come_when_all_movement_is_over() -> None:
    state = at(WOERMANN, {WOERMANN: "k00", EVA: "k02", G1: "k01", G2: "k12"}).moving(4)
    state = do(state, walk(G2, "k02")).state
    state = do(state, walk(WOERMANN, "k01")).state
    assert state.conflict is None
    state = do(state, Done()).state
    assert state.conflicts == ((EVA, G2), (WOERMANN, G1)) and decision(state) is Decision.PICK_CONFLICT


def test_M10_a_guard_stopped_by_a_searcher_walks_no_more() -> None:
    state = do(at(WOERMANN, {WOERMANN: "k00", EVA: "k02", G1: "k12"}).moving(5), walk(G1, "k02")).state
    assert refused(state, walk(G1, "k03")) == "M3"


@pytest.mark.parametrize("guard_first", [True, False])
def test_M10_a_successful_search_may_be_split_his_own_first_step_is_through_the_door(guard_first: bool) -> None:
    sim = table(at(WOERMANN, {WOERMANN: "k11", G1: "k33"}).before_roll(), dice=(3,))
    play(sim, SearchDoor(WOERMANN, Door("door-a")))
    if guard_first:
        play(sim, walk(G1, "k32"))
    assert refused(sim.state, walk(WOERMANN, "k10")) == "M5"
    assert refused(sim.state, walk(G1, "k33" if guard_first else "k32")) == ""
    play(sim, walk(WOERMANN, "c0"))
    assert refused(sim.state, walk(WOERMANN, "c1")) == "", "only the first"
    assert sim.state.doors_found(WOERMANN) == ("door-a",)
    assert sim.state.guards_doors == (), "the door is his, not the guards'"


def test_M10_a_failed_search_moves_nobody() -> None:
    sim = table(at(WOERMANN, {WOERMANN: "k11", G1: "k33"}).before_roll(), dice=(5,))
    told = play(sim, SearchDoor(WOERMANN, Door("door-a")))
    assert of(DoorNotFound, told) and not of(Moved, told) and sim.state.turn is M


def test_M10_guards_never_search_for_him() -> None:
    state = at(WOERMANN, {WOERMANN: "k11", G1: "k12"}).before_roll()
    assert refused(state, SearchDoor(G1, Door("door-b"))) == "M5"
    moving = at(WOERMANN, {WOERMANN: "k11", G1: "k12"}).moving(3)
    assert refused(moving, walk(G1, "c2")) == "M5"
    assert refused(moving, SearchDoor(G1, Door("door-b"))) == "T7"


def test_M10_nobody_else_moves_guards_with_a_roll() -> None:
    for character in (EVA, FONESCU, CUZA, GLAEKEN):
        state = at(character, {character: "k00", G1: "k22"}).moving(3)
        assert refused(state, walk(G1, "k23")) == "M1"
        assert refused(state, Done()) == "T7", "others end with their one walk"


def test_M10_woermann_may_also_move_nobody() -> None:
    state = at(WOERMANN, {WOERMANN: "k00", G1: "k22"}).moving(3)
    step = do(state, Done())
    assert not of(Moved, step.records) and not of(Stayed, step.records) and step.state.turn is M
    assert refused(state, walk(WOERMANN)) == "M10"


def test_M10_the_roll_itself_is_one_die() -> None:
    sim = table(at(WOERMANN, {WOERMANN: "k00", G1: "k22"}).before_roll(), dice=(6,))
    told = settle(sim) or play(sim, Roll())
    assert of(DiceRolled, told) == [DiceRolled(WOERMANN, Dice.MOVE, (6,), 6)] and not of(DoorFound, told)
    assert awaited(sim.state) == sim.awaited
