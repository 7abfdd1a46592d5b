"""A Searcher's own turn: where to start, when to search, where to walk, which Bonus cards help on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from keep_p2p.players.aim import MOST_ROLLED, Aim
from keep_p2p.players.nuisance import nuisance
from keep_p2p.players.sight import Sight
from keep_p2p.rules.actions import Action, DiscardBonus, Done, PlacePawn, PlayBonus, Roll, SearchDoor, Walk
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.names import BONUS_OF, Bonus, Character, Guard, Hazard

MEAN_ROLL: Final = 3.5
"""Rooms of one die."""

CLOSE: Final = 6.0
"""Rooms within which a guard is worth moving out of the way: farther ones will have moved by themselves."""


def _played(actions: Sequence[Action], bonus: Bonus) -> PlayBonus | None:
    """The first offered play of this kind of card."""
    for action in actions:
        if isinstance(action, PlayBonus) and BONUS_OF[action.card] is bonus:
            return action
    return None


def _done(actions: Sequence[Action]) -> Action:
    """The action that declines."""
    for action in actions:
        if isinstance(action, Done):
            return action
    return actions[0]


def place(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """The entry room with the shortest way, a guard on it or near it counted in (S6, R3)."""
    aim = Aim(sight, decide.character)

    def cost(action: Action) -> float:
        assert isinstance(action, PlacePawn)
        return aim.score(sight.tables.index[action.room])

    return min(actions, key=cost)


def before_roll(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """Search the door that lies on the way, else roll; before that, cards that clear the way."""
    aim = Aim(sight, decide.character)
    light = _played(actions, Bonus.FLASHLIGHT)
    if light is not None and sight.dark:
        return light
    move_guard = _played(actions, Bonus.MOVE_GUARD)
    if move_guard is not None and _best_favour(sight, aim) is not None:
        return move_guard
    rolled = aim.after_rolling() if any(isinstance(action, PlayBonus | SearchDoor) for action in actions) else 0.0

    def gain(action: Action) -> float:
        if isinstance(action, SearchDoor):
            return rolled - aim.after_searching(sight.tables.door_index[action.door])
        if isinstance(action, PlayBonus) and action.door is not None:
            entered = aim.after_entering(sight.tables.door_index[action.door], MOST_ROLLED)
            return rolled - entered - sight.weights.entrance
        return 0.0 if isinstance(action, Roll | Done) else -1.0

    return max(actions, key=gain)


def _best_favour(sight: Sight, aim: Aim) -> Guard | None:
    """The guard that it pays to move away before rolling, if one does."""
    best: Guard | None = None
    least = aim.togo[aim.room] + aim.threats[aim.room] - sight.weights.favour
    flight = sight.tables.flight
    for guard, room in sight.guards.items():
        if aim.room != sight.tables.outside and flight[aim.room][room] <= 7.0:
            togo = aim.without(guard)[aim.room]
            if togo < least:
                best, least = guard, togo
    return best


def guard_favour(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """Move Nazi SS Guard (B4): the guard in the way, to where it is least in anyone's way."""
    return push_guard(sight, decide, actions) or _done(actions)


def push_guard(sight: Sight, decide: Decide, actions: Sequence[Action]) -> Walk | None:
    """The walk of a guard that shortens this Searcher's way most, or None if none helps enough."""
    aim = Aim(sight, decide.character)
    if aim.room == sight.tables.outside:
        return None
    harm = nuisance(sight, decide.character)
    least: dict[Guard, tuple[float, Walk]] = {}
    for action in actions:
        if not isinstance(action, Walk) or isinstance(action.pawn, Character) or not action.path:
            continue
        guard = action.pawn
        if sight.tables.flight[aim.room][sight.place[guard]] > CLOSE:
            continue
        end = sight.end(guard, action.path)
        clash = sight.weights.fight if end in sight.searcher_at else 0.0
        cost = harm[end] + clash + 0.01 * len(action.path)
        if guard not in least or cost < least[guard][0]:
            least[guard] = (cost, action)
    best: Walk | None = None
    most = sight.weights.push
    for guard, (cost, walk) in least.items():
        gain = _cleared(sight, aim, guard, sight.end(guard, walk.path)) + 0.3 * (harm[sight.place[guard]] - cost)
        if gain > most:
            best, most = walk, gain
    return best


def _cleared(sight: Sight, aim: Aim, guard: Guard, end: int) -> float:
    """The rooms to go that it saves if ``guard`` stands in ``end``, a fight beside it saved counted in."""
    start = sight.place[guard]
    moved = {room: enemy for room, enemy in sight.enemy_at.items() if room != start} | {end: guard}
    saved = aim.togo[aim.room] - aim.togo_with(moved)[aim.room]
    return saved + (sight.weights.fight if start == aim.room else 0.0)


def move(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """The walk that leaves the fewest rooms to go; Woermann shoves guards too; a bad roll is rolled again."""
    aim = Aim(sight, decide.character)
    own = [a for a in actions if isinstance(a, Walk) and a.pawn is decide.character]
    if decide.character is Character.WOERMANN and len(own) < len(actions):
        shove = push_guard(sight, decide, actions)
        if shove is not None and _shove_first(sight, aim, shove, own):
            return shove
    if not own:
        return push_guard(sight, decide, actions) or _done(actions)
    longest = max(len(action.path) for action in own)

    def cost(walk: Walk) -> float:
        end = sight.end(walk.pawn, walk.path)
        total = aim.score(end) + sight.weights.card * len(walk.passes) + 0.001 * len(walk.path)
        if decide.character is Character.WOERMANN and end in sight.enemy_at and len(walk.path) < longest:
            total -= sight.weights.guard_toll / 2.0
        return total

    best = min(own, key=cost)
    if decide.character is Character.WOERMANN and cost(best) > aim.score(aim.room) - 0.3:
        return push_guard(sight, decide, actions) or _done(actions)
    reroll = _played(actions, Bonus.REROLL)
    if reroll is not None and _worth_rerolling(aim, best, longest, cost(best)):
        return reroll
    return best


def _shove_first(sight: Sight, aim: Aim, shove: Walk, own: Sequence[Walk]) -> bool:
    """Whether Woermann moves this guard before his own steps: always when he has none, else when it bars his way."""
    assert not isinstance(shove.pawn, Character)
    if not own or sight.place[shove.pawn] == aim.room:
        return True
    return _cleared(sight, aim, shove.pawn, sight.end(shove.pawn, shove.path)) > len(shove.path) + 0.5


def _worth_rerolling(aim: Aim, best: Walk, longest: int, cost: float) -> bool:
    """A low roll that was the limit, and not enough to arrive anywhere."""
    gain = aim.togo[aim.room] - cost
    return longest <= 2 and gain < MEAN_ROLL - 1.0 and aim.togo[aim.room] > longest + 0.5


def failed_search(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """A Reroll saves the turn as often as not (B2)."""
    return _played(actions, Bonus.REROLL) or _done(actions)


def second_wind(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """An extra turn when it may decide the game: near a goal, at a door, or late (B3)."""
    card = _played(actions, Bonus.SECOND_WIND)
    if card is None or sight.dark:
        return _done(actions)
    aim = Aim(sight, decide.character)
    togo = aim.togo[aim.room]
    if togo <= 5.0 or _door_next(aim) or sight.turns_left <= 4:
        return card
    return _done(actions)


def _door_next(aim: Aim) -> bool:
    """Whether a search would be the next thing to do."""
    return any(aim.after_searching(door) < aim.after_rolling() for door in aim.doors_here())


def flashlight(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """Keep it for the own turn, where it does the same and more is known (B6)."""
    return _done(actions)


def keep_value(sight: Sight, character: Character, bonus: Bonus) -> float:
    """What holding a card of this kind is worth to a Searcher now, in rooms."""
    dark_gone = Hazard.POWER_FAILURE not in sight.state.hazards and not sight.dark
    inside = sight.place[character] in sight.tables.cellar
    values = {
        Bonus.SECOND_WIND: 4.0,
        Bonus.SECRET_ENTRANCE: 0.3 if inside else 1.0 if character is Character.CUZA else 3.0,
        Bonus.PASS: 2.5,
        Bonus.BLADE: 2.0,
        Bonus.SECOND_GUESS: 1.8,
        Bonus.REROLL: 1.7 if inside else 2.2,
        Bonus.MOVE_GUARD: 1.6,
        Bonus.FLASHLIGHT: 0.0 if dark_gone else 1.5,
    }
    return values[bonus]


def discard_bonus(sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
    """Of three cards the least useful goes (C7)."""

    def value(action: Action) -> float:
        assert isinstance(action, DiscardBonus)
        return keep_value(sight, action.character, BONUS_OF[action.card])

    return min(actions, key=value)


Answer = Callable[[Sight, Decide, tuple[Action, ...]], Action]
