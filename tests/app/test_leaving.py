"""Somebody leaves a game on purpose: what the others read, and that computer players do not stay behind."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from keep_p2p.app.computer import SAME_WORDS, Aloud, Computer
from keep_p2p.app.person import QUIT_TOO, Person
from keep_p2p.app.place import Deserted, Place
from keep_p2p.app.watch import _follow
from keep_p2p.net.events import Left, LinkDown, LinkUp, StillThere, Stranded, Waiting
from tests.app.test_person import Page, read
from tests.app.test_tables import PATIENCE, packs, session
from tests.net.helpers import until

SIGNS, LEAVES, SURE = ("Do you sign", "yes"), ("Conflict card", "quit"), ("Leave the table?", "yes")
GONE = "Player 2 has left the table; the game cannot go on."


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))


def test_who_left_is_told_and_then_nothing_of_links(place: Place) -> None:
    assert place.note(Left(1)) == (GONE,)
    assert place.deserted == GONE
    assert place.note(LinkDown(1)) == ()
    assert place.note(Left(2)) == ("Player 3 has left the table too.",)
    assert place.note(LinkDown(2)) == place.note(LinkUp(2)) == place.note(Waiting((1,), (1,))) == ()


def test_who_said_farewell_and_signs_on_is_still_there(place: Place) -> None:
    place.note(Left(1))
    assert place.note(StillThere(1)) == ("Player 2 is still there. The game goes on.",)
    assert not place.deserted
    assert place.note(LinkDown(1)) == ("There is no link to Player 2 for now.",)


def test_of_two_who_left_one_is_still_there(place: Place) -> None:
    place.note(Left(1))
    place.note(Left(2))
    (line,) = place.note(StillThere(1))
    assert line == "Player 2 is still there. Player 3 has left the table; the game cannot go on."


def test_line_by_line_it_is_said_once_what_can_be_done() -> None:
    lines = read(Left(1), LinkDown(1), Waiting((1,), (1,)), Left(2))
    assert lines[lines.index(GONE) + 1] == QUIT_TOO
    assert lines.count(QUIT_TOO) == 1
    assert not any("no link" in line or "waits for" in line for line in lines)


def test_a_person_stays_as_long_as_they_like_and_a_program_in_their_place_does_not() -> None:
    assert GONE in read(Left(1), Stranded(1))
    with pytest.raises(Deserted, match=GONE):
        read(Left(1), Stranded(1), early_is_refused=False)


def test_all_others_hear_that_a_person_left_and_computer_players_end_by_themselves(tmp_path: Path) -> None:
    """Anna leaves by `quit` over her first question; a computer player, Bruno and an onlooker are at the table."""

    anna, bruno, seen = Page(), Page(), Page()
    programs = [Page()]

    async def main() -> None:
        async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
            host = session("Anna", is_computer=False)
            await host.__aenter__()
            await host.open("test", 3, spectators=True)
            where = f"127.0.0.1:{host.port}"
            others = [
                await stack.enter_async_context(session(name, is_computer=name != "Bruno")) for name in ("Bruno", "One")
            ]
            for other in others:
                await other.join(where)
            looker = await stack.enter_async_context(session("Spectator", is_computer=False))
            await looker.watch(where)
            watching = asyncio.create_task(_follow(looker, Place(looker, packs()), seen))
            playing = asyncio.create_task(Person(others[0], packs(), bruno).run(Typist(bruno, SIGNS)))
            computers = [
                asyncio.create_task(Computer(other, packs(), Aloud(page), b"seed").run())
                for other, page in zip(others[1:], programs, strict=True)
            ]
            assert await Person(host, packs(), anna).run(Typist(anna, SIGNS, LEAVES, SURE)) == 0
            await host.__aexit__()
            for task in computers:
                with pytest.raises(Deserted, match=r"^Anna has left the table; the game cannot go on\.$"):
                    await task
            assert await watching == 0
            await until(lambda: "Anna has left the table; the game cannot go on." in bruno.lines)
            assert not playing.done(), "a person decides"
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    asyncio.run(main())
    assert "Anna has left the table; the game cannot go on." in seen.lines
    assert any(line.startswith("The transcript is in") for line in seen.lines)
    (words,) = [line.removeprefix(f"{SAME_WORDS} ") for line in programs[0].lines if line.startswith(SAME_WORDS)]
    assert any(line.strip() == words.removesuffix(".") for line in anna.lines), "they can be compared"
    for page in programs:
        assert any(line.startswith("The transcript so far is in") for line in page.lines)
    assert not any("no link" in line for line in bruno.lines)


class Typist:
    """Waits for each of these texts to be read, then types what goes with it; then nothing more."""

    def __init__(self, page: Page, *answers: tuple[str, str]) -> None:
        self.page = page
        self.answers = list(answers)

    async def line(self) -> str | None:
        text, answer = self.answers.pop(0) if self.answers else ("\0", "")
        await until(lambda: any(text in line for line in self.page.lines))
        return answer
