"""Retreats: rulings R1 to R5 (and the added R6, R7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keep_p2p.rules.actions import OUTSIDE, Feed, PlacePawn, Walk
from keep_p2p.rules.awaited import AnswerHilt, Decide, Decision, Dice, RollDice
from keep_p2p.rules.events import HiltAnswered, Rolled
from keep_p2p.rules.game import Game, IllegalEvent, State, apply, awaited, legal_actions
from keep_p2p.rules.names import Character, Door, Pawn, Room, Seat
from keep_p2p.rules.records import Cause, ConflictBegan, LeftKeep, Moved, RetreatHalted, RoomProven, Stayed
from tests.rules.boards import plain_deck, seating_for, small_board
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
    decision,
    do,
    ends,
    of,
    offers,
    refused,
    rooms,
    walk,
)

A, D = Door("door-a"), Door("door-d")

# R1


@pytest.mark.parametrize(
    ("turn", "winner", "seat", "loser"), [(EVA, EVA, 0, G1), (M, EVA, 0, G1), (CUZA, EVA, 0, G1), (EVA, M, 5, EVA)]
)
def test_R1_the_winner_walks_the_loser_whoever_is_in_turn(
    turn: Character, winner: Character, seat: int, loser: Pawn
) -> None:
    places = {EVA: "k11", G1: "k11", CUZA: "k33"}
    state = at(turn, places).retreat(EVA, G1, winner, 3)
    assert awaited(state) == Decide(Decision.RETREAT, Seat(seat), winner)
    assert {w.pawn for w in offers(state, Walk)} == {loser}
    assert refused(state, walk(G1 if loser is EVA else EVA, "k10")) == "R1"


@pytest.mark.parametrize("difference", [1, 2, 3])
def test_R1_up_to_the_difference_and_at_least_one_room(difference: int) -> None:
    state = at(EVA, {EVA: "k11", G1: "k11"}).retreat(EVA, G1, EVA, difference)
    track = ("k10", "k20", "k30", "k31")
    assert refused(state, walk(G1)) == "R1"
    for length in range(1, 5):
        assert refused(state, walk(G1, *track[:length])) == ("" if length <= difference else "M1")


def test_R1_the_rest_of_the_difference_is_lost() -> None:
    state = at(EVA, {EVA: "k11", G1: "k11"}).retreat(EVA, G1, EVA, 5)
    step = do(state, walk(G1, "k10"))
    assert step.state.where(G1) == "k10" and step.state.turn is not EVA
    assert of(Moved, step.records)[0] == Moved(G1, Room("k11"), rooms("k10"), Cause.RETREAT)


def test_R1_the_movement_rules_hold() -> None:
    places = {EVA: "k11", G1: "k11", G2: "k10", CUZA: "k12", M: "k21"}
    state = at(EVA, places).retreat(EVA, G1, EVA, 3)
    assert refused(state, walk(G1, "k10")) == "M2", "only if it can move out of the room"
    assert refused(state, walk(G1, "k10", "k20")) == ""
    assert refused(state, walk(G1, "k21", "k20")) == ""
    assert refused(state, walk(G1, "k12", "k13")) == "M3"
    assert refused(state, walk(G1, "k22")) == "M1"
    crowd = at(EVA, {**places, G3: "k12"}, truces=((CUZA, G3),)).retreat(EVA, G1, EVA, 3)
    assert refused(crowd, walk(G1, "k12")) == "M4"


def test_R1_at_most_two_guards_in_the_cellar() -> None:
    places = {EVA: "k11", G1: "k11", G2: "c2", G3: "c6", M: "k00"}
    assert refused(at(EVA, places, doors={M: (A,)}).retreat(EVA, G1, EVA, 3), walk(G1, "c0")) == "M12"


@pytest.mark.parametrize(("loser", "winner"), [(EVA, M), (G1, EVA)])
def test_R1_a_door_unfound_by_that_pawn_is_closed(loser: Pawn, winner: Character) -> None:
    places = {EVA: "k11", G1: "k11"}
    assert refused(at(EVA, places).retreat(EVA, G1, winner, 3), walk(loser, "c0")) == "M5"
    mine = {EVA: (A,)} if loser is EVA else {M: (A,)}
    theirs = {M: (A,)} if loser is EVA else {EVA: (A,)}
    assert refused(at(EVA, places, doors=mine).retreat(EVA, G1, winner, 3), walk(loser, "c0")) == ""
    assert refused(at(EVA, places, doors=theirs).retreat(EVA, G1, winner, 3), walk(loser, "c0")) == "M5"


@pytest.mark.parametrize(("loser", "winner"), [(EVA, M), (G1, EVA)])
def test_R1_the_walk_never_comes_back_into_the_room_of_this_conflict(loser: Pawn, winner: Character) -> None:
    state = at(EVA, {EVA: "k11", G1: "k11"}).retreat(EVA, G1, winner, 4)
    assert refused(state, walk(loser, "k10", "k11")) == "R1"
    assert refused(state, walk(loser, "k10", "k11", "k12")) == "R1"
    assert refused(state, walk(loser, "k10", "k00", "k10")) == "", "elsewhere it may turn back on itself"


def test_R1_molasar_himself_knows_every_door_in_retreat_too() -> None:
    state = at(EVA, {EVA: "k11", M: "k11"}).retreat(EVA, M, EVA, 3)
    assert refused(state, walk(M, "c0")) == ""


# R2


def test_R2_walked_into_an_opponent_it_stops_and_fights_before_any_that_waits() -> None:
    places = {EVA: "k11", G1: "k11", CUZA: "k12", FONESCU: "k33", G2: "k33"}
    state = at(EVA, places).retreat(EVA, G1, EVA, 4)
    assert refused(state, walk(G1, "k12")) == "" and refused(state, walk(G1, "k12", "k13")) == "M3"
    step = do(state, walk(G1, "k12"))
    assert of(ConflictBegan, step.records) == [ConflictBegan(CUZA, G1, Room("k12"))]
    fight = step.state.conflict
    assert fight is not None and fight.searcher is CUZA
    assert step.state.conflicts == ((FONESCU, G2),), "that one waits"


def test_R2_a_searcher_can_be_walked_into_another_enemy_molasar_too() -> None:
    places = {EVA: "k11", G1: "k11", G2: "k10", M: "k12"}
    for room, enemy in (("k10", G2), ("k12", M)):
        state = do(at(EVA, places).retreat(EVA, G1, M, 2), walk(EVA, room)).state
        assert state.conflict is not None and state.conflict.enemy == enemy


def test_R2_not_into_its_own_sides_trouble() -> None:
    places = {EVA: "k11", G1: "k11", CUZA: "k10", G2: "k10"}
    state = at(EVA, places).retreat(EVA, G1, M, 3)
    assert refused(state, walk(EVA, "k10")) == "M4"
    assert refused(at(EVA, {**places, G2: "k33"}).retreat(EVA, G1, M, 3), walk(EVA, "k10")) == "M2"


# R3


def test_R3_from_an_entry_room_a_searcher_may_be_walked_out_for_one_room() -> None:
    state = at(EVA, {EVA: "k01", G1: "k01"}).retreat(EVA, G1, M, 2)
    assert refused(state, walk(EVA, OUTSIDE)) == refused(state, walk(EVA, "k00", OUTSIDE)) == ""
    assert refused(state, walk(EVA, OUTSIDE, "k00")) == "M3", "it ends the walk"
    assert refused(state, walk(EVA, "k11", OUTSIDE)) == "M1", "no entry room"
    assert refused(at(EVA, {EVA: "k11", G1: "k11"}).retreat(EVA, G1, M, 2), walk(EVA, "k10", "k00", OUTSIDE)) == "M1"
    step = do(state, walk(EVA, "k00", OUTSIDE))
    assert of(LeftKeep, step.records) == [LeftKeep(EVA, Room("k00"))]
    assert of(Moved, step.records) == [Moved(EVA, Room("k01"), rooms("k00"), Cause.RETREAT)]
    assert step.state.is_outside(EVA) and step.state.where(EVA) is None


def test_R3_it_counts_as_a_legal_step_so_nobody_stays_where_only_that_is_left() -> None:
    """k00 with both neighbours taken by Searchers that cannot be rested on: out, or nowhere."""
    places = {EVA: "k00", G1: "k00", CUZA: "k01", FONESCU: "k10"}
    state = at(CUZA, places).retreat(EVA, G1, M, 1)
    assert state.is_outside(EVA), "the only way there is needs no asking"


def test_R3_several_may_be_outside_at_once() -> None:
    state = at(CUZA, {EVA: "k00", G1: "k00", CUZA: "k33"}).retreat(EVA, G1, M, 1)
    assert state.is_outside(FONESCU) and refused(state, walk(EVA, OUTSIDE)) == ""


@pytest.mark.parametrize("loser", [G1, M])
def test_R3_guards_and_molasar_never_leave(loser: Pawn) -> None:
    state = at(EVA, {EVA: "k01", loser: "k01"}).retreat(EVA, loser, EVA, 3)
    assert refused(state, walk(loser, OUTSIDE)) == refused(state, walk(loser, "k00", OUTSIDE)) == "M1"
    assert "outside" not in ends(state, loser)


def test_R3_on_its_next_turn_it_is_placed_on_an_open_entry_without_a_searcher_and_goes_on() -> None:
    state = at(EVA, {CUZA: "k00", G1: "k01"}).before_roll()
    assert awaited(state) == Decide(Decision.PLACE, Seat(0), EVA)
    assert [a.room for a in offers(state, PlacePawn)] == ["k01", "k02", "k10", "k20", "k13"]
    assert refused(state, PlacePawn(EVA, Room("k00"))) == refused(state, PlacePawn(EVA, Room("k33"))) == "R3"
    assert refused(state, PlacePawn(CUZA, Room("k02"))) == "R3"
    state = do(state, PlacePawn(EVA, Room("k02"))).state
    assert awaited(state) == RollDice(Dice.MOVE, EVA, 1)
    state = apply(state, Rolled((2,))).state
    assert refused(state, walk(EVA, "k12", "k22", "k32")) == "", "rolls and moves as usual"


def test_R3_placed_on_an_enemy_it_stops_and_fights() -> None:
    for enemy in (G1, M):
        state = at(EVA, {CUZA: "k00", enemy: "k01"}).before_roll()
        state = do(state, PlacePawn(EVA, Room("k01"))).state
        assert state.conflict is not None and state.conflict.enemy == enemy
        assert decision(state) is Decision.COMMIT_CARD


# R4


def hunted(start: str = "c0", steps: int = 4, **places: str) -> State:
    """Molasar, beaten by Eva in ``start``, is to be walked."""
    pawns = {"guard": G1, "guard2": G2}
    more = {pawns[name]: room for name, room in places.items()}
    return at(EVA, {EVA: start, M: start, CUZA: "k33", **more}).retreat(EVA, M, EVA, steps)


def test_R4_an_unproven_marked_room_is_a_legal_step_and_is_answered_in_walk_order() -> None:
    state = hunted()
    assert refused(state, walk(M, "c1")) == refused(state, walk(M, "c8", "c9")) == ""
    state = do(state, walk(M, "c7", "c6", "c5", "c4")).state
    assert awaited(state) == AnswerHilt(rooms("c7", "c5"), until_yes=True)
    step = apply(state, HiltAnswered(((Room("c7"), False), (Room("c5"), False))))
    assert step.state.where(M) == "c4" and step.state.proven == rooms("c5", "c7")


def test_R4_up_to_the_first_yes_there_he_halts_before_it() -> None:
    state = do(hunted(), walk(M, "c7", "c6", "c5", "c4")).state
    step = apply(state, HiltAnswered(((Room("c7"), False), (Room("c5"), True))))
    assert step.state.where(M) == "c6" and step.state.hilt_proven == "c5"
    assert of(RetreatHalted, step.records) == [RetreatHalted(Room("c6"), Room("c5"))]
    assert of(Moved, step.records)[0].path == rooms("c7", "c6"), "the rest of the walk is lost"
    assert RoomProven(Room("c5"), here=True) in step.records


def test_R4_in_the_last_room_before_it_where_he_may_stand() -> None:
    state = do(hunted(guard="c6"), walk(M, "c7", "c6", "c5", "c4")).state
    step = apply(state, HiltAnswered(((Room("c7"), False), (Room("c5"), True))))
    assert step.state.where(M) == "c7", "a guard stands in c6"


def test_R4_the_conflicts_own_room_included_then_he_stays_and_the_pair_rests() -> None:
    state = do(hunted(), walk(M, "c7", "c6")).state
    step = apply(state, HiltAnswered(((Room("c7"), True),)))
    assert step.state.where(M) == "c0" and step.state.truces == ((EVA, M),)
    assert of(Stayed, step.records) == [Stayed(M, Cause.RETREAT)]
    both = do(hunted("c6", guard="c7"), walk(M, "c7", "c0", "c8", "c9")).state
    step = apply(both, HiltAnswered(((Room("c7"), False), (Room("c8"), True))))
    assert step.state.where(M) == "c0"
    blocked = at(EVA, {EVA: "c6", M: "c6", G1: "c7", CUZA: "k33"}, proven=rooms("c7", "c5")).retreat(EVA, M, EVA, 4)
    blocked = do(blocked, walk(M, "c7", "c0", "c8")).state
    step = apply(blocked, HiltAnswered(((Room("c8"), True),)))
    assert step.state.where(M) == "c0" and step.state.truces == ()


def test_R4_the_room_proven_the_hilts_is_a_wall() -> None:
    state = at(EVA, {EVA: "c0", M: "c0"}, hilt_proven=Room("c1")).retreat(EVA, M, EVA, 4)
    assert refused(state, walk(M, "c1")) == "M11" and "c1" not in ends(state, M)
    assert refused(state, walk(M, "c7")) == "", "and all others are free, unasked"
    assert awaited(do(state, walk(M, "c7")).state) != AnswerHilt(rooms("c7"), until_yes=True)


def test_R4_a_room_is_asked_for_once_and_proven_rooms_not_at_all() -> None:
    state = at(EVA, {EVA: "c0", M: "c0"}, proven=rooms("c1")).retreat(EVA, M, EVA, 5)
    there_and_back = do(state, walk(M, "c8", "c9", "c8", "c9")).state
    assert awaited(there_and_back) == AnswerHilt(rooms("c8", "c9"), until_yes=True)
    assert not isinstance(awaited(do(state, walk(M, "c1")).state), AnswerHilt)


def test_R4_answers_come_in_order_and_end_at_the_yes() -> None:
    state = do(hunted(), walk(M, "c7", "c6", "c5")).state
    no7, yes7, no5, yes5 = ((Room(r), here) for r in ("c7", "c5") for here in (False, True))
    for wrong in ((), (no7,), (no5, no7), (yes7, no5), (yes7, yes5), (yes5,), (no7, no5, no5)):
        with pytest.raises(IllegalEvent):
            apply(state, HiltAnswered(tuple(wrong)))
    for right in ((no7, no5), (no7, yes5), (yes7,)):
        assert apply(state, HiltAnswered(tuple(right))).state.where(M) is not None


def test_R4_halted_he_fights_nobody_new_walked_on_he_does() -> None:
    places = {EVA: "c0", M: "c0", CUZA: "c6"}
    state = do(at(EVA, places).retreat(EVA, M, EVA, 2), walk(M, "c7", "c6")).state
    on = apply(state, HiltAnswered(((Room("c7"), False),))).state
    assert on.conflict is not None and on.conflict.searcher is CUZA
    assert apply(state, HiltAnswered(((Room("c7"), True),))).state.conflict is None


def test_R4_a_retreat_that_can_end_in_one_room_only_but_ask_for_another_is_put_to_the_winner() -> None:
    """c8 is the only room he can be left in, but the walk may look into c9, where a guard stands, and come back."""
    state = cornered()
    assert decision(state) is Decision.RETREAT and asked(state).character is EVA
    assert refused(state, walk(M, "c8")) == refused(state, walk(M, "c8", "c9", "c8")) == ""
    looked = do(state, walk(M, "c8", "c9", "c8")).state
    assert awaited(looked) == AnswerHilt(rooms("c9"), until_yes=True)


def cornered() -> State:
    """Molasar beaten by 3 in c0 of a board where c0, c8 and c9 are a blind alley with a guard at its end."""
    board = small_board()
    cut = [d for d in board.doorways if {d.a, d.b} not in ({"c0", "c1"}, {"c0", "c7"}, {"c9", "c4"})]
    alley = replace(board, doorways=tuple(cut), secret_doors=board.secret_doors[1:])
    game = Game(alley, plain_deck(), seating_for(6))
    places = {EVA: "c0", M: "c0", G1: "c9", CUZA: "k33"}
    return at(EVA, places, game=game, proven=rooms("c8")).retreat(EVA, M, EVA, 3)


# R5


def test_R5_with_no_legal_walk_the_loser_stays_and_the_pair_rests() -> None:
    walled = {EVA: "k11", G1: "k11", CUZA: "k10", FONESCU: "k12", GLAEKEN: "k01", WOERMANN: "k21"}
    state = at(CUZA, walled).retreat(EVA, G1, M, 1)
    assert state.where(EVA) == "k11" and state.truces == ((EVA, G1),) and state.conflict is None
    assert state.turn is not CUZA


def truce() -> dict[Pawn, str]:
    return {EVA: "k11", G1: "k11", G2: "k33"}


def test_R5_they_do_not_fight_again_while_neither_is_moved() -> None:
    pair = ((EVA, G1),)
    stay = do(at(EVA, truce(), truces=pair).moving(3), walk(EVA)).state
    assert stay.truces == pair and stay.conflict is None and stay.turn is not EVA
    later = at(M, truce(), truces=pair).fighting()
    assert later.conflict is None


@pytest.mark.parametrize("how", ["searcher walks", "guard walks", "eaten", "retreats"])
def test_R5_until_one_of_the_two_has_been_moved_by_anything(how: str) -> None:
    pair = ((EVA, G1),)
    if how == "searcher walks":
        state = do(at(EVA, truce(), truces=pair).moving(3), walk(EVA, "k10", "k11")).state
        assert state.conflict is not None
    elif how == "guard walks":
        state = do(at(WOERMANN, {**truce(), WOERMANN: "k30"}, truces=pair).moving(6), walk(G1, "k12", "k11")).state
        assert state.truces == ()
    elif how == "eaten":
        state = do(at(M, {**truce(), M: "c4"}, truces=pair).feeding(), Feed(G1)).state
        assert state.truces == ()
    else:
        state = at(EVA, {EVA: "k11", G1: "k11", G2: "k33"}).retreat(EVA, G1, EVA, 2)
        assert do(state, walk(G1, "k10")).state.truces == ()


# R6, R7: added


def test_R6_walked_out_of_any_entry_back_by_an_open_one() -> None:
    state = at(EVA, {EVA: "k13", G1: "k13"}, players=5).retreat(EVA, G1, M, 1)
    assert refused(state, walk(EVA, OUTSIDE)) == ""
    back = at(EVA, {CUZA: "k00"}, players=5).before_roll()
    assert refused(back, PlacePawn(EVA, Room("k13"))) == "R3"


def test_R7_the_number_of_searchers_is_that_of_the_beginning() -> None:
    state = at(EVA, {CUZA: "k00"}, gone=(Seat(1), Seat(3))).before_roll()
    assert refused(state, PlacePawn(EVA, Room("k13"))) == ""
    assert state.unproven == state.game.hilt_rooms


def test_R7_placed_on_an_enemy_no_card_before_the_roll_is_played() -> None:
    state = at(EVA, {CUZA: "k00", G1: "k01"}, bonus_hands={EVA: (38,)}).before_roll()
    state = do(state, PlacePawn(EVA, Room("k01"))).state
    assert decision(state) is Decision.COMMIT_CARD and all(
        a.pawn != EVA for a in legal_actions(state) if isinstance(a, Walk)
    )
