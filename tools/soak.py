"""Long runs that look for what no single test would meet.

    python3 tools/soak.py rules --games 10000 --players 3 4 5 6 --processes 2

Each part is a subcommand: a function that adds its options and one that runs it and says what
it ran and what it found. Exit status 0: nothing found; 1: something was.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _pipe import finish
from _workers import workers
from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.players.simulate import Check, GameResult, indexed_game, run_game
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.game import Game, State, Step, status
from keep_p2p.rules.names import GUARDS, SEARCHERS, Character, Deck, Region, Room
from keep_p2p.rules.records import Moved
from keep_p2p.rules.state import PAWNS
from soak_fuzz import fuzz_options, soak_fuzz
from soak_table import bytes_options, soak_bytes, soak_table, table_options

MOST_TURNS: Final = 12
MOST_CELLAR_GUARDS: Final = 2
DECK_SIZES: Final = {Deck.CONFLICT: 32, Deck.BONUS: 12}


class Broken(Exception):
    """A state that must not be; the sentence says what is wrong with it."""


# Rules: whole games, every state looked at.


def check_step(simulation: Simulation, step: Step) -> None:
    """Raise `Broken` if anything that must always hold does not, by the rules' own account or by ours."""
    wrong = status(step.state)
    if wrong:
        raise Broken(f"status: {'; '.join(wrong)}")
    _check_pawns(step.state)
    _check_turns(step.state)
    _check_cards(simulation)
    _check_walks(simulation, step)


def _check_pawns(state: State) -> None:
    searchers = Counter(room for c in SEARCHERS if (room := state.where(c)) is not None)
    enemies = Counter(room for p in PAWNS if p not in SEARCHERS and (room := state.where(p)) is not None)
    for crowd, whose in ((searchers, "Searchers"), (enemies, "enemies")):
        full = [room for room, count in crowd.items() if count > 1]
        if full:
            raise Broken(f"M2: two {whose} rest in {full[0]}.")
    cellar = [guard for guard in state.guards_left if _in_cellar(state, state.where(guard))]
    if len(cellar) > MOST_CELLAR_GUARDS:
        raise Broken(f"M12: {len(cellar)} guards in the cellar.")


def _in_cellar(state: State, room: Room | None) -> bool:
    return room is not None and state.game.board.room_data[room].region is Region.CELLAR


def _check_turns(state: State) -> None:
    if len(state.eaten) >= MOST_TURNS or state.turn_number > MOST_TURNS:
        raise Broken(f"T6: {len(state.eaten)} guards are eaten in turn {state.turn_number}.")
    if len(state.eaten) + len(state.guards_left) != len(GUARDS):
        raise Broken("T1: a guard is neither eaten nor on the board.")


def _check_cards(simulation: Simulation) -> None:
    state = simulation.state
    for deck, size in DECK_SIZES.items():
        slots = [slot for c in Character for slot in state.hand(c, deck)] + list(state.pile(deck))
        if not slots and not state.discards(deck):
            continue  # not shuffled yet
        cards = [simulation.card(deck, slot) for slot in slots] + list(state.discards(deck))
        if len(cards) != size or len(set(cards)) != size:
            raise Broken(f"{size} {deck} cards must be accounted for, {len(set(cards))} are.")


def _check_walks(simulation: Simulation, step: Step) -> None:
    """M11 and M12 in passing: what the records say of every room entered on the way."""
    state = step.state
    for record in step.records:
        if not isinstance(record, Moved):
            continue
        if record.pawn is Character.MOLASAR and simulation.hilt in record.path:
            raise Broken(f"M11: Molasar entered the Hilt's room ({record.cause}).")
        if isinstance(record.pawn, Character) or _in_cellar(state, record.start):
            continue
        others = [g for g in state.guards_left if g != record.pawn and _in_cellar(state, state.where(g))]
        if len(others) >= MOST_CELLAR_GUARDS and any(_in_cellar(state, room) for room in record.path):
            raise Broken("M12: a third guard passed through the cellar.")


@dataclass(frozen=True, slots=True)
class Played:
    """One game of the soak: what went wrong (None: nothing), and what it was."""

    index: int
    wrong: str | None
    molasar_won: bool = False
    turns: int = 0
    states: int = 0


_packs: list[Packs] = []


def forget() -> None:
    """Drop what is kept between games, for tests that play with other packs."""
    _packs.clear()


def _at_random(game: Game, seed: bytes, check: Check) -> GameResult:
    """Play one game of choices taken blindly: they come where no player with sense would go."""
    simulation, source, actions = Simulation(game, seed), Random(seed), 0
    while simulation.over is None:
        choices = simulation.choices()
        actions += bool(choices)
        check(simulation, simulation.step(source.choice(choices) if choices else None))
    over = simulation.over
    assert simulation.hilt is not None, "the first thing Molasar does is to hide it"
    won = Character.MOLASAR in over.winners
    return GameResult(won, simulation.state.turn_number, actions, simulation.hilt, over.room is not None, over.finder)


def _play(job: tuple[int, int, int, bool]) -> Played:
    players, seed, index, blindly = job
    if not _packs:
        _packs.append(Packs(load_board(), load_deck()))
    states = 0

    def check(simulation: Simulation, step: Step) -> None:
        nonlocal states
        states += 1
        check_step(simulation, step)

    try:
        game, own = indexed_game(_packs[0], players, seed, index)
        result = _at_random(game, own, check) if blindly else run_game(game, own, check=check)
    except Exception as error:  # a soak reports every failure with the game it happened in, and goes on
        return Played(index, f"{type(error).__name__}: {error}", states=states)
    if result.molasar_won == result.found:
        return Played(index, "both sides or neither have won", states=states)
    return Played(index, None, result.molasar_won, result.turns, states)


def _all(jobs: list[tuple[int, int, int, bool]], processes: int) -> Iterator[Played]:
    if processes == 1:
        yield from map(_play, jobs)
        return
    with workers(processes) as pool:
        yield from pool.imap(_play, jobs, 16)


def soak_rules(options: argparse.Namespace) -> bool:
    """Play whole games at each table size and look at every state. True if nothing was found."""
    clean = True
    for players in options.players:
        started = perf_counter()
        jobs = [(players, options.seed, index, options.random) for index in range(options.games)]
        played = list(_all(jobs, options.processes))
        wrong = [game for game in played if game.wrong is not None]
        won = sum(game.molasar_won for game in played)
        sound = max(1, len(played) - len(wrong))
        print(
            f"{players} players: {len(played)} games, {sum(g.states for g in played)} states looked at, "
            f"{perf_counter() - started:.0f} s; Molasar won {won} ({100 * won / sound:.1f} of 100), "
            f"mean turns {sum(g.turns for g in played) / sound:.2f}; {len(wrong)} broken",
            flush=True,
        )
        for game in wrong[: options.show]:
            print(f"  game {game.index} of seed {options.seed}: {game.wrong}")
        clean = clean and not wrong
    return clean


def _rules_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games at each table size (1000)")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5, 6], choices=range(3, 7), metavar="N")
    parser.add_argument("--random", action="store_true", help="any legal action instead of computer players")
    parser.add_argument("--processes", type=int, default=2, metavar="P", help="processes side by side (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed plays the same games (1)")
    parser.add_argument("--show", type=int, default=5, metavar="N", help="broken games told one by one (5)")


@dataclass(frozen=True, slots=True)
class Part:
    """A subcommand."""

    help: str
    options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], bool]


PARTS: Final = {
    "rules": Part("whole games of computer players, every state checked", _rules_options, soak_rules),
    "table": Part("honest games with all proofs, over a network that misbehaves", table_options, soak_table),
    "fuzz": Part("hostile bytes for everything that reads bytes", fuzz_options, soak_fuzz),
    "bytes": Part("a finished transcript, one byte changed at a time", bytes_options, soak_bytes),
}
"""All subcommands; another part is another line."""


def main(arguments: list[str] | None = None) -> int:
    """Run one part. Exit status 0: nothing found, 1: something was, 2: used wrongly."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    for name, part in PARTS.items():
        part.options(parts.add_parser(name, help=part.help))
    options = parser.parse_args(arguments)
    return 0 if PARTS[options.part].run(options) else 1


if __name__ == "__main__":
    finish(main)
