"""A walk given room by room: any way that the rules allow, not only the shortest."""

from __future__ import annotations

from keep_p2p.rules.actions import OUTSIDE, Path, Walk
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.game import check_action
from keep_p2p.rules.names import BONUS_OF, Bonus, Card, Character, Deck, Pawn, Room, Slot
from keep_p2p.table.view import View

Pass = tuple[Slot, Card]

_PROBLEMS = {
    "M2": "Nobody may stop here: another pawn stands in this room. Walk on, or go back a step.",
    "B5": "A Pass is for a room with a guard: walk into one, or take the card back.",
}
"""Why a walk that may pass here cannot end here, by ruling."""


def passes_held(pawn: Pawn, view: View) -> tuple[Pass, ...]:
    """The Pass cards that a Searcher of this seat holds."""
    if not isinstance(pawn, Character):
        return ()
    known = ((slot, view.known.cards.get((Deck.BONUS, slot))) for slot in view.state.hand(pawn, Deck.BONUS))
    return tuple((slot, card) for slot, card in known if card is not None and BONUS_OF[card] is Bonus.PASS)


class Steps:
    """A walk of one pawn as it grows. Every change gives another value."""

    def __init__(self, decide: Decide, view: View, pawn: Pawn, path: Path = (), passes: tuple[Pass, ...] = ()) -> None:
        """``path`` so far, with these Pass cards."""
        self.decide = decide
        self.view = view
        self.walk = Walk(pawn, path, passes)
        self.start = view.state.where(pawn)
        self.next: tuple[Room, ...] = tuple(self._next())
        """The rooms that the next step may enter, as the board lists them; perhaps `OUTSIDE`."""

    @property
    def here(self) -> Room | None:
        """The room that the walk has come to."""
        return self.walk.path[-1] if self.walk.path else self.start

    def problem(self) -> str:
        """Why the walk cannot end here, as a sentence; empty if it can."""
        if self._enters_hilt(self.walk.path):
            return "That walk enters the Hilt's room, which Molasar never may."
        try:
            check_action(self.view.state, self.decide.seat, self.walk)
        except IllegalAction as error:
            return _PROBLEMS.get(error.ruling, "The walk cannot end so.") if self.walk.path else "Take a step first."
        return ""

    def onward(self, room: Room) -> Steps:
        """One step further."""
        return Steps(self.decide, self.view, self.walk.pawn, (*self.walk.path, room), self.walk.passes)

    def back(self) -> Steps:
        """One step less."""
        return Steps(self.decide, self.view, self.walk.pawn, self.walk.path[:-1], self.walk.passes)

    def cards(self) -> tuple[Pass, ...]:
        """The Pass cards that may be played with this walk."""
        return passes_held(self.walk.pawn, self.view) if self.decide.decision is Decision.MOVE else ()

    def toggled(self, card: Pass) -> Steps:
        """The walk with this Pass card played with it, or no longer; cut to as far as it can still go."""
        held = self.walk.passes
        passes = tuple(one for one in held if one != card) if card in held else (*held, card)
        path = self.walk.path
        while path and not self._may_go(path, passes):
            path = path[:-1]
        return Steps(self.decide, self.view, self.walk.pawn, path, passes)

    def _next(self) -> list[Room]:
        here = self.here
        if here is None or here == OUTSIDE:
            return []
        board = self.view.state.game.board
        doors = board.doors_of.get(here, ())
        near = [*board.neighbours[here], *(d.cellar_side if d.keep_side == here else d.keep_side for d in doors)]
        if self.decide.decision is Decision.RETREAT:
            near.append(OUTSIDE)
        path, passes = self.walk.path, self.walk.passes
        return [room for room in near if self._may_go((*path, room), passes)]

    def _may_go(self, path: Path, passes: tuple[Pass, ...]) -> bool:
        """Whether a walk may begin so: end there, or pass on from there."""
        if self._enters_hilt(path):
            return False
        # A walk that meets fewer guards than it has cards for may still meet them further on.
        return any(self._begins(Walk(self.walk.pawn, path, passes[:cards])) for cards in range(len(passes), -1, -1))

    def _begins(self, walk: Walk) -> bool:
        try:
            check_action(self.view.state, self.decide.seat, walk)
        except IllegalAction as error:
            return error.ruling == "M2"  # no place to end, but one to pass
        return True

    def _enters_hilt(self, path: Path) -> bool:
        own = self.walk.pawn is Character.MOLASAR and self.decide.character is Character.MOLASAR
        return own and self.view.known.hilt is not None and self.view.known.hilt in path
