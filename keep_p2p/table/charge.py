"""What a conviction says: who, in which round, by doing what, in one sentence that needs no programmer to be read.

"Anna (Molasar) broke the rules in round 7 by dealing cards with shares whose proof does not hold: ... (detail)".
What was done is worded where it is found out (`InvalidEntry`), or here for what has the wrong form or proves nothing;
what only a programmer can use stands in the brackets at the end. Docs: docs/protocol-rounds.md, "Evidence".
"""

from __future__ import annotations

from typing import Final

from keep_p2p.rules.names import Character
from keep_p2p.rules.state import State
from keep_p2p.table.spec import Breach, InvalidEntry, RoundKind
from protocol.encoding import EncodingError, shown
from protocol.genesis import Genesis

MAX_DEED: Final = 400
"""Characters of what was done. Stops a cheat from filling the others' screens with names of its own making."""

MAX_DETAIL: Final = 200
"""Characters of the detail in brackets. Stops the same."""

OUT_OF_TURN: Final = "speaking when somebody else was asked"
TWO_THINGS: Final = "saying two different things in one and the same round"
OTHER_STATE: Final = "claiming that the game stands otherwise than it does after all that was played"

SENT: Final[dict[RoundKind, str]] = {
    RoundKind.KEYS: "a key to lock the cards with",
    RoundKind.LOT: "a part in drawing the characters",
    RoundKind.TIPS: "a new start for the dice",
    RoundKind.SHUFFLE: "shuffled cards",
    RoundKind.DRAW: "decryption shares for dealing cards",
    RoundKind.ROLL: "a part in rolling the dice",
    RoundKind.ACT: "a move",
    RoundKind.REVEAL: "the cards to be turned up",
    RoundKind.PEEK: "a card to be looked at for Second Guess",
    RoundKind.ANSWER: "an answer about the Hilt",
    RoundKind.UNVEIL: "the slip that says where the Hilt lay",
    RoundKind.FINAL: "a signature under how the game ended",
    RoundKind.DISCLOSE: "the secrets that everybody gives away at the end",
    RoundKind.RESULT: "a signature under the result",
}
"""What a seat sends in a round of each kind, in a player's words."""


def conviction(genesis: Genesis, rules: State | None, breach: Breach) -> str:
    """The whole sentence, without its full stop. ``rules``: the public state, None before characters are known."""
    return f"{_who(genesis, rules, breach)} broke the rules in round {breach.round} by {breach.deed}"


def deed(kind: RoundKind, error: Exception) -> str:
    """What a seat did that sent this in a round of this kind: it follows "broke the rules by".

    ``error`` is one of `Refusals`: what was found wrong, when it was checked.
    """
    if isinstance(error, InvalidEntry):
        return _put(error.did, error.detail)
    if isinstance(error, EncodingError):
        return _put(f"sending {SENT[kind]} in a form that the protocol does not allow", str(error))
    return _put(f"sending {SENT[kind]} with a part that no honest program can have made", str(error))


def wrong_kind(asked: RoundKind, said: str) -> str:
    """What a seat did that sent one kind of entry where another was asked for. ``said`` is any word it chose."""
    known = {str(kind): sent for kind, sent in SENT.items()}
    sent = known.get(said, "something else")
    return _put(f"sending {sent} where {SENT[asked]} had to be sent", f"{shown(said)}, not '{asked}'")


def _who(genesis: Genesis, rules: State | None, breach: Breach) -> str:
    seat = genesis.roster[breach.seat]
    if rules is not None:
        played: tuple[str, ...] = tuple(each.value for each in rules.game.seating.players[breach.seat])
    else:
        played = tuple(Character(each).value for each in seat.characters or ())
    names = " and ".join(each.capitalize() for each in played)
    return f"{seat.name} ({names})" if names else seat.name


def _put(did: str, detail: str) -> str:
    """Together on one line, the detail in the only brackets. What came from outside can write neither."""
    told = _plain(did, MAX_DEED)
    inside = _plain(detail, MAX_DETAIL).rstrip(".")
    return f"{told} ({inside})" if inside else told


def _plain(text: str, most: int) -> str:
    """Printable, without brackets, and not long."""
    kept = "".join(letter if letter.isprintable() else "?" for letter in text).translate(_BRACKETS)
    return kept if len(kept) <= most else kept[: most - 3] + "..."


_BRACKETS: Final = str.maketrans("()", "[]")
