"""A terminal's screen, as `tmux capture-pane -e` gives it, as an SVG picture: letters as text, lines and blocks drawn.

Lines of walls and frames are drawn as lines and not as letters, so that they meet whatever font the reader has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape

COLUMN, ROW = 8.4, 18.0
"""Units of a cell, for a font of 14."""

MARGIN = 8.0
PAPER, INK = "#121212", "#d7d7d7"
"""The terminal's own background and letters."""

FONT = "DejaVu Sans Mono,Menlo,Consolas,monospace"

SIXTEEN = (
    "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
    "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
)  # fmt: skip
"""What common terminals make of the sixteen colours."""

CUBE = (0, 95, 135, 175, 215, 255)
"""The levels of the 256 colours' cube."""

THIN, THICK = 1.3, 2.6
"""Widths of light and heavy lines."""

_SGR = re.compile(r"\x1b\[([0-9;:]*)m|\x1b\[[0-9;?]*[A-Za-z]|\x1b[()].|\x0e|\x0f")


@dataclass(frozen=True, slots=True)
class Style:
    """How a cell looks. ``ink`` and ``paper`` None: the terminal's own."""

    ink: str | None = None
    paper: str | None = None
    bold: bool = False
    underline: bool = False
    reverse: bool = False
    faint: bool = False

    @property
    def colours(self) -> tuple[str, str]:
        """The letters' colour and the background's, reversal done."""
        ink, paper = self.ink or INK, self.paper or PAPER
        return (paper, ink) if self.reverse else (ink, paper)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; the right half of a wide letter has no text."""

    text: str
    style: Style


def cells(screen: str) -> list[list[Cell]]:
    """The rows of a captured screen."""
    rows, style = [], Style()
    for line in screen.rstrip("\n").split("\n"):
        row: list[Cell] = []
        at = 0
        for found in _SGR.finditer(line):
            row += _letters(line[at : found.start()], style)
            if found.group(1) is not None:
                style = _styled(style, found.group(1))
            at = found.end()
        rows.append(row + _letters(line[at:], style))
    return rows


def _letters(text: str, style: Style) -> list[Cell]:
    row: list[Cell] = []
    for letter in text:
        if unicodedata.combining(letter) and row:
            row[-1] = Cell(row[-1].text + letter, style)
            continue
        row.append(Cell(letter, style))
        if unicodedata.east_asian_width(letter) in "WF":
            row.append(Cell("", style))
    return row


def _styled(style: Style, parameters: str) -> Style:
    """``style`` after one SGR sequence (ECMA-48, and the usual codes for 256 and true colours)."""
    codes = iter([int(code or 0) for code in re.split("[;:]", parameters)])
    for code in codes:
        match code:
            case 0:
                style = Style()
            case 1:
                style = replace(style, bold=True)
            case 2:
                style = replace(style, faint=True)
            case 4:
                style = replace(style, underline=True)
            case 7:
                style = replace(style, reverse=True)
            case 22:
                style = replace(style, bold=False, faint=False)
            case 24:
                style = replace(style, underline=False)
            case 27:
                style = replace(style, reverse=False)
            case 38:
                style = replace(style, ink=_colour(codes))
            case 48:
                style = replace(style, paper=_colour(codes))
            case 39:
                style = replace(style, ink=None)
            case 49:
                style = replace(style, paper=None)
            case _ if 30 <= code <= 37 or 90 <= code <= 97:
                style = replace(style, ink=SIXTEEN[code - 30 if code < 90 else code - 82])
            case _ if 40 <= code <= 47 or 100 <= code <= 107:
                style = replace(style, paper=SIXTEEN[code - 40 if code < 100 else code - 92])
    return style


def _colour(codes: Iterator[int]) -> str:
    if next(codes, 5) == 2:
        return "#" + "".join(f"{next(codes, 0):02x}" for _ in range(3))
    number = next(codes, 0)
    if number < 16:
        return SIXTEEN[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    number -= 16
    return "#" + "".join(f"{CUBE[level]:02x}" for level in (number // 36, number // 6 % 6, number % 6))


# --- lines and blocks ---------------------------------------------------------------------------------------

_WAYS = {
    "UP": "u", "DOWN": "d", "LEFT": "l", "RIGHT": "r", "VERTICAL": "ud", "HORIZONTAL": "lr",
}  # fmt: skip


@cache
def arms(letter: str) -> dict[str, int]:
    """Which ways a box-drawing letter's lines go from its middle: ``u d l r``, 1 light and 2 heavy; empty for others.

    The letters' own names say it: BOX DRAWINGS DOWN HEAVY AND RIGHT LIGHT.
    """
    name = unicodedata.name(letter, "")
    if not name.startswith("BOX DRAWINGS ") or "DIAGONAL" in name or "DASH" in name or "DOUBLE" in name:
        return {}
    found: dict[str, int] = {}
    weight = 0
    waiting: list[str] = []
    for word in name.removeprefix("BOX DRAWINGS ").split():
        if word in ("LIGHT", "HEAVY"):
            weight = 1 if word == "LIGHT" else 2
            # "DOWN HEAVY" names the way first, "LIGHT DOWN" the weight.
            for ways in waiting:
                found.update(dict.fromkeys(ways, weight))
            weight, waiting = (0, []) if waiting else (weight, [])
        elif word in _WAYS:
            if weight:
                found.update(dict.fromkeys(_WAYS[word], weight))
            else:
                waiting.append(_WAYS[word])
    return found


BLOCKS: dict[str, tuple[float, float, float, float, float]] = {
    "█": (0, 0, 1, 1, 1), "▀": (0, 0, 1, 0.5, 1), "▄": (0, 0.5, 1, 0.5, 1), "▌": (0, 0, 0.5, 1, 1),
    "▐": (0.5, 0, 0.5, 1, 1), "░": (0, 0, 1, 1, 0.2), "▒": (0, 0, 1, 1, 0.4), "▓": (0, 0, 1, 1, 0.7),
}  # fmt: skip
"""Part of the cell that a block letter fills (x, y, width, height), and how dense."""


class _Lines:
    """Strokes, those in one line joined, by colour and width."""

    def __init__(self) -> None:
        self._across: dict[tuple[str, int, float], list[tuple[float, float]]] = {}
        self._down: dict[tuple[str, int, float], list[tuple[float, float]]] = {}

    def add(self, x: int, y: int, letter: str, ink: str) -> None:
        left, top = MARGIN + x * COLUMN, MARGIN + y * ROW
        middle, centre = left + COLUMN / 2, top + ROW / 2
        for way, weight in arms(letter).items():
            if way in "lr":
                ends = (left, middle) if way == "l" else (middle, left + COLUMN)
                self._across.setdefault((ink, weight, centre), []).append(ends)
            else:
                ends = (top, centre) if way == "u" else (centre, top + ROW)
                self._down.setdefault((ink, weight, middle), []).append(ends)

    def svg(self) -> Iterator[str]:
        paths: dict[tuple[str, int], list[str]] = {}
        for strokes, form in ((self._across, "M{0} {2}H{1}"), (self._down, "M{2} {0}V{1}")):
            for (ink, weight, at), ends in strokes.items():
                for start, end in _joined(ends):
                    paths.setdefault((ink, weight), []).append(form.format(_n(start), _n(end), _n(at)))
        for (ink, weight), parts in sorted(paths.items()):
            width = THICK if weight == 2 else THIN
            yield f'<path d="{"".join(parts)}" stroke="{ink}" stroke-width="{width}" stroke-linecap="square"/>'


def _joined(ends: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for start, end in sorted(ends):
        if found and start <= found[-1][1] + 0.01:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


# --- the picture --------------------------------------------------------------------------------------------


def to_svg(screen: str, columns: int, rows: int, title: str) -> str:
    """The picture of a captured screen of so many cells. ``title`` is read to those who cannot see it."""
    wide, high = columns * COLUMN + 2 * MARGIN, rows * ROW + 2 * MARGIN
    grid = cells(screen)[:rows]
    papers: list[str] = []
    texts: list[str] = []
    blocks: list[tuple[int, int, Cell]] = []
    lines = _Lines()
    for y, row in enumerate(grid):
        for start, run in _runs(row, lambda style: style.colours[1]):
            paper = run[0].style.colours[1]
            if paper != PAPER:
                papers.append(_rect(start, y, len(run), paper))
        for x, cell in enumerate(row):
            if arms(cell.text[:1] or " "):
                lines.add(x, y, cell.text, cell.style.colours[0])
            elif cell.text in BLOCKS:
                blocks.append((x, y, cell))
        texts += _texts(y, row)
    return (
        "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
                f'viewBox="0 0 {wide:.0f} {high:.0f}" font-family="{FONT}" font-size="14" fill="{INK}" role="img">',
                f"<title>{escape(title)}</title>",
                f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>',
                '<g shape-rendering="crispEdges">',
                *papers,
                *_blocks(blocks),
                "</g>",
                '<g fill="none">',
                *lines.svg(),
                "</g>",
                *texts,
                "</svg>",
            )
        )
        + "\n"
    )


def _runs(row: Sequence[Cell], of: object) -> Iterator[tuple[int, Sequence[Cell]]]:
    """Neighbouring cells that look alike in what ``of`` (style to anything) tells."""
    assert callable(of), "tells what of a style counts"
    start = 0
    for x in range(1, len(row) + 1):
        if x == len(row) or of(row[x].style) != of(row[start].style):
            yield start, row[start:x]
            start = x


def _rect(x: float, y: float, columns: float, paper: str, rows: float = 1, more: str = "") -> str:
    left, top = MARGIN + x * COLUMN, MARGIN + y * ROW
    return (
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(columns * COLUMN)}" height="{_n(rows * ROW)}" '
        f'fill="{paper}"{more}/>'
    )


def _blocks(blocks: Sequence[tuple[int, int, Cell]]) -> Iterator[str]:
    """Block letters, those of one kind side by side in one rectangle."""
    n = 0
    while n < len(blocks):
        x, y, cell = blocks[n]
        left, top, wide, high, dense = BLOCKS[cell.text]
        length = 1
        while wide == 1 and n + length < len(blocks) and blocks[n + length] == (x + length, y, cell):
            length += 1
        more = f' opacity="{dense}"' if dense < 1 else ""
        yield _rect(x + left, y + top, length - 1 + wide, cell.style.colours[0], high, more)
        n += length


def _texts(y: int, row: Sequence[Cell]) -> Iterator[str]:
    for start, run in _runs(row, lambda style: style):
        style = run[0].style
        # Lines and blocks are drawn; so many blanks that a word could drift are left out.
        text = "".join(" " if arms(c.text[:1] or " ") or c.text in BLOCKS else c.text or "\0" for c in run)
        for found in re.finditer(r"\S+(?: \S+)*", text):
            bare = found.group().replace("\0", "")
            columns = found.end() - found.start()
            more = f' fill="{style.colours[0]}"' if style.colours[0] != INK else ""
            more += ' font-weight="bold"' if style.bold else ""
            more += ' text-decoration="underline"' if style.underline else ""
            more += ' opacity=".6"' if style.faint else ""
            left = MARGIN + (start + found.start()) * COLUMN
            length = f' textLength="{_n(columns * COLUMN)}"' if columns > 1 else ""
            yield f'<text x="{_n(left)}" y="{_n(MARGIN + y * ROW + 13.5)}"{length}{more}>{escape(bare)}</text>'
