"""Sealed private messages: only the holder of a one-time key can read one, and anyone can once that key is shown.

HPKE (RFC 9180) in base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305, no
associated data. The sender's ephemeral key comes from the library's own random source, so
sealing is the one thing in this package that gives other bytes each time.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from protocol.edwards import P
from protocol.encoding import digest

KEY_BYTES: Final = 32
"""Bytes of a one-time key, private or public."""

OVERHEAD_BYTES: Final = 48
"""How much longer a sealed message is than what it says: the ephemeral key and the tag."""

MAX_PLAINTEXT: Final = 4_096
"""Bytes of one message. Stops an envelope from carrying anything but the opening of a card."""

_SUITE: Final = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
_PROBE: Final = X25519PrivateKey.from_private_bytes(bytes(KEY_BYTES))


class EnvelopeError(ValueError):
    """Something that cannot be sealed, or cannot be sealed to; the text says why."""


class OneTimeKey:
    """A key that serves one envelope. A secret until a complaint or the end of the game publishes it."""

    __slots__ = ("private", "public")

    def __init__(self, private: bytes) -> None:
        """``private``: 32 fresh random bytes; kept as `clamped` makes them."""
        if len(private) != KEY_BYTES:
            raise EnvelopeError(f"a one-time key has {KEY_BYTES} bytes, not {len(private)}")
        self.private = clamped(private)
        self.public = public_of(self.private)

    def __repr__(self) -> str:
        return f"OneTimeKey(public={self.public.hex()[:8]}...)"


def clamped(private: bytes) -> bytes:
    """The one spelling of a private key: X25519 ignores five of its bits (RFC 7748, section 5), set here as it does.

    A key that is published is in this form, so that there is one for each public key.
    """
    return bytes([private[0] & 0xF8]) + private[1:-1] + bytes([private[-1] & 0x7F | 0x40])


def public_of(private: bytes) -> bytes:
    """The public key, 32 bytes, of a private one: how a published private key is checked."""
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def valid_recipient(public: bytes) -> bool:
    """Whether ``public`` can be sealed to: 32 bytes, a canonical u below p, not of small order."""
    if len(public) != KEY_BYTES or int.from_bytes(public, "little") >= P:
        return False
    try:
        # Every X25519 scalar is a multiple of 8, so one exchange tells small order apart, whatever the scalar.
        _PROBE.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        return False
    return True


def envelope_info(*, game: bytes, epoch: int, round: int, sender: int, recipient: int, commitment: bytes) -> bytes:
    """What a sealed opening is bound to, 32 bytes: ``round`` is that of the entry that carries it."""
    return digest("envelope", game, epoch, round, sender, recipient, commitment)


def seal(public: bytes, plaintext: bytes, info: bytes) -> bytes:
    """``plaintext`` for the owner of ``public`` alone, bound to ``info``; `OVERHEAD_BYTES` longer than it."""
    if not valid_recipient(public):
        raise EnvelopeError("the one-time key cannot be sealed to")
    if len(plaintext) > MAX_PLAINTEXT:
        raise EnvelopeError(f"an envelope holds at most {MAX_PLAINTEXT} bytes, not {len(plaintext)}")
    return _SUITE.encrypt(plaintext, X25519PublicKey.from_public_bytes(public), info=info)


def open_sealed(private: bytes, sealed: bytes, info: bytes) -> bytes | None:
    """What was sealed, or None when these bytes were not sealed to this key with this ``info``."""
    if len(private) != KEY_BYTES or not OVERHEAD_BYTES <= len(sealed) <= OVERHEAD_BYTES + MAX_PLAINTEXT:
        return None
    try:
        return _SUITE.decrypt(sealed, X25519PrivateKey.from_private_bytes(private), info=info)
    except (InvalidTag, ValueError):
        return None
