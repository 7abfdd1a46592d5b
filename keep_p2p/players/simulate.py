"""Many games of computer players, with the rules alone: no network, no cryptography.

Game number i of a run with seed S is decided by (S, number of players, i) alone, so the
same seed gives the same games in any number of processes.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from multiprocessing.pool import Pool
from random import Random
from time import perf_counter
from typing import Final

from keep_p2p.packs import Packs
from keep_p2p.players.bot import Bot
from keep_p2p.players.manner import Manner
from keep_p2p.players.weights import DEFAULT, Weights
from keep_p2p.rules.awaited import Decide, Over
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.game import Step, legal_actions
from keep_p2p.rules.names import SEARCHERS, Character, Room, Seat
from keep_p2p.rules.seating import Game, Seating
from keep_p2p.table.view import View

Check = Callable[[Simulation, Step], None]
"""Called after every step of a game with what it brought; raises to stop it."""

CHUNK: Final = 8
"""Games that a process takes at a time: enough to hide the cost of asking, few enough to share the end of a run."""

SEARCHERS_OF: Final = {3: 4, 4: 3, 5: 4, 6: 5}
"""Searchers in play by the number of players (S1)."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game ended. ``turns``: game turns begun, 1-12; ``actions``: choices of players; ``hilt``: its room."""

    molasar_won: bool
    turns: int
    actions: int
    hilt: Room
    found: bool
    finder: Character | None


def seating(players: int, random: Random) -> Seating:
    """Characters drawn at random for ``players`` seats (S1, S3): two Searchers a seat with three players."""
    drawn = random.sample(SEARCHERS, SEARCHERS_OF[players])
    each = len(drawn) // (players - 1)
    seats = [tuple(drawn[n : n + each]) for n in range(0, len(drawn), each)]
    seats.insert(random.randrange(players), (Character.MOLASAR,))
    return Seating(tuple(seats))


def run_game(
    game: Game,
    seed: bytes,
    *,
    weights: dict[bool, Weights] | None = None,
    manner: Manner = Manner.TO_WIN,
    check: Check | None = None,
) -> GameResult:
    """Play one whole game of computer players; everything in it follows from ``game`` and ``seed``.

    ``weights`` may give Molasar (True) or the Searchers (False) other numbers than the default, to compare them;
    ``manner`` is Molasar's. ``check`` is called after every step.
    """
    simulation = Simulation(game, seed)
    bots = []
    for number, characters in enumerate(game.seating.players):
        own = (weights or {}).get(Character.MOLASAR in characters, DEFAULT)
        bots.append(Bot(Seat(number), seed + bytes([number]), own, manner))
    actions = 0
    while not isinstance(awaited := simulation.awaited, Over):
        action = None
        if isinstance(awaited, Decide):
            known = simulation.knowledge(awaited.seat)
            offered = legal_actions(simulation.state, known)
            action = bots[awaited.seat].choose(View(awaited.seat, simulation.state, known), awaited, offered)
            actions += 1
        step = simulation.step(action)
        if check is not None:
            check(simulation, step)
    assert simulation.hilt is not None, "the first thing Molasar does is to hide it"
    return GameResult(
        Character.MOLASAR in awaited.winners,
        simulation.state.turn_number,
        actions,
        simulation.hilt,
        awaited.room is not None,
        awaited.finder,
    )


def game_seed(seed: int, players: int, index: int) -> bytes:
    """The 32 bytes that decide game number ``index`` of a run."""
    return blake2b(f"{seed}/{players}/{index}".encode(), digest_size=32, person=b"keep-simulate").digest()


def indexed_game(packs: Packs, players: int, seed: int, index: int) -> tuple[Game, bytes]:
    """Game number ``index`` of a run, and its seed."""
    own = game_seed(seed, players, index)
    return Game(packs.board.board, packs.deck.deck, seating(players, Random(own + b"/seating"))), own


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run found. ``turns``: game turns begun (1-12), to games; ``hilts``: room to (chosen, found)."""

    games: int
    players: int
    molasar: int
    turns: tuple[tuple[int, int], ...]
    hilts: tuple[tuple[Room, int, int], ...]
    actions: int
    seconds: float

    def plain(self) -> dict[str, object]:
        """The figures as JSON data; only ``actions_per_second`` differs between two runs of one seed."""
        total = sum(turn * count for turn, count in self.turns)
        return {
            "games": self.games,
            "players": self.players,
            "wins": {"molasar": self.molasar, "searchers": self.games - self.molasar},
            "turns": {
                "mean": round(total / self.games, 3),
                "counts": {str(turn): count for turn, count in self.turns},
            },
            "hilt_rooms": {room: {"chosen": chosen, "found": found} for room, chosen, found in self.hilts},
            "actions": self.actions,
            "actions_per_second": round(self.actions / self.seconds) if self.seconds > 0 else 0,
        }


def summarise(packs: Packs, players: int, results: list[GameResult], seconds: float) -> Summary:
    """Add up the results of a run."""
    turns = Counter(result.turns for result in results)
    chosen = Counter(result.hilt for result in results)
    found = Counter(result.hilt for result in results if result.found)
    marked = packs.board.board.hilt_rooms_for(SEARCHERS_OF[players])
    return Summary(
        len(results),
        players,
        sum(result.molasar_won for result in results),
        tuple(sorted(turns.items())),
        tuple((room, chosen[room], found[room]) for room in marked if room != packs.board.board.molasar_start),
        sum(result.actions for result in results),
        seconds,
    )


Job = tuple[int, int, int]
"""Players, seed, index of one game."""

_packs: list[Packs] = []


def _prepare(packs: Packs) -> None:
    _packs[:] = [packs]


def _prepare_worker(packs: Packs) -> None:
    """Ctrl-C goes to all processes of a terminal: the one that was started ends the others, and says so once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _prepare(packs)


def workers(packs: Packs, processes: int) -> Pool:
    """Processes that play games, to be used as a context manager."""
    return multiprocessing.get_context("spawn").Pool(processes, _prepare_worker, (packs,))


def _play(job: Job) -> GameResult:
    players, seed, index = job
    return run_game(*indexed_game(_packs[0], players, seed, index))


def results(packs: Packs, games: int, players: int, seed: int, processes: int) -> Iterator[GameResult]:
    """The results of games 0 to ``games`` - 1 of a run, in this order, played in ``processes`` processes."""
    jobs = [(players, seed, index) for index in range(games)]
    if processes == 1:
        _prepare(packs)
        yield from map(_play, jobs)
        return
    with workers(packs, processes) as pool:
        yield from pool.imap(_play, jobs, CHUNK)


def simulate(
    packs: Packs,
    games: int,
    players: int,
    seed: int,
    *,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Summary:
    """Play ``games`` games of ``players`` (3-6) computer players and add them up.

    ``progress`` is called with the games done and all games after each one.
    """
    started = perf_counter()
    done: list[GameResult] = []
    for result in results(packs, games, players, seed, processes):
        done.append(result)
        if progress is not None:
            progress(len(done), games)
    return summarise(packs, players, done, perf_counter() - started)
