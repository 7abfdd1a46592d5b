"""People, computer players and spectators at real tables: sessions over loopback links in one process."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from keep_p2p.app import computer
from keep_p2p.app.computer import Aloud, Computer, Reporting, Voice
from keep_p2p.app.person import Person
from keep_p2p.app.place import Place
from keep_p2p.app.reports import FinishedReport, JoinedReport, StoryReport, TableReport, from_line
from keep_p2p.net.session import Session
from keep_p2p.net.setup import Options
from keep_p2p.packs import Packs, load_packs
from keep_p2p.rules.names import Character
from keep_p2p.table.verify import verify_transcript
from keep_p2p.ui.plain import InputClosed
from protocol.identity import Identity

PATIENCE = 120
"""Seconds after which a table is taken to be stuck."""


@cache
def packs() -> Packs:
    return load_packs(None, None)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))


def session(name: str, *, is_computer: bool, wish: tuple[Character, ...] = ()) -> Session:
    identity = Identity.from_seed(secrets.token_bytes(32))
    return Session(
        Options(
            identity,
            name,
            packs(),
            wish=wish,
            computer=is_computer,
            auto_confirm=is_computer,
            listen="127.0.0.1",
            discover=False,
        )
    )


class Page:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, text: str) -> None:
        self.lines.append(text)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class Reader:
    """A person who answers every question with ``answer`` of the page, once it stands there."""

    def __init__(self, answer: Callable[[Page], str | None]) -> None:
        self.page = Page()
        self.answer = answer

    async def line(self) -> str | None:
        return self.answer(self.page)


async def table(
    person: Callable[[Session], Coroutine[Any, Any, int]],
    *,
    wish: tuple[Character, ...] = (),
    spectator: Callable[[Session], Coroutine[Any, Any, int]] | None = None,
) -> tuple[int, list[str]]:
    """A person opens a table of three, two computer players join; the person's status and a player's reports."""
    reports = Page()
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        host = await stack.enter_async_context(session("Anna", is_computer=False, wish=wish))
        await host.open("test", 3, spectators=spectator is not None)
        watching = None
        if spectator is not None:
            looker = await stack.enter_async_context(session("Spectator", is_computer=False))
            await looker.watch(f"127.0.0.1:{host.port}")
            watching = asyncio.create_task(spectator(looker))
        players = []
        voices: tuple[Voice, ...] = (Reporting(reports), Aloud(Page()))
        for number, voice in enumerate(voices):
            player = await stack.enter_async_context(session(f"Computer {number}", is_computer=True))
            await player.join(f"127.0.0.1:{host.port}")
            players.append(asyncio.create_task(Computer(player, packs(), voice, b"seed").run()))
        try:
            status = await person(host)
        except BaseException:
            for task in players:
                task.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            raise
        await asyncio.gather(*players)
        if watching is not None:
            assert await watching == 0
    return status, reports.lines


@pytest.fixture
def no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "THINKING_SECONDS", 0.0)


def random_numbers(seed: int) -> Callable[[Page], str]:
    """Signs, then picks any number of the last list shown."""
    chance = Random(seed)

    def answer(page: Page) -> str:
        if page.lines[-1].endswith("(yes or no)"):
            return "yes"
        numbers = 0
        for line in reversed(page.lines):
            if line.startswith("  ") and line.split(".")[0].strip().isdecimal():
                numbers += 1
            elif numbers:
                break
        return str(chance.randint(1, max(numbers, 1)))

    return answer


@pytest.mark.usefixtures("no_thinking")
def test_a_person_plays_a_whole_game_that_verifies_while_somebody_looks_on(tmp_path: Path) -> None:
    reader, watched = Reader(random_numbers(1)), Page()

    async def play(own: Session) -> int:
        return await Person(own, packs(), reader.page, early_is_refused=False).run(reader)

    async def look_on(own: Session) -> int:
        place = Place(own, packs())
        async for event in own.events():
            for line in place.note(event):
                watched.show(line)
        return 0

    status, lines = asyncio.run(table(play, spectator=look_on))
    assert status == 0
    page = reader.page.text
    assert "Read these six words aloud" in page
    assert "GAME OVER" in page
    assert "All seats have checked the whole game" in page
    files = list(tmp_path.glob("transcripts/*.transcript"))
    assert len(files) == 1, "all three hold the same, so it is one file"
    assert str(files[0]) in page
    assert str(verify_transcript(files[0].read_bytes(), packs()).verdict) == "fair"

    reports = [from_line(line) for line in lines]
    assert isinstance(reports[0], JoinedReport)
    finished = [report for report in reports if isinstance(report, FinishedReport)]
    assert len(finished) == 1
    assert finished[0].transcript == str(files[0])
    assert not any(isinstance(report, TableReport) for report in reports), "it opened no table"
    story = [report.text for report in reports if isinstance(report, StoryReport)]
    assert [line for line in story if line.startswith("===")] == [
        line for line in watched.lines if line.startswith("===")
    ], "a spectator reads the same story"
    assert not any("(you)" in line for line in watched.lines)


def test_a_person_whose_input_closes_is_told_that_nothing_is_lost() -> None:
    reader = Reader(lambda page: None)

    async def play(own: Session) -> int:
        return await Person(own, packs(), reader.page).run(reader)

    with pytest.raises(InputClosed, match="Nothing is lost"):
        asyncio.run(table(play))


def test_a_person_who_quits_leaves_with_what_was_played() -> None:
    def answer(page: Page) -> str:
        if page.lines and page.lines[-1].startswith("Leave the table?"):
            return "yes"
        return "yes" if page.lines and page.lines[-1].startswith("Do you sign") else "quit"

    reader = Reader(answer)

    async def play(own: Session) -> int:
        return await Person(own, packs(), reader.page).run(reader)

    async def main() -> int:
        async with session("Anna", is_computer=False) as own:
            await own.open("test", 3)
            return await play(own)

    assert asyncio.run(main()) == 0
    assert "You have left the table." in reader.page.text


def test_computer_players_take_the_same_time_for_every_decision_when_people_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []

    async def no_sleep(seconds: float) -> None:
        waits.append(seconds)

    reader = Reader(random_numbers(2))

    async def play(own: Session) -> int:
        return await Person(own, packs(), reader.page, early_is_refused=False).run(reader)

    monkeypatch.setattr(computer, "pause", no_sleep)
    asyncio.run(table(play, wish=(Character.MOLASAR,)))
    assert waits
    assert all(0 < wait <= computer.THINKING_SECONDS for wait in waits), "each waits for the rest of a constant time"
