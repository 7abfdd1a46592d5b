"""The rules' own tools: positions by hand, exact counts, imagined tables, seeded chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError, replace

import pytest

from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.chance import Dealer, FixedChance
from keep_p2p.rules.dealer import Simulation, imagine, straight_cards
from keep_p2p.rules.game import State, awaited, legal_actions, new_game, status
from keep_p2p.rules.names import SEARCHERS, Character, Deck, Door, Guard, Hazard, Pawn, Room
from keep_p2p.rules.perft import divide, perft, perft_table
from keep_p2p.rules.position import Position, slot_of
from tests.rules.boards import small_game

EVA, FONESCU, *_ = SEARCHERS
MOLASAR = Character.MOLASAR
AT: dict[Pawn, Room | None] = {EVA: Room("k01"), FONESCU: Room("k33"), Guard("guard-10"): Room("k01")}


def asked(state: State) -> Decision:
    wanted = awaited(state)
    assert isinstance(wanted, Decide)
    return wanted.decision


def test_positions_are_asked_what_their_name_says() -> None:
    eva = Position(small_game(4), EVA, AT, bonus_hands={EVA: (38, 34)})
    lord = Position(small_game(4), MOLASAR, AT, hazards=tuple(Hazard))
    fed = replace(lord, places={**AT, Guard("guard-01"): None})
    assert asked(eva.before_roll()) is Decision.BEFORE_ROLL
    assert asked(eva.moving(3)) is Decision.MOVE
    assert asked(eva.second_wind()) is Decision.SECOND_WIND
    assert asked(lord.feeding()) is Decision.FEED
    assert asked(fed.molasar_moving(5)) is Decision.MOLASAR_MOVE
    assert asked(fed.guard_dice()) is Decision.GUARD_DIE
    assert asked(fed.guard_moving(4)) is Decision.GUARD_MOVE
    assert asked(fed.fighting()) is Decision.PICK_CONFLICT
    assert asked(eva.conflict(EVA, Guard("guard-10"))) is Decision.COMMIT_CARD
    assert asked(eva.retreat(EVA, Guard("guard-10"), EVA, 2)) is Decision.RETREAT
    assert asked(eva.turn_end()) is Decision.SECOND_WIND


def test_positions_that_cannot_be_are_refused_with_all_reasons() -> None:
    game = small_game(4)
    both: dict[Pawn, Room | None] = {EVA: Room("k00"), FONESCU: Room("k00"), MOLASAR: Room("c2")}
    with pytest.raises(ValueError, match=r"M2: k00 .* M2: c2"):
        Position(game, EVA, both).before_roll()
    with pytest.raises(ValueError, match="C8"):
        Position(game, EVA, AT, bonus_hands={EVA: (33,), FONESCU: (33,)}).before_roll()
    with pytest.raises(ValueError, match="one room"):
        Position(game, EVA, AT).conflict(EVA, Guard("guard-01"))
    with pytest.raises(ValueError, match="turn of molasar"):
        Position(game, MOLASAR, AT).before_roll()
    with pytest.raises(ValueError, match="not in play"):
        Position(game, Character.WOERMANN, AT).before_roll()


def test_position_cards_are_where_slot_of_says() -> None:
    state = Position(small_game(4), EVA, AT, bonus_hands={EVA: (38, 34)}, discards=(33, 1, 2)).before_roll()
    truth = straight_cards(state)
    assert truth[Deck.BONUS, slot_of(38)] == 38
    assert all(truth[deck, slot] == slot + (1, 33)[deck is Deck.BONUS] for deck, slot in truth)
    assert state.discards(Deck.CONFLICT) == (1, 2)


def test_perft_of_one_is_the_number_of_choices_and_divides_add_up() -> None:
    state = Position(small_game(4), EVA, AT, doors={EVA: (Door("door-a"),)}).moving(3)
    table = perft_table(state, Room("c9"), dice=(2, 5))
    assert perft(table, 0) == 1
    assert perft(table, 1) == len(table.choices()) == len(divide(table, 1))
    assert perft(table, 2) == sum(count for _, count in divide(table, 2)) > perft(table, 1)
    assert table.state == state


def test_imagined_tables_agree_with_all_that_is_known_and_can_be_played_out() -> None:
    sim, hand, played = Simulation(small_game(5), 5), Dealer(6), 0
    while sim.over is None:
        choices = sim.choices()
        wanted = sim.awaited
        if isinstance(wanted, Decide) and wanted.decision is not Decision.HIDE_HILT and hand.below(25) == 0:
            known = sim.knowledge(wanted.seat)
            other = imagine(sim.state, known, Dealer(hand.below(1000)))
            assert set(legal_actions(other.state, other.knowledge(wanted.seat))) == set(choices)
            assert all(other.card(*place) == card for place, card in known.cards.items() if place[1] in slots(sim))
            while other.over is None:
                options = other.choices()
                other.step(options[hand.below(len(options))] if options else None)
                assert status(other.state) == ()
            played += 1
        sim.step(choices[hand.below(len(choices))] if choices else None)
    assert played >= 5


def slots(sim: Simulation) -> set[int]:
    return {slot for deck in Deck for c in Character for slot in sim.state.hand(c, deck)}


def test_seeded_dice_are_fair_and_the_same_from_the_same_seed() -> None:
    one, other = Dealer(b"seed"), Dealer(b"seed")
    rolls = [one.dice(1)[0] for _ in range(6000)]
    assert rolls == [other.dice(1)[0] for _ in range(6000)]
    assert all(850 < count < 1150 for count in Counter(rolls).values())
    assert Dealer(1).dice(20) != Dealer(2).dice(20)
    assert Dealer(1 << 70).dice(20) != Dealer(0).dice(20)


def test_fixed_dice_come_over_and_over_and_copies_go_their_own_way() -> None:
    chance = FixedChance((1, 2, 3))
    assert chance.dice(2) == (1, 2)
    assert chance.copy().dice(2) == (3, 1)
    assert chance.dice(1) == (3,)
    with pytest.raises(ValueError, match="1 to 6"):
        FixedChance((7,))


def test_a_state_never_changes() -> None:
    state = new_game(small_game(4))
    with pytest.raises(FrozenInstanceError):
        state.turn = MOLASAR
    with pytest.raises(FrozenInstanceError):
        del state.turn
    assert {state: 1}[new_game(small_game(4))] == 1
    with pytest.raises(TypeError, match="exactly the fields"):
        State(turn=EVA)
