"""Pictures of the table at every size, and what must be said on it whatever the colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from keep_p2p import rulesbook
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.names import GUARDS, Character, Pawn, Region, Seat
from keep_p2p.ui.facts import on_map
from keep_p2p.ui.map import MapState, draw_region
from keep_p2p.ui.map import lines as map_lines
from keep_p2p.ui.names import pawn_letter
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.board.chart import chart
from keep_p2p.ui.screen.board.picture import MAP, Lights, Painter
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.events import Target
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import ASCII, UTF8
from keep_p2p.ui.screen.overlays import Question
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.table_model import (
    Convicted,
    Ended,
    InSight,
    Snapshot,
    Stage,
    StoryLine,
    Told,
    Working,
)
from keep_p2p.ui.screen.table_panels import room_lines
from keep_p2p.ui.screen.theme import Depth, Theme
from keep_p2p.ui.table.guide import Guide, text_of
from tests.ui.games import moments
from tests.ui.golden import assert_golden
from tests.ui.table_games import CALM, FakeTable, fixed_names, table_driver
from tests.ui.test_table_playing import asked_table, choosing_of, screen_of

SMALL, WIDE = SIZES[0], SIZES[2]


def waiting(size: Size) -> Driver:
    """The test's seat waits for another in the second turn of the game."""
    table = FakeTable(4, 3, 0)
    driver = table_driver(table, size)
    while True:
        wanted = table.game.awaited
        if isinstance(wanted, Decide) and wanted.seat != table.own and table.game.state.turn_number == 2:
            table.snapshot()
            return driver
        table.run(1)
        if table.model.asked is not None:
            actions = table.model.asked.actions
            table.model.answered()
            table.choose(actions[-1])


def moving(size: Size) -> Driver:
    _table, driver = asked_table(Decision.MOVE, size)
    return driver.press("tab", "tab", "tab", "tab")


def laying(size: Size) -> Driver:
    _table, driver = asked_table(Decision.COMMIT_CARD, size)
    return driver.press("2")


def guards(size: Size) -> Driver:
    _table, driver = asked_table(Decision.GUARD_MOVE, size)
    return driver.press("tab", "enter", "tab")


def looking(size: Size) -> Driver:
    _table, driver = asked_table(Decision.MOVE, size)
    return driver.press("v", "right")


def helped(size: Size) -> Driver:
    _table, driver = asked_table(Decision.BEFORE_ROLL, size)
    return driver.press("?")


PICTURES: dict[str, Callable[[Size], Driver]] = {
    "table-waiting": waiting,
    "table-move": moving,
    "table-card": laying,
    "table-guards": guards,
    "table-look": looking,
    "table-help": helped,
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_it_was(name: str, size: Size) -> None:
    assert_golden(name, PICTURES[name](size))


@pytest.mark.parametrize("name", PICTURES)
def test_ascii_terminals_get_ascii_only(name: str) -> None:
    for size in SIZES:
        driver = PICTURES[name](size)
        driver.desk.look = replace(driver.desk.look, glyphs=ASCII)
        screen = screen_of(driver) if name != "table-help" else driver.navigator.stack[0]
        assert screen.render(size).text().isascii()


def test_both_regions_are_whole_from_120_columns_on() -> None:
    for size in SIZES[2:]:
        driver = waiting(size)
        rooms = {link.value for link in driver.grid.links() if isinstance(link, Target) and link.name == MAP}
        board = fixed_names(4, 0).board
        assert {room.id for room in board.rooms} <= rooms
        for region in Region:
            grid = draw_region(board, region)
            towers = map_lines(grid)[0].split()
            assert all(tower in driver.text for tower in towers)
            assert region.value.upper() in driver.text


def test_rooms_that_may_be_chosen_bear_a_sign_and_not_only_a_colour() -> None:
    _table, driver = asked_table(Decision.MOVE, WIDE)
    choosing = choosing_of(driver)
    board = chart(fixed_names(4, 0).board)
    lit = dict.fromkeys(choosing.level.spots, "S")
    for glyphs in (UTF8, ASCII):
        with_signs = Painter().paint(board, MapState(), Lights(lit), glyphs)
        without = Painter().paint(board, MapState(), Lights(), glyphs)
        for room in lit:
            inside = board.inside(room)
            cells = [(x, y) for y in range(inside.y, inside.bottom) for x in range(inside.x, inside.right)]
            assert any(with_signs.cell(*at).text != without.cell(*at).text for at in cells), room


def test_the_painted_board_is_the_maps_own_with_pawns_and_marks() -> None:
    for moment in list(moments(4, 2))[::40]:
        shown = on_map(moment.view.state)
        board = chart(moment.view.state.game.board)
        grid = Painter().paint(board, shown, Lights(), UTF8)
        for region in Region:
            for y, line in enumerate(map_lines(draw_region(board.board, region, shown))):
                start = board.offset[region]
                cells = grid.rows[y][start : start + len(line)]
                assert "".join(" " if cell.role is Role.FAINT else cell.text for cell in cells) == line


def test_each_region_bears_its_name_above_its_walls() -> None:
    grid = Painter().paint(chart(fixed_names(4, 0).board), MapState(), Lights(), UTF8)
    named = "".join(cell.text for cell in grid.rows[0] if cell.role is Role.FAINT)
    assert named == "THE KEEPCELLAR"


def test_pawns_have_the_rulebooks_colours_and_letters() -> None:
    board = chart(fixed_names(4, 0).board)
    room = board.board.rooms[0].id
    pawns: list[tuple[Pawn, str]] = [*((c, c.value[0].upper()) for c in Character), (GUARDS[6], "g")]
    for pawn, letter in pawns:
        grid = Painter().paint(board, MapState({pawn: room}), Lights(), UTF8)
        role = Role(f"pawn-{pawn.value}") if isinstance(pawn, Character) else Role.PAWN_GUARD
        assert any(cell.text == letter and cell.role is role for row in grid.rows for cell in row)


def test_found_and_unfound_secret_doors_differ_by_their_sign() -> None:
    board = chart(fixed_names(4, 0).board)
    door = board.board.secret_doors[2]
    grid = Painter().paint(board, MapState(), Lights(found=frozenset({door.id})), UTF8)
    text = grid.text()
    assert text.count("◆3") == 2
    assert text.count("◊3") == 0
    assert text.count("◊1") == 2


@pytest.mark.parametrize("depth", Depth)
def test_every_cell_has_a_style_at_every_depth_of_colour(depth: Depth) -> None:
    for make in PICTURES.values():
        grid = make(SMALL).grid
        for row in grid.rows:
            for cell in row:
                style = Theme(depth).style(cell.role)
                assert depth is not Depth.NONE or ("fg:" not in style and "bg:" not in style)


def test_without_colours_the_room_pointed_at_still_stands_out() -> None:
    driver = moving(WIDE)
    driver.desk.look = Look(theme=Theme(Depth.NONE), calm=True, hints=False)
    at = choosing_of(driver).level.at
    cells = [cell for row in driver.grid.rows for cell in row if cell.link == Target(MAP, at)]
    assert any("reverse" in Theme(Depth.NONE).style(cell.role) for cell in cells)
    assert any(cell.text == UTF8.pointer for cell in cells)


# --- what is always said ----------------------------------------------------------------------------------


def test_how_many_proofs_were_checked_is_always_in_sight() -> None:
    for make in PICTURES.values():
        for size in SIZES:
            driver = make(size)
            if driver.navigator.top is driver.navigator.stack[0]:
                assert "proofs checked, all held" in driver.text


def test_what_did_not_hold_is_told_in_words_with_whose_it_is() -> None:
    table = FakeTable(4, 3, 0)
    driver = table_driver(table, SMALL)
    table.run()
    table.model.take(Convicted(Seat(2), 77, "Clara (Cuza) broke the rules in round 77 by shuffling another deck"))
    text = driver.text
    assert "Not all held: Clara broke the rules (round 77)" in text
    assert "PLAY HAS STOPPED" in text
    assert "Clara (Cuza) broke the rules in round 77 by shuffling" in text
    assert screen_of(driver).pieces.choosing is None
    assert any(cell.role is Role.BAD for cell in driver.grid.rows[0])


def test_work_that_takes_time_is_told_with_how_far_it_is() -> None:
    driver = waiting(SMALL)
    screen_of(driver).model.take(Working("shuffling the cards", 2, 4))
    assert "Shuffling the cards: 2 of 4 players are done." in driver.text


def test_a_lost_link_is_marked_at_the_player() -> None:
    driver = waiting(SMALL)
    model = screen_of(driver).model
    assert model.now is not None
    model.take(replace(model.now, unlinked=(Seat(2),)))
    line = driver.grid.lines()[1]
    assert f"Woermann Clara {UTF8.no}" in line


def test_the_banner_says_when_the_table_waits_for_somebody_without_a_link() -> None:
    driver = waiting(SMALL)
    model = screen_of(driver).model
    assert model.now is not None
    awaited, other = Seat(2), Seat(1)
    model.take(replace(model.now, waiting=(awaited,), unlinked=(other,)))
    assert "no link" not in driver.text
    model.take(replace(model.now, waiting=(awaited,), unlinked=(awaited, other)))
    told = f"There is no link to {model.now.names.player(awaited)} for now, so the table waits."
    assert told in " ".join(driver.text.split())


def test_a_table_that_breaks_off_says_why() -> None:
    driver = waiting(SMALL)
    screen_of(driver).model.take(Ended("The journal cannot be written: the disk is full."))
    assert "the disk is full" in driver.text
    assert screen_of(driver).model.stage is Stage.ENDED


def test_a_refused_choice_is_told_and_can_be_made_again() -> None:
    table, driver = asked_table(Decision.COMMIT_CARD, SMALL)

    def refuse(action: object) -> None:
        from keep_p2p.ui.screen.table_model import ChoiceRefused

        table.model.take(ChoiceRefused("The rules do not allow that."))

    table.choose = refuse  # type: ignore[method-assign]  # this once the table says no
    driver.press("1", "enter")
    assert "The rules do not allow that." in driver.text
    assert choosing_of(driver).level.at is None


def test_after_a_choice_the_screen_says_that_it_is_on_its_way() -> None:
    table, driver = asked_table(Decision.COMMIT_CARD, SMALL)
    table.choose = lambda action: None  # type: ignore[method-assign]  # the network takes its time
    driver.press("1", "enter")
    assert "on its way" in driver.text


def test_a_looked_at_card_is_shown_and_no_other() -> None:
    table, driver = asked_table(Decision.JUDGE_GUESS, WIDE)
    view = table.model.now.view if table.model.now is not None else None
    assert view is not None
    fight = view.state.conflict
    assert fight is not None and fight.looked_at is not None
    banner = next(line for line in driver.grid.lines() if "you have looked" in line)
    assert banner.count(" card counts ") == 1


def test_wide_names_and_long_tables_break_nothing() -> None:
    table = FakeTable(4, 3, 0)
    seats = tuple(replace(seat, player="漢字の名前がとても長い人") for seat in table.names.seats)
    table.names = replace(table.names, seats=seats)
    for size in SIZES:
        driver = table_driver(table, size)
        table.run()
        table.snapshot()
        for line in driver.grid.rows:
            assert len(line) == size.width
        assert "漢字" in driver.text or size == SMALL


def test_resizing_keeps_what_is_pointed_at_in_sight() -> None:
    driver = moving(WIDE)
    at = choosing_of(driver).level.at
    for size in (SMALL, SIZES[3], Size(83, 27), Size(119, 39), SMALL):
        driver.size = size
        assert choosing_of(driver).level.at == at
        assert Target(MAP, at) in driver.grid.links()


def test_too_small_a_window_says_so_and_loses_nothing() -> None:
    driver = moving(WIDE)
    driver.size = Size(60, 20)
    assert "Nothing is lost meanwhile" in driver.text
    driver.size = WIDE
    assert choosing_of(driver).level.at is not None


# --- the guide and help -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
@pytest.mark.parametrize("decision", Decision)
def test_the_guide_explains_every_decision_in_full_at_every_size(decision: Decision, size: Size) -> None:
    table, _driver = asked_table(decision, size)
    guide = Guide()
    driver = table_driver(table, size, CALM, guide)
    assert guide.now == decision.value
    shown = driver.text
    for word in guide.text.split():
        assert word in shown, f"{word!r} of the lesson is cut:\n{shown}"
    driver.press("g")
    assert guide.text == ""
    assert "New to this" not in driver.text


def test_where_the_guide_leaves_room_the_latest_news_are_below_it() -> None:
    table, _driver = asked_table(Decision.PICK_CONFLICT, WIDE)
    table.model.take(StoryLine("Bruno: see you in the cellar", Told.CHAT))
    driver = table_driver(table, WIDE, CALM, Guide())
    assert "(g: understood)" in driver.text
    assert "see you in the cellar" in driver.text


def test_what_the_guide_says_of_a_card_holds_for_molasar_too() -> None:
    assert "counts where Molasar himself fights" in text_of(Decision.COMMIT_CARD)


def test_help_tells_what_the_signs_of_a_choice_mean() -> None:
    _table, driver = asked_table(Decision.MOVE, SIZES[3])
    told = " ".join(screen_of(driver).help().now)
    for sign in ("○ may be chosen", "3 so many rooms to walk", "! somebody is there to fight", "▸ pointed at"):
        assert sign in told


def test_molasar_looking_around_is_told_what_he_knows_of_a_marked_room() -> None:
    table, _driver = asked_table(Decision.FEED, WIDE)
    now = table.model.now
    assert now is not None
    assert now.state is not None
    assert now.view is not None
    hilt, unproven = now.view.known.hilt, now.state.unproven
    assert hilt in unproven
    for room in unproven:
        own, others = (
            "\n".join(line.text for line in room_lines(room, shown, now.state))
            for shown in (now, replace(now, view=None))
        )
        assert ("the Hilt lies here. Only you know" in own) is (room == hilt)
        assert ("the Hilt is not here" in own) is (room != hilt)
        assert "the Hilt may be here" in others


def test_whose_room_is_chosen_is_said_when_it_is_anothers() -> None:
    _table, driver = asked_table(Decision.GUARD_MOVE, WIDE)
    choosing = choosing_of(driver)
    assert "Choose whom to move:" in driver.text
    driver.press("tab", "enter")
    assert choosing.level.group is not None
    mover = next(guard for guard in GUARDS if guard == choosing.level.group.mover)
    assert f"Choose a room for guard {pawn_letter(mover)}:" in driver.text
    _table, driver = asked_table(Decision.MOLASAR_MOVE, WIDE)
    assert "Choose a room:" in driver.text


def test_a_lesson_is_given_once_and_switched_off_by_a_key() -> None:
    table, _driver = asked_table(Decision.MOVE, SMALL)
    guide = Guide(frozenset({"move"}))
    driver = table_driver(table, SMALL, CALM, guide)
    assert guide.text == ""
    driver.press("G")
    assert not guide.on
    assert "The guide is off" in driver.text
    driver.press("G")
    assert guide.on


@pytest.mark.parametrize("decision", Decision)
def test_help_says_what_can_be_done_now_and_which_rulings_say_so(decision: Decision) -> None:
    _table, driver = asked_table(decision, SIZES[3])
    told = screen_of(driver).help()
    assert told.now[0].startswith("You are asked.")
    assert "rulings" in told.now[1]
    assert told.topics
    driver.press("?")
    assert "You are asked." in driver.text
    driver.click(Target("topics", 0))
    assert "The rules:" in driver.text
    driver.press("escape").click(Target("topics", len(told.topics)))
    first = told.rulings[0]
    assert f"The rules: Ruling{'s' * (len(told.rulings) > 1)} {first}" in driver.text
    assert rulesbook.rulings()[first][:40].replace("*", "") in driver.text


def test_help_speaks_of_keys_for_choosing_only_while_something_is_asked() -> None:
    def told(driver: Driver) -> str:
        help_ = screen_of(driver).help()
        return " ".join((*help_.now, *(f"{key} {what}" for key, what in help_.keys)))

    asked = told(asked_table(Decision.MOVE, SMALL)[1])
    idle = told(waiting(SMALL))
    onlooker = told(table_driver(FakeTable(4, 3, None).run(90), SMALL))
    for choosing in ("1-9", "step by step", "When you choose"):
        assert choosing in asked
        assert choosing not in idle + onlooker
    assert "your cards" in idle
    assert "who plays whom" in idle
    for own in ("your cards", "recap", "guide"):
        assert own not in onlooker
    assert "who plays whom" in onlooker


def test_help_while_waiting_says_what_others_may_do() -> None:
    driver = waiting(SMALL)
    assert screen_of(driver).help().now[0].startswith("Nothing is asked of you now.")


def test_cards_state_and_story_open_and_close() -> None:
    for key, title in (("h", "Your cards"), ("s", "How it stands (Mill)"), ("t", "The story")):
        driver = waiting(SMALL)
        driver.press(key)
        assert driver.navigator.top.title == title
        driver.press("escape")
        assert screen_of(driver) is driver.navigator.stack[0]


def test_an_onlooker_sees_the_table_and_no_cards() -> None:
    table = FakeTable(4, 3, None)
    driver = table_driver(table, WIDE)
    table.run(60)
    assert "against Molasar / a guard" not in driver.text
    assert not any(hint.label == "cards" for hint in screen_of(driver).hints())
    assert isinstance(table.model.now, Snapshot)


def test_an_onlooker_reads_that_it_is_one() -> None:
    for size in SIZES:
        table = FakeTable(4, 3, None)
        driver = table_driver(table.run(200), size)
        assert driver.text.splitlines()[0].startswith(" Watching: turn ")
        assert "(Mill)" in driver.text.splitlines()[0]


def test_an_onlooker_whose_link_is_lost_reads_it_and_what_comes_then() -> None:
    table = FakeTable(4, 3, None)
    driver = table_driver(table.run(200), SIZES[0])
    table.model.take(InSight(linked=False))
    assert "! The link to the table is lost: another of its seats is looked for." in driver.text
    table.model.take(InSight(linked=True))
    assert "is lost" not in driver.text


def test_leaving_says_what_it_means_and_what_is_kept() -> None:
    table, driver = asked_table(Decision.MOVE, SMALL)
    table.model.kept_in = Path("/srv/games")
    driver.press("escape")
    assert isinstance(driver.navigator.top, Question)
    told = driver.navigator.top.sentence
    assert "Nobody can take your seat: the game stops for all" in told
    assert "cannot be continued later" in told
    assert "is kept in /srv/games, and 'Finished games' at home shows it." in told
    driver.press("n")
    assert not table.left
    driver.press("escape", "y")
    assert table.left


def test_leaving_a_practice_game_speaks_of_no_others() -> None:
    table, driver = asked_table(Decision.MOVE, SMALL)
    lobby = table.model.lobby
    assert lobby is not None
    table.model.take(replace(lobby, seats=tuple(replace(seat, computer=not seat.own) for seat in lobby.seats)))
    driver.press("escape")
    assert isinstance(driver.navigator.top, Question)
    assert "This game cannot be continued later." in driver.navigator.top.sentence
    assert "for all" not in driver.navigator.top.sentence
