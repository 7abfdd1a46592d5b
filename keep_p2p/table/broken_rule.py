"""What the rules say against a move, in the names that players know: rooms and doors as the board calls them."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Final

from keep_p2p.rules.actions import OUTSIDE, Action
from keep_p2p.rules.board import Board
from keep_p2p.rules.game import IllegalAction
from keep_p2p.rules.names import GUARDS, Bonus, Character, Hazard, guard_letter
from keep_p2p.table.spec import InvalidEntry
from protocol.encoding import shown

BEGINNINGS: Final = frozenset({"A", "Another", "At", "No", "One", "Only", "That", "The", "There", "Those", "Two"})
"""Words with which a sentence of the rules may begin, besides names."""


def broken_rule(error: IllegalAction, action: Action, board: Board) -> InvalidEntry:
    """What a seat did whose ``action`` the rules refused with ``error``."""
    unknown = _unknown_names(action, board)
    if unknown:
        return InvalidEntry("making a move with a room, door or pawn that there is not", shown(unknown[0]))
    said = _run_on(in_names(error.sentence, board).rstrip("."))
    return InvalidEntry(f"making a move against the rules, since {said}", f"ruling {error.ruling}")


def in_names(sentence: str, board: Board) -> str:
    """A sentence of the rules with the names that players know, in the place of rooms' and others' identifiers."""
    names: dict[str, str] = {room.id: room.name for room in board.rooms}
    names |= {door.id: door.name for door in board.secret_doors}
    names |= {character.value: character.value.capitalize() for character in Character}
    names |= {guard: f"guard {guard_letter(guard)}" for guard in GUARDS}
    names |= {card.value: card.value.replace("-", " ").title() for kind in (Bonus, Hazard) for card in kind}
    longest_first = sorted(names, key=len, reverse=True)
    pattern = r"(?<![\w-])(" + "|".join(re.escape(name) for name in longest_first) + r")(?![\w-])"
    return re.sub(pattern, lambda found: names[found.group()], sentence)


def _unknown_names(value: object, board: Board) -> tuple[str, ...]:
    """What an action names that is neither a room nor a door nor a pawn: any text that its signer liked."""
    if isinstance(value, Enum):
        return ()
    if isinstance(value, str):
        known = (*(room.id for room in board.rooms), *(door.id for door in board.secret_doors), *GUARDS, OUTSIDE)
        return () if value in known else (value,)
    if isinstance(value, tuple):
        parts: tuple[object, ...] = value
    else:
        parts = tuple(getattr(value, each.name) for each in fields(value)) if is_dataclass(value) else ()
    return tuple(name for part in parts for name in _unknown_names(part, board))


def _run_on(sentence: str) -> str:
    """A sentence as it stands within another: with a small letter in front, unless it begins with a name."""
    first = sentence.split(maxsplit=1)[0]
    return sentence[:1].lower() + sentence[1:] if first in BEGINNINGS else sentence
