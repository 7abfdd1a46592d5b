"""Winning and leaving: rulings W1 to W3 (and the added C9, C10, W4 to W6)."""

from __future__ import annotations

import pytest

from keep_p2p.rules.actions import CommitCard, DiscardBonus, HideHilt, NameDefender, PickBonus, PlacePawn, PlayHazard
from keep_p2p.rules.awaited import AnswerHilt, Decide, Decision, Draw, Over, Reason, Shuffle
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import Departure, FreshDeal, HiltAnswered, SeatLeft
from keep_p2p.rules.game import IllegalEvent, State, apply, awaited, outcome, status
from keep_p2p.rules.names import Character, Deck, Hazard, Room, Seat
from keep_p2p.rules.position import slot_of
from keep_p2p.rules.records import ConflictBegan, ConflictVoid, GameOver, RoomProven, SeatGone, TurnBegan
from tests.rules.boards import small_game
from tests.rules.scene import (
    CUZA,
    EVA,
    FONESCU,
    G1,
    G2,
    GLAEKEN,
    WOERMANN,
    M,
    asked,
    at,
    bonus,
    card_game,
    commit,
    decision,
    do,
    exchange,
    of,
    play,
    refused,
    rooms,
    settle,
    table,
    walk,
)

ALL = (EVA, FONESCU, CUZA, GLAEKEN, WOERMANN)
EVERY_SEAT = tuple(Seat(n) for n in range(5))


def no(*names: str) -> HiltAnswered:
    return HiltAnswered(tuple((Room(name), False) for name in names))


def gone(state: State, seat: int, why: Departure = Departure.RESIGNED) -> State:
    after = apply(state, SeatLeft(Seat(seat), why)).state
    assert status(after) == ()
    return after


# W1


@pytest.mark.parametrize("turn", [EVA, CUZA, M])
def test_W1_at_the_end_of_every_characters_turn_all_searchers_in_marked_rooms_are_answered_for(turn: Character) -> None:
    state = at(turn, {EVA: "c1", CUZA: "c9", FONESCU: "c0", GLAEKEN: "k00"}).turn_end()
    assert awaited(state) == AnswerHilt(rooms("c1", "c9"), until_yes=False)
    for wrong in (no("c1"), no("c9", "c1"), no("c1", "c9", "c3"), no()):
        with pytest.raises(IllegalEvent):
            apply(state, wrong)
    step = apply(state, no("c1", "c9"))
    assert of(RoomProven, step.records) == [RoomProven(Room("c1"), False), RoomProven(Room("c9"), False)]
    assert step.state.over is None


def test_W1_a_yes_and_that_searchers_player_has_won_whoever_was_in_turn() -> None:
    state = at(CUZA, {EVA: "c1", CUZA: "c9"}).turn_end()
    step = apply(state, HiltAnswered(((Room("c1"), True), (Room("c9"), False))))
    over = Over(Reason.HILT_FOUND, (EVA,), (Seat(0),), EVA, Room("c1"))
    assert awaited(step.state) == outcome(step.state) == over and of(GameOver, step.records) == [GameOver(over)]


def test_W1_with_three_players_both_searchers_of_that_player_have_won() -> None:
    state = at(M, {EVA: "c1", CUZA: "k00", FONESCU: "k01"}, players=3).turn_end()
    over = outcome(apply(state, HiltAnswered(((Room("c1"), True),))).state)
    assert over is not None and over.winners == (EVA, CUZA) and over.winning_seats == (Seat(0),) and over.finder is EVA


def test_W1_the_answers_cannot_be_two_yes_nor_no_for_all_that_is_left() -> None:
    state = at(M, {EVA: "c1", CUZA: "c9"}, proven=rooms("c3", "c5", "c7", "c8")).turn_end()
    with pytest.raises(IllegalEvent):
        apply(state, HiltAnswered(((Room("c1"), True), (Room("c9"), True))))
    with pytest.raises(IllegalEvent):
        apply(state, no("c1", "c9"))


def test_W1_in_the_room_already_proven_the_hilts_however_it_came_there() -> None:
    """Molasar himself walks a beaten Searcher into it: it has won at the end of that turn."""
    places = {EVA: "c0", G1: "c0", CUZA: "k33"}
    state = at(M, places, hilt_proven=Room("c1")).retreat(EVA, G1, M, 1)
    over = outcome(do(state, walk(EVA, "c1")).state)
    assert over == Over(Reason.HILT_FOUND, (EVA,), (Seat(0),), EVA, Room("c1"))


def test_W1_passing_through_is_not_enough() -> None:
    state = at(EVA, {EVA: "c0"}, hilt_proven=Room("c1")).moving(4)
    assert outcome(do(state, walk(EVA, "c1", "c2")).state) is None
    assert outcome(do(state, walk(EVA, "c1")).state) is not None


def test_W1_conflicts_and_retreats_come_first() -> None:
    state = at(EVA, {EVA: "c0", G1: "c1"}, hilt_proven=Room("c1")).moving(4)
    state = do(state, walk(EVA, "c1")).state
    assert outcome(state) is None and state.conflict is not None
    lost = at(EVA, {EVA: "c1", G1: "c1"}, hilt_proven=Room("c1")).retreat(EVA, G1, M, 1)
    assert outcome(do(lost, walk(EVA, "c0")).state) is None
    won = at(EVA, {EVA: "c1", G1: "c1"}, hilt_proven=Room("c1")).retreat(EVA, G1, EVA, 1)
    assert outcome(do(won, walk(G1, "c0")).state) is not None


def test_W1_when_molasars_retreat_has_proven_the_room_of_a_searcher_it_has_won() -> None:
    places = {EVA: "c0", M: "c0", CUZA: "c9"}
    state = at(EVA, places, proven=rooms("c1", "c3", "c5", "c8")).retreat(EVA, M, EVA, 1)
    state = do(state, walk(M, "c7")).state
    over = outcome(apply(state, no("c7")).state)
    assert over is not None and over.finder is CUZA, "c9 is the last room left"


# W2


def test_W2_a_room_once_proven_empty_is_not_asked_for_again() -> None:
    state = at(EVA, {EVA: "c1", CUZA: "c9"}, proven=rooms("c1")).turn_end()
    assert awaited(state) == AnswerHilt(rooms("c9"), until_yes=False)
    both = at(EVA, {EVA: "c1", CUZA: "c9"}, proven=rooms("c1", "c9")).turn_end()
    assert not isinstance(awaited(both), AnswerHilt) and both.turn is FONESCU


# W3: Molasar goes


@pytest.mark.parametrize(
    ("why", "reason"),
    [(Departure.RESIGNED, Reason.MOLASAR_RESIGNED), (Departure.CONVICTED, Reason.MOLASAR_CONVICTED)],
)
def test_W3_molasar_resigned_or_convicted_the_searchers_have_won_together(why: Departure, reason: Reason) -> None:
    state = at(EVA, {EVA: "k00"}).moving(3)
    step = apply(state, SeatLeft(Seat(5), why))
    assert outcome(step.state) == Over(reason, ALL, EVERY_SEAT) and of(SeatGone, step.records)


def test_W3_if_answers_were_open_those_who_awaited_one_have_won() -> None:
    state = at(CUZA, {EVA: "c1", CUZA: "c9", FONESCU: "k00"}).turn_end()
    over = outcome(gone(state, 5))
    assert over is not None and over.winners == (EVA, CUZA) and over.winning_seats == (Seat(0), Seat(2))


def test_W3_molasar_absent_the_game_is_abandoned() -> None:
    state = at(CUZA, {EVA: "c1", CUZA: "k00"}).turn_end()
    assert outcome(gone(state, 5, Departure.ABSENT)) == Over(Reason.ABANDONED, (), ())


# W3: a Searcher's player goes


@pytest.mark.parametrize("why", list(Departure))
def test_W3_a_searchers_player_who_goes_is_out_and_the_others_play_on(why: Departure) -> None:
    state = gone(at(EVA, {EVA: "k00", CUZA: "k01", G1: "k33"}).moving(3), 2, why)
    assert state.over is None and CUZA not in state.characters and state.where(CUZA) is None
    sim = _dealt(state)
    assert not sim.state.is_outside(CUZA) and sim.state.hand(CUZA, Deck.CONFLICT) == ()
    assert sim.awaited == Decide(Decision.MOVE, Seat(0), EVA)
    assert refused(sim.state, walk(EVA, "k01")) == ""
    for seat in (2, 7):
        with pytest.raises(IllegalEvent):
            apply(sim.state, SeatLeft(Seat(seat), why))


def _dealt(state: State) -> Simulation:
    """The fresh deal done."""
    sim = Simulation(state.game, 5, state=state)
    settle(sim)
    return sim


def test_W3_all_cards_that_are_no_discards_are_dealt_again_to_the_same_hand_sizes() -> None:
    pos = at(EVA, {EVA: "k00", G1: "k33"}, bonus_hands={EVA: (33, 34), CUZA: (35,)}, discards=(30, 31, 44))
    state = gone(pos.moving(3), 4)
    shuffle = awaited(state)
    assert isinstance(shuffle, Shuffle)
    cards = {deck.deck: deck for deck in shuffle.decks}
    assert len(cards[Deck.CONFLICT].cards) == 30 and len(cards[Deck.BONUS].cards) == 11
    assert cards[Deck.CONFLICT].first_slot == 32 and cards[Deck.BONUS].first_slot == 12, "slots never used before"
    sim = Simulation(state.game, 5, state=state)
    sim.step()
    assert isinstance(sim.awaited, Draw) and len(sim.awaited.draws) == 4 * 3 + 4 + 2 + 1
    play(sim)
    assert {len(sim.state.hand(c, Deck.CONFLICT)) for c in sim.state.searchers} == {3}
    assert len(sim.state.hand(EVA, Deck.BONUS)) == 2 and len(sim.state.hand(CUZA, Deck.BONUS)) == 1
    assert sim.state.discards(Deck.CONFLICT) == (30, 31)


def test_W3_with_no_searcher_player_left_molasar_has_won() -> None:
    state = at(EVA, {EVA: "k00", CUZA: "k01"}, gone=(Seat(1), Seat(3), Seat(4))).moving(3)
    state = gone(state, 2)
    assert state.over is None
    assert outcome(gone(state, 0)) == Over(Reason.NO_SEARCHERS, (M,), (Seat(5),))


def committed(step: str) -> State:
    """Eva attacked by a guard, Cuza named: at the given step."""
    state = at(GLAEKEN, {EVA: "k00", G1: "k00", GLAEKEN: "k33", CUZA: "k11"}, bonus_hands={EVA: (35,)}).fighting()
    state = do(state, CommitCard(M)).state
    if step == "naming":
        return state
    state = do(state, NameDefender(CUZA)).state
    return state if step == "defending" else do(state, CommitCard(CUZA)).state


def test_W3_one_asked_for_a_flashlight_who_goes_is_asked_no_more() -> None:
    hands = {EVA: (41,), CUZA: (42,)}
    pos = at(M, {EVA: "k00", CUZA: "k02", G1: "k33", G2: "k30"}, bonus_hands=hands, hazards=tuple(Hazard))
    state = do(pos.molasar_moving(2), PlayHazard(Hazard.POWER_FAILURE)).state
    assert asked(state) == Decide(Decision.FLASHLIGHT, Seat(0), EVA)
    assert _dealt(gone(state, 0)).awaited == Decide(Decision.FLASHLIGHT, Seat(2), CUZA)
    assert _dealt(gone(state, 2)).awaited == Decide(Decision.FLASHLIGHT, Seat(0), EVA)
    last = gone(_dealt(gone(state, 0)).state, 2)
    assert asked(_dealt(last).state).decision is Decision.MOLASAR_MOVE


@pytest.mark.parametrize("step", ["defending", "bonus"])
def test_W3_a_defender_who_goes_in_mid_conflict_back_to_naming(step: str) -> None:
    sim = _dealt(gone(committed(step), 2))
    fight = sim.state.conflict
    assert fight is not None and fight.searcher is EVA and fight.defender is None
    play(sim, CommitCard(M, sim.state.hand(M, Deck.CONFLICT)[0]))
    assert decision(sim.state) is Decision.NAME_DEFENDER
    assert refused(sim.state, NameDefender(CUZA)) == "C2" and refused(sim.state, NameDefender(FONESCU)) == ""


@pytest.mark.parametrize("step", ["naming", "defending", "bonus"])
def test_W3_the_attacked_who_goes_the_conflict_is_void(step: str) -> None:
    after = apply(committed(step), SeatLeft(Seat(0), Departure.ABSENT))
    assert of(ConflictVoid, after.records) == [ConflictVoid(EVA, G1)]
    sim = _dealt(after.state)
    assert sim.state.conflict is None and sim.state.where(G1) == "k00" and sim.state.turn is WOERMANN


def test_W3_the_player_in_turn_who_goes_the_rest_of_the_turn_is_void() -> None:
    places = {GLAEKEN: "k00", G1: "k33", EVA: "k11", G2: "k11"}
    sim = Simulation(small_game(6), 5, state=gone(at(GLAEKEN, places, truces=((EVA, G2),)).moving(3), 3))
    assert of(TurnBegan, settle(sim))[0].character is WOERMANN
    mid = apply(committed("bonus"), SeatLeft(Seat(3), Departure.RESIGNED))
    assert of(ConflictVoid, mid.records) == [ConflictVoid(EVA, G1)], "also of a conflict that is another's"
    assert of(TurnBegan, settle(Simulation(small_game(6), 5, state=mid.state)))[0].character is WOERMANN


def test_W3_a_seat_taken_over_changes_nothing_but_the_cards() -> None:
    before = at(EVA, {EVA: "k00", CUZA: "k01"}, bonus_hands={EVA: (33,)}).moving(3)
    sim = _dealt(apply(before, FreshDeal()).state)
    assert sim.state.pawns == before.pawns and sim.state.turn is EVA and sim.awaited == awaited(before)
    assert not set(sim.state.hand(EVA, Deck.BONUS)) & set(before.hand(EVA, Deck.BONUS))


def test_W3_after_the_end_nobody_leaves_any_more() -> None:
    over = gone(at(EVA, {EVA: "k00"}).moving(3), 5)
    for event in (SeatLeft(Seat(0), Departure.ABSENT), FreshDeal()):
        with pytest.raises(IllegalEvent):
            apply(over, event)


# C9, C10, W4 to W6: added


def test_C9_an_exchange_not_yet_turned_up_begins_again_the_blade_still_counting() -> None:
    pos = at(GLAEKEN, {EVA: "k00", M: "k00", GLAEKEN: "k23", CUZA: "k11"}, bonus_hands={EVA: (37, 35)})
    sim = table(pos.fighting())
    play(sim, commit(M, 16), NameDefender(CUZA), commit(CUZA, 7), bonus(EVA, 37))
    after = apply(sim.state, FreshDeal())
    assert of(ConflictBegan, after.records)[0].again
    fight = after.state.conflict
    assert fight is not None and fight.blade and fight.defender is None and not fight.molasar_committed


def test_C9_the_picks_of_evil_spreads_are_made_again() -> None:
    pos = at(M, {G1: "k00", G2: "k33"}, bonus_hands={EVA: (33, 41), CUZA: (37, 38)}, hazards=tuple(Hazard))
    state = do(pos.molasar_moving(3), PlayHazard(Hazard.EVIL_SPREADS)).state
    state = do(state, PickBonus(EVA, slot_of(41))).state
    sim = _dealt(apply(state, FreshDeal()).state)
    assert asked(sim.state).decision is Decision.PICK_BONUS
    assert all(isinstance(a, PickBonus) and a.character is EVA for a in sim.choices())


def test_C10_a_third_card_is_discarded_even_if_the_conflict_is_void() -> None:
    game = card_game({n: (n, n, n, n) for n in range(1, 10)})
    hands = {M: (3, 5, 8, 10), CUZA: (9, 1, 2)}
    pos = at(GLAEKEN, {EVA: "k00", G1: "k00"}, game=game, conflict_hands=hands, bonus_hands={CUZA: (33, 34)})
    sim = table(pos.fighting())
    exchange(sim, 3, CUZA, 9)
    assert decision(sim.state) is Decision.DISCARD_BONUS
    left = _dealt(gone(sim.state, 0))
    assert left.awaited == Decide(Decision.DISCARD_BONUS, Seat(2), CUZA) and left.state.conflict is None
    slot = left.state.hand(CUZA, Deck.BONUS)[0]
    play(left, DiscardBonus(CUZA, slot, left.card(Deck.BONUS, slot)))
    assert len(left.state.hand(CUZA, Deck.BONUS)) == 2


def test_W4_answers_of_molasars_retreat_leave_nobody_waiting_to_win() -> None:
    state = at(EVA, {EVA: "c0", M: "c0"}).retreat(EVA, M, EVA, 1)
    state = do(state, walk(M, "c1")).state
    assert isinstance(awaited(state), AnswerHilt)
    over = outcome(gone(state, 5))
    assert over is not None and over.winners == ALL


def test_W4_also_while_cards_are_dealt_again() -> None:
    state = apply(at(CUZA, {EVA: "c1", CUZA: "k00"}).turn_end(), FreshDeal()).state
    assert isinstance(awaited(state), Shuffle)
    over = outcome(gone(state, 5))
    assert over is not None and over.winners == (EVA,)


def test_W5_a_void_turn_ends_like_any_other_the_hilt_is_asked_for() -> None:
    state = gone(at(GLAEKEN, {GLAEKEN: "k00", EVA: "c1"}).moving(3), 3)
    sim = Simulation(state.game, 5, state=state, hilt=Room("c1"))
    told = settle(sim)
    assert of(RoomProven, told) == [RoomProven(Room("c1"), True)]
    assert sim.over is not None and sim.over.finder is EVA


def test_W6_a_searcher_whose_seat_leaves_before_it_was_placed_is_never_placed() -> None:
    sim = Simulation(small_game(6), 1)
    settle(sim)
    play(sim, HideHilt(Room("c1")))
    assert asked(sim.state) == Decide(Decision.PLACE, Seat(0), EVA)
    left = _dealt(gone(sim.state, 0))
    assert asked(left.state) == Decide(Decision.PLACE, Seat(1), FONESCU) and left.state.turn is FONESCU
    for room in ("k00", "k01", "k02", "k10"):
        play(left, PlacePawn(asked(left.state).character, Room(room)))
    assert left.state.turn is FONESCU and left.state.turn_number == 1


def test_W6_nor_does_it_matter_when_that_is_before_the_deal() -> None:
    sim = Simulation(small_game(6), 1)
    sim.report(SeatLeft(Seat(1), Departure.ABSENT))
    settle(sim)
    assert FONESCU not in sim.state.characters and decision(sim.state) is Decision.HIDE_HILT
    assert len(sim.state.hand(M, Deck.CONFLICT)) == 4
