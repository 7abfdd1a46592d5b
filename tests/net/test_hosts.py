"""A whole game between hosts of their own on one network, found by mDNS, no address given to anyone."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

from keep_p2p.app.reports import FailedReport, FinishedReport, Report, TableReport, from_line
from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.table.verify import Verdict, verify_transcript
from tests.net.hosts import Host, hosts, why_not

HERE = why_not()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(HERE is not None, reason=str(HERE)),
    pytest.mark.xdist_group("hosts"),
]

R = TypeVar("R", bound=Report)

LONGEST = 240
"""Seconds after which a game that has not ended is taken for stuck, and the test fails."""


def play(made: Sequence[Host], table: str) -> list[bytes]:
    """Seat a computer player on every host, the first opening the table; return all transcripts."""
    processes: list[subprocess.Popen[str]] = []
    watchdog = threading.Timer(LONGEST, end_all, [processes])
    watchdog.start()
    try:
        opening = ["bot", table, "--name", "Host 1", "--open-players", str(len(made)), "--story-json", "--leash"]
        processes.append(made[0].start(opening))
        until(processes[0], TableReport)
        for number, host in enumerate(made[1:], start=2):
            processes.append(host.start(["bot", table, "--name", f"Host {number}", "--story-json", "--leash"]))
        return read_together(processes)
    finally:
        watchdog.cancel()
        for process in processes:
            process.kill()
            process.communicate()


def end_all(processes: Sequence[subprocess.Popen[str]]) -> None:
    for process in processes:
        process.kill()


def read_together(processes: Sequence[subprocess.Popen[str]]) -> list[bytes]:
    """Follow all players at once, so that none waits for its output to be read, and return their transcripts."""
    with ThreadPoolExecutor(len(processes)) as pool:
        finished = list(pool.map(lambda process: until(process, FinishedReport), processes))
    return [Path(report.transcript).read_bytes() for report in finished]


def until(process: subprocess.Popen[str], kind: type[R]) -> R:
    """The first report of a kind. Fails with the player's own words if it gives up or ends before."""
    assert process.stdout is not None
    assert process.stderr is not None
    for line in process.stdout:
        report = from_line(line)
        if isinstance(report, kind):
            return report
        assert not isinstance(report, FailedReport), report
    raise AssertionError(f"the process ended, or was stuck, before its {kind.__name__}: {process.stderr.read()}")


def expect_one_fair_game(transcripts: Sequence[bytes]) -> None:
    assert len(set(transcripts)) == 1
    packs = Packs(load_board(), load_deck())
    report = verify_transcript(transcripts[0], packs)
    assert report.verdict is Verdict.FAIR, report


def test_four_hosts_on_one_bridge_play_a_game_and_hold_identical_fair_files(tmp_path: Path) -> None:
    with hosts(4, tmp_path) as made:
        expect_one_fair_game(play(made, "bridge"))


def test_the_same_with_one_pair_of_hosts_unable_to_reach_each_other(tmp_path: Path) -> None:
    with hosts(4, tmp_path, apart=(1, 2)) as made:
        expect_one_fair_game(play(made, "apart"))
