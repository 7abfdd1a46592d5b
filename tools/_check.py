"""The steps of `tools/test.py`: style, types, tests.

    python3 tools/test.py                     everything
    python3 tools/test.py --fast              without the slow tests
    python3 tools/test.py tests/rules -k door what is left goes to pytest

Standard library only; the tools themselves run in .venv.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence

from _setup import ROOT, SetupError, ready, say

STEPS = (
    ("style", ("ruff", "check", ".")),
    ("layout", ("ruff", "format", "--check", ".")),
    ("types", ("mypy",)),
)
WORKERS = 2
"""Processes that run tests side by side: what the smallest machine that checks this project has cores for."""


def main(arguments: Sequence[str]) -> int:
    """Run every step, also after one has failed; 0 only if all passed. pytest is last, so its count is the end."""
    if {"-h", "--help"} & set(arguments):
        say((__doc__ or "").strip())
        return 0
    try:
        python = str(ready("dev"))
    except SetupError as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        return 130
    try:
        failed = [name for name, command in STEPS if not _run(name, [python, "-m", *command])]
        if failed:
            say(f"Failed so far: {', '.join(failed)} (see above). The tests run all the same.")
        if not _run("tests", [python, "-m", "pytest", *_pytest_arguments(arguments)]):
            failed.append("tests")
    except KeyboardInterrupt:
        return 130
    if failed:
        say(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


def _run(name: str, command: Sequence[str]) -> bool:
    say(f"== {name}: {' '.join(command[2:])}")
    began = time.monotonic()
    passed = subprocess.run(list(command), cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode == 0
    say(f"== {name} {'passed' if passed else 'FAILED'} after {time.monotonic() - began:.1f} s")
    return passed


def _pytest_arguments(arguments: Sequence[str]) -> list[str]:
    """Arguments for pytest: spread over processes, unless a person narrows the tests down or debugs."""
    rest = [argument for argument in arguments if argument != "--fast"]
    chosen = ["-m", "not slow"] if "--fast" in arguments else []
    if not rest:
        chosen += ["-n", str(WORKERS), "--dist", "worksteal"]
    if os.environ.get("CI"):
        chosen += ["--durations", "15"]
    return chosen + rest


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
