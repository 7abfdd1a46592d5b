"""The table of cheats that a run of the tests prints: what was tried where, and who was named for it."""

from __future__ import annotations

from keep_p2p.table.verify import Report
from tests.cheats.troupe import Outcome, step

HEADS = ("cheat", "tried in round", "caught in round", "seat named", "verify on the evidence")

Line = tuple[str, ...]


def line_of(outcome: Outcome, report: Report | None) -> Line:
    """The table's line for one cheat: group, then a cell for each of `HEADS`, then why it is late."""
    cheat, tried = outcome.cheat, step(outcome.spec)
    if report is None:
        return (cheat.group, cheat.what, tried, "not taken", "nobody", "nobody is accused", cheat.late)
    seats = ", ".join(str(breach.seat) for breach in outcome.breaches)
    expected = ", ".join(str(seat) for seat in outcome.liars)
    named = seats if seats == expected else f"{seats} (of {expected})"
    reason = report.reason.split(" by ", 1)[1]
    return (cheat.group, cheat.what, tried, outcome.caught_step(), named, f"foul: {reason}", cheat.late)


NOT_HERE = (
    "Not in the table: changes of roster, which this version does not have; strangers on links and lobbies "
    "(tests/net, tests/table/test_lobby.py, tests/cheats/test_attacks_on_the_network.py); hostile bytes (tests/fuzz)."
)


def rendered(lines: list[Line]) -> list[str]:
    """The table as text lines, by groups in the order in which they came."""
    groups = list(dict.fromkeys(line[0] for line in lines))
    widths = [max(len(head), *(len(line[index + 1]) for line in lines)) for index, head in enumerate(HEADS[:-1])]
    out = ["  ".join(head.ljust(width) for head, width in zip(HEADS[:-1], widths, strict=True)) + "  " + HEADS[-1]]
    for group in groups:
        out.append(f"-- {group}")
        for line in lines:
            if line[0] == group:
                cells = [cell.ljust(width) for cell, width in zip(line[1:5], widths, strict=True)]
                out.append("  ".join(cells) + "  " + line[5])
                if line[6]:
                    out.append(f"      later by nature: {line[6]}")
    return [*out, NOT_HERE]
