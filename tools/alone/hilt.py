"""The Hilt's commitments (docs/protocol-cards.md, section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from alone.encoding import commitment, digest
from alone.group import (
    BASE,
    BadProof,
    Context,
    add,
    point,
    read_points,
    read_scalars,
    scalar,
    sub,
    times,
    total,
    write_scalar,
)

MAX_ROOMS = 64


def room_count(size: int) -> int:
    """How many rooms a packed commitment of `size` bytes is for: 32·(4n + 3)."""
    count, rest = divmod(size - 96, 128)
    if rest or not 1 <= count <= MAX_ROOMS:
        raise BadProof("the Hilt's commitment has a length that fits no number of rooms")
    return count


@dataclass(frozen=True)
class Hidden:
    """A commitment to the Hilt's room. `context` is that of the entry that carried it, with the step "hilt"."""

    context: Context
    slip: bytes
    points: tuple[bytes, ...]
    proof: bytes

    @classmethod
    def read(cls, data: bytes, context: Context) -> Hidden:
        """Take apart the packed commitment; BadProof if it cannot be."""
        n = room_count(len(data))
        points = read_points(data[32 : 32 + 32 * n], "an answer of the Hilt's commitment")
        return cls(context, data[:32], points, data[32 + 32 * n :])

    def check(self, rooms: Sequence[str]) -> None:
        """That exactly one of the answers is yes. The rooms' names are part of the statement."""
        n = len(self.points)
        base = point("pedersen-base")
        c, *rest = read_scalars(self.proof, "a number of the Hilt's proof")
        z = rest.pop()
        bound = digest("hilt-statement", self.context.plain(), tuple(rooms), self.slip)
        statement = digest("onehot-statement", bound, BASE, base, b"".join(self.points))
        branches = b""
        for i, answer in enumerate(self.points):
            c0, z0, z1 = rest[3 * i : 3 * i + 3]
            branches += sub(times(z0, base), times(c0, answer))
            branches += sub(times(z1, base), times(c - c0, sub(answer, BASE)))
        last = sub(times(z, base), times(c, sub(total(self.points), BASE)))
        if scalar("onehot-challenge", statement, branches, last) != c:
            raise BadProof(f"the proof that one of the {n} rooms holds the Hilt does not hold")

    def opens(self, index: int, here: bool, blinding: int) -> bool:
        """Whether an opening of one room's answer holds."""
        answer = times(blinding, point("pedersen-base"))
        return self.points[index] == (add(answer, BASE) if here else answer)

    def slip_holds(self, rooms: Sequence[str], room: str, nonce: bytes, blindings: Sequence[int]) -> bool:
        """Whether the slip is the hash of everything: the room, all openings, the nonce."""
        openings = [(name == room, write_scalar(r)) for name, r in zip(rooms, blindings, strict=True)]
        context = (*self.context.plain(), "hilt-slip", tuple(rooms))
        return commitment(context, (room, openings), nonce) == self.slip
