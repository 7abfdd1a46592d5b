"""One value, one byte form; hostile bytes are refused early and cheaply."""

from __future__ import annotations

import tracemalloc
import unicodedata
from enum import IntEnum, StrEnum
from types import MappingProxyType

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.encoding import (
    MAX_BYTES,
    MAX_INT,
    MAX_NODES,
    MIN_INT,
    Deframer,
    EncodingError,
    Value,
    check_text,
    decode,
    digest,
    encode,
    encode_int,
    frame,
)

TEXTS = st.text(st.characters(codec="ascii"), max_size=40) | st.sampled_from(["é", "Glæken", "語", "\U0001f9db", "Ω"])
SCALARS = st.none() | st.booleans() | st.integers(MIN_INT, MAX_INT) | TEXTS | st.binary(max_size=300)
VALUES: st.SearchStrategy[Value] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=20).map(tuple) | st.dictionaries(TEXTS, inner, max_size=20),
    max_leaves=30,
)


@given(VALUES)
@settings(deadline=None)
def test_decoding_is_the_inverse_of_encoding(value: Value) -> None:
    data = encode(value)
    assert decode(data) == value
    assert encode(decode(data)) == data


def ascending(value: Value) -> Value:
    if isinstance(value, dict):
        return {key: ascending(value[key]) for key in sorted(value)}
    return tuple(ascending(item) for item in value) if isinstance(value, tuple) else value


@given(VALUES)
@settings(deadline=None)
def test_the_form_is_messagepack_at_its_shortest_with_keys_in_order(value: Value) -> None:
    assert encode(value) == msgpack.packb(ascending(value), use_bin_type=True)


@given(st.binary(max_size=60))
@settings(deadline=None, max_examples=500)
def test_any_bytes_are_refused_or_are_the_one_form_of_what_they_decode_to(data: bytes) -> None:
    try:
        value = decode(data)
    except EncodingError:
        return
    assert encode(value) == data


@given(VALUES, st.data())
@settings(deadline=None, max_examples=300)
def test_changed_bytes_are_refused_or_are_the_form_of_another_value(value: Value, data: st.DataObject) -> None:
    form = encode(value)
    at = data.draw(st.integers(0, len(form) - 1))
    changed = form[:at] + bytes([data.draw(st.integers(0, 255))]) + form[at + 1 :]
    try:
        decoded = decode(changed)
    except EncodingError:
        return
    assert encode(decoded) == changed


@given(st.integers(MIN_INT, MAX_INT))
@settings(deadline=None)
def test_an_integer_alone_has_the_bytes_it_has_inside(number: int) -> None:
    assert encode_int(number) == encode(number) == msgpack.packb(number)


class Word(StrEnum):
    ONE = "one"


class Number(IntEnum):
    ONE = 1


def test_enums_named_tuples_and_read_only_maps_are_what_they_stand_for() -> None:
    assert encode(Word.ONE) == encode("one")
    assert encode(Number.ONE) == encode(1)
    assert encode(MappingProxyType({Word.ONE: [Number.ONE]})) == encode({"one": (1,)})


def test_a_truth_value_is_not_an_integer() -> None:
    assert encode(True) != encode(1)
    assert encode(False) != encode(0)
    assert decode(encode(True)) is True


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (1.0, "float has no encoding"),
        ({1, 2}, "set has no encoding"),
        (bytearray(b"x"), "bytearray has no encoding"),
        (object(), "object has no encoding"),
        ({1: 2}, "key is not a text"),
        ({b"a": 2}, "key is not a text"),
        (MAX_INT + 1, "does not fit in 64 bits"),
        (MIN_INT - 1, "does not fit in 64 bits"),
        ("e\u0301", "normalization form C"),
        ({"e\u0301": 1}, "normalization form C"),
        ("\ud800", "not allowed in texts"),
        ("\u20bd", "not allowed in texts"),
        ("\ufdd0", "not allowed in texts"),
        ("\U0001fb00", "not allowed in texts"),
    ],
)
def test_values_without_a_form_are_refused(value: Value, why: str) -> None:
    with pytest.raises(EncodingError, match=why):
        encode(value)


def test_the_repertoire_of_texts_does_not_depend_on_the_unicode_tables_of_this_python() -> None:
    old = unicodedata.ucd_3_2_0
    assert old.unidata_version == "3.2.0"
    allowed = 0
    for code in range(0x110000):
        try:
            check_text(chr(code))
        except EncodingError:
            continue
        allowed += 1
        # Allowed alone means: the same form in every later version of Unicode.
        assert old.category(chr(code)) != "Cn" or 0x1F300 <= code <= 0x1FAFF
        if 0x1F300 <= code <= 0x1FAFF:
            assert unicodedata.combining(chr(code)) == 0
            assert unicodedata.decomposition(chr(code)) == ""
    assert allowed > 200_000


def nested(depth: int) -> bytes:
    return b"\x91" * (depth - 1) + b"\x90"


def test_depth_is_capped_at_both_ends_of_the_boundary() -> None:
    assert encode(decode(nested(16))) == nested(16)
    with pytest.raises(EncodingError, match="too deep"):
        decode(nested(17))
    with pytest.raises(EncodingError, match="too deep"):
        decode(b"\x81\xa1a" * 16 + b"\x80")
    with pytest.raises(EncodingError, match="too deep"):
        decode(b"\x91" * 200_000)
    assert decode(nested(3), max_depth=3) == (((),),)
    with pytest.raises(EncodingError, match="too deep"):
        decode(nested(4), max_depth=3)


@pytest.mark.parametrize("loop", [[], {}])
def test_a_value_nested_in_itself_is_refused(loop: list[Value] | dict[str, Value]) -> None:
    if isinstance(loop, list):
        loop.append(loop)
    else:
        loop["again"] = loop
    with pytest.raises(EncodingError, match="deep"):
        encode(loop)


def test_the_count_of_values_is_capped_at_both_ends_of_the_boundary() -> None:
    full = encode((0,) * (MAX_NODES - 1))
    assert len(decode(full)) == MAX_NODES - 1  # type: ignore[arg-type]  # it is a tuple
    with pytest.raises(EncodingError, match="more items than the object can hold"):
        decode(encode((0,) * MAX_NODES))
    many = encode(((0,) * 9000, (0,) * 9000))
    with pytest.raises(EncodingError, match="can hold"):
        decode(many)
    assert decode(encode({"a": 1}), max_nodes=3) == {"a": 1}
    with pytest.raises(EncodingError, match="can hold"):
        decode(encode({"a": 1}), max_nodes=2)
    with pytest.raises(EncodingError, match="more values than allowed"):
        decode(b"\xc0", max_nodes=0)


def test_the_size_is_capped_at_both_ends_of_the_boundary() -> None:
    largest = encode(bytes(MAX_BYTES - 5))
    assert len(largest) == MAX_BYTES
    assert decode(largest) == bytes(MAX_BYTES - 5)
    with pytest.raises(EncodingError, match="more than the 262144 allowed"):
        decode(encode(bytes(MAX_BYTES - 4)))
    with pytest.raises(EncodingError, match="more than the 9 allowed"):
        decode(bytes(10), max_bytes=9)


@pytest.mark.parametrize(
    "claim",
    [
        b"\xdd\xff\xff\xff\xff" * 40,
        b"\xdf\xff\xff\xff\xff" * 40,
        b"\xc6\xff\xff\xff\xff" + bytes(100),
        b"\xdb\xff\xff\xff\xff" + bytes(100),
        (b"\xdd\x00\x01\xf0\x00" * 14) + bytes(200_000),
    ],
)
def test_a_claimed_count_allocates_nothing(claim: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(EncodingError):
            decode(claim)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100_000


def test_a_refusal_never_repeats_a_long_hostile_text() -> None:
    keys = b"\xda\xff\x00" + b"b" * 0xFF00, b"\xda\xff\x00" + b"a" * 0xFF00
    with pytest.raises(EncodingError) as refusal:
        decode(b"\x82" + keys[0] + b"\xc0" + keys[1] + b"\xc0")
    assert len(str(refusal.value)) < 200


def test_a_digest_depends_on_tag_and_on_where_parts_end() -> None:
    made = {
        digest("a"),
        digest("b"),
        digest("a", b""),
        digest("a", ""),
        digest("a", None),
        digest("a", b"xy"),
        digest("a", b"x", b"y"),
        digest("a", (b"x", b"y")),
        digest("ab", b"x", b"y"),
    }
    assert len(made) == 9
    assert {len(one) for one in made} == {32}


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=8), st.lists(st.integers(1, 30)))
@settings(deadline=None)
def test_frames_come_out_as_they_went_in(payloads: list[bytes], pieces: list[int]) -> None:
    stream = b"".join(frame(payload) for payload in payloads)
    deframer, found = Deframer(50), list[bytes]()
    for piece in pieces:
        found += deframer.feed(stream[:piece])
        stream = stream[piece:]
    assert found + deframer.feed(stream) == payloads
    assert deframer.pending == 0


def test_a_frame_too_long_is_refused_when_its_length_is_read() -> None:
    deframer = Deframer(8)
    assert deframer.feed(frame(bytes(8))) == [bytes(8)]
    assert deframer.feed(b"\x00\x00\x00") == []
    with pytest.raises(EncodingError, match="a frame of 9 bytes, more than the 8 allowed"):
        deframer.feed(b"\x09")


def test_an_empty_payload_has_no_frame() -> None:
    with pytest.raises(EncodingError, match="empty"):
        frame(b"")
