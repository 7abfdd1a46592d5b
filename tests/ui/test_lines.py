"""Lines from standard input and to standard output."""

from __future__ import annotations

import asyncio
import io
import os
import threading

import pytest

from keep_p2p.rules.names import Region
from keep_p2p.ui.lines import MAX_LINE, MAX_LINES_AHEAD, StandardInput, StandardOutput, folded
from keep_p2p.ui.map import ASCII, MapState, draw_region, legend, lines
from tests.ui.games import packs


def read_all(stream: io.TextIOBase) -> list[str]:
    async def main() -> list[str]:
        source = StandardInput(stream)  # type: ignore[arg-type]  # a text stream all the same
        source.start()
        lines = [line async for line in source]
        assert await source.line() is None, "the end stays the end"
        return lines

    return asyncio.run(main())


def test_every_line_comes_once_and_then_the_end() -> None:
    assert read_all(io.StringIO("one\ntwo\r\n\nlast without end")) == ["one", "two", "", "last without end"]


def test_a_line_of_any_length_is_one_line_cut_short() -> None:
    found = read_all(io.StringIO("x" * (3 * MAX_LINE + 5) + "\nnext\n"))
    assert found == ["x" * MAX_LINE, "next"]


class Endless:
    """As many lines as anybody asks for."""

    asked = 0

    def readline(self, size: int) -> str:
        self.asked += 1
        return "y\n"


def test_no_more_lines_are_read_ahead_than_allowed() -> None:
    async def main() -> None:
        stream = Endless()
        source = StandardInput(stream)  # type: ignore[arg-type]  # all of a stream that is used
        source.start()
        while stream.asked <= MAX_LINES_AHEAD:
            await asyncio.sleep(0)
        for _ in range(10):
            assert await source.line() == "y"
        assert source._queue.qsize() <= MAX_LINES_AHEAD
        assert stream.asked <= MAX_LINES_AHEAD + 11

    asyncio.run(main())


def test_a_closed_stream_is_the_end() -> None:
    stream = io.StringIO("never read")
    stream.close()
    assert read_all(stream) == []


def test_reading_does_not_hold_up_the_event_loop() -> None:
    reading, writing = os.pipe()

    async def main() -> tuple[list[str], str | None]:
        with os.fdopen(reading) as stream:
            source = StandardInput(stream)
            source.start()
            waiting = asyncio.ensure_future(source.line())
            ran: list[str] = []
            asyncio.get_running_loop().call_soon(ran.append, "the loop ran")
            while not ran:
                await asyncio.sleep(0)
            assert not waiting.done()
            os.write(writing, b"at last\n")
            line = await waiting
            os.close(writing)
            assert await source.line() is None
            return ran, line

    assert asyncio.run(main()) == (["the loop ran"], "at last")


def test_the_reader_is_a_daemon_so_that_it_never_keeps_the_program_alive() -> None:
    async def main() -> None:
        source = StandardInput(io.StringIO(""))
        before = set(threading.enumerate())
        source.start()
        assert all(thread.daemon for thread in set(threading.enumerate()) - before)
        await source.line()

    asyncio.run(main())


def test_letters_that_the_terminal_lacks_are_replaced() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    StandardOutput(stream).show("the Kapelle – näher")
    assert raw.getvalue() == b"the Kapelle ? n?her" + os.linesep.encode()


def test_when_the_reader_of_the_output_has_gone_lines_go_nowhere() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    output = StandardOutput(os.fdopen(writing, "w"))
    output.show("anybody there?")
    output.show("no")
    assert output.broken


def test_long_lines_are_broken_between_words_and_what_follows_is_indented() -> None:
    assert folded("one two three four five six", 20) == "one two three four\n  five six"
    assert folded("  1. one two three four five", 20) == "  1. one two three\n    four five"
    assert folded("  who   whom the table waits for", 24) == "  who   whom the table\n        waits for"


def test_what_would_suffer_from_breaking_stays_whole() -> None:
    path = "/home/anna/transcripts/a-table.transcript"
    assert path in folded(f"The file: {path}", 20).split()
    drawn = "| one  |  two  |  three  |"
    assert folded(drawn, 20) == drawn
    assert folded("short\n\nenough", 20) == "short\n\nenough"


def test_a_file_gets_lines_as_they_are_and_a_terminal_gets_them_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    stream = io.StringIO()
    StandardOutput(stream).show("one two three four five six")
    assert stream.getvalue() == "one two three four five six\n"
    monkeypatch.setattr(stream, "isatty", lambda: True)
    StandardOutput(stream).show("one two three four five six")
    assert stream.getvalue().endswith("one two three four\n  five six\n")


@pytest.mark.parametrize("region", Region)
def test_a_terminal_without_utf8_gets_the_map_drawn_in_ascii(monkeypatch: pytest.MonkeyPatch, region: Region) -> None:
    board = packs().board.board
    state = MapState(entries=(board.rooms[0].id,), marked=(board.rooms[1].id,), proven=(board.rooms[1].id,))
    drawn = "\n".join((*lines(draw_region(board, region, state)), *legend(board)))
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LC_ALL", "C")
    StandardOutput(stream).show(drawn)
    assert stream.getvalue() == "\n".join((*lines(draw_region(board, region, state, ASCII)), *legend(board, ASCII), ""))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("TERM", raising=False)
    StandardOutput(stream).show(drawn)
    assert stream.getvalue().endswith(drawn + "\n")
