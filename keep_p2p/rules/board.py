"""A board and a Conflict deck as the rules see them: frozen data, already checked.

Packs (`keep_p2p.packs`) make these from files. The geometry is carried for the
screens; the rules use only the graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from keep_p2p.rules.names import Card, Character, Door, Region, Room


@dataclass(frozen=True, slots=True)
class Rect:
    """A block of character cells: left column, top row, width and height, walls included."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class RoomData:
    """One room. ``stair`` rooms are rooms like others; Molasar's Magic reaches them (H6)."""

    id: Room
    name: str
    region: Region
    rect: Rect
    stair: bool = False


@dataclass(frozen=True, slots=True)
class Doorway:
    """Two rooms that share a doorway; ``at`` is its cell in the wall they share."""

    a: Room
    b: Room
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SecretDoor:
    """A secret door: ``keep_side`` in the keep, ``cellar_side`` in the cellar."""

    id: Door
    name: str
    keep_side: Room
    cellar_side: Room


@dataclass(frozen=True, slots=True)
class EntryRoom:
    """An entry room and the numbers of Searchers (2-5) at which it is open (S6).

    A three-player game has four Searchers in play (S1).
    """

    room: Room
    searchers: frozenset[int]


@dataclass(frozen=True, slots=True)
class HiltRoom:
    """A marked room and the numbers of Searchers at which it may hold the Hilt (S5)."""

    room: Room
    searchers: frozenset[int]


@dataclass(frozen=True)
class Board:
    """The whole board. Tuples are in the pack's order, which is the canonical one."""

    id: str
    name: str
    rooms: tuple[RoomData, ...]
    doorways: tuple[Doorway, ...]
    secret_doors: tuple[SecretDoor, ...]
    entries: tuple[EntryRoom, ...]
    guard_starts: tuple[Room, ...]
    molasar_start: Room
    hilt_rooms: tuple[HiltRoom, ...]

    @cached_property
    def room_data(self) -> dict[Room, RoomData]:
        """Rooms by identifier."""
        return {room.id: room for room in self.rooms}

    @cached_property
    def door_data(self) -> dict[Door, SecretDoor]:
        """Secret doors by identifier."""
        return {door.id: door for door in self.secret_doors}

    @cached_property
    def neighbours(self) -> dict[Room, tuple[Room, ...]]:
        """Rooms through ordinary doorways, in pack order. Secret doors are not in it."""
        found: dict[Room, list[Room]] = {room.id: [] for room in self.rooms}
        for doorway in self.doorways:
            found[doorway.a].append(doorway.b)
            found[doorway.b].append(doorway.a)
        return {room: tuple(near) for room, near in found.items()}

    @cached_property
    def doors_of(self) -> dict[Room, tuple[SecretDoor, ...]]:
        """Secret doors of each room, from either side, in pack order; rooms without one are absent."""
        found: dict[Room, list[SecretDoor]] = {}
        for door in self.secret_doors:
            found.setdefault(door.keep_side, []).append(door)
            found.setdefault(door.cellar_side, []).append(door)
        return {room: tuple(doors) for room, doors in found.items()}

    def entries_for(self, searchers: int) -> tuple[Room, ...]:
        """The entry rooms open at this number of Searchers, in pack order (S6)."""
        return tuple(e.room for e in self.entries if searchers in e.searchers)

    def hilt_rooms_for(self, searchers: int) -> tuple[Room, ...]:
        """The marked rooms at this number of Searchers, in pack order (S5)."""
        return tuple(h.room for h in self.hilt_rooms if searchers in h.searchers)


@dataclass(frozen=True, slots=True)
class ConflictCard:
    """The four numbers of a Conflict card: (Molasar, Nazi) on Molasar's side and on the Searcher's."""

    card: Card
    molasar_side: tuple[int, int]
    searcher_side: tuple[int, int]


@dataclass(frozen=True)
class ConflictDeck:
    """All 32 Conflict cards in card order."""

    id: str
    name: str
    cards: tuple[ConflictCard, ...]

    def value(self, card: Card, player: Character, *, against_molasar: bool) -> int:
        """The number that counts when ``player`` (Molasar, or a defending Searcher) plays ``card`` (C4)."""
        data = self.cards[card - 1]
        side = data.searcher_side if player.is_searcher else data.molasar_side
        return side[0] if against_molasar else side[1]
