"""Whole games of computer players, and the tools that play them by the thousand."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator

import pytest

import soak
from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.players.simulate import SEARCHERS_OF, Summary, indexed_game, run_game, simulate, workers
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.game import Step
from keep_p2p.rules.names import Character

PACKS = Packs(load_board(), load_deck())


@pytest.fixture(autouse=True)
def _only_here() -> Iterator[None]:
    yield
    soak.forget()


def figures(summary: Summary) -> dict[str, object]:
    """All figures that a seed decides."""
    plain = summary.plain()
    assert plain.pop("actions_per_second")
    return plain


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_game_at_each_table_size_ends_by_the_rules(players: int) -> None:
    game, seed = indexed_game(PACKS, players, 1, 0)
    assert len(game.seating.searchers) == SEARCHERS_OF[players]
    result = run_game(game, seed)
    assert result.molasar_won is not result.found
    assert 1 <= result.turns <= 12
    assert result.molasar_won == (result.finder is None)
    assert not result.molasar_won or result.turns == 12


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_processes() -> None:
    alone = simulate(PACKS, 6, 4, 3)
    assert figures(alone) == figures(simulate(PACKS, 6, 4, 3, processes=2))


def test_another_seed_gives_other_games() -> None:
    assert figures(simulate(PACKS, 2, 4, 3)) != figures(simulate(PACKS, 2, 4, 4))


def test_the_figures_add_up_and_are_json() -> None:
    done: list[tuple[int, int]] = []
    plain = simulate(PACKS, 5, 3, 9, progress=lambda n, of: done.append((n, of))).plain()
    assert json.loads(json.dumps(plain)) == plain
    assert set(plain) == {"games", "players", "wins", "turns", "hilt_rooms", "actions", "actions_per_second"}
    wins, turns, rooms = plain["wins"], plain["turns"], plain["hilt_rooms"]
    assert isinstance(wins, dict)
    assert isinstance(turns, dict)
    assert isinstance(rooms, dict)
    assert sum(wins.values()) == sum(turns["counts"].values()) == 5
    assert sum(room["chosen"] for room in rooms.values()) == 5
    assert sum(room["found"] for room in rooms.values()) == wins["searchers"]
    assert done == [(n, 5) for n in range(1, 6)]


def test_a_soak_of_the_rules_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["rules", "--games", "2", "--players", "4", "--processes", "1"]) == 0
    assert "2 games" in capsys.readouterr().out


@pytest.mark.parametrize("check", ["_check_pawns", "_check_turns", "_check_cards", "_check_walks"])
def test_a_soak_tells_of_every_broken_game(
    check: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise soak.Broken("M2: made up.")

    monkeypatch.setattr(soak, check, broken)
    assert soak.main(["rules", "--games", "1", "--players", "4", "--processes", "1"]) == 1
    assert "M2: made up." in capsys.readouterr().out


def test_the_soak_sees_molasar_in_the_hilts_room() -> None:
    game, seed = indexed_game(PACKS, 4, 1, 0)

    def moved_hilt(simulation: Simulation, step: Step) -> None:
        if simulation.hilt is None:
            return
        true, simulation.hilt = simulation.hilt, simulation.state.where(Character.MOLASAR)
        try:
            soak.check_step(simulation, step)
        finally:
            simulation.hilt = true

    with pytest.raises(soak.Broken, match="M11"):
        run_game(game, seed, check=moved_hilt)


def test_a_stop_by_ctrl_c_is_the_main_processs_alone_to_tell() -> None:
    """A terminal sends it to all processes; one that computes games must not print what became of it."""
    with workers(PACKS, 1) as pool:
        assert pool.apply(signal.getsignal, (signal.SIGINT,)) == signal.SIG_IGN
