"""One seat of the roster: a name fit for a screen, a key, and what it speaks for.

This layer knows no game: characters are words to it (docs/protocol.md, "Genesis").
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from protocol.encoding import PICTOGRAPHS, EncodingError, Value, check_text
from protocol.identity import PUBLIC_KEY_BYTES, IdentityError, PublicKey, parse_public
from protocol.shape import Shape, is_word

MAX_NAME: Final = 24
"""Characters of a player's or table's name. Stops a name from breaking others' screens."""

MAX_CHARACTERS: Final = 8
"""Characters one seat may speak for."""

MAX_CHARACTER_NAME: Final = 24
"""Length of a character's word."""

MAX_MARKS: Final = 2
"""Combining marks on one letter. Stops a name from painting over the lines above it."""

_SHOWN: Final = ("L", "M", "N", "P", "S")
# Shown as nothing, though their categories say otherwise: fillers, joiners, variation selectors, soft hyphen.
_INVISIBLE: Final = frozenset(
    [
        0x00AD,
        0x034F,
        0x115F,
        0x1160,
        0x17B4,
        0x17B5,
        0x2800,
        0x3164,
        0xFFA0,
        *range(0x180B, 0x180F),
        *range(0xFE00, 0xFE10),
    ]
)


class GenesisError(EncodingError):
    """A genesis that no seat should sign or accept; the text says what is wrong."""


def check_name(name: str) -> None:
    """Raise `GenesisError` unless ``name`` can stand on a screen.

    1 to 24 characters of `check_text`'s repertoire that show something; single spaces
    between; no control, formatting or bidirectional characters; no heaps of combining marks.
    """
    if not 1 <= len(name) <= MAX_NAME:
        raise GenesisError(f"a name has 1 to {MAX_NAME} characters, not {len(name)}")
    try:
        check_text(name)
    except EncodingError as error:
        raise GenesisError(f"the name cannot be used: {error}") from None
    if name != " ".join(name.split(" ")).strip(" ") or "  " in name:
        raise GenesisError("a name has single spaces, and none at its ends")
    for character in name:
        if character != " " and not _is_shown(character):
            raise GenesisError(f"a name may not hold U+{ord(character):04X}, which is not a printed character")
    _check_marks(name)


def _check_marks(name: str) -> None:
    marks = MAX_MARKS  # as if a full letter came before: a name does not begin with a mark
    for character in name:
        marks = marks + 1 if unicodedata.ucd_3_2_0.category(character)[0] == "M" else 0
        if marks > MAX_MARKS:
            raise GenesisError(f"a name has at most {MAX_MARKS} combining marks in a row, and none at its beginning")


def _is_shown(character: str) -> bool:
    code = ord(character)
    if code in PICTOGRAPHS:
        return True
    return code not in _INVISIBLE and unicodedata.ucd_3_2_0.category(character)[0] in _SHOWN


@dataclass(frozen=True, slots=True)
class RosterSeat:
    """One seat: a name, a key, and the characters it speaks for (None: to be drawn).

    ``host`` is the key that answers for a computer player, None when it answers for itself.
    Raises `GenesisError` when a field is out of its limits.
    """

    name: str
    key: PublicKey
    characters: tuple[str, ...] | None = None
    host: PublicKey | None = None
    computer: bool = False

    def __post_init__(self) -> None:
        check_name(self.name)
        _check_key(self.key, self.name)
        if self.host is not None:
            _check_key(self.host, f"{self.name}'s host")
            if not self.computer:
                raise GenesisError(f"{self.name} has a host but is no computer player")
            if self.host == self.key:
                raise GenesisError(f"{self.name} is its own host; then the host is left out")
        if self.characters is not None:
            _check_characters(self.characters, self.name)

    def plain(self) -> dict[str, Value]:
        """The map that is encoded."""
        return {
            "characters": self.characters,
            "computer": self.computer,
            "host": self.host,
            "key": self.key,
            "name": self.name,
        }


def _check_key(key: bytes, whose: str) -> None:
    try:
        parse_public(key)
    except IdentityError as error:
        raise GenesisError(f"the key of {whose} cannot be used: {error}") from None


def _check_characters(characters: tuple[str, ...], name: str) -> None:
    if not 1 <= len(characters) <= MAX_CHARACTERS:
        raise GenesisError(f"{name} speaks for 1 to {MAX_CHARACTERS} characters, not {len(characters)}")
    for character in characters:
        if not is_word(character, MAX_CHARACTER_NAME):
            raise GenesisError(f"{name} has a character whose name is no word")


def parse_seat(value: Value) -> RosterSeat:
    """The seat encoded as this map; raises `EncodingError` unless it is exactly one."""
    shape = Shape(value, "a seat of the roster", "characters", "computer", "host", "key", "name")
    characters: tuple[str, ...] | None = None
    if not shape.is_none("characters"):
        items = shape.items("characters", MAX_CHARACTERS, 1)
        characters = tuple(item for item in items if isinstance(item, str))
        if len(characters) != len(items):
            raise shape.fail("characters", "holds something that is no text")
    return RosterSeat(
        name=shape.text("name", MAX_NAME),
        key=PublicKey(shape.data("key", PUBLIC_KEY_BYTES)),
        characters=characters,
        host=None if shape.is_none("host") else PublicKey(shape.data("host", PUBLIC_KEY_BYTES)),
        computer=shape.flag("computer"),
    )
