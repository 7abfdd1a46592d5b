"""All hands at the end of a game, turned up as far as they were disclosed."""

from __future__ import annotations

from dataclasses import replace

from keep_p2p.rules.game import Knowledge
from keep_p2p.rules.names import BONUS_OF, Card, Character, Deck
from keep_p2p.rules.state import State
from keep_p2p.table.replay import Eyes, Replay
from keep_p2p.ui.names import BONUS_NAME, DECK_NAME, FULL, HAZARD_NAME, Names, count, join
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.scroller import Line


def turned_up(replay: Replay, names: Names, *, columns: bool = False) -> list[Line]:
    """Every hand at the end of a game, as far as it was disclosed, and the room of the Hilt.

    ``columns``: the two numbers of a Conflict card stand below each other, as in one's own hand; else in a sentence.
    """
    state = replay.moments[replay.last].state
    if state is None:
        return []
    sights = replay.sights
    if Eyes.ALL in sights:
        known = replay.known(replay.last, Eyes.ALL)
    else:
        cards = {key: card for seat in sights if not isinstance(seat, Eyes)
                 for key, card in replay.known(replay.last, seat).cards.items()}  # fmt: skip
        known = Knowledge(cards, replay.known(replay.last, Eyes.PUBLIC).hilt)
    names = replace(names, numbered=True)
    lines = [] if known.hilt is None else [Line(f"The Hilt lay in {names.room(known.hilt)}.", Role.STRONG, 2)]
    for character in state.characters:
        lines.append(Line(_owner(character, names) + (_sides(character) if columns else ""), Role.TITLE))
        told = _hand(character, state, known, names, columns=columns)
        lines += [Line(f"  {each}", hanging=4) for each in told] or [Line("  nothing")]
    return lines


def _owner(character: Character, names: Names) -> str:
    seat = names.seat_of(character)
    return FULL[character] if seat is None else f"{FULL[character]} ({names.player(seat)})"


def _sides(character: Character) -> str:
    return ": for Molasar / for a guard" if character is Character.MOLASAR else ": against Molasar / a guard"


def _in_columns(card: Card, names: Names, *, for_molasar: bool) -> str:
    data = names.deck.cards[card - 1]
    one, other = data.molasar_side if for_molasar else data.searcher_side
    return f"{one:>2} / {other:<2} {names.conflict_title(card)}"


def _hand(character: Character, state: State, known: Knowledge, names: Names, *, columns: bool) -> list[str]:
    """The cards that are known, one line each; the others are counted."""
    told: list[str] = []
    unseen = {Deck.CONFLICT: 0, Deck.BONUS: 0}
    for deck in unseen:
        for slot in state.hand(character, deck):
            card = known.cards.get((deck, slot))
            if card is None:
                unseen[deck] += 1
            elif deck is Deck.CONFLICT:
                for_molasar = character is Character.MOLASAR
                in_columns = _in_columns(card, names, for_molasar=for_molasar)
                told.append(in_columns if columns else names.conflict_card(card, for_molasar=for_molasar))
            else:
                told.append(f"Bonus: {BONUS_NAME[BONUS_OF[card]]} (card {card})")
    hidden = [count(number, f"{DECK_NAME[deck]} card") for deck, number in unseen.items() if number]
    if hidden:
        told.append(f"{join(hidden)}, not disclosed")
    if character is Character.MOLASAR and state.hazards:
        told.append(f"Hazards not played: {join(HAZARD_NAME[hazard] for hazard in state.hazards)}")
    return told
