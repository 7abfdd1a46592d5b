"""What is told of a choice before it is made is what comes of it: in random games, against the rules themselves."""

from __future__ import annotations

from collections import Counter
from random import Random

from keep_p2p.rules.actions import OUTSIDE, Action, Feed, PlacePawn, PlayHazard, PutGuard, Walk, public
from keep_p2p.rules.awaited import AnswerHilt, Decide, Decision
from keep_p2p.rules.events import Acted
from keep_p2p.rules.game import Knowledge, Step, apply, awaited, legal_actions
from keep_p2p.rules.names import Character, Pawn, Room
from keep_p2p.rules.position import Position
from keep_p2p.rules.records import BonusPlayed, LeftKeep, RoomProven
from keep_p2p.rules.seating import Game, Seating
from keep_p2p.table.view import View
from keep_p2p.ui.names import sentence
from keep_p2p.ui.table.outlook import fights, outlook
from tests.ui.games import SEATINGS, Moment, moments, names_for, packs

HALTS = "may hold the Hilt: if so, he halts"
GAMES = 24
OF_EACH = 6
"""Answers of each question that are looked at."""


def arrival(action: Action, moment: Moment) -> tuple[Pawn, Room] | None:
    """Which pawn the choice leaves where; None for choices that move none."""
    state = moment.view.state
    match action:
        case Walk(pawn, path):
            room = path[-1] if path else state.where(pawn)
            return None if room is None else (pawn, room)
        case PlacePawn(character, room):
            return character, room
        case PutGuard(guard, room):
            return guard, room
        case PlayHazard(_, room) if room is not None and moment.decide.decision is not Decision.FEED:
            return Character.MOLASAR, room
        case Feed(guard):
            place = state.where(guard)
            return None if place is None else (Character.MOLASAR, place)
        case _:
            return None


def secret_steps(action: Walk, moment: Moment) -> int:
    here, near = moment.view.state.where(action.pawn), moment.view.state.game.board.neighbours
    hops = zip((here, *action.path), action.path, strict=False)
    return sum(there != OUTSIDE and here is not None and there not in near.get(here, ()) for here, there in hops)


def facts_of(action: Action, moment: Moment, step: Step) -> dict[str, bool]:
    """What comes of the choice, by the beginning of the sentence that must tell it."""
    state, after = moment.view.state, step.state
    pawn, room = arrival(action, moment) or (None, None)
    pairs = [*after.conflicts, *([(after.conflict.searcher, after.conflict.enemy)] if after.conflict else [])]
    asked = isinstance(awaited(after), AnswerHilt) and pawn is Character.MOLASAR
    found = {
        "would fight|will fight": any(pawn in pair for pair in pairs),
        "come back by an entry room": any(isinstance(record, LeftKeep) for record in step.records),
        "Goes through": isinstance(action, Walk) and secret_steps(action, moment) > 0,
        "This uses your Pass": any(isinstance(record, BonusPlayed) for record in step.records),
        "This room may hold the Hilt": isinstance(pawn, Character) and pawn.is_searcher and room in state.unproven,
        HALTS: asked,
    }
    if asked:  # where Molasar halts is not known yet
        del found["would fight|will fight"]
    return found


def test_what_is_told_of_a_choice_is_what_comes_of_it() -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        random = Random(seed)
        for moment in moments(3 + seed % 2, seed):
            names = names_for(3 + seed % 2, int(moment.decide.seat))
            actions = [action for action in moment.actions if arrival(action, moment) is not None]
            for action in random.sample(actions, min(OF_EACH, len(actions))):
                step = apply(moment.view.state, Acted(moment.decide.seat, public(action)))
                told = " ".join(note.text for note in outlook(action, moment.decide, moment.view, names))
                for words, true in facts_of(action, moment, step).items():
                    assert any(word in told for word in words.split("|")) is true, (words, action, told)
                    seen[words] += true
                    if words.startswith("would"):
                        assert fights(action, moment.view) is true
                proven = [r.room for r in step.records if isinstance(r, RoomProven) and not r.here]
                if proven:
                    seen["proven"] += 1
                    assert all(sentence(names.room(room)).casefold() in told.casefold() for room in proven), told
                if isinstance(action, Feed):
                    seen["guards left"] += 1
                    assert f"leaves {len(step.state.guards_left)} guard" in told
    assert len(seen) == 8, seen
    assert all(number for words, number in seen.items() if words != HALTS), seen


def test_a_retreat_that_may_end_before_the_hilt_says_so() -> None:
    board = packs().board.board
    game = Game(board, packs().deck.deck, Seating(SEATINGS[3]))
    beside = next(room for room in board.neighbours[game.hilt_rooms[0]] if room not in game.hilt_rooms)
    places: dict[Pawn, Room | None] = {Character.EVA: beside, Character.MOLASAR: beside}
    state = Position(game, Character.EVA, places).retreat(Character.EVA, Character.MOLASAR, Character.EVA, 3)
    decide = awaited(state)
    assert isinstance(decide, Decide)
    view = View(decide.seat, state, Knowledge())
    walks = [action for action in legal_actions(state) if isinstance(action, Walk)]
    halting = 0
    for walk in walks:
        told = " ".join(note.text for note in outlook(walk, decide, view, names_for(3, int(decide.seat))))
        answers = awaited(apply(state, Acted(decide.seat, walk)).state)
        assert (HALTS in told) is isinstance(answers, AnswerHilt), told
        halting += HALTS in told
    assert 0 < halting < len(walks)
