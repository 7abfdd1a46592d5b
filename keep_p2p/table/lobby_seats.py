"""What the lobby is about: the table being set up, the seats taken so far, and tickets of computer players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from keep_p2p.table.lobby_wishes import Wish, parse_wish
from protocol.encoding import EncodingError, Value, decode, encode
from protocol.entry import MAX_SEATS
from protocol.genesis import MIN_SEATS, Genesis, Option
from protocol.identity import SIGNATURE_BYTES, Identity, PublicKey, parse_public, verify
from protocol.roster import MAX_NAME, RosterSeat, check_name
from protocol.shape import Shape, ShapeError

MAX_HOSTS = 12
"""Addresses a player may say it has. Stops one from making all others dial a whole network."""

MAX_HOST = 253
"""Characters of one of them: the longest domain name."""

TABLE_BYTES = 16
DIGEST_BYTES = 32
TICKET_NONCE_BYTES = 16
_TICKET_BYTES = 256


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What the opener fixes: name, number of seats, rules version, the packs' digests, options of the genesis."""

    table: bytes
    name: str
    seats: int
    rules: str
    board: bytes
    deck: bytes
    options: Mapping[str, Option] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.table) != TABLE_BYTES:
            raise ValueError(f"a table's id has {TABLE_BYTES} bytes")
        if not MIN_SEATS <= self.seats <= MAX_SEATS:
            raise ValueError(f"a table has {MIN_SEATS} to {MAX_SEATS} seats")
        check_name(self.name)


@dataclass(frozen=True, slots=True)
class Ticket:
    """By it a host answers for a computer player: whoever holds it may join once in the host's name.

    It is handed to the computer player's process when that is started. ``nonce`` makes it a one-time
    ticket: the host co-signs a genesis only for a nonce that it made itself and has not used.
    """

    host: PublicKey
    nonce: bytes
    signature: bytes

    @property
    def holds(self) -> bool:
        """Whether the host really made it."""
        return verify(self.host, self.signature, "ticket", self.nonce)

    def plain(self) -> dict[str, Value]:
        """The map that is encoded."""
        return {"host": self.host, "nonce": self.nonce, "signature": self.signature}

    def to_text(self) -> str:
        """As text, for a command line or an environment."""
        return encode(self.plain()).hex()

    @classmethod
    def from_text(cls, text: str) -> Ticket:
        """The inverse of `to_text`. Raises ValueError for anything else."""
        return parse_ticket(decode(bytes.fromhex(text), max_bytes=_TICKET_BYTES))


def make_ticket(host: Identity, random: Callable[[int], bytes]) -> Ticket:
    """A fresh ticket of ``host``; remember its nonce to honour it."""
    nonce = random(TICKET_NONCE_BYTES)
    return Ticket(host.public, nonce, host.sign("ticket", nonce))


def parse_ticket(value: Value) -> Ticket:
    """The ticket in a decoded message; raises `EncodingError` (a ValueError) if it is none."""
    shape = Shape(value, "the ticket", "host", "nonce", "signature")
    return Ticket(
        parse_public(shape.data("host", 32)),
        shape.data("nonce", TICKET_NONCE_BYTES),
        shape.data("signature", SIGNATURE_BYTES),
    )


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat taken: who, wanting what, listening where. ``commitment`` is None while a fresh one is awaited.

    ``hosts`` and ``port`` are where this player says it listens. ``wish`` empty: drawn.
    """

    name: str
    key: PublicKey
    wish: Wish
    computer: bool
    hosts: tuple[str, ...]
    port: int
    commitment: bytes | None
    ticket: Ticket | None = None

    def __post_init__(self) -> None:
        check_name(self.name)
        if self.ticket is not None and not self.computer:
            raise ShapeError(f"{self.name} has a host but is no computer player")

    @property
    def host(self) -> PublicKey | None:
        """The key that answers for this computer player, if another's."""
        return None if self.ticket is None else self.ticket.host

    def roster(self) -> RosterSeat:
        """As the genesis has it."""
        characters = tuple(character.value for character in self.wish) or None
        return RosterSeat(self.name, self.key, characters, self.host, self.computer)

    def plain(self) -> dict[str, Value]:
        """The map that is encoded."""
        return {
            "characters": tuple(character.value for character in self.wish),
            "commitment": self.commitment,
            "computer": self.computer,
            "hosts": self.hosts,
            "key": self.key,
            "name": self.name,
            "port": self.port,
            "ticket": None if self.ticket is None else self.ticket.plain(),
        }

    def uncommitted(self) -> LobbySeat:
        """The same seat without its commitment, whose nonce may have been revealed."""
        return replace(self, commitment=None)


SEAT_FIELDS = ("characters", "commitment", "computer", "hosts", "name", "port", "ticket")


def read_seat(shape: Shape, key: PublicKey) -> LobbySeat:
    """The seat in a map that has `SEAT_FIELDS`, of the player with this key.

    :raises EncodingError: a field is out of its limits.
    """
    wish = parse_wish(_words(shape, "characters", most=2))
    if wish is None:
        raise shape.fail("characters", "is not a list of characters, each once")
    return LobbySeat(
        name=shape.text("name", MAX_NAME),
        key=key,
        wish=wish,
        computer=shape.flag("computer"),
        hosts=_words(shape, "hosts", most=MAX_HOSTS),
        port=shape.nat("port", most=65535, least=1),
        commitment=None if shape.is_none("commitment") else shape.data("commitment", DIGEST_BYTES),
        ticket=None if shape.is_none("ticket") else parse_ticket(shape.any("ticket")),
    )


def parse_seats(values: Sequence[Value]) -> tuple[LobbySeat, ...]:
    """The seats of a roster as the opener sends it.

    :raises EncodingError: one is none, or two have one key.
    """
    seats = []
    for value in values:
        shape = Shape(value, "a seat", "key", *SEAT_FIELDS)
        seats.append(read_seat(shape, parse_key(shape.data("key", 32))))
    if len({seat.key for seat in seats}) != len(seats):
        raise ShapeError("two seats have one key")
    return tuple(seats)


def parse_key(data: bytes) -> PublicKey:
    """A public key in a message; raises `EncodingError` if it is none."""
    try:
        return parse_public(data)
    except ValueError as error:
        raise EncodingError(str(error)) from None


def make_genesis(setup: TableSetup, seats: Sequence[LobbySeat], nonces: Sequence[bytes]) -> Genesis:
    """The genesis of these seats; everyone who knows the same makes the same."""
    return Genesis(
        rules=setup.rules,
        board=setup.board,
        deck=setup.deck,
        name=setup.name,
        roster=tuple(seat.roster() for seat in seats),
        nonces=tuple(nonces),
        options=setup.options,
    )


def _words(shape: Shape, key: str, most: int) -> tuple[str, ...]:
    items = shape.items(key, most)
    words = tuple(item for item in items if isinstance(item, str) and len(item) <= MAX_HOST)
    if len(words) != len(items):
        raise shape.fail(key, "holds something that is no short text")
    return words
