"""The story: every record in words."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest

from keep_p2p.rules.awaited import DeckShuffle, Dice, DrawItem, Over, Reason
from keep_p2p.rules.board import (
    Board,
    ConflictCard,
    ConflictDeck,
    Doorway,
    EntryRoom,
    HiltRoom,
    Rect,
    RoomData,
    SecretDoor,
)
from keep_p2p.rules.events import Departure
from keep_p2p.rules.names import (
    BONUS_OF,
    DECK_CARDS,
    GUARDS,
    Bonus,
    Card,
    Character,
    Deck,
    Door,
    Guard,
    Hazard,
    Region,
    Room,
    Seat,
    Slot,
)
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
from keep_p2p.ui.cards import all_cards, bonus_line, hazard_line
from keep_p2p.ui.names import Names, SeatName, join, with_article
from keep_p2p.ui.words import tell

EVA, FONESCU, CUZA, MOLASAR = Character.EVA, Character.FONESCU, Character.CUZA, Character.MOLASAR
GUARD, OTHER_GUARD = Guard("guard-07"), Guard("guard-12")
HALL, STAIR, CELL, CRYPT = Room("hall"), Room("stair"), Room("cell"), Room("crypt")


def room(name: Room, title: str, region: Region, x: int, *, stair: bool = False) -> RoomData:
    return RoomData(name, title, region, Rect(x, 0, 5, 3), stair)


BOARD = Board(
    id="toy",
    name="Toy",
    rooms=(
        room(HALL, "Great Hall", Region.KEEP, 0),
        room(STAIR, "North Stair", Region.KEEP, 4, stair=True),
        room(CELL, "Porter's Cell", Region.KEEP, 8),
        room(CRYPT, "Crypt", Region.CELLAR, 0),
    ),
    doorways=(Doorway(HALL, STAIR, (4, 1)), Doorway(STAIR, CELL, (8, 1))),
    secret_doors=(SecretDoor(Door("d1"), "Cold wall", CELL, CRYPT),),
    entries=(EntryRoom(HALL, frozenset({3, 4, 5})),),
    guard_starts=(),
    molasar_start=CRYPT,
    hilt_rooms=(HiltRoom(CRYPT, frozenset({3, 4, 5})),),
)
DECK = ConflictDeck("toy", "Toy", tuple(ConflictCard(c, (1, 2), (3, 4)) for c in DECK_CARDS[Deck.CONFLICT]))
NAMES = Names(
    BOARD,
    DECK,
    (
        SeatName("Anna", (EVA,)),
        SeatName("Bruno", (FONESCU, CUZA)),
        SeatName("Bot 3", (MOLASAR,), computer=True),
    ),
    you=Seat(0),
    titles=tuple(f"Title {c}" for c in DECK_CARDS[Deck.CONFLICT]),
)

SAMPLES: dict[type, tuple[Record, ...]] = {
    TurnBegan: (TurnBegan(EVA, 1), TurnBegan(MOLASAR, 3), TurnBegan(FONESCU, 2, extra=True)),
    TurnEnded: (TurnEnded(EVA),),
    HiltHidden: (HiltHidden(),),
    Placed: (Placed(EVA, HALL), Placed(FONESCU, HALL, again=True)),
    DiceRolled: (
        DiceRolled(EVA, Dice.MOVE, (4,), 5),
        DiceRolled(FONESCU, Dice.SEARCH, (2,), 2),
        DiceRolled(MOLASAR, Dice.MOLASAR, (3, 5), 8),
        DiceRolled(MOLASAR, Dice.GUARD, (6,), 6),
        DiceRolled(FONESCU, Dice.SEARCH, (4,), 0),
        DiceRolled(MOLASAR, Dice.GUARD_SEARCH, (1,), 1),
        DiceRolled(MOLASAR, Dice.GUARD_SEARCH, (6,), 0),
    ),
    Moved: (
        *(Moved(GUARD, HALL, (STAIR, CELL), cause) for cause in Cause),
        Moved(EVA, HALL, (STAIR,), Cause.WALK),
        Moved(EVA, HALL, (STAIR, CELL, STAIR, HALL, STAIR), Cause.WALK),
    ),
    Stayed: (Stayed(EVA, Cause.WALK), Stayed(GUARD, Cause.RETREAT)),
    LeftKeep: (LeftKeep(EVA, HALL),),
    DoorFound: (DoorFound(EVA, Door("d1")), DoorFound(GUARD, Door("d1"))),
    DoorNotFound: (DoorNotFound(EVA, Door("d1")),),
    GuardEaten: (GuardEaten(GUARD, HALL, 1), GuardEaten(OTHER_GUARD, CELL, 11)),
    BonusPlayed: tuple(BonusPlayed(EVA, card, bonus) for card, bonus in BONUS_OF.items()),
    BonusLost: (
        BonusLost(EVA, Card(33), Bonus.REROLL, hazard=True),
        BonusLost(EVA, Card(37), Bonus.BLADE, hazard=False),
    ),
    HazardPlayed: tuple(HazardPlayed(hazard) for hazard in Hazard),
    PowerOut: (PowerOut(EVA),),
    ConflictBegan: (ConflictBegan(EVA, GUARD, HALL), ConflictBegan(EVA, MOLASAR, HALL, again=True)),
    CardCommitted: (CardCommitted(MOLASAR), CardCommitted(EVA, again=True)),
    DefenderNamed: (DefenderNamed(EVA, FONESCU),),
    CardLookedAt: (CardLookedAt(EVA, MOLASAR),),
    GuessJudged: (GuessJudged(EVA, MOLASAR, sent_back=True), GuessJudged(EVA, MOLASAR, sent_back=False)),
    ConflictRevealed: (
        ConflictRevealed(FONESCU, GUARD, EVA, Card(3), 3, Card(8), 7, (("Fonescu", 1),)),
        ConflictRevealed(EVA, MOLASAR, EVA, Card(3), 3, Card(8), 7, ()),
    ),
    ConflictDecided: (
        ConflictDecided(EVA, GUARD, EVA, 5),
        ConflictDecided(EVA, GUARD, MOLASAR, 1),
        ConflictDecided(EVA, MOLASAR, None, 0),
    ),
    ConflictVoid: (ConflictVoid(EVA, GUARD),),
    CardsDealt: (
        CardsDealt((DrawItem(EVA, Deck.BONUS, Slot(40)),)),
        CardsDealt((DrawItem(EVA, Deck.CONFLICT, Slot(40)),)),
        CardsDealt(
            (
                DrawItem(EVA, Deck.CONFLICT, Slot(0)),
                DrawItem(EVA, Deck.CONFLICT, Slot(1)),
                DrawItem(EVA, Deck.BONUS, Slot(0)),
                DrawItem(MOLASAR, Deck.CONFLICT, Slot(2)),
            )
        ),
    ),
    DecksShuffled: (
        DecksShuffled(
            (
                DeckShuffle(Deck.CONFLICT, DECK_CARDS[Deck.CONFLICT], Slot(0), 0),
                DeckShuffle(Deck.BONUS, DECK_CARDS[Deck.BONUS], Slot(0), 0),
            )
        ),
        DecksShuffled((DeckShuffle(Deck.BONUS, (Card(33),), Slot(12), 1),)),
    ),
    RoomProven: (RoomProven(CRYPT, here=False), RoomProven(CRYPT, here=True)),
    RetreatHalted: (RetreatHalted(CELL, CRYPT),),
    SeatGone: tuple(SeatGone(Seat(1), why) for why in Departure),
    GameOver: (
        GameOver(Over(Reason.HILT_FOUND, (EVA,), (Seat(0),), EVA, CRYPT)),
        GameOver(Over(Reason.HILT_FOUND, (FONESCU, CUZA), (Seat(1),), CUZA, CRYPT)),
        GameOver(Over(Reason.TWELFTH_TURN, (MOLASAR,), (Seat(2),))),
        GameOver(Over(Reason.MOLASAR_RESIGNED, (EVA, FONESCU), (Seat(0), Seat(1)))),
        GameOver(Over(Reason.MOLASAR_CONVICTED, (EVA, FONESCU), (Seat(0), Seat(1)))),
        GameOver(Over(Reason.NO_SEARCHERS, (MOLASAR,), (Seat(2),))),
        GameOver(Over(Reason.ABANDONED, (), ())),
    ),
}
UNTOLD = {TurnEnded, CardCommitted, Moved, CardsDealt}
"""Kinds of which some are told by another record's line."""


def test_there_is_a_sample_of_every_kind_of_record() -> None:
    assert set(SAMPLES) == set(get_args(Record))


@pytest.mark.parametrize("record", [r for samples in SAMPLES.values() for r in samples], ids=repr)
def test_every_record_is_told_in_a_full_sentence(record: Record) -> None:
    text = tell(record, NAMES)
    if text is None:
        assert type(record) in UNTOLD
        return
    assert text[0].isupper() or text.startswith("===")
    assert text.endswith((".", "!", "==="))
    assert "guard-" not in text, "pawns have names"
    assert "None" not in text
    assert "  " not in text


def told(record: Record) -> str:
    text = tell(record, NAMES)
    assert text is not None
    return text


def test_a_feed_is_told_once_by_the_guard_eaten() -> None:
    assert tell(Moved(MOLASAR, CRYPT, (HALL,), Cause.FEED), NAMES) is None
    assert told(GuardEaten(GUARD, HALL, 1)).startswith("Molasar eats guard g in the Great Hall: 1 eaten, 11 left")


def test_a_turn_is_said_with_player_and_character() -> None:
    assert told(TurnBegan(EVA, 1)) == "=== Turn 1 of 12: Eva (you) ==="
    assert told(TurnBegan(FONESCU, 1)) == "=== Turn 1 of 12: Father Fonescu (Bruno) ==="
    assert told(TurnBegan(MOLASAR, 3)) == "=== Turn 3 of 12: Molasar (Bot 3 (computer)) ==="


def test_evas_extra_room_is_said_with_her_roll() -> None:
    assert told(DiceRolled(EVA, Dice.MOVE, (4,), 5)) == "Eva (you) rolls 4 (+1): up to 5 rooms."


def test_a_walk_names_the_rooms_in_between_when_they_are_few() -> None:
    assert told(Moved(EVA, HALL, (STAIR, CELL), Cause.WALK)) == (
        "Eva (you) walks 2 rooms, through the North Stair, to the Porter's Cell."
    )


def test_a_conflict_tells_both_sums_and_what_was_added() -> None:
    record = ConflictRevealed(FONESCU, GUARD, EVA, Card(3), 3, Card(8), 7, (("Fonescu", 1),))
    assert told(record) == (
        "Cards up! Molasar for guard g has 3: Title 3. Eva (you) for Fonescu has 7: Title 8 +1 (Fonescu) = 8."
    )


def test_a_won_conflict_says_who_retreats_and_how_far() -> None:
    assert told(ConflictDecided(EVA, GUARD, EVA, 1)) == "Eva (you) wins by 1: guard g must retreat, up to 1 room."
    assert told(ConflictDecided(EVA, GUARD, MOLASAR, 2)) == "Guard g wins by 2: Eva (you) must retreat, up to 2 rooms."


def test_a_deal_says_how_many_cards_and_never_which() -> None:
    record = CardsDealt((DrawItem(EVA, Deck.CONFLICT, Slot(5)), DrawItem(EVA, Deck.BONUS, Slot(6))))
    assert told(record) == "Dealt face down: Eva (you) draws 1 Conflict card and 1 Bonus card."
    both = CardsDealt((*record.draws, DrawItem(CUZA, Deck.CONFLICT, Slot(7)), DrawItem(CUZA, Deck.BONUS, Slot(8))))
    assert told(both).endswith(" draw 1 Conflict card and 1 Bonus card each.")


def test_a_guards_number_does_not_run_into_the_rooms_it_walks() -> None:
    alarm = Moved(GUARD, Room("hall"), (Room("well"), Room("chapel")), Cause.ALERT)
    assert told(alarm).startswith("At the alarm guard g runs 2 rooms")


def test_an_absent_seat_is_never_blamed() -> None:
    assert "broken the rules" not in told(SeatGone(Seat(1), Departure.ABSENT))
    assert "broken the rules" in told(SeatGone(Seat(1), Departure.CONVICTED))


def test_a_spectator_is_nobody_at_the_table() -> None:
    watcher = Names(BOARD, DECK, NAMES.seats)
    assert tell(TurnBegan(EVA, 1), watcher) == "=== Turn 1 of 12: Eva (Anna) ==="


def test_a_guard_is_called_by_the_letter_of_its_pawn_everywhere() -> None:
    told = [NAMES.who(guard) for guard in (GUARDS[0], GUARDS[8], GUARDS[11])]
    assert told == ["guard a", "guard i", "guard l"]
    assert (tell(Moved(GUARDS[8], HALL, (STAIR,), Cause.WALK), NAMES) or "").startswith("Guard i walks 1 room")


def test_a_card_has_its_number_where_two_could_be_mixed_up_and_where_it_is_to_be_compared() -> None:
    assert NAMES.conflict_title(Card(3)) == "Title 3"
    assert replace(NAMES, numbered=True).conflict_title(Card(3)) == "Title 3 (card 3)"
    assert replace(NAMES, titles=()).conflict_title(Card(3)) == "card 3"
    assert replace(NAMES, titles=("Storm",) * 32).conflict_title(Card(3)) == "Storm (card 3)"


MOLASARS = Names(BOARD, DECK, NAMES.seats, NAMES.seat_of(MOLASAR), NAMES.titles)
"""The names as Molasar's player reads them."""


@pytest.mark.parametrize(
    ("record", "his", "others"),
    [
        (HiltHidden(), "Molasar (you) has hidden the Hilt", "Molasar has hidden the Hilt"),
        (
            GuardEaten(GUARD, HALL, 11),
            "When your next turn begins you have won.",
            "When his next turn begins he has won.",
        ),
        (HazardPlayed(Hazard.POWER_FAILURE), "until your next turn begins", "until his next turn begins"),
        (RetreatHalted(HALL, STAIR), "you halt in the Great Hall", "he halts in the Great Hall"),
        (BonusLost(EVA, Card(39), Bonus.PASS, True), "Evil Spreads takes Eva's Pass.", "Evil Spreads takes your Pass."),
        (CardLookedAt(MOLASAR, EVA), "looks at Eva's card.", "looks at your card."),
    ],
)
def test_what_is_said_to_whom_it_is_about_speaks_to_him(record: Record, his: str, others: str) -> None:
    assert his in (tell(record, MOLASARS) or "")
    assert others in (tell(record, NAMES) or "")


def test_what_a_card_does_is_said_to_its_holder_as_you() -> None:
    for line in [*(bonus_line(b, yours=True) for b in Bonus), *(hazard_line(h, yours=True) for h in Hazard)]:
        assert not re.search(r"\bholder|\bhis\b|\bMolasar is\b|\bMolasar picks\b", line), line
    assert told(BonusPlayed(EVA, Card(44), Bonus.FLASHLIGHT)).endswith("you move this turn in spite of Power Failure.")
    assert "the holder moves" in told(BonusPlayed(CUZA, Card(44), Bonus.FLASHLIGHT))


def test_what_every_card_does_is_one_sentence() -> None:
    for line in [*map(bonus_line, Bonus), *map(hazard_line, Hazard)]:
        assert line.endswith(".")
        assert "\n" not in line
    listed = "\n".join(all_cards())
    assert "Flashlight (3 cards)" in listed
    assert "Evil Spreads" in listed


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Chapel", "the Chapel"),
        ("The Long Stair", "the Long Stair"),
        ("Porter's Cell", "the Porter's Cell"),
        ("A Broken Well", "a Broken Well"),
    ],
)
def test_rooms_get_the_article_that_their_name_needs(name: str, expected: str) -> None:
    assert with_article(name) == expected


def test_a_list_is_joined_as_in_speech() -> None:
    assert [join([]), join(["a"]), join(["a", "b"]), join(["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
