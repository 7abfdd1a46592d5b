"""The sign of a secret door means one thing for one person, whoever's pawn is being moved."""

from __future__ import annotations

import pytest

from keep_p2p.rules.names import Character, Door
from keep_p2p.ui.screen.driver import SIZES
from keep_p2p.ui.screen.table_panels import room_lines
from keep_p2p.ui.table.choosing import Choosing, Pointed
from keep_p2p.ui.table.offer import Group
from tests.ui.table_games import FakeTable, table_driver
from tests.ui.test_table_playing import screen_of

QUESTIONS = 150


@pytest.mark.parametrize("own", range(4))
def test_the_sign_of_a_door_changes_only_when_it_is_found(own: int) -> None:
    table = FakeTable(4, own + 1, own)
    driver = table_driver(table, SIZES[2])
    mine = table.names.seats[own].characters
    movers: set[object] = set()
    for _ in range(QUESTIONS):
        table.run()
        asked, now, pieces = table.model.asked, table.model.now, screen_of(driver).pieces
        if asked is None or now is None or now.state is None:
            break
        state = now.state
        expected: frozenset[Door] = frozenset(door for c in mine if c.is_searcher for door in state.doors_found(c))
        if Character.MOLASAR in mine:
            expected = frozenset(state.guards_doors)
        choosing = pieces.choosing
        assert isinstance(choosing, Choosing)
        entries = [n for n, entry in enumerate(choosing.level.entries) if entry.group is not None]
        rooms = [room for room, spot in choosing.level.spots.items() if isinstance(spot, Group)]
        pointed: list[Pointed] = [*entries, *rooms]
        for at in pointed:
            choosing.level.at = at
            choosing.take()
            movers.add(choosing.level.group and choosing.level.group.mover)
            assert pieces.found(now, state) == expected
            choosing.back()
        movers.add(choosing.level.group and choosing.level.group.mover)
        assert pieces.found(now, state) == expected
        action = table.random.choice(asked.actions)
        table.model.answered()
        table.choose(action)
    assert len(movers - {None}) > 1 or Character.MOLASAR not in mine, "he moves his guards too"


def test_looking_at_a_room_tells_who_may_use_its_door() -> None:
    table = FakeTable(4, 3, 0).run()
    now = table.model.now
    assert now is not None and now.state is not None
    door = now.names.board.secret_doors[0]
    told = " ".join(line.text for line in room_lines(door.keep_side, now, now.state))
    assert "not found yet: open to Molasar alone." in told
