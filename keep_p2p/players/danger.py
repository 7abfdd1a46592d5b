"""How dangerous a Searcher is where it stands, and how much a retreat from there can take away.

Danger is 1 in the Hilt's room and falls by the distance; Molasar weighs the marked rooms by
what he knows and what he wants believed, everybody else by what is public.
"""

from __future__ import annotations

from math import exp
from typing import Final
from weakref import WeakKeyDictionary

from keep_p2p.players.tables import Costs, Tables

MOST_STEPS: Final = 8
"""Retreats longer than this are worth no more; rooms."""

Focus = tuple[float, ...]
"""A weight for each marked room, in the order of `Tables.marked`; they sum to 1."""

_MOST_KEPT: Final = 4096
"""Tables of danger kept for one board: doors found (64) times Focus; older ones are dropped all together."""


class Dangers:
    """Danger of each room, for Searchers that have found the same doors, kept once worked out."""

    def __init__(self, tables: Tables, reach: float) -> None:
        self._tables = tables
        self._reach = reach
        self._rooms: dict[tuple[int, float, Focus], Costs] = {}
        self._swept: dict[tuple[int, float, Focus, int], Costs] = {}

    def rooms(self, found: int, door_cost: float, focus: Focus) -> Costs:
        """The danger of standing in each room (and outside), 0 to 1."""
        key = (found, door_cost, focus)
        known = self._rooms.get(key)
        if known is None:
            if len(self._rooms) >= _MOST_KEPT:
                self._rooms.clear()
                self._swept.clear()
            approach = self._tables.approach(found, door_cost)
            total = [0.0] * (self._tables.outside + 1)
            for weight, costs in zip(focus, approach, strict=True):
                if weight > 0.0:
                    for room, cost in enumerate(costs):
                        total[room] += weight * exp(-cost / self._reach)
            known = self._rooms[key] = tuple(total)
        return known

    def swept(self, found: int, door_cost: float, focus: Focus, room: int) -> Costs:
        """The least danger left after a retreat of at most 0, 1, ... `MOST_STEPS` rooms, nobody in the way."""
        key = (found, door_cost, focus, room)
        known = self._swept.get(key)
        if known is None:
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


_kept: WeakKeyDictionary[Tables, dict[float, Dangers]] = WeakKeyDictionary()


def dangers_for(tables: Tables, reach: float) -> Dangers:
    """The kept tables of danger of one board, ``reach`` being the rooms in which danger falls to 1/e."""
    of_board = _kept.setdefault(tables, {})
    known = of_board.get(reach)
    if known is None:
        known = of_board[reach] = Dangers(tables, reach)
    return known
