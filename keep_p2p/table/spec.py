"""Rounds: their kinds, who speaks in them, and how an entry is refused."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.rules.awaited import Awaited
from keep_p2p.rules.names import Seat

EPOCH = 0
"""The epoch of every round until a change of roster begins another (docs/protocol.md, Epochs)."""


class RoundKind(StrEnum):
    """What the entries of a round hold (docs/protocol-rounds.md has a section for each)."""

    KEYS = "keys"
    LOT = "lot"
    TIPS = "tips"
    SHUFFLE = "shuffle"
    DRAW = "draw"
    ROLL = "roll"
    ACT = "act"
    REVEAL = "reveal"
    PEEK = "peek"
    ANSWER = "answer"
    UNVEIL = "unveil"
    FINAL = "final"
    DISCLOSE = "disclose"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class RoundSpec:
    """An open round: its number, its kind and the seats that must speak, in seat order.

    ``awaited`` is the rules' question that the round settles, None outside the game itself.
    """

    round: int
    kind: RoundKind
    speakers: tuple[Seat, ...]
    awaited: Awaited | None = None


class InvalidEntry(Exception):
    """An entry's content breaks the rules or a proof.

    ``did`` is what its signer did, for players: it follows "broke the rules by" ("playing a card twice").
    ``detail`` is for programmers (`keep_p2p.table.charge` puts the two together).
    It convicts the signer only together with the history that the body quotes.
    """

    def __init__(self, did: str, detail: object = "") -> None:
        super().__init__(did)
        self.did = did
        self.detail = str(detail)


@dataclass(frozen=True, slots=True)
class Breach:
    """A seat proven to have cheated: where, and by what it did (`keep_p2p.table.charge`)."""

    seat: Seat
    round: int
    deed: str
