"""Computer players' processes: what they report, and that none outlives its parent."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from keep_p2p.app.children import Children
from keep_p2p.app.reports import (
    FailedReport,
    FinishedReport,
    JoinedReport,
    NotAReport,
    Report,
    StoryReport,
    TableReport,
    from_line,
    to_line,
)

PATIENCE = 20
"""Seconds after which a process that should have ended is taken to be stuck."""

OBEDIENT = """
import sys, threading
from keep_p2p.app.children import leash
from keep_p2p.app.reports import StoryReport, to_line
leash()
print(to_line(StoryReport(sys.argv[1])), flush=True)
threading.Event().wait()
"""

STUBBORN = """
import signal, threading
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print('{"report": "story", "text": "here"}', flush=True)
threading.Event().wait()
"""

PARENT = """
import asyncio, sys
from pathlib import Path
from keep_p2p.app.children import Children

async def main():
    async with Children(Path(sys.argv[1]), (sys.executable, "-c", sys.argv[2])) as children:
        child = await children.start("one", ["hello"])
        async for report in child.reports():
            print(child.process.pid, flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize(
    "report",
    [
        TableReport("friday", ("192.168.1.20:4711", "[fe80::1]:4711")),
        JoinedReport(2, 4),
        StoryReport("Eva walks to the Kapelle – näher."),
        FinishedReport("hilt-found", ("eva",), 300, 7, "/tmp/a", "00ff"),
        FailedReport("No table was found."),
    ],
    ids=lambda report: type(report).__name__,
)
def test_a_report_and_its_line_are_inverse(report: Report) -> None:
    line = to_line(report)
    assert line.isascii()
    assert "\n" not in line
    assert from_line(line) == report


@pytest.mark.parametrize(
    "line",
    ["", "hello", "[]", "{}", '{"report": "dance"}', '{"report": "story"}', '{"report": "story", "text": "a", "b": 1}'],
)
def test_a_line_that_is_no_report_is_refused(line: str) -> None:
    with pytest.raises(NotAReport):
        from_line(line)


def test_leaving_the_context_ends_children_on_their_leash(tmp_path: Path) -> None:
    async def main() -> tuple[Report, int | None]:
        async with Children(tmp_path, (sys.executable, "-c", OBEDIENT)) as children:
            child = await children.start("one", ["hello"])
            report = await anext(child.reports())
        return report, child.process.returncode

    report, status = asyncio.run(main())
    assert report == StoryReport("hello")
    assert status == 3, "it ended by itself when its leash was cut"


def test_a_child_that_ignores_its_leash_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keep_p2p.app.children.POLITE_SECONDS", 0.05)

    async def main() -> int | None:
        async with Children(tmp_path, (sys.executable, "-c", STUBBORN)) as children:
            child = await children.start("one", [])
            await anext(child.reports())
        return child.process.returncode

    assert asyncio.run(main()) == -signal.SIGKILL


def test_each_child_has_a_home_of_its_own(tmp_path: Path) -> None:
    code = "import os; from keep_p2p.app.reports import *; print(to_line(StoryReport(os.environ['KEEP_P2P_HOME'])))"

    async def main() -> list[Report]:
        async with Children(tmp_path, (sys.executable, "-c", code)) as children:
            started = [await children.start(f"player {n}", []) for n in range(2)]
            return [await anext(child.reports()) for child in started]

    first, second = asyncio.run(main())
    assert isinstance(first, StoryReport)
    assert isinstance(second, StoryReport)
    assert first.text != second.text
    assert all(Path(report.text).parent == tmp_path for report in (first, second))


def test_what_a_child_says_on_standard_error_is_kept_for_its_failure(tmp_path: Path) -> None:
    code = "import sys; print('went wrong', file=sys.stderr)"

    async def main() -> list[str]:
        async with Children(tmp_path, (sys.executable, "-c", code)) as children:
            child = await children.start("one", [])
            assert [report async for report in child.reports()] == []
        return list(child.errors)

    assert asyncio.run(main()) == ["went wrong"]


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs a handle on a process that is not our child (Linux)")
def test_children_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path), OBEDIENT],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert parent.stdout is not None
    handle = os.pidfd_open(int(parent.stdout.readline()))
    try:
        assert not select.select([handle], [], [], 0)[0], "the child runs"
        parent.kill()
        parent.wait()
        assert select.select([handle], [], [], PATIENCE)[0], "the child has ended"
        assert not tmp_path.exists(), "and has taken its temporary home with it"
    finally:
        os.close(handle)
        parent.stdout.close()
