"""How much a guard is in the Searchers' way in each room: what both sides weigh when they move one."""

from __future__ import annotations

from keep_p2p.players.sight import Sight
from keep_p2p.players.tables import Costs
from keep_p2p.rules.names import Character


def nuisance(sight: Sight, mine: Character) -> Costs:
    """For each room, in rooms to go, the harm of a guard there to ``mine`` (and a third of that for every other)."""
    tables = sight.tables
    harm = [0.0] * (tables.outside + 1)
    for character in sight.searchers:
        share = 1.0 if character is mine else 0.3
        room = sight.place[character]
        key = sight.keys[character]
        nearest = sorted(sight.unproven, key=lambda marked: sight.cost(character, marked, room))[:2]
        for rank, marked in enumerate(nearest):
            part = share * (2.0 if rank == 0 else 1.0)
            for depth, layer in enumerate(tables.layers(*key, marked, room)):
                for ahead in layer:
                    harm[ahead] += part / (len(layer) * (1.0 + 0.1 * depth))
        if room != tables.outside:
            for near, step in tables.around(tables.all_doors, 0.0, room):
                if step <= 4.0:
                    harm[near] += share * 0.8 / (1.0 + step)
    return tuple(harm)
