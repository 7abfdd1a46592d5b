"""What is read from mDNS comes from anybody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keep_p2p.net.announcement import Announcement, from_txt, to_txt

GOOD = Announcement(1, bytes(range(16)), "Friday", 4, 2, "abcd-efgh", watch=True, game=bytes(8))


def encoded(announcement: Announcement) -> dict[bytes, bytes | None]:
    return {str(key).encode(): str(value).encode() for key, value in to_txt(announcement).items()}


def test_an_announcement_comes_back_as_it_was() -> None:
    for announcement in (GOOD, replace(GOOD, game=b"", watch=False, practice=True, name="Fürst's table ♜")):
        assert from_txt(encoded(announcement)) == announcement


def test_everything_fits_into_a_txt_record() -> None:
    widest = replace(GOOD, name="ü" * 24, fingerprint="f" * 64)
    assert all(len(key) + 1 + len(value or b"") <= 255 for key, value in encoded(widest).items())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"v", b"one"),
        (b"v", b"99999"),
        (b"t", b"00"),
        (b"t", b"zz" * 16),
        (b"t", b"0" * 1000),
        (b"n", b""),
        (b"n", b"\x1b[2Jowned"),
        (b"n", "ab\u202ecd".encode()),
        (b"n", "a\u200bb".encode()),
        (b"n", b"x" * 200),
        (b"n", b"\xff\xfe"),
        (b"s", b"7"),
        (b"s", b"-1"),
        (b"f", b"5"),
        (b"k", b"UPPER"),
        (b"k", b"f" * 65),
        (b"k", "\u202e".encode()),
        (b"g", b"00"),
        (b"g", b"0"),
    ],
)
def test_a_hostile_field_makes_it_no_announcement(key: bytes, value: bytes) -> None:
    assert from_txt({**encoded(GOOD), key: value}) is None


@pytest.mark.parametrize("key", [b"v", b"t", b"n", b"s", b"f"])
def test_a_missing_field_makes_it_no_announcement(key: bytes) -> None:
    properties = encoded(GOOD)
    del properties[key]
    assert from_txt(properties) is None


def test_properties_of_later_versions_are_passed_over() -> None:
    assert from_txt({**encoded(GOOD), b"new": b"thing", b"flag": None}) == GOOD


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([b"v", b"t", b"n", b"s", b"f", b"k", b"w", b"g"]), st.binary(max_size=70)))
def test_no_bytes_make_the_reader_fail(properties: dict[bytes, bytes]) -> None:
    found = from_txt({**encoded(GOOD), **properties})
    assert found is None or found.name.isprintable()
