"""The doctor on the full screen: what is found, as it is found, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable

from keep_p2p.program import command_line
from keep_p2p.ui.checkup import HANGING, Checkup, Grade, Tell, finding_line, summary
from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.base import Cancel, Desk, Help, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.scroller import Line, Scroller

ROLES = {Grade.OK: Role.TEXT, Grade.WARNING: Role.WARNING, Grade.PROBLEM: Role.BAD}

Examine = Callable[[Tell], Cancel]
"""Begins a checkup that tells, in the screens' thread, what it has found so far; the function returned ends it."""


class DoctorScreen(Screen):
    """Examines when it is opened, and again when asked."""

    def __init__(self, desk: Desk, examine: Examine) -> None:
        """``examine`` does it, somewhere else."""
        super().__init__(desk)
        self._examine = examine
        self._checkup = Checkup(doing="Looking ...")
        self._text = Scroller("doctor")
        self._stop: Cancel = lambda: None

    @property
    def title(self) -> str:
        """What the top line says."""
        return "Doctor"

    def status(self) -> tuple[Span, ...]:
        """Whether it is at work."""
        return ((self._checkup.doing or "done", Role.BAR),)

    def opened(self) -> None:
        """Begin."""
        self._begin()

    def closed(self) -> None:
        """Stop."""
        self._stop()

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        return (Hint(Key("r"), "look again"), *self._text.hints())

    def help(self) -> Help:
        """What `?` shows."""
        return Help(
            (
                "The doctor looks at all that play needs: network, port, multicast, firewall, others in sight, your "
                "files, this terminal.",
                f"`{command_line('doctor')}` prints the same, to copy or to send to somebody who can help.",
            ),
            topics=("fairness",),
        )

    def _begin(self) -> None:
        self._stop()
        began: list[object] = []

        def tell(checkup: Checkup) -> None:
            if self._run is began:
                self._checkup = checkup
                self.desk.redraw()

        self._run = began
        self._checkup = Checkup(doing="Looking ...")
        self._stop = self._examine(tell)

    def handle(self, event: Event) -> bool:
        """Scroll, or look again."""
        if event == Key("r"):
            self._begin()
            return True
        return self._text.handle(event) is not Did.NOTHING

    def draw(self, area: Area) -> None:
        """All findings; below them what it comes to."""
        lines = self._lines(area)
        if lines != self._text.lines:
            self._text.set(lines)
        self._text.draw(area.inset(2, 1))

    def _lines(self, area: Area) -> list[Line]:
        lines = []
        for finding in self._checkup.findings:
            lines.append(Line(finding_line(finding, area.glyphs), ROLES[finding.grade], HANGING))
            for advice in finding.advice:
                lead = f"{' ' * HANGING}{area.glyphs.right} "
                lines.append(Line(lead + advice, Role.NOTICE, len(lead)))
        lines.append(Line(""))
        if self._checkup.doing:
            lines.append(Line(self._checkup.doing, Role.FAINT))
        else:
            role = Role.GOOD if self._checkup.playable else Role.BAD
            lines.append(Line(summary(self._checkup.findings), role))
        return lines
