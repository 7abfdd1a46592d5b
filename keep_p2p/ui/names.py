"""What everything is called on screen: people, characters, pawns, rooms, doors.

All names come from the packs and the roster, so the words of the story are the same
whatever board is played. Nothing here knows the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from keep_p2p.rules.actions import OUTSIDE
from keep_p2p.rules.board import Board, ConflictDeck
from keep_p2p.rules.names import Bonus, Card, Character, Deck, Door, Hazard, Pawn, Room, Seat, guard_letter

SHORT: dict[Character, str] = {
    Character.EVA: "Eva",
    Character.FONESCU: "Fonescu",
    Character.CUZA: "Cuza",
    Character.GLAEKEN: "Glaeken",
    Character.WOERMANN: "Woermann",
    Character.MOLASAR: "Molasar",
}
"""One word for each character, as used within sentences."""

FULL: dict[Character, str] = {
    Character.EVA: "Eva",
    Character.FONESCU: "Father Fonescu",
    Character.CUZA: "Dr. Cuza",
    Character.GLAEKEN: "Glaeken",
    Character.WOERMANN: "Captain Woermann",
    Character.MOLASAR: "Molasar",
}
"""The names on the ID cards."""

BONUS_NAME: dict[Bonus, str] = {
    Bonus.REROLL: "Reroll",
    Bonus.SECOND_WIND: "Second Wind",
    Bonus.SECOND_GUESS: "Second Guess",
    Bonus.BLADE: "The Blade",
    Bonus.MOVE_GUARD: "Move Nazi SS Guard",
    Bonus.PASS: "Pass",
    Bonus.FLASHLIGHT: "Flashlight",
    Bonus.SECRET_ENTRANCE: "Secret Entrance",
}
"""The titles of the Bonus cards."""

HAZARD_NAME: dict[Hazard, str] = {
    Hazard.EVIL_SPREADS: "Evil Spreads",
    Hazard.POWER_FAILURE: "Power Failure",
    Hazard.SUMMON_GUARDS: "Summon Guards",
    Hazard.GENERAL_ALERT: "General Alert",
    Hazard.SECRET_PASSAGE: "Secret Passage",
    Hazard.MOLASARS_MAGIC: "Molasar's Magic",
}
"""The titles of the Hazard cards."""

DECK_NAME: dict[Deck, str] = {Deck.CONFLICT: "Conflict", Deck.BONUS: "Bonus"}
"""What the two face-down decks are called."""


@dataclass(frozen=True, slots=True)
class SeatName:
    """Who sits in one seat and whom they play (one character, or two in a three-player game).

    ``fingerprint`` is that of the seat's key, to tell people of one name apart; empty if it is not to be shown.
    """

    player: str
    characters: tuple[Character, ...]
    computer: bool = False
    fingerprint: str = ""


@dataclass(frozen=True)
class Names:
    """Names for one screen. ``seats`` is indexed by `Seat`; ``you`` is the reader's seat, None for a spectator."""

    board: Board
    deck: ConflictDeck
    seats: tuple[SeatName, ...]
    you: Seat | None = None
    titles: tuple[str, ...] = ()
    """The Conflict cards' titles in card order, if the pack has any."""
    numbered: bool = False
    """Conflict cards are told with their printed numbers too, to be compared with what `verify` and others say."""

    def seat_of(self, character: Character) -> Seat | None:
        """The seat that plays ``character``; None if nobody does."""
        for index, seat in enumerate(self.seats):
            if character in seat.characters:
                return Seat(index)
        return None

    def is_yours(self, character: Character) -> bool:
        """Whether the reader plays ``character``."""
        return self.you is not None and self.seat_of(character) == self.you

    def who(self, pawn: Pawn) -> str:
        """A pawn in a sentence: ``Eva``, ``Eva (you)``, ``guard g``."""
        if isinstance(pawn, Character):
            return f"{SHORT[pawn]} (you)" if self.is_yours(pawn) else SHORT[pawn]
        return f"guard {pawn_letter(pawn)}"

    def whose(self, pawn: Pawn) -> str:
        """What is a pawn's, in a sentence: ``your``, ``Eva's``, ``guard g's``; ``your Eva's`` for one of two."""
        if isinstance(pawn, Character) and self.you is not None and self.is_yours(pawn):
            return "your" if len(self.seats[self.you].characters) == 1 else f"your {SHORT[pawn]}'s"
        return f"{self.who(pawn)}'s"

    def player(self, seat: Seat) -> str:
        """The person (or computer player) in ``seat``: ``Anna``, ``you``, ``Bot 2 (computer)``."""
        if seat == self.you:
            return "you"
        named = self.seats[seat]
        is_news = named.computer and not all(other.computer for other in self.seats)
        return f"{named.player} (computer)" if is_news and "computer" not in named.player.lower() else named.player

    def player_with_characters(self, seat: Seat) -> str:
        """A seat in full: ``Anna, playing Eva and Cuza``."""
        characters = self.seats[seat].characters
        played = f", playing {join(FULL[c] for c in characters)}" if characters else ""
        return f"{self.player(seat)}{played}"

    def room(self, room: Room) -> str:
        """A room in a sentence, with its article: ``the Chapel``."""
        if room == OUTSIDE:
            return "the open, outside the Keep"
        return with_article(self.room_title(room))

    def room_title(self, room: Room) -> str:
        """A room's bare name as the pack writes it."""
        data = self.board.room_data.get(room)
        return data.name if data is not None else str(room)

    def door(self, door: Door) -> str:
        """A secret door with the rooms it joins: ``the secret door at the Altar Stone (Chapel to Crypt)``."""
        data = self.board.door_data[door]
        sides = f"{self.room_title(data.keep_side)} to {self.room_title(data.cellar_side)}"
        return f"the secret door at {with_article(data.name)} ({sides})"

    def conflict_title(self, card: Card) -> str:
        """A Conflict card by its title, and by its number too where that is wanted or two have one title.

        ``Old Litany``; ``Old Litany (card 3)``; ``card 3`` without titles.
        """
        if not self.titles:
            return f"card {card}"
        title = self.titles[card - 1]
        return f"{title} (card {card})" if self.numbered or self.titles.count(title) > 1 else title

    def conflict_card(self, card: Card, *, for_molasar: bool) -> str:
        """A Conflict card's two numbers on one side: ``Old Litany: 2 against Molasar, 5 against a guard``."""
        data = self.deck.cards[card - 1]
        if for_molasar:
            molasar, guard = data.molasar_side
            return f"{self.conflict_title(card)}: {molasar} for Molasar, {guard} for a guard"
        molasar, guard = data.searcher_side
        return f"{self.conflict_title(card)}: {molasar} against Molasar, {guard} against a guard"


def pawn_letter(pawn: Pawn) -> str:
    """The one letter that stands for a pawn: a Searcher's or Molasar's initial, a guard's lower-case a-l."""
    if isinstance(pawn, Character):
        return pawn.value[0].upper()
    return guard_letter(pawn)


_ARTICLES = ("the ", "a ", "an ")


def with_article(name: str) -> str:
    """``name`` with "the" before it, unless it has an article of its own."""
    if name.lower().startswith(_ARTICLES):
        return name[0].lower() + name[1:]
    return f"the {name}"


def join(parts: Iterable[str], last: str = "and") -> str:
    """A list in a sentence: ``a``, ``a and b``, ``a, b and c``. Empty for no parts."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def count(number: int, noun: str, plural: str | None = None) -> str:
    """A number of things: ``1 room``, ``3 rooms``, ``no rooms``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number or 'no'} {plural or noun + 's'}"


def sentence(text: str) -> str:
    """``text`` with a capital letter in front."""
    return text[:1].upper() + text[1:]
