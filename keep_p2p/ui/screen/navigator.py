"""The stack of screens, and the keys that mean the same on all of them."""

from __future__ import annotations

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Screen
from keep_p2p.ui.screen.events import Event, Key, Mouse, MouseKind
from keep_p2p.ui.screen.geometry import SMALLEST, Size
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.overlays import HelpOverlay, Question, ask
from keep_p2p.ui.screen.roles import Role


class Navigator:
    """The screens: the last of ``stack`` has the keys. When the last one goes, the program ends."""

    def __init__(self, desk: Desk) -> None:
        """Empty: `push` the first screen."""
        self.desk = desk
        desk.navigator = self
        self.stack: list[Screen] = []
        self._notice = ""
        self._seen = True
        """Whether the screens are to be seen: not in a window that is too small, where nothing is to be done unseen."""

    @property
    def top(self) -> Screen:
        """The screen that has the keys."""
        return self.stack[-1]

    def push(self, screen: Screen) -> None:
        """Show a screen over the others."""
        self.stack.append(screen)
        screen.opened()
        self.desk.redraw()

    def pop(self, screen: Screen | None = None) -> None:
        """Take the top screen (or this one, with all above it) off; the program ends with the last."""
        if screen is not None and screen not in self.stack:
            return
        while self.stack:
            gone = self.stack.pop()
            gone.closed()
            if screen is None or gone is screen:
                break
        if not self.stack:
            self.desk.quit(0)
        self.desk.redraw()

    def remove(self, screen: Screen) -> None:
        """Take this one off, wherever it is: what is above it stays."""
        if screen in self.stack[:-1]:
            self.stack.remove(screen)
            screen.closed()
            self.desk.redraw()
        else:
            self.pop(screen)

    def replace(self, screen: Screen, instead_of: Screen | None = None) -> None:
        """Show a screen in place of the top one, or of ``instead_of`` wherever it is: what is above it stays."""
        old = self.top if instead_of is None else instead_of
        if old not in self.stack:
            return
        at = self.stack.index(old)
        self.stack[at] = screen
        old.closed()
        screen.opened()
        self.desk.redraw()

    def notice(self, sentence: str) -> None:
        """Show a sentence above the bottom line until the next key."""
        self._notice = sentence
        self.desk.redraw()

    # --- drawing ------------------------------------------------------------------------------------

    def render(self, size: Size) -> Grid:
        """What is to be seen: the lowest screen that fills it, and every overlay above it in turn."""
        if not self.stack:
            return Grid(size, self.desk.look.glyphs)
        self._seen = size.width >= SMALLEST.width and size.height >= SMALLEST.height
        if not self._seen:
            return self._too_small(size)
        base = max(n for n, screen in enumerate(self.stack) if n == 0 or not screen.overlay)
        grid = self.stack[base].render(size, self._notice)
        for screen in self.stack[base + 1 :]:
            grid.dim()
            screen.draw(Area.of(grid))
        return grid

    def _too_small(self, size: Size) -> Grid:
        grid = Grid(size, self.desk.look.glyphs)
        text = (
            f"This window has {size.width} columns and {size.height} rows. Make it at least {SMALLEST.width} by "
            f"{SMALLEST.height} (or a smaller letter). Nothing is lost meanwhile, and keys do nothing; "
            "Ctrl-C twice leaves."
        )
        Area.of(grid).wrapped(0, text, Role.WARNING)
        return grid

    # --- events -------------------------------------------------------------------------------------

    def handle(self, event: Event) -> None:
        """Give the event to the top screen; what it does not want may be one of the keys of all screens."""
        if not self.stack or not (self._seen or event == Key("ctrl-c")):
            return
        self._notice = ""
        if isinstance(event, Key) and event.name in ("ctrl-c", "f1"):
            self.ask_to_quit() if event.name == "ctrl-c" else self.show_help()
        elif not self.top.handle(event) and isinstance(event, Key):
            self._common(event)
        self.desk.redraw()

    def click(self, grid: Grid, x: int, y: int, kind: MouseKind = MouseKind.CLICK) -> None:
        """The mouse at a cell of what was last drawn. A cell linked to a key is that key."""
        link = grid.cell(x, y).link
        if isinstance(link, Key):
            if kind is MouseKind.CLICK:
                self.handle(link)
            return
        self.handle(Mouse(kind, x, y, link))

    def _common(self, key: Key) -> None:
        if key.name == "?":
            self.show_help()
        elif key.name in ("escape", "f10"):
            self.top.back()

    def show_help(self) -> None:
        """The help of the top screen, over it."""
        if not isinstance(self.top, HelpOverlay | Question):
            self.push(HelpOverlay(self.desk, self.top))

    def ask_to_quit(self) -> None:
        """Ctrl-C: end the program, if that is meant. Pressed again over the question, it is."""
        if isinstance(self.top, Question) and self.top.title == QUIT_TITLE:
            self.desk.quit(0)
            return
        ask(
            self.desk,
            QUIT_TITLE,
            " ".join(("Leave keep-p2p?", *filter(None, (screen.lost_with_it for screen in self.stack)))),
            (("y", "leave", lambda: self.desk.quit(0)), ("n", "stay", lambda: None)),
        )  # fmt: skip


QUIT_TITLE = "Leave?"
