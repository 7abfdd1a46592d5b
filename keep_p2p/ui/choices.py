"""Every action as a choice a person can read before making it.

`choice` is total over `Action`. What stands in a room is told with the choice that
leads there, so nobody has to look at the board to see that a walk ends in a fight.
"""

from __future__ import annotations

from typing import assert_never

from keep_p2p.rules.actions import (
    OUTSIDE,
    Action,
    CommitCard,
    DiscardBonus,
    Done,
    Feed,
    HideHilt,
    JudgeGuess,
    NameDefender,
    PickBonus,
    PickConflict,
    PlacePawn,
    PlayBonus,
    PlayHazard,
    PutGuard,
    Roll,
    SearchDoor,
    Walk,
)
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.names import BONUS_OF, Bonus, Card, Character, Deck, Pawn, Room, Slot
from keep_p2p.table.view import View
from keep_p2p.ui import facts
from keep_p2p.ui.cards import bonus_line, hazard_line
from keep_p2p.ui.names import BONUS_NAME, HAZARD_NAME, SHORT, Names, count, join


def choice(action: Action, decide: Decide, view: View, names: Names) -> str:
    """``action`` as an answer to ``decide``: a short phrase in the imperative, without a full stop."""
    match action:
        case HideHilt(room):
            return "hide the Hilt" if room is None else f"hide the Hilt in {names.room(room)}"
        case PlacePawn(character, room):
            return f"put {SHORT[character]} in {names.room(room)}{_meeting(character, room, view, names)}"
        case Roll():
            if decide.decision is Decision.GUARD_DIE:
                return "roll this die for the guards to walk"
            return "roll the die and walk"
        case SearchDoor(pawn, door):
            who = "" if isinstance(pawn, Character) else f"let {names.who(pawn)} "
            return f"{who}search for {names.door(door)} (a roll of 1, 2 or 3 finds it)"
        case Walk():
            return _walk(action, decide, view, names)
        case Done():
            return _DONE.get(decide.decision, "nothing more")
        case PlayBonus():
            return _bonus(action, view, names)
        case PlayHazard(hazard, room):
            if room is None:
                return f"play {HAZARD_NAME[hazard]}: {hazard_line(hazard, yours=True).rstrip('.')}"
            end = _landing(room, decide, view, names) + _hilt_at_end(Character.MOLASAR, (room,), view)
            return f"play {HAZARD_NAME[hazard]}: Molasar to {names.room(room)}{end}"
        case PickBonus(character, slot):
            return _pick(character, slot, view)
        case PutGuard(guard, room):
            return f"put {names.who(guard)} in {names.room(room)}{_meeting(guard, room, view, names)}"
        case Feed(guard):
            return _feed(guard, decide, view, names)
        case PickConflict(searcher, enemy):
            room = view.state.where(searcher)
            where = "" if room is None else f" in {names.room(room)}"
            return f"{_fighting(searcher, enemy, decide.character, names)}{where}"
        case NameDefender(defender):
            cards = view.state.hand(defender, Deck.CONFLICT)
            seat = names.seat_of(defender)
            by = "" if seat is None or seat == names.you else f", played by {names.player(seat)}"
            return f"{names.who(defender)}{by}: {count(len(cards), 'Conflict card')} to choose from"
        case CommitCard(character, slot):
            return _commit(character, slot, view, names)
        case JudgeGuess(send_back):
            return "send the card back: another must be chosen" if send_back else "let the card stand"
        case DiscardBonus(_, _, card):
            return f"discard {card_title(card, view)} ({bonus_line(BONUS_OF[card], yours=True).rstrip('.')})"
        case _:
            assert_never(action)


def _fighting(searcher: Character, enemy: Pawn, chooser: Character, names: Names) -> str:
    """A conflict as whoever chooses it sees it, his own side first."""
    if chooser is Character.MOLASAR:
        return f"fight {SHORT[searcher]}" if enemy is chooser else f"let {names.who(enemy)} fight {SHORT[searcher]}"
    return f"fight {names.who(enemy)}" if searcher is chooser else f"let {SHORT[searcher]} fight {names.who(enemy)}"


_DONE: dict[Decision, str] = {
    Decision.BEFORE_ROLL: "do nothing: stay here this turn",
    Decision.GUARD_FAVOUR: "leave the guards where they are",
    Decision.FAILED_SEARCH: "accept it: the door is not found",
    Decision.MOVE: "stop moving here",
    Decision.SECOND_WIND: "play no card: the turn is over",
    Decision.FLASHLIGHT: "play no Flashlight",
    Decision.GUARD_MOVE: "the guards have moved enough",
    Decision.SUMMON: "put no more guards",
    Decision.CONFLICT_BONUS: "play no card: turn the cards up",
}
"""What "nothing more" means, by question."""


def card_title(card: Card, view: View) -> str:
    """A Bonus card of the reader's by its title; with its printed number where two of that kind are held."""
    title = BONUS_NAME[BONUS_OF[card]]
    held = [
        known
        for character in view.state.characters
        for slot in view.state.hand(character, Deck.BONUS)
        if (known := view.known.cards.get((Deck.BONUS, slot))) is not None and BONUS_OF[known] is BONUS_OF[card]
    ]
    return f"{title} (card {card})" if len(held) > 1 else title


def _walk(action: Walk, decide: Decide, view: View, names: Names) -> str:
    """A walk, by whom, how far, through what, and what waits at its end."""
    pawn, path = action.pawn, action.path
    own = pawn is decide.character
    here = view.state.where(pawn)
    if not path:
        place = "" if here is None else f" in {names.room(here)}"
        return f"stay{place}" if own else f"leave {names.who(pawn)}{place}"
    rooms = count(len(path), "room")
    if path[-1] == OUTSIDE:
        return f"drive {names.who(pawn)} out of the Keep ({rooms})"
    verb = "walk" if own else f"send {names.who(pawn)}"
    if decide.decision is Decision.RETREAT:
        verb = f"drive {names.who(pawn)} back"
    door = ", through a secret door" if here is not None and facts.through_secret_door(view.state, here, path) else ""
    passes = "".join(f", playing {card_title(card, view)}" for _, card in action.passes)
    driven = decide.decision is Decision.RETREAT
    end = _meeting(pawn, path[-1], view, names) + _hilt_at_end(pawn, path, view, driven=driven)
    return f"{verb} to {names.room(path[-1])} ({rooms}{door}{passes}){end}"


def _meeting(pawn: Pawn, room: Room, view: View, names: Names) -> str:
    """The fight that waits in ``room`` for ``pawn``, if any."""
    foes = facts.foes_in(view.state, room, pawn)
    if not foes:
        return ""
    return f" and fight {' and '.join(names.who(foe) for foe in foes)} there"


def _landing(room: Room, decide: Decide, view: View, names: Names, *, feeding: bool = False) -> str:
    """Whom Molasar meets where he leaps to: a leap is no walk, so before his own he may still go away (ruling T2)."""
    meeting = _meeting(Character.MOLASAR, room, view, names)
    if not meeting:
        return ""
    if decide.decision is Decision.FEED and not feeding:
        foes = facts.foes_in(view.state, room, Character.MOLASAR)
        are = "is" if len(foes) == 1 else "are"
        return f"; {join(map(names.who, foes))} {are} there, but you leap to a guard before any fight"
    walks_yet = decide.decision in (Decision.FEED, Decision.MOLASAR_MOVE)
    return f"{meeting}, unless you walk on" if walks_yet else meeting


def _hilt_at_end(pawn: Pawn, path: tuple[Room, ...], view: View, *, driven: bool = False) -> str:
    """What the walk asks or tells about the Hilt: a Searcher asks at its end, Molasar proves rooms empty."""
    open_rooms = view.state.unproven
    if pawn is Character.MOLASAR:
        entered = [room for room in path if room in open_rooms]
        if driven and entered:
            return "; a marked room on this way may hold the Hilt: if so, he halts before it, and all know"
        return f"; this proves {count(len(dict.fromkeys(entered)), 'marked room')} empty" if entered else ""
    if isinstance(pawn, Character) and path[-1] in open_rooms:
        return "; a marked room: is the Hilt there?"
    return ""


def _feed(guard: Pawn, decide: Decide, view: View, names: Names) -> str:
    """The guard to be eaten, where it stands, and what the jump shows."""
    room = view.state.where(guard)
    if room is None:
        return f"eat {names.who(guard)}"
    meeting = _landing(room, decide, view, names, feeding=True)
    return f"eat {names.who(guard)} in {names.room(room)}{meeting}{_hilt_at_end(Character.MOLASAR, (room,), view)}"


def _bonus(action: PlayBonus, view: View, names: Names) -> str:
    """A Bonus card with what it does, and at what it is aimed."""
    bonus = BONUS_OF[action.card]
    if bonus is Bonus.SECOND_GUESS and action.guess is not None:
        return f"play {card_title(action.card, view)}: look at {names.whose(action.guess)} card, which may be sent back"
    if bonus is Bonus.SECRET_ENTRANCE and action.door is not None:
        return (
            f"play {card_title(action.card, view)}: find {names.door(action.door)} without a search, then roll to walk"
        )
    return f"play {card_title(action.card, view)}: {bonus_line(bonus, yours=True).rstrip('.')}"


def _commit(character: Character, slot: Slot | None, view: View, names: Names) -> str:
    """The Conflict card with the number that would count now."""
    card = None if slot is None else view.known.cards.get((Deck.CONFLICT, slot))
    if card is None:
        return "a Conflict card"
    fight = view.state.conflict
    if fight is None:
        return names.conflict_card(card, for_molasar=not character.is_searcher)
    value = names.deck.value(card, character, against_molasar=fight.against_molasar)
    return f"{names.conflict_title(card)}, which counts {value}"


_ORDINALS = ("first", "second", "third")


def _pick(character: Character, slot: Slot, view: View) -> str:
    """Which of somebody's unseen Bonus cards is meant, by its place in the hand."""
    cards = view.state.hand(character, Deck.BONUS)
    if len(cards) < 2 or slot not in cards:
        return f"take {SHORT[character]}'s only Bonus card"
    return f"take the {_ORDINALS[cards.index(slot)]} of {SHORT[character]}'s {len(cards)} Bonus cards"
