"""Sealed envelopes: HPKE of RFC 9180, base mode, single shot (docs/protocol.md, section 10), from its parts."""

from __future__ import annotations

import hashlib
import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from alone.encoding import digest

KEM = b"KEM" + (0x0020).to_bytes(2, "big")
SUITE = b"HPKE" + b"".join(number.to_bytes(2, "big") for number in (0x0020, 0x0001, 0x0003))
OVERHEAD = 48
MAX_PLAINTEXT = 4096


def info(game: bytes, epoch: int, round_number: int, sender: int, recipient: int, commitment: bytes) -> bytes:
    return digest("envelope", game, epoch, round_number, sender, recipient, commitment)


def clamped(private: bytes) -> bool:
    """Whether a private key is written in its one spelling."""
    return len(private) == 32 and private[0] & 7 == 0 and private[31] & 0xC0 == 0x40


def public_of(private: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def valid_recipient(public: bytes) -> bool:
    """Whether a one-time public key can be sealed to."""
    if len(public) != 32 or int.from_bytes(public, "little") >= 2**255 - 19:
        return False
    try:
        X25519PrivateKey.from_private_bytes(b"\x08" + bytes(30) + b"\x40").exchange(
            X25519PublicKey.from_public_bytes(public)
        )
    except ValueError:
        return False
    return True


def open_sealed(private: bytes, sealed: bytes, about: bytes) -> bytes | None:
    """What an envelope holds for this private key; None if nothing."""
    if not OVERHEAD <= len(sealed) <= OVERHEAD + MAX_PLAINTEXT:
        return None
    key = X25519PrivateKey.from_private_bytes(private)
    enc, box = sealed[:32], sealed[32:]
    try:
        shared = key.exchange(X25519PublicKey.from_public_bytes(enc))
    except ValueError:
        return None
    prk = _extract(KEM, b"", b"eae_prk", shared)
    secret = _expand(KEM, prk, b"shared_secret", enc + key.public_key().public_bytes_raw(), 32)
    schedule = b"\x00" + _extract(SUITE, b"", b"psk_id_hash", b"") + _extract(SUITE, b"", b"info_hash", about)
    prk = _extract(SUITE, secret, b"secret", b"")
    aead, nonce = _expand(SUITE, prk, b"key", schedule, 32), _expand(SUITE, prk, b"base_nonce", schedule, 12)
    try:
        return ChaCha20Poly1305(aead).decrypt(nonce, box, b"")
    except InvalidTag:
        return None


def _extract(suite: bytes, salt: bytes, label: bytes, material: bytes) -> bytes:
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + material, "sha256")


def _expand(suite: bytes, prk: bytes, label: bytes, about: bytes, size: int) -> bytes:
    labelled = size.to_bytes(2, "big") + b"HPKE-v1" + suite + label + about
    out, block, counter = b"", b"", 1
    while len(out) < size:
        block = hmac.digest(prk, block + labelled + bytes([counter]), hashlib.sha256)
        out, counter = out + block, counter + 1
    return out[:size]
