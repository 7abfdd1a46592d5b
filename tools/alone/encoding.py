"""The canonical encoding and the digests (docs/protocol.md, sections 1, 2 and 11)."""

from __future__ import annotations

import hashlib
import stringprep
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "bool | int | str | bytes | Sequence[Value] | Mapping[str, Value] | None"

MAX_BYTES = 262144
MAX_NODES = 16384
MAX_DEPTH = 16


class BadEncoding(ValueError):
    """Bytes, or a value read from them, that the documents do not allow. The message is a sentence."""


def allowed_text(text: str) -> bool:
    """Whether a text keeps to the repertoire of section 1 and is in Normalization Form C."""
    for character in text:
        point = ord(character)
        if 0xD800 <= point <= 0xDFFF or point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF:
            return False
        if stringprep.in_table_a1(character) and not 0x1F300 <= point <= 0x1FAFF:
            return False
    return unicodedata.is_normalized("NFC", text)


class CutShort(BadEncoding):
    """The bytes end before the value does."""


# --- writing ---------------------------------------------------------------------------------------------------------


def encode(value: Value) -> bytes:
    """The one encoding of a value."""
    out = bytearray()
    _write(value, out)
    return bytes(out)


def _write(value: Value, out: bytearray) -> None:
    if value is None:
        out.append(0xC0)
    elif isinstance(value, bool):
        out.append(0xC3 if value else 0xC2)
    elif isinstance(value, int):
        out += _integer(value)
    elif isinstance(value, bytes):
        out += _sized(len(value), None, (0xC4, 0xC5, 0xC6)) + value
    elif isinstance(value, str):
        data = value.encode()
        out += _sized(len(data), (0xA0, 32), (0xD9, 0xDA, 0xDB)) + data
    elif isinstance(value, Mapping):
        out += _sized(len(value), (0x80, 16), (None, 0xDE, 0xDF))
        for key in sorted(value):
            _write(key, out)
            _write(value[key], out)
    else:
        out += _sized(len(value), (0x90, 16), (None, 0xDC, 0xDD))
        for item in value:
            _write(item, out)


def _integer(value: int) -> bytes:
    if -32 <= value <= 127:
        return bytes([value & 0xFF])
    kinds = (0xCC, 0xCD, 0xCE, 0xCF) if value > 0 else (0xD0, 0xD1, 0xD2, 0xD3)
    for kind, size in zip(kinds, (1, 2, 4, 8), strict=True):
        try:
            return bytes([kind]) + value.to_bytes(size, "big", signed=value < 0)
        except OverflowError:
            continue
    raise BadEncoding(f"the integer {value} does not fit 64 bits")


def _sized(count: int, short: tuple[int, int] | None, kinds: Sequence[int | None]) -> bytes:
    if short and count < short[1]:
        return bytes([short[0] + count])
    for kind, size in zip(kinds, (1, 2, 4), strict=True):
        if kind is not None and count < 1 << (8 * size):
            return bytes([kind]) + count.to_bytes(size, "big")
    raise BadEncoding("a length does not fit 32 bits")


# --- reading ---------------------------------------------------------------------------------------------------------


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.nodes = 0

    def take(self, size: int) -> bytes:
        if self.at + size > len(self.data):
            raise CutShort(f"cut short at byte {self.at}")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size: int, signed: bool = False) -> int:
        return int.from_bytes(self.take(size), "big", signed=signed)

    def value(self, depth: int) -> Value:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise BadEncoding("too many values in one object")
        start = self.at
        head = self.take(1)[0]
        if head <= 0x7F:
            return head
        if head >= 0xE0:
            return head - 0x100
        if head <= 0x8F:
            return self.map(head & 0x0F, depth)
        if head <= 0x9F:
            return self.array(head & 0x0F, depth)
        if head <= 0xBF:
            return self.text(head & 0x1F)
        return self.longer(head, depth, start)

    def longer(self, head: int, depth: int, start: int) -> Value:
        size = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8,
                0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}.get(head)  # fmt: skip
        if head in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[head]
        if size is None:
            raise BadEncoding(f"the byte {head:02x} at byte {start} begins no value")
        count = self.number(size, head in (0xD0, 0xD1, 0xD2, 0xD3))
        shortest = self._shortest(head, count)
        if shortest != self.data[start : self.at]:
            raise BadEncoding(f"a longer form than needed at byte {start}")
        if 0xCC <= head <= 0xD3:
            return count
        if head <= 0xC6:
            return self.take(count)
        if head <= 0xDB:
            return self.text(count)
        return self.array(count, depth) if head <= 0xDD else self.map(count, depth)

    @staticmethod
    def _shortest(head: int, count: int) -> bytes | None:
        if 0xCC <= head <= 0xD3:
            return _integer(count) if -(1 << 63) <= count < 1 << 63 else None
        if head <= 0xC6:
            return _sized(count, None, (0xC4, 0xC5, 0xC6))
        if head <= 0xDB:
            return _sized(count, (0xA0, 32), (0xD9, 0xDA, 0xDB))
        return _sized(
            count, (0x90 if head <= 0xDD else 0x80, 16), (None, 0xDC, 0xDD) if head <= 0xDD else (None, 0xDE, 0xDF)
        )

    def text(self, size: int) -> str:
        try:
            text = self.take(size).decode()
        except UnicodeDecodeError:
            raise BadEncoding(f"text that is not UTF-8 before byte {self.at}") from None
        if not allowed_text(text):
            raise BadEncoding(f"text outside the repertoire before byte {self.at}")
        return text

    def deeper(self, depth: int) -> int:
        if depth + 1 > MAX_DEPTH:
            raise BadEncoding("values nested too deep")
        return depth + 1

    def array(self, count: int, depth: int) -> Value:
        depth = self.deeper(depth)
        return tuple(self.value(depth) for _ in range(count))

    def map(self, count: int, depth: int) -> Value:
        depth = self.deeper(depth)
        found: dict[str, Value] = {}
        last: str | None = None
        for _ in range(count):
            key = self.value(depth)
            if not isinstance(key, str):
                raise BadEncoding(f"a key that is no text before byte {self.at}")
            if last is not None and key <= last:
                raise BadEncoding(f"keys out of order before byte {self.at}")
            found[key] = self.value(depth)
            last = key
        return found


def decode(data: bytes, most: int = MAX_BYTES) -> Value:
    """The value of canonical bytes. BadEncoding for all others, and for more than `most` bytes."""
    if len(data) > most:
        raise BadEncoding(f"{len(data)} bytes where at most {most} are allowed")
    reader = _Reader(data)
    value = reader.value(0)
    if reader.at != len(data):
        raise BadEncoding(f"{len(data) - reader.at} bytes behind the value")
    return value


# --- shapes ----------------------------------------------------------------------------------------------------------


def shaped(value: Value, what: str, *keys: str) -> Mapping[str, Value]:
    """A map that has exactly these keys."""
    if not isinstance(value, Mapping) or set(value) != set(keys):
        raise BadEncoding(f"{what} is not a map of exactly {', '.join(sorted(keys)) or 'nothing'}")
    return value


def data_of(value: Value, what: str, size: int | None = None) -> bytes:
    """A byte string, of `size` bytes where that is given."""
    if not isinstance(value, bytes) or (size is not None and len(value) != size):
        raise BadEncoding(f"{what} is not a byte string" + (f" of {size} bytes" if size is not None else ""))
    return value


def text_of(value: Value, what: str) -> str:
    if not isinstance(value, str):
        raise BadEncoding(f"{what} is not a text")
    return value


def number_of(value: Value, what: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadEncoding(f"{what} is not an integer from {least} to {most}")
    return value


def items_of(value: Value, what: str, count: int | None = None) -> tuple[Value, ...]:
    if not isinstance(value, tuple) or (count is not None and len(value) != count):
        raise BadEncoding(f"{what} is not an array" + (f" of {count}" if count is not None else ""))
    return value


# --- digests ---------------------------------------------------------------------------------------------------------


def digest(tag: str, *parts: Value) -> bytes:
    """H of section 2: 32 bytes."""
    return hashlib.sha256(encode(("keep-p2p/1", tag, *parts))).digest()


def digest64(tag: str, *parts: Value) -> bytes:
    """H64 of section 2: 64 bytes."""
    return hashlib.sha512(encode(("keep-p2p/1", tag, *parts))).digest()


def commitment(context: Value, value: Value, nonce: bytes) -> bytes:
    """Section 4."""
    return digest("commitment", context, value, nonce)
