"""The largest inputs that each reader takes, made to cost it as much as possible (tools/fuzz_targets.py).

Work that grows faster than the input shows here: mutations of small inputs (tools/soak_fuzz.py) never would show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from fuzz_game import game
from keep_p2p.net.hello import Purpose
from keep_p2p.net.link import FRAME_BYTES
from keep_p2p.packs.source import MAX_DOTS, MAX_PACK_BYTES
from keep_p2p.store import known_players, settings
from keep_p2p.ui.lines import MAX_LINE
from protocol.encoding import MAX_BYTES, EncodingError, Value, decode, encode, frame
from protocol.entry import MAX_ENTRY_BYTES
from protocol.statement import SignedStatement, Statement, StatementKind

FILE = 400_000
"""Bytes of a file of frames: more costs as much more, but tests have no time for it."""


def _values(room: int) -> tuple[Value, ...]:
    """Values whose encoding has about so many bytes (and no more nodes than an object may have)."""
    few = min(room // 2, 8_000)
    return (
        (1,) * few,
        ({},) * few,
        (((),) * 60,) * (few // 61),
        {f"{number:05}": None for number in range(min(room // 8, 8_000))},
        {"k" * 200 + f"{number:05}": 0 for number in range(room // 210)},
        "b" + "\u0327" * (room // 4) + "\u0301" * (room // 4),
        "\u1100" * (room // 3),
        "\U0001f300" * (room // 4),
        bytes(room),
        b"\xff" * room,
    )


def messages(seeds: tuple[bytes, ...], most: int) -> Iterator[bytes]:
    """Large values alone, and in the place of each field of the good messages and of the maps in them."""
    large = _values(max(most - 3_000, most // 2))
    yield from (encode(value) for value in large)
    shapes: set[str] = set()
    for seed in seeds:
        try:
            message = decode(seed)
        except EncodingError:
            continue
        if isinstance(message, Mapping) and repr(sorted(message)) not in shapes and len(shapes) < 6:
            shapes.add(repr(sorted(message)))
            for value in large:
                yield from (encode(changed) for changed in _placed(message, value))


def _placed(message: Mapping[str, Value], value: Value) -> Iterator[dict[str, Value]]:
    for key, inner in message.items():
        if key != "type":
            yield {**message, key: value}
        if isinstance(inner, Mapping):
            for below in ("content", "action", "have", "entries"):
                if below in inner:
                    yield {**message, key: {**inner, below: value}}


def toml() -> Iterator[bytes]:
    """As large as a pack may be."""
    size = MAX_PACK_BYTES
    head = b'kind = "board"\nformat = 1\n'
    yield b"".join(b"key-%d = 1\n" % number for number in range(size // 16))
    yield head + b"".join(b'[[rooms]]\nid = "r%d"\n' % number for number in range(size // 22))
    yield head + b"rooms = [" + b"{}," * (size // 4) + b"]"
    yield b"a." * (size // 2 - 3) + b"a = 1"
    yield b"".join(b"%d." % number + b"a." * (MAX_DOTS - 1) + b"a=1\n" for number in range(size // 50))
    yield b"[" + b"a." * MAX_DOTS + b"a]\n" + b"".join(b"%d.a.b.c.d.e.f.g=1\n" % n for n in range(size // 24))
    yield b"".join(b"[" + b"a." * (number % 200) + b"b%d]\n" % number for number in range(size // 220))
    yield b"a = " + b"[" * (size - 8)
    yield b"a = " + b"{a = " * (size // 6)
    yield b"[[a]]\n" * (size // 6)
    yield b'a = """' + b'"\\\n' * (size // 4)
    yield b'kind = "' + b"\\u0301" * (size // 7) + b'"'
    yield b"kind = 0x" + b"f" * (size - 12)
    yield b"kind = " + b"1_" * (size // 2 - 6) + b"1"
    yield b" " * size
    yield b"x" * size


def json_text(size: int) -> Iterator[bytes]:
    """So many bytes of JSON."""
    yield b"[" * size
    yield b'{"a":' * (size // 5)
    yield b"{" + b",".join(b'"%d":[]' % number for number in range(size // 12)) + b"}"
    yield b'{"name":"' + b"\\u0301" * (size // 6 - 4) + b'"}'
    yield b'{"Anna":[' + b",".join([b'"%s"' % (b"0" * 64)] * (size // 68)) + b"]}"
    yield b'{"name":' + b"9" * (size - 12) + b"}"


LINES: Final = (
    ("", " "), ("", "9"), ("", "\u0130"), ("", "\ufdfa"), ("path ", "a,"), ("path ", " "), ("path a with", " "),
    ("path ", "chapel,"), ("path ", ":"), ("path eva: ", ",hall"), ("rules ", "a"), ("turn ", "9"),
)  # fmt: skip
"""How a long line begins, and of what the rest of it is made."""


def lines() -> Iterator[bytes]:
    """As long as a line may be."""
    for start, piece in LINES:
        yield (start + piece * ((MAX_LINE - len(start)) // len(piece))).encode()


def terminal() -> Iterator[bytes]:
    """A paste of some size into a terminal that does not mark pastes, and into one that does."""
    escapes = b"\x1b", b"\x1b[", b"\x1b[<0;1", b"\x1b[M", b"\x1b[200~", b"\x1b[201~"
    for piece in (*escapes, b"1", "\u0301".encode(), b"\xff"):
        yield piece * (6_000 // len(piece))
        yield b"\x1b[<" + piece * (6_000 // len(piece))
    yield b"\x1b[200~" + b"x" * 1_000_000 + b"\x1b[201~"


def frames() -> Iterator[bytes]:
    """Many small payloads, a large one, and no end."""
    yield b"\x00\x00\x00\x01x" * (FILE // 5)
    yield b"\x00\x00\x02\x00" + bytes(FILE)
    yield b"\x00" * FILE


def files(head: bytes) -> Iterator[bytes]:
    """A file that begins well, with many and with large objects after that."""
    game_id = game().peers[0].game_id
    content: Value
    for content in ({}, {"a": ({},) * 8_000}, {"a": bytes(100_000)}):
        size, number, parts = 0, 0, [head]
        while size < FILE:
            statement = Statement(
                game=game_id, epoch=0, round=0, seat=0, kind=StatementKind.COMPLAINT, content={**content, "n": number}
            )
            inner = SignedStatement(statement, bytes(64)).to_bytes()
            parts.append(frame(encode({"statement": inner, "type": "statement"})))
            size, number = size + len(parts[-1]), number + 1
        yield b"".join(parts)
    yield head + b"\x00\x00\x00\x01\xc0" * (FILE // 5)
    yield head + frame(encode({"type": ({},) * 8_000})) * (FILE // 8_000)
    yield head + b"\x00\x03\xff\xff" + bytes(FILE)


def texts() -> Iterator[bytes]:
    """What never was a name."""
    for piece in ("a", " ", "\u0301", "\ufdfa", "\u202e", "9", ":", "[", "]", "\U0001f600", "</script>", "a\n"):
        yield (piece * 60_000).encode()[:60_000]


def worst(name: str, seeds: tuple[bytes, ...]) -> Iterator[bytes]:
    """The largest inputs of one target."""
    if name in _OTHERS:
        yield from _OTHERS[name](seeds)
    else:
        yield from messages(seeds, _MOST.get(name, MAX_BYTES))


_MOST: Final[Mapping[str, int]] = {
    "entry": MAX_ENTRY_BYTES,
    "speech": MAX_ENTRY_BYTES,
    "decode": 4_096,
    "action": 4_096,
    "lobby opener": FRAME_BYTES[Purpose.LOBBY],
    "lobby guest": FRAME_BYTES[Purpose.LOBBY],
}
"""Bytes that a reader of messages gets at most; others get as many as any object may have."""

_OTHERS: Final[Mapping[str, Callable[[tuple[bytes, ...]], Iterator[bytes]]]] = {
    "board file": lambda seeds: toml(),
    "deck file": lambda seeds: toml(),
    "settings file": lambda seeds: json_text(settings.MAX_FILE),
    "known players file": lambda seeds: json_text(known_players.MAX_FILE),
    "report": lambda seeds: json_text(100_000),
    "typed line": lambda seeds: lines(),
    "text field": lambda seeds: terminal(),
    "frames": lambda seeds: frames(),
    "transcript": lambda seeds: files(_head()),
    "verdict": lambda seeds: files(_head()),
    "evidence": lambda seeds: files(seeds[-1]),
    "txt record": lambda seeds: texts(),
    "address": lambda seeds: texts(),
    "name": lambda seeds: texts(),
    "page": lambda seeds: texts(),
    "ticket": lambda seeds: texts(),
    "keys": lambda seeds: texts(),
    "journal file": lambda seeds: texts(),
}


def _head() -> bytes:
    """A transcript's header and genesis."""
    data, at = game().peers[0].transcript(), 0
    for _ in range(2):
        at += 4 + int.from_bytes(data[at : at + 4], "big")
    return data[:at]
