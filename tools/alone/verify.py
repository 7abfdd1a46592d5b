"""From a file to a verdict."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from alone.beacon import dice
from alone.encoding import data_of
from alone.evidence import Groundless, judge_last, judge_statements
from alone.group import read_scalar, times
from alone.play import Missing, play_round
from alone.table import Foul, Table
from alone.transcript import File, read_file

STATUS = {"fair": 0, "incomplete": 0, "foul": 1, "altered": 1, "unreadable": 2}


@dataclass
class Report:
    """What was found, and what was taken as given."""

    verdict: str
    game: str | None = None
    rounds: int = 0
    seat: int | None = None
    round: int | None = None
    reason: str | None = None
    checks: dict[str, int] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    table: Table | None = None

    @property
    def exit_status(self) -> int:
        """That of `keep-p2p verify`."""
        return STATUS[self.verdict]

    def plain(self) -> dict[str, Any]:
        """What `--json` prints."""
        keys = ("verdict", "game", "rounds", "seat", "round", "reason", "checks")
        return {**{key: getattr(self, key) for key in keys}, "taken_as_given": list(self.given)}


def marked_rooms(board: Path, searchers: int) -> tuple[str, ...]:
    """The marked rooms of a board's file (docs/boards.md) for a number of Searchers, in its order."""
    found = tomllib.loads(board.read_text("utf-8"))
    return tuple(item["room"] for item in found["hilt-rooms"] if searchers in item["searchers"])


def verify(data: bytes, board: Path | None = None) -> Report:
    """Check a transcript; `board` names the file of the board, from which only the marked rooms are read."""
    file = read_file(data)
    if file.genesis is None:
        return Report("unreadable", reason=file.problem or "the file ends before the genesis")
    if file.evidence and file.problem is None and file.last is None:
        file.problem = "the evidence ends before its last object"
    table = Table(file.genesis)
    if board is not None:
        seats = len(file.genesis.seats)
        table.rooms = marked_rooms(board, 4 if seats == 3 else seats - 1)
    report = Report("fair", file.genesis.game.hex(), table=table)
    _walk(file, table, report)
    report.checks, report.given = dict(table.checks), tuple(table.given)
    return report


def _walk(file: File, table: Table, report: Report) -> None:
    """Judge in the order of the file: what is before the first thing altered convicts all the same."""
    try:
        judge_statements(table, file, 0)
        for number, entries in enumerate(file.rounds, 1):
            report.round = number
            play_round(table, entries)
            judge_statements(table, file, number)
            report.rounds = number
        report.round = file.problem_round
        if file.problem is not None:
            raise Groundless(file.problem)
        if file.last is not None:
            report.round = len(file.rounds) + 1
            judge_last(table, file)
    except Foul as foul:
        report.verdict, report.seat, report.round, report.reason = "foul", foul.seat, foul.round, foul.reason
        return
    except (Missing, Groundless) as problem:
        report.verdict, report.reason = "altered", str(problem)
        return
    report.round = None
    if file.last is not None:
        report.verdict, report.reason = "incomplete", "the entry breaks nothing that is seen without the rules"
    elif table.stage != "over":
        report.verdict = "incomplete"
        inside = ", inside an object" if file.cut else ""
        report.reason = f"fair for {len(file.rounds)} rounds; the file ends there{inside}, and {table.stage} is due"


def dice_of(table: Table, count: int) -> list[tuple[int, ...]]:
    """The first dice of each event of the beacon, the drawing of characters among them."""
    return [dice(event.outcome, count) for event in table.events]


def all_cards(table: Table, file: File) -> dict[str, dict[int, int]]:
    """After the disclosure: the card of each slot of each deck, drawn or not."""
    entries = next(entries for entries in file.rounds if entries[0].kind == "disclose")
    secret = sum(read_scalar(data_of(entry.content["deck_key"], "`deck_key`"), "`deck_key`") for entry in entries)
    return {
        name: {slot: table.face(name, slot, [times(secret, pair[0])]) for slot, pair in enumerate(deck.slots)}
        for name, deck in table.decks.items()
    }
