"""The list of finished games tells what their files say, and says that nobody has checked it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from keep_p2p.app.services import MAX_LOOKED_INTO, glance
from keep_p2p.rules.awaited import Over, Reason
from keep_p2p.rules.names import Character, Seat
from keep_p2p.table.summary import Player, Summary
from keep_p2p.ui.names import FULL
from keep_p2p.ui.saved_words import CUT, DAMAGED, NOT_FINISHED, UNREADABLE, how_far, how_said, who_played
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.saved import SavedScreen
from keep_p2p.ui.screen.services import SavedGame, Verification
from tests.table.replays import game
from tests.ui.fake_services import SAID, SAVED, FakeServices

WIDE = "夜" * 24


def at_list(size: Size = SIZES[0], services: FakeServices | None = None) -> tuple[Driver, FakeServices]:
    services = services or FakeServices()
    driver = Driver(size, Look(calm=True))
    return driver.show(SavedScreen(driver.desk, services)), services


def shown(driver: Driver) -> str:
    return " ".join(driver.text.replace("│", " ").split())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_each_game_says_when_who_won_how_far_it_went_and_who_played(size: Size) -> None:
    told = shown(at_list(size)[0])
    for text in (
        "friday: Molasar (Bruno) won",
        "3 May 2031, 21:40; in Molasar's twelfth turn",
        "Anna (Eva), Bruno (Molasar), Computer 1 (Cuza) and Dora (Woermann)",
        "wolf-iron-4726: Cuza found the Hilt: Anna won",
        "after 8 turns of Molasar",
        "as the files say: verifying checks it",
    ):
        assert text in told


def test_until_a_file_was_looked_into_its_name_stands_there_and_the_place_is_kept() -> None:
    services = FakeServices()
    services.says = {}
    driver, _ = at_list(services=services)
    assert "friday 3 May 2031, 21:40; 812 kB" in shown(driver)
    screen = driver.navigator.top
    assert isinstance(screen, SavedScreen)
    driver.press("down")
    screen._told(SAVED[0], SAID[SAVED[0]])
    assert screen.chosen == SAVED[1]
    assert "Molasar (Bruno) won" in driver.text


def test_a_file_that_cannot_be_read_says_so_and_the_others_are_told() -> None:
    services = FakeServices()
    services.says[SAVED[0]] = Summary(damaged=True)
    assert f"friday: {UNREADABLE}" in shown(at_list(services=services)[0])
    services.says[SAVED[0]] = "it cannot be read"
    told = shown(at_list(services=services)[0])
    assert "friday: it cannot be read" in told
    assert "Anna won" in told


def test_a_verdict_is_shown_for_the_game_that_was_checked_and_the_path_for_any_other() -> None:
    driver, services = at_list()
    driver.press("v")
    services.verified(Verification(9, 9, "Fair: all held.", True))
    assert "friday: Fair: all held." in driver.text
    driver.press("down")
    assert "Fair: all held." not in driver.text
    assert "The file: /games/1a1b2c3d4e5f-wolf-iron-4726.transcript" in driver.text
    assert "Fair: all held." in driver.press("up").text


def test_a_table_keeps_its_name_when_its_game_is_checked() -> None:
    services = FakeServices()
    services.says[SAVED[0]] = replace(said(), table="wolf-ash-4510")
    driver, services = at_list(services=services)
    driver.press("v")
    assert "Playing wolf-ash-4510 again" in driver.text
    services.verified(Verification(9, 9, "Fair: all held.", True))
    assert "wolf-ash-4510: Fair: all held." in driver.text


def test_nothing_is_looked_into_any_longer_once_the_list_is_left() -> None:
    driver, services = at_list()
    assert services.looked_into == SAVED
    driver.press("escape")
    assert not services.looked_into


FOUR = tuple(
    Player(name, (character,), computer=False)
    for name, character in zip(
        ("Anna", "Bruno", "Clara", WIDE),
        (Character.EVA, Character.MOLASAR, Character.CUZA, Character.WOERMANN),
        strict=True,
    )
)


def said(over: Over | None = None, *, cut: bool = False, damaged: bool = False) -> Summary:
    return Summary("friday", FOUR, over, 3, 100, cut, damaged)


def test_every_end_has_its_words() -> None:
    molasar = (Character.MOLASAR,), (Seat(1),)
    searchers = (Character.EVA, Character.CUZA, Character.WOERMANN), (Seat(0), Seat(2), Seat(3))
    assert how_said(said(Over(Reason.TWELFTH_TURN, *molasar))) == "Molasar (Bruno) won"
    assert how_said(said(Over(Reason.NO_SEARCHERS, *molasar))) == "no Searcher was left: Molasar (Bruno) won"
    assert how_said(said(Over(Reason.HILT_FOUND, (Character.EVA,), (Seat(0),), Character.EVA))) == (
        "Eva found the Hilt: Anna won"
    )
    assert how_said(said(Over(Reason.MOLASAR_RESIGNED, *searchers))) == (
        f"Molasar resigned: Anna, Clara and {WIDE} won"
    )
    assert how_said(said(Over(Reason.ABANDONED, (), ()))) == "abandoned: nobody won"
    assert how_said(said()) == NOT_FINISHED
    assert how_said(said(cut=True)) == CUT
    assert how_said(said(damaged=True)) == DAMAGED
    for reason in Reason:
        assert how_said(said(Over(reason, *molasar)))
    assert how_far(said()) == "after 3 turns of Molasar"
    assert who_played(said()) == f"Anna (Eva), Bruno (Molasar), Clara (Cuza) and {WIDE} (Woermann)"
    assert how_far(replace(said(), meals=0)) == "before Molasar's first turn"
    computers = tuple(replace(player, computer=True) for player in FOUR)
    assert who_played(replace(said(), players=(*computers[:3], FOUR[3]))).startswith("Anna (computer, Eva), ")
    assert "computer" not in who_played(replace(said(), players=computers)), "it is no news"
    assert set(FULL) >= {character for player in FOUR for character in player.characters}


def test_a_file_is_read_for_what_it_says_unless_it_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.transcript"
    path.write_bytes(game(4).peers[0].transcript())
    found = glance(SavedGame(path, "a", "today", path.stat().st_size))
    assert isinstance(found, Summary)
    assert found.over is not None
    assert isinstance(glance(SavedGame(path, "a", "today", MAX_LOOKED_INTO + 1)), str)
    assert isinstance(glance(SavedGame(tmp_path / "gone", "a", "today", 5)), str)
    path.write_bytes(b"\0" * 5)
    assert glance(SavedGame(path, "a", "today", 5)) == Summary(damaged=True)
