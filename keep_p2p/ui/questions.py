"""Every decision as a question with what one must know to answer it.

`question` is total over `Decision`. It speaks to the person asked, by character,
and says what has led here: the roll, the conflict, the card.
"""

from __future__ import annotations

from typing import assert_never

from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.conflict import bonuses
from keep_p2p.rules.frames import Moving
from keep_p2p.rules.names import Character, Deck
from keep_p2p.table.view import View
from keep_p2p.ui import facts
from keep_p2p.ui.names import SHORT, Names, count, sentence


def question(decide: Decide, view: View, names: Names, score: str = "") -> str:
    """What ``decide`` asks of its seat, in one to three sentences ending with a question.

    ``score``: the numbers of the last conflict, ``8 to 5``, for whoever does not see its cards any longer.
    """
    who = SHORT[decide.character]
    match decide.decision:
        case Decision.HIDE_HILT:
            return "Molasar, hide the Hilt. You may never enter its room. In which marked room of the cellar?"
        case Decision.PLACE:
            return f"{who}, choose an entry to the Keep. Where do you start?"
        case Decision.BEFORE_ROLL:
            return f"Your turn, {who}{_standing(decide.character, view, names)}. What do you do?"
        case Decision.GUARD_FAVOUR:
            return f"{who}, walk one guard up to {count(facts.FAVOUR_ROOMS, 'room')}. Which, and where to?"
        case Decision.FAILED_SEARCH:
            return f"{who}, the search has failed. Do you roll again with a card?"
        case Decision.MOVE:
            return _move(decide.character, view, names)
        case Decision.SECOND_WIND:
            return f"{who}, your turn has ended. Do you take a second one, with a Bonus card?"
        case Decision.FLASHLIGHT:
            return f"{who}, Power Failure: the Keep goes dark. Do you play a Flashlight to move this turn?"
        case Decision.FEED:
            return f"Your turn, Molasar: feed. {_guards_left(view)} Which guard do you eat?"
        case Decision.MOLASAR_MOVE:
            return f"Molasar, you may walk up to {count(facts.allowance(view.state), 'room')}. Where to?"
        case Decision.GUARD_DIE:
            return _guard_die(view)
        case Decision.GUARD_FOUND:
            return _guard_found(view, names)
        case Decision.GUARD_MOVE:
            return _guard_move(view)
        case Decision.SUMMON:
            return "Molasar, you may put up to two guards in rooms of the cellar. Which, and where?"
        case Decision.PICK_BONUS:
            return "Molasar, evil spreads. Which Bonus card do you take, unseen?"
        case Decision.PICK_CONFLICT:
            return _conflicts(decide.character, view)
        case Decision.COMMIT_CARD:
            return _commit(decide.character, view, names)
        case Decision.NAME_DEFENDER:
            return f"{_fight(view, names)}{_added(view)} {who}, who defends you with a card?"
        case Decision.CONFLICT_BONUS:
            return f"{_fight(view, names)} {who}, both cards lie face down. Do you play a Bonus card?"
        case Decision.JUDGE_GUESS:
            return _judge(decide.character, view, names)
        case Decision.DISCARD_BONUS:
            return f"{who}, you hold three Bonus cards and may keep two. Which goes?"
        case Decision.RETREAT:
            return _retreat(decide.character, view, names, score)
        case _:
            assert_never(decide.decision)


def _standing(character: Character, view: View, names: Names) -> str:
    """Where the asked pawn stands, and that it is dark."""
    room = view.state.where(character)
    place = ", outside the Keep" if room is None else f", in {names.room(room)}"
    return f"{place}, in the dark of a Power Failure" if view.state.power_failure else place


def _move(character: Character, view: View, names: Names) -> str:
    """The roll and how far it carries; Woermann may spend it on guards too."""
    points = facts.allowance(view.state)
    who = SHORT[character]
    if not points:
        return f"{who}, no rooms left to walk. Is your walk over, or do you play a card?"
    if isinstance(top := view.state.top, Moving) and top.searched:
        who = f"{who}, the door is found"
    if character is Character.EVA:
        return f"{who}, you rolled {points - 1} (+1): up to {count(points, 'room')}. Where to?"
    if character is Character.WOERMANN:
        return f"{who}, you have {count(points, 'room')} to spend, on your own walk and on guards. Who moves, where to?"
    return f"{who}, you rolled {points}: up to {count(points, 'room')}. Where to?"


def _guards_left(view: View) -> str:
    """Molasar's turn counter, as a sentence."""
    return f"{sentence(count(len(view.state.guards_left), 'guard'))} left."


def _guard_die(view: View) -> str:
    """Which guard die it is and what the pool holds."""
    die, pool = facts.guard_die(view.state)
    so_far = f" The first gave {count(pool, 'room')}." if die > 1 else ""
    return f"Molasar, the {'second' if die > 1 else 'first'} guard die.{so_far} How is it used?"


def _guard_found(view: View, names: Names) -> str:
    """Which guard found a door, and how far it may walk."""
    guard = facts.searching_guard(view.state)
    who = "the guard" if guard is None else names.who(guard)
    points = count(facts.allowance(view.state), "room")
    return f"Molasar, {who} has found its door and may walk up to {points}, first through it. Where to?"


def _guard_move(view: View) -> str:
    """The pool of the guard dice, or General Alert."""
    if view.state.alert:
        return "Molasar, General Alert: every guard may walk up to five rooms. Which guard, where to?"
    points = facts.allowance(view.state)
    if not points:
        return "Molasar, no rooms left for guards to walk. Are you done with them, or do you play a Hazard card?"
    return f"Molasar, {count(points, 'room')} left for guards to walk. Which guard, where to?"


def _conflicts(character: Character, view: View) -> str:
    """How many there are; a single one is asked only of Molasar, who may play a Hazard before it."""
    conflicts = len(view.state.conflicts)
    if conflicts > 1:
        return f"{SHORT[character]}, {conflicts} conflicts are to be fought. Which is fought first?"
    return f"{SHORT[character]}, one conflict is to be fought. Do you fight it now, or play a Hazard card before it?"


def _fight(view: View, names: Names) -> str:
    """The conflict that is being fought, as a sentence."""
    fight = view.state.conflict
    if fight is None:
        return ""
    defended = "" if fight.defender is None else f" {sentence(names.who(fight.defender))} defends."
    return (
        f"{sentence(names.who(fight.enemy))} against {names.who(fight.searcher)} in {names.room(fight.room)}.{defended}"
    )


def _added(view: View) -> str:
    """What is added whoever defends (ruling C4): the attacked Searcher's own, and The Blade, once played."""
    added = 0 if view.state.conflict is None else sum(value for _, value in bonuses(view.state.conflict))
    return f" {added} is added to the card, whoever lays it." if added else ""


def _commit(character: Character, view: View, names: Names) -> str:
    """The fight and the card asked for."""
    return f"{_fight(view, names)} {SHORT[character]}, lay a Conflict card face down. Which?"


def _judge(character: Character, view: View, names: Names) -> str:
    """The card that was looked at, if this seat knows it."""
    fight = view.state.conflict
    if fight is None or fight.looked_at is None:
        return f"{SHORT[character]}, you have looked at the card. Does it stand?"
    whose = names.whose(fight.looked_at)
    lying = [slot for slot in view.state.hand(fight.looked_at, Deck.CONFLICT) if slot in view.known.committed]
    card = view.known.cards.get((Deck.CONFLICT, lying[0])) if len(lying) == 1 else None
    if card is None:
        return f"{SHORT[character]}, you have looked at {whose} card. Does it stand?"
    value = names.deck.value(card, fight.looked_at, against_molasar=fight.against_molasar)
    told = f"{whose} card counts {value}: {names.conflict_title(card)}"
    return f"{SHORT[character]}, you have looked: {told}. Does it stand?"


def _retreat(winner: Character, view: View, names: Names, score: str) -> str:
    """Who retreats before whom, and how far."""
    fight = view.state.conflict
    if fight is None:
        return f"{SHORT[winner]}, you have won. Where does the loser retreat to?"
    loser, rooms = names.who(fight.loser), count(fight.difference, "room")
    won = score or f"by {fight.difference}"
    return f"{SHORT[winner]}, you have won {won}: {loser} must retreat, up to {rooms}. Where to?"
