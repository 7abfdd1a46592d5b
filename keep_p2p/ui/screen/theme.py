"""Colours by role, for terminals with true colours, 256, 16 or none. Nothing is ever said by colour alone."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.ui.screen.roles import Role


class Depth(StrEnum):
    """How many colours the terminal has."""

    NONE = "none"
    SIXTEEN = "16"
    MANY = "256"
    TRUE = "true"


def depth_for(environ: Mapping[str, str], platform: str = sys.platform) -> Depth:
    """What these environment variables promise: NO_COLOR (no-color.org) first, then COLORTERM and TERM."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or term == "dumb":
        return Depth.NONE
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or platform == "win32":
        return Depth.TRUE
    if "256" in term or term in ("xterm-kitty", "alacritty", "foot"):
        return Depth.MANY
    return Depth.SIXTEEN


Style = str
"""A style as prompt_toolkit writes it: ``bold fg:#ffcc66 bg:ansiblue``. Empty: the terminal's own."""


@dataclass(frozen=True, slots=True)
class _Look:
    """One role's style with many colours, with sixteen, and with none."""

    many: Style
    sixteen: Style
    none: Style = ""


_STYLES: dict[Role, _Look] = {
    Role.TEXT: _Look("", ""),
    Role.FAINT: _Look("fg:#8a8a8a", "", ""),
    Role.STRONG: _Look("bold", "bold", "bold"),
    Role.TITLE: _Look("bold fg:#ffd787", "bold fg:ansiyellow", "bold"),
    Role.BAR: _Look("bg:#303030 fg:#d0d0d0", "reverse", "reverse"),
    Role.BAR_KEY: _Look("bg:#303030 bold fg:#ffd787", "reverse bold", "reverse bold"),
    Role.BORDER: _Look("fg:#878787", "", ""),
    Role.KEY: _Look("bold fg:#ffd787", "bold fg:ansiyellow", "bold"),
    Role.LINK: _Look("underline", "underline", "underline"),
    Role.CHOSEN: _Look("bold bg:#5f5f87 fg:#ffffff", "reverse bold", "reverse bold"),
    Role.FIELD: _Look("bg:#262626 fg:#ffffff", "underline", "underline"),
    Role.GOOD: _Look("fg:#87d787", "fg:ansigreen"),
    Role.WARNING: _Look("fg:#ffaf5f", "bold fg:ansiyellow", "bold"),
    Role.BAD: _Look("bold fg:#ff8787", "bold fg:ansired", "bold reverse"),
    Role.NOTICE: _Look("bold fg:#afd7ff", "bold fg:ansicyan", "bold"),
    Role.YOURS: _Look("bold fg:#87ffd7", "bold fg:ansicyan", "bold"),
    Role.CHAT: _Look("fg:#d7afff", "fg:ansimagenta"),
    Role.SHADOW: _Look("fg:#626262", "fg:ansibrightblack", ""),
    Role.MAP_BLANK: _Look("", ""),
    Role.MAP_OUTER_WALL: _Look("fg:#a8a8a8", ""),
    Role.MAP_INNER_WALL: _Look("fg:#767676", ""),
    Role.MAP_DOORWAY: _Look("", ""),
    Role.MAP_FLOOR: _Look("", ""),
    Role.MAP_STAIRS: _Look("fg:#626262", ""),
    Role.MAP_LABEL: _Look("fg:#bcbcbc", ""),
    Role.MAP_SECRET_DOOR: _Look("bold fg:#ffff5f", "bold fg:ansiyellow", "bold"),
    Role.MAP_ENTRY: _Look("bold fg:#87d7ff", "bold fg:ansicyan", "bold"),
    Role.MAP_MARKED: _Look("bold fg:#ff87ff", "bold fg:ansimagenta", "bold"),
    Role.MAP_PROVEN: _Look("fg:#8a8a8a", "", ""),
    Role.MAP_HILT: _Look("bold fg:#000000 bg:#ffd700", "bold reverse fg:ansiyellow", "bold reverse"),
    Role.MAP_LIT: _Look("bg:#1c3a3a", "bold", "bold"),
    Role.MAP_CURSOR: _Look("bold bg:#5f5f87 fg:#ffffff", "reverse", "reverse"),
    Role.MAP_PATH: _Look("bold bg:#1c3a3a fg:#87ffd7", "bold fg:ansicyan", "bold underline"),
    Role.MAP_FIGHT: _Look("bold bg:#5f0000 fg:#ffffff", "bold fg:ansired", "bold underline"),
    Role.MAP_SIGN: _Look("bold bg:#1c3a3a fg:#87ffd7", "bold", "bold"),
    Role.DIE: _Look("bold bg:#d7d7d7 fg:#000000", "bold reverse", "bold reverse"),
    Role.PAWN_EVA: _Look("bold fg:#000000 bg:#ffff5f", "bold fg:ansiblack bg:ansiyellow", "bold reverse"),
    Role.PAWN_FONESCU: _Look("bold fg:#ffffff bg:#005fd7", "bold fg:ansiwhite bg:ansiblue", "bold reverse"),
    Role.PAWN_CUZA: _Look("bold fg:#000000 bg:#5faf5f", "bold fg:ansiblack bg:ansigreen", "bold reverse"),
    Role.PAWN_GLAEKEN: _Look("bold fg:#000000 bg:#ffffff", "bold fg:ansiblack bg:ansiwhite", "bold reverse"),
    Role.PAWN_WOERMANN: _Look("bold fg:#000000 bg:#9e9e9e", "bold fg:ansiblack bg:ansicyan", "bold reverse"),
    Role.PAWN_MOLASAR: _Look("bold fg:#ffffff bg:#d70000", "bold fg:ansiwhite bg:ansired", "bold reverse"),
    Role.PAWN_GUARD: _Look("bold fg:#d0d0d0 bg:#000000", "bold fg:ansiwhite bg:ansiblack", "bold"),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The styles of all roles for one depth."""

    depth: Depth

    def style(self, role: Role) -> Style:
        """The style of ``role``."""
        look = _STYLES[role]
        if self.depth is Depth.NONE:
            return look.none
        return look.sixteen if self.depth is Depth.SIXTEEN else look.many
