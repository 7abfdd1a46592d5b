"""What cards cost: CPU of a shuffle, its check and shares, in milliseconds and in group operations.

    python3 tools/bench_crypto.py

Every figure stands beside the same count of bare multiplications, timed in the same run, so that it means the same on
any machine. ``six_seats`` plays the opening of a six-player game, from keys to dealt hands, in six processes.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any, Final

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from rbcl import crypto_scalarmult_ristretto255, crypto_scalarmult_ristretto255_base

from _pipe import finish
from protocol import group, hilt  # found by the line above
from protocol.context import Context
from protocol.deck import (
    Ciphertext,
    Deck,
    DeckKey,
    check_key,
    check_shares,
    joint_key,
    pack_shares,
    parse_public,
    parse_shares,
    shares,
)

HERE: Final = Context(bytes(32), 0, 0, 0, "bench")
DECKS: Final = (("conflict", 32), ("bonus", 12))
HANDS: Final = {"conflict": (3, 3, 3, 3, 3, 4), "bonus": (1, 1, 1, 1, 1, 0)}
"""Cards dealt to each of six seats, Molasar's last."""
SEATS: Final = 6
OPERATIONS: Final = {
    "_mul": "multiplications",
    "_mul_base": "of the base",
    "_add": "sums",
    "_sub": "sums",
    "_is_valid": "checks",
    "_from_hash": "hashes",
}
RAW_ROUNDS: Final = 2_000


@dataclass(frozen=True)
class Raw:
    """Microseconds of CPU of one bare multiplication, and of one of the base."""

    any_point: float
    base: float

    def cost(self, counts: Counter[str]) -> float:
        """Milliseconds of the multiplications counted, alone."""
        return (counts["multiplications"] * self.any_point + counts["of the base"] * self.base) / 1000


@dataclass(frozen=True)
class Figure:
    """Something measured: milliseconds of CPU, the operations it took, and what its multiplications alone cost."""

    name: str
    milliseconds: float
    counts: Counter[str]
    raw: float

    @property
    def ratio(self) -> float:
        """How many times the cost of its multiplications it costs."""
        return self.milliseconds / self.raw

    def line(self) -> str:
        """The figure for people."""
        operations = ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))
        return f"{self.name:34} {self.milliseconds:8.2f} ms = {self.ratio:4.2f} x bare multiplications ({operations})"


def raw() -> Raw:
    """Time the library's own multiplications."""
    point, scalar = group.shuffle_generator(1), group.scalar_bytes(group.ORDER - 12345)
    any_point = _cpu(lambda: [crypto_scalarmult_ristretto255(scalar, point) for _ in range(RAW_ROUNDS)], 1)
    base = _cpu(lambda: [crypto_scalarmult_ristretto255_base(scalar) for _ in range(RAW_ROUNDS)], 1)
    return Raw(any_point * 1000 / RAW_ROUNDS, base * 1000 / RAW_ROUNDS)


def _cpu(work: Callable[[], object], rounds: int) -> float:
    """Milliseconds of CPU of one round, the best of three."""
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        for _ in range(rounds):
            work()
        best = min(best, time.process_time() - began)
    return best * 1000 / rounds


def count(work: Callable[[], object]) -> Counter[str]:
    """Count the group operations of some work, by watching the library's functions."""
    counts: Counter[str] = Counter()
    bare = {name: getattr(group, name) for name in OPERATIONS}

    def watched(name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            counts[OPERATIONS[name]] += 1
            return bare[name](*arguments)

        return call

    try:
        for name in OPERATIONS:
            setattr(group, name, watched(name))
        work()
    finally:
        for name, function in bare.items():
            setattr(group, name, function)
    return counts


def measure(name: str, work: Callable[[], object], bare: Raw, rounds: int = 3) -> Figure:
    """Measure some work: CPU and counts."""
    work()  # caches of generators and cards are filled once in a peer's life
    counts = count(work)
    return Figure(name, _cpu(work, rounds), counts, bare.cost(counts))


def figures(bare: Raw) -> tuple[Figure, ...]:
    """Measure every operation by itself."""
    keys = tuple(DeckKey.generate(os.urandom) for _ in range(SEATS))
    joint = joint_key([key.public for key in keys])
    found = []
    for name, size in DECKS:
        fresh = Deck.fresh(name, 0, range(size))
        first, first_proof = fresh.shuffle(joint, HERE, bytes(32))
        deck, proof = first.shuffle(joint, HERE, bytes(32))
        wire = deck.packed()
        for subject, work in (
            ("first shuffle and proof", lambda fresh=fresh: fresh.shuffle(joint, HERE, bytes(32))),
            (
                "its check",
                lambda fresh=fresh, first=first, proof=first_proof: fresh.accept(first.packed(), proof, joint, HERE),
            ),
            ("later shuffle and proof", lambda first=first: first.shuffle(joint, HERE, bytes(32))),
            ("its check", lambda first=first, wire=wire, proof=proof: first.accept(wire, proof, joint, HERE)),
            ("replay of a disclosed seed", lambda first=first: first.replayed(joint, HERE, bytes(32))),
        ):
            found.append(measure(f"{name}, {size} cards: {subject}", work, bare))
    for slots in (1, 20):
        cards = deck.ciphertexts[:1] * slots
        points, shares_proof = shares(keys[0], cards, HERE, os.urandom)

        def give(cards: tuple[Ciphertext, ...] = cards) -> None:
            shares(keys[0], cards, HERE, os.urandom)

        def take(
            cards: tuple[Ciphertext, ...] = cards, data: bytes = pack_shares(points), proof: bytes = shares_proof
        ) -> None:
            check_shares(keys[0].public, cards, parse_shares(data, len(cards)), proof, HERE)

        found += [measure(f"{slots} share(s) and proof", give, bare), measure(f"{slots} share(s): check", take, bare)]
    rooms = tuple(f"room {number}" for number in range(6))
    _, hidden = hilt.hide(rooms, rooms[0], HERE, os.urandom)
    hide = measure("Hilt in 6 rooms", lambda: hilt.hide(rooms, rooms[0], HERE, os.urandom), bare)
    check = measure(
        "Hilt: check", lambda: hilt.check_hilt(hilt.parse_commitment(hidden.packed(), rooms), rooms, HERE), bare
    )
    return (*found, hide, check)


# --- a whole opening, six processes


class Seat:
    """One seat's work from keys to a dealt hand; talks by queues of (kind, seat, data)."""

    def __init__(self, number: int, inboxes: list[Queue[Any]]) -> None:
        self.number = number
        self.inboxes = inboxes
        self.early: list[tuple[str, int, Any]] = []
        self.key = DeckKey.generate(os.urandom)

    def tell(self, kind: str, data: object) -> None:
        """Send to all other seats."""
        for seat, inbox in enumerate(self.inboxes):
            if seat != self.number:
                inbox.put((kind, self.number, data))

    def hear(self, kind: str, seat: int) -> Any:
        """Wait for one message; what comes before its time is kept."""
        for place, (early_kind, early_seat, data) in enumerate(self.early):
            if (early_kind, early_seat) == (kind, seat):
                del self.early[place]
                return data
        while True:
            found_kind, found_seat, data = self.inboxes[self.number].get()
            if (found_kind, found_seat) == (kind, seat):
                return data
            self.early.append((found_kind, found_seat, data))

    def play(self) -> tuple[int, ...]:
        """Return the number of cards seen of each deck."""
        publics = self.keys()
        joint = joint_key(publics)
        decks = {name: self.shuffled(Deck.fresh(name, 0, range(size)), joint) for name, size in DECKS}
        return self.deal(decks, publics)

    def keys(self) -> list[group.Point]:
        """Exchange proven keys."""
        self.tell("key", (self.key.public, self.key.prove(self.at(self.number), os.urandom)))
        publics = []
        for seat in range(SEATS):
            if seat == self.number:
                publics.append(self.key.public)
                continue
            data, proof = self.hear("key", seat)
            public = parse_public(data)
            check_key(public, proof, self.at(seat))
            publics.append(public)
        return publics

    def shuffled(self, deck: Deck, joint: group.Point) -> Deck:
        """Shuffle in one's turn, check all others."""
        for seat in range(SEATS):
            if seat == self.number:
                deck, proof = deck.shuffle(joint, self.at(seat), os.urandom(32))
                self.tell(deck.name, (deck.packed(), proof))
            else:
                data, proof = self.hear(deck.name, seat)
                deck = deck.accept(data, proof, joint, self.at(seat))
        return deck

    def deal(self, decks: dict[str, Deck], publics: list[group.Point]) -> tuple[int, ...]:
        """Give shares in all cards but one's own, check the others', and look at one's hand."""
        owners = {name: [seat for seat, size in enumerate(HANDS[name]) for _ in range(size)] for name, _ in DECKS}

        def cards_for(giver: int) -> list[tuple[str, int]]:
            return [(name, at) for name, _ in DECKS for at, owner in enumerate(owners[name]) if owner != giver]

        def encrypted(slots: list[tuple[str, int]]) -> list[Ciphertext]:
            return [decks[name].ciphertexts[at] for name, at in slots]

        points, proof = shares(self.key, encrypted(cards_for(self.number)), self.at(self.number), os.urandom)
        self.tell("shares", (pack_shares(points), proof))
        held: dict[tuple[str, int], list[group.Point]] = {}
        for seat in range(SEATS):
            if seat != self.number:
                slots = cards_for(seat)
                data, proof = self.hear("shares", seat)
                points = parse_shares(data, len(slots))
                check_shares(publics[seat], encrypted(slots), points, proof, self.at(seat))
                for slot, point in zip(slots, points, strict=True):
                    held.setdefault(slot, []).append(point)
        mine = [(name, at) for name, _ in DECKS for at, owner in enumerate(owners[name]) if owner == self.number]
        seen: Counter[str] = Counter()
        for name, at in mine:
            own = group.multiply(self.key.secret, decks[name].ciphertexts[at][0])
            if decks[name].card_at(at, [*held[name, at], own]) is not None:
                seen[name] += 1
        return tuple(seen[name] for name, _ in DECKS)

    def at(self, seat: int) -> Context:
        """The context of another seat's proof."""
        return replace(HERE, seat=seat)


def _run_seat(number: int, inboxes: list[Queue[Any]], results: Queue[Any], start: Any) -> None:
    start.wait()
    began = time.process_time()
    counted: list[tuple[int, ...]] = []
    counts = count(lambda: counted.append(Seat(number, inboxes).play()))
    results.put((number, time.process_time() - began, dict(counts), counted[0]))


def six_seats(bare: Raw) -> tuple[float, Figure]:
    """Play an opening in six processes. Returns seconds of wall clock, and the CPU of all seats together."""
    start_method = multiprocessing.get_context("spawn")
    inboxes = [start_method.Queue() for _ in range(SEATS)]
    results, start = start_method.Queue(), start_method.Barrier(SEATS + 1)
    processes = [
        start_method.Process(target=_run_seat, args=(number, inboxes, results, start)) for number in range(SEATS)
    ]
    for process in processes:
        process.start()
    start.wait()
    began = time.perf_counter()
    found = [results.get() for _ in processes]
    wall = time.perf_counter() - began
    for process in processes:
        process.join()
    counts: Counter[str] = Counter()
    for number, _, seat_counts, hand in found:
        counts.update(seat_counts)
        assert hand == (HANDS["conflict"][number], HANDS["bonus"][number]), "a seat did not see its hand"
    cpu = 1000 * sum(seat_cpu for _, seat_cpu, _, _ in found)
    return wall, Figure("all six seats, keys to hands", cpu, counts, bare.cost(counts))


def main() -> int:
    """Print everything."""
    bare = raw()
    print(f"bare multiplication {bare.any_point:.1f} us, of the base {bare.base:.1f} us")
    for figure in figures(bare):
        print(figure.line())
    wall, together = six_seats(bare)
    print(together.line())
    print(f"{'wall clock, six processes':34} {wall:8.2f} s on {os.cpu_count()} cores (to hold: 2.5 s)")
    return 0


if __name__ == "__main__":
    finish(main)
