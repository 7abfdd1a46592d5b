"""The enumeration of walks against the step-by-step rule: every legal walk's end is offered, and only those."""

from __future__ import annotations

import pytest

from keep_p2p.rules.actions import OUTSIDE, Action, Path, Walk, public
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.chance import Dealer
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.game import IllegalAction, State, check_action, legal_actions
from keep_p2p.rules.names import Pawn, Room, Seat
from tests.rules.boards import small_game

DEEPEST = 4


def allowed(state: State, seat: Seat, action: Action) -> bool:
    try:
        check_action(state, seat, action)
    except IllegalAction:
        return False
    return True


def steps_from(state: State, room: Room) -> list[Room]:
    board = state.game.board
    beyond = [d.cellar_side if d.keep_side == room else d.keep_side for d in board.doors_of.get(room, ())]
    return [*board.neighbours[room], *beyond, OUTSIDE]


def brute_ends(state: State, seat: Seat, pawn: Pawn, longest: int) -> set[Room]:
    """The ends of all walks of 1 to ``longest`` steps, back and forth too, that `check_action` takes."""
    start = state.where(pawn)
    assert start is not None
    ends: set[Room] = set()
    edge: list[Path] = [(room,) for room in steps_from(state, start)]
    for length in range(1, longest + 1):
        ends |= {path[-1] for path in edge if allowed(state, seat, Walk(pawn, path))}
        if length < longest:
            edge = [(*path, room) for path in edge if path[-1] != OUTSIDE for room in steps_from(state, path[-1])]
    return ends


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_walks_offered_are_the_walks_allowed(players: int, seed: int) -> None:
    sim, hand, compared = Simulation(small_game(players), seed), Dealer(seed), 0
    while sim.over is None and compared < 60:
        wanted = sim.awaited
        if not isinstance(wanted, Decide):
            sim.step()
            continue
        possible = legal_actions(sim.state)
        own = sim.choices()
        for action in (*possible, *own):
            check_action(sim.state, wanted.seat, action)
        offered = {a for a in possible if isinstance(a, Walk) and a.path and not a.passes}
        for pawn in sorted({walk.pawn for walk in offered})[:3]:
            longest = max(len(walk.path) for walk in offered if walk.pawn == pawn)
            if longest > DEEPEST:
                continue
            brute = brute_ends(sim.state, wanted.seat, pawn, longest)
            start = sim.state.where(pawn)
            assert brute - {start} == {walk.path[-1] for walk in offered if walk.pawn == pawn} - {start}
            compared += 1
        sim.step(own[hand.below(len(own))])
    assert compared >= 20


def test_every_choice_of_one_who_knows_is_publicly_possible() -> None:
    sim, hand = Simulation(small_game(5), 11), Dealer(5)
    while sim.over is None:
        wanted = sim.awaited
        if not isinstance(wanted, Decide):
            sim.step()
            continue
        possible = set(legal_actions(sim.state))
        own = sim.choices()
        hidden = {public(action) for action in own} - possible
        assert all(isinstance(action, Walk) for action in hidden), hidden  # longer ways round the Hilt's room
        sim.step(own[hand.below(len(own))])
