"""What is told to the rules: each event answers what was awaited. Where it came from they never ask."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.rules.actions import Action
from keep_p2p.rules.names import Card, Character, Room, Seat, Slot


@dataclass(frozen=True, slots=True)
class Acted:
    """The seat asked by `Decide` chose ``action`` (public form)."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice came up, each 1-6, as many as `RollDice` asked."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """All decks asked by `Shuffle` are shuffled."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """All slots asked by `Draw` are in their hands."""


@dataclass(frozen=True, slots=True)
class Turned:
    """One card turned up: this character's slot holds this card."""

    character: Character
    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class Revealed:
    """Cards turned up, in the order `Reveal` asked."""

    cards: tuple[Turned, ...]


@dataclass(frozen=True, slots=True)
class Peeked:
    """The guesser has been shown the card."""


@dataclass(frozen=True, slots=True)
class HiltAnswered:
    """The answers in the order asked; with ``until_yes`` it ends at the first yes."""

    answers: tuple[tuple[Room, bool], ...]


class Departure(StrEnum):
    """Why a seat is gone (ruling W3; docs/protocol.md, changes of roster)."""

    RESIGNED = "resigned"
    CONVICTED = "convicted"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat is gone and nobody takes it over: its pawns leave the board (ruling W3). Possible at any time."""

    seat: Seat
    why: Departure


@dataclass(frozen=True, slots=True)
class FreshDeal:
    """All face-down cards are to be shuffled and dealt again to the same hand sizes: their keys are no more.

    Possible at any time, when a seat was taken over. `SeatLeft` brings the same by itself.
    """


Event = Acted | Rolled | Shuffled | Drawn | Revealed | Peeked | HiltAnswered | SeatLeft | FreshDeal
