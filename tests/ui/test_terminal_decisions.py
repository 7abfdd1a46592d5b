"""Every kind of decision, answered on a real pseudo-terminal: once by keys, once by mouse."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from keep_p2p.rules.awaited import Decision
from tests.ui.terminal_decisions import SIZE
from tests.ui.tmux import Pane, needs_tmux

pytestmark = [needs_tmux, pytest.mark.slow]


def orders(file: Path, pane: Pane) -> Iterator[dict[str, object]]:
    """The lines of a growing file, as they come; fails with the screen if none comes for long."""
    read = 0
    while True:
        pane.wait(partial(has_more, file, read), "the next order")
        lines = whole_lines(file)
        yield from (json.loads(line) for line in lines[read:])
        read = len(lines)


def has_more(file: Path, read: int, _screen: str) -> bool:
    return len(whole_lines(file)) > read


def whole_lines(file: Path) -> list[str]:
    return file.read_text("utf-8").split("\n")[:-1] if file.exists() else []


@pytest.mark.parametrize("hand", ["keys", "mouse"])
def test_every_decision_kind_on_a_real_terminal(tmp_path: Path, hand: str) -> None:
    file = tmp_path / "orders"
    command = [sys.executable, "-m", "tests.ui.terminal_decisions", hand, str(file)]
    answered: dict[str, bool] = {}
    given = 0
    with Pane(command, SIZE, environ={"KEEP_P2P_HOME": str(tmp_path), "NO_COLOR": ""}) as pane:
        for order in orders(file, pane):
            if "key" in order:
                pane.press(str(order["key"]))
                given += 1
            elif "click" in order:
                pane.click_at(*order["click"])  # type: ignore[misc]  # two numbers, as written
                given += 1
            elif "decision" in order:
                answered[str(order["decision"])] = bool(order["right"])
            else:
                break
        assert pane.wait_ended() == 0
    assert answered == dict.fromkeys((decision.value for decision in Decision), True)
    assert given >= len(Decision)
