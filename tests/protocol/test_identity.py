"""Keys, signatures and what people compare."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.edwards import ORDER, is_prime_order, small_order_encodings
from protocol.encoding import Value
from protocol.identity import (
    Identity,
    IdentityError,
    PublicKey,
    fingerprint,
    parse_public,
    safety_words,
    signed_digest,
    verify,
)
from tests.protocol.published import flipped

ANNA = Identity.from_seed(bytes(range(32)))
SIGNATURE = ANNA.sign("tag", b"part", 1)


def seeded(number: int) -> Identity:
    return Identity.from_seed(hashlib.sha256(number.to_bytes(4, "big")).digest())


def test_a_signature_holds_for_its_key_tag_and_parts_only() -> None:
    assert verify(ANNA.public, SIGNATURE, "tag", b"part", 1)
    other: list[tuple[PublicKey, str, tuple[Value, ...]]] = [
        (seeded(1).public, "tag", (b"part", 1)),
        (ANNA.public, "tag2", (b"part", 1)),
        (ANNA.public, "tag", (b"part", 2)),
        (ANNA.public, "tag", (b"part",)),
        (ANNA.public, "tag", (b"part", 1, None)),
        (ANNA.public, "tag", ((b"part", 1),)),
    ]
    for public, tag, parts in other:
        assert not verify(public, SIGNATURE, tag, *parts)


@pytest.mark.parametrize("at", range(64))
def test_no_byte_of_a_signature_may_change(at: int) -> None:
    assert not verify(ANNA.public, flipped(SIGNATURE, at), "tag", b"part", 1)


@pytest.mark.parametrize("length", [0, 1, 63, 65, 128])
def test_a_signature_has_64_bytes(length: int) -> None:
    assert not verify(ANNA.public, (SIGNATURE * 2)[:length], "tag", b"part", 1)


def test_s_must_be_below_the_order() -> None:
    s = int.from_bytes(SIGNATURE[32:], "little")
    for multiple in range(1, 16):
        higher = SIGNATURE[:32] + (s + multiple * ORDER).to_bytes(32, "little")
        assert not verify(ANNA.public, higher, "tag", b"part", 1)
        with pytest.raises(InvalidSignature):  # and the library itself agrees
            Ed25519PublicKey.from_public_bytes(ANNA.public).verify(higher, signed_digest("tag", b"part", 1))


def test_a_key_of_small_order_would_sign_anything_and_is_refused() -> None:
    neutral = (1).to_bytes(32, "little")
    blank = neutral + bytes(32)  # R neutral, S = 0: fulfils the equation for every message
    Ed25519PublicKey.from_public_bytes(neutral).verify(blank, signed_digest("tag"))  # the library accepts it
    with pytest.raises(IdentityError, match="prime order"):
        parse_public(neutral)
    assert not verify(PublicKey(neutral), blank, "tag")


def test_an_r_of_small_order_is_refused_though_the_equation_holds() -> None:
    seed = bytes(range(32))
    scalar = int.from_bytes(hashlib.sha512(seed).digest()[:32], "little") & ((1 << 254) - 8) | 1 << 254
    neutral, message = (1).to_bytes(32, "little"), signed_digest("tag")
    challenge = int.from_bytes(hashlib.sha512(neutral + ANNA.public + message).digest(), "little")
    forged = neutral + (challenge * scalar % ORDER).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(ANNA.public).verify(forged, message)  # the library accepts it
    assert not verify(ANNA.public, forged, "tag")


def test_there_are_eight_encodings_of_small_order_and_none_is_a_key() -> None:
    assert len(small_order_encodings()) == 8
    for encoding in small_order_encodings():
        with pytest.raises(IdentityError):
            parse_public(encoding)


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=20)
def test_every_made_key_is_a_sound_one(number: int) -> None:
    identity = seeded(number)
    assert parse_public(identity.public) == identity.public
    assert verify(identity.public, identity.sign("t", number), "t", number)


@given(st.binary(min_size=32, max_size=32))
@settings(deadline=None, max_examples=40)
def test_an_accepted_key_is_one_the_library_can_read(data: bytes) -> None:
    if is_prime_order(data):
        Ed25519PublicKey.from_public_bytes(data)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seeds_keys_and_word_digests_have_32_bytes(length: int) -> None:
    with pytest.raises(IdentityError, match="32 bytes"):
        Identity.from_seed(bytes(length))
    with pytest.raises(IdentityError, match="32 bytes"):
        parse_public(bytes(length))
    with pytest.raises(IdentityError, match="32 bytes"):
        safety_words(bytes(length))


def test_an_identity_does_not_show_its_secret() -> None:
    assert repr(ANNA) == f"Identity({fingerprint(ANNA.public)})"


def test_fingerprints_are_short_and_differ() -> None:
    made = {fingerprint(seeded(n).public) for n in range(50)}
    assert len(made) == 50
    for one in made:
        assert [len(group) for group in one.split("-")] == [4, 4, 4, 4]
        assert one == one.lower()


def test_six_safety_words_of_the_list_for_each_digest() -> None:
    made = {safety_words(hashlib.sha256(bytes([n])).digest()) for n in range(50)}
    assert len(made) == 50
    assert {len(words) for words in made} == {6}
    assert all(word.isalpha() and word.islower() for words in made for word in words)
