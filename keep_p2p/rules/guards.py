"""The guards' part of Molasar's turn: two dice, searches, and walks one after another (T3, M13, M14, H4)."""

from __future__ import annotations

from keep_p2p.rules.actions import Action, Done, PlayHazard, Roll, SearchDoor, Walk
from keep_p2p.rules.awaited import Awaited, Decision, Dice, RollDice
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.errors import IllegalAction, IllegalEvent
from keep_p2p.rules.events import Event, Rolled
from keep_p2p.rules.frames import Fighting, GuardDice, GuardFound, GuardMoving, GuardRolling
from keep_p2p.rules.hazards import any_hazard, check_hazard, hazard_choices, play_hazard
from keep_p2p.rules.moves import FOUND_AT_MOST
from keep_p2p.rules.moving import find_door, move, unfound_doors
from keep_p2p.rules.names import Character, Door, Guard
from keep_p2p.rules.records import Cause, DiceRolled, DoorNotFound
from keep_p2p.rules.searcher_turn import check_guard_walk
from keep_p2p.rules.state import Draft, Knowledge, Table
from keep_p2p.rules.stepping import check_walk
from keep_p2p.rules.terrain import terrain
from keep_p2p.rules.walking import can_walk, walks

GUARD_DICE = 2  # M13


def seekers(t: Table, f: GuardDice) -> list[tuple[Guard, Door]]:
    """The guards that may search now, with each door: not moved this turn, beside an unfound door (M13)."""
    still = [guard for guard in t.guards_left if guard not in f.spent and guard not in t.moved]
    return [(guard, door) for guard in still for door in unfound_doors(t, guard)]


class GuardDiceChapter(Chapter[GuardDice]):
    """GUARD_DIE, twice: into the pool, or a search (M13)."""

    def settle(self, d: Draft, f: GuardDice) -> bool:
        """After both dice the pool is spent; General Alert takes the place of dice and pool (H4)."""
        if d.alert:
            d.become(Fighting())
            return True
        if f.die <= GUARD_DICE:
            return False
        d.become(GuardMoving(f.pool, alert=False, spent=f.spent))
        return True

    def ask(self, t: Table, f: GuardDice) -> Awaited:
        """GUARD_DIE."""
        return decide(t, Decision.GUARD_DIE, Character.MOLASAR)

    def choices(self, t: Table, f: GuardDice, known: Knowledge | None) -> list[Action]:
        """Roll, then searches, then Hazards."""
        searches = (SearchDoor(guard, door) for guard, door in seekers(t, f))
        return [Roll(), *searches, *hazard_choices(t, known)]

    def sole(self, t: Table, f: GuardDice) -> Action | None:
        """Just rolled where no guard can search and no Hazard be played."""
        return None if any_hazard(t) or seekers(t, f) else Roll()

    def check(self, t: Table, f: GuardDice, action: Action) -> None:
        """M13, T5."""
        if isinstance(action, PlayHazard):
            check_hazard(t, action)
        elif isinstance(action, SearchDoor):
            if (action.pawn, action.door) not in seekers(t, f):
                raise IllegalAction("M13", f"{action.pawn} may not search {action.door} now.")
        elif not isinstance(action, Roll):
            refuse(action)

    def act(self, d: Draft, f: GuardDice, action: Action) -> None:
        """A die is thrown."""
        if isinstance(action, PlayHazard):
            play_hazard(d, action)
        elif isinstance(action, SearchDoor):
            assert not isinstance(action.pawn, Character)
            d.push(GuardRolling(action.pawn, action.door))
        else:
            d.push(GuardRolling(None, None))


class GuardRollingChapter(Chapter[GuardRolling]):
    """One guard die (M13)."""

    def ask(self, t: Table, f: GuardRolling) -> Awaited:
        """One die."""
        return RollDice(Dice.GUARD if f.guard is None else Dice.GUARD_SEARCH, Character.MOLASAR, 1)

    def happen(self, d: Draft, f: GuardRolling, event: Event) -> None:
        """Into the pool; or found, and walked at once; or lost."""
        if not isinstance(event, Rolled):
            raise IllegalEvent(f"{type(event).__name__} was not awaited.")
        value = event.values[0]
        d.pop()
        dice = d.top
        assert isinstance(dice, GuardDice)
        if f.guard is None or f.door is None:
            d.tell(DiceRolled(Character.MOLASAR, Dice.GUARD, event.values, value))
            d.become(GuardDice(dice.die + 1, dice.pool + value, dice.spent))
        elif value <= FOUND_AT_MOST:
            d.tell(DiceRolled(Character.MOLASAR, Dice.GUARD_SEARCH, event.values, value))
            find_door(d, f.guard, f.door)
            d.become(GuardDice(dice.die + 1, dice.pool, dice.spent))
            d.push(GuardFound(f.guard, f.door, value))
        else:
            d.tell(DiceRolled(Character.MOLASAR, Dice.GUARD_SEARCH, event.values, 0))
            d.tell(DoorNotFound(f.guard, f.door))
            d.become(GuardDice(dice.die + 1, dice.pool, (*dice.spent, f.guard)))


class GuardFoundChapter(Chapter[GuardFound]):
    """GUARD_FOUND: that guard's walk, first through the door, if at all (M13)."""

    def ask(self, t: Table, f: GuardFound) -> Awaited:
        """GUARD_FOUND."""
        return decide(t, Decision.GUARD_FOUND, Character.MOLASAR)

    def choices(self, t: Table, f: GuardFound, known: Knowledge | None) -> list[Action]:
        """Staying, or through the door."""
        return [Walk(f.guard, ()), *walks(t, f.guard, terrain(t, f.guard), f.left, f.door)]

    def sole(self, t: Table, f: GuardFound) -> Action | None:
        """It stays where it cannot pass the door."""
        return None if can_walk(t, f.guard, terrain(t, f.guard), f.left, f.door) else Walk(f.guard, ())

    def check(self, t: Table, f: GuardFound, action: Action) -> None:
        """M13."""
        if not isinstance(action, Walk):
            refuse(action)
        if action.pawn != f.guard or action.passes:
            raise IllegalAction("M13", f"{f.guard}, that found the door, walks now.")
        check_walk(t, f.guard, terrain(t, f.guard), action.path, f.left, f.door)

    def act(self, d: Draft, f: GuardFound, action: Action) -> None:
        """Stopped by a Searcher, it walks no more this turn (M3)."""
        assert isinstance(action, Walk)
        d.pop()
        move(d, f.guard, action.path, Cause.WALK)
        dice = d.top
        assert isinstance(dice, GuardDice)
        if action.path and d.masks.searchers & d.plan.bit[action.path[-1]]:
            d.become(GuardDice(dice.die, dice.pool, (*dice.spent, f.guard)))


class GuardMovingChapter(Chapter[GuardMoving]):
    """GUARD_MOVE: guards walk, one after another, each once (M14, M18)."""

    def _guards(self, t: Table, f: GuardMoving) -> list[Guard]:
        return [guard for guard in t.guards_left if guard not in f.spent] if f.pool else []

    def ask(self, t: Table, f: GuardMoving) -> Awaited:
        """GUARD_MOVE."""
        return decide(t, Decision.GUARD_MOVE, Character.MOLASAR)

    def choices(self, t: Table, f: GuardMoving, known: Knowledge | None) -> list[Action]:
        """Done, then walks by guard, nearest first, then Hazards."""
        found: list[Action] = [Done()]
        for guard in self._guards(t, f):
            found.extend(walks(t, guard, terrain(t, guard), f.pool))
        found.extend(hazard_choices(t, known))
        return found

    def sole(self, t: Table, f: GuardMoving) -> Action | None:
        """Done where no guard can walk and no Hazard be played."""
        if any_hazard(t) or any(can_walk(t, guard, terrain(t, guard), f.pool) for guard in self._guards(t, f)):
            return None
        return Done()

    def check(self, t: Table, f: GuardMoving, action: Action) -> None:
        """M1-M4, M12, M14, T5."""
        if isinstance(action, PlayHazard):
            check_hazard(t, action)
        elif isinstance(action, Walk):
            guard = check_guard_walk(t, action, f.pool, "M14")
            if guard in f.spent:
                raise IllegalAction("M14", f"{guard} walks no more this turn.")
        elif not isinstance(action, Done):
            refuse(action)

    def act(self, d: Draft, f: GuardMoving, action: Action) -> None:
        """One walk, or the end: conflicts, or (Alert) back to what it interrupted."""
        if isinstance(action, PlayHazard):
            play_hazard(d, action)
        elif isinstance(action, Walk):
            assert not isinstance(action.pawn, Character)
            move(d, action.pawn, action.path, Cause.ALERT if f.alert else Cause.WALK)
            left = f.pool if f.alert else f.pool - len(action.path)
            d.become(GuardMoving(left, f.alert, (*f.spent, action.pawn)))
        elif f.alert:
            d.pop()
        else:
            d.become(Fighting())
