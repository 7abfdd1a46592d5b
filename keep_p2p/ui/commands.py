"""What can be asked for at any time, whoever's turn it is: each command gives lines of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from keep_p2p import rulesbook
from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.names import Region, Seat
from keep_p2p.rules.state import State
from keep_p2p.table.view import View
from keep_p2p.ui import facts
from keep_p2p.ui.cards import all_cards
from keep_p2p.ui.checked import WHAT_IS_CHECKED
from keep_p2p.ui.map import draw_region, legend, lines
from keep_p2p.ui.menu import quoted, room_named
from keep_p2p.ui.names import Names, join
from keep_p2p.ui.rules_text import paragraphs
from keep_p2p.ui.standing import room_lines, standing_lines
from keep_p2p.ui.told import REGION_NAME, fairness_line, hand_lines, state_lines, who_lines

HELP = (
    "Answer a question with the number of a choice, with (part of) the name of a room, or with a word from the list.",
    "  path ROOM, ROOM, ...   walk through just these rooms; `path` alone says more",
    "  back                   leave a group of choices",
    "  again                  hear the open question again",
    "  look [ROOM]            one room: who is there, where it leads, the way to it; alone: where you are",
    "  hand                   your own cards",
    "  state                  where everybody is, hands, guards left, doors, the Hilt, whose turn, proofs checked",
    "  say TEXT               say something to the table",
    "  play NAME              before the game: whom you want to play; `play anybody` draws one",
    "  story                  hear the last lines of the story again",
    "  recap                  hear what has happened since your own last turn",
    "  rooms [keep or cellar] every room and where its doorways lead",
    "  map                    the board drawn with characters",
    "  cards                  what each Bonus and Hazard card does",
    "  rules [TOPIC]          the rules of the game",
    "  guide                  switch the explanations for a first game off, or on",
    "  who                    who plays whom, and whom the table waits for",
    "  quit                   leave the table (asks first)",
)
"""What `?` shows."""


@dataclass(frozen=True)
class Asked:
    """What a command may look at."""

    names: Names
    state: State | None
    view: View | None
    waiting: Sequence[Seat]
    checked: int | None = None
    """How many proofs were checked so far; None where that is told elsewhere."""


NOT_YET = "The game has not begun yet."


def known(command: str) -> bool:
    """Whether there is such a command, in lower case."""
    return command in _COMMANDS


def answer(command: str, argument: str, asked: Asked) -> Sequence[str]:
    """The lines that answer a `known` command."""
    return _COMMANDS[command](argument, asked)


def _help(_: str, __: Asked) -> Sequence[str]:
    return HELP


def _state(_: str, asked: Asked) -> Sequence[str]:
    if asked.state is None:
        return (NOT_YET,)
    fair = () if asked.checked is None else (f"{fairness_line(asked.checked)} {WHAT_IS_CHECKED}",)
    return (*state_lines(asked.state, asked.names, asked.waiting), *fair)


def _map(_: str, asked: Asked) -> Sequence[str]:
    if asked.state is None:
        return (NOT_YET,)
    board = asked.names.board
    now = facts.on_map(asked.state)
    drawn = [f"The {REGION_NAME[region]}:\n" + "\n".join(lines(draw_region(board, region, now))) for region in Region]
    return (*drawn, *legend(board), PAWNS)


PAWNS = "E Eva   F Fonescu   C Cuza   G Glaeken   W Woermann   M Molasar   a to l the guards"
"""The letters of the map."""


def _look(wanted: str, asked: Asked) -> Sequence[str]:
    if asked.state is None:
        return (NOT_YET,)
    if wanted:
        room = room_named(wanted, asked.names)
        if room is None or room == OUTSIDE:
            return (f'"{quoted(wanted)}" is not the name of exactly one room; `rooms` lists them.',)
        return room_lines(asked.state, room, asked.names)
    told: list[str] = []
    for character in asked.state.characters:
        if asked.names.is_yours(character):
            hilt = None if asked.view is None else asked.view.known.hilt
            told.extend(standing_lines(asked.state, character, asked.names, hilt))
            here = asked.state.where(character)
            told.extend(() if here is None else room_lines(asked.state, here, asked.names))
    return told or ("You have no pawn: `look ROOM` tells of a room.",)


def _rooms(words: str, asked: Asked) -> Sequence[str]:
    board, state = asked.names.board, asked.state
    wanted = [region for region in Region if words and region.value.startswith(words.casefold().removeprefix("the "))]
    told = []
    for region in wanted or Region:
        told.append(f"Rooms of the {REGION_NAME[region]}:")
        for room in board.rooms:
            if room.region is region:
                near = join(asked.names.room_title(other) for other in board.neighbours[room.id])
                doors = join(asked.names.door(door.id) for door in board.doors_of.get(room.id, ()))
                secret = f"; beside {doors}" if doors else ""
                stairs = " (stairs)" if room.stair else ""
                told.append(f"  {room.name}{stairs}: to {near}{secret}.")
    if state is not None and state.hilt_proven is not None:
        return (*told, f"The Hilt is in {asked.names.room(state.hilt_proven)}.")
    may = state.unproven if state is not None else tuple(hilt.room for hilt in board.hilt_rooms)
    return (*told, f"Marked rooms, one of which hides the Hilt: {join(map(asked.names.room_title, may))}.")


def _hand(_: str, asked: Asked) -> Sequence[str]:
    if asked.view is None:
        return ("You hold no cards: you are watching." if asked.names.you is None else NOT_YET,)
    return hand_lines(asked.view, asked.names)


def _cards(_: str, __: Asked) -> Sequence[str]:
    return all_cards()


def _rules(words: str, _: Asked) -> Sequence[str]:
    topics = rulesbook.topics()
    if words:
        found = rulesbook.find(words)
        if found is not None:
            return paragraphs(found.text)
    told = join(topic.name for topic in topics)
    problem = f'There is no one topic "{quoted(words)}". ' if words else ""
    return (f"{problem}Topics: {told}.", "Type `rules` and a topic: `rules minute` is the game in a minute.")


def _who(_: str, asked: Asked) -> Sequence[str]:
    return who_lines(asked.names, asked.waiting)


_COMMANDS: dict[str, Callable[[str, Asked], Sequence[str]]] = {
    "?": _help,
    "help": _help,
    "state": _state,
    "look": _look,
    "map": _map,
    "rooms": _rooms,
    "hand": _hand,
    "cards": _cards,
    "rules": _rules,
    "who": _who,
}
