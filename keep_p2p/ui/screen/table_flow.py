"""From sitting down to the end of the game: which screen a table has when. The one place where they are chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from keep_p2p.ui.screen.base import Desk, Screen
from keep_p2p.ui.screen.lobby import LobbyScreen
from keep_p2p.ui.screen.services import Services, Sitting
from keep_p2p.ui.screen.sit import OpenScreen
from keep_p2p.ui.screen.table import TableScreen
from keep_p2p.ui.screen.table_end import EndScreen
from keep_p2p.ui.screen.table_model import TableCommands, TableModel
from keep_p2p.ui.table.guide import Guide

END_SECONDS = 1.2
"""Seconds in which the last cards and steps are seen before the end is shown over them."""


def enter_table(desk: Desk, sitting: Sitting, services: Services | None = None) -> None:
    """Show the table that one is sitting down at: its lobby, the table once there is a game, and its end."""
    desk.navigator.push(lobby_screen(desk, sitting, services))


def lobby_screen(desk: Desk, sitting: Sitting, services: Services | None = None) -> LobbyScreen:
    """The lobby, which gives way to the table by itself."""
    model, commands = sitting

    def begin(lobby: LobbyScreen) -> None:
        desk.navigator.replace(table_screen(desk, model, commands, services), instead_of=lobby)

    return LobbyScreen(desk, model, commands, begin)


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
        if services is not None and model.over is not None and not model.watching:
            services.save(replace(services.settings, finished=True))

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

    def home() -> None:
        table.commands.leave()
        if desk.home is not None and desk.navigator.stack[0] is table:
            _instead(desk, table, desk.home())  # a command led straight to the table: nothing is below it
        else:
            desk.navigator.pop(table)

    verify = None if services is None else services.verify
    return EndScreen(desk, table.model, verify=verify, again=_again(desk, table, services), home=home)


def _again(desk: Desk, table: TableScreen, services: Services | None) -> Callable[[], None] | None:
    """What begins another game like this one: the same practice at once, or one's own table to be opened again."""
    model, lobby = table.model, table.model.lobby
    if services is None or lobby is None or model.watching:
        return None
    wish = next((seat.wish for seat in lobby.seats if seat.own), ())

    def practise() -> None:
        table.commands.leave()
        _instead(desk, table, lobby_screen(desk, services.practise(lobby.size, wish), services))

    def reopen() -> None:
        table.commands.leave()
        form = OpenScreen(desk, services, lambda desk, sitting: enter_table(desk, sitting, services))
        form.fill_in(lobby.table, lobby.size, wish)
        _instead(desk, table, form)

    if all(seat.computer or seat.own for seat in lobby.seats):
        return practise
    return reopen if lobby.host else None


def _instead(desk: Desk, table: TableScreen, screen: Screen) -> None:
    """Show ``screen`` in place of the table and all above it.

    Not taken off and then put on: with its last screen the program would end.
    """
    desk.navigator.replace(screen, instead_of=table)
    while desk.navigator.top is not screen:
        desk.navigator.pop()
