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

MOST_ROLLED: Final = 6
MOST_FOUND: Final = 3
"""A search that finds is a roll of at most 3 (M5)."""
FOUND_CHANCE: Final = 0.5


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
            room = sight.tables.marked[marked]
            handicap = sight.weights.rival * min(ahead, 2) + 0.15 * others - self._suspicion(room)
            found.append((room, handicap))
        least = min(handicap for _, handicap in found)
        return tuple((room, handicap - least) for room, handicap in found)

    def _suspicion(self, room: int) -> float:
        """Rooms farther that a marked room is worth going because of the guards that stand in it or close by."""
        sight = self.sight
        flight = sight.tables.flight[room]
        close = sum(1.0 / (1.0 + flight[at]) for at in sight.guards.values() if at in sight.tables.cellar)
        return sight.weights.suspect * min(1.0, close)

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
        threat = [0.0] * (sight.tables.outside + 1)
        for start in sight.guards.values():
            for room, steps in sight.tables.around(*sight.guard_key, start):
                threat[room] += 1.0 / (2.0 + steps)
        weight = sight.weights.threat
        return tuple(weight * min(1.5, risk) for risk in threat)

    def score(self, room: int) -> float:
        """How good it is to end a walk in ``room``, in rooms to go; lower is better."""
        toll = self.toll[room] if room != self.room else 0.0
        return self.togo[room] + toll + self.threats[room]

    def after_rolling(self) -> float:
        """The score to be expected of a usual roll from here, in rooms to go."""
        best = self._bests(self.room, MOST_ROLLED)
        return sum(best[1:]) / MOST_ROLLED

    def after_searching(self, door: int) -> float:
        """The score to be expected of a search for secret door ``door`` beside this Searcher (M5), in rooms to go."""
        through = self.after_entering(door, MOST_FOUND)
        return FOUND_CHANCE * through + (1.0 - FOUND_CHANCE) * (self.togo[self.room] + self.threats[self.room])

    def after_entering(self, door: int, most: int) -> float:
        """The score to be expected of a die of 1 to ``most``, the first step through ``door``."""
        keep, cellar = self.sight.tables.doors[door]
        other = cellar if self.room == keep else keep
        here = self.togo[self.room] + self.threats[self.room]
        if other in self.sight.searcher_at and other in self.sight.enemy_at:
            return here  # nobody may enter (M4)
        best = self._bests(other, most - 1)
        return sum(min(here, score) for score in best) / most

    def _bests(self, start: int, most: int) -> list[float]:
        """The best score within 0, 1, ... ``most`` steps of ``start``, enemies stopping the walk."""
        sight = self.sight
        steps = sight.tables.edges(*self.key)
        best = self.score(start)
        bests = [best]
        seen = {start}
        layer = [start]
        for _ in range(most):
            following: list[int] = []
            for room in layer:
                if room in sight.enemy_at and room != self.room:
                    continue
                for near, cost in steps[room]:
                    if cost == 1.0 and near not in seen:
                        seen.add(near)
                        following.append(near)
                        if near not in sight.searcher_at:
                            best = min(best, self.score(near))
            layer = following
            bests.append(best)
        return bests

    def doors_here(self) -> tuple[int, ...]:
        """The numbers of the unfound secret doors beside this Searcher."""
        found = self.key[0]
        doors = enumerate(self.sight.tables.doors)
        return tuple(number for number, sides in doors if self.room in sides and not found >> number & 1)


__all__ = ["FAR", "Aim"]
