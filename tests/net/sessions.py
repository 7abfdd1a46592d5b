"""Sessions on loopback that read their own events, for tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from keep_p2p.net.events import SessionEvent
from keep_p2p.net.session import Session
from keep_p2p.net.setup import Options
from keep_p2p.packs import load_packs
from tests.net.helpers import QUICK, CountingPeer, identity

PACKS = load_packs()


def options(number: int, **more: object) -> Options:
    base = Options(
        identity(number),
        f"Player {number}",
        PACKS,
        auto_confirm=True,
        listen="127.0.0.1",
        discover=False,
        timing=QUICK,
        make_peer=CountingPeer,
        linger=5.0,
    )
    return replace(base, **more)  # type: ignore[arg-type]  # fields by name


class Seated:
    """A session whose events are read as they come."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seen: list[SessionEvent] = []
        self.reading = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        async for event in self.session.events():
            self.seen.append(event)

    def of(self, kind: type) -> list:  # type: ignore[type-arg]  # the tests know what they ask for
        return [event for event in self.seen if isinstance(event, kind)]

    @property
    def address(self) -> str:
        return str(self.session.addresses[0])

    def transcript(self) -> bytes:
        assert isinstance(self.session.peer, CountingPeer)
        return self.session.peer.transcript()


async def sit_down(
    stack: contextlib.AsyncExitStack, count: int, table: Mapping[str, object] | None = None
) -> list[Seated]:
    """``count`` players at one table of so many seats, the opener first."""
    opener = Seated(await stack.enter_async_context(Session(options(1))))
    await opener.session.open("Friday", count, **(table or {}))  # type: ignore[arg-type]  # options by name
    seats = [opener]
    for number in range(2, count + 1):
        seats.append(Seated(await stack.enter_async_context(Session(options(number)))))
        await seats[-1].session.join(opener.address)
    return seats


async def all_over(seats: Sequence[Seated]) -> None:
    await asyncio.gather(*(seat.reading for seat in seats))
