"""Random positions that keep M2, M4, M11 and M12, crowded enough that pawns stand in each other's way."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TypeVar

from keep_p2p.rules.chance import Dealer
from keep_p2p.rules.names import GUARDS, Character, Door, Pawn, Region, Room
from keep_p2p.rules.position import Position
from keep_p2p.rules.seating import Game

M = Character.MOLASAR
T = TypeVar("T")


def pick(hand: Dealer, of: Sequence[T]) -> T:
    return of[hand.below(len(of))]


def chance(hand: Dealer, one_in: int) -> bool:
    return hand.below(one_in) == 0


class Scatter:
    """Places pawns one by one; ``meetings``: Searchers set down beside an enemy on purpose."""

    def __init__(self, game: Game, hand: Dealer, *, guards: int = 8, meetings: int = 1) -> None:
        self.game, self.hand = game, hand
        self.rooms = [room.id for room in game.board.rooms]
        self.cellar = {room.id for room in game.board.rooms if room.region is Region.CELLAR}
        self.hilt_proven = pick(hand, game.hilt_rooms) if chance(hand, 3) else None
        self.proven = tuple(r for r in game.hilt_rooms if r != self.hilt_proven and chance(hand, 3))
        if len(self.proven) >= len(game.hilt_rooms) - 1 and self.hilt_proven is None:
            self.proven = self.proven[:2]
        self.places: dict[Pawn, Room | None] = {}
        self._lay_enemies(guards)
        self._lay_searchers(meetings)

    def _free(self, pawns: Sequence[Pawn], *, but: Set[Room] = frozenset()) -> list[Room]:
        taken = {self.places.get(pawn) for pawn in pawns} | but
        return [room for room in self.rooms if room not in taken]

    def _lay_enemies(self, guards: int) -> None:
        unsafe = {room for room in self.game.hilt_rooms if room not in self.proven}
        self.places[M] = pick(self.hand, self._free((), but=unsafe))
        for guard in GUARDS[:guards]:
            deep = len([g for g in GUARDS[:guards] if self.places.get(g) in self.cellar])
            free = self._free((M, *GUARDS), but=self.cellar if deep >= 2 else set())
            self.places[guard] = pick(self.hand, free)
        for guard in GUARDS[guards:]:
            self.places[guard] = None

    def _lay_searchers(self, meetings: int) -> None:
        pawns: tuple[Pawn, ...] = (M, *GUARDS)
        enemies = [room for pawn in pawns if (room := self.places.get(pawn)) is not None]
        met = 0
        for searcher in self.game.seating.searchers:
            if met < meetings:
                room = pick(self.hand, [r for r in enemies if r not in self.places_of(self.game.seating.searchers)])
                met += 1
            else:
                but = set(enemies) if chance(self.hand, 2) else set()
                room = pick(self.hand, self._free(self.game.seating.searchers, but=but))
            self.places[searcher] = room

    def places_of(self, pawns: Sequence[Pawn]) -> set[Room | None]:
        return {self.places.get(pawn) for pawn in pawns}

    def doors(self) -> dict[Character, tuple[Door, ...]]:
        every = [door.id for door in self.game.board.secret_doors]
        return {c: tuple(d for d in every if chance(self.hand, 2)) for c in Character}

    def position(self, turn: Character, **more: object) -> Position:
        """The position; ``more`` are other fields of `Position`."""
        given: dict[str, object] = {
            "game": self.game,
            "turn": turn,
            "places": self.places,
            "doors": self.doors(),
            "proven": self.proven,
            "hilt_proven": self.hilt_proven,
            **more,
        }
        return Position(**given)  # type: ignore[arg-type]  # fields by name
