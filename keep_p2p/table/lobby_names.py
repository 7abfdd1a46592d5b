"""Words that strangers choose: names of players and tables, made fit to print.

Everything that comes from the network and may reach a terminal goes through `clean`.
"""

from __future__ import annotations

import unicodedata

from keep_p2p.errors import UserError
from protocol.encoding import EncodingError, check_text

MAX_NAME = 24
"""Characters in a player's or a table's name. Stops names that push the rest off the screen."""

MAX_SENTENCE = 400
"""Characters in a sentence from a peer. Stops a refusal that floods the screen."""

_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories never shown: controls (escape sequences), format and bidirectional marks, surrogates,
private use, unassigned, line and paragraph separators. They would let a name repaint or reorder the screen."""

_RESERVED = frozenset(":[]/@%")
"""Characters that would make a table's name read as an address."""


class BadName(UserError):
    """A name that cannot be used; the text says why."""


def clean(text: str, limit: int = MAX_NAME) -> str:
    """``text`` in normal form, without anything unprintable, white space single, at most ``limit`` characters."""
    printable = "".join(c for c in unicodedata.normalize("NFC", text[: 4 * limit]) if _printable(c))
    return unicodedata.normalize("NFC", " ".join(printable.split())[:limit].rstrip())


def check_name(text: str, what: str = "name") -> str:
    """``text`` as it is, if it is a fit name for a player or a table.

    :raises BadName: empty, too long, with unprintable characters, or with one of ``: [ ] / @ %``.
    """
    if not text or text != clean(text, limit=len(text) + 1):
        raise BadName(f"The {what} must be printable text without leading or doubled spaces: choose another.")
    if len(text) > MAX_NAME:
        raise BadName(f"The {what} has {len(text)} characters and may have {MAX_NAME}: choose a shorter one.")
    if reserved := sorted(_RESERVED.intersection(text)):
        raise BadName(f"The {what} may not contain {reserved[0]!r}, which would make it read as an address.")
    return text


def same_name(first: str, second: str) -> bool:
    """Whether people would take the two names for one: compared without case, in compatibility form."""
    return _folded(first) == _folded(second)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _printable(character: str) -> bool:
    return character.isspace() or (unicodedata.category(character) not in _UNPRINTABLE and _encodable(character))


def _encodable(character: str) -> bool:
    """Whether the protocol carries it: only then can a name go into a genesis."""
    if character.isascii():
        return True
    try:
        check_text(unicodedata.normalize("NFC", character))
    except EncodingError:
        return False
    return True
