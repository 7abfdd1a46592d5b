"""Strict reading of decoded maps: exactly the expected keys, each of the expected kind and size."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from protocol.encoding import MAX_INT, EncodingError, Value, shown

_WORD: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class ShapeError(EncodingError):
    """A well-encoded object that has not the shape it must have; the text names the field."""


def is_word(text: str, most: int) -> bool:
    """Whether ``text`` is lower-case ASCII letters and digits in groups joined by hyphens, 1 to ``most`` of them."""
    return len(text) <= most and _WORD.fullmatch(text) is not None


class Shape:
    """A map whose keys have been checked; each method reads one field or raises `ShapeError`.

    ``shape = Shape(decode(data), "the coin", "owner", "value", optional=("note",))``, then
    ``shape.data("owner", 32)``, ``shape.nat("value", 100)``.
    """

    def __init__(self, value: Value, what: str, *required: str, optional: tuple[str, ...] = ()) -> None:
        """``what`` names the object in errors. A key neither required nor optional is refused."""
        if not isinstance(value, Mapping):
            raise ShapeError(f"{what} is not a map")
        for key in required:
            if key not in value:
                raise ShapeError(f"{what} has no field {key!r}")
        for key in value:
            if key not in required and key not in optional:
                raise ShapeError(f"{what} has the unknown field {shown(key)}")
        self._what = what
        self._value = value

    def __contains__(self, key: str) -> bool:
        return key in self._value

    def fail(self, key: str, problem: str) -> ShapeError:
        """The error that says ``problem`` about one field, for the caller to raise."""
        return ShapeError(f"the field {key!r} of {self._what} {problem}")

    def any(self, key: str) -> Value:
        """The field as it is."""
        return self._value[key]

    def is_none(self, key: str) -> bool:
        """Whether the field is nil."""
        return self._value[key] is None

    def data(self, key: str, length: int) -> bytes:
        """A byte string of exactly ``length`` bytes."""
        value = self._value[key]
        if type(value) is not bytes or len(value) != length:
            raise self.fail(key, f"is not a string of {length} bytes")
        return value

    def blob(self, key: str, most: int, least: int = 1) -> bytes:
        """A byte string of ``least`` to ``most`` bytes."""
        value = self._value[key]
        if type(value) is not bytes or not least <= len(value) <= most:
            raise self.fail(key, f"is not a string of {least} to {most} bytes")
        return value

    def nat(self, key: str, most: int = MAX_INT, least: int = 0) -> int:
        """An integer from ``least`` to ``most``; a truth value is none."""
        value = self._value[key]
        if type(value) is not int or not least <= value <= most:
            raise self.fail(key, f"is not an integer from {least} to {most}")
        return value

    def flag(self, key: str) -> bool:
        """A truth value."""
        value = self._value[key]
        if type(value) is not bool:
            raise self.fail(key, "is not true or false")
        return value

    def text(self, key: str, most: int, least: int = 1) -> str:
        """A text of ``least`` to ``most`` characters."""
        value = self._value[key]
        if type(value) is not str or not least <= len(value) <= most:
            raise self.fail(key, f"is not a text of {least} to {most} characters")
        return value

    def word(self, key: str, most: int) -> str:
        """A text that is a word (`is_word`)."""
        value = self._value[key]
        if type(value) is not str or not is_word(value, most):
            raise self.fail(key, f"is not 1 to {most} lower-case letters, digits and single hyphens")
        return value

    def map(self, key: str, most: int = MAX_INT) -> Mapping[str, Value]:
        """A map of at most ``most`` keys."""
        value = self._value[key]
        if not isinstance(value, Mapping) or len(value) > most:
            raise self.fail(key, "is not a map" if most == MAX_INT else f"is not a map of at most {most} keys")
        return value

    def items(self, key: str, most: int, least: int = 0) -> tuple[Value, ...]:
        """An array of ``least`` to ``most`` values."""
        value = self._value[key]
        if not isinstance(value, (tuple, list)) or not least <= len(value) <= most:
            raise self.fail(key, f"is not an array of {least} to {most} values")
        return tuple(value)

    def data_items(self, key: str, length: int, most: int, least: int = 0) -> tuple[bytes, ...]:
        """An array of ``least`` to ``most`` byte strings, each of exactly ``length`` bytes."""
        items = self.items(key, most, least)
        found = tuple(item for item in items if type(item) is bytes and len(item) == length)
        if len(found) != len(items):
            raise self.fail(key, f"holds something that is not a string of {length} bytes")
        return found
