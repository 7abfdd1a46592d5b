"""A dishonest program at a table of real processes: each says so, keeps the proof and ends with 1, as does `verify`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from keep_p2p.app.reports import Report, StoryReport, TableReport, from_line
from keep_p2p.net.events import SessionEvent
from keep_p2p.net.session import Session
from keep_p2p.table.effects import Accused
from keep_p2p.table.peer import Peer
from keep_p2p.table.private import PrivateView
from keep_p2p.table.speak import Content, Speaker
from keep_p2p.table.spec import RoundKind, RoundSpec
from tests.net.helpers import PATIENCE, run
from tests.net.sessions import Seated, options

ROOT = Path(__file__).parents[2]
NAME, CHEAT, LOT = "Player 66", 1, 2
"""Who cheats: its name, its seat (the opener has the first), and the round in which it does."""


class LoadedDice(Speaker):
    def content(self, spec: RoundSpec) -> Content:
        return {"value": bytes(32)} if spec.kind is RoundKind.LOT else super().content(spec)


class Liar(Peer):
    def make_speaker(self, private: PrivateView) -> Speaker:
        return LoadedDice(self.replica.table, private)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "keep_p2p", *arguments]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "KEEP_P2P_HOME": str(home), "PYTHONUTF8": "1"}


async def bot(home: Path, *arguments: str) -> Process:
    arguments = ("bot", "--story-json", *arguments)
    return await asyncio.create_subprocess_exec(*command(*arguments), cwd=ROOT, env=environment(home), stdout=PIPE)


async def report(process: Process) -> Report | None:
    """The next one; None when the process says no more."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    return from_line(line.decode()) if line else None


async def first(process: Process, kind: type[Report]) -> Report:
    while not isinstance(found := await report(process), kind):
        assert found is not None, "it has ended"
    return found


async def story(process: Process) -> list[str]:
    """All that it tells until it ends."""
    lines = []
    while (found := await report(process)) is not None:
        lines += [found.text] if isinstance(found, StoryReport) else []
    return lines


def test_each_process_tells_who_cheated_keeps_the_proof_and_ends_with_1(tmp_path: Path) -> None:
    homes = [tmp_path / "opener", tmp_path / "guest"]

    async def main() -> list[list[str]]:
        async with contextlib.AsyncExitStack() as stack:
            opener = await bot(homes[0], "friday", "--open-players", "3")
            stack.callback(end, opener)
            table = await first(opener, TableReport)
            assert isinstance(table, TableReport)
            port = table.addresses[0].rpartition(":")[2]
            cheat = Seated(await stack.enter_async_context(Session(options(66, make_peer=Liar))))
            await cheat.session.join(f"127.0.0.1:{port}")
            guest = await bot(homes[1], f"127.0.0.1:{port}")
            stack.callback(end, guest)
            told = await asyncio.gather(story(opener), story(guest))
            assert [await opener.wait(), await guest.wait()] == [1, 1]
            cheat.session.stop()
            await cheat.reading
            assert convicted(cheat.seen) == [(CHEAT, LOT)], "it sees it itself"
            return list(told)

    for lines, home in zip(run(main()), homes, strict=True):
        (stopped,) = [line for line in lines if line.startswith("STOPPED.")]
        assert NAME in stopped
        assert f"round {LOT}" in stopped
        kept = sorted(home.glob("transcripts/*"))
        assert {path.suffix for path in kept} == {".evidence", ".transcript"}
        for path in kept:
            verified = subprocess.run(
                command("verify", "--json", str(path)), cwd=ROOT, env=environment(home), stdout=subprocess.PIPE,
                timeout=PATIENCE, check=False,
            )  # fmt: skip
            found = json.loads(verified.stdout)
            assert (verified.returncode, found["verdict"]) == (1, "foul")
            assert (found["seat"], found["round"]) == (CHEAT, LOT)


def convicted(seen: list[SessionEvent]) -> list[tuple[int, int]]:
    return [(each.seat, each.round) for each in seen if isinstance(each, Accused)]


def end(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
