"""What is wrong with a pack, in one sentence for the person who wrote it."""

from __future__ import annotations

from keep_p2p.errors import UserError

SHOWN_CHARACTERS = 40
"""Longest piece of a pack quoted in a message: a hostile file must not fill the screen."""


class PackError(UserError, ValueError):
    """A board or deck file cannot be used.

    The text is one sentence naming the file, the key, what is wrong and what to do; it is
    what the person reads, so it must stand alone.
    """

    def __init__(self, file: str, key: str, problem: str, remedy: str) -> None:
        where = f"{file}: {key}" if key else file
        super().__init__(f"{where}: {problem}; {remedy}.")
        self.file = file
        self.key = key


def shown(value: object) -> str:
    """``value`` quoted for a message: escaped, so that no file can send control codes to a terminal, and cut."""
    text = value if isinstance(value, str) else str(value)
    cut = text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
    return '"' + repr(cut)[1:-1] + '"'
