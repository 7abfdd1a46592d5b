"""Cheats with entries and signatures (docs/threat-model.md, "What cheating gets")."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from keep_p2p.rules.actions import Action
from keep_p2p.rules.game import legal_actions
from keep_p2p.rules.names import Seat
from keep_p2p.rules.notation import plain
from keep_p2p.table.public import PublicTable
from keep_p2p.table.speak import Content
from keep_p2p.table.spec import RoundSpec
from protocol.edwards import P, _compress, _decompress, _multiply
from protocol.encoding import Value
from protocol.entry import Entry, sign_entry
from protocol.identity import Identity, signed_digest, verify
from tests.cheats.troupe import Cheat

GROUP = "signing"
L = 2**252 + 27742317777372353535851937790883648493


class TwoWalks(Cheat):
    """One peer is told another walk than the rest."""

    group, what, occasion = GROUP, "another walk told to one player than to the others", "walk"
    other: Content | None = None

    def act(self, spec: RoundSpec, action: Action) -> Content:
        if not self.is_now(spec):
            return super().act(spec, action)
        view = self.peer.view
        assert view is not None
        second = next(each for each in legal_actions(view.state, view.known) if each != action)
        self.other = super().act(spec, second)
        return super().act(spec, action)

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver != self.others[-1]:
            return (data,)
        return (self.resigned(entry, content=self.other),)


class TwoWalksToAll(TwoWalks):
    what = "two walks told to everybody"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        return (data,) if entry is None else (data, self.resigned(entry, content=self.other))


class TwoProofs(Cheat):
    """Both bodies are valid: the shares are the same, only the proof's nonce differs."""

    group, what, occasion = GROUP, "two valid proofs of the same shares", "deal"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver == self.others[0]:
            return (data,)
        content = self.content(self.spec)
        assert content["shares"] == entry.body.content["shares"]
        return (self.resigned(entry, content=content),)


class GoodAndBad(Cheat):
    """Whoever has the bad one refuses it; the others have the good one."""

    group, what, occasion = GROUP, "a valid entry to all but one, an invalid one to that one", "roll"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver != self.others[0]:
            return (data,)
        return (self.resigned(entry, content={"value": bytes(32)}),)


class BadToOneOnly(Cheat):
    """A private link: the others hear nothing of it but from the one."""

    group, what, occasion = GROUP, "an invalid entry to one player, nothing to the others", "roll"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None:
            return (data,)
        return (self.resigned(entry, content={"value": bytes(32)}),) if receiver == self.others[0] else ()


class OutOfTurn(Cheat):
    group, what, occasion = GROUP, "an entry of a seat that is not asked", "walk"

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (next(seat for seat in table.all_seats if seat not in spec.speakers),)

    def opened(self, spec: RoundSpec) -> Sequence[bytes]:
        if not self.is_now(spec):
            return ()
        action: Value = plain(legal_actions(self.table.state)[0])
        return (sign_entry(self.identity, self.body(spec, {"action": action})).to_bytes(),)


class ForAnother(Cheat):
    group, what, occasion = GROUP, "an entry in another seat's name", "walk"
    accuses = False

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (next(seat for seat in table.all_seats if seat not in spec.speakers),)

    def opened(self, spec: RoundSpec) -> Sequence[bytes]:
        if not self.is_now(spec):
            return ()
        action: Value = plain(legal_actions(self.table.state)[-1])
        forged = self.body(spec, {"action": action}, seat=spec.speakers[0])
        return (sign_entry(self.identity, forged).to_bytes(),)


class OtherGame(Cheat):
    group, what, occasion = GROUP, "an honest seat's entry of another game, epoch or round", "roll"
    accuses = False

    def opened(self, spec: RoundSpec) -> Sequence[bytes]:
        victim = self.victim.identity
        assert victim is not None and self.victim.seat is not None
        theirs = self.body(spec, {"value": bytes(32)}, seat=self.victim.seat, game=bytes(32))
        epoch = self.body(spec, {"value": bytes(32)}, seat=self.victim.seat, epoch=1)
        old = [entry.to_bytes() for entries in self.peer.replica.rounds[-4:] for entry in entries]
        return (sign_entry(victim, theirs).to_bytes(), sign_entry(victim, epoch).to_bytes(), *old)


class OtherHistory(Cheat):
    """Nobody can tell who was told what: the table waits for this seat."""

    group, what, occasion = GROUP, "a history that nobody else has", "walk"
    accuses = False

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        return (data,) if entry is None else (self.resigned(entry, history=bytes(32)),)


class TwoHistories(Cheat):
    group, what, occasion = GROUP, "a forged history to one, the true one to the others", "walk"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver != self.others[0]:
            return (data,)
        return (self.resigned(entry, history=bytes(32)),)


class StaleState(Cheat):
    group, what, occasion = GROUP, "the digest of an older state of the game", "walk"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None:
            return (data,)
        return (self.resigned(entry, state=self.peer.replica.rounds[self.spec.round - 2][0].body.state),)


class OtherKind(Cheat):
    group, what, occasion = GROUP, "an entry of another kind than the round's", "roll"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        return (data,) if entry is None else (self.resigned(entry, kind="tips"),)


class OldContent(Cheat):
    group, what, occasion = GROUP, "what it said in an earlier round, signed again for this one", "redraw"

    def shares_of(self, keys: object, step: str) -> Content:
        for entries in reversed(self.peer.replica.rounds):
            for entry in entries:
                if entry.body.seat == self.seat and entry.body.kind == "draw":
                    return dict(entry.body.content)
        raise AssertionError("it has drawn before")


class OtherSpelling(Cheat):
    """Longer forms of the same bytes, more behind them, a signature with s + L: refused, as if nothing were said."""

    group, what, occasion = GROUP, "other spellings of a valid entry and its signature", "walk"
    accuses = False

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None:
            return (data,)
        s = int.from_bytes(entry.signature[32:], "little") + L
        long_s = Entry(entry.body, entry.signature[:32] + s.to_bytes(32, "little")).to_bytes()
        longer = b"\xde\x00\x02" + data[1:]
        swapped = b"\x82" + data[data.index(b"\xa9signature") :] + data[1 : data.index(b"\xa9signature")]
        return (data + b"\x00", longer, swapped, long_s, data[:-1])


class TwoSignatures(Cheat):
    """Signatures stay outside every digest: both are its own, and it has said one thing."""

    group, what, occasion = GROUP, "one and the same entry under two valid signatures", "roll"
    accuses = False

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver == self.others[0]:
            return (data,)
        signature = signed_otherwise(self.identity, "entry", entry.body.digest())
        assert signature != entry.signature
        return (Entry(entry.body, signature).to_bytes(),)


def signed_otherwise(identity: Identity, tag: str, *parts: Value) -> bytes:
    """A valid Ed25519 signature with another nonce than RFC 8032 prescribes: only the owner of the key can make it."""
    half = hashlib.sha512(identity._key.private_bytes_raw()).digest()[:32]
    secret = int.from_bytes(half, "little") & ((1 << 254) - 8) | 1 << 254
    nonce = 12_345
    base = _decompress((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert base is not None
    commitment = _compress(_multiply(nonce, base))
    hashed = hashlib.sha512(commitment + identity.public + signed_digest(tag, *parts)).digest()
    response = (nonce + int.from_bytes(hashed, "little") * secret) % L
    signature = commitment + response.to_bytes(32, "little")
    assert verify(identity.public, signature, tag, *parts)
    return signature


class Stranger(Cheat):
    """A key without a seat speaks for a seat."""

    group, what, occasion = GROUP, "entries signed by a key that has no seat", "roll"
    accuses = False

    def opened(self, spec: RoundSpec) -> Sequence[bytes]:
        stranger = Identity.from_seed(bytes(32))
        bodies = [self.body(spec, {"value": bytes(32)}, seat=seat) for seat in range(6)]
        return tuple(sign_entry(stranger, body).to_bytes() for body in bodies)
