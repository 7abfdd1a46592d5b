"""HPKE sealing (RFC 9180, base mode) written out, with the ephemeral key given.

Only for vectors and tests: it makes the same bytes each time, and it checks the library
against a second reading of the standard. Suite: DHKEM(X25519, HKDF-SHA256) 0x0020,
HKDF-SHA256 0x0001, ChaCha20-Poly1305 0x0003.
"""

from __future__ import annotations

import hashlib
import hmac

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from protocol.envelope import public_of

_KEM = b"KEM" + (0x0020).to_bytes(2, "big")
_SUITE = b"HPKE" + b"".join(number.to_bytes(2, "big") for number in (0x0020, 0x0001, 0x0003))


def seal_with(ephemeral: bytes, public: bytes, plaintext: bytes, info: bytes, enc: bytes | None = None) -> bytes:
    """The sealed bytes, for an ephemeral private key of 32 bytes; ``enc`` is another spelling of its public key."""
    enc = enc or public_of(ephemeral)
    shared = X25519PrivateKey.from_private_bytes(ephemeral).exchange(X25519PublicKey.from_public_bytes(public))
    eae_prk = _labeled_extract(_KEM, b"", b"eae_prk", shared)
    secret = _labeled_expand(_KEM, eae_prk, b"shared_secret", enc + public, 32)
    context = b"\x00" + _labeled_extract(_SUITE, b"", b"psk_id_hash", b"")
    context += _labeled_extract(_SUITE, b"", b"info_hash", info)
    prk = _labeled_extract(_SUITE, secret, b"secret", b"")
    key = _labeled_expand(_SUITE, prk, b"key", context, 32)
    nonce = _labeled_expand(_SUITE, prk, b"base_nonce", context, 12)
    return enc + ChaCha20Poly1305(key).encrypt(nonce, plaintext, b"")


def _labeled_extract(suite: bytes, salt: bytes, label: bytes, keying: bytes) -> bytes:
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + keying, hashlib.sha256)


def _labeled_expand(suite: bytes, prk: bytes, label: bytes, info: bytes, length: int) -> bytes:
    labeled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    assert length <= 32, "one block is enough here"
    return hmac.digest(prk, labeled + b"\x01", hashlib.sha256)[:length]
