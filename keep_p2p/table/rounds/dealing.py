"""Rounds that shuffle and deal (docs/protocol-cards.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from keep_p2p.rules.awaited import Draw, Shuffle
from keep_p2p.rules.events import Drawn, Shuffled
from keep_p2p.rules.names import Seat
from keep_p2p.rules.records import Record
from keep_p2p.table.cards import ShufflingDeck, SlotKey
from keep_p2p.table.public import ProvenShuffle, PublicTable
from keep_p2p.table.rounds.base import MAX_PROOF, Content, RoundType
from keep_p2p.table.spec import InvalidEntry, RoundKind, RoundSpec
from protocol.deck import Deck as SealedDeck
from protocol.deck import check_shares as check_share_proof
from protocol.deck import parse_shares
from protocol.encoding import Value
from protocol.group import POINT_BYTES, Point
from protocol.proof import ProofError
from protocol.shape import Shape

UNPROVEN_SHUFFLE = "a proof that does not hold, so that a card may have been added, dropped or swapped"
UNPROVEN_DEAL = "dealing cards with decryption shares whose proof does not hold, so that they may open other cards"
UNPROVEN_CARD = "turning up a card with a decryption share whose proof does not hold, so that it may be another card"


class ShuffleRound(RoundType):
    """One seat permutes and re-encrypts every deck that is being shuffled, with a proof for each."""

    kind = RoundKind.SHUFFLE

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> tuple[SealedDeck, ...]:
        """Return each deck as it is afterwards."""
        before = decks_before(table, spec)
        names = tuple(deck.what.deck.value for deck in before)
        shape = Shape(content, "the entry", *names)
        items = zip(before, names, strict=True)
        return tuple(_check_deck(table, seat, deck, shape.any(name)) for deck, name in items)

    def settle(
        self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, tuple[SealedDeck, ...]]
    ) -> tuple[Record, ...]:
        """Hand the decks to the next seat, or lay them on the table after the last."""
        seat = spec.speakers[0]
        before = decks_before(table, spec)
        for deck, after in zip(before, said[seat], strict=True):
            table.shuffles.append(ProvenShuffle(seat, spec.round, deck, after))
        after_decks = tuple(replace(deck, sealed=after) for deck, after in zip(before, said[seat], strict=True))
        table.shuffled_by += 1
        if table.shuffled_by < table.seats:
            table.shuffling = after_decks
            return ()
        for deck in after_decks:
            table.cards.lay(deck)
        table.shuffling, table.shuffled_by = (), 0
        return table.tell(Shuffled())


def decks_before(table: PublicTable, spec: RoundSpec) -> tuple[ShufflingDeck, ...]:
    """The decks as the speaking seat finds them."""
    if table.shuffling:
        return table.shuffling
    assert isinstance(spec.awaited, Shuffle)
    return tuple(ShufflingDeck.begin(what) for what in spec.awaited.decks)


def _check_deck(table: PublicTable, seat: Seat, before: ShufflingDeck, item: Value) -> SealedDeck:
    name = before.what.deck.value
    shape = Shape(item, f"the shuffled {name} deck", "cards", "proof")
    packed = shape.data("cards", 2 * POINT_BYTES * len(before.sealed.cards))
    proof = shape.blob("proof", MAX_PROOF)
    try:
        after = before.sealed.accept(packed, proof, table.joint_key, table.context(seat, "shuffle"))
    except ProofError as error:
        raise InvalidEntry(f"shuffling the {name.capitalize()} cards with {UNPROVEN_SHUFFLE}", error) from error
    table.checks["shuffles"] += 1
    return after


class DrawRound(RoundType):
    """Every seat but the drawers publishes its decryption shares for the slots drawn by others."""

    kind = RoundKind.DRAW

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> tuple[Point, ...]:
        """Return the shares, in the order of the slots drawn."""
        shape = Shape(content, "the entry", "shares", "proof")
        return check_shares(table, seat, slots_to_share(table, spec, seat), shape, "draw")

    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, tuple[Point, ...]]) -> tuple[Record, ...]:
        """Keep the shares; the slots are in their hands."""
        assert isinstance(spec.awaited, Draw)
        for seat in spec.speakers:
            table.cards.publish(seat, slots_to_share(table, spec, seat), said[seat])
        table.cards.deal(spec.awaited.draws)
        return table.tell(Drawn())


def slots_to_share(table: PublicTable, spec: RoundSpec, seat: Seat) -> tuple[SlotKey, ...]:
    """The slots of this round's draw that go to other seats than this one."""
    assert isinstance(spec.awaited, Draw)
    draws = spec.awaited.draws
    return tuple((item.deck, item.slot) for item in draws if table.seat_of(item.character) != seat)


def check_shares(
    table: PublicTable, seat: Seat, keys: tuple[SlotKey, ...], shape: Shape, step: str
) -> tuple[Point, ...]:
    """Return the decryption shares under ``shares``, proven under ``proof`` to be this seat's for these slots.

    Raises InvalidEntry or ShapeError.
    """
    packed = shape.data("shares", POINT_BYTES * len(keys))
    ciphertexts, context = table.cards.ciphertexts(keys), table.context(seat, step)
    proof = shape.blob("proof", MAX_PROOF)
    try:
        shares = parse_shares(packed, len(keys))
        check_share_proof(table.deck_keys[seat], ciphertexts, shares, proof, context)
    except ProofError as error:
        raise InvalidEntry(UNPROVEN_DEAL if step == "draw" else UNPROVEN_CARD, error) from error
    table.checks["decryption shares"] += len(shares)
    return shares
