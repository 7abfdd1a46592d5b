"""Secret doors: rulings M5 to M8."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keep_p2p.rules.actions import Done, PlacePawn, Roll, SearchDoor, Walk
from keep_p2p.rules.awaited import Decision, Dice, RollDice
from keep_p2p.rules.board import SecretDoor
from keep_p2p.rules.events import Acted, Rolled
from keep_p2p.rules.game import Game, apply, awaited
from keep_p2p.rules.names import Character, Door, Hazard, Room
from keep_p2p.rules.records import DiceRolled, DoorFound, DoorNotFound, Moved
from tests.rules.boards import plain_deck, seating_for, small_board
from tests.rules.scene import (
    CUZA,
    EVA,
    FONESCU,
    G1,
    G2,
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
    table,
    walk,
)

A, B, C, D = (Door(f"door-{letter}") for letter in "abcd")


def two_doors() -> Game:
    """The small board with another secret door in k11, to c8."""
    board = small_board()
    more = SecretDoor(Door("door-e"), "Second", Room("k11"), Room("c8"))
    return Game(replace(board, secret_doors=(*board.secret_doors, more)), plain_deck(), seating_for(6))


# M5


@pytest.mark.parametrize(("start", "beyond"), [("k11", "c0"), ("c0", "k11"), ("k22", "c4"), ("c6", "k21")])
def test_M5_an_unfound_door_is_a_wall_from_either_side(start: str, beyond: str) -> None:
    state = at(GLAEKEN, {GLAEKEN: start, M: "c2"}).moving(5)
    assert refused(state, walk(GLAEKEN, beyond)) == "M5"
    assert beyond not in {w.path[0] for w in offers(state, Walk) if w.path}


def test_M5_a_door_met_on_the_way_stops_the_walk_there() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k10"}).moving(5)
    assert refused(state, walk(GLAEKEN, "k11")) == ""
    assert refused(state, walk(GLAEKEN, "k11", "c0")) == "M5"


@pytest.mark.parametrize(("start", "door"), [("k11", A), ("c0", A), ("c4", C)])
def test_M5_a_searcher_that_begins_its_turn_beside_a_door_may_search_it_from_either_side(
    start: str, door: Door
) -> None:
    state = at(GLAEKEN, {GLAEKEN: start, M: "c2"}).before_roll()
    assert decision(state) is Decision.BEFORE_ROLL
    assert [a.door for a in offers(state, SearchDoor)] == [door]
    assert refused(state, SearchDoor(GLAEKEN, door)) == ""
    assert awaited(do(state, SearchDoor(GLAEKEN, door)).state) == RollDice(Dice.SEARCH, GLAEKEN, 1)


def test_M5_it_may_instead_roll_and_walk_in_the_usual_way() -> None:
    sim = table(at(GLAEKEN, {GLAEKEN: "k11"}).before_roll(), dice=(6,))
    play(sim, Roll())
    assert refused(sim.state, walk(GLAEKEN, "k10", "k00")) == ""
    assert refused(sim.state, walk(GLAEKEN, "c0")) == "M5"


def test_M5_no_other_door_is_searched_and_none_for_another() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k11", EVA: "k12"}).before_roll()
    assert refused(state, SearchDoor(GLAEKEN, B)) == "M5"
    assert refused(state, SearchDoor(EVA, B)) == "M5"
    assert refused(state, SearchDoor(G1, A)) == "M5"
    assert refused(state, SearchDoor(GLAEKEN, Door("trapdoor"))) == "M5"
    found = at(GLAEKEN, {GLAEKEN: "k11"}, doors={GLAEKEN: (A,)}, bonus_hands={GLAEKEN: (38,)}).before_roll()
    assert refused(found, SearchDoor(GLAEKEN, A)) == "M5"


@pytest.mark.parametrize("die", [1, 2, 3])
def test_M5_on_one_to_three_it_is_found_and_the_same_roll_is_the_walk(die: int) -> None:
    state = at(GLAEKEN, {GLAEKEN: "k11"}).rolling(Dice.SEARCH, A)
    state = apply(state, Rolled((die,))).state
    assert decision(state) is Decision.MOVE
    assert refused(state, walk(GLAEKEN, *("c0", "c1", "c2")[:die])) == ""
    assert refused(state, walk(GLAEKEN, *("c0", "c1", "c2", "c3")[: die + 1])) == "M1"
    assert refused(state, walk(GLAEKEN, "k10")) == "M5", "the first step is through that door"
    step = do(state, walk(GLAEKEN, "c0"))
    assert of(DoorFound, step.records) == [DoorFound(GLAEKEN, A)]
    assert step.state.where(GLAEKEN) == "c0" and step.state.doors_found(GLAEKEN) == (A,)


def test_M5_having_found_it_it_may_stay_and_the_door_stays_found() -> None:
    state = apply(at(GLAEKEN, {GLAEKEN: "k11"}).rolling(Dice.SEARCH, A), Rolled((2,))).state
    after = do(state, walk(GLAEKEN)).state
    assert after.where(GLAEKEN) == "k11" and after.doors_found(GLAEKEN) == (A,)


def test_M5_once_through_it_may_come_back_and_walk_on() -> None:
    state = apply(at(GLAEKEN, {GLAEKEN: "k11"}).rolling(Dice.SEARCH, A), Rolled((3,))).state
    assert refused(state, walk(GLAEKEN, "c0", "k11", "k10")) == ""
    assert {"k10", "k12", "k01", "k21"} <= ends(state, GLAEKEN)


@pytest.mark.parametrize("die", [4, 5, 6])
def test_M5_on_four_to_six_the_movement_of_this_turn_is_over(die: int) -> None:
    step = apply(at(GLAEKEN, {GLAEKEN: "k11"}).rolling(Dice.SEARCH, A), Rolled((die,)))
    assert of(DoorNotFound, step.records) == [DoorNotFound(GLAEKEN, A)]
    assert step.state.doors_found(GLAEKEN) == () and step.state.turn is not GLAEKEN


def test_M5_after_a_failed_search_conflicts_still_happen() -> None:
    pos = at(GLAEKEN, {GLAEKEN: "k11", G1: "k11"})
    failed = apply(pos.rolling(Dice.SEARCH, A), Rolled((6,))).state
    assert failed.conflict is not None and failed.conflict.enemy == G1


def test_M5_with_two_doors_it_names_one_and_that_one_alone_is_found() -> None:
    sim = table(at(GLAEKEN, {GLAEKEN: "k11"}, game=two_doors()).before_roll(), dice=(2,))
    assert {a.door for a in offers(sim.state, SearchDoor)} == {A, "door-e"}
    play(sim, SearchDoor(GLAEKEN, Door("door-e")))
    assert refused(sim.state, walk(GLAEKEN, "c0")) == "M5"
    play(sim, walk(GLAEKEN, "c8"))
    assert sim.state.doors_found(GLAEKEN) == ("door-e",)


def test_M5_however_it_came_there() -> None:
    """A Searcher walked there by Molasar in another turn may search when its own begins."""
    state = at(M, {GLAEKEN: "k12", G1: "k12"}).retreat(GLAEKEN, G1, M, 1)
    state = do(state, walk(GLAEKEN, "k11")).state
    mine = at(GLAEKEN, {GLAEKEN: "k11", G1: "k12"}).before_roll()
    assert state.where(GLAEKEN) == mine.where(GLAEKEN) == "k11"
    assert refused(mine, SearchDoor(GLAEKEN, A)) == ""


# M6


def test_M6_what_a_searcher_found_is_found_for_that_searcher_alone() -> None:
    places = {GLAEKEN: "k11", EVA: "k10", M: "c4", G1: "k21"}
    mine = {GLAEKEN: (A,)}
    assert refused(at(GLAEKEN, places, doors=mine).moving(2), walk(GLAEKEN, "c0")) == ""
    assert refused(at(EVA, {**places, GLAEKEN: "k12"}, doors=mine).moving(3), walk(EVA, "k11", "c0")) == "M5"
    assert refused(at(M, {**places, G1: "k12"}, doors=mine).guard_moving(4), walk(G1, "c2")) == "M5"


def test_M6_what_one_guard_finds_all_guards_have_found() -> None:
    sim = table(at(M, {G1: "k11", G2: "k21"}).guard_dice(), dice=(2,))
    told = play(sim, SearchDoor(G1, A))
    assert of(DoorFound, told) == [DoorFound(G1, A)] and sim.state.guards_doors == (A,)
    play(sim, walk(G1), Roll())
    assert refused(sim.state, walk(G2, "k11", "c0")) == ""
    assert refused(sim.state, walk(G1, "c0")) == ""
    assert sim.state.doors_found(EVA) == ()


@pytest.mark.parametrize(("pawn", "start", "track"), [(EVA, "k10", ("k11", "c0")), (EVA, "c1", ("c0", "k11"))])
def test_M6_a_found_door_is_an_ordinary_doorway_from_either_side(
    pawn: Character, start: str, track: tuple[str, ...]
) -> None:
    state = at(pawn, {pawn: start}, doors={pawn: (A,)}).moving(4)
    assert refused(state, walk(pawn, *track)) == ""
    assert refused(state, walk(pawn, *track, track[0])) == ""
    beside = at(EVA, {EVA: "k11"}, doors={EVA: (A,)}).before_roll()
    assert awaited(beside) == RollDice(Dice.MOVE, EVA, 1), "there is nothing to search any more"


def test_M6_molasar_knows_every_door() -> None:
    for start, beyond in (("c0", "k11"), ("c2", "k12"), ("k22", "c4"), ("k21", "c6")):
        state = at(M, {M: start}).molasar_moving(2)
        assert refused(state, walk(M, beyond)) == ""
    assert at(M, {M: "c0"}).molasar_moving(2).doors_found(M) == (A, B, C, D)


# M7


def test_M7_cuza_finds_the_doors_of_his_room_when_he_rolls_to_move() -> None:
    sim = table(at(CUZA, {CUZA: "k11"}, game=two_doors(), bonus_hands={CUZA: (38,)}).before_roll(), dice=(6,))
    assert offers(sim.state, SearchDoor) == ()
    assert refused(sim.state, SearchDoor(CUZA, A)) == "M5"
    told = play(sim, Roll())
    assert of(DoorFound, told) == [DoorFound(CUZA, A), DoorFound(CUZA, Door("door-e"))]
    assert of(DiceRolled, told)[0].purpose is Dice.MOVE and of(DiceRolled, told)[0].allowance == 6


def test_M7_the_walk_is_then_ordinary_in_any_direction() -> None:
    sim = table(at(CUZA, {CUZA: "k11"}, bonus_hands={CUZA: (38,)}).before_roll(), dice=(6,))
    play(sim, Roll())
    for track in (("c0", "c1"), ("k10",), ("k10", "k11", "c0")):
        assert refused(sim.state, walk(CUZA, *track)) == ""


def test_M7_until_then_doors_stop_him_like_anybody() -> None:
    state = at(CUZA, {CUZA: "k10"}).moving(6)
    assert refused(state, walk(CUZA, "k11", "c0")) == "M5"
    ended = do(state, walk(CUZA, "k11")).state
    assert ended.doors_found(CUZA) == (), "he walked there; it is found when he next rolls there"


def test_M7_it_is_his_roll_that_finds_so_not_in_the_dark() -> None:
    state = at(CUZA, {CUZA: "k11"}, power_failure=True).before_roll()
    assert state.turn is not CUZA and state.doors_found(CUZA) == ()


def test_M7_from_the_cellar_side_too() -> None:
    sim = table(at(CUZA, {CUZA: "c6"}, bonus_hands={CUZA: (38,)}).before_roll())
    assert of(DoorFound, play(sim, Roll())) == [DoorFound(CUZA, D)]
    assert refused(sim.state, walk(CUZA, "k21")) == ""


# M8


def test_M8_secret_entrance_finds_the_door_and_a_die_is_then_rolled_for_the_walk() -> None:
    sim = table(at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands={GLAEKEN: (44,)}).before_roll(), dice=(6,))
    told = play(sim, bonus(GLAEKEN, 44, door=A))
    assert of(DoorFound, told) == [DoorFound(GLAEKEN, A)]
    assert of(DiceRolled, told)[0].allowance == 6, "no test: a 6 walks six rooms"
    assert refused(sim.state, walk(GLAEKEN, "k10")) == "M5"
    assert refused(sim.state, walk(GLAEKEN, "c0", "c1", "c2", "c3")) == ""


def test_M8_not_after_a_failed_search() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands={GLAEKEN: (44, 33)}).rolling(Dice.SEARCH, A)
    state = apply(state, Rolled((5,))).state
    assert decision(state) is Decision.FAILED_SEARCH
    assert refused(state, bonus(GLAEKEN, 44, door=A)) == "B1"


def test_M8_only_where_a_search_would_be_allowed() -> None:
    hand = {GLAEKEN: (44, 38)}
    state = at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands=hand).before_roll()
    assert refused(state, bonus(GLAEKEN, 44, door=B)) == "M8"
    away = at(GLAEKEN, {GLAEKEN: "k10"}, bonus_hands=hand).before_roll()
    assert refused(away, bonus(GLAEKEN, 44, door=A)) == "M8"
    known = at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands=hand, doors={GLAEKEN: (A,)}).before_roll()
    assert refused(known, bonus(GLAEKEN, 44, door=A)) == "M8"
    dark = at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands=hand, power_failure=True).before_roll()
    assert refused(dark, bonus(GLAEKEN, 44, door=A)) == "B1"
    cuza = at(CUZA, {CUZA: "k11"}, bonus_hands={CUZA: (44, 38)}).before_roll()
    assert refused(cuza, bonus(CUZA, 44, door=A)) == "M8"


def test_M8_the_door_is_named_and_with_no_other_card() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands={GLAEKEN: (44, 38)}).before_roll()
    assert refused(state, bonus(GLAEKEN, 44)) == "B8"
    assert refused(state, bonus(GLAEKEN, 38, door=A)) == "B8"


def test_M8_a_reroll_of_that_die_keeps_the_door() -> None:
    pos = at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands={GLAEKEN: (33, 44)})
    sim = table(pos.before_roll(), dice=(1, 5))
    play(sim, bonus(GLAEKEN, 44, door=A), bonus(GLAEKEN, 33))
    assert refused(sim.state, walk(GLAEKEN, "k10")) == "M5"
    assert refused(sim.state, walk(GLAEKEN, "c0", "c1", "c2", "c3", "c4")) == ""
    assert sim.state.doors_found(GLAEKEN) == (A,)


# M16, M17: added


def test_M16_one_that_comes_back_beside_a_door_has_not_begun_its_turn_there() -> None:
    board = small_board()
    entry = replace(board.entries[0], room=Room("k11"))
    game = Game(replace(board, entries=(entry, *board.entries[1:])), plain_deck(), seating_for(6))
    for character in (GLAEKEN, CUZA):
        hand = {character: (38, 44)}
        state = at(character, {}, game=game, bonus_hands=hand).before_roll()
        state = do(state, PlacePawn(character, Room("k11"))).state
        assert refused(state, SearchDoor(character, A)) == "M5"
        assert refused(state, bonus(character, 44, door=A)) == "M8"
        assert not of(DoorFound, do(state, Roll()).records)


def test_M17_a_reroll_takes_the_finding_back() -> None:
    sim = table(at(GLAEKEN, {GLAEKEN: "k11"}, bonus_hands={GLAEKEN: (33,)}).before_roll(), dice=(2, 6))
    told = play(sim, SearchDoor(GLAEKEN, A))
    assert not of(DoorFound, told) and decision(sim.state) is Decision.MOVE
    told = play(sim, bonus(GLAEKEN, 33))
    assert of(DoorNotFound, told) and not of(Moved, told)
    assert sim.state.doors_found(GLAEKEN) == ()


def test_M17_woermanns_first_run_makes_it_final() -> None:
    pos = at(WOERMANN, {WOERMANN: "k11", G1: "k33"}, bonus_hands={WOERMANN: (33,)})
    sim = table(pos.before_roll(), dice=(2,))
    play(sim, SearchDoor(WOERMANN, A))
    assert refused(sim.state, bonus(WOERMANN, 33)) == ""
    assert of(DoorFound, play(sim, walk(G1, "k32"))) == [DoorFound(WOERMANN, A)]
    assert refused(sim.state, bonus(WOERMANN, 33)) == "B2"
    play(sim, Done())
    assert sim.state.doors_found(WOERMANN) == (A,)


def test_M5_not_in_the_dark() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k11"}, power_failure=True, bonus_hands={GLAEKEN: (41,)}).before_roll()
    assert refused(state, SearchDoor(GLAEKEN, A)) == "H2"
    assert Hazard.POWER_FAILURE not in state.hazards
    lit = apply(state, Acted(state.seat(GLAEKEN), bonus(GLAEKEN, 41))).state
    assert refused(lit, SearchDoor(GLAEKEN, A)) == ""
    assert refused(at(FONESCU, {FONESCU: "c2"}).before_roll(), SearchDoor(FONESCU, B)) == ""
