"""Cheats with the joint dice."""

from __future__ import annotations

from keep_p2p.table.speak import Content
from protocol.beacon import Chain
from tests.cheats.troupe import Cheat

GROUP = "dice"


class AnyValue(Cheat):
    group, what, occasion = GROUP, "a value that is not of its chain", "roll"

    def beacon_value(self) -> Content:
        return {"value": bytes(32)}


class AnothersValue(Cheat):
    group, what, occasion = GROUP, "another seat's value, copied", "roll"

    def beacon_value(self) -> Content:
        assert self.victim.speaker is not None
        return self.victim.speaker.beacon_value()


class Skipped(Cheat):
    group, what, occasion = GROUP, "the value after the next one", "roll"

    def beacon_value(self) -> Content:
        dice = self.table.dice
        return {"value": self.private.chain(self.table, dice.renewed).value(dice.position + 1)}


class Repeated(Cheat):
    group, what, occasion = GROUP, "the last value once more", "roll"

    def beacon_value(self) -> Content:
        return {"value": self.table.dice.last[self.seat]}


class MoreThanAValue(Cheat):
    group, what, occasion = GROUP, "a value with something beside it that others could wait for", "roll"

    def beacon_value(self) -> Content:
        return {**super().beacon_value(), "more": 1}


class CopiedTip(Cheat):
    """The copier knows no value that leads to it: it is caught when the first is due."""

    group, what, occasion = GROUP, "another seat's tip copied, then that seat's value", "keys"

    def keys(self) -> Content:
        assert self.victim.speaker is not None
        return {**super().keys(), "tip": self.victim.speaker.keys()["tip"]}

    def beacon_value(self) -> Content:
        assert self.victim.speaker is not None
        chain = self.victim.speaker.private.chain(self.table, 0)
        return {"value": chain.value(self.table.dice.position)}


class AnothersChain(Cheat):
    """Its own chain, made for another seat's number."""

    group, what, occasion = GROUP, "a tip whose chain was made for another seat", "keys"

    def chain(self) -> Chain:
        return Chain(self.private.vault.seed("beacon-seed/0"), self.table.game_id, 0, self.seat + 1)

    def keys(self) -> Content:
        return {**super().keys(), "tip": self.chain().tip}

    def beacon_value(self) -> Content:
        return {"value": self.chain().value(self.table.dice.position)}
