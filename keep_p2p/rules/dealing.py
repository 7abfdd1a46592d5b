"""Decks are shuffled and cards dealt: at the start, one by one as owed, and all over again (S4, C7, C8, W3)."""

from __future__ import annotations

from keep_p2p.rules.actions import Action, DiscardBonus
from keep_p2p.rules.awaited import Awaited, Decision, Draw, DrawItem, Shuffle
from keep_p2p.rules.bonus import check_held
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.errors import IllegalAction, IllegalEvent
from keep_p2p.rules.events import Drawn, Event, Shuffled
from keep_p2p.rules.frames import Dealing, Discarding
from keep_p2p.rules.names import BONUS_OF, Character, Deck
from keep_p2p.rules.records import BonusLost
from keep_p2p.rules.state import Draft, Knowledge, Table
from keep_p2p.rules.stock import (
    BONUS_LIMIT,
    FIRST_BONUS,
    HAND,
    MOLASARS_HAND,
    all_shuffle,
    discard,
    discards_shuffle,
    draw,
    reshuffle_due,
    shuffle_all,
    shuffle_discards,
)

Sizes = tuple[tuple[Character, Deck, int], ...]


def first_sizes(characters: tuple[Character, ...]) -> Sizes:
    """The hands at the start, in turn order (S4)."""
    sizes: list[tuple[Character, Deck, int]] = []
    for character in characters:
        sizes.append((character, Deck.CONFLICT, HAND if character.is_searcher else MOLASARS_HAND))
        if character.is_searcher:
            sizes.append((character, Deck.BONUS, FIRST_BONUS))
    return tuple(sizes)


def present_sizes(t: Table) -> Sizes:
    """The hands as they are, for those still in play."""
    sizes = ((c, deck, len(t.hand(c, deck))) for c in t.characters for deck in Deck)
    return tuple(size for size in sizes if size[2])


class DealingChapter(Chapter[Dealing]):
    """Both decks, and all hands at once."""

    def ask(self, t: Table, f: Dealing) -> Awaited:
        """`Shuffle` of both decks, then `Draw` of all hands."""
        return Draw(self._draws(t, f)) if f.shuffled else Shuffle(tuple(all_shuffle(t, deck) for deck in Deck))

    def _draws(self, t: Table, f: Dealing) -> tuple[DrawItem, ...]:
        piles = {deck: iter(t.pile(deck)) for deck in Deck}
        return tuple(DrawItem(c, deck, next(piles[deck])) for c, deck, size in f.sizes for _ in range(size))

    def happen(self, d: Draft, f: Dealing, event: Event) -> None:
        """Shuffled, or Drawn."""
        if isinstance(event, Shuffled) and not f.shuffled:
            shuffle_all(d, tuple(Deck))
            d.become(Dealing(f.sizes, shuffled=True, fresh=f.fresh))
        elif isinstance(event, Drawn) and f.shuffled:
            draw(d, self._draws(d, f))
            d.pop()
        else:
            raise IllegalEvent(f"{type(event).__name__} was not awaited.")


class DiscardingChapter(Chapter[Discarding]):
    """DISCARD_BONUS: of three cards one goes, openly (C7)."""

    def ask(self, t: Table, f: Discarding) -> Awaited:
        """DISCARD_BONUS."""
        return decide(t, Decision.DISCARD_BONUS, f.character)

    def choices(self, t: Table, f: Discarding, known: Knowledge | None) -> list[Action]:
        """Each slot, with each card it can be."""
        found: list[Action] = []
        for slot in t.hand(f.character, Deck.BONUS):
            if known is None:
                found.extend(DiscardBonus(f.character, slot, card) for card in t.bonus_cards.possible(slot))
            elif (Deck.BONUS, slot) in known.cards:
                found.append(DiscardBonus(f.character, slot, known.cards[Deck.BONUS, slot]))
        return found

    def sole(self, t: Table, f: Discarding) -> Action | None:
        """Always asked: it holds three."""
        return None

    def check(self, t: Table, f: Discarding, action: Action) -> None:
        """C7."""
        if not isinstance(action, DiscardBonus):
            refuse(action)
        if action.character is not f.character:
            raise IllegalAction("C7", f"{f.character} discards a Bonus card now.")
        check_held(t, action.character, action.slot, action.card)

    def act(self, d: Draft, f: Discarding, action: Action) -> None:
        """It goes to the discards."""
        assert isinstance(action, DiscardBonus)
        discard(d, action.character, Deck.BONUS, action.slot, action.card)
        d.tell(BonusLost(action.character, action.card, BONUS_OF[action.card], hazard=False))
        d.pop()


def ask_owed(t: Table) -> Awaited:
    """The next card owed: a `Draw` of one slot, or first the `Shuffle` of the discards (C8)."""
    character, deck = t.owed[0]
    if reshuffle_due(t, deck):
        return Shuffle((discards_shuffle(t, deck),))
    return Draw((DrawItem(character, deck, t.pile(deck)[0]),))


def pay_owed(d: Draft, event: Event) -> None:
    """The event `ask_owed` awaits has come."""
    character, deck = d.owed[0]
    due = reshuffle_due(d, deck)
    if isinstance(event, Shuffled) and due:
        shuffle_discards(d, deck)
    elif isinstance(event, Drawn) and not due:
        draw(d, (DrawItem(character, deck, d.pile(deck)[0]),))
        d.owed = d.owed[1:]
        if len(d.hand(character, Deck.BONUS)) > BONUS_LIMIT:
            d.push(Discarding(character))
    else:
        raise IllegalEvent(f"{type(event).__name__} was not awaited.")
