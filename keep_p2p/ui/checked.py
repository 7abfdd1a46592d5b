"""How much was checked, in the same words and figures wherever it is told: on every screen, in lines, by `verify`.

The game's turns are called turns; a round is the protocol's, and is told as a signed round where its number is needed.
"""

from __future__ import annotations

WHAT_IS_CHECKED = (
    "What is checked: every signature, shuffle, deal and roll, every answer about the Hilt, and every move against "
    "the rules, by each player's program for itself; so nobody has to be trusted, and whoever cheats is named."
)
"""What "proofs checked" means, for whoever asks."""


def proofs(number: int) -> str:
    """So many proofs: ``3,667 proofs``, ``1 proof``."""
    return "1 proof" if number == 1 else f"{number:,} proofs"


def proofs_checked(number: int) -> str:
    """So many were checked: ``3,667 proofs checked``."""
    return f"{proofs(number)} checked"


def checked_in(number: int, rounds: int) -> str:
    """And in how many rounds of the protocol: ``3,667 proofs checked in 927 signed rounds``."""
    return f"{proofs_checked(number)} in {rounds:,} signed {'round' if rounds == 1 else 'rounds'}"
