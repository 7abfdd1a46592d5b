"""Choices as numbered lists, answered by number, by a room's name or by any word that stands in one of them only.

Plain values with no terminal in them: text in, a pick or a sentence out. The line-by-line
interface shows them; a screen may too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from keep_p2p.rules.actions import OUTSIDE, Action
from keep_p2p.rules.names import GUARDS, Guard, Room, guard_letter
from keep_p2p.ui.names import Names

LEAST_LETTERS = 3
"""So many letters of a room's name or of a word are needed to pick by them: a slip of a finger chooses nothing."""

MOST_QUOTED = 40
"""Characters of what was typed that are said again in an answer."""


@dataclass(frozen=True)
class Item:
    """One line of a menu: an action, or a menu of its own (``inner``). ``rooms``: names that pick it too."""

    label: str
    action: Action | None = None
    inner: Menu | None = None
    rooms: tuple[str, ...] = ()
    in_full: str = ""
    """The line as it reads outside its menu, where that left out words which its title says."""


@dataclass(frozen=True)
class Menu:
    """A question and its numbered answers."""

    title: str
    items: tuple[Item, ...]
    in_short: str = ""
    """All of it in one line, where there is but one answer, so that Enter may be pressed and nothing need be read."""

    def lines(self) -> tuple[str, ...]:
        """The question and the numbered answers, a line each."""
        if self.in_short and self.only is not None:
            return (self.in_short,)
        told = [f"  {number}. {item.label}" for number, item in enumerate(self.items, start=1)]
        return (self.title, *told) if self.only is None else (self.title, f"{told[0]} (or just Enter)")

    @property
    def only(self) -> Action | None:
        """The one answer that there is, if there is but one: an empty line gives it."""
        return self.items[0].action if len(self.items) == 1 else None


@dataclass(frozen=True)
class Chosen:
    """The text picked this action."""

    action: Action


@dataclass(frozen=True)
class Opened:
    """The text picked a group: its menu is to be shown."""

    menu: Menu


@dataclass(frozen=True)
class Unclear:
    """The text picked nothing, or more than one thing: a sentence that says so."""

    sentence: str


Answer = Chosen | Opened | Unclear


def pick(menu: Menu, text: str) -> Answer:
    """What ``text`` picks from ``menu``: a number, (part of) a room's name, or words of a line, also within a group."""
    wanted = " ".join(text.casefold().split())
    if wanted.isdecimal():
        return _numbered(menu, wanted)
    wanted = wanted.removeprefix("the ")
    if (guard := guard_called(wanted)) is not None:
        return _of_guard(menu, guard, wanted, text)
    worded = _worded(menu, wanted)
    if found := _matching(menu, wanted, _same):
        return _found(found, text)
    for fits in (_begins, _within):
        if found := _matching(menu, wanted, fits):
            return _found([*found, *(item for item in worded if item not in found)], text)
    if found := worded or _worded(menu, wanted, begun=True):
        return _found(found, text)
    return _not_there(text)


def _not_there(text: str) -> Unclear:
    return Unclear(f'"{quoted(text)}" is not one of the choices: give a number, a name from the list, or ? for help.')


def guard_called(text: str) -> Guard | None:
    """The guard meant by ``guard i``, by its letter alone, or its place: ``guard 9``; None if none is."""
    found = re.fullmatch(r"(?:guard )?([a-l])|guard ([1-9]|1[0-2])", " ".join(text.casefold().split()))
    if found is None:
        return None
    letter, number = found.groups()
    return GUARDS[int(number) - 1] if number else next(each for each in GUARDS if guard_letter(each) == letter)


def _of_guard(menu: Menu, guard: Guard, wanted: str, text: str) -> Answer:
    """The line of a guard. A letter alone chooses nothing yet, as it may be a slip: Enter then takes that line."""
    found = _worded(menu, f"guard {guard_letter(guard)}")
    if not found:
        return _not_there(text)
    if len(found) == 1 and len(wanted) == 1 and found[0].action is not None:
        told = replace(found[0], label=found[0].in_full or found[0].label)
        return Opened(Menu(f'By "{quoted(text)}" you mean:', (told,)))
    return _found(found, text)


def quoted(text: str) -> str:
    """``text`` as an answer repeats it: of a long one the beginning."""
    said = " ".join(text.split())
    return said if len(said) <= MOST_QUOTED else f"{said[:MOST_QUOTED]}..."


def _numbered(menu: Menu, wanted: str) -> Answer:
    number = int(wanted) if len(wanted) <= MOST_QUOTED else 0
    if 1 <= number <= len(menu.items):
        return _answer(menu.items[number - 1])
    return Unclear(f"There is no choice {quoted(wanted)}: give a number from 1 to {len(menu.items)}, or ? for help.")


def _found(found: list[Item], text: str) -> Answer:
    if len(found) == 1:
        return _answer(found[0])
    told = tuple(replace(each, label=each.in_full or each.label) for each in found)
    return Opened(Menu(f'Which do you mean by "{quoted(text)}"?', told))


def _worded(menu: Menu, wanted: str, *, begun: bool = False) -> list[Item]:
    """The lines in which these words stand (``begun``: the last one shortened), those of groups only if no other has.

    What follows a semicolon is no part of a choice: who types a room that lies behind it does not mean this line.
    """
    if len(wanted) < LEAST_LETTERS:
        return []
    word = re.compile(rf"\b{re.escape(wanted)}" + ("" if begun else r"\b"))
    here = [item for item in menu.items if word.search(item.label.casefold().split("; ")[0])]
    return here or [
        found for item in menu.items if item.inner is not None for found in _worded(item.inner, wanted, begun=begun)
    ]


def _answer(item: Item) -> Answer:
    """A picked line: its action, or its menu."""
    if item.inner is not None:
        return Opened(item.inner)
    if item.action is None:
        return Unclear("That line cannot be chosen.")
    return Chosen(item.action)


def _same(name: str, wanted: str) -> bool:
    return name == wanted


def _begins(name: str, wanted: str) -> bool:
    return len(wanted) >= LEAST_LETTERS and name.startswith(wanted)


def _within(name: str, wanted: str) -> bool:
    return len(wanted) >= LEAST_LETTERS and wanted in name


def _matching(menu: Menu, wanted: str, fits: Callable[[str, str], bool]) -> list[Item]:
    """The lines one of whose names fits: those of groups only if none above them does, since they lie farther off."""
    level = list(menu.items) if wanted else []
    while level:
        if found := [item for item in level if any(fits(name, wanted) for name in item.rooms)]:
            return found
        level = [inner for item in level if item.inner is not None for inner in item.inner.items]
    return []


def room_named(text: str, names: Names) -> Room | None:
    """The one room whose name or identifier is, begins with or contains ``text``; None if not exactly one."""
    wanted = " ".join(text.casefold().split()).removeprefix("the ")
    if wanted in ("outside", "out"):
        return OUTSIDE
    for fits in (_same, _begins, _within):
        found = [room.id for room in names.board.rooms if fits(room.name.casefold(), wanted) or fits(room.id, wanted)]
        if len(found) == 1:
            return found[0]
    return None
