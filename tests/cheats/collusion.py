"""Two seats that cheat together."""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.rules.actions import Action, CommitCard
from keep_p2p.rules.names import Seat
from keep_p2p.table.peek import seal_peek
from keep_p2p.table.public import PublicTable, card_context
from keep_p2p.table.speak import Content
from keep_p2p.table.spec import RoundSpec
from protocol.commitment import commit
from tests.cheats.troupe import Accomplice, Cheat

GROUP = "two together"
KEPT_QUIET = "only the guesser can look, and it keeps quiet: its disclosed key lets all others look"


class HiddenPeek(Cheat):
    """The owner lies to the guesser, who knows and says nothing."""

    group, what, occasion, late, ends = GROUP, "a false card shown to an accomplice", "peek", KEPT_QUIET, True

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (spec.speakers[0], table_guesser(table, spec))

    @classmethod
    def role(cls, index: int) -> type[Cheat]:
        return cls if index == 0 else Quiet

    def peek(self) -> Content:
        guess = self.table.guesses[-1]
        slot, _ = self.private.committed(guess.commitment)
        random = self.private.vault.random
        return {"sealed": seal_peek(self.table, guess, self.private.deck_key, slot, bytes(32), random)}


def table_guesser(table: PublicTable, spec: RoundSpec) -> Seat:
    """Who will have played the Second Guess that this round answers."""
    awaited = spec.awaited
    return table.seat_of(awaited.guesser)  # type: ignore[union-attr]  # a peek is awaited


class Quiet(Accomplice):
    """Complains of nothing."""

    quiet = True


class HiddenRepeat(Cheat):
    """The card sent back is laid down again; who sent it back says nothing."""

    group, what, occasion = GROUP, "the card that an accomplice sent back laid down again", "commit after sent back"
    late, ends = "who sent it back keeps quiet: the owner's disclosure shows which card it was", True

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (spec.speakers[0], table.guesses[-1].guesser)

    @classmethod
    def role(cls, index: int) -> type[Cheat]:
        return cls if index == 0 else Quiet

    def act(self, spec: RoundSpec, action: Action) -> Content:
        content = super().act(spec, action)
        if not isinstance(action, CommitCard) or not self.is_now(spec):
            return content
        before = next(each for each in reversed(self.table.commitments) if each.returned)
        slot, _ = self.private.committed(before)
        self.private.vault._kept[f"commit/{spec.round}"] = slot.to_bytes(4, "big") + bytes(32)
        context = card_context(self.table.game_id, spec.round, self.seat)
        return {**content, "commitment": commit(context, slot, bytes(32))}


class BothToDifferent(Cheat):
    """Each tells a different honest player something else than the rest."""

    group, what, occasion = GROUP, "two seats each tell another player something else", "deal"

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (Seat(0), Seat(1))

    @classmethod
    def role(cls, index: int) -> type[Cheat]:
        return (cls, OtherToLast)[index]

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver != self.one:
            return (data,)
        return (self.resigned(entry, content=self.content(self.spec)),)

    @property
    def one(self) -> int:
        return self.others[0]


class OtherToLast(BothToDifferent):
    what = ""

    @property
    def one(self) -> int:
        return self.others[-1]


class ResendOthers(Cheat):
    """Everything that anybody ever said, by both, over and over."""

    group, what, occasion = GROUP, "others' entries sent again and again by two seats", "roll"
    accuses = False

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (Seat(0), Seat(1))

    @classmethod
    def role(cls, index: int) -> type[Cheat]:
        return cls if index == 0 else Resender

    def opened(self, spec: RoundSpec) -> Sequence[bytes]:
        return tuple(entry.to_bytes() for entries in self.peer.replica.rounds for entry in entries)


class Resender(ResendOthers):
    what = ""


class BothWrong(Cheat):
    """Whichever is seen first, all honest peers hear of the other too, and name both."""

    group, what, occasion = GROUP, "a wrong value for the dice by both in one round", "roll"

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (Seat(0), Seat(1))

    @classmethod
    def role(cls, index: int) -> type[Cheat]:
        return cls if index == 0 else WrongToo

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        return (data,) if entry is None else (self.resigned(entry, content={"value": bytes(32)}),)


class WrongToo(BothWrong):
    what = ""


class EachToAnother(BothWrong):
    """Each honest peer has been cheated by one of them alone, and hears nothing from the other."""

    what = "a wrong value by both, each to another player only"

    @classmethod
    def role(cls, index: int) -> type[Cheat]:
        return cls if index == 0 else ToTheLast

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        told = self.own_entry(data) is None or receiver == self.one
        return super().send(receiver, data) if told else ()

    @property
    def one(self) -> int:
        return self.others[0]


class ToTheLast(EachToAnother):
    what = ""

    @property
    def one(self) -> int:
        return self.others[-1]
