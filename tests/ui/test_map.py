"""The map as text: exact pictures of a small board, and what holds for the default one."""

from __future__ import annotations

import unicodedata
from itertools import product

import pytest

from keep_p2p.packs import load_board
from keep_p2p.packs.board_file import parse_board
from keep_p2p.rules.names import GUARDS, Character, Region, Room
from keep_p2p.ui.map import (
    ASCII,
    UNICODE,
    Glyphs,
    MapState,
    Role,
    draw_map,
    draw_region,
    legend,
    lines,
    pawn_role,
    wrap_label,
)
from keep_p2p.ui.names import pawn_letter
from keep_p2p.ui.walls import ascii_box, box
from tests.packs.small import small_board

DEFAULT = load_board().board
TINY = parse_board(small_board(), "small.toml")

STATE = MapState(
    pawns={
        Character.EVA: Room("k10"),
        GUARDS[0]: Room("k10"),
        Character.MOLASAR: Room("c0"),
        GUARDS[11]: Room("c3"),
    },
    entries=(Room("k00"), Room("k10")),
    marked=(Room("c1"), Room("c2"), Room("c3")),
    proven=(Room("c2"),),
    hilt=Room("c3"),
)

PICTURE = """\
┏━━━━━━━━━━━━━━━━━━━━━━━┓  ┏━━━━━━━━━━━━━━━┓
┃K.» Ea» Ke. Ke. Ke. Ke.┃  ┃M◊1 C.† C.∅ Cl‡┃
┠╴ ╶─╴ ╶─╴ ╶─╴ ╶─╴ ╶─╴ ╶┨  ┗━━━━━━━━━━━━━━━┛
┃Ke. Ke. Ke. Ke. Ke. Ke.┃
┠╴ ╶─╴ ╶─╴ ╶─╴ ╶─╴ ╶─╴ ╶┨
┃Ke. Ke. Ke. Ke. Ke. .◊1┃
┗━━━━━━━━━━━━━━━━━━━━━━━┛"""

TOWER = """\
┏━━━━━━━━━┓
┩  Wolf   ┡━━
╵  Tower  │
          │
╷        »│
"""


def test_the_small_board_looks_like_this() -> None:
    assert draw_map(TINY, STATE) == tuple(PICTURE.splitlines())


def test_a_tower_of_the_default_board_looks_like_this() -> None:
    """Heavy and light walls, a doorway to the west, a label in two lines, an entry."""
    rect = DEFAULT.room_data[Room("wolf-tower")].rect
    drawn = lines(draw_region(DEFAULT, Region.KEEP, MapState(entries=(Room("wolf-tower"),))))
    corner = tuple(line[rect.x : rect.x + 13].rstrip() for line in drawn[rect.y : rect.y + 5])
    assert corner == tuple(TOWER.splitlines())


@pytest.mark.parametrize("arms", list(product(range(3), repeat=4)))
def test_every_wall_has_the_character_with_exactly_its_arms(arms: tuple[int, int, int, int]) -> None:
    """The reference is each character's Unicode name."""
    assert arms_by_name(box(arms)) == arms


def arms_by_name(character: str) -> tuple[int, int, int, int]:
    """The arms that a box-drawing character's Unicode name speaks of."""
    if character == " ":
        return (0, 0, 0, 0)
    words = unicodedata.name(character).removeprefix("BOX DRAWINGS ").replace(" AND ", " ").split()
    weights = {"LIGHT": 1, "HEAVY": 2}
    sides = {"UP": (0,), "RIGHT": (1,), "DOWN": (2,), "LEFT": (3,), "VERTICAL": (0, 2), "HORIZONTAL": (1, 3)}
    arms = [0, 0, 0, 0]
    weight = 0
    waiting: list[int] = []
    weight_first = words[0] in weights
    for word in words:
        if word in weights:
            weight = weights[word]
            if not weight_first:
                for side in waiting:
                    arms[side] = weight
                waiting = []
        elif weight_first:
            for side in sides[word]:
                arms[side] = weight
        else:
            waiting += sides[word]
    return (arms[0], arms[1], arms[2], arms[3])


@pytest.mark.parametrize(
    ("arms", "drawn"),
    [((0, 0, 0, 0), " "), ((0, 2, 0, 2), "#"), ((1, 0, 1, 0), "|"), ((0, 1, 0, 0), "-"), ((1, 1, 1, 0), "+")],
)
def test_walls_in_ascii(arms: tuple[int, int, int, int], drawn: str) -> None:
    assert ascii_box(arms) == drawn


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_doorway_is_a_gap_in_the_wall(glyphs: Glyphs) -> None:
    for region in Region:
        grid = draw_region(DEFAULT, region, glyphs=glyphs)
        for doorway in DEFAULT.doorways:
            if DEFAULT.room_data[doorway.a].region is region:
                x, y = doorway.at
                assert grid[y][x].role is Role.DOORWAY
                assert grid[y][x].text == " "


def test_walls_are_outer_where_the_region_ends_and_inner_between_rooms() -> None:
    grid = draw_region(TINY, Region.KEEP)
    assert grid[0][2].role is Role.OUTER_WALL
    assert grid[2][1].role is Role.INNER_WALL


def test_every_inside_cell_knows_its_room() -> None:
    for region in Region:
        grid = draw_region(DEFAULT, region)
        for room in DEFAULT.rooms:
            if room.region is region:
                rect = room.rect
                inside = {
                    grid[y][x].room
                    for y in range(rect.y + 1, rect.y + rect.height - 1)
                    for x in range(rect.x + 1, rect.x + rect.width - 1)
                }
                assert inside == {room.id}


def test_all_rows_of_a_grid_are_equally_long_and_each_cell_is_one_character() -> None:
    for region in Region:
        grid = draw_region(DEFAULT, region)
        assert len({len(row) for row in grid}) == 1
        assert all(len(glyph.text) == 1 for row in grid for glyph in row)


def test_ascii_is_ascii() -> None:
    state = MapState(entries=DEFAULT.entries_for(5), marked=DEFAULT.hilt_rooms_for(5), hilt=DEFAULT.hilt_rooms[0].room)
    assert all(line.isascii() for line in (*draw_map(DEFAULT, state, ASCII), *legend(DEFAULT, ASCII)))


def test_pawns_have_letters_of_their_own() -> None:
    pawns = (*Character, *GUARDS)
    assert "".join(map(pawn_letter, pawns)) == "EFCGWMabcdefghijkl"
    assert [pawn_role(pawn) for pawn in (Character.EVA, Character.MOLASAR, GUARDS[0])] == [
        Role.SEARCHER,
        Role.MOLASAR,
        Role.GUARD,
    ]


def test_every_pawn_is_drawn_in_its_room() -> None:
    """One pawn in each room in turn, and a crowd of four in each."""
    crowd = (Character.EVA, Character.WOERMANN, Character.MOLASAR, GUARDS[2])
    for room in DEFAULT.rooms:
        grid = draw_region(DEFAULT, room.region, MapState(pawns=dict.fromkeys(crowd, room.id)))
        shown = [
            glyph.text
            for row in grid
            for glyph in row
            if glyph.room == room.id and glyph.role in (Role.SEARCHER, Role.MOLASAR, Role.GUARD)
        ]
        assert shown == ["E", "W", "M", "c"]


def test_pawns_outside_the_keep_are_on_no_map() -> None:
    assert draw_map(DEFAULT, MapState(pawns={})) == draw_map(DEFAULT)


@pytest.mark.parametrize(
    ("mark", "role", "room"),
    [("»", Role.ENTRY, "k00"), ("†", Role.MARKED, "c1"), ("∅", Role.PROVEN, "c2"), ("‡", Role.HILT, "c3")],
)
def test_marks_stand_in_their_rooms(mark: str, role: Role, room: str) -> None:
    cells = [glyph for region in Region for row in draw_region(TINY, region, STATE) for glyph in row]
    assert next(glyph.room for glyph in cells if glyph.role is role and glyph.text == mark) == room


def test_a_secret_door_is_numbered_on_both_its_sides() -> None:
    for number, door in enumerate(DEFAULT.secret_doors, start=1):
        for region, room in ((Region.KEEP, door.keep_side), (Region.CELLAR, door.cellar_side)):
            grid = draw_region(DEFAULT, region)
            marks = [g.text for row in grid for g in row if g.role is Role.SECRET_DOOR and g.room == room]
            assert "".join(marks) == f"◊{number}"


def test_stairs_are_drawn_as_stairs_and_nothing_else_is() -> None:
    stairs = {room.id for room in DEFAULT.rooms if room.stair}
    drawn = {
        glyph.room
        for region in Region
        for row in draw_region(DEFAULT, region)
        for glyph in row
        if glyph.role is Role.STAIRS
    }
    assert drawn == stairs


def test_the_regions_stand_side_by_side_with_a_gap() -> None:
    keep, cellar = (lines(draw_region(DEFAULT, region)) for region in Region)
    drawn = draw_map(DEFAULT, gap=4)
    for number, line in enumerate(drawn):
        assert line == (keep[number].ljust(len(keep[0]) + 4) + cellar[number]).rstrip()


def test_the_legend_names_every_secret_door() -> None:
    text = "\n".join(legend(DEFAULT))
    assert all(door.name in text for door in DEFAULT.secret_doors)


@pytest.mark.parametrize(
    ("name", "width", "rows", "label"),
    [
        ("Well", 7, 2, ("Well",)),
        ("Gate Passage", 8, 2, ("Gate", "Passage")),
        ("Gate Passage", 12, 2, ("Gate Passage",)),
        ("Gate Passage", 8, 1, ("Gate Pa.",)),
        ("Undercroft", 7, 2, ("Underc.",)),
        ("The Long North Gallery", 8, 2, ("The Long", "North G.")),
        ("Ice House", 4, 1, ("Ice.",)),
    ],
)
def test_a_label_is_wrapped_and_cut_to_its_room(name: str, width: int, rows: int, label: tuple[str, ...]) -> None:
    assert wrap_label(name, width, rows) == label
    assert all(len(line) <= width for line in label)
