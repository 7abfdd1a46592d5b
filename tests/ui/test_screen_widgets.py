"""Lists, fields, forms, scrolling text, questions, help, and the keys of all screens."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Help, Hint, Screen
from keep_p2p.ui.screen.driver import Driver
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse, MouseKind, Target
from keep_p2p.ui.screen.form import ButtonItem, Form, Option, PickItem, TextItem
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.listing import ListBox, Row
from keep_p2p.ui.screen.overlays import ask
from keep_p2p.ui.screen.rules import RulesScreen
from keep_p2p.ui.screen.scroller import Line, Scroller
from keep_p2p.ui.screen.textfield import TextField
from tests.ui.golden import at_all_sizes


class Plain(Screen):
    """A screen with a list."""

    def __init__(self, desk: Desk, rows: int = 3) -> None:
        super().__init__(desk)
        self.list = ListBox("list", [Row(f"row {n}", n, str(n)) for n in range(1, rows + 1)])
        self.closed_times = 0

    @property
    def title(self) -> str:
        return "Plain"

    def hints(self) -> tuple[Hint, ...]:
        return (Hint(Key("enter"), "choose"),)

    def help(self) -> Help:
        return Help(("Choose a row.",), (("1-9", "by number"),), ("minute",))

    def closed(self) -> None:
        self.closed_times += 1

    def draw(self, area: Area) -> None:
        self.list.draw(area.panel("List"))

    def handle(self, event: Event) -> bool:
        return self.list.handle(event) is not Did.NOTHING


def drawn(widget: ListBox | Scroller, columns: int, rows: int) -> tuple[str, ...]:
    grid = Grid(Size(columns, rows))
    widget.draw(Area.of(grid))
    return grid.lines()


def test_a_list_scrolls_so_that_the_chosen_row_is_in_sight() -> None:
    rows = ListBox("list", [Row(f"row {n}") for n in range(20)])
    for _ in range(10):
        rows.handle(Key("down"))
    assert any("row 10" in line for line in drawn(rows, 20, 5))
    rows.handle(Key("home"))
    assert "row 0" in drawn(rows, 20, 5)[0]


def test_numbers_of_two_digits_are_typed_digit_by_digit() -> None:
    rows = ListBox("list", [Row(f"row {n}", n, str(n)) for n in range(1, 25)])
    places = []
    for digit in ("1", "7", "9"):
        rows.handle(Key(digit))
        places.append(rows.index + 1)
    assert places == [1, 17, 9]


def test_a_list_that_is_not_instant_is_only_moved_by_the_first_click() -> None:
    rows = ListBox("list", [Row("a"), Row("b")])
    click = Mouse(MouseKind.CLICK, 0, 1, Target("list", 1))
    assert rows.handle(click) is Did.TOOK
    assert rows.handle(click) is Did.CHOSE


def test_another_set_of_rows_keeps_the_place_by_value() -> None:
    rows = ListBox("list", [Row("a", "a"), Row("b", "b")])
    rows.handle(Key("down"))
    rows.set([Row("new", "new"), Row("a", "a"), Row("b", "b")])
    assert rows.row is not None
    assert rows.row.value == "b"
    rows.set([Row("a", "a")])
    assert rows.index == 0


def test_a_tail_follows_until_somebody_scrolls_up() -> None:
    text = Scroller("story", [Line(f"line {n}") for n in range(10)], tail=True)
    assert "line 9" in drawn(text, 20, 3)[2]
    text.handle(Key("up"))
    text.add(Line("line 10"))
    assert "line 8" in drawn(text, 20, 3)[2]
    text.handle(Key("end"))
    assert "line 10" in drawn(text, 20, 3)[2]


def test_a_field_takes_text_and_edits_it() -> None:
    field = TextField("name", "An", limit=6)
    for key in ("n", "a", "space", "B", "x"):
        field.handle(Key(key))
    assert field.text == "Anna B"
    for key in ("home", "delete", "a", "end", "backspace"):
        field.handle(Key(key))
    assert field.text == "anna "
    field.handle(Key("paste", "\x1b[2Jz"))
    assert field.text == "anna  "


def test_a_form_is_filled_in_by_keys() -> None:
    form = Form(
        "form",
        [
            TextItem("Name", TextField("name")),
            PickItem("Players", tuple(Option(n, str(n)) for n in (3, 4, 5))),
            PickItem("Who", (Option("a", "A", "first"), Option("b", "B", "second")), tall=True),
            ButtonItem("Go", "go"),
        ],
    )
    for key in ("x", "tab", "right", "tab", "down", "down"):
        form.handle(Key(key))
    assert form.handle(Key("enter")) is Did.CHOSE
    name, players, who = form.items[:3]
    assert isinstance(name, TextItem)
    assert isinstance(players, PickItem)
    assert isinstance(who, PickItem)
    assert (name.field.text, players.value, who.value, form.pressed) == ("x", 4, "b", "go")


def test_escape_goes_back_and_the_last_screen_ends_the_program() -> None:
    driver = Driver()
    first, second = Plain(driver.desk), Plain(driver.desk)
    driver.show(first).show(second).press("escape")
    assert second.closed_times == 1
    assert driver.status is None
    driver.press("f10")
    assert driver.status == 0


def test_control_c_asks_and_stays_unless_told_to_leave() -> None:
    driver = Driver()
    driver.show(Plain(driver.desk)).press("ctrl-c")
    assert "Leave keep-p2p?" in driver.text
    driver.press("enter")
    assert "Leave keep-p2p?" not in driver.text
    driver.press("ctrl-c", "y")
    assert driver.status == 0


def test_control_c_pressed_again_leaves() -> None:
    driver = Driver()
    driver.show(Plain(driver.desk)).press("ctrl-c", "ctrl-c")
    assert driver.status == 0


def test_help_shows_keys_and_leads_to_the_rules_and_back() -> None:
    driver = Driver()
    driver.show(Plain(driver.desk)).press("?")
    for text in ("Choose a row.", "1-9", "by number", "Ctrl-C"):
        assert text in driver.text
    driver.press("enter")
    assert "The rules: The Keep in a minute" in driver.text
    driver.press("escape", "escape")
    assert "row 1" in driver.text
    assert "Choose a row." not in driver.text


def test_what_the_bottom_line_names_can_be_clicked() -> None:
    driver = Driver()
    driver.show(Plain(driver.desk)).click("? help")
    assert "Choose a row." in driver.text


@pytest.mark.parametrize(
    "answer",
    [lambda d: d.press("y"), lambda d: d.press("left", "enter"), lambda d: d.click("yes, please")],
    ids=["key", "arrows", "mouse"],
)
def test_a_question_is_answered_by_key_by_arrows_and_by_mouse(answer: Callable[[Driver], Driver]) -> None:
    driver, given = Driver(), list[str]()
    driver.show(Plain(driver.desk))
    answers = (("y", "yes, please", lambda: given.append("yes")), ("n", "no", lambda: given.append("no")))
    ask(driver.desk, "Really?", "A question.", answers)
    answer(driver)
    assert given == ["yes"]
    assert len(driver.navigator.stack) == 1


def test_a_notice_is_shown_until_the_next_key() -> None:
    driver = Driver()
    driver.show(Plain(driver.desk))
    driver.navigator.notice("Something is new.")
    assert "Something is new." in driver.text
    driver.press("down")
    assert "Something is new." not in driver.text


def test_a_window_that_is_too_small_says_so() -> None:
    driver = Driver(Size(60, 20))
    driver.show(Plain(driver.desk))
    assert "at least 80" in driver.text


def test_timers_fire_in_their_order() -> None:
    driver, fired = Driver(), list[int]()
    driver.desk.later(2, lambda: fired.append(2))
    driver.desk.later(1, lambda: fired.append(1))
    driver.desk.later(3, lambda: fired.append(3))()
    driver.wait(5)
    assert fired == [1, 2]


def test_the_rules_at_all_sizes() -> None:
    at_all_sizes("rules", lambda driver: driver.show(RulesScreen(driver.desk, "conflict")))


def test_help_at_all_sizes() -> None:
    at_all_sizes("help", lambda driver: driver.show(Plain(driver.desk)).press("?"))
