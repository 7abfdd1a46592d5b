"""The flows that are easiest to get wrong, each played through."""

from __future__ import annotations

from keep_p2p.rules.actions import (
    OUTSIDE,
    Done,
    Feed,
    JudgeGuess,
    NameDefender,
    PickBonus,
    PickConflict,
    PlacePawn,
    PlayBonus,
    PlayHazard,
    PutGuard,
    Roll,
    SearchDoor,
    Walk,
)
from keep_p2p.rules.awaited import Decide, Decision, Over, Reason
from keep_p2p.rules.events import Departure, FreshDeal
from keep_p2p.rules.game import legal_actions
from keep_p2p.rules.names import SEARCHERS, Card, Character, Deck, Door, Guard, Hazard, Pawn, Room, Seat, Slot
from keep_p2p.rules.position import Position, slot_of
from keep_p2p.rules.records import (
    BonusLost,
    CardCommitted,
    ConflictBegan,
    ConflictDecided,
    ConflictVoid,
    DecksShuffled,
    DoorFound,
    DoorNotFound,
    LeftKeep,
    PowerOut,
    RetreatHalted,
    RoomProven,
    Stayed,
    TurnBegan,
)
from tests.rules.boards import small_game
from tests.rules.tables import Play, rooms

EVA, FONESCU, CUZA, GLAEKEN, WOERMANN = SEARCHERS
MOLASAR = Character.MOLASAR
A, B, C, D = (Door(f"door-{x}") for x in "abcd")


def guard(n: int) -> Guard:
    return Guard(f"guard-{n:02d}")


def places(text: str, few: bool = True) -> dict[Pawn, Room | None]:
    """``eva=k00 g1=k11``: rooms by pawn. With ``few`` every guard not named is eaten, but for guards 11 and 12."""
    found: dict[Pawn, Room | None] = {guard(n): None for n in range(1, 11)} if few else {}
    for part in text.split():
        name, room = part.split("=")
        pawn: Pawn = guard(int(name[1:])) if name[0] == "g" and name[1:].isdigit() else Character(name)
        found[pawn] = Room(room)
    return found


# Moving


def test_m10_woermann_moves_guard_and_himself_in_turn_and_a_stop_ends_only_his_own_pawn() -> None:
    at = places("woermann=k00 g1=k01 g2=k10 g3=k22")
    play = Play(Position(small_game(6), WOERMANN, at).moving(5))
    play.walk(guard(1), "k02").walk(WOERMANN, "k01")
    assert play.decision == (Decision.MOVE, WOERMANN)
    assert play.refused(Walk(WOERMANN, rooms("k11 k10"))) == ""
    play.walk(WOERMANN, "k00 k10")
    assert play.refused(Walk(WOERMANN, rooms("k20"))) == "M10"
    play.walk(guard(2), "k20")
    assert play.decision != (Decision.MOVE, WOERMANN)  # five points are spent
    assert not play.told(ConflictBegan)


def test_m10_a_guard_stopped_by_a_searcher_is_done_and_fights_only_when_all_movement_is_over() -> None:
    at = places("woermann=k33 eva=k12 g1=k11 g2=k22")
    play = Play(Position(small_game(6), WOERMANN, at).moving(4)).walk(guard(1), "k12")
    assert play.refused(Walk(guard(1), rooms("k02"))) == "M3"
    assert not play.told(ConflictBegan)
    play.done()
    assert play.state.conflict is not None and play.state.conflict.searcher is EVA
    assert play.decision == (Decision.COMMIT_CARD, MOLASAR)


def test_m5_search_walk_first_step_through_the_door_and_back_again() -> None:
    play = Play(Position(small_game(6), EVA, places("eva=k11")).before_roll(), dice=(2,))
    play.do(SearchDoor(EVA, A))
    assert play.decision == (Decision.MOVE, EVA)
    assert play.refused(Walk(EVA, rooms("k01"))) == "M5"
    assert play.refused(Walk(EVA, rooms("c0 k11 k01"))) == ""  # two and Eva's one
    play.walk(EVA, "c0 k11 k01")
    assert play.told(DoorFound) == [DoorFound(EVA, A)]


def test_m5_b2_failed_search_may_be_rerolled_before_it_is_final() -> None:
    position = Position(small_game(6), EVA, places("eva=k11"), bonus_hands={EVA: (33,)})
    play = Play(position.before_roll(), dice=(5, 3)).do(SearchDoor(EVA, A))
    assert play.decision == (Decision.FAILED_SEARCH, EVA)
    play.do(PlayBonus(EVA, slot_of(33), Card(33)))
    assert play.decision == (Decision.MOVE, EVA)
    assert play.walk(EVA, "").told(DoorFound) == [DoorFound(EVA, A)]


def test_b2_a_found_door_is_lost_again_when_the_search_is_rerolled_and_fails() -> None:
    position = Position(small_game(6), EVA, places("eva=k11"), bonus_hands={EVA: (33,)})
    play = Play(position.before_roll(), dice=(1, 6)).do(SearchDoor(EVA, A))
    play.do(PlayBonus(EVA, slot_of(33), Card(33)))
    assert play.told(DoorNotFound) == [DoorNotFound(EVA, A)]
    assert play.state.doors_found(EVA) == ()


def test_m7_cuza_finds_the_doors_of_his_room_when_he_rolls() -> None:
    at = places("cuza=k11") | {guard(11): Room("c9")}
    play = Play(Position(small_game(6), CUZA, at).before_roll(), dice=(6,))
    assert play.decision == (Decision.MOVE, CUZA)
    assert play.state.doors_found(CUZA) == (A,)
    assert play.refused(Walk(CUZA, rooms("c0 c1 c2 k12"))) == "M5"


def test_m13_guard_search_found_walks_at_once_failed_walks_no_more() -> None:
    at = places("g1=k11 g2=k12 g3=k01") | {guard(11): Room("k33"), guard(12): Room("k32")}
    play = Play(Position(small_game(6), MOLASAR, at).guard_dice(), dice=(2, 5))
    assert play.do(SearchDoor(guard(1), A)).decision == (Decision.GUARD_FOUND, MOLASAR)
    assert play.refused(Walk(guard(1), rooms("k01"))) == "M5"
    play.walk(guard(1), "c0 c7")
    assert play.refused(SearchDoor(guard(1), A)) == "M13"
    play.do(SearchDoor(guard(2), B))
    assert play.state.guards_doors == (A,)
    assert play.decision != (Decision.GUARD_MOVE, MOLASAR)  # nothing in the pool


def test_m13_die_for_the_pool_is_spent_after_both_on_any_guard_but_one_that_failed() -> None:
    play = Play(Position(small_game(6), MOLASAR, places("g1=k11 g2=k00")).guard_dice(), dice=(5, 4))
    play.do(SearchDoor(guard(1), A)).do(Roll())
    assert play.decision == (Decision.GUARD_MOVE, MOLASAR)
    assert play.refused(Walk(guard(1), rooms("k01"))) == "M14"
    assert play.refused(Walk(guard(2), rooms("k01 k02 k03 k13"))) == ""
    assert play.refused(Walk(guard(2), rooms("k01 k02 k03 k13 k23"))) == "M1"


def test_m12_no_third_guard_enters_the_cellar_even_in_passing() -> None:
    position = Position(small_game(6), MOLASAR, places("g1=k11 g2=k00"), doors={MOLASAR: (A, B)})
    play = Play(position.guard_moving(8))
    assert play.refused(Walk(guard(1), rooms("c0 c1 c2"))) == "M12"


def test_b5_pass_goes_through_guards_and_two_copies_through_two() -> None:
    at = places("eva=k00 g1=k01 g2=k02 g3=k10")
    position = Position(small_game(6), EVA, at, bonus_hands={EVA: (39, 40)})
    play = Play(position.moving(4))
    one, two = ((slot_of(39), Card(39)),), ((slot_of(39), Card(39)), (slot_of(40), Card(40)))
    assert play.refused(Walk(EVA, rooms("k01 k11"))) == "M3"
    assert play.refused(Walk(EVA, rooms("k01 k11"), one)) == ""
    assert play.refused(Walk(EVA, rooms("k01 k02 k03"), one)) == "B5"
    assert play.refused(Walk(EVA, rooms("k01"), two)) == "B5"
    offered = {a for a in legal_actions(play.state, play.sim.knowledge(Seat(0))) if isinstance(a, Walk)}
    assert Walk(EVA, rooms("k01 k02 k03"), two) in offered  # the way round with one is too long
    assert not any(walk.passes == two and walk.path[-1] == "k11" for walk in offered)  # one is enough
    assert Walk(EVA, rooms("k01 k11"), one) in offered
    play.do(Walk(EVA, rooms("k01 k02 k03"), two))
    assert play.state.hand(EVA, Deck.BONUS) == () and play.state.where(EVA) == "k03"


# Conflict


def fight(at: str, searcher: Character = EVA, enemy: Pawn | None = None, **more: object) -> Play:
    game = small_game(int(str(more.pop("players", 6))))
    position = Position(game, searcher, places(at), **more)  # type: ignore[arg-type]  # fields by name
    return Play(position.conflict(searcher, guard(1) if enemy is None else enemy))


def test_c2_order_molasar_commits_defender_is_named_commits_bonus_window_reveal() -> None:
    play = fight("eva=k00 g1=k00", conflict_hands={MOLASAR: (5, 10, 15, 20), FONESCU: (3, 7, 11)})
    assert play.decision == (Decision.COMMIT_CARD, MOLASAR)
    assert play.commit(MOLASAR, 5).decision == (Decision.NAME_DEFENDER, EVA)
    assert play.refused(NameDefender(EVA)) == "C2"
    assert play.do(NameDefender(FONESCU)).decision == (Decision.COMMIT_CARD, FONESCU)
    play.commit(FONESCU, 3)  # a guard: 5 % 5 + 1 = 1 against 3 % 4 + 1 = 4; no Bonus card, so no window
    assert play.told(ConflictDecided) == [ConflictDecided(EVA, guard(1), EVA, 3)]
    assert play.decision == (Decision.RETREAT, EVA)
    assert len(play.state.hand(FONESCU, Deck.BONUS)) == 1
    assert len(play.state.hand(MOLASAR, Deck.CONFLICT)) == 4


def test_c6_tie_is_played_again_with_the_blade_still_counting() -> None:
    play = fight(
        "eva=k00 molasar=k00",
        enemy=MOLASAR,
        bonus_hands={EVA: (37,)},
        conflict_hands={MOLASAR: (4, 5, 6, 12), FONESCU: (2, 3, 7)},
    )
    play.commit(MOLASAR, 4).do(NameDefender(FONESCU)).commit(FONESCU, 2)  # 5 against 3 + 2
    play.do(PlayBonus(EVA, slot_of(37), Card(37))).do()
    assert play.told(ConflictDecided) == []
    if play.decision == (Decision.CONFLICT_BONUS, EVA):
        play.done()
    assert play.decision == (Decision.COMMIT_CARD, MOLASAR)
    assert play.state.conflict is not None and play.state.conflict.blade
    assert [len(play.state.hand(c, Deck.CONFLICT)) for c in (MOLASAR, FONESCU)] == [4, 3]
    play.commit(MOLASAR, 6).do(NameDefender(FONESCU)).commit(FONESCU, 7)  # 1 against 1 + 2
    assert play.told(ConflictDecided) == [ConflictDecided(EVA, MOLASAR, EVA, 2)]


def test_c5_two_second_guesses_bar_both_cards_until_the_reveal() -> None:
    play = fight("eva=k00 g1=k00", bonus_hands={EVA: (35, 36)}, conflict_hands={MOLASAR: (1, 2, 3, 4)})
    play.commit(MOLASAR, 1).do(NameDefender(FONESCU)).do(play.sim.choices()[0])
    for card, sent, other in ((35, 1, 2), (36, 2, 3)):
        play.do(PlayBonus(EVA, slot_of(card), Card(card), guess=MOLASAR))
        assert play.decision == (Decision.JUDGE_GUESS, EVA)
        assert play.sim.knowledge(Seat(0)).cards[Deck.CONFLICT, slot_of(sent)] == sent
        play.do(JudgeGuess(True))
        assert play.decision == (Decision.COMMIT_CARD, MOLASAR)
        assert slot_of(sent) in play.sim.knowledge(Seat(5)).barred
        play.commit(MOLASAR, other)
        assert CardCommitted(MOLASAR, again=True) in play.records
    assert play.told(ConflictDecided)


def test_c3_c5_one_searcher_player_defends_by_its_other_searcher_and_guesses_only_molasars_card() -> None:
    game = small_game(3)  # seat 0: Eva and Cuza, seat 1: Fonescu and Glaeken
    at = places("eva=k00 g1=k00")
    position = Position(game, EVA, at, bonus_hands={EVA: (35,)}, gone=(Seat(1),))
    play = Play(position.conflict(EVA, guard(1)))
    play.do(play.sim.choices()[0])
    assert play.decision == (Decision.COMMIT_CARD, CUZA)  # named unasked
    play.do(play.sim.choices()[0])
    assert play.decision == (Decision.CONFLICT_BONUS, EVA)
    assert play.refused(PlayBonus(EVA, slot_of(35), Card(35), guess=CUZA)) == "C5"
    assert play.refused(PlayBonus(EVA, slot_of(35), Card(35), guess=MOLASAR)) == ""


def test_c7_third_bonus_card_is_discarded_before_the_retreat() -> None:
    play = fight(
        "eva=k00 g1=k00",
        bonus_hands={FONESCU: (41, 42)},
        conflict_hands={MOLASAR: (5, 10, 15, 20), FONESCU: (3, 7, 11)},
    )
    play.commit(MOLASAR, 5).do(NameDefender(FONESCU)).commit(FONESCU, 3)
    assert play.decision == (Decision.DISCARD_BONUS, FONESCU)
    own = play.sim.choices()
    assert len(own) == 3
    assert play.do(own[0]).decision == (Decision.RETREAT, EVA)
    assert play.told(BonusLost) and len(play.state.hand(FONESCU, Deck.BONUS)) == 2


def test_c8_the_pile_runs_out_between_two_draws_of_one_conflict() -> None:
    rest = tuple(n for n in range(1, 33) if n not in (5, 10, 15, 20, 3, 7, 11))
    hands = {MOLASAR: (5, 10, 15, 20), FONESCU: (3, 7, 11), EVA: rest[:3], CUZA: rest[3:6], GLAEKEN: rest[6:9]}
    play = fight("eva=k00 g1=k00", players=5, conflict_hands=hands, discards=rest[9:-1])
    assert play.state.pile(Deck.CONFLICT) == (slot_of(rest[-1]),)
    play.commit(MOLASAR, 5).do(NameDefender(FONESCU)).commit(FONESCU, 3)
    assert len(play.told(DecksShuffled)) == 1
    assert [len(play.state.hand(c, Deck.CONFLICT)) for c in (MOLASAR, FONESCU)] == [4, 3]
    assert max(play.state.hand(FONESCU, Deck.CONFLICT)) >= 32  # a slot never used before
    assert play.state.possible_cards(Deck.CONFLICT, Slot(32)) == tuple(sorted((*rest[9:-1], 5, 3)))


# Retreat


def test_r2_chain_of_retreats_is_fought_before_the_conflict_that_waits() -> None:
    at = places("eva=k00 g1=k00 fonescu=k02 cuza=k30 g2=k30 g3=k33")
    hands = {MOLASAR: (1, 2, 5, 10), FONESCU: (3, 7, 11)}
    play = Play(Position(small_game(6), MOLASAR, at, conflict_hands=hands).fighting())
    assert play.decision == (Decision.PICK_CONFLICT, MOLASAR)
    play.do(PickConflict(EVA, guard(1))).commit(MOLASAR, 5).do(NameDefender(FONESCU)).commit(FONESCU, 3)
    assert play.state.conflicts == ((CUZA, guard(2)),)
    play.walk(guard(1), "k01 k02")
    assert play.told(ConflictBegan) == [ConflictBegan(FONESCU, guard(1), Room("k02"))]
    assert play.state.conflicts == ((CUZA, guard(2)),)


def test_r1_at_least_one_room_never_back_into_the_room_up_to_the_difference() -> None:
    play = Play(Position(small_game(6), EVA, places("eva=k11 g1=k11")).retreat(EVA, guard(1), EVA, 2))
    assert play.refused(Walk(guard(1), ())) == "R1"
    assert play.refused(Walk(guard(1), rooms("k01 k11"))) == "R1"
    assert play.refused(Walk(guard(1), rooms("c0"))) == "M5"
    assert play.refused(Walk(guard(1), rooms("k01 k02 k03"))) == "M1"
    assert play.refused(Walk(guard(1), rooms("k01"))) == ""


def test_r3_walked_out_comes_back_on_an_enemy_and_fights_without_a_roll() -> None:
    at = places("eva=k01 g1=k01 g2=k00")
    play = Play(Position(small_game(6), FONESCU, at | {FONESCU: Room("k33")}).retreat(EVA, guard(1), MOLASAR, 2))
    assert Walk(EVA, (OUTSIDE,)) in play.sim.choices()
    play.do(Walk(EVA, (OUTSIDE,)))
    assert play.told(LeftKeep) == [LeftKeep(EVA, Room("k01"))]
    assert play.state.is_outside(EVA) and play.state.where(EVA) is None
    again = Play(Position(small_game(6), EVA, places("g1=k01 g2=k00")).before_roll())
    assert again.decision == (Decision.PLACE, EVA)
    again.do(PlacePawn(EVA, Room("k00")))
    assert again.decision == (Decision.COMMIT_CARD, MOLASAR)


def test_r4_molasar_halts_before_the_hilt_where_he_may_stand() -> None:
    at = places("eva=c7 molasar=c7 fonescu=k00") | {guard(11): Room("c0")}
    play = Play(Position(small_game(6), EVA, at).retreat(EVA, MOLASAR, EVA, 3), hilt="c8")
    play.walk(MOLASAR, "c0 c8 c9")
    assert play.state.hilt_proven == "c8"
    assert play.told(RetreatHalted) == [RetreatHalted(Room("c7"), Room("c8"))]  # a guard stands in c0
    assert play.state.where(MOLASAR) == "c7" and (EVA, MOLASAR) in play.state.truces


def test_r4_molasar_walks_on_through_marked_rooms_that_are_answered_no() -> None:
    at = places("eva=c4 molasar=c4")
    play = Play(Position(small_game(6), EVA, at).retreat(EVA, MOLASAR, EVA, 4), hilt="c8")
    play.walk(MOLASAR, "c3 c2 c1 c0")
    assert play.state.where(MOLASAR) == "c0" and play.state.proven == rooms("c1 c3")
    assert play.state.hilt_proven is None


def test_r5_a_loser_with_no_way_stays_and_the_pair_rests_until_one_is_moved() -> None:
    at = places("eva=k00 g1=k00 fonescu=k01 g2=k01 cuza=k10 g3=k10")
    truces = ((FONESCU, guard(2)), (CUZA, guard(3)))
    play = Play(Position(small_game(6), EVA, at, truces=truces).retreat(EVA, guard(1), EVA, 4))
    assert any(isinstance(r, Stayed) for r in play.records) or (EVA, guard(1)) in play.state.truces
    assert play.state.turn is FONESCU  # nothing left to fight: on to the next turn
    play.walk(FONESCU, "k02")
    assert (FONESCU, guard(2)) not in play.state.truces


# Hazards and turns


def test_t5_hazard_before_the_feed_one_a_turn() -> None:
    at = places("eva=k00 g1=k33 g2=k32")
    play = Play(Position(small_game(6), MOLASAR, at, hazards=tuple(Hazard)).feeding())
    play.do(PlayHazard(Hazard.MOLASARS_MAGIC, Room("k03")))
    assert play.state.where(MOLASAR) == "k03" and play.decision == (Decision.FEED, MOLASAR)
    assert play.refused(PlayHazard(Hazard.POWER_FAILURE)) == "T5"


def test_h4_alert_before_the_feed_replaces_the_guard_dice() -> None:
    at = places("g1=k33 g2=k32")
    play = Play(Position(small_game(6), MOLASAR, at, hazards=(Hazard.GENERAL_ALERT,)).feeding())
    play.do(PlayHazard(Hazard.GENERAL_ALERT))
    assert play.decision == (Decision.GUARD_MOVE, MOLASAR)
    assert play.refused(Walk(guard(1), rooms("k23 k13 k03 k02 k01 k00"))) == "M1"
    play.walk(guard(1), "k23 k13 k03 k02 k01")
    assert play.refused(Walk(guard(1), rooms("k00"))) == "M14"
    play.done().do(Feed(guard(2)))
    assert play.decision == (Decision.MOLASAR_MOVE, MOLASAR)
    play.do(Walk(MOLASAR, ()))
    assert play.state.turn is not MOLASAR  # no guard dice, no fight: Eva's turn


def test_h3_with_two_guards_in_the_cellar_only_those_two_are_put() -> None:
    at = places("g1=k33 g2=k32")
    play = Play(Position(small_game(6), MOLASAR, at, hazards=(Hazard.SUMMON_GUARDS,)).feeding())
    play.do(PlayHazard(Hazard.SUMMON_GUARDS))
    assert play.decision == (Decision.SUMMON, MOLASAR)
    assert play.refused(PutGuard(guard(1), Room("c9"))) == "M12"
    play.do(PutGuard(guard(11), Room("c9")))
    assert play.refused(PutGuard(guard(11), Room("c8"))) == "H3"
    play.do(PutGuard(guard(12), Room("c8")))
    assert play.decision == (Decision.FEED, MOLASAR)


def test_h1_evil_spreads_takes_one_card_of_each_that_has_any() -> None:
    position = Position(
        small_game(6),
        MOLASAR,
        places("g1=k33"),
        hazards=(Hazard.EVIL_SPREADS,),
        bonus_hands={EVA: (33, 34), CUZA: (41,)},
    )
    play = Play(position.feeding()).do(PlayHazard(Hazard.EVIL_SPREADS))
    assert play.decision == (Decision.PICK_BONUS, MOLASAR)
    play.do(PickBonus(EVA, slot_of(34)))  # Cuza's only card is picked unasked
    assert {(r.character, r.card) for r in play.records if isinstance(r, BonusLost)} == {(EVA, 34), (CUZA, 41)}
    assert play.state.hand(EVA, Deck.BONUS) == (slot_of(33),)
    assert play.decision == (Decision.FEED, MOLASAR)


def test_h2_b6_power_failure_flashlight_in_answer_covers_one_turn() -> None:
    position = Position(
        small_game(6),
        MOLASAR,
        places("eva=k00 fonescu=k10 cuza=k20 g1=k33 g2=k32"),
        hazards=(Hazard.POWER_FAILURE,),
        bonus_hands={EVA: (41,), FONESCU: (33,)},
    )
    play = Play(position.feeding()).do(PlayHazard(Hazard.POWER_FAILURE))
    assert play.decision == (Decision.FLASHLIGHT, EVA)
    play.do(PlayBonus(EVA, slot_of(41), Card(41)))
    assert play.decision == (Decision.FLASHLIGHT, FONESCU)  # everybody sees a card, nobody knows which
    play.done()
    assert play.decision == (Decision.FEED, MOLASAR) and EVA in play.state.lit
    play.do(Feed(guard(1)), Walk(MOLASAR, ()))
    while play.asks in (Decision.GUARD_DIE, Decision.GUARD_MOVE):
        play.do(play.sim.choices()[0])
    assert play.decision == (Decision.MOVE, EVA)
    play.walk(EVA, "")
    while play.decision != (Decision.BEFORE_ROLL, FONESCU):
        play.done()
    assert EVA not in play.state.lit
    play.done()
    assert PowerOut(FONESCU) in play.records


def test_b3_second_wind_is_a_whole_second_turn_but_not_a_third() -> None:
    position = Position(small_game(6), EVA, places("eva=k00 fonescu=k33"), bonus_hands={EVA: (34,), FONESCU: (41,)})
    play = Play(position.turn_end())
    assert play.decision == (Decision.SECOND_WIND, EVA)
    play.do(PlayBonus(EVA, slot_of(34), Card(34)))
    assert TurnBegan(EVA, play.state.turn_number, extra=True) in play.records
    play.walk(EVA, "k01")
    assert play.state.turn is FONESCU


# The end


def test_w1_the_searcher_in_the_hilts_room_wins_at_the_end_of_anybodys_turn() -> None:
    at = places("eva=c9 cuza=c1 fonescu=k00")
    play = Play(Position(small_game(3), FONESCU, at).turn_end())
    over = play.decision
    assert isinstance(over, Over)
    assert over.reason is Reason.HILT_FOUND and over.finder is EVA
    assert over.winners == (EVA, CUZA) and over.winning_seats == (0,)


def test_m11_last_room_left_is_proven_by_elimination() -> None:
    play = Play(Position(small_game(6), EVA, places("eva=c7"), proven=rooms("c1 c3 c5 c8")).turn_end())
    assert play.state.hilt_proven == "c9"
    assert [r for r in play.records if isinstance(r, RoomProven)][-2:] == [
        RoomProven(Room("c7"), here=False),
        RoomProven(Room("c9"), here=True),
    ]


def test_t6_the_twelfth_turn_of_molasar_wins_him_the_game() -> None:
    at: dict[Pawn, Room | None] = {guard(n): None for n in range(2, 13)}
    play = Play(Position(small_game(4), CUZA, {**at, CUZA: Room("k00")}).turn_end())
    over = play.decision
    assert isinstance(over, Over) and over.reason is Reason.TWELFTH_TURN and over.winners == (MOLASAR,)


def test_w3_defender_gone_mid_conflict_cards_are_dealt_again_and_naming_comes_again() -> None:
    play = fight("eva=k00 g1=k00 fonescu=k33", bonus_hands={EVA: (35,)})
    play.do(play.sim.choices()[0], NameDefender(FONESCU)).do(play.sim.choices()[0])
    assert play.decision == (Decision.CONFLICT_BONUS, EVA)
    play.leave(FONESCU)
    assert play.told(DecksShuffled) and play.state.where(FONESCU) is None
    assert play.decision == (Decision.COMMIT_CARD, MOLASAR)
    play.do(play.sim.choices()[0])
    assert play.decision == (Decision.NAME_DEFENDER, EVA) and play.refused(NameDefender(FONESCU)) == "C2"


def test_w3_attacked_gone_voids_the_conflict_and_those_that_wait_go_on() -> None:
    at = places("eva=k00 g1=k00 cuza=k30 g2=k30 g3=k33")
    play = Play(Position(small_game(6), MOLASAR, at).fighting())
    play.do(PickConflict(EVA, guard(1))).leave(EVA)
    assert ConflictVoid(EVA, guard(1)) in play.records
    assert play.state.conflict is not None and play.state.conflict.searcher is CUZA


def test_w3_player_in_turn_gone_voids_the_rest_of_the_turn() -> None:
    play = fight("eva=k00 g1=k00 fonescu=k33")
    play.leave(EVA)
    assert ConflictVoid(EVA, guard(1)) in play.records
    assert play.state.turn is FONESCU and play.asks is Decision.MOVE


def test_w3_no_searcher_left_molasar_wins_and_absent_molasar_abandons() -> None:
    play = Play(Position(small_game(3), EVA, places("eva=k00 fonescu=k33")).before_roll())
    play.leave(FONESCU).leave(EVA, Departure.ABSENT)
    assert isinstance(play.decision, Over) and play.decision.reason is Reason.NO_SEARCHERS
    other = Play(Position(small_game(3), EVA, places("eva=k00 fonescu=k33")).before_roll())
    other.leave(MOLASAR, Departure.ABSENT)
    assert isinstance(other.decision, Over) and other.decision.winners == ()


def test_c9_fresh_deal_keeps_hand_sizes_and_gives_new_slots() -> None:
    play = Play(Position(small_game(6), EVA, places("eva=k00 g1=k33"), bonus_hands={EVA: (33, 34)}).before_roll())
    before = {c: [len(play.state.hand(c, deck)) for deck in Deck] for c in Character}
    play.sim.report(FreshDeal())
    while not isinstance(play.sim.awaited, Decide):
        play.sim.step()
    assert {c: [len(play.state.hand(c, deck)) for deck in Deck] for c in Character} == before
    assert min(play.state.hand(EVA, Deck.CONFLICT)) >= 32


def test_done_is_no_answer_where_it_is_not_asked_for() -> None:
    play = Play(Position(small_game(6), EVA, places("eva=k00")).moving(3))
    assert play.refused(Done()) == "T7"
    assert play.refused(Walk(EVA, ()), Seat(1)) == "T7"
