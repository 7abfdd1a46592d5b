"""Signing a genesis, with care: only one that is exactly what was agreed, with one's own unused nonce."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from keep_p2p.table.lobby_seats import LobbySeat, TableSetup, Ticket, make_genesis
from protocol.encoding import EncodingError
from protocol.genesis import Genesis, SignedGenesis, nonce_commitment, nonce_matches, sign_as_host, sign_genesis
from protocol.identity import Identity


class Disagreement(Exception):
    """The genesis is not what was agreed; the text says how it differs."""


@dataclass
class Signer:
    """One seat's hand: its nonce, fresh for every attempt, and the tickets it gave to computer players."""

    identity: Identity
    random: Callable[[int], bytes]
    tickets: set[bytes] = field(default_factory=set)
    """Nonces of tickets made and not used."""
    nonce: bytes = b""

    def __post_init__(self) -> None:
        self.nonce = self.random(32)

    def fresh(self) -> bytes:
        """Throw the old nonce away; the commitment to a new one."""
        self.nonce = self.random(32)
        return self.commitment

    @property
    def commitment(self) -> bytes:
        """The commitment, 32 bytes, to the present nonce."""
        return nonce_commitment(self.identity.public, self.nonce)

    def honours(self, ticket: Ticket | None) -> bool:
        """Whether a computer player may come with this ticket as far as we can tell: it is not ours, or unused."""
        return ticket is None or ticket.host != self.identity.public or ticket.nonce in self.tickets

    def sign(self, genesis: Genesis) -> bytes:
        """Our seat's signature; refused by `protocol.genesis` if our nonce is not in it."""
        return sign_genesis(self.identity, genesis, self.nonce)

    def sign_for_hosted(self, genesis: Genesis, seats: Sequence[LobbySeat]) -> tuple[bytes | None, ...]:
        """Our signatures as host, seat by seat.

        :raises Disagreement: a computer player claims us as its host with a ticket that we did not make.
        """
        return tuple(self._hosted(genesis, number, seat) for number, seat in enumerate(seats))

    def _hosted(self, genesis: Genesis, number: int, seat: LobbySeat) -> bytes | None:
        if seat.ticket is None or seat.ticket.host != self.identity.public:
            return None
        if not self.honours(seat.ticket):
            raise Disagreement(f"{seat.name} claims a host who did not start it")
        return sign_as_host(self.identity, genesis, number)

    def used(self, seats: Sequence[LobbySeat]) -> None:
        """The game has begun: its tickets are spent."""
        self.tickets.difference_update(seat.ticket.nonce for seat in seats if seat.ticket is not None)


def check_genesis(genesis: Genesis, setup: TableSetup, seats: Sequence[LobbySeat]) -> None:
    """Whether the genesis is that of this setup and these seats, every nonce the one committed to.

    :raises Disagreement: it is not.
    """
    for what, theirs, ours in (
        ("rules version", genesis.rules, setup.rules),
        ("board", genesis.board, setup.board),
        ("Conflict deck", genesis.deck, setup.deck),
    ):
        if theirs != ours:
            raise Disagreement(f"the game that was proposed has another {what} than ours")
    for seat, nonce in zip(seats, genesis.nonces, strict=False):
        if seat.commitment is None or not nonce_matches(seat.commitment, seat.key, nonce):
            raise Disagreement(f"{seat.name}'s nonce is not the one committed to")
    try:
        agreed = make_genesis(setup, seats, genesis.nonces)
    except EncodingError as error:
        raise Disagreement(f"the seats make no game: {error}") from None
    if genesis != agreed:
        raise Disagreement("the game that was proposed is not the one that was agreed: its seats or options differ")


def check_signed(signed: SignedGenesis, genesis: Genesis) -> None:
    """Whether this is our genesis with everybody's signature.

    :raises Disagreement: it is not.
    """
    if signed.genesis != genesis:
        raise Disagreement("the game that was signed is not the one we signed")
    if (problem := signed.problem()) is not None:
        raise Disagreement(problem)
