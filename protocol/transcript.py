"""A whole game as one file: length-prefixed canonical objects, readable up to any cut.

Reading checks the form of everything and nothing that needs a key or a digest; those are
`protocol.chain`'s (docs/protocol.md, "The transcript file").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.encoding import FRAME_PREFIX_BYTES, EncodingError, Value, begins_whole, decode, encode, frame
from protocol.entry import MAX_ENTRY_BYTES, MAX_ROUND, MAX_SEATS, Entry, parse_entry
from protocol.genesis import MAX_GENESIS_BYTES, SignedGenesis, parse_signed_genesis
from protocol.shape import Shape, ShapeError
from protocol.statement import MAX_STATEMENT_BYTES, SignedStatement, parse_statement

FORMAT: Final = "keep-p2p transcript"
FORMAT_VERSION: Final = 1

MAX_OBJECT_BYTES: Final = MAX_SEATS * MAX_ENTRY_BYTES + 1_024
"""Bytes of one object of the file: a round in which every seat says as much as it may."""

_HEADER: Final[dict[str, Value]] = {"format": FORMAT, "type": "header", "version": FORMAT_VERSION}


@dataclass(frozen=True, slots=True)
class Place:
    """Where an object stands in its file."""

    index: int
    """Which object, the header being 0."""
    offset: int
    """Byte at which its length prefix begins."""

    def __str__(self) -> str:
        return f"object {self.index} at byte {self.offset}"


_NOWHERE: Final = Place(0, 0)


@dataclass(frozen=True, slots=True)
class Round:
    """A complete round: entries in seat order. Raises `ShapeError` when they do not belong together."""

    number: int
    entries: tuple[Entry, ...]
    place: Place = field(default=_NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.entries) <= MAX_SEATS:
            raise ShapeError(f"round {self.number} has {len(self.entries)} entries, not 1 to {MAX_SEATS}")
        previous = -1
        for entry in self.entries:
            if entry.body.round != self.number:
                raise ShapeError(f"round {self.number} holds an entry of round {entry.body.round}")
            if entry.body.seat <= previous:
                raise ShapeError(f"the entries of round {self.number} are not in seat order, one for each speaker")
            previous = entry.body.seat


@dataclass(frozen=True, slots=True)
class PlacedStatement:
    """A statement of the transcript."""

    signed: SignedStatement
    place: Place = field(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a file holds: rounds from 1 without a gap, statements in their order. Nothing signed is checked yet."""

    genesis: SignedGenesis
    rounds: tuple[Round, ...]
    statements: tuple[PlacedStatement, ...] = ()
    genesis_place: Place = field(default=_NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ReadProblem:
    """Why reading stopped, and where: the object that could not be read, and a byte at or in it."""

    offset: int
    index: int
    sentence: str
    cut: bool
    """Whether the file merely ends inside the object."""

    def __str__(self) -> str:
        return f"object {self.index} at byte {self.offset}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read before the first problem. Without a readable genesis there is no transcript."""

    transcript: Transcript | None
    problem: ReadProblem | None


class TranscriptWriter:
    """Makes the file. The same rounds and statements give the same bytes, in whatever order statements came."""

    def __init__(self, genesis: SignedGenesis) -> None:
        self._genesis = genesis
        self._rounds: list[bytes] = []
        self._statements: dict[bytes, SignedStatement] = {}

    @property
    def rounds(self) -> int:
        """How many rounds there are; the next is this plus one."""
        return len(self._rounds)

    def add_round(self, entries: Sequence[Entry]) -> None:
        """Append the next round, its entries in seat order; raises `ShapeError` for any other."""
        done = Round(len(self._rounds) + 1, tuple(entries))
        blobs = [entry.to_bytes() for entry in done.entries]
        self._rounds.append(_frame({"entries": blobs, "round": done.number, "type": "round"}))

    def add_statement(self, signed: SignedStatement) -> None:
        """Add a statement, once however often it comes. Raises `ShapeError` for chat, which is not kept."""
        if not signed.statement.kind.is_kept:
            raise ShapeError(f"a {signed.statement.kind.value} has no place in a transcript")
        self._statements.setdefault(signed.statement.digest(), signed)

    def to_bytes(self) -> bytes:
        """The whole file. Statements that follow a round not yet added are left out."""
        follow: dict[int, list[SignedStatement]] = {}
        for signed in sorted(self._statements.values(), key=lambda item: item.statement.order):
            follow.setdefault(signed.statement.round, []).append(signed)
        parts = [_frame(_HEADER), _frame({"genesis": self._genesis.to_bytes(), "type": "genesis"})]
        for number, framed in enumerate([b"", *self._rounds]):
            parts.append(framed)
            parts += [_frame({"statement": s.to_bytes(), "type": "statement"}) for s in follow.get(number, ())]
        return b"".join(parts)


def write_transcript(transcript: Transcript) -> bytes:
    """The file of ``transcript``; `read_transcript` is the inverse."""
    writer = TranscriptWriter(transcript.genesis)
    for done in transcript.rounds:
        writer.add_round(done.entries)
    for placed in transcript.statements:
        writer.add_statement(placed.signed)
    return writer.to_bytes()


def _frame(value: dict[str, Value]) -> bytes:
    return frame(encode(value))


def read_transcript(data: bytes) -> Reading:
    """Everything readable in ``data`` up to the first problem. Never raises, whatever the bytes."""
    reader = _Reader()
    place = Place(0, 0)
    while place.offset < len(data):
        payload, problem = _cut(data, place)
        if problem is not None:
            return reader.reading(problem)
        try:
            reader.take(payload, place)
        except EncodingError as error:
            return reader.reading(ReadProblem(place.offset, place.index, str(error), cut=False))
        place = Place(place.index + 1, place.offset + FRAME_PREFIX_BYTES + len(payload))
    if reader.genesis is None:
        what = "header" if place.index == 0 else "genesis"
        return reader.reading(ReadProblem(place.offset, place.index, f"the file ends before its {what}", cut=True))
    return reader.reading(None)


def _cut(data: bytes, place: Place) -> tuple[bytes, ReadProblem | None]:
    """The payload of the frame at ``place``, or why there is none."""
    start = place.offset + FRAME_PREFIX_BYTES
    if start > len(data):
        return b"", ReadProblem(place.offset, place.index, "the file ends inside a length", cut=True)
    size = int.from_bytes(data[place.offset : start], "big")
    if not 1 <= size <= MAX_OBJECT_BYTES:
        sentence = f"an object of {size} bytes is not possible: 1 to {MAX_OBJECT_BYTES} are"
        return b"", ReadProblem(place.offset, place.index, sentence, cut=False)
    if start + size > len(data):
        missing = start + size - len(data)
        if begins_whole(bytes(data[start:])):
            # A file cut off ends inside its last object. Here an object is whole, so its length was changed.
            sentence = f"the object is shorter than the {size} bytes that its length says"
            return b"", ReadProblem(place.offset, place.index, sentence, cut=False)
        return b"", ReadProblem(place.offset, place.index, f"the file ends {missing} bytes before the object", cut=True)
    return data[start : start + size], None


class _Reader:
    """Takes the objects of a file in turn; each must be one that may stand there."""

    def __init__(self) -> None:
        self.header = False
        self.genesis: SignedGenesis | None = None
        self.genesis_place = _NOWHERE
        self.rounds: list[Round] = []
        self.statements: list[PlacedStatement] = []

    def reading(self, problem: ReadProblem | None) -> Reading:
        if self.genesis is None:
            return Reading(None, problem)
        transcript = Transcript(self.genesis, tuple(self.rounds), tuple(self.statements), self.genesis_place)
        return Reading(transcript, problem)

    def take(self, payload: bytes, place: Place) -> None:
        value = decode(payload, max_bytes=MAX_OBJECT_BYTES)
        if not self.header:
            if payload != encode(_HEADER):  # bytes, for True == 1
                raise ShapeError(f"the file does not begin as a {FORMAT} of version {FORMAT_VERSION}")
            self.header = True
        elif self.genesis is None:
            self._take_genesis(value, place)
        elif isinstance(value, dict) and "statement" in value:
            self._take_statement(value, place)
        else:
            self._take_round(value, place)

    def _take_genesis(self, value: Value, place: Place) -> None:
        shape = _object(value, "genesis", "genesis")
        self.genesis = parse_signed_genesis(shape.blob("genesis", MAX_GENESIS_BYTES))
        self.genesis_place = place

    def _take_round(self, value: Value, place: Place) -> None:
        shape = _object(value, "round", "entries", "round")
        number = shape.nat("round", MAX_ROUND, least=1)
        if number != len(self.rounds) + 1:
            raise ShapeError(f"round {number} stands where round {len(self.rounds) + 1} must")
        entries: list[Entry] = []
        for item in shape.items("entries", MAX_SEATS, 1):
            if type(item) is not bytes:
                raise shape.fail("entries", "holds something that is not a byte string")
            entries.append(parse_entry(item))
        self.rounds.append(Round(number, tuple(entries), place))

    def _take_statement(self, value: Value, place: Place) -> None:
        shape = _object(value, "statement", "statement")
        signed = parse_statement(shape.blob("statement", MAX_STATEMENT_BYTES))
        if not signed.statement.kind.is_kept:
            raise ShapeError(f"a {signed.statement.kind.value} has no place in a transcript")
        if signed.statement.round != len(self.rounds):
            number = signed.statement.round
            raise ShapeError(f"a statement that follows round {number} stands after round {len(self.rounds)}")
        if self.statements and self.statements[-1].signed.statement.order >= signed.statement.order:
            raise ShapeError("two statements after one round are not in their order")
        self.statements.append(PlacedStatement(signed, place))


def _object(value: Value, kind: str, *fields: str) -> Shape:
    shape = Shape(value, f"the {kind} object", *fields, "type")
    if shape.any("type") != kind:
        raise shape.fail("type", f"is not {kind!r}")
    return shape
