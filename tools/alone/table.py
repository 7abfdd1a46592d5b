"""What is on the table: keys, chains, decks, hands, commitments. Filled round by round by `alone.play`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from alone.encoding import BadEncoding, data_of
from alone.genesis import Genesis
from alone.group import IDENTITY, BadProof, Context, read_points
from alone.hilt import Hidden
from alone.proofs import Ciphertext, card_point, check_shares, opened
from alone.transcript import Entry

CARDS = {"conflict": range(1, 33), "bonus": range(33, 45)}
SEARCHERS = ("eva", "fonescu", "cuza", "glaeken", "woermann")
MOLASAR = "molasar"

SlotKey = tuple[str, int]
"""Deck and slot."""


class Foul(Exception):
    """A seat broke a rule of the protocol in a round; no seat where only the rules of the game could tell which."""

    def __init__(self, seat: int | None, round_number: int, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.round, self.reason = seat, round_number, reason


@dataclass
class Chain:
    """One seat's beacon chain: the value last seen, and how many were."""

    tip: bytes
    last: bytes


@dataclass
class ShuffleDone:
    """One seat's shuffle, kept for the disclosure of its seed."""

    seat: int
    round: int
    deck: str
    count: int
    context: Context
    inputs: tuple[Ciphertext, ...]
    outputs: tuple[Ciphertext, ...]


@dataclass
class Deck:
    """A deck: what is shuffled now, and the slots made of it."""

    name: str
    count: int = 0
    cards: tuple[int, ...] = ()
    current: tuple[Ciphertext, ...] = ()
    shuffled_by: int = 0
    next_slot: int = 0
    """The slot that is drawn next."""
    slots: list[Ciphertext] = field(default_factory=list)
    faces: list[tuple[int, ...]] = field(default_factory=list)
    """For each slot the cards it may be."""
    discards: list[int] = field(default_factory=list)

    def begin(self, cards: Sequence[int]) -> None:
        """Take known cards for a shuffle."""
        self.cards = tuple(sorted(cards))
        self.current = tuple((IDENTITY, card_point(self.name, card)) for card in self.cards)
        self.shuffled_by = 0

    def finish(self) -> None:
        """After the last seat's shuffle: the positions are slots."""
        self.slots += self.current
        self.faces += [self.cards] * len(self.cards)
        self.count += 1


@dataclass
class Commitment:
    """A card laid face down."""

    seat: int
    round: int
    character: str
    value: bytes
    exchange: int
    returned: bool = False
    slot: int | None = None


@dataclass
class Guess:
    """A Second Guess."""

    seat: int
    round: int
    key: bytes
    target: str
    commitment: Commitment
    peek: Entry | None = None
    hand: frozenset[int] = frozenset()
    """The slots of the hand looked into, when the envelope was made."""


@dataclass
class Event:
    """One event of the beacon."""

    round: int
    outcome: bytes


@dataclass
class Table:
    """Everything that is known after a round."""

    genesis: Genesis
    rooms: tuple[str, ...] | None = None
    """The names of the marked rooms, where the checker was told them."""
    keys: list[bytes] = field(default_factory=list)
    joint: bytes = IDENTITY
    chains: list[list[Chain]] = field(default_factory=list)
    """For each time tips were shown, the chains of all seats."""
    k: int = 0
    events: list[Event] = field(default_factory=list)
    characters: list[tuple[str, ...]] = field(default_factory=list)
    decks: dict[str, Deck] = field(default_factory=lambda: {name: Deck(name) for name in CARDS})
    shuffles: list[ShuffleDone] = field(default_factory=list)
    hands: dict[SlotKey, tuple[int, str | None]] = field(default_factory=dict)
    """Seat and, where it is known, character of each slot that is drawn and not turned up."""
    shares: dict[SlotKey, dict[int, bytes]] = field(default_factory=dict)
    cards: dict[SlotKey, int] = field(default_factory=dict)
    commitments: list[Commitment] = field(default_factory=list)
    exchange: int = 0
    guesses: list[Guess] = field(default_factory=list)
    picks: list[SlotKey] = field(default_factory=list)
    hilt: Hidden | None = None
    molasar: int | None = None
    answered: dict[int, bool] = field(default_factory=dict)
    stage: str = "keys"
    given: list[str] = field(default_factory=list)
    """What was taken as given, in sentences."""
    checks: Counter[str] = field(default_factory=Counter)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.genesis.seats)

    def context(self, entry: Entry, step: str) -> Context:
        """The context of a proof in an entry."""
        return Context(entry.game, entry.epoch, entry.round, entry.seat, step)

    def take_given(self, sentence: str) -> None:
        """Note once what was not checked."""
        if sentence not in self.given:
            self.given.append(sentence)

    def laid(self, character: str | None = None) -> list[Commitment]:
        """The commitments that lie face down, of one character or of all."""
        return [
            found
            for found in self.commitments
            if found.slot is None and not found.returned and character in (None, found.character)
        ]

    def turn_up(self, entry: Entry, step: str, slots: Sequence[SlotKey]) -> list[int]:
        """Take a seat's own shares of its slots; the cards they turn out to be. BadProof if anything does not hold."""
        shares = read_points(data_of(entry.content["shares"], "`shares`"), "a share")
        proof = data_of(entry.content["proof"], "`proof`", 64)
        cards = [self.decks[deck].slots[slot] for deck, slot in slots]
        check_shares(self.keys[entry.seat], cards, shares, proof, self.context(entry, step))
        self.checks["shares"] += len(shares)
        found = []
        for (deck, slot), share in zip(slots, shares, strict=True):
            found.append(self.face(deck, slot, [*self.shares[deck, slot].values(), share]))
        for key, card in zip(slots, found, strict=True):
            del self.hands[key]
            self.cards[key] = card
            self.decks[key[0]].discards.append(card)
            self.checks["cards turned up"] += 1
        return found

    def face(self, deck: str, slot: int, shares: Sequence[bytes]) -> int:
        """The card of a slot for the shares of all seats."""
        point = opened(self.decks[deck].slots[slot], shares)
        for card in self.decks[deck].faces[slot]:
            if card_point(deck, card) == point:
                return card
        raise BadProof(f"slot {slot} of the deck {deck} is no card of it")


def exactly(entry: Entry, *keys: str) -> None:
    """An entry's content has exactly these fields."""
    if set(entry.content) != set(keys):
        raise BadEncoding(f"the fields of {entry.kind} are {', '.join(keys)}")
