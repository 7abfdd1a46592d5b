"""Home: what `keep-p2p` shows first, and where everything begins."""

from __future__ import annotations

from collections.abc import Callable

from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.base import Desk, Help, Hint, Screen
from keep_p2p.ui.screen.doctor import DoctorScreen
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.geometry import Breakpoint, Size
from keep_p2p.ui.screen.joining import TablesInSight, TablesScreen, seats_text
from keep_p2p.ui.screen.listing import ListBox, Row
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.rules import RulesScreen
from keep_p2p.ui.screen.saved import SavedScreen
from keep_p2p.ui.screen.services import Services, Sitting
from keep_p2p.ui.screen.settings_screen import SettingsScreen
from keep_p2p.ui.screen.sit import OpenScreen, PractiseScreen
from keep_p2p.ui.screen.table_flow import enter_table

CASTLE = (
    "▄ ▄ ▄           ▄ ▄ ▄ ▄           ▄ ▄ ▄",
    "█████   ▄ ▄ ▄   ███████   ▄ ▄ ▄   █████",
    "██▀██▄▄▄█████▄▄▄██▀█▀██▄▄▄█████▄▄▄██▀██",
    "█████████▀████████████████████▀████████",
    "████████████████▌╷╷╷╷╷▐████████████████",
)
"""The Keep from outside, on roomy screens."""

CASTLE_ASCII = (
    "_ _ _           _ _ _ _           _ _ _",
    "#####   _ _ _   #######   _ _ _   #####",
    "## ##___#####___## # ##___#####___## ##",
    "######### #################### ########",
    "################| | | |################",
)

WIDEST_MENU, WIDEST = 62, 110
"""Columns of the menu, and of the menu with the tables beside it."""

TAGLINE = "Molasar hides the Hilt. The Searchers hunt it. Nobody deals, nobody is trusted."


class HomeScreen(Screen):
    """The menu, and the tables in sight."""

    def __init__(self, desk: Desk, services: Services) -> None:
        """It looks around while it is on the stack."""
        super().__init__(desk)
        self._services = services
        self._tables = TablesInSight(services, desk.redraw)
        self._menu = ListBox("menu", instant=True)
        self._menu.set(self._rows())

    @property
    def title(self) -> str:
        """The program's name."""
        return "THE KEEP"

    def status(self) -> tuple[Span, ...]:
        """Who one is."""
        return ((f"you are {self._services.name}", Role.BAR),)

    def opened(self) -> None:
        """Look around."""
        self._tables.start()

    def closed(self) -> None:
        """Look no more."""
        self._tables.stop()

    def back(self) -> None:
        """Leave the program."""
        self.desk.navigator.ask_to_quit()

    @property
    def leave_label(self) -> str:
        """What Esc does."""
        return "quit"

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        glyphs = self.desk.look.glyphs
        return (Hint(Key("down"), "move", f"{glyphs.up} {glyphs.down}"), Hint(Key("enter"), "choose"))

    def help(self) -> Help:
        """What `?` shows."""
        told = (
            "New here? Choose Practise: you play with computer players at once, and each step is explained.",
            "Every line can be chosen by its number, with the arrows and Enter, or with the mouse.",
        )
        return Help(told, topics=("minute", "object", "turn"))

    def _rows(self) -> tuple[Row, ...]:
        free = len(self._tables.joinable)
        joining = "tables here appear by themselves"
        if free:
            joining = f"{free} {'table' if free == 1 else 'tables'} with free seats in sight"
        return (
            Row("Practise", "practise", "1", "you and computer players, at once"),
            Row("Open a table", "open", "2", "others on this network sit down at it"),
            Row("Join a table", "join", "3", joining),
            Row("Watch a table", "watch", "4", "look on, if it lets onlookers in"),
            Row("Finished games", "saved", "5", "see one again, verify that it was fair"),
            Row("The rules", "rules", "6", "in a minute, and by topic"),
            Row("Settings", "settings", "7", "your name, colours, calm"),
            Row("Doctor", "doctor", "8", "if something does not work: why"),
            Row("Quit", "quit", "q"),
        )

    def handle(self, event: Event) -> bool:
        """Choose from the menu."""
        self._menu.set(self._rows())
        did = self._menu.handle(event)
        if did is Did.CHOSE and self._menu.row is not None:
            self._go(str(self._menu.row.value))
        return did is not Did.NOTHING

    def _go(self, where: str) -> None:
        desk, services = self.desk, self._services

        def enter(desk: Desk, sitting: Sitting) -> None:
            enter_table(desk, sitting, services)

        screens: dict[str, Callable[[], Screen]] = {
            "practise": lambda: PractiseScreen(desk, services, enter),
            "open": lambda: OpenScreen(desk, services, enter),
            "join": lambda: TablesScreen(desk, services, self._tables, enter),
            "watch": lambda: TablesScreen(desk, services, self._tables, enter, watch=True),
            "saved": lambda: SavedScreen(desk, services),
            "rules": lambda: RulesScreen(desk),
            "settings": lambda: SettingsScreen(desk, services),
            "doctor": lambda: DoctorScreen(desk, services.examine),
        }
        if where == "quit":
            desk.quit(0)
        else:
            desk.navigator.push(screens[where]())

    def draw(self, area: Area) -> None:
        """The menu at the left, the tables at the right, and a picture where there is room."""
        self._menu.set(self._rows())
        columns = min(area.width, WIDEST)
        menu_columns = min(WIDEST_MENU, max(50, columns * 3 // 5))
        rows = self._menu.height(menu_columns - 4) + 2
        if self.breakpoint(area) >= Breakpoint.MEDIUM:
            whole = Area(area.grid, area.rect.centred(Size(columns, rows + len(CASTLE) + 3)))
            picture, area = whole.top(len(CASTLE) + 3)
            for y, line in enumerate(CASTLE_ASCII if area.glyphs.ascii_only else CASTLE):
                picture.centred(y, line, Role.BORDER)
            picture.centred(len(CASTLE) + 1, TAGLINE, Role.TITLE)
        menu, side = area.top(rows)[0].left(menu_columns)
        self._menu.draw(menu.panel("What would you like to do?"))
        self._draw_tables(side)

    def _draw_tables(self, area: Area) -> None:
        inside = area.panel("On this network")
        seen = self._tables.now.seen
        y, fit = 0, inside.height // 2
        if len(seen) > fit:
            fit = (inside.height - 1) // 2
            inside.part(0, 2 * fit, rows=1).line(0, f"and {len(seen) - fit} more: see 3 and 4", Role.FAINT)
        for table in seen[:fit]:
            inside.part(0, y, rows=1).line(0, table.name, Role.STRONG)
            inside.part(2, y + 1, rows=1).line(0, seats_text(table), Role.GOOD if table.free else Role.FAINT)
            y += 2
        if not seen:
            text = "Looking around ..." if self._tables.now.looking else "No table is in sight."
            y = inside.wrapped(0, text, Role.FAINT)
            if self._tables.now.problem:
                inside.wrapped(y + 1, self._tables.now.problem, Role.WARNING)
