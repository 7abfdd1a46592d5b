"""Any position of the game, made by hand: for tests, puzzles and exact counts.

A `Position` says who stands where and what is known; its methods give the state at one point of a
turn, checked with `status`. Cards lie in one batch, so that slot n of a deck is its n-th card, from 0:
`slot_of` says which slot holds a card, and `Simulation.at` takes just that for the truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.awaited import Dice, PawnPair
from keep_p2p.rules.conflict import begin_conflict, defenders
from keep_p2p.rules.flow import advance
from keep_p2p.rules.frames import (
    Answering,
    BeforeRoll,
    ComingBack,
    Exchange,
    Feeding,
    Fighting,
    Frame,
    GuardDice,
    GuardMoving,
    MolasarMoving,
    Moving,
    Rolling,
    SecondWind,
)
from keep_p2p.rules.names import (
    DECK_CARDS,
    GUARDS,
    SEARCHERS,
    Card,
    Character,
    Deck,
    Door,
    Guard,
    Hazard,
    Pawn,
    Room,
    Seat,
    Slot,
)
from keep_p2p.rules.seating import Game
from keep_p2p.rules.setup import first_state
from keep_p2p.rules.state import GUARDS_DOORS, PAWN_INDEX, PAWNS, Batch, Cards, Draft, State
from keep_p2p.rules.status import status
from keep_p2p.rules.stock import HAND, MOLASARS_HAND

Hands = Mapping[Character, tuple[int, ...]]


def slot_of(card: int) -> Slot:
    """The slot that holds ``card`` in every `Position`."""
    deck = Deck.BONUS if card > len(DECK_CARDS[Deck.CONFLICT]) else Deck.CONFLICT
    return Slot(card - DECK_CARDS[deck][0])


@dataclass(frozen=True)
class Position:
    """One position. All but ``game`` and ``turn`` may be left out.

    ``places``: rooms of pawns; None takes a guard as eaten. By default guards stand on their starts, Molasar on
    his, Searchers are outside the Keep. ``doors``: doors found by Searchers; those of the guards under Molasar.
    ``conflict_hands``, ``bonus_hands``: printed numbers of the cards held (default: the lowest Conflict cards not
    used otherwise, in turn order; no Bonus cards). ``discards``: printed numbers of cards of both decks. The other
    fields are those of `State`; ``turn_number`` is counted from the guards eaten unless given. Each method
    raises `ValueError` with all reasons why the position is none.
    """

    game: Game
    turn: Character
    places: Mapping[Pawn, Room | None] = field(default_factory=dict)
    doors: Mapping[Character, tuple[Door, ...]] = field(default_factory=dict)
    conflict_hands: Hands = field(default_factory=dict)
    bonus_hands: Hands = field(default_factory=dict)
    discards: tuple[int, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    proven: tuple[Room, ...] = ()
    hilt_proven: Room | None = None
    power_failure: bool = False
    lit: tuple[Character, ...] = ()
    hazard_played: bool = False
    alert: bool = False
    fought: bool = False
    extra: bool = False
    moved: tuple[Pawn, ...] = ()
    truces: tuple[PawnPair, ...] = ()
    gone: tuple[Seat, ...] = ()
    turn_number: int | None = None

    # Points of a Searcher's turn

    def before_roll(self) -> State:
        """The Searcher in turn begins: it is placed if outside, else asked before its roll."""
        self._expect(searcher=True)
        outside = self.places.get(self.turn) in (None, OUTSIDE)
        return self._at(ComingBack() if outside else BeforeRoll(placed=False))

    def rolling(self, purpose: Dice = Dice.MOVE, door: Door | None = None) -> State:
        """Its die is in the air: to move, to search ``door``, or (to move, with a door) after Secret Entrance."""
        self._expect(searcher=True)
        return self._at(Rolling(purpose, door))

    def moving(self, left: int, *, door: Door | None = None, searched: bool = False, fresh: bool = True) -> State:
        """It may walk ``left`` rooms, first through ``door`` if given; ``searched``: that door is found as it walks."""
        self._expect(searcher=True)
        return self._at(Moving(left, door, searched, fresh, stopped=False, halted=()))

    def second_wind(self) -> State:
        """Its turn has ended, the window of Second Wind is open."""
        self._expect(searcher=True)
        return self._at(SecondWind())

    # Points of Molasar's turn

    def feeding(self) -> State:
        """Molasar's turn has begun."""
        self._expect(searcher=False)
        return self._at(Feeding())

    def molasar_moving(self, left: int) -> State:
        """Molasar has fed and may walk ``left`` rooms."""
        self._expect(searcher=False)
        return self._at(MolasarMoving(left), fed=True)

    def guard_dice(self, die: int = 1, pool: int = 0, spent: tuple[Guard, ...] = ()) -> State:
        """Molasar has walked; guard die ``die`` comes next."""
        self._expect(searcher=False)
        return self._at(GuardDice(die, pool, spent), fed=True)

    def guard_moving(self, pool: int, spent: tuple[Guard, ...] = ()) -> State:
        """Both guard dice are rolled: ``pool`` rooms for all guards."""
        self._expect(searcher=False)
        return self._at(GuardMoving(pool, alert=False, spent=spent), fed=True)

    # Points of any turn

    def fighting(self) -> State:
        """All movement is over: conflicts begin (C1)."""
        return self._at(Fighting(), fed=True)

    def conflict(self, searcher: Character, enemy: Pawn) -> State:
        """The conflict of these two, in one room, begins: Molasar is to commit a card."""
        draft = self._draft((Fighting(),), fed=True)
        if draft.where(searcher) is None or draft.where(searcher) != draft.where(enemy):
            raise ValueError(f"C1: {searcher} and {enemy} are not in one room.")
        begin_conflict(draft, (searcher, enemy))
        return self._checked(draft)

    def retreat(self, searcher: Character, enemy: Pawn, winner: Character, difference: int) -> State:
        """That conflict is decided, cards are drawn: the loser retreats up to ``difference`` rooms (R1)."""
        draft = self._draft((Fighting(),), fed=True)
        room = draft.where(searcher)
        if room is None or room != draft.where(enemy) or winner not in (searcher, Character.MOLASAR):
            raise ValueError(f"R1: {winner} cannot have won a conflict of {searcher} and {enemy} in one room.")
        begin_conflict(draft, (searcher, enemy))
        fight = draft.conflict
        assert fight is not None
        defender = defenders(draft, fight)[0]
        draft.become(replace(fight, step=Exchange.RETREAT, defender=defender, winner=winner, difference=difference))
        return self._checked(draft)

    def turn_end(self) -> State:
        """Conflicts and retreats are done: Molasar answers for Searchers in marked rooms (W1)."""
        return self._at(Answering(), fed=True)

    # How it is made

    def _expect(self, *, searcher: bool) -> None:
        if self.turn.is_searcher is not searcher:
            raise ValueError(f"It is the turn of {self.turn}.")

    def _at(self, frame: Frame, *, fed: bool = False) -> State:
        return self._checked(self._draft((frame,), fed))

    def _checked(self, draft: Draft) -> State:
        wrong = status(draft)
        if wrong:
            raise ValueError(" ".join(wrong))
        advance(draft)
        return draft.freeze()

    def _draft(self, stack: tuple[Frame, ...], fed: bool) -> Draft:
        draft = Draft.of(first_state(self.game))
        unknown = [pawn for pawn in self.places if pawn not in PAWN_INDEX]
        if unknown or self.turn not in self.game.seating.characters:
            raise ValueError(f"S2: {', '.join(unknown) or self.turn} is not in play.")
        draft.gone = self.gone
        draft.pawns = tuple(self._place(draft, pawn) for pawn in PAWNS)
        draft.eaten = tuple(guard for guard in GUARDS if draft.where(guard) is None)
        draft.conflict_cards = self._cards(Deck.CONFLICT, self._conflict_hands(draft))
        draft.bonus_cards = self._cards(Deck.BONUS, self.bonus_hands)
        draft.hazards = tuple(hazard for hazard in Hazard if hazard in self.hazards)
        found = [self.doors.get(c, ()) for c in Character]
        assert len(found) == GUARDS_DOORS + 1
        draft.found = tuple(tuple(d.id for d in self.game.board.secret_doors if d.id in doors) for doors in found)
        draft.proven = tuple(room for room in self.game.hilt_rooms if room in self._proven())
        draft.hilt_proven = self.hilt_proven
        draft.turn, draft.extra = self.turn, self.extra
        feeds = fed and self.turn is Character.MOLASAR
        counted = len(draft.eaten) + (0 if feeds else 1)
        draft.turn_number = counted if self.turn_number is None else self.turn_number
        draft.power_failure, draft.lit = self.power_failure, self.lit
        draft.hazard_played, draft.alert, draft.fought = self.hazard_played, self.alert, self.fought
        draft.moved, draft.truces = self.moved, self.truces
        draft.stack = stack
        return draft

    def _place(self, draft: Draft, pawn: Pawn) -> Room | None:
        default = draft.pawns[PAWN_INDEX[pawn]]
        if pawn in SEARCHERS:
            absent = pawn not in draft.characters
            return None if absent else self.places.get(pawn) or OUTSIDE
        return self.places.get(pawn, default)

    def _proven(self) -> tuple[Room, ...]:
        """Where Molasar stands is proven too (M11), and all other rooms once the Hilt's is (M15)."""
        if self.hilt_proven is not None:
            return tuple(room for room in self.game.hilt_rooms if room != self.hilt_proven)
        lair = self.places.get(Character.MOLASAR)
        return self.proven if lair is None else (*self.proven, lair)

    def _conflict_hands(self, draft: Draft) -> Hands:
        used = {card for hand in self.conflict_hands.values() for card in hand} | set(self.discards)
        rest = iter(card for card in DECK_CARDS[Deck.CONFLICT] if card not in used)
        hands: dict[Character, tuple[int, ...]] = {}
        for character in draft.characters:
            size = HAND if character.is_searcher else MOLASARS_HAND
            given = self.conflict_hands.get(character)
            hands[character] = tuple(next(rest) for _ in range(size)) if given is None else given
        return hands

    def _cards(self, deck: Deck, hands: Hands) -> Cards:
        every = DECK_CARDS[deck]
        discards = tuple(card for card in every if card in self.discards)
        held = [card for hand in hands.values() for card in hand]
        if len(set(held)) != len(held) or not set(held) <= set(every) - set(discards):
            raise ValueError(f"C8: a card of the {deck} deck is held twice, discarded too, or of another deck.")
        return Cards(
            hands=tuple(tuple(slot_of(card) for card in hands.get(c, ())) for c in Character),
            pile=tuple(slot_of(card) for card in every if card not in held and card not in discards),
            discards=discards,
            batches=(Batch(Slot(0), tuple(Card(card) for card in every if card not in discards)),),
            next_slot=Slot(len(every)),
            shuffles=1,
        )
