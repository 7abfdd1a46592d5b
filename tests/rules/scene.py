"""Short ways to set a scene on the small board, to play it on, and to ask what is refused and by which ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from keep_p2p.rules.actions import Action, CommitCard, NameDefender, Path, PlayBonus, Walk
from keep_p2p.rules.awaited import Decide, Decision, Over
from keep_p2p.rules.board import ConflictCard, ConflictDeck
from keep_p2p.rules.chance import FixedChance
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import Acted
from keep_p2p.rules.game import IllegalAction, State, Step, apply, awaited, check_action, legal_actions, status
from keep_p2p.rules.names import GUARDS, Card, Character, Deck, Guard, Pawn, Room, Slot
from keep_p2p.rules.position import Position, slot_of
from keep_p2p.rules.records import Record
from keep_p2p.rules.seating import Game
from tests.rules.boards import plain_deck, seating_for, small_board, small_game

EVA, FONESCU, CUZA, GLAEKEN, WOERMANN, M = Character
G1, G2, G3, G4 = GUARDS[:4]
FAR = Room("k33")
"""Where a guard stands when no other is wanted: there is always one."""

R = TypeVar("R")
Numbers = tuple[int, int, int, int]


def rooms(*names: str) -> tuple[Room, ...]:
    return tuple(Room(name) for name in names)


def at(
    turn: Character,
    places: Mapping[Any, str] | None = None,
    *,
    players: int = 6,
    game: Game | None = None,
    **more: Any,
) -> Position:
    """A position on the small board with the pawns named; other guards are eaten, Molasar is in c4.

    The keys of ``places`` are pawns (a dict of Searchers and guards is typed as one of texts).
    """
    named: dict[Pawn, Room | None] = dict.fromkeys(GUARDS)
    named.update({pawn: Room(room) for pawn, room in (places or {}).items()})
    if not any(named[guard] for guard in GUARDS):
        named[GUARDS[-1]] = FAR
    return Position(game or small_game(players), turn, named, **more)


def card_game(values: Mapping[int, Numbers], players: int = 6) -> Game:
    """The small game with these cards: (Molasar, Nazi) of Molasar's side, then of the Searcher's. Others: ones."""
    plain = plain_deck()
    cards = []
    for data in plain.cards:
        m, n, searcher_m, searcher_n = values.get(data.card, (1, 1, 1, 1))
        cards.append(ConflictCard(data.card, (m, n), (searcher_m, searcher_n)))
    return Game(small_board(), ConflictDeck("given", "Given numbers", tuple(cards)), seating_for(players))


def walk(pawn: Pawn, *names: str, passes: tuple[int, ...] = ()) -> Walk:
    return Walk(pawn, rooms(*names), tuple((slot_of(card), Card(card)) for card in passes))


def bonus(character: Character, card: int, **more: Any) -> PlayBonus:
    return PlayBonus(character, slot_of(card), Card(card), **more)


def commit(character: Character, card: int) -> CommitCard:
    return CommitCard(character, slot_of(card))


def asked(state: State) -> Decide:
    wanted = awaited(state)
    assert isinstance(wanted, Decide), wanted
    return wanted


def decision(state: State) -> Decision:
    return asked(state).decision


def refused(state: State, action: Action) -> str:
    """The ruling that refuses ``action``; "" if it is taken."""
    try:
        check_action(state, asked(state).seat, action)
    except IllegalAction as refusal:
        return refusal.ruling
    return ""


def do(state: State, action: Action) -> Step:
    """``action`` by whoever is asked; the next state is sound."""
    step = apply(state, Acted(asked(state).seat, action))
    assert status(step.state) == ()
    return step


def offers(state: State, kind: type[R]) -> tuple[R, ...]:
    """The public choices of one class."""
    return tuple(action for action in legal_actions(state) if isinstance(action, kind))


def ends(state: State, pawn: Pawn) -> set[str]:
    """Where the walks offered to ``pawn`` end."""
    return {str(w.path[-1]) for w in offers(state, Walk) if w.pawn == pawn and w.path}


def table(state: State, dice: tuple[int, ...] = (3,), hilt: str = "c1") -> Simulation:
    """A table at ``state``: slots hold the cards of the position, dice come as given, the Hilt is in ``hilt``."""
    return Simulation.at(state, FixedChance(dice), Room(hilt))


def play(sim: Simulation, *actions: Action) -> list[Record]:
    """Take ``actions`` one by one, settling all else on the way, up to the next decision or the end."""
    told: list[Record] = []
    for action in actions:
        told += settle(sim)
        told += sim.step(action).records
        assert status(sim.state) == (), status(sim.state)
    return told + settle(sim)


def settle(sim: Simulation) -> list[Record]:
    """Throw dice, draw and reveal until somebody must decide, or the game is over."""
    told: list[Record] = []
    while not isinstance(sim.awaited, Decide | Over):
        told += sim.step().records
        assert status(sim.state) == (), status(sim.state)
    return told


def exchange(sim: Simulation, molasars: int, defender: Character, defenders: int) -> list[Record]:
    """One exchange of cards: both are committed and (the Bonus window declined) turned up."""
    told = play(sim, commit(M, molasars))
    if decision(sim.state) is Decision.NAME_DEFENDER:
        told += play(sim, NameDefender(defender))
    return told + play(sim, commit(defender, defenders))


def of(kind: type[R], records: list[Record] | tuple[Record, ...]) -> list[R]:
    """The records of one class."""
    return [record for record in records if isinstance(record, kind)]


def slots(state: State, character: Character, deck: Deck = Deck.CONFLICT) -> tuple[Slot, ...]:
    return state.hand(character, deck)


def path(*names: str) -> Path:
    return rooms(*names)


def guard(number: int) -> Guard:
    return GUARDS[number - 1]
