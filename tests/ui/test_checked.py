"""How much was checked is told in one way everywhere."""

from __future__ import annotations

import pytest

from keep_p2p.cli.verify import in_words
from keep_p2p.table.verify import Report, Verdict
from keep_p2p.ui.checked import checked_in, proofs_checked
from keep_p2p.ui.replay_story import verdict_line_count, verdict_lines
from keep_p2p.ui.told import fairness_line


@pytest.mark.parametrize(
    ("number", "rounds", "told"),
    [
        (3667, 927, "3,667 proofs checked in 927 signed rounds"),
        (1, 1, "1 proof checked in 1 signed round"),
        (0, 1200, "0 proofs checked in 1,200 signed rounds"),
    ],
)
def test_proofs_are_counted_with_their_rounds(number: int, rounds: int, told: str) -> None:
    assert checked_in(number, rounds) == told
    assert told.startswith(proofs_checked(number))


def test_every_place_has_the_same_words_for_it() -> None:
    report = Report(Verdict.FAIR, "every proof held; Molasar won", rounds=927, checks={"signatures": 3660, "dice": 7})
    assert fairness_line(3667) == "Fairness: 3,667 proofs checked, all held."
    assert verdict_line_count(report) == "3,667 proofs checked in 927 signed rounds"
    assert verdict_lines(report)[1] == "3,667 proofs checked, all held: signatures 3,660 and dice 7."
    assert in_words(report) == "Fair: every proof held; Molasar won (3,667 proofs checked in 927 signed rounds)."
