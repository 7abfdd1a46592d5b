"""Pictures of terminals: colours as the terminal has them, lines that meet, small files."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from ansi_svg import PAPER, SIXTEEN, Style, arms, cells, to_svg

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
MOST_BYTES = 60_000


@pytest.mark.parametrize(
    ("letter", "found"),
    [
        ("─", {"l": 1, "r": 1}),
        ("┃", {"u": 2, "d": 2}),
        ("╭", {"d": 1, "r": 1}),
        ("┍", {"d": 1, "r": 2}),
        ("┲", {"l": 1, "r": 2, "d": 2}),
        ("┠", {"u": 2, "d": 2, "r": 1}),
        ("╵", {"u": 1}),
        ("╶", {"r": 1}),
        ("A", {}),
        ("╳", {}),
    ],
)
def test_a_line_goes_the_ways_that_its_name_says(letter: str, found: dict[str, int]) -> None:
    assert arms(letter) == found


def test_every_letter_of_the_board_and_the_frames_is_drawn() -> None:
    for letter in "─│╭╮╰╯├┤┬┴┼━┃┏┓┗┛┯┷┠┨┡┢┩┪┱┲┹┺╴╵╶╷":
        assert arms(letter), letter


@pytest.mark.parametrize(
    ("codes", "style"),
    [
        ("1;38;2;255;0;16", Style("#ff0010", bold=True)),
        ("48;5;236", Style(paper="#303030")),
        ("38;5;214", Style("#ffaf00")),
        ("31;42", Style(SIXTEEN[1], SIXTEEN[2])),
        ("95", Style(SIXTEEN[13])),
        ("7", Style(reverse=True)),
        ("1;0", Style()),
        ("", Style()),
    ],
)
def test_colours_are_those_of_the_terminal(codes: str, style: Style) -> None:
    ((cell,),) = cells(f"\x1b[{codes}mx")
    assert cell.style == style


def test_wide_letters_take_two_cells_and_marks_above_letters_none() -> None:
    (row,) = cells("夜e\u0301x")
    assert [cell.text for cell in row] == ["夜", "", "e\u0301", "x"]


def test_the_picture_is_xml_with_all_its_words_and_joined_lines() -> None:
    screen = "\x1b[1mTHE KEEP <&>\x1b[0m\n╭────╮\n│\x1b[7m ok \x1b[0m│\n╰────╯\n██"
    tree = ElementTree.fromstring(to_svg(screen, 12, 5, "a title"))
    names = [element.tag.rpartition("}")[2] for element in tree.iter()]
    texts = [element.text for element in tree.iter() if element.tag.endswith("}text")]
    assert texts == ["THE KEEP <&>", "ok"]
    (path,) = [element for element in tree.iter() if element.tag.endswith("}path")]
    assert path.attrib["d"].count("M") == 4, "four sides, each one stroke"
    assert names.count("rect") == 3, "the paper, the reversed cells, the block"
    assert "a title" in [element.text for element in tree.iter()]
    assert tree.attrib["viewBox"].split()[2:] == ["117", "106"]


def test_reversed_cells_swap_paper_and_ink() -> None:
    assert Style(reverse=True).colours[0] == PAPER


def test_the_documents_pictures_are_small_and_fetch_nothing() -> None:
    for path in sorted(PICTURES.glob("*.svg")):
        text = path.read_text("utf-8")
        ElementTree.fromstring(text)
        assert len(text) < MOST_BYTES, path.name
        assert "href" not in text and "<script" not in text and "url(" not in text
