"""A question being answered: what may be pointed at now, what is pointed at, and what Enter or Esc do.

    choosing = Choosing(decide, actions, view, names)
    choosing.arrow("left"); choosing.number(2); choosing.point(room)     move what is pointed at
    choosing.take()     -> the action, or None where it leads on (a pawn is chosen, its rooms are next)
    choosing.back()     -> False where nothing is left to take back

Nothing is pointed at to begin with, so that an Enter too many answers no question that has just come up;
only a roll of the dice is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from keep_p2p.rules.actions import OUTSIDE, Action, Done, PlayHazard, Roll, Walk
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.names import Character, Hazard, Pawn, Room
from keep_p2p.table.view import View
from keep_p2p.ui.cards import hazard_line
from keep_p2p.ui.choices import card_title, choice
from keep_p2p.ui.facts import ASKED_OF_ALL, hazards_too_late
from keep_p2p.ui.names import HAZARD_NAME, Names, count, sentence
from keep_p2p.ui.screen.board.chart import Chart
from keep_p2p.ui.table.offer import Group, Offer, about, offer_of
from keep_p2p.ui.table.outlook import Note, fights, headline, outlook
from keep_p2p.ui.table.steps import Pass, Steps


@dataclass(frozen=True)
class Entry:
    """One line of the list: what it says, and what it is: an action, something that goes to rooms, or a step."""

    label: str
    action: Action | None = None
    group: Group | None = None
    pawns: bool = False
    cards: bool = False
    step: Room | None = None
    card: Pass | None = None
    about: Room | None = None


Pointed = Room | int
"""A room of the map, or a line of the list by its index."""


@dataclass
class Level:
    """One depth of choosing. ``spots``: rooms that may be pointed at, with their actions or their group."""

    entries: tuple[Entry, ...] = ()
    spots: dict[Room, tuple[Action, ...] | Group] = field(default_factory=dict)
    group: Group | None = None
    steps: Steps | None = None
    at: Pointed | None = None
    title: str = ""
    """What these lines are, where they answer another question than the one that was asked."""


class Choosing:
    """The state of one question's choosing."""

    def __init__(self, decide: Decide, actions: Sequence[Action], view: View, names: Names, chart: Chart) -> None:
        """The first level of the question."""
        self.decide = decide
        self.view = view
        self.names = names
        self._chart = chart
        self._offer = offer_of(decide, actions, view.state)
        self._levels = [self._first()]

    # --- what there is ------------------------------------------------------------------------------

    @property
    def level(self) -> Level:
        """The level on show."""
        return self._levels[-1]

    @property
    def depth(self) -> int:
        """How many levels could be taken back."""
        return len(self._levels) - 1

    @property
    def action(self) -> Action | None:
        """The action that Enter would take now; None where it leads on, or where nothing is pointed at."""
        level = self.level
        if level.steps is not None and level.at is None:
            return level.steps.walk if level.steps.walk.path and not level.steps.problem() else None
        if isinstance(level.at, int):
            return level.entries[level.at].action
        spot = level.spots.get(level.at) if level.at is not None else None
        return spot[0] if isinstance(spot, tuple) and len(spot) == 1 else None

    @property
    def preview(self) -> Action | None:
        """The action whose consequences are told: as `action`, and the first of several that lead to one room."""
        level = self.level
        if level.steps is not None:
            return level.steps.walk
        spot = level.spots.get(level.at) if isinstance(level.at, str) else None
        return spot[0] if isinstance(spot, tuple) else self.action

    @property
    def heading(self) -> str:
        """What is pointed at, in a few words; empty if nothing is."""
        level = self.level
        if level.steps is not None:
            walked = level.steps.walk.path and (headline(level.steps.walk, self.decide, self.view, self.names) or "")
            return level.steps.problem() or walked or "Take a step first."
        if isinstance(level.at, int):
            return level.entries[level.at].label
        spot = level.spots.get(level.at) if level.at is not None else None
        if isinstance(spot, Group):
            return f"{self.group_name(spot)}: {count(len(spot.rooms), 'room')} to go to"
        action = self.preview
        if action is None:
            return ""
        told = headline(action, self.decide, self.view, self.names)
        return told or sentence(choice(action, self.decide, self.view, self.names))

    def notes(self) -> tuple[Note, ...]:
        """The consequences of what is pointed at."""
        action = self.preview
        return () if action is None else outlook(action, self.decide, self.view, self.names)

    @property
    def cursor(self) -> Room | None:
        """The room on the map that is pointed at, or that the line pointed at is about."""
        level = self.level
        if isinstance(level.at, int):
            return level.entries[level.at].about
        if level.at is None and level.steps is not None:
            here = level.steps.here
            return here if here != OUTSIDE else None
        return level.at

    @property
    def anchor(self) -> Room | None:
        """The room from which arrows lead, and which should be in sight."""
        level = self.level
        if self._chart.knows(self.cursor):
            return self.cursor
        if level.group is not None and level.group.at is not None:
            return level.group.at
        fight = self.view.state.conflict
        if fight is not None:
            return fight.room
        return self.view.state.where(self.decide.character)

    def walk(self) -> Walk | None:
        """The walk to be drawn."""
        action = self.preview
        return action if isinstance(action, Walk) else None

    def fighting(self, room: Room) -> bool:
        """Whether choosing ``room`` leads to a fight."""
        spot = self.level.spots.get(room)
        return isinstance(spot, tuple) and bool(spot) and fights(spot[0], self.view)

    def costs_card(self, room: Room) -> bool:
        """Whether every way to ``room`` that may be chosen uses a Bonus card: the plainest way comes first."""
        spot = self.level.spots.get(room)
        return isinstance(spot, tuple) and bool(spot) and isinstance(spot[0], Walk) and bool(spot[0].passes)

    @property
    def uses_card(self) -> bool:
        """Whether what Enter would send uses a Bonus card besides."""
        action = self.action
        return isinstance(action, Walk) and bool(action.passes)

    def sign(self, room: Room) -> str:
        """The sign of a room that may be chosen: how many steps away, or empty."""
        spot = self.level.spots.get(room)
        if self.level.steps is not None:
            for number, entry in enumerate(self.level.entries, start=1):
                if entry.step == room:
                    return str(number)
        if isinstance(spot, tuple) and spot and isinstance(spot[0], Walk):
            return str(len(spot[0].path))
        return ""

    @property
    def walkable(self) -> bool:
        """Whether the way may be given step by step here."""
        group = self.level.group
        return self.level.steps is None and group is not None and group.walks

    # --- moving -------------------------------------------------------------------------------------

    def arrow(self, arrow: str) -> bool:
        """An arrow key: to the next room that way (in a walk: a step), or along the list."""
        level = self.level
        if isinstance(level.at, int) or not level.spots:
            return self._along(arrow)
        start = self.anchor
        if start is None or not self._chart.knows(start):
            level.at = next(iter(level.spots))
            return True
        found = self._chart.toward(start, arrow, level.spots)
        if found is None and level.at is None and level.steps is None:
            found = self._chart.nearest(start, level.spots)
        if found is not None:
            self.point(found)
        return True

    def _along(self, arrow: str) -> bool:
        level = self.level
        if not level.entries:
            return False
        if arrow in ("left", "right"):
            if level.spots:
                level.at = None
                return True
            return False
        step = 1 if arrow == "down" else -1
        if level.at is None or not isinstance(level.at, int):
            level.at = 0 if step > 0 else len(level.entries) - 1
        elif level.spots and not 0 <= level.at + step < len(level.entries):
            level.at = None
        else:
            level.at = max(0, min(len(level.entries) - 1, level.at + step))
        return True

    def cycle(self, step: int) -> bool:
        """Tab: through all rooms and lines, one after the other."""
        level = self.level
        every: list[Pointed] = [*self._ordered(), *range(len(level.entries))]
        if not every:
            return False
        at = every.index(level.at) if level.at in every else -1 if step > 0 else 0
        level.at = every[(at + step) % len(every)]
        return True

    def _ordered(self) -> list[Room]:
        """Rooms for Tab: walks by their length, everything else as it lies, row by row."""
        level = self.level
        if level.steps is not None:
            return []

        def key(room: Room) -> tuple[int, int, int]:
            spot = level.spots[room]
            rect = self._chart.rect(room)
            length = len(spot[0].path) if isinstance(spot, tuple) and isinstance(spot[0], Walk) else 0
            return length, rect.y, rect.x

        return sorted(level.spots, key=key)

    def number(self, number: int) -> bool:
        """A digit: the line of that number (in a walk: the step)."""
        level = self.level
        if not 1 <= number <= len(level.entries):
            return False
        level.at = number - 1
        entry = level.entries[number - 1]
        if entry.step is not None or entry.card is not None:
            self._grow(entry)
        return True

    def point(self, room: Room) -> bool:
        """Point at a room (in a walk: step there); False if it is none that may be chosen."""
        level = self.level
        if room not in level.spots:
            return False
        if level.steps is not None:
            self._set_steps(level.steps.onward(room))
        else:
            level.at = room
        return True

    # --- taking and taking back ---------------------------------------------------------------------

    def take(self) -> Action | None:
        """Enter: the action, if that is what is pointed at; what leads on is followed."""
        level = self.level
        if self.action is not None:
            return self.action
        if isinstance(level.at, int):
            self._follow(level.entries[level.at])
        elif level.at is not None:
            spot = level.spots[level.at]
            if isinstance(spot, Group):
                self._levels.append(self._rooms_of(spot))
            else:
                told = tuple(Entry(self._told(action), action) for action in spot)
                self._levels.append(Level(told, group=None))
        return None

    def _follow(self, entry: Entry) -> None:
        if entry.group is not None:
            self._levels.append(self._rooms_of(entry.group))
        elif entry.cards:
            self._levels.append(Level(tuple(self._hazards()), title=f"Which Hazard card?{self._too_late()}"))
        elif entry.pawns:
            self._levels.append(Level((), _standing(self._offer.pawns)))
        elif entry.step is not None or entry.card is not None:
            self._grow(entry)

    def _grow(self, entry: Entry) -> None:
        steps = self.level.steps
        assert steps is not None, "steps are lines of a walk"
        if entry.step is not None:
            self._set_steps(steps.onward(entry.step))
        elif entry.card is not None:
            self._set_steps(steps.toggled(entry.card))

    def by_steps(self) -> bool:
        """Give the way step by step from here on."""
        group = self.level.group
        if not self.walkable or group is None:
            return False
        self._levels.append(Level(group=group))
        self._set_steps(Steps(self.decide, self.view, _pawn(group)))
        return True

    def step_back(self) -> bool:
        """One step less; False where no step is there to take back."""
        steps = self.level.steps
        if steps is None or not steps.walk.path:
            return False
        self._set_steps(steps.back())
        return True

    def back(self) -> bool:
        """Esc: what is pointed at, or the level, is taken back; False where there is nothing."""
        level = self.level
        if level.at is not None and level.steps is None:
            level.at = None
        elif self.depth:
            self._levels.pop()
            self.level.at = None if len(self._levels) == 1 and self._offer.main is None else self.level.at
        else:
            return False
        return True

    # --- levels -------------------------------------------------------------------------------------

    def _told(self, action: Action) -> str:
        return sentence(choice(action, self.decide, self.view, self.names))

    def _first(self) -> Level:
        offer: Offer = self._offer
        hazards = self._hazards()
        folded = len(hazards) > 1
        plain = [a for a in offer.plain if not isinstance(a, PlayHazard)]
        entries = [Entry(self._told(a), a, about=about(a, self.view.state)) for a in plain]
        entries += [Entry(f"Play a Hazard card: {len(hazards)} to choose from", cards=True)] if folded else hazards
        if offer.main is None:
            level = Level(tuple(entries), _standing(offer.pawns))
        else:
            if offer.pawns:
                movable = count(len(offer.pawns), "guard")
                entries.append(Entry(f"Move a guard instead: {movable} can walk", pawns=True))
            level = Level(tuple(entries), dict(offer.main.rooms), offer.main)
        rolls = [n for n, entry in enumerate(entries) if isinstance(entry.action, Roll)]
        level.at = rolls[0] if rolls else None
        if len(entries) == 1 and entries[0].action is not None and not level.spots:
            level.at = 0  # nothing else can be answered: asked so that nobody can tell from the question what one holds
            if isinstance(entries[0].action, Done | Roll):
                level.entries = (replace(entries[0], label=f"{entries[0].label} ({ASKED_OF_ALL})"),)
        return level

    def _hazards(self) -> list[Entry]:
        """A line for each Hazard that may be played, in card order."""
        offer = self._offer
        found = [Entry(self._told(a), a) for a in offer.plain if isinstance(a, PlayHazard)]
        return [*found, *(Entry(self.group_name(group), group=group) for group in offer.cards)]

    def _too_late(self) -> str:
        """Which Hazards are held but cannot be played any more in this turn."""
        actions = [entry.action for entry in self._hazards()]
        open_now = {action.hazard for action in actions if isinstance(action, PlayHazard)}
        late = hazards_too_late(self.view.state, open_now | {g.mover for g in self._offer.cards})
        return f" {late}" if late else ""

    def _rooms_of(self, group: Group) -> Level:
        return Level((), dict(group.rooms), group)

    def _set_steps(self, steps: Steps) -> None:
        level = self.level
        level.steps, level.at = steps, None
        level.spots = {room: () for room in steps.next if room != OUTSIDE}
        entries = [Entry(self._step_label(steps, room), step=room) for room in steps.next]
        for card in steps.cards():
            played = "played with this walk: take it back" if card in steps.walk.passes else "play it with this walk"
            entries.append(Entry(f"{card_title(card[1], self.view)}: {played}", card=card))
        level.entries = tuple(entries)

    def _step_label(self, steps: Steps, room: Room) -> str:
        if room == OUTSIDE:
            return "Out of the Keep"
        here = steps.here
        secret = here is not None and room not in self.names.board.neighbours[here]
        return f"{self.names.room_title(room)}{', through the secret door' if secret else ''}"

    def group_name(self, group: Group) -> str:
        """What a group is called: ``Guard g, in the Chapel``, ``Play Secret Passage: ...``."""
        mover = group.mover
        if isinstance(mover, Hazard):
            return f"Play {HAZARD_NAME[mover]}: {hazard_line(mover, yours=True).rstrip('.')}"
        if isinstance(mover, str) and not mover.startswith("guard-") and not isinstance(mover, Character):
            return mover.capitalize()
        who = sentence(self.names.who(_pawn(group)))
        return who if group.at is None else f"{who}, in {self.names.room(group.at)}"


def _pawn(group: Group) -> Pawn:
    assert not isinstance(group.mover, Hazard), "a card does not walk"
    return group.mover  # type: ignore[return-value]  # only pawns walk


def _standing(groups: Sequence[Group]) -> dict[Room, tuple[Action, ...] | Group]:
    """The pawns that may be chosen, by the rooms they stand in."""
    return {group.at: group for group in groups if group.at is not None}
