"""Exact counts of the sequences of actions from a position (as chess programs do): one number that all rules agree on.

Dice are fixed and decks lie in card order, so a count is a function of the position alone. Everything
awaited but decisions is settled on the way and not counted.
"""

from __future__ import annotations

from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide, Over
from keep_p2p.rules.chance import FixedChance
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.game import State
from keep_p2p.rules.names import Room


def perft(sim: Simulation, depth: int) -> int:
    """The number of sequences of exactly ``depth`` actions (full form) from ``sim``, which is left as it is."""
    if depth == 0:
        return 1
    sim = _at_decision(sim)
    if depth == 1 or sim.over is not None:
        return len(sim.choices())
    return sum(count for _, count in divide(sim, depth))


def divide(sim: Simulation, depth: int) -> tuple[tuple[Action, int], ...]:
    """For each first action the number of sequences of ``depth`` actions (at least 1) that begin with it."""
    sim = _at_decision(sim)
    counts: list[tuple[Action, int]] = []
    for action in sim.choices():
        after = sim.copy()
        after.step(action)
        counts.append((action, perft(after, depth - 1)))
    return tuple(counts)


def perft_table(state: State, hilt: Room, dice: tuple[int, ...]) -> Simulation:
    """The table whose sequences are counted: `straight_cards`, the Hilt in ``hilt``, ``dice`` over and over."""
    return Simulation.at(state, FixedChance(dice), hilt)


def _at_decision(sim: Simulation) -> Simulation:
    """A copy of ``sim`` gone on to its next decision, or to the end."""
    sim = sim.copy()
    while not isinstance(sim.awaited, Decide | Over):
        sim.step()
    return sim
