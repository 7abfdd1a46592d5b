"""Seats that leave and fresh deals at any moment of random games: sound at every step, and still ended by the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from keep_p2p.rules.awaited import Decide, Reason
from keep_p2p.rules.chance import Dealer
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import Departure, FreshDeal, SeatLeft
from keep_p2p.rules.game import IllegalEvent, apply, status
from keep_p2p.rules.names import Character, Seat
from tests.rules.boards import small_game


def play_with_departures(players: int, seed: int, one_in: int) -> Simulation:
    sim, hand = Simulation(small_game(players), seed), Dealer(seed + 50)
    molasar = sim.state.seat(Character.MOLASAR)
    while sim.over is None:
        if hand.below(one_in) == 0:
            seat = Seat(hand.below(players))
            if hand.below(2) or seat in sim.state.gone or (seat == molasar and hand.below(4)):
                sim.report(FreshDeal())
            else:
                sim.report(SeatLeft(seat, tuple(Departure)[hand.below(3)]))
        else:
            choices = sim.choices()
            sim.step(choices[hand.below(len(choices))] if isinstance(sim.awaited, Decide) else None)
        assert status(sim.state) == ()
        assert all(sim.state.where(c) is None for c in Character if c not in sim.state.characters)
    return sim


@pytest.mark.parametrize("players", [3, 4, 6])
def test_w3_games_stay_sound_whoever_leaves_whenever(players: int) -> None:
    reasons: Counter[Reason] = Counter()
    for seed in range(16):
        over = play_with_departures(players, seed, one_in=20 + seed * 12).over
        assert over is not None
        reasons[over.reason] += 1
        assert bool(over.winners) is (over.reason is not Reason.ABANDONED)
    assert len(reasons) >= 3


def test_w3_nobody_leaves_twice_or_after_the_end() -> None:
    sim = Simulation(small_game(4), 1)
    sim.report(SeatLeft(Seat(0), Departure.RESIGNED))
    with pytest.raises(IllegalEvent, match="No seat 0"):
        apply(sim.state, SeatLeft(Seat(0), Departure.RESIGNED))
    sim.report(SeatLeft(Seat(3), Departure.CONVICTED))
    assert sim.over is not None and sim.over.reason is Reason.MOLASAR_CONVICTED
    with pytest.raises(IllegalEvent, match="over"):
        apply(sim.state, FreshDeal())
