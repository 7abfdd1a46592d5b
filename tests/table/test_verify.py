"""Anyone can check a finished game; no change to its file goes unseen."""

from __future__ import annotations

import functools
import random

import pytest

from keep_p2p.table.verify import Verdict, verify_transcript
from tests.table.games import PACKS, played

CHANGED_BYTES = 60
"""How many single-byte changes one run tries; `tools/soak.py bytes` tries as many as asked."""


@functools.cache
def transcript() -> bytes:
    return played(4, "verify").peers[0].transcript()


def test_the_honest_file_is_fair() -> None:
    assert verify_transcript(transcript(), PACKS).verdict is Verdict.FAIR


@pytest.mark.parametrize("part", range(10))
def test_any_byte_changed_is_seen_and_placed(part: int) -> None:
    data = transcript()
    source = random.Random(part)
    for _ in range(CHANGED_BYTES // 10):
        at = source.randrange(len(data))
        changed = bytearray(data)
        changed[at] ^= source.randrange(1, 256)
        report = verify_transcript(bytes(changed), PACKS)
        assert report.verdict in (Verdict.ALTERED, Verdict.UNREADABLE), (at, report)
        assert report.exit_status != 0
        assert any(character.isdigit() for character in report.reason), "it says where"


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.999])
def test_a_cut_file_is_fair_as_far_as_it_goes_and_says_how_far(kept: float) -> None:
    data = transcript()[: int(len(transcript()) * kept)]
    report = verify_transcript(data, PACKS)
    assert report.verdict is Verdict.INCOMPLETE, report
    assert report.exit_status == 0
    assert f"{report.rounds:,} signed round" in report.reason
    assert "awaits" in report.reason


def test_a_file_without_its_last_round_is_incomplete_and_names_whom_it_awaits() -> None:
    table = played(3, "last round")
    peer = table.peers[0]
    peer.replica.rounds.pop()
    report = verify_transcript(peer.transcript(), PACKS)
    assert report.verdict is Verdict.INCOMPLETE
    assert "Player 1, Player 2, Player 3" in report.reason


@pytest.mark.parametrize("data", [b"", b"not a transcript", b"\x00" * 100, b"\xff" * 100])
def test_what_is_no_transcript_is_unreadable(data: bytes) -> None:
    report = verify_transcript(data, PACKS)
    assert report.verdict is Verdict.UNREADABLE
    assert report.exit_status == 2


def test_more_after_the_end_is_seen() -> None:
    assert verify_transcript(transcript() + b"more", PACKS).verdict is Verdict.ALTERED
    assert verify_transcript(transcript() + transcript(), PACKS).verdict is Verdict.ALTERED


@pytest.mark.parametrize("index", [1, 2, 40, -1])
def test_a_changed_length_is_no_cut(index: int) -> None:
    data = transcript()
    offsets = [0]
    while offsets[-1] < len(data):
        offsets.append(offsets[-1] + 4 + int.from_bytes(data[offsets[-1] : offsets[-1] + 4], "big"))
    start = offsets[:-1][index]
    for at in range(start, start + 4):
        for bit in (0, 3, 6):
            changed = bytearray(data)
            changed[at] ^= 1 << bit
            assert verify_transcript(bytes(changed), PACKS).exit_status != 0, (at, bit)
