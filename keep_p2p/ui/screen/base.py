"""What a screen is, and what all screens share.

A screen is a plain object: it draws itself on an area, takes keys and mouse, and says what it is called,
which keys it has and what help there is. It knows nothing of the terminal. `draw` must be quick (a few
milliseconds) and must change nothing but scrolling positions: it is called whenever anything may have changed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.events import Event, Key
from keep_p2p.ui.screen.geometry import Breakpoint, Size, breakpoint_of
from keep_p2p.ui.screen.glyphs import UTF8, GlyphSet
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.theme import Depth, Theme
from keep_p2p.ui.screen.widths import width, wrap

if TYPE_CHECKING:
    from keep_p2p.ui.screen.navigator import Navigator


@dataclass(frozen=True, slots=True)
class Look:
    """How screens are shown. ``calm``: nothing moves by itself; ``hints``: steps are explained when they first come."""

    glyphs: GlyphSet = UTF8
    theme: Theme = field(default_factory=lambda: Theme(Depth.TRUE))
    calm: bool = False
    hints: bool = True


Cancel = Callable[[], None]
"""Call it so that a timer no longer fires."""


def _no_timer(seconds: float, call: Callable[[], None]) -> Cancel:
    return lambda: None


class Desk:
    """What all screens of one program share. The shell fills in ``redraw``, ``later`` and ``quit``; tests others."""

    def __init__(self, look: Look | None = None) -> None:
        """Without a shell nothing redraws and no timer fires."""
        self.look = look or Look()
        self.redraw: Callable[[], None] = lambda: None
        """Ask for a new drawing soon. Cheap, from any thread."""
        self.later: Callable[[float, Callable[[], None]], Cancel] = _no_timer
        """Call something in so many seconds, in the thread of the screens."""
        self.quit: Callable[[int], None] = lambda status: None
        """End the program with this exit status."""
        self.look_changed: Callable[[], None] = lambda: None
        """To be called when ``look`` has become another."""
        self.bell: Callable[[], None] = lambda: None
        """Sound the terminal's bell: something is asked of the person."""
        self.home: Callable[[], Screen] | None = None
        """Makes the home screen, for whoever came straight to a table and wants to go there; None without one."""
        self._navigator: Navigator | None = None

    @property
    def navigator(self) -> Navigator:
        """The stack of screens."""
        assert self._navigator is not None, "made with a navigator before any screen is shown"
        return self._navigator

    @navigator.setter
    def navigator(self, navigator: Navigator) -> None:
        self._navigator = navigator


@dataclass(frozen=True, slots=True)
class Hint:
    """A key in the bottom line, which can also be clicked: what is shown for it, and what it does."""

    key: Key
    label: str
    shown: str = ""

    @property
    def name(self) -> str:
        """What is shown for the key."""
        return self.shown or key_name(self.key)


KEY_NAMES = {
    "enter": "Enter", "escape": "Esc", "tab": "Tab", "backtab": "Shift-Tab", "pageup": "PgUp", "pagedown": "PgDn",
    "space": "Space", "home": "Home", "end": "End", "delete": "Del", "backspace": "Backspace",
}  # fmt: skip


def key_name(key: Key) -> str:
    """What a key is called: ``Enter``, ``F1``, ``Ctrl-C``, ``a``."""
    if key.name.startswith("ctrl-"):
        return f"Ctrl-{key.name[5:].upper()}"
    if key.name[0] == "f" and key.name[1:].isdecimal():
        return key.name.upper()
    return KEY_NAMES.get(key.name, key.name)


@dataclass(frozen=True, slots=True)
class Help:
    """What `?` shows: sentences on what can be done now, keys with what they do, topics and rulings that fit."""

    now: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    topics: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class Screen(ABC):
    """One screen. Give it what it needs, put it on the navigator's stack."""

    overlay = False
    """Whether it is drawn over the screen below, which stays in sight, dimmed."""

    def __init__(self, desk: Desk) -> None:
        """``desk`` is what all screens share."""
        self.desk = desk

    @property
    @abstractmethod
    def title(self) -> str:
        """What the top line says."""

    @property
    def short_title(self) -> str:
        """What the top line says where there is no room for the title."""
        return self.title

    @abstractmethod
    def draw(self, area: Area) -> None:
        """Draw on the area between the top and bottom lines (an overlay: on the whole screen)."""

    @abstractmethod
    def handle(self, event: Event) -> bool:
        """Take a key or the mouse; False: not for this screen (the navigator then knows Esc, F10, ?)."""

    def status(self) -> Sequence[Span]:
        """What the top line says at its right end."""
        return ()

    def hints(self) -> Sequence[Hint]:
        """Keys for the bottom line, the most useful first; help and back are added to them."""
        return ()

    def help(self) -> Help:
        """What `?` shows here."""
        return Help()

    @property
    def typing(self) -> bool:
        """Whether letters go into a text now, `?` too: help is then said to be at F1."""
        return False

    def opened(self) -> None:
        """It has been put on the stack: begin to listen to whatever changes."""
        return

    def closed(self) -> None:
        """It has been taken off the stack: stop listening."""
        return

    def back(self) -> None:
        """Esc and F10. A screen that must not be left by one key asks first."""
        self.desk.navigator.pop()

    @property
    def lost_with_it(self) -> str:
        """What ending the program costs here, in one sentence; empty if nothing."""
        return ""

    @property
    def leave_label(self) -> str:
        """What Esc does here, in the bottom line."""
        return "back"

    def render(self, size: Size, notice: str = "") -> Grid:
        """The whole screen as a grid, with its top and bottom lines.

        Whether something scrolls is known once it is drawn: where the bottom line has become another by that, all is
        drawn again with it.
        """
        hints = self.hints()
        grid = self._drawn(size, notice)
        return grid if self.overlay or self.hints() == hints else self._drawn(size, notice)

    def _drawn(self, size: Size, notice: str) -> Grid:
        grid = Grid(size, self.desk.look.glyphs)
        self.draw(Area.of(grid) if self.overlay else frame(grid, self, notice))
        return grid

    @staticmethod
    def breakpoint(area: Area) -> Breakpoint:
        """Which layout the screen's whole size calls for."""
        return breakpoint_of(area.grid.size)


HELP_KEY = Key("f1")
BACK_KEY = Key("escape")


def frame(grid: Grid, screen: Screen, notice: str = "") -> Area:
    """Draw a screen's top and bottom lines, and the notice above the latter; the area between."""
    rest = _top_line(Area.of(grid), screen)
    asking = Hint(HELP_KEY, "help", "" if screen.typing else "?")
    hints = (*screen.hints(), asking, Hint(BACK_KEY, screen.leave_label))
    rows = _rows_of_hints(_said_once(hints), rest.width)
    rest, bottom = rest.bottom(len(rows))
    for y, row in enumerate(rows):
        bottom.part(0, y, rows=1).fill(Role.BAR)
        x = 1
        for hint in row:
            x = bottom.put(x, y, hint.name, Role.BAR_KEY, hint.key)
            x = bottom.put(x, y, f" {hint.label}".rstrip(), Role.BAR, hint.key) + (2 if hint.label else 1)
    if notice:
        told = wrap(notice, rest.width - 2)
        rest, place = rest.bottom(len(told))
        for y, line in enumerate(told):
            place.put(1, y, line, Role.NOTICE)
    return rest


def _top_line(area: Area, screen: Screen) -> Area:
    top, rest = area.top(1)
    top.fill(Role.BAR)
    spans = screen.status()
    told = sum(width(span[0]) for span in spans)
    if told:
        top.spans(max(1, top.width - told - 1), 0, spans)
    place = top.part(1, 0, top.width - told - 3)
    place.line(0, screen.title if width(screen.title) <= place.width else screen.short_title, Role.BAR_KEY)
    return rest


def _said_once(hints: Sequence[Hint]) -> tuple[Hint, ...]:
    """Of neighbours that do the same (the arrows) only the last says so."""
    following = (*hints[1:], None)
    return tuple(
        replace(hint, label="") if after is not None and after.label == hint.label else hint
        for hint, after in zip(hints, following, strict=True)
    )


def _rows_of_hints(hints: Sequence[Hint], columns: int) -> list[list[Hint]]:
    """The hints in as many rows as they take, so that none is cut."""
    rows: list[list[Hint]] = [[]]
    used = 1
    for hint in hints:
        wide = width(hint.name) + 1 + width(hint.label)
        if rows[-1] and used + wide > columns:
            rows.append([])
            used = 1
        rows[-1].append(hint)
        used += wide + 2
    return rows
