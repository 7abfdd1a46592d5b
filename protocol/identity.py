"""Ed25519 identities: who says something, and how people compare keys by eye and ear.

A signature is made over a domain-separated digest of a tag and its parts, so one made for
one purpose never serves another (docs/protocol.md, "Identity and signatures").
"""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import Final, NewType

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from mnemonic import Mnemonic

from protocol.edwards import ORDER, is_prime_order, small_order_encodings
from protocol.encoding import DIGEST_BYTES, Value, digest

PublicKey = NewType("PublicKey", bytes)
"""32 bytes that `parse_public` has accepted."""

PUBLIC_KEY_BYTES: Final = 32
SEED_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

FINGERPRINT_BYTES: Final = 10
"""Bytes of a key's digest in its fingerprint: 80 bits, so another key with the same one cannot be searched for."""

SAFETY_WORDS: Final = 6
"""Safety words shown: 66 bits, few enough to read aloud. Nobody can search, for the nonces are committed first."""

_WORD_BITS: Final = 11
_SMALL_ORDER: Final = small_order_encodings()


class IdentityError(ValueError):
    """Bytes that are no acceptable key or seed; the text says why."""


def parse_public(data: bytes) -> PublicKey:
    """``data`` as a public key.

    Raises `IdentityError` unless it is the canonical encoding of a point of prime order: a
    key of small order would accept one signature for many messages, and a key with two
    encodings would be two identities.
    """
    if len(data) != PUBLIC_KEY_BYTES:
        raise IdentityError(f"a public key has {PUBLIC_KEY_BYTES} bytes, not {len(data)}")
    if not is_prime_order(bytes(data)):
        raise IdentityError("the public key is not a canonical point of prime order on the Ed25519 curve")
    return PublicKey(bytes(data))


class Identity:
    """A private key. Its text form shows the public half only."""

    __slots__ = ("_key", "public")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public: PublicKey = PublicKey(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity of a 32-byte secret seed (RFC 8032 private key)."""
        if len(seed) != SEED_BYTES:
            raise IdentityError(f"an identity's seed has {SEED_BYTES} bytes, not {len(seed)}")
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    def sign(self, tag: str, *parts: Value) -> bytes:
        """The signature, 64 bytes, over ``tag`` and ``parts``."""
        return self._key.sign(signed_digest(tag, *parts))

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"


def signed_digest(tag: str, *parts: Value) -> bytes:
    """The 32-byte message that Ed25519 signs for ``tag`` and ``parts``."""
    return digest("signature", tag, *parts)


def verify(public: PublicKey, signature: bytes, tag: str, *parts: Value) -> bool:
    """Whether ``signature`` is ``public``'s over ``tag`` and ``parts``.

    Strict: 64 bytes, S below L, R not of small order, and R equal byte for byte to
    [S]B - [k]A (no cofactor), so that every verifier gives the same answer.
    """
    if len(signature) != SIGNATURE_BYTES or int.from_bytes(signature[32:], "little") >= ORDER:
        return False
    if signature[:32] in _SMALL_ORDER or not is_prime_order(public):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed_digest(tag, *parts))
    except InvalidSignature:
        return False
    return True


def fingerprint(public: PublicKey) -> str:
    """A key for human eyes: 16 letters and digits in four groups, from 80 bits of its digest."""
    letters = base64.b32encode(digest("fingerprint", public)[:FINGERPRINT_BYTES]).decode("ascii").lower()
    return "-".join(letters[i : i + 4] for i in range(0, len(letters), 4))


def safety_words(subject: bytes) -> tuple[str, ...]:
    """Six words of BIP-39 English for a 32-byte digest, to be read aloud: the same for all, or something is wrong."""
    if len(subject) != DIGEST_BYTES:
        raise IdentityError(f"safety words are made of {DIGEST_BYTES} bytes, not {len(subject)}")
    bits = int.from_bytes(digest("safety-words", subject), "big") >> (8 * DIGEST_BYTES - _WORD_BITS * SAFETY_WORDS)
    words = _word_list()
    mask = (1 << _WORD_BITS) - 1
    return tuple(words[bits >> (_WORD_BITS * (SAFETY_WORDS - 1 - i)) & mask] for i in range(SAFETY_WORDS))


@lru_cache(maxsize=1)
def _word_list() -> tuple[str, ...]:
    """The 2,048 words. They are part of the protocol; reading them is the one look at the disk in this package."""
    return tuple(Mnemonic("english").wordlist)
