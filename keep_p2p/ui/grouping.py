"""A question's answers made into menus that can be read aloud: the weighty first, long lists parted, no word twice.

Up to `FLAT` choices are one list. Of more, one's own longer walks are parted by their length, those that end in a
fight standing alone; guards are a group each, which says whom they can reach; Hazards are one group.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from keep_p2p.rules.actions import (
    OUTSIDE,
    Action,
    CommitCard,
    Done,
    Feed,
    HideHilt,
    PlacePawn,
    PlayBonus,
    PlayHazard,
    PutGuard,
    Roll,
    Walk,
)
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.names import Deck, Hazard, Pawn, Room
from keep_p2p.table.view import View
from keep_p2p.ui import facts
from keep_p2p.ui.cards import hazard_line
from keep_p2p.ui.choices import choice
from keep_p2p.ui.menu import Item, Menu
from keep_p2p.ui.names import HAZARD_NAME, Names, count, join, sentence
from keep_p2p.ui.odds import odds
from keep_p2p.ui.questions import question
from keep_p2p.ui.ways import hidden_how_far, how_far_searchers, is_goal, nearest_of, what_is_next

FLAT = 9
"""Up to this many choices are shown in one list, never grouped: one digit each."""

WALKS = 20
"""Up to this many walks of one pawn are one list: a Searcher's mostly are, Molasar's and his guards' are not."""

BAND = 3
"""Rooms by which longer lists of walks are parted: 1 to 3, 4 to 6, ..."""

ALIKE = 3
"""So many choices that begin with the same words leave them to the question."""


def menu_for(decide: Decide, actions: Sequence[Action], view: View, names: Names) -> Menu:
    """The menu that asks ``decide`` with ``actions`` as its answers, in a stable order."""
    items = _Maker(decide, view, names).items(actions)
    short = _IN_SHORT.get(decide.decision, "")
    if items and decide.decision is Decision.BEFORE_ROLL:
        short = f"press Enter to {items[0].label} ({facts.ASKED_OF_ALL})."
    return Menu(question(decide, view, names), items, f"{names.who(decide.character)}: {short}" if short else "")


_IN_SHORT: dict[Decision, str] = {
    Decision.FAILED_SEARCH: "the search has failed, and you have no card to roll again. Press Enter "
    f"({facts.ASKED_OF_ALL}).",
    Decision.SECOND_WIND: f"your turn is over. Press Enter ({facts.ASKED_OF_ALL}).",
    Decision.FLASHLIGHT: f"it is dark, and you have no Flashlight. Press Enter ({facts.ASKED_OF_ALL}).",
    Decision.CONFLICT_BONUS: "both cards lie face down, and you have none to play. Press Enter to turn them up "
    f"({facts.ASKED_OF_ALL}).",
}
"""Questions that are asked so that nobody can tell from them who holds what, said to whoever has but one answer."""


class _Maker:
    """Makes the lines of one question's menus."""

    def __init__(self, decide: Decide, view: View, names: Names) -> None:
        self._decide, self._view, self._names = decide, view, names

    def items(self, actions: Sequence[Action]) -> tuple[Item, ...]:
        """The whole question: hazards last, since they are rarely wanted, and grouped where there are many choices."""
        hazards = [action for action in actions if isinstance(action, PlayHazard)]
        others = [action for action in actions if not isinstance(action, PlayHazard)]
        said = _TITLED if self._decide.decision is Decision.GUARD_FOUND else _ASKED
        if len(actions) <= FLAT:
            cards = [action for action in others if isinstance(action, PlayBonus)]
            plain = [action for action in others if action not in cards]
            return _without_common_start((*self._plain(plain), *self._plain(cards), *self._plain(hazards)), said)
        return (*_without_common_start(self._others(others), said), *self._hazards(hazards))

    def _others(self, actions: Sequence[Action]) -> tuple[Item, ...]:
        own = [action for action in actions if self._is_own_walk(action)]
        moved: dict[Pawn, list[Action]] = {}
        rest: list[Action] = []
        for action in actions:
            if isinstance(action, Walk | PutGuard) and not self._is_own_walk(action):
                moved.setdefault(action.pawn if isinstance(action, Walk) else action.guard, []).append(action)
            elif action not in own:
                rest.append(action)
        cards = [action for action in rest if isinstance(action, PlayBonus)]
        plain = [action for action in rest if action not in cards]
        return (*self._plain(plain), *self._walks(own), *self._moved(moved), *self._plain(cards))

    def _is_own_walk(self, action: Action) -> bool:
        return isinstance(action, Walk) and action.pawn is self._decide.character

    # --- one's own walks ----------------------------------------------------------------------------

    def _walks(self, walks: Sequence[Action]) -> tuple[Item, ...]:
        """Those without a card first; those with one in a group of their own."""
        passing = [walk for walk in walks if isinstance(walk, Walk) and walk.passes]
        plain = [walk for walk in walks if walk not in passing]
        items = self._spread(plain, "walk")
        if not plain or len(passing) < ALIKE:
            return (*items, *self._plain(passing))
        return (*items, self._group("walk and play a Pass card", passing, self._plain(passing)))

    def _spread(self, actions: Sequence[Action], verb: str) -> tuple[Item, ...]:
        """One pawn's walks: in one list, if that can be listened to; else parted by length, the weighty ones apart."""
        if len(actions) <= WALKS or not all(isinstance(action, Walk) for action in actions):
            return self._plain(actions)
        alone = [action for action in actions if self._is_weighty(action)]
        parts: dict[int, list[Action]] = {}
        for action in actions:
            if action not in alone:
                parts.setdefault((_length(action) - 1) // BAND, []).append(action)
        bands = (self._band(verb, members) for _, members in sorted(parts.items()))
        return (*self._plain(alone), *bands)

    def _band(self, verb: str, walks: Sequence[Action]) -> Item:
        """Walks of about one length: how long they really are, and of one's own the one that leads nearest."""
        if len(walks) == 1:
            return self._item(walks[0])
        short, *_, far = sorted(map(_length, walks))
        rooms = count(far, "room") if short == far else f"{short} to {far} rooms"
        best = "" if not self._is_own_walk(walks[0]) else nearest_of(self._view.state, walks, self._names)
        return self._group(f"{verb} {rooms}", walks, self._plain(walks), more=best)

    def _is_weighty(self, action: Action) -> bool:
        """Staying, a fight, leaving the Keep, a room that is looked for: nobody should have to search a list for it."""
        room = self._room_of(action)
        if not isinstance(action, Walk) or room is None or room == OUTSIDE or self._fights(action):
            return True
        return is_goal(self._view.state, action.pawn, room)

    # --- others' walks ------------------------------------------------------------------------------

    def _moved(self, moved: dict[Pawn, list[Action]]) -> tuple[Item, ...]:
        """A group for each pawn with what it can reach; the one pawn's walks themselves if it is the only one."""
        if len(moved) == 1:
            return tuple(item for pawn, walks in moved.items() for item in self._spread(walks, self._moving(pawn)))
        return tuple(self._one_pawn(pawn, actions) for pawn, actions in moved.items())

    def _one_pawn(self, pawn: Pawn, actions: Sequence[Action]) -> Item:
        if len(actions) == 1:
            return self._item(actions[0])
        room = self._view.state.where(pawn)
        place = "" if room is None else f", in {self._names.room(room)}"
        verb = "put" if isinstance(actions[0], PutGuard) else "move"
        title = f"{verb} {self._names.who(pawn)}{place}"
        foes: dict[Pawn, int] = {}
        for action in _by_length(actions):
            for foe in self._met(action):
                foes.setdefault(foe, _length(action))
        met = [self._names.who(foe) + (f" ({count(far, 'room')})" if far else "") for foe, far in foes.items()]
        reach = f"; can reach {join(met)}" if met else ""
        return self._group(title, actions, self._spread(actions, self._moving(pawn)), more=reach)

    def _moving(self, pawn: Pawn) -> str:
        """The words before how far another pawn is moved."""
        who = self._names.who(pawn)
        return f"drive {who} back" if self._decide.decision is Decision.RETREAT else f"let {who} walk"

    def _fights_first(self, actions: Sequence[Action]) -> list[Action]:
        return sorted(actions, key=lambda action: (not self._fights(action), _length(action)))

    def _fights(self, action: Action) -> bool:
        return bool(self._met(action))

    def _met(self, action: Action) -> tuple[Pawn, ...]:
        """Whom the pawn that this action moves would fight at its end."""
        match action:
            case Walk(pawn, path) if path and path[-1] != OUTSIDE:
                return facts.foes_in(self._view.state, path[-1], pawn)
            case PutGuard(guard, room):
                return facts.foes_in(self._view.state, room, guard)
            case _:
                return ()

    # --- hazards ------------------------------------------------------------------------------------

    def _hazards(self, actions: Sequence[Action]) -> tuple[Item, ...]:
        """One line for all of them; within it one for each card, and those that need a room have their rooms within."""
        kinds: dict[Hazard, list[Action]] = {}
        for action in actions:
            if isinstance(action, PlayHazard):
                kinds.setdefault(action.hazard, []).append(action)
        inner = tuple(self._hazard(hazard, members) for hazard, members in kinds.items())
        if len(inner) < 2:
            return inner
        late = facts.hazards_too_late(self._view.state, kinds)
        return (
            Item(
                f"play a Hazard card ({len(inner)} may be played)",
                inner=Menu(" ".join(filter(None, ("Which Hazard card?", late))), inner),
            ),
        )

    def _hazard(self, hazard: Hazard, actions: Sequence[Action]) -> Item:
        if len(actions) == 1:
            return self._item(actions[0])
        told = f"play {HAZARD_NAME[hazard]}: {hazard_line(hazard, yours=True).rstrip('.')}"
        return self._group(told, actions, self._plain(actions), title=f"{HAZARD_NAME[hazard]}: Molasar to which room?")

    # --- lines --------------------------------------------------------------------------------------

    def _group(
        self, told: str, actions: Sequence[Action], items: Sequence[Item], *, more: str = "", title: str = ""
    ) -> Item:
        """A line that opens a menu of its own, which holds ``actions`` as ``items``."""
        inner = Menu(title or f"{sentence(told)}: where to?", _without_common_start(items, _TITLED))
        return Item(f"{told} ({count(len(actions), 'choice')}){more}", inner=inner)

    def _plain(self, actions: Sequence[Action]) -> tuple[Item, ...]:
        return tuple(map(self._item, self._sorted(actions)))

    def _sorted(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Walks shortest first, those of guards into a fight before; cards the highest first; else as they come."""
        if all(isinstance(action, CommitCard) for action in actions):
            return sorted(actions, key=self._worth, reverse=True)
        if any(isinstance(action, Walk) and not self._is_own_walk(action) for action in actions):
            return self._fights_first(actions)
        return _by_length(actions)

    def _worth(self, action: Action) -> int:
        fight = self._view.state.conflict
        if not isinstance(action, CommitCard) or action.slot is None or fight is None:
            return 0
        card = self._view.known.cards.get((Deck.CONFLICT, action.slot))
        deck, against = self._names.deck, fight.against_molasar
        return 0 if card is None else deck.value(card, action.character, against_molasar=against)

    def _item(self, action: Action) -> Item:
        """One action with its words and the names that pick it."""
        told = choice(action, self._decide, self._view, self._names) + self._more(action)
        return Item(told, action=action, rooms=self._called(action))

    def _called(self, action: Action) -> tuple[str, ...]:
        match action:
            case Done():
                return ("done", "no", "nothing")
            case Roll():
                return ("roll", "dice")
        room = self._room_of(action)
        if room == OUTSIDE:
            return ("outside", "out")
        return () if room is None else (self._names.room_title(room).casefold(), str(room).casefold())

    def _room_of(self, action: Action) -> Room | None:
        """The room an action leads to, if it is about one."""
        match action:
            case Walk(path=path):
                return path[-1] if path else None
            case HideHilt(room=room) | PlacePawn(room=room) | PutGuard(room=room) | PlayHazard(room=room):
                return room
            case Feed(guard):
                return self._view.state.where(guard)
            case _:
                return None

    def _more(self, action: Action) -> str:
        """What whoever sees no map would have to ask: how far it is from there, how good the card is."""
        state, names = self._view.state, self._names
        match action:
            case CommitCard():
                return self._odds(action)
            case HideHilt(room) if room is not None:
                return hidden_how_far(state, room, names)
            case Walk(pawn, path):
                here = path[-1] if path else state.where(pawn)
                return "" if here is None else what_is_next(state, pawn, here, names)
            case PlacePawn(character, room):
                return what_is_next(state, character, room, names)
            case Feed() | PlayHazard():
                room = self._room_of(action)
                return "" if room is None else how_far_searchers(state, room, names)
            case _:
                return ""

    def _odds(self, action: CommitCard) -> str:
        fight = self._view.state.conflict
        card = None if action.slot is None else self._view.known.cards.get((Deck.CONFLICT, action.slot))
        if fight is None or card is None:
            return ""
        worth = odds(card, action.character, fight, self._view)
        ties = f", ties {worth.ties}" if worth.ties else ""
        deck, other = self._names.deck, not fight.against_molasar
        elsewhere = deck.value(card, action.character, against_molasar=other)
        side = "against" if action.character.is_searcher else "for"
        foe = "Molasar" if other else "a guard"
        told = f"; beats {worth.beats or 'none'} of the {worth.unseen} unseen cards{ties}"
        return f"{told}; {side} {foe} it counts {elsewhere}"


def _length(action: Action) -> int:
    return len(action.path) if isinstance(action, Walk) else 0


def _by_length(actions: Sequence[Action]) -> list[Action]:
    """Walks by their length, shortest first; everything else as the rules list it."""
    return sorted(actions, key=_length)


_ASKED = re.compile(r"(?:walk to|drive .+? back to|put [A-Z]\w+ in|hide the Hilt in) ")
"""How lines begin whose question says so much already."""

_TITLED = re.compile(rf"{_ASKED.pattern}|send .+? to |put .+? in |play .+?: Molasar to ")
"""How they begin where a group's title says it."""


def _without_common_start(items: Sequence[Item], said: re.Pattern[str] = _ASKED) -> tuple[Item, ...]:
    """Lines that begin alike begin with their room instead, if the beginning is ``said`` above them."""
    starts = [_start(item, said) for item in items]
    return tuple(
        _from(item, len(start)) if start and starts.count(start) >= ALIKE else item
        for item, start in zip(items, starts, strict=True)
    )


def _from(item: Item, place: int) -> Item:
    """The line from this character on."""
    return replace(item, label=item.label[place:], in_full=item.in_full or item.label)


def _start(item: Item, said: re.Pattern[str]) -> str:
    """The words of a line before the room it is about."""
    match = said.match(item.label)
    return "" if match is None or item.action is None else match[0]
