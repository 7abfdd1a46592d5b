"""A whole table in one process: peers joined by queues instead of sockets.

The same `Peer` as on a real network. Tests, the benchmark and the soak run on it; the
network's faults are a function handed in, so that a run can be repeated.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from keep_p2p import RULES_VERSION
from keep_p2p.packs import Packs
from keep_p2p.rules.actions import Action
from keep_p2p.rules.names import Character, Seat
from keep_p2p.table.effects import Accused, Ask, Effect, Refused, Send
from keep_p2p.table.peer import Peer
from keep_p2p.table.view import View
from protocol.genesis import Genesis, SignedGenesis, sign_genesis
from protocol.identity import Identity
from protocol.roster import RosterSeat

Choose = Callable[[View, Ask], Action]
"""Answers a seat's decision from what that seat sees."""

Pick = Callable[[int], int]
"""The network's weather: given how many messages are under way, which arrives next (an index)."""


Copies = Callable[[], int]
"""More weather: how many copies of a message just sent get under way; 0 is a loss."""


@dataclass(frozen=True, slots=True)
class Message:
    """Bytes under way from one peer to another, by their index in the table."""

    sender: int
    receiver: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Noted:
    """An effect of one peer, in the order in which things happened."""

    peer: int
    effect: Effect


def local_genesis(
    identities: Sequence[Identity],
    packs: Packs,
    random: Callable[[int], bytes],
    characters: Sequence[tuple[Character, ...] | None] | None = None,
) -> SignedGenesis:
    """A genesis signed by all identities, in their order; without ``characters`` all are drawn."""
    chosen = characters or [None] * len(identities)
    nonces = tuple(random(32) for _ in identities)
    roster = tuple(
        RosterSeat(f"Player {number + 1}", identity.public, None if mine is None else tuple(c.value for c in mine))
        for number, (identity, mine) in enumerate(zip(identities, chosen, strict=True))
    )
    genesis = Genesis(
        rules=RULES_VERSION,
        board=packs.board.digest,
        deck=packs.deck.digest,
        name="Local table",
        roster=roster,
        nonces=nonces,
    )
    pairs = zip(identities, nonces, strict=True)
    signatures = tuple(sign_genesis(identity, genesis, nonce) for identity, nonce in pairs)
    return SignedGenesis(genesis, signatures, (None,) * len(identities))


class LocalTable:
    """Runs peers against each other. Decisions are answered at once, by seat."""

    def __init__(
        self,
        peers: Sequence[Peer],
        choose: Sequence[Choose],
        pick: Pick | None = None,
        copies: Copies | None = None,
    ) -> None:
        """``choose`` has one function for each seat. No ``pick``: in the order sent. No ``copies``: one of each."""
        self.peers = tuple(peers)
        self.choose = tuple(choose)
        self.pick = pick
        self.copies = copies
        self.under_way: deque[Message] = deque()
        self.noted: list[Noted] = []

    def start(self) -> None:
        """Let every peer open the first round."""
        for index, peer in enumerate(self.peers):
            self.handle(index, peer.start())

    def run(self, most: int = 1_000_000) -> None:
        """Deliver messages until all peers rest; raises RuntimeError after ``most`` of them.

        When nothing is under way every peer hears what every other has, as by a heartbeat, and gets
        what it lacks; if nobody lacks anything, the table rests.
        """
        for _ in range(most):
            if self.under_way:
                self.deliver(self._next())
            elif not self.catch_up():
                return
        raise RuntimeError(f"the table did not come to rest within {most} messages")

    def catch_up(self) -> bool:
        """Give every peer what it lacks of what the others have; whether anybody lacked anything."""
        for index, peer in enumerate(self.peers):
            for other in range(len(self.peers)):
                if other != index:
                    missing = peer.missing_for(self.peers[other].have())
                    self.under_way.extend(Message(index, other, data) for data in missing)
        return bool(self.under_way)

    def deliver(self, message: Message) -> None:
        """Hand one message to its receiver."""
        self.handle(message.receiver, self.peers[message.receiver].receive(message.data))

    def handle(self, index: int, effects: Sequence[Effect]) -> None:
        """Do what one peer's effects ask."""
        for effect in effects:
            if isinstance(effect, Send):
                self.broadcast(index, effect.data)
            elif isinstance(effect, Ask):
                self._answer(index, effect)
            else:
                self.noted.append(Noted(index, effect))

    def broadcast(self, index: int, data: bytes) -> None:
        """Send bytes to every other peer."""
        for other in range(len(self.peers)):
            if other != index:
                copies = 1 if self.copies is None else self.copies()
                self.under_way.extend([Message(index, other, data)] * copies)

    def of_kind(self, kind: type[Effect]) -> list[Noted]:
        """All effects of one class so far."""
        return [noted for noted in self.noted if isinstance(noted.effect, kind)]

    @property
    def accusations(self) -> list[Accused]:
        """Every accusation by any peer."""
        return [noted.effect for noted in self.noted if isinstance(noted.effect, Accused)]

    @property
    def refusals(self) -> list[Refused]:
        """Everything any peer passed over."""
        return [noted.effect for noted in self.noted if isinstance(noted.effect, Refused)]

    def _answer(self, index: int, ask: Ask) -> None:
        peer = self.peers[index]
        view = peer.view
        assert view is not None, "only seats are asked"
        self.handle(index, peer.choose(self.choose[Seat(index)](view, ask)))

    def _next(self) -> Message:
        if self.pick is None:
            return self.under_way.popleft()
        at = self.pick(len(self.under_way))
        self.under_way.rotate(-at)
        message = self.under_way.popleft()
        self.under_way.rotate(at)
        return message
