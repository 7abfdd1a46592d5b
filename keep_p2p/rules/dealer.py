"""A whole table in one process: the public state and everything hidden beside it, with seeded chance.

`Simulation` answers all that is awaited but decisions: it throws the dice, knows the true card of
every slot, where the Hilt is and what lies face down, and says what each seat knows. For simulated
games, for computer players that think ahead, and for tests; a real table never has one.
"""

from __future__ import annotations

from collections.abc import Mapping

from keep_p2p.rules.actions import Action, CommitCard, DiscardBonus, HideHilt, JudgeGuess, PlayBonus, Walk, public
from keep_p2p.rules.awaited import AnswerHilt, Awaited, Decide, Draw, Over, Peek, Reveal, RollDice, Shuffle
from keep_p2p.rules.chance import Chance, Dealer
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.events import (
    Acted,
    Drawn,
    Event,
    FreshDeal,
    HiltAnswered,
    Peeked,
    Revealed,
    Rolled,
    SeatLeft,
    Shuffled,
    Turned,
)
from keep_p2p.rules.game import (
    Game,
    Knowledge,
    State,
    Step,
    apply,
    awaited,
    hilt_openings,
    legal_actions,
    new_game,
)
from keep_p2p.rules.names import Card, Character, Deck, Room, Seat, Slot

Truth = dict[tuple[Deck, Slot], Card]


class Simulation:
    """One game being played: ``state`` is public, the rest is what only this object knows.

    ``chance`` is a `Chance`, or a seed for a `Dealer`. ``state`` (default: a new game) may be any state; then
    ``cards`` must hold the card of every slot in a hand or pile (see `straight_cards` and `imagine`), ``hilt`` the
    Hilt's room once it is hidden, ``committed`` and ``barred`` what lies face down and was sent back.
    """

    __slots__ = ("_awaited", "_barred", "_cards", "_chance", "_committed", "_seen", "hilt", "state")

    def __init__(
        self,
        game: Game,
        chance: Chance | int | bytes,
        *,
        state: State | None = None,
        cards: Mapping[tuple[Deck, Slot], Card] | None = None,
        hilt: Room | None = None,
        committed: Mapping[Character, Slot] | None = None,
        barred: Mapping[Character, frozenset[Slot]] | None = None,
    ) -> None:
        self.state = new_game(game) if state is None else state
        self.hilt = hilt
        self._chance: Chance = Dealer(chance) if isinstance(chance, int | bytes) else chance
        self._cards: Truth = dict(cards or {})
        self._committed: dict[Character, Slot] = dict(committed or {})
        self._barred: dict[Character, frozenset[Slot]] = dict(barred or {})
        self._seen: dict[Seat, tuple[tuple[Deck, Slot], ...]] = {}
        self._awaited: Awaited = awaited(self.state)

    @classmethod
    def at(cls, state: State, chance: Chance | int | bytes, hilt: Room | None = None) -> Simulation:
        """A table at ``state`` with the cards of `straight_cards`, as in a `Position`; nothing may lie face down."""
        return cls(state.game, chance, state=state, cards=straight_cards(state), hilt=hilt)

    def copy(self) -> Simulation:
        """The same table from here on, with the same chance; the two then go their own ways."""
        other = Simulation.__new__(Simulation)
        other.state, other.hilt, other._awaited = self.state, self.hilt, self._awaited
        other._chance = self._chance.copy()
        other._cards, other._committed = self._cards.copy(), self._committed.copy()
        other._barred, other._seen = self._barred.copy(), self._seen.copy()
        return other

    @property
    def awaited(self) -> Awaited:
        """What the game waits for: a `Decide` wants an action from `step`, all else only a `step`."""
        return self._awaited

    @property
    def over(self) -> Over | None:
        """How the game ended, or None."""
        return self.state.over

    def card(self, deck: Deck, slot: Slot) -> Card:
        """The true card of ``slot``."""
        return self._cards[deck, slot]

    def knowledge(self, seat: Seat) -> Knowledge:
        """What ``seat`` knows now: its hands, cards it was shown (C5), its Hilt, its barred cards."""
        known: Truth = {}
        barred: frozenset[Slot] = frozenset()
        mine = self.state.game.seating.players[seat]
        for character in mine:
            for deck in Deck:
                for slot in self.state.hand(character, deck):
                    known[deck, slot] = self._cards[deck, slot]
            barred |= self._barred.get(character, frozenset())
        for place in self._seen.get(seat, ()):
            known[place] = self._cards[place]
        hilt = self.hilt if Character.MOLASAR in mine else None
        lying = frozenset(slot for slot in self._committed.values() if (Deck.CONFLICT, slot) in known)
        return Knowledge(known, hilt, barred, lying)

    def choices(self) -> tuple[Action, ...]:
        """The legal actions, in full form, of the seat that decides now; () where none does."""
        wanted = self._awaited
        return legal_actions(self.state, self.knowledge(wanted.seat)) if isinstance(wanted, Decide) else ()

    def step(self, action: Action | None = None) -> Step:
        """Go one event on: with ``action`` (full form) where a decision is awaited, without where not.

        Raises `IllegalAction` for an action the rules or what is hidden forbid, `ValueError` when an action is
        missing, not awaited, or the game is over.
        """
        wanted = self._awaited
        if isinstance(wanted, Decide):
            if action is None:
                raise ValueError(f"{wanted.character} must decide: {wanted.decision}.")
            return self._act(wanted, action)
        if action is not None:
            raise ValueError("No decision is awaited now.")
        return self._advance(self._settle(wanted))

    def report(self, event: SeatLeft | FreshDeal) -> Step:
        """A seat has left, or a fresh deal is due; what lay face down is void."""
        self._committed.clear()
        self._barred.clear()
        return self._advance(event)

    def _advance(self, event: Event) -> Step:
        step = apply(self.state, event)
        self.state = step.state
        self._awaited = awaited(step.state)
        return step

    # Decisions

    def _act(self, wanted: Decide, action: Action) -> Step:
        before = self.state
        self._check_hidden(before, action)
        step = self._advance(Acted(wanted.seat, public(action)))
        if isinstance(action, HideHilt):
            self.hilt = action.room
        elif isinstance(action, CommitCard) and action.slot is not None:
            self._committed[action.character] = action.slot
        elif isinstance(action, JudgeGuess) and action.send_back:
            fight = before.conflict
            assert fight is not None and fight.looked_at is not None
            slot = self._committed.pop(fight.looked_at)
            self._barred[fight.looked_at] = self._barred.get(fight.looked_at, frozenset()) | {slot}
        return step

    def _check_hidden(self, state: State, action: Action) -> None:
        """Raise `IllegalAction` where the full truth forbids what the public form, checked by `apply`, allows."""
        if isinstance(action, HideHilt) and action.room not in state.game.hilt_rooms:
            raise IllegalAction("S5", f"The Hilt cannot be hidden in {action.room}.")
        if isinstance(action, CommitCard):
            if action.slot not in state.hand(action.character, Deck.CONFLICT):
                raise IllegalAction("C2", f"Slot {action.slot} is not among {action.character}'s Conflict cards.")
            if action.slot in self._barred.get(action.character, frozenset()):
                raise IllegalAction("C5", f"Slot {action.slot} was sent back in this exchange.")
        if self.hilt is not None and self.hilt in hilt_openings(state, action):
            raise IllegalAction("M11", "Molasar never enters the Hilt's room.")
        laid = action.passes if isinstance(action, Walk) else ()
        if isinstance(action, PlayBonus | DiscardBonus):
            laid = ((action.slot, action.card),)
        for slot, card in laid:
            if self._cards.get((Deck.BONUS, slot)) != card:
                raise IllegalAction("B1", f"Slot {slot} is not card {card}.")

    # Everything else

    def _settle(self, wanted: Awaited) -> Event:
        if isinstance(wanted, RollDice):
            return Rolled(self._chance.dice(wanted.count))
        if isinstance(wanted, Shuffle):
            return self._shuffle(wanted)
        if isinstance(wanted, Draw):
            return Drawn()
        if isinstance(wanted, Reveal):
            return self._reveal(wanted)
        if isinstance(wanted, Peek):
            return self._peek(wanted)
        if isinstance(wanted, AnswerHilt):
            return self._answer(wanted)
        raise ValueError("The game is over.")

    def _shuffle(self, wanted: Shuffle) -> Shuffled:
        for deck in wanted.decks:
            for i, card in enumerate(self._chance.shuffled(deck.cards)):
                self._cards[deck.deck, Slot(deck.first_slot + i)] = card
        return Shuffled()

    def _reveal(self, wanted: Reveal) -> Revealed:
        turned: list[Turned] = []
        for item in wanted.items:
            slot = self._committed[item.character] if item.slot is None else item.slot
            turned.append(Turned(item.character, slot, self._cards[item.deck, slot]))
        self._committed.clear()
        self._barred.clear()
        return Revealed(tuple(turned))

    def _peek(self, wanted: Peek) -> Peeked:
        seat = self.state.seat(wanted.guesser)
        self._seen[seat] = (*self._seen.get(seat, ()), (Deck.CONFLICT, self._committed[wanted.owner]))
        return Peeked()

    def _answer(self, wanted: AnswerHilt) -> HiltAnswered:
        answers: list[tuple[Room, bool]] = []
        for room in wanted.rooms:
            answers.append((room, room == self.hilt))
            if wanted.until_yes and room == self.hilt:
                break
        return HiltAnswered(tuple(answers))


def straight_cards(state: State) -> Truth:
    """A card for every slot: in each shuffle the slots left, ascending, hold its unseen cards in card order."""
    return _filled(state, {}, None)


def _filled(state: State, known: Mapping[tuple[Deck, Slot], Card], chance: Chance | None) -> Truth:
    truth: Truth = dict(known)
    for deck in Deck:
        cards = state.cards(deck)
        slots = sorted((*cards.pile, *(slot for hand in cards.hands for slot in hand)))
        for i, batch in enumerate(cards.batches):
            end = cards.batches[i + 1].first if i + 1 < len(cards.batches) else cards.next_slot
            inside = [slot for slot in slots if batch.first <= slot < end]
            taken = {known[deck, slot] for slot in inside if (deck, slot) in known}
            rest = tuple(card for card in batch.unseen if card not in taken)
            order = rest if chance is None else chance.shuffled(rest)
            free = (slot for slot in inside if (deck, slot) not in known)
            truth.update(((deck, slot), card) for slot, card in zip(free, order, strict=True))
    return truth


def imagine(state: State, known: Knowledge, chance: Dealer, hilt: Room | None = None) -> Simulation:
    """A table that could be the true one for somebody who sees ``state`` and ``known``; ``chance`` draws all else.

    ``hilt``: the Hilt's room to assume; by default the known or proven one, else one of the rooms left (None
    while it is not hidden). Cards that lie face down are drawn among their hands; cards of others that were
    sent back are not known, so they may be drawn too.
    """
    own = {place: card for place, card in known.cards.items() if _in_hand(state, place)}
    truth = _filled(state, own, chance)
    hilt = hilt or known.hilt or state.hilt_proven
    if hilt is None and state.turn_number:
        hilt = state.unproven[chance.below(len(state.unproven))]
    return Simulation(
        state.game, chance, state=state, cards=truth, hilt=hilt, committed=_guessed_commitments(state, known, chance)
    )


def _guessed_commitments(state: State, known: Knowledge, chance: Dealer) -> dict[Character, Slot]:
    fight = state.conflict
    committed: dict[Character, Slot] = {}
    if fight is None:
        return committed
    lying = [Character.MOLASAR] if fight.molasar_committed else []
    if fight.defender is not None and fight.defender_committed:
        lying.append(fight.defender)
    for character in lying:
        hand = state.hand(character, Deck.CONFLICT)
        able = [slot for slot in hand if slot in known.committed] or [s for s in hand if s not in known.barred]
        committed[character] = able[chance.below(len(able))]
    return committed


def _in_hand(state: State, place: tuple[Deck, Slot]) -> bool:
    deck, slot = place
    return any(slot in hand for hand in state.cards(deck).hands)
