#!/usr/bin/env python3
"""Look for inputs that reach code no known input reaches, and keep them in tests/fuzz/corpus.

    pip install atheris
    python tools/fuzz_cover.py "TARGET" SECONDS

Atheris (coverage-guided, by Google) is not among the project's dependencies: it has no wheels for every
system and Python, and only this tool needs it. What it finds is kept, and the soak and the tests start there.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

KEPT_BYTES = 4_096
"""Longest input kept."""


def main(arguments: list[str]) -> int:
    """Fuzz one target for so many seconds; keep what covers more."""
    try:
        import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]  # by hand
    except ImportError:
        print("This needs the package atheris: pip install atheris", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["keep_p2p", "protocol"]):
        from fuzz_targets import TARGETS
        from soak_fuzz import CORPUS, corpus
    if len(arguments) != 2 or arguments[0] not in TARGETS:
        print(f'usage: fuzz_cover.py "TARGET" SECONDS, with one of: {", ".join(TARGETS)}', file=sys.stderr)
        return 2
    name, seconds = arguments
    folder = CORPUS / name.replace(" ", "-").replace("'", "")
    with tempfile.TemporaryDirectory() as found:
        for number, data in enumerate(corpus(name)):
            (Path(found) / f"seed-{number}").write_bytes(data)
        run = TARGETS[name].run
        if os.fork() == 0:  # libFuzzer leaves by _exit
            atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", f"-max_len={KEPT_BYTES}", found], run)
            atheris.Fuzz()
        os.wait()
        _keep(Path(found), folder)
    return 0


def _keep(found: Path, folder: Path) -> None:
    """Copy the new inputs, named by their content."""
    new = [path.read_bytes() for path in found.iterdir() if not path.name.startswith("seed-")]
    folder.mkdir(parents=True, exist_ok=True)
    for data in new:
        (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    print(f"{len(new)} inputs kept in {folder}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
