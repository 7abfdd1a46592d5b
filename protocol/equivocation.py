"""Two different bodies by one seat for one place: evidence that convicts before anyone, at any time."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.encoding import decode, encode
from protocol.entry import MAX_ENTRY_BYTES, Entry, check_signature, parse_entry
from protocol.identity import PublicKey
from protocol.shape import Shape, ShapeError


@dataclass(frozen=True, slots=True)
class Equivocation:
    """Two entries of one seat for the same (game, epoch, round), ``first`` having the lower body digest.

    Raises `ShapeError` for entries that could never be evidence. Whether both are signed by the
    accused is asked with `check`.
    """

    first: Entry
    second: Entry

    def __post_init__(self) -> None:
        if self.first.body.position != self.second.body.position:
            raise ShapeError("the two entries are not of one seat for one round of one game")
        if self.first.body.digest() >= self.second.body.digest():
            raise ShapeError("the two entries are not in ascending order of their bodies' digests")

    @classmethod
    def of(cls, one: Entry, other: Entry) -> Equivocation:
        """The evidence made of two entries, in either order."""
        first, second = sorted((one, other), key=lambda entry: entry.body.digest())
        return cls(first, second)

    def check(self, public: PublicKey) -> bool:
        """Whether this convicts the owner of ``public``: both signatures hold."""
        return check_signature(self.first, public) and check_signature(self.second, public)

    def to_bytes(self) -> bytes:
        """The canonical bytes; `parse_equivocation` is the inverse."""
        return encode({"first": self.first.to_bytes(), "second": self.second.to_bytes()})


def parse_equivocation(data: bytes) -> Equivocation:
    """The evidence with these bytes; raises `EncodingError` unless they are exactly its canonical form."""
    shape = Shape(decode(data), "the evidence", "first", "second")
    first, second = (parse_entry(shape.blob(name, MAX_ENTRY_BYTES)) for name in ("first", "second"))
    return Equivocation(first, second)
