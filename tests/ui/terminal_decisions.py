"""A program for a real terminal: the table's screen, asked one decision of every kind in turn.

`python -m tests.ui.terminal_decisions HAND ORDERS`: writes to the file ORDERS, a JSON object a line, what a person
would do next with their HAND (keys or mouse) to give the answer decided on, and waits until it has been done. The
keys and clicks themselves come through the terminal, from whoever runs this (tests/ui/test_terminal_decisions.py).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decision
from keep_p2p.ui.screen.base import Desk
from keep_p2p.ui.screen.board.picture import MAP
from keep_p2p.ui.screen.driver import SIZES
from keep_p2p.ui.screen.events import Target
from keep_p2p.ui.screen.navigator import Navigator
from keep_p2p.ui.screen.shell import Shell
from keep_p2p.ui.screen.table import TableScreen
from keep_p2p.ui.screen.table_panels import ENTRY
from tests.ui.table_games import CALM, FakeTable
from tests.ui.test_table_playing import asked_table, leads_to

SIZE = SIZES[3]
LOOK_AGAIN = 0.01
"""Seconds between two looks at whether the order was carried out."""


class Person:
    """Says what to press or click next, until every kind of decision has been answered."""

    def __init__(self, hand: str, orders: Path) -> None:
        self.hand = hand
        self.orders = orders.open("a", encoding="utf-8")
        self.desk = Desk(CALM)
        self.navigator = Navigator(self.desk)
        self.shell = Shell(self.desk, self.navigator)
        self.navigator.push(TableScreen(self.desk, FakeTable(3, 0, None).model, FakeTable(3, 0, None)))
        self.decisions: Iterator[Decision] = iter(Decision)
        self.decision = Decision.HIDE_HILT
        self.table: FakeTable | None = None
        self.screen: TableScreen | None = None
        self.action: Action | None = None
        self.seen: tuple[object, ...] | None = None

    def run(self) -> int:
        self.shell.post(self.look)
        return self.shell.run()

    def order(self, **what: object) -> None:
        self.orders.write(json.dumps(what) + "\n")
        self.orders.flush()

    def look(self) -> None:
        """Give the next order once the last one has had its effect; then look again."""
        if self.table is None or self.table.chosen:
            self.answered()
        elif self.screen is not None and self.screen.pieces.choosing is not None:
            choosing = self.screen.pieces.choosing
            state = (self.decision, choosing.depth, choosing.level.at)
            if state != self.seen:
                self.seen = state
                self.next_order()
        self.desk.later(LOOK_AGAIN, self.look)

    def answered(self) -> None:
        """Tell that the answer was the one decided on, and ask the next decision."""
        if self.table is not None:
            self.order(decision=self.decision.value, right=self.table.chosen == [self.action])
            self.navigator.pop(self.screen)
        following = next(self.decisions, None)
        if following is None:
            self.order(done=True)
            self.desk.quit(0)
            self.decisions, self.table = iter(()), FakeTable(3, 0, None)
            return
        self.decision = following
        self.table, _ = asked_table(following, SIZE)
        assert self.table.model.asked is not None
        self.action = Random(following.value).choice(self.table.model.asked.actions)
        self.screen = TableScreen(self.desk, self.table.model, self.table)
        self.navigator.push(self.screen)

    def next_order(self) -> None:
        assert self.screen is not None and self.screen.pieces.choosing is not None and self.action is not None
        level = self.screen.pieces.choosing.level
        aim = leads_to(self.screen.pieces.choosing, self.action)
        if self.hand == "keys":
            self.order(key="Enter" if level.at == aim else "Tab")
            return
        target = Target(ENTRY, aim) if isinstance(aim, int) else Target(MAP, aim)
        x, y = self.navigator.render(SIZE).links()[target]
        self.order(click=[x, y])


if __name__ == "__main__":
    sys.exit(Person(sys.argv[1], Path(sys.argv[2])).run())
