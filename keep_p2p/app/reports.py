"""What a computer player's process tells the process that started it: one JSON object a line.

This is between two processes of one program on one machine, never on the network. The
reader is strict all the same: a line that is none of these is an error of ours, told as such.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TableReport:
    """The table is open: its name and every HOST:PORT at which it answers."""

    name: str
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinedReport:
    """The process has a seat. ``taken`` of ``seats`` are taken now."""

    taken: int
    seats: int


@dataclass(frozen=True, slots=True)
class StoryReport:
    """A line of the story as this seat sees it."""

    text: str


@dataclass(frozen=True, slots=True)
class FinishedReport:
    """The game has ended and all have signed. ``winners``: characters; ``turns``: the game turns begun, 1 to 12."""

    reason: str
    winners: tuple[str, ...]
    rounds: int
    turns: int
    transcript: str
    game: str


@dataclass(frozen=True, slots=True)
class FailedReport:
    """The process cannot go on; the sentence says why."""

    sentence: str


Report = TableReport | JoinedReport | StoryReport | FinishedReport | FailedReport

_KINDS: dict[str, type[Report]] = {
    "table": TableReport,
    "joined": JoinedReport,
    "story": StoryReport,
    "finished": FinishedReport,
    "failed": FailedReport,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


class NotAReport(Exception):
    """A line that no process of ours writes."""


def to_line(report: Report) -> str:
    """``report`` as one line of ASCII JSON, without the line's end."""
    return json.dumps({"report": _NAMES[type(report)], **asdict(report)})


def from_line(line: str) -> Report:
    """The report of one line.

    :raises NotAReport: the line is not one of ours.
    """
    try:
        fields: dict[str, Any] = json.loads(line)
        kind: Callable[..., Report] = _KINDS[fields.pop("report")]
        return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NotAReport(f"not a report: {line[:200]!r}") from error
