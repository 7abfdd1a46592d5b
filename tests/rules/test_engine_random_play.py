"""Random games at every table size: sound at every step, ended by the rules, the same from the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from keep_p2p.rules.awaited import Decide, Over
from keep_p2p.rules.chance import Dealer
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.game import awaited, check_action, legal_actions, status
from keep_p2p.rules.records import Record
from tests.rules.boards import small_game


def play(players: int, seed: int, limit: int = 5000) -> tuple[Simulation, list[Record], int]:
    sim = Simulation(small_game(players), seed)
    hand = Dealer(seed + 1_000_000)
    records: list[Record] = []
    for step in range(limit):
        wanted = sim.awaited
        if isinstance(wanted, Over):
            return sim, records, step
        action = None
        if isinstance(wanted, Decide):
            options = sim.choices()
            public_options = legal_actions(sim.state)
            assert options and public_options
            action = options[hand.below(len(options))]
            check_action(sim.state, wanted.seat, action)
        before, key = sim.state, hash(sim.state)
        records.extend(sim.step(action).records)
        assert hash(before) == key
        assert status(sim.state) == (), (status(sim.state), wanted, action)
        assert awaited(sim.state) == sim.awaited
    raise AssertionError(f"no end after {limit} events")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_games_stay_sound_and_end(players: int) -> None:
    reasons: Counter[str] = Counter()
    for seed in range(6):
        sim, _, _ = play(players, seed)
        assert sim.over is not None
        reasons[sim.over.reason] += 1
    assert sum(reasons.values()) == 6


def test_same_seed_same_game() -> None:
    first, second = play(5, 77), play(5, 77)
    assert first[0].state == second[0].state
    assert first[1] == second[1]
    assert hash(first[0].state) == hash(second[0].state)
