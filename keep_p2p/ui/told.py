"""The public state in words, told when somebody asks for it; and one's own cards.

Nothing here relies on colour or on where a line stands: every line says whom or what
it is about, so that it can be read aloud.
"""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.rules.names import BONUS_OF, GUARDS, Character, Deck, Region, Seat
from keep_p2p.rules.state import State
from keep_p2p.table.view import View
from keep_p2p.ui import facts
from keep_p2p.ui.cards import bonus_line, hazard_line
from keep_p2p.ui.checked import proofs_checked
from keep_p2p.ui.choices import card_title
from keep_p2p.ui.names import BONUS_NAME, DECK_NAME, FULL, HAZARD_NAME, SHORT, Names, count, join, sentence
from keep_p2p.ui.words import MOLASAR_TURNS

REGION_NAME = {Region.KEEP: "keep", Region.CELLAR: "cellar"}
"""What the two halves of the board are called in a line."""

WATCH_LOST = "The link to the table is lost: another of its seats is looked for. What happens meanwhile is told then."
"""What an onlooker is told while nothing can be seen."""

WATCH_BACK = "There is a link to the table again."

STOPS_FOR_ALL = "Nobody can take your seat: the game stops for all, and it cannot be continued later."
"""What leaving a running game means, told before it is done."""


def fairness_line(checked: int) -> str:
    """How many proofs and signatures were checked so far; a table at which one did not hold plays no further."""
    return f"Fairness: {proofs_checked(checked)}, all held." if checked else "Fairness: every step will be checked."


def waiting_line(waiting: Sequence[Seat], names: Names) -> str:
    """Whom the table waits for, in one sentence; empty when it waits for nobody.

    The reader's own seat comes first: "The table waits for you and Anna (Eva)."
    """
    if not waiting:
        return ""
    yours = [seat for seat in waiting if seat == names.you]
    others = [seat for seat in waiting if seat != names.you]
    told = ["you" for _ in yours] + [_seat_with_short_names(seat, names) for seat in others]
    return f"The table waits for {join(told)}."


def _seat_with_short_names(seat: Seat, names: Names) -> str:
    """``Anna (Eva and Cuza)``."""
    played = join(SHORT[c] for c in names.seats[seat].characters)
    return f"{names.player(seat)} ({played})" if played else names.player(seat)


def who_lines(names: Names, waiting: Sequence[Seat] = ()) -> tuple[str, ...]:
    """Everybody at the table and whom they play, one line each; then whom the table waits for."""
    lines = []
    for index, seat in enumerate(names.seats):
        key = f" (key {seat.fingerprint})" if seat.fingerprint else ""
        drawn = "" if seat.characters else ", to draw a character at random"
        lines.append(f"Seat {index + 1}: {names.player_with_characters(Seat(index))}{drawn}{key}")
    waits = waiting_line(waiting, names)
    return (*lines, waits) if waits else tuple(lines)


def state_lines(state: State, names: Names, waiting: Sequence[Seat] = ()) -> tuple[str, ...]:
    """The whole public state: turn, counter, pawns, hands, piles, doors, rooms proven, and who is waited for."""
    lines = [_turn_line(state, names), _counter_line(state, names)]
    if state.power_failure:
        lines.append("Power Failure: no Searcher moves without a Flashlight until Molasar's next turn begins.")
    lines.extend(_searcher_line(character, state, names) for character in state.searchers)
    lines.append(_molasar_line(state, names))
    lines.extend(_guard_lines(state, names))
    lines.extend(_pile_line(deck, state) for deck in Deck)
    lines.extend(_door_lines(state, names))
    lines.append(_hilt_line(state, names))
    fight = state.conflict
    if fight is not None:
        defended = "" if fight.defender is None else f", {names.who(fight.defender)} defending"
        enemy, searcher = names.who(fight.enemy), names.who(fight.searcher)
        lines.append(f"A conflict is on: {enemy} against {searcher} in {names.room(fight.room)}{defended}.")
    waits = waiting_line(waiting, names)
    return (*lines, waits) if waits else tuple(lines)


def _turn_line(state: State, names: Names) -> str:
    """Whose turn it is."""
    if facts.setting_up(state):
        return "The game is being set up."
    turn = state.turn
    seat = names.seat_of(turn)
    by = "" if seat is None else f" ({names.player(seat)})"
    return f"It is {FULL[turn]}'s turn{by}."


def _counter_line(state: State, names: Names) -> str:
    """Molasar's turn counter: the guards he has eaten."""
    eaten, left = len(state.eaten), len(state.guards_left)
    wins = "You win when your turn" if names.is_yours(Character.MOLASAR) else "He wins when his turn"
    who = names.who(Character.MOLASAR)
    last = last_turn(state, names) or f"{wins} {MOLASAR_TURNS} begins."
    return f"{who} has eaten {count(eaten, 'guard')}; {left} left. {last}"


def last_turn(state: State, names: Names) -> str:
    """That the end is near, as a sentence; empty before eleven guards are eaten, and after the end (ruling T6)."""
    if len(state.eaten) != MOLASAR_TURNS - 1 or state.over is not None:
        return ""
    wins = "you win when your" if names.is_yours(Character.MOLASAR) else "Molasar wins when his"
    when = "The last turn" if state.turn.is_searcher else "The Searchers have one turn left"
    return f"{when}: {wins} next turn begins."


def _searcher_line(character: Character, state: State, names: Names) -> str:
    """Where a Searcher is, and how many cards it holds."""
    room = state.where(character)
    if room is None:
        place = "is outside the Keep"
    else:
        place = f"is in {names.room(room)} ({REGION_NAME[names.board.room_data[room].region]})"
    hands = join(count(len(state.hand(character, deck)), f"{DECK_NAME[deck]} card") for deck in Deck)
    return f"{names.who(character)} {place} and holds {hands}."


def _molasar_line(state: State, names: Names) -> str:
    """Where Molasar is, his hand and his Hazards."""
    room = state.where(Character.MOLASAR)
    place = "is not on the board"
    if room is not None:
        place = f"is in {names.room(room)} ({REGION_NAME[names.board.room_data[room].region]})"
    cards = count(len(state.hand(Character.MOLASAR, Deck.CONFLICT)), "Conflict card")
    hazards = state.hazards
    unplayed = join(HAZARD_NAME[h] for h in hazards) or "none"
    return f"{names.who(Character.MOLASAR)} {place} and holds {cards}. Hazards not yet played: {unplayed}."


def _guard_lines(state: State, names: Names) -> list[str]:
    """The guards by region, the cellar's first since only two may be there (ruling M12)."""
    places: dict[Region, list[str]] = {Region.CELLAR: [], Region.KEEP: []}
    for guard in GUARDS:
        room = state.where(guard)
        if room is not None:
            told = f"{names.who(guard)} in {names.room(room)}"
            places[names.board.room_data[room].region].append(told)
    return [
        f"Guards in the {REGION_NAME[region]} ({len(told)}): {join(told) or 'none'}." for region, told in places.items()
    ]


def _pile_line(deck: Deck, state: State) -> str:
    """How many cards lie in a pile and which are discarded."""
    left = count(len(state.pile(deck)), "card")
    discarded = state.discards(deck)
    if deck is Deck.BONUS:
        cards = join(f"{BONUS_NAME[BONUS_OF[card]]} ({card})" for card in discarded)
    else:
        cards = join(str(card) for card in discarded)
        cards = f"{'card' if len(discarded) == 1 else 'cards'} {cards}" if cards else ""
    return f"{DECK_NAME[deck]} pile: {left}. Discarded: {cards or 'none'}."


def _door_lines(state: State, names: Names) -> list[str]:
    """Each secret door found and by whom, then those found by nobody. Molasar knows them all (ruling M6)."""
    lines, unfound = [], []
    for door in names.board.secret_doors:
        finders = [names.who(c) for c in state.searchers if door.id in state.doors_found(c)]
        if door.id in state.guards_doors:
            finders.append("the guards")
        if finders:
            lines.append(f"{sentence(names.door(door.id))}: found by {join(finders)}.")
        else:
            unfound.append(names.door(door.id).removeprefix("the secret door at "))
    if unfound:
        lines.append(f"Secret doors found by nobody yet: {join(unfound)}.")
    return lines


def _hilt_line(state: State, names: Names) -> str:
    """What is known of the Hilt's room."""
    here = state.hilt_proven
    if here is not None:
        return f"The Hilt is known to be in {names.room(here)}."
    proven = join(names.room(room) for room in state.proven) or "none"
    still = join(names.room(room) for room in state.unproven)
    return f"Marked rooms proven empty: {proven}. The Hilt may be in {still}."


def hand_lines(view: View, names: Names) -> tuple[str, ...]:
    """The cards of the viewer's characters, one line each; for Molasar his Hazards and the Hilt's room too."""
    lines: list[str] = []
    for character in names.seats[view.seat].characters:
        lines.append(f"{FULL[character]} holds:")
        lines.extend(f"  {line}" for line in _held(character, view, names) or ["nothing"])
    return tuple(lines)


def _held(character: Character, view: View, names: Names) -> list[str]:
    """One character's cards, Conflict first."""
    lines = []
    for slot in view.state.hand(character, Deck.CONFLICT):
        card = view.known.cards.get((Deck.CONFLICT, slot))
        barred = " (sent back: not in this exchange)" if slot in view.known.barred else ""
        told = "card unknown" if card is None else names.conflict_card(card, for_molasar=not character.is_searcher)
        lines.append(f"Conflict {told}{barred}")
    for slot in view.state.hand(character, Deck.BONUS):
        card = view.known.cards.get((Deck.BONUS, slot))
        if card is None:
            lines.append("Bonus card unknown")
        else:
            lines.append(f"Bonus {card_title(card, view)}: {bonus_line(BONUS_OF[card], yours=True)}")
    if character is Character.MOLASAR:
        lines.extend(f"Hazard {HAZARD_NAME[h]}: {hazard_line(h, yours=True)}" for h in view.state.hazards)
        if view.known.hilt is not None:
            secret = " Only you know." if view.state.over is None else ""
            lines.append(f"The Hilt lies in {names.room(view.known.hilt)}.{secret}")
    return lines
