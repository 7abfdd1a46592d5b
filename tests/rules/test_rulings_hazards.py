"""Hazard cards: rulings H1 to H6 (and the added H7, H8)."""

from __future__ import annotations

import pytest

from keep_p2p.rules.actions import Done, Feed, PickBonus, PlacePawn, PlayHazard, PutGuard, Roll, SearchDoor
from keep_p2p.rules.awaited import Decide, Decision, Dice, Reveal
from keep_p2p.rules.events import Revealed, Rolled, Turned
from keep_p2p.rules.game import IllegalEvent, State, apply, awaited
from keep_p2p.rules.names import Card, Deck, Door, Hazard, Room, Seat
from keep_p2p.rules.position import slot_of
from keep_p2p.rules.records import BonusLost, Cause, DiceRolled, HazardPlayed, Moved, PowerOut, TurnBegan
from tests.rules.scene import (
    CUZA,
    EVA,
    FONESCU,
    G1,
    G2,
    G3,
    M,
    asked,
    at,
    bonus,
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

GUARDED = {M: "c4", G1: "k00", G2: "k33"}

# H1


def spreading(**hands: tuple[int, ...]) -> State:
    held = {{"eva": EVA, "cuza": CUZA, "fonescu": FONESCU}[name]: cards for name, cards in hands.items()}
    pos = at(M, GUARDED, bonus_hands=held, hazards=tuple(Hazard))
    return do(pos.molasar_moving(3), PlayHazard(Hazard.EVIL_SPREADS)).state


def test_H1_molasar_picks_one_card_unseen_of_each_searcher_that_has_any() -> None:
    state = spreading(eva=(33, 41), cuza=(37,), fonescu=(35, 36))
    assert asked(state) == Decide(Decision.PICK_BONUS, Seat(5), M)
    assert offers(state, PickBonus) == (PickBonus(EVA, slot_of(33)), PickBonus(EVA, slot_of(41)))
    state = do(state, PickBonus(EVA, slot_of(41))).state
    assert refused(state, PickBonus(EVA, slot_of(33))) == "H1", "one each"
    state = do(state, PickBonus(FONESCU, slot_of(35))).state
    wanted = awaited(state)
    assert isinstance(wanted, Reveal), "Cuza's only card needs no picking"
    assert [(i.character, i.slot) for i in wanted.items] == [(EVA, 8), (FONESCU, 2), (CUZA, 4)]


def test_H1_they_are_turned_up_and_discarded_and_no_card_saves_one() -> None:
    state = do(spreading(eva=(33, 41)), PickBonus(EVA, slot_of(41))).state
    assert isinstance(awaited(state), Reveal), "nobody is asked for a Flashlight or anything"
    step = apply(state, Revealed((Turned(EVA, slot_of(41), Card(41)),)))
    assert [(lost.character, lost.card, lost.hazard) for lost in of(BonusLost, step.records)] == [(EVA, 41, True)]
    assert step.state.discards(Deck.BONUS) == (41,) and step.state.hand(EVA, Deck.BONUS) == (slot_of(33),)
    assert decision(step.state) is Decision.MOLASAR_MOVE
    for wrong in (Turned(EVA, slot_of(33), Card(33)), Turned(CUZA, slot_of(41), Card(41))):
        with pytest.raises(IllegalEvent):
            apply(state, Revealed((wrong,)))


def test_H7_played_when_nobody_holds_a_card_nothing_happens() -> None:
    state = spreading()
    assert decision(state) is Decision.MOLASAR_MOVE and Hazard.EVIL_SPREADS not in state.hazards


# H2


def test_H2_until_molasars_next_turn_begins_searchers_neither_roll_nor_walk() -> None:
    sim = table(at(M, {**GUARDED, EVA: "k01", CUZA: "k02"}, hazards=tuple(Hazard)).molasar_moving(2), dice=(1,))
    told = play(sim, PlayHazard(Hazard.POWER_FAILURE), walk(M), Done())
    while decision(sim.state) is not Decision.FEED:
        assert sim.state.power_failure
        told += play(sim, sim.choices()[-1])
    dark = {record.character for record in of(PowerOut, told)}
    assert {EVA, CUZA} <= dark and not [d for d in of(DiceRolled, told) if d.purpose is Dice.MOVE]
    assert of(TurnBegan, told)[-1].character is M and not sim.state.power_failure


def test_H2_neither_rolls_nor_searches_without_a_flashlight() -> None:
    state = at(EVA, {EVA: "k11"}, bonus_hands={EVA: (41,)}, power_failure=True).before_roll()
    assert refused(state, Roll()) == refused(state, SearchDoor(EVA, Door("door-a"))) == "H2"
    assert do(state, Done()).state.where(EVA) == "k11"


def test_H2_outside_the_keep_it_is_placed_but_does_not_walk() -> None:
    state = at(EVA, {CUZA: "k00"}, power_failure=True).before_roll()
    assert asked(state).decision is Decision.PLACE
    step = do(state, PlacePawn(EVA, Room("k01")))
    assert of(PowerOut, step.records)[0] == PowerOut(EVA)
    assert step.state.where(EVA) == "k01" and step.state.turn is not EVA


def test_H2_retreats_conflicts_and_other_cards_go_on() -> None:
    state = at(EVA, {EVA: "k00", G1: "k00"}, bonus_hands={EVA: (38,)}, power_failure=True).before_roll()
    favour = do(state, bonus(EVA, 38)).state
    assert decision(favour) is Decision.GUARD_FAVOUR
    assert do(state, Done()).state.conflict is not None
    beaten = at(EVA, {EVA: "k00", G1: "k00"}, power_failure=True).retreat(EVA, G1, M, 3)
    assert do(beaten, walk(EVA, "k01")).state.where(EVA) == "k01"


def test_H2_molasar_and_his_guards_are_not_stopped() -> None:
    state = do(at(M, GUARDED, hazards=tuple(Hazard)).molasar_moving(3), PlayHazard(Hazard.POWER_FAILURE)).state
    assert refused(state, walk(M, "c3")) == ""


# H3


def summoning(**more: str) -> State:
    pos = at(M, {M: "c4", G1: "k00", G2: "k33", G3: "k30", **more}, hazards=tuple(Hazard))
    return do(pos.molasar_moving(3), PlayHazard(Hazard.SUMMON_GUARDS)).state


def test_H3_up_to_two_guards_are_put_in_cellar_rooms() -> None:
    state = summoning()
    assert asked(state) == Decide(Decision.SUMMON, Seat(5), M)
    assert refused(state, PutGuard(G1, Room("k11"))) == "H3" and refused(state, PutGuard(G1, Room("nowhere"))) == "H3"
    step = do(state, PutGuard(G1, Room("c0")))
    assert of(Moved, step.records) == [Moved(G1, Room("k00"), rooms("c0"), Cause.SUMMON)]
    assert refused(step.state, PutGuard(G1, Room("c1"))) == "H3", "two different ones"
    last = do(step.state, PutGuard(G2, Room("c1"))).state
    assert decision(last) is Decision.MOLASAR_MOVE, "two are put: that is all"
    assert decision(do(step.state, Done()).state) is Decision.MOLASAR_MOVE, "or one, or none"
    assert decision(do(state, Done()).state) is Decision.MOLASAR_MOVE


def test_H3_M2_holds_and_a_searcher_may_be_met() -> None:
    state = summoning(**{EVA: "c9"})
    assert refused(state, PutGuard(G1, Room("c4"))) == "M2", "Molasar stands there"
    state = do(state, PutGuard(G1, Room("c9"))).state
    assert refused(state, PutGuard(G2, Room("c9"))) == "M2" and state.conflict is None
    state = do(do(state, Done()).state, walk(M)).state
    assert state.turn is M


def test_H3_the_hilt_room_is_allowed() -> None:
    pos = at(M, {M: "c4", G1: "k00", G2: "k33"}, hazards=tuple(Hazard), hilt_proven=Room("c9"))
    state = do(pos.molasar_moving(3), PlayHazard(Hazard.SUMMON_GUARDS)).state
    assert refused(state, PutGuard(G1, Room("c9"))) == ""


def test_H3_with_two_in_the_cellar_only_those_two_may_be_put() -> None:
    state = summoning(**{G1: "c0", G2: "c2"})
    assert {action.guard for action in offers(state, PutGuard)} == {G1, G2}
    assert refused(state, PutGuard(G3, Room("c1"))) == "M12"
    state = do(state, PutGuard(G1, Room("c1"))).state
    assert {action.guard for action in offers(state, PutGuard)} == {G2}


def test_H3_with_one_there_one_more_may_come_and_then_only_the_two_move() -> None:
    state = do(summoning(**{G1: "c0"}), PutGuard(G2, Room("c1"))).state
    assert {action.guard for action in offers(state, PutGuard)} == {G1}
    assert refused(state, PutGuard(G3, Room("c2"))) == "M12"


def test_H8_a_guard_put_may_still_walk_and_goes_to_another_room_than_its_own() -> None:
    state = summoning(**{G1: "c0"})
    assert refused(state, PutGuard(G1, Room("c0"))) == "M2"
    state = do(do(state, PutGuard(G1, Room("c1"))).state, Done()).state
    sim = table(state, dice=(3,))
    play(sim, walk(M))
    assert decision(sim.state) is Decision.GUARD_MOVE
    assert refused(sim.state, walk(G1, "c2", "c3")) == ""


# H4


@pytest.mark.parametrize("point", ["feed", "walk", "die"])
def test_H4_each_guard_may_walk_up_to_five_rooms_in_place_of_the_guard_dice(point: str) -> None:
    places = {M: "c4", G1: "k00", G2: "k33", G3: "k30"}
    pos = at(M, places, hazards=(Hazard.GENERAL_ALERT,))
    points = {"feed": pos.feeding(), "walk": pos.molasar_moving(2), "die": pos.guard_dice()}
    state = points[point]
    state = do(state, PlayHazard(Hazard.GENERAL_ALERT)).state
    for guard, track in ((G1, ("k01", "k02", "k03", "k13", "k23")), (G2, ("k32", "k31", "k21", "k20", "k10"))):
        assert refused(state, walk(guard, *track)) == ""
        assert refused(state, walk(guard, *track, "k11")) == "M1"
        state = do(state, walk(guard, *track)).state
    state = do(state, Done()).state
    sim = table(state, dice=(2, 2))
    told = play(sim)
    if point == "feed":
        told += play(sim, Feed(G1))
    if point != "die":
        told += play(sim, walk(M))
    assert sim.state.turn is not M
    assert not [d for d in of(DiceRolled, told) if d.purpose in (Dice.GUARD, Dice.GUARD_SEARCH)]


def test_H4_only_before_the_first_guard_die() -> None:
    pos = at(M, {**GUARDED, EVA: "k00"}, hazards=tuple(Hazard))
    for state in (pos.guard_dice(2, 3), pos.guard_moving(3), pos.fighting()):
        assert refused(state, PlayHazard(Hazard.GENERAL_ALERT)) == "T5"


def test_H4_guards_find_no_doors_by_it() -> None:
    pos = at(M, {M: "c4", G1: "k11", G2: "k33"}, hazards=(Hazard.GENERAL_ALERT,))
    state = do(pos.guard_dice(), PlayHazard(Hazard.GENERAL_ALERT)).state
    assert refused(state, walk(G1, "c0")) == "M5" and refused(state, SearchDoor(G1, Door("door-a"))) == "T7"


# H5, H6


def test_H5_any_room_with_a_secret_door_from_either_side() -> None:
    state = at(M, {M: "c5", G1: "k00", G2: "k33"}, hazards=(Hazard.SECRET_PASSAGE,)).molasar_moving(3)
    offered = {str(action.room) for action in offers(state, PlayHazard)}
    assert offered == {"k11", "k12", "k22", "k21", "c0", "c2", "c4", "c6"}
    assert refused(state, PlayHazard(Hazard.SECRET_PASSAGE, Room("k10"))) == "H5"
    step = do(state, PlayHazard(Hazard.SECRET_PASSAGE, Room("k11")))
    assert of(Moved, step.records) == [Moved(M, Room("c5"), rooms("k11"), Cause.SECRET_PASSAGE)]
    assert decision(step.state) is Decision.MOLASAR_MOVE, "besides his walk"


def test_H6_any_stairway() -> None:
    state = at(M, {M: "c5", G1: "k00", G2: "k33"}, hazards=(Hazard.MOLASARS_MAGIC,)).molasar_moving(3)
    assert {str(action.room) for action in offers(state, PlayHazard)} == {"k03", "k30", "c6", "c9"}
    assert refused(state, PlayHazard(Hazard.MOLASARS_MAGIC, Room("k00"))) == "H6"
    step = do(state, PlayHazard(Hazard.MOLASARS_MAGIC, Room("k03")))
    assert of(HazardPlayed, step.records) == [HazardPlayed(Hazard.MOLASARS_MAGIC)]
    assert step.state.where(M) == "k03" and refused(step.state, walk(M, "k02")) == ""


@pytest.mark.parametrize(
    ("hazard", "ruling", "here", "guarded"),
    [(Hazard.SECRET_PASSAGE, "H5", "c4", "k11"), (Hazard.MOLASARS_MAGIC, "H6", "c6", "k03")],
)
def test_H5_H6_M2_and_M11_hold_and_to_stay_put_is_no_use(hazard: Hazard, ruling: str, here: str, guarded: str) -> None:
    places = {M: here, G1: guarded, G2: "k33"}
    state = at(M, places, hazards=(hazard,), hilt_proven=Room("c9")).molasar_moving(3)
    for room in (here, guarded, "c9"):
        assert refused(state, PlayHazard(hazard, Room(room))) == ruling


def test_H5_beside_a_searcher_is_allowed_unless_a_guard_is_there_too() -> None:
    places = {M: "c5", EVA: "k11", CUZA: "k12", G1: "k12", G2: "k33"}
    state = at(M, places, hazards=(Hazard.SECRET_PASSAGE,), truces=((CUZA, G1),)).molasar_moving(3)
    assert refused(state, PlayHazard(Hazard.SECRET_PASSAGE, Room("k11"))) == ""
    assert refused(state, PlayHazard(Hazard.SECRET_PASSAGE, Room("k12"))) == "H5"


def test_H6_with_no_legal_room_it_may_not_be_played() -> None:
    places = {M: "c6", G1: "k03", G2: "k30", G3: "k33"}
    state = at(M, places, hazards=(Hazard.MOLASARS_MAGIC,), hilt_proven=Room("c9")).molasar_moving(3)
    assert not offers(state, PlayHazard)
    assert all(refused(state, PlayHazard(Hazard.MOLASARS_MAGIC, Room(r))) == "H6" for r in ("k03", "k30", "c6", "c9"))


def test_H5_H6_before_the_feed_too() -> None:
    state = at(M, {M: "c5", G1: "k00", G2: "k33"}, hazards=(Hazard.SECRET_PASSAGE,)).feeding()
    state = do(state, PlayHazard(Hazard.SECRET_PASSAGE, Room("k11"))).state
    assert decision(state) is Decision.FEED and state.where(M) == "k11"
    after = apply(do(state, Feed(G1)).state, Rolled((1, 1))).state
    assert after.where(M) == "k00" and decision(after) is Decision.MOLASAR_MOVE
