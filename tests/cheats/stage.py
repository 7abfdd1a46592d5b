"""The stage on which cheats are tried: a seeded game, stopped just before each occasion for one.

The game is played once to find the message that opens each occasion and once more to keep a copy of
the whole table before it, so that each cheat starts from a real game and plays on with real messages.
"""

from __future__ import annotations

import functools
import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fuzz_game import copied
from keep_p2p.rules.actions import Action, JudgeGuess, PlayBonus, Walk
from keep_p2p.rules.awaited import AnswerHilt, Decide, Decision, Draw, Reveal
from keep_p2p.rules.game import hilt_openings, legal_actions
from keep_p2p.rules.names import Character, Deck
from keep_p2p.table.effects import Ask
from keep_p2p.table.local import LocalTable, local_genesis
from keep_p2p.table.peer import Peer
from keep_p2p.table.replica import Replica
from keep_p2p.table.spec import RoundKind, RoundSpec
from keep_p2p.table.view import View
from protocol.entry import Body
from protocol.identity import Identity
from tests.table.games import PACKS


class Source:
    """Random bytes that are the same in every run, and in every copy of a table."""

    def __init__(self, *seed: object) -> None:
        self.seed, self.calls = repr(seed).encode(), 0

    def __call__(self, size: int) -> bytes:
        self.calls += 1
        return hashlib.shake_256(self.seed + self.calls.to_bytes(8, "big")).digest(size)


class Eager:
    """A player that likes to play cards, to send back what it is shown and to search; otherwise it does anything."""

    def __init__(self, *seed: object) -> None:
        self.random = random.Random(repr(seed))

    def __call__(self, view: View, ask: Ask) -> Action:
        liked: list[Action] = [each for each in ask.actions if isinstance(each, PlayBonus) and each.guess is not None]
        liked += [each for each in ask.actions if isinstance(each, JudgeGuess) and each.send_back]
        liked = liked or [each for each in ask.actions if isinstance(each, PlayBonus)]
        liked = liked or [each for each in ask.actions if self.looks(view, each)]
        if liked and self.random.random() < 0.8:
            return self.random.choice(liked)
        return self.random.choice(ask.actions)

    def looks(self, view: View, action: Action) -> bool:
        """Whether it is a Searcher's walk to a room where the Hilt may be."""
        return (
            isinstance(action, Walk)
            and action.pawn in view.state.searchers
            and bool(action.path)
            and action.path[-1] in view.state.game.hilt_rooms
        )


Occasion = Callable[[Replica, RoundSpec], bool]
"""Whether an open round is one in which a certain cheat can be tried."""


def kind(wanted: RoundKind) -> Occasion:
    return lambda replica, spec: spec.kind is wanted


def asks(decision: Decision) -> Occasion:
    return lambda replica, spec: isinstance(spec.awaited, Decide) and spec.awaited.decision is decision


def redraw(replica: Replica, spec: RoundSpec) -> bool:
    """One card drawn after the deal: one seat draws, all others speak."""
    return isinstance(spec.awaited, Draw) and len(spec.awaited.draws) == 1


def turning_up_committed(replica: Replica, spec: RoundSpec) -> bool:
    return isinstance(spec.awaited, Reveal) and any(item.slot is None for item in spec.awaited.items)


def turning_up_bonus(replica: Replica, spec: RoundSpec) -> bool:
    return isinstance(spec.awaited, Reveal) and all(item.slot is not None for item in spec.awaited.items)


def answer_after_turn(replica: Replica, spec: RoundSpec) -> bool:
    return isinstance(spec.awaited, AnswerHilt) and not spec.awaited.until_yes


def holds_bonus(replica: Replica, spec: RoundSpec) -> bool:
    """A Searcher that is asked before its roll, with a Bonus card in hand."""
    if not isinstance(spec.awaited, Decide) or spec.awaited.decision is not Decision.BEFORE_ROLL:
        return False
    return bool(replica.table.state.hand(spec.awaited.character, Deck.BONUS))


def lies_open(replica: Replica) -> bool:
    """Whether the other card of this conflict lies on the table already."""
    last = replica.table.commitments[-1:]
    return bool(last) and last[0].opened is None and not last[0].returned


def played_before(spec: RoundSpec, replica: Replica) -> bool:
    """Whether the character asked has turned up a card before."""
    assert isinstance(spec.awaited, Decide)
    character = spec.awaited.character
    return any(each.character is character and each.opened is not None for each in replica.table.commitments)


OCCASIONS: dict[str, Occasion] = {
    "keys": kind(RoundKind.KEYS),
    "lot": kind(RoundKind.LOT),
    "shuffle": kind(RoundKind.SHUFFLE),
    "second shuffle": lambda replica, spec: spec.kind is RoundKind.SHUFFLE and replica.table.shuffled_by == 1,
    "deal": kind(RoundKind.DRAW),
    "hide": asks(Decision.HIDE_HILT),
    "place": asks(Decision.PLACE),
    "roll": kind(RoundKind.ROLL),
    "before roll": holds_bonus,
    "walk": asks(Decision.MOVE),
    "feed": asks(Decision.FEED),
    "molasar walk": asks(Decision.MOLASAR_MOVE),
    "guard walk": asks(Decision.GUARD_MOVE),
    "commit": asks(Decision.COMMIT_CARD),
    "second commit": lambda replica, spec: asks(Decision.COMMIT_CARD)(replica, spec) and lies_open(replica),
    "commit after a discard": lambda replica, spec: (
        asks(Decision.COMMIT_CARD)(replica, spec) and played_before(spec, replica)
    ),
    "name": asks(Decision.NAME_DEFENDER),
    "second look": asks(Decision.CONFLICT_BONUS),
    "peek": kind(RoundKind.PEEK),
    "judge": asks(Decision.JUDGE_GUESS),
    "reveal": turning_up_committed,
    "turn up": turning_up_bonus,
    "redraw": redraw,
    "answer": answer_after_turn,
    "unveil": kind(RoundKind.UNVEIL),
    "final": kind(RoundKind.FINAL),
    "disclose": kind(RoundKind.DISCLOSE),
    "result": kind(RoundKind.RESULT),
}


@dataclass(frozen=True)
class Moment:
    """A copy of a whole table just before a round opens anywhere, and that round as it will be."""

    table: LocalTable
    spec: RoundSpec

    def copy(self) -> LocalTable:
        return copied(self.table)


def seeded_table(seats: int, seed: object) -> LocalTable:
    keys = [Identity.from_seed(hashlib.sha256(repr((seed, seat)).encode()).digest()) for seat in range(seats)]
    genesis = local_genesis(keys, PACKS, Source(seed, "genesis"))
    peers = [Peer(genesis, PACKS, Source(seed, seat), key) for seat, key in enumerate(keys)]
    return LocalTable(peers, [Eager(seed, seat) for seat in range(seats)])


@dataclass
class Played:
    """One seeded game: where each occasion in it begins, and the copies of the table kept before them."""

    seats: int
    seed: object
    rounds: dict[str, RoundSpec]
    before: dict[int, int]
    """For each round the number of messages delivered before it opens anywhere; -1: before the start."""
    kept: dict[int, LocalTable] = field(default_factory=dict)

    def moment(self, occasion: str) -> Moment:
        """The occasion's moment; the first one asked for plays the game again to keep copies of the table."""
        if not self.kept:
            wanted = {self.before[spec.round] for spec in self.rounds.values()}
            self.kept = _copies(seeded_table(self.seats, self.seed), wanted)
        spec = self.rounds[occasion]
        return Moment(self.kept[self.before[spec.round]], spec)


def played(seats: int, seed: object) -> Played:
    table = seeded_table(seats, seed)
    first: dict[int, int] = {}
    count = -1

    def look() -> None:
        for number in range(max(first, default=0) + 1, max(peer.round for peer in table.peers) + 1):
            first[number] = count

    table.start()
    look()
    count = 0
    while table.under_way:
        table.deliver(table.under_way.popleft())
        look()
        count += 1
    rounds = occasions_in(table.peers[0].replica)
    return Played(seats, seed, rounds, first)


def occasions_in(finished: Replica) -> dict[str, RoundSpec]:
    """The first round of each occasion."""
    replica, found = Replica(finished.signed, PACKS), {}
    occasions = {**OCCASIONS, **_known_afterwards(finished)}
    for entries in finished.rounds:
        assert replica.spec is not None
        for name, occasion in occasions.items():
            if name not in found and occasion(replica, replica.spec):
                found[name] = replica.spec
        for entry in entries:
            replica.take(entry, signature_checked=True)
        replica.settle()
    return found


def _known_afterwards(finished: Replica) -> dict[str, Occasion]:
    """Occasions that nobody at the table could tell in advance."""
    room, guesses = finished.table.hilt_room, finished.table.guesses

    def into_the_hilt(replica: Replica, spec: RoundSpec) -> bool:
        """Molasar could walk or jump into the Hilt's room, as far as all others can tell."""
        if not isinstance(spec.awaited, Decide) or spec.awaited.character is not Character.MOLASAR:
            return False
        state = replica.table.state
        return any(room in hilt_openings(state, each) for each in legal_actions(state))

    def into_a_marked_room(replica: Replica, spec: RoundSpec) -> bool:
        if not isinstance(spec.awaited, Decide) or spec.awaited.character is not Character.MOLASAR:
            return False
        state = replica.table.state
        return any(hilt_openings(state, each) for each in legal_actions(state))

    def will_be_looked_at(replica: Replica, spec: RoundSpec) -> bool:
        return any(guess.commitment.round == spec.round for guess in guesses) and played_before(spec, replica)

    def looking(replica: Replica, spec: RoundSpec) -> bool:
        return any(guess.round == spec.round for guess in guesses)

    def sent_back(replica: Replica, spec: RoundSpec) -> bool:
        """The owner of a card sent back commits to another."""
        last = replica.table.commitments[-1:]
        return asks(Decision.COMMIT_CARD)(replica, spec) and any(each.returned for each in last)

    return {
        "into the Hilt": into_the_hilt,
        "into a marked room": into_a_marked_room,
        "commit, then looked at": will_be_looked_at,
        "second guess": looking,
        "commit after sent back": sent_back,
    }


def _copies(table: LocalTable, wanted: set[int]) -> dict[int, LocalTable]:
    kept = {-1: copied(table)}
    table.start()
    for count in range(max(wanted) + 1):
        if count in wanted:
            kept[count] = copied(table)
        table.deliver(table.under_way.popleft())
    return kept


SEEDS = (17, 11, *range(10), *range(12, 17), *range(18, 40))
"""Seeds of games of four; the first that has an occasion serves for it.

The first two have all of them. When the board, the deck or the rules change, the games do: then the others serve,
which takes longer until better ones are put in front.
"""


@functools.cache
def game(seed: object, seats: int = 4) -> Played:
    return played(seats, seed)


def moment(occasion: str) -> Moment:
    """The first moment for this occasion in the games of four."""
    for seed in SEEDS:
        if occasion in game(seed).rounds:
            return game(seed).moment(occasion)
    raise AssertionError(f"no game has the occasion '{occasion}': name other seeds")


def altered(body: Body, **changes: Any) -> Body:
    """A body with some fields changed."""
    return Body(**{**body.plain(), **changes})
