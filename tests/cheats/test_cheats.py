"""Every cheat is caught in the step in which it is tried, named to one seat, and nobody honest is accused."""

from __future__ import annotations

import pytest

from tests.cheats import collusion, conflict, dice, ends, hilt, rules, shuffling, signing
from tests.cheats.stage import moment
from tests.cheats.table import line_of
from tests.cheats.troupe import Cheat, check, perform

CHEATS: tuple[type[Cheat], ...] = tuple(
    cheat
    for module in (signing, dice, shuffling, conflict, hilt, rules, ends, collusion)
    for cheat in vars(module).values()
    if isinstance(cheat, type) and issubclass(cheat, Cheat) and cheat.__module__ == module.__name__ and cheat.what
)


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_cheat_is_caught_and_nobody_else_is_accused(
    cheat: type[Cheat], record_property: pytest.FixtureRequest
) -> None:
    outcome = perform(cheat, moment(cheat.occasion))
    report = check(outcome)
    record_property("cheat", line_of(outcome, report))  # type: ignore[operator]  # the fixture is a function
