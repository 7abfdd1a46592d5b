"""How many columns text takes, and cutting, padding and wrapping it by columns: wide characters take two."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prompt_toolkit.utils import get_cwidth


def width(text: str) -> int:
    """Columns that ``text`` takes."""
    return len(text) if text.isascii() else get_cwidth(text)


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """The text in pieces of one or two columns; what takes no column (accents) stays with the piece before it.

    Controls and a leading accent are left out: they have no cell of their own.
    """
    if text.isascii():
        yield from ((character, 1) for character in text if character.isprintable())
        return
    held, columns = "", 0
    for character in text:
        if not character.isprintable():
            continue
        own = get_cwidth(character)
        if own <= 0:
            held += character if held else ""
            continue
        if held:
            yield held, columns
        held, columns = character, own
    if held:
        yield held, columns


def clip(text: str, columns: int, more: str = "…") -> str:
    """As much of ``text`` as ``columns`` hold, ending in ``more`` where something was cut off."""
    if width(text) <= columns:
        return text
    room = columns - width(more)
    if room < 0:
        return more[: max(0, columns)]
    kept, used = "", 0
    for piece, own in clusters(text):
        if used + own > room:
            break
        kept, used = kept + piece, used + own
    return kept.rstrip() + more


def pad(text: str, columns: int) -> str:
    """``text`` with blanks behind it up to ``columns``; unchanged if it is longer."""
    return text + " " * (columns - width(text))


def wrap(text: str, columns: int, hanging: int = 0) -> tuple[str, ...]:
    """``text`` in lines of at most ``columns``, broken at blanks; further lines begin with ``hanging`` blanks.

    A word wider than a line, such as a path, is broken behind slashes, or where it must be. An empty text is one empty
    line; a line's end breaks too.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(_wrapped(paragraph, max(1, columns), min(hanging, max(0, columns - 1))))
    return tuple(lines)


def _wrapped(text: str, columns: int, hanging: int) -> list[str]:
    """Runs of blanks stay as they are, except where a line breaks: there they go."""
    line, used, empty = "", 0, True
    lines: list[str] = []
    for gap, word in _WORDS.findall(text):
        wide = width(word)
        if not empty and used + len(gap) + wide > columns:
            lines.append(line)
            line, used = " " * hanging, hanging
        elif len(gap) < columns:
            line, used = line + gap, used + len(gap)
        for part in _PARTS.findall(word) if wide > columns - hanging else (word,):
            if used > hanging and used + width(part) > columns:
                lines.append(line)
                line, used = " " * hanging, hanging
            for piece, own in clusters(part):
                if used + own > columns:
                    lines.append(line)
                    line, used = " " * hanging, hanging
                line, used = line + piece, used + own
        empty = False
    return [*lines, line.rstrip()]


_WORDS = re.compile(r"( *)([^ ]+)")
_PARTS = re.compile(r"[^/\\]*[/\\]|[^/\\]+")
