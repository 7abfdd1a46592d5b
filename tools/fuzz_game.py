"""The games whose messages the fuzzed readers begin from: the same in every run (tools/fuzz_targets.py)."""

from __future__ import annotations

import copy
import gc
import hashlib
import random
import types
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.rules.actions import Action, JudgeGuess, PlayBonus, Walk
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.game import Game, State
from keep_p2p.table.effects import Ask
from keep_p2p.table.local import LocalTable, local_genesis
from keep_p2p.table.peer import Peer
from keep_p2p.table.replica import Replica
from keep_p2p.table.spec import RoundSpec
from keep_p2p.table.view import View
from protocol.deck import Deck as SealedDeck
from protocol.entry import Body, Entry
from protocol.genesis import Genesis, SignedGenesis
from protocol.identity import Identity

SEATS = 3

EVENTFUL = 4
"""Number of a whole game in which every kind of round comes but new tips of the dice, which take thousands."""

SHARED = (Entry, Body, State, Game, Packs, Genesis, SignedGenesis, Identity, SealedDeck, types.MappingProxyType)
"""What never changes: copies of a table share it."""


class Numbers:
    """Bytes that look random and are the same in every run."""

    def __init__(self, start: int) -> None:
        self.number = start * 1_000_000

    def __call__(self, size: int) -> bytes:
        """The next ``size`` bytes."""
        self.number += 1
        return hashlib.shake_256(self.number.to_bytes(8, "big")).digest(size)


@cache
def packs() -> Packs:
    """The default board and deck."""
    return Packs(load_board(), load_deck())


def identities() -> list[Identity]:
    """Who sits at the tables here."""
    return [Identity.from_seed(bytes([number]) * 32) for number in range(SEATS)]


def _table(number: int, choose: Any) -> LocalTable:
    genesis = local_genesis(identities(), packs(), Numbers(10 * number))
    peers = [Peer(genesis, packs(), Numbers(10 * number + seat), key) for seat, key in enumerate(identities(), start=1)]
    return LocalTable(peers, [choose(seat) for seat in range(SEATS)])


@cache
def game() -> LocalTable:
    """Some rounds of a game."""
    table = _table(0, lambda seat: lambda view, ask: ask.actions[0])
    table.start()
    while table.under_way and table.peers[0].round < 30:
        table.deliver(table.under_way.popleft())
    return table


@cache
def whole_game() -> LocalTable:
    """A game to its end, in which much is tried."""
    table = _table(EVENTFUL, lambda seat: _Eager(f"{EVENTFUL}/{seat}"))
    table.start()
    table.run()
    return table


class _Eager:
    """A player that likes to play cards, to send back what it is shown and to search; otherwise it does anything."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def __call__(self, view: View, ask: Ask) -> Action:
        liked: list[Action] = [each for each in ask.actions if isinstance(each, PlayBonus) and each.guess is not None]
        liked += [each for each in ask.actions if isinstance(each, JudgeGuess) and each.send_back]
        liked = liked or [each for each in ask.actions if isinstance(each, PlayBonus)]
        liked = liked or [each for each in ask.actions if self._searches(view, each)]
        return self.random.choice(liked if liked and self.random.random() < 0.8 else ask.actions)

    def _searches(self, view: View, action: Action) -> bool:
        searcher = isinstance(action, Walk) and action.pawn in view.state.searchers and bool(action.path)
        return searcher and isinstance(action, Walk) and action.path[-1] in view.state.game.hilt_rooms


@dataclass(frozen=True)
class Moment:
    """A public game just before a round, and what was said in it."""

    replica: Replica
    spec: RoundSpec
    entries: tuple[Entry, ...]


@cache
def moments() -> tuple[Moment, ...]:
    """The first round of each kind, and of each decision, in the whole game."""
    finished = whole_game().peers[0].replica
    replica, found = Replica(finished.signed, packs()), {}
    for entries in finished.rounds:
        spec = replica.spec
        assert spec is not None
        what = (spec.kind, spec.awaited.decision if isinstance(spec.awaited, Decide) else type(spec.awaited))
        if what not in found:
            found[what] = Moment(copied(replica), spec, entries)
        for entry in entries:
            replica.take(entry, signature_checked=True)
        replica.settle()
    return tuple(found.values())


Copied = TypeVar("Copied")


def copied(whole: Copied) -> Copied:
    """A deep copy that shares what never changes."""
    memo: dict[int, Any] = {}
    todo: list[object] = [whole]
    seen: set[int] = set()
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, type | types.ModuleType | types.FunctionType):
            continue
        seen.add(id(item))
        if isinstance(item, SHARED):
            memo[id(item)] = item
        else:
            todo.extend(gc.get_referents(item))
    return copy.deepcopy(whole, memo)
