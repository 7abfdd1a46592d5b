"""Prints a board's picture and its measures: how far, how cut up, how useful each room is.

    python3 tools/board_report.py [BOARD.toml] [--ascii]

The goals that the default board was designed to are in docs/boards.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _pipe import finish
from keep_p2p.packs import PackError, load_board
from keep_p2p.packs.measures import Measures, measure
from keep_p2p.rules.board import Board
from keep_p2p.rules.names import GUARDS, Character, Region
from keep_p2p.ui.map import ASCII, UNICODE, MapState, draw_map, legend


def start_state(board: Board) -> MapState:
    """The board before the Searchers come: guards and Molasar on their starts, all entries and marked rooms shown."""
    return MapState(
        pawns={Character.MOLASAR: board.molasar_start, **dict(zip(GUARDS, board.guard_starts, strict=True))},
        entries=tuple(entry.room for entry in board.entries),
        marked=tuple(hilt.room for hilt in board.hilt_rooms),
    )


def report(board: Board, measures: Measures) -> Iterator[str]:
    """The measures as lines of text."""
    count = {which: sum(room.region is which for room in board.rooms) for which in Region}
    stairs = {which: sum(room.region is which and room.stair for room in board.rooms) for which in Region}
    for which in Region:
        degrees = ", ".join(f"{many} rooms have {n}" for n, many in measures.degrees[which].items())
        yield f"{which}: {count[which]} rooms, {stairs[which]} of them stairs, at most {measures.diameter[which]} apart"
        yield f"{which}: doorways: {degrees}"
        yield f"{which}: rooms that cut it in two: " + (", ".join(measures.cuts[which]) or "none")
    yield ""
    yield "Searchers  entries  marked  entry to marked (of which in the keep)   nearest - farthest entry"
    for table in measures.tables:
        yield (
            f"{table.searchers:9}  {len(table.by_entry):7}  {table.marked:6}  {table.entry_to_marked:15.1f}  "
            f"({table.entry_to_door:.1f}){table.nearest:34.1f} - {table.farthest:.1f}"
        )
        yield "           " + ", ".join(f"{room} {way:.1f}" for room, way in table.by_entry)
    yield ""
    yield (
        f"secret door to marked room: {measures.door_to_marked:.1f}, "
        f"to the nearest one {measures.door_to_nearest_marked:.1f}"
    )
    yield "entries or guard starts beside a secret door: " + (", ".join(measures.beside_doors) or "none")
    off = {room: detour for room, detour in measures.detours.items() if detour}
    yield "rooms off every shortest way, with the detour they cost: " + (
        ", ".join(f"{room} {detour}" for room, detour in off.items()) or "none"
    )


def main() -> int:
    """Print the report; 2 and one sentence when the pack cannot be used."""
    parser = argparse.ArgumentParser(description="A board's picture and its measures.")
    parser.add_argument("board", nargs="?", type=Path, help="a board pack (the default one if left out)")
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
    options = parser.parse_args()
    glyphs = ASCII if options.ascii else UNICODE
    try:
        board = load_board(options.board).board
    except PackError as error:
        print(error, file=sys.stderr)
        return 2
    for line in (*draw_map(board, start_state(board), glyphs), "", *legend(board, glyphs), ""):
        print(line)
    for line in report(board, measure(board)):
        print(line)
    return 0


if __name__ == "__main__":
    finish(main)
