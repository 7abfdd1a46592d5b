"""Home and everything that is reached from it before a table: by keys, by mouse, at all sizes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keep_p2p.rules.awaited import Over, Reason
from keep_p2p.rules.names import Character, Seat
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.characters import FIRST_GAME_NOTE
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import SMALLEST, Size
from keep_p2p.ui.screen.glyphs import ASCII, UTF8
from keep_p2p.ui.screen.home import HomeScreen
from keep_p2p.ui.screen.services import Tables, Verification
from keep_p2p.ui.screen.settings import Settings, from_plain, look_for
from keep_p2p.ui.screen.table_flow import table_screen
from keep_p2p.ui.screen.table_model import Completed
from keep_p2p.ui.screen.theme import Depth, Theme
from tests.ui.fake_services import FRIDAY, LATE, SAVED, FakeServices
from tests.ui.golden import FOLDER, assert_golden
from tests.ui.table_games import CALM, FakeTable


def at_home(size: Size = SMALLEST, services: FakeServices | None = None) -> tuple[Driver, FakeServices]:
    services = services or FakeServices()
    driver = Driver(size)
    driver.show(HomeScreen(driver.desk, services))
    return driver, services


def unframed(driver: Driver) -> str:
    """What is to be seen without frames, as one line."""
    return " ".join(driver.text.replace("│", " ").split())


PLACES = {
    "home": (),
    "practise": ("1",),
    "open": ("2",),
    "join": ("3",),
    "watch": ("4",),
    "saved": ("5",),
    "settings": ("7",),
    "home-help": ("?",),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
@pytest.mark.parametrize("place", PLACES)
def test_it_looks_as_it_should(place: str, size: Size) -> None:
    driver, services = at_home(size)
    services.show(FRIDAY, LATE)
    driver.press(*PLACES[place])
    assert_golden(place, driver)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_no_table_in_sight_is_explained(size: Size) -> None:
    driver, services = at_home(size)
    services.show(problem="This machine passes no multicast.")
    driver.press("3")
    assert_golden("join-none", driver)
    for text in ("firewall", "same network", "no multicast"):
        assert text in unframed(driver)


def test_in_ascii_nothing_else_is_drawn() -> None:
    for keys in PLACES.values():
        services = FakeServices()
        driver = Driver(SMALLEST, Look(ASCII, Theme(Depth.NONE)))
        driver.show(HomeScreen(driver.desk, services)).press(*keys)
        assert driver.text.isascii()


def test_tables_appear_and_go_by_themselves() -> None:
    driver, services = at_home()
    assert "Looking around" in driver.text
    services.show(FRIDAY)
    assert "3 of 4 seats free" in driver.text
    assert "1 table with free seats in sight" in driver.text
    services.show()
    assert "No table is in sight." in driver.text


@pytest.mark.parametrize("keys", [("2", "x"), ("3", "enter")], ids=["open", "join"])
def test_the_name_that_others_will_see_stands_on_the_form_and_is_kept_once_changed(keys: tuple[str, ...]) -> None:
    driver, services = at_home()
    services.show(FRIDAY)
    driver.press(*keys)
    assert "Your name" in driver.text
    assert "Anna" in driver.text
    driver.press("backtab", "backtab") if keys[0] == "3" else driver.press("down", "down", "down", "tab")
    driver.press("2", "f2")
    assert services.settings.name == "Anna2"
    assert services.asked[-1][0] in ("open", "join")


def test_at_no_table_quitting_speaks_of_none() -> None:
    driver, _ = at_home()
    driver.press("escape")
    assert "Leave keep-p2p?" in driver.text
    assert "table that you sit at" not in unframed(driver)


def test_nobody_sits_down_without_a_name() -> None:
    driver, services = at_home()
    services.show(FRIDAY)
    driver.press("3", "enter", "backtab", "backtab", *["backspace"] * 4, "f2")
    assert "name cannot be" in unframed(driver)
    assert services.asked == []
    assert services.settings.name == "Anna"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_when_more_tables_are_in_sight_than_there_is_room_for_their_number_is_told(size: Size) -> None:
    driver, services = at_home(size)
    tables = [replace(FRIDAY, name=f"table {n}", target=f"table {n}") for n in range(30)]
    services.show(*tables)
    shown = sum(f"table {n} " in unframed(driver) for n in range(30))
    assert 0 < shown < 30
    assert f"and {30 - shown} more" in unframed(driver)
    services.show(*tables[:2])
    assert " more" not in unframed(driver).split("On this network")[1].split("3 of 4")[-1]


def test_it_looks_around_only_while_it_is_shown() -> None:
    driver, services = at_home()
    assert services.looking
    driver.press("q")
    driver.navigator.pop()
    assert not services.looking


@pytest.mark.parametrize(
    ("keys", "asked"),
    [
        (("1", "f2"), ("practise", 4, ())),
        (("1", "right", "right", "f2"), ("practise", 6, ())),
        (("1", "tab", "down", "f2"), ("practise", 4, (Character.EVA,))),
        (("1", "left", "tab", *["down"] * 6, "f2"), ("practise", 3, (Character.MOLASAR,))),
        (
            ("1", "left", "tab", "down", "tab", "right", "right", "f2"),
            ("practise", 3, (Character.EVA, Character.FONESCU)),
        ),
        (("2", "a", "b", "f2"), ("open", "ab", 4, (), False)),
        (("2", "a", "tab", "right", "tab", "right", "f2"), ("open", "a", 5, (), True)),
        (("3", "enter", "f2"), ("join", "friday", ())),
        (("3", "tab", *"10.0.0.9:4711", "enter", "f2"), ("join", "10.0.0.9:4711", ())),
        (("4", "enter"), ("watch", "late night")),
        (("5", "down", "v"), ("verify", SAVED[1].path)),
    ],
    ids=lambda value: " ".join(map(str, value)),
)
def test_everything_is_reached_by_keys(keys: tuple[str, ...], asked: tuple[object, ...]) -> None:
    driver, services = at_home()
    services.show(FRIDAY, LATE)
    driver.press(*keys)
    assert services.asked == [asked]


def test_everything_is_reached_by_mouse() -> None:
    driver, services = at_home()
    services.show(FRIDAY, LATE)
    driver.click("Practise").click("5  ").click("Glaeken").click("[ Play ]")
    assert services.asked[-1] == ("practise", 5, (Character.GLAEKEN,))
    driver, services = at_home()
    services.show(FRIDAY, LATE)
    driver.click("Join a table").click("friday").click("friday").click("[ Sit down ]")
    assert services.asked == [("join", "friday", ())]
    driver, services = at_home()
    driver.click("Finished games").click("wolf-iron-4726").click("v verify")
    assert services.asked == [("verify", SAVED[1].path)]


def test_a_table_needs_a_name_and_one_that_is_no_address() -> None:
    driver, services = at_home()
    driver.press("2", "down", "down", "f2")
    assert "The table needs a name" in driver.text
    driver.press("enter", "a", ":", "1", "f2")
    assert "read as an address" in unframed(driver)
    assert services.asked == []


def test_a_single_searcher_at_a_table_of_three_is_refused_before_sitting_down() -> None:
    driver, services = at_home()
    driver.press("1", "left", "tab", "down", "f2")
    assert "each Searcher player runs two" in unframed(driver)
    assert services.asked == []


def test_verifying_shows_how_far_it_is_and_then_the_verdict() -> None:
    driver, services = at_home()
    driver.press("5", "v")
    services.verified(Verification(30, 120))
    assert "30/120" in driver.text
    services.verified(Verification(120, 120, "Fair: Molasar has won (120 rounds, 9 checks).", fair=True))
    assert "✓ friday: Fair: Molasar has won" in driver.text


def test_no_saved_game_is_explained() -> None:
    driver, _ = at_home(services=FakeServices(saved=()))
    driver.press("5")
    assert "No game has been written down yet." in driver.text


def test_settings_hold_at_once_and_are_kept_when_left() -> None:
    driver, services = at_home()
    driver.press("7", "ctrl-u", *"Bert", "tab", "tab", "right", "right", "tab", "right")
    assert driver.desk.look.glyphs is ASCII
    assert driver.desk.look.calm
    assert services.settings.name == "Anna"
    driver.press("escape")
    assert services.settings == Settings("Bert", glyphs="ascii", calm=True, finished=True)
    assert "you are Bert" in driver.text


def test_a_name_that_cannot_be_used_is_not_kept() -> None:
    driver, services = at_home()
    driver.press("7", "ctrl-u", *("x" * 64), "escape")
    if len(driver.navigator.stack) > 2:
        assert services.settings.name == "Anna"


def test_settings_from_a_damaged_file_are_the_usual_ones() -> None:
    plain: dict[str, object] = {"name": 7, "colours": "pink", "glyphs": "ascii", "calm": "yes", "more": 1}
    assert from_plain(plain) == (Settings(glyphs="ascii"), ("name", "colours", "calm"))
    assert from_plain(Settings("Anna", calm=True).plain()) == (Settings("Anna", calm=True), ())


@pytest.mark.parametrize("name", ["\ud800", "\x1b[2J", "\u202e", "a\nb", "x" * 70_000])
def test_a_text_in_a_damaged_file_that_cannot_be_shown_is_not_taken(name: str) -> None:
    assert from_plain({"name": name, "explained": "walk"}) == (Settings(explained="walk"), ("name",))


def test_the_look_follows_settings_before_the_terminal() -> None:
    environ = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    assert look_for(Settings(), environ).theme.depth is Depth.MANY
    assert look_for(Settings(colours="none", glyphs="ascii"), environ).glyphs is ASCII
    assert look_for(Settings(), environ, calm=True).calm


def test_looking_around_is_said_until_it_is_known_to_work() -> None:
    assert Tables().looking


def test_no_golden_picture_has_anything_cut_off() -> None:
    cut = [path.name for path in sorted(FOLDER.glob("*.txt")) if UTF8.more in path.read_text("utf-8")]
    assert cut == []


def practising(settings: Settings, *keys: str) -> tuple[Driver, FakeServices]:
    driver, services = at_home(services=FakeServices(settings))
    driver.press("1", *keys)
    return driver, services


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_before_a_first_game_an_easy_searcher_is_chosen_and_it_is_said_why(size: Size) -> None:
    driver, services = practising(Settings())
    driver.size = size
    assert FIRST_GAME_NOTE in unframed(driver)
    assert "● Eva" in driver.text
    driver.press("f2")
    assert services.asked == [("practise", 4, (Character.EVA,))]


def test_the_choice_stays_free() -> None:
    driver, services = practising(Settings(), "down", "up", "f2")
    assert services.asked == [("practise", 4, ())]
    driver, services = practising(Settings())
    driver.click("○ Molasar")
    driver.press("f2")
    assert services.asked == [("practise", 4, (Character.MOLASAR,))]


@pytest.mark.parametrize(("settings", "gentle"), [(Settings(), True), (Settings(finished=True), False)])
def test_molasars_player_is_gentle_before_a_first_game_and_by_choice_afterwards(
    settings: Settings, gentle: bool
) -> None:
    driver, services = practising(settings)
    assert ("● gentle" if gentle else "● plays to win") in driver.text
    driver.press("f2")
    assert services.gentle is gentle
    driver, services = practising(settings)
    driver.click("○ plays to win" if gentle else "○ gentle").press("f2")
    assert services.gentle is not gentle


def test_whoever_plays_molasar_is_not_asked_how_he_is_played() -> None:
    driver, services = practising(Settings())
    driver.click("○ Molasar")
    assert "plays to win" not in driver.text
    driver.press("tab", "enter")
    assert services.asked == [("practise", 4, (Character.MOLASAR,))]


def test_at_a_table_of_three_a_pair_is_chosen() -> None:
    _driver, services = practising(Settings(), "left", "f2")
    assert services.asked == [("practise", 3, (Character.EVA, Character.FONESCU))]
    for keys, wish in (
        (("down",), (Character.EVA, Character.FONESCU)),
        (("down", "down"), (Character.EVA, Character.CUZA)),
        (("up",), ()),
        (("down",) * 5, (Character.MOLASAR,)),
        (("down", "down", "tab", "right", "f2"), (Character.FONESCU, Character.CUZA)),
    ):
        _driver, services = practising(Settings(), "left", "tab", *keys, "f2")
        assert services.asked[0] == ("practise", 3, wish), keys


@pytest.mark.parametrize("settings", [Settings(finished=True), Settings(hints=False)])
def test_whoever_knows_the_game_is_drawn_a_character(settings: Settings) -> None:
    driver, services = practising(settings, "f2")
    assert FIRST_GAME_NOTE not in unframed(driver)
    assert services.asked == [("practise", 4, ())]


def test_a_game_played_to_its_end_is_remembered() -> None:
    for watching in (False, True):
        services = FakeServices(Settings())
        table = FakeTable(4, 3, None if watching else 0)
        driver = Driver(SIZES[2], CALM)
        driver.show(table_screen(driver.desk, table.model, table, services))
        assert services.settings.first_game
        table.model.take(Completed(Over(Reason.TWELFTH_TURN, (Character.MOLASAR,), (Seat(3),))))
        assert services.settings.finished is not watching


def test_a_form_for_practising_speaks_of_nobody_else() -> None:
    driver = at_home(Size(100, 30))[0].press("1", "tab")
    assert "The computer plays the others." in driver.text
    assert "refused" not in driver.text
