"""Rounds after play: the Hilt's slip, the final digest, what everybody kept secret, the result.

Only when all seats have signed the final digest does anybody disclose: until then a hand
still belongs to its owner (docs/protocol-rounds.md, The end).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keep_p2p.rules.awaited import Over
from keep_p2p.rules.names import Room, Seat
from keep_p2p.rules.notation import plain
from keep_p2p.rules.records import Record
from keep_p2p.table.disclosure import Disclosure, check_disclosure, parse_disclosure
from keep_p2p.table.public import PublicTable
from keep_p2p.table.rounds.base import Content, RoundType
from keep_p2p.table.rounds.playing import check_hilt_opening
from keep_p2p.table.spec import InvalidEntry, RoundKind, RoundSpec
from protocol.commitment import NONCE_BYTES
from protocol.encoding import encode
from protocol.entry import Entry
from protocol.group import SCALAR_BYTES
from protocol.hilt import Opening, check_slip
from protocol.proof import ProofError
from protocol.shape import Shape

OTHER_SLIP = "turning over another slip than the one written when the Hilt was hidden"


class UnveilRound(RoundType):
    """Molasar opens the slip and every answer, and they agree."""

    kind = RoundKind.UNVEIL

    def check(
        self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content
    ) -> tuple[Room, dict[Room, Opening]]:
        """Return the Hilt's room and all openings."""
        assert table.hilt is not None
        rooms = table.marked_rooms()
        shape = Shape(content, "the entry", "room", "nonce", "blindings")
        room = shape.any("room")
        if room not in rooms:
            raise InvalidEntry("turning over a slip that names no room where the Hilt may lie")
        packed = shape.data("blindings", SCALAR_BYTES * len(rooms))
        openings: dict[Room, Opening] = {}
        for index, each in enumerate(rooms):
            blinding = packed[SCALAR_BYTES * index : SCALAR_BYTES * (index + 1)]
            openings[each] = Opening(each == room, blinding)
            check_hilt_opening(table, each, each == room, blinding)
        context = table.context(seat, "hilt", round_number=table.hilt_round)
        nonce = shape.data("nonce", NONCE_BYTES)
        try:
            check_slip(table.hilt, str(room), nonce, tuple(openings[each] for each in rooms), context)
        except ProofError as error:
            raise InvalidEntry(OTHER_SLIP, error) from error
        table.checks["Hilt slip"] += 1
        return Room(str(room)), openings

    def settle(
        self,
        table: PublicTable,
        spec: RoundSpec,
        said: Mapping[Seat, tuple[Room, dict[Room, Opening]]],
    ) -> tuple[Record, ...]:
        """Turn the slip over."""
        (seat,) = spec.speakers
        table.hilt_room, table.openings = said[seat]
        table.ending += 1
        return ()


class FinalRound(RoundType):
    """Every seat signs how the game ended; the body's digests vouch for all that led there."""

    kind = RoundKind.FINAL

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> None:
        """Refuse another outcome than the rules'."""
        assert isinstance(spec.awaited, Over)
        outcome = Shape(content, "the entry", "outcome").any("outcome")
        if encode(outcome) != encode(final_outcome(spec.awaited)):
            raise InvalidEntry("signing another outcome than the game had")

    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, None]) -> tuple[Record, ...]:
        """Let the disclosure begin."""
        table.ending += 1
        return ()


def final_outcome(over: Over) -> Any:
    """The outcome as it is signed."""
    return plain(over)


class DiscloseRound(RoundType):
    """Every seat gives away its secrets; everything is computed again from them."""

    kind = RoundKind.DISCLOSE

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> Disclosure:
        """Return the secrets, all of which agree with what the seat did."""
        disclosure = parse_disclosure(content)
        check_disclosure(table, seat, disclosure)
        table.checks["disclosures"] += 1
        return disclosure

    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, Disclosure]) -> tuple[Record, ...]:
        """All hands are face up."""
        for seat in spec.speakers:
            table.disclosed_keys[seat] = said[seat].deck_key.secret
        table.ending += 1
        return ()


def disclosed_guess_keys(entries: Sequence[Entry], seat: Seat) -> tuple[bytes, ...]:
    """The one-time keys that a seat disclosed in this settled round, in the order of its Second Guesses."""
    content = next(entry.body.content for entry in entries if entry.body.seat == seat)
    return parse_disclosure(content).guess_keys


class ResultRound(RoundType):
    """Every seat signs that it has checked everything and found it fair."""

    kind = RoundKind.RESULT

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> None:
        """Refuse anything but the one result a sound game can have: what was not fair never gets here."""
        if Shape(content, "the entry", "fair").any("fair") is not True:
            raise InvalidEntry("calling a game unfair in which every check held")

    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, None]) -> tuple[Record, ...]:
        """The transcript is complete."""
        table.ending += 1
        return ()
