"""The messages on a link between seats, and to spectators: made here, read here, strictly.

docs/network.md, "Mesh" and "Spectators", has their fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from keep_p2p.net.link import Message
from protocol.encoding import MAX_BYTES, Value, encode, frame
from protocol.entry import MAX_SEATS
from protocol.genesis import MAX_GENESIS_BYTES
from protocol.shape import Shape, ShapeError

MAX_HAVE_FIELDS = 8
"""Fields in what a peer says it holds. Stops a heartbeat that is a data dump."""

MAX_HAVE_BYTES = 1024
"""Bytes of what a peer says it holds, encoded; ours are under 200. Heartbeats wait in a queue by number: stops a seat
from filling memory with few, large ones."""

ENTRY_BYTES = MAX_BYTES - 64
"""Bytes of one entry: what fits into a frame with its type beside it."""


@dataclass(frozen=True, slots=True)
class Beat:
    """A heartbeat: what its sender holds, whom it is linked to, and whether it waits for what it lacks.

    ``level`` are the seats that it knows to hold just the same, through others perhaps.
    """

    have: Mapping[str, Value]
    links: frozenset[int]
    level: frozenset[int]
    wants: bool


def entry_frame(data: bytes) -> bytes:
    """A signed entry, framed."""
    return frame(encode({"data": data, "type": "entry"}))


def beat_frame(have: Mapping[str, Value], links: Iterable[int], level: Iterable[int], wants: bool) -> bytes:
    """A heartbeat, framed."""
    seats = {"level": sorted(level), "links": sorted(links)}
    return frame(encode({"have": have, "type": "beat", "wants": wants, **seats}))


ASK_FRAME = frame(encode({"type": "ask"}))
"""The question what the other side holds, to be answered with a heartbeat once it has read what came before."""


def genesis_frame(data: bytes) -> bytes:
    """The signed genesis, for a spectator."""
    return frame(encode({"data": data, "type": "genesis"}))


def read_entry(message: Message) -> bytes:
    """The bytes of an entry message."""
    return Shape(message, "an entry message", "data", "type").blob("data", ENTRY_BYTES)


def read_beat(message: Message) -> Beat:
    """A heartbeat."""
    shape = Shape(message, "a heartbeat", "have", "level", "links", "type", "wants")
    have = shape.map("have", MAX_HAVE_FIELDS)
    if len(encode(have)) > MAX_HAVE_BYTES:
        raise shape.fail("have", f"is larger than {MAX_HAVE_BYTES} bytes")
    return Beat(have, _seats(shape, "links"), _seats(shape, "level"), shape.flag("wants"))


def read_ask(message: Message) -> None:
    """The question what we hold; it has no fields."""
    Shape(message, "a question", "type")


def read_genesis(message: Message) -> bytes:
    """The bytes of a signed genesis."""
    return Shape(message, "a genesis message", "data", "type").blob("data", MAX_GENESIS_BYTES)


def unknown(message: Message) -> ShapeError:
    """The error for a message of a type that has no place on this link."""
    return ShapeError(f"a message of the type {str(message['type'])[:20]!r} has no place here")


def _seats(shape: Shape, key: str) -> frozenset[int]:
    items = shape.items(key, MAX_SEATS)
    seats = frozenset(item for item in items if type(item) is int and 0 <= item < MAX_SEATS)
    if len(seats) != len(items):
        raise shape.fail(key, "is not a list of seats, each once")
    return seats
