"""Molasar: rulings M11 and T1 to T6 (and the added M15, T7 to T9)."""

from __future__ import annotations

from typing import Any

import pytest

from keep_p2p.rules.actions import Done, Feed, NameDefender, PickConflict, PlayHazard, Roll, SearchDoor
from keep_p2p.rules.awaited import Decision, Dice, Over, Reason, RollDice
from keep_p2p.rules.events import HiltAnswered, Rolled
from keep_p2p.rules.game import IllegalAction, apply, awaited, check_action, hilt_openings, legal_actions
from keep_p2p.rules.names import GUARDS, Door, Hazard, Room, Seat
from keep_p2p.rules.records import Cause, DiceRolled, GuardEaten, Moved, RoomProven, TurnBegan
from keep_p2p.rules.state import Knowledge
from tests.rules.scene import (
    CUZA,
    EVA,
    FONESCU,
    G1,
    G2,
    G3,
    WOERMANN,
    M,
    at,
    commit,
    decision,
    do,
    of,
    offers,
    play,
    refused,
    rooms,
    table,
    walk,
)

PAWN_MOVERS = (Hazard.SUMMON_GUARDS, Hazard.GENERAL_ALERT, Hazard.SECRET_PASSAGE, Hazard.MOLASARS_MAGIC)

# M11


def test_M11_a_room_proven_to_hold_the_hilt_is_a_wall_to_him_by_walk_jump_and_hazard() -> None:
    known: dict[str, Any] = {"hilt_proven": Room("c9")}
    state = at(M, {M: "c8", G1: "c4", G2: "k33"}, **known).molasar_moving(5)
    assert refused(state, walk(M, "c9")) == refused(state, walk(M, "c9", "c4", "c3")) == "M11"
    feeding = at(M, {M: "c8", G1: "c9", G2: "k33", G3: "k32"}, **known).feeding()
    assert refused(feeding, Feed(G1)) == "M11" and refused(feeding, Feed(G2)) == ""
    magic = at(M, {M: "c8", G1: "c4"}, hazards=(Hazard.MOLASARS_MAGIC,), **known).molasar_moving(5)
    assert refused(magic, PlayHazard(Hazard.MOLASARS_MAGIC, Room("c9"))) == "H6"
    assert refused(magic, PlayHazard(Hazard.MOLASARS_MAGIC, Room("c6"))) == ""


def test_M11_his_own_choices_keep_clear_of_the_hilt_that_only_he_knows() -> None:
    known = Knowledge(hilt=Room("c9"))
    state = at(M, {M: "c8", G1: "k33"}, hazards=(Hazard.MOLASARS_MAGIC,)).molasar_moving(5)
    own = legal_actions(state, known)
    assert any(Room("c9") in hilt_openings(state, action) for action in legal_actions(state))
    assert not any(Room("c9") in hilt_openings(state, action) for action in own)
    feeding = at(M, {M: "c8", G1: "c9", G2: "k33"}).feeding()
    assert Feed(G1) in legal_actions(feeding) and Feed(G1) not in legal_actions(feeding, known)


def test_M11_the_table_refuses_what_only_he_could_know_to_be_illegal() -> None:
    sim = table(at(M, {M: "c8", G1: "k33"}).molasar_moving(5), hilt="c9")
    with pytest.raises(IllegalAction, match="M11"):
        sim.step(walk(M, "c9"))


def test_M11_every_marked_room_he_enters_is_proven_empty_in_walk_order() -> None:
    state = at(M, {M: "c0", G1: "k33", G2: "k32"}).molasar_moving(8)
    tour = walk(M, "c1", "c0", "c8", "c0", "c1", "c0", "c7")
    assert hilt_openings(state, tour) == rooms("c1", "c8", "c7")
    step = do(state, tour)
    assert of(RoomProven, step.records) == [RoomProven(r, here=False) for r in rooms("c1", "c8", "c7")]
    assert step.state.proven == rooms("c1", "c7", "c8")
    assert hilt_openings(step.state, tour) == ()


def test_M11_passing_through_proves_a_room_and_so_does_a_jump() -> None:
    feeding = at(M, {M: "c0", G1: "c3", G2: "k33"}).feeding()
    assert hilt_openings(feeding, Feed(G1)) == rooms("c3") and hilt_openings(feeding, Feed(G2)) == ()
    assert do(feeding, Feed(G1)).state.proven == rooms("c3")
    magic = at(M, {M: "c0", G1: "k33"}, hazards=(Hazard.MOLASARS_MAGIC,)).molasar_moving(3)
    jump = PlayHazard(Hazard.MOLASARS_MAGIC, Room("c9"))
    assert hilt_openings(magic, jump) == rooms("c9") and do(magic, jump).state.proven == rooms("c9")


def test_M11_guards_prove_nothing_and_may_stand_in_the_hilt_room() -> None:
    state = at(M, {M: "c4", G1: "c2", G2: "k33"}, hilt_proven=Room("c3")).guard_moving(4)
    assert refused(state, walk(G1, "c3")) == "" and hilt_openings(state, walk(G1, "c1")) == ()


def test_M15_when_one_marked_room_is_left_it_is_the_hilts() -> None:
    left = at(M, {M: "c0", G1: "k33", G2: "k32"}, proven=rooms("c3", "c5", "c7", "c8")).molasar_moving(6)
    assert left.unproven == rooms("c1", "c9")
    step = do(left, walk(M, "c1"))
    assert of(RoomProven, step.records) == [RoomProven(Room("c1"), False), RoomProven(Room("c9"), True)]
    assert step.state.hilt_proven == "c9" and step.state.unproven == ()


def test_M15_no_way_leads_him_into_every_room_left() -> None:
    left = at(M, {M: "c0", G1: "k33", G2: "k32"}, proven=rooms("c3", "c5", "c7", "c8")).molasar_moving(12)
    assert refused(left, walk(M, "c1", "c0", "c8", "c9")) == "M11"
    assert refused(left, walk(M, "c8", "c9")) == refused(left, walk(M, "c1")) == ""
    for action in legal_actions(left):
        assert refused(left, action) == ""


# T1


def test_T1_he_feeds_first_and_must() -> None:
    state = at(M, {M: "c4", G1: "k00", G2: "k33"}).feeding()
    assert decision(state) is Decision.FEED
    assert set(offers(state, Feed)) == {Feed(G1), Feed(G2)}
    assert refused(state, Done()) == refused(state, walk(M, "c3")) == refused(state, Roll()) == "T7"
    assert refused(state, Feed(G3)) == "T1"


def test_T1_he_jumps_however_far_and_the_guard_is_gone() -> None:
    step = do(at(M, {M: "c4", G1: "k00", G2: "k33"}).feeding(), Feed(G1))
    assert step.state.where(M) == "k00" and step.state.where(G1) is None
    assert step.state.eaten[-1] == G1 and step.state.guards_left == (G2,)
    assert of(GuardEaten, step.records) == [GuardEaten(G1, Room("k00"), 11)]
    assert of(Moved, step.records) == [Moved(M, Room("c4"), rooms("k00"), Cause.FEED)]


def test_T1_the_removed_guards_count_the_turns() -> None:
    for eaten in range(11):
        left: dict[Any, str] = dict(zip(GUARDS[eaten:], _twelve()[eaten:], strict=True))
        state = at(M, {M: "c4", **left}).feeding()
        assert state.turn_number == eaten + 1
        after = do(state, offers(state, Feed)[0]).state
        assert len(after.eaten) == after.turn_number == eaten + 1 and len(after.guards_left) == 11 - eaten


def _twelve() -> list[str]:
    return ["k00", "k01", "k02", "k03", "k10", "k13", "k20", "k23", "k30", "k31", "k32", "k33"]


def test_T1_at_his_last_feed_one_guard_stands_outside_the_hilt_room() -> None:
    state = at(M, {M: "c4", G1: "c9", G2: "k33"}, hilt_proven=Room("c9")).feeding()
    assert state.where(M) == "k33" and state.guards_left == (G1,), "the only meal there is needs no asking"


def test_T1_he_may_feed_beside_a_searcher() -> None:
    state = at(M, {M: "c4", G1: "k11", G2: "k33", EVA: "k11"}, truces=((EVA, G1),)).feeding()
    state = do(state, Feed(G1)).state
    assert state.pawns_in(Room("k11")) == (EVA, M) and state.truces == ()


# T2


def test_T2_two_dice_are_one_event_and_their_sum_is_his_walk() -> None:
    state = do(at(M, {M: "c4", G1: "k00", G2: "k33"}).feeding(), Feed(G1)).state
    assert awaited(state) == RollDice(Dice.MOLASAR, M, 2)
    step = apply(state, Rolled((2, 3)))
    assert of(DiceRolled, step.records) == [DiceRolled(M, Dice.MOLASAR, (2, 3), 5)]
    assert refused(step.state, walk(M, "k01", "k02", "k03", "k13", "k23")) == ""
    assert refused(step.state, walk(M, "k01", "k02", "k03", "k13", "k23", "k22")) == "M1"
    assert refused(step.state, walk(M)) == "", "he may stay"
    assert refused(step.state, walk(G2, "k32")) == "T2"


def test_T2_feed_and_hazards_are_no_walks_beside_a_searcher_he_may_still_walk() -> None:
    state = do(at(M, {M: "c4", G1: "k11", G2: "k33", EVA: "k11"}, truces=((EVA, G1),)).feeding(), Feed(G1)).state
    state = apply(state, Rolled((1, 2))).state
    assert decision(state) is Decision.MOLASAR_MOVE and refused(state, walk(M, "k10", "k00")) == ""
    passage = at(M, {M: "c4", G1: "k33", EVA: "k11"}, hazards=(Hazard.SECRET_PASSAGE,)).molasar_moving(3)
    passage = do(passage, PlayHazard(Hazard.SECRET_PASSAGE, Room("k11"))).state
    assert refused(passage, walk(M, "k10", "k00")) == "" and passage.conflict is None
    assert do(passage, walk(M)).state.turn is M


def test_T2_staying_there_they_fight() -> None:
    state = at(M, {M: "k11", G1: "k33", EVA: "k11"}).guard_moving(1)
    assert do(state, Done()).state.conflict is not None


# T3, T4


def test_T3_his_guards_move_after_him_and_before_any_conflict() -> None:
    sim = table(at(M, {M: "c4", G1: "k11", G2: "k33", G3: "k20", EVA: "k00"}).feeding(), dice=(2, 3, 1, 4))
    assert decision(sim.state) is Decision.FEED
    play(sim, Feed(G2))
    assert decision(sim.state) is Decision.MOLASAR_MOVE
    play(sim, walk(M))
    assert decision(sim.state) is Decision.GUARD_DIE
    play(sim, Roll(), Roll())
    assert decision(sim.state) is Decision.GUARD_MOVE
    play(sim, walk(G3, "k10", "k00"))
    assert sim.state.conflict is None
    play(sim, Done())
    assert decision(sim.state) is Decision.COMMIT_CARD


def test_T4_conflicts_come_last_and_he_picks_their_order() -> None:
    places = {M: "c4", G1: "k10", G2: "k20", EVA: "k00", CUZA: "k21"}
    state = at(M, places).guard_moving(4)
    state = do(do(state, walk(G1, "k00")).state, walk(G2, "k21")).state
    state = do(state, Done()).state if decision(state) is Decision.GUARD_MOVE else state
    assert decision(state) is Decision.PICK_CONFLICT
    assert offers(state, PickConflict) == (PickConflict(EVA, G1), PickConflict(CUZA, G2))
    assert refused(state, PickConflict(EVA, G2)) == "C1"


# T5


def test_T5_one_hazard_a_turn() -> None:
    state = at(M, {M: "c4", G1: "k00", G2: "k33"}, hazards=tuple(Hazard)).feeding()
    state = do(state, PlayHazard(Hazard.POWER_FAILURE)).state
    assert decision(state) is Decision.FEED, "it acts at once, then the turn goes on"
    for hazard in Hazard:
        assert refused(state, PlayHazard(hazard)) == "T5"
    assert not offers(state, PlayHazard)
    again = at(M, {M: "c4", G1: "k00"}, hazards=(Hazard.EVIL_SPREADS,)).guard_moving(3)
    assert refused(again, PlayHazard(Hazard.POWER_FAILURE)) == "T5", "played in an earlier turn"


@pytest.mark.parametrize("point", ["feed", "walk", "die 1", "die 2", "pool", "conflicts"])
def test_T5_at_any_of_his_own_decision_points(point: str) -> None:
    hazards = tuple(Hazard)
    places = {M: "c4", G1: "k00", G2: "k33", EVA: "k11", G3: "k11"}
    pos = at(M, places, hazards=hazards, truces=((EVA, G3),))
    state = {
        "feed": pos.feeding,
        "walk": lambda: pos.molasar_moving(4),
        "die 1": pos.guard_dice,
        "die 2": lambda: pos.guard_dice(2, 3),
        "pool": lambda: pos.guard_moving(4),
        "conflicts": at(M, places, hazards=hazards).fighting,
    }[point]()
    offered = {action.hazard for action in offers(state, PlayHazard)}
    everything = set(Hazard)
    if point in ("die 2", "pool", "conflicts"):
        everything -= {Hazard.GENERAL_ALERT}
        assert refused(state, PlayHazard(Hazard.GENERAL_ALERT)) == "T5"
    assert offered == everything


def test_T5_after_the_first_conflict_only_the_two_that_move_no_pawn() -> None:
    places = {M: "c4", G1: "k00", EVA: "k00", G2: "k33", CUZA: "k33"}
    sim = table(at(M, places, hazards=tuple(Hazard)).fighting())
    play(sim, PickConflict(EVA, G1))
    for hazard in Hazard:
        assert refused(sim.state, PlayHazard(hazard)) == "T7", "never in the middle of a conflict"
    state = at(
        M, {M: "c4", G2: "k33", CUZA: "k33", EVA: "k00", G1: "k00"}, hazards=tuple(Hazard), fought=True
    ).fighting()
    assert {a.hazard for a in offers(state, PlayHazard)} == {Hazard.EVIL_SPREADS, Hazard.POWER_FAILURE}
    for hazard in PAWN_MOVERS:
        assert refused(state, PlayHazard(hazard)) == "T5"


def test_T5_before_a_single_conflict_he_is_still_asked() -> None:
    state = at(M, {M: "c4", G1: "k00", EVA: "k00"}, hazards=(Hazard.POWER_FAILURE,)).fighting()
    assert decision(state) is Decision.PICK_CONFLICT
    none = at(M, {M: "c4", G1: "k00", EVA: "k00"}).fighting()
    assert decision(none) is Decision.COMMIT_CARD


def test_T5_never_in_a_searchers_turn_nor_by_a_searcher() -> None:
    state = at(EVA, {EVA: "k00", G1: "k00", CUZA: "k33", G2: "k33"}, hazards=tuple(Hazard)).fighting()
    assert not offers(state, PlayHazard)
    assert refused(state, PlayHazard(Hazard.EVIL_SPREADS)) == "T5"
    with pytest.raises(IllegalAction, match="T7"):
        check_action(state, Seat(5), PlayHazard(Hazard.EVIL_SPREADS))


def test_T5_never_in_the_middle_of_a_walk() -> None:
    sim = table(at(M, {G1: "k11", G2: "k33"}, hazards=tuple(Hazard)).guard_dice(), dice=(2,))
    play(sim, SearchDoor(G1, Door("door-a")))
    assert decision(sim.state) is Decision.GUARD_FOUND
    assert refused(sim.state, PlayHazard(Hazard.POWER_FAILURE)) == "T7"


def test_T5_a_room_is_named_with_the_two_jumps_only() -> None:
    state = at(M, {M: "c4", G1: "k00", G2: "k33"}, hazards=tuple(Hazard)).feeding()
    for hazard in (Hazard.SECRET_PASSAGE, Hazard.MOLASARS_MAGIC):
        assert refused(state, PlayHazard(hazard)) == "T5"
    for hazard in (Hazard.EVIL_SPREADS, Hazard.POWER_FAILURE, Hazard.SUMMON_GUARDS, Hazard.GENERAL_ALERT):
        assert refused(state, PlayHazard(hazard, Room("c0"))) == "T5"


# T6


def test_T6_when_his_twelfth_turn_begins_molasar_has_won() -> None:
    sim = table(at(WOERMANN, {WOERMANN: "k00", M: "c4", G1: "k33"}, turn_number=12).moving(3))
    told = play(sim, Done())
    assert of(TurnBegan, told)[-1] == TurnBegan(M, 12)
    over = awaited(sim.state)
    assert over == Over(Reason.TWELFTH_TURN, (M,), (Seat(5),))
    assert len(sim.state.eaten) == 11 and sim.state.guards_left == (G1,), "eleven eaten, none more"


def test_T6_not_before() -> None:
    sim = table(at(WOERMANN, {WOERMANN: "k00", M: "c4", G1: "k33", G2: "k30"}, turn_number=11).moving(3))
    play(sim, Done())
    assert sim.over is None and decision(sim.state) is Decision.FEED


# T7 to T9: added


def test_T7_only_the_one_asked_answers_and_only_what_is_asked() -> None:
    state = at(EVA, {EVA: "k00"}).moving(3)
    for seat in range(1, 6):
        with pytest.raises(IllegalAction, match="T7"):
            check_action(state, Seat(seat), walk(EVA, "k01"))
    assert refused(state, NameDefender(CUZA)) == refused(state, commit(M, 1)) == "T7"


def test_T8_general_alert_before_the_feed_walks_at_once_and_no_guard_die_is_rolled() -> None:
    sim = table(at(M, {M: "c4", G1: "k00", G2: "k33"}, hazards=(Hazard.GENERAL_ALERT,)).feeding(), dice=(2, 2))
    play(sim, PlayHazard(Hazard.GENERAL_ALERT))
    assert decision(sim.state) is Decision.GUARD_MOVE
    play(sim, walk(G1, "k01", "k02", "k03", "k13", "k23"), Done())
    assert decision(sim.state) is Decision.FEED
    told = play(sim, Feed(G2), walk(M))
    assert not [d for d in of(DiceRolled, told) if d.purpose is Dice.GUARD] and sim.state.turn is not M


def test_T9_after_the_dice_a_point_to_play_a_hazard_even_if_nobody_can_walk() -> None:
    state = at(M, {M: "c4", G1: "k00"}, hazards=(Hazard.EVIL_SPREADS,)).guard_moving(0)
    assert decision(state) is Decision.GUARD_MOVE and refused(state, walk(G1, "k01")) == "M1"
    assert at(M, {M: "c4", G1: "k00"}).guard_moving(0).turn is not M


def test_M11_a_yes_for_a_room_he_stood_in_cannot_be_reported() -> None:
    """What he proved stays proven: the Hilt is asked for only where it can still be."""
    state = at(EVA, {EVA: "c3", FONESCU: "c1", M: "c0"}, proven=rooms("c1")).turn_end()
    wanted = awaited(state)
    assert getattr(wanted, "rooms", None) == rooms("c3")
    assert apply(state, HiltAnswered(((Room("c3"), False),))).state.proven == rooms("c1", "c3")
