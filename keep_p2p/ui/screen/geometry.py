"""Sizes and rectangles in character cells, and the breakpoints at which layouts change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


@dataclass(frozen=True, slots=True)
class Size:
    """Columns and rows of a screen."""

    width: int
    height: int


SMALLEST = Size(80, 24)
"""The smallest screen that is laid out; below it a sentence asks for more room."""


class Breakpoint(IntEnum):
    """Which layout a screen of some size gets. Compare them: ``breakpoint >= Breakpoint.WIDE``."""

    COMPACT = 0  # from 80x24
    MEDIUM = 1  # from 100x30
    WIDE = 2  # from 120x40: both regions of the board fit
    HUGE = 3  # from 200x60


_FROM = ((Breakpoint.HUGE, Size(200, 60)), (Breakpoint.WIDE, Size(120, 40)), (Breakpoint.MEDIUM, Size(100, 30)))


def breakpoint_of(size: Size) -> Breakpoint:
    """The largest breakpoint whose columns *and* rows are there."""
    for point, least in _FROM:
        if size.width >= least.width and size.height >= least.height:
            return point
    return Breakpoint.COMPACT


@dataclass(frozen=True, slots=True)
class Rect:
    """Columns ``x`` to ``x + width - 1``, rows ``y`` to ``y + height - 1``. Never of negative size."""

    x: int
    y: int
    width: int
    height: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", max(0, self.width))
        object.__setattr__(self, "height", max(0, self.height))

    @property
    def right(self) -> int:
        """The first column beyond."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row beyond."""
        return self.y + self.height

    @property
    def size(self) -> Size:
        """Columns and rows."""
        return Size(self.width, self.height)

    def inset(self, columns: int, rows: int) -> Rect:
        """The inside that is left when so much is taken off on each side."""
        return Rect(self.x + columns, self.y + rows, self.width - 2 * columns, self.height - 2 * rows)

    def centred(self, size: Size) -> Rect:
        """A rectangle of this size (or as much as fits) in the middle."""
        width, height = min(size.width, self.width), min(size.height, self.height)
        return Rect(self.x + (self.width - width) // 2, self.y + (self.height - height) // 2, width, height)

    def contains(self, x: int, y: int) -> bool:
        """Whether the cell is inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom
