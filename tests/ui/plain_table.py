"""A table of real rules in one process, with the line interface of one of its seats: for tests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide, Decision, Over
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.state import State
from keep_p2p.table.lobby_wishes import Wish
from keep_p2p.table.view import View
from keep_p2p.ui.names import Names
from keep_p2p.ui.plain import Plain
from keep_p2p.ui.table.guide import Guide
from tests.ui.games import SEATINGS, names_for, new_simulation


class Page:
    """What the person reads."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, text: str) -> None:
        self.lines.append(text)

    def take(self) -> str:
        text = "\n".join(self.lines)
        self.lines.clear()
        return text


class Table:
    """A table in one process: one seat is the person's, the others choose at random. A `PlainTable`."""

    def __init__(self, players: int, seed: int, seat: int, guide: Guide | None = None) -> None:
        self.names: Names = names_for(players, seat)
        self.game = new_simulation(players, seed)
        self.seat = Seat(seat)
        self.chance = Random(seed)
        self.page = Page()
        self.plain = Plain(self, self.page, guide=guide)
        self.wishes: list[Wish] = []
        self.lessons: list[frozenset[str]] = []
        self.chosen: list[Action] = []
        self.confirmed: list[bool] = []
        self.left = False
        self.refuses: IllegalAction | None = None

    @property
    def state(self) -> State | None:
        return self.game.state

    @property
    def view(self) -> View | None:
        return View(self.seat, self.game.state, self.game.knowledge(self.seat))

    @property
    def checked(self) -> int:
        return 1234

    def waiting_for(self) -> Sequence[Seat]:
        wanted = self.game.awaited
        return (wanted.seat,) if isinstance(wanted, Decide) else ()

    def choose(self, action: Action) -> None:
        if self.refuses is not None:
            self.plain.refused(self.refuses)
            return
        self.chosen.append(action)
        self._step(action)
        self.run()

    def confirm(self, yes: bool) -> None:
        self.confirmed.append(yes)

    def say(self, text: str) -> None:
        self.plain.said("Anna", text, own=True)

    def wish(self, wish: Wish) -> None:
        self.wishes.append(wish)

    def learnt(self, guide: Guide) -> None:
        self.lessons.append(guide.known)

    def leave(self) -> None:
        self.left = True

    def _step(self, action: Action | None = None) -> None:
        for record in self.game.step(action).records:
            self.plain.happened(record)

    def run(self) -> None:
        """Play on until the person is asked, or the game is over."""
        while not isinstance(wanted := self.game.awaited, Over):
            if isinstance(wanted, Decide):
                self.plain.waits((wanted.seat,))
                if wanted.seat == self.seat:
                    self.plain.ask(wanted, self.game.choices())
                    return
                self._step(self.chance.choice(self.game.choices()))
            else:
                self._step()


def seat_of(players: int, character: Character) -> int:
    return next(n for n, played in enumerate(SEATINGS[players]) if character in played)


def at_decision(decision: Decision, character: Character, players: int = 4) -> Table:
    """A table whose person, playing ``character``, is asked ``decision`` now; all before chosen at random."""
    for seed in range(20):
        table = Table(players, seed, seat_of(players, character))
        table.run()
        while isinstance(wanted := table.game.awaited, Decide):
            if wanted.decision is decision and wanted.character is character:
                table.chosen.clear()
                return table
            table.plain.typed("1")
            if table.plain._asking is not None and len(table.plain._asking.stack) > 1:
                table.plain.typed("1")
    raise AssertionError("no such decision in these games")
