"""From sitting down to the end of the game: which screen a table has when. The one place where they are chosen."""

from __future__ import annotations

from dataclasses import replace

from keep_p2p.ui.screen.base import Desk, Screen
from keep_p2p.ui.screen.lobby import LobbyScreen
from keep_p2p.ui.screen.services import Services, Sitting
from keep_p2p.ui.screen.table import TableScreen
from keep_p2p.ui.screen.table_end import EndScreen
from keep_p2p.ui.screen.table_model import TableCommands, TableModel
from keep_p2p.ui.table.guide import Guide

END_SECONDS = 1.2
"""Seconds in which the last cards and steps are seen before the end is shown over them."""


def enter_table(desk: Desk, sitting: Sitting, services: Services | None = None) -> None:
    """Show the table that one is sitting down at: its lobby, the table once there is a game, and its end."""
    model, commands = sitting

    def begin(lobby: LobbyScreen) -> None:
        desk.navigator.replace(table_screen(desk, model, commands, services), instead_of=lobby)

    desk.navigator.push(LobbyScreen(desk, model, commands, begin))


def table_screen(desk: Desk, model: TableModel, commands: TableCommands, services: Services | None = None) -> Screen:
    """The screen of a running game. ``services`` remember what the guide told, check the game and begin another."""
    guide = Guide(on=desk.look.hints and not model.watching)
    if services is not None:
        guide.known = frozenset(services.settings.explained.split())

    def learnt(guide: Guide) -> None:
        if services is not None:
            told = " ".join(sorted(guide.known))
            services.save(replace(services.settings, explained=told, hints=guide.on))
        desk.look = replace(desk.look, hints=guide.on)

    def over(table: TableScreen) -> None:
        def show() -> None:
            if desk.navigator.stack and desk.navigator.top is table:
                desk.navigator.push(end_screen(desk, table, services))

        table.end = show
        if desk.look.calm:
            show()
        else:
            desk.later(END_SECONDS, show)

    return TableScreen(desk, model, commands, guide=guide, learnt=learnt, over=over)


def end_screen(desk: Desk, table: TableScreen, services: Services | None) -> EndScreen:
    """What is shown when the game of ``table`` is over."""
    model = table.model

    def home() -> None:
        table.commands.leave()
        desk.navigator.pop(table)

    def again() -> None:
        assert services is not None and model.lobby is not None, "asked only where both are there"
        wish = next((seat.wish for seat in model.lobby.seats if seat.own), ())
        home()
        enter_table(desk, services.practise(model.lobby.size, wish), services)

    lobby = model.lobby
    practised = lobby is not None and all(seat.computer or seat.own for seat in lobby.seats) and not model.watching
    return EndScreen(
        desk, model, verify=None if services is None else services.verify,
        again=again if services is not None and practised else None, home=home,
    )  # fmt: skip
