"""Seats and set-up: rulings S1 to S6."""

from __future__ import annotations

from itertools import permutations

import pytest

from keep_p2p.rules.actions import CommitCard, HideHilt, PlacePawn, SearchDoor
from keep_p2p.rules.awaited import Decide, Decision, Dice, Draw, RollDice, Shuffle
from keep_p2p.rules.board import Board, HiltRoom
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import Acted
from keep_p2p.rules.game import Game, IllegalAction, IllegalEvent, Seating, apply, awaited, check_action, legal_actions
from keep_p2p.rules.game import new_game as fresh
from keep_p2p.rules.names import GUARDS, SEARCHERS, Character, Deck, Door, Hazard, Room, Seat
from keep_p2p.rules.records import Placed, TurnBegan
from tests.rules.boards import plain_deck, seating_for, small_board, small_game
from tests.rules.scene import CUZA, EVA, FONESCU, GLAEKEN, WOERMANN, M, asked, at, decision, do, of, play, refused


def begun(players: int) -> Simulation:
    """Cards dealt, nothing hidden or placed."""
    sim = Simulation(small_game(players), 1)
    play(sim)
    return sim


@pytest.mark.parametrize(("players", "searchers"), [(3, 4), (4, 3), (5, 4), (6, 5)])
def test_S1_each_number_of_players_has_its_number_of_searchers(players: int, searchers: int) -> None:
    seating = seating_for(players)
    assert len(seating.players) == players and len(seating.searchers) == searchers
    each = {len(player) for player in seating.players if player != (M,)}
    assert each == ({2} if players == 3 else {1})


@pytest.mark.parametrize(
    "players",
    [
        ((EVA,), (M,)),
        ((EVA, CUZA), (M,)),
        ((EVA,), (CUZA,), (M,)),
        ((EVA, CUZA, GLAEKEN), (FONESCU,), (M,)),
        ((EVA, CUZA), (FONESCU, M), (GLAEKEN,)),
        ((EVA, CUZA), (FONESCU, GLAEKEN), (WOERMANN,), (M,)),
        ((EVA,), (EVA,), (CUZA,), (M,)),
        ((EVA,), (FONESCU,), (CUZA,), (GLAEKEN,)),
        ((EVA,), (FONESCU,), (), (M,)),
        ((EVA,), (FONESCU,), (CUZA,), (GLAEKEN,), (WOERMANN,), (M,), (M,)),
    ],
)
def test_S1_no_other_seating_is_one(players: tuple[tuple[Character, ...], ...]) -> None:
    with pytest.raises(ValueError, match="S1"):
        Seating(players)


def test_S1_unused_characters_are_out_of_the_game() -> None:
    sim = begun(4)
    for character in (GLAEKEN, WOERMANN):
        assert character not in sim.state.characters
        assert not sim.state.is_outside(character) and sim.state.where(character) is None
        assert sim.state.hand(character, Deck.CONFLICT) == sim.state.hand(character, Deck.BONUS) == ()


def test_S2_turns_go_by_id_number_whatever_the_seats_and_molasar_is_last() -> None:
    seating = Seating(((WOERMANN,), (M,), (EVA,), (CUZA,)))
    sim = Simulation(Game(small_board(), plain_deck(), seating), 4)
    began: list[Character] = []
    while len(began) < 8:
        own = sim.choices()
        step = sim.step(own[0] if own else None)
        began += [record.character for record in of(TurnBegan, step.records)]
    assert began == [EVA, CUZA, WOERMANN, M] * 2


def test_S2_two_characters_of_one_player_each_move_in_their_own_turn() -> None:
    seating = seating_for(3)
    assert seating.searchers == (EVA, FONESCU, CUZA, GLAEKEN)
    assert [seating.seat(c) for c in seating.characters] == [0, 1, 0, 1, 2]


def test_S3_any_choice_or_draw_of_characters_seats_a_game() -> None:
    """Who plays whom is settled before the rules begin; they take every way of it."""
    for drawn in permutations(Character, 4):
        players = tuple((c,) for c in drawn)
        if M in drawn:
            assert Seating(players).characters == tuple(sorted(drawn, key=lambda c: c.number))
        else:
            with pytest.raises(ValueError, match="Molasar"):
                Seating(players)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_S4_hands_at_the_start(players: int) -> None:
    state = begun(players).state
    for searcher in state.searchers:
        assert len(state.hand(searcher, Deck.CONFLICT)) == 3 and len(state.hand(searcher, Deck.BONUS)) == 1
    assert len(state.hand(M, Deck.CONFLICT)) == 4 and state.hand(M, Deck.BONUS) == ()
    assert state.hazards == tuple(Hazard)
    dealt = 3 * len(state.searchers) + 4
    assert len(state.pile(Deck.CONFLICT)) == 32 - dealt
    assert len(state.pile(Deck.BONUS)) == 12 - len(state.searchers)


def test_S4_the_deal_is_two_shuffles_together_then_all_hands_at_once() -> None:
    state = fresh(small_game(6))
    shuffle = awaited(state)
    assert isinstance(shuffle, Shuffle) and [d.deck for d in shuffle.decks] == [Deck.CONFLICT, Deck.BONUS]
    sim = Simulation(small_game(6), 1)
    sim.step()
    deal = sim.awaited
    assert isinstance(deal, Draw) and len(deal.draws) == 5 * 4 + 4
    assert len({(item.deck, item.slot) for item in deal.draws}) == len(deal.draws)


def test_S4_found_doors_and_cards_belong_to_the_character_not_the_player() -> None:
    """Cuza's player has found door-a with Eva; that opens it for Eva alone, and Eva's card is hers."""
    state = at(CUZA, {EVA: "k00", CUZA: "k01"}, players=3, doors={EVA: (Door("door-a"),)}, bonus_hands={EVA: (38,)})
    now = state.before_roll()
    assert now.doors_found(EVA) == ("door-a",) and now.doors_found(CUZA) == ()
    assert len(now.hand(EVA, Deck.BONUS)) == 1 and not now.hand(CUZA, Deck.BONUS)
    assert awaited(now) == RollDice(Dice.MOVE, CUZA, 1), "nothing to decide before the roll: the card is not Cuza's"


def test_S5_molasar_hides_the_hilt_before_any_pawn_is_placed() -> None:
    state = begun(6).state
    assert asked(state) == Decide(Decision.HIDE_HILT, Seat(5), M)
    assert all(state.is_outside(c) for c in SEARCHERS)
    assert refused(state, PlacePawn(EVA, Room("k00"))) == "T7"


def test_S5_only_marked_rooms_may_hold_the_hilt() -> None:
    state = begun(6).state
    assert {refused(state, HideHilt(Room(f"c{n}"))) for n in (1, 3, 5, 7, 8, 9)} == {""}
    for room in ("c0", "c2", "c6", "k00", "nowhere"):
        assert refused(state, HideHilt(Room(room))) == "S5"


def test_S5_what_is_hidden_is_applied_in_its_public_form_only() -> None:
    state = begun(6).state
    assert legal_actions(state) == (HideHilt(),)
    with pytest.raises(IllegalEvent):
        apply(state, Acted(asked(state).seat, HideHilt(Room("c1"))))
    assert decision(do(state, HideHilt()).state) is Decision.PLACE


def test_S5_marks_count_at_the_number_of_searchers_and_never_at_molasars_start() -> None:
    board = small_board()
    marks = (
        HiltRoom(Room("c1"), frozenset({3, 4, 5})),
        HiltRoom(Room("c3"), frozenset({5})),
        HiltRoom(Room("c5"), frozenset({3})),
        HiltRoom(board.molasar_start, frozenset({3, 4, 5})),
    )
    marked = Board(**{**{f: getattr(board, f) for f in board.__dataclass_fields__}, "hilt_rooms": marks})
    for players, hilts in ((4, ("c1", "c5")), (3, ("c1",)), (6, ("c1", "c3"))):
        assert Game(marked, plain_deck(), seating_for(players)).hilt_rooms == hilts


def test_S6_searchers_are_placed_in_turn_order_one_to_an_open_entry() -> None:
    state = do(begun(6).state, HideHilt()).state
    for i, searcher in enumerate(SEARCHERS):
        assert asked(state) == Decide(Decision.PLACE, Seat(i), searcher)
        taken = [state.where(c) for c in SEARCHERS[:i]]
        for room in taken:
            assert room is not None and refused(state, PlacePawn(searcher, room)) == "S6"
        assert refused(state, PlacePawn(searcher, Room("k33"))) == "S6"
        if i < 4:
            assert refused(state, PlacePawn(SEARCHERS[i + 1], Room("k00"))) == "S6"
        free = [a.room for a in legal_actions(state) if isinstance(a, PlacePawn)]
        step = do(state, PlacePawn(searcher, free[0]))
        assert of(Placed, step.records) == [Placed(searcher, free[0])]
        state = step.state
    assert state.turn is EVA and state.turn_number == 1


@pytest.mark.parametrize(("players", "is_open"), [(3, False), (4, False), (5, False), (6, True)])
def test_S6_an_entry_is_open_at_its_numbers_of_searchers(players: int, is_open: bool) -> None:
    state = do(begun(players).state, HideHilt()).state
    assert (PlacePawn(EVA, Room("k13")) in legal_actions(state)) is is_open
    assert refused(state, PlacePawn(EVA, Room("k13"))) == ("" if is_open else "S6")


def test_S6_guards_and_molasar_stand_on_their_starts() -> None:
    state = fresh(small_game(6))
    assert tuple(state.where(guard) for guard in GUARDS) == small_board().guard_starts
    assert state.where(M) == small_board().molasar_start


def test_S6_nobody_else_and_nothing_else_answers() -> None:
    state = do(begun(6).state, HideHilt()).state
    with pytest.raises(IllegalAction):
        check_action(state, Seat(1), PlacePawn(EVA, Room("k00")))
    assert refused(state, HideHilt()) == refused(state, CommitCard(M)) == "T7"
    assert refused(state, SearchDoor(EVA, Door("door-a"))) == "T7"
