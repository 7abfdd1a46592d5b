"""Well-typed nonsense is refused with a sentence, never with another error."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from keep_p2p.rules.actions import (
    OUTSIDE,
    Action,
    CommitCard,
    DiscardBonus,
    Done,
    Feed,
    HideHilt,
    JudgeGuess,
    NameDefender,
    PickBonus,
    PickConflict,
    PlacePawn,
    PlayBonus,
    PlayHazard,
    PutGuard,
    Roll,
    SearchDoor,
    Walk,
)
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.chance import Dealer
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import (
    Acted,
    Departure,
    Drawn,
    Event,
    HiltAnswered,
    Peeked,
    Revealed,
    Rolled,
    SeatLeft,
    Shuffled,
    Turned,
)
from keep_p2p.rules.game import IllegalAction, IllegalEvent, apply, check_action, hilt_openings
from keep_p2p.rules.names import Card, Character, Door, Guard, Hazard, Pawn, Room, Seat, Slot
from tests.rules.boards import small_game

ROOMS = (Room("k00"), Room("k11"), Room("c1"), Room("c5"), Room("nowhere"), OUTSIDE)
PAWNS: tuple[Pawn, ...] = (*Character, Guard("guard-01"), Guard("guard-12"), Guard("ghost"))
GUARDS = (Guard("guard-02"), Guard("ghost"))


T = TypeVar("T")


def pick(hand: Dealer, of: tuple[T, ...]) -> T:
    return of[hand.below(len(of))]


def junk(hand: Dealer) -> Action:
    character, pawn, room = pick(hand, tuple(Character)), pick(hand, PAWNS), pick(hand, ROOMS)
    slot, card = Slot(hand.below(40)), Card(hand.below(60))
    door = pick(hand, (Door("door-a"), Door("trapdoor")))
    actions: tuple[Action, ...] = (
        HideHilt(pick(hand, (None, room))),
        PlacePawn(character, room),
        Roll(),
        SearchDoor(pawn, door),
        Walk(pawn, tuple(pick(hand, ROOMS) for _ in range(hand.below(4)))),
        Walk(pawn, (room,), ((slot, card),)),
        Done(),
        PlayBonus(character, slot, card, pick(hand, (None, door)), pick(hand, (None, character))),
        PlayHazard(pick(hand, tuple(Hazard)), pick(hand, (None, room))),
        PickBonus(character, slot),
        PutGuard(pick(hand, GUARDS), room),
        Feed(pick(hand, GUARDS)),
        PickConflict(character, pawn),
        NameDefender(character),
        CommitCard(character, pick(hand, (None, slot))),
        JudgeGuess(bool(hand.below(2))),
        DiscardBonus(character, slot, card),
    )
    return pick(hand, actions)


def junk_event(hand: Dealer) -> Event:
    events: tuple[Event, ...] = (
        Rolled(tuple(hand.below(9) for _ in range(hand.below(3)))),
        Shuffled(),
        Drawn(),
        Peeked(),
        HiltAnswered(()),
        HiltAnswered(((Room("c1"), True), (Room("c3"), True))),
        Revealed(()),
        Revealed((Turned(Character.MOLASAR, Slot(hand.below(40)), Card(hand.below(60))),)),
        SeatLeft(Seat(9), Departure.ABSENT),
        Acted(Seat(0), CommitCard(Character.MOLASAR, Slot(1))),
    )
    return events[hand.below(len(events))]


def sentence(call: Callable[..., object], *args: object) -> str:
    """The sentence with which ``call`` is refused; any other error is a failure. Empty: it was in order."""
    try:
        call(*args)
    except (IllegalEvent, IllegalAction) as refused:
        return refused.sentence
    return ""


@pytest.mark.parametrize("players", [3, 6])
def test_junk_is_refused_with_a_ruling_and_a_sentence(players: int) -> None:
    sim, hand = Simulation(small_game(players), 3), Dealer(8)
    refusals: list[str] = []
    while sim.over is None:
        for _ in range(6):
            action = junk(hand)
            hilt_openings(sim.state, action)
            refusals.append(sentence(check_action, sim.state, Seat(hand.below(8)), action))
            refusals.append(sentence(apply, sim.state, junk_event(hand)))
        own = sim.choices()
        sim.step(own[hand.below(len(own))] if isinstance(sim.awaited, Decide) else None)
    assert sum(1 for text in refusals if text.endswith(".")) > 1000
