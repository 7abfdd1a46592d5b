"""After a game played line by line: the whole of it is checked again at once, and all hands are turned up."""

from __future__ import annotations

import asyncio

from keep_p2p.packs import Packs
from keep_p2p.table.replay import NoReplay, read_replay
from keep_p2p.table.verify import Verdict
from keep_p2p.ui.checked import proofs_checked
from keep_p2p.ui.names import Names

CHECKING = "The whole game is being checked again, from its first signature to its last. This may take some seconds ..."


async def aftermath(transcript: bytes, packs: Packs, names: Names) -> tuple[str, ...]:
    """The verdict on a finished game and every hand at its end, as lines. Takes seconds, in a thread of its own."""
    return await asyncio.get_running_loop().run_in_executor(None, lambda: _lines(transcript, packs, names))


def _lines(transcript: bytes, packs: Packs, names: Names) -> tuple[str, ...]:
    # The screens' words for the hands: loaded only now, since playing line by line needs no screens.
    from keep_p2p.ui.screen.turned_up import turned_up

    try:
        replay = read_replay(transcript, packs)
    except NoReplay as error:
        return (str(error),)
    report = replay.report
    checks = proofs_checked(sum(report.checks.values()))
    if report.verdict is not Verdict.FAIR:
        return (f"{str(report.verdict).capitalize()}: {report.reason} ({checks}).",)
    hands = (line.text.rstrip() for line in turned_up(replay, names))
    fair = f"The game was fair: {checks}, all held."
    return (f"{fair} How it stood at the end:", *hands)
