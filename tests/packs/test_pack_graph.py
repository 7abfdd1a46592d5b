"""Walks counted on small graphs whose answers are known, and on the small board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keep_p2p.packs.board_file import parse_board
from keep_p2p.packs.check import meet, opens
from keep_p2p.packs.graph import Graph, cut_rooms, distances, pieces, region, with_doors, within
from keep_p2p.packs.measures import measure
from keep_p2p.rules.board import Rect
from keep_p2p.rules.names import Region, Room
from tests.packs.small import small_board

BOARD = parse_board(small_board(), "small.toml")


def graph(*edges: str) -> Graph:
    """Rooms of one letter, from edges of two."""
    near: dict[Room, list[Room]] = {}
    for a, b in (tuple(edge) for edge in edges):
        near.setdefault(Room(a), []).append(Room(b))
        near.setdefault(Room(b), []).append(Room(a))
    return {room: tuple(rooms) for room, rooms in near.items()}


def test_distances_are_counted_in_rooms_walked() -> None:
    assert distances(graph("ab", "bc", "cd", "ad"), Room("a")) == {"a": 0, "b": 1, "d": 1, "c": 2}


def test_rooms_out_of_reach_are_not_in_the_distances() -> None:
    assert distances(graph("ab", "cd"), Room("a")) == {"a": 0, "b": 1}


@pytest.mark.parametrize(
    ("edges", "cuts"),
    [
        (("ab", "bc"), ("b",)),
        (("ab", "bc", "ca"), ()),
        (("ab", "bc", "ca", "cd"), ("c",)),
        (("ab", "bc", "ca", "cd", "de", "ec"), ("c",)),
        (("ab",), ()),
        (("ab", "bc", "de", "ef"), ("b", "e")),
    ],
)
def test_a_room_cuts_when_its_piece_falls_apart_without_it(edges: tuple[str, ...], cuts: tuple[str, ...]) -> None:
    assert cut_rooms(graph(*edges)) == cuts


@given(st.lists(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("abcdefg")), min_size=1))
def test_pieces_part_the_graph_and_no_doorway_joins_two_of_them(edges: list[tuple[str, str]]) -> None:
    whole = graph(*(a + b for a, b in edges if a != b))
    found = pieces(whole)
    assert sorted(room for piece in found for room in piece) == sorted(whole)
    for piece in found:
        assert all(near in piece for room in piece for near in whole[room])


def test_a_part_of_a_graph_keeps_only_its_own_doorways() -> None:
    assert within(graph("ab", "bc"), (Room("a"), Room("b"))) == {"a": ("b",), "b": ("a",)}


def test_only_secret_doors_join_the_regions() -> None:
    assert len(distances(BOARD.neighbours, Room("k00"))) == 18
    assert len(distances(with_doors(BOARD), Room("k00"))) == 22
    assert distances(with_doors(BOARD), Room("k52"))[Room("c0")] == 1
    assert set(region(BOARD, Region.CELLAR)) == {"c0", "c1", "c2", "c3"}


def test_the_small_board_measures_as_counted_by_hand() -> None:
    measures = measure(BOARD)
    assert measures.door_to_marked == 2.5  # k52 to c1 is 2, to c2 3
    assert measures.door_to_nearest_marked == 2
    # From k00 to k52 it is 7, from k40 it is 3; the mean of the five is 5.
    assert [table.entry_to_door for table in measures.tables] == [5, 5, 5]
    assert [table.entry_to_marked for table in measures.tables] == [7.5, 7.5, 7.5]
    assert (measures.tables[0].nearest, measures.tables[0].farthest) == (5.5, 9.5)
    assert measures.cuts == {Region.KEEP: (), Region.CELLAR: ("c1", "c2")}
    assert measures.diameter == {Region.KEEP: 7, Region.CELLAR: 3}
    assert measures.degrees[Region.CELLAR] == {1: 2, 2: 2}
    assert measures.detours[Room("k11")] == 0
    assert measures.detours[Room("c3")] == 2
    assert measures.beside_doors == ("k51", "k42")


@pytest.mark.parametrize(
    ("other", "cells"),
    [
        (Rect(4, 0, 5, 3), (1, 3)),
        (Rect(5, 0, 5, 3), (0, 3)),
        (Rect(0, 2, 5, 3), (5, 1)),
        (Rect(4, 2, 5, 3), (1, 1)),
        (Rect(2, 1, 5, 3), (3, 2)),
    ],
)
def test_rects_meet_in_the_cells_they_share(other: Rect, cells: tuple[int, int]) -> None:
    assert meet(Rect(0, 0, 5, 3), other) == cells


@pytest.mark.parametrize(
    ("cell", "wall"),
    [
        ((2, 0), "north"),
        ((2, 2), "south"),
        ((0, 1), "west"),
        ((4, 1), "east"),
        ((0, 0), ""),
        ((2, 1), ""),
        ((9, 1), ""),
    ],
)
def test_a_doorway_lies_in_a_wall_and_in_no_corner(cell: tuple[int, int], wall: str) -> None:
    assert opens(BOARD.room_data[Room("k00")], cell) == wall
