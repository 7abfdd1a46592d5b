"""The goals that the default board and deck were designed to (docs/boards.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

import board_report
import deck_report
from keep_p2p.packs import load_packs
from keep_p2p.packs.graph import distances, with_doors, within
from keep_p2p.packs.measures import measure
from keep_p2p.rules.names import Region
from keep_p2p.ui.map import UNICODE, draw_map, wrap_label

PACKS = load_packs()
BOARD = PACKS.board.board
DECK = PACKS.deck.deck
MEASURES = measure(BOARD)


def count(which: Region, *, stairs: bool = False) -> int:
    return sum(room.region is which and (room.stair or not stairs) for room in BOARD.rooms)


def test_the_board_has_55_to_75_rooms_and_stairs_in_both_regions() -> None:
    assert 55 <= len(BOARD.rooms) <= 75
    assert count(Region.KEEP, stairs=True) >= 3
    assert count(Region.CELLAR, stairs=True) >= 3


def test_both_regions_fit_side_by_side_into_118_columns_and_30_rows() -> None:
    lines = draw_map(BOARD)
    assert max(map(len, lines)) <= 118
    assert len(lines) <= 30


def test_every_room_shows_its_whole_name() -> None:
    for room in BOARD.rooms:
        rows, width = max(1, room.rect.height - 3), room.rect.width - 2
        assert " ".join(wrap_label(room.name, width, rows)) == room.name, room.id


def test_identifiers_are_the_names_in_plain_letters() -> None:
    for room in BOARD.rooms:
        assert room.id == room.name.lower().replace("'", "").replace(" ", "-")


def test_there_are_six_secret_doors_between_twelve_rooms() -> None:
    sides = [side for door in BOARD.secret_doors for side in (door.keep_side, door.cellar_side)]
    assert len(BOARD.secret_doors) == 6
    assert len(set(sides)) == 12


def test_no_secret_door_is_beside_an_entry_or_a_guard_start() -> None:
    assert MEASURES.beside_doors == ()


def test_there_are_six_marked_rooms_and_molasar_starts_in_none() -> None:
    assert len(BOARD.hilt_rooms) == 6
    assert BOARD.molasar_start not in {hilt.room for hilt in BOARD.hilt_rooms}


@pytest.mark.parametrize("searchers", [3, 4, 5])
def test_more_entries_are_open_than_searchers_come(searchers: int) -> None:
    assert len(BOARD.entries_for(searchers)) > searchers


def test_no_single_room_cuts_a_region_in_two() -> None:
    assert MEASURES.cuts == {Region.KEEP: (), Region.CELLAR: ()}


def test_the_hilts_room_never_cuts_molasar_off() -> None:
    graph = with_doors(BOARD)
    for hilt in BOARD.hilt_rooms:
        left = within(graph, (room for room in graph if room != hilt.room))
        assert len(distances(left, BOARD.molasar_start)) == len(BOARD.rooms) - 1


def test_no_room_is_a_dead_weight() -> None:
    """Each lies on a way from an entry to a marked room that is at most two rooms longer than the shortest."""
    assert max(MEASURES.detours.values()) <= 2


def test_more_searchers_begin_farther_from_the_marked_rooms() -> None:
    three, four, five = (table.entry_to_marked for table in MEASURES.tables)
    assert three + 1 < four < five


def test_searchers_win_a_fifth_to_a_third_of_conflicts_in_the_plain_model() -> None:
    """It is about three in ten in whole games, where cards are saved for what matters."""
    lines = list(deck_report.report(DECK, conflicts=4000, seed=1))
    played = [float(line.split("wins")[1].split("%")[0]) for line in lines if line.startswith("played")]
    assert len(played) == 6
    assert 20 <= sum(played) / len(played) <= 33


def test_the_deck_has_numbers_from_1_to_10() -> None:
    numbers = {number for card in DECK.cards for number in (*card.molasar_side, *card.searcher_side)}
    assert numbers <= set(range(1, 11))


def test_the_document_shows_the_board_as_it_is() -> None:
    text = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
    assert "\n".join(draw_map(BOARD, board_report.start_state(BOARD))) in text
    assert "\n".join(board_report.report(BOARD, MEASURES)) in text


def test_the_reports_print_the_whole_board_and_all_tables() -> None:
    text = "\n".join(board_report.report(BOARD, MEASURES))
    assert "rooms that cut it in two: none" in text
    for table in MEASURES.tables:
        assert f"{table.entry_to_marked:.1f}" in text
    state = board_report.start_state(BOARD)
    assert len(state.pawns) == 13
    assert UNICODE.marked in "\n".join(draw_map(BOARD, state))
