"""A Searcher's turn up to its roll: coming back, cards before the roll, searching (M5-M8, B4, B6, B8, R3, H2)."""

from __future__ import annotations

from keep_p2p.rules.actions import Action, Done, PlacePawn, PlayBonus, Roll, SearchDoor, Walk
from keep_p2p.rules.awaited import Awaited, Decision, Dice
from keep_p2p.rules.bonus import check_play, held, play, plays
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.frames import BeforeRoll, ComingBack, Favour, Fighting, Rolling
from keep_p2p.rules.moving import find_door, move, put, unfound_doors
from keep_p2p.rules.names import Bonus, Character, Door, Guard
from keep_p2p.rules.records import Cause, Placed, PowerOut
from keep_p2p.rules.setup import check_place, free_entries
from keep_p2p.rules.state import Draft, Knowledge, Table
from keep_p2p.rules.stepping import check_walk
from keep_p2p.rules.terrain import terrain
from keep_p2p.rules.walking import can_walk, walks

FAVOUR_STEPS = 4  # B4


def is_dark(t: Table) -> bool:
    """Whether the Searcher in turn may not move for want of a Flashlight (H2)."""
    return t.power_failure and t.turn not in t.lit


def searchable(t: Table, f: BeforeRoll) -> tuple[Door, ...]:
    """The doors the Searcher in turn may search (M5): Cuza needs not (M7), nor may one that began outside (M16)."""
    return () if f.placed or t.turn is Character.CUZA else unfound_doors(t, t.turn)


class ComingBackChapter(Chapter[ComingBack]):
    """PLACE again (R3)."""

    def ask(self, t: Table, f: ComingBack) -> Awaited:
        """PLACE."""
        return decide(t, Decision.PLACE, t.turn)

    def choices(self, t: Table, f: ComingBack, known: Knowledge | None) -> list[Action]:
        """The open entry rooms without a Searcher."""
        return [PlacePawn(t.turn, room) for room in free_entries(t)]

    def check(self, t: Table, f: ComingBack, action: Action) -> None:
        """R3."""
        if not isinstance(action, PlacePawn):
            refuse(action)
        check_place(t, action, t.turn, "R3")

    def act(self, d: Draft, f: ComingBack, action: Action) -> None:
        """Placed on an enemy it stops and fights, otherwise it goes on as usual."""
        assert isinstance(action, PlacePawn)
        put(d, d.turn, action.room)
        d.tell(Placed(d.turn, action.room, again=True))
        d.become(Fighting() if d.conflicts and self._met(d) else BeforeRoll(placed=True))

    def _met(self, d: Draft) -> bool:
        return any(searcher is d.turn for searcher, _ in d.conflicts)


class BeforeRollChapter(Chapter[BeforeRoll]):
    """BEFORE_ROLL: roll, search, or a card; in the dark only cards."""

    def ask(self, t: Table, f: BeforeRoll) -> Awaited:
        """BEFORE_ROLL."""
        return decide(t, Decision.BEFORE_ROLL, t.turn)

    def choices(self, t: Table, f: BeforeRoll, known: Knowledge | None) -> list[Action]:
        """Roll (Done in the dark) first, then searches, then cards."""
        favours = plays(t, t.turn, Bonus.MOVE_GUARD, known)
        if is_dark(t):
            return [Done(), *plays(t, t.turn, Bonus.FLASHLIGHT, known), *favours]
        doors = searchable(t, f)
        found: list[Action] = [Roll()]
        found.extend(SearchDoor(t.turn, door) for door in doors)
        found.extend(
            PlayBonus(t.turn, slot, card, door=door)
            for door in doors
            for slot, card in held(t, t.turn, Bonus.SECRET_ENTRANCE, known)
        )
        found.extend(favours)
        return found

    def sole(self, t: Table, f: BeforeRoll) -> Action | None:
        """Nothing is asked where nothing but the roll (or the dark) is possible."""
        if is_dark(t):
            return None if t.may_hold(t.turn, Bonus.FLASHLIGHT, Bonus.MOVE_GUARD) else Done()
        if searchable(t, f) or t.may_hold(t.turn, Bonus.MOVE_GUARD):
            return None
        return Roll()

    def check(self, t: Table, f: BeforeRoll, action: Action) -> None:
        """M5, M8, B4, B6, H2."""
        dark = is_dark(t)
        if isinstance(action, PlayBonus):
            self._check_play(t, f, action, dark)
        elif isinstance(action, Roll | SearchDoor):
            if dark:
                raise IllegalAction("H2", f"Power Failure: {t.turn} neither rolls nor searches without a Flashlight.")
            if isinstance(action, SearchDoor):
                self._check_search(t, f, action)
        elif not isinstance(action, Done) or not dark:
            refuse(action)

    def _check_search(self, t: Table, f: BeforeRoll, action: SearchDoor) -> None:
        if action.pawn is not t.turn:
            raise IllegalAction("M5", f"{t.turn} searches for itself alone.")
        if action.door not in searchable(t, f):
            raise IllegalAction("M5", f"{t.turn} did not begin this turn beside an unfound door {action.door}.")

    def _check_play(self, t: Table, f: BeforeRoll, action: PlayBonus, dark: bool) -> None:
        also = Bonus.FLASHLIGHT if dark else Bonus.SECRET_ENTRANCE
        check_play(t, action, t.turn, Bonus.MOVE_GUARD, also)
        if action.door is not None and action.door not in searchable(t, f):
            raise IllegalAction("M8", f"{t.turn} may not search {action.door} now, so Secret Entrance is no use.")

    def act(self, d: Draft, f: BeforeRoll, action: Action) -> None:
        """The die is thrown, the turn stays dark, or a card does its work."""
        if isinstance(action, PlayBonus):
            self._play(d, action)
        elif isinstance(action, SearchDoor):
            d.become(Rolling(Dice.SEARCH, action.door))
        elif isinstance(action, Roll):
            if d.turn is Character.CUZA and not f.placed:
                for door in unfound_doors(d, d.turn):
                    find_door(d, d.turn, door)
            d.become(Rolling(Dice.MOVE, None))
        else:
            d.tell(PowerOut(d.turn))
            d.become(Fighting())

    def _play(self, d: Draft, action: PlayBonus) -> None:
        kind = check_play(d, action, d.turn, Bonus.MOVE_GUARD, Bonus.FLASHLIGHT, Bonus.SECRET_ENTRANCE)
        play(d, d.turn, action.slot, action.card)
        if kind is Bonus.MOVE_GUARD:
            d.push(Favour())
        elif kind is Bonus.FLASHLIGHT:
            d.lit = (*d.lit, d.turn)
        else:
            assert action.door is not None
            find_door(d, d.turn, action.door)
            d.become(Rolling(Dice.MOVE, action.door))


class FavourChapter(Chapter[Favour]):
    """GUARD_FAVOUR: one guard, up to four rooms, by the guards' rules (B4)."""

    def ask(self, t: Table, f: Favour) -> Awaited:
        """GUARD_FAVOUR."""
        return decide(t, Decision.GUARD_FAVOUR, t.turn)

    def choices(self, t: Table, f: Favour, known: Knowledge | None) -> list[Action]:
        """Done, or any guard's walk."""
        found: list[Action] = [Done()]
        for guard in t.guards_left:
            found.extend(walks(t, guard, terrain(t, guard), FAVOUR_STEPS))
        return found

    def sole(self, t: Table, f: Favour) -> Action | None:
        """Done where no guard can walk."""
        stuck = not any(can_walk(t, guard, terrain(t, guard), FAVOUR_STEPS) for guard in t.guards_left)
        return Done() if stuck else None

    def check(self, t: Table, f: Favour, action: Action) -> None:
        """B4."""
        if isinstance(action, Walk):
            check_guard_walk(t, action, FAVOUR_STEPS, "B4")
        elif not isinstance(action, Done):
            refuse(action)

    def act(self, d: Draft, f: Favour, action: Action) -> None:
        """Then back to the roll."""
        d.pop()
        if isinstance(action, Walk):
            move(d, action.pawn, action.path, Cause.FAVOUR)


def check_guard_walk(t: Table, action: Walk, steps: int, ruling: str) -> Guard:
    """The guard that walks. Raises `IllegalAction` unless it is on the board and may walk so, at least one room."""
    guard = action.pawn
    if isinstance(guard, Character) or guard not in t.guards_left:
        raise IllegalAction(ruling, f"{guard} is no guard on the board.")
    if action.passes:
        raise IllegalAction("B5", "A Pass is for a Searcher's walk.")
    if not action.path:
        raise IllegalAction(ruling, "A guard that stays is not moved: say Done.")
    check_walk(t, guard, terrain(t, guard), action.path, steps)
    return guard
