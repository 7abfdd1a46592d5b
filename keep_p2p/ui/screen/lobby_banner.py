"""The lobby's banner: what everybody waits for, and what one can do about it. Never empty, never in doubt."""

from __future__ import annotations

from keep_p2p.ui.names import count, join
from keep_p2p.ui.screen.table_model import LobbySeat, LobbyShown, TableModel

MOST_NAMES = 3
"""More are only counted: the seats above say who has signed."""


def signing(model: TableModel) -> bool:
    """Whether this person has yet to answer the safety words."""
    return model.words is not None and not model.signed


def free_seats(lobby: LobbyShown) -> int:
    """Seats for which nobody has come and no computer player is on its way."""
    return max(0, lobby.size - len(lobby.seats) - lobby.coming)


def yet_to_sign(model: TableModel) -> tuple[LobbySeat, ...]:
    """The others whose signature is not in, as far as that is known."""
    seats = () if model.lobby is None else model.lobby.seats
    return tuple(seat for place, seat in enumerate(seats) if place not in model.signers and not seat.own)


def lobby_banner(model: TableModel) -> str:
    """What the table waits for now, as one or two sentences."""
    lobby = model.lobby
    if lobby is None:
        return _before(model)
    if model.words is not None:
        return _words(model)
    free = free_seats(lobby)
    if free:
        return _free(lobby, free)
    if lobby.coming and len(lobby.seats) < lobby.size:
        return f"Waiting for {count(lobby.coming, 'computer player')} to sit down: a moment."
    if lobby.host:
        return "All seats are taken, and the six safety words come next. If they do not, press g to begin."
    return f"All seats are taken: waiting for {_opener(lobby)} to begin."


def _before(model: TableModel) -> str:
    if not model.found:
        return "Looking for the table: that can take some seconds. Esc gives up."
    if model.watching:
        return "You are watching this table. Its game has not begun: you will see it as soon as all have signed."
    return "You have a seat: waiting for the table to say who else sits there."


def _words(model: TableModel) -> str:
    if not model.signed:
        return "Compare the words: y if all of you see the same six, n if one differs."
    seats = yet_to_sign(model)
    if not seats:
        return "All have signed: the game begins."
    does = "sign" if all(seat.computer for seat in seats) else "compare the words and sign"
    names = join(seat.name for seat in seats) if len(seats) <= MOST_NAMES else f"{len(seats)} others"
    return f"You have signed. Waiting for {names} to {does}."


def _free(lobby: LobbyShown, free: int) -> str:
    told, them = (f"{count(free, 'seat')} are free", "one") if free > 1 else ("1 seat is free", "it")
    if lobby.host:
        return f"{told}: wait for friends to join, or b gives {them} to the computer."
    return f"{told}: waiting for others to join, or for {_opener(lobby)} to fill the table."


def _opener(lobby: LobbyShown) -> str:
    """Whoever opened the table sits in its first seat."""
    return lobby.seats[0].name if lobby.seats else "its opener"
