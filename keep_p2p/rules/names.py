"""The nouns of the game: characters, guards, rooms, cards and their slots.

Every identifier has a type of its own, so that a seat is never taken for a slot
nor a room for a door. All of them are plain strings or integers underneath, so a
state made of them is hashable and has one canonical encoding.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

Seat = NewType("Seat", int)
"""One key at the table, numbered from 0 in roster order (not the turn order)."""

Room = NewType("Room", str)
"""A room's identifier in the board pack. Stairways are rooms (rulebook, Game Components)."""

Door = NewType("Door", str)
"""A secret door's identifier in the board pack."""

Slot = NewType("Slot", int)
"""A face-down card's place in a shuffled deck. Never used twice in a game (ruling C8)."""

Card = NewType("Card", int)
"""A card's printed number: 1-32 Conflict, 33-44 Bonus, 45-50 Hazard."""

Guard = NewType("Guard", str)
"""A guard pawn, ``"guard-01"`` to ``"guard-12"``, numbered as the pack lists the starts."""


class Region(StrEnum):
    """The two halves of the board; secret doors alone join them."""

    KEEP = "keep"
    CELLAR = "cellar"


class Character(StrEnum):
    """The six characters in ID-card order, which is the turn order (ruling S2)."""

    EVA = "eva"
    FONESCU = "fonescu"
    CUZA = "cuza"
    GLAEKEN = "glaeken"
    WOERMANN = "woermann"
    MOLASAR = "molasar"

    @property
    def number(self) -> int:
        """The ID-card number, 1-5 for Searchers and 6 for Molasar."""
        return _NUMBERS[self]

    @property
    def is_searcher(self) -> bool:
        """Whether this is one of the five Searchers."""
        return self is not Character.MOLASAR


_NUMBERS = {character: number for number, character in enumerate(Character, start=1)}

SEARCHERS: tuple[Character, ...] = tuple(c for c in Character if c is not Character.MOLASAR)
"""The five Searchers in turn order."""

GUARDS: tuple[Guard, ...] = tuple(Guard(f"guard-{n:02d}") for n in range(1, 13))
"""The twelve guard pawns."""


def guard_letter(guard: Guard) -> str:
    """The letter by which people call a guard, on every board and in every sentence: ``a`` to ``l``."""
    return "abcdefghijkl"[GUARDS.index(guard)]


Pawn = Character | Guard
"""Anything that stands in a room."""


class Deck(StrEnum):
    """The two decks that are dealt face down. Hazards are all Molasar's, so they hide nothing."""

    CONFLICT = "conflict"
    BONUS = "bonus"


class Bonus(StrEnum):
    """The kinds of Bonus card (cards 33-44)."""

    REROLL = "reroll"
    SECOND_WIND = "second-wind"
    SECOND_GUESS = "second-guess"
    BLADE = "blade"
    MOVE_GUARD = "move-guard"
    PASS = "pass"
    FLASHLIGHT = "flashlight"
    SECRET_ENTRANCE = "secret-entrance"


class Hazard(StrEnum):
    """The six Hazard cards (45-50), one of each."""

    EVIL_SPREADS = "evil-spreads"
    POWER_FAILURE = "power-failure"
    SUMMON_GUARDS = "summon-guards"
    GENERAL_ALERT = "general-alert"
    SECRET_PASSAGE = "secret-passage"
    MOLASARS_MAGIC = "molasars-magic"


BONUS_OF: dict[Card, Bonus] = {
    Card(33): Bonus.REROLL,
    Card(34): Bonus.SECOND_WIND,
    Card(35): Bonus.SECOND_GUESS,
    Card(36): Bonus.SECOND_GUESS,
    Card(37): Bonus.BLADE,
    Card(38): Bonus.MOVE_GUARD,
    Card(39): Bonus.PASS,
    Card(40): Bonus.PASS,
    Card(41): Bonus.FLASHLIGHT,
    Card(42): Bonus.FLASHLIGHT,
    Card(43): Bonus.FLASHLIGHT,
    Card(44): Bonus.SECRET_ENTRANCE,
}
"""What each Bonus card does (rulebook, Bonus Cards)."""

HAZARD_CARD: dict[Hazard, Card] = {hazard: Card(number) for number, hazard in enumerate(Hazard, start=45)}
"""The printed number of each Hazard card (rulebook, Hazard Cards)."""

DECK_CARDS: dict[Deck, tuple[Card, ...]] = {
    Deck.CONFLICT: tuple(Card(n) for n in range(1, 33)),
    Deck.BONUS: tuple(Card(n) for n in range(33, 45)),
}
"""All cards of each face-down deck, in card order."""
