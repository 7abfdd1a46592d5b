"""The terminal's bytes: all real keys as the library reads them, and an end to sequences that have none."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from keep_p2p.ui.screen.keyboard import LONGEST_SEQUENCE, BoundedParser, bound

PIECES = (
    *ANSI_SEQUENCES,
    "\x1b[<0;10;20M",
    "\x1b[M !!",
    "\x1b[200~a paste\x1bwith an escape\x1b[201~",
    "abc",
    "é",
    "1;2",
)


def presses(parser: type[Vt100Parser], *data: str) -> list[KeyPress]:
    found: list[KeyPress] = []
    reader = parser(found.append)
    for piece in data:
        reader.feed(piece)
    reader.flush()
    return found


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.lists(st.integers(0, 60), max_size=4))
def test_keys_mouse_and_pastes_are_read_as_the_library_reads_them(pieces: list[str], cuts: list[int]) -> None:
    data = "".join(pieces)
    edges = [0, *sorted(cuts), len(data)]
    parts = [data[start:end] for start, end in pairwise(edges)]
    assert presses(BoundedParser, *parts) == presses(Vt100Parser, data)


@pytest.mark.parametrize("start", ["\x1b[<", "\x1b[", "\x1b[<0;10;"])
@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_a_sequence_without_an_end_is_taken_for_its_characters(start: str, size: int) -> None:
    class Watched(BoundedParser):
        looked = 0

        def _get_match(self, prefix: str) -> Keys | tuple[Keys, ...] | None:
            Watched.looked += len(prefix)
            return super()._get_match(prefix)

    digits = "1" * 10_000
    parts = [digits[at : at + size] for at in range(0, len(digits), size)]
    found = presses(Watched, start, *parts)
    assert "".join(press.data for press in found)[-9_000:] == digits[-9_000:]
    assert Watched.looked < LONGEST_SEQUENCE**3 + 10 * len(digits)


def test_the_terminals_own_reader_is_the_bounded_one() -> None:
    with create_pipe_input() as source:
        bound(source)
        source.send_text("\x1b[<" + "1" * 5_000 + "a")
        while source.read_keys()[-1].key != "a":
            pass
        assert isinstance(source.vt100_parser, BoundedParser)  # type: ignore[attr-defined]  # of a pipe on POSIX
