"""An open question and the typing that answers it: menus within menus, and walks given room by room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from keep_p2p.rules.actions import Action, Walk
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.game import check_action
from keep_p2p.rules.names import BONUS_OF, Bonus, Card, Character, Deck, Pawn, Room, Slot
from keep_p2p.table.view import View
from keep_p2p.ui.grouping import menu_for
from keep_p2p.ui.menu import Answer, Chosen, Menu, Opened, Unclear, guard_called, pick, quoted, room_named
from keep_p2p.ui.names import FULL, SHORT, Names

BACK = ("back", "b")
"""What leads from a group of choices to the list above."""


@dataclass
class Asking:
    """One open question with its menus: the last of ``stack`` is on show."""

    decide: Decide
    actions: tuple[Action, ...]
    view: View
    names: Names
    stack: list[Menu]

    @classmethod
    def of(cls, decide: Decide, actions: Sequence[Action], view: View, names: Names) -> Asking:
        """The question with its first menu."""
        return cls(decide, tuple(actions), view, names, [menu_for(decide, actions, view, names)])

    @property
    def has_but_one_answer(self) -> bool:
        """Whether an empty line answers."""
        return self.stack[-1].only is not None

    def lines(self) -> tuple[str, ...]:
        """The menu on show; a group says how to leave it."""
        lines = self.stack[-1].lines()
        return (*lines, '  (or "back")') if len(self.stack) > 1 else lines

    def typed(self, text: str) -> Answer:
        """What the text means here. A group that it opens (or leaves) is on show from now on."""
        wanted = text.strip()
        if not wanted and (only := self.stack[-1].only) is not None:
            return Chosen(only)
        if wanted.casefold() in BACK:
            if len(self.stack) == 1:
                return Unclear("There is no list above this one.")
            self.stack.pop()
            return Opened(self.stack[-1])
        if wanted.casefold().startswith("path ") or wanted.casefold() == "path":
            return self._path(wanted[4:].strip())
        answer = pick(self.stack[-1], wanted)
        if isinstance(answer, Unclear) and len(self.stack) > 1 and not wanted.isdecimal():
            answer = pick(self.stack[0], wanted)
        if isinstance(answer, Opened):
            self.stack.append(answer.menu)
        return answer

    def restart(self) -> None:
        """Show the first menu again."""
        del self.stack[1:]

    def _walkers(self) -> tuple[Pawn, ...]:
        """The pawns that may walk now, each once, in the order of the choices."""
        return tuple(dict.fromkeys(action.pawn for action in self.actions if isinstance(action, Walk)))

    def _path(self, text: str) -> Answer:
        """``[PAWN:] ROOM, ROOM, ... [with pass]`` as a walk that the rules allow, or a sentence that says why not."""
        walkers = self._walkers()
        if not walkers:
            return Unclear("No walk is asked for now.")
        if not text:
            return Unclear(
                'Give the rooms in the order they are entered, parted by commas: "path Hall, Stair, Chapel". '
                'To move another pawn put it first: "path guard c: Hall". '
                'To play Pass cards with the walk add "with pass" or "with 2 passes".'
            )
        walk = _read_path(text, walkers, self.view, self.names)
        if isinstance(walk, str):
            return Unclear(walk)
        hilt = self.view.known.hilt
        if walk.pawn is Character.MOLASAR and self.decide.character is Character.MOLASAR and hilt in walk.path:
            return Unclear("That walk enters the Hilt's room, which Molasar never may.")
        try:
            check_action(self.view.state, self.decide.seat, walk)
        except IllegalAction as error:
            return Unclear(f"That walk is not allowed: {error.sentence}")
        return Chosen(walk)


_WITH_PASSES = re.compile(r"\s+with\s+(?:(a|1|one|2|two)\s+)?pass(?:es)?\s*$", re.IGNORECASE)


def _read_path(text: str, walkers: Sequence[Pawn], view: View, names: Names) -> Walk | str:
    """The walk that ``text`` describes, not yet checked against the rules; a sentence if it describes none."""
    pawn: Pawn = walkers[0]
    if ":" in text:
        called, text = text.split(":", 1)
        found = _pawn_called(called, walkers)
        if found is None:
            return f'"{quoted(called)}" may not walk now. These may: {", ".join(names.who(p) for p in walkers)}.'
        pawn = found
    passes: tuple[tuple[Slot, Card], ...] = ()
    if (match := _WITH_PASSES.search(text)) is not None:
        wanted = 2 if (match.group(1) or "").lower() in ("2", "two") else 1
        passes = _passes_held(pawn, view)[:wanted]
        if len(passes) < wanted:
            return "There are not that many Pass cards in this hand."
        text = text[: match.start()]
    path: list[Room] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        room = room_named(part, names)
        if room is None:
            return f'"{quoted(part)}" is not the name of exactly one room. Part rooms by commas; `rooms` lists them.'
        path.append(room)
    return Walk(pawn, tuple(path), passes)


def _pawn_called(called: str, walkers: Sequence[Pawn]) -> Pawn | None:
    """The pawn among ``walkers`` that goes by this name."""
    wanted = " ".join(called.casefold().split())
    for pawn in walkers:
        if isinstance(pawn, Character):
            if wanted in (SHORT[pawn].casefold(), FULL[pawn].casefold()):
                return pawn
        elif guard_called(wanted) == pawn or wanted == pawn:
            return pawn
    return None


def _passes_held(pawn: Pawn, view: View) -> tuple[tuple[Slot, Card], ...]:
    """The Pass cards in the hand of a Searcher of this seat."""
    if not isinstance(pawn, Character):
        return ()
    hand = view.state.hand(pawn, Deck.BONUS)
    known = ((slot, view.known.cards.get((Deck.BONUS, slot))) for slot in hand)
    return tuple((slot, card) for slot, card in known if card is not None and BONUS_OF[card] is Bonus.PASS)
