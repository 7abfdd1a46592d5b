"""Strict reading of a parsed TOML document: every key expected, every value of its type, every number in its range."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NoReturn

from keep_p2p.packs.errors import PackError, shown

MAX_ID_CHARACTERS = 32
"""Longest identifier, in characters: it is typed, logged and sent with every walk."""

MAX_NAME_CHARACTERS = 32
"""Longest name, in characters: it must fit a line of the story and of the map's legend."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def suggestion(word: str, known: Sequence[str]) -> str:
    """What to do about an unknown ``word``: the nearest known one, or all of them when they are few."""
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"perhaps {shown(near[0])} is meant"
    if 0 < len(known) <= 12:
        return "known here: " + ", ".join(known)
    return "remove it or correct its spelling"


def wide_or_combining(text: str) -> str | None:
    """The first character of ``text`` that does not fill exactly one terminal cell, or None."""
    for character in text:
        if unicodedata.combining(character) or unicodedata.east_asian_width(character) in "WF":
            return character
    return None


class Table:
    """One TOML table, with the file and the dotted key under which it was found.

    Made with the names of all keys it may have; any other key is refused at once.
    """

    def __init__(self, file: str, key: str, value: object, allowed: Sequence[str]) -> None:
        if not isinstance(value, dict):
            raise PackError(file, key, f"a table is expected, not {_kind(value)}", "write { key = value, ... }")
        self.file = file
        self.key = key
        self._value: dict[str, object] = value
        known = frozenset(allowed)  # a file may have as many keys as fit into it
        for name in value:
            if name not in known:
                self.refuse(name, "this key is not known", suggestion(name, allowed))

    def refuse(self, name: str, problem: str, remedy: str) -> NoReturn:
        """Raise `PackError` about the key ``name`` of this table (or the table itself when empty)."""
        raise PackError(self.file, self.at(name), problem, remedy)

    def at(self, name: str) -> str:
        """The dotted key of ``name`` in this table, as errors show it."""
        plain = name if _ID.fullmatch(name) or not name else shown(name)
        return ".".join(part for part in (self.key, plain) if part)

    def __contains__(self, name: str) -> bool:
        return name in self._value

    def _get(self, name: str) -> object:
        if name not in self._value:
            self.refuse(name, "this key is missing", "add it as docs/boards.md shows")
        return self._value[name]

    def text(self, name: str, most: int = MAX_NAME_CHARACTERS) -> str:
        """A printable text of 1 to ``most`` characters, each one terminal cell wide."""
        value = self._get(name)
        if not isinstance(value, str):
            self.refuse(name, f"a text is expected, not {_kind(value)}", 'write it in quotes, like "Chapel"')
        if not 1 <= len(value) <= most:
            self.refuse(name, f"a text of {len(value)} characters", f"use 1 to {most} characters")
        if not value.isprintable() or value != value.strip():
            self.refuse(name, f"{shown(value)} has characters that cannot be printed", "use plain words and spaces")
        if (odd := wide_or_combining(value)) is not None:
            problem = f"the character {shown(ascii(odd)[1:-1])} does not fill one cell of the map"
            self.refuse(name, problem, "use characters of single width, accents included in the letter")
        return value

    def ident(self, name: str) -> str:
        """An identifier: lower-case letters, digits and single hyphens."""
        value = self._get(name)
        if not isinstance(value, str):
            self.refuse(name, f"an identifier is expected, not {_kind(value)}", 'write it in quotes, like "chapel"')
        return self._checked_ident(name, value)

    def _checked_ident(self, name: str, value: str) -> str:
        if len(value) > MAX_ID_CHARACTERS or not _ID.fullmatch(value):
            remedy = f"use up to {MAX_ID_CHARACTERS} of a-z, 0-9 and single hyphens between them"
            self.refuse(name, f"{shown(value)} is not an identifier", remedy)
        return value

    def idents(self, name: str, most: int) -> tuple[str, ...]:
        """A list of up to ``most`` identifiers."""
        found = []
        for number, value in enumerate(self.items(name, most), start=1):
            if not isinstance(value, str):
                self.refuse(f"{name}", f"item {number} is {_kind(value)}", "write identifiers in quotes")
            found.append(self._checked_ident(name, value))
        return tuple(found)

    def integer(self, name: str, least: int, most: int) -> int:
        """A whole number from ``least`` to ``most``."""
        return self._checked_integer(name, self._get(name), least, most)

    def integers(self, name: str, count: int, least: int, most: int) -> tuple[int, ...]:
        """A list of exactly ``count`` whole numbers from ``least`` to ``most``."""
        values = self.items(name, most=count)
        if len(values) != count:
            self.refuse(name, f"the numbers given are {len(values)}", f"give {count}")
        return tuple(self._checked_integer(name, value, least, most) for value in values)

    def some_integers(self, name: str, least: int, most: int) -> frozenset[int]:
        """A list of different whole numbers from ``least`` to ``most``, at least one."""
        values = self.items(name, most=most - least + 1)
        numbers = [self._checked_integer(name, value, least, most) for value in values]
        if not numbers or len(set(numbers)) != len(numbers):
            self.refuse(name, "the list is empty or names a number twice", f"give numbers from {least} to {most}, once")
        return frozenset(numbers)

    def _checked_integer(self, name: str, value: object, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            remedy = f"write one from {least} to {most}"
            self.refuse(name, f"a whole number is expected, not {_kind(value)}", remedy)
        if not least <= value <= most:
            self.refuse(name, f"{shown(value)} is out of range", f"use {least} to {most}")
        return value

    def flag(self, name: str) -> bool:
        """True or false; a missing key is false."""
        value = self._value.get(name, False)
        if not isinstance(value, bool):
            self.refuse(name, f"true or false is expected, not {_kind(value)}", "write true, or leave the key out")
        return value

    def items(self, name: str, most: int) -> list[object]:
        """A list of up to ``most`` values of any type."""
        value = self._get(name)
        if not isinstance(value, list):
            self.refuse(name, f"a list is expected, not {_kind(value)}", "write [ ..., ... ]")
        if len(value) > most:
            self.refuse(name, f"the items given are {len(value)}", f"give at most {most}")
        return value

    def table(self, name: str, allowed: Sequence[str]) -> Table:
        """A table below this one."""
        return Table(self.file, self.at(name), self._get(name), allowed)

    def tables(self, name: str, allowed: Sequence[str], most: int) -> Iterator[Table]:
        """A list of up to ``most`` tables; they are numbered from 1 in errors."""
        for number, value in enumerate(self.items(name, most), start=1):
            yield Table(self.file, f"{self.at(name)}[{number}]", value, allowed)


def _kind(value: object) -> str:
    """What a TOML value is, in words."""
    if isinstance(value, bool):
        return "true or false"
    kinds = {str: "a text", int: "a whole number", float: "a fraction", list: "a list", dict: "a table"}
    return kinds.get(type(value), "a date or time")
