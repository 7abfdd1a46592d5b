"""What a person does, as screens get it: a key, or the mouse over a cell with what that cell is linked to."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Key:
    """One key. ``name``: a single printable character, or one of the words below; ``text``: what was pasted.

    Words: up down left right home end pageup pagedown enter escape tab backtab backspace delete space
    f1 ... f12, ctrl-a ... ctrl-z, paste.
    """

    name: str
    text: str = ""

    @property
    def typed(self) -> str:
        """The text that this key puts into a field; empty for a key that moves or commands."""
        if self.name == "paste":
            return self.text
        return " " if self.name == "space" else self.name if len(self.name) == 1 else ""


class MouseKind(StrEnum):
    """What the mouse did."""

    CLICK = "click"
    WHEEL_UP = "wheel-up"
    WHEEL_DOWN = "wheel-down"


@dataclass(frozen=True, slots=True)
class Target:
    """What a cell is linked to: the widget's ``name``, and which of its things (``value``) is meant."""

    name: str
    value: Hashable = None


Link = Target | Key
"""A cell linked to a key acts as that key when it is clicked: every button of a bar is one."""


@dataclass(frozen=True, slots=True)
class Mouse:
    """The mouse at a cell. ``target`` is what is drawn there, if anything."""

    kind: MouseKind
    x: int
    y: int
    target: Target | None = None


Event = Key | Mouse


class Did(StrEnum):
    """What a widget made of an event."""

    NOTHING = "nothing"  # it was not for this widget: offer it to another
    TOOK = "took"
    CHOSE = "chose"  # it took it, and the person has made a choice
