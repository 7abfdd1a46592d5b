"""Pawns for the page: the rulebook's colours, and a letter and a shape for whoever cannot tell them apart.

Searchers are round, Molasar is a diamond, guards are square.
"""

from __future__ import annotations

from keep_p2p.rules.names import Character, Pawn
from keep_p2p.rules.state import PAWNS
from keep_p2p.ui.names import FULL, pawn_letter

_DIAMOND = "M0-15 15 0 0 15-15 0Z"


def pawn_sign(pawn: Pawn) -> str:
    """The letter on a pawn."""
    return pawn_letter(pawn)


def pawn_title(pawn: Pawn) -> str:
    """What a pawn is called."""
    return FULL[pawn] if isinstance(pawn, Character) else f"Guard {pawn_letter(pawn)}"


def pawn_class(pawn: Pawn) -> str:
    """The style of a pawn: a character's own, or the guards'."""
    return pawn.value if isinstance(pawn, Character) else "guard"


def pawn_shape(pawn: Pawn) -> str:
    """Shape and sign, around the origin."""
    if pawn is Character.MOLASAR:
        shape = f'<path d="{_DIAMOND}"/>'
    elif isinstance(pawn, Character):
        shape = '<circle r="12"/>'
    else:
        shape = '<rect x="-11" y="-11" width="22" height="22" rx="4"/>'
    return f'{shape}<text y="5">{pawn_sign(pawn)}</text>'


def pawn_group(pawn: Pawn) -> str:
    """One pawn of the drawing, out of sight until the script puts it into a room."""
    return (
        f'<g class="pawn {pawn_class(pawn)} gone" data-pawn="{PAWNS.index(pawn)}">'
        f"<title>{pawn_title(pawn)}</title>{pawn_shape(pawn)}</g>"
    )


def pawn_chip(pawn: Pawn) -> str:
    """A pawn beside a name."""
    return (
        f'<svg class="chip" viewBox="-17 -17 34 34" aria-hidden="true">'
        f'<g class="pawn {pawn_class(pawn)}">{pawn_shape(pawn)}</g></svg>'
    )
