"""The transcript file: readable up to any cut, and no byte of it unwatched."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.chain import chain_problems
from protocol.encoding import Deframer, Value, decode, encode, frame
from protocol.entry import Body, Entry, history_next, history_start, sign_entry
from protocol.identity import Identity
from protocol.shape import ShapeError
from protocol.statement import StatementKind, sign_statement
from protocol.transcript import (
    MAX_OBJECT_BYTES,
    Reading,
    Round,
    Transcript,
    TranscriptWriter,
    read_transcript,
    write_transcript,
)
from tests.protocol.published import flipped, games

FILE = games.transcript_bytes()
OBJECTS = Deframer(MAX_OBJECT_BYTES).feed(FILE)


def whole(data: bytes) -> Transcript:
    reading = read_transcript(data)
    assert reading.problem is None
    assert reading.transcript is not None
    return reading.transcript


def problem_of(data: bytes) -> str:
    reading = read_transcript(data)
    assert reading.problem is not None
    return str(reading.problem)


def file_of(objects: list[bytes]) -> bytes:
    return b"".join(frame(payload) for payload in objects)


def test_a_sound_file_has_no_problem() -> None:
    read = whole(FILE)
    assert list(chain_problems(read)) == []
    assert [done.number for done in read.rounds] == [1, 2, 3]
    assert [[entry.body.seat for entry in done.entries] for done in read.rounds] == [[0, 1, 2], [1], [0, 2]]
    assert [placed.signed.statement.kind for placed in read.statements] == ["resignation", "complaint", "evidence"]
    assert write_transcript(read) == FILE


def problems(reading: Reading) -> bool:
    if reading.problem is not None or reading.transcript is None:
        return True
    return next(chain_problems(reading.transcript), None) is not None


def test_no_byte_may_change() -> None:
    for at in range(len(FILE)):
        assert problems(read_transcript(flipped(FILE, at))), f"byte {at}"


@given(st.integers(0, len(FILE) - 1), st.integers(0, 255))
@settings(deadline=None, max_examples=300)
def test_no_byte_may_become_any_other(at: int, byte: int) -> None:
    changed = FILE[:at] + bytes([byte]) + FILE[at + 1 :]
    assert problems(read_transcript(changed)) == (changed != FILE)


def test_version_true_is_not_version_1() -> None:
    header = encode({"format": "keep-p2p transcript", "type": "header", "version": True})
    assert "does not begin as a keep-p2p transcript of version 1" in problem_of(file_of([header, *OBJECTS[1:]]))


def test_a_cut_file_is_read_up_to_the_cut() -> None:
    starts, offset = [], 0
    for payload in OBJECTS:
        starts.append(offset)
        offset += 4 + len(payload)
    for length in range(len(FILE)):
        reading = read_transcript(FILE[:length])
        complete = sum(start + 4 + len(payload) <= length for start, payload in zip(starts, OBJECTS, strict=True))
        if length in starts and complete >= 2:
            assert reading.problem is None
        else:
            assert reading.problem is not None
            assert reading.problem.cut
            assert (reading.problem.index, reading.problem.offset) == (complete, starts[complete])
        if complete >= 2:
            assert reading.transcript is not None
            assert 2 + len(reading.transcript.rounds) + len(reading.transcript.statements) == complete
            assert length not in starts or list(chain_problems(reading.transcript)) == []
        else:
            assert reading.transcript is None


def test_a_problem_says_where_and_what_came_before_is_kept() -> None:
    bad = [*OBJECTS[:4], encode({"type": "round"}), *OBJECTS[4:]]
    reading = read_transcript(file_of(bad))
    assert reading.problem is not None
    assert not reading.problem.cut
    assert reading.problem.index == 4
    assert reading.problem.offset == len(file_of(OBJECTS[:4]))
    assert str(reading.problem).startswith(f"object 4 at byte {reading.problem.offset}: ")
    assert reading.transcript is not None
    assert len(reading.transcript.rounds) == 1


def test_an_empty_file_says_so() -> None:
    assert problem_of(b"") == "object 0 at byte 0: the file ends before its header"
    assert "the file ends before its genesis" in problem_of(file_of(OBJECTS[:1]))


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_any_bytes_are_read_without_harm(data: bytes) -> None:
    assert read_transcript(data).problem is not None
    assert read_transcript(file_of(OBJECTS[:2]) + data).transcript is not None


@pytest.mark.parametrize("size", [0, MAX_OBJECT_BYTES + 1, 2**32 - 1])
def test_an_object_of_an_impossible_size_is_refused_by_its_length(size: int) -> None:
    problem = read_transcript(FILE + size.to_bytes(4, "big")).problem
    assert problem is not None
    assert "is not possible" in problem.sentence
    assert not problem.cut
    assert problem.offset == len(FILE)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ([1, 0], "does not begin as"),
        ([0, 0], "has no field 'genesis'"),
        ([0, 2], "has no field 'genesis'"),
        ([0, 1, 1], "has no field 'entries'"),
        ([0, 1, 2, 3, 3], "round 1 stands where round 2 must"),
        ([0, 1, 2, 5], "round 2 stands where round 1 must"),
        ([0, 1, 3, 2], "a statement that follows round 0 stands after round 1"),
        ([0, 1, 2, 2], "not in their order"),
    ],
)
def test_objects_stand_in_their_order(order: list[int], why: str) -> None:
    problem = read_transcript(file_of([OBJECTS[n] for n in order])).problem
    assert problem is not None
    assert why in problem.sentence


def changed(index: int, **fields: Value) -> str:
    value = decode(OBJECTS[index])
    assert isinstance(value, dict)
    kept = {key: item for key, item in {**value, **fields}.items() if item != "gone"}
    return problem_of(file_of([*OBJECTS[:index], encode(kept), *OBJECTS[index + 1 :]]))


@pytest.mark.parametrize("index", range(len(OBJECTS)))
def test_every_object_has_exactly_its_fields(index: int) -> None:
    value = decode(OBJECTS[index])
    assert isinstance(value, dict)
    for key in value:
        assert changed(index, **{key: "gone"})
        assert changed(index, **{key: None})
    assert changed(index, zzz=1)
    assert changed(index, type="other")


def round_with(entries: Value) -> str:
    return changed(3, entries=entries)


def test_entries_stand_in_seat_order_one_for_each_speaker() -> None:
    first = decode(OBJECTS[3])
    assert isinstance(first, dict)
    entries = first["entries"]
    assert isinstance(entries, tuple)
    for wrong in (entries[::-1], (entries[0], entries[0]), (entries[1], entries[0])):
        assert "not in seat order" in round_with(wrong)
    assert "not an array of 1 to 6" in round_with(())
    assert "not a byte string" in round_with((1,))
    second = decode(OBJECTS[5])
    assert isinstance(second, dict)
    assert "round 1 holds an entry of round 2" in round_with(second["entries"])


def test_chat_has_no_place_in_it() -> None:
    chat = next(signed for signed in games.statements() if signed.statement.kind is StatementKind.CHAT)
    chat = sign_statement(games.seats()[0], replace(chat.statement, round=0, seat=0))
    with pytest.raises(ShapeError, match="a chat has no place"):
        TranscriptWriter(games.signed_table()).add_statement(chat)
    data = file_of([*OBJECTS[:2], encode({"statement": chat.to_bytes(), "type": "statement"})])
    assert "a chat has no place" in problem_of(data)


# --- writing --------------------------------------------------------------------------------------


def test_the_same_rounds_and_statements_give_the_same_file_whenever_they_came() -> None:
    writer = TranscriptWriter(games.signed_table())
    kept = [signed for signed in games.statements() if signed.statement.kind.is_kept]
    for signed in [*kept[::-1], *kept]:
        writer.add_statement(signed)
    for entries in games.rounds():
        writer.add_round(entries)
    assert writer.rounds == 3
    assert writer.to_bytes() == FILE


def test_statements_after_one_round_are_ordered_by_seat_and_kind() -> None:
    made = [
        sign_statement(games.seats()[seat], replace(games.statements()[0].statement, seat=seat, kind=kind))
        for seat in (2, 0, 1)
        for kind in (StatementKind.RESIGNATION, StatementKind.EVIDENCE)
    ]
    writer = TranscriptWriter(games.signed_table())
    for signed in made:
        writer.add_statement(signed)
    read = [placed.signed.statement for placed in whole(writer.to_bytes()).statements]
    assert [(statement.seat, statement.kind.value) for statement in read] == [
        (seat, kind) for seat in range(3) for kind in ("evidence", "resignation")
    ]


def test_a_statement_waits_for_the_round_it_follows() -> None:
    writer = TranscriptWriter(games.signed_table())
    for signed in games.statements()[:3]:
        writer.add_statement(signed)
    assert len(whole(writer.to_bytes()).statements) == 1
    writer.add_round(games.rounds()[0])
    assert len(whole(writer.to_bytes()).statements) == 2


def test_only_the_next_round_can_be_added() -> None:
    writer = TranscriptWriter(games.signed_table())
    with pytest.raises(ShapeError, match="round 1 holds an entry of round 2"):
        writer.add_round(games.rounds()[1])
    with pytest.raises(ShapeError, match="0 entries"):
        writer.add_round(())
    with pytest.raises(ShapeError, match="seat order"):
        writer.add_round(games.rounds()[0][::-1])


# --- signatures and chain -------------------------------------------------------------------------

SOUND = whole(FILE)
SEATS = games.seats()


def sentences(transcript: Transcript) -> list[str]:
    return [problem.sentence for problem in chain_problems(transcript)]


def with_entry(number: int, position: int, entry: Entry) -> Transcript:
    done = SOUND.rounds[number - 1]
    entries = (*done.entries[:position], entry, *done.entries[position + 1 :])
    changed_round = Round(number, entries, done.place)
    return replace(SOUND, rounds=(*SOUND.rounds[: number - 1], changed_round, *SOUND.rounds[number:]))


def resigned(number: int, position: int, signer: Identity | None = None, **changes: Value) -> Transcript:
    body = replace(SOUND.rounds[number - 1].entries[position].body, **changes)  # type: ignore[arg-type]  # by name
    return with_entry(number, position, sign_entry(signer or SEATS[body.seat], body))


def test_an_entry_must_be_signed_by_its_seat() -> None:
    assert sentences(resigned(2, 0, SEATS[0])) == ["the entry of seat 1 in round 2 is not signed by that seat"]


def test_an_entry_must_be_of_this_game() -> None:
    assert sentences(resigned(3, 1, game=bytes(32))) == ["the entry of seat 2 in round 3 is of another game"]


def test_an_entry_must_quote_the_history_before_it() -> None:
    expected = "the entry of seat 2 in round 3 quotes another history than the one before it"
    assert sentences(resigned(3, 1, history=bytes(32))) == [expected]


def test_a_body_changed_and_signed_again_breaks_the_chain_after_it() -> None:
    found = list(chain_problems(resigned(1, 0, state=bytes(32))))
    assert [(problem.round, problem.seat) for problem in found] == [(2, 1), (3, 0), (3, 2)]
    assert found[0].place == SOUND.rounds[1].place
    assert str(found[0]).startswith(f"object {found[0].place.index} at byte {found[0].place.offset}: ")


def test_the_epoch_is_one_for_a_round_and_never_falls() -> None:
    assert any("epoch" in sentence for sentence in sentences(resigned(3, 1, epoch=1)))
    history, rounds = history_start(games.table().digest()), []
    for number, epoch in enumerate((0, 1, 1, 0), start=1):
        body: Body = replace(SOUND.rounds[0].entries[0].body, round=number, epoch=epoch, history=history)
        rounds.append(Round(number, (sign_entry(SEATS[0], body),)))
        history = history_next(history, [body])
    assert sentences(replace(SOUND, rounds=tuple(rounds[:3]), statements=())) == []
    assert sentences(replace(SOUND, rounds=tuple(rounds), statements=())) == [
        "round 4 is of epoch 0, where that is not possible"
    ]


def test_a_seat_must_be_in_the_roster() -> None:
    body = replace(SOUND.rounds[2].entries[1].body, seat=3)
    assert "the entry of seat 3 in round 3 is of a seat that the roster does not have" in sentences(
        with_entry(3, 1, sign_entry(SEATS[2], body))
    )
    statement = sign_statement(SEATS[0], replace(SOUND.statements[0].signed.statement, seat=5))
    stated = replace(SOUND, statements=(replace(SOUND.statements[0], signed=statement),))
    assert sentences(stated) == ["the resignation of seat 5 after round 0 is of a seat that the roster does not have"]


def test_a_statement_must_be_signed_by_its_seat_and_of_this_game() -> None:
    placed = SOUND.statements[0]
    for signer, game, expected in (
        (SEATS[1], placed.signed.statement.game, "is not signed by that seat"),
        (SEATS[0], bytes(32), "is of another game"),
    ):
        signed = sign_statement(signer, replace(placed.signed.statement, game=game))
        found = list(chain_problems(replace(SOUND, statements=(replace(placed, signed=signed),))))
        assert [problem.sentence for problem in found] == [f"the resignation of seat 0 after round 0 {expected}"]
        assert (found[0].place, found[0].round, found[0].seat) == (placed.place, 0, 0)


def test_the_genesis_must_be_signed_by_all() -> None:
    signatures = SOUND.genesis.signatures
    bad = replace(SOUND.genesis, signatures=(flipped(signatures[0], 0), *signatures[1:]))
    found = list(chain_problems(replace(SOUND, genesis=bad)))
    assert [problem.sentence for problem in found] == ["the signature of seat 0 under the genesis does not hold"]
    assert found[0].place.index == 1
