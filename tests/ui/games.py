"""Games for the tests of the screens: real rules and packs, seeded chance, one seat for the test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from keep_p2p.packs import Packs, load_packs
from keep_p2p.rules.actions import Action, SearchDoor
from keep_p2p.rules.awaited import Decide, Over
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.records import Record
from keep_p2p.rules.seating import Game, Seating
from keep_p2p.table.view import View
from keep_p2p.ui.names import Names, SeatName

SEATINGS = {
    3: ((Character.MOLASAR,), (Character.EVA, Character.CUZA), (Character.FONESCU, Character.WOERMANN)),
    4: ((Character.EVA,), (Character.MOLASAR,), (Character.WOERMANN,), (Character.GLAEKEN,)),
}
PEOPLE = ("Anna", "Bruno", "Clara", "Dora")


@cache
def packs() -> Packs:
    return load_packs(None, None)


def new_simulation(players: int, seed: int, loaded: Packs | None = None) -> Simulation:
    loaded = loaded or packs()
    return Simulation(Game(loaded.board.board, loaded.deck.deck, Seating(SEATINGS[players])), seed)


def names_for(players: int, you: int | None, loaded: Packs | None = None) -> Names:
    loaded = loaded or packs()
    seats = tuple(SeatName(PEOPLE[n], characters) for n, characters in enumerate(SEATINGS[players]))
    return Names(
        loaded.board.board, loaded.deck.deck, seats, None if you is None else Seat(you), tuple(loaded.deck.titles)
    )


@dataclass(frozen=True)
class Moment:
    """A decision of a game as the seat asked sees it, and what happened since the one before."""

    decide: Decide
    actions: tuple[Action, ...]
    view: View
    records: tuple[Record, ...]


def moments(players: int, seed: int) -> Iterator[Moment]:
    """Every decision of a game played by random choices, in which every secret door is searched."""
    game, chance = new_simulation(players, seed), Random(seed)
    records: list[Record] = []
    while not isinstance(wanted := game.awaited, Over):
        action = None
        if isinstance(wanted, Decide):
            actions = game.choices()
            yield Moment(wanted, actions, View(wanted.seat, game.state, game.knowledge(wanted.seat)), tuple(records))
            records = []
            searches = [action for action in actions if isinstance(action, SearchDoor)]
            action = chance.choice(searches or actions)
        records.extend(game.step(action).records)
