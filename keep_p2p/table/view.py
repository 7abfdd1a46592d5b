"""What a person in one seat sees: the public state and what that seat alone knows."""

from __future__ import annotations

from dataclasses import dataclass

from keep_p2p.rules.game import Knowledge, State
from keep_p2p.rules.names import Seat


@dataclass(frozen=True)
class View:
    """One seat's sight of the game. Computer players get exactly this and nothing else.

    ``state`` is the public state, the same at every peer; ``known`` are this seat's own
    cards, its Hilt room (Molasar only) and the cards barred by Second Guess (ruling C5).
    """

    seat: Seat
    state: State
    known: Knowledge
