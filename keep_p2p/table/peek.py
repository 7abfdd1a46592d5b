"""Second Guess between two seats: a committed card's opening, sealed so that one seat alone sees it (ruling C5)."""

from __future__ import annotations

from dataclasses import dataclass

from keep_p2p.rules.names import Card, Deck, Slot
from keep_p2p.table.public import Guess, PublicTable
from keep_p2p.table.spec import EPOCH, InvalidEntry
from protocol.commitment import NONCE_BYTES, matches
from protocol.context import Context
from protocol.deck import DeckKey, check_shares, parse_shares, shares
from protocol.envelope import envelope_info, open_sealed, seal
from protocol.group import POINT_BYTES
from protocol.proof import ProofError, Random

SLOT_BYTES = 4
PROOF_BYTES = 64
OPENING_BYTES = SLOT_BYTES + NONCE_BYTES + POINT_BYTES + PROOF_BYTES
"""An opening is always this long, so that its length says nothing: slot, nonce, share and proof of the share."""

UNPROVEN_CARD = "showing a card for Second Guess with a proof that does not hold, so that it may be another card"


@dataclass(frozen=True, slots=True)
class PeekedCard:
    """What the guesser saw."""

    slot: Slot
    card: Card


def _info(table: PublicTable, guess: Guess, round_number: int) -> bytes:
    return envelope_info(
        game=table.game_id,
        epoch=EPOCH,
        round=round_number,
        sender=guess.owner,
        recipient=guess.guesser,
        commitment=guess.commitment.value,
    )


def seal_peek(table: PublicTable, guess: Guess, key: DeckKey, slot: Slot, nonce: bytes, random: Random) -> bytes:
    """The owner's answer: the opening of its commitment, sealed to the guesser's one-time key."""
    ciphertexts = table.cards.ciphertexts(((Deck.CONFLICT, slot),))
    (share,), proof = shares(key, ciphertexts, _context(table, guess, table.round), random)
    opening = slot.to_bytes(SLOT_BYTES, "big") + nonce + share + proof
    return seal(guess.key, opening, _info(table, guess, table.round))


def check_peek(table: PublicTable, guess: Guess, secret: bytes) -> PeekedCard:
    """Open a sealed answer with the guesser's one-time secret key and check all of it.

    Raises InvalidEntry, about the owner, if it is not the true opening of a card in that hand.
    """
    info = _info(table, guess, guess.answered)
    opening = open_sealed(secret, guess.sealed, info)
    if opening is None or len(opening) != OPENING_BYTES:
        raise InvalidEntry("sealing the card to be shown for Second Guess so that nobody can look at it")
    slot = Slot(int.from_bytes(opening[:SLOT_BYTES], "big"))
    nonce = opening[SLOT_BYTES : SLOT_BYTES + NONCE_BYTES]
    rest = opening[SLOT_BYTES + NONCE_BYTES :]
    _check_committed(table, guess, slot, nonce)
    return PeekedCard(slot, _check_card(table, guess, slot, rest[:POINT_BYTES], rest[POINT_BYTES:]))


def _check_committed(table: PublicTable, guess: Guess, slot: Slot, nonce: bytes) -> None:
    context = guess.commitment.context(table.game_id)
    if not matches(guess.commitment.value, context, slot, nonce):
        raise InvalidEntry("showing another card for Second Guess than the one that lay face down")
    if slot not in guess.hand:
        raise InvalidEntry("showing a card for Second Guess that was not in the hand it must come from")


def _check_card(table: PublicTable, guess: Guess, slot: Slot, packed: bytes, proof: bytes) -> Card:
    key = (Deck.CONFLICT, slot)
    try:
        shown = parse_shares(packed, 1)
        ciphertexts, context = table.cards.ciphertexts((key,)), _context(table, guess, guess.answered)
        check_shares(table.deck_keys[guess.owner], ciphertexts, shown, proof, context)
    except ProofError as error:
        raise InvalidEntry(UNPROVEN_CARD, error) from error
    card = table.cards.card_with(key, guess.owner, shown[0])
    if card is None:
        raise InvalidEntry("showing something for Second Guess that is no card of the deck")
    return card


def _context(table: PublicTable, guess: Guess, round_number: int) -> Context:
    return table.context(guess.owner, "peek", round_number=round_number)
