"""Choices as numbered lists: grouped when many, answered by number, by a room's name or by a walk.

Plain values with no terminal in them: text in, a pick or a sentence out. The line-by-line
interface shows them; a screen may too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from keep_p2p.rules.actions import OUTSIDE, Action, Feed, PlacePawn, PlayHazard, PutGuard, Walk
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.names import Pawn, Room
from keep_p2p.table.view import View
from keep_p2p.ui.cards import hazard_line
from keep_p2p.ui.choices import choice
from keep_p2p.ui.names import HAZARD_NAME, Names, count
from keep_p2p.ui.questions import question

FLAT = 9
"""Up to this many choices are shown in one list, never grouped: one digit each."""


@dataclass(frozen=True)
class Item:
    """One line of a menu: an action, or a menu of its own (``inner``). ``rooms``: names that pick it too."""

    label: str
    action: Action | None = None
    inner: Menu | None = None
    rooms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Menu:
    """A question and its numbered answers."""

    title: str
    items: tuple[Item, ...]

    def lines(self) -> tuple[str, ...]:
        """The question and the numbered answers, a line each."""
        return (self.title, *(f"  {number}. {item.label}" for number, item in enumerate(self.items, start=1)))


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


def menu_for(decide: Decide, actions: Sequence[Action], view: View, names: Names) -> Menu:
    """The menu that asks ``decide`` with ``actions`` as its answers, in a stable order."""
    title = question(decide, view, names)
    groups: dict[str, list[Action]] = {}
    for action in actions:
        groups.setdefault(_group(action, decide, view, names), []).append(action)
    many = [name for name, members in groups.items() if name and len(members) > 1]
    grouped = len(actions) > FLAT and len(many) > 1
    items: list[Item] = []
    for name, members in groups.items():
        told = tuple(_item(action, decide, view, names) for action in _sorted(members))
        if name and grouped and len(members) > 1:
            items.append(Item(f"{name} ({count(len(members), 'choice')})", inner=Menu(f"{name}:", told)))
        else:
            items.extend(told)
    return Menu(title, tuple(items))


def _group(action: Action, decide: Decide, view: View, names: Names) -> str:
    """What an action is grouped under when there are many; empty for one that stands alone."""
    if isinstance(action, Walk):
        return "walk" if action.pawn is decide.character else f"move {_placed(action.pawn, view, names)}"
    if isinstance(action, PutGuard):
        return f"put {_placed(action.guard, view, names)}"
    if isinstance(action, PlayHazard) and action.room is not None:
        return f"play {HAZARD_NAME[action.hazard]}: {hazard_line(action.hazard).rstrip('.')}"
    return ""


def _placed(pawn: Pawn, view: View, names: Names) -> str:
    """A pawn and where it stands: ``guard 7, in the Chapel``."""
    room = view.state.where(pawn)
    return names.who(pawn) if room is None else f"{names.who(pawn)}, in {names.room(room)}"


def _sorted(actions: list[Action]) -> list[Action]:
    """Walks by their length, shortest first; everything else as the rules list it."""
    return sorted(actions, key=lambda action: len(action.path) if isinstance(action, Walk) else 0)


def _item(action: Action, decide: Decide, view: View, names: Names) -> Item:
    """One action with its words and the room that picks it by name."""
    room = _room_of(action, view)
    rooms = () if room is None else (names.room_title(room).casefold(), str(room).casefold())
    if room == OUTSIDE:
        rooms = ("outside", "out")
    return Item(choice(action, decide, view, names), action=action, rooms=rooms)


def _room_of(action: Action, view: View) -> Room | None:
    """The room an action leads to, if it is about one."""
    if isinstance(action, Walk):
        return action.path[-1] if action.path else None
    match action:
        case PlacePawn(room=room) | PutGuard(room=room) | PlayHazard(room=room):
            return room
        case Feed(guard):
            return view.state.where(guard)
        case _:
            return None


def pick(menu: Menu, text: str) -> Answer:
    """What ``text`` picks from ``menu``: a number, or (part of) a room's name, also one inside a group."""
    wanted = " ".join(text.casefold().split())
    if wanted.isdecimal():
        number = int(wanted)
        if not 1 <= number <= len(menu.items):
            return Unclear(f"There is no choice {number}: give a number from 1 to {len(menu.items)}, or ? for help.")
        return _answer(menu.items[number - 1])
    wanted = wanted.removeprefix("the ")
    for fits in (_same, _begins, _within):
        found = _matching(menu, wanted, fits)
        if len(found) == 1:
            return _answer(found[0])
        if found:
            return Opened(Menu(f"{text.strip()} could be:", tuple(found)))
    return Unclear(f'"{text.strip()}" is not one of the choices: give a number, a room\'s name, or ? for help.')


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
    return name.startswith(wanted)


def _within(name: str, wanted: str) -> bool:
    return wanted in name


def _matching(menu: Menu, wanted: str, fits: Callable[[str, str], bool]) -> list[Item]:
    """All lines, also within groups, one of whose room names fits."""
    found: list[Item] = []
    if not wanted:
        return found
    for item in menu.items:
        if any(fits(name, wanted) for name in item.rooms):
            found.append(item)
        if item.inner is not None:
            found.extend(_matching(item.inner, wanted, fits))
    return found


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
