"""The end of a game: who won, the check as it runs, the verdict, all hands, the file; and what can be done then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from keep_p2p.rules.awaited import Over, Reason
from keep_p2p.rules.names import Character, Region, Seat
from keep_p2p.table.replay import read_replay
from keep_p2p.ui.names import FULL
from keep_p2p.ui.screen.base import Cancel, Look
from keep_p2p.ui.screen.board.chart import chart
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.home import HomeScreen
from keep_p2p.ui.screen.lobby import LobbyScreen
from keep_p2p.ui.screen.paths import path_rows, short_path
from keep_p2p.ui.screen.replay import ReplayScreen
from keep_p2p.ui.screen.services import Sitting, Verification
from keep_p2p.ui.screen.sit import OpenScreen
from keep_p2p.ui.screen.table import TableScreen
from keep_p2p.ui.screen.table_end import BOARD, FRAME_ROWS, LEAST_ROWS, EndScreen
from keep_p2p.ui.screen.table_flow import END_SECONDS, table_screen
from keep_p2p.ui.screen.table_model import Completed, Convicted, Ended, LobbySeat, LobbyShown, TableModel
from keep_p2p.ui.screen.turned_up import turned_up
from tests.table.games import PACKS
from tests.table.replays import game as game_of
from tests.table.replays import replay
from tests.ui.fake_services import FakeServices
from tests.ui.games import PEOPLE
from tests.ui.golden import assert_golden
from tests.ui.table_games import CALM, FakeTable, fixed_names
from tests.ui.test_table_playing import words

FILE = Path("/home/anna/.local/share/keep-p2p/transcripts/0a1b2c3d4e5f-mill.transcript")


class Checking(FakeServices):
    """Services whose verification is told step by step by the test."""

    def __init__(self) -> None:
        super().__init__()
        self.tell: Callable[[Verification], None] = lambda news: None
        self.path: Path | None = None
        self.stopped = False
        self.practised: list[tuple[int, tuple[Character, ...]]] = []

    def verify(self, path: Path, tell: Callable[[Verification], None]) -> Cancel:
        """Let the test tell."""
        self.path, self.tell = path, tell

        def stop() -> None:
            self.stopped = True

        return stop

    def checked(self) -> Path | None:
        """The file that is being checked."""
        return self.path

    def practise(self, players: int, wish: tuple[Character, ...], gentle: bool | None = None) -> Sitting:
        """Another table."""
        self.practised.append((players, wish))
        return TableModel(), FakeTable(4, 1, 0)


def over_table(size: Size, look: Look = CALM, own: int = 0) -> tuple[FakeTable, Driver, Checking]:
    """A table whose game is just over: Eva has won."""
    table = FakeTable(4, 3, own)
    seats = tuple(LobbySeat(PEOPLE[n], f"key-{n}", own=n == own, computer=n != own) for n in range(4))
    table.model.take(LobbyShown("Mill", 4, seats))
    driver, services = Driver(size, look), Checking()
    driver.show(table_screen(driver.desk, table.model, table, services))
    table.run()
    room = table.names.board.hilt_rooms[0].room
    table.model.take(Completed(Over(Reason.HILT_FOUND, (Character.EVA,), (Seat(0),), Character.EVA, room)))
    return table, driver, services


def shown(driver: Driver) -> type:
    return type(driver.navigator.top)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_the_picture_is_as_it_was(size: Size) -> None:
    table, driver, services = over_table(size)
    table.model.take(Ended(None, FILE))
    services.tell(Verification(210, 640))
    assert_golden("table-end", driver)


def test_who_won_and_how_is_told_to_winner_and_losers() -> None:
    _table, driver, _services = over_table(SIZES[0])
    assert "YOU HAVE WON" in driver.text
    assert "lifts the Hilt" in driver.text
    _table, driver, _services = over_table(SIZES[0], own=2)
    assert "EVA HAS WON" in driver.text


def test_two_winners_are_in_capitals_with_what_joins_them() -> None:
    over = Over(Reason.HILT_FOUND, (Character.EVA, Character.FONESCU), (Seat(0),), Character.EVA, None)
    heading = EndScreen._won(over, fixed_names(3, 2))[0]
    assert "EVA AND FATHER FONESCU HAVE WON" in heading


@pytest.mark.parametrize("reason", Reason)
def test_every_end_has_its_words(reason: Reason) -> None:
    table = FakeTable(4, 3, 2)
    driver = Driver(SIZES[0], CALM)
    driver.show(table_screen(driver.desk, table.model, table, Checking()))
    table.run()
    winners = () if reason is Reason.ABANDONED else (Character.MOLASAR,)
    table.model.take(Completed(Over(reason, winners, (Seat(1),) if winners else ())))
    assert ("MOLASAR HAS WON" in driver.text) is bool(winners)
    assert ("NOBODY HAS WON" in driver.text) is not bool(winners)


def test_the_check_begins_when_the_file_is_there_and_is_told_as_it_runs() -> None:
    table, driver, services = over_table(SIZES[0])
    assert services.checked() is None
    assert "The file is written when" in driver.text
    table.model.take(Ended(None, FILE))
    assert services.checked() == FILE
    services.tell(Verification(210, 640))
    assert "210/640" in driver.text
    assert str(FILE) in driver.text, "in one piece, to be copied"
    services.tell(Verification(640, 640, "Fair: every signature, die and card holds (640 rounds, 900 checks).", True))
    assert "Fair: every signature" in driver.text


def test_a_foul_game_is_told_in_words_and_with_a_sign() -> None:
    table, driver, services = over_table(SIZES[0])
    table.model.take(Ended(None, FILE))
    services.tell(Verification(70, 70, "Foul: Clara signed another value than her chain's.", False))
    assert f"{driver.desk.look.glyphs.no} Foul: Clara" in driver.text


def test_the_numbers_of_the_cards_turned_up_stand_below_each_other() -> None:
    lines = [line.text for line in turned_up(replay(4), fixed_names(4, None), columns=True)]
    cards = [line for line in lines if " / " in line and line.startswith("  ") and "(card " in line]
    assert cards
    assert {line.index(" / ") for line in cards} == {4}
    assert any(": for Molasar / for a guard" in line for line in lines)
    assert any(": against Molasar / a guard" in line for line in lines)


@pytest.mark.parametrize("seats", [3, 4])
def test_all_hands_are_turned_up_with_the_room_of_the_hilt(seats: int) -> None:
    game = replay(seats)
    state = game.moments[game.last].state
    assert state is not None
    names = fixed_names(4, None)
    lines = [line.text for line in turned_up(game, names)]
    assert lines[0].startswith("The Hilt lay in")
    for character in state.characters:
        assert any(line.startswith(FULL[character]) for line in lines)
    assert not any("not disclosed" in line for line in lines)
    held = sum(len(hand) for hand in (*state.conflict_cards.hands, *state.bonus_cards.hands))
    assert sum("(card " in line for line in lines) == held


def test_the_hands_are_on_the_screen_and_scroll() -> None:
    table, driver, services = over_table(SIZES[0])
    table.model.take(Ended(None, FILE))
    services.tell(Verification(9, 9, "Fair: all holds.", True, replay(4)))
    assert "The Hilt lay in" in driver.text
    before = driver.text
    driver.press("end")
    assert driver.text != before


def test_esc_shows_the_table_once_more_and_a_key_the_end_again() -> None:
    _table, driver, _services = over_table(SIZES[0])
    driver.press("escape")
    assert shown(driver) is TableScreen
    assert "The game is over" in driver.text
    driver.press("e")
    assert shown(driver) is EndScreen


def test_home_leaves_the_table_and_stops_the_check() -> None:
    table, driver, services = over_table(SIZES[0])
    table.model.take(Ended(None, FILE))
    driver.press("h")
    assert table.left
    assert services.stopped
    assert driver.navigator.stack == []


def test_home_is_shown_to_whom_a_command_led_straight_to_the_table() -> None:
    table, driver, services = over_table(SIZES[0])
    driver.desk.home = lambda: HomeScreen(driver.desk, services)
    driver.press("h")
    assert table.left
    assert [type(screen) for screen in driver.navigator.stack] == [HomeScreen]


def test_home_below_the_table_is_gone_back_to_and_not_put_on_twice() -> None:
    table, driver, services = over_table(SIZES[0])
    driver.desk.home = lambda: HomeScreen(driver.desk, services)
    driver.navigator.stack.insert(0, driver.desk.home())
    driver.press("h")
    assert table.left
    assert [type(screen) for screen in driver.navigator.stack] == [HomeScreen]


def test_more_hands_are_spoken_of_only_where_some_are_out_of_sight() -> None:
    for size, some in ((SIZES[0], True), (SIZES[3], False)):
        table, driver, services = over_table(size)
        table.model.take(Ended(None, FILE))
        services.tell(Verification(9, 9, "Fair.", True, replay(4)))
        assert driver.text
        assert ("more hands" in driver.text) is some, size


def test_play_again_sits_down_at_another_table_of_the_same_size() -> None:
    table, driver, services = over_table(SIZES[0])
    driver.press("a")
    assert services.practised == [], "the session still has the profile"
    table.model.take(Ended(None, FILE))
    driver.press("a")
    assert services.practised == [(4, ())]
    assert table.left
    assert driver.status is None, "though no other screen is there"
    assert isinstance(driver.navigator.top, LobbyScreen)


def over_with_people(*, host: bool) -> tuple[FakeTable, Driver, Checking]:
    """A game with other people that is just over, and whose file is there."""
    table = FakeTable(4, 3, 0)
    seats = tuple(LobbySeat(PEOPLE[n], f"key-{n}", (Character.EVA,) if n == 0 else (), own=n == 0) for n in range(4))
    table.model.take(LobbyShown("Mill", 4, seats, host=host))
    driver, services = Driver(SIZES[0], CALM), Checking()
    driver.show(table_screen(driver.desk, table.model, table, services))
    table.run()
    table.model.take(Completed(Over(Reason.TWELFTH_TURN, (Character.MOLASAR,), (Seat(1),))))
    table.model.take(Ended(None, FILE))
    return table, driver, services


def test_the_same_table_is_opened_again_by_whoever_opened_it() -> None:
    table, driver, services = over_with_people(host=True)
    driver.press("a")
    assert table.left
    assert isinstance(driver.navigator.top, OpenScreen)
    driver.press("f2")
    assert services.asked == [("open", "Mill", 4, (Character.EVA,), False)]
    assert isinstance(driver.navigator.top, LobbyScreen)
    assert len(driver.navigator.stack) == 1
    assert driver.status is None


def test_the_others_are_told_how_to_play_again() -> None:
    _table, driver, _services = over_with_people(host=False)
    assert "play again" not in driver.text
    driver.press("?")
    assert words("whoever opened this table opens it again") in words(driver.text)


def test_help_says_once_what_esc_does() -> None:
    _table, driver, _services = over_table(SIZES[0])
    driver.press("?")
    assert sum(line.strip("│ ").startswith("Esc") for line in driver.text.splitlines()) == 1


def test_the_game_is_seen_again_by_a_key() -> None:
    table, driver, services = over_table(SIZES[0])
    assert "see it again" not in driver.text
    table.model.take(Ended(None, FILE))
    driver.press("r")
    assert words("it is shown again as soon as that is done") in words(driver.text)
    services.tell(Verification(9, 9, "Fair: all holds.", True, replay(4)))
    assert isinstance(driver.navigator.top, ReplayScreen)
    driver.press("escape")
    assert shown(driver) is EndScreen
    driver.press("r")
    assert isinstance(driver.navigator.top, ReplayScreen)


def test_a_file_without_a_game_is_not_seen_again() -> None:
    table, driver, services = over_table(SIZES[0])
    table.model.take(Ended(None, FILE))
    services.tell(Verification(0, 0, "Unreadable: it has no beginning.", False))
    driver.press("r")
    assert shown(driver) is EndScreen
    assert "see it again" not in driver.text


def test_who_has_won_is_said_once() -> None:
    _table, driver, _services = over_with_people(host=True)
    assert driver.text.upper().count("MOLASAR HAS WON") == 1
    assert words("Molasar's twelfth turn begins, one guard is left, and the Hilt is not found.") in words(driver.text)


def test_the_hands_get_the_rows_that_the_check_does_not_need() -> None:
    table, driver, services = over_table(SIZES[0])
    table.model.take(Ended(None, FILE))
    services.tell(Verification(9, 9, "Fair: all holds.", True, replay(4)))
    rows = driver.text.splitlines()
    check = next(y for y, row in enumerate(rows) if "checked again" in row)
    hands = next(y for y, row in enumerate(rows) if "turned up" in row)
    assert hands - check == LEAST_ROWS + FRAME_ROWS
    assert sum("│" in row for row in rows[hands:]) >= 11


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_the_board_is_shown_whole_or_a_region_of_it_or_not_at_all(size: Size) -> None:
    table, driver, _services = over_table(size)
    plan = chart(table.game.state.game.board)
    shown: tuple[Region, ...] = ()
    if size.width >= 200:
        shown = tuple(Region)
        assert plan.size.height + FRAME_ROWS < size.height
    elif size.height >= 40:
        shown = (Region.CELLAR,)
    assert (f"─ {BOARD} ─" in driver.text) is bool(shown)
    for region in Region:
        assert driver.text.count(f"{region.value.upper()}") == (1 if region in shown else 0)
        assert f"─ The {region.value} ─" not in driver.text, "the map names it"
    for room in table.game.state.game.board.rooms:
        if room.region in shown:
            assert room.name.split()[-1] in driver.text, "all of it"


def test_a_path_has_a_sign_for_the_home_folder_and_breaks_at_slashes_only() -> None:
    home = Path("/home/anna")
    assert short_path(FILE, home) == "~/.local/share/keep-p2p/transcripts/0a1b2c3d4e5f-mill.transcript"
    assert short_path(FILE, Path("/home/ann")) == str(FILE)
    assert short_path(FILE, Path("/")) == str(FILE)
    text = str(FILE)
    assert path_rows("The file:", text, 100) == (f"The file: {text}",)
    assert path_rows("The file:", text, len(text)) == ("The file:", text)
    rows = path_rows("The file:", text, 60)
    assert rows[1:] == ("/home/anna/.local/share/keep-p2p/transcripts/", "0a1b2c3d4e5f-mill.transcript")


def test_a_conviction_ends_it_with_who_and_what() -> None:
    table = FakeTable(4, 3, 0)
    driver = Driver(SIZES[0], CALM)
    driver.show(table_screen(driver.desk, table.model, table, Checking()))
    table.run()
    table.model.take(Convicted(Seat(2), 40, "Clara (Cuza) broke the rules in round 40 by dealing herself another card"))
    assert "PLAY HAS STOPPED" in driver.text
    assert "Clara (Cuza) broke the rules in round 40 by dealing" in driver.text


def test_without_calm_the_last_cards_are_seen_before_the_end() -> None:
    _table, driver, _services = over_table(SIZES[0], Look(hints=False))
    assert shown(driver) is TableScreen
    driver.wait(END_SECONDS + 0.1)
    assert shown(driver) is EndScreen


def test_what_the_guide_has_told_is_remembered() -> None:
    services = Checking()
    table = FakeTable(4, 3, 0)
    driver = Driver(SIZES[0], Look(calm=True))
    driver.show(table_screen(driver.desk, table.model, table, services))
    table.run()
    assert "place" in services.settings.explained.split()
    driver.press("G")
    assert not services.settings.hints
    again = FakeTable(4, 3, 0)
    other = Driver(SIZES[0], Look(calm=True))
    other.show(table_screen(other.desk, again.model, again, services))
    again.run()
    assert "g: understood" not in other.text


def test_an_onlooker_whose_link_is_gone_reads_why_and_what_to_do() -> None:
    table = FakeTable(4, 3, None)
    driver = Driver(SIZES[0], CALM)
    driver.show(table_screen(driver.desk, table.model, table, Checking()))
    table.run(200)
    table.model.take(Ended("No seat of this table lets us watch any more.", FILE))
    assert "Watching: the end (Mill)" in driver.text
    assert "NOTHING MORE CAN BE SEEN FROM HERE" in driver.text
    assert words("lets us watch any more. Look on again from home, or by `keep-p2p watch`.") in words(driver.text)


def test_a_game_that_was_left_is_no_cheat_and_its_hidden_cards_are_counted() -> None:
    data = game_of(4).peers[0].transcript()
    game = read_replay(data[: len(data) // 2], PACKS)
    lines = [line.text.strip() for line in turned_up(game, fixed_names(4, None))]
    assert sum(line.endswith("not disclosed") for line in lines) == 4
    assert any(line.startswith("3 Conflict cards and 1 Bonus card") for line in lines)
    table, driver, services = over_table(SIZES[0])
    table.model.take(Ended(None, FILE))
    services.tell(Verification(9, 9, "Incomplete: the game was not finished.", None, game))
    assert "│ ! Incomplete" in driver.text
    assert driver.desk.look.glyphs.no not in driver.text


def test_an_enter_too_many_does_not_leave_the_end() -> None:
    table, driver, _services = over_table(SIZES[0])
    driver.press("enter")
    assert shown(driver) is EndScreen
    assert not table.left


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_hands_below_are_pointed_at_and_what_checks_it_again_is_named(size: Size) -> None:
    table, driver, services = over_table(size)
    table.model.take(Ended(None, FILE))
    services.tell(Verification(9, 9, "Fair: all holds.", True, replay(4)))
    assert ("PgUp, PgDn: all of them" in driver.text) is ("more hands" in driver.text)
    if size != SIZES[0]:
        assert "shows it again" in " ".join(driver.text.split())
        assert "verify FILE" in driver.text
    if table.game.state.over is not None and table.game.state.over.reason is Reason.TWELFTH_TURN:
        assert "How near it was" in driver.text
