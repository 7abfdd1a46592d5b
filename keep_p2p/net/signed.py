"""Statements that travel as entries do and never reach the peer: chat and farewells."""

from __future__ import annotations

from protocol.encoding import EncodingError
from protocol.statement import SignedStatement, StatementKind, parse_statement

_BEGINNING = b"\x82\xa9signature"
"""How the encoding of a signed statement begins; an entry's begins otherwise."""


def statement_in(data: bytes, kind: StatementKind) -> SignedStatement | None:
    """The statement of this kind that these bytes are, whoever signed it; None if they are something else."""
    if not data.startswith(_BEGINNING):
        return None
    try:
        signed = parse_statement(data)
    except EncodingError:
        return None
    return signed if signed.statement.kind is kind else None
