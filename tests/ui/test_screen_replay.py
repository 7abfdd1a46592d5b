"""The replay on the full screen: stepping, turns, eyes, the story and the line of time, at all sizes."""

from __future__ import annotations

import functools
import re

import pytest

from keep_p2p.rules.names import Character, Deck, Seat
from keep_p2p.table.replay import Eyes, Replay, read_replay
from keep_p2p.ui.names import FULL
from keep_p2p.ui.replay_story import Reel, hands, replay_names, verdict_line_count
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.events import Key, Mouse, MouseKind, Target
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import ASCII
from keep_p2p.ui.screen.replay import PLAY_SECONDS, ReplayScreen
from keep_p2p.ui.screen.replay_panels import STEP
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.theme import Depth, Theme
from tests.table.games import PACKS
from tests.table.replays import game, replay

CALM = Look(calm=True)


@functools.cache
def steps_of(seats: int) -> Reel:
    return Reel(replay(seats))


def opened(size: Size = SIZES[2], seats: int = 4, look: Look = CALM, shown: Replay | None = None) -> Driver:
    driver = Driver(size, look)
    return driver.show(ReplayScreen(driver.desk, shown or replay(seats), "friday"))


def screen(driver: Driver) -> ReplayScreen:
    found = driver.navigator.stack[0]
    assert isinstance(found, ReplayScreen)
    return found


def test_what_was_checked_is_counted_in_signed_rounds_which_no_player_counts() -> None:
    report = replay(4).report
    told = verdict_line_count(report)
    assert told.endswith(f"proofs checked in {report.rounds:,} signed rounds")


def test_it_begins_before_the_first_round_with_what_was_public_and_says_that_it_was_fair() -> None:
    driver = opened()
    assert "Step 1 of" in driver.text
    assert "Seen by an onlooker" in driver.text
    assert "✓ fair" in driver.text
    assert "The table is signed by all its players" in driver.text


@pytest.mark.parametrize(("on", "back"), [("right", "left"), ("enter", "backspace"), ("space", "b")])
def test_a_step_on_and_a_step_back(on: str, back: str) -> None:
    driver = opened()
    driver.press(on, on)
    assert "Step 3 of" in driver.text
    driver.press(back)
    assert "Step 2 of" in driver.text


def test_beyond_the_ends_it_says_so_and_stays() -> None:
    driver = opened().press("left")
    assert "This is the beginning." in driver.text
    driver.press("end")
    last = len(steps_of(4).steps)
    assert f"Step {last} of {last}" in driver.text
    driver.press("right")
    assert "That was the end of it." in driver.text
    assert "Fair: every proof held" in driver.text


def test_turns_forward_and_back_land_on_their_beginnings() -> None:
    driver = opened().press("down")
    marks = steps_of(4).replay.turns
    assert screen(driver).reel.moment.index >= marks[0].index
    first = screen(driver).reel.place
    driver.press("down")
    assert any(line.heading for line in screen(driver).reel.step.lines)
    driver.press("right", "up", "up")
    assert screen(driver).reel.place == first


def test_a_turn_is_chosen_from_the_list() -> None:
    driver = opened().press("t")
    assert "To which turn?" in driver.text
    mark = steps_of(4).replay.turns[2]
    driver.press("down", "down", "down", "enter")
    reel = screen(driver).reel
    assert reel.step.first <= mark.index <= reel.step.last


def test_a_turn_is_chosen_by_its_number_which_may_have_two_digits() -> None:
    driver = opened()
    reel = screen(driver).reel
    last = reel.replay.turns[-1].number
    assert last >= 10, "the game is long enough for the test"
    for number in (3, last):
        driver.press("t")
        assert "a turn's number goes to it" in driver.text
        driver.type(str(number))
        chosen = [row for row in driver.grid.rows if any(cell.role is Role.CHOSEN for cell in row)]
        mark = next(mark for mark in reel.replay.turns if mark.number == number)
        assert f"Turn {number}: {reel.names.who(mark.character)}" in "".join(cell.text for cell in chosen[0])
        driver.press("enter")
        assert reel.step.first <= mark.index <= reel.step.last


def test_a_turn_that_there_is_not_leaves_the_list_as_it_is() -> None:
    driver = opened().press("t").type("99").press("enter")
    last = next(mark for mark in steps_of(4).replay.turns if mark.number == 9)
    assert screen(driver).reel.step.first <= last.index <= screen(driver).reel.step.last
    driver.press("t", "0", "enter")
    assert screen(driver).reel.place == 0


def test_the_eyes_are_chosen_by_key_and_from_the_list() -> None:
    driver = opened().press("end", "left", "a")
    assert "Seen with all cards face up" in driver.text
    driver.press("0")
    assert "Seen by an onlooker" in driver.text
    driver.press("2")
    names = steps_of(4).names
    assert f"Seen by {names.seats[1].player}, playing" in driver.text
    driver.press("9")
    assert "There is no such seat." in driver.text
    driver.press("e").click("By an onlooker")
    assert screen(driver).reel.sight is Eyes.PUBLIC


def test_the_hands_show_what_the_chosen_eyes_know_and_no_more() -> None:
    driver = opened(Size(200, 60)).press("down", "down", "down")
    reel = screen(driver).reel
    state = reel.moment.state
    assert state is not None
    everything = reel.replay.known(reel.moment.index, Eyes.ALL)
    title = {c: reel.names.titles[everything.cards[Deck.CONFLICT, state.hand(c, Deck.CONFLICT)[0]] - 1]
             for c in state.characters}  # fmt: skip
    assert not any(name in driver.text for name in title.values())
    driver.press("a")
    assert all(name in driver.text for name in title.values())
    driver.press("1")
    own = reel.names.seats[Seat(0)].characters
    for character, name in title.items():
        assert (name in driver.text) is (character in own)


def test_the_hilt_is_on_the_map_for_molasars_eyes_only_before_the_end() -> None:
    driver = opened().press("down", "down")
    reel = screen(driver).reel
    seat = reel.names.seat_of(Character.MOLASAR)
    assert seat is not None

    def on_map() -> bool:
        return any(cell.role is Role.MAP_HILT for row in driver.grid.rows for cell in row)

    assert not on_map()
    driver.press(str(seat + 1))
    assert on_map()
    driver.press(str((seat + 1) % 4 + 1))
    assert not on_map()


def test_a_walk_is_drawn_on_the_map() -> None:
    driver = opened()
    for step in steps_of(4).steps:
        if any(" walks " in line.text for line in step.lines):
            screen(driver).reel.to(step.index)
            break
    assert any(cell.role is Role.MAP_PATH for row in driver.grid.rows for cell in row)


def test_a_click_on_the_story_or_the_line_of_time_goes_there() -> None:
    driver = opened().press("down", "down", "right", "right")
    place = screen(driver).reel.place
    driver.click(Target(STEP, place - 1))
    assert screen(driver).reel.place == place - 1
    time = next(y for y, line in enumerate(driver.grid.lines()) if line.startswith(" Step "))
    row = driver.grid.rows[time]
    x = max(x for x, cell in enumerate(row) if isinstance(cell.link, Target))
    driver.navigator.click(driver.grid, x, time)
    assert screen(driver).reel.at_end


def test_looking_around_tells_of_a_room_and_esc_leads_back() -> None:
    driver = opened().press("down", "down", "v")
    assert "Doorways to" in driver.text
    driver.press("tab", "left", "right", "escape")
    assert "Doorways to" not in driver.text
    assert driver.status is None
    room = PACKS.board.board.rooms[5].id
    driver.click(Target("map", room))
    assert "Doorways to" in driver.text


def test_before_the_characters_are_known_there_is_no_room_to_look_at() -> None:
    driver = opened()
    assert "look around" not in driver.text
    room = PACKS.board.board.rooms[5].id
    driver.press("v").click(Target("map", room))
    assert "Step 1 of" in driver.text
    driver.press("down", "v").click(Target(STEP, screen(driver).reel.place - 1))
    driver.navigator.handle(Mouse(MouseKind.CLICK, 0, 0, Target(STEP, 0)))
    assert "Step 1 of" in driver.text
    assert "Doorways to" not in driver.text
    assert "back to the game" not in driver.text


@pytest.mark.parametrize(
    ("key", "told"), [("f", "proofs checked, all held"), ("w", "playing"), ("s", "Turn"), ("h", " holds ")]
)
def test_more_is_told_on_screens_of_their_own(key: str, told: str) -> None:
    driver = opened().press("down", "down", key)
    assert told.casefold() in driver.text.casefold()
    driver.press("escape")
    assert "Step " in driver.text


def test_it_goes_on_by_itself_until_a_key_is_pressed() -> None:
    driver = opened(look=Look()).press("p").wait(0.0)
    assert "Step 2 of" in driver.text
    driver.wait(PLAY_SECONDS)
    assert "Step 3 of" in driver.text
    driver.press("left").wait(10 * PLAY_SECONDS)
    assert "Step 2 of" in driver.text


def test_going_on_by_itself_ends_at_the_end() -> None:
    driver = opened(look=Look()).press("end", "left", "p").wait(3 * PLAY_SECONDS)
    assert screen(driver).reel.at_end
    assert "stop" not in driver.grid.lines()[-1]


def test_calm_moves_nothing_by_itself() -> None:
    driver = opened().press("p")
    assert "Nothing moves by itself" in driver.text
    driver.wait(60)
    assert "Step 1 of" in driver.text


def test_the_wheel_scrolls_the_story_and_the_map() -> None:
    driver = opened(Size(80, 24)).press("end")
    before = driver.text
    for name in (STEP, "map"):
        driver.navigator.handle(Mouse(MouseKind.WHEEL_UP, 0, 0, Target(name, 0)))
        assert driver.text != before
        before = driver.text


def test_leaving_ends_the_program() -> None:
    assert opened().press("escape").status == 0


def test_a_cut_game_says_so_and_shows_only_what_was_public() -> None:
    data = game(4).peers[0].transcript()
    shown = read_replay(data[: len(data) // 2], PACKS)
    driver = opened(shown=shown)
    assert "! incomplete" in driver.text
    driver.press("a")
    assert "It cannot be seen so" in driver.text
    driver.press("end")
    assert "Incomplete:" in driver.text


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_every_step_can_be_drawn_at_every_size_and_shows_all_of_its_lines(size: Size, seats: int) -> None:
    driver = opened(size, seats)
    reel = screen(driver).reel
    reel.look(Eyes.ALL)
    for place in range(0, len(reel.steps), 17):
        reel.to(place)
        grid = driver.grid
        marked = [row for row in grid.rows if any(c.role is Role.CHOSEN for c in row)]
        assert marked, f"step {place} is not marked"
        shown = " ".join("".join(cell.text for cell in row if cell.role is Role.CHOSEN) for row in marked).split()
        told = " ".join(line.text for line in reel.step.lines).split()
        assert [word for word in told[:12] if word not in shown] == []


def test_without_colours_and_in_ascii_all_is_said() -> None:
    driver = opened(look=Look(ASCII, Theme(Depth.NONE), calm=True)).press("down", "a")
    assert driver.text.isascii()
    assert "+ fair" in driver.text


def test_all_hands_can_be_read_where_they_do_not_fit() -> None:
    driver = opened(Size(80, 24), 6).press("a")
    reel = screen(driver).reel
    places = iter(range(len(reel.steps)))
    while "h shows all hands" not in driver.text:
        reel.to(next(places))
    state = reel.moment.state
    assert state is not None
    driver.press("h")
    shown = " ".join(driver.text.split())
    for line in hands(state, reel.known, reel.names)[:6]:
        assert line.split(":")[0].strip() in shown


def test_every_card_that_is_known_has_a_line_of_its_own_and_an_unknown_hand_has_one() -> None:
    shown = replay(4)
    names = replay_names(shown)
    moment = shown.moments[shown.find_turn(2) or 0]
    state = moment.state
    assert state is not None
    for sight in shown.sights:
        known = shown.known(moment.index, sight)
        lines = hands(state, known, names)
        for character in state.characters:
            slots = [(deck, slot) for deck in Deck for slot in state.hand(character, deck)]
            own = [known.cards[at] for at in slots if at in known.cards]
            head = next(line for line in lines if line.startswith(f"{FULL[character]} holds"))
            assert head.endswith(":") is bool(own)
            at = lines.index(head) + 1
            assert all(line.startswith("  ") for line in lines[at : at + len(own)])


def test_help_names_every_key() -> None:
    driver = opened(Size(120, 40)).press("down", "?")
    for word in ("Home, End", "PgUp, PgDn", "1-6", "look around", "turn before"):
        assert word in driver.text
    driver.navigator.handle(Key("escape"))
    assert "Help" not in driver.text


@pytest.mark.parametrize("size", SIZES)
def test_the_line_of_time_has_the_first_and_the_last_turn_on_it_wherever_one_is(size: Size) -> None:
    driver = opened()
    driver.size = size
    reel = screen(driver).reel
    last = str(reel.replay.turns[-1].number)
    for place in (0, next(s.index for s in reel.steps if reel.replay.turns[0].index <= s.last), len(reel.steps) - 1):
        reel.to(place)
        row = next(line for line in driver.grid.lines() if line.strip().startswith("Step "))
        numbers = re.findall(r"\d+", re.sub(r"^ *Step \d+ of \d+(, turn \d+)?", "", row))
        assert "1" in numbers and last in numbers, row
