"""Walks counted on a board: what the checks, the board report and computer players measure it with.

Every distance is a number of rooms walked; a secret door counts as one step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from keep_p2p.rules.board import Board
from keep_p2p.rules.names import Region, Room

Graph = Mapping[Room, tuple[Room, ...]]
"""Rooms and their neighbours, in pack order."""


def ordinary(board: Board) -> Graph:
    """The board with its ordinary doorways only."""
    return board.neighbours


def with_doors(board: Board) -> Graph:
    """The board with its secret doors as doorways: as Molasar walks it, and as Searchers do in the end."""
    near = {room: list(rooms) for room, rooms in board.neighbours.items()}
    for door in board.secret_doors:
        near[door.keep_side].append(door.cellar_side)
        near[door.cellar_side].append(door.keep_side)
    return {room: tuple(rooms) for room, rooms in near.items()}


def within(graph: Graph, rooms: Iterable[Room]) -> Graph:
    """The part of ``graph`` on ``rooms``."""
    kept = dict.fromkeys(rooms)
    return {room: tuple(near for near in graph[room] if near in kept) for room in kept}


def region(board: Board, which: Region) -> Graph:
    """One region with its ordinary doorways."""
    return within(board.neighbours, (room.id for room in board.rooms if room.region is which))


def distances(graph: Graph, start: Room) -> dict[Room, int]:
    """Rooms walked from ``start`` to every room that can be reached from it, itself (0) included."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        room = queue.popleft()
        for near in graph[room]:
            if near not in found:
                found[near] = found[room] + 1
                queue.append(near)
    return found


def pieces(graph: Graph) -> tuple[tuple[Room, ...], ...]:
    """The connected pieces of ``graph``, each in order of discovery."""
    left = dict.fromkeys(graph)
    found = []
    while left:
        piece = tuple(distances(graph, next(iter(left))))
        found.append(piece)
        for room in piece:
            del left[room]
    return tuple(found)


def cut_rooms(graph: Graph) -> tuple[Room, ...]:
    """The rooms without which a piece of ``graph`` falls apart (its articulation points), in graph order.

    Found as the definition says, by taking each room out: boards are small.
    """
    whole = len(pieces(graph))
    cuts = []
    for room in graph:
        rest = within(graph, (other for other in graph if other != room))
        if rest and len(pieces(rest)) > whole:
            cuts.append(room)
    return tuple(cuts)
