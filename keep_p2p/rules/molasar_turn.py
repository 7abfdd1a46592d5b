"""Molasar's own part of his turn: he feeds, rolls and walks (T1, T2, M11)."""

from __future__ import annotations

from keep_p2p.rules.actions import Action, Feed, PlayHazard, Walk
from keep_p2p.rules.awaited import Awaited, Decision, Dice, RollDice
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.errors import IllegalAction, IllegalEvent
from keep_p2p.rules.events import Event, Rolled
from keep_p2p.rules.frames import Feeding, Fighting, GuardDice, MolasarMoving, MolasarRolling
from keep_p2p.rules.hazards import (
    any_hazard,
    check_hazard,
    check_not_hilt,
    enters_all_left,
    hazard_choices,
    play_hazard,
)
from keep_p2p.rules.moving import entered_unproven, move, put
from keep_p2p.rules.names import Character, Guard, Room
from keep_p2p.rules.records import Cause, DiceRolled, GuardEaten
from keep_p2p.rules.state import Draft, Knowledge, Table
from keep_p2p.rules.stepping import check_walk
from keep_p2p.rules.terrain import terrain
from keep_p2p.rules.walking import can_walk, walks


def openings(t: Table, action: Action) -> tuple[Room, ...]:
    """The unproven marked rooms into which ``action``, said by Molasar in his turn, takes his pawn (M11)."""
    if t.turn is not Character.MOLASAR:
        return ()
    if isinstance(action, Feed):
        room = t.where(action.guard) if action.guard in t.guards_left else None
        return () if room is None else entered_unproven(t, (room,))
    if isinstance(action, PlayHazard):
        return () if action.room is None else entered_unproven(t, (action.room,))
    if isinstance(action, Walk) and action.pawn is Character.MOLASAR and isinstance(t.top, MolasarMoving):
        return entered_unproven(t, action.path)
    return ()


class FeedingChapter(Chapter[Feeding]):
    """FEED: any guard, wherever it is, but not in the Hilt's room (T1, M11)."""

    def _food(self, t: Table, hilt: Room | None) -> list[Guard]:
        barred = (t.hilt_proven, hilt)
        places = ((guard, t.where(guard)) for guard in t.guards_left)
        return [guard for guard, room in places if room not in barred]

    def ask(self, t: Table, f: Feeding) -> Awaited:
        """FEED."""
        return decide(t, Decision.FEED, Character.MOLASAR)

    def choices(self, t: Table, f: Feeding, known: Knowledge | None) -> list[Action]:
        """Guards in order, then Hazards."""
        food = self._food(t, None if known is None else known.hilt)
        assert food, "T1: at every Feed a guard is outside the Hilt's room"
        return [*(Feed(guard) for guard in food), *hazard_choices(t, known)]

    def check(self, t: Table, f: Feeding, action: Action) -> None:
        """T1, M11, T5."""
        if isinstance(action, Feed):
            if action.guard not in t.guards_left:
                raise IllegalAction("T1", f"{action.guard} is not on the board.")
            if action.guard not in self._food(t, None):
                raise IllegalAction("M11", f"{action.guard} stands in the Hilt's room, which Molasar never enters.")
            check_not_hilt(t, openings(t, action))
        elif isinstance(action, PlayHazard):
            check_hazard(t, action)
        else:
            refuse(action)

    def act(self, d: Draft, f: Feeding, action: Action) -> None:
        """The guard is gone, Molasar stands in its place and rolls."""
        if isinstance(action, PlayHazard):
            play_hazard(d, action)
            return
        assert isinstance(action, Feed)
        room = d.where(action.guard)
        assert room is not None
        put(d, action.guard, None)
        d.eaten = (*d.eaten, action.guard)
        d.tell(GuardEaten(action.guard, room, len(d.eaten)))
        move(d, Character.MOLASAR, (room,), Cause.FEED)
        d.become(MolasarRolling())


class MolasarRollingChapter(Chapter[MolasarRolling]):
    """Two dice at once (T2)."""

    def ask(self, t: Table, f: MolasarRolling) -> Awaited:
        """Two dice."""
        return RollDice(Dice.MOLASAR, Character.MOLASAR, 2)

    def happen(self, d: Draft, f: MolasarRolling, event: Event) -> None:
        """Their sum may be walked."""
        if not isinstance(event, Rolled):
            raise IllegalEvent(f"{type(event).__name__} was not awaited.")
        total = sum(event.values)
        d.tell(DiceRolled(Character.MOLASAR, Dice.MOLASAR, event.values, total))
        d.become(MolasarMoving(total))


class MolasarMovingChapter(Chapter[MolasarMoving]):
    """MOLASAR_MOVE: one walk, or a Hazard before it (T2, T5)."""

    def ask(self, t: Table, f: MolasarMoving) -> Awaited:
        """MOLASAR_MOVE."""
        return decide(t, Decision.MOLASAR_MOVE, Character.MOLASAR)

    def choices(self, t: Table, f: MolasarMoving, known: Knowledge | None) -> list[Action]:
        """Staying first, then walks nearest first, then Hazards."""
        hilt = None if known is None else known.hilt
        found: list[Action] = [Walk(Character.MOLASAR, ())]
        for walk in walks(t, Character.MOLASAR, terrain(t, Character.MOLASAR, hilt), f.left):
            found.extend(self._possible(t, f, walk))
        found.extend(hazard_choices(t, known))
        return found

    def _possible(self, t: Table, f: MolasarMoving, walk: Walk) -> list[Walk]:
        """``walk``; or, if it enters all rooms that may be the Hilt's, another one there that avoids one (M15)."""
        if not enters_all_left(t, walk.path):
            return [walk]
        for hilt in t.unproven:
            around = walks(t, Character.MOLASAR, terrain(t, Character.MOLASAR, hilt), f.left)
            there = [other for other in around if other.path[-1] == walk.path[-1]]
            if there:
                return there
        return []

    def sole(self, t: Table, f: MolasarMoving) -> Action | None:
        """Nothing is asked where he cannot walk and has no Hazard to play."""
        free = any_hazard(t) or can_walk(t, Character.MOLASAR, terrain(t, Character.MOLASAR), f.left)
        return None if free else Walk(Character.MOLASAR, ())

    def check(self, t: Table, f: MolasarMoving, action: Action) -> None:
        """M1-M4, M11, T5."""
        if isinstance(action, PlayHazard):
            check_hazard(t, action)
        elif isinstance(action, Walk):
            if action.pawn is not Character.MOLASAR or action.passes:
                raise IllegalAction("T2", "Molasar walks himself now, without cards.")
            check_walk(t, Character.MOLASAR, terrain(t, Character.MOLASAR), action.path, f.left)
            check_not_hilt(t, action.path)
        else:
            refuse(action)

    def act(self, d: Draft, f: MolasarMoving, action: Action) -> None:
        """Then the guard dice, unless General Alert has replaced them (H4)."""
        if isinstance(action, PlayHazard):
            play_hazard(d, action)
            return
        assert isinstance(action, Walk)
        move(d, Character.MOLASAR, action.path, Cause.WALK)
        d.become(Fighting() if d.alert else GuardDice(1, 0, ()))
