"""Chat at a running game: statements that everybody at the table signs and reads, and that no transcript keeps.

A line of chat is a `chat` statement (docs/protocol.md, "Statements"): content ``number``, which makes two equal lines
differ, and ``text``. It travels as entries do and is checked here; the peer never sees it.
"""

from __future__ import annotations

from collections import Counter

from keep_p2p.net.events import Said
from keep_p2p.net.signed import statement_in
from keep_p2p.table.lobby_names import MAX_CHAT, clean
from keep_p2p.table.spec import EPOCH
from protocol.encoding import EncodingError
from protocol.genesis import Genesis
from protocol.identity import Identity
from protocol.shape import Shape
from protocol.statement import SignedStatement, Statement, StatementKind, sign_statement

MAX_LINES = 1000
"""Lines heard of one seat in a game. Stops a seat that never stops from filling screens and memory."""


class Chat:
    """The chat of one game."""

    def __init__(self, genesis: Genesis, identity: Identity | None, own: int | None) -> None:
        """Without a seat (``own`` None) one only listens."""
        self._genesis = genesis
        self._game = genesis.digest()
        self._identity = identity
        self._own = own
        self._said = 0
        self._heard: set[bytes] = set()
        self._lines: Counter[int] = Counter()

    def say(self, text: str, round: int) -> bytes | None:
        """Our line, signed, to be sent to all; None if there is nothing to say, or nobody to say it."""
        text = clean(text, MAX_CHAT)
        if not text or self._identity is None or self._own is None:
            return None
        self._said += 1
        statement = Statement(
            game=self._game,
            epoch=EPOCH,
            round=round,
            seat=self._own,
            kind=StatementKind.CHAT,
            content={"number": self._said, "text": text},
        )
        return sign_statement(self._identity, statement).to_bytes()

    def hear(self, data: bytes) -> tuple[bool, Said | None]:
        """Whether these bytes are chat (of whatever quality), and the line in them if it is news and holds."""
        signed = statement_in(data, StatementKind.CHAT)
        if signed is None:
            return False, None
        return True, self._check(signed)

    def _check(self, signed: SignedStatement) -> Said | None:
        statement = signed.statement
        roster = self._genesis.roster
        digest = statement.digest()
        if statement.game != self._game or statement.seat >= len(roster) or digest in self._heard:
            return None
        if self._lines[statement.seat] >= MAX_LINES or not signed.check(roster[statement.seat].key):
            return None
        try:
            shape = Shape(statement.content, "the line of chat", "number", "text")
            shape.nat("number")
            text = clean(shape.text("text", MAX_CHAT), MAX_CHAT)
        except EncodingError:
            return None
        self._heard.add(digest)
        self._lines[statement.seat] += 1
        return Said(statement.seat, roster[statement.seat].name, text) if text else None
