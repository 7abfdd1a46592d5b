"""Hash commitments bind to value and context, and hide by their nonce."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.commitment import commit, matches
from protocol.encoding import EncodingError
from tests.protocol.published import flipped

NONCE = bytes(range(32))
CONTEXT = (b"g" * 32, 0, 12, 3, "conflict")
MADE = commit(CONTEXT, 17, NONCE)


def test_it_opens_with_exactly_its_context_value_and_nonce() -> None:
    assert matches(MADE, CONTEXT, 17, NONCE)
    assert matches(MADE, list(CONTEXT), 17, NONCE)
    assert not matches(MADE, CONTEXT, 18, NONCE)
    assert not matches(MADE, CONTEXT, "17", NONCE)
    assert not matches(MADE, CONTEXT, 17, flipped(NONCE, 31))
    for n in range(len(CONTEXT)):
        elsewhere = (*CONTEXT[:n], "other", *CONTEXT[n + 1 :])
        assert not matches(MADE, elsewhere, 17, NONCE)
    assert not matches(MADE, CONTEXT[:-1], 17, NONCE)
    assert not matches(flipped(MADE, 0), CONTEXT, 17, NONCE)
    assert not matches(MADE[:-1], CONTEXT, 17, NONCE)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_nonce_has_32_bytes(length: int) -> None:
    nonce = bytes(length)
    with pytest.raises(EncodingError, match="32 bytes"):
        commit(CONTEXT, 17, nonce)
    assert not matches(MADE, CONTEXT, 17, nonce)


@given(st.integers(0, 50), st.integers(0, 50), st.binary(min_size=32, max_size=32))
@settings(deadline=None)
def test_two_values_never_share_a_commitment(one: int, other: int, nonce: bytes) -> None:
    assert matches(commit(CONTEXT, one, nonce), CONTEXT, other, nonce) == (one == other)
