"""Tables on the network, as they appear; choosing one to join or to watch."""

from __future__ import annotations

from collections.abc import Callable

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Cancel, Desk, Help, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse, Target
from keep_p2p.ui.screen.listing import ListBox, Row
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.services import SeenTable, Services, Tables
from keep_p2p.ui.screen.sit import Enter, JoinSeatScreen
from keep_p2p.ui.screen.textfield import TextField

MOST_ADDRESS = 120

NONE_SEEN = (
    "No table is in sight. Tables appear here by themselves as soon as somebody opens one on this network. "
    "If yours does not: both machines must be on the same network (no guest Wi-Fi that keeps its guests apart), and "
    "a firewall may ask whether to let this program through. Otherwise ask whoever opened the table for its address, "
    "which that screen shows, and type it below."
)


class TablesInSight:
    """What is seen on the network, for several screens; it looks around from `start` to `stop`."""

    def __init__(self, services: Services, redraw: Callable[[], None]) -> None:
        """Nothing is seen before `start`."""
        self._services = services
        self._redraw = redraw
        self.now = Tables()
        self._stop: Cancel = lambda: None

    def start(self) -> None:
        """Begin."""
        self._stop = self._services.look_around(self._changed)

    def stop(self) -> None:
        """End."""
        self._stop()

    def _changed(self, tables: Tables) -> None:
        self.now = tables
        self._redraw()

    @property
    def joinable(self) -> tuple[SeenTable, ...]:
        """Tables with a free seat."""
        return tuple(table for table in self.now.seen if table.free and not table.playing)

    @property
    def watchable(self) -> tuple[SeenTable, ...]:
        """Tables that let onlookers in."""
        return tuple(table for table in self.now.seen if table.watchable)


def seats_text(table: SeenTable) -> str:
    """``2 of 4 seats free``, or that it is playing."""
    if table.playing:
        return "playing"
    return f"{table.free} of {table.seats} seats free" if table.free else "full"


class TablesScreen(Screen):
    """The list of tables, and a field for an address. ``watch``: to look on, not to join."""

    def __init__(
        self, desk: Desk, services: Services, tables: TablesInSight, enter: Enter, *, watch: bool = False
    ) -> None:
        """Tables come and go while it is shown."""
        super().__init__(desk)
        self._services = services
        self._tables = tables
        self._enter = enter
        self._watch = watch
        self._list = ListBox("tables")
        self._address = TextField("address", limit=MOST_ADDRESS, hint="name, or HOST:PORT")
        self._typing = False

    @property
    def title(self) -> str:
        """What the top line says."""
        return "Watch a table" if self._watch else "Join a table"

    def _shown(self) -> tuple[SeenTable, ...]:
        return self._tables.watchable if self._watch else self._tables.joinable

    @property
    def _in_field(self) -> bool:
        """Whether keys go to the field: always, while there is nothing else."""
        return self._typing or not self._shown()

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        found = []
        if not self._in_field or self._address.text.strip():
            found.append(Hint(Key("enter"), "watch it" if self._watch else "join it"))
        if not self._in_field:
            found = [*self._list.hints(self.desk.look.glyphs), *found]
        if self._shown():
            found.append(Hint(Key("tab"), "list of tables" if self._in_field else "type an address"))
        return tuple(found)

    @property
    def typing(self) -> bool:
        """Whether letters are text now."""
        return self._in_field

    def help(self) -> Help:
        """What `?` shows."""
        if self._watch:
            return Help(("An onlooker sees what is public: no hands, and not where the Hilt lies.",))
        return Help((NONE_SEEN,), topics=("seats",))

    def handle(self, event: Event) -> bool:
        """Choose a table, or type an address."""
        if isinstance(event, Mouse) and event.target == Target("address"):
            self._typing = True
            return True
        if isinstance(event, Key) and event.name == "tab":
            self._typing = not self._in_field
            return True
        if self._in_field and isinstance(event, Key):
            did = self._address.handle(event)
            if did is Did.CHOSE and self._address.text.strip():
                self._go(self._address.text.strip(), None)
            elif event.name == "up":
                self._typing = False
            return did is not Did.NOTHING or event.name == "up"
        self._list.set(self._rows())
        if isinstance(event, Key) and event.name == "down" and self._list.index >= len(self._list.rows) - 1:
            self._typing = True
            return True
        did = self._list.handle(event)
        if did is not Did.NOTHING:
            self._typing = False
        if did is Did.CHOSE and self._list.row is not None and isinstance(self._list.row.value, SeenTable):
            self._go(self._list.row.value.target, self._list.row.value)
        return did is not Did.NOTHING

    def _go(self, target: str, table: SeenTable | None) -> None:
        if self._watch:
            self.desk.navigator.pop(self)
            self._enter(self.desk, self._services.watch(target))
            return
        name, size = (target, None) if table is None else (table.name, table.seats)
        screen = JoinSeatScreen(self.desk, self._services, self._enter, target, name, size)
        self.desk.navigator.replace(screen)

    def _rows(self) -> list[Row]:
        rows = []
        for table in self._shown():
            version = ", another version of keep-p2p" if table.other_version else ""
            detail = f"{seats_text(table)}; opened by key {table.fingerprint}{version}"
            rows.append(Row(table.name, table, detail=detail))
        return rows

    def draw(self, area: Area) -> None:
        """Tables above, the address below."""
        upper, lower = area.bottom(4)
        self._list.set(self._rows())
        inside = upper.panel("Tables on this network", note="looking around ..." if self._tables.now.looking else "")
        if self._list.rows:
            self._list.draw(inside, focused=not self._in_field)
        else:
            y = inside.wrapped(0, self._none())
            if self._tables.now.problem:
                inside.wrapped(y + 1, self._tables.now.problem, Role.WARNING)
        field = lower.panel("By name or address")
        field.put(0, 0, "Table: ")
        self._address.draw(field.part(7, 0), focused=self._in_field)
        field.part(0, 1, rows=1).line(0, "For example 192.168.0.12:40123, as the opener's screen shows it.", Role.FAINT)

    def _none(self) -> str:
        if not self._watch:
            return NONE_SEEN
        return (
            "No table that lets onlookers in is in sight. Whoever opens a table decides whether it does. "
            "If you know its name or address, type it below."
        )
