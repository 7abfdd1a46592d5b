"""What a transcript says of its game, without a check: of whole, cut, stopped, altered and arbitrary files."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keep_p2p.rules.awaited import Reason
from keep_p2p.rules.names import Character
from keep_p2p.table.summary import summarize
from protocol.encoding import Value
from protocol.entry import Entry
from protocol.transcript import TranscriptWriter
from tests.table.replays import foul_transcript, game, replay


def whole(seats: int) -> bytes:
    return game(seats).peers[0].transcript()


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_it_says_what_the_verifier_finds(seats: int) -> None:
    said, checked = summarize(whole(seats)), replay(seats)
    last = checked.moments[-1].state
    assert last is not None
    assert said.over == checked.report.over
    assert said.rounds == checked.report.rounds
    assert said.meals == len(last.eaten)
    assert [player.name for player in said.players] == [seat.name for seat in checked.genesis.roster]
    assert tuple(player.characters for player in said.players) == last.game.seating.players
    assert (said.cut, said.damaged) == (False, False)


def test_a_cut_file_says_who_played_and_no_end() -> None:
    data = whole(4)
    said = summarize(data[: len(data) // 2])
    assert said.cut
    assert said.over is None
    assert all(player.characters for player in said.players)
    assert 0 < said.meals < 11


def test_before_the_characters_are_drawn_there_are_none() -> None:
    said = summarize(written(4, rounds=1))
    assert said.players
    assert not any(player.characters for player in said.players)
    assert (said.over, said.damaged) == (None, False)


def test_a_stopped_game_has_no_end() -> None:
    said = summarize(foul_transcript())
    assert (said.over, said.cut, said.damaged) == (None, False, False)


def test_an_altered_byte_is_damage_or_is_not_seen_but_never_an_error() -> None:
    data = bytearray(whole(4))
    data[len(data) // 3] ^= 0xFF
    assert isinstance(summarize(bytes(data)).damaged, bool)
    data[40] ^= 0xFF
    assert summarize(bytes(data)).players == ()


def written(seats: int, rounds: int | None = None, final: tuple[Value, ...] = ()) -> bytes:
    """The first rounds of the game; with ``final``, those as the outcomes that its seats sign."""
    replica = game(seats).peers[0].replica
    writer = TranscriptWriter(replica.signed)
    for entries in replica.rounds[:rounds]:
        if final and entries[0].body.kind == "final":
            entries = tuple(changed(entry, outcome) for entry, outcome in zip(entries, final, strict=False))
        writer.add_round(entries)
    return writer.to_bytes()


def changed(entry: Entry, outcome: Value) -> Entry:
    return replace(entry, body=replace(entry.body, content={"outcome": outcome}))


def over(**fields: Value) -> Value:
    plain: dict[str, Value] = {
        "is": "Over", "reason": Reason.TWELFTH_TURN.value, "winners": [Character.MOLASAR.value],
        "winning_seats": [2], "finder": None, "room": None,
    }  # fmt: skip
    return plain | fields


def test_what_all_have_signed_counts_and_nothing_that_contradicts_itself() -> None:
    sound = summarize(written(4, final=(over(),) * 4))
    assert sound.over == replay(4).report.over
    others: tuple[tuple[Value, ...], ...] = (
        (over(), over(), over(), over(reason=Reason.ABANDONED.value, winners=[], winning_seats=[])),
        (over(),) * 3,
        (over(winning_seats=[9]),) * 4,
        (over(winning_seats=[1]),) * 4,
        (over(winners=[Character.EVA.value]),) * 4,
        (over(reason="by magic"),) * 4,
        ("Molasar",) * 4,
    )
    for outcomes in others:
        said = summarize(written(4, final=outcomes))
        assert (said.over, said.damaged) == (None, True), outcomes


@given(st.binary(max_size=300))
def test_any_bytes_are_taken(data: bytes) -> None:
    assert summarize(data).over is None


@given(st.integers(0, 9_000), st.integers(0, 255))
def test_any_byte_may_be_another(at: int, other: int) -> None:
    data = bytearray(written(3, rounds=8))
    data[at % len(data)] = other
    summarize(bytes(data))
