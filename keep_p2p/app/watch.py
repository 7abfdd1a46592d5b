"""`keep-p2p watch [NAME | HOST:PORT]`: follow a table that is open to spectators."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.app.place import Place
from keep_p2p.app.sitting import looking_on
from keep_p2p.net.events import Said, Watched
from keep_p2p.net.session import Session
from keep_p2p.net.setup import Options
from keep_p2p.table.effects import Accused, Finished
from keep_p2p.ui.lines import LineSink, StandardOutput
from keep_p2p.ui.told import WATCH_BACK, WATCH_LOST

DONE, CHEATED = 0, 1


@dataclass(frozen=True)
class WatchOptions:
    """What the command takes. ``table`` None: the only one there is."""

    table: str | None = None
    board: Path | None = None
    deck: Path | None = None


def run_watch(options: WatchOptions) -> int:
    """Follow the game to its end; the exit status (1 if a seat cheated).

    :raises UserError: the table was not found or is not open to spectators; the sentence says which.
    """
    return asyncio.run(_watch(options, looking_on(options.board, options.deck), StandardOutput()))


async def _watch(options: WatchOptions, looking: Options, sink: LineSink) -> int:
    async with Session(looking) as session:
        await session.watch(options.table)
        sink.show("You are watching. You see what is public: no hand, and not where the Hilt lies.")
        return await _follow(session, Place(session, looking.packs), sink)


async def _follow(session: Session, place: Place, sink: LineSink) -> int:
    """Tell what happens to the end: after an accusation until all that can be proven is told.

    The end may be that somebody leaves; that nobody can be watched any more is no error then.
    """
    ended, status = False, DONE
    try:
        async for event in session.events():
            for line in place.note(event):
                sink.show(line)
            if isinstance(event, Said):
                sink.show(f"{event.name} says: {event.text}")
            if isinstance(event, Watched):
                sink.show(WATCH_BACK if event.linked else WATCH_LOST)
            if isinstance(event, Finished | Accused):
                ended, status = True, CHEATED if isinstance(event, Accused) else DONE
    finally:
        if ended or place.deserted:
            _show_end(place, sink)
    return status


def _show_end(place: Place, sink: LineSink) -> None:
    """The verdict, if it has become another, and where the transcript is, which has the same."""
    verdict = place.untold_verdict()
    for line in () if verdict is None else place.note(verdict):
        sink.show(line)
    sink.show(f"The transcript is in {place.keep_transcript()}.")
