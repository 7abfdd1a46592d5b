"""The grid, the areas, columns of text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.events import Key, Target
from keep_p2p.ui.screen.geometry import Breakpoint, Rect, Size, breakpoint_of
from keep_p2p.ui.screen.glyphs import ASCII, UTF8, glyphs_for
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.theme import Depth, Theme, depth_for
from keep_p2p.ui.screen.widths import clip, pad, width, wrap

WIDE = "夜の城"
TEXTS = st.text(st.sampled_from("abc 夜é\u0301x\n"), max_size=60)


def test_a_wide_character_takes_two_cells() -> None:
    grid = Grid(Size(10, 1))
    assert grid.put(0, 0, WIDE) == 6
    assert grid.rows[0][0].text == "夜"
    assert grid.rows[0][1].text == ""


def test_a_wide_character_that_does_not_fit_whole_is_left_out() -> None:
    grid = Grid(Size(5, 1))
    grid.put(0, 0, WIDE)
    assert grid.lines() == ("夜の",)


@pytest.mark.parametrize("x", [0, 1])
def test_half_of_a_wide_character_never_stays(x: int) -> None:
    grid = Grid(Size(4, 1))
    grid.put(0, 0, "夜")
    grid.put(x, 0, "a")
    assert grid.lines()[0].strip() == "a"
    assert all(cell.text for cell in grid.rows[0])


def test_nothing_is_drawn_beyond_an_area() -> None:
    grid = Grid(Size(12, 3))
    Area(grid, Rect(2, 1, 4, 1)).put(0, 0, "abcdefgh")
    Area(grid, Rect(2, 1, 4, 1)).put(0, 1, "below")
    assert grid.lines() == ("", "  abcd", "")


def test_a_mark_on_a_letter_stays_with_it() -> None:
    assert width("é") == width("e\u0301") == 1
    grid = Grid(Size(3, 1))
    grid.put(0, 0, "e\u0301a")
    assert grid.rows[0][0].text == "e\u0301"


def test_escape_sequences_in_a_name_draw_nothing_but_their_letters() -> None:
    grid = Grid(Size(20, 1))
    grid.put(0, 0, "Anna\x1b[2J\u202e")
    assert grid.lines() == ("Anna[2J",)


@given(TEXTS, st.integers(1, 12))
@settings(deadline=None)
def test_wrapped_lines_fit_and_lose_nothing_but_blanks(text: str, columns: int) -> None:
    lines = wrap(text, max(2, columns))
    assert all(width(line) <= max(2, columns) for line in lines)
    kept = [c for c in "".join(lines) if c not in " \u0301"]
    assert kept == [c for c in text if c not in " \n\u0301"]


@given(TEXTS, st.integers(0, 20))
@settings(deadline=None)
def test_clipped_text_fits(text: str, columns: int) -> None:
    assert width(clip(text, columns)) <= columns


def test_padding_counts_columns() -> None:
    assert pad("夜", 4) == "夜  "


def test_a_hanging_line_keeps_the_alignment_of_what_is_before_it() -> None:
    assert wrap("a    one two", 9, 5) == ("a    one", "     two")


@pytest.mark.parametrize(
    ("text", "columns", "hanging", "lines"),
    [
        ("In /home/anna/games/keep", 12, 0, ("In", "/home/anna/", "games/keep")),
        ("In /home/anna/games/keep", 12, 2, ("In", "  /home/", "  anna/", "  games/keep")),
        (r"C:\Users\anna\keep", 12, 0, ("C:\\Users\\", "anna\\keep")),
        ("and/or", 6, 0, ("and/or",)),
        ("/unbreakable/x", 5, 0, ("/", "unbre", "akabl", "e/x")),
    ],
)
def test_a_path_too_wide_for_a_line_is_broken_behind_slashes(
    text: str, columns: int, hanging: int, lines: tuple[str, ...]
) -> None:
    assert wrap(text, columns, hanging) == lines


@pytest.mark.parametrize(
    ("size", "point"),
    [
        (Size(80, 24), Breakpoint.COMPACT),
        (Size(100, 29), Breakpoint.COMPACT),
        (Size(100, 30), Breakpoint.MEDIUM),
        (Size(120, 40), Breakpoint.WIDE),
        (Size(199, 60), Breakpoint.WIDE),
        (Size(200, 60), Breakpoint.HUGE),
    ],
)
def test_a_layout_needs_both_its_columns_and_its_rows(size: Size, point: Breakpoint) -> None:
    assert breakpoint_of(size) is point


@pytest.mark.parametrize("depth", list(Depth))
def test_every_role_has_a_style_at_every_depth(depth: Depth) -> None:
    theme = Theme(depth)
    styles = {role: theme.style(role) for role in Role}
    if depth is Depth.NONE:
        assert not any("fg:" in style or "bg:" in style for style in styles.values())
    if depth is Depth.SIXTEEN:
        assert not any("#" in style for style in styles.values())


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"TERM": "xterm-256color"}, Depth.MANY),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Depth.MANY),
        ({"TERM": "xterm"}, Depth.SIXTEEN),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, Depth.NONE),
    ],
)
def test_colours_are_what_the_environment_promises(environ: dict[str, str], depth: Depth) -> None:
    assert depth_for(environ, "linux") is depth


@pytest.mark.parametrize(
    ("environ", "unicode"),
    [
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.utf8"}, True),
        ({}, False),
        ({"LANG": "C.UTF-8", "TERM": "linux"}, False),
    ],
)
def test_lines_are_drawn_with_what_the_locale_can_show(environ: dict[str, str], unicode: bool) -> None:
    assert glyphs_for(environ, "linux") is (UTF8 if unicode else ASCII)
    assert glyphs_for(environ, "win32") is UTF8


def test_the_ascii_set_is_ascii_and_every_glyph_is_one_column() -> None:
    for glyphs in (UTF8, ASCII):
        texts = [getattr(glyphs, name) for name in glyphs.__slots__ if isinstance(getattr(glyphs, name), str)]
        assert all(width(text) == 1 for text in texts)
    assert all(getattr(ASCII, name).isascii() for name in ASCII.__slots__ if isinstance(getattr(ASCII, name), str))
    assert Look().glyphs is UTF8


def test_a_dimmed_grid_can_no_longer_be_clicked() -> None:
    grid = Grid(Size(8, 1))
    grid.put(0, 0, "a", link=Key("a"))
    grid.put(2, 0, "b", link=Target("b"))
    assert set(grid.links()) == {Key("a"), Target("b")}
    grid.dim()
    assert grid.links() == {}
