"""What a seat gives away at the end, and how it is held against what the seat did."""

from __future__ import annotations

from dataclasses import dataclass

from keep_p2p.rules.names import Seat, Slot
from keep_p2p.table.public import Commitment, PublicTable
from keep_p2p.table.spec import EPOCH, InvalidEntry
from protocol.beacon import Chain
from protocol.commitment import NONCE_BYTES, matches
from protocol.deck import DeckKey
from protocol.encoding import Value
from protocol.envelope import clamped, public_of
from protocol.group import SCALAR_BYTES
from protocol.shape import Shape

SECRET_BYTES = 32
"""Seeds, nonces and keys."""

MAX_DISCLOSED = 4096
"""Most secrets of one kind taken from one seat: no game has as many shuffles or Second Guesses."""

NOT_ALL = "giving away at the end more or fewer secrets than there were"

RETURNED_BYTES = 4 + NONCE_BYTES
"""One card that was sent back: its slot (4 bytes, big-endian) and nonce."""


@dataclass(frozen=True, slots=True)
class Disclosure:
    """One seat's secrets of one epoch, each kind in the order in which they were used.

    ``returned`` are slot and nonce of each of its commitments that Second Guess sent back.
    """

    deck_key: DeckKey
    beacon_seeds: tuple[bytes, ...]
    shuffle_seeds: tuple[bytes, ...]
    guess_keys: tuple[bytes, ...]
    returned: tuple[tuple[Slot, bytes], ...]

    def content(self) -> dict[str, Value]:
        """The content of the disclosing entry."""
        return {
            "beacon_seeds": b"".join(self.beacon_seeds),
            "deck_key": self.deck_key.secret_bytes(),
            "guess_keys": b"".join(self.guess_keys),
            "returned": b"".join(slot.to_bytes(4, "big") + nonce for slot, nonce in self.returned),
            "shuffle_seeds": b"".join(self.shuffle_seeds),
        }


def parse_disclosure(content: Value) -> Disclosure:
    """Read a disclosing entry's content. Raises ShapeError, ProofError or InvalidEntry."""
    shape = Shape(content, "the disclosure", "beacon_seeds", "deck_key", "guess_keys", "returned", "shuffle_seeds")
    returned = _split(shape, "returned", RETURNED_BYTES)
    return Disclosure(
        deck_key=DeckKey.from_secret(shape.data("deck_key", SCALAR_BYTES)),
        beacon_seeds=_split(shape, "beacon_seeds", SECRET_BYTES),
        shuffle_seeds=_split(shape, "shuffle_seeds", SECRET_BYTES),
        guess_keys=_split(shape, "guess_keys", SECRET_BYTES),
        returned=tuple((Slot(int.from_bytes(item[:4], "big")), item[4:]) for item in returned),
    )


def _split(shape: Shape, key: str, size: int) -> tuple[bytes, ...]:
    packed = shape.blob(key, size * MAX_DISCLOSED, 0)
    if len(packed) % size:
        raise shape.fail(key, "is not a whole number of secrets")
    return tuple(packed[at : at + size] for at in range(0, len(packed), size))


def check_disclosure(table: PublicTable, seat: Seat, disclosure: Disclosure) -> None:
    """Compute again everything the seat did in secret. Raises InvalidEntry with the first thing that differs."""
    if disclosure.deck_key.public != table.deck_keys[seat]:
        raise InvalidEntry("giving away at the end another key than the one the cards were locked with")
    _check_beacon(table, seat, disclosure.beacon_seeds)
    _check_shuffles(table, seat, disclosure.shuffle_seeds)
    _check_guesses(table, seat, disclosure.guess_keys)
    _check_returned(table, seat, disclosure.returned)


def _check_beacon(table: PublicTable, seat: Seat, seeds: tuple[bytes, ...]) -> None:
    tips = table.dice.tips[seat]
    if len(seeds) != len(tips):
        raise InvalidEntry(NOT_ALL, f"{len(seeds)} beacon seeds, not {len(tips)}")
    for seed, tip in zip(seeds, tips, strict=True):
        if Chain(seed, table.game_id, EPOCH, seat).tip != tip:
            raise InvalidEntry("giving away at the end another secret of the dice than the one that was used")


def _check_shuffles(table: PublicTable, seat: Seat, seeds: tuple[bytes, ...]) -> None:
    shuffles = [shuffle for shuffle in table.shuffles if shuffle.seat == seat]
    if len(seeds) != len(shuffles):
        raise InvalidEntry(NOT_ALL, f"{len(seeds)} shuffle seeds, not {len(shuffles)}")
    for seed, done in zip(seeds, shuffles, strict=True):
        context = table.context(seat, "shuffle", round_number=done.round)
        if done.before.sealed.replayed(table.joint_key, context, seed) != done.after:
            raise InvalidEntry(f"giving away at the end a secret that does not give the shuffle of round {done.round}")


def _check_guesses(table: PublicTable, seat: Seat, keys: tuple[bytes, ...]) -> None:
    guesses = [guess for guess in table.guesses if guess.guesser == seat]
    if len(keys) != len(guesses):
        raise InvalidEntry(NOT_ALL, f"{len(keys)} one-time keys, not {len(guesses)}")
    for key, guess in zip(keys, guesses, strict=True):
        if clamped(key) != key or public_of(key) != guess.key:
            raise InvalidEntry(f"giving away at the end another key than the Second Guess of round {guess.round} had")


def _check_returned(table: PublicTable, seat: Seat, returned: tuple[tuple[Slot, bytes], ...]) -> None:
    sent_back = [each for each in table.commitments if each.seat == seat and each.returned]
    if len(returned) != len(sent_back):
        raise InvalidEntry(NOT_ALL, f"{len(returned)} cards sent back, not {len(sent_back)}")
    seen: set[tuple[int, Slot]] = set()
    for (slot, nonce), commitment in zip(returned, sent_back, strict=True):
        context = commitment.context(table.game_id)
        if not matches(commitment.value, context, slot, nonce):
            raise InvalidEntry(f"naming at the end another card than the one of round {commitment.round} sent back")
        if (commitment.exchange, slot) in seen or slot == _opened_in(table, commitment):
            raise InvalidEntry(f"playing again at once the card of round {commitment.round} that was sent back")
        seen.add((commitment.exchange, slot))


def _opened_in(table: PublicTable, returned: Commitment) -> Slot | None:
    """The slot which the same character turned up in the exchange in which this card was sent back."""
    for each in table.commitments:
        if each.exchange == returned.exchange and each.character is returned.character and each.opened is not None:
            return each.opened
    return None
