"""Who may want which characters, so that the table can be cast at all (rulings S1, S3).

A wish is the characters a player chooses, in turn order, or nothing: then they are drawn by the
joint randomness once the game has begun. Every refusal is a sentence for the one who is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.rules.names import Character
from protocol.shape import Shape

Wish = tuple[Character, ...]
"""The characters wanted; empty: drawn."""

DRAWN: Wish = ()

PAIR_TABLE = 3
"""Seats of the table at which each Searcher player runs two Searchers (ruling S1)."""


def parse_wish(words: Sequence[str]) -> Wish | None:
    """The wish written in these words; None if one of them is no character or stands twice."""
    try:
        characters = [Character(word) for word in words]
    except ValueError:
        return None
    if len(set(characters)) != len(characters):
        return None
    return tuple(sorted(characters, key=lambda character: character.number))


def read_wish(shape: Shape, key: str) -> Wish:
    """The wish in a field of a message.

    :raises EncodingError: it is none.
    """
    wish = parse_wish([item if isinstance(item, str) else "" for item in shape.items(key, 2)])
    if wish is None:
        raise shape.fail(key, "is not a list of characters, each once")
    return wish


def wrong_size(seats: int, wish: Wish) -> str | None:
    """Why nobody may want this at a table of so many seats; None if somebody may."""
    if wish == DRAWN:
        return None
    if Character.MOLASAR in wish and len(wish) > 1:
        return "whoever plays Molasar plays nobody else: choose him alone, or leave the choice to the draw"
    if seats == PAIR_TABLE and Character.MOLASAR not in wish and len(wish) != 2:
        return (
            "at a table of three each Searcher player runs two Searchers: choose two, or leave the choice to the draw"
        )
    if seats != PAIR_TABLE and len(wish) != 1:
        return f"at a table of {seats} each player runs one character: choose one, or leave the choice to the draw"
    return None


def taken(wish: Wish, others: Sequence[tuple[str, Wish]]) -> str | None:
    """Which wanted character somebody has chosen already, by whom, and what is free; None if none is."""
    held = {character: name for name, chosen in others for character in chosen}
    free = [character.value for character in Character if character not in held]
    for character in wish:
        if character in held:
            return f"{character.value} is taken by {held[character]}: choose among {', '.join(free)}, or draw"
    return None


def uncastable(wishes: Sequence[Wish]) -> str | None:
    """Why these players together cannot begin; None if they can: somebody must be able to be Molasar."""
    if DRAWN in wishes or any(Character.MOLASAR in wish for wish in wishes):
        return None
    return "nobody plays Molasar: somebody must choose him, or leave the choice to the draw"
