"""What a choice would bring, told before it is made: the way, the fight, the answer asked for, the cards it takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.rules.actions import OUTSIDE, Action, CommitCard, Feed, PlacePawn, PlayBonus, PlayHazard, PutGuard, Walk
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.names import BONUS_OF, Character, Deck, Pawn, Room
from keep_p2p.table.view import View
from keep_p2p.ui import facts
from keep_p2p.ui.cards import bonus_line, hazard_line
from keep_p2p.ui.choices import card_title
from keep_p2p.ui.names import HAZARD_NAME, SHORT, Names, count, join, sentence

MOST_NAMED = 4
"""Rooms of a way that are named; a longer one is told by its length."""


class Tone(StrEnum):
    """What kind of consequence it is."""

    WAY = "way"
    FIGHT = "fight"
    HILT = "hilt"
    DOOR = "door"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Note:
    """One consequence, as a sentence."""

    text: str
    tone: Tone = Tone.WAY


_JUMP_LOST = Note("You have yet to eat, and that takes you elsewhere: jump better after it.", Tone.FIGHT)
"""Of a Hazard that moves Molasar (H5, H6), played before he feeds and so is moved once more."""


def outlook(action: Action, decide: Decide, view: View, names: Names) -> tuple[Note, ...]:
    """The consequences of ``action`` that are certain now, the weightiest first. Empty where its name says it all."""
    match action:
        case Walk(pawn, path):
            notes = _walk(action, decide, view, names) if path else _stay(pawn, view, names)
        case PlacePawn(character, room):
            notes = (*_fight(character, room, decide, view, names), *_arrives(character, room, view, names))
        case PutGuard(guard, room):
            notes = _fight(guard, room, decide, view, names)
        case PlayHazard(hazard, None):
            notes = (Note(sentence(hazard_line(hazard, yours=True)), Tone.CARD),)
        case PlayHazard(hazard, room) if room is not None:
            card = Note(f"Uses {HAZARD_NAME[hazard]}.", Tone.CARD)
            fight = (_JUMP_LOST,) if decide.decision is Decision.FEED else tuple(_unless_on(room, view, names))
            notes = (*fight, *_proves((room,), view, names), card)
        case Feed(guard):
            place = view.state.where(guard)
            left = count(len(view.state.guards_left) - 1, "guard")
            eats = (Note(f"That leaves {left} on the board."),)
            notes = eats if place is None else (*eats, *_unless_on(place, view, names), *_proves((place,), view, names))
        case PlayBonus(card=card):
            notes = (Note(sentence(bonus_line(BONUS_OF[card], yours=True)), Tone.CARD),)
        case CommitCard(character, slot) if slot is not None:
            known = view.known.cards.get((Deck.CONFLICT, slot))
            told = None if known is None else names.conflict_card(known, for_molasar=not character.is_searcher)
            notes = () if told is None else (Note(sentence(told) + ".", Tone.CARD),)
        case _:
            notes = ()
    return tuple(notes)


def headline(action: Action, decide: Decide, view: View, names: Names) -> str | None:
    """A choice of a room in a few words: ``Walk to the Great Hall, 3 rooms``. None where `choice` says it best."""
    match action:
        case Walk(pawn, ()):
            return "Stay here" if pawn is decide.character else f"Leave {names.who(pawn)} here"
        case Walk(pawn, path):
            rooms = count(len(path), "room")
            if path[-1] == OUTSIDE:
                return f"Drive {names.who(pawn)} out of the Keep, {rooms}"
            back = decide.decision is Decision.RETREAT
            own = "Walk" if pawn is decide.character else f"Send {names.who(pawn)}"
            verb = f"Drive {names.who(pawn)}" if back else own
            return f"{verb} to {names.room(path[-1])}, {rooms}"
        case PlacePawn(character, room):
            return f"Put {SHORT[character]} in {names.room(room)}"
        case PutGuard(guard, room):
            return f"Put {names.who(guard)} in {names.room(room)}"
        case PlayHazard(hazard, room) if room is not None:
            return f"{HAZARD_NAME[hazard]}: Molasar to {names.room(room)}"
        case Feed(guard):
            place = view.state.where(guard)
            return f"Eat {names.who(guard)}" + ("" if place is None else f" in {names.room(place)}")
        case _:
            return None


def fights(action: Action, view: View) -> bool:
    """Whether a fight follows where ``action`` leads, unless something happens first."""
    match action:
        case Walk(pawn, path) if path and path[-1] != OUTSIDE:
            return bool(facts.foes_in(view.state, path[-1], pawn))
        case Walk(pawn, ()):
            room = view.state.where(pawn)
            return room is not None and any(pawn in pair for pair in view.state.conflicts)
        case PlacePawn(character, room):
            return bool(facts.foes_in(view.state, room, character))
        case PutGuard(guard, room):
            return bool(facts.foes_in(view.state, room, guard))
        case PlayHazard(_, room) if room is not None:
            return bool(facts.foes_in(view.state, room, Character.MOLASAR))
        case Feed(guard):
            place = view.state.where(guard)
            return place is not None and bool(facts.foes_in(view.state, place, Character.MOLASAR))
        case _:
            return False


def _walk(action: Walk, decide: Decide, view: View, names: Names) -> Iterator[Note]:
    pawn, path = action.pawn, action.path
    yield from _pays(action, view)
    out = path[-1] == OUTSIDE
    if out:
        yield Note(_back_by_entry(pawn, names))
    else:
        yield from _fight(pawn, path[-1], decide, view, names)
    if pawn is Character.MOLASAR:
        yield from _proves(path, view, names, driven=decide.decision is Decision.RETREAT)
    elif isinstance(pawn, Character):
        yield from _arrives(pawn, path[-1], view, names)
    yield from _through(action, view, names)
    between = [room for room in path[:-1] if room != OUTSIDE]
    if between:
        named = len(between) <= MOST_NAMED
        told = join(names.room(room) for room in between) if named else f"{len(between)} rooms"
        yield Note(f"Through {told}.")


def _back_by_entry(pawn: Pawn, names: Names) -> str:
    """Of a Searcher that is driven out."""
    if isinstance(pawn, Character) and names.is_yours(pawn):
        return "You will come back by an entry room on your next turn."
    she = pawn is Character.EVA
    return f"{'She' if she else 'He'} will come back by an entry room on {'her' if she else 'his'} next turn."


def _pays(action: Walk, view: View) -> Iterator[Note]:
    """The cards that a walk uses: told first, since they are easily overlooked and cannot be had back."""
    for _, card in action.passes:
        yield Note(f"This uses your {card_title(card, view)}.", Tone.CARD)


def _stay(pawn: Pawn, view: View, names: Names) -> tuple[Note, ...]:
    room = view.state.where(pawn)
    foes = [a if b == pawn else b for a, b in view.state.conflicts if pawn in (a, b)]
    notes = [Note(f"{sentence(_subject(pawn, view, names))} will fight {join(map(names.who, foes))} here.", Tone.FIGHT)]
    hilt = () if room is None or not isinstance(pawn, Character) else _arrives(pawn, room, view, names)
    return (*(notes if foes else ()), *hilt)


def _subject(pawn: Pawn, view: View, names: Names) -> str:
    """``you`` for a pawn of the reader's, else its name."""
    return "you" if isinstance(pawn, Character) and names.is_yours(pawn) else names.who(pawn)


def _fight(pawn: Pawn, room: Room, decide: Decide, view: View, names: Names) -> Iterator[Note]:
    foes = facts.foes_in(view.state, room, pawn)
    if foes:
        at_once = ", at once" if decide.decision is Decision.RETREAT else ""
        who = sentence(_subject(pawn, view, names))
        yield Note(f"{who} would fight {join(_object(foe, names) for foe in foes)} here{at_once}.", Tone.FIGHT)


def _object(pawn: Pawn, names: Names) -> str:
    return "you" if isinstance(pawn, Character) and names.is_yours(pawn) else names.who(pawn)


def _unless_on(room: Room, view: View, names: Names) -> Iterator[Note]:
    """A jump of Molasar's beside a Searcher: he fights it, unless he walks on."""
    foes = facts.foes_in(view.state, room, Character.MOLASAR)
    if foes:
        who = _subject(Character.MOLASAR, view, names)
        leaves = "unless you walk away" if who == "you" else "unless he walks away"
        yield Note(f"{sentence(who)} would fight {join(map(names.who, foes))} here, {leaves}.", Tone.FIGHT)


def _proves(path: tuple[Room, ...], view: View, names: Names, *, driven: bool = False) -> Iterator[Note]:
    rooms = list(dict.fromkeys(room for room in path if room in view.state.unproven))
    if not rooms:
        return
    told = join(names.room(room) for room in rooms)
    if driven:
        halts = "you halt" if names.is_yours(Character.MOLASAR) else "he halts"
        yield Note(f"{sentence(told)} may hold the Hilt: if so, {halts} before it, and all know.", Tone.HILT)
    else:
        does = "does" if len(rooms) == 1 else "do"
        yield Note(f"This proves to all that {told} {does} not hold the Hilt.", Tone.HILT)


def _arrives(pawn: Character, room: Room, view: View, names: Names) -> Iterator[Note]:
    """What a Searcher finds at the end of its walk."""
    state = view.state
    if not pawn.is_searcher or room == OUTSIDE:
        return
    if room == state.hilt_proven:
        yield Note("The Hilt is here! Who is in this room at the end of the turn has won.", Tone.HILT)
    elif room in state.unproven:
        yield Note("This room may hold the Hilt: Molasar must answer when the turn ends.", Tone.HILT)
    for door in names.board.doors_of.get(room, ()):
        if door.id not in state.doors_found(pawn) and door.id != facts.found_by_walking(state):
            when = "the next roll here finds it" if pawn is Character.CUZA else "a turn that begins here may search it"
            yield Note(f"Beside {names.door(door.id)}: {when}.", Tone.DOOR)


def _through(action: Walk, view: View, names: Names) -> Iterator[Note]:
    here = view.state.where(action.pawn)
    near = names.board.neighbours
    if here is None:
        return
    for one, other in zip((here, *action.path), action.path, strict=False):
        if other != OUTSIDE and other not in near.get(one, ()):
            for door in names.board.doors_of.get(one, ()):
                if other in (door.keep_side, door.cellar_side):
                    yield Note(f"Goes through {names.door(door.id)}.", Tone.DOOR)
