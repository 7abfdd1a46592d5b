"""What the table waits for, told to those who are not asked: who decides what, and what everybody is at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from keep_p2p.rules.awaited import (
    AnswerHilt,
    Decide,
    Decision,
    Dice,
    Draw,
    Over,
    Peek,
    Reveal,
    RollDice,
    Shuffle,
)
from keep_p2p.rules.game import awaited
from keep_p2p.rules.names import Seat
from keep_p2p.rules.state import State
from keep_p2p.ui.names import SHORT, Names, count, join
from keep_p2p.ui.told import waiting_line

_DOES: dict[Decision, str] = {
    Decision.HIDE_HILT: "hides the Hilt",
    Decision.PLACE: "chooses an entry to the Keep",
    Decision.BEFORE_ROLL: "begins the turn: roll, search, or a card",
    Decision.GUARD_FAVOUR: "walks a guard away",
    Decision.FAILED_SEARCH: "has searched in vain, and may roll again with a card",
    Decision.MOVE: "chooses where to walk",
    Decision.SECOND_WIND: "may play a card for a second turn",
    Decision.FLASHLIGHT: "may play a Flashlight",
    Decision.FEED: "chooses a guard to eat",
    Decision.MOLASAR_MOVE: "chooses where to walk",
    Decision.GUARD_DIE: "decides what a guard die is for",
    Decision.GUARD_FOUND: "walks the guard that found its door",
    Decision.GUARD_MOVE: "moves the guards",
    Decision.SUMMON: "summons guards to the cellar",
    Decision.PICK_BONUS: "picks a Bonus card to destroy",
    Decision.PICK_CONFLICT: "chooses which conflict is fought first",
    Decision.COMMIT_CARD: "lays a Conflict card face down",
    Decision.NAME_DEFENDER: "names a defender",
    Decision.CONFLICT_BONUS: "may play a Bonus card before the cards are turned up",
    Decision.JUDGE_GUESS: "has looked at a card, and says whether it stands",
    Decision.DISCARD_BONUS: "discards a Bonus card",
    Decision.RETREAT: "walks the loser away",
}
"""What somebody else is doing, by decision."""


def _does(decision: Decision, state: State, names: Names, score: str) -> str:
    """What whoever decides is at; of a retreat also how the conflict came out, since its cards are gone by then."""
    fight = state.conflict
    if decision is not Decision.RETREAT or fight is None:
        return _DOES[decision]
    won, rooms = score or f"by {fight.difference}", count(fight.difference, "room")
    return f"has won {won} and walks {names.who(fight.loser)} away, up to {rooms}"


_DICE: dict[Dice, str] = {
    Dice.MOVE: "rolls to move",
    Dice.SEARCH: "rolls to find the secret door",
    Dice.MOLASAR: "rolls to move",
    Dice.GUARD: "rolls a guard die",
    Dice.GUARD_SEARCH: "lets a guard search",
}


def doing(state: State, waiting: Sequence[Seat], names: Names, score: str = "") -> str:
    """What goes on and for whom everybody waits, as a sentence or two. ``score`` of the last conflict: ``8 to 5``."""
    wanted = awaited(state)
    waits = waiting_line(waiting, names)
    match wanted:
        case Decide(decision, seat, character):
            short = SHORT[character]
            who = f"{short} (you)" if seat == names.you else f"{names.player(seat)} ({short})"  # as he writes it
            told = f"{who} {_does(decision, state, names, score)}."
            return told if tuple(waiting) in ((), (seat,)) else f"{told} {waits}"
        case RollDice(purpose, character):
            told = f"{SHORT[character]} {_DICE[purpose]}: everybody at the table throws together."
        case Shuffle():
            told = "The cards are shuffled by everybody in turn."
        case Draw():
            told = "Cards are dealt face down."
        case Reveal():
            told = "The cards are turned up."
        case Peek(owner, guesser):
            told = f"{SHORT[guesser]} looks at {SHORT[owner]}'s card."
        case AnswerHilt(rooms):
            told = f"Molasar must answer: is the Hilt in {join((names.room(r) for r in rooms), 'or')}?"
        case Over():
            return "The game is over."
        case _:
            assert_never(wanted)
    return f"{told} {waits}".rstrip()
