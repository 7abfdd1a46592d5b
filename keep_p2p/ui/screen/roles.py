"""What a cell is, by name. Drawing code names roles, never colours; `keep_p2p.ui.screen.theme` gives them colours."""

from __future__ import annotations

from enum import StrEnum

from keep_p2p.rules.names import Character, Pawn
from keep_p2p.ui import map as board_map


class Role(StrEnum):
    """The roles of cells."""

    TEXT = "text"
    FAINT = "faint"  # what may be overlooked: hints, what is past
    STRONG = "strong"  # what must not be overlooked
    TITLE = "title"  # the title of a screen or panel
    BAR = "bar"  # the top and bottom lines of a screen
    BAR_KEY = "bar-key"  # a key named in such a line
    BORDER = "border"
    KEY = "key"  # a key named in text
    LINK = "link"  # what can be clicked
    CHOSEN = "chosen"  # the line the arrows are on
    FIELD = "field"  # where text is typed
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"
    NOTICE = "notice"  # a sentence that is news
    YOURS = "yours"  # something is asked of you; your own
    CHAT = "chat"
    SHADOW = "shadow"  # what lies under an overlay

    MAP_BLANK = "map-blank"
    MAP_OUTER_WALL = "map-outer-wall"
    MAP_INNER_WALL = "map-inner-wall"
    MAP_DOORWAY = "map-doorway"
    MAP_FLOOR = "map-floor"
    MAP_STAIRS = "map-stairs"
    MAP_LABEL = "map-label"
    MAP_SECRET_DOOR = "map-secret-door"
    MAP_ENTRY = "map-entry"
    MAP_MARKED = "map-marked"
    MAP_PROVEN = "map-proven"
    MAP_HILT = "map-hilt"
    MAP_LIT = "map-lit"  # a room that may be chosen
    MAP_CURSOR = "map-cursor"  # the room the arrows are on
    MAP_PATH = "map-path"  # the walk being chosen
    MAP_FIGHT = "map-fight"  # a room where a fight would follow
    MAP_SIGN = "map-sign"  # the sign in a room that may be chosen
    DIE = "die"  # a die or a card that is turned up

    PAWN_EVA = "pawn-eva"
    PAWN_FONESCU = "pawn-fonescu"
    PAWN_CUZA = "pawn-cuza"
    PAWN_GLAEKEN = "pawn-glaeken"
    PAWN_WOERMANN = "pawn-woermann"
    PAWN_MOLASAR = "pawn-molasar"
    PAWN_GUARD = "pawn-guard"


def pawn_role(pawn: Pawn) -> Role:
    """The role of a pawn: each character has its own, all guards share one."""
    return Role(f"pawn-{pawn.value}") if isinstance(pawn, Character) else Role.PAWN_GUARD


def map_role(role: board_map.Role, pawn: Pawn | None = None) -> Role:
    """The screen's role for a cell of the map; a cell with a pawn takes the pawn's."""
    if pawn is not None:
        return pawn_role(pawn)
    if role is board_map.Role.GUARD:
        return Role.PAWN_GUARD
    if role is board_map.Role.MOLASAR:
        return Role.PAWN_MOLASAR
    if role is board_map.Role.SEARCHER:
        return Role.STRONG
    return Role(f"map-{role.value}")
