#!/usr/bin/env python3
"""Measure the figures the project holds itself to, each beside what it is compared with.

    python3 tools/bench.py              everything (about two minutes)
    python3 tools/bench.py table rules  only these parts

Parts: table, rules, demo; tools/bench_crypto.py has each proof by itself. Run it on an idle machine:
nothing here decides a test.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import secrets

import bench_crypto
from _pipe import finish
from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.players.bot import Bot
from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Over
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import Acted, Event
from keep_p2p.rules.game import Game, Knowledge, Seating, State, Step, apply, legal_actions
from keep_p2p.rules.names import SEARCHERS, Character, Seat
from keep_p2p.table.effects import Ask, Effect
from keep_p2p.table.local import LocalTable, Message, local_genesis
from keep_p2p.table.peer import Peer
from keep_p2p.table.spec import RoundKind
from keep_p2p.table.verify import verify_transcript
from keep_p2p.table.view import View
from protocol.identity import Identity

SEATS = 6
CORES = 2
"""The machine that the figures speak of."""


@dataclass(frozen=True)
class Figure:
    """One line of the report: what was measured, against what limit, and how it was made."""

    name: str
    measured: float
    limit: float
    unit: str
    compared: str
    at_least: bool = False

    @property
    def holds(self) -> bool:
        """Whether the figure is on the right side of its limit."""
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit

    def line(self) -> str:
        """The figure as a line for people."""
        sign = ">=" if self.at_least else "<="
        word = "ok  " if self.holds else "MISS"
        return (
            f"{word} {self.name:<52} {self.measured:>11,.2f} {sign} {self.limit:>9,.2f} {self.unit:<10} {self.compared}"
        )


class TimedTable(LocalTable):
    """A local table that notes each peer's CPU by the kind of round it was spent on."""

    def __init__(self, peers: Sequence[Peer], choose: Sequence[Callable[[View, Ask], Action]]) -> None:
        """Take peers and choosers as a local table does."""
        super().__init__(peers, choose)
        self.spent: dict[RoundKind, list[float]] = defaultdict(list)
        self._open: dict[tuple[int, int], float] = defaultdict(float)

    def deliver(self, message: Message) -> None:
        """Deliver one message and charge the receiver's CPU to the round it was in."""
        peer = self.peers[message.receiver]
        spec = peer.replica.spec
        start = time.process_time()
        effects: tuple[Effect, ...] = peer.receive(message.data)
        spent = time.process_time() - start
        if spec is not None:
            self._open[(message.receiver, spec.round)] += spent
            if peer.round != spec.round:
                self.spent[spec.kind].append(self._open.pop((message.receiver, spec.round)))
        self.handle(message.receiver, effects)

    def mean(self, kind: RoundKind) -> float:
        """Mean CPU seconds of one peer for one round of this kind."""
        values = self.spent[kind]
        return sum(values) / len(values) if values else 0.0


def _table() -> TimedTable:
    packs = Packs(load_board(None), load_deck(None))
    keys = [Identity.from_seed(secrets.token_bytes(32)) for _ in range(SEATS)]
    genesis = local_genesis(keys, packs, secrets.token_bytes)
    peers = [Peer(genesis, packs, secrets.token_bytes, key) for key in keys]
    bots = [Bot(Seat(seat), secrets.token_bytes(32)) for seat in range(SEATS)]
    return TimedTable(peers, [_chooser(bot) for bot in bots])


def _chooser(bot: Bot) -> Callable[[View, Ask], Action]:
    return lambda view, ask: bot.choose(view, ask.decide, ask.actions)


def bench_table() -> list[Figure]:
    """Setup, rounds and verification of a six-seat game, all peers in this process."""
    counts = bench_crypto.count(lambda: _deal(_table()))
    raw = bench_crypto.raw().cost(counts) / 1000
    table = _table()
    start = time.process_time()
    _deal(table)
    setup = time.process_time() - start
    table.run()
    transcript = table.peers[0].transcript()
    packs = table.peers[0].replica.table.packs
    start = time.process_time()
    report = verify_transcript(transcript, packs)
    verify = time.process_time() - start
    assert report.verdict == "fair", report.reason
    counted = f"{counts['multiplications']} multiplications and {counts['of the base']} on the base: {raw:.2f} s bare"
    rounds = f"{report.rounds} rounds, {len(transcript):,} bytes"
    return [
        Figure("setup of six seats: CPU of all over bare", setup / raw, 2.0, "times", counted),
        Figure(
            "setup of six seats: CPU of all over two cores", setup / CORES, 2.5, "s", f"{setup:.2f} s of CPU in all"
        ),
        Figure("a roll: CPU of one peer", 1000 * table.mean(RoundKind.ROLL), 10, "ms", "one network round"),
        Figure(
            "a draw: CPU of one peer",
            1000 * table.mean(RoundKind.DRAW),
            10,
            "ms",
            "one network round, the deal included",
        ),
        Figure(
            "an action seen on another screen: CPU after it arrives",
            1000 * table.mean(RoundKind.ACT),
            20,
            "ms",
            "besides the network's delay",
        ),
        Figure("verifying a six-player game of one epoch", verify, 4.0, "s", rounds),
    ]


def _deal(table: LocalTable) -> None:
    """Run a table from its genesis until every hand is dealt."""
    table.start()
    while not _dealt(table):
        table.deliver(table.under_way.popleft())


def _dealt(table: LocalTable) -> bool:
    return all(peer.state is not None and any(peer.state.conflict_cards.hands) for peer in table.peers)


class Recorded(Simulation):
    """A random game that keeps every event, and what was known at every decision."""

    def __init__(self, game: Game, seed: int) -> None:
        """Play the whole game."""
        super().__init__(game, seed)
        self.start = self.state
        self.events: list[Event] = []
        self.decisions: list[tuple[State, Knowledge, Event]] = []
        source = random.Random(seed)
        while not isinstance(self.awaited, Over):
            choices = self.choices()
            self.step(source.choice(choices) if choices else None)

    def _advance(self, event: Event) -> Step:
        if isinstance(event, Acted):
            self.decisions.append((self.state, self.knowledge(event.seat), event))
        self.events.append(event)
        return super()._advance(event)


def bench_rules() -> list[Figure]:
    """The rules alone, on random games from seeds."""
    packs = Packs(load_board(None), load_deck(None))
    seats = [(Character.MOLASAR,), *((character,) for character in SEARCHERS)]
    game = Game(packs.board.board, packs.deck.deck, Seating(tuple(seats)))
    games = [Recorded(game, seed) for seed in range(12)]
    events = sum(len(each.events) for each in games)
    start = time.process_time()
    for each in games:
        state = each.start
        for event in each.events:
            state = apply(state, event).state
    applied = events / (time.process_time() - start)
    decisions = sum(len(each.decisions) for each in games)
    start = time.process_time()
    for each in games:
        for state, known, event in each.decisions:
            legal_actions(state, known)
            apply(state, event)
    decided = decisions / (time.process_time() - start)
    counted = f"{events} events of {len(games)} random six-player games"
    return [
        Figure("rules: events applied", applied, 20_000, "a second", counted, at_least=True),
        Figure(
            "rules: decisions enumerated and applied", decided, 5_000, "a second", f"{decisions} of them", at_least=True
        ),
    ]


def bench_demo() -> list[Figure]:
    """A whole six-player demo: processes, mDNS, links, journal, verdict."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "keep_p2p", "demo", "--players", "6", "--out", str(Path(folder) / "game")]
        start = time.monotonic()
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as demo:
            assert demo.stdout is not None
            lines = [(time.monotonic() - start, line) for line in demo.stdout]
        wall = time.monotonic() - start
    if demo.returncode != 0:
        raise SystemExit("the demo failed:\n" + "".join(line for _, line in lines[-20:]))
    signed, dealt = (_first(lines, words) for words in ("Everybody has signed", "Dealt face down"))
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (
        1024 * 1024 if sys.platform == "darwin" else 1024
    )
    return [
        Figure("six processes, signed genesis to dealt hands", dealt - signed, 2.5, "s", "as the demo tells it"),
        Figure("a six-player demo, discovery to verdict", wall, 60, "s", "keep-p2p demo --players 6"),
        Figure("memory of the largest peer", largest, 120, "MB", "peak resident size of any process of it"),
    ]


def _first(lines: Sequence[tuple[float, str]], words: str) -> float:
    """When the first line with these words came."""
    return next(at for at, line in lines if words in line)


PARTS: dict[str, Callable[[], list[Figure]]] = {"table": bench_table, "rules": bench_rules, "demo": bench_demo}


def main(arguments: Sequence[str]) -> int:
    """Run the parts named, or all; 0 if every figure holds, 1 otherwise, 2 for an unknown part."""
    if {"-h", "--help"} & set(arguments):
        print(__doc__)
        return 0
    wanted = arguments or list(PARTS)
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"There is no part '{unknown[0]}'. The parts are: {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    held = True
    for name in wanted:
        print(f"-- {name}", flush=True)
        for figure in PARTS[name]():
            held &= figure.holds
            print(figure.line(), flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    finish(lambda: main(sys.argv[1:]))
