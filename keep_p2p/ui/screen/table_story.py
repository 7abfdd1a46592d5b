"""The story at the table: below a rule stands what is new since one's last answer, each line of it with a sign."""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.rules.records import ConflictRevealed
from keep_p2p.ui.names import Names
from keep_p2p.ui.recap import SINCE_ANSWER, by_another, since_own_turn, worth_telling
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.glyphs import UTF8, GlyphSet
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.scroller import Line, Scroller
from keep_p2p.ui.screen.story import story_line
from keep_p2p.ui.screen.table_model import StoryLine, TableModel, Told
from keep_p2p.ui.words import score

SINCE = SINCE_ANSWER.lower()
RECAP_KEY = Key("r")
MORE_ABOVE = "r: all since your last turn"
"""What stands above the story where the first of the news is out of sight."""

LEAST_ROWS = 4
"""Rows of the story from which on one of them may be given to saying that more is above."""


def told_line(line: StoryLine) -> Line:
    """A line of the story; the beginning of a turn is a heading."""
    if line.text.startswith("=== "):
        return Line(line.text.strip("= "), Role.TITLE)
    return story_line(line)


def new_line(line: StoryLine, glyphs: GlyphSet) -> Line:
    """A line that is new since one's last answer: brighter, and with a sign."""
    shown = told_line(line)
    if line.kind in (Told.NOTICE, Told.BAD) or shown.role is Role.TITLE:
        return shown
    return Line(f"{glyphs.bullet} {shown.text}", Role.STRONG if line.kind is Told.EVENT else shown.role, 2)


def since_rule(glyphs: GlyphSet) -> Line:
    """The rule between what was read and what is new."""
    side = glyphs.horizontal * 2
    return Line(f"{side} {SINCE} {side}", Role.NOTICE)


class StoryBox:
    """The story, as far as it has been told on the screen."""

    name = "story"

    def __init__(self, model: TableModel) -> None:
        """All that the model has so far."""
        self._model = model
        self._told = list(model.story)
        self._before = model.told - len(model.story)
        """Lines that the model had let go of before."""
        self._scroller = Scroller(self.name, [told_line(line) for line in self._told], tail=True)
        self._glyphs = UTF8
        self._mark: int | None = None
        self._ruled: tuple[int | None, int] = None, 0
        """What the rule was last drawn for: the model's last answer, and how many lines had been told."""

    @property
    def lines(self) -> Sequence[Line]:
        """The lines as they are shown, the rule among them."""
        self._rule()
        return self._scroller.lines

    @property
    def told(self) -> int:
        """How many lines have been told here."""
        return len(self._told)

    def add(self, line: StoryLine) -> None:
        """One more is told."""
        self._told.append(line)
        self._scroller.add(told_line(line) if self._mark is None else new_line(line, self._glyphs))

    def follow(self) -> None:
        """Show the latest, and whatever is new with it if that fits."""
        self._scroller.follow()

    def height(self, columns: int) -> int:
        """Rows that all of it takes on an area of so many columns."""
        self._rule()
        return self._scroller.height(columns)

    def handle(self, event: Event) -> Did:
        """Scroll."""
        return self._scroller.handle(event)

    def _rule(self) -> None:
        """Rule off what is new, if others had a part in it. Every answer, and its refusal, puts the rule elsewhere."""
        now = self._model.answered_at, len(self._told)
        if self._ruled == now or (self._ruled[0] == now[0] and self._mark is not None):
            return
        self._ruled = now
        old, self._mark = self._mark, self._news_from()
        if old == self._mark:
            return
        first = min(mark for mark in (old, self._mark) if mark is not None)
        self._scroller.amend(first, self._shown(first))

    def _news_from(self) -> int | None:
        answered, now = self._model.answered_at, self._model.now
        if answered is None or now is None:
            return None
        first = max(0, answered - self._before)
        return first if any(by_another(line.record, now.names) for line in self._told[first:]) else None

    def _shown(self, first: int) -> list[Line]:
        """The lines from ``first`` on, where the rule is or comes later."""
        mark = len(self._told) if self._mark is None else self._mark
        found = [told_line(line) for line in self._told[first:mark]]
        if self._mark is not None:
            found += [since_rule(self._glyphs), *(new_line(line, self._glyphs) for line in self._told[mark:])]
        return found

    def draw(self, area: Area) -> None:
        """What is in sight; above it how to read all of the news, where not all of them are."""
        self._rule()
        if area.glyphs is not self._glyphs:
            self._glyphs = area.glyphs
            if self._mark is not None:
                self._scroller.amend(self._mark, self._shown(self._mark))
        if (
            self._mark is not None
            and area.height >= LEAST_ROWS
            and self._scroller.first_row(area.width, area.height) > self._scroller.row_of(self._mark)
        ):
            head, area = area.top(1)
            head.line(0, f"{area.glyphs.up} {MORE_ABOVE}", Role.NOTICE, RECAP_KEY)
        self._scroller.draw(area)


def last_score(model: TableModel) -> str:
    """The numbers of the conflict that was fought last; empty where none is in the story."""
    fought = (line.record for line in reversed(model.story) if isinstance(line.record, ConflictRevealed))
    last = next(fought, None)
    return "" if last is None else score(last)


def recap_lines(model: TableModel, names: Names, glyphs: GlyphSet) -> tuple[str, list[Line]]:
    """What has happened since the reader's own last turn: a heading, and lines with the rule among them."""
    story = model.story
    part = since_own_turn([line.record for line in story], names)
    before = model.told - len(story)
    mark = None if model.answered_at is None else max(0, model.answered_at - before)
    lines: list[Line] = []
    for number, line in enumerate(story[part.first :], part.first):
        if number == mark and lines:
            lines.append(since_rule(glyphs))
        if worth_telling(line.record):
            lines.append(told_line(line))
    if lines and lines[-1] == since_rule(glyphs):
        lines.pop()
    return part.heading, lines or [Line(part.nothing)]
