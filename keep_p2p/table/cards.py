"""The face-down cards of a table as everyone sees them: ciphertexts and published shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from keep_p2p.rules.awaited import DeckShuffle, DrawItem
from keep_p2p.rules.names import Card, Character, Deck, Seat, Slot
from keep_p2p.table.spec import InvalidEntry
from protocol.deck import Ciphertext
from protocol.deck import Deck as SealedDeck
from protocol.group import Point

SlotKey = tuple[Deck, Slot]
"""A slot number is unique within its deck for the whole game."""


@dataclass(slots=True)
class FaceDown:
    """One card on the table: where in which shuffled deck, who holds it, and the shares published for it."""

    deck: SealedDeck
    position: int
    holder: Character | None = None
    shares: dict[Seat, Point] = field(default_factory=dict)

    @property
    def ciphertext(self) -> Ciphertext:
        """The card, encrypted under all deck keys."""
        return self.deck.ciphertexts[self.position]


@dataclass(frozen=True, slots=True)
class ShufflingDeck:
    """A deck on its way from seat to seat: what the next seat starts from."""

    what: DeckShuffle
    sealed: SealedDeck

    @classmethod
    def begin(cls, what: DeckShuffle) -> ShufflingDeck:
        """Lay out the known cards of a deck in card order."""
        return cls(what, SealedDeck.fresh(what.deck.value, what.count, what.cards))


class Cards:
    """All face-down cards of a game, by deck and slot."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._laid: dict[SlotKey, FaceDown] = {}

    def lay(self, deck: ShufflingDeck) -> None:
        """Put a shuffled deck on the table, its slots numbered from the first."""
        for position in range(len(deck.sealed.cards)):
            key = (deck.what.deck, Slot(deck.what.first_slot + position))
            self._laid[key] = FaceDown(deck.sealed, position)

    def ciphertexts(self, keys: Sequence[SlotKey]) -> tuple[Ciphertext, ...]:
        """The ciphertexts of these slots. Raises InvalidEntry for a slot never laid."""
        return tuple(self._find(key).ciphertext for key in keys)

    def publish(self, seat: Seat, keys: Sequence[SlotKey], shares: Sequence[Point]) -> None:
        """Keep the decryption shares that ``seat`` published and proved."""
        for key, share in zip(keys, shares, strict=True):
            self._find(key).shares[seat] = share

    def deal(self, draws: Sequence[DrawItem]) -> None:
        """Remember whose hand each slot went to."""
        for item in draws:
            self._find((item.deck, item.slot)).holder = item.character

    def card_with(self, key: SlotKey, seat: Seat, share: Point) -> Card | None:
        """The card in a slot, given the holder's share beside the published ones.

        Returns None when the shares do not decrypt to a card of the deck.
        Raises InvalidEntry when other seats' shares are missing: the slot was not dealt.
        """
        face_down = self._find(key)
        shares = {**face_down.shares, seat: share}
        if len(shares) != self._seats:
            raise InvalidEntry("showing a card that has not been dealt", f"slot {key[1]} of the {key[0].value} deck")
        ordered = [shares[each] for each in sorted(shares)]
        card = face_down.deck.card_at(face_down.position, ordered)
        return None if card is None else Card(card)

    def laid(self) -> Mapping[SlotKey, FaceDown]:
        """Every slot ever laid."""
        return self._laid

    def _find(self, key: SlotKey) -> FaceDown:
        if key not in self._laid:
            raise InvalidEntry("naming a card that there is not", f"slot {key[1]} of the {key[0].value} deck")
        return self._laid[key]
