"""Refusals. Each names the ruling and says in one sentence what was wrong."""

from __future__ import annotations


class IllegalAction(Exception):
    """A player said something the rules do not allow now.

    ``ruling`` is the number in docs/rulings.md, ``sentence`` is for people.
    """

    def __init__(self, ruling: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({ruling})")
        self.ruling = ruling
        self.sentence = sentence


class IllegalEvent(Exception):
    """What was reported cannot be the answer to what was awaited."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
