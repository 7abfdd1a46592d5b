"""What must always hold of a state, whatever happened before (status)."""

from __future__ import annotations

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.frames import Conflict, Dealing, Discarding
from keep_p2p.rules.names import DECK_CARDS, GUARDS, Character, Deck
from keep_p2p.rules.state import GUARDS_DOORS, LAST_TURN, MAX_CELLAR_GUARDS, MOLASAR_INDEX, PAWN_INDEX, PAWNS, Table
from keep_p2p.rules.stock import BONUS_LIMIT, HAND, MOLASARS_HAND


def status(t: Table) -> tuple[str, ...]:
    """Every broken invariant, each with its ruling; () when the state is sound."""
    return (*_rooms(t), *_pawns(t), *_hilt(t), *_cards(t), *_hands(t), *_flow(t))


def _rooms(t: Table) -> list[str]:
    """M2, M4."""
    wrong: list[str] = []
    for whose, places in (("Searchers", t.pawns[:MOLASAR_INDEX]), ("enemies", t.pawns[MOLASAR_INDEX:])):
        rooms = [room for room in places if room is not None and room != OUTSIDE]
        if len(set(rooms)) == len(rooms):
            continue  # as nearly always: this is asked after every event of many thousand games
        crowded = {room: rooms.count(room) for room in rooms if rooms.count(room) > 1}
        wrong += [f"M2: {room} holds {count} {whose}." for room, count in crowded.items()]
    return wrong


def _pawns(t: Table) -> list[str]:
    """M12, T1, W3, M6: who is on the board, and where it can be."""
    wrong: list[str] = []
    for pawn, room in zip(PAWNS, t.pawns, strict=True):
        if room == OUTSIDE and not (isinstance(pawn, Character) and pawn.is_searcher):
            wrong.append(f"R3: {pawn} has left the Keep.")
        if room is not None and room not in t.plan.number:
            wrong.append(f"{pawn} stands in {room}, which is no room.")
        if isinstance(pawn, Character) and (room is None) != (pawn not in t.characters):
            wrong.append(f"W3: {pawn} is on the board and out of play, or the other way round.")
    if t.masks.cellar_guards > MAX_CELLAR_GUARDS:
        wrong.append(f"M12: {t.masks.cellar_guards} guards are in the cellar.")
    if len(set(t.eaten)) != len(t.eaten) or set(t.eaten) | set(t.guards_left) != set(GUARDS):
        wrong.append("T1: the guards on the board and the guards eaten are not the twelve guards.")
    if len(t.eaten) + len(t.guards_left) != len(GUARDS):
        wrong.append("T1: a guard is both eaten and on the board.")
    if len(t.eaten) >= LAST_TURN or t.turn_number > LAST_TURN:
        wrong.append("T6: more than twelve turns of Molasar's.")
    if t.turn_number and not t.turn_number - 1 <= len(t.eaten) <= t.turn_number:
        wrong.append(f"T1: {len(t.eaten)} guards are eaten in turn {t.turn_number}.")
    every = {door.id for door in t.game.board.secret_doors}
    if any(not set(doors) <= every for doors in t.found) or len(t.found) != GUARDS_DOORS + 1:
        wrong.append("M6: a door was found that is no door.")
    return wrong


def _hilt(t: Table) -> list[str]:
    """M11, R4, W2."""
    wrong: list[str] = []
    lair = t.where(Character.MOLASAR)
    if t.hilt_proven is not None:
        if lair == t.hilt_proven:
            wrong.append("M11: Molasar is in the Hilt's room.")
        if t.hilt_proven in t.proven or t.hilt_proven not in t.game.hilt_rooms:
            wrong.append("W2: the Hilt's room is proven empty, or is no marked room.")
        if len(t.proven) != len(t.game.hilt_rooms) - 1:
            wrong.append("M15: the Hilt's room is proven, and another is not proven empty.")
    if lair in t.game.hilt_rooms and lair not in t.proven:
        wrong.append("M11: Molasar is in a marked room that is not proven empty.")
    if len(t.proven) >= len(t.game.hilt_rooms) or not set(t.proven) <= set(t.game.hilt_rooms):
        wrong.append("W2: more is proven empty than can be.")
    return wrong


def _cards(t: Table) -> list[str]:
    """32 and 12 cards, each in one place (C8)."""
    wrong: list[str] = []
    for deck in Deck:
        cards = t.cards(deck)
        if not cards.batches:
            continue
        unseen = [card for batch in cards.batches for card in batch.unseen]
        slots = [*cards.pile, *(slot for hand in cards.hands for slot in hand)]
        if sorted((*unseen, *cards.discards)) != list(DECK_CARDS[deck]):
            wrong.append(f"C8: the cards of the {deck} deck are not all there, each once.")
        if len(set(slots)) != len(slots) or len(slots) != len(unseen):
            wrong.append(f"C8: {len(slots)} slots of the {deck} deck hold {len(unseen)} cards.")
        for i, batch in enumerate(cards.batches):
            end = cards.batches[i + 1].first if i + 1 < len(cards.batches) else cards.next_slot
            if sum(batch.first <= slot < end for slot in slots) != len(batch.unseen):
                wrong.append(f"C8: the slots from {batch.first} of the {deck} deck do not match their cards.")
    return wrong


def _hands(t: Table) -> list[str]:
    """S4, C7."""
    wrong: list[str] = []
    if any(isinstance(frame, Dealing) for frame in t.stack) or t.over is not None:
        return wrong
    discarding = {frame.character for frame in t.stack if isinstance(frame, Discarding)}
    for character in t.characters:
        full = HAND if character.is_searcher else MOLASARS_HAND
        size = len(t.hand(character, Deck.CONFLICT)) + t.owed.count((character, Deck.CONFLICT))
        if size != full:
            wrong.append(f"S4: {character} holds {size} Conflict cards, not {full}.")
        if len(t.hand(character, Deck.BONUS)) > BONUS_LIMIT + (character in discarding):
            wrong.append(f"C7: {character} holds too many Bonus cards.")
    return wrong


def _flow(t: Table) -> list[str]:
    """C1, R5, W3: the stack, truces and the conflict agree with the board."""
    wrong: list[str] = []
    if (t.over is None) != bool(t.stack):
        wrong.append("The game is over and goes on, or neither.")
    for searcher, enemy in t.truces:
        if t.pawns[PAWN_INDEX[searcher]] != t.pawns[PAWN_INDEX[enemy]]:
            wrong.append(f"R5: {searcher} and {enemy} are not in one room.")
    for frame in t.stack:
        if isinstance(frame, Conflict) and not frame.room == t.where(frame.searcher) == t.where(frame.enemy):
            wrong.append(f"C1: {frame.searcher} and {frame.enemy} do not fight in one room.")
    if t.over is None and t.turn not in t.game.seating.characters:
        wrong.append(f"S2: it is the turn of {t.turn}, who is not in play.")
    return wrong
