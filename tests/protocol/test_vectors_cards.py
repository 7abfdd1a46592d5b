"""The published vectors of cards and Hilt, read both ways."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from protocol import dleq, group, hilt, schnorr
from protocol.context import Context
from protocol.deck import (
    Ciphertext,
    DeckKey,
    card_points,
    check_shares,
    check_shuffle,
    pack_ciphertexts,
    shares,
    shuffle,
    shuffle_outputs,
)
from protocol.group import GroupError, Point, parse_point, parse_scalar
from protocol.hilt import Opening
from protocol.proof import ProofError
from protocol.shuffle import _plan
from tests.protocol import reference
from tests.protocol.published import hexed, vectors

GROUP, SCHNORR, DLEQ, SHUFFLE, HILT = (
    vectors(f"{name}.json") for name in ("group", "schnorr", "dleq", "shuffle", "hilt")
)


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in cases]


def place(case: dict[str, Any]) -> Context:
    found = case["context"]
    return Context(hexed(found["game"]), found["epoch"], found["round"], found["seat"], found["step"])


def point(text: str) -> Point:
    return Point(hexed(text))


def pairs(case: list[list[str]]) -> tuple[Ciphertext, ...]:
    return tuple((point(a), point(b)) for a, b in case)


def only(data: str) -> Any:
    """A random source that has these bytes and no others."""
    answers = [hexed(data)]

    def source(size: int) -> bytes:
        answer = answers.pop()
        assert len(answer) == size
        return answer

    return source


def test_generators_and_cards() -> None:
    assert GROUP["base"] == group.BASE.hex()
    assert GROUP["pedersen_base"] == group.pedersen_base().hex()
    for index, expected in enumerate(GROUP["shuffle_generators"]):
        assert group.shuffle_generator(index).hex() == expected == reference.h(index).hex()
    for name, expected in GROUP["cards"].items():
        assert [card.hex() for card in card_points(name, range(len(expected)))] == expected


def test_hashing_to_points_and_scalars() -> None:
    for case in GROUP["points"]:
        assert group.hash_to_point(case["tag"], *case["parts"]).hex() == case["point"]
    for case in GROUP["scalars"]:
        tag, parts = case["tag"], case["parts"]
        assert group.scalar_bytes(group.hash_to_scalar(tag, *parts)).hex() == case["scalar"]
        stream = [group.scalar_bytes(found).hex() for found in group.hash_to_scalars(3, tag, *parts)]
        assert stream == case["stream"]
        assert stream == [found.to_bytes(32, "little").hex() for found in reference.scalars(3, tag, *parts)]
        assert [str(found) for found in group.hash_to_integers(3, 16, tag, *parts)] == case["integers_16"]


@pytest.mark.parametrize("case", named(GROUP["points_rejected"]))
def test_points_that_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(GroupError):
        parse_point(hexed(case["bytes"]))


@pytest.mark.parametrize("case", named(GROUP["scalars_rejected"]))
def test_scalars_that_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(GroupError):
        parse_scalar(hexed(case["bytes"]))


def test_scalars_that_are_read() -> None:
    for text in GROUP["scalars_accepted"]:
        assert group.scalar_bytes(parse_scalar(hexed(text))).hex() == text


def test_proofs_of_knowledge() -> None:
    for case in SCHNORR["accepted"]:
        key = DeckKey.from_secret(hexed(case["secret"]))
        assert key.public.hex() == case["public"]
        schnorr.check(key.public, hexed(case["proof"]), place(case))
        assert reference.knows(place(case).parts(), key.public, hexed(case["proof"]))
        assert key.prove(place(case), only(case["randomness"])).hex() == case["proof"]


@pytest.mark.parametrize("case", named(SCHNORR["rejected"]))
def test_proofs_of_knowledge_that_do_not_hold(case: dict[str, Any]) -> None:
    with pytest.raises(ProofError) as refusal:
        schnorr.check(point(case["public"]), hexed(case["proof"]), place(case))
    assert str(refusal.value) == case["because"]


def test_shares() -> None:
    for case in DLEQ["accepted"]:
        key, cards = DeckKey.from_secret(hexed(case["secret"])), pairs(case["ciphertexts"])
        points = tuple(point(text) for text in case["shares"])
        check_shares(point(case["public"]), cards, points, hexed(case["proof"]), place(case))
        assert reference.shared(place(case).parts(), key.public, cards, points, hexed(case["proof"]))
        assert shares(key, cards, place(case), only(case["randomness"])) == (points, hexed(case["proof"]))
        statement = dleq._statement(key.public, [a for a, _ in cards], points, pack_ciphertexts(cards), place(case))
        assert statement.hex() == case["statement"]
        assert [str(weight) for weight in dleq._weights(statement, len(cards))] == case["weights"]


@pytest.mark.parametrize("case", named(DLEQ["rejected"]))
def test_shares_that_do_not_hold(case: dict[str, Any]) -> None:
    points = [point(text) for text in case["shares"]]
    with pytest.raises(ProofError) as refusal:
        check_shares(point(case["public"]), pairs(case["ciphertexts"]), points, hexed(case["proof"]), place(case))
    assert str(refusal.value) == case["because"]


@pytest.mark.parametrize("case", named(SHUFFLE["accepted"]))
def test_shuffles(case: dict[str, Any]) -> None:
    inputs, outputs, joint = pairs(case["inputs"]), pairs(case["outputs"]), point(case["joint"])
    deck, count, seed, proof = case["deck"], case["count"], hexed(case["seed"]), hexed(case["proof"])
    check_shuffle(inputs, outputs, proof, joint, place(case), deck, count)
    assert shuffle(inputs, joint, place(case), deck, count, seed) == (outputs, proof)
    assert shuffle_outputs(inputs, joint, place(case), deck, count, seed) == outputs
    plan = _plan(inputs, joint, place(case), deck, count, seed)
    assert list(plan.permutation) == case["permutation"]
    assert [group.scalar_bytes(factor).hex() for factor in plan.factors] == case["factors"]
    second = reference.Statement(place(case).parts(), deck, count, joint, list(inputs), list(outputs))
    assert second.holds(proof)


@pytest.mark.parametrize("case", named(SHUFFLE["rejected"]))
def test_shuffles_that_do_not_hold(case: dict[str, Any]) -> None:
    with pytest.raises(ProofError) as refusal:
        check_shuffle(
            pairs(case["inputs"]),
            pairs(case["outputs"]),
            hexed(case["proof"]),
            point(case["joint"]),
            place(case),
            case["deck"],
            case["count"],
        )
    assert str(refusal.value) == case["because"]


def test_hilt() -> None:
    for case in HILT["accepted"]:
        rooms, data = tuple(case["rooms"]), hexed(case["commitment"])
        hidden = hilt.parse_commitment(data, rooms)
        hilt.check_hilt(hidden, rooms, place(case))
        openings = [Opening(here, hexed(blinding)) for here, blinding in case["openings"]]
        for room, (here, blinding) in zip(rooms, openings, strict=True):
            assert hilt.check_opening(hidden, room, here, blinding)
            assert not hilt.check_opening(hidden, room, not here, blinding)
        hilt.check_slip(hidden, case["room"], hexed(case["nonce"]), openings, place(case))
        assert reference.hidden(place(case).parts(), rooms, data)
        slip = reference.slip(place(case).parts(), rooms, case["room"], openings, hexed(case["nonce"]))
        assert slip.hex() == case["slip"]
        calls = iter(range(1, 100))

        def source(size: int, name: str = case["source"], calls: Any = calls) -> bytes:
            return hashlib.shake_256(f"{name} {next(calls)}".encode("ascii")).digest(size)

        secret, again = hilt.hide(rooms, case["room"], place(case), source)
        assert again.packed() == data == hexed(case["slip"]) + hexed("".join(case["points"])) + hexed(case["proof"])
        assert list(secret.openings()) == openings


@pytest.mark.parametrize("case", named(HILT["rejected"]))
def test_hilts_that_do_not_hold(case: dict[str, Any]) -> None:
    rooms = tuple(case["rooms"])
    with pytest.raises(ProofError) as refusal:
        hilt.check_hilt(hilt.parse_commitment(hexed(case["commitment"]), rooms), rooms, place(case))
    assert str(refusal.value) == case["because"]
