"""The rules of the game, from outside: who must decide what, what it may be, what follows, how it ends.

States are frozen and public. `apply` takes what happened and gives the next state with the records
of what it meant; it never changes its input, rolls no dice and knows no secret.
"""

from __future__ import annotations

from typing import NamedTuple

from keep_p2p.rules.actions import Action, public
from keep_p2p.rules.awaited import (
    AnswerHilt,
    Awaited,
    Decide,
    Draw,
    Over,
    Peek,
    Reveal,
    RollDice,
    Shuffle,
)
from keep_p2p.rules.dealing import pay_owed
from keep_p2p.rules.errors import IllegalAction, IllegalEvent
from keep_p2p.rules.events import (
    Acted,
    Drawn,
    Event,
    FreshDeal,
    HiltAnswered,
    Peeked,
    Revealed,
    Rolled,
    SeatLeft,
    Shuffled,
)
from keep_p2p.rules.flow import advance, awaited_of, cards_are_owed, chapter
from keep_p2p.rules.leaving import deal_again, leave
from keep_p2p.rules.molasar_turn import openings
from keep_p2p.rules.names import Room, Seat
from keep_p2p.rules.records import Record
from keep_p2p.rules.seating import Game, Seating
from keep_p2p.rules.setup import first_state
from keep_p2p.rules.state import Draft, Knowledge, State
from keep_p2p.rules.status import status

__all__ = [
    "Game",
    "IllegalAction",
    "IllegalEvent",
    "Knowledge",
    "Seating",
    "State",
    "Step",
    "apply",
    "awaited",
    "check_action",
    "hilt_openings",
    "legal_actions",
    "new_game",
    "outcome",
    "status",
]

DIE_FACES = 6


class Step(NamedTuple):
    """What `apply` gives: the next state, and what happened in the game's words, in order."""

    state: State
    records: tuple[Record, ...]


def new_game(game: Game) -> State:
    """The table before anything has happened: the first shuffle is awaited."""
    return first_state(game)


def awaited(state: State) -> Awaited:
    """What the game waits for, and from whom; `Over` when it has ended."""
    try:
        return state._wanted
    except AttributeError:
        wanted = awaited_of(state)
        object.__setattr__(state, "_wanted", wanted)
        return wanted


def outcome(state: State) -> Over | None:
    """How the game ended, or None."""
    return state.over


def legal_actions(state: State, known: Knowledge | None = None) -> tuple[Action, ...]:
    """All answers to the `Decide` that is awaited, in a fixed order; () where none is.

    With ``known`` (the knowledge of the seat asked): the full forms, with the cards really held and the Hilt's
    room avoided (M11). Without: the public forms of all that is possible as far as everybody knows. Walks are
    one shortest walk for each room where the pawn may end; `check_action` takes any other legal walk too.
    """
    if not isinstance(awaited(state), Decide):
        return ()
    return tuple(chapter(state).choices(state, state.top, known))


def check_action(state: State, seat: Seat, action: Action) -> None:
    """Raise `IllegalAction` unless ``seat`` may now say ``action``, in full or in public form.

    Only what is public is checked: that a slot holds the card named and that Molasar stays out of the Hilt's
    room (`hilt_openings`) is proven elsewhere.
    """
    wanted = awaited(state)
    if not isinstance(wanted, Decide):
        raise IllegalAction("T7", "No decision is awaited now.")
    if wanted.seat != seat:
        raise IllegalAction("T7", f"{wanted.character} (seat {wanted.seat}) decides now, not seat {seat}.")
    chapter(state).check(state, state.top, action)


def hilt_openings(state: State, action: Action) -> tuple[Room, ...]:
    """The unproven marked rooms that ``action`` of Molasar's takes his pawn into, each once, in walk order (M11).

    His entry must open each of them as empty. Not for walks of his retreat, which are answered (R4).
    """
    return openings(state, action)


def apply(state: State, event: Event) -> Step:
    """``event`` has happened: the state in which the next thing is awaited.

    Raises `IllegalAction` for an action the rules forbid, `IllegalEvent` for an event that is not what was
    awaited. ``state`` is left as it is.
    """
    draft = Draft.of(state)
    if isinstance(event, SeatLeft | FreshDeal):
        _roster_changed(draft, event)
    elif isinstance(event, Acted):
        _act(state, draft, event)
    else:
        _happen(state, draft, event)
    advance(draft)
    return Step(draft.freeze(), tuple(draft.records))


def _act(state: State, draft: Draft, event: Acted) -> None:
    if public(event.action) != event.action:
        raise IllegalEvent("An action is applied in its public form only.")
    check_action(state, event.seat, event.action)
    chapter(draft).act(draft, draft.top, event.action)


def _happen(state: State, draft: Draft, event: Event) -> None:
    wanted = awaited(state)
    _check_answers(state, wanted, event)
    if cards_are_owed(state):
        pay_owed(draft, event)
    else:
        chapter(draft).happen(draft, draft.top, event)


def _check_answers(state: State, wanted: Awaited, event: Event) -> None:
    """Raise `IllegalEvent` unless ``event`` is of the kind and shape ``wanted`` calls for."""
    fits = _ANSWERS.get(type(wanted))
    if fits is None or not isinstance(event, fits):
        raise IllegalEvent(f"{type(event).__name__} is no answer to {type(wanted).__name__}.")
    if isinstance(wanted, RollDice) and isinstance(event, Rolled):
        _check_dice(wanted, event)
    elif isinstance(wanted, Reveal) and isinstance(event, Revealed):
        _check_reveal(state, wanted, event)


_ANSWERS: dict[type[Awaited], type[Event]] = {
    RollDice: Rolled,
    Shuffle: Shuffled,
    Draw: Drawn,
    Reveal: Revealed,
    Peek: Peeked,
    AnswerHilt: HiltAnswered,
}


def _check_dice(wanted: RollDice, event: Rolled) -> None:
    if len(event.values) != wanted.count or not all(1 <= value <= DIE_FACES for value in event.values):
        raise IllegalEvent(f"{wanted.count} dice of {DIE_FACES} faces are rolled, not {event.values}.")


def _check_reveal(state: State, wanted: Reveal, event: Revealed) -> None:
    if len(event.cards) != len(wanted.items):
        raise IllegalEvent(f"{len(wanted.items)} cards are turned up, not {len(event.cards)}.")
    for item, turned in zip(wanted.items, event.cards, strict=True):
        if turned.character is not item.character or item.slot not in (None, turned.slot):
            raise IllegalEvent(f"{turned.character}'s slot {turned.slot} is not what is turned up now.")
        if turned.slot not in state.hand(item.character, item.deck):
            raise IllegalEvent(f"Slot {turned.slot} is not in {item.character}'s hand.")
        if turned.card not in state.possible_cards(item.deck, turned.slot):
            raise IllegalEvent(f"Slot {turned.slot} cannot be card {turned.card}.")
    if len({turned.card for turned in event.cards}) != len(event.cards):
        raise IllegalEvent("One card cannot lie in two slots.")


def _roster_changed(draft: Draft, event: SeatLeft | FreshDeal) -> None:
    if draft.over is not None:
        raise IllegalEvent("The game is over.")
    if isinstance(event, SeatLeft):
        leave(draft, event)
    else:
        deal_again(draft)
