"""Cheats after play, and saying nothing."""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.rules.names import Seat
from keep_p2p.table.public import PublicTable
from keep_p2p.table.speak import Content
from keep_p2p.table.spec import RoundSpec
from tests.cheats.troupe import Cheat

GROUP, SILENCE = "after play", "silence"


class OtherOutcome(Cheat):
    group, what, occasion = GROUP, "another outcome signed than the game had", "final"

    def ending(self, spec: RoundSpec) -> Content:
        content = super().ending(spec)
        if not self.is_now(spec):
            return content
        outcome = content["outcome"]
        assert isinstance(outcome, dict)
        return {"outcome": {**outcome, "winners": []}}


class Disclosing(Cheat):
    group, occasion = GROUP, "disclose"
    field = ""

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (Seat(0),)

    def ending(self, spec: RoundSpec) -> Content:
        content = super().ending(spec)
        if not self.is_now(spec):
            return content
        return {**content, self.field: self.changed(content[self.field])}  # type: ignore[arg-type]  # all are bytes

    def changed(self, secret: bytes) -> bytes:
        return bytes([secret[0] ^ 8]) + secret[1:]


class OtherKey(Disclosing):
    what, field = "another deck key disclosed", "deck_key"


class OtherSeed(Disclosing):
    what, field = "another seed of its dice disclosed", "beacon_seeds"


class OtherShuffle(Disclosing):
    what, field = "another seed of a shuffle disclosed", "shuffle_seeds"


class SecretKept(Disclosing):
    what, field = "the seed of a shuffle kept back", "shuffle_seeds"

    def changed(self, secret: bytes) -> bytes:
        return secret[32:]


class GuessKey(Disclosing):
    what, field = "another one-time key disclosed", "guess_keys"

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (table.guesses[0].guesser,)


class SentBack(Disclosing):
    what, field = "another card disclosed than the one that was sent back", "returned"

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (next(each.seat for each in table.commitments if each.returned),)


class Denied(Cheat):
    group, what, occasion = GROUP, "a fair game called unfair", "result"

    def ending(self, spec: RoundSpec) -> Content:
        return {"fair": False}


class DeniedToOne(Disclosing):
    """The others have finished; the one has not."""

    what, occasion = "a result signed for some, denied to one", "result"

    def ending(self, spec: RoundSpec) -> Content:
        return {"fair": True} if self.is_now(spec) else super().ending(spec)

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver != self.others[0]:
            return (data,)
        return (self.resigned(entry, content={"fair": False}),)


class SecretsToOne(Disclosing):
    what = "another deck key disclosed to one player than to the others"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver != self.others[0]:
            return (data,)
        return (self.resigned(entry, content={**entry.body.content, "deck_key": b"\x01" + bytes(31)}),)

    def ending(self, spec: RoundSpec) -> Content:
        return Cheat.ending(self, spec)


class Silent(Cheat):
    """From outside a cut cable looks the same."""

    group, what, occasion = SILENCE, "nothing said in a roll, after the others' values are seen", "roll"
    accuses = False

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        return ()


class SilentReveal(Silent):
    what, occasion = "a lost card not turned up", "reveal"


class SilentPeek(Silent):
    what, occasion = "Second Guess not answered", "peek"


class SilentAnswer(Silent):
    what, occasion = "Molasar does not answer", "answer"


class SilentEnd(Silent):
    what, occasion = "nothing disclosed at the end", "disclose"


class ToOneOnly(Cheat):
    """The others get it from the one."""

    group, what, occasion = SILENCE, "all its entries sent to one player only", "walk"
    accuses = False

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        return (data,) if receiver == self.others[0] else ()
