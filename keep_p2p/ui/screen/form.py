"""A form: fields of text, things to pick from, and buttons, one below the other."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Hint
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse, MouseKind, Target
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.textfield import TextField
from keep_p2p.ui.screen.widths import width, wrap


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to pick: what it is, what it is called, and a line on it."""

    value: Hashable
    label: str
    detail: str = ""


@dataclass
class TextItem:
    """A labelled field of text."""

    label: str
    field: TextField
    detail: str = ""


@dataclass
class PickItem:
    """One of several, side by side: Left and Right change it. ``tall``: below each other, each with its line."""

    label: str
    options: tuple[Option, ...]
    index: int = 0
    detail: str = ""
    tall: bool = False

    @property
    def value(self) -> Hashable:
        """What is picked."""
        return self.options[self.index].value

    def choose(self, value: Hashable) -> None:
        """Pick the option with this value, if there is one."""
        self.index = next((n for n, option in enumerate(self.options) if option.value == value), self.index)


@dataclass
class ButtonItem:
    """A button."""

    label: str
    value: Hashable
    detail: str = ""


Item = TextItem | PickItem | ButtonItem


class Form:
    """The form. After `Did.CHOSE`, ``pressed`` is the value of the button that was pressed."""

    def __init__(self, name: str, items: Sequence[Item]) -> None:
        """``name`` tells its targets from those of other widgets on the same screen."""
        self.name = name
        self.items = tuple(items)
        self.index = 0
        self.pressed: Hashable = None
        self._first = 0

    @property
    def item(self) -> Item:
        """What has the keys."""
        return self.items[self.index]

    @property
    def typing(self) -> bool:
        """Whether letters go into one of its texts."""
        return isinstance(self.item, TextItem)

    def hints(self, glyphs: GlyphSet) -> tuple[Hint, ...]:
        """The keys that move through it, and those that change what has them."""
        item = self.item
        if isinstance(item, PickItem) and item.tall:
            return (Hint(Key("down"), "choose", f"{glyphs.up} {glyphs.down}"), Hint(Key("tab"), "next"))
        moves = (Hint(Key("down"), "next", glyphs.down), Hint(Key("up"), "before", glyphs.up))
        if not isinstance(item, PickItem):
            return moves
        return (*moves, Hint(Key("right"), "change", f"{glyphs.left} {glyphs.right}"))

    # --- events -------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Did:
        """Move between the items and change them."""
        if isinstance(event, Mouse):
            return self._mouse(event)
        item = self.item
        if isinstance(item, TextItem) and event.name not in ("enter", "tab", "backtab", "up", "down"):
            return item.field.handle(event)
        if isinstance(item, PickItem) and (did := self._pick(item, event)) is not Did.NOTHING:
            return did
        if isinstance(item, ButtonItem) and event.name in ("enter", "space"):
            return self._press(item)
        if event.name in ("down", "tab", "enter"):
            self.index = (self.index + 1) % len(self.items)
        elif event.name in ("up", "backtab"):
            self.index = (self.index - 1) % len(self.items)
        else:
            return Did.NOTHING
        return Did.TOOK

    def _pick(self, item: PickItem, key: Key) -> Did:
        last = len(item.options) - 1
        if item.tall:
            if key.name == "up" and item.index > 0:
                item.index -= 1
                return Did.TOOK
            if key.name == "down" and item.index < last:
                item.index += 1
                return Did.TOOK
        elif key.name in ("left", "right", "space"):
            item.index = (item.index + (-1 if key.name == "left" else 1)) % len(item.options)
            return Did.TOOK
        return Did.NOTHING

    def _press(self, item: ButtonItem) -> Did:
        self.pressed = item.value
        return Did.CHOSE

    def _mouse(self, mouse: Mouse) -> Did:
        target = mouse.target
        if target is None or target.name != self.name or not isinstance(target.value, tuple):
            return Did.NOTHING
        if mouse.kind is not MouseKind.CLICK:
            return Did.TOOK
        number, option = target.value
        self.index = number
        item = self.item
        if isinstance(item, PickItem) and option is not None:
            item.index = option
        return self._press(item) if isinstance(item, ButtonItem) else Did.TOOK

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, area: Area, *, focused: bool = True) -> None:
        """Draw the items, the one with the keys in sight, and its own line of explanation at the bottom."""
        detail = wrap(self.item.detail, area.width) if self.item.detail else ()
        most = max((len(wrap(item.detail, area.width)) for item in self.items if item.detail), default=0)
        area, lower = area.bottom(most + 1 if most else 0)
        for y, line in enumerate(detail):
            lower.put(0, y + 1, line, Role.FAINT)
        labels = max(width(item.label) for item in self.items if not isinstance(item, ButtonItem)) + 2
        heights = [self._rows(item, area.width - labels) for item in self.items]
        start = sum(heights[: self.index])
        self._first = max(0, min(self._first, start), start + heights[self.index] - area.height)
        y = -self._first
        for number, (item, rows) in enumerate(zip(self.items, heights, strict=True)):
            if y + rows > 0 and y < area.height:
                here = focused and number == self.index
                self._draw_item(area.part(0, max(0, y), rows=rows), number, item, labels, here=here)
            y += rows

    @staticmethod
    def _rows(item: Item, columns: int) -> int:
        if isinstance(item, PickItem) and item.tall:
            return len(item.options) + 1
        if isinstance(item, PickItem):
            return len(_flow(item, columns)) + 1
        return 2

    def _draw_item(self, area: Area, number: int, item: Item, labels: int, *, here: bool) -> None:
        if isinstance(item, ButtonItem):
            text = f"[ {item.label} ]"
            area.put(labels, 0, text, Role.CHOSEN if here else Role.KEY, Target(self.name, (number, None)))
            return
        area.put(0, 0, item.label, Role.STRONG if here else Role.TEXT, Target(self.name, (number, None)))
        value = area.part(labels, 0)
        if isinstance(item, TextItem):
            item.field.draw(value.part(0, 0, min(value.width, 40)), focused=here)
            value.part(0, 0, min(value.width, 40), 1).restyle(link=Target(self.name, (number, None)))
        elif item.tall:
            self._draw_tall(value, number, item, here=here)
        else:
            self._draw_flow(value, number, item, here=here)

    def _draw_tall(self, area: Area, number: int, item: PickItem, *, here: bool) -> None:
        wide = max(width(option.label) for option in item.options)
        for y, option in enumerate(item.options):
            picked = y == item.index
            link = Target(self.name, (number, y))
            sign = area.glyphs.on if picked else area.glyphs.off
            role = (Role.CHOSEN if here else Role.STRONG) if picked else Role.TEXT
            x = area.put(0, y, f"{sign} {option.label}", role, link)
            x = area.put(x, y, " " * (wide + 4 - x), Role.TEXT, link)
            area.part(x, y, rows=1).line(0, option.detail, Role.TEXT if picked else Role.FAINT, link)

    def _draw_flow(self, area: Area, number: int, item: PickItem, *, here: bool) -> None:
        for y, line in enumerate(_flow(item, area.width)):
            x = 0
            for place, text in line:
                picked = place == item.index
                sign = area.glyphs.on if picked else area.glyphs.off
                role = (Role.CHOSEN if here else Role.STRONG) if picked else Role.TEXT
                x = area.put(x, y, f"{sign} {text}", role, Target(self.name, (number, place))) + 2


def _flow(item: PickItem, columns: int) -> list[list[tuple[int, str]]]:
    """The options side by side in as many rows as they take."""
    rows: list[list[tuple[int, str]]] = [[]]
    used = 0
    for place, option in enumerate(item.options):
        wide = width(option.label) + 2
        if rows[-1] and used + wide > columns:
            rows.append([])
            used = 0
        rows[-1].append((place, option.label))
        used += wide + 2
    return rows
