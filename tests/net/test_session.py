"""Whole sessions on loopback: from the lobby to the end, with a peer that only counts."""

from __future__ import annotations

import contextlib
import random
import secrets
from collections.abc import Callable
from dataclasses import replace

import pytest

from keep_p2p.net import session as session_module
from keep_p2p.net import spectators as spectators_module
from keep_p2p.net.address import Address
from keep_p2p.net.dial import Dialler
from keep_p2p.net.errors import BadAddress, HostUnreachable, NoMulticast, NoNetwork, PortInUse, Refused
from keep_p2p.net.events import GameBegan, LinkUp, TableOpened, Waiting, Watched
from keep_p2p.net.hello import Purpose, Wanted
from keep_p2p.net.link import Message
from keep_p2p.net.session import Session
from keep_p2p.net.spectators import Spectator, Spectators
from keep_p2p.net.wire import beat_frame, entry_frame
from keep_p2p.rules.names import Character
from keep_p2p.table.admission import AdmissionError
from keep_p2p.table.effects import Finished
from keep_p2p.table.lobby import CannotStart, LobbyChanged, Reopened, SafetyWords, Stage
from keep_p2p.table.lobby_names import BadName
from protocol.encoding import encode
from tests.net.helpers import CountingPeer, Ends, identity, run, until
from tests.net.sessions import PACKS, Seated, all_over, options, sit_down


@pytest.mark.parametrize("count", [3, 6])
def test_a_table_plays_to_the_end_and_all_hold_the_same(count: int) -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = await sit_down(stack, count)
            await all_over(seats)
            assert len({seat.transcript() for seat in seats}) == 1
            for number, seat in enumerate(seats):
                (began,) = seat.of(GameBegan)
                assert began.seat == number
                assert began.signed.problem() is None
                assert len(seat.of(SafetyWords)) == len(seat.of(Finished)) == 1
                assert {event.seat for event in seat.of(LinkUp)} == set(range(count)) - {number}
            assert len({seat.of(SafetyWords)[0].words for seat in seats}) == 1

    run(main())


def test_nobody_signs_before_its_person_has_confirmed() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = [
                Seated(await stack.enter_async_context(Session(options(n, auto_confirm=False)))) for n in (1, 2, 3)
            ]
            await seats[0].session.open("Friday", 3)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            await until(lambda: all(seat.of(SafetyWords) for seat in seats))
            for seat in seats[:2]:
                seat.session.confirm()
            assert not any(seat.of(GameBegan) for seat in seats)
            seats[2].session.confirm()
            await all_over(seats)
            assert all(seat.of(GameBegan) for seat in seats)

    run(main())


def test_who_does_not_confirm_leaves_and_the_table_opens_again() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = [
                Seated(await stack.enter_async_context(Session(options(n, auto_confirm=n < 3)))) for n in (1, 2, 3)
            ]
            await seats[0].session.open("Friday", 3)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            await until(lambda: seats[2].of(SafetyWords))
            seats[2].session.confirm(False)
            with pytest.raises(Refused, match="You did not confirm the safety words"):
                await seats[2].reading
            await until(lambda: seats[1].of(Reopened))
            late = Seated(await stack.enter_async_context(Session(options(4))))
            await late.session.join(seats[0].address)
            await all_over([seats[0], seats[1], late])
            assert late.of(GameBegan)[0].seat == 2

    run(main())


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"name": "PLAYER 1"}, "Somebody named Player 1 sits here already"),
        ({"wish": (Character.EVA,)}, "Eva is taken by Player 1"),
        ({"rules": "9"}, "This table plays by rules version 1 and you by 9"),
        ({"packs": replace(PACKS, board=replace(PACKS.board, digest=bytes(32)))}, "plays with another board"),
        ({"packs": replace(PACKS, deck=replace(PACKS.deck, digest=bytes(32)))}, "plays with another Conflict deck"),
    ],
)
def test_join_raises_the_sentence_of_the_refusal(more: dict[str, object], sentence: str) -> None:
    async def main() -> None:
        async with Session(options(1, wish=(Character.EVA,))) as opener, Session(options(2, **more)) as guest:
            await opener.open("Friday", 4)
            with pytest.raises(Refused, match=sentence):
                await guest.join(str(opener.addresses[0]))

    run(main())


def test_a_full_table_and_one_that_plays_refuse() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = await sit_down(stack, 3)
            late = await stack.enter_async_context(Session(options(9)))
            with pytest.raises(Refused, match="The game at this table is beginning or has begun"):
                await late.join(seats[0].address)
            with pytest.raises(Refused, match="This player did not open the table: ask its opener"):
                await late.join(seats[1].address)
            await all_over(seats)

    run(main())


def test_the_opener_may_begin_with_fewer() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            opener = Seated(await stack.enter_async_context(Session(options(1))))
            await opener.session.open("Friday", 6)
            with pytest.raises(CannotStart, match="at least 3 players, and 1 sit"):
                opener.session.start()
            guests = [Seated(await stack.enter_async_context(Session(options(n)))) for n in (2, 3)]
            for guest in guests:
                await guest.session.join(opener.address)
            opener.session.start()
            await all_over([opener, *guests])
            assert len(opener.of(GameBegan)[0].signed.genesis.roster) == 3

    run(main())


def test_when_the_opener_goes_its_guests_are_told() -> None:
    async def main() -> None:
        async with Session(options(2)) as guest:
            seat = Seated(guest)
            async with Session(options(1)) as opener:
                await opener.open("Friday", 3)
                await guest.join(str(opener.addresses[0]))
            with pytest.raises(Refused, match="The opener is gone"):
                await seat.reading

    run(main())


def test_a_guest_that_goes_frees_its_seat() -> None:
    async def main() -> None:
        async with Session(options(1)) as opener:
            seat = Seated(opener)
            await opener.open("Friday", 3)
            async with Session(options(2)) as guest:
                await guest.join(str(opener.addresses[0]))
                await until(lambda: len(seat.of(LobbyChanged)[-1].seats) == 2)
            await until(lambda: len(seat.of(LobbyChanged)[-1].seats) == 1)
            assert seat.of(LobbyChanged)[-1].stage is Stage.OPEN
            opener.stop()
            await seat.reading

    run(main())


def test_a_computer_player_comes_with_its_hosts_ticket() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            opener = Seated(await stack.enter_async_context(Session(options(1))))
            await opener.session.open("Friday", 3)
            seats = [opener]
            for number in (2, 3):
                ticket = opener.session.new_ticket()
                session = await stack.enter_async_context(Session(options(number, computer=True, ticket=ticket)))
                seats.append(Seated(session))
                await session.join(opener.address)
            await all_over(seats)
            signed = opener.of(GameBegan)[0].signed
            assert [seat.host for seat in signed.genesis.roster] == [None, identity(1).public, identity(1).public]

    run(main())


# --- the network while playing ---------------------------------------------------------------------


class LongPeer(CountingPeer):
    rounds = 400


class EndlessPeer(CountingPeer):
    rounds = 1_000_000


def await_peer(seat: Seated) -> Callable[[], CountingPeer]:
    """The seat's peer, or before the game one that is at the beginning."""

    def peer() -> CountingPeer:
        found = seat.session.peer
        if not isinstance(found, CountingPeer):
            found = CountingPeer.__new__(CountingPeer)
            found.round = 0
        return found

    return peer


def test_links_cut_again_and_again_lose_nothing() -> None:
    async def main() -> None:
        chance = random.Random(1)
        async with contextlib.AsyncExitStack() as stack:
            more = {"make_peer": LongPeer}
            seats = [Seated(await stack.enter_async_context(Session(options(n, **more)))) for n in (1, 2, 3, 4)]
            await seats[0].session.open("Friday", 4)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            peer = await_peer(seats[0])
            for number in range(20, LongPeer.rounds, 20):
                await until(lambda least=number: peer().round >= least)  # type: ignore[misc]  # bound early on purpose
                game = chance.choice(seats).session._game
                assert game is not None
                mesh = game.mesh
                for link in [link for seat in mesh.others for link in mesh.links_to(seat) if chance.random() < 0.7]:
                    link.abort("cut")
            await all_over(seats)
            assert len({seat.transcript() for seat in seats}) == 1

    run(main())


def test_addresses_that_are_none_harm_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest says that it listens at hosts that are no hosts; where it is seen is enough."""

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            opener = Seated(await stack.enter_async_context(Session(options(1))))
            await opener.session.open("Friday", 3)
            odd = await stack.enter_async_context(Session(options(2)))
            monkeypatch.setattr(odd, "_hosts", lambda: ("!", "\x1b[2J", "no host", "x" * 253))
            seats = [opener, Seated(odd), Seated(await stack.enter_async_context(Session(options(3))))]
            for seat in seats[1:]:
                await seat.session.join(opener.address)
            await all_over(seats)
            assert all(seat.of(Finished) for seat in seats)

    run(main())


def test_an_awaited_seat_that_is_not_there_is_named() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            more = {"quiet": 0.05, "make_peer": LongPeer}
            seats = [Seated(await stack.enter_async_context(Session(options(n, **more)))) for n in (1, 2)]
            gone = Session(options(3, **more))
            await gone.__aenter__()
            lost = Seated(gone)
            await seats[0].session.open("Friday", 3)
            await seats[1].session.join(seats[0].address)
            await gone.join(seats[0].address)
            await until(lambda: lost.of(LinkUp))
            await gone.__aexit__()
            lost.reading.cancel()
            await until(lambda: any(event == Waiting((2,), (2,)) for event in seats[0].of(Waiting)))

    run(main())


def test_a_game_stays_until_all_have_everything_but_not_for_ever() -> None:
    """One seat's links are cut for good just before the end: the others linger, and end by themselves."""

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            more = {"make_peer": LongPeer, "linger": 0.2}
            seats = [Seated(await stack.enter_async_context(Session(options(n, **more)))) for n in (1, 2, 3)]
            await seats[0].session.open("Friday", 3)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            await all_over(seats)

    run(main())


# --- looking on ------------------------------------------------------------------------------------


def test_a_spectator_follows_from_the_first_round_or_from_the_middle() -> None:
    class UntilToldPeer(EndlessPeer):
        """The game ends some rounds after the late spectator has come, however fast this machine is."""

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            more = {"make_peer": UntilToldPeer}
            seats = [Seated(await stack.enter_async_context(Session(options(n, **more)))) for n in (1, 2, 3)]
            await seats[0].session.open("Friday", 3, spectators=True)
            early = Seated(await stack.enter_async_context(Session(options(8, **more))))
            await early.session.watch(seats[0].address)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            await until(lambda: seats[0].session.peer is not None and seats[0].session.peer.round > 50)
            late = Seated(await stack.enter_async_context(Session(options(9, **more))))
            await late.session.watch(seats[0].address)
            await until(lambda: bool(late.of(GameBegan)))
            UntilToldPeer.rounds = await_peer(seats[0])().round + 50
            await all_over([*seats, early, late])
            assert len({seat.transcript() for seat in [*seats, early, late]}) == 1
            assert [seat.of(GameBegan)[0].seat for seat in (early, late)] == [None, None]
            assert late.session.view is None

    run(main())


def test_a_spectator_may_wait_for_the_game_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says that it is there all the while, which must not be taken for a flood."""
    heard: list[int] = []
    take = Spectators._take

    def count(self: Spectators, spectator: Spectator, message: Message) -> None:
        heard.append(spectator.beats)
        take(self, spectator, message)

    monkeypatch.setattr(Spectators, "_take", count)
    monkeypatch.setattr(spectators_module, "BEATS_A_TICK", 8)

    async def main() -> None:
        async with Session(options(1)) as opener, Session(options(9)) as early:
            looker = Seated(early)
            await opener.open("Friday", 3, spectators=True)
            await early.watch(str(opener.addresses[0]))
            await until(lambda: len(heard) > 25 or looker.reading.done())
            assert not looker.reading.done(), "it was sent away"
            assert max(heard) < 8
            looker.reading.cancel()

    run(main())


def test_whoever_sits_at_a_table_that_is_open_to_spectators_can_be_watched() -> None:
    """The genesis says so to all; so there is another seat to watch when the opener's program goes."""

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            more = {"make_peer": EndlessPeer}
            seats = [Seated(await stack.enter_async_context(Session(options(n, **more)))) for n in (1, 2, 3)]
            await seats[0].session.open("Friday", 3, spectators=True)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            await until(lambda: seats[1].session.peer is not None)
            looker = Seated(await stack.enter_async_context(Session(options(9, **more))))
            await looker.session.watch(seats[1].address)
            await until(lambda: await_peer(looker)().round > 50)
            for seat in (*seats, looker):
                seat.reading.cancel()

    run(main())


def test_a_spectator_whose_link_is_lost_is_told() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            more = {"make_peer": LongPeer}
            looker = Seated(await stack.enter_async_context(Session(options(9, **more))))
            async with contextlib.AsyncExitStack() as table:
                seats = [Seated(await table.enter_async_context(Session(options(n, **more)))) for n in (1, 2, 3)]
                await seats[0].session.open("Friday", 3, spectators=True)
                await looker.session.watch(seats[0].address)
                for seat in seats[1:]:
                    await seat.session.join(seats[0].address)
                await until(lambda: looker.of(GameBegan))
                for seat in seats:
                    seat.reading.cancel()
                for spectator in tuple(seats[0].session._spectators._present):
                    spectator.link.abort("the cable is cut")
                await until(lambda: looker.of(Watched))
            assert looker.of(Watched)[0] == Watched(linked=False)
            looker.reading.cancel()

    run(main())


def test_a_spectator_with_another_board_is_told_which_differs() -> None:
    class Picky(CountingPeer):
        def __init__(self, *_: object, **__: object) -> None:
            raise AdmissionError("that table has another board than yours")

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            looker = Seated(await stack.enter_async_context(Session(options(9, make_peer=Picky))))
            opener = Seated(await stack.enter_async_context(Session(options(1))))
            await opener.session.open("Friday", 3, spectators=True)
            await looker.session.watch(opener.address)
            for number in (2, 3):
                seat = Seated(await stack.enter_async_context(Session(options(number))))
                await seat.session.join(opener.address)
            with pytest.raises(Refused, match=r"watched: that table has another board than yours\.$"):
                await looker.reading

    run(main())


def test_a_table_that_is_not_open_to_spectators_says_so() -> None:
    async def main() -> None:
        async with Session(options(1)) as opener, Session(options(9)) as curious:
            await opener.open("Friday", 3)
            seat = Seated(curious)
            await curious.watch(str(opener.addresses[0]))
            with pytest.raises(Refused, match="not open to spectators"):
                await seat.reading

    run(main())


@pytest.mark.parametrize(
    "payload",
    [entry_frame(encode((1, 1))), b"\x00\x00\x00\x01\xc0", beat_frame({}, [9], (), wants=False), b"\xff" * 8],
)
def test_nothing_a_spectator_sends_is_taken_as_an_entry(payload: bytes) -> None:
    async def main() -> None:
        async with Session(options(1)) as opener:
            seat = Seated(opener)
            await opener.open("Friday", 3, spectators=True)
            link = await Dialler(identity(9), secrets.token_bytes).dial(opener.addresses[0], Wanted(Purpose.SPECTATOR))
            ends = Ends(link)
            link.send_frame(payload)
            assert "refused" in await ends.closed
            assert len(seat.of(LobbyChanged)[-1].seats) == 1
            opener.stop()
            await seat.reading

    run(main())


# --- what can go wrong for a person ----------------------------------------------------------------


def test_bad_targets_have_a_sentence_each() -> None:
    async def main() -> None:
        async with Session(options(2)) as guest:
            with pytest.raises(BadAddress, match="the port after the last colon is not a number"):
                await guest.join("host:port")
            with pytest.raises(HostUnreachable, match="connection refused"):
                await guest.join("127.0.0.1:9")
            with pytest.raises(NoMulticast, match="passes no multicast"):
                await guest.join("Friday")

    run(main())


def test_a_port_in_use_and_a_bad_name_have_a_sentence_each() -> None:
    async def main() -> None:
        async with Session(options(1)) as first:
            with pytest.raises(PortInUse, match="in use"):
                async with Session(options(2, port=first.port)):
                    pass
            with pytest.raises(BadName, match="may not hold ':'"):
                await first.open("a:1", 3)
            with pytest.raises(CannotStart, match="two Searchers"):
                async with Session(options(2, wish=(Character.EVA,))) as second:
                    await second.open("Friday", 3)
        with pytest.raises(BadName, match="player's name"):
            options(1, name="\x1b[2J")

    run(main())


def test_a_machine_without_an_address_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "own_addresses", lambda: ())

    async def main() -> None:
        with pytest.raises(NoNetwork, match="no network address"):
            async with Session(options(1, listen=None)):
                pass

    run(main())


def test_the_opener_says_where_the_table_is() -> None:
    async def main() -> None:
        async with Session(options(1)) as opener:
            seat = Seated(opener)
            await opener.open("Friday", 3)
            await until(lambda: seat.of(TableOpened))
            (opened,) = seat.of(TableOpened)
            assert opened.addresses == (Address("127.0.0.1", opener.port),)
            assert not opened.announced
            opener.stop()
            await seat.reading

    run(main())
