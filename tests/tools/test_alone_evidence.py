"""Evidence files and transcripts of every cheat that is tried: both checkers convict the same seat in the same round.

Where the breach is one of the rules of the game, the checker that does not know them sees nothing, never another seat.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from alone.verify import Report, verify
from keep_p2p.table.verify import Report as PackageReport
from keep_p2p.table.verify import verify_file
from tests.cheats.stage import moment
from tests.cheats.test_cheats import CHEATS
from tests.cheats.troupe import Cheat, perform
from tests.table.games import PACKS

BOARD = Path(__file__).resolve().parents[2] / "keep_p2p" / "packs" / "data" / "board.toml"

NEEDS_RULES = {
    "OutOfTurn": "whose decision it is",
    "StaleState": "the state digest",
    "OtherBlinding": "which room is asked for",
    "OtherRoomsOpening": "which room is entered",
    "OpeningNotCalledFor": "that none is entered",
    "TooFar": "a legal walk",
    "ThroughAWall": "a legal walk",
    "AnothersPawn": "a legal walk",
    "NoSuchRoom": "a legal walk",
    "RollIgnored": "what is asked",
    "NoFeed": "what is asked",
    "NotAnEntryRoom": "which rooms are entries",
    "DefendsItself": "who may defend",
    "OtherOutcome": "how the game ended",
}
"""What only the rules of the game, or the board, can tell of a cheat. The other checker then accuses nobody."""


def found(report: PackageReport | Report) -> tuple[str, int | None, int | None]:
    return str(report.verdict), report.seat, report.round


@pytest.mark.slow
@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_both_checkers_say_the_same_of_a_cheat(cheat: type[Cheat]) -> None:
    outcome = perform(cheat, moment(cheat.occasion))
    files = {accused.evidence for accused in outcome.accusations} | {outcome.honest[0].transcript()}
    for data in sorted(files):
        package, alone = verify_file(data, PACKS), verify(data, BOARD)
        if cheat.__name__ in NEEDS_RULES and found(alone) != found(package):
            assert package.verdict.value == "foul"
            assert found(alone) == ("incomplete", None, None)
            continue
        assert found(alone) == found(package), (package.reason, alone.reason)
