"""The terminal's bytes as keys, with an end to every sequence."""

from __future__ import annotations

from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser

LONGEST_SEQUENCE = 64
"""Characters of one key's or mouse event's sequence; the longest real ones have some twenty. The library's parser looks
at all it has for each character that comes: stops a pasted sequence that never ends (``ESC [ < 1111...``) from
taking minutes."""

ESCAPE = "\x1b"


class BoundedParser(Vt100Parser):
    """The library's parser; a sequence that has become too long is taken for the characters that it is made of."""

    _sequence = LONGEST_SEQUENCE
    """Characters since the last escape."""

    def feed(self, data: str) -> None:
        """Take what was typed, pasted or sent by the mouse."""
        at = 0
        while at < len(data):
            if self._in_bracketed_paste:
                super().feed(data[at:])
                return
            at = self._feed_until_escape(data, at)

    def _feed_until_escape(self, data: str, at: int) -> int:
        """Feed from ``at`` up to the next escape, or to where the sequence gets too long; where that is."""
        if data[at] == ESCAPE:
            self._sequence = 0
        end = data.find(ESCAPE, at + 1)
        end = len(data) if end < 0 else end
        if self._sequence < LONGEST_SEQUENCE:
            end = min(end, at + LONGEST_SEQUENCE - self._sequence)
        super().feed(data[at:end])
        before, self._sequence = self._sequence, self._sequence + end - at
        if before < LONGEST_SEQUENCE <= self._sequence and not self._in_bracketed_paste:
            self.flush()
        return end


def bound(source: Input) -> None:
    """Let ``source`` read sequences only so far, if it is one that parses them."""
    parser = getattr(source, "vt100_parser", None)
    if isinstance(parser, Vt100Parser):
        source.vt100_parser = BoundedParser(parser.feed_key_callback)  # type: ignore[attr-defined]  # it was there
