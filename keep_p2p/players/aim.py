"""Where a Searcher is going: rooms to go from everywhere, with the pawns that stand in the way counted in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from keep_p2p.players.sight import Sight
from keep_p2p.players.tables import FAR, Costs
from keep_p2p.rules.names import Character, Guard, Pawn

IN_SIGHT: Final = 9.0
"""Guards farther away than this, in rooms, will have moved before they are met: they count half."""


class Aim:
    """What one Searcher wants, given where the others stand.

    ``character`` is the Searcher; `Aim.score` of a room is in rooms to go, lower is better.
    """

    def __init__(self, sight: Sight, character: Character) -> None:
        self.sight = sight
        self.character = character
        self.room = sight.place[character]
        self.key = sight.keys[character]

    @cached_property
    def toll(self) -> list[float]:
        """What entering each room costs more than a step, because of who stands there."""
        return self.tolls(self.sight.enemy_at)

    def tolls(self, enemies: Mapping[int, Pawn]) -> list[float]:
        """The tolls, were the enemies where ``enemies`` says."""
        sight, weights = self.sight, self.sight.weights
        toll = [0.0] * (sight.tables.outside + 1)
        here = sight.tables.flight[self.room] if self.room != sight.tables.outside else None
        for room, enemy in enemies.items():
            cost = weights.molasar_toll if enemy is Character.MOLASAR else weights.guard_toll
            other = sight.searcher_at.get(room)
            if other is not None and other is not self.character:
                cost = weights.closed_toll
            elif room in sight.unproven_rooms and enemy is not Character.MOLASAR:
                cost += weights.camp_toll
            if here is not None and here[room] > IN_SIGHT:
                cost /= 2.0
            toll[room] = cost
        return toll

    @cached_property
    def goals(self) -> tuple[tuple[int, float], ...]:
        """The marked rooms worth going to, each with its handicap: rivals there first make it worth less."""
        sight = self.sight
        if len(sight.unproven) == 1:
            return ((sight.tables.marked[sight.unproven[0]], 0.0),)
        found = []
        for marked in sight.unproven:
            own = sight.cost(self.character, marked, self.room)
            ahead = sum(
                1
                for other in sight.searchers
                if other is not self.character and sight.cost(other, marked, sight.place[other]) + 1.0 < own
            )
            others = min(
                (
                    sight.tables.flight[sight.tables.marked[marked]][sight.tables.marked[near]]
                    for near in sight.unproven
                    if near != marked
                ),
                default=0.0,
            )
            found.append((sight.tables.marked[marked], sight.weights.rival * min(ahead, 2) + 0.15 * others))
        return tuple(found)

    @cached_property
    def togo(self) -> Costs:
        """Rooms to go from each room to the best goal, fights on the way counted in."""
        return self.sight.tables.field(*self.key, self.goals, self.toll)

    def togo_with(self, enemies: Mapping[int, Pawn]) -> Costs:
        """The same, were the enemies where ``enemies`` says."""
        return self.sight.tables.field(*self.key, self.goals, self.tolls(enemies))

    def without(self, guard: Guard) -> Costs:
        """Rooms to go if ``guard`` were not there."""
        return self.togo_with({room: enemy for room, enemy in self.sight.enemy_at.items() if enemy != guard})

    @cached_property
    def threats(self) -> tuple[float, ...]:
        """What standing in each room risks, in rooms: enemies near it may come before the next turn."""
        sight = self.sight
        between = sight.tables.between(*sight.guard_key)
        threat = [0.0] * (sight.tables.outside + 1)
        starts = list(sight.guards.values())
        for start in starts:
            for room, steps in enumerate(between[start]):
                if steps <= 6.0:
                    threat[room] += 1.0 / (2.0 + steps)
        weight = sight.weights.threat
        return tuple(weight * min(1.5, risk) for risk in threat)

    def score(self, room: int) -> float:
        """How good it is to end a walk in ``room``, in rooms to go; lower is better."""
        toll = self.toll[room] if room != self.room else 0.0
        return self.togo[room] + toll + self.threats[room]

    def door_wanted(self, margin: float) -> int | None:
        """The number of the unfound secret door beside this Searcher that it should go through, if there is one.

        ``margin``: rooms that the way through the door may be longer than the best way from here.
        """
        if self.room == self.sight.tables.outside:
            return None
        found, door_cost = self.key
        best: int | None = None
        least = self.togo[self.room] + margin
        for number, (keep, cellar) in enumerate(self.sight.tables.doors):
            if found >> number & 1 or self.room not in (keep, cellar):
                continue
            other = cellar if self.room == keep else keep
            total = self.togo[other] + 1.0 + door_cost + self.toll[other]
            if total <= least:
                best, least = number, total
        return best


__all__ = ["FAR", "Aim"]
