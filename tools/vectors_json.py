"""Values of the protocol as JSON and back, as the published vectors hold them (docs/vectors.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from protocol.encoding import Value

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"


def to_json(value: Value) -> Json:
    """Byte strings become ``{"$hex": "..."}``; all else is as JSON has it."""
    if isinstance(value, bytes):
        return {"$hex": value.hex()}
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(item) for item in value]
    if isinstance(value, str):
        return str(value)
    assert value is None or isinstance(value, int)
    return value


def from_json(value: Json) -> Value:
    """The inverse of `to_json`, arrays as tuples."""
    if isinstance(value, Mapping):
        if set(value) == {"$hex"}:
            return bytes.fromhex(str(value["$hex"]))
        return {key: from_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple(from_json(item) for item in value)
    assert value is None or isinstance(value, (int, str))
    return value
