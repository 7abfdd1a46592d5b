"""How soon a key shows its effect while decks are shuffled and proofs checked: a practice game in a real terminal.

    python3 tools/key_latency.py [--players 6] [--seconds 12] [--size 120x40]

Needs tmux. A game with computer players, all on this machine, is begun full-screen, and keys are pressed all the
while. Measured inside the program: from the key's arrival to the end of the drawing that shows it, and how late the
screens' loop gets its turn before that. The sum of the two is what a person waits.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

if __name__ == "__main__":
    from _setup import in_environment

    in_environment("dev")

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from _pipe import finish

LIMIT_MS = 50.0
"""Milliseconds a key may take."""

TICK = 0.005
"""Seconds between two looks at how late the loop is."""


def measured(report: Path) -> int:
    """Run the program with a watch on its keys; write what it saw to ``report``."""
    from keep_p2p.cli.shell import run
    from keep_p2p.ui.screen.shell import Shell

    late: list[float] = []
    drawn: list[float] = []
    plain_run = Shell._run

    async def watched(self: Shell) -> int:
        waiting: list[float] = []
        plain_handle = self._navigator.handle

        async def tick() -> None:
            while True:
                before = time.perf_counter()
                await asyncio.sleep(TICK)
                late.append(1000 * (time.perf_counter() - before - TICK))

        def handle(event: object) -> None:
            waiting.append(time.perf_counter())
            plain_handle(event)  # type: ignore[arg-type]  # whatever came, unseen

        def after(_: object) -> None:
            drawn.extend(1000 * (time.perf_counter() - at) for at in waiting)
            waiting.clear()

        self._navigator.handle = handle  # type: ignore[method-assign]  # a watch on the real one
        self._application.after_render += after
        ticking = asyncio.get_running_loop().create_task(tick())
        try:
            return await plain_run(self)
        finally:
            ticking.cancel()

    Shell._run = watched  # type: ignore[method-assign]  # the same
    status = run([])
    report.write_text(json.dumps({"late": late, "drawn": drawn}))
    return status


def summary(name: str, values: Sequence[float]) -> str:
    """One line with the median and what is worse than it."""
    ordered = sorted(values)
    at = {share: ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.9, 0.99, 1.0)}
    told = ", ".join(
        f"{label} {at[share]:.1f}" for label, share in (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))
    )
    within = sum(value <= LIMIT_MS for value in values) / len(values)
    return f"{name}: {told} ms; {100 * within:.1f} % within {LIMIT_MS:g} ms ({len(values)})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=6, choices=range(3, 7))
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--size", default="120x40")
    parser.add_argument("--report", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.report is not None:
        return measured(options.report)

    from keep_p2p.ui.screen.geometry import Size
    from tests.ui.tmux import TMUX, Pane

    if TMUX is None:
        print("This needs tmux (Debian: apt-get install tmux).")
        return 2
    columns, rows = map(int, options.size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, str(Path(__file__)), "--report", str(report)]
        with Pane(command, Size(columns, rows), environ={"KEEP_P2P_HOME": folder}) as pane:
            pane.wait_for("Practise")
            pane.press("1")
            pane.wait_for("Players")
            pane.press(*["Right" if options.players > 4 else "Left"] * abs(options.players - 4), "F2")
            end = time.monotonic() + options.seconds
            while time.monotonic() < end:
                pane.press("Down", "Up")
            pane.press("C-c")
            pane.wait_for("Leave keep-p2p?")
            pane.press("y")
            pane.wait_ended()
        seen = json.loads(report.read_text())
    print(summary("key to screen", seen["drawn"]))
    print(summary("the loop's turn is late by", seen["late"]))
    return 0


if __name__ == "__main__":
    finish(main)
