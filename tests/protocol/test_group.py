"""The group's operations are total, and what comes from outside is read strictly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rbcl import (
    crypto_core_ristretto255_add,
    crypto_core_ristretto255_from_hash,
    crypto_core_ristretto255_is_valid_point,
    crypto_scalarmult_ristretto255,
)

from protocol import group
from protocol.encoding import digest64
from protocol.group import BASE, IDENTITY, ORDER, GroupError, Point
from tests.protocol.cards import NOT_CANONICAL, NOT_ON_THE_GROUP

scalars = st.integers(0, ORDER - 1)
edge_scalars = scalars | st.sampled_from([0, 1, 2, ORDER - 1, ORDER, ORDER + 1, -1])
points = edge_scalars.map(group.multiply_base)

# RFC 9496, A.1: multiples 0 to 3 of the generator.
MULTIPLES = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
]

# Encodings that must be refused: of every kind in RFC 9496, A.3, and what libsodium 1.0.18 takes beyond that.
BAD_ENCODINGS = {
    "not canonical: 0 and the high bit": "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "not canonical: p": "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "negative field element": "0100000000000000000000000000000000000000000000000000000000000000",
    "non-square x^2": "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "negative xy": "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "the identity with the high bit": "0000000000000000000000000000000000000000000000000000000000000080",
    "the generator with the high bit": "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2df6",
    "s = -1": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}


@pytest.mark.parametrize(("factor", "encoding"), list(enumerate(MULTIPLES)))
def test_multiples_of_the_generator_are_those_of_rfc_9496(factor: int, encoding: str) -> None:
    assert group.multiply_base(factor).hex() == encoding
    assert group.multiply(factor, BASE).hex() == encoding


def test_hash_to_group_is_that_of_rfc_9496() -> None:
    wide = bytes.fromhex(
        "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1"
        "4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6"
    )
    assert (
        crypto_core_ristretto255_from_hash(wide).hex()
        == "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"
    )


@pytest.mark.parametrize("encoding", list(BAD_ENCODINGS.values()), ids=list(BAD_ENCODINGS))
def test_a_bad_encoding_is_no_point(encoding: str) -> None:
    with pytest.raises(GroupError, match="not a point"):
        group.parse_point(bytes.fromhex(encoding))


def test_the_identity_from_outside_is_refused() -> None:
    with pytest.raises(GroupError, match="identity"):
        group.parse_point(IDENTITY)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_point_and_a_scalar_have_32_bytes(size: int) -> None:
    with pytest.raises(GroupError, match="32 bytes"):
        group.parse_point(bytes(size))
    with pytest.raises(GroupError, match="32 bytes"):
        group.parse_scalar(bytes(size))


def test_a_scalar_has_one_spelling() -> None:
    assert group.parse_scalar((ORDER - 1).to_bytes(32, "little")) == ORDER - 1
    assert group.parse_scalar(bytes(32)) == 0
    for too_large in (ORDER, ORDER + 1, 2**255, 2**256 - 1):
        with pytest.raises(GroupError, match="below the order"):
            group.parse_scalar(too_large.to_bytes(32, "little"))


@given(edge_scalars)
@settings(deadline=None, max_examples=25)
def test_scalars_go_out_as_they_come_in(scalar: int) -> None:
    assert group.parse_scalar(group.scalar_bytes(scalar)) == scalar % ORDER


@given(edge_scalars, edge_scalars)
@settings(deadline=None, max_examples=50)
def test_sum_difference_and_product_hold_for_all_elements(first: int, second: int) -> None:
    left, right = group.multiply_base(first), group.multiply_base(second)
    assert group.add(left, right) == group.multiply_base(first + second)
    assert group.subtract(left, right) == group.multiply_base(first - second)
    assert group.multiply(second, left) == group.multiply_base(first * second)
    assert group.total([left, right, left]) == group.multiply_base(2 * first + second)
    assert group.combine([first, second], [left, right]) == group.multiply_base(first**2 + second**2)


@given(points)
@settings(deadline=None, max_examples=25)
def test_the_identity_is_neutral_and_every_point_has_an_inverse(point: Point) -> None:
    assert group.add(point, IDENTITY) == group.add(IDENTITY, point) == group.subtract(point, IDENTITY) == point
    assert group.subtract(point, point) == IDENTITY
    assert group.add(point, group.subtract(IDENTITY, point)) == IDENTITY
    assert group.multiply(0, point) == group.multiply(ORDER, point) == group.multiply(5, IDENTITY) == IDENTITY


def test_nothing_sums_to_the_identity() -> None:
    assert group.total([]) == group.combine([], []) == IDENTITY


@pytest.mark.parametrize("data", [NOT_CANONICAL, NOT_ON_THE_GROUP, b"", bytes(31)])
def test_multiplying_what_is_no_point_raises(data: bytes) -> None:
    with pytest.raises(GroupError, match="not a point"):
        group.multiply(5, Point(data))


def test_the_bare_library_has_the_edges_that_the_wrapper_hides() -> None:
    # If one of these changes, group.py's reasons need another look.
    with pytest.raises(RuntimeError):
        crypto_scalarmult_ristretto255(bytes(32), BASE)
    assert crypto_core_ristretto255_add(BASE, NOT_ON_THE_GROUP) == IDENTITY
    assert crypto_core_ristretto255_is_valid_point(IDENTITY)
    assert crypto_scalarmult_ristretto255((ORDER + 2).to_bytes(32, "little"), BASE).hex() == MULTIPLES[2]


def test_hashes_are_bound_to_tag_and_parts() -> None:
    assert group.hash_to_point("a", 1) == group.hash_to_point("a", 1)
    assert len({group.hash_to_point("a", 1), group.hash_to_point("b", 1), group.hash_to_point("a", 2)}) == 3
    assert group.hash_to_scalar("a", 1) == int.from_bytes(digest64("a", 1), "little") % ORDER
    assert len(set(group.hash_to_scalars(20, "a", 1))) == 20
    assert group.hash_to_integers(3, 16, "a", 1)[:2] == group.hash_to_integers(2, 16, "a", 1)
    assert group.hash_to_integers(0, 16, "a", 1) == ()


def test_generators_are_all_different_and_stay_cached_within_bounds() -> None:
    several = [group.shuffle_generator(index) for index in range(600)]
    assert len({*several, BASE, group.pedersen_base(), IDENTITY}) == 603
    assert group.shuffle_generator.cache_info().currsize <= group.GENERATOR_CACHE
