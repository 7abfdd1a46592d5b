"""What is said outside the rounds: each kind signed for itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from protocol.encoding import EncodingError, Value, encode
from protocol.entry import Body, parse_entry, sign_entry
from protocol.identity import Identity
from protocol.shape import ShapeError
from protocol.statement import (
    SignedStatement,
    Statement,
    StatementKind,
    parse_signed,
    parse_statement,
    sign_statement,
)
from tests.protocol.published import flipped

ANNA, BERT = (Identity.from_seed(bytes([n]) * 32) for n in (1, 2))

FIELDS: dict[str, Any] = {
    "game": b"g" * 32,
    "epoch": 0,
    "round": 12,
    "seat": 2,
    "kind": StatementKind.COMPLAINT,
    "content": {"private": b"k" * 32},
}
OTHER: dict[str, Any] = {
    "game": b"h" * 32,
    "epoch": 1,
    "round": 13,
    "seat": 3,
    "kind": StatementKind.EVIDENCE,
    "content": {"private": b"l" * 32},
}
STATEMENT = Statement(**FIELDS)
SIGNED = sign_statement(ANNA, STATEMENT)


@pytest.mark.parametrize("kind", StatementKind)
def test_a_statement_is_read_back_as_it_was(kind: StatementKind) -> None:
    signed = sign_statement(ANNA, replace(STATEMENT, kind=kind))
    read = parse_statement(signed.to_bytes())
    assert read == signed
    assert read.statement.kind is kind
    assert read.check(ANNA.public)
    assert not read.check(BERT.public)


@pytest.mark.parametrize("name", FIELDS)
def test_no_field_of_a_signed_statement_may_change(name: str) -> None:
    changed = Statement(**{**FIELDS, name: OTHER[name]})
    assert changed != STATEMENT
    assert not SignedStatement(changed, SIGNED.signature).check(ANNA.public)


@pytest.mark.parametrize("tag", ["statement-evidence", "entry", "complaint", "statement"])
def test_a_signature_for_another_purpose_is_none(tag: str) -> None:
    assert not SignedStatement(STATEMENT, ANNA.sign(tag, STATEMENT.digest())).check(ANNA.public)


def test_every_byte_of_a_statement_counts() -> None:
    data = SIGNED.to_bytes()
    for at in range(len(data)):
        try:
            read = parse_statement(flipped(data, at))
        except EncodingError:
            continue
        assert not read.check(ANNA.public)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game", b""),
        ("epoch", -1),
        ("round", -1),
        ("seat", 6),
        ("kind", "gossip"),
        ("kind", "CHAT"),
        ("kind", None),
        ("content", ()),
    ],
)
def test_bytes_with_a_field_out_of_its_limits_are_refused(name: str, value: Value) -> None:
    data = encode({"signature": SIGNED.signature, "statement": {**STATEMENT.plain(), name: value}})
    with pytest.raises(ShapeError, match=f"the field '{name}' of the statement"):
        parse_statement(data)


@pytest.mark.parametrize("name", FIELDS)
def test_bytes_with_a_field_missing_or_too_many_are_refused(name: str) -> None:
    plain = STATEMENT.plain()
    with pytest.raises(ShapeError, match="unknown field"):
        parse_statement(encode({"signature": SIGNED.signature, "statement": {**plain, name + "-2": 1}}))
    del plain[name]
    with pytest.raises(ShapeError, match=f"no field '{name}'"):
        parse_statement(encode({"signature": SIGNED.signature, "statement": plain}))


@pytest.mark.parametrize("signature", [b"", b"x" * 63, b"x" * 65, None])
def test_a_signature_of_another_size_is_refused(signature: Any) -> None:
    with pytest.raises(ShapeError, match="64 bytes"):
        parse_statement(encode({"signature": signature, "statement": STATEMENT.plain()}))
    with pytest.raises(ShapeError, match="64 bytes"):
        SignedStatement(STATEMENT, signature)


def test_a_link_delivers_entries_and_statements() -> None:
    body = Body(game=b"g" * 32, epoch=0, round=1, seat=0, kind="k", content={}, history=b"h" * 32, state=b"s" * 32)
    entry = sign_entry(ANNA, body)
    assert parse_signed(entry.to_bytes()) == entry == parse_entry(entry.to_bytes())
    assert parse_signed(SIGNED.to_bytes()) == SIGNED
    for other in (b"", b"\xc0", encode({}), encode({"statement": 1, "body": 2}), encode((1, 2))):
        with pytest.raises(EncodingError):
            parse_signed(other)


def test_a_statement_may_come_before_the_first_round() -> None:
    assert parse_statement(sign_statement(ANNA, replace(STATEMENT, round=0)).to_bytes()).statement.round == 0


def test_a_kind_given_as_text_is_the_kind() -> None:
    made = Statement(**{**FIELDS, "kind": "complaint"})
    assert made == STATEMENT
    assert made.kind is StatementKind.COMPLAINT


def test_all_but_chat_and_farewells_are_kept() -> None:
    unkept = [kind for kind in StatementKind if not kind.is_kept]
    assert unkept == [StatementKind.CHAT, StatementKind.FAREWELL]
