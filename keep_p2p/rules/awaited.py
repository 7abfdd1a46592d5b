"""What the game waits for, from whom, and what it may be: the one query everything reads.

`awaited(state)` (see `keep_p2p.rules.game`) returns exactly one of these values. A
`Decide` is answered by one seat with an action; all others are settled by the
protocol (or by the simulator's dice) and come back as the event named in each.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.rules.names import Card, Character, Deck, Pawn, Room, Seat, Slot


class Decision(StrEnum):
    """The kinds of question a player is asked, with the actions that answer each."""

    HIDE_HILT = "hide-hilt"  # HideHilt
    PLACE = "place"  # PlacePawn
    BEFORE_ROLL = "before-roll"  # Roll, SearchDoor, PlayBonus(Move Guard, Flashlight, Secret Entrance), Done
    GUARD_FAVOUR = "guard-favour"  # Walk of a guard, Done: the card Move Nazi SS Guard was played
    FAILED_SEARCH = "failed-search"  # PlayBonus(Reroll), Done
    MOVE = "move"  # Walk (own pawn; Woermann also guards, in runs), PlayBonus(Reroll), Done (Woermann)
    SECOND_WIND = "second-wind"  # PlayBonus(Second Wind), Done
    FLASHLIGHT = "flashlight"  # PlayBonus(Flashlight), Done: in answer to Power Failure
    FEED = "feed"  # Feed, PlayHazard
    MOLASAR_MOVE = "molasar-move"  # Walk, PlayHazard
    GUARD_DIE = "guard-die"  # Roll, SearchDoor, PlayHazard
    GUARD_FOUND = "guard-found"  # Walk of the guard that found its door (M13)
    GUARD_MOVE = "guard-move"  # Walk of a guard, PlayHazard, Done; also under General Alert
    SUMMON = "summon"  # PutGuard, Done
    PICK_BONUS = "pick-bonus"  # PickBonus
    PICK_CONFLICT = "pick-conflict"  # PickConflict, PlayHazard (Molasar in turn)
    COMMIT_CARD = "commit-card"  # CommitCard
    NAME_DEFENDER = "name-defender"  # NameDefender
    CONFLICT_BONUS = "conflict-bonus"  # PlayBonus(The Blade, Second Guess), Done
    JUDGE_GUESS = "judge-guess"  # JudgeGuess
    DISCARD_BONUS = "discard-bonus"  # DiscardBonus
    RETREAT = "retreat"  # Walk of the loser, declared by the winner


class Dice(StrEnum):
    """What a roll is for."""

    MOVE = "move"  # a Searcher's one die
    SEARCH = "search"  # a Searcher's one die beside a secret door
    MOLASAR = "molasar"  # two dice
    GUARD = "guard"  # one guard die for the pool
    GUARD_SEARCH = "guard-search"  # one guard die as a search


@dataclass(frozen=True, slots=True)
class Decide:
    """One seat answers with an action: event `Acted`."""

    decision: Decision
    seat: Seat
    character: Character
    """The character asked: whose hand, pawn or turn it is. Molasar for guards and Hazards."""


@dataclass(frozen=True, slots=True)
class RollDice:
    """``count`` dice are thrown by the joint randomness: event `Rolled`."""

    purpose: Dice
    character: Character
    count: int


@dataclass(frozen=True, slots=True)
class DeckShuffle:
    """``cards`` in card order are shuffled into slots ``first_slot``, ``first_slot + 1``, ..."""

    deck: Deck
    cards: tuple[Card, ...]
    first_slot: Slot
    count: int
    """How many times this deck was shuffled before: 0 for the first."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Decks are shuffled, together: event `Shuffled`."""

    decks: tuple[DeckShuffle, ...]


@dataclass(frozen=True, slots=True)
class DrawItem:
    """One slot goes into one character's hand."""

    character: Character
    deck: Deck
    slot: Slot


@dataclass(frozen=True, slots=True)
class Draw:
    """Slots are dealt, one or (at the deal) many at once: event `Drawn`."""

    draws: tuple[DrawItem, ...]


@dataclass(frozen=True, slots=True)
class RevealItem:
    """A slot to be turned up by its holder. ``slot`` is None where only its holder knows it (C2)."""

    character: Character
    deck: Deck
    slot: Slot | None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Cards are turned up at the same time: event `Revealed`."""

    items: tuple[RevealItem, ...]


@dataclass(frozen=True, slots=True)
class Peek:
    """``owner`` shows its committed card to ``guesser`` alone: event `Peeked` (C5)."""

    owner: Character
    guesser: Character


@dataclass(frozen=True, slots=True)
class AnswerHilt:
    """Molasar answers whether the Hilt is there, room by room in this order: event `HiltAnswered`.

    ``until_yes``: he stops at the first yes (a walk of his retreat, R4); otherwise every room
    is answered (the end of a turn, W1).
    """

    rooms: tuple[Room, ...]
    until_yes: bool


class Reason(StrEnum):
    """How the game ended."""

    HILT_FOUND = "hilt-found"
    TWELFTH_TURN = "twelfth-turn"
    MOLASAR_RESIGNED = "molasar-resigned"
    MOLASAR_CONVICTED = "molasar-convicted"
    NO_SEARCHERS = "no-searchers"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended. Nothing is awaited.

    ``winners`` are the winning characters (Molasar, or the Searchers of the winning player or
    players, in turn order), empty when abandoned; ``finder`` is the Searcher that stood in the
    Hilt's room, ``room`` that room, when the Hilt was found.
    """

    reason: Reason
    winners: tuple[Character, ...]
    winning_seats: tuple[Seat, ...]
    finder: Character | None = None
    room: Room | None = None


Awaited = Decide | RollDice | Shuffle | Draw | Reveal | Peek | AnswerHilt | Over

PawnPair = tuple[Character, Pawn]
"""A conflict: the Searcher and its enemy."""
