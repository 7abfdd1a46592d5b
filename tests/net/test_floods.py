"""A table goes on while one of its own seats floods all others, reads nothing, and asks for everything again."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import Iterator

from keep_p2p.net.chat import MAX_LINES, Chat
from keep_p2p.net.events import Said
from keep_p2p.net.link import SEND_QUEUE_BYTES, Link
from keep_p2p.net.playing import LATER_BYTES
from keep_p2p.net.pump import QUEUED_BYTES, QUEUED_ITEMS
from keep_p2p.net.session import Session
from keep_p2p.net.wire import ASK_FRAME, ENTRY_BYTES, beat_frame, entry_frame
from keep_p2p.table.effects import Effect, Refused
from protocol.encoding import EncodingError, encode, frame
from tests.net.helpers import CountingPeer, run, until
from tests.net.sessions import Seated, all_over, options

ROUNDS = 6

ONE_READ = 262_144
"""Bytes that the event loop reads at once: so many more than its bound may wait before a pause takes effect."""

SMALLEST = 8
"""Bytes of the shortest frame that makes an item."""


class LongGame(CountingPeer):
    """Long enough for every flood."""

    rounds = ROUNDS

    def receive(self, data: bytes) -> tuple[Effect, ...]:
        try:
            return super().receive(data)
        except EncodingError as error:
            return (Refused(str(error)),)


class Flood:
    """A seat that plays as it should, and besides sends all others as much as goes out."""

    def __init__(self, seat: Seated) -> None:
        game = seat.session._game
        assert game is not None
        self.game = game
        self.chat = Chat(game.signed.genesis, seat.session.options.identity, game.own)
        self.sent: Counter[str] = Counter()

    def kinds(self) -> Iterator[tuple[str, bytes]]:
        """Without an end: one frame of each kind after the other."""
        number = 0
        while True:
            number += 1
            line = self.chat.say(f"line {number}", 1)
            assert line is not None
            yield "chat", entry_frame(line)
            yield "question", ASK_FRAME
            yield "all again", beat_frame({"round": 1, "seats": (), "number": number}, (), (), wants=True)
            yield "junk", entry_frame(secrets.token_bytes(200))
            if number % 50 == 0:
                yield "huge", entry_frame(bytes(ENTRY_BYTES))
                yield "deep", entry_frame(encode({"body": ((),) * 16_000}))

    async def run(self) -> None:
        frames = self.kinds()
        while True:
            for link in self.links():
                while link.open and link.queued < 60_000:
                    kind, framed = next(frames)
                    link.send_frame(framed)
                    self.sent[kind] += 1
            await asyncio.sleep(0)

    async def read_nothing(self) -> None:
        """Now and then: what others send stays with them."""
        while True:
            for link in self.links():
                link.pause()
            await asyncio.sleep(0.3)
            for link in self.links():
                link.resume()
            await asyncio.sleep(0.3)

    def links(self) -> list[Link]:
        mesh = self.game.mesh
        return [link for other in mesh.others for link in mesh.links_to(other)]


def held(seat: Seated) -> Counter[str]:
    """What the floods make an honest seat hold."""
    game = seat.session._game
    found: Counter[str] = Counter()
    if game is None:
        return found
    for queue in game.playing._inbox._queues.values():
        found["items"] = max(found["items"], len(queue.items))
        found["bytes"] = max(found["bytes"], queue.size)
    for kept in game.playing._later.values():
        found["later"] = max(found["later"], sum(len(entry.data) for entry in kept))
    found["links"] = len(game.mesh._heard)
    found["to send"] = max((link.queued for link in game.mesh._heard), default=0)
    return found


def test_a_seat_that_floods_the_others_stops_nothing_and_fills_nothing() -> None:
    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = [
                Seated(await stack.enter_async_context(Session(options(n, make_peer=LongGame)))) for n in (1, 2, 3)
            ]
            await seats[0].session.open("Friday", 3)
            for seat in seats[1:]:
                await seat.session.join(seats[0].address)
            await until(lambda: all(seat.session._game is not None for seat in seats))
            flood, most = Flood(seats[2]), Counter[str]()
            tasks = [asyncio.create_task(flood.run()), asyncio.create_task(flood.read_nothing())]
            over = asyncio.create_task(all_over(seats[:2]))
            while not over.done():
                for seat in seats[:2]:
                    most |= held(seat)
                await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            seats[2].session.stop()
            assert seats[0].transcript() == seats[1].transcript()
            assert seats[0].session.peer is not None
            assert seats[0].session.peer.round == ROUNDS + 1
            assert all(flood.sent[kind] for kind in ("chat", "question", "all again", "junk", "huge", "deep")), (
                flood.sent
            )
            lines = [said for said in seats[0].of(Said) if said.seat == flood.game.own]
            assert 0 < len(lines) <= MAX_LINES
            assert most["items"] <= QUEUED_ITEMS + ONE_READ // SMALLEST, most
            assert most["bytes"] <= QUEUED_BYTES + ONE_READ, most
            assert most["later"] <= LATER_BYTES, most
            assert most["to send"] <= SEND_QUEUE_BYTES + ENTRY_BYTES, most

    run(main())


def test_the_shortest_frame_that_makes_an_item_is_as_short_as_said() -> None:
    assert len(ASK_FRAME) >= SMALLEST
    assert len(frame(encode({"type": "ask"}))) == len(ASK_FRAME)
