"""A grid as an SVG picture: what a true-colour terminal shows. For the documents, and to look at colours."""

from __future__ import annotations

import re
from html import escape

from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.theme import Depth, Theme
from keep_p2p.ui.screen.widths import width

COLUMN, ROW = 8.43, 18
"""Pixels of a cell, for a font of 14 pixels."""

PAPER, INK = "#121212", "#d7d7d7"
"""The terminal's own background and letters in the picture."""

ANSI = {
    "ansiblack": "#000000", "ansired": "#cd3131", "ansigreen": "#0dbc79", "ansiyellow": "#e5e510",
    "ansiblue": "#2472c8", "ansimagenta": "#bc3fbc", "ansicyan": "#11a8cd", "ansiwhite": "#e5e5e5",
    "ansibrightblack": "#666666",
}  # fmt: skip
"""What common terminals make of the sixteen colours."""


def to_svg(grid: Grid, theme: Theme | None = None) -> str:
    """The picture, with nothing in it that has to be fetched."""
    theme = theme or Theme(Depth.TRUE)
    wide, high = grid.size.width * COLUMN + 16, grid.size.height * ROW + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
        f'viewBox="0 0 {wide:.0f} {high:.0f}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
        f'font-size="14">',
        f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>',
    ]
    for y, row in enumerate(grid.rows):
        x = 0
        while x < len(row):
            role, start, text = row[x].role, x, ""
            while x < len(row) and row[x].role == role:
                text += row[x].text
                x += 1
            parts.append(_run(start, y, text, x - start, theme.style(role)))
    return "\n".join(filter(None, parts)) + "\n</svg>\n"


def _run(x: int, y: int, text: str, columns: int, style: str) -> str:
    words = style.split()
    ink, paper = _colour(words, "fg:", INK), _colour(words, "bg:", PAPER)
    if "reverse" in words:
        ink, paper = paper, ink
    left, top = 8 + x * COLUMN, 8 + y * ROW
    found = ""
    if paper != PAPER:
        found = f'<rect x="{left:.2f}" y="{top}" width="{columns * COLUMN:.2f}" height="{ROW}" fill="{paper}"/>'
    if not text.strip():
        return found
    more = ' font-weight="bold"' if "bold" in words else ""
    more += ' text-decoration="underline"' if "underline" in words else ""
    lead = width(text) - width(text.lstrip(" "))
    bare = text.strip(" ")
    return found + (
        f'<text x="{left + lead * COLUMN:.2f}" y="{top + 13.5}" fill="{ink}"{more} '
        f'textLength="{width(bare) * COLUMN:.2f}" xml:space="preserve">{escape(bare)}</text>'
    )


def _colour(words: list[str], kind: str, usual: str) -> str:
    found = next((word[3:] for word in words if word.startswith(kind)), "")
    return found if re.fullmatch(r"#[0-9a-f]{6}", found) else ANSI.get(found, usual)
