"""Who sits where, and the fixed terms of one game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from keep_p2p.rules.board import Board, ConflictDeck
from keep_p2p.rules.names import Character, Room, Seat
from keep_p2p.rules.plan import Plan, plan_of

MIN_PLAYERS = 3
MAX_PLAYERS = 6


@dataclass(frozen=True)
class Seating:
    """Which characters each seat speaks for: ``players[seat]`` (S1).

    Raises `ValueError` where it is not a seating of 3 to 6 players: Molasar alone on his seat, one
    Searcher each, two each with three players.
    """

    players: tuple[tuple[Character, ...], ...]

    def __post_init__(self) -> None:
        if not MIN_PLAYERS <= len(self.players) <= MAX_PLAYERS:
            raise ValueError(f"S1: {MIN_PLAYERS} to {MAX_PLAYERS} players, not {len(self.players)}.")
        each = 2 if len(self.players) == MIN_PLAYERS else 1
        named = [character for player in self.players for character in player]
        if len(set(named)) != len(named):
            raise ValueError("S1: a character is given to two seats.")
        if (Character.MOLASAR,) not in self.players:
            raise ValueError("S1: one seat must play Molasar, and nobody else.")
        for seat, player in enumerate(self.players):
            if player != (Character.MOLASAR,) and (len(player) != each or Character.MOLASAR in player):
                raise ValueError(f"S1: with {len(self.players)} players seat {seat} must run {each} Searcher(s).")

    @cached_property
    def characters(self) -> tuple[Character, ...]:
        """The characters in play, in turn order (S2)."""
        return tuple(c for c in Character if c in self._seats)

    @cached_property
    def searchers(self) -> tuple[Character, ...]:
        """The Searchers in play, in turn order."""
        return tuple(c for c in self.characters if c.is_searcher)

    @cached_property
    def _seats(self) -> dict[Character, Seat]:
        return {c: Seat(seat) for seat, player in enumerate(self.players) for c in player}

    def seat(self, character: Character) -> Seat:
        """The seat that speaks for ``character``. Raises `KeyError` where it is not in play."""
        return self._seats[character]


@dataclass(frozen=True)
class Game:
    """The terms of one game, never changing: board, Conflict deck and seating."""

    board: Board
    deck: ConflictDeck
    seating: Seating

    @cached_property
    def plan(self) -> Plan:
        """The board, compiled."""
        return plan_of(self.board)

    @cached_property
    def entries(self) -> tuple[Room, ...]:
        """The entry rooms open at this number of Searchers (S6)."""
        return self.board.entries_for(len(self.seating.searchers))

    @cached_property
    def hilt_rooms(self) -> tuple[Room, ...]:
        """The marked rooms of this game, in pack order (S5)."""
        marked = self.board.hilt_rooms_for(len(self.seating.searchers))
        return tuple(room for room in marked if room != self.board.molasar_start)

    @cached_property
    def hilt_mask(self) -> int:
        """The bits of the marked rooms."""
        return self.plan.mask(self.hilt_rooms)
