"""The rules for people, by topic: the text of `keep-p2p rules`, of `docs/rules.md` and of `docs/rulings.md`.

One Markdown file for each topic, numbered in reading order; the first heading is the topic's title. The last is the
rulings, each of which can be shown by its number too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

RULINGS = "rulings"
"""The name of the topic that has every doubtful case."""

_RULING = re.compile(r"^\*\*([A-Z]\d+)†?\*\* ", re.MULTILINE)
"""How a ruling begins in its chapter."""


@dataclass(frozen=True)
class Topic:
    """One chapter: ``name`` is what a person types, ``title`` its heading, ``text`` all of it in Markdown."""

    name: str
    title: str
    text: str


def topics() -> tuple[Topic, ...]:
    """All chapters in reading order."""
    files = (entry for entry in resources.files(__name__).iterdir() if entry.name.endswith(".md"))
    return tuple(_topic(file.name, file.read_text("utf-8")) for file in sorted(files, key=lambda entry: entry.name))


def _topic(file_name: str, text: str) -> Topic:
    title = text.split("\n", 1)[0].removeprefix("# ")
    return Topic(re.sub(r"^\d+-|\.md$", "", file_name), title, text)


def find(words: str) -> Topic | None:
    """The topic a person means: its name or title, a part of either that fits only one, in any case; or None.

    Numbers of rulings (``M5``, ``m5 B2``) mean a topic of just these.
    """
    numbers = tuple(words.upper().replace(",", " ").split())
    if numbers and set(numbers) <= rulings().keys():
        return of_rulings(numbers)
    wanted = _stem(words)
    every = topics()
    exact = [topic for topic in every if wanted in (_stem(topic.name), _stem(topic.title))]
    close = [topic for topic in every if wanted and wanted in f"{_plain(topic.name)} {_plain(topic.title)}"]
    found = exact or close
    return found[0] if len(found) == 1 else None


def rulings() -> dict[str, str]:
    """Every ruling by its number, in Markdown."""
    text = next(topic.text for topic in topics() if topic.name == RULINGS)
    blocks = (block.split("\n## ", 1)[0].strip() for block in re.split(r"\n(?=\*\*[A-Z]\d+†?\*\* )", text))
    return {found[1]: block for block in blocks if (found := _RULING.match(block))}


def of_rulings(numbers: Sequence[str]) -> Topic:
    """These rulings as a topic of their own, named by their numbers.

    :raises KeyError: there is no ruling of such a number.
    """
    every = rulings()
    title = f"Ruling{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
    return Topic(" ".join(numbers), title, "\n\n".join([f"# {title}", *(every[number] for number in numbers)]) + "\n")


def _plain(words: str) -> str:
    """Letters only, lower case, so that "Secret doors", "secret-doors" and "secretdoors" are one."""
    return "".join(letter for letter in words.lower() if letter.isalpha())


def _stem(words: str) -> str:
    """The same without a plural's s: "hazards" finds hazard cards."""
    return _plain(words).removesuffix("s")


def chapters() -> tuple[Topic, ...]:
    """All topics that tell how to play; not the rulings."""
    return tuple(topic for topic in topics() if topic.name != RULINGS)


def whole_document() -> str:
    """All chapters as one Markdown document with a table of contents: `docs/rules.md`."""
    every = chapters()
    contents = "\n".join(f"- [{topic.title}](#{_anchor(topic.title)})" for topic in every)
    told = "\n".join("#" + topic.text for topic in every)
    return f"# How to play\n\n{_NOTE}\n\n{contents}\n\n{told}"


def rulings_document() -> str:
    """The rulings as a document of their own: `docs/rulings.md`."""
    text = next(topic.text for topic in topics() if topic.name == RULINGS)
    return text.replace("is in the other chapters.", "is in [rules.md](rules.md).", 1)


_NOTE = """\
These are the rules as the program plays them; `keep-p2p rules TOPIC` shows one chapter in the terminal. Why each
doubtful case is decided as it is stands in [rulings.md](rulings.md). (This file is made from `keep_p2p/rulesbook/` by
`tools/make_docs.py`.)"""


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9-]", "", title.lower().replace(" ", "-"))
