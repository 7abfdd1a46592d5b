"""What one seat alone knows: its cards, its Hilt, its keys. Beside the public state, never in it."""

from __future__ import annotations

from keep_p2p.rules.actions import Action, CommitCard, HideHilt
from keep_p2p.rules.awaited import Draw
from keep_p2p.rules.game import IllegalAction, Knowledge, State, hilt_openings
from keep_p2p.rules.names import Card, Deck, Room, Seat, Slot
from keep_p2p.table.peek import PeekedCard, check_peek
from keep_p2p.table.public import Commitment, Guess, PublicTable
from keep_p2p.table.spec import EPOCH, RoundKind, RoundSpec
from keep_p2p.table.vault import Vault
from protocol.beacon import Chain
from protocol.commitment import NONCE_BYTES
from protocol.deck import DeckKey
from protocol.envelope import OneTimeKey
from protocol.group import multiply
from protocol.hilt import HiltSecret, parse_secret


class PrivateView:
    """The secrets of one seat and what they let it see."""

    def __init__(self, seat: Seat, vault: Vault) -> None:
        """Take the seat and its named secrets."""
        self.seat = seat
        self.vault = vault
        self._cards: dict[tuple[Deck, Slot], Card] = {}
        self._returned: list[tuple[int, Slot]] = []
        self._peeked: dict[int, Slot] = {}
        self._chains: dict[int, Chain] = {}
        self._deck_key: DeckKey | None = None
        self._hilt: HiltSecret | None = None

    @property
    def deck_key(self) -> DeckKey:
        """This seat's deck key."""
        if self._deck_key is None:
            make = DeckKey.generate
            secret = self.vault.keep("deck-key", lambda: make(self.vault.random).secret_bytes())
            self._deck_key = DeckKey.from_secret(secret)
        return self._deck_key

    def chain(self, table: PublicTable, number: int) -> Chain:
        """The beacon chain of this number, the first being 0."""
        if number not in self._chains:
            seed = self.vault.seed(f"beacon-seed/{number}")
            self._chains[number] = Chain(seed, table.game_id, EPOCH, self.seat)
        return self._chains[number]

    def shuffle_seed(self, round_number: int, deck: Deck) -> bytes:
        """The seed of this seat's shuffle of one deck in one round."""
        return self.vault.seed(f"shuffle-seed/{round_number}/{deck.value}")

    def guess_key(self, round_number: int) -> OneTimeKey:
        """The one-time key of the Second Guess played in this round."""
        return OneTimeKey(self.vault.seed(f"guess-key/{round_number}"))

    def commit_card(self, round_number: int, slot: Slot) -> tuple[Slot, bytes]:
        """The slot and nonce committed to in this round; the slot is the first ever given for it."""
        make = self.vault.random
        kept = self.vault.keep(f"commit/{round_number}", lambda: slot.to_bytes(4, "big") + make(NONCE_BYTES))
        return Slot(int.from_bytes(kept[:4], "big")), kept[4:]

    def committed(self, commitment: Commitment) -> tuple[Slot, bytes]:
        """Slot and nonce of this seat's own commitment."""
        kept = self.vault.get(f"commit/{commitment.round}")
        assert kept is not None, "a seat remembers what it committed to"
        return Slot(int.from_bytes(kept[:4], "big")), kept[4:]

    def keep_hilt(self, secret: HiltSecret) -> HiltSecret:
        """Journal the Hilt's secret; the first ever kept is the one that counts."""
        kept = self.vault.keep("hilt", secret.packed)
        self._hilt = parse_secret(kept)
        return self._hilt

    @property
    def hilt(self) -> HiltSecret | None:
        """The Hilt's secret, if this seat has hidden it."""
        if self._hilt is None and (kept := self.vault.get("hilt")) is not None:
            self._hilt = parse_secret(kept)
        return self._hilt

    def knowledge(self, table: PublicTable) -> Knowledge:
        """What this seat knows beside the public state."""
        barred = frozenset(slot for exchange, slot in self._returned if exchange == table.exchange)
        room = Room(self.hilt.room) if self.hilt is not None else None
        return Knowledge(dict(self._cards), room, barred, self._face_down(table))

    def _face_down(self, table: PublicTable) -> frozenset[Slot]:
        """The slots this seat knows to lie face down now: its own, and one it was shown."""
        lying = [each for each in table.commitments[-8:] if each.exchange == table.exchange and not each.returned]
        slots = {self.committed(each)[0] for each in lying if each.seat == self.seat}
        for guess in table.guesses[-4:]:
            if guess.guesser == self.seat and guess.commitment in lying and guess.round in self._peeked:
                slots.add(self._peeked[guess.round])
        return frozenset(slots)

    def after(self, table: PublicTable, spec: RoundSpec) -> None:
        """Look at what a settled round brought: cards drawn, cards sent back."""
        if spec.kind is RoundKind.DRAW:
            self._look_at_drawn(table, spec)
        elif spec.kind is RoundKind.ACT:
            self._note_returned(table)

    def look(self, table: PublicTable, guess: Guess) -> PeekedCard:
        """Open the card shown to this seat. Raises InvalidEntry if its owner cheated."""
        peeked = check_peek(table, guess, self.guess_key(guess.round).private)
        self._cards[(Deck.CONFLICT, peeked.slot)] = peeked.card
        self._peeked[guess.round] = peeked.slot
        return peeked

    def repeated(self, table: PublicTable, guess: Guess) -> bool:
        """Whether the card this seat looked at and sent back was turned up in the same exchange (ruling C5)."""
        if not guess.commitment.returned:
            return False
        opened = [each.opened for each in table.commitments if each.exchange == guess.commitment.exchange]
        return self._peeked.get(guess.round) in opened

    def shown_before(self, table: PublicTable, guess: Guess) -> Guess | None:
        """The earlier Second Guess of this exchange at which this seat was shown the same card and sent it back."""
        for other in table.guesses:
            same = other.guesser == self.seat and other.commitment.exchange == guess.commitment.exchange
            earlier = other.round < guess.round and other.commitment.returned
            if same and earlier and self._peeked.get(other.round) == self._peeked.get(guess.round):
                return other
        return None

    def _look_at_drawn(self, table: PublicTable, spec: RoundSpec) -> None:
        assert isinstance(spec.awaited, Draw)
        for item in spec.awaited.draws:
            if table.seat_of(item.character) != self.seat:
                continue
            key = (item.deck, item.slot)
            (ciphertext,) = table.cards.ciphertexts((key,))
            card = table.cards.card_with(key, self.seat, multiply(self.deck_key.secret, ciphertext[0]))
            assert card is not None, "proven shares of a proven shuffle decrypt to a card"
            self._cards[key] = card

    def _note_returned(self, table: PublicTable) -> None:
        if not table.commitments:
            return
        last = [each for each in table.commitments if each.seat == self.seat and each.returned]
        noted = len(self._returned)
        for commitment in last[noted:]:
            self._returned.append((commitment.exchange, self.committed(commitment)[0]))


def check_private(state: State, known: Knowledge, action: Action) -> None:
    """Raise IllegalAction for what public legality cannot see: only the seat itself can keep from it.

    The Hilt's room is closed to Molasar (ruling M11); a card must be in hand and not sent back (C5); the
    Hilt goes into a marked room (S5). An entry that broke one of these would convict this seat.
    """
    if known.hilt is not None and known.hilt in hilt_openings(state, action):
        raise IllegalAction("M11", "the Hilt is in there: Molasar cannot enter that room")
    if isinstance(action, CommitCard):
        if action.slot not in state.hand(action.character, Deck.CONFLICT):
            raise IllegalAction("C2", "that card is not in this hand")
        if action.slot in known.barred:
            raise IllegalAction("C5", "that card was sent back and is barred until the cards are turned up")
    if isinstance(action, HideHilt) and action.room not in state.game.hilt_rooms:
        raise IllegalAction("S5", "the Hilt can be hidden in a marked room only")
