"""How dangerous a Searcher is where it stands, and how much a retreat from there can take away.

Danger is 1 in the Hilt's room and falls by the distance: it is the chance of a lone Searcher to arrive that rolls
a die each turn, is driven back every so often, and may run out of turns. Molasar weighs the marked rooms by what
he knows and what he wants believed, everybody else by what is public.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from keep_p2p.players.tables import Costs, Tables

MOST_STEPS: Final = 8
"""Retreats longer than this are worth no more; rooms."""

Focus = tuple[float, ...]
"""A weight for each marked room, in the order of `Tables.marked`; they sum to 1."""

_MOST_KEPT: Final = 256
"""Tables of danger kept for one board, 2 kB each; a game needs some ten. Past this all are dropped: a process
that plays thousands of games must not grow without end."""

_MOST_SWEPT: Final = 8192
"""The same for retreats, half a kB each."""

DRIVEN_BACK: Final = 3
"""Rooms that a Searcher is driven back at a time."""

FARTHEST: Final = 60
"""Rooms to go beyond which danger does not change any more."""


@lru_cache(maxsize=16)
def chances(lasting: float, driven: float) -> tuple[float, ...]:
    """The chance to arrive from 0, 1, ... `FARTHEST` rooms to go.

    ``lasting``: the chance that there is another turn at all; ``driven``: the chance in each to be driven back.
    """
    chance = [1.0] * (FARTHEST + 1)
    for _ in range(FARTHEST):
        stand = [
            lasting * ((1.0 - driven) * chance[togo] + driven * chance[min(FARTHEST, togo + DRIVEN_BACK)])
            for togo in range(FARTHEST + 1)
        ]
        stand[0] = 1.0
        chance = [
            1.0,
            *(sum(stand[max(0, togo - die)] for die in range(1, 7)) / 6.0 for togo in range(1, FARTHEST + 1)),
        ]
    return tuple(chance)


class Dangers:
    """Danger of each room, for Searchers that have found the same doors, kept once worked out."""

    def __init__(self, tables: Tables, lasting: float, driven: float) -> None:
        self._tables = tables
        self._chances = chances(lasting, driven)
        self._rooms: dict[tuple[int, float, Focus], Costs] = {}
        self._swept: dict[tuple[int, float, Focus, int], Costs] = {}

    def rooms(self, found: int, door_cost: float, focus: Focus) -> Costs:
        """The danger of standing in each room (and outside), 0 to 1."""
        key = (found, door_cost, focus)
        known = self._rooms.get(key)
        if known is None:
            if len(self._rooms) >= _MOST_KEPT:
                self._rooms.clear()
            approach = self._tables.approach(found, door_cost)
            total = [0.0] * (self._tables.outside + 1)
            for weight, costs in zip(focus, approach, strict=True):
                if weight > 0.0:
                    for room, cost in enumerate(costs):
                        total[room] += weight * self._chances[min(FARTHEST, round(cost))]
            known = self._rooms[key] = tuple(total)
        return known

    def swept(self, found: int, door_cost: float, focus: Focus, room: int) -> Costs:
        """The least danger left after a retreat of at most 0, 1, ... `MOST_STEPS` rooms, nobody in the way."""
        key = (found, door_cost, focus, room)
        known = self._swept.get(key)
        if known is None:
            if len(self._swept) >= _MOST_SWEPT:
                self._swept.clear()
            known = self._swept[key] = self._sweep(found, door_cost, focus, room)
        return known

    def _sweep(self, found: int, door_cost: float, focus: Focus, room: int) -> Costs:
        tables = self._tables
        danger = self.rooms(found, door_cost, focus)
        if room == tables.outside:
            return (danger[room],) * (MOST_STEPS + 1)
        edges = tables.edges(found, door_cost)
        best = danger[room]
        least = [best]
        seen = {room}
        layer = [room]
        for _ in range(MOST_STEPS):
            if any(here in tables.entries for here in layer):
                best = min(best, danger[tables.outside])
            following: list[int] = []
            for here in layer:
                for near, step in edges[here]:
                    if step == 1.0 and near not in seen:
                        seen.add(near)
                        following.append(near)
                        best = min(best, danger[near])
            layer = following
            least.append(best)
        return tuple(least)


_kept: WeakKeyDictionary[Tables, dict[tuple[float, float], Dangers]] = WeakKeyDictionary()


def dangers_for(tables: Tables, lasting: float, driven: float) -> Dangers:
    """The kept tables of danger of one board; for ``lasting`` and ``driven`` see `chances`."""
    of_board = _kept.setdefault(tables, {})
    key = (lasting, driven)
    known = of_board.get(key)
    if known is None:
        known = of_board[key] = Dangers(tables, lasting, driven)
    return known
