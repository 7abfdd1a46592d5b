"""A seat that stays linked and says nothing: all are told whom they wait for, nobody is accused, and nothing spins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

import pytest

from keep_p2p.app.place import Place
from keep_p2p.net.events import Waiting
from keep_p2p.net.link import Link
from keep_p2p.table.spec import RoundSpec
from protocol.encoding import FRAME_PREFIX_BYTES, decode
from tests.cheats import ends
from tests.cheats.network import Player, company, sends, staged
from tests.cheats.stage import moment
from tests.net.helpers import run, until
from tests.table.games import PACKS

QUIET = 0.1
"""Seconds until a seat tells whom it waits for. (Tests wait for the event, not for the time.)"""

BEATS = 10
"""Heartbeats of every seat during which nothing but heartbeats may be sent."""


class Held(ends.Silent):
    """Keeps its entry back, and shows it in the end."""

    kept: ClassVar[list[bytes]] = []

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        if self.own_entry(data) is not None:
            self.kept.append(data)
        return ()

    def opened(self, spec: RoundSpec) -> Sequence[bytes]:
        return ()


class HeldReveal(Held):
    what, occasion = ends.SilentReveal.what, ends.SilentReveal.occasion


class HeldPeek(Held):
    what, occasion = ends.SilentPeek.what, ends.SilentPeek.occasion


class HeldAnswer(Held):
    what, occasion = ends.SilentAnswer.what, ends.SilentAnswer.occasion


class HeldDisclosure(Held):
    what, occasion = ends.SilentEnd.what, ends.SilentEnd.occasion


class Traffic:
    """What is sent on all links, by the type of the message."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: Counter[str] = Counter()
        honest = Link.send_frame

        def send(link: Link, framed: bytes) -> None:
            message = decode(framed[FRAME_PREFIX_BYTES:])
            assert isinstance(message, dict)
            self.sent[str(message["type"])] += 1
            honest(link, framed)

        monkeypatch.setattr(Link, "send_frame", send)


@pytest.mark.parametrize("cheat", [Held, HeldReveal, HeldPeek, HeldAnswer, HeldDisclosure], ids=lambda c: c.__name__)
def test_all_are_told_whom_they_wait_for_and_nothing_else_happens(
    cheat: type[Held], monkeypatch: pytest.MonkeyPatch
) -> None:
    sends(monkeypatch)
    traffic = Traffic(monkeypatch)
    monkeypatch.setattr(Held, "kept", [])
    at = company(cheat, moment(cheat.occasion))
    (silent,) = at.liars

    def told(player: Player) -> bool:
        return any(each.seats == (silent,) for each in player.of(Waiting))

    async def main() -> None:
        async with staged(at, quiet=QUIET) as stage:
            await until(lambda: all(told(each) for each in stage.witnesses))
            await until(lambda: all(each.peer.have() == stage.honest[0].peer.have() for each in stage.witnesses))
            await quiet_beats(stage.witnesses, traffic)
            for each in stage.witnesses:
                assert not each.accused
                assert each.peer.round == at.spec.round
                assert each.peer.waiting_for() == (silent,)
                place = Place(each.session, PACKS)
                noted = [(event, place.note(event)) for event in each.seen]
                name = each.peer.replica.table.genesis.roster[silent].name
                assert any(name in line for event, lines in noted if isinstance(event, Waiting) for line in lines)
            for each in stage.honest:
                await until(partial(nothing_waits, each))
                assert silent in each.session.linked
            stage.say(silent, at.honest[-1], cheat.kept[0])
            await until(lambda: all(each.peer.round > at.spec.round or each.peer.finished for each in stage.witnesses))
            assert not [each for player in stage.witnesses for each in player.accused]

    run(main())


def nothing_waits(player: Player) -> bool:
    """Whether all that came to a seat has been taken: a heartbeat may come at any moment."""
    game = player.session._game
    assert game is not None
    return game.playing._inbox.empty


async def quiet_beats(players: Sequence[Player], traffic: Traffic) -> None:
    """Wait for a time in which every seat says what it holds `BEATS` times, and nobody sends or asks for an entry.

    What still answers an older heartbeat may come first. If what all have were sent again and again, it would never
    come.
    """
    links = len(players) * (len(players) - 1)
    quiet = False
    while not quiet:
        before = Counter(traffic.sent)
        await until(partial(beaten, traffic, before["beat"] + BEATS * links))
        quiet = all(traffic.sent[kind] == before[kind] for kind in ("entry", "ask"))


def beaten(traffic: Traffic, beats: int) -> bool:
    """Whether so many heartbeats have been sent."""
    return traffic.sent["beat"] >= beats
