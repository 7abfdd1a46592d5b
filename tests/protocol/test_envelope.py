"""Only the holder of the one-time key can read a sealed message, bound to its place."""

from __future__ import annotations

from typing import TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alone import envelope as alone
from hpke_reference import seal_with
from protocol.envelope import (
    MAX_PLAINTEXT,
    OVERHEAD_BYTES,
    EnvelopeError,
    OneTimeKey,
    envelope_info,
    open_sealed,
    public_of,
    seal,
    valid_recipient,
)
from tests.protocol.published import flipped

KEY = OneTimeKey(bytes(range(32)))
INFO = b"where it belongs"
SEALED = seal(KEY.public, b"card", INFO)


@given(st.binary(max_size=200), st.binary(max_size=40), st.binary(min_size=32, max_size=32))
@settings(deadline=None, max_examples=30)
def test_what_is_sealed_comes_out_again(plaintext: bytes, info: bytes, private: bytes) -> None:
    key = OneTimeKey(private)
    sealed = seal(key.public, plaintext, info)
    assert len(sealed) == len(plaintext) + OVERHEAD_BYTES
    assert open_sealed(private, sealed, info) == plaintext


def test_another_spelling_of_the_ephemeral_key_opens_alike_for_both_readers() -> None:
    """So that nobody is convicted by one of two programs: the highest bit is ignored (RFC 7748, section 5)."""
    ephemeral = bytes(range(1, 33))
    spelled = public_of(ephemeral)
    spelled = spelled[:-1] + bytes([spelled[-1] | 0x80])
    sealed = seal_with(ephemeral, KEY.public, b"card", INFO, spelled)
    assert sealed[:32] == spelled
    for reader in (open_sealed, alone.open_sealed):
        assert reader(KEY.private, sealed, INFO) == b"card"
        assert reader(KEY.private, bytes(32) + sealed[32:], INFO) is None, "all zeros"


@pytest.mark.parametrize("at", range(len(SEALED)))
def test_no_byte_of_an_envelope_may_change(at: int) -> None:
    assert open_sealed(KEY.private, flipped(SEALED, at), INFO) is None


def test_another_key_or_place_does_not_open_it() -> None:
    assert open_sealed(KEY.private, SEALED, INFO) == b"card"
    assert open_sealed(bytes(32), SEALED, INFO) is None
    assert open_sealed(KEY.private, SEALED, INFO + b"!") is None
    assert open_sealed(KEY.private, SEALED, b"") is None


@pytest.mark.parametrize("length", [0, 1, 31, 32, 47, len(SEALED) - 1])
def test_a_cut_envelope_does_not_open(length: int) -> None:
    assert open_sealed(KEY.private, SEALED[:length], INFO) is None


def test_a_long_envelope_is_neither_made_nor_opened() -> None:
    longest = seal(KEY.public, bytes(MAX_PLAINTEXT), INFO)
    assert open_sealed(KEY.private, longest, INFO) == bytes(MAX_PLAINTEXT)
    assert open_sealed(KEY.private, longest + b"\0", INFO) is None
    with pytest.raises(EnvelopeError, match="at most 4096 bytes"):
        seal(KEY.public, bytes(MAX_PLAINTEXT + 1), INFO)


def test_a_published_private_key_is_checked_by_its_public_one() -> None:
    assert public_of(KEY.private) == KEY.public
    assert public_of(flipped(KEY.private, 16)) != KEY.public


def test_nothing_is_sealed_to_a_key_of_small_order() -> None:
    assert valid_recipient(KEY.public)
    assert not valid_recipient(bytes(32))
    with pytest.raises(EnvelopeError, match="cannot be sealed to"):
        seal(bytes(32), b"card", INFO)


def test_an_ephemeral_key_of_small_order_opens_nothing() -> None:
    assert open_sealed(KEY.private, bytes(32) + SEALED[32:], INFO) is None


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_one_time_key_has_32_bytes(length: int) -> None:
    with pytest.raises(EnvelopeError, match="32 bytes"):
        OneTimeKey(bytes(length))
    assert open_sealed(bytes(length), SEALED, INFO) is None


def test_a_one_time_key_does_not_show_its_secret() -> None:
    assert repr(KEY) == f"OneTimeKey(public={KEY.public.hex()[:8]}...)"


class Bound(TypedDict):
    game: bytes
    epoch: int
    round: int
    sender: int
    recipient: int
    commitment: bytes


def test_what_an_envelope_is_bound_to_depends_on_every_part() -> None:
    bound = Bound(game=bytes(32), epoch=0, round=9, sender=1, recipient=2, commitment=bytes(32))
    others: list[Bound] = [
        {**bound, "game": b"x" * 32},
        {**bound, "epoch": 1},
        {**bound, "round": 10},
        {**bound, "sender": 2},
        {**bound, "recipient": 1},
        {**bound, "commitment": b"x" * 32},
    ]
    assert len({envelope_info(**one) for one in [bound, *others]}) == 7
