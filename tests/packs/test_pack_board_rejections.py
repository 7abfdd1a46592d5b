"""One rejection for each rule of the board format: the sentence names the file, the key and what to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keep_p2p.packs import PackError
from keep_p2p.packs.board_file import parse_board
from keep_p2p.rules.names import Room
from tests.packs.small import Document, small_board

Spoil = Callable[[Document], object]


def put(*path: str | int, value: object) -> Spoil:
    """Sets one value deep in the document."""

    def spoil(document: Document) -> None:
        at: object = document
        for step in path[:-1]:
            at = at[step]  # type: ignore[index]  # the path is this test's own
        at[path[-1]] = value  # type: ignore[index]  # as above

    return spoil


def drop(key: str) -> Spoil:
    return lambda document: document.pop(key)


def add(key: str, value: object) -> Spoil:
    return lambda document: document[key].append(value)


def entries_open_to(count: int, searchers: list[int]) -> Spoil:
    """Only the first ``count`` entries stay open to ``searchers``; the others to three."""

    def spoil(document: Document) -> None:
        for number, entry in enumerate(document["entries"]):
            entry["searchers"] = [3, *searchers] if number < count else [3]

    return spoil


def cut_off_corner(document: Document) -> None:
    """Takes away both doorways of the keep's first room."""
    document["doorways"] = [doorway for doorway in document["doorways"] if "k00" not in doorway["between"]]


def no_cellar(document: Document) -> None:
    """Leaves the keep alone, with nothing that names the cellar but what must."""
    document["rooms"] = [room for room in document["rooms"] if room["region"] == "keep"]
    document["doorways"] = [doorway for doorway in document["doorways"] if doorway["between"][0].startswith("k")]
    document["secret-doors"] = []
    document["hilt-rooms"] = []
    document["molasar-start"] = "k52"


REJECTIONS: list[tuple[str, Spoil, str, str]] = [
    ("a key misspelt at the top", put("secret-dors", value=[]), "secret-dors", 'perhaps "secret-doors" is meant'),
    ("an unknown key with no likeness", put("zzz", value=1), "zzz", "this key is not known; known here: kind"),
    ("a key misspelt in a room", put("rooms", 0, "rekt", value=[0, 0, 5, 3]), "rooms[1].rekt", 'perhaps "rect"'),
    ("a key of control codes", put("\x1b[2J", value=1), '"\\x1b[2J"', "this key is not known"),
    ("a key missing", drop("entries"), "entries", "this key is missing"),
    ("another kind of pack", put("kind", value="deck"), "kind", 'this is no board but "deck"'),
    ("a format of the future", put("format", value=2), "format", '"2" is out of range; use 1 to 1'),
    ("rooms as a text", put("rooms", value="many"), "rooms", "a list is expected, not a text"),
    ("a room as a number", put("rooms", 0, value=7), "rooms[1]", "a table is expected, not a whole number"),
    ("too many rooms", put("rooms", value=[{}] * 129), "rooms", "the items given are 129; give at most 128"),
    ("an identifier in capitals", put("rooms", 0, "id", value="Hall"), "rooms[1].id", '"Hall" is not an identifier'),
    ("an identifier too long", put("rooms", 0, "id", value="a" * 33), "rooms[1].id", "is not an identifier"),
    ("an identifier ending in a hyphen", put("rooms", 0, "id", value="hall-"), "rooms[1].id", "is not an identifier"),
    ("a number as identifier", put("rooms", 0, "id", value=4), "rooms[1].id", "an identifier is expected"),
    ("the reserved identifier", put("rooms", 0, "id", value="outside"), "rooms[1].id", "choose another identifier"),
    ("an identifier twice", put("rooms", 1, "id", value="k00"), "rooms", '"k00" is there twice'),
    ("a name twice", put("rooms", 1, "name", value="Keep 0 0"), "rooms", '"Keep 0 0" is there twice'),
    ("no name", put("rooms", 0, "name", value=""), "rooms[1].name", "use 1 to 32 characters"),
    ("a name too long", put("rooms", 0, "name", value="a" * 33), "rooms[1].name", "use 1 to 32 characters"),
    ("a name of control codes", put("rooms", 0, "name", value="\x1b[31mHall"), "rooms[1].name", "cannot be printed"),
    ("a name turned round", put("rooms", 0, "name", value="a\u202eb"), "rooms[1].name", "cannot be printed"),
    ("a name in wide letters", put("rooms", 0, "name", value="塔"), "rooms[1].name", "does not fill one cell"),
    ("a name with a loose accent", put("rooms", 0, "name", value="e\u0301"), "rooms[1].name", "does not fill one cell"),
    ("a name that is no text", put("rooms", 0, "name", value=True), "rooms[1].name", "not true or false"),
    ("a third region", put("rooms", 0, "region", value="attic"), "rooms[1].region", 'write "keep" or "cellar"'),
    (
        "a rect of three numbers",
        put("rooms", 0, "rect", value=[0, 0, 5]),
        "rooms[1].rect",
        "the numbers given are 3; give 4",
    ),
    ("a rect with a fraction", put("rooms", 0, "rect", value=[0, 0, 5, 3.5]), "rooms[1].rect", "not a fraction"),
    ("a rect below zero", put("rooms", 0, "rect", value=[-1, 0, 5, 3]), "rooms[1].rect", '"-1" is out of range'),
    ("a rect too narrow", put("rooms", 0, "rect", value=[0, 0, 4, 3]), "rooms[1].rect", "make it at least 5 by 3"),
    ("a rect too low", put("rooms", 0, "rect", value=[0, 0, 5, 2]), "rooms[1].rect", "make it at least 5 by 3"),
    ("a rect off the map", put("rooms", 0, "rect", value=[156, 0, 5, 3]), "rooms[1].rect", "the room leaves the map"),
    ("a rect below the map", put("rooms", 0, "rect", value=[0, 58, 5, 3]), "rooms[1].rect", "the room leaves the map"),
    ("rooms that overlap", put("rooms", 1, "rect", value=[3, 0, 5, 3]), "rooms[2].rect", 'overlaps the room "k00"'),
    ("stairs as a number", put("rooms", 0, "stair", value=1), "rooms[1].stair", "true or false is expected"),
    ("a doorway to nowhere", put("doorways", 0, "between", value=["k00", "k0l"]), "doorways[1].between", "perhaps"),
    ("a doorway with one end", put("doorways", 0, "between", value=["k00"]), "doorways[1].between", "two different"),
    ("a doorway into itself", put("doorways", 0, "between", value=["k00"] * 2), "doorways[1].between", "two different"),
    (
        "a doorway twice",
        add("doorways", {"between": ["k10", "k00"], "at": [4, 1]}),
        "doorways",
        '"k00 - k10" is there twice',
    ),
    ("a doorway in another wall", put("doorways", 0, "at", value=[8, 1]), "doorways[1].at", "is not in a wall that"),
    ("a doorway in a corner", put("doorways", 0, "at", value=[4, 0]), "doorways[1].at", "no corner of either"),
    ("a doorway in the floor", put("doorways", 0, "at", value=[2, 1]), "doorways[1].at", "is not in a wall that"),
    (
        "a doorway from keep to cellar",
        add("doorways", {"between": ["k00", "c0"], "at": [4, 1]}),
        "doorways[31].between",
        "join keep and cellar by a secret door only",
    ),
    ("no secret door", put("secret-doors", value=[]), "secret-doors", "no way leads into the cellar"),
    (
        "a secret door within the cellar",
        put("secret-doors", 0, "keep", value="c1"),
        "secret-doors[1].keep",
        '"c1" is not a room of the keep',
    ),
    (
        "a secret door within the keep",
        put("secret-doors", 0, "cellar", value="k00"),
        "secret-doors[1].cellar",
        '"k00" is not a room of the cellar',
    ),
    (
        "a secret door's identifier twice",
        add("secret-doors", {"id": "trap", "name": "Other", "keep": "k42", "cellar": "c1"}),
        "secret-doors",
        '"trap" is there twice',
    ),
    (
        "two secret doors between the same rooms",
        add("secret-doors", {"id": "other", "name": "Other", "keep": "k52", "cellar": "c0"}),
        "secret-doors",
        '"k52 - c0" is there twice',
    ),
    ("a keep in pieces", cut_off_corner, "doorways", "the keep is in pieces"),
    ("no cellar", no_cellar, "rooms", "the cellar has no room"),
    ("an entry in the cellar", put("entries", 0, "room", value="c1"), "entries", '"c1" is not a room of the keep'),
    ("an entry twice", put("entries", 0, "room", value="k10"), "entries", '"k10" is there twice'),
    ("an entry nobody may use", put("entries", 0, "searchers", value=[]), "entries[1].searchers", "is empty"),
    ("an entry for three twice", put("entries", 0, "searchers", value=[3, 3]), "entries[1].searchers", "twice"),
    ("an entry for six", put("entries", 0, "searchers", value=[6]), "entries[1].searchers", "use 3 to 5"),
    (
        "too few entries for four",
        entries_open_to(3, [4]),
        "entries",
        "the entry rooms open to 4 Searchers are 3; open at least 4",
    ),
    (
        "too few entries for five",
        entries_open_to(4, [4, 5]),
        "entries",
        "the entry rooms open to 5 Searchers are 4; open at least 5",
    ),
    (
        "eleven guard starts",
        lambda document: document["guard-starts"].pop(),
        "guard-starts",
        "the rooms named are 11; name 12",
    ),
    ("thirteen guard starts", add("guard-starts", "k52"), "guard-starts", "the rooms named are 13; name 12"),
    ("a guard start twice", put("guard-starts", 0, value="k01"), "guard-starts", '"k01" is there twice'),
    ("a guard start that is an entry", put("guard-starts", 0, value="k00"), "guard-starts", "is an entry room too"),
    ("a guard start in the cellar", put("guard-starts", 0, value="c1"), "guard-starts", "not a room of the keep"),
    ("a guard start nowhere", put("guard-starts", 0, value="k99"), "guard-starts", 'there is no room "k99"'),
    ("a guard start that is no text", put("guard-starts", 0, value=1), "guard-starts", "item 1 is a whole number"),
    ("Molasar in the keep", put("molasar-start", value="k00"), "molasar-start", "is not a room of the cellar"),
    ("Molasar in a marked room", put("molasar-start", value="c1"), "molasar-start", "is a marked room too"),
    ("a marked room in the keep", put("hilt-rooms", 0, "room", value="k00"), "hilt-rooms", "not a room of the cellar"),
    ("a marked room twice", put("hilt-rooms", 0, "room", value="c2"), "hilt-rooms", '"c2" is there twice'),
    (
        "one marked room for five",
        put("hilt-rooms", 0, "searchers", value=[3, 4]),
        "hilt-rooms",
        "the marked rooms for 5 Searchers are 1; mark at least 2",
    ),
]


def test_the_small_board_is_accepted() -> None:
    board = parse_board(small_board(), "mine.toml")
    assert len(board.rooms) == 22
    assert board.entries_for(5) == tuple(Room(f"k{n}0") for n in range(5))


@pytest.mark.parametrize(
    ("spoil", "key", "phrase"), [row[1:] for row in REJECTIONS], ids=[row[0] for row in REJECTIONS]
)
def test_a_board_is_refused_with_the_file_the_key_and_what_to_do(spoil: Spoil, key: str, phrase: str) -> None:
    document = small_board()
    spoil(document)
    with pytest.raises(PackError) as refused:
        parse_board(document, "mine.toml")
    sentence = str(refused.value)
    assert sentence.startswith(f"mine.toml: {key}: ")
    assert phrase in sentence
    assert "; " in sentence
    assert sentence.endswith(".")
    assert sentence.isprintable()


def test_rooms_of_different_regions_may_have_the_same_cells() -> None:
    board = parse_board(small_board(), "mine.toml")
    assert board.room_data[Room("k00")].rect == board.room_data[Room("c0")].rect


def test_entries_and_marked_rooms_count_at_their_numbers_of_searchers_only() -> None:
    document = small_board()
    document["entries"].append({"room": "k52", "searchers": [4]})
    document["hilt-rooms"].append({"room": "c3", "searchers": [5]})
    board = parse_board(document, "mine.toml")
    assert [Room("k52") in board.entries_for(searchers) for searchers in (3, 4, 5)] == [False, True, False]
    assert [Room("c3") in board.hilt_rooms_for(searchers) for searchers in (3, 4, 5)] == [False, False, True]
