"""What everyone at a table holds in common: the public state beside the rules' own.

Everything here is a consequence of the signed entries alone, so every peer, spectator
and verifier has the same. Nothing here is anybody's secret (docs/architecture.md).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from keep_p2p.packs import Packs
from keep_p2p.rules.events import Event
from keep_p2p.rules.game import Game, Seating, State, apply, new_game
from keep_p2p.rules.names import Character, Room, Seat, Slot
from keep_p2p.rules.notation import plain_state
from keep_p2p.rules.records import Record
from keep_p2p.table.cards import Cards, ShufflingDeck
from keep_p2p.table.spec import EPOCH
from protocol.beacon import CHAIN_LENGTH
from protocol.context import Context
from protocol.deck import Deck as SealedDeck
from protocol.encoding import Value, digest
from protocol.genesis import Genesis
from protocol.group import Point
from protocol.hilt import HiltCommitment, Opening


@dataclass(slots=True)
class Beacon:
    """The public side of the dice: the last value that each seat has published, first its tip."""

    last: list[bytes]
    tips: list[list[bytes]]
    events: int = 0
    renewed: int = 0

    @property
    def position(self) -> int:
        """How far back from the current tips the next value lies, from 1."""
        return self.events - self.renewed * CHAIN_LENGTH + 1

    @property
    def exhausted(self) -> bool:
        """Whether the next event needs fresh tips first (docs/protocol.md, Beacon)."""
        return self.position > CHAIN_LENGTH

    def renew(self, tips: list[bytes]) -> None:
        """Take fresh tips from all seats."""
        self.last = list(tips)
        for known, tip in zip(self.tips, tips, strict=True):
            known.append(tip)
        self.renewed += 1


def card_context(game: bytes, round_number: int, seat: Seat) -> tuple[Value, ...]:
    """What a card's commitment is bound to: a copy of it opens for nobody else and at no other time."""
    return (game, EPOCH, round_number, seat, "card")


@dataclass(slots=True)
class Commitment:
    """A card committed to: by whom, in which round, and what became of it."""

    character: Character
    seat: Seat
    round: int
    value: bytes
    exchange: int
    opened: Slot | None = None
    opened_in: int = 0
    """The round in which it was turned up."""
    returned_in: int = 0
    """The round in which Second Guess sent it back; 0 if it was not."""

    @property
    def returned(self) -> bool:
        """Whether Second Guess sent it back."""
        return self.returned_in > 0

    def context(self, game: bytes) -> tuple[Value, ...]:
        """What the commitment is bound to."""
        return card_context(game, self.round, self.seat)


@dataclass(frozen=True, slots=True)
class Guess:
    """A Second Guess: the one-time key the answer is sealed to, and the sealed answer when it is there.

    ``hand`` are the slots that were in the owner's hand when it answered, in round ``answered``: what it showed
    must be one of them, whenever that is looked at.
    """

    guesser: Seat
    owner: Seat
    round: int
    key: bytes
    commitment: Commitment
    answered: int = 0
    sealed: bytes = b""
    hand: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class ProvenShuffle:
    """One seat's shuffle as it was proven: kept so that its disclosed seed can be checked."""

    seat: Seat
    round: int
    before: ShufflingDeck
    after: SealedDeck


@dataclass(slots=True)
class PublicTable:
    """The public state of one table. Changed only by the settling of rounds."""

    genesis: Genesis
    packs: Packs
    round: int = 1
    rules: State | None = None
    deck_keys: tuple[Point, ...] = ()
    joint: Point | None = None
    beacon: Beacon | None = None
    shuffling: tuple[ShufflingDeck, ...] = ()
    shuffled_by: int = 0
    exchange: int = 0
    commitments: list[Commitment] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    shuffles: list[ProvenShuffle] = field(default_factory=list)
    hilt: HiltCommitment | None = None
    hilt_round: int = 0
    openings: dict[Room, Opening] = field(default_factory=dict)
    ending: int = 0
    disclosed_keys: dict[Seat, int] = field(default_factory=dict)
    hilt_room: Room | None = None
    checks: Counter[str] = field(default_factory=Counter)
    cards: Cards = field(init=False)
    game_id: bytes = field(init=False)

    def __post_init__(self) -> None:
        self.cards = Cards(self.seats)
        self.game_id = self.genesis.digest()

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.genesis.roster)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        """Every seat, in roster order."""
        return tuple(Seat(number) for number in range(self.seats))

    @property
    def state(self) -> State:
        """The rules' state; only after the seats know their characters."""
        assert self.rules is not None, "no characters yet"
        return self.rules

    @property
    def joint_key(self) -> Point:
        """The sum of all deck keys."""
        assert self.joint is not None, "no deck keys yet"
        return self.joint

    @property
    def dice(self) -> Beacon:
        """The beacon; only after the tips are in."""
        assert self.beacon is not None, "no tips yet"
        return self.beacon

    def seat_of(self, character: Character) -> Seat:
        """The seat that speaks for a character in play."""
        return self.state.game.seating.seat(character)

    def context(self, seat: Seat, step: str, *, round_number: int | None = None) -> Context:
        """What every challenge and commitment of this seat's entry is bound to."""
        return Context(self.game_id, EPOCH, round_number or self.round, seat, step)

    def marked_rooms(self) -> tuple[Room, ...]:
        """The rooms that may hold the Hilt at this table (ruling S5)."""
        return self.state.game.hilt_rooms

    def begin(self, characters: tuple[tuple[Character, ...], ...]) -> None:
        """Start the rules, now that every seat has its characters (ruling S3)."""
        game = Game(self.packs.board.board, self.packs.deck.deck, Seating(characters))
        self.rules = new_game(game)

    def tell(self, event: Event) -> tuple[Record, ...]:
        """Tell the rules what happened and return their records."""
        step = apply(self.state, event)
        self.rules = step.state
        return step.records

    def open_commitment(self, character: Character) -> Commitment:
        """The card this character has lying face down."""
        for commitment in reversed(self.commitments):
            if commitment.character is character:
                return commitment
        raise AssertionError(f"{character} has committed nothing")

    def digest(self) -> bytes:
        """The state digest: 32 bytes over everything public that the rules and the order of rounds depend on."""
        decks = [[deck.what.deck.value, deck.what.count, self.shuffled_by] for deck in self.shuffling]
        rules = None if self.rules is None else plain_state(self.rules)
        return digest("state", rules, decks, self.dice.events if self.beacon else 0, self.ending)
