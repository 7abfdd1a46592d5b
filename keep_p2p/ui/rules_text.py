"""The rules' chapters as plain text for a terminal: no marks of Markdown, lines of whole paragraphs or of a width."""

from __future__ import annotations

import re
import textwrap

from keep_p2p.program import in_own_words

ITEM = re.compile(r"(?:-|\d+\.) ")
"""How an item of a list begins."""


def paragraphs(markdown: str) -> tuple[str, ...]:
    """Heading, paragraphs and items of lists, each in one line without marks."""
    return tuple(
        line.lstrip("# ") if line.startswith("#") else line
        for block in re.sub(r"[*`]", "", in_own_words(markdown)).strip().split("\n\n")
        for line in whole_lines(block)
    )


def to_terminal(markdown: str, width: int) -> str:
    """The chapter as plain text of at most ``width`` columns: underlined headings, no marks, a blank line between."""
    return "\n".join(_block(block, width) for block in in_own_words(markdown).strip().split("\n\n")) + "\n"


def _block(block: str, width: int) -> str:
    plain = re.sub(r"[*`]", "", block)
    if plain.startswith("#"):
        title = plain.lstrip("# ")
        return f"{title}\n{'=' * len(title)}\n"
    return "".join(_wrapped(line, width) + "\n" for line in whole_lines(plain))


def whole_lines(block: str) -> list[str]:
    """The paragraph, or the list items, each in one line."""
    lines: list[str] = []
    for line in block.split("\n"):
        if not lines or ITEM.match(line):
            lines.append(line.strip())
        else:
            lines[-1] += " " + line.strip()
    return lines


def _wrapped(line: str, width: int) -> str:
    item = ITEM.match(line)
    hanging = " " * len(item[0]) if item else ""
    return textwrap.fill(line, width, subsequent_indent=hanging, break_on_hyphens=False)
