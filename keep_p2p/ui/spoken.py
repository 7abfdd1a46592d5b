"""The story as the line interface tells it: the same words, without what only an eye needs, with what only an eye sees.

Turns begin with a blank line and a sentence, not with a ruled heading; that cards are laid face down is left out, since
whom everybody waits for is said anyway; one's own turn begins with what is near, and one's own new cards are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.names import BONUS_OF, Character, Deck
from keep_p2p.rules.records import (
    CardCommitted,
    CardsDealt,
    Cause,
    GameOver,
    GuardEaten,
    Moved,
    Record,
    RoomProven,
    TurnBegan,
)
from keep_p2p.rules.state import State
from keep_p2p.table.view import View
from keep_p2p.ui.cards import bonus_line
from keep_p2p.ui.facts import foes_in
from keep_p2p.ui.names import BONUS_NAME, FULL, Names, join, sentence
from keep_p2p.ui.recap import SINCE_ANSWER, since_own_turn, worth_telling
from keep_p2p.ui.standing import standing_lines
from keep_p2p.ui.words import tell

ABILITY: dict[Character, str] = {
    Character.EVA: "she adds 1 to every movement roll",
    Character.FONESCU: "he adds 1 when he is attacked by guards or attacks them",
    Character.CUZA: "he finds secret doors without a roll",
    Character.GLAEKEN: "he adds 1 when he is attacked by Molasar or attacks him",
    Character.WOERMANN: "he may spend his roll on moving guards too",
    Character.MOLASAR: "he commands all guards and plays the Hazard cards",
}
"""What each character can do that no other can."""

YOUR_ABILITY: dict[Character, str] = {
    Character.EVA: "you add 1 to every movement roll",
    Character.FONESCU: "you add 1 when you are attacked by guards or attack them",
    Character.CUZA: "you find secret doors without a roll",
    Character.GLAEKEN: "you add 1 when you are attacked by Molasar or attack him",
    Character.WOERMANN: "you may spend your roll on moving guards too",
    Character.MOLASAR: "you command all guards and play the Hazard cards",
}
"""The same, said to whoever plays that character alone."""

SEARCHERS_AIM = (
    "Find a secret door down to the cellar, and be the first in the room that hides the Hilt as a turn ends: then you "
    "have won, alone."
)
MOLASARS_AIM = "Keep the Searchers from the Hilt until your twelfth turn begins: then you have won."


def spoken(record: Record, names: Names, state: State | None = None, view: View | None = None) -> tuple[str, ...]:
    """``record`` as lines of the story, none if it is not worth one. ``view`` is the reader's, None for a spectator."""
    match record:
        case CardCommitted():
            return ()
        case TurnBegan(character):
            hilt = None if view is None else view.known.hilt
            standing = standing_lines(state, character, names, hilt) if state and names.is_yours(character) else ()
            return ("", _heading(record, names), *standing)
        case CardsDealt():
            text, own = tell(record, names), tuple(own_cards(record, names, view))
            everybody = who_is_who(names) if len({item.character for item in record.draws}) > 2 else ()
            told = () if text is None or (own and len(record.draws) == 1) else (text,)
            return (*everybody, *told, *own)
        case _:
            text = tell(record, names)
            return () if text is None else (f"{text}{_besides(record, names, state)}",)


def _besides(record: Record, names: Names, state: State | None) -> str:
    """What an eye sees on the map or adds up by itself: where a leap ends, whom a walk meets, what is left, who won."""
    match record:
        case GuardEaten():
            return " You stand there now." if names.is_yours(Character.MOLASAR) else " He stands there now."
        case Moved(pawn, _, path, cause) if path and state is not None and cause not in (Cause.FEED, Cause.RETREAT):
            met = foes_in(state, path[-1], pawn) if path[-1] != OUTSIDE and state.where(pawn) == path[-1] else ()
            return f" {sentence(join(map(names.who, met)))} {'is' if len(met) == 1 else 'are'} there." if met else ""
        case RoomProven(here=False) if state is not None and len(state.unproven) > 1:
            return f" {len(state.unproven)} marked rooms are left."
        case GameOver(over) if over.winners and names.you is not None:
            return " You have won!" if any(map(names.is_yours, over.winners)) else " You have lost."
        case _:
            return ""


def _heading(record: TurnBegan, names: Names) -> str:
    """Whose turn it is, as a sentence: ``Turn 1 of 12: Eva (you).``."""
    text = tell(record, names) or ""
    return f"{text.strip('= ')}."


def who_is_who(names: Names) -> tuple[str, ...]:
    """Whom everybody plays, the reader first with what can be done and what for; said when it has been drawn."""
    lines = []
    if names.you is not None and names.seats[names.you].characters:
        own = names.seats[names.you].characters
        can = YOUR_ABILITY if len(own) == 1 else ABILITY
        lines = [f"You play {FULL[character]}: {can[character]}." for character in own]
        lines.append(MOLASARS_AIM if Character.MOLASAR in own else SEARCHERS_AIM)
    others = [
        f"{names.player(seat)} {'play' if names.player(seat) == 'you' else 'plays'} {join(FULL[c] for c in played)}"
        for character in Character
        if (seat := names.seat_of(character)) is not None and seat != names.you
        and (played := names.seats[seat].characters)[0] is character
    ]  # fmt: skip
    told = "; ".join(others) if any(len(seat.characters) > 1 for seat in names.seats) else join(others)
    return (*lines, f"{sentence(told)}.") if others else tuple(lines)


def spoken_recap(records: Sequence[Record], answered_at: int | None, names: Names) -> tuple[str, ...]:
    """What has happened since the reader's own last turn; ``answered_at``: how many records there were at the answer.

    Only that which the story told, and of it not what the next line says again.
    """
    if names.you is None:
        return ("You are watching and have no turn: `story` tells the last lines again.",)
    part = since_own_turn(records, names)
    told: list[str] = []
    for number, record in enumerate(records[part.first :], part.first):
        if number == answered_at and told:
            told.append(f"{SINCE_ANSWER}:")
        if worth_telling(record):
            told.extend(line for line in spoken(record, names) if line)
    if told and told[-1] == f"{SINCE_ANSWER}:":
        told.pop()
    return (f"{part.heading}:", *told) if told else (part.nothing,)


def drawn(record: Record, names: Names, view: View | None) -> tuple[str, ...]:
    """A single card that the reader has drawn, by what it is: ``You draw the Bonus card Pass: ...``; else nothing."""
    one = isinstance(record, CardsDealt) and len(record.draws) == 1
    return tuple(own_cards(record, names, view)) if one and isinstance(record, CardsDealt) else ()


def own_cards(record: CardsDealt, names: Names, view: View | None) -> Iterator[str]:
    """The reader's own new cards, by what they are."""
    if view is None:
        return
    for item in record.draws:
        card = view.known.cards.get((item.deck, item.slot))
        if not names.is_yours(item.character) or card is None:
            continue
        whose = "You draw" if len(names.seats[view.seat].characters) == 1 else f"{names.who(item.character)} draws"
        if item.deck is Deck.CONFLICT:
            yield f"{whose} {names.conflict_card(card, for_molasar=not item.character.is_searcher)}."
        else:
            yield f"{whose} the Bonus card {BONUS_NAME[BONUS_OF[card]]}: {bonus_line(BONUS_OF[card], yours=True)}"
