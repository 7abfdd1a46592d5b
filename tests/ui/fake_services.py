"""The rest of the program, as the screens see it, for tests: it does nothing, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Over, Reason
from keep_p2p.rules.names import Character, Room, Seat
from keep_p2p.table.summary import Player, Summary
from keep_p2p.ui.checkup import Checkup, Tell
from keep_p2p.ui.screen.base import Cancel
from keep_p2p.ui.screen.services import Glance, SavedGame, SeenTable, Sitting, Tables, Verification
from keep_p2p.ui.screen.settings import Settings
from keep_p2p.ui.screen.table_model import LobbySeat, LobbyShown, TableModel

FRIDAY = SeenTable("friday", "friday", 4, 3, "abcd-efgh-ijkl-mnop", watchable=False, playing=False)
LATE = SeenTable("late night", "late night", 6, 0, "qrst-uvwx-yzab-cdef", watchable=True, playing=True)
SAVED = (
    SavedGame(Path("/games/0a1b2c3d4e5f-friday.transcript"), "friday", "3 May 2031, 21:40", 812_345),
    SavedGame(Path("/games/1a1b2c3d4e5f-wolf-iron-4726.transcript"), "wolf iron 4726", "1 May 2031, 20:12", 1_412_345),
)

SAID: dict[SavedGame, Glance] = {
    SAVED[0]: Summary(
        "friday",
        (
            Player("Anna", (Character.EVA,), computer=False),
            Player("Bruno", (Character.MOLASAR,), computer=False),
            Player("Computer 1", (Character.CUZA,), computer=True),
            Player("Dora", (Character.WOERMANN,), computer=False),
        ),
        Over(Reason.TWELFTH_TURN, (Character.MOLASAR,), (Seat(1),)),
        meals=11,
        rounds=640,
    ),
    SAVED[1]: Summary(
        "wolf-iron-4726",
        (
            Player("Anna", (Character.EVA, Character.CUZA), computer=False),
            Player("Computer 1", (Character.FONESCU, Character.GLAEKEN), computer=True),
            Player("Computer 2", (Character.MOLASAR,), computer=True),
        ),
        Over(Reason.HILT_FOUND, (Character.EVA, Character.CUZA), (Seat(0),), Character.CUZA, Room("crypt")),
        meals=8,
        rounds=803,
    ),
}
"""What those files say."""


class FakeCommands:
    """Remembers what a person did at a table."""

    def __init__(self) -> None:
        self.done: list[tuple[object, ...]] = []

    def choose(self, action: Action) -> None:
        """Remember it."""
        self.done.append(("choose", action))

    def confirm(self, yes: bool) -> None:
        """Remember it."""
        self.done.append(("confirm", yes))

    def say(self, text: str) -> None:
        """Remember it."""
        self.done.append(("say", text))

    def wish(self, characters: tuple[Character, ...]) -> None:
        """Remember it."""
        self.done.append(("wish", characters))

    def seat_computers(self, count: int) -> None:
        """Remember it."""
        self.done.append(("seat_computers", count))

    def start(self) -> None:
        """Remember it."""
        self.done.append(("start",))

    def leave(self) -> None:
        """Remember it."""
        self.done.append(("leave",))


class FakeServices:
    """Remembers what was asked for; ``show`` puts tables in sight."""

    def __init__(self, settings: Settings | None = None, saved: tuple[SavedGame, ...] = SAVED) -> None:
        self.settings = settings or Settings(name="Anna", finished=True)
        self.asked: list[tuple[object, ...]] = []
        self.gentle: bool | None = None
        self.model = TableModel()
        self.commands = FakeCommands()
        self.looking = False
        self.looked_into: Sequence[SavedGame] = ()
        self.says: dict[SavedGame, Glance] = dict(SAID)
        self._saved = saved
        self._changed: list[Callable[[Tables], None]] = []
        self._tells: list[Callable[[Verification], None]] = []
        self._examining: list[Tell] = []

    def save(self, settings: Settings) -> str:
        """Keep them."""
        self.settings = settings
        return ""

    @property
    def name(self) -> str:
        """As in the settings."""
        return self.settings.name or "Guest"

    def rename(self, name: str) -> str:
        """Keep it."""
        return self.save(replace(self.settings, name=name))

    def look_around(self, changed: Callable[[Tables], None]) -> Cancel:
        """See nothing yet."""
        self.looking = True
        self._changed.append(changed)
        changed(Tables())

        def stop() -> None:
            self.looking = False

        return stop

    def show(self, *seen: SeenTable, problem: str = "") -> None:
        """These tables are in sight now."""
        for changed in self._changed:
            changed(Tables(seen, problem, looking=False))

    def practise(self, players: int, wish: tuple[Character, ...], gentle: bool | None = None) -> Sitting:
        """Remember it."""
        self.gentle = gentle
        return self._sit("practise", players, wish)

    def open(self, table: str, players: int, wish: tuple[Character, ...], spectators: bool, port: int = 0) -> Sitting:
        """Remember it."""
        return self._sit("open", table, players, wish, spectators)

    def join(self, target: str, wish: tuple[Character, ...]) -> Sitting:
        """Remember it."""
        return self._sit("join", target, wish)

    def watch(self, target: str) -> Sitting:
        """Remember it."""
        self.model = TableModel(watching=True)
        return self._sit("watch", target)

    def _sit(self, *asked: object) -> Sitting:
        self.asked.append(asked)
        return self.model, self.commands

    def saved(self) -> tuple[SavedGame, ...]:
        """The games there are."""
        return self._saved

    def look_into(self, games: Sequence[SavedGame], tell: Callable[[SavedGame, Glance], None]) -> Cancel:
        """Tell what the test says that they say."""
        for game in games:
            if game in self.says:
                tell(game, self.says[game])
        self.looked_into = games

        def stop() -> None:
            self.looked_into = ()

        return stop

    def verify(self, path: Path, tell: Callable[[Verification], None]) -> Cancel:
        """Remember it; `verified` tells."""
        self.asked.append(("verify", path))
        self._tells.append(tell)
        return lambda: None

    def examine(self, tell: Tell) -> Cancel:
        """Remember it; `examined` tells."""
        self.asked.append(("examine",))
        self._examining.append(tell)
        return lambda: None

    def examined(self, checkup: Checkup) -> None:
        """What the last one has found."""
        self._examining[-1](checkup)

    def verified(self, news: Verification) -> None:
        """How far the last one has come."""
        self._tells[-1](news)


def lobby(taken: int, size: int = 4, *, host: bool = True, coming: int = 0) -> LobbyShown:
    """A lobby with so many seats taken, Anna's first."""
    seats = (
        LobbySeat("Anna", "p6fl-t5lq-2ert-mbdc", (Character.CUZA,), own=True),
        LobbySeat("Bruno 夜", "lew4-fka6-kazk-iyhp"),
        LobbySeat("Computer 1", "ofrc-o4se-7prd-ur4u", computer=True),
        LobbySeat("Dora", "6uw3-yd5l-hhjj-k32x", (Character.MOLASAR,)),
        LobbySeat("Emil", "3uw3-yd5l-hhjj-k32y", (Character.EVA,)),
        LobbySeat("A player with quite a long name", "2uw3-yd5l-hhjj-k32z", (Character.WOERMANN,)),
    )
    addresses = ("192.0.2.2:34999", "[fd00::2]:34999") if host else ()
    return LobbyShown("friday", size, seats[:taken], host, addresses, announced=host, coming=coming)
