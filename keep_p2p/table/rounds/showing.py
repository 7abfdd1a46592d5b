"""Rounds in which something hidden is shown: cards turned up, a card looked at, the Hilt answered for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from keep_p2p.rules.awaited import AnswerHilt, Peek, Reveal, RevealItem
from keep_p2p.rules.events import HiltAnswered, Peeked, Revealed, Turned
from keep_p2p.rules.names import Card, Deck, Room, Seat, Slot
from keep_p2p.rules.records import Record
from keep_p2p.table.peek import OPENING_BYTES
from keep_p2p.table.public import Commitment, PublicTable
from keep_p2p.table.rounds.base import Content, RoundType
from keep_p2p.table.rounds.dealing import check_shares
from keep_p2p.table.rounds.playing import check_hilt_opening
from keep_p2p.table.spec import InvalidEntry, RoundKind, RoundSpec
from protocol.commitment import NONCE_BYTES, matches
from protocol.encoding import Value
from protocol.envelope import OVERHEAD_BYTES
from protocol.group import SCALAR_BYTES
from protocol.hilt import Opening
from protocol.shape import Shape

MAX_SLOT = 2**31 - 1
"""Largest slot number accepted."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """One card turned up by its holder."""

    item: RevealItem
    slot: Slot
    card: Card


class RevealRound(RoundType):
    """Every holder asked turns up its cards, at the same time."""

    kind = RoundKind.REVEAL

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> tuple[ShownCard, ...]:
        """Return the cards, each the one committed to or pointed at, and in its holder's hand."""
        items = items_of(table, spec, seat)
        hidden = [item for item in items if item.slot is None]
        shape = Shape(content, "the entry", "slots", "nonces", "shares", "proof")
        opened = iter(_check_slots(table, seat, hidden, shape))
        slots = [next(opened) if item.slot is None else item.slot for item in items]
        keys = tuple((item.deck, slot) for item, slot in zip(items, slots, strict=True))
        shares = check_shares(table, seat, keys, shape, "reveal")
        cards = [table.cards.card_with(key, seat, share) for key, share in zip(keys, shares, strict=True)]
        shown = []
        for item, slot, card in zip(items, slots, cards, strict=True):
            if card is None:
                raise InvalidEntry("turning up something that is no card of the deck")
            shown.append(ShownCard(item, slot, card))
        table.checks["cards turned up"] += len(shown)
        return tuple(shown)

    def settle(
        self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, tuple[ShownCard, ...]]
    ) -> tuple[Record, ...]:
        """Tell the rules the cards in the order they asked."""
        assert isinstance(spec.awaited, Reveal)
        by_item = {shown.item: shown for seat in spec.speakers for shown in said[seat]}
        turned = []
        for item in spec.awaited.items:
            shown = by_item[item]
            if item.slot is None:
                commitment = table.open_commitment(item.character)
                commitment.opened, commitment.opened_in = shown.slot, spec.round
            turned.append(Turned(item.character, shown.slot, shown.card))
        if any(item.slot is None for item in spec.awaited.items):
            table.exchange += 1
        return table.tell(Revealed(tuple(turned)))


def items_of(table: PublicTable, spec: RoundSpec, seat: Seat) -> tuple[RevealItem, ...]:
    """The cards that this seat turns up in this round, in the order asked."""
    assert isinstance(spec.awaited, Reveal)
    return tuple(item for item in spec.awaited.items if table.seat_of(item.character) == seat)


def check_committed(table: PublicTable, commitment: Commitment, slot: Slot, nonce: bytes) -> None:
    """Raise InvalidEntry unless slot and nonce open the commitment and the slot is in that hand."""
    if not matches(commitment.value, commitment.context(table.game_id), slot, nonce):
        raise InvalidEntry("turning up another card than the one that lay face down")
    if slot not in table.state.hand(commitment.character, Deck.CONFLICT):
        raise InvalidEntry(f"playing a card that was not in {commitment.character.value.capitalize()}'s hand")
    table.checks["card commitments"] += 1


def _check_slots(table: PublicTable, seat: Seat, hidden: list[RevealItem], shape: Shape) -> list[Slot]:
    values = shape.any("slots")
    if not isinstance(values, tuple) or len(values) != len(hidden):
        raise shape.fail("slots", f"does not name {len(hidden)} cards")
    nonces = shape.data("nonces", NONCE_BYTES * len(hidden))
    slots = []
    for index, (item, value) in enumerate(zip(hidden, values, strict=True)):
        if type(value) is not int or not 0 <= value <= MAX_SLOT:
            raise shape.fail("slots", "holds something that is no slot's number")
        nonce = nonces[NONCE_BYTES * index : NONCE_BYTES * (index + 1)]
        check_committed(table, table.open_commitment(item.character), Slot(value), nonce)
        slots.append(Slot(value))
    return slots


class PeekRound(RoundType):
    """The owner of a committed card seals its opening to the guesser's one-time key.

    Nobody but the guesser can look inside; what is wrong in it shows by a complaint, or at the disclosure.
    """

    kind = RoundKind.PEEK

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> bytes:
        """Return the sealed opening."""
        return Shape(content, "the entry", "sealed").data("sealed", OPENING_BYTES + OVERHEAD_BYTES)

    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, bytes]) -> tuple[Record, ...]:
        """Keep the sealed answer."""
        assert isinstance(spec.awaited, Peek)
        (seat,) = spec.speakers
        guess = table.guesses[-1]
        hand = table.state.hand(guess.commitment.character, Deck.CONFLICT)
        table.guesses[-1] = replace(guess, answered=spec.round, sealed=said[seat], hand=hand)
        return table.tell(Peeked())


class AnswerRound(RoundType):
    """Molasar answers for marked rooms, in the order asked."""

    kind = RoundKind.ANSWER

    def check(
        self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content
    ) -> tuple[tuple[Room, bool, bytes], ...]:
        """Return room, answer and blinding of each; an answer not asked for or missing is refused."""
        assert isinstance(spec.awaited, AnswerHilt)
        shape = Shape(content, "the entry", "answers", "blindings")
        values = shape.any("answers")
        if not isinstance(values, tuple) or not all(type(value) is bool for value in values):
            raise shape.fail("answers", "is not a list of yes and no")
        wanted = _answers_wanted(spec.awaited, values)
        if len(values) != wanted:
            raise InvalidEntry(f"giving {_answers(len(values))} about the Hilt where {wanted} had to be given")
        packed = shape.data("blindings", SCALAR_BYTES * wanted)
        answers = []
        for index, (room, here) in enumerate(zip(spec.awaited.rooms, values, strict=False)):
            blinding = packed[SCALAR_BYTES * index : SCALAR_BYTES * (index + 1)]
            check_hilt_opening(table, room, here is True, blinding)
            answers.append((room, here is True, blinding))
        return tuple(answers)

    def settle(
        self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, tuple[tuple[Room, bool, bytes], ...]]
    ) -> tuple[Record, ...]:
        """Keep the openings and tell the rules."""
        (seat,) = spec.speakers
        for room, here, blinding in said[seat]:
            table.openings[room] = Opening(here, blinding)
        return table.tell(HiltAnswered(tuple((room, here) for room, here, _ in said[seat])))


def _answers(count: int) -> str:
    return "no answer" if count == 0 else "1 answer" if count == 1 else f"{count} answers"


def _answers_wanted(asked: AnswerHilt, values: tuple[Value, ...]) -> int:
    if asked.until_yes and True in values:
        return min(values.index(True) + 1, len(asked.rooms))
    return len(asked.rooms)
