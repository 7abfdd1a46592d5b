#!/usr/bin/env python3
"""Look for inputs that reach code no known input reaches, and keep them in tests/fuzz/corpus.

    pip install atheris
    python3 tools/fuzz_cover.py "TARGET" SECONDS

Atheris (coverage-guided, by Google) is not among the project's dependencies: it has no wheels for every
system and Python, and only this tool needs it. The soak and the tests start from what is kept: of all that it
found and of what was kept before, the shortest inputs that each take some way through our code that the good
inputs, and the kept ones before them, do not take. SECONDS 0 looks for nothing new and only sorts out.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from _pipe import finish

KEPT_BYTES = 8_192
"""Longest input kept."""

KEPT_IN_ALL = 8_192
"""Bytes kept for one target, the shortest first: the corpus is a part of the project that everybody fetches."""

OURS = ("keep_p2p", "protocol")

OUR_FOLDERS = tuple(f"{ROOT / name}{os.sep}" for name in OURS)

Trace = Callable[[FrameType, str, Any], Any]

Ways = set[tuple[str, int, int]]
"""Steps from line to line: the file, the line before (0: a call), the line."""


def main(arguments: list[str]) -> int:
    """Fuzz one target for so many seconds; keep what covers more."""
    try:
        import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]  # by hand
    except ImportError:
        print("This needs the package atheris: pip install atheris", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=list(OURS)):
        from fuzz_targets import TARGETS
        from soak_fuzz import CORPUS, corpus, folder_name
    if len(arguments) != 2 or arguments[0] not in TARGETS:
        print(f'usage: fuzz_cover.py "TARGET" SECONDS, with one of: {", ".join(TARGETS)}', file=sys.stderr)
        return 2
    name, seconds = arguments
    run = TARGETS[name].run
    with tempfile.TemporaryDirectory() as found:
        for number, data in enumerate(corpus(name)):
            (Path(found) / f"seed-{number}").write_bytes(data)
        if seconds != "0" and os.fork() == 0:  # libFuzzer leaves by _exit
            try:
                atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", f"-max_len={KEPT_BYTES}", found], run)
                atheris.Fuzz()
            finally:
                os._exit(1)  # a finding: the folder is the other process's to clear away
        if seconds != "0":
            os.wait()
        _keep(
            run,
            TARGETS[name].seeds(),
            [path.read_bytes() for path in Path(found).iterdir()],
            CORPUS / folder_name(name),
        )
    return 0


def _keep(run: Callable[[bytes], None], seeds: Sequence[bytes], found: list[bytes], folder: Path) -> None:
    """Make ``folder`` the shortest inputs that add to what the seeds reach, named by their content."""
    for data in seeds:
        _ways(run, data)  # fills caches: the first input of a target plays the game that it needs
    reached: Ways = set().union(*(_ways(run, data) for data in seeds))
    of_seeds, kept = len(reached), dict[str, bytes]()
    for data in sorted(set(found) - set(seeds), key=lambda each: (len(each), each)):
        ways = _ways(run, data)
        if not ways <= reached and sum(map(len, kept.values())) + len(data) <= KEPT_IN_ALL:
            reached |= ways
            kept[hashlib.sha256(data).hexdigest()[:16]] = data
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, data in kept.items():
        (folder / name).write_bytes(data)
    size = sum(map(len, kept.values()))
    print(f"{folder.name}: {of_seeds} ways by the seeds, {len(reached)} with {len(kept)} inputs kept, {size} bytes")


def _ways(run: Callable[[bytes], None], data: bytes) -> Ways:
    """The steps that an input takes through our own code."""
    ways: Ways = set()
    last: dict[FrameType, int] = {}

    def step(frame: FrameType, event: str, argument: object) -> Trace | None:
        file = frame.f_code.co_filename
        if not file.startswith(OUR_FOLDERS):
            return None
        ways.add((file, last.get(frame, 0), frame.f_lineno))
        last[frame] = frame.f_lineno
        if event == "return":
            del last[frame]
        return step

    sys.settrace(step)
    try:
        run(data)
    except Exception as error:  # a finding: it is kept, and the tests fail by it
        print(f"{type(error).__name__}: {error} for {data[:60].hex()}... ({len(data)} bytes)", file=sys.stderr)
    finally:
        sys.settrace(None)
    return ways


if __name__ == "__main__":
    finish(lambda: main(sys.argv[1:]))
