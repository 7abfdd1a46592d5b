"""Words that strangers choose: names of players and tables, and sentences, made fit to print."""

from __future__ import annotations

import unicodedata

from keep_p2p.errors import UserError
from protocol.encoding import EncodingError, check_text
from protocol.roster import check_name

MAX_SENTENCE = 400
"""Characters in a sentence from a peer. Stops a refusal that floods the screen."""

MAX_CHAT = 300
"""Characters of one line of chat. Stops one that floods the screen."""

_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Me"})
"""Unicode categories never shown in a peer's sentence: controls (escape sequences), format and bidirectional
marks, surrogates, private use, unassigned, line and paragraph separators, and marks that pile up on a letter.
They would let a peer repaint or reorder the screen."""

_RESERVED = frozenset(":[]/@%")
"""Characters that would make a table's name read as an address."""


class BadName(UserError):
    """A name that cannot be used; the text says why."""


def clean(text: str, limit: int = MAX_SENTENCE) -> str:
    """``text`` in normal form, without anything unprintable, white space single, at most ``limit`` characters."""
    normal = unicodedata.normalize("NFC", text[: 4 * limit])
    words = "".join(c if _printable(c) else " " if c.isspace() else "" for c in normal).split()
    return unicodedata.normalize("NFC", " ".join(words)[:limit].rstrip())


def player_name(text: str) -> str:
    """``text`` as it is, if a player may be called that.

    :raises BadName: it is empty, too long, or not fit to print.
    """
    return _checked(text, "The player's name")


def table_name(text: str) -> str:
    """``text`` as it is, if a table may be called that.

    :raises BadName: as `player_name`, or it holds one of ``: [ ] / @ %`` and would read as an address.
    """
    if reserved := sorted(_RESERVED.intersection(text)):
        raise BadName(f"The table's name may not hold {reserved[0]!r}, which makes it read as an address.")
    return _checked(text, "The table's name")


def same_name(first: str, second: str) -> bool:
    """Whether people would take the two names for one: compared without case, in compatibility form."""
    return _folded(first) == _folded(second)


def _checked(text: str, what: str) -> str:
    try:
        check_name(text)
    except EncodingError as error:
        raise BadName(f"{what} cannot be {clean(text, 40)!r}: {error}. Choose another.") from None
    return text


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _printable(character: str) -> bool:
    if character.isascii():
        return character.isprintable()
    if unicodedata.category(character) in _UNPRINTABLE:
        return False
    try:
        check_text(character)
    except EncodingError:
        return False
    return True
