"""How Molasar weighs the board: which Searcher matters, what an attack on it or a guard in its way is worth."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from keep_p2p.players.danger import MOST_STEPS, Focus
from keep_p2p.players.sight import Sight
from keep_p2p.players.tables import Costs
from keep_p2p.rules.names import Character

TWO_DICE_AT_LEAST: Final = tuple(
    sum(1 for a in range(1, 7) for b in range(1, 7) if a + b >= least) / 36.0 for least in range(14)
)
"""The chance that two dice come to at least 0, 1, ... 13."""

MEAN_DIFFERENCE: Final = 3
"""Rooms that a lost conflict moves a Searcher, in the mean."""


class Threat:
    """Molasar's eye on the board, for one decision. ``decoys``: how much he seems to care for each marked room."""

    def __init__(self, sight: Sight, decoys: tuple[float, ...]) -> None:
        self.sight = sight
        self.decoys = decoys

    @cached_property
    def focus(self) -> Focus:
        """How much each marked room matters: the Hilt's most, the others as much as he bluffs."""
        sight = self.sight
        hilt, bluff = sight.hilt, sight.weights.bluff
        total = sum(self.decoys[n] for n in sight.unproven) or 1.0
        if hilt is None or sight.state.hilt_proven is not None:
            return sight.even_focus
        return tuple(
            (self.decoys[n] / total * bluff if n in sight.unproven else 0.0) + (1.0 - bluff if n == hilt else 0.0)
            for n in range(len(sight.tables.marked))
        )

    def danger(self, character: Character) -> Costs:
        """The danger of this Searcher in each room."""
        return self.sight.danger(character, self.focus)

    @cached_property
    def worth(self) -> dict[Character, float]:
        """What an attack on each Searcher where it stands promises; 0 where nobody may enter (M4)."""
        sight = self.sight
        found = {}
        for character in sight.searchers:
            room = sight.place[character]
            closed = room == sight.tables.outside or room in sight.enemy_at
            found[character] = 0.0 if closed else self.attack(character, room)
        return found

    def attack(self, character: Character, room: int) -> float:
        """What a conflict with this Searcher in ``room`` promises, in danger taken away."""
        weights = self.sight.weights
        swept = self.sight.dangers.swept(*self.sight.keys[character], self.focus, room)
        gain = swept[0] - swept[MEAN_DIFFERENCE]
        if room in self.sight.unproven_rooms and room == self.hilt_room:
            gain += weights.doom
        return weights.win * gain - (1.0 - weights.win) * weights.beaten

    def stake(self, character: Character, room: int) -> float:
        """What hangs on a conflict in ``room``, in danger: what the longest usual retreat would take away."""
        swept = self.sight.dangers.swept(*self.sight.keys[character], self.focus, room)
        return swept[0] - swept[min(MOST_STEPS, MEAN_DIFFERENCE + 1)]

    @cached_property
    def hilt_room(self) -> int | None:
        """The Hilt's room."""
        return None if self.sight.hilt is None else self.sight.tables.marked[self.sight.hilt]

    @cached_property
    def post(self) -> Costs:
        """What a guard is worth in each room besides an attack: barring ways, standing ready, holding marked rooms."""
        sight, weights = self.sight, self.sight.weights
        tables = sight.tables
        worth = [weights.guard] * (tables.outside + 1)
        for character in sight.searchers:
            room = sight.place[character]
            key = sight.keys[character]
            fight = max(0.0, self.attack(character, room))
            for marked, share in enumerate(self.focus):
                if share <= 0.0:
                    continue
                most = share * weights.block * fight
                for depth, layer in enumerate(tables.layers(*key, marked, room) if most > 0.0 else (), start=1):
                    part = most * max(0.15, (7 - depth) / 6.0) / len(layer) ** 1.5
                    for ahead in layer:
                        worth[ahead] += part
                togo = sight.cost(character, marked, room)
                if togo <= 6.0:
                    worth[tables.marked[marked]] += share * weights.camp * (7.0 - togo) / 6.0
            if room != tables.outside:
                for near, steps in tables.around(tables.all_doors, 0.0, room):
                    worth[near] += weights.near * fight / (1.0 + steps)
        return tuple(worth)

    def closeness(self, room: int) -> float:
        """How near guards and Molasar are to ``room``, 0 (none) to about 1."""
        if room == self.sight.tables.outside:
            return 0.0
        flight = self.sight.tables.flight[room]
        return max((1.0 / (1.0 + flight[at]) for at in self.sight.guards.values()), default=0.0)
