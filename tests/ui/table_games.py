"""A table for tests of its screen: real rules, seeded chance, the other seats played at random, no network."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from keep_p2p.packs import Packs, load_packs
from keep_p2p.rules.actions import Action, SearchDoor, Walk
from keep_p2p.rules.awaited import Decide, Over
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.records import Record
from keep_p2p.table.view import View
from keep_p2p.ui.names import Names
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.driver import Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.table import TableScreen
from keep_p2p.ui.screen.table_model import (
    Asked,
    ChoiceRefused,
    ChoiceTaken,
    Completed,
    GameBegun,
    LobbySeat,
    LobbyShown,
    Snapshot,
    StoryLine,
    TableModel,
)
from keep_p2p.ui.table.guide import Guide
from keep_p2p.ui.words import tell
from tests.ui.games import PEOPLE, names_for, new_simulation

PACKS_FOLDER = Path(__file__).parent / "golden" / "packs"
"""A board and a deck of our own, so that the pictures stay the same when the game's own are balanced anew."""


@cache
def fixed_packs() -> Packs:
    """The packs of these tables."""
    return load_packs(PACKS_FOLDER / "board.toml", PACKS_FOLDER / "deck.toml")


def fixed_simulation(players: int, seed: int) -> Simulation:
    """A new game with them."""
    return new_simulation(players, seed, fixed_packs())


def fixed_names(players: int, you: int | None) -> Names:
    """The names in it."""
    return names_for(players, you, fixed_packs())


MIDGAME = 240
"""Rounds that a game taken up in the middle is said to have had."""

CALM = Look(calm=True, hints=False)


class FakeTable:
    """One game, whose model the screen reads; it is the screen's commands too. ``own``: the seat of the test."""

    def __init__(self, players: int, seed: int, own: int | None, simulation: Simulation | None = None) -> None:
        """Nothing has happened yet: `run` goes on to the first question."""
        self.names = fixed_names(players, own)
        self.own = None if own is None else Seat(own)
        self.game = simulation or fixed_simulation(players, seed)
        self.random = Random(seed)
        self.model = TableModel(watching=own is None)
        self.chosen: list[Action] = []
        self.said: list[str] = []
        self.left = False
        self.rounds = 0 if simulation is None else MIDGAME
        seats = tuple(LobbySeat(PEOPLE[n], f"key-{n}", own=n == own) for n in range(players))
        self.model.take(LobbyShown("Mill", players, seats))
        self.model.take(GameBegun("ab" * 32))

    # --- the screen's commands ----------------------------------------------------------------------

    def choose(self, action: Action) -> None:
        """Answer; `run` goes on from there."""
        self.chosen.append(action)
        try:
            step = self.game.step(action)
        except IllegalAction as error:
            self.model.take(ChoiceRefused(error.sentence))
            return
        self.model.take(ChoiceTaken())
        self._tell(step.records)

    def confirm(self, yes: bool) -> None:
        """There are no words here."""

    def say(self, text: str) -> None:
        """Remember it."""
        self.said.append(text)

    def wish(self, characters: tuple[Character, ...]) -> None:
        """There is no lobby here."""

    def seat_computers(self, count: int) -> None:
        """There is no lobby here."""

    def start(self) -> None:
        """There is no lobby here."""

    def leave(self) -> None:
        """Remember it."""
        self.left = True

    # --- the game -----------------------------------------------------------------------------------

    def run(self, most: int = 10_000) -> FakeTable:
        """On to the next question of the test's seat, the end, or so many steps."""
        for _ in range(most):
            wanted = self.game.awaited
            if isinstance(wanted, Over):
                self.snapshot()
                if self.model.over is None:
                    self.model.take(Completed(wanted))
                return self
            if isinstance(wanted, Decide) and wanted.seat == self.own:
                self.ask(wanted)
                return self
            action = self._others_choice() if isinstance(wanted, Decide) else None
            self._tell(self.game.step(action).records)
        self.snapshot()
        return self

    def _others_choice(self) -> Action:
        actions = self.game.choices()
        searches = [action for action in actions if isinstance(action, SearchDoor)]
        walks = [a for a in actions if isinstance(a, Walk) and a.path]
        return self.random.choice(searches or (walks if self.random.random() < 0.5 else ()) or actions)

    def ask(self, wanted: Decide) -> None:
        """Put the open question."""
        self.snapshot()
        if self.model.asked is None or self.model.asked.decide is not wanted:
            self.model.take(Asked(wanted, self.game.choices()))

    def snapshot(self) -> None:
        """Tell where the game stands."""
        wanted, state = self.game.awaited, self.game.state
        waiting = (wanted.seat,) if isinstance(wanted, Decide) else ()
        view = None if self.own is None else View(self.own, state, self.game.knowledge(self.own))
        checks = {"signatures": 3 * self.rounds, "shares": self.rounds}
        self.model.take(Snapshot(self.names, state, view, waiting, (), checks))

    def _tell(self, records: tuple[Record, ...]) -> None:
        if self.model.now is None:
            self.snapshot()
        self.rounds += 1
        for record in records:
            text = tell(record, self.names)
            if text is not None:
                self.model.take(StoryLine(text, record=record, round=self.rounds))
        self.snapshot()


def table_driver(table: FakeTable, size: Size, look: Look = CALM, guide: Guide | None = None) -> Driver:
    """A driver with the table's screen."""
    driver = Driver(size, look)
    driver.show(TableScreen(driver.desk, table.model, table, guide=guide))
    return driver
