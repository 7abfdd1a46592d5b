"""Farewells: what a seat that leaves on purpose signs, so that the others need not take it for a lost link.

A `farewell` statement (docs/protocol.md, "Statements") says that its seat signs nothing of any round after its own. It
travels as chat does, is checked here, and never reaches the peer: no rule, no round and no transcript depends on it.
Whoever signs on all the same is simply still there.
"""

from __future__ import annotations

from keep_p2p.net.signed import statement_in
from keep_p2p.table.spec import EPOCH
from protocol.encoding import EncodingError
from protocol.entry import check_signature, parse_entry
from protocol.genesis import Genesis
from protocol.identity import Identity
from protocol.statement import SignedStatement, Statement, StatementKind, sign_statement


class Farewells:
    """Who has left one game on purpose, as far as is known here."""

    def __init__(self, genesis: Genesis, identity: Identity | None, own: int | None) -> None:
        """Without a seat (``own`` None) one only listens."""
        self._genesis = genesis
        self._game = genesis.digest()
        self._identity = identity
        self._own = own
        self._gone: dict[int, SignedStatement] = {}
        self._signed: dict[int, int] = {}
        """The latest round of which a seat is known to have signed something after it said farewell."""

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats that have left, first the one that left first."""
        return tuple(self._gone)

    @property
    def kept(self) -> tuple[bytes, ...]:
        """Their farewells, for those who were away meanwhile: at most one of each seat."""
        return tuple(signed.to_bytes() for signed in self._gone.values())

    def say(self, round: int) -> bytes | None:
        """Our farewell, signed: of rounds after ``round`` we sign nothing. None for a spectator."""
        if self._identity is None or self._own is None:
            return None
        statement = Statement(
            game=self._game, epoch=EPOCH, round=round, seat=self._own, kind=StatementKind.FAREWELL, content={}
        )
        return sign_statement(self._identity, statement).to_bytes()

    def hear(self, data: bytes) -> tuple[bool, bool]:
        """Whether these bytes are a farewell (of whatever quality), and whether it holds and is news."""
        signed = statement_in(data, StatementKind.FAREWELL)
        if signed is None:
            return False, False
        if not self._holds(signed):
            return True, False
        self._gone[signed.statement.seat] = signed
        return True, True

    def returned(self, data: bytes) -> int | None:
        """The seat that is still there by what it signed in these bytes of an entry, though it had said farewell."""
        if not self._gone:
            return None
        try:
            entry = parse_entry(data)
        except EncodingError:
            return None
        body, roster = entry.body, self._genesis.roster
        farewell = self._gone.get(body.seat)
        if farewell is None or body.game != self._game or body.round <= farewell.statement.round:
            return None
        if not check_signature(entry, roster[body.seat].key):
            return None
        del self._gone[body.seat]
        self._signed[body.seat] = body.round
        return body.seat

    def _holds(self, signed: SignedStatement) -> bool:
        """Whether its own seat signed it, of this game, once, and later than what that seat has signed since."""
        statement, roster = signed.statement, self._genesis.roster
        if statement.game != self._game or statement.seat >= len(roster) or statement.content:
            return False
        if statement.seat == self._own or statement.seat in self._gone:
            return False
        if statement.round < self._signed.get(statement.seat, 0):
            return False
        return signed.check(roster[statement.seat].key)
