"""The page that a replay is written as: whole, closed to the outside, escaped, small, and true to the moments."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from keep_p2p.cli.shell import run
from keep_p2p.rules.names import Character, Deck, Region
from keep_p2p.rules.state import PAWNS
from keep_p2p.table.replay import Eyes, Replay, read_replay
from keep_p2p.ui.html import page
from keep_p2p.ui.html.data import ABSENT, OUTSIDE
from keep_p2p.ui.html.svg import CELL_HEIGHT, CELL_WIDTH, draw
from keep_p2p.ui.replay_story import Reel
from tests.table.games import PACKS
from tests.table.replays import foul_transcript, game, replay

MOST_BYTES = 1_500_000
"""A page of a six-player game is at most this large."""

BYTES_A_STEP = 600
"""What one more step may add, bytes; a long game of six has some 1,500."""

HOSTILE = ("<img src=x onerror=w=1>", "</script><script>w=1//", "<!--\"'&amp;{{data}}")
"""As much as goes into a name's 24 characters."""


class Elements(HTMLParser):
    """All elements with their attributes, and what stands in scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self._last = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        self._last = f"{tag}#{dict(attributes).get('id') or ''}"

    def handle_data(self, data: str) -> None:
        self.inside[self._last] = self.inside.get(self._last, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._last = ""


def data_of(text: str) -> Any:
    return json.loads(Elements(text).inside["script#game"])


def whole_steps(data: Any) -> list[dict[str, Any]]:
    """Every step as the page's script puts it together."""
    steps: list[dict[str, Any]] = []
    for change in data["steps"]:
        before = {key: value for key, value in (steps[-1] if steps else {}).items() if not key.isupper()}
        steps.append(before | change)
    return steps


@pytest.fixture(scope="module")
def text() -> str:
    return page(replay(4))


def test_nothing_in_the_page_leads_out_of_it(text: str) -> None:
    for tag, attributes in Elements(text).elements:
        assert tag not in {"iframe", "object", "embed", "base", "form", "img", "audio", "video"}
        assert not [name for name in attributes if name.startswith("on") or name in {"style", "src", "srcset"}]
        href = attributes.get("href")
        assert href is None or href.startswith("#") or href == "data:,"
    assert set(re.findall(r"https?://[^\s\"'`)]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)


def test_the_policy_names_this_style_and_this_script_and_nothing_else(text: str) -> None:
    found = Elements(text)
    policy = next(a["content"] for tag, a in found.elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    for kind, inside in (("style", found.inside["style#"]), ("script", found.inside["script#"])):
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_every_room_is_drawn_once_and_every_pawn_in_both_drawings(text: str) -> None:
    elements = Elements(text).elements
    rooms = [int(a["data-room"] or "") for tag, a in elements if "data-room" in a]
    assert sorted(rooms) == list(range(len(PACKS.board.board.rooms)))
    assert sum("data-pawn" in a for _, a in elements) == 2 * len(PAWNS)


@pytest.mark.parametrize("region", Region)
def test_walls_leave_every_doorway_open_and_close_every_room(region: Region) -> None:
    board = PACKS.board.board
    svg = draw(board, region, (), ()).svg
    drawn = "".join(re.findall(r'class="wall (?:inner|outer)" d="([^"]*)"', svg))
    covered: set[tuple[int, int]] = set()
    for x, y, way, length in re.findall(r"M(-?\d+) (-?\d+)([hv])(-?\d+)", drawn):
        for along in range(0, int(length), 1 if int(length) > 0 else -1):
            covered.add((int(x) + along, int(y)) if way == "h" else (int(x), int(y) + along))
    for doorway in board.doorways:
        if board.room_data[doorway.a].region is region:
            x, y = doorway.at[0] * CELL_WIDTH, doorway.at[1] * CELL_HEIGHT
            assert not covered & {(x + along, y) for along in range(-5, 6)}
            assert not covered & {(x, y + along) for along in range(-5, 6)}
    for room in board.rooms:
        if room.region is region:
            assert (room.rect.x * CELL_WIDTH, room.rect.y * CELL_HEIGHT) in covered


def test_the_steps_put_together_are_the_public_states() -> None:
    for seats in (3, 6):
        shown = replay(seats)
        reel, steps = Reel(shown), whole_steps(data_of(page(shown)))
        rooms = {room.id: number for number, room in enumerate(PACKS.board.board.rooms)}
        assert len(steps) == len(reel.steps)
        for step, found in zip(reel.steps, steps, strict=True):
            state = shown.moments[step.last].state
            if state is None:
                assert "p0" not in found
                continue
            for number, pawn in enumerate(PAWNS):
                room = state.where(pawn)
                here = OUTSIDE if isinstance(pawn, Character) and state.is_outside(pawn) else ABSENT
                assert found[f"p{number}"] == (here if room is None else rooms[room])
            for number, character in enumerate(Character):
                assert found[f"c{number}"] == list(state.hand(character, Deck.CONFLICT))
                assert found[f"b{number}"] == list(state.hand(character, Deck.BONUS))
            assert found["x"] == [rooms[room] for room in state.proven]
            assert found["t"][:2] == [list(Character).index(state.turn), state.turn_number]


def test_the_data_tell_of_each_seat_what_it_knew_at_each_step() -> None:
    shown = replay(6)
    reel, data = Reel(shown), data_of(page(shown))
    for step in reel.steps:
        for seat in range(6):
            known = {slot for since, slot in data["known"][seat] if since <= step.index}
            truth = shown.known(step.last, shown.sights[seat + 1]).cards
            assert known == {f"{deck.value[0]}{slot}" for deck, slot in truth}
            assert all(data["cards"][f"{deck.value[0]}{slot}"] == card for (deck, slot), card in truth.items())


def test_a_broken_off_game_gives_nothing_away() -> None:
    data = game(4).peers[0].transcript()
    cut = page(read_replay(data[: len(data) * 2 // 3], PACKS))
    found = data_of(cut)
    assert found["eyes"] == [Eyes.PUBLIC.value]
    assert found["cards"] == {}
    assert found["known"] == [[], [], [], []]
    assert found["hilt"] is None
    assert not any("g" in step for step in found["steps"])
    assert 'class="verdict incomplete"' in cut


def test_an_altered_game_is_told_as_such() -> None:
    data = bytearray(game(4).peers[0].transcript())
    data[len(data) // 2] ^= 1
    assert 'class="verdict altered"' in page(read_replay(bytes(data), PACKS))


def test_a_foul_game_names_who_broke_which_rule() -> None:
    text = page(read_replay(foul_transcript(), PACKS))
    assert 'class="verdict foul"' in text
    assert re.search(r"<li data-step=.*>Foul: Player 3 \(.*\) broke the rules in round \d+ by ", text)


def test_a_game_that_hardly_began_is_a_page_too() -> None:
    data = game(4).peers[0].transcript()
    cut = 0
    for _ in ("header", "genesis"):
        cut += 4 + int.from_bytes(data[cut : cut + 4], "big")
    shown = read_replay(data[:cut], PACKS)
    assert [moment.state for moment in shown.moments] == [None]
    found = data_of(page(shown))
    assert found["eyes"] == ["public"]
    assert "p0" not in found["steps"][-1]


def hostile_replay() -> Replay:
    shown = replay(3)
    roster = tuple(replace(seat, name=name) for seat, name in zip(shown.genesis.roster, HOSTILE, strict=True))
    return replace(shown, genesis=replace(shown.genesis, name=HOSTILE[0], roster=roster))


def test_names_cannot_become_markup() -> None:
    text = page(hostile_replay())
    assert "<img" not in text
    assert "<script>w" not in text
    assert text.count("</script>") == page(replay(3)).count("</script>")
    assert tuple(seat[0] for seat in data_of(text)["seats"]) == HOSTILE
    tags = {tag for tag, _ in Elements(text).elements}
    assert tags == {tag for tag, _ in Elements(page(replay(3))).elements}


def test_the_page_is_small() -> None:
    for seats in (4, 6):
        text = page(replay(seats))
        assert len(text.encode()) < MOST_BYTES
        story_and_steps = (
            len(json.dumps(data_of(text)["steps"])) + len(re.findall(r"<li data-step.*?</li>", text)) * 100
        )
        assert story_and_steps / len(Reel(replay(seats)).steps) < BYTES_A_STEP


def test_the_same_game_gives_the_same_page() -> None:
    again = read_replay(game(4).peers[2].transcript(), PACKS)
    assert page(again) == page(replay(4))


def test_the_command_writes_the_page_and_never_over_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "game.transcript", tmp_path / "game.html"
    data = game(4).peers[0].transcript()
    path.write_bytes(data)
    assert run(["replay", str(path), "--html", str(out)]) == 0
    assert "Fair" in capsys.readouterr().out
    assert out.read_text("utf-8") == page(replay(4))
    assert run(["replay", str(path), "--html", str(path)]) == 2
    assert "another file" in capsys.readouterr().err
    assert path.read_bytes() == data
    assert run(["replay", str(path), "--html", str(tmp_path / "no" / "game.html")]) == 2
    assert "could not be written" in capsys.readouterr().err
