"""Questions before a game is begun line by line: put to whoever sits at the terminal."""

from __future__ import annotations

import sys


def say(text: str) -> None:
    """A line to the terminal, broken between words."""
    from keep_p2p.ui.lines import StandardOutput

    StandardOutput().show(text)


def ask(question: str) -> str | None:
    """A line from the terminal, None at its end."""
    say(question)
    line = sys.stdin.readline()
    return line if line else None
