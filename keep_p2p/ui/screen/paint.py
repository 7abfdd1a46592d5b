"""The grid as prompt_toolkit draws it: the one place where roles become its styles.

It writes cells straight into prompt_toolkit's screen; a window with a text control in it would spend more
time on a frame of 200 by 60 than a key press may take.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.containers import Container, Window
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandler, MouseHandlers
from prompt_toolkit.layout.screen import Char, WritePosition
from prompt_toolkit.layout.screen import Screen as TerminalScreen

from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.roles import Role


class GridContainer(Container):
    """Fills the terminal with the grid that ``render`` gives for its size."""

    def __init__(self, render: Callable[[Size], Grid], style: Callable[[Role], str], mouse: MouseHandler) -> None:
        """``style`` gives a role's style; ``mouse`` takes every mouse event."""
        self._render = render
        self._style = style
        self._mouse = mouse
        self._window = Window()
        """Never drawn: prompt_toolkit wants something that has the focus and the cursor."""
        self._chars: dict[tuple[str, Role], Char] = {}
        self.grid = Grid(Size(0, 0))

    def forget_styles(self) -> None:
        """The theme has changed."""
        self._chars.clear()

    def reset(self) -> None:
        """Nothing to reset."""

    def preferred_width(self, max_available_width: int) -> Dimension:
        """All there is."""
        return Dimension(preferred=max_available_width)

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        """All there is."""
        return Dimension(preferred=max_available_height)

    def get_children(self) -> list[Container]:
        """The window that has the focus."""
        return [self._window]

    def write_to_screen(
        self,
        screen: TerminalScreen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        """Draw the grid."""
        grid = self.grid = self._render(Size(write_position.width, write_position.height))
        chars = self._chars
        for y, row in enumerate(grid.rows):
            target = screen.data_buffer[y]
            for x, (text, role, _) in enumerate(row):
                char = chars.get((text, role))
                if char is None:
                    char = chars[text, role] = Char(text, self._style(role))
                target[x] = char
        screen.width, screen.height = grid.size.width, grid.size.height
        handler = self._mouse
        mouse_handlers.mouse_handlers = defaultdict(lambda: defaultdict(lambda: handler))
        screen.show_cursor = grid.cursor is not None
        if grid.cursor is not None:
            screen.set_cursor_position(self._window, Point(*grid.cursor))
        screen.visible_windows_to_write_positions[self._window] = write_position
