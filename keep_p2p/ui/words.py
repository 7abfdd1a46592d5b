"""The story: every record of the rules as a sentence for people.

`tell` is total over `Record`: a new kind of record without words is a type error here
and a failing test. A record that only repeats what another line says gives None.
"""

from __future__ import annotations

from typing import assert_never

from keep_p2p.rules.awaited import Dice, Over, Reason
from keep_p2p.rules.events import Departure
from keep_p2p.rules.names import Character, Deck, Hazard, Pawn, Room
from keep_p2p.rules.records import (
    BonusLost,
    BonusPlayed,
    CardCommitted,
    CardLookedAt,
    CardsDealt,
    Cause,
    ConflictBegan,
    ConflictDecided,
    ConflictRevealed,
    ConflictVoid,
    DecksShuffled,
    DefenderNamed,
    DiceRolled,
    DoorFound,
    DoorNotFound,
    GameOver,
    GuardEaten,
    GuessJudged,
    HazardPlayed,
    HiltHidden,
    LeftKeep,
    Moved,
    Placed,
    PowerOut,
    Record,
    RetreatHalted,
    RoomProven,
    SeatGone,
    Stayed,
    TurnBegan,
    TurnEnded,
)
from keep_p2p.ui.cards import bonus_line, hazard_line
from keep_p2p.ui.names import BONUS_NAME, DECK_NAME, FULL, HAZARD_NAME, Names, count, join, sentence

VIA_ROOMS = 3
"""A walk through at most this many rooms in between names them all; a longer one only its length."""

MOLASAR_TURNS = 12
"""Molasar has won when this turn of his begins (ruling T6)."""


def tell(record: Record, names: Names) -> str | None:
    """``record`` as one line (or a few, parted by newlines) of the story; None if it is not worth one."""
    text = _tell(record, names)
    return None if text is None else sentence(text)


def _tell(record: Record, names: Names) -> str | None:
    """One branch for each kind of record; the wording is in the functions below, by subject."""
    match record:
        case TurnBegan():
            return _turn_began(record, names)
        case TurnEnded() | CardCommitted(again=True):
            return None
        case HiltHidden():
            return (
                f"{names.who(Character.MOLASAR)} has hidden the Hilt in a marked room of the cellar, "
                "and sealed the slip that names it."
            )
        case Placed(character, room, again):
            return f"{names.who(character)} {'comes back into' if again else 'enters'} the Keep by {names.room(room)}."
        case DiceRolled():
            return _dice(record, names)
        case Moved():
            return _moved(record, names)
        case Stayed(pawn, cause):
            return _stayed(pawn, cause, names)
        case LeftKeep(character, room):
            return f"{names.who(character)} is driven out of the Keep from {names.room(room)}, into the open."
        case DoorFound(pawn, door):
            shared = "; all guards know it now" if not isinstance(pawn, Character) else ""
            return f"Found! {sentence(names.who(pawn))} opens {names.door(door)}{shared}."
        case DoorNotFound(pawn, door):
            return f"Nothing but cold stone: {names.who(pawn)} does not find {names.door(door)}."
        case GuardEaten(guard, room, turn):
            return _eaten(guard, room, turn, names)
        case BonusPlayed(character, _, bonus):
            told = bonus_line(bonus, yours=names.is_yours(character))
            return f"{names.who(character)} plays {BONUS_NAME[bonus]}: {told}"
        case BonusLost(character, _, bonus, hazard):
            if hazard:
                return f"{HAZARD_NAME[Hazard.EVIL_SPREADS]} takes {names.whose(character)} {BONUS_NAME[bonus]}."
            return f"{names.who(character)} may hold only two Bonus cards and discards {BONUS_NAME[bonus]}."
        case HazardPlayed(hazard):
            told = hazard_line(hazard, yours=names.is_yours(Character.MOLASAR))
            return f"{names.who(Character.MOLASAR)} plays {HAZARD_NAME[hazard]}: {told}"
        case PowerOut(character):
            return f"It is pitch dark: without a Flashlight {names.who(character)} does not move this turn."
        case DefenderNamed(searcher, defender):
            return f"{names.who(searcher)} calls on {names.who(defender)} as defender."
        case RoomProven(room, here):
            return _proven(room, here, names)
        case RetreatHalted(room, wall):
            halts = "you halt" if names.is_yours(Character.MOLASAR) else "he halts"
            return (
                f"{names.who(Character.MOLASAR)} cannot be driven into {names.room(wall)}: "
                f"{halts} in {names.room(room)}. The Hilt is in {names.room(wall)}!"
            )
        case SeatGone(seat, why):
            return f"{names.player_with_characters(seat)}, {_DEPARTURE[why]}. Their pawns leave the board."
        case GameOver(over):
            return _over(over, names)
        case CardsDealt():
            return _dealt(record, names)
        case DecksShuffled():
            return _shuffled(record)
        case (
            ConflictBegan()
            | CardCommitted()
            | CardLookedAt()
            | GuessJudged()
            | ConflictRevealed()
            | ConflictDecided()
            | ConflictVoid()
        ):
            return _conflict(record, names)
        case _:
            assert_never(record)


_DEPARTURE: dict[Departure, str] = {
    Departure.RESIGNED: "has resigned",
    Departure.CONVICTED: "is proven to have broken the rules and is out",
    Departure.ABSENT: "has not been heard of, and the others play on without",
}


def _turn_began(record: TurnBegan, names: Names) -> str:
    """The heading of a turn: whose it is, who plays it, and how far the game has come."""
    character = record.character
    seat = names.seat_of(character)
    by = "" if seat is None else f" ({names.player(seat)})"
    turn = f"Turn {record.number} of {MOLASAR_TURNS}"
    if record.extra:
        return f"=== {turn}: {FULL[character]} again, by Second Wind{by} ==="
    last = ", the last" if record.number == MOLASAR_TURNS and character.is_searcher else ""
    return f"=== {turn}{last}: {FULL[character]}{by} ==="


def _eaten(guard: Pawn, room: Room, turn: int, names: Names) -> str:
    """How many are left; before the twelfth turn what its beginning means."""
    left = MOLASAR_TURNS - turn
    yours = names.is_yours(Character.MOLASAR)
    wins = "When your next turn begins you have won." if yours else "When his next turn begins he has won."
    last = f" {wins}" if left == 1 else ""
    molasar = names.who(Character.MOLASAR)
    return f"{molasar} eats {names.who(guard)} in {names.room(room)}: {turn} eaten, {left} left.{last}"


def _dice(record: DiceRolled, names: Names) -> str:
    """What was rolled, for what, and how many rooms it gives."""
    who, values = names.who(record.character), join(str(v) for v in record.values)
    rooms = count(record.allowance, "room")
    added = record.allowance - sum(record.values)
    plus = f" (+{added})" if added > 0 else ""
    match record.purpose:
        case Dice.MOVE:
            return f"{who} rolls {values}{plus}: up to {rooms}."
        case Dice.SEARCH:
            if not record.allowance:
                return f"{who} feels along the stones for the door and rolls {values}: only 1, 2 or 3 would find it."
            return f"{who} feels along the stones for the door and rolls {values}{plus}: a catch gives! Up to {rooms}."
        case Dice.MOLASAR:
            return f"{who} rolls {values}: up to {rooms}."
        case Dice.GUARD:
            return f"A die for the guards shows {values}: {count(record.allowance, 'room')} to share out."
        case Dice.GUARD_SEARCH:
            if not record.allowance:
                return f"A guard knocks along the wall and rolls {values}: only 1, 2 or 3 would find the door."
            return f"A guard knocks along the wall and rolls {values}: a hollow sound! Up to {rooms}."
        case _:
            assert_never(record.purpose)


def _route(path: tuple[Room, ...], names: Names) -> str:
    """``3 rooms, through the Hall and the Stair, to the Chapel``; ``to the Chapel next door`` for one step."""
    target = names.room(path[-1])
    if len(path) == 1:
        return f"1 room, to {target}"
    between = path[:-1]
    through = f", through {join(names.room(r) for r in between)}," if len(between) <= VIA_ROOMS else ""
    return f"{len(path)} rooms{through} to {target}"


def _moved(record: Moved, names: Names) -> str | None:
    """A pawn's movement, by its cause. The jump of a Feed is told by the guard eaten."""
    if not record.path or record.cause is Cause.FEED:
        return None
    who, target = names.who(record.pawn), names.room(record.path[-1])
    route = _route(record.path, names)
    match record.cause:
        case Cause.WALK:
            return f"{who} walks {route}."
        case Cause.SPLIT:
            return f"At Woermann's order {who} marches {route}."
        case Cause.FAVOUR:
            return f"{sentence(who)} is lured away {route}."
        case Cause.ALERT:
            return f"At the alarm {who} runs {route}."
        case Cause.RETREAT:
            return f"{who} is driven back {route}."
        case Cause.SECRET_PASSAGE:
            return f"{who} steps out of the wall in {target}."
        case Cause.MAGIC:
            return f"{who} dissolves into mist and stands in {target}."
        case Cause.SUMMON:
            return f"{who} is called down to {target}."
        case _:
            assert_never(record.cause)


def _stayed(pawn: Pawn, cause: Cause, names: Names) -> str:
    """A pawn that did not move, or could not."""
    if cause is Cause.RETREAT:
        return f"{names.who(pawn)} has nowhere to retreat to and stays."
    return f"{names.who(pawn)} stays."


def _proven(room: Room, here: bool, names: Names) -> str:
    """A marked room's secret is out."""
    if here:
        return f"The Hilt IS in {names.room(room)}!"
    return f"The Hilt is not in {names.room(room)}: that room is proven empty."


def _dealt(record: CardsDealt, names: Names) -> str | None:
    """Who got how many cards of which deck, never which. One Conflict card in place of another is no news."""
    if len(record.draws) == 1:
        item = record.draws[0]
        return f"{names.who(item.character)} draws a Bonus card." if item.deck is Deck.BONUS else None
    hands: dict[Character, list[Deck]] = {}
    for item in record.draws:
        hands.setdefault(item.character, []).append(item.deck)
    alike: dict[str, list[str]] = {}
    for character, decks in hands.items():
        cards = join(count(decks.count(deck), f"{DECK_NAME[deck]} card") for deck in Deck if deck in decks)
        alike.setdefault(cards, []).append(names.who(character))
    told = (
        f"{join(who)} draw {cards} each" if len(who) > 1 else f"{who[0]} draws {cards}" for cards, who in alike.items()
    )
    return f"Dealt face down: {'; '.join(told)}."


def _shuffled(record: DecksShuffled) -> str:
    """Decks made ready. No single peer knows or chose the order."""
    decks = join(DECK_NAME[shuffle.deck] for shuffle in record.decks)
    if all(shuffle.count == 0 for shuffle in record.decks):
        word = "deck is" if len(record.decks) == 1 else "decks are"
        return f"The {decks} {word} shuffled by everyone at the table in turn, so nobody knows the order."
    return f"The {decks} pile is empty: everyone shuffles its discards in turn to make a new one."


ConflictRecord = (
    ConflictBegan | CardCommitted | CardLookedAt | GuessJudged | ConflictRevealed | ConflictDecided | ConflictVoid
)


def _conflict(record: ConflictRecord, names: Names) -> str:
    """The stages of a conflict."""
    match record:
        case ConflictBegan(searcher, enemy, room, again):
            if again:
                return f"{names.who(searcher)} and {names.who(enemy)} fight on in {names.room(room)}."
            return f"Conflict! {sentence(names.who(enemy))} faces {names.who(searcher)} in {names.room(room)}."
        case CardCommitted(character):
            return f"{names.who(character)} lays a Conflict card face down."
        case CardLookedAt(guesser, owner):
            return f"{names.who(guesser)} looks at {names.whose(owner)} card."
        case GuessJudged(guesser, owner, sent_back):
            if sent_back:
                return f"{names.who(guesser)} sends it back: {names.who(owner)} must choose another card."
            return f"{names.who(guesser)} lets {names.whose(owner)} card stand."
        case ConflictRevealed():
            return _revealed(record, names)
        case ConflictDecided(searcher, enemy, winner, difference):
            return _decided(searcher, enemy, winner, difference, names)
        case ConflictVoid(searcher, enemy):
            return f"The conflict of {names.who(searcher)} and {names.who(enemy)} is broken off, undecided."
        case _:
            assert_never(record)


_MODIFIER = {"fonescu": "Fonescu against a guard", "glaeken": "Glaeken against Molasar", "blade": "The Blade"}


def _revealed(record: ConflictRevealed, names: Names) -> str:
    """Both cards, both sums."""
    bonuses = "".join(f" +{value} ({_MODIFIER.get(reason, reason)})" for reason, value in record.bonuses)
    total = record.searcher_value + sum(value for _, value in record.bonuses)
    equals = f" = {total}" if record.bonuses else ""
    own = record.defender is record.searcher
    whose = names.who(record.defender) if own else f"{names.who(record.defender)} for {names.who(record.searcher)}"
    molasar = names.who(Character.MOLASAR)
    side = molasar if record.enemy is Character.MOLASAR else f"{molasar} for {names.who(record.enemy)}"
    return (
        f"Cards up! {side} has {record.molasar_value}: {names.conflict_title(record.molasar_card)}. "
        f"{whose} has {record.searcher_value}: {names.conflict_title(record.searcher_card)}{bonuses}{equals}."
    )


def _decided(searcher: Character, enemy: Pawn, winner: Character | None, difference: int, names: Names) -> str:
    """Who won, by how much, and what follows."""
    if winner is None:
        return "A tie! Both cards are discarded and it is fought again."
    won, lost = (searcher, enemy) if winner is searcher else (enemy, searcher)
    return f"{names.who(won)} wins by {difference}: {names.who(lost)} must retreat, up to {count(difference, 'room')}."


def score(record: ConflictRevealed) -> str:
    """The two numbers of a conflict, with all that is added, the winner's first: ``8 to 5``."""
    totals = record.molasar_value, record.searcher_value + sum(value for _, value in record.bonuses)
    return f"{max(totals)} to {min(totals)}"


def how_it_ended(over: Over, names: Names) -> str:
    """What the game ended with, in one sentence that leaves out who has won by it."""
    match over.reason:
        case Reason.HILT_FOUND:
            if over.finder is None or over.room is None:
                return "The Hilt is found."
            return f"{names.who(over.finder)} lifts the Hilt from its hiding place in {names.room(over.room)}."
        case Reason.TWELFTH_TURN:
            return "Molasar's twelfth turn begins, one guard is left, and the Hilt is not found."
        case Reason.MOLASAR_RESIGNED:
            return "Molasar has resigned."
        case Reason.MOLASAR_CONVICTED:
            return "Molasar is proven to have broken the rules."
        case Reason.NO_SEARCHERS:
            return "No Searcher is left."
        case Reason.ABANDONED:
            return "The game is abandoned: nobody is blamed."
        case _:
            assert_never(over.reason)


def _over(over: Over, names: Names) -> str:
    """How it ended and who has won, in a line that says all of it."""
    won = "Nobody has won."
    if over.winners:
        winners = join(names.who(c) for c in over.winners)
        won = f"{winners} {'has' if len(over.winners) == 1 else 'have'} won."
    return f"GAME OVER. {how_it_ended(over, names)} {won}"
