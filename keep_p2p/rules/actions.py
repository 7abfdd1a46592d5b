"""What a player may say. One frozen class for each sentence.

Two actions hide something: the Hilt's room and the Conflict card. A player's own
program holds the full form; everybody else sees `public(action)`, in which the
hidden field is None, and `apply` takes only that form. What is hidden is bound
by commitments, which are not the rules' business.

Bonus cards are played face up, so their actions name both the slot and the card;
that the slot really holds the card is proven elsewhere, before `apply` is called.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from keep_p2p.rules.names import Card, Character, Door, Guard, Hazard, Pawn, Room, Slot

Path = tuple[Room, ...]
"""The rooms entered, in order; the room started from is not in it. Empty: stay."""

OUTSIDE = Room("outside")
"""As the last room of a Searcher's retreat: walked out of the Keep (ruling R3). No pack may use it."""


@dataclass(frozen=True, slots=True)
class HideHilt:
    """Molasar hides the Hilt (ruling S5). ``room`` is None in the public form."""

    room: Room | None = None


@dataclass(frozen=True, slots=True)
class PlacePawn:
    """A Searcher is put on an entry room: at the start (S6) or coming back (R3)."""

    character: Character
    room: Room


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll to move in the usual way; for Molasar's guard dice: this die goes into the pool (M13)."""


@dataclass(frozen=True, slots=True)
class SearchDoor:
    """Roll to find a secret door beside which this pawn began its turn (M5; guards M13)."""

    pawn: Pawn
    door: Door


@dataclass(frozen=True, slots=True)
class Walk:
    """One unbroken run of steps of one pawn (M1). ``passes`` are Pass cards declared with it (B5)."""

    pawn: Pawn
    path: Path
    passes: tuple[tuple[Slot, Card], ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more here: the end of a movement, a declined card, a failed search accepted, no guard put."""


@dataclass(frozen=True, slots=True)
class PlayBonus:
    """A Bonus card other than Pass is played (B1). ``door`` goes with Secret Entrance (B8) only.

    With Second Guess ``guess`` names whose committed card is looked at: the defender or Molasar (C5).
    """

    character: Character
    slot: Slot
    card: Card
    door: Door | None = None
    guess: Character | None = None


@dataclass(frozen=True, slots=True)
class PlayHazard:
    """Molasar plays a Hazard (T5). ``room`` goes with Secret Passage and Molasar's Magic (H5, H6) only."""

    hazard: Hazard
    room: Room | None = None


@dataclass(frozen=True, slots=True)
class PickBonus:
    """Evil Spreads: Molasar points, unseen, at one Bonus card of a Searcher (H1)."""

    character: Character
    slot: Slot


@dataclass(frozen=True, slots=True)
class PutGuard:
    """Summon Guards: a guard is put in a cellar room (H3)."""

    guard: Guard
    room: Room


@dataclass(frozen=True, slots=True)
class Feed:
    """Molasar jumps to a guard and removes it (T1)."""

    guard: Guard


@dataclass(frozen=True, slots=True)
class PickConflict:
    """The player in turn names the conflict that is fought next (C1)."""

    searcher: Character
    enemy: Pawn


@dataclass(frozen=True, slots=True)
class NameDefender:
    """The attacked Searcher's player names who defends it (C2, C3)."""

    defender: Character


@dataclass(frozen=True, slots=True)
class CommitCard:
    """A Conflict card is put face down by Molasar or the defender (C2). ``slot`` is None in the public form."""

    character: Character
    slot: Slot | None = None


@dataclass(frozen=True, slots=True)
class JudgeGuess:
    """After looking (C5): keep that card, or send it back."""

    send_back: bool


@dataclass(frozen=True, slots=True)
class DiscardBonus:
    """A defender with three Bonus cards discards one openly (C7)."""

    character: Character
    slot: Slot
    card: Card


Action = (
    HideHilt
    | PlacePawn
    | Roll
    | SearchDoor
    | Walk
    | Done
    | PlayBonus
    | PlayHazard
    | PickBonus
    | PutGuard
    | Feed
    | PickConflict
    | NameDefender
    | CommitCard
    | JudgeGuess
    | DiscardBonus
)


def public(action: Action) -> Action:
    """The form of ``action`` that everyone may see: hidden fields None."""
    if isinstance(action, HideHilt):
        return replace(action, room=None)
    if isinstance(action, CommitCard):
        return replace(action, slot=None)
    return action
