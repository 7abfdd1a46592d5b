"""The replay's page in a real browser: every control, by mouse and by keys, and what each pair of eyes sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keep_p2p.rules.names import BONUS_OF, Character, Deck
from keep_p2p.rules.state import PAWNS
from keep_p2p.table.replay import Eyes, Sight, read_replay
from keep_p2p.ui.html import page
from keep_p2p.ui.names import BONUS_NAME, FULL
from keep_p2p.ui.replay_story import Reel
from tests.browser.webdriver import MISSING, Browser, browser
from tests.table.games import PACKS
from tests.table.replays import game, replay
from tests.ui.test_replay_html import hostile_replay

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

SIZES = [(320, 640), (390, 844), (820, 1180), (1440, 900), (1920, 1080)]
"""Small phone, phone, tablet, desktop, large desktop; CSS pixels."""

SEEN = """
const pawns = {};
for (const node of document.querySelectorAll("g.pawns .pawn:not(.gone)")) {
  const [, x, y] = node.style.transform.match(/translate\\(([-\\d.]+)px, ([-\\d.]+)px\\)/).map(Number);
  const inside = [...node.closest("svg").querySelectorAll("g.room")].filter((room) => {
    const box = room.querySelector(".floor").getBBox();
    return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  });
  pawns[node.dataset.pawn] = inside.map((room) => Number(room.dataset.room));
}
return {
  pawns,
  text: document.querySelector("main").innerText,
  proven: [...document.querySelectorAll("g.room.proven")].map((node) => Number(node.dataset.room)),
  hilt: [...document.querySelectorAll("g.room.hilt")].map((node) => Number(node.dataset.room)),
};
"""

HANDS = """
return [...document.querySelectorAll(".player")].map((node) => [
  Number(node.dataset.character),
  [...node.querySelectorAll(".mini:not(.hazard) b")].map((title) => title.textContent),
  node.querySelectorAll(".mini.back").length,
]);
"""

CONTRAST = """
const number = (text) => text.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
  .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index], 0);
const behind = (node) => {
  for (; node; node = node.parentElement) {
    const style = getComputedStyle(node);
    if (style.backgroundImage !== "none") return null;
    const colour = number(style.backgroundColor);
    if (colour.length === 3 || colour[3] === 1) return colour;
  }
  return number(getComputedStyle(document.documentElement).backgroundColor);
};
const poor = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode.parentElement;
  const text = walker.currentNode.data.trim().slice(0, 30);
  if (!text || !node.checkVisibility()) continue;
  if (node.closest("svg, script, style, :disabled, .out, .skip, option")) continue;
  const back = behind(node);
  if (!back) continue;
  const [a, b] = [light(number(getComputedStyle(node).color)), light(back)].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  if (ratio < 4.5) poor.push(`${node.tagName}.${node.className} "${text}" ${ratio.toFixed(2)}`);
}
return [...new Set(poor)];
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(page(replay(4)), "utf-8")
    return path


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def shown(window: Browser, written: Path) -> Browser:
    """The page freshly opened on a desktop, with nothing in motion."""
    window.size(1440, 900)
    window.media(prefers_color_scheme="dark", prefers_reduced_motion="reduce")
    window.open(written)
    return window


def reel() -> Reel:
    return Reel(replay(4))


def at(window: Browser) -> int:
    return int(window.run("return document.documentElement.dataset.step"))


def go(window: Browser, step: int) -> None:
    window.run(
        "const slider = document.getElementById('slider'); slider.value = arguments[0];"
        "slider.dispatchEvent(new Event('input'));",
        step,
    )


def look(window: Browser, sight: Sight) -> None:
    window.run(
        "const eyes = document.getElementById('eyes'); eyes.value = arguments[0];"
        "eyes.dispatchEvent(new Event('change'));",
        sight.value if isinstance(sight, Eyes) else str(int(sight)),
    )


def some_steps(count: int) -> list[int]:
    last = len(reel().steps) - 1
    return sorted({0, last, *random.Random(1).sample(range(last), count)})


def test_the_buttons_step_forward_back_and_to_the_ends(shown: Browser) -> None:
    last = len(reel().steps) - 1
    assert at(shown) == 0
    shown.click("#next")
    shown.click("#next")
    assert at(shown) == 2
    shown.click("#back")
    assert at(shown) == 1
    shown.click("#end")
    assert at(shown) == last
    assert shown.run("return document.getElementById('next').disabled")
    shown.click("#first")
    assert at(shown) == 0
    assert shown.run("return document.getElementById('back').disabled")


def test_the_keys_do_the_same(shown: Browser) -> None:
    last = len(reel().steps) - 1
    shown.press("right", "right", "right", "left")
    assert at(shown) == 2
    shown.press("end")
    assert at(shown) == last
    shown.press("home")
    assert at(shown) == 0
    shown.press("page-down", "page-down")
    assert shown.text("#whose").startswith("Turn 1 of 12")
    second = at(shown)
    shown.press("page-up")
    assert at(shown) < second
    assert shown.run("return document.getElementById('eyes').value") == "all"
    shown.press("v")
    assert shown.run("return document.getElementById('eyes').value") == "public"


def test_the_slider_and_the_list_of_turns_jump(shown: Browser) -> None:
    go(shown, 40)
    assert at(shown) == 40
    assert shown.text("#count") == f"41 of {len(reel().steps)}"
    mark = reel().replay.turns[5]
    shown.run(
        "const turn = document.getElementById('turn');"
        "turn.value = [...turn.options].find((option) => option.text === arguments[0]).value;"
        "turn.dispatchEvent(new Event('change'));",
        f"Turn {mark.number}: {FULL[mark.character]}",
    )
    step = reel().steps[at(shown)]
    assert step.first <= mark.index <= step.last


def test_a_line_of_the_story_leads_to_its_step(shown: Browser) -> None:
    shown.click('#story li[data-step="7"]')
    assert at(shown) == 7
    current = shown.run("return [...document.querySelectorAll('#story [aria-current=step]')].map((n) => n.textContent)")
    assert current == [line.text for line in reel().steps[7].lines]
    assert shown.text("#now") == "\n".join(current)


def test_play_runs_on_pause_stops_and_the_end_stops_by_itself(shown: Browser) -> None:
    shown.run("document.getElementById('speed').value = '4'")
    shown.press("space")
    shown.wait_for("Number(document.documentElement.dataset.step) >= 2")
    assert shown.text("#play") == "Pause"
    shown.click("#play")
    stopped = at(shown)
    assert shown.text("#play") == "Play"
    assert shown.run("return document.getElementById('play').classList.contains('playing')") is False
    go(shown, len(reel().steps) - 2)
    shown.click("#play")
    shown.wait_for(f"Number(document.documentElement.dataset.step) === {len(reel().steps) - 1}")
    shown.wait_for("!document.getElementById('play').classList.contains('playing')")
    assert stopped >= 2


def test_every_pawn_stands_in_its_room_at_every_step_tried(shown: Browser) -> None:
    rooms = {room.id: number for number, room in enumerate(PACKS.board.board.rooms)}
    for number in some_steps(25):
        go(shown, number)
        state = reel().replay.moments[reel().steps[number].last].state
        seen = shown.run(SEEN)
        places = {} if state is None else {pawn: state.where(pawn) for pawn in PAWNS}
        wanted = {str(PAWNS.index(pawn)): [rooms[room]] for pawn, room in places.items() if room is not None}
        assert seen["pawns"] == wanted, f"step {number}"
        hilt = reel().replay.known(reel().steps[number].last, Eyes.ALL).hilt
        proven = set() if state is None else {rooms[room] for room in state.proven if room != hilt}
        assert set(seen["proven"]) == proven
        assert seen["hilt"] == ([] if hilt is None else [rooms[hilt]])


def test_back_shows_what_forward_showed(shown: Browser) -> None:
    forward: list[Any] = []
    for _ in range(60):
        forward.append(shown.run(SEEN))
        shown.press("right")
    for before in reversed(forward):
        shown.press("left")
        assert shown.run(SEEN) == before


def hands_in(window: Browser) -> dict[Character, tuple[list[str], int]]:
    return {list(Character)[number]: (titles, backs) for number, titles, backs in window.run(HANDS)}


def test_each_view_turns_up_what_that_seat_knew_then_and_no_other_card(shown: Browser) -> None:
    shown_replay = replay(4)
    for number in some_steps(12):
        go(shown, number)
        moment = shown_replay.moments[reel().steps[number].last]
        for sight in shown_replay.sights:
            look(shown, sight)
            known = shown_replay.known(moment.index, sight)
            for character, (titles, backs) in hands_in(shown).items():
                slots = (
                    [(deck, slot) for deck in Deck for slot in moment.state.hand(character, deck)]
                    if moment.state
                    else []
                )
                cards = [known.cards[key] for key in slots if key in known.cards]
                named = [BONUS_NAME[BONUS_OF[c]] if c in BONUS_OF else PACKS.deck.title(c) for c in cards]
                assert titles == named, f"step {number} seen as {sight}"
                assert backs == len(slots) - len(cards)
            seen = shown.run(SEEN)["hilt"]
            hilt = known.hilt or (moment.state.hilt_proven if moment.state else None)
            assert [PACKS.board.board.rooms[room].id for room in seen] == ([] if hilt is None else [hilt])


def test_a_card_face_down_is_turned_up_only_for_those_who_know_it(shown: Browser) -> None:
    shown_replay, tried = replay(4), 0
    for step in reel().steps:
        moment = shown_replay.moments[step.last]
        lying = shown_replay.lying(moment.index, Eyes.ALL)
        if not lying or tried > 6:
            continue
        tried += 1
        go(shown, step.index)
        for sight in shown_replay.sights:
            look(shown, sight)
            down = shown.run("return document.querySelectorAll('#fight .big.down').length")
            known = [item for item in shown_replay.lying(moment.index, sight) if item.slot is not None]
            assert down == len(lying) - len(known), sight
            assert shown.run("return document.querySelectorAll('.mini.lying').length") == len(known)
            assert shown.text(".people").count("outlined card lies face down") == len(known)
    assert tried > 3


def test_the_cards_of_a_conflict_are_shown_with_their_numbers_and_the_winner(shown: Browser) -> None:
    steps = [step for step in reel().steps if any(line.text.startswith("Cards up!") for line in step.lines)]
    assert steps
    for step in steps[:5]:
        go(shown, step.index)
        values = shown.run("return [...document.querySelectorAll('#fight .value')].map((n) => parseInt(n.textContent))")
        assert len(values) == 2
        wins = shown.run("return document.querySelectorAll('#fight .winner').length")
        assert wins == (0 if values[0] == values[1] else 1)
        assert ("tie" in shown.text("#fight-result")) is (values[0] == values[1])


def test_the_verdict_and_every_count_of_checks_are_on_the_page(shown: Browser) -> None:
    assert "Fair" in shown.text(".verdict")
    told = shown.text("#proof")
    for kind, number in replay(4).report.checks.items():
        assert kind in told
        assert str(number) in told


def test_nothing_leaves_the_page_and_the_console_stays_clean(window: Browser, written: Path) -> None:
    window.console()
    window.requests()
    window.open(written)
    for size in SIZES:
        window.size(*size)
        for step in (0, 30, 200):
            go(window, step)
            for sight in (Eyes.PUBLIC, Eyes.ALL):
                look(window, sight)
    assert window.console() == []
    assert [url for url in window.requests() if url != "data:,"] == [written.resolve().as_uri()]


def test_the_policy_stops_scripts_and_requests_that_are_not_the_pages_own(shown: Browser) -> None:
    shown.run(
        'const image = \'<img src="data:image/png;base64,AA" onerror="window.w = 1">\';'
        "document.body.insertAdjacentHTML('beforeend', image);"
        "const script = document.createElement('script'); script.textContent = 'window.w = 2';"
        "document.body.append(script);"
        "fetch('http://127.0.0.1:9/').catch(() => { window.refused = true; });"
    )
    shown.wait_for("window.refused")
    assert shown.run("return window.w") is None
    assert any("Content Security Policy" in line for line in shown.console())
    assert not [url for url in shown.requests() if url.startswith("http")]


def test_hostile_names_stay_text(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(page(hostile_replay()), "utf-8")
    window.console()
    window.open(path)
    window.press("end")
    assert window.run("return window.w") is None
    assert "<img src=x onerror=w=1>" in window.text("h1")
    assert window.console() == []


@pytest.mark.parametrize("kept", [200, 3])
def test_a_game_cut_off_early_or_late_steps_without_a_complaint(window: Browser, tmp_path: Path, kept: int) -> None:
    data = game(4).peers[0].transcript()
    shown = read_replay(data[: len(data) // kept], PACKS)
    path = tmp_path / "cut.html"
    path.write_text(page(shown), "utf-8")
    window.console()
    window.open(path)
    last = len(Reel(shown).steps) - 1
    assert window.run("return document.getElementById('eyes').disabled")
    window.press("end")
    assert at(window) == last
    window.press("left", "right", "home", "end", "v")
    assert at(window) == last
    assert "Incomplete" in window.text("#now")
    assert window.console() == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_cut_off_or_out_of_reach_at_any_size(shown: Browser, width: int, height: int) -> None:
    shown.size(width, height)
    for step in (0, 60, len(reel().steps) - 1):
        go(shown, step)
        assert shown.run("return document.documentElement.scrollWidth <= innerWidth"), f"step {step} scrolls sideways"
        for css in ("#first", "#back", "#play", "#next", "#end", "#slider", "#turn", "#speed"):
            box = shown.run(
                "const node = document.querySelector(arguments[0]); node.scrollIntoView({block: 'nearest'});"
                "const b = node.getBoundingClientRect();"
                "const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);"
                "return [b.left >= 0, b.right <= innerWidth, b.width >= 24 && b.height >= 24, node.contains(top)];",
                css,
            )
            assert all(box), f"{css} at step {step}: {box}"


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_all_text_stands_out_from_its_ground(shown: Browser, scheme: str) -> None:
    shown.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    shown.run("document.querySelectorAll('details').forEach((node) => { node.open = true; })")
    for step in (0, 60, 150):
        go(shown, step)
        assert shown.run(CONTRAST) == []


def test_motion_is_left_out_for_those_who_want_none(shown: Browser) -> None:
    moving = "return getComputedStyle(document.querySelector('g.pawns .pawn')).transitionDuration"
    assert shown.run(moving) == "0s"
    shown.media(prefers_color_scheme="dark", prefers_reduced_motion="no-preference")
    assert shown.run(moving) != "0s"


def test_everything_that_takes_the_focus_has_a_name(shown: Browser) -> None:
    tree = shown.devtools("Accessibility.getFullAXTree", {})["nodes"]
    roles = {"button", "combobox", "slider", "link", "DisclosureTriangle", "list"}
    focusable = [
        node
        for node in tree
        if not node.get("ignored")
        and node["role"]["value"] in roles
        and any(p["name"] == "focusable" and p["value"]["value"] for p in node.get("properties", []))
    ]
    assert len(focusable) > 10
    assert [node for node in focusable if not node.get("name", {}).get("value")] == []


def test_pawns_differ_by_shape_and_sign_and_not_by_colour_alone(shown: Browser) -> None:
    signs = shown.run(
        "return [...document.querySelectorAll('#board-keep .pawn')]"
        ".map((n) => `${n.firstElementChild.nextElementSibling.tagName} ${n.querySelector('text').textContent}`)"
    )
    assert len(set(signs)) == len(PAWNS)
