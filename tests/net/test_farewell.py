"""Leaving on purpose: all at the table and all onlookers hear it from the seat itself, and from nobody else."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from keep_p2p.net.announcement import Announcement, Sighting
from keep_p2p.net.events import GameBegan, Left, LinkDown, Stranded, Watched
from keep_p2p.net.farewell import Farewells
from keep_p2p.net.session import Session
from keep_p2p.table.effects import Effect, Finished
from protocol.entry import Body, Entry, sign_entry
from protocol.identity import Identity
from protocol.statement import Statement, StatementKind, sign_statement
from tests.net.helpers import CountingPeer, run, until
from tests.net.sessions import Seated, all_over, options, sit_down
from tests.net.test_chat import ANNA, BRUNO, genesis

# --- at a table -------------------------------------------------------------------------------------


class Thinking(CountingPeer):
    """A game in which nothing moves."""

    def start(self) -> tuple[Effect, ...]:
        return ()


async def at_a_table(
    stack: contextlib.AsyncExitStack, count: int, *, spectators: bool = False, posted: Sequence[Posted] = ()
) -> list[Seated]:
    """A game that has begun, all seats linked."""
    seats = [Seated(await stack.enter_async_context(Session(options(n + 1, make_peer=Thinking)))) for n in range(count)]
    for seat, board in zip(seats, posted, strict=False):
        seat.session.discovery = board  # type: ignore[assignment]  # it has what is used
    await seats[0].session.open("Friday", count, spectators=spectators)
    for seat in seats[1:]:
        await seat.session.join(seats[0].address)
    await until(lambda: all(len(seat.session.linked) == count - 1 for seat in seats))
    return seats


def test_who_leaves_tells_all_others_before_the_link_is_lost() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = await at_a_table(stack, 3)
            await seats[1].session.__aexit__()
            for seat in (seats[0], seats[2]):
                await until(lambda seat=seat: seat.of(Stranded))  # type: ignore[misc]  # bound at once
                assert seat.of(Left) == [Left(1)]
                assert seat.of(Stranded) == [Stranded(1)]
                told = [event for event in seat.seen if isinstance(event, Left | LinkDown)]
                assert told[0] == Left(1), "not first that the link is lost"
            assert not seats[1].of(Left)

    run(main())


def test_a_link_that_breaks_is_no_farewell() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = await at_a_table(stack, 3)
            game = seats[1].session._game
            assert game is not None
            for other in (0, 2):
                for link in game.mesh.links_to(other):
                    link.abort("the cable is cut")
            await until(lambda: seats[0].of(LinkDown))
            assert not seats[0].of(Left)

    run(main())


def test_an_onlooker_hears_who_left_and_is_not_sent_to_another_seat() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = await at_a_table(stack, 3, spectators=True)
            looker = Seated(await stack.enter_async_context(Session(options(9, make_peer=Thinking))))
            await looker.session.watch(seats[0].address)
            await until(lambda: looker.of(GameBegan) and all(s.level for s in seats[0].session._spectators._present))
            await seats[2].session.__aexit__()
            await until(lambda: looker.of(Left))
            assert looker.of(Left) == [Left(2)]
            await seats[0].session.__aexit__()
            await looker.reading
            assert looker.of(Left) == [Left(2), Left(0)]
            assert not looker.of(Watched)

    run(main())


def test_an_onlooker_who_comes_later_hears_it_too() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = await at_a_table(stack, 3, spectators=True)
            await seats[2].session.__aexit__()
            await until(lambda: seats[0].of(Left))
            looker = Seated(await stack.enter_async_context(Session(options(9, make_peer=Thinking))))
            await looker.session.watch(seats[0].address)
            await until(lambda: looker.of(Left))
            assert looker.of(Left) == [Left(2)]

    run(main())


def test_nobody_says_farewell_to_a_game_that_is_over() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = await sit_down(stack, 3)
            await all_over(seats)
            await asyncio.gather(*(seat.session.__aexit__() for seat in seats))
            for seat in seats:
                assert len(seat.of(Finished)) == 1
                assert not seat.of(Left)

    run(main())


def test_a_program_stays_while_anybody_is_linked_to_whoever_said_farewell() -> None:
    """So nobody can send computer players away by a farewell, and play on with the others."""

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = await at_a_table(stack, 3)
            game = seats[1].session._game
            assert game is not None
            game.playing.say_farewell()
            await until(lambda: seats[0].of(Left) and seats[2].of(Left))
            for link in game.mesh.links_to(0):
                link.abort("gone from here")
            await until(lambda: seats[0].of(LinkDown))
            assert not seats[0].of(Stranded)

    run(main())


class Posted:
    """In place of discovery: what is announced now."""

    def __init__(self) -> None:
        self.now: Announcement | None = None
        self.sightings: tuple[Sighting, ...] = ()

    async def announce(self, announcement: Announcement, port: int) -> None:
        self.now = announcement

    async def withdraw(self) -> None:
        self.now = None

    def listen(self, listener: object) -> Callable[[], None]:
        return lambda: None

    async def __aexit__(self, *_: object) -> None:
        self.now = None


def test_a_game_that_cannot_go_on_is_announced_by_nobody() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            posted = [Posted() for _ in range(3)]
            seats = await at_a_table(stack, 3, posted=posted)
            await until(lambda: all(each.now is not None and each.now.playing for each in posted))
            await seats[1].session.__aexit__()
            await until(lambda: all(each.now is None for each in posted))

    run(main())


# --- the statements themselves ----------------------------------------------------------------------


def at_anna() -> Farewells:
    return Farewells(genesis(), ANNA, 0)


def farewell(round: int = 5) -> bytes:
    said = Farewells(genesis(), BRUNO, 1).say(round)
    assert said is not None
    return said


def entry(round: int, signer: Identity = BRUNO) -> bytes:
    body = Body(
        game=genesis().digest(), epoch=0, round=round, seat=1, kind="act", content={}, history=bytes(32),
        state=bytes(32),
    )  # fmt: skip
    made: Entry = sign_entry(signer, body)
    return made.to_bytes()


def test_a_farewell_is_heard_once() -> None:
    farewells = at_anna()
    assert farewells.hear(farewell()) == (True, True)
    assert farewells.gone == (1,)
    assert farewells.kept == (farewell(),)
    assert farewells.hear(farewell()) == (True, False)


def test_a_spectator_says_none() -> None:
    assert Farewells(genesis(), None, None).say(1) is None


def statement(seat: int, **other: object) -> Statement:
    base = Statement(game=genesis().digest(), epoch=0, round=1, seat=seat, kind=StatementKind.FAREWELL, content={})
    return replace(base, **other)  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(
    "forged",
    [statement(0), statement(2), statement(5), statement(1, game=bytes(32)), statement(1, content={"of": 2})],
    ids=["the reader's seat", "another's seat", "no seat", "another game", "more than it has"],
)
def test_a_farewell_that_does_not_hold_changes_nothing(forged: Statement) -> None:
    farewells = at_anna()
    assert farewells.hear(sign_statement(BRUNO, forged).to_bytes()) == (True, False)
    assert not farewells.gone


def test_ones_own_farewell_is_nothing_to_hear() -> None:
    own = Farewells(genesis(), ANNA, 0).say(1)
    assert own is not None
    assert at_anna().hear(own) == (True, False)


def test_chat_and_entries_are_no_farewells() -> None:
    chat = sign_statement(BRUNO, statement(1, kind=StatementKind.CHAT)).to_bytes()
    for other in (chat, entry(1), b"\x82\xa9signature", b""):
        assert at_anna().hear(other) == (False, False)


def test_who_signs_on_is_still_there_and_an_old_farewell_is_no_news_then() -> None:
    farewells = at_anna()
    farewells.hear(farewell(5))
    assert farewells.returned(entry(5)) is None, "it was signed before"
    assert farewells.returned(entry(6, ANNA)) is None, "that seat did not sign it"
    assert farewells.returned(b"no entry") is None
    assert farewells.returned(entry(6)) == 1
    assert not farewells.gone
    assert farewells.hear(farewell(5)) == (True, False)
    assert farewells.hear(farewell(6)) == (True, True)
