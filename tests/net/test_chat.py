"""Chat during a game: signed by whoever says it, heard once by all, never by the peer."""

from __future__ import annotations

import contextlib

import pytest

from keep_p2p.net.chat import Chat
from keep_p2p.net.events import Notice, Said
from keep_p2p.net.session import Session
from keep_p2p.rules.names import Character
from keep_p2p.table.lobby import Begun, LobbyChanged
from protocol.genesis import Genesis
from protocol.identity import Identity
from protocol.statement import Statement, StatementKind, sign_statement
from tests.net.helpers import CountingPeer, run, until
from tests.net.sessions import Seated, options
from tests.table.lobby_table import Lobby, Player


class Endless(CountingPeer):
    """A game that is still on whenever somebody speaks."""

    rounds = 10**9


def test_chat_comes_to_all_seats_and_back_to_whoever_said_it() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = [Seated(await stack.enter_async_context(Session(options(n, make_peer=Endless)))) for n in (1, 2, 3)]
            await seats[0].session.open("Friday", 3)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            await until(lambda: all(len(seat.session.linked) == 2 for seat in seats))
            seats[1].session.say("good luck")
            await until(lambda: all(seat.of(Said) for seat in seats))
            for seat in seats:
                assert seat.of(Said) == [Said(1, "Player 2", "good luck")]

    run(main())


def test_chat_in_the_lobby_comes_to_all() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = [Seated(await stack.enter_async_context(Session(options(n)))) for n in (1, 2)]
            await seats[0].session.open("Friday", 3)
            await seats[1].session.join(seats[0].address)
            seats[0].session.say("one")
            seats[1].session.say("two")
            await until(lambda: all(len(seat.of(Said)) == 2 for seat in seats))
            for seat in seats:
                assert {(said.seat, said.text) for said in seat.of(Said)} == {(0, "one"), (1, "two")}

    run(main())


def test_a_wish_is_changed_in_the_lobby() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = [Seated(await stack.enter_async_context(Session(options(n)))) for n in (1, 2)]
            await seats[0].session.open("Friday", 4)
            await seats[1].session.join(seats[0].address)
            seats[1].session.wish((Character.EVA,))
            await until(lambda: any(event.seats[-1].wish for event in seats[0].of(LobbyChanged)))
            seats[0].session.wish((Character.EVA,))
            await until(lambda: bool(seats[0].of(Notice)))
            assert seats[0].of(Notice)[0].sentence.startswith("eva is taken by Player 2")

    run(main())


# --- the statements themselves ----------------------------------------------------------------------


def genesis() -> Genesis:
    players = [Player(name, number) for number, name in enumerate(("Anna", "Bruno", "Clara"), start=1)]
    lobby = Lobby(3, players[0])
    for player in players[1:]:
        lobby.join(player)
    begun: Begun = players[0].seen(Begun)[0]
    return begun.signed.genesis


ANNA, BRUNO = (Identity.from_seed(bytes([number]) * 32) for number in (1, 2))


def test_a_line_is_heard_once_and_by_its_name() -> None:
    line = Chat(genesis(), BRUNO, 1).say("good luck", 3)
    assert line is not None
    chat = Chat(genesis(), ANNA, 0)
    assert chat.hear(line) == (True, Said(1, "Bruno", "good luck"))
    assert chat.hear(line) == (True, None)


def test_the_same_words_twice_are_two_lines() -> None:
    speaker, listener = Chat(genesis(), BRUNO, 1), Chat(genesis(), ANNA, 0)
    lines = [speaker.say("yes", 3) for _ in range(2)]
    assert [listener.hear(line)[1] for line in lines if line] == [Said(1, "Bruno", "yes")] * 2


def test_a_spectator_hears_and_says_nothing() -> None:
    assert Chat(genesis(), None, None).say("hello", 1) is None


def statement(seat: int, **other: object) -> Statement:
    fields: dict[str, object] = {
        "game": genesis().digest(), "epoch": 0, "round": 1, "seat": seat, "kind": StatementKind.CHAT,
        "content": {"number": 1, "text": "x"},
    }  # fmt: skip
    return Statement(**(fields | other))  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(
    "forged",
    [
        statement(0),
        statement(1, game=bytes(32)),
        statement(5),
        statement(1, content={"text": "x"}),
        statement(1, content={"number": 1, "text": "x" * 301}),
        statement(1, content={"number": 1, "text": "\u202e"}),
    ],
    ids=["another's seat", "another game", "no seat", "no number", "too long", "unprintable"],
)
def test_what_does_not_hold_is_not_shown(forged: Statement) -> None:
    assert Chat(genesis(), ANNA, 0).hear(sign_statement(BRUNO, forged).to_bytes()) == (True, None)


def test_other_statements_and_entries_are_for_the_peer() -> None:
    complaint = sign_statement(BRUNO, statement(1, kind=StatementKind.COMPLAINT))
    assert Chat(genesis(), ANNA, 0).hear(complaint.to_bytes()) == (False, None)
    assert Chat(genesis(), ANNA, 0).hear(b"\x82\xa4body") == (False, None)
    assert Chat(genesis(), ANNA, 0).hear(b"\x82\xa9signature") == (False, None)


def test_lines_of_one_seat_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keep_p2p.net.chat.MAX_LINES", 3)
    speaker, listener = Chat(genesis(), BRUNO, 1), Chat(genesis(), ANNA, 0)
    heard = [listener.hear(speaker.say(f"line {n}", 1) or b"")[1] for n in range(5)]
    assert [said is not None for said in heard] == [True, True, True, False, False]
