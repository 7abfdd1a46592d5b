"""The part of the soak that feeds hostile bytes to everything that reads bytes (tools/fuzz_targets.py).

Inputs are mutations of good ones and of the corpus in tests/fuzz/corpus, whose files were found by
coverage (tools/fuzz_cover.py). A finding is an exception that the reader does not document, a wrong
round trip, an input that takes over `SLOWEST` seconds, or memory that grows. First of all each reader
gets the largest inputs that it takes, made to cost it much (tools/fuzz_worst.py).
"""

from __future__ import annotations

import argparse
import random
import tracemalloc
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from time import perf_counter, process_time

from _workers import workers
from fuzz_targets import TARGETS, Run
from fuzz_worst import worst
from protocol.encoding import EncodingError, Value, decode, encode

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "fuzz" / "corpus"

SLOWEST = 2.0
"""Seconds of CPU that no input of at most `LONGEST` bytes may take; not counted under the memory meter."""

LONGEST = 16_384
"""Bytes of the longest input made."""

GROWTH = 8_000_000
"""Bytes by which memory may grow over a target's whole run: caches fill, nothing else may stay."""

MEASURED = 2_000
"""Inputs of a target that run under the memory meter, which slows them tenfold."""

WORDS = (b"\x00", b"\xff", b"\x80", b"\xc0", b"\xdf\xff\xff\xff\xff", b"\xdd\x7f\xff\xff\xff", b"\xc6\xff\xff\xff\xff",
         b"\xcf" + b"\xff" * 8, b"\xcb" + bytes(8), b"\xd9\xff", "\u202e".encode(), b"\x1b]0;", b"\r\n", b"\x00" * 32,
         b"\xff" * 32, b"9" * 5_000, b"[" * 200, b"\x91" * 200, b"\x81\xa1a" * 100)  # fmt: skip
"""What has broken parsers before: extreme lengths, depth, floats, control and direction characters, zeros."""


def folder_name(name: str) -> str:
    """What a target's folder in the corpus is called."""
    return name.replace(" ", "-").replace("'", "")


def corpus(name: str) -> list[bytes]:
    """The target's good inputs and what coverage has found."""
    folder = CORPUS / folder_name(name)
    files = sorted(folder.glob("*")) if folder.is_dir() else []
    return [*TARGETS[name].seeds(), *(path.read_bytes() for path in files)]


def mutated(base: bytes, others: list[bytes], source: random.Random) -> bytes:
    """``base`` with one to four changes."""
    data = bytearray(base)
    for _ in range(source.randrange(1, 5)):
        at = source.randrange(len(data) + 1)
        match source.randrange(8):
            case 0 if data:
                data[at % len(data)] ^= 1 << source.randrange(8)
            case 1 if data:
                data[at % len(data)] = source.randrange(256)
            case 2:
                data[at:at] = source.choice(WORDS)
            case 3:
                del data[at : at + source.randrange(1, 17)]
            case 4:
                data[at:at] = data[at : at + source.randrange(1, 65)]
            case 5:
                other = source.choice(others)
                cut = source.randrange(len(other) + 1)
                data[at:] = other[cut:]
            case 6:
                del data[at:]
            case _:
                data[at : at + 4] = source.randbytes(4)
    return bytes(data[:LONGEST])


def rebuilt(base: bytes, source: random.Random) -> bytes:
    """``base`` decoded, changed at one place of its tree and encoded again: canonical, but not what was meant."""
    try:
        return encode(_changed(decode(base), source))
    except EncodingError:
        return base


def _changed(value: Value, source: random.Random) -> Value:
    if isinstance(value, Mapping) and value and source.random() < 0.9:
        key = source.choice(sorted(value))
        if source.random() < 0.1:
            return {name: item for name, item in value.items() if name != key}
        return {**value, key: _changed(value[key], source)}
    if isinstance(value, tuple) and value and source.random() < 0.9:
        at = source.randrange(len(value))
        return (*value[:at], _changed(value[at], source), *value[at + 1 :])
    if isinstance(value, bytes) and value and source.random() < 0.7:
        return mutated(value, [value], source)
    return source.choice(VALUES)


VALUES: tuple[Value, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**63 - 1, -(2**63), b"", bytes(32), b"\xff" * 32, b"x" * 1_000, "", "walk",
    "\u0130\u0301", "a" * 200, (), ((),) * 12, {}, {"a": 1}, {"is": "Walk", "pawn": "eva", "path": (), "passes": ()},
)  # fmt: skip
"""Put in the place of any part of a message."""


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """What feeding one target came to."""

    name: str
    inputs: int
    seconds: float
    slowest: float
    growth: int
    findings: tuple[str, ...]


def fuzz(job: tuple[str, int, int]) -> Fuzzed:
    """Feed one target so many inputs from a seed: first the corpus as it is, then mutations."""
    name, count, seed = job
    run, known = TARGETS[name].run, corpus(name)
    source = random.Random(f"{name}/{seed}")
    findings: list[str] = []
    _feed(run, known[0], [])  # fills caches: the first input of a target plays the game that it needs
    slowest, started, growth = 0.0, perf_counter(), 0
    for number in range(count):
        data = known[number] if number < len(known) else _next_input(known, source)
        if number == MEASURED:
            tracemalloc.start()
        slowest = max(slowest, _feed(run, data, findings))
        if number == 2 * MEASURED:
            growth = tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()
    tracemalloc.stop()
    if growth > GROWTH:
        findings.append(f"memory grew by {growth:,} bytes over {MEASURED} inputs")
    return Fuzzed(name, count, perf_counter() - started, slowest, growth, tuple(findings[:20]))


def _feed(run: Run, data: bytes, findings: list[str]) -> float:
    """Run a target on one input, noting what is found; the seconds that it took."""
    began = process_time()
    try:
        run(data)
    except Exception as error:  # every kind of exception is a finding; the run goes on
        findings.append(f"{type(error).__name__}: {error} for {data[:60].hex()}... ({len(data)} bytes)")
    took = process_time() - began
    if took > SLOWEST and not tracemalloc.is_tracing():
        findings.append(f"{took:.1f} s for {data[:60].hex()}... ({len(data)} bytes)")
    return took


def feed_largest(name: str) -> Fuzzed:
    """Feed one target the largest inputs that it takes (tools/fuzz_worst.py)."""
    seeds, run, findings = TARGETS[name].seeds(), TARGETS[name].run, list[str]()
    _feed(run, seeds[0], [])
    started = perf_counter()
    took = [_feed(run, data, findings) for data in worst(name, seeds)]
    return Fuzzed(name, len(took), perf_counter() - started, max(took), 0, tuple(findings[:20]))


def _next_input(known: list[bytes], source: random.Random) -> bytes:
    base = source.choice(known)
    return rebuilt(base, source) if source.random() < 0.5 else mutated(base, known, source)


def shares(total: int) -> dict[str, int]:
    """How many of ``total`` inputs each target gets."""
    whole = sum(target.share for target in TARGETS.values())
    return {name: max(1, total * target.share // whole) for name, target in TARGETS.items()}


def soak_fuzz(options: argparse.Namespace) -> bool:
    """Feed all targets. True if nothing was found."""
    started, clean, fed = perf_counter(), True, 0
    jobs = [(name, count, options.seed) for name, count in shares(options.inputs).items()]
    with workers(options.processes) as pool:
        largest = pool.imap_unordered(feed_largest, TARGETS)
        for done in chain(largest, pool.imap_unordered(fuzz, jobs)):
            fed += done.inputs
            clean = clean and not done.findings
            print(
                f"{done.name:15} {done.inputs:>9,} inputs, {done.seconds:6.0f} s, "
                f"slowest {1000 * done.slowest:5.0f} ms, memory {done.growth:>9,} bytes, {len(done.findings)} findings",
                flush=True,
            )
            for finding in done.findings[: options.show]:
                print(f"  {finding}")
    print(f"{fed:,} inputs over {len(jobs)} readers in {perf_counter() - started:.0f} s")
    return clean


def fuzz_options(parser: argparse.ArgumentParser) -> None:
    """The options of the part `fuzz`."""
    parser.add_argument("--inputs", type=int, default=100_000, metavar="N", help="inputs in all (100000)")
    parser.add_argument("--processes", type=int, default=2, metavar="P", help="processes side by side (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed makes the same inputs (1)")
    parser.add_argument("--show", type=int, default=5, metavar="N", help="findings of a reader told one by one (5)")
