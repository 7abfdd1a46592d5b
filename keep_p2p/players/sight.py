"""A seat's view of the game in the terms the computer players think in: room indices, doors as bits, chances."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from keep_p2p.players.danger import Dangers, Focus, dangers_for
from keep_p2p.players.tables import CUZA_DOOR_COST, DOOR_COST, GUARD_DOOR_COST, Costs, Tables, tables_for
from keep_p2p.players.weights import Weights
from keep_p2p.rules.actions import OUTSIDE, Path
from keep_p2p.rules.frames import Feeding, MolasarMoving
from keep_p2p.rules.names import GUARDS, Character, Deck, Door, Guard, Pawn, Room
from keep_p2p.rules.state import PAWNS
from keep_p2p.table.view import View

TURNS: Final = 12
"""Molasar has won when this turn of his begins (T6)."""

Key = tuple[int, float]
"""What decides a pawn's distances: the doors it has found, a bit each, and what an unfound one costs it."""


class Sight:
    """One look at a `View`, made for one decision and dropped after it. Holds nothing that the view does not."""

    def __init__(self, view: View, weights: Weights) -> None:
        state = view.state
        self.state = state
        self.known = view.known
        self.seat = view.seat
        self.weights = weights
        self.deck = state.game.deck
        self.searchers = state.searchers
        self.tables: Tables = tables_for(state.game.board, len(state.game.seating.searchers))
        self.place: dict[Pawn, int] = {}
        self.searcher_at: dict[int, Character] = {}
        self.enemy_at: dict[int, Pawn] = {}
        index = self.tables.index
        for pawn, room in zip(PAWNS, state.pawns, strict=True):
            if room is None:
                continue
            if room == OUTSIDE:
                self.place[pawn] = self.tables.outside
                continue
            here = self.place[pawn] = index[room]
            if isinstance(pawn, Character) and pawn.is_searcher:
                self.searcher_at[here] = pawn
            else:
                self.enemy_at[here] = pawn

    def number(self, room: Room) -> int:
        """The index of a room in a path, `OUTSIDE` included."""
        return self.tables.outside if room == OUTSIDE else self.tables.index[room]

    def end(self, pawn: Pawn, path: Path) -> int:
        """Where ``pawn`` stands after ``path``."""
        return self.number(path[-1]) if path else self.place[pawn]

    @cached_property
    def guards(self) -> dict[Guard, int]:
        """The guards in play and their rooms."""
        return {guard: self.place[guard] for guard in GUARDS if guard in self.place}

    @cached_property
    def molasar(self) -> int:
        """Molasar's room."""
        return self.place[Character.MOLASAR]

    @cached_property
    def keys(self) -> dict[Character, Key]:
        """What decides each Searcher's distances."""
        return {
            c: (self._mask(self.state.doors_found(c)), CUZA_DOOR_COST if c is Character.CUZA else DOOR_COST)
            for c in self.searchers
        }

    @cached_property
    def guard_key(self) -> Key:
        """What decides the guards' distances."""
        return self._mask(self.state.guards_doors), GUARD_DOOR_COST

    def _mask(self, doors: Iterable[Door]) -> int:
        mask = 0
        for door in doors:
            mask |= 1 << self.tables.door_index[door]
        return mask

    @cached_property
    def unproven(self) -> tuple[int, ...]:
        """Which marked rooms (numbers in `Tables.marked`) may still hold the Hilt, as far as is public."""
        if self.state.hilt_proven is not None:
            return (self.tables.marked.index(self.tables.index[self.state.hilt_proven]),)
        proven = self.state.proven
        return tuple(n for n, room in enumerate(self.tables.marked) if self.tables.rooms[room] not in proven)

    @cached_property
    def unproven_rooms(self) -> frozenset[int]:
        """The same as rooms."""
        return frozenset(self.tables.marked[n] for n in self.unproven)

    @cached_property
    def hilt(self) -> int | None:
        """The Hilt's marked room (its number), where this seat knows it."""
        if len(self.unproven) == 1:
            return self.unproven[0]
        room = self.known.hilt
        return None if room is None else self.tables.marked.index(self.tables.index[room])

    @cached_property
    def turns_left(self) -> int:
        """Molasar's turns that are still to begin before he has won, the twelfth included."""
        return TURNS - len(self.state.eaten)

    @property
    def dark(self) -> bool:
        """Whether Power Failure holds (H2)."""
        return self.state.power_failure

    @cached_property
    def reach(self) -> int:
        """Rooms that Molasar may still walk this turn; before his roll what two dice give in the mean."""
        frame = self.state.top
        if isinstance(frame, MolasarMoving):
            return frame.left
        return 7 if isinstance(frame, Feeding) else 0

    def cost(self, character: Character, marked: int, room: int) -> float:
        """Rooms to go for ``character`` from ``room`` to marked room number ``marked``, nobody in the way."""
        return self.tables.approach(*self.keys[character])[marked][room]

    def bonus_count(self, character: Character) -> int:
        """How many Bonus cards a Searcher holds."""
        return len(self.state.hand(character, Deck.BONUS))

    def engaged(self, room: int) -> bool:
        """Whether a Searcher and an enemy share this room, so that nobody else may enter (M4)."""
        return room in self.searcher_at and room in self.enemy_at

    @cached_property
    def even_focus(self) -> Focus:
        """The marked rooms as the public sees them: each unproven one as likely as the other."""
        share = 1.0 / max(1, len(self.unproven))
        return tuple(share if n in self.unproven else 0.0 for n in range(len(self.tables.marked)))

    def danger(self, character: Character, focus: Focus) -> Costs:
        """How dangerous ``character`` would be in each room."""
        return self.dangers.rooms(*self.keys[character], focus)

    @cached_property
    def dangers(self) -> Dangers:
        """The kept tables of danger of this board."""
        return dangers_for(self.tables, self.weights.lasting, self.weights.driven)
