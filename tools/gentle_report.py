"""Prints how the computer Molasars of both manners fare: games won by Searchers, conflicts in a game, turns.

    python3 tools/gentle_report.py [--games N] [--players P] [--seed S] [--wander SHARE]

Games are those of `keep-p2p simulate` with this seed. ``--wander`` imitates Searchers who are new to the game: of the
choices they have, they make this share (0 to 1) at random.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _pipe import finish
from keep_p2p.packs import Packs, load_packs
from keep_p2p.players.bot import Bot
from keep_p2p.players.manner import Manner
from keep_p2p.players.simulate import indexed_game
from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide, Over
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.game import legal_actions
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.records import ConflictBegan
from keep_p2p.table.view import View


class Newcomer(Bot):
    """A Searcher that makes some of its choices at random."""

    def __init__(self, seat: Seat, seed: bytes, wander: float) -> None:
        super().__init__(seat, seed)
        self._chance = Random(seed)
        self._wander = wander

    def choose(self, view: View, decide: Decide, actions: tuple[Action, ...]) -> Action:
        """One of ``actions``."""
        if self._chance.random() < self._wander:
            return self._chance.choice(actions)
        return super().choose(view, decide, actions)


def play(packs: Packs, players: int, seed: int, index: int, manner: Manner, wander: float) -> tuple[bool, int, int]:
    """Whether the Searchers win that game, its conflicts (a tie played again is the same), and Molasar's turns."""
    game, own = indexed_game(packs, players, seed, index)
    simulation = Simulation(game, own)
    bots = [
        Bot(Seat(n), own + bytes([n]), manner=manner)
        if Character.MOLASAR in characters
        else Newcomer(Seat(n), own + bytes([n]), wander)
        for n, characters in enumerate(game.seating.players)
    ]
    conflicts = 0
    while not isinstance(awaited := simulation.awaited, Over):
        action = None
        if isinstance(awaited, Decide):
            known = simulation.knowledge(awaited.seat)
            view = View(awaited.seat, simulation.state, known)
            action = bots[awaited.seat].choose(view, awaited, legal_actions(simulation.state, known))
        records = simulation.step(action).records
        conflicts += sum(isinstance(record, ConflictBegan) and not record.again for record in records)
    return Character.MOLASAR not in awaited.winners, conflicts, simulation.state.turn_number


def report(packs: Packs, games: int, sizes: Sequence[int], seed: int, wander: float) -> Iterator[str]:
    """The lines, a size at a time."""
    for players in sizes:
        for manner in Manner:
            results = [play(packs, players, seed, index, manner, wander) for index in range(games)]
            won, conflicts, turns = (sum(column) / games for column in zip(*results, strict=True))
            told = f"{players} players, Molasar {manner}:".ljust(29)
            yield f"{told} Searchers won {won:4.0%}, {conflicts:4.1f} conflicts and {turns:4.1f} turns in a game"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, choices=range(3, 7), help="one table size alone")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--wander", type=float, default=0.0)
    asked = parser.parse_args(arguments)
    sizes = range(3, 7) if asked.players is None else (asked.players,)
    for line in report(load_packs(None, None), asked.games, sizes, asked.seed, asked.wander):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    finish(main)
