"""Rounds before the first card: deck keys and beacon tips, the drawing of characters, fresh tips."""

from __future__ import annotations

from collections.abc import Mapping

from keep_p2p.rules.names import SEARCHERS, Character, Seat
from keep_p2p.rules.records import Record
from keep_p2p.table.public import Beacon, PublicTable
from keep_p2p.table.rounds.base import MAX_PROOF, Content, RoundType
from keep_p2p.table.spec import EPOCH, InvalidEntry, RoundKind, RoundSpec
from protocol.beacon import check_value, outcome, permutation
from protocol.deck import check_key, parse_public
from protocol.encoding import DIGEST_BYTES, digest
from protocol.genesis import Genesis
from protocol.group import POINT_BYTES, Point, total
from protocol.proof import ProofError
from protocol.shape import Shape

UNPROVEN_KEY = "giving a key to lock the cards with, without a valid proof that it is nobody else's"


class KeysRound(RoundType):
    """Every seat publishes its deck key, proven known, and the tip of its beacon chain."""

    kind = RoundKind.KEYS

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> tuple[Point, bytes]:
        """Return the deck key and the tip."""
        shape = Shape(content, "the entry", "deck_key", "proof", "tip")
        packed = shape.data("deck_key", POINT_BYTES)
        proof = shape.blob("proof", MAX_PROOF)
        try:
            key = parse_public(packed)
            check_key(key, proof, table.context(seat, "deck-key"))
        except ProofError as error:
            raise InvalidEntry(UNPROVEN_KEY, error) from error
        table.checks["deck keys"] += 1
        return key, shape.data("tip", DIGEST_BYTES)

    def settle(
        self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, tuple[Point, bytes]]
    ) -> tuple[Record, ...]:
        """Fix the joint key; start the rules if everybody's characters are known."""
        table.deck_keys = tuple(said[seat][0] for seat in spec.speakers)
        # Only if all seats work together can this be the identity; then no shuffle under it is accepted.
        table.joint = total(table.deck_keys)
        tips = [said[seat][1] for seat in spec.speakers]
        table.beacon = Beacon(list(tips), [[tip] for tip in tips])
        chosen = chosen_characters(table.genesis)
        if all(chosen):
            table.begin(chosen)
        return ()


class BeaconRound(RoundType):
    """A round that holds nothing but every seat's next beacon value."""

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> bytes:
        """Return the value, which hashes to the one before it."""
        value = Shape(content, "the entry", "value").data("value", DIGEST_BYTES)
        previous, position = table.dice.last[seat], table.dice.position
        if not check_value(previous, value, table.game_id, EPOCH, seat, position):
            what = "drawing the characters" if spec.kind is RoundKind.LOT else "the dice"
            did = f"giving another value for {what} than the one fixed beforehand"
            raise InvalidEntry(did, "it is not the next of its chain")
        table.checks["beacon values"] += 1
        return value

    def draw_outcome(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, bytes]) -> bytes:
        """Return the event's 32-byte outcome and move the beacon on."""
        values = [said[seat] for seat in spec.speakers]
        table.dice.events += 1
        table.dice.last = values
        return outcome(table.game_id, EPOCH, table.dice.events, values)


class LotRound(BeaconRound):
    """The first beacon event gives the drawing seats their characters (ruling S3)."""

    kind = RoundKind.LOT

    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, bytes]) -> tuple[Record, ...]:
        """Deal the characters and start the rules."""
        table.begin(draw_characters(chosen_characters(table.genesis), self.draw_outcome(table, spec, said)))
        return ()


class TipsRound(RoundType):
    """Fresh tips, when the chains are used up."""

    kind = RoundKind.TIPS

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> bytes:
        """Return the tip."""
        return Shape(content, "the entry", "tip").data("tip", DIGEST_BYTES)

    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, bytes]) -> tuple[Record, ...]:
        """Renew the beacon."""
        table.dice.renew([said[seat] for seat in spec.speakers])
        return ()


def chosen_characters(genesis: Genesis) -> tuple[tuple[Character, ...], ...]:
    """Each seat's characters as the genesis names them; empty for a seat that draws. ValueError: not the game's."""
    return tuple(tuple(Character(name) for name in seat.characters or ()) for seat in genesis.roster)


def draw_characters(chosen: tuple[tuple[Character, ...], ...], lot: bytes) -> tuple[tuple[Character, ...], ...]:
    """Give every drawing seat its characters.

    ``lot`` is the event's 32-byte outcome. A first permutation picks which Searchers are in play
    besides the chosen ones; they and Molasar (if nobody chose him) make as many hands as there are
    drawing seats, two Searchers to a hand with three seats; a second permutation gives the hands out.
    """
    taken = {character for characters in chosen for character in characters}
    free = [character for character in SEARCHERS if character not in taken]
    mixed = [free[index] for index in permutation(digest("lot-searchers", lot), len(free))]
    drawing = [seat for seat, characters in enumerate(chosen) if not characters]
    size = 2 if len(chosen) == 3 else 1
    hands: list[tuple[Character, ...]] = [] if Character.MOLASAR in taken else [(Character.MOLASAR,)]
    while len(hands) < len(drawing):
        hand, mixed = mixed[:size], mixed[size:]
        hands.append(tuple(sorted(hand, key=lambda character: character.number)))
    result = list(chosen)
    for seat, index in zip(drawing, permutation(digest("lot-seats", lot), len(hands)), strict=True):
        result[seat] = hands[index]
    return tuple(result)
