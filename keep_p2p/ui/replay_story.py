"""A replay in steps worth a look: each a line or more of the story and the moment that it led to.

Rounds that only carry the game on (shares for a card drawn, a passed chance, one seat's shuffle) have no step of
their own: they belong to the step before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keep_p2p.rules.game import Knowledge
from keep_p2p.rules.names import BONUS_OF, Character, Deck, Seat, Slot
from keep_p2p.rules.records import TurnBegan
from keep_p2p.rules.state import State
from keep_p2p.table.replay import Eyes, Moment, Replay, Sight
from keep_p2p.table.spec import RoundKind
from keep_p2p.table.verify import Report, Verdict
from keep_p2p.ui.checked import checked_in, proofs_checked
from keep_p2p.ui.names import BONUS_NAME, DECK_NAME, FULL, Names, SeatName, count, join, sentence
from keep_p2p.ui.words import tell
from protocol.identity import fingerprint


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story; ``heading``: it begins a turn."""

    text: str
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What happened, and the moments it covers: the replay's own indices from ``first`` to ``last``."""

    index: int
    first: int
    last: int
    lines: tuple[Line, ...]


def replay_names(replay: Replay, you: Seat | None = None) -> Names:
    """Who played whom, with the keys' fingerprints; ``you`` is a seat to be called "you"."""
    state = next((moment.state for moment in reversed(replay.moments) if moment.state is not None), None)
    seats = []
    for number, seat in enumerate(replay.genesis.roster):
        if state is None:
            characters = tuple(Character(name) for name in seat.characters or ())
        else:
            characters = state.game.seating.players[number]
        seats.append(SeatName(seat.name, characters, seat.computer, fingerprint(seat.key)))
    packs = replay.packs
    return Names(packs.board.board, packs.deck.deck, tuple(seats), you, packs.deck.titles, numbered=True)


def steps(replay: Replay, names: Names) -> tuple[Step, ...]:
    """All steps, in order. There is always one: the table before its first round."""
    found: list[Step] = []
    for moment in replay.moments:
        lines = story(moment, names)
        if lines or not found:
            found.append(Step(len(found), moment.index, moment.index, lines))
        else:
            before = found[-1]
            found[-1] = Step(before.index, before.first, moment.index, before.lines)
    return tuple(found)


def story(moment: Moment, names: Names) -> tuple[Line, ...]:
    """What a moment's round brought, in words; () for a round that only carried the game on."""
    lines = [Line(text) for text in _about_the_round(moment, names)]
    for record in moment.records:
        text = tell(record, names)
        if text is not None:
            heading = isinstance(record, TurnBegan)
            lines.append(Line(text.strip("= ") if heading else text, heading))
    return tuple(lines)


def _about_the_round(moment: Moment, names: Names) -> tuple[str, ...]:
    """Words for the rounds around the game itself, which the rules have no record of."""
    match moment.kind:
        case None:
            players = join(seat.player for seat in names.seats)
            return (f"The table is signed by all its players: {players}.",)
        case RoundKind.KEYS:
            return ("Everyone lays down a deck key, with a proof, and the tip of a chain of values for the dice.",)
        case RoundKind.LOT:
            played = join(f"{seat.player} plays {join(FULL[each] for each in seat.characters)}" for seat in names.seats)
            return (f"All draw their characters, by dice that nobody rules alone: {played}.",)
        case RoundKind.TIPS:
            return ("The chains of values for the dice are used up: everyone lays down the tip of a fresh one.",)
        case RoundKind.UNVEIL:
            return ("Molasar turns the slip over, and his answers with it: they agree.",)
        case RoundKind.FINAL:
            return ("Everyone signs how the game has ended.",)
        case RoundKind.DISCLOSE:
            return ("Everyone gives away what was secret: every card is turned up, every shuffle and roll is redone.",)
        case RoundKind.RESULT:
            return ("Everyone has checked all of it again, and signs that the game was fair.",)
        case _:
            return ()


def verdict_lines(report: Report) -> tuple[str, ...]:
    """The verdict in a line, and each kind of check with how often it held in another."""
    checks = join(f"{kind} {number:,}" for kind, number in report.checks.items())
    total = sum(report.checks.values())
    held = f"{sentence(proofs_checked(total))}, all held" + (f": {checks}." if checks else ".")
    return (f"{VERDICT_NAME[report.verdict]}: {report.reason}.", held)


VERDICT_NAME: dict[Verdict, str] = {
    Verdict.FAIR: "Fair",
    Verdict.FOUL: "Foul",
    Verdict.ALTERED: "Altered",
    Verdict.INCOMPLETE: "Incomplete",
    Verdict.UNREADABLE: "Unreadable",
}
"""What the verdicts are called."""


def sight_name(sight: Sight, names: Names) -> str:
    """Through whose eyes: ``by an onlooker``, ``with all cards face up``, ``by Anna, playing Eva``."""
    if sight is Eyes.PUBLIC:
        return "by an onlooker"
    if sight is Eyes.ALL:
        return "with all cards face up"
    return f"by {names.player_with_characters(Seat(int(sight)))}"


def sight_called(word: str, replay: Replay, names: Names) -> Sight | None:
    """The eyes that a person means by ``all``, ``public``, a seat's number from 1, a player or a character."""
    word = word.strip().casefold()
    for eyes in Eyes:
        if word == eyes.value:
            return eyes
    seats = range(len(names.seats))
    if word.isdecimal():
        return Seat(int(word) - 1) if int(word) - 1 in seats else None
    found = [Seat(number) for number in seats if word and _is_called(word, names.seats[number])]
    return found[0] if len(found) == 1 else None


def _is_called(word: str, seat: SeatName) -> bool:
    called = (seat.player, *(character.value for character in seat.characters))
    return any(name.casefold().startswith(word) for name in called)


def hands(state: State, known: Knowledge, names: Names) -> tuple[str, ...]:
    """Everybody's hand as far as it is known, a line for each card, and the Hilt's room.

    A hand of which no card is known takes one line.
    """
    lines = []
    for character in state.characters:
        cards = [told for deck in Deck for told in _cards(state.hand(character, deck), deck, character, known, names)]
        if any((deck, slot) in known.cards for deck in Deck for slot in state.hand(character, deck)):
            lines += [f"{FULL[character]} holds:", *(f"  {told}" for told in cards)]
        else:
            lines.append(f"{FULL[character]} holds {join(cards) or 'nothing'}.")
    if known.hilt is not None:
        lines.append(f"The Hilt lies in {names.room(known.hilt)}.")
    return tuple(lines)


def _cards(slots: Sequence[Slot], deck: Deck, character: Character, known: Knowledge, names: Names) -> list[str]:
    """The known cards of one deck in a hand, each; then how many are not known."""
    told, unknown = [], 0
    for slot in slots:
        card = known.cards.get((deck, slot))
        if card is None:
            unknown += 1
        elif deck is Deck.BONUS:
            told.append(f"{BONUS_NAME[BONUS_OF[card]]} ({card})")
        else:
            lying = " lying face down" if slot in known.committed else " sent back" if slot in known.barred else ""
            told.append(f"{names.conflict_card(card, for_molasar=not character.is_searcher)}{lying}")
    return [*told, count(unknown, f"unknown {DECK_NAME[deck]} card")] if unknown else told


def seen_lines(replay: Replay, before: int, index: int, sight: Sight, names: Names) -> tuple[str, ...]:
    """What these eyes saw first between two moments: the cards that came into hands, or were shown."""
    state = replay.moments[index].state
    cards = replay.known(index, sight).cards
    lines = []
    for deck, slot in replay.seen_since(before, index, sight):
        holders = () if state is None else (c for c in state.characters if slot in state.hand(c, deck))
        holder = next(iter(holders), None)
        if holder is None:
            continue  # Drawn and gone again within this step; the story has told it.
        card = cards[deck, slot]
        title = names.conflict_title(card) if deck is Deck.CONFLICT else f"{BONUS_NAME[BONUS_OF[card]]} ({card})"
        lines.append(f"Seen: in {FULL[holder]}'s hand, {title}.")
    return tuple(lines)


class Reel:
    """Where somebody is in a replay and through whose eyes it is seen. Moving never leaves the replay."""

    def __init__(self, replay: Replay, names: Names | None = None) -> None:
        """Begin at the first step, with what was public."""
        self.replay = replay
        self.names = replay_names(replay) if names is None else names
        self.steps = steps(replay, self.names)
        self.place = 0
        self.sight: Sight = Eyes.PUBLIC

    @property
    def step(self) -> Step:
        """The step shown."""
        return self.steps[self.place]

    @property
    def moment(self) -> Moment:
        """The moment shown: the last that the step covers."""
        return self.replay.moments[self.step.last]

    @property
    def known(self) -> Knowledge:
        """What the chosen eyes know beside the moment's public state."""
        return self.replay.known(self.moment.index, self.sight)

    @property
    def at_end(self) -> bool:
        """Whether there is no step after this one."""
        return self.place == len(self.steps) - 1

    def move(self, by: int) -> bool:
        """Go forward (or back) by so many steps, as far as there are any; whether that led anywhere."""
        return self.to(self.place + by)

    def to(self, place: int) -> bool:
        """Go to a step, or to the nearest there is; whether that led anywhere."""
        before, self.place = self.place, max(0, min(place, len(self.steps) - 1))
        return self.place != before

    def to_moment(self, index: int) -> bool:
        """Go to the step that covers a moment."""
        return self.to(next(step.index for step in self.steps if index <= step.last))

    def to_turn(self, number: int, character: Character | None = None) -> bool:
        """Go to where a turn began; whether there is such a turn."""
        index = self.replay.find_turn(number, character)
        if index is None:
            return False
        self.to_moment(index)
        return True

    def look(self, sight: Sight) -> bool:
        """Choose the eyes; whether the game can be seen through them."""
        if sight not in self.replay.sights:
            return False
        self.sight = sight
        return True


def verdict_line_count(report: Report) -> str:
    """How much was checked: ``1,671 proofs checked in 432 signed rounds``."""
    return checked_in(sum(report.checks.values()), report.rounds)
