"""The parts of the soak that play at a real table: peers, proofs and signed entries, only the sockets left out."""

from __future__ import annotations

import argparse
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from time import perf_counter

from _workers import workers
from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.players.bot import Bot
from keep_p2p.rules.actions import Action
from keep_p2p.rules.game import status
from keep_p2p.rules.names import Seat
from keep_p2p.table.effects import Ask
from keep_p2p.table.local import LocalTable, local_genesis
from keep_p2p.table.peer import Peer
from keep_p2p.table.verify import Verdict, verify_transcript
from keep_p2p.table.view import View
from protocol.identity import Identity

LOST, ONCE, TWICE = 1, 8, 1
"""Of ten messages one is lost and one comes twice; all come in any order."""


@cache
def _packs() -> Packs:
    return Packs(load_board(), load_deck())


def table_in_weather(seats: int, seed: int) -> LocalTable:
    """A table of computer players and a spectator over a network that delays, reorders, repeats and drops."""
    weather = random.Random(seed)
    keys = [Identity.from_seed(secrets.token_bytes(32)) for _ in range(seats)]
    genesis = local_genesis(keys, _packs(), secrets.token_bytes)
    peers = [Peer(genesis, _packs(), secrets.token_bytes, key) for key in keys]
    peers.append(Peer(genesis, _packs(), secrets.token_bytes))
    return LocalTable(
        peers,
        [_chooser(Bot(Seat(seat), secrets.token_bytes(32))) for seat in range(seats)],
        pick=weather.randrange,
        copies=lambda: weather.choices((0, 1, 2), (LOST, ONCE, TWICE))[0],
    )


def _chooser(bot: Bot) -> Callable[[View, Ask], Action]:
    return lambda view, ask: bot.choose(view, ask.decide, ask.actions)


@dataclass(frozen=True, slots=True)
class TableGame:
    """One game at a table: what was wrong with it (None: nothing), its rounds and accusations."""

    index: int
    wrong: str | None
    rounds: int = 0
    accusations: int = 0


def play_in_weather(job: tuple[int, int, int]) -> TableGame:
    """Play game ``index`` of (seats, seed, index) and look at everything that must hold of an honest one."""
    seats, seed, index = job
    try:
        table = table_in_weather(seats, seed * 1_000_003 + index)
        table.start()
        table.run()
    except Exception as error:  # a soak reports every failure with the game it happened in, and goes on
        return TableGame(index, f"{type(error).__name__}: {error}")
    return TableGame(index, _wrong(table), table.peers[0].round - 1, len(table.accusations))


def _wrong(table: LocalTable) -> str | None:
    if table.accusations:
        return f"an honest seat was accused: {table.accusations[0].sentence}"
    if not all(peer.finished for peer in table.peers):
        return "a peer did not finish"
    files = {peer.transcript() for peer in table.peers}
    if len(files) != 1:
        return f"{len(files)} different transcripts"
    state = table.peers[0].state
    if state is None or status(state):
        return "the last state is not sound"
    report = verify_transcript(files.pop(), _packs())
    return None if report.verdict is Verdict.FAIR else f"verify says {report.verdict.value}: {report.reason}"


def soak_table(options: argparse.Namespace) -> bool:
    """Play honest games at every table size in bad weather. True if nothing was found."""
    clean = True
    for seats in options.players:
        started = perf_counter()
        jobs = [(seats, options.seed, index) for index in range(options.games)]
        with workers(options.processes) as pool:
            games = list(pool.imap(play_in_weather, jobs, 4))
        wrong = [game for game in games if game.wrong is not None]
        print(
            f"{seats} players: {len(games)} honest games, {sum(game.rounds for game in games)} rounds, "
            f"{perf_counter() - started:.0f} s; {sum(game.accusations for game in games)} accusations; "
            f"{len(wrong)} broken",
            flush=True,
        )
        for game in wrong[: options.show]:
            print(f"  game {game.index} of seed {options.seed}: {game.wrong}")
        clean = clean and not wrong
    return clean


def table_options(parser: argparse.ArgumentParser) -> None:
    """The options of the part `table`."""
    parser.add_argument("--games", type=int, default=50, metavar="N", help="games at each table size (50)")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5, 6], choices=range(3, 7), metavar="N")
    parser.add_argument("--processes", type=int, default=2, metavar="P", help="processes side by side (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed makes the same weather (1)")
    parser.add_argument("--show", type=int, default=5, metavar="N", help="broken games told one by one (5)")


def finished_transcript(seats: int) -> bytes:
    """The file of one honest game."""
    table = table_in_weather(seats, 0)
    table.start()
    table.run()
    return table.peers[0].transcript()


def change_byte(job: tuple[bytes, int, int]) -> tuple[int, str]:
    """Verify a transcript with one byte changed: (where, the verdict)."""
    data, at, change = job
    changed = bytearray(data)
    changed[at] ^= change
    return at, verify_transcript(bytes(changed), _packs()).verdict.value


def soak_bytes(options: argparse.Namespace) -> bool:
    """Change single bytes of a finished transcript; True if every change was seen."""
    data = finished_transcript(3)
    source = random.Random(options.seed)
    places = sorted(source.sample(range(len(data)), min(options.changes, len(data))))
    started = perf_counter()
    jobs = [(data, at, source.randrange(1, 256)) for at in places]
    with workers(options.processes) as pool:
        found = list(pool.imap(change_byte, jobs, 8))
    unseen = [at for at, verdict in found if verdict not in (Verdict.ALTERED, Verdict.UNREADABLE)]
    print(
        f"{len(found)} of {len(data):,} bytes changed one at a time, {perf_counter() - started:.0f} s; "
        f"{len(unseen)} changes not seen"
    )
    for at in unseen[:5]:
        print(f"  byte {at}")
    return not unseen


def bytes_options(parser: argparse.ArgumentParser) -> None:
    """The options of the part `bytes`."""
    parser.add_argument("--changes", type=int, default=1000, metavar="N", help="bytes changed (1000)")
    parser.add_argument("--processes", type=int, default=2, metavar="P", help="processes side by side (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed picks the same places (1)")
