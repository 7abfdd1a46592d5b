"""The set-up: Molasar hides the Hilt (S5), the Searchers are placed (S6); then the first turn."""

from __future__ import annotations

from keep_p2p.rules.actions import OUTSIDE, Action, HideHilt, PlacePawn
from keep_p2p.rules.awaited import Awaited, Decision
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.dealing import first_sizes
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.frames import Dealing, SettingUp
from keep_p2p.rules.moving import put
from keep_p2p.rules.names import GUARDS, Character, Hazard, Room
from keep_p2p.rules.records import HiltHidden, Placed
from keep_p2p.rules.seating import Game
from keep_p2p.rules.state import Draft, Knowledge, State, Table
from keep_p2p.rules.stock import empty_cards
from keep_p2p.rules.turns import begin_turn


def first_state(game: Game) -> State:
    """The table before the first shuffle: guards and Molasar on their places, Searchers outside (S6)."""
    searchers = tuple(OUTSIDE if c in game.seating.searchers else None for c in Character if c.is_searcher)
    guards: tuple[Room | None, ...] = game.board.guard_starts
    if len(guards) != len(GUARDS):
        raise ValueError(f"S6: a board has {len(GUARDS)} guard starts, not {len(guards)}.")
    return State(
        game=game,
        pawns=(*searchers, game.board.molasar_start, *guards),
        gone=(),
        conflict_cards=empty_cards(),
        bonus_cards=empty_cards(),
        hazards=tuple(Hazard),
        found=((),) * len(Character),
        proven=(),
        hilt_proven=None,
        eaten=(),
        turn=game.seating.searchers[0],
        turn_number=0,
        extra=False,
        power_failure=False,
        lit=(),
        hazard_played=False,
        alert=False,
        fought=False,
        moved=(),
        truces=(),
        owed=(),
        stack=(
            SettingUp(hidden=False),
            Dealing(first_sizes(game.seating.characters), shuffled=False, fresh=False),
        ),
        over=None,
    )


def free_entries(t: Table) -> list[Room]:
    """The open entry rooms without a Searcher, in pack order (S6, R3)."""
    masks = t.masks
    return [room for room in t.game.entries if not t.plan.bit[room] & masks.searchers]


def check_place(t: Table, action: PlacePawn, character: Character, ruling: str) -> None:
    """Raise `IllegalAction` unless ``character`` may be placed there."""
    if action.character is not character:
        raise IllegalAction(ruling, f"{character} is placed now, not {action.character}.")
    if action.room not in free_entries(t):
        raise IllegalAction(ruling, f"{action.room} is not an open entry room without a Searcher.")


class SettingUpChapter(Chapter[SettingUp]):
    """HIDE_HILT, then PLACE for each Searcher in turn order."""

    def _next(self, t: Table) -> Character | None:
        return next((c for c in t.searchers if t.is_outside(c)), None)

    def settle(self, d: Draft, f: SettingUp) -> bool:
        """When all are placed the first turn begins."""
        if not f.hidden or self._next(d) is not None:
            return False
        d.turn_number = 1
        begin_turn(d, d.searchers[0])
        return True

    def ask(self, t: Table, f: SettingUp) -> Awaited:
        """HIDE_HILT or PLACE."""
        if not f.hidden:
            return decide(t, Decision.HIDE_HILT, Character.MOLASAR)
        character = self._next(t)
        assert character is not None, "settled before"
        return decide(t, Decision.PLACE, character)

    def choices(self, t: Table, f: SettingUp, known: Knowledge | None) -> list[Action]:
        """The marked rooms (one hidden action in public), or the free entry rooms."""
        if not f.hidden:
            return [HideHilt()] if known is None else [HideHilt(room) for room in t.game.hilt_rooms]
        character = self._next(t)
        assert character is not None, "settled before"
        return [PlacePawn(character, room) for room in free_entries(t)]

    def sole(self, t: Table, f: SettingUp) -> Action | None:
        """Where the Hilt is hidden is always asked."""
        return super().sole(t, f) if f.hidden else None

    def check(self, t: Table, f: SettingUp, action: Action) -> None:
        """S5, S6."""
        if not f.hidden and isinstance(action, HideHilt):
            if action.room is not None and action.room not in t.game.hilt_rooms:
                raise IllegalAction("S5", f"{action.room} is not one of the marked rooms of this game.")
        elif f.hidden and isinstance(action, PlacePawn):
            character = self._next(t)
            assert character is not None, "settled before"
            check_place(t, action, character, "S6")
        else:
            refuse(action)

    def act(self, d: Draft, f: SettingUp, action: Action) -> None:
        """Hide, or place one."""
        if isinstance(action, PlacePawn):
            put(d, action.character, action.room)
            d.tell(Placed(action.character, action.room))
        else:
            d.tell(HiltHidden())
            d.become(SettingUp(hidden=True))
