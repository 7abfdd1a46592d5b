"""Cheats with the rules of the game itself: what is said is signed, but may not be done."""

from __future__ import annotations

from dataclasses import replace

from keep_p2p.rules.actions import Action, Done, Feed, NameDefender, PlacePawn, Roll, Walk
from keep_p2p.rules.game import IllegalAction, check_action, legal_actions
from keep_p2p.rules.names import GUARDS, Character, Room
from keep_p2p.rules.notation import plain
from keep_p2p.table.speak import Content
from keep_p2p.table.spec import RoundSpec
from tests.cheats.troupe import Cheat

GROUP = "rules"


class Illegal(Cheat):
    """Says an action that the rules forbid; the harness makes sure that they do."""

    group, occasion = GROUP, "walk"

    def instead(self, action: Action) -> Action:
        raise AssertionError("a cheat says what")

    def act(self, spec: RoundSpec, action: Action) -> Content:
        other = self.instead(action)
        try:
            check_action(self.table.state, self.seat, other)
        except IllegalAction:
            return {"action": plain(other)}
        raise AssertionError(f"{other} is no cheat")


class TooFar(Illegal):
    """There and back again, more rooms than any die shows."""

    what = "a walk longer than the roll allows"

    def instead(self, action: Action) -> Action:
        walk = next(each for each in legal_actions(self.table.state) if isinstance(each, Walk) and each.path)
        start = self.table.state.where(walk.pawn)
        assert start is not None
        return replace(walk, path=(walk.path[0], start) * 4)


class ThroughAWall(Illegal):
    what = "a step where there is no door"

    def instead(self, action: Action) -> Action:
        walk = next(each for each in legal_actions(self.table.state) if isinstance(each, Walk))
        here = self.table.state.where(walk.pawn)
        board = self.table.state.game.board
        reached = {each.path[0] for each in legal_actions(self.table.state) if isinstance(each, Walk) and each.path}
        far = next(room.id for room in board.rooms if room.id not in reached and room.id != here)
        return replace(walk, path=(far,))


class AnothersPawn(Illegal):
    what = "another player's pawn moved"

    def instead(self, action: Action) -> Action:
        walk = next(each for each in legal_actions(self.table.state) if isinstance(each, Walk))
        other = next(each for each in self.table.state.characters if each is not walk.pawn)
        return replace(walk, pawn=other)


class RollIgnored(Illegal):
    """The dice are thrown and count: there is no second throw."""

    what = "a new roll in the place of the walk"

    def instead(self, action: Action) -> Action:
        return Roll()


class OtherQuestion(Illegal):
    what = "an answer to another question than was asked"

    def instead(self, action: Action) -> Action:
        return Feed(GUARDS[0])


class NotAnEntryRoom(Illegal):
    what, occasion = "a pawn placed where none may begin", "place"

    def instead(self, action: Action) -> Action:
        assert isinstance(action, PlacePawn)
        allowed = {each.room for each in legal_actions(self.table.state) if isinstance(each, PlacePawn)}
        room = next(room.id for room in self.table.state.game.board.rooms if room.id not in allowed)
        return replace(action, room=room)


class NoFeed(Illegal):
    what, occasion = "Molasar passes over his Feed", "feed"

    def instead(self, action: Action) -> Action:
        return Done()


class DefendsItself(Illegal):
    what, occasion = "Molasar named as the defender", "name"

    def instead(self, action: Action) -> Action:
        return NameDefender(Character.MOLASAR)


class NoSuchRoom(Illegal):
    what = "a walk into a room that the board does not have"

    def instead(self, action: Action) -> Action:
        walk = next(each for each in legal_actions(self.table.state) if isinstance(each, Walk))
        return replace(walk, path=(Room("the moon"),))


class Nonsense(Cheat):
    group, what, occasion = GROUP, "an action that is no action", "walk"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        deep: list[object] = []
        for _ in range(10):
            deep = [deep]
        return {"action": {"is": "Walk", "pawn": deep, "path": {"a": 1}, "passes": [None] * 2_000}}  # type: ignore[dict-item]  # of the right kind here


class TooLongAWalk(Cheat):
    """As long as an entry can hold: it costs those who read it no more than reading it."""

    group, what, occasion = GROUP, "a walk of thousands of rooms", "walk"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        walk = next(each for each in legal_actions(self.table.state) if isinstance(each, Walk))
        return {"action": {**plain(walk), "path": ["hall"] * 8_000}}  # type: ignore[dict-item]  # of the right kind here
