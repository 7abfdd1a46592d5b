"""Games to replay: the same in every run, with Second Guesses in them, and what each seat knew after each round."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from typing import NamedTuple

from keep_p2p.rules.actions import Action, JudgeGuess
from keep_p2p.rules.game import Knowledge, State
from keep_p2p.table.effects import Ask, Effect
from keep_p2p.table.local import Choose, LocalTable, local_genesis
from keep_p2p.table.peer import Peer
from keep_p2p.table.replay import Replay, read_replay
from keep_p2p.table.replica import Settled
from keep_p2p.table.rounds.playing import is_second_guess
from keep_p2p.table.spec import RoundKind
from keep_p2p.table.view import View
from protocol.entry import sign_entry
from protocol.identity import Identity
from protocol.transcript import TranscriptWriter
from tests.table.games import PACKS

SEED = 1
"""With these games there are Second Guesses at each number of seats tried."""


class Remembered(NamedTuple):
    """What a live seat knew after a round, and the public state then."""

    known: Knowledge
    state: State


class RememberingPeer(Peer):
    """A peer that keeps what its seat knew after each round."""

    def _after(self, settled: Settled) -> tuple[Effect, ...]:
        effects = super()._after(settled)
        if self.view is not None:
            self.remembered[settled.spec.round] = Remembered(self.view.known, self.view.state)
        return effects

    @functools.cached_property
    def remembered(self) -> dict[int, Remembered]:
        return {}


def eager_to_guess(seed: object) -> Choose:
    """A player that plays Second Guess whenever it may, sends the card back, and else takes any legal action."""
    source = random.Random(repr(seed))

    def choose(view: View, ask: Ask) -> Action:
        eager = [action for action in ask.actions if is_second_guess(action)]
        eager += [action for action in ask.actions if isinstance(action, JudgeGuess) and action.send_back]
        return source.choice(eager or ask.actions)

    return choose


@functools.cache
def game(seats: int) -> LocalTable:
    """A game that is the same in every run, so that it is known to have Second Guesses in it."""
    chance = random.Random(SEED + seats)
    keys = [Identity.from_seed(chance.randbytes(32)) for _ in range(seats)]
    genesis = local_genesis(keys, PACKS, chance.randbytes)
    players = [RememberingPeer(genesis, PACKS, chance.randbytes, key) for key in keys]
    table = LocalTable(players, [eager_to_guess((SEED, seat)) for seat in range(seats)])
    table.start()
    table.run()
    return table


def peers(table: LocalTable) -> list[RememberingPeer]:
    return [peer for peer in table.peers if isinstance(peer, RememberingPeer)]


@functools.cache
def foul_transcript() -> bytes:
    """A game of four, up to a roll for which seat 2 signs another value than its chain's."""
    peer = game(4).peers[0]
    rounds = peer.replica.rounds
    at = next(n for n, entries in enumerate(rounds) if n > 60 and entries[0].body.kind == RoundKind.ROLL.value)
    identity = game(4).peers[2].identity
    assert identity is not None
    lie = sign_entry(identity, replace(rounds[at][2].body, content={"value": bytes(32)}))
    writer = TranscriptWriter(peer.replica.signed)
    for entries in rounds[:at]:
        writer.add_round(entries)
    writer.add_round([*rounds[at][:2], lie, *rounds[at][3:]])
    return writer.to_bytes()


@functools.cache
def replay(seats: int) -> Replay:
    return read_replay(game(seats).peers[0].transcript(), PACKS)
