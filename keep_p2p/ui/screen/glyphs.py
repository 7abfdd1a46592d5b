"""The characters that are no letters: lines, marks and bars, for UTF-8 terminals and for ASCII ones."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from keep_p2p.ui import map as board_map


@dataclass(frozen=True, slots=True)
class GlyphSet:
    """One set of them. Each is one column wide. ``map`` are the board's own."""

    horizontal: str = "─"
    vertical: str = "│"
    top_left: str = "╭"
    top_right: str = "╮"
    bottom_left: str = "╰"
    bottom_right: str = "╯"
    tee_left: str = "├"
    tee_right: str = "┤"
    tee_top: str = "┬"
    tee_bottom: str = "┴"
    pointer: str = "▸"  # before the line the arrows are on
    bullet: str = "•"
    yes: str = "✓"
    no: str = "✗"
    on: str = "●"
    off: str = "○"
    up: str = "↑"
    down: str = "↓"
    left: str = "←"
    right: str = "→"
    more: str = "…"
    full: str = "█"  # a bar's done part
    empty: str = "░"  # a bar's rest
    thumb: str = "█"  # of a scroll bar
    track: str = "│"
    caret: str = "▏"
    here: str = "○"  # in a room that may be chosen
    card: str = "♠"  # a room that may be chosen only at the price of a card
    track_dot: str = "·"  # of a walk over the ground
    door_found: str = "◆"  # a secret door that is open to whoever looks
    faces: tuple[str, ...] = ("⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
    map: board_map.Glyphs = board_map.UNICODE
    ascii_only: bool = False


UTF8 = GlyphSet()
ASCII = GlyphSet(
    horizontal="-", vertical="|", top_left="+", top_right="+", bottom_left="+", bottom_right="+",
    tee_left="+", tee_right="+", tee_top="+", tee_bottom="+", pointer=">", bullet="*", yes="+", no="x",
    on="*", off="o", up="^", down="v", left="<", right=">", more="~", full="#", empty=".", thumb="#",
    track="|", caret="_", here="o", card="$", track_dot=".", door_found="%", faces=("1", "2", "3", "4", "5", "6"),
    map=board_map.ASCII, ascii_only=True,
)  # fmt: skip


def glyphs_for(environ: Mapping[str, str], platform: str = sys.platform) -> GlyphSet:
    """The set that a terminal with these environment variables can show: LC_ALL, LC_CTYPE and LANG say, in this order.

    Windows Terminal and its like are always UTF-8. The Linux console's font has too few characters.
    """
    if platform == "win32":
        return UTF8
    if environ.get("TERM") == "linux":
        return ASCII
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    return UTF8 if "utf" in locale.lower() else ASCII
