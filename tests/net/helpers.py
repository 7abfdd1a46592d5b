"""For tests on real sockets: identities, a pair of linked peers, and a peer simple enough to reason about."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Self, TypeVar

from keep_p2p.net.address import Address
from keep_p2p.net.dial import Dialler
from keep_p2p.net.hello import Doorplate, Purpose, Wanted
from keep_p2p.net.link import Link, Message
from keep_p2p.net.listener import Listener
from keep_p2p.net.mesh import Timing
from keep_p2p.packs import Packs
from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Over, Reason
from keep_p2p.rules.names import Seat
from keep_p2p.table.effects import Effect, Finished, Opened, Persist, Refused, Send
from keep_p2p.table.spec import RoundKind
from keep_p2p.table.view import View
from protocol.encoding import Value, decode, encode
from protocol.genesis import SignedGenesis
from protocol.identity import Identity

T = TypeVar("T")

PATIENCE = 90.0
"""Seconds after which a test that waits for an event has failed; none is expected to take many."""

TABLE = bytes(16)
GAME = bytes(32)
QUICK = Timing(beat=0.05, silent=5.0, first_wait=0.01, longest_wait=0.1, head_start=0.02)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, not for ever, and leave no task behind."""

    async def bounded() -> T:
        async with asyncio.timeout(PATIENCE):
            result = await work
            while OPENED:
                link = OPENED.pop()
                link.abort("the test is over")
                await link.wait_closed()
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for _ in range(50):  # a cancelled task takes a few turns of the loop to end
            left = [task for task in left if not task.done()]
            if not left:
                break
            await asyncio.sleep(0)
        assert not left, f"tasks left behind: {left}"
        return result

    return asyncio.run(bounded())


def identity(number: int) -> Identity:
    return Identity.from_seed(bytes([number]) * 32)


async def until(condition: Callable[[], object]) -> None:
    """Wait until ``condition`` holds; fails by the test's patience."""
    while not condition():
        await asyncio.sleep(0.005)


OPENED: list[Link] = []
"""Links of the test that is running, closed at its end."""


class Ends:
    """What one end of a link has received, and why it closed."""

    def __init__(self, link: Link) -> None:
        self.link = link
        OPENED.append(link)
        self.messages: asyncio.Queue[Message] = asyncio.Queue()
        self.closed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        link.start(self.messages.put_nowait, self.closed.set_result)


class Door:
    """A listener that keeps whoever comes in."""

    def __init__(self, who: Identity, doorplate: Doorplate | None = None, **options: Any) -> None:
        self.links: asyncio.Queue[Link] = asyncio.Queue()
        plate = doorplate or Doorplate(TABLE, GAME)
        self.listener = Listener(who, lambda: plate, self.links.put_nowait, secrets.token_bytes, **options)

    async def __aenter__(self) -> Self:
        await self.listener.open("127.0.0.1")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.listener.close()

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.listener.port)

    async def pair(self, caller: Identity, purpose: Purpose = Purpose.MESH) -> tuple[Ends, Ends]:
        """Both ends of a fresh link: ours, and that of ``caller``."""
        theirs = await Dialler(caller, secrets.token_bytes).dial(self.address, Wanted(purpose))
        ours = await self.links.get()
        return Ends(ours), Ends(theirs)


class CountingPeer:
    """Every seat says its number in every round; after the last round the game is over.

    Strict enough to need a network that works: an entry of a round that is neither open nor the next
    is refused, as by the real peer.
    """

    rounds = 30

    def __init__(
        self,
        signed: SignedGenesis,
        packs: Packs,
        random: Callable[[int], bytes],
        who: Identity | None,
        recalled: Mapping[str, bytes],
    ) -> None:
        self.seats = len(signed.genesis.roster)
        self.own = None if who is None else signed.genesis.seat_of(who.public)
        self.round = 1
        self.finished = False
        self.done: list[tuple[bytes, ...]] = []
        self.held: dict[int, bytes] = {}
        self.early: dict[int, bytes] = {}

    view: View | None = None

    def start(self) -> tuple[Effect, ...]:
        return self._speak()

    def receive(self, data: bytes) -> tuple[Effect, ...]:
        value = decode(data)
        if not isinstance(value, tuple) or len(value) != 2:
            return (Refused("no entry"),)
        number, seat = value
        assert isinstance(number, int)
        assert isinstance(seat, int)
        if number <= len(self.done):
            return ()
        if number == self.round:
            self.held[seat] = data
        elif number == self.round + 1:
            self.early[seat] = data
        else:
            return (Refused(f"round {number} is not open"),)
        return self._advance()

    def choose(self, action: Action) -> tuple[Effect, ...]:
        raise AssertionError("nobody is asked")

    def have(self) -> dict[str, Value]:
        return {"round": self.round, "seats": sorted(self.held)}

    def missing_for(self, have: Mapping[str, Value]) -> tuple[bytes, ...]:
        number, seats = have.get("round"), have.get("seats")
        if not isinstance(number, int) or not isinstance(seats, tuple | list) or number > self.round:
            return ()
        everything = [*self.done, tuple(self.held[seat] for seat in sorted(self.held))]
        missing = [data for entries in everything[number - 1 : number + 7] for data in entries]
        return tuple(data for data in missing if decode(data) not in [(number, seat) for seat in seats])

    def waiting_for(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(self.seats) if seat not in self.held)

    def transcript(self) -> bytes:
        return b"".join(data for entries in self.done for data in entries)

    def _speak(self) -> tuple[Effect, ...]:
        if len(self.done) == self.rounds:
            self.finished = True
            return (Finished(Over(Reason.TWELFTH_TURN, (), ())),)
        opened = Opened(self.round, RoundKind.ACT, self.waiting_for())
        if self.own is None:
            return (opened,)
        data = encode((self.round, self.own))
        self.held[self.own] = data
        return (opened, Persist(f"entry/{self.round}", data), Send(data))

    def _advance(self) -> tuple[Effect, ...]:
        effects: tuple[Effect, ...] = ()
        while len(self.held) == self.seats:
            self.done.append(tuple(self.held[seat] for seat in sorted(self.held)))
            self.round += 1
            self.held, self.early = self.early, {}
            effects += self._speak()
        return effects
