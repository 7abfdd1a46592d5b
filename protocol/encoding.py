"""The one byte form of every value, and the hashes taken over it.

The form is a subset of MessagePack in which each value has exactly one encoding
(docs/protocol.md, "Encoding"). The decoder is fed hostile bytes: it refuses all
that is not canonical, and no count or length in the bytes makes it allocate more
than the bytes themselves are long.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

Value: TypeAlias = "bool | int | str | bytes | Sequence[Value] | Mapping[str, Value] | None"
"""What can be encoded. Decoding gives tuples for arrays and dicts for maps."""

DOMAIN: Final = "keep-p2p/1"
"""First part of every digest, so that no digest of this protocol is one of another."""

DIGEST_BYTES: Final = 32
"""Bytes of a digest (SHA-256)."""

MAX_BYTES: Final = 262_144
"""Bytes of one object. Stops a peer from making others hold or parse megabytes."""

MAX_NODES: Final = 16_384
"""Values in one object, map keys counted too. Stops short bytes that make very many small objects."""

MAX_DEPTH: Final = 16
"""Arrays and maps inside one another. Stops bytes that exhaust the interpreter's stack."""

MIN_INT: Final = -(2**63)
MAX_INT: Final = 2**63 - 1
"""Integers are signed 64-bit numbers, so that every store and language can hold them."""

FRAME_PREFIX_BYTES: Final = 4
"""Bytes of a frame's length prefix, big-endian."""

PICTOGRAPHS: Final = range(0x1F300, 0x1FB00)
"""Characters newer than Unicode 3.2 that texts may hold all the same: symbols that normalization leaves alone."""

_OLD_UNICODE: Final = unicodedata.ucd_3_2_0


class EncodingError(ValueError):
    """The bytes or the value are not what the protocol allows; the text says why in one sentence."""


# --- text -----------------------------------------------------------------------------------------


def check_text(text: str) -> None:
    """Raise `EncodingError` unless ``text`` may be encoded.

    Allowed are characters assigned in Unicode 3.2 (those outside table A.1 of RFC 3454,
    less noncharacters) and the pictographs U+1F300-U+1FAFF, in Normalization Form C. A
    fixed repertoire, because normalization is only stable for assigned characters: with
    all of today's, two peers with different Unicode tables could disagree about a text.
    """
    if text.isascii():
        return
    for character in text:
        if _OLD_UNICODE.category(character) in ("Cn", "Cs") and ord(character) not in PICTOGRAPHS:
            raise EncodingError(f"the text has the character U+{ord(character):04X}, which is not allowed in texts")
    if not unicodedata.is_normalized("NFC", text):
        raise EncodingError("the text is not in Unicode normalization form C")


def shown(text: str) -> str:
    """A hostile text for an error's sentence: quoted, escaped, and not long."""
    return repr(text if len(text) <= 40 else text[:40] + "...")


# --- writing --------------------------------------------------------------------------------------

_BYTE: Final = tuple(bytes((n,)) for n in range(256))
_BIN8: Final = tuple(bytes((0xC4, n)) for n in range(256))
_Out: TypeAlias = Callable[[bytes], None]


def encode(value: Value) -> bytes:
    """The canonical bytes of ``value``; raises `EncodingError` for what has none."""
    out: list[bytes] = []
    _write(value, out.append, MAX_DEPTH)
    return b"".join(out)


def _write(value: Value, out: _Out, depth: int) -> None:
    if type(value) is bytes:
        _write_bytes(value, out)
    elif type(value) is str:
        _write_text(value, out)
    elif value is None:
        out(b"\xc0")
    elif value is True:
        out(b"\xc3")
    elif value is False:
        out(b"\xc2")
    elif isinstance(value, int):
        out(encode_int(int(value)))
    elif isinstance(value, str):  # members of a StrEnum
        _write_text(str.__str__(value), out)
    elif isinstance(value, (list, tuple)):
        _write_array(value, out, depth)
    elif isinstance(value, Mapping):
        _write_map(value, out, depth)
    else:
        raise EncodingError(f"a {type(value).__name__} has no encoding")


def _write_bytes(value: bytes, out: _Out) -> None:
    size = len(value)
    if size < 0x100:
        out(_BIN8[size])
    else:
        out(_header(size, 0xC5))
    out(value)


def _write_text(value: str, out: _Out) -> None:
    check_text(value)
    data = value.encode("utf-8")
    size = len(data)
    if size < 32:
        out(_BYTE[0xA0 | size])
    elif size < 0x100:
        out(bytes((0xD9, size)))
    else:
        out(_header(size, 0xDA))
    out(data)


def _write_array(value: Sequence[Value], out: _Out, depth: int) -> None:
    if depth == 0:
        raise EncodingError(f"the value is nested more than {MAX_DEPTH} deep")
    size = len(value)
    out(_BYTE[0x90 | size] if size < 16 else _header(size, 0xDC))
    for item in value:
        if type(item) is bytes and len(item) < 0x100:  # most of a deck or a proof
            out(_BIN8[len(item)])
            out(item)
        else:
            _write(item, out, depth - 1)


def _write_map(value: Mapping[str, Value], out: _Out, depth: int) -> None:
    if depth == 0:
        raise EncodingError(f"the value is nested more than {MAX_DEPTH} deep")
    size = len(value)
    out(_BYTE[0x80 | size] if size < 16 else _header(size, 0xDE))
    for key in value:
        if not isinstance(key, str):
            raise EncodingError("a map's key is not a text")
    for key in sorted(value):
        _write_text(str.__str__(key), out)
        _write(value[key], out, depth - 1)


def _header(size: int, marker16: int) -> bytes:
    """A marker with a two-byte size, or the next marker with a four-byte size."""
    if size < 0x10000:
        return bytes((marker16,)) + size.to_bytes(2, "big")
    if size < 0x1_0000_0000:
        return bytes((marker16 + 1,)) + size.to_bytes(4, "big")
    raise EncodingError("the value is larger than any encoding allows")


def encode_int(value: int) -> bytes:
    """The canonical bytes of one integer, 1 to 9 of them."""
    if 0 <= value < 0x80:
        return _BYTE[value]
    if -32 <= value < 0:
        return _BYTE[value + 0x100]
    if not MIN_INT <= value <= MAX_INT:
        raise EncodingError("an integer does not fit in 64 bits")
    for exponent, size in enumerate((1, 2, 4, 8)):
        bits = 8 * size
        if value >= 0 and value < 1 << bits:
            return _BYTE[0xCC + exponent] + value.to_bytes(size, "big")
        if value < 0 and value >= -(1 << (bits - 1)):
            return _BYTE[0xD0 + exponent] + value.to_bytes(size, "big", signed=True)
    raise AssertionError("every 64-bit integer has a form")


# --- reading --------------------------------------------------------------------------------------


def decode(data: bytes, *, max_bytes: int = MAX_BYTES, max_nodes: int = MAX_NODES, max_depth: int = MAX_DEPTH) -> Value:
    """The value whose canonical encoding is exactly ``data``; raises `EncodingError` for anything else."""
    if len(data) > max_bytes:
        raise EncodingError(f"the object has {len(data)} bytes, more than the {max_bytes} allowed")
    parser = _Parser(bytes(data), max_nodes)
    value = parser.value(max_depth)
    if parser.position != len(data):
        raise EncodingError(f"the object has {len(data) - parser.position} bytes too many at its end")
    return value


def begins_whole(data: bytes) -> bool:
    """Whether ``data`` begins with a whole canonical value, whatever follows it.

    No value is a beginning of another, so what was merely cut off never does: see `protocol.transcript`.
    """
    try:
        _Parser(data, MAX_NODES).value(MAX_DEPTH)
    except EncodingError:
        return False
    return True


class _Parser:
    """One pass over the bytes. Containers grow item by item: a claimed count allocates nothing."""

    __slots__ = ("data", "nodes", "position")

    def __init__(self, data: bytes, nodes: int) -> None:
        self.data = data
        self.nodes = nodes
        self.position = 0

    def value(self, depth: int) -> Value:
        self.nodes -= 1
        if self.nodes < 0:
            raise EncodingError("the object holds more values than allowed")
        position = self.position
        try:
            first = self.data[position]
        except IndexError:
            raise EncodingError("the object is cut short") from None
        self.position = position + 1
        if first == 0xC4:
            return self.take(self.number(1))
        if first < 0x80:
            return first
        if first < 0x90:
            return self.map(first & 0x0F, depth)
        if first < 0xA0:
            return self.array(first & 0x0F, depth)
        if first < 0xC0:
            return self.text(first & 0x1F)
        if first >= 0xE0:
            return first - 0x100
        return self.rare(first, depth)

    def rare(self, first: int, depth: int) -> Value:
        if first in _CONSTANTS:
            return _CONSTANTS[first]
        if 0xCC <= first <= 0xD3:
            return self.integer(first)
        if first in (0xC5, 0xC6):
            return self.take(self.size(first))
        if 0xD9 <= first <= 0xDB:
            return self.text(self.size(first))
        if first in (0xDC, 0xDD):
            return self.array(self.size(first), depth)
        if first in (0xDE, 0xDF):
            return self.map(self.size(first), depth)
        if first in (0xCA, 0xCB):
            raise EncodingError("the object holds a floating-point number")
        raise EncodingError(f"the object holds the byte 0x{first:02x} where no value may begin with it")

    def integer(self, first: int) -> int:
        start = self.position - 1
        signed = first >= 0xD0
        size = 1 << (first & 3)
        value = int.from_bytes(self.take(size), "big", signed=signed)
        if value > MAX_INT:
            raise EncodingError("an integer does not fit in 64 bits")
        if encode_int(value) != self.data[start : self.position]:
            raise EncodingError(f"the integer {value} is not in its shortest form")
        return value

    def size(self, marker: int) -> int:
        """The length behind ``marker``, which must not fit behind a shorter one."""
        width, least = _SIZED[marker]
        size = self.number(width)
        if size < least:
            raise EncodingError("a length is not in its shortest form")
        return size

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def take(self, size: int) -> bytes:
        start = self.position
        end = start + size
        if end > len(self.data):
            raise EncodingError("the object is cut short")
        self.position = end
        return self.data[start:end]

    def text(self, size: int) -> str:
        try:
            text = self.take(size).decode("utf-8")
        except UnicodeDecodeError:
            raise EncodingError("a text is not valid UTF-8") from None
        check_text(text)
        return text

    def array(self, count: int, depth: int) -> tuple[Value, ...]:
        if depth == 0:
            raise EncodingError("the object is nested too deep")
        if count > self.nodes or count > len(self.data) - self.position:
            raise EncodingError("an array claims more items than the object can hold")
        value, below = self.value, depth - 1
        return tuple([value(below) for _ in range(count)])

    def key(self) -> str:
        first = self.data[self.position] if self.position < len(self.data) else 0xA0
        if not (0xA0 <= first < 0xC0 or 0xD9 <= first <= 0xDB):
            raise EncodingError("a map's key is not a text")
        key = self.value(0)
        assert isinstance(key, str), "its first byte began a text"
        return key

    def map(self, count: int, depth: int) -> dict[str, Value]:
        if depth == 0:
            raise EncodingError("the object is nested too deep")
        if 2 * count > self.nodes or 2 * count > len(self.data) - self.position:
            raise EncodingError("a map claims more items than the object can hold")
        found: dict[str, Value] = {}
        previous: str | None = None
        for _ in range(count):
            key = self.key()
            if previous is not None and key <= previous:
                raise EncodingError(f"the key {shown(key)} of a map stands after {shown(previous)}: keys must ascend")
            previous = key
            found[key] = self.value(depth - 1)
        return found


_CONSTANTS: Final[dict[int, Value]] = {0xC0: None, 0xC2: False, 0xC3: True}

_SIZED: Final = {
    0xC5: (2, 0x100),
    0xC6: (4, 0x10000),
    0xD9: (1, 32),
    0xDA: (2, 0x100),
    0xDB: (4, 0x10000),
    0xDC: (2, 16),
    0xDD: (4, 0x10000),
    0xDE: (2, 16),
    0xDF: (4, 0x10000),
}
"""Markers followed by a length: its width in bytes, and the least length that needs this marker."""


# --- hashing --------------------------------------------------------------------------------------


def digest(tag: str, *parts: Value) -> bytes:
    """SHA-256 over ``encode([DOMAIN, tag, *parts])``: 32 bytes."""
    return hashlib.sha256(encode([DOMAIN, tag, *parts])).digest()


def digest64(tag: str, *parts: Value) -> bytes:
    """SHA-512 over the same input as `digest`: 64 bytes, for scalars and hashing to the group."""
    return hashlib.sha512(encode([DOMAIN, tag, *parts])).digest()


# --- framing --------------------------------------------------------------------------------------


def frame(payload: bytes) -> bytes:
    """``payload`` behind its length in four bytes, big-endian. An empty payload has no frame."""
    if not payload:
        raise EncodingError("an empty payload cannot be framed")
    if len(payload) >= 1 << (8 * FRAME_PREFIX_BYTES):
        raise EncodingError("the payload is too large for a frame")
    return len(payload).to_bytes(FRAME_PREFIX_BYTES, "big") + payload


class Deframer:
    """Cuts a stream of bytes, in pieces of any size, back into payloads."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        """``max_bytes`` caps one payload; a longer one is refused when its length is read."""
        self._max_bytes = max_bytes
        self._buffer = bytearray()
        self._fault: str | None = None

    @property
    def pending(self) -> int:
        """Bytes held of a frame that is not complete."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """All payloads completed by ``data``, in order.

        Raises `EncodingError` at the first bad length, and at every call after it: what
        follows in such a stream has no meaning, so payloads completed by that same call
        are dropped too.
        """
        if self._fault is not None:
            raise EncodingError(self._fault)
        self._buffer += data
        payloads: list[bytes] = []
        start = 0
        while len(self._buffer) - start >= FRAME_PREFIX_BYTES:
            body = start + FRAME_PREFIX_BYTES
            size = int.from_bytes(self._buffer[start:body], "big")
            self._check_size(size)
            if len(self._buffer) - body < size:
                break
            payloads.append(bytes(self._buffer[body : body + size]))
            start = body + size
        del self._buffer[:start]
        return payloads

    def _check_size(self, size: int) -> None:
        if size == 0:
            self._fault = "a frame of length 0"
        elif size > self._max_bytes:
            self._fault = f"a frame of {size} bytes, more than the {self._max_bytes} allowed"
        if self._fault is not None:
            self._buffer.clear()
            raise EncodingError(self._fault)
