"""Hash commitments: say now that a value is fixed, show later which it was.

Hiding by a fresh 32-byte nonce, binding by SHA-256. The context (game, epoch, round, seat,
step, ...) is part of the hash, so a copied commitment cannot be opened by its copier.
"""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest
from typing import Final

from protocol.encoding import EncodingError, Value, digest

NONCE_BYTES: Final = 32
"""Bytes of the random nonce that hides the value."""


def commit(context: Sequence[Value], value: Value, nonce: bytes) -> bytes:
    """The commitment, 32 bytes, to ``value`` in ``context``; ``nonce`` is 32 fresh random bytes."""
    if len(nonce) != NONCE_BYTES:
        raise EncodingError(f"a commitment's nonce has {NONCE_BYTES} bytes, not {len(nonce)}")
    return digest("commitment", tuple(context), value, nonce)


def matches(commitment: bytes, context: Sequence[Value], value: Value, nonce: bytes) -> bool:
    """Whether ``value`` and ``nonce`` open ``commitment`` in ``context``; never raises for an encodable value."""
    return len(nonce) == NONCE_BYTES and compare_digest(commitment, commit(context, value, nonce))
