"""When the shell draws: at once after a key, and of news no more than what can be seen."""

from __future__ import annotations

import pytest
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.input.defaults import create_pipe_input
from prompt_toolkit.output import DummyOutput

from keep_p2p.ui.screen import shell as shell_module
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Screen
from keep_p2p.ui.screen.events import Event, Key
from keep_p2p.ui.screen.navigator import Navigator
from keep_p2p.ui.screen.shell import Shell

NEWS = 1000


class Counting(Screen):
    """Remembers its drawings: at the first it has one key pressed, at the second another, then it ends the program."""

    def __init__(self, desk: Desk, source: PipeInput) -> None:
        super().__init__(desk)
        self.source = source
        self.keys: list[str] = []
        self.seen: list[tuple[str, ...]] = []
        """The keys that had been pressed, at each drawing."""

    @property
    def title(self) -> str:
        return "Counting"

    def draw(self, area: Area) -> None:
        if not self.seen:
            self.source.send_text("a")
        elif "b" in self.keys:
            self.desk.quit(0)
        elif self.keys == ["a"]:
            self.source.send_text("b")
        self.seen.append(tuple(self.keys))

    def handle(self, event: Event) -> bool:
        assert isinstance(event, Key)
        self.keys.append(event.name)
        return True


def run(news: int = 0) -> Counting:
    desk = Desk()
    navigator = Navigator(desk)
    with create_pipe_input() as source:
        shell = Shell(desk, navigator, source=source, output=DummyOutput())
        screen = Counting(desk, source)
        navigator.push(screen)
        for _ in range(news):
            shell.post(lambda: None)
        assert shell.run() == 0
    return screen


def test_a_key_is_drawn_without_waiting_for_the_next_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell_module, "FRAME_SECONDS", 1e6)
    assert run().seen[:3] == [(), ("a",), ("a", "b")]


def test_a_flood_of_news_is_drawn_frame_by_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell_module, "FRAME_SECONDS", 1e6)
    screen = run(NEWS)
    assert screen.seen[0] == ()
    assert len(screen.seen) <= 4
