"""The gentle Molasar: what he spares the Searchers, and what he does as well as the other."""

from __future__ import annotations

import pytest

import gentle_report
from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.players.bot import Bot
from keep_p2p.players.manner import Manner
from keep_p2p.players.simulate import indexed_game, run_game
from keep_p2p.rules.actions import Action, HideHilt, Walk
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.chance import FixedChance
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.game import State, legal_actions
from keep_p2p.rules.names import Room
from keep_p2p.table.view import View
from tests.rules.boards import small_game
from tests.rules.scene import CUZA, EVA, FONESCU, G1, G2, M, at, settle

PACKS = Packs(load_board(), load_deck())


def choice(state: State, manner: Manner, offered: tuple[Action, ...] | None = None) -> Action:
    sim = Simulation.at(state, FixedChance(), Room("c5"))
    settle(sim)
    wanted = sim.awaited
    assert isinstance(wanted, Decide)
    known = sim.knowledge(wanted.seat)
    view = View(wanted.seat, sim.state, known)
    return Bot(wanted.seat, b"seed", manner=manner).choose(view, wanted, offered or legal_actions(sim.state, known))


def end(action: Action) -> str:
    assert isinstance(action, Walk)
    return str(action.path[-1])


def test_one_searcher_may_be_attacked() -> None:
    state = at(M, {M: "k22", EVA: "c4", FONESCU: "k00"}).molasar_moving(7)
    assert end(choice(state, Manner.GENTLE)) == "c4"


def test_nobody_else_is_attacked_in_the_same_turn() -> None:
    state = at(M, {M: "k00", FONESCU: "k00", EVA: "c4", G1: "c2", G2: "k33", CUZA: "k20"}).guard_moving(3)
    doing = choice(state, Manner.TO_WIN)
    assert isinstance(doing, Walk)
    assert end(doing) == "c4"
    spared = choice(state, Manner.GENTLE)
    assert not isinstance(spared, Walk) or end(spared) not in {"c4", "k20"}


def test_who_has_lost_is_walked_into_no_other_enemy() -> None:
    places = {M: "c0", EVA: "k00", G1: "k00", G2: "k01"}
    state = at(M, places).retreat(EVA, G1, M, 1)
    into = tuple(walk for walk in _offered(state) if isinstance(walk, Walk) and walk.path[-1] == "k01")
    assert into, "the rules would allow it"
    assert end(choice(state, Manner.GENTLE)) != "k01"
    assert end(choice(state, Manner.GENTLE, into)) == "k01", "where there is nothing else, that is chosen"


@pytest.mark.parametrize("difference", [1, 2, 3])
def test_nobody_is_walked_into_the_hilts_room(difference: int) -> None:
    state = at(M, {M: "c0", EVA: "c4", G1: "c4"}).retreat(EVA, G1, M, difference)
    assert end(choice(state, Manner.GENTLE)) != "c5"


def test_a_beaten_guard_of_his_is_not_spared_by_a_searcher() -> None:
    state = at(EVA, {M: "c0", EVA: "c4", G1: "c4"}).retreat(EVA, G1, EVA, 2)
    assert choice(state, Manner.GENTLE) == choice(state, Manner.TO_WIN)


def test_the_hilt_is_hidden_as_well_as_ever() -> None:
    chosen = {}
    for manner in Manner:
        sim = Simulation(small_game(6), 3)
        while not isinstance(sim.awaited, Decide):
            sim.step(None)
        known = sim.knowledge(sim.awaited.seat)
        offered = legal_actions(sim.state, known)
        view = View(sim.awaited.seat, sim.state, known)
        chosen[manner] = Bot(sim.awaited.seat, b"seed", manner=manner).choose(view, sim.awaited, offered)
    assert isinstance(chosen[Manner.GENTLE], HideHilt)
    assert chosen[Manner.GENTLE] == chosen[Manner.TO_WIN]


@pytest.mark.parametrize("players", [3, 6])
def test_a_gentle_game_ends_by_the_rules(players: int) -> None:
    result = run_game(*indexed_game(PACKS, players, 1, 0), manner=Manner.GENTLE)
    assert result.molasar_won is not result.found
    assert 1 <= result.turns <= 12


def test_with_him_searchers_win_more_often_in_half_as_many_conflicts() -> None:
    won, conflicts = {}, {}
    for manner in Manner:
        games = [gentle_report.play(PACKS, 4, 11, index, manner, 0.0) for index in range(8)]
        won[manner] = sum(game[0] for game in games)
        conflicts[manner] = sum(game[1] for game in games)
    assert won[Manner.GENTLE] > won[Manner.TO_WIN]
    assert conflicts[Manner.GENTLE] * 2 < conflicts[Manner.TO_WIN]


def test_newcomers_are_imitated_by_choices_at_random() -> None:
    straight, wandering = (gentle_report.play(PACKS, 4, 11, 1, Manner.GENTLE, share) for share in (0.0, 1.0))
    assert straight != wandering


def test_the_report_has_a_line_for_each_manner(capsys: pytest.CaptureFixture[str]) -> None:
    assert gentle_report.main(["--games", "1", "--players", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["4 players, Molasar to win", "4 players, Molasar gentle"]


def _offered(state: State) -> tuple[Action, ...]:
    sim = Simulation.at(state, FixedChance(), Room("c5"))
    settle(sim)
    wanted = sim.awaited
    assert isinstance(wanted, Decide)
    return legal_actions(sim.state, sim.knowledge(wanted.seat))
