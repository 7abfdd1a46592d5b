"""The public state of a game: the same for everybody, hashable, never changed.

`State` is what the world sees. `Draft` is the same table while a rule is at work on it:
`apply` makes one from a state, lets the rules write on it and freezes it again. Rules that
only read take a `Table`, which either of them is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.awaited import Awaited, Over, PawnPair
from keep_p2p.rules.frames import Conflict, Frame
from keep_p2p.rules.names import (
    BONUS_OF,
    GUARDS,
    Bonus,
    Card,
    Character,
    Deck,
    Door,
    Guard,
    Hazard,
    Pawn,
    Room,
    Seat,
    Slot,
)
from keep_p2p.rules.plan import Plan
from keep_p2p.rules.records import Record
from keep_p2p.rules.seating import Game

PAWNS: tuple[Pawn, ...] = (*Character, *GUARDS)
"""All pawns in the order in which a state keeps their rooms."""

PAWN_INDEX: dict[Pawn, int] = {pawn: i for i, pawn in enumerate(PAWNS)}
FIRST_GUARD = len(Character)
MOLASAR_INDEX = PAWN_INDEX[Character.MOLASAR]
MAX_CELLAR_GUARDS = 2  # M12
LAST_TURN = 12  # T6

GUARDS_DOORS = MOLASAR_INDEX
"""The place in `Table.found` for the doors that the guards have found: Molasar needs none of his own (M6)."""

COPIES: dict[Bonus, tuple[Card, ...]] = {
    kind: tuple(card for card, bonus in BONUS_OF.items() if bonus is kind) for kind in Bonus
}
"""The cards of each kind of Bonus card."""


@dataclass(frozen=True, slots=True)
class Batch:
    """One shuffle of a deck: its slots are ``first`` and on; ``unseen`` are its cards not turned up since."""

    first: Slot
    unseen: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """One deck. ``hands`` by character in ID order; ``discards`` in card order; ``batches`` oldest first."""

    hands: tuple[tuple[Slot, ...], ...]
    pile: tuple[Slot, ...]
    discards: tuple[Card, ...]
    batches: tuple[Batch, ...]
    next_slot: Slot
    shuffles: int

    def possible(self, slot: Slot) -> tuple[Card, ...]:
        """The cards that ``slot`` can hold, as far as everybody knows."""
        for batch in reversed(self.batches):
            if slot >= batch.first:
                return batch.unseen
        return ()


@dataclass(frozen=True)
class Knowledge:
    """What one asker knows beyond the public state.

    ``cards``: the cards of the slots it has seen; ``hilt``: the Hilt's room (Molasar only); ``barred``: its own
    Conflict slots sent back in this exchange (C5); ``committed``: the Conflict slots it knows to lie face down
    now, its own and one it was shown (for players that think ahead; the rules do not need it).
    """

    cards: Mapping[tuple[Deck, Slot], Card] = field(default_factory=dict)
    hilt: Room | None = None
    barred: frozenset[Slot] = frozenset()
    committed: frozenset[Slot] = frozenset()


class Masks(NamedTuple):
    """Rooms with somebody in them, as bits."""

    searchers: int
    guards: int
    molasar: int
    cellar_guards: int


@lru_cache(maxsize=1024)
def _masks(plan: Plan, pawns: tuple[Room | None, ...]) -> Masks:
    bit = plan.bit
    searchers = guards = count = 0
    for room in pawns[:MOLASAR_INDEX]:
        if room is not None:
            searchers |= bit[room]
    for room in pawns[FIRST_GUARD:]:
        if room is not None:
            guards |= bit[room]
            count += 1 if bit[room] & plan.cellar else 0
    lair = pawns[MOLASAR_INDEX]
    return Masks(searchers & ~plan.outside_bit, guards, 0 if lair is None else bit[lair], count)


@dataclass(slots=True, eq=False, repr=False)
class Table:
    """The fields and the questions that `State` and `Draft` share."""

    game: Game
    pawns: tuple[Room | None, ...]
    """The room of each of `PAWNS`; OUTSIDE for a Searcher outside the Keep, None for a pawn not in play (any more)."""
    gone: tuple[Seat, ...]
    """Seats that left, in the order they went (W3)."""
    conflict_cards: Cards
    bonus_cards: Cards
    hazards: tuple[Hazard, ...]
    """Molasar's unplayed Hazards, in card order."""
    found: tuple[tuple[Door, ...], ...]
    """Doors found by each Searcher in ID order, then (`GUARDS_DOORS`) by the guards; each in pack order."""
    proven: tuple[Room, ...]
    """Marked rooms proven empty, in pack order (M11, R4, W1)."""
    hilt_proven: Room | None
    """The room proven to be the Hilt's, if any."""
    eaten: tuple[Guard, ...]
    """Guards eaten, in order: the turn counter (T1)."""
    turn: Character
    """Whose turn it is; in the set-up the first Searcher."""
    turn_number: int
    """The game turn, 1 to 12; 0 in the set-up. Molasar's turn of this number ends it."""
    extra: bool
    """Whether this is an extra turn (B3)."""
    power_failure: bool
    lit: tuple[Character, ...]
    """Searchers whose Flashlight covers their coming or present turn (B6)."""
    hazard_played: bool
    """Whether Molasar has played his Hazard of this turn (T5)."""
    alert: bool
    """Whether General Alert has replaced the guard dice of this turn (H4)."""
    fought: bool
    """Whether a conflict of this turn has begun (T5)."""
    moved: tuple[Pawn, ...]
    """Pawns that have moved since this turn began, in the order they first did (M13)."""
    truces: tuple[PawnPair, ...]
    """Pairs in one room that fought and have not been moved since (R5)."""
    owed: tuple[tuple[Character, Deck], ...]
    """Cards still to be drawn, one by one (C7)."""
    stack: tuple[Frame, ...]
    """Where we are: the last frame is what is going on."""
    over: Over | None

    @property
    def plan(self) -> Plan:
        """The compiled board."""
        return self.game.plan

    @property
    def top(self) -> Frame:
        """The frame that says what comes next. Not once the game is over."""
        return self.stack[-1]

    @property
    def masks(self) -> Masks:
        """Who is where, as bits."""
        return _masks(self.game.plan, self.pawns)

    # Seats and characters

    def seat(self, character: Character) -> Seat:
        """The seat that speaks for ``character``."""
        return self.game.seating.seat(character)

    @property
    def characters(self) -> tuple[Character, ...]:
        """The characters still in play, in turn order."""
        everybody = self.game.seating.characters
        return tuple(c for c in everybody if self.seat(c) not in self.gone) if self.gone else everybody

    @property
    def searchers(self) -> tuple[Character, ...]:
        """The Searchers still in play, in turn order."""
        everybody = self.game.seating.searchers
        return tuple(c for c in everybody if self.seat(c) not in self.gone) if self.gone else everybody

    # Pawns

    def where(self, pawn: Pawn) -> Room | None:
        """The room in which ``pawn`` stands; None outside the Keep, eaten, gone or not in play."""
        room = self.pawns[PAWN_INDEX[pawn]]
        return None if room is OUTSIDE or room == OUTSIDE else room

    def is_outside(self, character: Character) -> bool:
        """Whether this Searcher is in play but not on the board: not placed yet, or walked out (R3)."""
        return self.pawns[PAWN_INDEX[character]] == OUTSIDE

    def pawns_in(self, room: Room) -> tuple[Pawn, ...]:
        """The pawns in ``room``: Searchers, Molasar, guards."""
        return tuple(pawn for pawn, place in zip(PAWNS, self.pawns, strict=True) if place == room)

    @property
    def guards_left(self) -> tuple[Guard, ...]:
        """The guards on the board."""
        places = self.pawns[FIRST_GUARD:]
        return tuple(guard for guard, place in zip(GUARDS, places, strict=True) if place is not None)

    # Cards

    def cards(self, deck: Deck) -> Cards:
        """Everything public about ``deck``."""
        return self.conflict_cards if deck is Deck.CONFLICT else self.bonus_cards

    def hand(self, character: Character, deck: Deck) -> tuple[Slot, ...]:
        """The slots in a hand. A committed Conflict card is still in it until it is turned up."""
        return self.cards(deck).hands[PAWN_INDEX[character]]

    def pile(self, deck: Deck) -> tuple[Slot, ...]:
        """The draw pile, next slot first."""
        return self.cards(deck).pile

    def discards(self, deck: Deck) -> tuple[Card, ...]:
        """The discard pile, in card order."""
        return self.cards(deck).discards

    def possible_cards(self, deck: Deck, slot: Slot) -> tuple[Card, ...]:
        """The cards ``slot`` can hold as far as everybody knows, in card order; () for a slot never dealt."""
        return self.cards(deck).possible(slot)

    def may_hold(self, character: Character, *kinds: Bonus) -> bool:
        """Whether, as far as everybody knows, this hand can hold a Bonus card of one of ``kinds``."""
        cards = self.bonus_cards
        for slot in cards.hands[PAWN_INDEX[character]]:
            unseen = cards.possible(slot)
            for kind in kinds:
                for card in COPIES[kind]:
                    if card in unseen:
                        return True
        return False

    # Doors and the Hilt

    def doors_found(self, character: Character) -> tuple[Door, ...]:
        """The secret doors this character may use: Molasar all (M6)."""
        if character is Character.MOLASAR:
            return tuple(door.id for door in self.game.board.secret_doors)
        return self.found[PAWN_INDEX[character]]

    @property
    def guards_doors(self) -> tuple[Door, ...]:
        """The secret doors the guards have found (M6)."""
        return self.found[GUARDS_DOORS]

    @property
    def unproven(self) -> tuple[Room, ...]:
        """The marked rooms that may still hold the Hilt, in pack order; () once its room is proven."""
        if self.hilt_proven is not None:
            return ()
        return tuple(room for room in self.game.hilt_rooms if room not in self.proven)

    # Conflicts

    @property
    def conflict(self) -> Conflict | None:
        """The conflict being fought now, or None."""
        for frame in reversed(self.stack):
            if isinstance(frame, Conflict):
                return frame
        return None

    @property
    def conflicts(self) -> tuple[PawnPair, ...]:
        """Pairs in one room that are to fight, the present conflict not counted, in turn order of the Searchers."""
        masks = self.masks
        shared = masks.searchers & (masks.guards | masks.molasar)
        return self._conflicts() if shared else ()

    def _conflicts(self) -> tuple[PawnPair, ...]:
        now = self.conflict
        pairs: list[PawnPair] = []
        for character, room in zip(Character, self.pawns[:MOLASAR_INDEX], strict=False):
            if room is None or room == OUTSIDE:
                continue
            for enemy, place in zip(PAWNS[MOLASAR_INDEX:], self.pawns[MOLASAR_INDEX:], strict=True):
                pair = (character, enemy)
                if place == room and pair not in self.truces and (now is None or pair != (now.searcher, now.enemy)):
                    pairs.append(pair)
        return tuple(pairs)


FIELDS: tuple[str, ...] = tuple(f.name for f in fields(Table))
"""The names of a state's fields, in order. ``game`` is the first; it is the same in all states of a game."""

_read: Any = attrgetter(*FIELDS)
_writers: tuple[Any, ...] = tuple(getattr(Table, name).__set__ for name in FIELDS)


class State(Table):
    """The public state, frozen. Two states are equal when all of their fields are."""

    __slots__ = ("_hash", "_wanted")

    _hash: int
    _wanted: Awaited
    """What is awaited, once `keep_p2p.rules.game.awaited` has looked; says nothing that the fields do not."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        given = dict(zip(FIELDS, args, strict=False)) | kwargs
        if set(given) != set(FIELDS):
            raise TypeError(f"A State has exactly the fields {', '.join(FIELDS)}.")
        for name, write in zip(FIELDS, _writers, strict=True):
            write(self, given[name])

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"A State never changes; {name} cannot be set.")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"A State never changes; {name} cannot be removed.")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bool(_read(self) == _read(other))

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            value = hash(_read(self)[1:])
            object.__setattr__(self, "_hash", value)
            return value

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in FIELDS[1:])
        return f"State({shown})"

    def __reduce__(self) -> tuple[Any, ...]:
        return State, _read(self)


class Draft(Table):
    """A table while a rule is at work on it; ``records`` collect what happens."""

    __slots__ = ("records",)

    records: list[Record]

    @classmethod
    def of(cls, state: Table) -> Draft:
        """A draft of ``state``, which is left as it is."""
        draft = cls.__new__(cls)
        for write, value in zip(_writers, _read(state), strict=True):
            write(draft, value)
        draft.records = []
        return draft

    def freeze(self) -> State:
        """The state as it is now."""
        state = State.__new__(State)
        for write, value in zip(_writers, _read(self), strict=True):
            write(state, value)
        return state

    def tell(self, record: Record) -> None:
        """Add to what has happened."""
        self.records.append(record)

    def push(self, frame: Frame) -> None:
        """Something interrupts what is going on."""
        self.stack = (*self.stack, frame)

    def pop(self) -> None:
        """What is going on is over; go on with what it interrupted."""
        self.stack = self.stack[:-1]

    def become(self, frame: Frame) -> None:
        """What is going on gives way to ``frame``."""
        self.stack = (*self.stack[:-1], frame)
