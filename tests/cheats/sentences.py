"""What every sentence of a conviction must be: one, about somebody, and free of a programmer's words."""

from __future__ import annotations

import re

WHO_WHERE_WHAT = re.compile(r"(?P<who>.+?) broke the rules in round (?P<round>\d+) by (?P<deed>[^()]+?)( \([^()]+\))?")
"""The detail for programmers stands in brackets at the end; there are no others but those around the characters."""

PROGRAMMERS = re.compile(
    r"\b(array|beacon|blinding|bool|boolean|byte|bytes|canonical|commitment|content|data|decode|decoder|digest|dict"
    r"|encoding|entry(?! room)|fields?|float|hash|hex|identity|integer|invalid|list|map|msgpack|nonce|null|object|parse"
    r"|payload|points|scalar|seeds?|shape|slots?|statement|string|tips?|tuple|type|utf)\b"
)
"""No player should have to know these."""


def check_sentence(sentence: str, name: str, number: int) -> None:
    """Fail unless the sentence says who, in which round and what, for players."""
    found = WHO_WHERE_WHAT.fullmatch(sentence)
    assert found is not None, f"not of the form who, where, what: {sentence}"
    assert re.fullmatch(re.escape(name) + r"( \([A-Z][a-z]+( and [A-Z][a-z]+)?\))?", found["who"]), sentence
    assert int(found["round"]) == number, sentence
    deed = found["deed"]
    assert re.match(r"[a-z]+ing ", deed), f"not something done: {sentence}"
    assert not re.search(r"[.;!?_`{}<>\[\]]", deed), f"more than one plain sentence: {sentence}"
    assert deed.count(":") <= 1, sentence
    assert not re.search(r"\b(it|its)\b (said|did|gave|spoke)", deed), f"a player is no thing: {sentence}"
    assert sentence.isprintable() and len(sentence) < 500, sentence
    assert sentence[-1] not in " .,:;"
    found_word = PROGRAMMERS.search(deed.lower())
    assert found_word is None, f"{found_word}: {sentence}"
