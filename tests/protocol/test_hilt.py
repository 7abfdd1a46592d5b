"""The Hilt is in exactly one room, chosen before the game, and every answer about it can be checked."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import hilt, onehot
from protocol.context import Context
from protocol.encoding import EncodingError
from protocol.group import BASE, IDENTITY, ORDER, add, pedersen_base, scalar_bytes
from protocol.hilt import HiltCommitment, HiltSecret, Opening
from protocol.proof import ProofError
from tests.protocol.cards import ELSEWHERE, HERE, Source, pieces, put

ROOMS = ("the crypt", "the well", "the cistern", "the forge")
SECRET, HIDDEN = hilt.hide(ROOMS, "the well", HERE, Source())


def refused(hidden: HiltCommitment, rooms: tuple[str, ...] = ROOMS, context: Context = HERE) -> str:
    assert not hilt.verify_hilt(hidden, rooms, context)
    with pytest.raises(ProofError) as caught:
        hilt.check_hilt(hidden, rooms, context)
    return str(caught.value)


def slip_refused(
    room: str = SECRET.room,
    nonce: bytes = SECRET.nonce,
    openings: tuple[Opening, ...] = SECRET.openings(),
    hidden: HiltCommitment = HIDDEN,
    context: Context = HERE,
) -> str:
    with pytest.raises(ProofError) as caught:
        hilt.check_slip(hidden, room, nonce, openings, context)
    return str(caught.value)


@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1))), st.integers(0, 2**32))
@settings(deadline=None, max_examples=15)
def test_an_honest_hilt_holds_opens_and_agrees_with_its_slip(shape: tuple[int, int], seed: int) -> None:
    count, index = shape
    rooms = tuple(f"room {number}" for number in range(count))
    secret, hidden = hilt.hide(rooms, rooms[index], HERE, Source(seed))
    received = hilt.parse_commitment(hidden.packed(), rooms)
    assert received == hidden
    hilt.check_hilt(received, rooms, HERE)
    for number, room in enumerate(rooms):
        here, blinding = hilt.opening(secret, room)
        assert here == (number == index)
        assert hilt.check_opening(received, room, here, blinding)
        assert not hilt.check_opening(received, room, not here, blinding)
    hilt.check_slip(received, rooms[index], secret.nonce, secret.openings(), HERE)


# --- one room, and one that may hold it


def test_a_room_that_may_not_hold_it_cannot_be_chosen() -> None:
    with pytest.raises(ValueError, match="not among the rooms"):
        hilt.hide(ROOMS, "the kitchen", HERE, Source())
    with pytest.raises(ValueError, match="named twice"):
        hilt.hide(("a", "a"), "a", HERE, Source())
    with pytest.raises(ValueError, match="rooms may hold"):
        hilt.hide((), "a", HERE, Source())


def forged(bits: tuple[bool, ...]) -> HiltCommitment:
    """A commitment to any set of rooms, proven as if it were to the first of them."""
    points = tuple(
        onehot.pedersen(bit, int.from_bytes(blinding, "little"))
        for bit, blinding in zip(bits, SECRET.blindings, strict=True)
    )
    scalars = [int.from_bytes(blinding, "little") for blinding in SECRET.blindings]
    index = bits.index(True) if True in bits else 0
    proof = onehot.prove(index, scalars, points, hilt._bound(ROOMS, HIDDEN.slip, HERE), Source())
    return replace(HIDDEN, points=points, proof=proof)


def test_none_or_two_or_all_rooms_are_refused() -> None:
    hilt.check_hilt(forged((False, False, True, False)), ROOMS, HERE)
    for bits in ((False,) * 4, (True, True, False, False), (False, True, True, True), (True,) * 4):
        assert "do not fit" in refused(forged(bits))


def test_other_rooms_than_those_of_the_board_are_refused() -> None:
    assert "other rooms" in refused(HIDDEN, (*ROOMS[:-1], "the kitchen"))
    assert "other rooms" in refused(HIDDEN, ROOMS[::-1])
    assert "other rooms" in refused(HIDDEN, ROOMS[:-1])
    renamed = replace(HIDDEN, rooms=(*ROOMS[:-1], "the kitchen"))
    assert "do not fit" in refused(renamed, renamed.rooms)
    assert "do not fit" in refused(replace(HIDDEN, rooms=ROOMS[::-1]), ROOMS[::-1])


@pytest.mark.parametrize("place", list(ELSEWHERE.values()), ids=list(ELSEWHERE))
def test_a_commitment_holds_nowhere_else(place: Context) -> None:
    assert "place in the game" in refused(HIDDEN, context=place)
    assert "does not say" in slip_refused(context=place)


# --- its bytes


def test_every_element_of_a_packed_commitment_counts() -> None:
    data = HIDDEN.packed()
    assert len(data) == hilt.commitment_bytes(len(ROOMS))
    for at, piece in pieces(data):
        changed = hilt_or_error(put(data, at, scalar_bytes(int.from_bytes(piece, "little") + 1)))
        assert "Hilt" in changed


def hilt_or_error(data: bytes) -> str:
    try:
        return refused(hilt.parse_commitment(data, ROOMS))
    except ProofError as error:
        return str(error)


def test_a_moved_commitment_or_slip_is_refused() -> None:
    moved = (add(HIDDEN.points[0], BASE), *HIDDEN.points[1:])
    assert "do not fit" in refused(replace(HIDDEN, points=moved))
    assert "do not fit" in refused(replace(HIDDEN, slip=bytes(32)))
    assert "3 commitments for 4 rooms" in refused(replace(HIDDEN, points=HIDDEN.points[:3]))
    assert "identity" in refused(replace(HIDDEN, points=(IDENTITY, *HIDDEN.points[1:])))
    assert "must have" in refused(replace(HIDDEN, proof=HIDDEN.proof[:-1]))


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data + b"\0", lambda _: b""])
def test_a_packed_commitment_has_exactly_its_elements(change: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ProofError, match="must have"):
        hilt.parse_commitment(change(HIDDEN.packed()), ROOMS)


def test_a_commitment_that_is_no_point_is_refused() -> None:
    for piece, why in ((IDENTITY, "number 1: the identity"), (b"\1" * 32, "number 1: these bytes are not a point")):
        with pytest.raises(ProofError, match=why):
            hilt.parse_commitment(put(HIDDEN.packed(), 64, piece), ROOMS)


# --- answers


def test_a_false_answer_is_refused() -> None:
    for room in ROOMS:
        here, blinding = hilt.opening(SECRET, room)
        assert not hilt.check_opening(HIDDEN, room, not here, blinding)
        wrong = scalar_bytes(int.from_bytes(blinding, "little") + 1)
        assert not hilt.check_opening(HIDDEN, room, here, wrong)
        assert not hilt.check_opening(HIDDEN, room, not here, wrong)


def test_an_answer_for_another_room_is_refused() -> None:
    here, blinding = hilt.opening(SECRET, "the crypt")
    assert not hilt.check_opening(HIDDEN, "the forge", here, blinding)
    assert not hilt.check_opening(HIDDEN, "the kitchen", here, blinding)
    with pytest.raises(ValueError, match="not in"):
        hilt.opening(SECRET, "the kitchen")


def test_an_answer_has_one_spelling() -> None:
    here, blinding = hilt.opening(SECRET, "the crypt")
    again = (int.from_bytes(blinding, "little") + ORDER).to_bytes(32, "little")
    for wrong in (again, blinding + b"\0", blinding[:-1], b""):
        assert not hilt.check_opening(HIDDEN, "the crypt", here, wrong)
    assert not hilt.check_opening(HIDDEN, "the crypt", 0, blinding)  # type: ignore[arg-type]  # a number is no answer


# --- the slip


def test_the_slip_is_bound_to_room_nonce_and_answers() -> None:
    assert "does not say" in slip_refused(room="the crypt")
    assert "does not say" in slip_refused(nonce=bytes(32))
    assert "31 bytes" in slip_refused(nonce=bytes(31))
    assert "3 answers for 4 rooms" in slip_refused(openings=SECRET.openings()[:-1])
    assert "does not say" in slip_refused(openings=SECRET.openings()[::-1])


def slip_about(room: str, openings: tuple[Opening, ...]) -> HiltCommitment:
    """The honest answers with the slip of somebody who lies on it."""
    return replace(HIDDEN, slip=hilt._slip(ROOMS, room, SECRET.nonce, openings, HERE))


def test_a_slip_that_disagrees_with_the_answers_is_refused_at_the_end() -> None:
    honest = SECRET.openings()
    assert "names the crypt, but answers otherwise for the crypt" in slip_refused(
        "the crypt", hidden=slip_about("the crypt", honest)
    )
    assert "the kitchen may not hold the Hilt" in slip_refused("the kitchen", hidden=slip_about("the kitchen", honest))
    lying = (Opening(True, honest[0].blinding), *honest[1:])
    assert "answer for the crypt is not the one committed to" in slip_refused(
        openings=lying, hidden=slip_about("the well", lying)
    )


# --- what leaks


def test_the_same_room_hides_differently_each_time() -> None:
    _, again = hilt.hide(ROOMS, "the well", HERE, Source(1))
    assert not {*HIDDEN.points, HIDDEN.slip} & {*again.points, again.slip}


def test_a_commitment_is_no_plain_multiple_of_a_generator() -> None:
    assert not {*HIDDEN.points} & {BASE, pedersen_base(), add(BASE, pedersen_base())}


def test_a_secret_does_not_show_itself_by_accident() -> None:
    shown = repr(SECRET)
    assert str(SECRET.nonce) not in shown
    assert all(str(blinding) not in shown for blinding in SECRET.blindings)


# --- the journal


def test_a_secret_survives_the_journal_and_commits_to_the_same() -> None:
    again = hilt.parse_secret(SECRET.packed())
    assert again == SECRET
    recommitted = hilt.commit(again, HERE, Source(3))
    assert (recommitted.slip, recommitted.points) == (HIDDEN.slip, HIDDEN.points)
    hilt.check_hilt(recommitted, ROOMS, HERE)


def test_a_damaged_secret_is_refused() -> None:
    for data in (b"", SECRET.packed()[:-1], SECRET.packed() + b"\0"):
        with pytest.raises(EncodingError):
            hilt.parse_secret(data)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"room": "the kitchen"}, "not among"),
        ({"blindings": SECRET.blindings[:-1]}, "blinding"),
        ({"blindings": (b"", *SECRET.blindings[1:])}, "blinding"),
        ({"blindings": (b"\xff" * 32, *SECRET.blindings[1:])}, "below the order"),
        ({"nonce": b""}, "nonce"),
    ],
)
def test_a_secret_is_whole_or_is_not_made(changes: dict[str, object], why: str) -> None:
    fields = {"rooms": ROOMS, "room": SECRET.room, "blindings": SECRET.blindings, "nonce": SECRET.nonce}
    with pytest.raises(ValueError, match=why):
        HiltSecret(**{**fields, **changes})  # type: ignore[arg-type]  # wrong on purpose
