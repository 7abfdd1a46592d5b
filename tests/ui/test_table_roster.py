"""The line of who plays whom: names are whole where there is room, told apart where there is little, never run over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.seating import Game, Seating
from keep_p2p.ui.names import SHORT, SeatName
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import UTF8
from keep_p2p.ui.screen.roster import LEAST_NAME, shortened
from keep_p2p.ui.screen.widths import width
from protocol.roster import MAX_NAME, check_name
from tests.ui.table_games import FakeTable, fixed_packs, table_driver
from tests.ui.test_table_playing import screen_of

COMPUTERS = ("Anna", *(f"Computer {n}" for n in range(1, 6)))
LONG = tuple(f"{name:x<{MAX_NAME}}" for name in ("Anna", "Bruno", "Clara", "Dora", "Emil", "Fritz"))
WIDE = tuple(f"{first}{'字' * (MAX_NAME - 2)}{n}" for n, first in enumerate("漢夜砦火水木"))
ENDINGS = tuple(f"{'Same beginning of ':a<{MAX_NAME - 1}}{n}" for n in range(6))

CAST = tuple(Character)


def at_table(names: Sequence[str], size: Size, own: int = 0) -> Driver:
    """A table with one character for each name, that of seat ``own`` being the reader's."""
    packs = fixed_packs()
    seating = Seating(tuple((character,) for character in (*CAST[: len(names) - 1], Character.MOLASAR)))
    table = FakeTable(4, 3, own, Simulation(Game(packs.board.board, packs.deck.deck, seating), 3))
    seats = tuple(SeatName(name, characters) for name, characters in zip(names, seating.players, strict=True))
    table.names = replace(table.names, seats=seats)
    table.run()
    return table_driver(table, size)


def head(driver: Driver) -> str:
    """The rows between the top line and the map."""
    return "\n".join(driver.grid.lines()[1:3])


@pytest.mark.parametrize("names", [COMPUTERS, LONG, WIDE, ENDINGS], ids=["computers", "long", "wide", "alike"])
@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("own", [0, 3, -1], ids=["Eva", "the fourth", "Molasar"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_every_character_and_its_cards_are_in_sight_whatever_the_names(
    size: Size, own: int, seats: int, names: tuple[str, ...]
) -> None:
    for name in names:
        check_name(name)
    own %= seats
    driver = at_table(names[:seats], size, own)
    told = head(driver)
    for character in (*CAST[: seats - 1], Character.MOLASAR):
        assert SHORT[character] in told
    assert len(re.findall(r"\d\+\d\b", told)) == seats
    assert " you" in told
    text = driver.press("s").text.replace("\n", " ")
    driver.press("pagedown")
    text += driver.text
    shown = "".join(text.split())
    others = (name for n, name in enumerate(names[:seats]) if n != own)
    assert all("".join(name.split()) in shown for name in others), "whole with how it stands"


@pytest.mark.parametrize("lost", range(1, 6))
@pytest.mark.parametrize("own", range(6))
def test_lost_links_push_no_cards_out_of_sight(own: int, lost: int) -> None:
    driver = at_table(COMPUTERS, SIZES[0], own)
    model = screen_of(driver).model
    away = tuple(Seat(n) for n in range(6) if n != own)[:lost]
    assert model.now is not None
    model.take(replace(model.now, unlinked=away))
    told = head(driver).split("\n")[0]
    assert len(re.findall(r"\d\+\d\b", told)) == 6
    assert told.count(UTF8.no) == lost


@pytest.mark.parametrize(
    ("size", "seats", "shown"),
    [
        (SIZES[0], 4, "whole"),
        (SIZES[0], 6, "nowhere"),
        (SIZES[1], 4, "whole"),
        (SIZES[1], 5, "short"),
        (SIZES[1], 6, "whole"),
        (SIZES[2], 5, "whole"),
        (SIZES[2], 6, "short"),
        (SIZES[3], 6, "whole"),
    ],
)
def test_computer_players_are_told_apart_wherever_names_fit(size: Size, seats: int, shown: str) -> None:
    told = head(at_table(COMPUTERS[:seats], size))
    for number in range(1, seats):
        assert (f"Computer {number}" in told) is (shown == "whole")
        assert (f"{UTF8.more} {number}" in told) is (shown == "short")


@pytest.mark.parametrize("names", [LONG, WIDE, ENDINGS], ids=["long", "wide", "alike"])
def test_long_names_are_told_apart_on_roomy_screens(names: tuple[str, ...]) -> None:
    for size in SIZES[1:]:
        told = head(at_table(names, size))
        whole = sum(name in told for name in names[1:])
        assert whole + told.count(UTF8.more) == len(names) - 1


names_with_blanks = st.text(alphabet="abz 12漢字é", min_size=1, max_size=MAX_NAME).map(str.strip).filter(bool)


@given(st.lists(names_with_blanks, min_size=1, max_size=6), st.integers(LEAST_NAME, 50))
def test_a_shortened_name_fits_and_two_that_differ_stay_two(names: list[str], columns: int) -> None:
    found = shortened(names, columns, UTF8.more)
    if found is None:
        return
    assert all(width(name) <= columns for name in found)
    assert len(set(found)) == len(set(names))
    assert [a for a, b in zip(names, found, strict=True) if width(a) <= columns and a != b] == []


def test_what_is_kept_of_a_name_is_what_tells_it_from_others() -> None:
    assert shortened(["Computer 1", "Computer 2"], 8, "…") == ["Compu… 1", "Compu… 2"]
    assert shortened(["Maximilian", "Anna"], 8, "…") == ["Maximil…", "Anna"]
    assert shortened(["Maximiliana", "Maximiliane"], 8, "…") == ["Maxi…ana", "Maxi…ane"]
    assert shortened(["Maximilxxxiana", "Maximilyyyiana"], 8, "…") is None
