"""A cheat who tells different players different things for many rounds: the first difference is found and convicts."""

from __future__ import annotations

from typing import ClassVar

import pytest

from keep_p2p.rules.names import Seat
from keep_p2p.table.local import Message
from keep_p2p.table.verify import Verdict
from tests.cheats.stage import Eager, moment
from tests.cheats.troupe import Cheat, Outcome, Troupe, check_convictions, hire, play_on


class OneMind(Cheat):
    """Plays on with some of the others only."""

    late = "it goes on in both histories for as long as nobody else has to speak"
    told: ClassVar[slice] = slice(0, 1)

    def send(self, receiver: int, data: bytes) -> tuple[bytes, ...]:
        return (data,) if receiver in self.others[self.told] else ()


class OtherMind(OneMind):
    told = slice(1, None)


def two_minds(occasion: str, seed: object) -> tuple[Outcome, int]:
    """A table in which the seat asked tells two stories from this round on; how far any got before they met."""
    now = moment(occasion)
    seat = now.spec.speakers[0]
    troupe = Troupe(now.copy())
    twin = Troupe(now.copy()).peers[seat]
    troupe.peers = (*troupe.peers, twin)
    troupe.choose = (*troupe.choose, Eager("another mind", seed))
    troupe.under_way.extend(
        Message(each.sender, len(troupe.peers) - 1, each.data)
        for each in tuple(troupe.under_way)
        if each.receiver == seat
    )
    honest = tuple(index for index in range(len(troupe.peers) - 1) if index != seat)
    liars = (seat, Seat(len(troupe.peers) - 1))
    hire(troupe, OneMind, seat, (seat,), now.spec, honest)
    hire(troupe, OtherMind, liars[1], (seat,), now.spec, honest)
    while troupe.under_way:
        troupe.deliver(troupe.under_way.popleft())
    reached = max(troupe.peers[index].round for index in honest)
    play_on(troupe, honest, None)
    return Outcome(troupe, OneMind, liars, now.spec, tuple(troupe.peers[index] for index in honest)), reached


@pytest.mark.parametrize(("occasion", "seed"), [("guard walk", 1), ("feed", 2), ("place", 5)])
def test_branches_that_went_on_alone_are_traced_back_to_their_first_difference(occasion: str, seed: int) -> None:
    outcome, reached = two_minds(occasion, seed)
    assert reached > outcome.spec.round
    assert [each.seat for each in outcome.breaches] == [outcome.liars[0]]
    report = check_convictions(outcome)
    assert report.verdict is Verdict.FOUL
    assert report.round == outcome.breaches[0].round >= outcome.spec.round
    assert len({peer.replica.history for peer in outcome.honest}) > 1, "they had really gone different ways"
