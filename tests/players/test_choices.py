"""What the computer players choose where one choice is clearly right. The board is drawn in tests/rules/boards.py."""

from __future__ import annotations

import pytest

from keep_p2p.players.bot import Bot
from keep_p2p.rules.actions import (
    Action,
    CommitCard,
    Done,
    Feed,
    HideHilt,
    JudgeGuess,
    PlayBonus,
    PlayHazard,
    SearchDoor,
    Walk,
)
from keep_p2p.rules.awaited import Decide, Decision, Dice
from keep_p2p.rules.chance import FixedChance
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.game import State, legal_actions, new_game
from keep_p2p.rules.names import BONUS_OF, Bonus, Door, Hazard, Room
from keep_p2p.table.view import View
from tests.rules.boards import small_game
from tests.rules.scene import CUZA, EVA, FONESCU, G1, G2, WOERMANN, M, at, card_game, commit, rooms, settle

HIDDEN = "c5"
OTHERS = rooms("c1", "c3", "c7", "c8", "c9")
"""All marked rooms but `HIDDEN`."""


def ask(sim: Simulation, seed: bytes = b"seed") -> Action:
    """What a fresh bot answers to the question that is asked now."""
    settle(sim)
    wanted = sim.awaited
    assert isinstance(wanted, Decide)
    known = sim.knowledge(wanted.seat)
    offered = legal_actions(sim.state, known)
    chosen = Bot(wanted.seat, seed).choose(View(wanted.seat, sim.state, known), wanted, offered)
    assert chosen in offered
    return chosen


def table(state: State, dice: tuple[int, ...] = (3,), hilt: str = HIDDEN) -> Simulation:
    return Simulation.at(state, FixedChance(dice), Room(hilt))


def choice(state: State, dice: tuple[int, ...] = (3,), hilt: str = HIDDEN) -> Action:
    return ask(table(state, dice, hilt))


def end(action: Action) -> str:
    assert isinstance(action, Walk)
    return str(action.path[-1]) if action.path else ""


# Searchers


def test_the_last_room_left_is_walked_into() -> None:
    assert end(choice(at(EVA, {EVA: "c3", M: "c0"}, proven=OTHERS).moving(2))) == HIDDEN


def test_a_room_known_to_hold_the_hilt_is_walked_towards() -> None:
    assert end(choice(at(EVA, {EVA: "c2", M: "c0"}, hilt_proven=Room(HIDDEN)).moving(2))) == "c4"


def test_a_door_on_the_way_is_searched() -> None:
    doing = choice(at(EVA, {EVA: "k22", M: "c0"}, proven=OTHERS).before_roll())
    assert doing == SearchDoor(EVA, Door("door-c"))


def test_nobody_in_the_cellar_searches_for_a_way_out() -> None:
    doing = choice(at(EVA, {EVA: "c4", M: "c0"}, bonus_hands={EVA: (38,)}, proven=OTHERS).before_roll())
    assert not isinstance(doing, SearchDoor)


def test_secret_entrance_saves_the_search() -> None:
    doing = choice(at(EVA, {EVA: "k22", M: "c0"}, bonus_hands={EVA: (44,)}, proven=OTHERS).before_roll())
    assert isinstance(doing, PlayBonus)
    assert BONUS_OF[doing.card] is Bonus.SECRET_ENTRANCE


def test_a_failed_search_is_rolled_again() -> None:
    state = at(EVA, {EVA: "k22", M: "c0"}, bonus_hands={EVA: (33,)}).rolling(Dice.SEARCH, Door("door-c"))
    doing = choice(state, dice=(6,))
    assert isinstance(doing, PlayBonus)
    assert BONUS_OF[doing.card] is Bonus.REROLL


def test_a_flashlight_is_lit_in_the_dark() -> None:
    dark = at(EVA, {EVA: "k22", M: "c0"}, bonus_hands={EVA: (41,)}, power_failure=True)
    doing = choice(dark.before_roll())
    assert isinstance(doing, PlayBonus)
    assert BONUS_OF[doing.card] is Bonus.FLASHLIGHT


def test_a_guard_on_the_only_way_is_passed() -> None:
    state = at(EVA, {EVA: "k22", G1: "c4", M: "c0"}, doors={EVA: (Door("door-c"),)}, bonus_hands={EVA: (39,)},
               proven=OTHERS).moving(2)  # fmt: skip
    doing = choice(state)
    assert end(doing) == HIDDEN
    assert isinstance(doing, Walk)
    assert len(doing.passes) == 1


def test_no_pass_is_spent_where_it_saves_nothing() -> None:
    state = at(EVA, {EVA: "c3", G1: "k00", M: "c0"}, bonus_hands={EVA: (39,)}, proven=OTHERS).moving(2)
    doing = choice(state)
    assert isinstance(doing, Walk)
    assert doing.passes == ()


def test_woermann_stays_in_the_room_he_wanted() -> None:
    state = at(WOERMANN, {WOERMANN: HIDDEN, M: "c0"}, proven=OTHERS).moving(3)
    assert choice(state) == Done()


def test_molasar_beaten_is_walked_into_a_marked_room() -> None:
    state = at(EVA, {EVA: "c4", M: "c4"}).retreat(EVA, M, EVA, 1)
    assert end(choice(state)) in {"c3", "c5", "c9"}


def test_a_strong_card_of_molasars_is_sent_back_and_a_weak_one_kept() -> None:
    game = card_game({1: (9, 9, 1, 1), 2: (8, 8, 1, 1)})
    for slot, back in ((1, True), (3, False)):
        places = {EVA: "c4", G1: "c4", M: "c0"}
        hands = {M: (1, 2, 3, 4)}
        state = at(EVA, places, game=game, bonus_hands={EVA: (35,)}, conflict_hands=hands, proven=OTHERS)
        sim = table(state.conflict(EVA, G1))
        sim.step(commit(M, slot))
        while True:
            wanted = sim.awaited
            if isinstance(wanted, Decide) and wanted.decision is Decision.CONFLICT_BONUS:
                break
            sim.step(ask(sim) if isinstance(wanted, Decide) else None)
        (guess,) = [a for a in sim.choices() if isinstance(a, PlayBonus) and a.guess is M]
        sim.step(guess)
        assert ask(sim) == JudgeGuess(back)


# Molasar


def test_every_marked_room_is_a_hiding_place_of_some_game() -> None:
    seen = set()
    for seed in range(60):
        sim = Simulation(small_game(5), seed)
        doing = ask(sim, bytes([seed]))
        assert isinstance(doing, HideHilt)
        seen.add(doing.room)
    assert seen == set(new_game(small_game(5)).unproven)


def test_a_searcher_beside_the_hilt_is_attacked() -> None:
    state = at(M, {M: "k22", EVA: "c4", FONESCU: "k00"}).molasar_moving(7)
    assert end(choice(state)) == "c4"


def test_molasar_spares_the_guard_that_can_attack_by_itself() -> None:
    places = {M: "c0", EVA: "c4", G1: "k22", G2: "k32", CUZA: "k20"}
    assert choice(at(M, places, doors={M: (Door("door-c"),)}).feeding()) == Feed(G2)


def test_a_guard_attacks_the_searcher_beside_the_hilt() -> None:
    state = at(M, {M: "c0", EVA: "c4", G1: "c2", G2: "k33", CUZA: "k20"}).guard_moving(3)
    doing = choice(state)
    assert isinstance(doing, Walk)
    assert (doing.pawn, end(doing)) == (G1, "c4")


@pytest.mark.parametrize("difference", [1, 2, 3])
def test_nobody_is_walked_into_the_hilts_room_or_nearer(difference: int) -> None:
    state = at(M, {M: "c0", EVA: "c4", G1: "c4"}).retreat(EVA, G1, M, difference)
    assert end(choice(state)) not in {HIDDEN, "c6"}


def test_the_dark_falls_when_the_hilt_is_nearly_found() -> None:
    state = at(M, {M: "c0", EVA: "c4", FONESCU: "c6", G1: "k33"}, hazards=(Hazard.POWER_FAILURE,)).feeding()
    assert choice(state) == PlayHazard(Hazard.POWER_FAILURE)


@pytest.mark.parametrize(("room", "card"), [(HIDDEN, 1), ("k00", 4)])
def test_the_strong_card_is_kept_for_where_it_matters(room: str, card: int) -> None:
    numbers = {1: (9, 9, 5, 5), 2: (7, 7, 5, 5), 3: (6, 6, 5, 5), 4: (4, 4, 5, 5)}
    numbers |= dict.fromkeys(range(5, 33), (5, 5, 5, 5))
    state = at(M, {M: "c0", EVA: room, G1: room}, game=card_game(numbers), conflict_hands={M: (1, 2, 3, 4)})
    assert choice(state.conflict(EVA, G1)) == commit(M, card)


# Any


def test_the_same_seed_and_view_give_the_same_choice() -> None:
    sim = Simulation(small_game(6), 5)
    while sim.over is None:
        wanted = sim.awaited
        chosen = ask(sim) if isinstance(wanted, Decide) else None
        assert chosen is None or chosen == ask(sim)
        sim.step(chosen)
        if sim.state.turn_number > 2:
            break


def test_an_only_action_is_taken() -> None:
    sim = table(at(M, {M: "c0", EVA: "k00", G1: "k00"}).conflict(EVA, G1))
    wanted = sim.awaited
    assert isinstance(wanted, Decide)
    view = View(wanted.seat, sim.state, sim.knowledge(wanted.seat))
    only = sim.choices()[:1]
    assert isinstance(only[0], CommitCard)
    assert Bot(wanted.seat, b"").choose(view, wanted, only) == only[0]
