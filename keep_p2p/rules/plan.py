"""The board made ready for searching: rooms as bits of a mask, doors as bits of another.

A `Plan` is compiled once for each board and shared. Masks live only inside the rules:
states and actions name rooms by their identifiers.
"""

from __future__ import annotations

from functools import lru_cache

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.board import Board
from keep_p2p.rules.names import Door, Region, Room

Steps = tuple[tuple[int, ...], ...]
"""For each room's number, the numbers of the rooms one step away, ascending (pack order)."""

MAX_BOARDS = 16
"""Compiled boards kept. A process that is fed many boards must not grow without end."""


class Plan:
    """One board, compiled. Room number i is the i-th room of the pack; the number after the last is OUTSIDE."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.rooms: tuple[Room, ...] = (*(room.id for room in board.rooms), OUTSIDE)
        self.number: dict[Room, int] = {room: i for i, room in enumerate(self.rooms)}
        self.bit: dict[Room, int] = {room: 1 << i for room, i in self.number.items()}
        self.outside_bit = self.bit[OUTSIDE]
        self.cellar_rooms = tuple(room.id for room in board.rooms if room.region is Region.CELLAR)
        self.cellar = self.mask(self.cellar_rooms)
        self.stairs = tuple(room.id for room in board.rooms if room.stair)
        self.passages = tuple(room.id for room in board.rooms if room.id in board.doors_of)
        self.entries = self.mask(tuple(entry.room for entry in board.entries))
        self.door_bit: dict[Door, int] = {door.id: 1 << i for i, door in enumerate(board.secret_doors)}
        self.all_doors = (1 << len(board.secret_doors)) - 1
        self._steps: dict[tuple[int, bool], Steps] = {}

    def mask(self, rooms: tuple[Room, ...]) -> int:
        """The bits of ``rooms``."""
        bits = 0
        for room in rooms:
            bits |= self.bit[room]
        return bits

    def door_mask(self, doors: tuple[Door, ...]) -> int:
        """The bits of ``doors``."""
        bits = 0
        for door in doors:
            bits |= self.door_bit[door]
        return bits

    def steps(self, doors: int, exits: bool) -> Steps:
        """Who is next to whom for a pawn that may use ``doors`` (M5-M7); ``exits``: out of entry rooms too (R3)."""
        known = self._steps.get((doors, exits))
        if known is None:
            known = self._steps[doors, exits] = self._make_steps(doors, exits)
        return known

    def _make_steps(self, doors: int, exits: bool) -> Steps:
        near: list[set[int]] = [{self.number[r] for r in self.board.neighbours[room.id]} for room in self.board.rooms]
        for door in self.board.secret_doors:
            if doors & self.door_bit[door.id]:
                near[self.number[door.keep_side]].add(self.number[door.cellar_side])
                near[self.number[door.cellar_side]].add(self.number[door.keep_side])
        outside = len(self.board.rooms)
        if exits:
            for number in range(outside):
                if self.entries >> number & 1:
                    near[number].add(outside)
        return (*(tuple(sorted(rooms)) for rooms in near), ())

    def beyond(self, door: Door, room: Room) -> Room:
        """The room on the other side of ``door`` from ``room``."""
        data = self.board.door_data[door]
        return data.cellar_side if data.keep_side == room else data.keep_side


@lru_cache(maxsize=MAX_BOARDS)
def plan_of(board: Board) -> Plan:
    """The compiled form of ``board``."""
    return Plan(board)
