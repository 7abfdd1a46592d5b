"""Bodies, entries, the history chain and equivocation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.encoding import EncodingError, Value, decode, encode
from protocol.entry import (
    MAX_ENTRY_BYTES,
    MAX_EPOCH,
    MAX_ROUND,
    Body,
    Entry,
    check_signature,
    history_next,
    history_start,
    parse_entry,
    sign_entry,
)
from protocol.equivocation import Equivocation, parse_equivocation
from protocol.identity import Identity
from protocol.shape import ShapeError
from tests.protocol.published import flipped

ANNA, BERT = (Identity.from_seed(bytes([n]) * 32) for n in (1, 2))

FIELDS: dict[str, Any] = {
    "game": b"g" * 32,
    "epoch": 2,
    "round": 70,
    "seat": 3,
    "kind": "draw-cards",
    "content": {"shares": [b"s" * 32, b"t" * 32], "proof": b"p" * 64},
    "history": b"h" * 32,
    "state": b"s" * 32,
}
BODY = Body(**FIELDS)
ENTRY = sign_entry(ANNA, BODY)

OTHER: dict[str, Any] = {
    "game": flipped(FIELDS["game"], 5),
    "epoch": 3,
    "round": 71,
    "seat": 4,
    "kind": "draw-card",
    "content": {"shares": (b"s" * 32, b"u" * 32), "proof": b"p" * 64},
    "history": flipped(FIELDS["history"], 0),
    "state": flipped(FIELDS["state"], 31),
}


def test_an_entry_is_read_back_as_it_was() -> None:
    read = parse_entry(ENTRY.to_bytes())
    assert read == ENTRY
    assert read.to_bytes() == ENTRY.to_bytes()
    assert read.body.position == (b"g" * 32, 2, 70, 3)
    assert check_signature(read, ANNA.public)
    assert not check_signature(read, BERT.public)


@given(
    st.dictionaries(st.text("abc", max_size=3), st.integers(0, 300) | st.binary(max_size=40) | st.none(), max_size=5),
    st.integers(0, MAX_EPOCH),
    st.integers(1, MAX_ROUND),
    st.integers(0, 5),
)
@settings(deadline=None, max_examples=30)
def test_any_entry_survives_the_way_to_bytes_and_back(
    content: Mapping[str, Value], epoch: int, number: int, seat: int
) -> None:
    entry = sign_entry(ANNA, replace(BODY, content=content, epoch=epoch, round=number, seat=seat))
    assert parse_entry(entry.to_bytes()) == entry


@pytest.mark.parametrize("name", FIELDS)
def test_no_field_of_a_signed_body_may_change(name: str) -> None:
    changed = Body(**{**FIELDS, name: OTHER[name]})
    assert changed != BODY
    assert changed.digest() != BODY.digest()
    assert not check_signature(Entry(changed, ENTRY.signature), ANNA.public)


def test_a_signature_for_another_purpose_is_none() -> None:
    assert not check_signature(Entry(BODY, ANNA.sign("statement-evidence", BODY.digest())), ANNA.public)


def test_every_byte_of_an_entry_counts() -> None:
    data = ENTRY.to_bytes()
    for at in range(len(data)):
        try:
            read = parse_entry(flipped(data, at))
        except EncodingError:
            continue
        assert not check_signature(read, ANNA.public)


def test_an_entry_with_junk_behind_or_cut_is_refused() -> None:
    data = ENTRY.to_bytes()
    with pytest.raises(EncodingError, match="1 bytes too many"):
        parse_entry(data + b"\xc0")
    for length in range(len(data)):
        with pytest.raises(EncodingError):
            parse_entry(data[:length])


BAD: list[tuple[str, Any]] = [
    ("game", b"g" * 31),
    ("game", "g" * 32),
    ("epoch", -1),
    ("epoch", MAX_EPOCH + 1),
    ("epoch", True),
    ("round", 0),
    ("round", MAX_ROUND + 1),
    ("seat", 6),
    ("seat", -1),
    ("seat", None),
    ("kind", ""),
    ("kind", "Draw"),
    ("kind", "a" * 33),
    ("kind", b"draw"),
    ("history", b""),
    ("history", None),
    ("state", b"s" * 33),
]


@pytest.mark.parametrize(("name", "value"), [*BAD, ("content", ()), ("content", None)])
def test_bytes_with_a_field_out_of_its_limits_are_refused(name: str, value: Value) -> None:
    data = encode({"body": {**BODY.plain(), name: value}, "signature": ENTRY.signature})
    with pytest.raises(ShapeError, match=f"the field '{name}' of the body"):
        parse_entry(data)


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_body_with_a_field_out_of_its_limits_is_not_made(name: str, value: Any) -> None:
    with pytest.raises(ShapeError, match=f"the field '{name}' of the body"):
        Body(**{**FIELDS, name: value})


@pytest.mark.parametrize("name", FIELDS)
def test_bytes_with_a_field_missing_or_too_many_are_refused(name: str) -> None:
    plain = BODY.plain()
    with pytest.raises(ShapeError, match="unknown field"):
        parse_entry(encode({"body": {**plain, name + "-2": 1}, "signature": ENTRY.signature}))
    del plain[name]
    with pytest.raises(ShapeError, match=f"no field '{name}'"):
        parse_entry(encode({"body": plain, "signature": ENTRY.signature}))


@pytest.mark.parametrize("signature", [b"", b"x" * 63, b"x" * 65, "x" * 64, None])
def test_a_signature_of_another_size_is_refused(signature: Any) -> None:
    with pytest.raises(ShapeError, match="64 bytes"):
        parse_entry(encode({"body": BODY.plain(), "signature": signature}))
    with pytest.raises(ShapeError, match="64 bytes"):
        Entry(BODY, signature)


def test_an_entry_too_large_is_refused() -> None:
    spare = MAX_ENTRY_BYTES - len(sign_entry(ANNA, replace(BODY, content={"x": bytes(0x100)})).to_bytes())
    largest = sign_entry(ANNA, replace(BODY, content={"x": bytes(0x100 + spare)}))
    assert len(largest.to_bytes()) == MAX_ENTRY_BYTES
    assert parse_entry(largest.to_bytes()) == largest
    with pytest.raises(EncodingError, match="65536 allowed"):
        parse_entry(sign_entry(ANNA, replace(BODY, content={"x": bytes(0x101 + spare)})).to_bytes())


def test_what_was_signed_cannot_be_changed_afterwards() -> None:
    inner: list[Value] = [b"a"]
    content: dict[str, Value] = {"list": inner, "map": {"deep": inner}}
    body = replace(BODY, content=content)
    before = body.digest(), encode(body.plain())
    inner.append(b"b")
    content["more"] = 1
    assert (body.digest(), encode(body.plain())) == before
    assert replace(body).digest() == body.digest()
    with pytest.raises(TypeError):
        body.content["more"] = 1  # type: ignore[index]  # that is the test
    with pytest.raises(TypeError):
        body.content["map"]["deep"] = 1  # type: ignore[index]  # that is the test
    with pytest.raises(FrozenInstanceError):
        body.round = 5  # type: ignore[misc]  # that is the test


def test_bodies_are_equal_by_what_they_say() -> None:
    same = Body(**{**FIELDS, "content": {"proof": b"p" * 64, "shares": (b"s" * 32, b"t" * 32)}})
    assert same == BODY
    assert len({same, BODY, replace(BODY, seat=1)}) == 2
    assert BODY.plain() != BODY


# --- history --------------------------------------------------------------------------------------


def test_history_depends_on_the_game_and_on_every_body() -> None:
    start = history_start(b"g" * 32)
    one, two = (replace(BODY, seat=seat) for seat in (1, 4))
    made = {
        start,
        history_start(b"h" * 32),
        history_next(start, [one]),
        history_next(start, [two]),
        history_next(start, [one, two]),
        history_next(history_start(b"h" * 32), [one, two]),
        history_next(history_next(start, [one]), [two]),
    }
    assert len(made) == 7


def test_history_takes_bodies_in_seat_order_only() -> None:
    start = history_start(b"g" * 32)
    one, two = (replace(BODY, seat=seat) for seat in (1, 4))
    for wrong in ([], [two, one], [one, one], [one, two, two]):
        with pytest.raises(ShapeError, match="seat order"):
            history_next(start, wrong)


def test_signatures_stay_outside_the_history() -> None:
    again = Entry(BODY, ANNA.sign("entry", b"something else"))
    assert history_next(bytes(32), [again.body]) == history_next(bytes(32), [BODY])


# --- equivocation ---------------------------------------------------------------------------------

TWIN = sign_entry(ANNA, replace(BODY, content={"shares": ()}))


def test_two_bodies_of_one_seat_for_one_round_convict_it() -> None:
    evidence = Equivocation.of(ENTRY, TWIN)
    assert evidence == Equivocation.of(TWIN, ENTRY)
    assert evidence.check(ANNA.public)
    assert not evidence.check(BERT.public)
    assert parse_equivocation(evidence.to_bytes()) == evidence


def test_the_same_body_twice_convicts_nobody() -> None:
    with pytest.raises(ShapeError, match="ascending order"):
        Equivocation.of(ENTRY, ENTRY)
    with pytest.raises(ShapeError, match="ascending order"):
        Equivocation.of(ENTRY, Entry(BODY, flipped(ENTRY.signature, 0)))


@pytest.mark.parametrize("name", ["game", "epoch", "round", "seat"])
def test_bodies_for_different_places_convict_nobody(name: str) -> None:
    elsewhere = sign_entry(ANNA, Body(**{**FIELDS, name: OTHER[name]}))
    with pytest.raises(ShapeError, match="not of one seat for one round"):
        Equivocation.of(ENTRY, elsewhere)


@pytest.mark.parametrize("forged", [0, 1])
def test_a_forged_half_convicts_nobody(forged: int) -> None:
    pair = [ENTRY, TWIN]
    pair[forged] = sign_entry(BERT, pair[forged].body)
    assert not Equivocation.of(*pair).check(ANNA.public)


def test_evidence_has_one_form() -> None:
    evidence = Equivocation.of(ENTRY, TWIN)
    plain = decode(evidence.to_bytes())
    assert isinstance(plain, dict)
    with pytest.raises(ShapeError, match="ascending order"):
        parse_equivocation(encode({"first": plain["second"], "second": plain["first"]}))
    with pytest.raises(EncodingError):
        parse_equivocation(evidence.to_bytes() + b"\xc0")
    with pytest.raises(ShapeError, match="unknown field"):
        parse_equivocation(encode({**plain, "third": b""}))
    data = evidence.to_bytes()
    for at in range(0, len(data), 3):
        try:
            read = parse_equivocation(flipped(data, at))
        except EncodingError:
            continue
        assert not read.check(ANNA.public)
