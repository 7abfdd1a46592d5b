"""Whether a genesis is a game that this program can play: versions, packs and characters."""

from __future__ import annotations

from keep_p2p import RULES_VERSION
from keep_p2p.packs import Packs
from keep_p2p.rules.game import Seating
from keep_p2p.rules.names import SEARCHERS, Character
from protocol.genesis import Genesis


class AdmissionError(Exception):
    """The genesis cannot be played here. The text says which part differs and what to do."""


def check_genesis(genesis: Genesis, packs: Packs) -> None:
    """Raise AdmissionError unless this program and these packs can play the genesis."""
    if genesis.rules != RULES_VERSION:
        raise AdmissionError(
            f"that table plays rules version {genesis.rules}, this program version {RULES_VERSION}: "
            "all must run the same release of keep-p2p"
        )
    if genesis.board != packs.board.digest:
        raise AdmissionError(
            f"that table has another board than yours, {packs.board.board.name}: all must give the same --board file"
        )
    if genesis.deck != packs.deck.digest:
        raise AdmissionError(
            f"that table has another Conflict deck than yours, {packs.deck.deck.name}: "
            "all must give the same --deck file"
        )
    check_characters(genesis)


def check_characters(genesis: Genesis) -> None:
    """Raise AdmissionError unless the chosen characters are the game's and drawing can complete them (S1, S3)."""
    chosen: list[tuple[Character, ...]] = []
    for seat in genesis.roster:
        try:
            chosen.append(tuple(Character(name) for name in seat.characters or ()))
        except ValueError:
            raise AdmissionError(f"{seat.name} chose a character that is not in the game") from None
    free = [c for c in SEARCHERS if all(c not in characters for characters in chosen)]
    size = 2 if len(chosen) == 3 else 1
    molasar = any(Character.MOLASAR in characters for characters in chosen)
    filled: list[tuple[Character, ...]] = []
    for characters in chosen:
        if characters:
            filled.append(characters)
        elif not molasar:
            filled.append((Character.MOLASAR,))
            molasar = True
        else:
            filled.append(tuple(free[:size]))
            free = free[size:]
    try:
        Seating(tuple(filled))
    except ValueError as error:
        raise AdmissionError(f"those characters make no game: {error}") from error
