"""What every part of the game answers: what is awaited, what it may be, and what follows.

For each frame of `keep_p2p.rules.frames` there is one `Chapter`; `keep_p2p.rules.flow` holds
the table of them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Generic, NoReturn, TypeVar

from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Awaited, Decide, Decision
from keep_p2p.rules.errors import IllegalAction, IllegalEvent
from keep_p2p.rules.events import Event
from keep_p2p.rules.names import Character
from keep_p2p.rules.state import Draft, Knowledge, Table

F = TypeVar("F")


class Chapter(ABC, Generic[F]):
    """The rules of one kind of frame. ``f`` is that frame, on top of the stack."""

    def settle(self, d: Draft, f: F) -> bool:
        """Do what needs nobody's answer; whether anything was done (then the new top is looked at)."""
        return False

    @abstractmethod
    def ask(self, t: Table, f: F) -> Awaited:
        """What is awaited."""

    def choices(self, t: Table, f: F, known: Knowledge | None) -> list[Action]:
        """The actions that answer `ask`: what ``known`` allows, or all that are publicly possible."""
        return []

    def sole(self, t: Table, f: F) -> Action | None:
        """The one publicly legal answer, when there is just one and nothing hidden in it: it is not asked."""
        if not isinstance(self.ask(t, f), Decide):
            return None
        choices = self.choices(t, f, None)
        assert choices, f"a decision with no answer: {f}"
        return choices[0] if len(choices) == 1 else None

    def check(self, t: Table, f: F, action: Action) -> None:
        """Raise `IllegalAction` unless ``action`` (full or public form) may answer `ask`."""
        refuse(action)

    def act(self, d: Draft, f: F, action: Action) -> None:
        """``action``, checked, is taken."""
        refuse(action)

    def happen(self, d: Draft, f: F, event: Event) -> None:
        """An event that is not an action answers `ask`. Raises `IllegalEvent` where it does not fit."""
        raise IllegalEvent(f"{type(event).__name__} was not awaited.")


def decide(t: Table, decision: Decision, character: Character, asked: Character | None = None) -> Decide:
    """A question to the seat of ``asked`` (``character`` itself, if not given) about ``character``."""
    return Decide(decision, t.seat(asked or character), character)


def refuse(action: Action) -> NoReturn:
    """Raise: this kind of action is not what was asked for."""
    said = re.sub(r"(?<=.)(?=[A-Z])", " ", type(action).__name__)
    raise IllegalAction("T7", f"Another decision is asked for now, not '{said.capitalize()}'.")
