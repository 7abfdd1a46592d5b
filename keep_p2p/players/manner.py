"""The manners in which a computer player plays."""

from __future__ import annotations

from enum import StrEnum


class Manner(StrEnum):
    """``TO_WIN``: as well as it can. ``GENTLE``: for practice; as Molasar it spares the Searchers (`gentle`)."""

    TO_WIN = "to win"
    GENTLE = "gentle"
