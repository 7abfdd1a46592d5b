"""What the end of a game brought out: every card of every slot, and who knew which of them since when.

Only what was disclosed is here. Of a game that broke off before its disclosures nothing is, and a
replay of it shows what is public (docs/interface.md, "Replay").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from keep_p2p.rules.awaited import Draw
from keep_p2p.rules.game import Knowledge
from keep_p2p.rules.names import Card, Character, Deck, Room, Seat, Slot
from keep_p2p.table.cards import FaceDown, SlotKey
from keep_p2p.table.disclosure import Disclosure, parse_disclosure
from keep_p2p.table.peek import check_peek
from keep_p2p.table.public import Commitment, Guess, PublicTable
from keep_p2p.table.replica import Settled
from keep_p2p.table.spec import InvalidEntry, RoundKind
from protocol.group import multiply


@dataclass(frozen=True, slots=True)
class Seen:
    """A seat has seen the card of a slot since this round: it drew it, or Second Guess ``shown`` it."""

    round: int
    seat: Seat
    key: SlotKey
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A Conflict card laid face down in ``round``; ``returned_in`` is 0 unless Second Guess sent it back.

    ``shown_to`` are the seats that looked at it, each with the round in which it did.
    """

    round: int
    seat: Seat
    character: Character
    exchange: int
    slot: Slot
    returned_in: int
    shown_to: tuple[tuple[int, Seat], ...] = ()

    def lies(self, at: int, exchange: int) -> bool:
        """Whether it lies on the table after round ``at``, in which the exchange of this number goes on."""
        return self.round <= at and self.exchange == exchange and not self.back(at)

    def back(self, at: int) -> bool:
        """Whether it was sent back in or before round ``at``."""
        return 0 < self.returned_in <= at


@dataclass(frozen=True, slots=True)
class Secrets:
    """Everything disclosed. ``seats`` are those that disclosed, ``cards`` the card of each slot known by now."""

    seats: tuple[Seat, ...] = ()
    cards: Mapping[SlotKey, Card] = field(default_factory=dict)
    seen: tuple[Seen, ...] = ()
    laid: tuple[Laid, ...] = ()
    hilt: Room | None = None
    hidden_in: int = 0
    """The round in which the Hilt was hidden."""

    def of_seat(self, seat: Seat, molasar: bool, at: int, exchange: int) -> Knowledge:
        """What one seat knew beside the public state after round ``at``; ``molasar`` if it plays him."""
        cards = {item.key: self.cards[item.key] for item in self.seen if item.seat == seat and item.round <= at}
        own = [item for item in self.laid if item.seat == seat]
        barred = frozenset(item.slot for item in own if item.exchange == exchange and item.back(at))
        lying = {item.slot for item in own if item.lies(at, exchange)}
        lying |= {item.slot for item in self.laid if item.lies(at, exchange) and _looked(item, seat, at)}
        return Knowledge(cards, self._hilt_at(at) if molasar else None, barred, frozenset(lying))

    def of_all(self, at: int, exchange: int) -> Knowledge:
        """All cards face up, those of the piles too, and the Hilt's room once it was hidden."""
        barred = frozenset(item.slot for item in self.laid if item.exchange == exchange and item.back(at))
        lying = frozenset(item.slot for item in self.laid if item.lies(at, exchange))
        return Knowledge(self.cards, self._hilt_at(at), barred, lying)

    def _hilt_at(self, at: int) -> Room | None:
        return self.hilt if 0 < self.hidden_in <= at else None


def _looked(item: Laid, seat: Seat, at: int) -> bool:
    return any(number <= at and guesser == seat for number, guesser in item.shown_to)


class Collector:
    """Notes, round by round, what will tell the secrets at the end."""

    def __init__(self) -> None:
        self._drawn: list[tuple[int, Draw]] = []
        self._disclosed: dict[Seat, Disclosure] = {}

    def note(self, settled: Settled) -> None:
        """Take a settled round."""
        spec = settled.spec
        if spec.kind is RoundKind.DRAW and isinstance(spec.awaited, Draw):
            self._drawn.append((spec.round, spec.awaited))
        elif spec.kind is RoundKind.DISCLOSE:
            for entry in settled.entries:
                self._disclosed[Seat(entry.body.seat)] = parse_disclosure(entry.body.content)

    def secrets(self, table: PublicTable) -> Secrets:
        """All that follows from the disclosures, at the end of the rounds; ``table`` is the public state there."""
        cards = _decrypt(table, {seat: each.deck_key.secret for seat, each in self._disclosed.items()})
        peeks = _peeks(table, self._disclosed)
        return Secrets(
            seats=tuple(sorted(self._disclosed)),
            cards=cards,
            seen=tuple(sorted(self._seen(table, peeks, cards), key=lambda item: item.round)),
            laid=tuple(_laid(table, self._disclosed, peeks)),
            hilt=table.hilt_room,
            hidden_in=table.hilt_round,
        )

    def _seen(
        self, table: PublicTable, peeks: Sequence[tuple[Guess, Slot]], cards: Mapping[SlotKey, Card]
    ) -> Iterable[Seen]:
        for number, draw in self._drawn:
            for item in draw.draws:
                if (item.deck, item.slot) in cards:
                    yield Seen(number, table.seat_of(item.character), (item.deck, item.slot))
        for guess, slot in peeks:
            if (Deck.CONFLICT, slot) in cards:
                yield Seen(guess.answered, guess.guesser, (Deck.CONFLICT, slot), shown=True)


def _decrypt(table: PublicTable, secrets: Mapping[Seat, int]) -> dict[SlotKey, Card]:
    """The card of each slot for which every seat's share is published or follows from its disclosed key."""
    found: dict[SlotKey, Card] = {}
    for key, face_down in table.cards.laid().items():
        card = _card(table, face_down, secrets)
        if card is not None:
            found[key] = card
    return found


def _card(table: PublicTable, face_down: FaceDown, secrets: Mapping[Seat, int]) -> Card | None:
    shares = dict(face_down.shares)
    for seat in table.all_seats:
        if seat not in shares:
            if seat not in secrets:
                return None
            shares[seat] = multiply(secrets[seat], face_down.ciphertext[0])
    card = face_down.deck.card_at(face_down.position, [shares[seat] for seat in sorted(shares)])
    return None if card is None else Card(card)


def _peeks(table: PublicTable, disclosed: Mapping[Seat, Disclosure]) -> list[tuple[Guess, Slot]]:
    """Each answered Second Guess whose one-time key is known, with the slot that it showed."""
    found = []
    for seat in sorted(disclosed):
        keys = iter(disclosed[seat].guess_keys)
        for guess in (each for each in table.guesses if each.guesser == seat):
            key = next(keys, None)
            if key is None or not guess.answered:
                continue
            try:
                found.append((guess, check_peek(table, guess, key).slot))
            except InvalidEntry:
                continue  # The owner lied inside the envelope: the verdict says so, and nobody saw a card.
    return found


def _laid(
    table: PublicTable, disclosed: Mapping[Seat, Disclosure], peeks: Sequence[tuple[Guess, Slot]]
) -> Iterable[Laid]:
    """Every commitment whose slot is known: turned up, sent back and disclosed, or shown to somebody."""
    returned = {seat: iter(each.returned) for seat, each in disclosed.items()}
    for commitment in table.commitments:
        shown = [(guess, slot) for guess, slot in peeks if guess.commitment is commitment]
        slot = commitment.opened
        if commitment.returned and commitment.seat in returned:
            slot = next(returned[commitment.seat], (None, b""))[0]
        if slot is None and shown:
            slot = shown[0][1]
        if slot is not None:
            yield _laid_as(commitment, slot, tuple((guess.answered, guess.guesser) for guess, _ in shown))


def _laid_as(commitment: Commitment, slot: Slot, shown_to: tuple[tuple[int, Seat], ...]) -> Laid:
    return Laid(
        commitment.round,
        commitment.seat,
        commitment.character,
        commitment.exchange,
        slot,
        commitment.returned_in,
        shown_to,
    )
