"""What a seat says outside the rounds. Each kind is signed with a tag of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from protocol.encoding import DIGEST_BYTES, MAX_BYTES, Value, decode, digest, encode
from protocol.entry import MAX_EPOCH, MAX_ROUND, MAX_SEATS, Entry, frozen, parse_entry
from protocol.identity import SIGNATURE_BYTES, Identity, PublicKey, verify
from protocol.shape import Shape, ShapeError

MAX_STATEMENT_BYTES: Final = MAX_BYTES
"""Bytes of one statement. Evidence holds up to two entries."""

_FIELDS: Final = ("content", "epoch", "game", "kind", "round", "seat")


class StatementKind(StrEnum):
    """What a statement is for."""

    RESIGNATION = "resignation"
    COMPLAINT = "complaint"
    EVIDENCE = "evidence"
    CHAT = "chat"
    FAREWELL = "farewell"

    @property
    def is_kept(self) -> bool:
        """Whether it has its place in the transcript: all but chat and farewells."""
        return self not in (StatementKind.CHAT, StatementKind.FAREWELL)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Statement:
    """One seat's word outside the rounds. Two are equal when their digests are.

    ``round`` is the round it follows, 0 before the first. Raises `ShapeError` when a field
    is out of its limits.
    """

    game: bytes
    epoch: int
    round: int
    seat: int
    kind: StatementKind
    content: Mapping[str, Value]
    _digest: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "content", frozen(self.content))
        plain = self.plain()
        object.__setattr__(self, "kind", _check_fields(Shape(plain, "the statement", *_FIELDS)))
        object.__setattr__(self, "_digest", digest("statement", plain))

    def plain(self) -> dict[str, Value]:
        """The map that is encoded."""
        return {name: getattr(self, name) for name in _FIELDS}

    def digest(self) -> bytes:
        """The 32 bytes that are signed."""
        return self._digest

    @property
    def order(self) -> tuple[int, int, str, bytes]:
        """Where it stands among all statements of a transcript: by round, seat, kind and digest."""
        return (self.round, self.seat, self.kind.value, self._digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statement) and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)


def _check_fields(shape: Shape) -> StatementKind:
    """Raise `ShapeError` for a field out of its limits; returns the kind."""
    shape.data("game", DIGEST_BYTES)
    shape.nat("epoch", MAX_EPOCH)
    shape.nat("round", MAX_ROUND)
    shape.nat("seat", MAX_SEATS - 1)
    shape.map("content")
    kind = shape.any("kind")
    if not isinstance(kind, str) or kind not in StatementKind.__members__.values():
        raise shape.fail("kind", "is no kind of statement")
    return StatementKind(kind)


@dataclass(frozen=True, slots=True)
class SignedStatement:
    """A statement and its seat's signature. Whether the signature holds is asked with `check`."""

    statement: Statement
    signature: bytes

    def __post_init__(self) -> None:
        if type(self.signature) is not bytes or len(self.signature) != SIGNATURE_BYTES:
            raise ShapeError(f"the signature of a statement is not a string of {SIGNATURE_BYTES} bytes")

    def check(self, public: PublicKey) -> bool:
        """Whether ``public`` signed it."""
        return verify(public, self.signature, _tag(self.statement.kind), self.statement.digest())

    def to_bytes(self) -> bytes:
        """The canonical bytes; `parse_statement` is the inverse."""
        return encode({"signature": self.signature, "statement": self.statement.plain()})


def sign_statement(identity: Identity, statement: Statement) -> SignedStatement:
    """``statement`` signed by ``identity``."""
    return SignedStatement(statement, identity.sign(_tag(statement.kind), statement.digest()))


def parse_statement(data: bytes) -> SignedStatement:
    """The statement with these bytes; raises `EncodingError` unless they are exactly its canonical form."""
    outer = Shape(decode(data, max_bytes=MAX_STATEMENT_BYTES), "the signed statement", "signature", "statement")
    shape = Shape(outer.any("statement"), "the statement", *_FIELDS)
    kind = _check_fields(shape)
    statement = Statement(
        game=shape.data("game", DIGEST_BYTES),
        epoch=shape.nat("epoch", MAX_EPOCH),
        round=shape.nat("round", MAX_ROUND),
        seat=shape.nat("seat", MAX_SEATS - 1),
        kind=kind,
        content=shape.map("content"),
    )
    return SignedStatement(statement, outer.data("signature", SIGNATURE_BYTES))


def parse_signed(data: bytes) -> Entry | SignedStatement:
    """Whichever of the two these bytes are: what a link delivers once a game runs."""
    value = decode(data, max_bytes=MAX_STATEMENT_BYTES)
    if isinstance(value, Mapping) and "statement" in value:
        return parse_statement(data)
    return parse_entry(data)


def _tag(kind: StatementKind) -> str:
    return f"statement-{kind.value}"
