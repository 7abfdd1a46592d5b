"""Cheats with the Hilt."""

from __future__ import annotations

from keep_p2p.rules.actions import Action
from keep_p2p.rules.game import hilt_openings, legal_actions
from keep_p2p.rules.names import Room
from keep_p2p.rules.notation import plain
from keep_p2p.table.speak import Content
from keep_p2p.table.spec import RoundSpec
from protocol import onehot
from protocol.group import parse_scalar
from protocol.hilt import HiltCommitment, hide, opening
from protocol.hilt import commit as commit_hilt
from tests.cheats.troupe import Cheat

GROUP = "the Hilt"
SLIP = "the slip is turned over at the end; every answer before was true"


class Hiding(Cheat):
    """Commits to something else than one marked room."""

    group, occasion = GROUP, "hide"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        content = super().act(spec, action)
        return {**content, "hilt": self.forged()} if self.is_now(spec) else content

    def forged(self) -> bytes:
        raise AssertionError("a cheat says what")

    def true(self) -> HiltCommitment:
        """What was honestly made."""
        assert self.private.hilt is not None
        context = self.table.context(self.seat, "hilt")
        return commit_hilt(self.private.hilt, context, self.private.vault.random)

    def with_bits(self, *here: int) -> bytes:
        """The true commitment, slip and proof, with other bits in the answers."""
        secret, true = self.private.hilt, self.true()
        assert secret is not None
        bits = [index in here for index in range(len(secret.rooms))]
        pairs = zip(bits, secret.blindings, strict=True)
        points = tuple(onehot.pedersen(bit, parse_scalar(blinding)) for bit, blinding in pairs)
        return HiltCommitment(true.rooms, true.slip, points, true.proof).packed()


class Nowhere(Hiding):
    what = "hidden in no room"

    def forged(self) -> bytes:
        return self.with_bits()


class InTwoRooms(Hiding):
    what = "hidden in two rooms"

    def forged(self) -> bytes:
        return self.with_bits(0, 1)


class NotMarked(Hiding):
    """The same number of rooms, one of which is not marked: the proof is about another list of rooms."""

    what = "hidden in a room that may not hold it"

    def forged(self) -> bytes:
        rooms = (Room("elsewhere"), *self.table.marked_rooms()[1:])
        context = self.table.context(self.seat, "hilt")
        return hide(rooms, rooms[0], context, self.private.vault.random)[1].packed()


class OneRoomMore(Hiding):
    what = "one room more than is marked"

    def forged(self) -> bytes:
        rooms = (*self.table.marked_rooms(), Room("elsewhere"))
        context = self.table.context(self.seat, "hilt")
        return hide(rooms, rooms[-1], context, self.private.vault.random)[1].packed()


class OtherStepsProof(Hiding):
    what = "a commitment made for another round"

    def forged(self) -> bytes:
        context = self.table.context(self.seat, "hilt", round_number=self.spec.round + 1)
        assert self.private.hilt is not None
        return commit_hilt(self.private.hilt, context, self.private.vault.random).packed()


class OtherSlip(Hiding):
    """The proof covers the slip's bytes, but not what is written on it."""

    what, late, ends = "a slip that names another room", SLIP, True

    def forged(self) -> bytes:
        rooms = self.table.marked_rooms()
        context, random = self.table.context(self.seat, "hilt"), self.private.vault.random
        secret = self.private.hilt
        assert secret is not None
        lied = hide(rooms, next(room for room in rooms if room != secret.room), context, random)[1].slip
        scalars = tuple(parse_scalar(each) for each in secret.blindings)
        points = self.true().points
        from protocol.hilt import _bound

        proof = onehot.prove(rooms.index(Room(secret.room)), scalars, points, _bound(rooms, lied, context), random)
        return HiltCommitment(rooms, lied, points, proof).packed()


class Answering(Cheat):
    group, occasion = GROUP, "answer"


class FalseAnswer(Answering):
    what = "a false answer"

    def answer(self, spec: RoundSpec) -> Content:
        content = super().answer(spec)
        answers = content["answers"]
        assert isinstance(answers, list)
        return {**content, "answers": [not answers[0], *answers[1:]]}


class OtherBlinding(Answering):
    what = "an answer with the opening of another room"

    def answer(self, spec: RoundSpec) -> Content:
        assert self.private.hilt is not None
        asked = spec.awaited.rooms  # type: ignore[union-attr]  # it is an answer that is awaited
        other = next(room for room in self.private.hilt.rooms if room not in asked)
        blinding = opening(self.private.hilt, other).blinding
        return {**super().answer(spec), "blindings": blinding * len(asked)}


class NotAsked(Answering):
    """Opening another room would tell all where the Hilt is not."""

    what = "an answer for a room that was not asked for"

    def answer(self, spec: RoundSpec) -> Content:
        content = super().answer(spec)
        answers, blindings = content["answers"], content["blindings"]
        assert isinstance(answers, list) and isinstance(blindings, bytes)
        return {"answers": [*answers, False], "blindings": blindings + blindings[:32]}


class NoAnswer(Answering):
    what = "no answer where one was asked for"

    def answer(self, spec: RoundSpec) -> Content:
        return {"answers": [], "blindings": b""}


class Entering(Cheat):
    """Molasar goes where the Hilt is, as the rules allow to everyone who does not know that."""

    group, occasion = GROUP, "into the Hilt"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        if not self.is_now(spec):
            return super().act(spec, action)
        assert self.private.hilt is not None
        state, room = self.table.state, Room(self.private.hilt.room)
        into = next(each for each in legal_actions(state) if room in hilt_openings(state, each))
        blindings = b"".join(opening(self.private.hilt, each).blinding for each in hilt_openings(state, into))
        return self.said(into, blindings)

    def said(self, into: Action, blindings: bytes) -> Content:
        return {"action": plain(into), "blindings": blindings}


class IntoTheHilt(Entering):
    what = "Molasar walks into the Hilt's room"


class IntoTheHiltUnseen(Entering):
    what = "Molasar walks into the Hilt's room and opens nothing"

    def said(self, into: Action, blindings: bytes) -> Content:
        return {"action": plain(into)}


class OtherRoomsOpening(Entering):
    what, occasion = "Molasar walks into a marked room with the opening of another", "into a marked room"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        if not self.is_now(spec):
            return super().act(spec, action)
        assert self.private.hilt is not None
        state = self.table.state
        into = next(each for each in legal_actions(state) if hilt_openings(state, each))
        rooms = hilt_openings(state, into)
        other = next(room for room in self.private.hilt.rooms if room not in rooms)
        return self.said(into, opening(self.private.hilt, other).blinding * len(rooms))


class OpeningNotCalledFor(Cheat):
    group, what, occasion = GROUP, "a room opened that nobody walked into", "feed"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        content = super().act(spec, action)
        assert self.private.hilt is not None
        return {**content, "blindings": content.get("blindings", b"") + self.private.hilt.blindings[0]}  # type: ignore[operator]  # of the right kind here


class OtherRoomUnveiled(Cheat):
    group, what, occasion = GROUP, "another room named when the slip is turned over", "unveil"

    def ending(self, spec: RoundSpec) -> Content:
        content = super().ending(spec)
        rooms = self.table.marked_rooms()
        return {**content, "room": next(room for room in rooms if room != content["room"])}


class OtherNonceUnveiled(Cheat):
    group, what, occasion = GROUP, "another slip turned over", "unveil"

    def ending(self, spec: RoundSpec) -> Content:
        return {**super().ending(spec), "nonce": bytes(32)}
