"""A small board and a plain deck for the tests of the rules: 26 rooms, easy to keep in one's head.

Keep (a grid of 4 by 4, rooms k00..k33, row then column; k03 and k30 are stairs) over the
cellar (a ring of eight, c0..c7, with c8 and c9 in its middle). Doors: door-a k11-c0,
door-b k12-c2, door-c k22-c4, door-d k21-c6.
Entry rooms: k00, k01, k02, k10, k20 and k13 (open as their sets say). Marked: c1, c3, c5, c7, c8, c9.
"""

from __future__ import annotations

from functools import lru_cache

from keep_p2p.rules.board import (
    Board,
    ConflictCard,
    ConflictDeck,
    Doorway,
    EntryRoom,
    HiltRoom,
    Rect,
    RoomData,
    SecretDoor,
)
from keep_p2p.rules.game import Game, Seating
from keep_p2p.rules.names import SEARCHERS, Card, Character, Door, Region, Room

M = Character.MOLASAR
EVERY = frozenset({2, 3, 4, 5})


def keep_room(row: int, column: int) -> Room:
    return Room(f"k{row}{column}")


def cellar_room(number: int) -> Room:
    return Room(f"c{number}")


@lru_cache(maxsize=1)
def small_board() -> Board:
    keep = [(row, column) for row in range(4) for column in range(4)]
    rooms = [
        RoomData(
            keep_room(r, c), f"Keep {r}{c}", Region.KEEP, Rect(c * 4, r * 4, 5, 5), stair=(r, c) in {(0, 3), (3, 0)}
        )
        for r, c in keep
    ]
    rooms += [
        RoomData(cellar_room(n), f"Cellar {n}", Region.CELLAR, Rect(n * 4, 20, 5, 5), stair=n in {6, 9})
        for n in range(10)
    ]
    pairs = [(keep_room(r, c), keep_room(r, c + 1)) for r in range(4) for c in range(3)]
    pairs += [(keep_room(r, c), keep_room(r + 1, c)) for r in range(3) for c in range(4)]
    pairs += [(cellar_room(n), cellar_room((n + 1) % 8)) for n in range(8)]
    pairs += [(cellar_room(0), cellar_room(8)), (cellar_room(8), cellar_room(9)), (cellar_room(9), cellar_room(4))]
    doors = [("door-a", (1, 1), 0), ("door-b", (1, 2), 2), ("door-c", (2, 2), 4), ("door-d", (2, 1), 6)]
    starts = [(0, 3), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 0), (3, 1), (3, 2), (3, 3)]
    return Board(
        id="small",
        name="Small test board",
        rooms=tuple(rooms),
        doorways=tuple(Doorway(a, b, (0, 0)) for a, b in pairs),
        secret_doors=tuple(SecretDoor(Door(name), name, keep_room(*place), cellar_room(n)) for name, place, n in doors),
        entries=tuple(
            EntryRoom(keep_room(r, c), open_at)
            for r, c, open_at in [
                (0, 0, EVERY),
                (0, 1, EVERY),
                (0, 2, EVERY),
                (1, 0, EVERY),
                (2, 0, EVERY),
                (1, 3, frozenset({5})),
            ]
        ),
        guard_starts=(*(keep_room(r, c) for r, c in starts), cellar_room(2), cellar_room(6)),
        molasar_start=cellar_room(4),
        hilt_rooms=tuple(HiltRoom(cellar_room(n), EVERY) for n in (1, 3, 5, 7, 8, 9)),
    )


@lru_cache(maxsize=1)
def plain_deck() -> ConflictDeck:
    """Card n: Molasar's side (n % 6 + 1, n % 5 + 1), the Searcher's side (n % 7 + 1, n % 4 + 1)."""
    return ConflictDeck(
        id="plain",
        name="Plain test deck",
        cards=tuple(ConflictCard(Card(n), (n % 6 + 1, n % 5 + 1), (n % 7 + 1, n % 4 + 1)) for n in range(1, 33)),
    )


def seating_for(players: int) -> Seating:
    """Searchers by ID number, Molasar on the last seat; three players: Eva and Cuza, Fonescu and Glaeken."""
    if players == 3:
        e, f, c, g, _ = SEARCHERS
        return Seating(((e, c), (f, g), (M,)))
    return Seating((*((s,) for s in SEARCHERS[: players - 1]), (M,)))


@lru_cache(maxsize=8)
def small_game(players: int = 6) -> Game:
    return Game(small_board(), plain_deck(), seating_for(players))
