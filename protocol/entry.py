"""What a seat says in a round: a body, its signature, and the chain that every body quotes.

The history digest of a round covers the bodies of all rounds up to it and no signature, so
whoever signs a body vouches for the whole history (docs/protocol.md, "Rounds").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from protocol.encoding import DIGEST_BYTES, Value, decode, digest, encode
from protocol.identity import SIGNATURE_BYTES, Identity, PublicKey, verify
from protocol.shape import Shape, ShapeError

MAX_SEATS: Final = 6
"""Seats at a table."""

MAX_ROUND: Final = 1_000_000
"""Highest round number. A game takes some thousands; stops numbers no transcript could reach."""

MAX_EPOCH: Final = 1_000
"""Highest epoch. Every epoch but the first begins with a lost seat, of which there are few."""

MAX_KIND: Final = 32
"""Characters of a kind's name."""

MAX_ENTRY_BYTES: Final = 65_536
"""Bytes of one entry. Two shuffled decks with their proofs take about a third of it."""

_BODY_FIELDS: Final = ("content", "epoch", "game", "history", "kind", "round", "seat", "state")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Body:
    """One seat's part of one round. Two bodies are equal when their digests are.

    ``history`` and ``state`` are the digests after the round before this one. Raises
    `ShapeError` when a field is out of its limits.
    """

    game: bytes
    """The game's id, 32 bytes: the digest of its genesis."""
    epoch: int
    """From 0."""
    round: int
    """From 1, running on across epochs."""
    seat: int
    """From 0, in roster order."""
    kind: str
    """What kind of round this is: a word."""
    content: Mapping[str, Value]
    """What is said; its fields depend on the kind."""
    history: bytes
    """32 bytes."""
    state: bytes
    """32 bytes: the digest of the public state."""
    _digest: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "content", frozen(self.content))
        plain = self.plain()
        _check_fields(Shape(plain, "the body", *_BODY_FIELDS))
        object.__setattr__(self, "_digest", digest("body", plain))

    def plain(self) -> dict[str, Value]:
        """The map that is encoded."""
        return {name: getattr(self, name) for name in _BODY_FIELDS}

    def digest(self) -> bytes:
        """The 32 bytes that are signed and that the history is made of."""
        return self._digest

    @property
    def position(self) -> tuple[bytes, int, int, int]:
        """(game, epoch, round, seat): a seat may sign one body for each."""
        return (self.game, self.epoch, self.round, self.seat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)


def _check_fields(shape: Shape) -> None:
    for name in ("game", "history", "state"):
        shape.data(name, DIGEST_BYTES)
    shape.nat("epoch", MAX_EPOCH)
    shape.nat("round", MAX_ROUND, least=1)
    shape.nat("seat", MAX_SEATS - 1)
    shape.word("kind", MAX_KIND)
    shape.map("content")


@dataclass(frozen=True, slots=True)
class Entry:
    """A body and its seat's signature. Whether the signature holds is asked with `check_signature`."""

    body: Body
    signature: bytes

    def __post_init__(self) -> None:
        if type(self.signature) is not bytes or len(self.signature) != SIGNATURE_BYTES:
            raise ShapeError(f"the signature of an entry is not a string of {SIGNATURE_BYTES} bytes")

    def to_bytes(self) -> bytes:
        """The canonical bytes, as sent and kept; `parse_entry` is the inverse."""
        return encode({"body": self.body.plain(), "signature": self.signature})


def sign_entry(identity: Identity, body: Body) -> Entry:
    """``body`` signed by ``identity``."""
    return Entry(body, identity.sign("entry", body.digest()))


def check_signature(entry: Entry, public: PublicKey) -> bool:
    """Whether ``public`` signed this entry."""
    return verify(public, entry.signature, "entry", entry.body.digest())


def parse_entry(data: bytes) -> Entry:
    """The entry with these bytes; raises `EncodingError` unless they are exactly its canonical form."""
    shape = Shape(decode(data, max_bytes=MAX_ENTRY_BYTES), "the entry", "body", "signature")
    return Entry(_body(shape.any("body")), shape.data("signature", SIGNATURE_BYTES))


def _body(value: Value) -> Body:
    shape = Shape(value, "the body", *_BODY_FIELDS)
    return Body(
        game=shape.data("game", DIGEST_BYTES),
        epoch=shape.nat("epoch", MAX_EPOCH),
        round=shape.nat("round", MAX_ROUND, least=1),
        seat=shape.nat("seat", MAX_SEATS - 1),
        kind=shape.word("kind", MAX_KIND),
        content=shape.map("content"),
        history=shape.data("history", DIGEST_BYTES),
        state=shape.data("state", DIGEST_BYTES),
    )


def history_start(game: bytes) -> bytes:
    """The history digest before round 1, quoted by the bodies of round 1."""
    return digest("history-start", game)


def history_next(previous: bytes, bodies: Sequence[Body]) -> bytes:
    """The history digest after a round with these bodies, which come in seat order, one for each speaker."""
    seats = [body.seat for body in bodies]
    if not seats or any(a >= b for a, b in pairwise(seats)):
        raise ShapeError("a round's bodies are not in seat order, one for each speaker")
    return digest("history", previous, tuple(body.digest() for body in bodies))


def frozen(value: Mapping[str, Value]) -> Mapping[str, Value]:
    """A copy of a map that nobody can change: arrays as tuples, maps read-only, all the way down."""
    return MappingProxyType({key: _frozen(item) for key, item in value.items()})


def _frozen(value: Value) -> Value:
    if isinstance(value, (str, bytes, int)) or value is None:
        return value
    if isinstance(value, Mapping):
        return frozen(value)
    return tuple([_frozen(item) for item in value])
