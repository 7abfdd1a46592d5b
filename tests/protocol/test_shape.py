"""Decoded maps are read strictly: exactly these fields, of exactly these kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol.encoding import EncodingError, Value
from protocol.shape import Shape, ShapeError, is_word


def coin(value: Value) -> Shape:
    return Shape(value, "the coin", "a")


def test_exactly_the_named_fields() -> None:
    assert coin({"a": 1}).any("a") == 1
    with pytest.raises(ShapeError, match="the coin is not a map"):
        coin((1, 2))
    with pytest.raises(ShapeError, match="the coin has no field 'a'"):
        coin({})
    with pytest.raises(ShapeError, match="the coin has the unknown field 'b'"):
        coin({"a": 1, "b": 2})
    with pytest.raises(ShapeError) as refusal:
        coin({"a": 1, "b" * 1000: 2})
    assert len(str(refusal.value)) < 100
    assert issubclass(ShapeError, EncodingError)


def test_optional_fields() -> None:
    shape = Shape({"a": 1}, "the coin", "a", optional=("b",))
    assert "b" not in shape
    assert "b" in Shape({"a": 1, "b": 2}, "the coin", "a", optional=("b",))


GOOD: list[tuple[str, tuple[Any, ...], list[Value], list[Value]]] = [
    ("data", (2,), [b"ab"], [b"a", b"abc", "ab", 2, None, (97, 98)]),
    ("blob", (3,), [b"a", b"abc"], [b"", b"abcd", "a", None]),
    ("blob", (3, 0), [b"", b"abc"], [b"abcd"]),
    ("nat", (9,), [0, 9], [-1, 10, True, False, "1", b"\x01", None]),
    ("nat", (9, 1), [1, 9], [0, 10]),
    ("flag", (), [True, False], [0, 1, None, "true"]),
    ("text", (3,), ["a", "abc"], ["", "abcd", b"a", None, 1]),
    ("text", (3, 0), ["", "abc"], ["abcd"]),
    ("word", (5,), ["a", "a-b", "a1", "abcde"], ["", "abcdef", "A", "a_b", "-a", "a-", "a--b", "a b", "é", b"a", None]),
    ("map", (), [{}, {"x": 1}], [(), "x", None]),
    ("map", (1,), [{}, {"x": 1}], [{"x": 1, "y": 2}]),
    ("items", (2,), [(), (1,), (1, "b")], [(1, 2, 3), {}, "ab", b"ab", None]),
    ("items", (2, 1), [(1,)], [()]),
    (
        "data_items",
        (1, 2),
        [(), (b"a",), (b"a", b"b")],
        [(b"a", b"b", b"c"), (b"ab",), (b"a", "b"), ("a",), (None,), b"a"],
    ),
    ("data_items", (1, 2, 1), [(b"a",)], [()]),
]


@pytest.mark.parametrize(("reader", "limits", "good", "bad"), GOOD)
def test_each_reader_takes_its_kind_within_its_limits(
    reader: str, limits: tuple[Any, ...], good: list[Value], bad: list[Value]
) -> None:
    def read(value: Value) -> Value:
        method: Callable[..., Value] = getattr(coin({"a": value}), reader)
        return method("a", *limits)

    for value in good:
        assert read(value) == value
    for value in bad:
        with pytest.raises(ShapeError, match="the field 'a' of the coin"):
            read(value)


def test_nil_is_asked_for() -> None:
    assert coin({"a": None}).is_none("a")
    assert not coin({"a": False}).is_none("a")


def test_words() -> None:
    assert is_word("guard-die", 9)
    assert not is_word("guard-die", 8)
    assert not is_word("guard-die\n", 20)
