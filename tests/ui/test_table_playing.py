"""Whole games on the table's screen: every decision answered by keys alone, by the mouse alone, at every size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random

import pytest

from keep_p2p.rules.actions import Action, PlayBonus, PlayHazard, SearchDoor, Walk
from keep_p2p.rules.awaited import Decide, Decision, Over
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.names import Character, Seat
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.board.picture import MAP
from keep_p2p.ui.screen.board.viewport import EDGE
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.events import Key, MouseKind, Target
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.table import TableScreen
from keep_p2p.ui.screen.table_moments import LONGEST, MOST_WAITING
from keep_p2p.ui.screen.table_panels import ENTRY
from keep_p2p.ui.table.choosing import Choosing
from keep_p2p.ui.table.offer import Group
from tests.ui.games import SEATINGS
from tests.ui.table_games import FakeTable, fixed_simulation, table_driver

MOST_GAMES = 40
MOST_QUESTIONS = 400
"""Questions of one game that are answered: enough for a whole one."""


def screen_of(driver: Driver) -> TableScreen:
    screen = driver.navigator.top
    assert isinstance(screen, TableScreen)
    return screen


def choosing_of(driver: Driver) -> Choosing:
    choosing = screen_of(driver).pieces.choosing
    assert choosing is not None, driver.text
    return choosing


def leads_to(choosing: Choosing, action: Action) -> str | int:
    """The room or the line on this level behind which ``action`` is."""
    level = choosing.level
    for number, entry in enumerate(level.entries):
        if entry.action == action:
            return number
    for room, spot in level.spots.items():
        if isinstance(spot, tuple) and action in spot:
            return room
    for room, spot in level.spots.items():
        if isinstance(spot, Group) and any(action in actions for actions in spot.rooms.values()):
            return room
    for number, entry in enumerate(level.entries):
        if entry.group is not None and any(action in actions for actions in entry.group.rooms.values()):
            return number
    for number, entry in enumerate(level.entries):
        if entry.pawns or entry.cards:
            inner = (*choosing._offer.pawns, *choosing._offer.cards)
            walks = any(action in actions for group in inner for actions in group.rooms.values())
            if walks or entry.cards:
                return number
    raise AssertionError(f"{action} is nowhere on this level")


def answer_by_keys(driver: Driver, table: FakeTable, action: Action, way: Random) -> None:
    """Tab (or a digit) to what leads to the action, Enter, until it is sent."""
    before = len(table.chosen)
    for _ in range(6):
        choosing = choosing_of(driver)
        aim = leads_to(choosing, action)
        if isinstance(aim, int) and way.random() < 0.5:
            driver.type(str(aim + 1))
        else:
            key = way.choice(("tab", "backtab"))
            for _ in range(1000):
                if choosing.level.at == aim:
                    break
                driver.press(key)
        assert choosing.level.at == aim
        driver.press("enter")
        if len(table.chosen) > before:
            break
    assert table.chosen[before:] == [action]


def click_on(driver: Driver, target: Target) -> None:
    """Click on a cell of the target, scrolling with the mouse (the wheel, the arrows at the edges) to find it."""
    for towards in ("up", "left", "down", "right", "up", "left", "down"):
        for _ in range(20):
            grid = driver.grid
            links = grid.links()
            if target in links:
                driver.navigator.click(grid, *links[target])
                return
            edge = Target(EDGE, towards)
            if target.name == MAP and edge not in links:
                break
            kind = MouseKind.WHEEL_UP if towards == "up" else MouseKind.WHEEL_DOWN
            near = next(link for link in links if isinstance(link, Target) and link.name == target.name)
            driver.navigator.click(grid, *links[edge if target.name == MAP else near],
                                   MouseKind.CLICK if target.name == MAP else kind)  # fmt: skip
    raise AssertionError(f"{target} never comes in sight:\n{driver.text}")


def answer_by_mouse(driver: Driver, table: FakeTable, action: Action) -> None:
    """Click on what leads to the action, twice, until it is sent."""
    before = len(table.chosen)
    for _ in range(6):
        choosing = choosing_of(driver)
        aim = leads_to(choosing, action)
        target = Target(ENTRY, aim) if isinstance(aim, int) else Target(MAP, aim)
        depth = choosing.depth
        if choosing.level.at != aim:
            click_on(driver, target)
            assert choosing.level.at == aim
        click_on(driver, target)
        if len(table.chosen) > before:
            break
        assert choosing.depth == depth + 1
    assert table.chosen[before:] == [action]


def next_choice(actions: Sequence[Action], random: Random) -> Action:
    """A random answer: doors are searched and cards played where that can be, so that everything comes up."""
    searches = [a for a in actions if isinstance(a, SearchDoor)]
    cards = [a for a in actions if isinstance(a, PlayHazard | PlayBonus) and random.random() < 0.3]
    return random.choice(searches or cards or actions)


def decisions(players: int, seed: int) -> Iterator[tuple[Simulation, Decide]]:
    """A game played at random, stopped before every decision."""
    game, random = fixed_simulation(players, seed), Random(seed)
    while not isinstance(wanted := game.awaited, Over):
        action = None
        if isinstance(wanted, Decide):
            yield game, wanted
            action = next_choice(game.choices(), random)
        game.step(action)


@cache
def first_of_each() -> dict[Decision, tuple[int, int, int]]:
    """For each decision a game in which it comes up with a choice: players, seed, and how many come before it."""
    found: dict[Decision, tuple[int, int, int]] = {}
    for seed in range(MOST_GAMES):
        players = 3 + seed % 2
        for number, (game, wanted) in enumerate(decisions(players, seed)):
            if wanted.decision not in found and len(game.choices()) > 1:
                found[wanted.decision] = players, seed, number
        if len(found) == len(Decision):
            break
    return found


def asked_table(decision: Decision, size: Size) -> tuple[FakeTable, Driver]:
    """A table at which the test's seat is asked this."""
    players, seed, before = first_of_each()[decision]
    game, wanted = next(islice(decisions(players, seed), before, None))
    table = FakeTable(players, seed, int(wanted.seat), game.copy())
    driver = table_driver(table, size)
    table.run()
    return table, driver


def test_every_decision_comes_up() -> None:
    assert set(first_of_each()) == set(Decision)


@pytest.mark.parametrize("hand", ["keys", "mouse"])
@pytest.mark.parametrize("decision", Decision)
def test_every_decision_is_answered(decision: Decision, hand: str) -> None:
    for size in SIZES:
        table, driver = asked_table(decision, size)
        assert table.model.asked is not None
        action = Random(size.width).choice(table.model.asked.actions)
        if hand == "keys":
            answer_by_keys(driver, table, action, Random(1))
        else:
            answer_by_mouse(driver, table, action)


@pytest.mark.parametrize("hand", ["keys", "mouse"])
@pytest.mark.parametrize("players", [3, 4])
def test_whole_games_are_played(hand: str, players: int) -> None:
    random = Random(hand)
    for own in range(players):
        table = FakeTable(players, 100 + own, own)
        driver = table_driver(table, SIZES[own % 3], Look(hints=False))
        for _ in range(MOST_QUESTIONS):
            table.run()
            if table.model.asked is None:
                break
            action = next_choice(table.model.asked.actions, random)
            if hand == "keys":
                if screen_of(driver).pieces.moments.keep_secret:
                    driver.wait(MOST_WAITING * LONGEST)  # nothing is asked before the dice lie
                answer_by_keys(driver, table, action, random)
            else:
                driver.wait(MOST_WAITING * LONGEST)  # what is shown over the map is gone
                answer_by_mouse(driver, table, action)
            driver.wait(random.random())
        assert table.model.over is not None
        driver.wait(MOST_WAITING * LONGEST)
        assert "The game is over" in driver.text


def words(text: str) -> str:
    """Text without what layout puts between its words."""
    return "".join(character for character in text if character.isalnum())


def check_screen(driver: Driver) -> None:
    """Nothing that must be read is cut, nothing to be clicked is out of sight."""
    screen, grid = screen_of(driver), driver.grid
    pieces = screen.pieces
    choosing = pieces.choosing
    assert choosing is not None
    links = grid.links()
    for hint in screen.hints():
        assert hint.key in links, f"{hint} cannot be clicked:\n{driver.text}"
    shown = words(driver.text)
    level = choosing.level
    for note in choosing.notes() if level.spots or level.steps else ():
        left = words("".join(line[: grid.size.width] for line in grid.lines()))
        pieces_of = [words(word) for word in note.text.split()]
        assert all(piece in left for piece in pieces_of), f"{note} is cut:\n{driver.text}"
    assert all(words(word) in shown for word in choosing.heading.split()), f"{choosing.heading}:\n{driver.text}"
    entries = {link.value for link in links if isinstance(link, Target) and link.name == ENTRY}
    if isinstance(level.at, int):
        assert level.at in entries, f"line {level.at} is out of sight:\n{driver.text}"
    if level.at is not None and isinstance(level.at, str):
        assert Target(MAP, level.at) in links, f"{level.at} is out of sight:\n{driver.text}"
        room = pieces.chart(screen.model.now).inside(level.at)  # type: ignore[arg-type]  # there is a game
        cells = [cell for row in grid.rows for cell in row if cell.link == Target(MAP, level.at)]
        assert len(cells) >= room.width * room.height - 2, f"{level.at} is partly out of sight:\n{driver.text}"
    assert driver.text.count("proofs checked") == 1


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
@pytest.mark.parametrize("decision", Decision)
def test_nothing_is_cut_or_out_of_reach(decision: Decision, size: Size) -> None:
    _table, driver = asked_table(decision, size)
    check_screen(driver)
    choosing = choosing_of(driver)
    for _ in range(min(12, len(choosing.level.spots) + len(choosing.level.entries))):
        driver.press("tab")
        check_screen(driver)
    if choosing.by_steps():
        check_screen(driver)
        driver.press("1", "2")
        check_screen(driver)


@pytest.mark.parametrize("decision", [Decision.MOVE, Decision.GUARD_MOVE, Decision.FEED, Decision.COMMIT_CARD])
def test_every_action_can_be_reached_by_the_mouse_alone(decision: Decision) -> None:
    table, driver = asked_table(decision, SIZES[0])
    assert table.model.asked is not None
    asked = table.model.asked
    for action in asked.actions[:: max(1, len(asked.actions) // 25)]:
        fresh = FakeTable.__new__(FakeTable)
        fresh.__dict__.update(table.__dict__)
        fresh.chosen, fresh.game = [], table.game.copy()
        screen = screen_of(driver)
        screen.commands = fresh
        table.model.asked = asked
        screen._follow_question()
        answer_by_mouse(driver, fresh, action)


def test_esc_takes_back_what_is_pointed_at_before_it_offers_to_leave() -> None:
    table, driver = asked_table(Decision.MOVE, SIZES[0])
    driver.press("tab", "tab", "escape")
    assert choosing_of(driver).level.at is None
    assert not table.chosen or table.model.asked is not None
    driver.press("escape")
    assert "Leave the table?" in driver.text
    driver.press("escape")
    assert not table.left


def test_an_enter_too_many_sends_nothing() -> None:
    table, driver = asked_table(Decision.COMMIT_CARD, SIZES[0])
    before = len(table.chosen)
    driver.press("enter")
    assert len(table.chosen) == before
    assert "Nothing is chosen yet" in driver.text


def test_a_walk_is_given_step_by_step_by_arrows_digits_and_mouse() -> None:
    table, driver = asked_table(Decision.MOVE, SIZES[2])
    before = len(table.chosen)
    driver.press("w", "1")
    walk = choosing_of(driver).walk()
    assert walk is not None and len(walk.path) == 1
    driver.press("backspace")
    assert "Take a step first" in driver.text
    room = next(iter(choosing_of(driver).level.spots))
    driver.click(Target(MAP, room))
    driver.press("enter")
    assert table.chosen[before:] == [Walk(walk.pawn, (room,))] or choosing_of(driver).level.steps is not None


def test_others_choices_are_waited_for_by_name() -> None:
    table = FakeTable(4, 3, None)
    driver = table_driver(table, SIZES[0])
    for _ in range(300):
        table.run(1)
        if table.model.now is not None and table.model.now.waiting:
            who = table.names.player(Seat(table.model.now.waiting[0]))
            assert who in driver.text
        if table.model.over:
            break


def test_looking_around_goes_to_every_room_by_keys_and_clicks() -> None:
    table, driver = asked_table(Decision.MOVE, SIZES[0])
    driver.press("v")
    seen = set()
    for _ in table.names.board.rooms:
        driver.press("tab")
        looking = screen_of(driver).pieces.looking
        assert looking is not None
        seen.add(looking)
        assert table.names.room_title(looking).split()[0] in driver.text
        assert Target(MAP, looking) in driver.grid.links()
    assert seen == {room.id for room in table.names.board.rooms}
    driver.press("escape")
    assert screen_of(driver).pieces.looking is None


def test_chat_is_typed_and_said() -> None:
    table, driver = asked_table(Decision.MOVE, SIZES[0])
    driver.press("c").type("good luck 1").press("enter")
    assert table.said == ["good luck 1"]
    assert screen_of(driver).pieces.choosing is not None


def test_the_mouse_can_press_every_key_of_the_bottom_line() -> None:
    _table, driver = asked_table(Decision.MOVE, SIZES[0])
    driver.click(Key("v"))
    assert screen_of(driver).pieces.looking is not None


def test_only_molasars_own_screen_shows_the_hilt() -> None:
    for own, sees in ((1, True), (0, False), (None, False)):
        table = FakeTable(4, 5, own)
        driver = table_driver(table, SIZES[2])
        for _ in range(60):
            table.run(1 if own is None else 10_000)
            if table.model.asked is not None:
                action = table.random.choice(table.model.asked.actions)
                table.model.answered()
                table.choose(action)
        table.snapshot()
        state = table.game.state
        assert table.game.hilt is not None
        if state.hilt_proven is None and state.over is None:
            assert (driver.text.count(driver.desk.look.glyphs.map.hilt) == 1) is sees
            assert SEATINGS[4][1] == (Character.MOLASAR,)
