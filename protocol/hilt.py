"""The Hilt: a slip of paper with one room on it, and answers about every room that can be proven true.

The slip is a hash commitment to the room's name and to the openings of all answers. The answers are one Pedersen
commitment for each marked room, to 1 (the Hilt is here) or 0 (it is not), proven to hold exactly one 1. Opening one
says truly whether the Hilt is in that room and nothing about the others, save what follows from there being one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from protocol import commitment, onehot
from protocol.commitment import NONCE_BYTES
from protocol.context import Context
from protocol.encoding import Value, decode, digest, encode
from protocol.group import (
    ORDER,
    POINT_BYTES,
    SCALAR_BYTES,
    WIDE_BYTES,
    GroupError,
    Point,
    pack,
    parse_scalar,
    scalar_bytes,
)
from protocol.proof import ProofError, Random, parse_points
from protocol.shape import Shape

SLIP_BYTES: Final = 32
MAX_ROOMS: Final = 64
"""Most marked rooms: the proof costs its checkers about a third of a millisecond a room."""
MAX_ROOM_NAME: Final = 128
"""Characters of a room's name in a secret read back: a longer one is a damaged journal."""

_SUBJECT: Final = "the Hilt's commitment"


class Opening(NamedTuple):
    """The answer for one room: whether the Hilt is there, and the 32-byte blinding that proves it."""

    here: bool
    blinding: bytes


@dataclass(frozen=True)
class HiltSecret:
    """What Molasar's seat alone knows: the room, each answer's blinding (32 bytes) and the slip's nonce (32 bytes)."""

    rooms: tuple[str, ...]
    room: str
    blindings: tuple[bytes, ...] = field(repr=False)
    nonce: bytes = field(repr=False)

    def __post_init__(self) -> None:
        _check_rooms(self.rooms)
        if self.room not in self.rooms:
            raise ValueError(f"{self.room} is not among the rooms that may hold the Hilt")
        if len(self.blindings) != len(self.rooms) or any(len(part) != SCALAR_BYTES for part in self.blindings):
            raise ValueError(f"each of {len(self.rooms)} rooms needs a blinding of {SCALAR_BYTES} bytes")
        if any(int.from_bytes(part, "little") >= ORDER for part in self.blindings):
            raise ValueError("a blinding must be below the order of the group")
        if len(self.nonce) != NONCE_BYTES:
            raise ValueError(f"the slip's nonce has {NONCE_BYTES} bytes, not {len(self.nonce)}")

    def openings(self) -> tuple[Opening, ...]:
        """Return the answers for all rooms, in the rooms' order."""
        return tuple(
            Opening(room == self.room, blinding) for room, blinding in zip(self.rooms, self.blindings, strict=True)
        )

    def packed(self) -> bytes:
        """Return the secret in the canonical encoding, for the journal."""
        return encode(
            {"blindings": self.blindings, "nonce": self.nonce, "room": self.room, "rooms": self.rooms},
        )


@dataclass(frozen=True)
class HiltCommitment:
    """What all see: the rooms in a fixed order, the slip (32 bytes), a commitment for each room, and their proof."""

    rooms: tuple[str, ...]
    slip: bytes
    points: tuple[Point, ...]
    proof: bytes

    def packed(self) -> bytes:
        """Return slip, commitments and proof one after another, as they go on the wire; the rooms all know."""
        return self.slip + pack(self.points) + self.proof


def commitment_bytes(rooms: int) -> int:
    """Return the size of a packed commitment over so many rooms."""
    return SLIP_BYTES + rooms * POINT_BYTES + onehot.proof_bytes(rooms)


def parse_commitment(data: bytes, rooms: Sequence[str]) -> HiltCommitment:
    """Return the commitment over these rooms from its bytes; whether it holds is :func:`check_hilt`'s to say.

    Raises ProofError for a wrong length or a commitment that is no point or the identity.
    """
    names = tuple(rooms)
    if len(data) != commitment_bytes(len(names)):
        raise ProofError(f"{_SUBJECT}: {len(data)} bytes where it must have {commitment_bytes(len(names))}")
    end = SLIP_BYTES + len(names) * POINT_BYTES
    points = parse_points(data[SLIP_BYTES:end], len(names), _SUBJECT)
    return HiltCommitment(names, data[:SLIP_BYTES], points, data[end:])


def parse_secret(data: bytes) -> HiltSecret:
    """Return the secret that :meth:`HiltSecret.packed` wrote. Raises EncodingError or ValueError if it is damaged."""
    shape = Shape(decode(data), "the Hilt's secret", "blindings", "nonce", "room", "rooms")
    return HiltSecret(
        tuple(str(room) for room in shape.items("rooms", MAX_ROOMS)),
        shape.text("room", MAX_ROOM_NAME),
        shape.data_items("blindings", SCALAR_BYTES, MAX_ROOMS),
        shape.data("nonce", NONCE_BYTES),
    )


def hide(rooms: Sequence[str], room: str, context: Context, random: Random) -> tuple[HiltSecret, HiltCommitment]:
    """Hide the Hilt in ``room``, one of ``rooms``; the secret must be kept safe before the commitment is sent.

    Raises ValueError if the room is not among the rooms, or these are not different names.
    """
    names = tuple(rooms)
    blindings = tuple(scalar_bytes(int.from_bytes(random(WIDE_BYTES), "little")) for _ in names)
    secret = HiltSecret(names, room, blindings, random(NONCE_BYTES))
    return secret, commit(secret, context, random)


def commit(secret: HiltSecret, context: Context, random: Random) -> HiltCommitment:
    """Return the public commitment to a secret."""
    scalars = tuple(parse_scalar(blinding) for blinding in secret.blindings)
    points = tuple(
        onehot.pedersen(name == secret.room, scalar) for name, scalar in zip(secret.rooms, scalars, strict=True)
    )
    slip = _slip(secret.rooms, secret.room, secret.nonce, secret.openings(), context)
    bound = _bound(secret.rooms, slip, context)
    proof = onehot.prove(secret.rooms.index(secret.room), scalars, points, bound, random)
    return HiltCommitment(secret.rooms, slip, points, proof)


def check_hilt(hidden: HiltCommitment, rooms: Sequence[str], context: Context) -> None:
    """Raise ProofError unless exactly one of these rooms is proven to hold the Hilt."""
    if hidden.rooms != tuple(rooms):
        raise ProofError(f"{_SUBJECT}: it is about other rooms than those that may hold the Hilt")
    if len(hidden.points) != len(hidden.rooms):
        raise ProofError(f"{_SUBJECT}: {len(hidden.points)} commitments for {len(hidden.rooms)} rooms")
    try:
        onehot.check(hidden.points, _bound(hidden.rooms, hidden.slip, context), hidden.proof)
    except (ProofError, GroupError) as error:
        raise ProofError(f"{_SUBJECT}: {error}") from error


def verify_hilt(hidden: HiltCommitment, rooms: Sequence[str], context: Context) -> bool:
    """Return whether :func:`check_hilt` has nothing to say."""
    try:
        check_hilt(hidden, rooms, context)
    except ProofError:
        return False
    return True


def opening(secret: HiltSecret, room: str) -> Opening:
    """Return the answer for one room. Raises ValueError for a room that is not marked."""
    return secret.openings()[secret.rooms.index(room)]


def check_opening(hidden: HiltCommitment, room: str, here: bool, blinding: bytes) -> bool:
    """Return whether this answer for this room is the one committed to."""
    if room not in hidden.rooms or not isinstance(here, bool):
        return False
    try:
        scalar = parse_scalar(blinding)
    except GroupError:
        return False
    return onehot.pedersen(here, scalar) == hidden.points[hidden.rooms.index(room)]


def check_slip(hidden: HiltCommitment, room: str, nonce: bytes, openings: Sequence[Opening], context: Context) -> None:
    """Raise ProofError unless slip and answers, all opened at the game's end, name this room and agree.

    ``openings`` are those of all rooms, in their order.
    """
    if room not in hidden.rooms:
        raise ProofError(f"the Hilt's slip: {room} may not hold the Hilt")
    if len(nonce) != NONCE_BYTES:
        raise ProofError(f"the Hilt's slip: its nonce has {len(nonce)} bytes, not {NONCE_BYTES}")
    if len(openings) != len(hidden.rooms):
        raise ProofError(f"the Hilt's slip: {len(openings)} answers for {len(hidden.rooms)} rooms")
    if _slip(hidden.rooms, room, nonce, openings, context) != hidden.slip:
        raise ProofError("the Hilt's slip: it does not say this room and these answers")
    for name, (here, blinding) in zip(hidden.rooms, openings, strict=True):
        if not check_opening(hidden, name, here, blinding):
            raise ProofError(f"the Hilt's slip: its answer for {name} is not the one committed to")
        if here != (name == room):
            raise ProofError(f"the Hilt's slip: it names {room}, but answers otherwise for {name}")


def _slip(rooms: Sequence[str], room: str, nonce: bytes, openings: Sequence[Opening], context: Context) -> bytes:
    answers: Value = [[here, blinding] for here, blinding in openings]
    return commitment.commit((*context.parts(), "hilt-slip", list(rooms)), [room, answers], nonce)


def _bound(rooms: Sequence[str], slip: bytes, context: Context) -> bytes:
    return digest("hilt-statement", context.parts(), list(rooms), slip)


def _check_rooms(rooms: tuple[str, ...]) -> None:
    if not 0 < len(rooms) <= MAX_ROOMS:
        raise ValueError(f"1 to {MAX_ROOMS} rooms may hold the Hilt, not {len(rooms)}")
    if len(set(rooms)) != len(rooms):
        raise ValueError("a room is named twice")
