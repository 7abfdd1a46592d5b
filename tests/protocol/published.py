"""The published vectors, for the tests that read them; and the tools that make them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

TOOLS = str(ROOT / "tools")
if TOOLS not in sys.path:
    sys.path.append(TOOLS)

import vectors_games  # noqa: E402  # found by the lines above

games = vectors_games
"""The table, rounds and statements that the vectors are made of."""


def vectors(name: str) -> Any:  # JSON, each file of a shape of its own
    """The content of one file of protocol/vectors."""
    return json.loads((ROOT / "protocol" / "vectors" / name).read_text(encoding="ascii"))


def plain(value: Any) -> Any:
    """A JSON value as the protocol's own: ``{"$hex": ...}`` as bytes, arrays as tuples."""
    if isinstance(value, dict):
        if set(value) == {"$hex"}:
            return bytes.fromhex(value["$hex"])
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return tuple(plain(item) for item in value)
    return value


def hexed(value: str) -> bytes:
    """Bytes from hexadecimal digits."""
    return bytes.fromhex(value)


def flipped(data: bytes, at: int) -> bytes:
    """``data`` with the lowest bit of one byte changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
