"""Names for the screen, from what is known of the table by now: its lobby, its genesis, its game."""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.packs import Packs
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.state import State
from keep_p2p.table.lobby_seats import LobbySeat
from keep_p2p.ui.names import Names, SeatName
from protocol.genesis import Genesis
from protocol.identity import fingerprint


def lobby_names(packs: Packs, seats: Sequence[LobbySeat], own: int | None) -> Names:
    """Who has sat down so far; a seat whose character will be drawn plays nobody yet."""
    told = tuple(SeatName(seat.name, seat.wish, seat.computer, fingerprint(seat.key)) for seat in seats)
    return _names(packs, told, own)


def game_names(packs: Packs, genesis: Genesis, own: int | None, state: State | None) -> Names:
    """Who plays whom: as drawn once the game's ``state`` is there, as chosen before."""
    told = []
    for number, seat in enumerate(genesis.roster):
        if state is not None:
            characters = state.game.seating.players[number]
        else:
            characters = tuple(Character(name) for name in seat.characters or ())
        told.append(SeatName(seat.name, characters, seat.computer, fingerprint(seat.key)))
    return _names(packs, tuple(told), own)


def _names(packs: Packs, seats: tuple[SeatName, ...], own: int | None) -> Names:
    you = None if own is None else Seat(own)
    return Names(packs.board.board, packs.deck.deck, seats, you, packs.deck.titles)
