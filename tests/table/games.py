"""Whole games for tests: seats in one process, secrets from the operating system, choices from a seeded source."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence

from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.rules.actions import Action
from keep_p2p.rules.names import Character
from keep_p2p.table.effects import Ask
from keep_p2p.table.local import Choose, Copies, LocalTable, Pick, local_genesis
from keep_p2p.table.peer import Peer
from keep_p2p.table.view import View
from protocol.identity import Identity

PACKS = Packs(load_board(None), load_deck(None))


def random_choice(seed: object) -> Choose:
    """A player that takes any legal action."""
    source = random.Random(repr(seed))

    def choose(view: View, ask: Ask) -> Action:
        return source.choice(ask.actions)

    return choose


def identities(count: int) -> list[Identity]:
    return [Identity.from_seed(secrets.token_bytes(32)) for _ in range(count)]


def local_table(
    seats: int,
    seed: object = 0,
    *,
    spectators: int = 0,
    pick: Pick | None = None,
    copies: Copies | None = None,
    characters: Sequence[tuple[Character, ...] | None] | None = None,
    peers: type[Peer] = Peer,
) -> LocalTable:
    keys = identities(seats)
    genesis = local_genesis(keys, PACKS, secrets.token_bytes, characters)
    players = [peers(genesis, PACKS, secrets.token_bytes, key) for key in keys]
    watchers = [Peer(genesis, PACKS, secrets.token_bytes) for _ in range(spectators)]
    return LocalTable([*players, *watchers], [random_choice((seed, seat)) for seat in range(seats)], pick, copies)


def played(seats: int, seed: object = 0, *, spectators: int = 0) -> LocalTable:
    """A finished game."""
    table = local_table(seats, seed, spectators=spectators)
    table.start()
    table.run()
    return table
