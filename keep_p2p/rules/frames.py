"""Where in the game we are: a stack of small frames, the top one saying what comes next.

The bottom frame belongs to the set-up or to a turn; what interrupts it (a conflict, a
Hazard, a guard's favour, a new deal) lies above it and is taken off when it is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.rules.actions import Path
from keep_p2p.rules.awaited import Dice
from keep_p2p.rules.names import Character, Deck, Door, Guard, Pawn, Room, Slot


@dataclass(frozen=True, slots=True)
class Dealing:
    """Both decks are shuffled, then ``sizes`` cards dealt. ``fresh``: in the middle of the game, all over again."""

    sizes: tuple[tuple[Character, Deck, int], ...]
    shuffled: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class Discarding:
    """A defender has drawn a third Bonus card and discards one (C7)."""

    character: Character


@dataclass(frozen=True, slots=True)
class SettingUp:
    """Molasar hides the Hilt (S5), then the Searchers are placed (S6)."""

    hidden: bool


@dataclass(frozen=True, slots=True)
class ComingBack:
    """A Searcher outside the Keep begins its turn: it is placed (R3)."""


@dataclass(frozen=True, slots=True)
class BeforeRoll:
    """Before a Searcher's roll. ``placed``: it began this turn outside, so it may not search here."""

    placed: bool


@dataclass(frozen=True, slots=True)
class Favour:
    """The card Move Nazi SS Guard was played (B4)."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """A Searcher's die is in the air. ``door`` is what is searched (M5), or goes first after Secret Entrance (B8)."""

    purpose: Dice
    door: Door | None


@dataclass(frozen=True, slots=True)
class FailedSearch:
    """The search roll failed; a Reroll may still be played (B2)."""

    door: Door


@dataclass(frozen=True, slots=True)
class Moving:
    """A Searcher may walk ``left`` rooms.

    ``door``: its first step, if any, goes through it. ``searched``: that door is found once somebody moves.
    ``fresh``: nobody has moved on this roll. ``stopped``: Woermann's own pawn is done (M10).
    ``halted``: guards that were stopped by a Searcher, done too.
    """

    left: int
    door: Door | None
    searched: bool
    fresh: bool
    stopped: bool
    halted: tuple[Guard, ...]


@dataclass(frozen=True, slots=True)
class Feeding:
    """Molasar feeds (T1)."""


@dataclass(frozen=True, slots=True)
class MolasarRolling:
    """Molasar's two dice are in the air (T2)."""


@dataclass(frozen=True, slots=True)
class MolasarMoving:
    """Molasar may walk up to ``left`` rooms (T2)."""

    left: int


@dataclass(frozen=True, slots=True)
class GuardDice:
    """The guard dice (M13). ``die``: which comes next, 1 or 2. ``spent``: guards that walk no more this turn."""

    die: int
    pool: int
    spent: tuple[Guard, ...]


@dataclass(frozen=True, slots=True)
class GuardRolling:
    """A guard die is in the air: ``guard`` searches ``door``, or (both None) it is for the pool."""

    guard: Guard | None
    door: Door | None


@dataclass(frozen=True, slots=True)
class GuardFound:
    """``guard`` has found ``door`` and may walk up to ``left`` rooms, first through it (M13)."""

    guard: Guard
    door: Door
    left: int


@dataclass(frozen=True, slots=True)
class GuardMoving:
    """Guards walk: from a ``pool`` shared by all, or each up to ``pool`` rooms (``alert``, H4).

    ``spent``: guards that may not walk, or not again.
    """

    pool: int
    alert: bool
    spent: tuple[Guard, ...]


@dataclass(frozen=True, slots=True)
class Spreading:
    """Evil Spreads: the picks made so far, turned up when complete (H1)."""

    picks: tuple[tuple[Character, Slot], ...]


@dataclass(frozen=True, slots=True)
class Lighting:
    """Power Failure: these Searchers are still to be asked for a Flashlight (B6)."""

    asked: tuple[Character, ...]


@dataclass(frozen=True, slots=True)
class Summoning:
    """Summon Guards: these guards were put (H3)."""

    put: tuple[Guard, ...]


@dataclass(frozen=True, slots=True)
class Fighting:
    """Movement is over: conflicts that wait are fought one by one (C1)."""


class Exchange(StrEnum):
    """The steps of a conflict, in order (C2, C5, C7, R1, R4)."""

    MOLASAR_COMMITS = "molasar-commits"
    NAMING = "naming"
    DEFENDER_COMMITS = "defender-commits"
    BONUS = "bonus"
    PEEK = "peek"
    JUDGE = "judge"
    RECOMMIT = "recommit"
    REVEAL = "reveal"
    DECIDED = "decided"
    RETREAT = "retreat"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Conflict:
    """One conflict being fought in ``room``.

    ``blade``: The Blade was played. ``sent_back``: how many cards of Molasar and of the defender were sent back
    in this exchange. ``looked_at``: whose card a Second Guess is about. ``winner`` and ``difference`` once
    decided; ``path`` while Molasar's retreat waits for answers (R4).
    """

    searcher: Character
    enemy: Pawn
    room: Room
    step: Exchange
    defender: Character | None
    blade: bool
    sent_back: tuple[int, int]
    looked_at: Character | None
    winner: Character | None
    difference: int
    path: Path

    @property
    def against_molasar(self) -> bool:
        """Whether the enemy is Molasar himself (C4)."""
        return self.enemy is Character.MOLASAR

    @property
    def molasar_committed(self) -> bool:
        """Whether Molasar's card lies face down now."""
        recommitting = self.step is Exchange.RECOMMIT and self.looked_at is Character.MOLASAR
        return self.step in _MOLASAR_IN and not recommitting

    @property
    def defender_committed(self) -> bool:
        """Whether the defender's card lies face down now."""
        recommitting = self.step is Exchange.RECOMMIT and self.looked_at is self.defender
        return self.step in _BOTH_IN and not recommitting

    @property
    def undecided(self) -> bool:
        """Whether the cards have not been turned up yet."""
        return self.winner is None

    @property
    def loser(self) -> Pawn:
        """The pawn that retreats. Only once decided."""
        return self.searcher if self.winner is Character.MOLASAR else self.enemy


_BOTH_IN = frozenset({Exchange.BONUS, Exchange.PEEK, Exchange.JUDGE, Exchange.RECOMMIT, Exchange.REVEAL})
_MOLASAR_IN = _BOTH_IN | {Exchange.NAMING, Exchange.DEFENDER_COMMITS}


@dataclass(frozen=True, slots=True)
class Answering:
    """The turn's play is over: Molasar answers for the Searchers in marked rooms (W1)."""


@dataclass(frozen=True, slots=True)
class SecondWind:
    """The turn has ended; its Searcher may play Second Wind (B3)."""


Frame = (
    Dealing
    | Discarding
    | SettingUp
    | ComingBack
    | BeforeRoll
    | Favour
    | Rolling
    | FailedSearch
    | Moving
    | Feeding
    | MolasarRolling
    | MolasarMoving
    | GuardDice
    | GuardRolling
    | GuardFound
    | GuardMoving
    | Spreading
    | Lighting
    | Summoning
    | Fighting
    | Conflict
    | Answering
    | SecondWind
)
