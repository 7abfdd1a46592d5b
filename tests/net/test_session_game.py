"""Whole sessions with the real peer: a game from the lobby to a transcript that verifies."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Mapping
from functools import partial

import pytest

from keep_p2p.net.mesh import Timing
from keep_p2p.net.session import Session
from keep_p2p.players.bot import Bot
from keep_p2p.table.effects import Ask
from keep_p2p.table.verify import Verdict, verify_transcript
from tests.net.helpers import run
from tests.net.sessions import PACKS, Seated, options


class Kept:
    """A journal in memory that notes what was written before what was sent."""

    def __init__(self) -> None:
        self.items: dict[str, bytes] = {}

    def persist_all(self, items: Iterable[tuple[str, bytes]]) -> None:
        self.items.update(items)

    def recall(self) -> Mapping[str, bytes]:
        return self.items


def keep_in(kept: Kept, game: bytes) -> Kept:
    return kept


@pytest.mark.slow
def test_three_computer_players_play_a_whole_game_that_verifies() -> None:
    async def play(seat: Seated, bot: list[Bot]) -> None:
        async for event in seat.session.events():
            seat.seen.append(event)
            if isinstance(event, Ask):
                view = seat.session.view
                assert view is not None
                if not bot:
                    bot.append(Bot(view.seat, bytes(32)))
                seat.session.choose(bot[0].choose(view, event.decide, event.actions))

    async def main() -> None:
        journals = [Kept() for _ in range(3)]
        async with contextlib.AsyncExitStack() as stack:
            sessions = [
                await stack.enter_async_context(
                    Session(options(n, make_peer=None, timing=Timing(), journal=partial(keep_in, journals[n - 1])))
                )
                for n in (1, 2, 3)
            ]
            await sessions[0].open("Friday", 3)
            for session in sessions[1:]:
                await session.join(str(sessions[0].addresses[0]))
            seats = []
            for session in sessions:
                seat = Seated.__new__(Seated)
                seat.session, seat.seen = session, []
                seats.append(seat)
            await asyncio.gather(*(play(seat, []) for seat in seats))
            transcripts = {session.peer.transcript() for session in sessions if session.peer is not None}
            assert len(transcripts) == 1
            assert verify_transcript(transcripts.pop(), PACKS).verdict is Verdict.FAIR
            assert all(any(name.startswith("entry/") for name in kept.items) for kept in journals)

    run(main())
