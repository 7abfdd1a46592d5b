"""Hostile bytes: the kept corpus and some thousand mutations for every reader; `tools/soak.py fuzz` feeds millions."""

from __future__ import annotations

import pytest

from fuzz_targets import TARGETS, Target
from soak_fuzz import CORPUS, corpus, feed_largest, folder_name, fuzz, shares

INPUTS = 60_000
"""What one run of the tests feeds in all, of the ten millions of a full soak."""


READ_BY_OTHERS = ("journal file",)
"""Targets whose bytes go through no code of ours: SQLite reads them, and coverage of ours finds nothing in them."""


@pytest.mark.parametrize("name", TARGETS)
def test_no_bytes_crash_or_stall_a_reader(name: str) -> None:
    done = fuzz((name, max(shares(INPUTS)[name], len(corpus(name))), 7))
    assert done.findings == ()


@pytest.mark.parametrize("name", TARGETS)
def test_the_largest_inputs_cost_little(name: str) -> None:
    done = feed_largest(name)
    assert done.inputs > 0
    assert done.findings == ()


def test_every_target_has_a_corpus() -> None:
    folders = {path.name for path in CORPUS.iterdir()}
    assert folders == {folder_name(name) for name in TARGETS if name not in READ_BY_OTHERS}


def test_the_corpus_is_small() -> None:
    assert sum(path.stat().st_size for path in CORPUS.rglob("*")) < 300_000


def test_a_finding_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> None:
        if len(data) > 3:
            raise KeyError("a hole")

    monkeypatch.setitem(TARGETS, "broken", Target(broken, lambda: (b"abcdef",), 1))
    assert any("KeyError" in finding for finding in fuzz(("broken", 50, 1)).findings)
