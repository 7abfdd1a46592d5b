"""A Searcher's roll and its movement: searching, rerolling, Pass, Woermann's split (M5, M8-M10, B2, B5)."""

from __future__ import annotations

from keep_p2p.rules.actions import Action, Done, PlayBonus, Walk
from keep_p2p.rules.awaited import Awaited, Decision, Dice, RollDice
from keep_p2p.rules.bonus import check_passes, check_play, held, pass_sets, play, plays
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.errors import IllegalAction, IllegalEvent
from keep_p2p.rules.events import Event, Rolled
from keep_p2p.rules.frames import FailedSearch, Fighting, Moving, Rolling
from keep_p2p.rules.moving import find_door, move
from keep_p2p.rules.names import Bonus, Character, Guard
from keep_p2p.rules.records import Cause, DiceRolled, DoorNotFound
from keep_p2p.rules.searcher_turn import check_guard_walk
from keep_p2p.rules.state import Draft, Knowledge, Table
from keep_p2p.rules.stepping import check_walk
from keep_p2p.rules.terrain import Terrain, terrain
from keep_p2p.rules.walking import can_walk, passing_walks, walks

FOUND_AT_MOST = 3  # M5: a search finds on 1-3
MAX_PASSES = 2  # B5: two copies


class RollingChapter(Chapter[Rolling]):
    """One die of the Searcher in turn."""

    def ask(self, t: Table, f: Rolling) -> Awaited:
        """One die, to move or to search."""
        return RollDice(f.purpose, t.turn, 1)

    def happen(self, d: Draft, f: Rolling, event: Event) -> None:
        """What may be walked with it; Eva's 1 added (M9)."""
        if not isinstance(event, Rolled):
            raise IllegalEvent(f"{type(event).__name__} was not awaited.")
        value = event.values[0]
        searched = f.purpose is Dice.SEARCH
        failed = searched and value > FOUND_AT_MOST
        allowance = 0 if failed else value + (1 if d.turn is Character.EVA else 0)
        d.tell(DiceRolled(d.turn, f.purpose, event.values, allowance))
        if failed:
            assert f.door is not None
            d.become(FailedSearch(f.door))
        else:
            d.become(Moving(allowance, f.door, searched, fresh=True, stopped=False, halted=()))


class FailedSearchChapter(Chapter[FailedSearch]):
    """FAILED_SEARCH: a Reroll, or the movement is over (M5, B2)."""

    def ask(self, t: Table, f: FailedSearch) -> Awaited:
        """FAILED_SEARCH."""
        return decide(t, Decision.FAILED_SEARCH, t.turn)

    def choices(self, t: Table, f: FailedSearch, known: Knowledge | None) -> list[Action]:
        """Done, or a Reroll."""
        return [Done(), *plays(t, t.turn, Bonus.REROLL, known)]

    def check(self, t: Table, f: FailedSearch, action: Action) -> None:
        """B2."""
        if isinstance(action, PlayBonus):
            check_play(t, action, t.turn, Bonus.REROLL)
        elif not isinstance(action, Done):
            refuse(action)

    def act(self, d: Draft, f: FailedSearch, action: Action) -> None:
        """The die again, or the failure is final."""
        if isinstance(action, PlayBonus):
            play(d, d.turn, action.slot, action.card)
            d.become(Rolling(Dice.SEARCH, f.door))
        else:
            d.tell(DoorNotFound(d.turn, f.door))
            d.become(Fighting())


class MovingChapter(Chapter[Moving]):
    """MOVE: one walk; for Woermann runs of his own and of guards in turn (M10)."""

    def ask(self, t: Table, f: Moving) -> Awaited:
        """MOVE."""
        return decide(t, Decision.MOVE, t.turn)

    def choices(self, t: Table, f: Moving, known: Knowledge | None) -> list[Action]:
        """Staying (Done for Woermann) first, then walks nearest first, then a Reroll."""
        splits = t.turn is Character.WOERMANN
        found: list[Action] = [Done() if splits else Walk(t.turn, ())]
        if not f.stopped:
            found.extend(self._own(t, f, known))
        if splits:
            for guard in self._guards(t, f):
                found.extend(walks(t, guard, terrain(t, guard), f.left))
        if f.fresh:
            found.extend(plays(t, t.turn, Bonus.REROLL, known))
        return found

    def _own(self, t: Table, f: Moving, known: Knowledge | None) -> list[Action]:
        land = terrain(t, t.turn)
        found: list[Action] = []
        found.extend(walks(t, t.turn, land, f.left, f.door))
        for passes in range(1, MAX_PASSES + 1) if held(t, t.turn, Bonus.PASS, known) else ():
            sets = pass_sets(t, t.turn, passes, known)
            if sets:
                further = passing_walks(t, t.turn, land, f.left, passes, f.door)
                found.extend(Walk(t.turn, walk.path, cards) for walk in further for cards in sets)
        return found

    def _guards(self, t: Table, f: Moving) -> tuple[Guard, ...]:
        return tuple(guard for guard in t.guards_left if guard not in f.halted) if f.left else ()

    def sole(self, t: Table, f: Moving) -> Action | None:
        """Nothing is asked where nobody can walk and nothing can be rerolled."""
        if f.fresh and t.may_hold(t.turn, Bonus.REROLL):
            return None
        if not f.stopped and f.left:
            land = terrain(t, t.turn)
            if can_walk(t, t.turn, land, f.left, f.door):
                return None
            if self._can_pass(t, f, land):
                return None
        if t.turn is not Character.WOERMANN:
            return Walk(t.turn, ())
        stuck = not any(can_walk(t, guard, terrain(t, guard), f.left) for guard in self._guards(t, f))
        return Done() if stuck else None

    def _can_pass(self, t: Table, f: Moving, land: Terrain) -> bool:
        most = len(held(t, t.turn, Bonus.PASS, None))
        sets = [n for n in range(1, MAX_PASSES + 1) if most and pass_sets(t, t.turn, n, None)]
        return any(passing_walks(t, t.turn, land, f.left, n, f.door) for n in sets)

    def check(self, t: Table, f: Moving, action: Action) -> None:
        """M1-M10, B2, B5."""
        splits = t.turn is Character.WOERMANN
        if isinstance(action, PlayBonus):
            check_play(t, action, t.turn, Bonus.REROLL)
            if not f.fresh:
                raise IllegalAction("B2", "A roll on which somebody has moved stands.")
        elif isinstance(action, Walk):
            if splits and action.pawn is not t.turn:
                self._check_guard(t, f, action)
            else:
                self._check_own(t, f, action, splits)
        elif not isinstance(action, Done) or not splits:
            refuse(action)

    def _check_guard(self, t: Table, f: Moving, action: Walk) -> None:
        guard = check_guard_walk(t, action, f.left, "M10")
        if guard in f.halted:
            raise IllegalAction("M3", f"{guard} was stopped by a Searcher, and walks no more in this movement.")

    def _check_own(self, t: Table, f: Moving, action: Walk, splits: bool) -> None:
        if action.pawn is not t.turn:
            raise IllegalAction("M1", f"Only {t.turn}'s own pawn is moved now.")
        if splits and not action.path:
            raise IllegalAction("M10", "Woermann ends his movement with Done.")
        if f.stopped:
            raise IllegalAction("M10", f"{t.turn} was stopped by an enemy: his own movement is over.")
        check_passes(t, t.turn, action)
        check_walk(t, t.turn, terrain(t, t.turn), action.path, f.left, f.door, len(action.passes))

    def act(self, d: Draft, f: Moving, action: Action) -> None:
        """A reroll, a walk, or the end of the movement; a door found by a search is found for good now (M17)."""
        if isinstance(action, PlayBonus):
            play(d, d.turn, action.slot, action.card)
            d.become(Rolling(Dice.SEARCH if f.searched else Dice.MOVE, f.door))
            return
        if f.searched and f.fresh:
            assert f.door is not None
            find_door(d, d.turn, f.door)
        if d.turn is Character.WOERMANN and isinstance(action, Walk):
            self._run(d, f, action)
            return
        if isinstance(action, Walk):
            self._lay_passes(d, action)
            move(d, d.turn, action.path, Cause.WALK)
        d.become(Fighting())

    def _run(self, d: Draft, f: Moving, action: Walk) -> None:
        """One of Woermann's runs."""
        own = action.pawn is d.turn
        self._lay_passes(d, action)
        met = self._meets(d, action)
        move(d, action.pawn, action.path, Cause.WALK if own else Cause.SPLIT)
        halted = f.halted
        if not own and met and not isinstance(action.pawn, Character):
            halted = (*halted, action.pawn)
        d.become(
            Moving(
                left=f.left - len(action.path),
                door=None if own else f.door,
                searched=f.searched,
                fresh=False,
                stopped=f.stopped or (own and met),
                halted=halted,
            )
        )

    def _meets(self, t: Table, action: Walk) -> bool:
        return bool(terrain(t, action.pawn).stops & t.plan.bit[action.path[-1]])

    def _lay_passes(self, d: Draft, action: Walk) -> None:
        for slot, card in action.passes:
            play(d, d.turn, slot, card)
