"""What a doctor has found, as lines: each says by a word and a sign how good it is, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.ui.screen.glyphs import GlyphSet


class Grade(StrEnum):
    """How good something is: the word is shown."""

    OK = "ok"
    WARNING = "warning"  # play is possible, with less comfort
    PROBLEM = "PROBLEM"  # it stops play


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what (one word), how it is (sentences), and what to do, a line each."""

    grade: Grade
    title: str
    told: str
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checkup:
    """All that was found so far, and what is being looked at now: empty when it is over."""

    findings: tuple[Finding, ...] = ()
    doing: str = ""

    @property
    def playable(self) -> bool:
        """Whether nothing that was found stops play."""
        return all(finding.grade is not Grade.PROBLEM for finding in self.findings)


Tell = Callable[[Checkup], None]
"""Gets the checkup as it grows."""

TITLE_COLUMNS = 9
"""Columns of the longest title."""

HANGING = 2 + 7 + 2 + TITLE_COLUMNS + 2
"""Columns before what is told: sign, grade, title."""


def sign(grade: Grade, glyphs: GlyphSet) -> str:
    """The sign of a grade, one column."""
    return {Grade.OK: glyphs.yes, Grade.WARNING: "!", Grade.PROBLEM: glyphs.no}[grade]


def finding_line(finding: Finding, glyphs: GlyphSet) -> str:
    """What was found, as one line: sign, grade, title, sentences."""
    return f"{sign(finding.grade, glyphs)} {finding.grade.value:<7}  {finding.title:<{TITLE_COLUMNS}}  {finding.told}"


def advice_lines(finding: Finding, glyphs: GlyphSet) -> tuple[str, ...]:
    """What to do about it, below it."""
    return tuple(f"{' ' * HANGING}{glyphs.right} {line}" for line in finding.advice)


def summary(findings: Sequence[Finding]) -> str:
    """What it all comes to, in one sentence."""
    problems = [f.title for f in findings if f.grade is Grade.PROBLEM]
    warnings = [f.title for f in findings if f.grade is Grade.WARNING]
    if problems:
        return f"Play is not possible yet: see {', '.join(dict.fromkeys(problems))} above."
    if warnings:
        return (
            f"You can play. Not everything is as good as it could be: see {', '.join(dict.fromkeys(warnings))} above."
        )
    return "You can play: everything is as it should be."
