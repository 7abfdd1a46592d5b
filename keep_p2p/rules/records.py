"""What happened, in the game's words. `apply` returns these; story, screen and replay are made of them.

A record never holds what is not public.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.rules.awaited import DeckShuffle, Dice, DrawItem, Over
from keep_p2p.rules.events import Departure
from keep_p2p.rules.names import Bonus, Card, Character, Door, Guard, Hazard, Pawn, Room, Seat


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A character's turn begins. ``number`` counts Molasar's turns from 1; ``extra``: Second Wind (B3)."""

    character: Character
    number: int
    extra: bool = False


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A character's turn has ended, conflicts, retreats and answers done."""

    character: Character


@dataclass(frozen=True, slots=True)
class HiltHidden:
    """Molasar has hidden the Hilt."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A Searcher was put on an entry room; ``again``: coming back after a retreat."""

    character: Character
    room: Room
    again: bool = False


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice came up. ``allowance`` is what may be walked with them (Eva's 1 added)."""

    character: Character
    purpose: Dice
    values: tuple[int, ...]
    allowance: int


class Cause(StrEnum):
    """Why a pawn moved."""

    WALK = "walk"
    SPLIT = "split"  # a guard moved with Woermann's points
    FAVOUR = "favour"  # Move Nazi SS Guard
    ALERT = "alert"  # General Alert
    RETREAT = "retreat"
    FEED = "feed"
    SECRET_PASSAGE = "secret-passage"
    MAGIC = "magic"
    SUMMON = "summon"


@dataclass(frozen=True, slots=True)
class Moved:
    """A pawn moved along ``path`` (rooms entered, in order; one room for a jump). ``start`` None: from outside."""

    pawn: Pawn
    start: Room | None
    path: tuple[Room, ...]
    cause: Cause


@dataclass(frozen=True, slots=True)
class Stayed:
    """A pawn that could have moved did not; or a loser had nowhere to go (R5)."""

    pawn: Pawn
    cause: Cause


@dataclass(frozen=True, slots=True)
class LeftKeep:
    """A Searcher was walked out of the Keep from this room (R3)."""

    character: Character
    room: Room


@dataclass(frozen=True, slots=True)
class DoorFound:
    """A secret door was found, by a roll, by Cuza, or by Secret Entrance."""

    pawn: Pawn
    door: Door


@dataclass(frozen=True, slots=True)
class DoorNotFound:
    """A search failed for good."""

    pawn: Pawn
    door: Door


@dataclass(frozen=True, slots=True)
class GuardEaten:
    """Molasar jumped to a guard and removed it. ``turn``: how many are eaten now (1-11)."""

    guard: Guard
    room: Room
    turn: int


@dataclass(frozen=True, slots=True)
class BonusPlayed:
    """A Bonus card was played face up."""

    character: Character
    card: Card
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class BonusLost:
    """A Bonus card was discarded: a third one (C7), or by Evil Spreads (H1)."""

    character: Character
    card: Card
    bonus: Bonus
    hazard: bool


@dataclass(frozen=True, slots=True)
class HazardPlayed:
    """Molasar played a Hazard."""

    hazard: Hazard


@dataclass(frozen=True, slots=True)
class PowerOut:
    """Under Power Failure this Searcher does not move this turn (H2)."""

    character: Character


@dataclass(frozen=True, slots=True)
class ConflictBegan:
    """A conflict is to be fought (C1). ``again``: played again after a tie (C6)."""

    searcher: Character
    enemy: Pawn
    room: Room
    again: bool = False


@dataclass(frozen=True, slots=True)
class CardCommitted:
    """A Conflict card lies face down."""

    character: Character
    again: bool = False


@dataclass(frozen=True, slots=True)
class DefenderNamed:
    """Who defends the attacked Searcher."""

    searcher: Character
    defender: Character


@dataclass(frozen=True, slots=True)
class CardLookedAt:
    """Second Guess: ``guesser`` looked at ``owner``'s card."""

    guesser: Character
    owner: Character


@dataclass(frozen=True, slots=True)
class GuessJudged:
    """After looking: sent back, or kept."""

    guesser: Character
    owner: Character
    sent_back: bool


@dataclass(frozen=True, slots=True)
class ConflictRevealed:
    """Both cards are up. ``bonuses`` are what is added to the Searcher's number, by reason."""

    searcher: Character
    enemy: Pawn
    defender: Character
    molasar_card: Card
    molasar_value: int
    searcher_card: Card
    searcher_value: int
    bonuses: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ConflictDecided:
    """``winner`` is the Searcher or Molasar (for guards too); None is a tie. ``difference`` in rooms."""

    searcher: Character
    enemy: Pawn
    winner: Character | None
    difference: int


@dataclass(frozen=True, slots=True)
class ConflictVoid:
    """A conflict ended undecided because a seat left (W3)."""

    searcher: Character
    enemy: Pawn


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Slots went into hands."""

    draws: tuple[DrawItem, ...]


@dataclass(frozen=True, slots=True)
class DecksShuffled:
    """Decks were shuffled."""

    decks: tuple[DeckShuffle, ...]


@dataclass(frozen=True, slots=True)
class RoomProven:
    """A marked room was proven empty of the Hilt, or (``here``) to hold it."""

    room: Room
    here: bool


@dataclass(frozen=True, slots=True)
class RetreatHalted:
    """Molasar, walked towards the Hilt's room, halted in ``room`` before it (R4)."""

    room: Room
    wall: Room


@dataclass(frozen=True, slots=True)
class SeatGone:
    """A seat is gone (W3)."""

    seat: Seat
    why: Departure


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""

    over: Over


Record = (
    TurnBegan
    | TurnEnded
    | HiltHidden
    | Placed
    | DiceRolled
    | Moved
    | Stayed
    | LeftKeep
    | DoorFound
    | DoorNotFound
    | GuardEaten
    | BonusPlayed
    | BonusLost
    | HazardPlayed
    | PowerOut
    | ConflictBegan
    | CardCommitted
    | DefenderNamed
    | CardLookedAt
    | GuessJudged
    | ConflictRevealed
    | ConflictDecided
    | ConflictVoid
    | CardsDealt
    | DecksShuffled
    | RoomProven
    | RetreatHalted
    | SeatGone
    | GameOver
)
