"""What a person reads line by line beside the story: what a link that is down means, chat, how a game is filled."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from keep_p2p.app.aftermath import CHECKING, aftermath
from keep_p2p.app.lessons import is_first_game, remember, remember_finished, remembered
from keep_p2p.app.person import BEGINS_WHEN_FULL, LINK_DOWN, Person
from keep_p2p.app.place import Place
from keep_p2p.net.events import GameBegan, LinkDown, LinkUp, Said, SessionEvent, TableOpened
from keep_p2p.table.effects import Finished
from keep_p2p.table.lobby_events import LobbyChanged, Stage
from keep_p2p.table.lobby_seats import LobbySeat
from keep_p2p.table.local import LocalTable
from keep_p2p.table.peer import Peer
from keep_p2p.ui.names import Names
from keep_p2p.ui.table.guide import Guide
from protocol.identity import PublicKey
from tests.table.games import PACKS, played


@cache
def finished_game() -> LocalTable:
    return played(3, "person")


class Page:
    """What is read."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, text: str) -> None:
        self.lines.append(text)


class Silent:
    """A person who types nothing."""

    async def line(self) -> str | None:
        await asyncio.Event().wait()
        return None


class Told:
    """A session in which just these things happen."""

    def __init__(self, *events: SessionEvent) -> None:
        self._events = events
        self.peer = finished_game().peers[0]
        self.view = None

    async def events(self) -> AsyncIterator[SessionEvent]:
        yield GameBegan(self.peer.replica.signed, self.peer.seat)
        for event in self._events:
            yield event


@pytest.fixture(autouse=True)
def a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))


def read(*events: SessionEvent, alone: bool = False, checks: bool = False, early_is_refused: bool = True) -> list[str]:
    page = Page()
    person = Person(
        cast("Any", Told(*events)),
        PACKS,
        page,
        signs_unasked=alone,
        checks=checks,
        early_is_refused=early_is_refused,
    )
    asyncio.run(person.run(Silent()))
    return page.lines


def test_what_a_link_that_is_down_means_is_said_once() -> None:
    lines = read(LinkDown(1), LinkUp(1), LinkDown(1))
    assert lines.count(LINK_DOWN) == 1
    assert lines.index(LINK_DOWN) == lines.index("There is no link to Player 2 for now.") + 1
    assert LINK_DOWN not in read(LinkDown(1), alone=True), "the others are programs of one's own"


def test_chat_is_told_by_name_and_ones_own_as_ones_own() -> None:
    lines = read(Said(1, "Player 2", "hello"), Said(0, "Player 1", "hello back"))
    assert "Player 2 says: hello" in lines
    assert "You say: hello back" in lines


def test_who_opens_a_table_reads_how_it_fills_unless_it_fills_by_itself() -> None:
    opened = TableOpened(name="friday", addresses=(), table=bytes(32), announced=True)
    told = read(opened)
    assert told[told.index(BEGINS_WHEN_FULL) + 1] == "    keep-p2p bot friday", "a line of its own, to be copied"
    assert not any("is open at" in line or BEGINS_WHEN_FULL in line for line in read(opened, alone=True))


def test_how_a_table_fills_by_itself_is_not_told_seat_by_seat() -> None:
    sitting = LobbySeat("Player 1", PublicKey(bytes(32)), (), False, (), 0, None)
    filling = replace(sitting, name="Computer 1", computer=True, key=PublicKey(bytes([1] * 32)))
    told = LobbyChanged("friday", 2, (sitting, filling), Stage.OPEN, 0)
    assert any("2 of 2 seats taken" in line for line in read(told))
    assert not any("seats taken" in line for line in read(told, alone=True))


def test_the_guide_is_kept_beside_the_other_settings() -> None:
    assert remembered(None).on
    guide = Guide(frozenset({"turn", "eaten"}), on=False)
    remember(None, guide)
    again = remembered(None)
    assert (again.known, again.on) == (guide.known, False)


def test_after_a_finished_game_the_next_is_not_the_first() -> None:
    assert is_first_game(None)
    remember(None, Guide(frozenset({"turn"})))
    assert is_first_game(None)
    remember_finished(None)
    assert not is_first_game(None)
    assert remembered(None).known == {"turn"}
    remember(None, Guide(frozenset(), on=False))
    assert not is_first_game(None)


def test_whoever_plays_to_the_end_is_told_of_as_such() -> None:
    peer = finished_game().peers[0]
    assert peer.state is not None and peer.state.over is not None
    ended: list[bool] = []
    for event in (Finished(peer.state.over), LinkDown(1)):
        person = Person(cast("Any", Told(event)), PACKS, Page(), finished=lambda: ended.append(True))
        asyncio.run(person.run(Silent()))
    assert ended == [True]


def test_a_finished_game_is_checked_again_and_all_hands_are_turned_up() -> None:
    peer = finished_game().peers[0]
    lines = asyncio.run(aftermath(peer.transcript(), PACKS, names_of(peer)))
    told = r"The game was fair: [\d,]+ proofs checked, all held\. How it stood at the end:"
    assert re.fullmatch(told, lines[0]), lines[0]
    assert re.match(r"The Hilt lay in the ", lines[1])
    assert sum(line.startswith("Molasar (") for line in lines) == 1
    assert not any("not disclosed" in line for line in lines)
    (cut,) = asyncio.run(aftermath(peer.transcript()[:-1], PACKS, names_of(peer)))
    assert not cut.startswith("The game was fair")


def test_who_plays_at_a_terminal_sees_the_check_and_a_pipe_does_not() -> None:
    peer = finished_game().peers[0]
    over = peer.state.over if peer.state is not None else None
    assert over is not None
    assert CHECKING in read(Finished(over), checks=True)
    assert CHECKING not in read(Finished(over))


def names_of(peer: Peer) -> Names:
    place = Place(cast("Any", SimpleNamespace(peer=peer)), PACKS)
    place.note(GameBegan(peer.replica.signed, peer.seat))
    return place.names
