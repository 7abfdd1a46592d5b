"""What the bottom line offers does something, on every screen and at every size; and what scrolls is offered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keep_p2p.rules.awaited import Decision
from keep_p2p.ui.checkup import Checkup, Finding, Grade
from keep_p2p.ui.screen.base import Hint, Look
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.home import HomeScreen
from keep_p2p.ui.screen.lobby import LobbyScreen
from keep_p2p.ui.screen.overlays import HelpOverlay
from keep_p2p.ui.screen.replay import ReplayScreen
from keep_p2p.ui.screen.services import Verification
from keep_p2p.ui.screen.table_model import Ended, TableModel, WordsShown
from keep_p2p.ui.screen.text_screen import TextScreen
from tests.table.replays import replay
from tests.ui.fake_services import FRIDAY, LATE, FakeCommands, FakeServices, lobby
from tests.ui.table_games import FakeTable, table_driver
from tests.ui.test_screen_doctor import FOUND
from tests.ui.test_table_end import FILE, over_table
from tests.ui.test_table_playing import asked_table
from tests.ui.test_table_screen import waiting

LONG = Finding(Grade.WARNING, "Long", "words and more words " * 60, ("advice after advice " * 30,) * 3)


class Sight:
    """A screen at some moment, and all that pressing a key can change."""

    def __init__(self, driver: Driver, *beside: Callable[[], object]) -> None:
        self.driver = driver
        self._beside = beside

    def changes(self) -> tuple[object, ...]:
        grid = self.driver.grid
        cells = tuple((cell.text, cell.role) for row in grid.rows for cell in row)
        stack = tuple(map(id, self.driver.navigator.stack))
        return (cells, grid.cursor, stack, self.driver.status, *(call() for call in self._beside))


def home(*keys: str, saved: bool = True, tables: bool = True, pack: Checkup | None = None) -> Callable[[Size], Sight]:
    def make(size: Size) -> Sight:
        services = FakeServices() if saved else FakeServices(saved=())
        driver = Driver(size, Look(calm=True))
        driver.show(HomeScreen(driver.desk, services))
        services.show(*((FRIDAY, LATE) if tables else ()))
        driver.press(*keys)
        if pack is not None:
            services.examined(pack)
        return Sight(driver, lambda: (len(services.asked), services.settings))

    return make


def text(lines: int, *keys: str) -> Callable[[Size], Sight]:
    def make(size: Size) -> Sight:
        driver = Driver(size, Look(calm=True))
        driver.show(TextScreen(driver.desk, "Text", "\n".join(f"line {n}" for n in range(lines))))
        assert driver.text
        return Sight(driver.press(*keys))

    return make


def in_lobby(taken: int, *keys: str, host: bool = True, words: bool = False) -> Callable[[Size], Sight]:
    def make(size: Size) -> Sight:
        driver, model, commands = Driver(size, Look(calm=True)), TableModel(), FakeCommands()
        driver.show(HomeScreen(driver.desk, FakeServices()))
        driver.show(LobbyScreen(driver.desk, model, commands, lambda screen: None))
        model.take(lobby(taken, host=host))
        if words:
            model.take(WordsShown(("raven", "abbey", "cradle", "solid", "ocean", "witness")))
        return Sight(driver.press(*keys), lambda: len(commands.done))

    return make


def at_table(decision: Decision, *keys: str) -> Callable[[Size], Sight]:
    def make(size: Size) -> Sight:
        table, driver = asked_table(decision, size)
        return Sight(driver.press(*keys), lambda: (len(table.chosen), len(table.said)))

    return make


def at_end(size: Size) -> Sight:
    table, driver, services = over_table(size)
    table.model.take(Ended(None, FILE))
    services.tell(Verification(9, 9, "Fair.", True, replay(4)))
    return Sight(driver, lambda: (len(services.practised), table.left))


def in_replay(*keys: str) -> Callable[[Size], Sight]:
    def make(size: Size) -> Sight:
        driver = Driver(size, Look(calm=True))
        return Sight(driver.show(ReplayScreen(driver.desk, replay(4), "friday")).press(*keys))

    return make


def onlooking(size: Size) -> Sight:
    table = FakeTable(4, 3, None).run(90)
    return Sight(table_driver(table, size))


SIGHTS: dict[str, Callable[[Size], Sight]] = {
    "home": home(),
    **{f"practise {n}": home("1", *["tab"] * n) for n in range(3)},
    **{f"open {n}": home("2", *["tab"] * n) for n in range(6)},
    "join": home("3"),
    "join by address": home("3", "tab"),
    "join, none": home("3", tables=False),
    "join a seat": home("3", "enter"),
    "watch": home("4"),
    "watch, none": home("4", tables=False),
    "finished games": home("5"),
    "finished games, none": home("5", saved=False),
    "rules": home("6"),
    "rules, the end": home("6", "end", *["pagedown"] * 20),
    **{f"settings {n}": home("7", *["tab"] * n) for n in range(5)},
    "doctor at work": home("8"),
    "doctor": home("8", pack=Checkup(FOUND)),
    "doctor, much": home("8", pack=Checkup((*FOUND, LONG, LONG))),
    "text, short": text(3),
    "text, long": text(300),
    "text, amid": text(300, "pagedown"),
    "text, its end": text(300, "end"),
    "lobby, alone": in_lobby(1),
    "lobby": in_lobby(3),
    "lobby, full": in_lobby(4),
    "lobby, guest": in_lobby(3, host=False),
    "lobby, words": in_lobby(4, words=True),
    "lobby, signed": in_lobby(4, "y", words=True),
    "lobby, chat": in_lobby(3, "c"),
    "table, waiting": lambda size: Sight(waiting(size)),
    "table, chat": lambda size: Sight(waiting(size).press("c")),
    "table, looking": lambda size: Sight(waiting(size).press("v")),
    "table, story": lambda size: Sight(waiting(size).press("t")),
    "table, state": lambda size: Sight(waiting(size).press("s")),
    "table, cards": lambda size: Sight(waiting(size).press("h")),
    "table, onlooker": onlooking,
    "move": at_table(Decision.MOVE),
    "move, pointed": at_table(Decision.MOVE, "tab"),
    "move, step by step": at_table(Decision.MOVE, "tab", "w"),
    "move, first step": at_table(Decision.MOVE, "w"),
    "card": at_table(Decision.COMMIT_CARD),
    "card, pointed": at_table(Decision.COMMIT_CARD, "2"),
    "guards": at_table(Decision.GUARD_MOVE),
    "guards, moved": at_table(Decision.GUARD_MOVE, "tab", "enter"),
    "end": at_end,
    "replay": in_replay("right", "right"),
    "replay, later": in_replay("down", "down", "right"),
    "replay, its beginning": in_replay(),
    "replay, its end": in_replay("end"),
    "replay, looking": in_replay("down", "v"),
    "replay, fairness": in_replay("f"),
}


SCROLL = ("doctor", "rules", "text", "end")
"""What these begin with scrolls: where it does depends on the size more than elsewhere."""

CASES = [
    pytest.param(name, size, id=f"{name}-{size.width}x{size.height}")
    for name in SIGHTS
    for size in (SIZES if name.startswith(SCROLL) else (SIZES[0], SIZES[3]))
]


@pytest.mark.parametrize(("name", "size"), CASES)
def test_every_key_that_is_offered_does_something(name: str, size: Size) -> None:
    sight = SIGHTS[name](size)
    assert sight.driver.text
    offered: dict[str, list[Hint]] = {}
    for hint in sight.driver.navigator.top.hints():
        offered.setdefault(hint.label, []).append(hint)  # arrows that say one thing are one offer
    for label, hints in offered.items():
        assert any(_does_something(name, size, hint) for hint in hints), (
            f"{label}: nothing happens\n{sight.driver.text}"
        )


def _does_something(name: str, size: Size, hint: Hint) -> bool:
    fresh = SIGHTS[name](size)
    before = fresh.changes()
    fresh.driver.navigator.handle(hint.key)
    return fresh.changes() != before


@pytest.mark.parametrize(("name", "size"), CASES)
def test_the_key_that_is_said_to_help_does(name: str, size: Size) -> None:
    driver = SIGHTS[name](size).driver
    told = driver.grid.lines()
    key = "f1" if any("F1 help" in line for line in told) else "?"
    assert any(f"{key.upper()} help" in line for line in told)
    assert not (key == "?" and driver.grid.cursor), "letters go into a text"
    driver.press(key)
    assert isinstance(driver.navigator.top, HelpOverlay)
