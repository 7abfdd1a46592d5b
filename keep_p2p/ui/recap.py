"""What has happened since the reader's own last turn: which part of the story that is, and which of it is told again.

Works on the records of the rules, so the screen and the line interface tell the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keep_p2p.rules.awaited import Dice
from keep_p2p.rules.names import Character
from keep_p2p.rules.records import (
    BonusPlayed,
    CardCommitted,
    CardLookedAt,
    Cause,
    ConflictRevealed,
    DecksShuffled,
    DefenderNamed,
    DiceRolled,
    GuardEaten,
    GuessJudged,
    HazardPlayed,
    HiltHidden,
    Moved,
    Placed,
    Record,
    TurnBegan,
)
from keep_p2p.ui.names import Names

SINCE_TURN = "Since your last turn"
SINCE_BEGINNING = "Since the game began"
"""What a recap is headed with: after the reader's own last turn, and before there was one."""

SINCE_ANSWER = "Since your last answer"
"""What stands in it before all that is newer than that."""


@dataclass(frozen=True, slots=True)
class Part:
    """Where a recap begins in a list of records; ``turn``: behind a turn of the reader's, not at the beginning."""

    first: int
    turn: bool

    @property
    def heading(self) -> str:
        """What it is headed with."""
        return SINCE_TURN if self.turn else SINCE_BEGINNING

    @property
    def nothing(self) -> str:
        """What is told where there is nothing to tell."""
        return "Nothing has happened since your last turn." if self.turn else "Nothing has happened yet."


def since_own_turn(records: Sequence[Record | None], names: Names) -> Part:
    """The part of ``records`` behind the reader's own last turn that is over: its end to now.

    A turn that is going on is not "last": then it is what lies between the turn before and now, this one's beginning
    with it. Turns of the reader's that follow each other (two Searchers, Second Wind) count as one.
    """
    began = [(n, names.is_yours(r.character)) for n, r in enumerate(records) if isinstance(r, TurnBegan)]
    if began and began[-1][1]:  # the turn that is going on, and the reader's own ones just before it
        while began and began[-1][1]:
            began.pop()
    for (_, own), (place, others) in zip(reversed(began[:-1]), reversed(began[1:]), strict=True):
        if own and not others:
            return Part(place, turn=True)
    return Part(0, turn=False)


def worth_telling(record: Record | None) -> bool:
    """Whether a recap tells it: not what the next line says again, and not what only prepared it."""
    match record:
        case CardCommitted() | DecksShuffled():
            return False
        case DiceRolled(purpose=purpose):
            return purpose in (Dice.SEARCH, Dice.GUARD_SEARCH)
        case _:
            return True


def by_another(record: Record | None, names: Names) -> bool:
    """Whether somebody else than the reader did this, or had a part in it."""
    match record:
        case Moved(cause=Cause.WALK, pawn=Character() as who) | Placed(character=who) | TurnBegan(character=who):
            return not names.is_yours(who)
        case Moved(cause=Cause.SPLIT):
            return not names.is_yours(Character.WOERMANN)
        case Moved(cause=Cause.FAVOUR | Cause.RETREAT):
            return False  # whose choice it was is told by the card, or by the conflict
        case Moved() | GuardEaten() | HazardPlayed() | HiltHidden():
            return not names.is_yours(Character.MOLASAR)
        case CardCommitted(character=who) | BonusPlayed(character=who) | DefenderNamed(searcher=who):
            return not names.is_yours(who)
        case CardLookedAt(guesser=who) | GuessJudged(guesser=who):
            return not names.is_yours(who)
        case ConflictRevealed():
            return True
        case _:
            return False
