"""The examples of the printed rules, played out. Cards and boards are made so that they have just those numbers."""

from __future__ import annotations

from dataclasses import replace

from keep_p2p.rules.actions import Done, Feed, NameDefender, PickConflict, Roll, SearchDoor, Walk
from keep_p2p.rules.awaited import Decide, Decision, Dice, RollDice
from keep_p2p.rules.game import awaited
from keep_p2p.rules.names import Deck, Door, Room, Seat
from keep_p2p.rules.records import (
    Cause,
    ConflictBegan,
    ConflictDecided,
    ConflictRevealed,
    DiceRolled,
    DoorFound,
    GuardEaten,
    Moved,
)
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
    card_game,
    commit,
    decision,
    exchange,
    of,
    play,
    refused,
    rooms,
    table,
    walk,
)

A = Door("door-a")

# Movement Example


def test_woermann_with_a_five_moves_the_guard_four_and_himself_one() -> None:
    """The guard stands in the room beside the secret door, in Woermann's way."""
    sim = table(at(WOERMANN, {WOERMANN: "k10", G1: "k11"}).rolling(), dice=(5,))
    told = play(sim)
    assert of(DiceRolled, told)[0].allowance == 5
    told = play(sim, walk(G1, "k12", "k13", "k23", "k33"), walk(WOERMANN, "k11"))
    assert [(m.pawn, len(m.path), m.cause) for m in of(Moved, told)] == [
        (G1, 4, Cause.SPLIT),
        (WOERMANN, 1, Cause.WALK),
    ]
    assert sim.state.turn is M, "five points are spent: his turn is over"


def test_next_turn_woermann_can_roll_to_see_if_he_finds_the_door() -> None:
    sim = table(at(WOERMANN, {WOERMANN: "k11", G1: "k33"}).before_roll(), dice=(3,))
    assert decision(sim.state) is Decision.BEFORE_ROLL
    play(sim, SearchDoor(WOERMANN, A), walk(WOERMANN, "c0", "c1", "c2"))
    assert sim.state.where(WOERMANN) == "c2"


def test_molasar_jumps_rolls_for_himself_then_one_guard_finds_a_door_with_a_3_and_another_walks_1() -> None:
    places = {M: "c4", G1: "k11", G2: "k33", G3: "k20"}
    sim = table(at(M, places).feeding(), dice=(2, 4, 3, 1))
    told = play(sim, Feed(G2))
    assert of(GuardEaten, told)[0].guard == G2 and of(DiceRolled, told)[0].values == (2, 4)
    play(sim, walk(M, "k32", "k31"))
    told = play(sim, SearchDoor(G1, A))
    assert of(DiceRolled, told) == [DiceRolled(M, Dice.GUARD_SEARCH, (3,), 3)] and of(DoorFound, told)
    assert refused(sim.state, walk(G1, "c0", "c1", "c2", "c3")) == "M1"
    told = play(sim, walk(G1, "c0", "c1", "c2"))
    assert of(Moved, told)[0].path == rooms("c0", "c1", "c2"), "three spaces into the dungeon"
    assert of(DiceRolled, told) == [DiceRolled(M, Dice.GUARD, (1,), 1)]
    assert refused(sim.state, walk(G3, "k10", "k00")) == "M1"
    play(sim, walk(G3, "k10"))
    assert (sim.state.where(G3) == "k10" and sim.state.turn is not M) or decision(sim.state) is Decision.GUARD_MOVE


# Molasar / SS Guards Movement: "rolls a 2 and a 3"


def test_a_2_and_a_3_move_one_guard_through_five_rooms() -> None:
    sim = table(at(M, {G1: "k00", G2: "k33"}).guard_dice(), dice=(2, 3))
    play(sim)
    play(sim, walk(G1, "k01", "k02", "k03", "k13", "k23"))
    assert sim.state.where(G1) == "k23" and sim.state.turn is not M


def test_a_2_and_a_3_move_one_guard_four_and_another_one() -> None:
    sim = table(at(M, {G1: "k00", G2: "k33"}).guard_dice(), dice=(2, 3))
    play(sim)
    play(sim, walk(G1, "k01", "k02", "k03", "k13"))
    assert refused(sim.state, walk(G2, "k32", "k31")) == "M1"
    play(sim, walk(G2, "k32"))
    assert (sim.state.where(G1), sim.state.where(G2)) == ("k13", "k32") and sim.state.turn is not M


# Conflict: several at once in Molasar's turn


def test_three_guards_confront_three_searchers_and_molasar_determines_the_order() -> None:
    places = {EVA: "k00", G1: "k00", FONESCU: "k02", G2: "k02", CUZA: "k20", G3: "k20", M: "c4"}
    for first in (PickConflict(EVA, G1), PickConflict(FONESCU, G2), PickConflict(CUZA, G3)):
        sim = table(at(M, places).fighting())
        assert sim.awaited == Decide(Decision.PICK_CONFLICT, Seat(5), M)
        told = play(sim, first)
        assert of(ConflictBegan, told)[0].searcher is first.searcher


# Conflict Example

VALUES = {1: (9, 3, 9, 9), 2: (9, 6, 9, 9), 3: (9, 9, 9, 7), 4: (9, 9, 9, 3)}
"""Molasar's cards are Nazi 3 and Nazi 6, Eva's is Nazi 7, Glaeken's Nazi 3. What must not be read is 9."""
HANDS = {M: (1, 2, 5, 6), EVA: (3, 7, 8), GLAEKEN: (4, 9, 10)}


def test_conflict_example_fonescu_eva_then_cuza_glaeken() -> None:
    """3 against 7 and 1: five rooms, into Dr. Cuza; there 6 against 3: three rooms."""
    places = {FONESCU: "k00", CUZA: "k12", G1: "k10", G2: "k33", M: "c4"}
    pos = at(M, places, game=card_game(VALUES), conflict_hands=HANDS)
    sim = table(pos.guard_moving(1))
    play(sim, walk(G1, "k00"))
    assert decision(sim.state) is Decision.COMMIT_CARD and sim.state.conflict is not None

    told = exchange(sim, 1, EVA, 3)
    (shown,) = of(ConflictRevealed, told)
    assert (shown.molasar_value, shown.searcher_value, shown.bonuses) == (3, 7, (("fonescu", 1),))
    assert of(ConflictDecided, told) == [ConflictDecided(FONESCU, G1, FONESCU, 5)]
    assert len(sim.state.hand(EVA, Deck.BONUS)) == 1, "Eva has won and draws a Bonus card"
    assert not sim.state.hand(FONESCU, Deck.BONUS)

    assert sim.awaited == Decide(Decision.RETREAT, Seat(1), FONESCU), "Fonescu's player moves the guard"
    assert max(len(w.path) for w in sim.choices() if isinstance(w, Walk)) <= 5
    told = play(sim, walk(G1, "k01", "k02", "k12"))
    assert of(ConflictBegan, told) == [ConflictBegan(CUZA, G1, Room("k12"))], "at once"

    told = exchange(sim, 2, GLAEKEN, 4)
    assert of(ConflictDecided, told) == [ConflictDecided(CUZA, G1, M, 3)]
    assert not sim.state.hand(GLAEKEN, Deck.BONUS), "a lost defence wins no card"
    assert sim.awaited == Decide(Decision.RETREAT, Seat(5), M)
    assert refused(sim.state, walk(CUZA, "k22", "k32", "k31")) == ""
    assert refused(sim.state, walk(CUZA, "k22", "k32", "k31", "k30")) == "M1"
    play(sim, walk(CUZA, "k22", "k32", "k31"))
    assert sim.state.where(CUZA) == "k31" and sim.state.turn is not M


def test_conflict_example_the_card_each_reads_its_own_side() -> None:
    """The same two cards swapped between the players would be 9 and 9."""
    swapped = {M: (3, 4, 5, 6), EVA: (1, 2, 7)}
    pos = at(M, {CUZA: "k00", G1: "k00"}, game=card_game(VALUES), conflict_hands=swapped)
    told = exchange(table(pos.fighting()), 3, EVA, 1)
    (shown,) = of(ConflictRevealed, told)
    assert (shown.molasar_value, shown.searcher_value) == (9, 9) and of(ConflictDecided, told)[0].winner is None


def test_second_conflict_example_seven_and_one_against_three_the_defender_draws() -> None:
    """Eva defends: +1 through the attacked Fonescu. (That text begins with the guard entering Eva's room.)"""
    pos = at(M, {FONESCU: "k00", G1: "k00"}, game=card_game(VALUES), conflict_hands=HANDS)
    sim = table(pos.fighting())
    told = exchange(sim, 1, EVA, 3)
    assert of(ConflictDecided, told)[0].difference == 5 and len(sim.state.hand(EVA, Deck.BONUS)) == 1


def test_second_conflict_example_were_eva_herself_attacked_fonescu_would_add_nothing() -> None:
    """The abilities of the player selected do not count: his 7 for Eva is 7, and she may not choose herself."""
    hands = {M: (1, 2, 5, 6), FONESCU: (3, 7, 8)}
    pos = at(M, {EVA: "k00", G1: "k00"}, game=card_game(VALUES), conflict_hands=hands)
    sim = table(pos.fighting())
    play(sim, commit(M, 1))
    assert refused(sim.state, NameDefender(EVA)) == "C2"
    told = play(sim, NameDefender(FONESCU), commit(FONESCU, 3))
    assert of(ConflictDecided, told) == [ConflictDecided(EVA, G1, EVA, 4)]


# Retreat: the example under rule 1, and the five rooms "in any direction"


def test_a_guard_retreats_through_another_guards_room_only_if_it_can_move_out_of_it() -> None:
    places = {FONESCU: "k00", G1: "k00", G2: "k01"}
    state = at(M, places).retreat(FONESCU, G1, FONESCU, 5)
    assert refused(state, walk(G1, "k01")) == "M2" and refused(state, walk(G1, "k01", "k02")) == ""
    short = at(M, places).retreat(FONESCU, G1, FONESCU, 1)
    assert short.where(G1) == "k10", "with one room it cannot: the other way is all there is"


def test_the_guard_may_be_moved_five_rooms_in_any_direction() -> None:
    state = at(M, {FONESCU: "k11", G1: "k11"}).retreat(FONESCU, G1, FONESCU, 5)
    reached = {str(w.path[-1]) for w in table(state).choices() if isinstance(w, Walk)}
    assert reached == {f"k{r}{c}" for r in range(4) for c in range(4)} - {"k11"}


# Secret doors: roll, find, walk on with the same die; or leave in the usual way


def test_secret_door_on_1_2_3_it_walks_through_with_the_same_die_on_4_5_6_the_turn_is_over() -> None:
    for die in range(1, 7):
        sim = table(at(GLAEKEN, {GLAEKEN: "k11"}).before_roll(), dice=(die,))
        play(sim, SearchDoor(GLAEKEN, A))
        if die <= 3:
            assert refused(sim.state, walk(GLAEKEN, *("c0", "c1", "c2")[:die])) == ""
        else:
            assert sim.state.turn is WOERMANN and sim.state.where(GLAEKEN) == "k11"


def test_secret_door_not_used_it_may_leave_the_room_by_moving_normally() -> None:
    sim = table(at(GLAEKEN, {GLAEKEN: "k11"}).before_roll(), dice=(4,))
    play(sim, Roll())
    play(sim, walk(GLAEKEN, "k10", "k20", "k30", "k31"))
    assert sim.state.where(GLAEKEN) == "k31"


def test_secret_door_once_found_it_is_ignored_thereafter() -> None:
    state = at(GLAEKEN, {GLAEKEN: "k11"}, doors={GLAEKEN: (A,)}).before_roll()
    assert awaited(state) == RollDice(Dice.MOVE, GLAEKEN, 1)


# The game turn: three players, characters of one player apart


def test_three_players_move_each_character_in_the_order_of_its_card() -> None:
    pos = at(EVA, {EVA: "k00", FONESCU: "k01", CUZA: "k02", GLAEKEN: "k20"}, players=3)
    sim = table(pos.rolling(), dice=(1,))
    order = []
    play(sim)
    while sim.state.turn is not M:
        order.append((sim.state.turn, sim.state.seat(sim.state.turn)))
        play(sim, Walk(sim.state.turn, ()))
    assert order == [(EVA, 0), (FONESCU, 1), (CUZA, 0), (GLAEKEN, 1)]


def test_the_last_guard_is_never_eaten_molasar_has_won() -> None:
    pos = at(WOERMANN, {WOERMANN: "k00", M: "c4", G1: "k33"})
    sim = table(replace(pos, turn_number=12).moving(1))
    play(sim, Done())
    assert sim.over is not None and sim.over.winners == (M,) and sim.state.guards_left == (G1,)
