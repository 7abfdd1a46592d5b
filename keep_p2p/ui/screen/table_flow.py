"""From sitting down to the end of the game: which screen a table has when. The one place where they are chosen."""

from __future__ import annotations

from keep_p2p.ui.screen.base import Desk, Screen
from keep_p2p.ui.screen.lobby import LobbyScreen
from keep_p2p.ui.screen.services import Sitting
from keep_p2p.ui.screen.table import TableScreen
from keep_p2p.ui.screen.table_model import TableCommands, TableModel


def enter_table(desk: Desk, sitting: Sitting) -> None:
    """Show the table that one is sitting down at: its lobby, and the table itself once there is a game."""
    model, commands = sitting

    def begin(lobby: LobbyScreen) -> None:
        desk.navigator.replace(table_screen(desk, model, commands), instead_of=lobby)

    desk.navigator.push(LobbyScreen(desk, model, commands, begin))


def table_screen(desk: Desk, model: TableModel, commands: TableCommands) -> Screen:
    """The screen of a running game."""
    return TableScreen(desk, model, commands)
