"""A real pseudo-terminal for tests: a command in a tmux pane, keys in, the screen out. Waits for texts, never for time.

with Pane(["python", "-m", "keep_p2p"], Size(80, 24)) as pane:
    pane.wait_for("Practise")
    pane.press("Down", "Enter")
    pane.click("Rules")
    print(pane.text())
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

import pytest

from keep_p2p.ui.screen.geometry import Size

ROOT = Path(__file__).resolve().parents[2]
TMUX = shutil.which("tmux")
needs_tmux = pytest.mark.skipif(TMUX is None, reason="tmux is not installed (Debian: apt-get install tmux)")

PATIENCE = 60.0
"""Seconds until a text that does not come fails a test. Far more than it ever takes, for slow machines."""

BETWEEN = 0.02
"""Seconds between two looks at the screen."""


FLAGS = "#{alternate_on}#{mouse_any_flag}#{mouse_button_flag}#{mouse_sgr_flag}#{cursor_flag}"
OF_A_SHELL = "00001"
"""A terminal as a shell has it: not the other screen, no mouse reports, a cursor."""


class NotSeen(AssertionError):
    """The screen did not come to show what was waited for; the text holds the screen."""


class Pane:
    """One command in a tmux server of its own, gone with everything in it when the context is left."""

    def __init__(
        self,
        command: Sequence[str],
        size: Size = Size(80, 24),  # noqa: B008  frozen, so it may be shared
        *,
        environ: Mapping[str, str] | None = None,
        term: str = "tmux-256color",
        keep: bool = True,
    ) -> None:
        """``environ`` is added to (and, with empty values, taken from) this process's.

        ``keep``: the pane stays when its command has ended, showing what it left.
        """
        self.size = size
        self._folder = tempfile.TemporaryDirectory(prefix="keep-p2p-tmux-")
        self.status_file = Path(self._folder.name) / "status"
        self._command = list(command)
        self._environ = {"PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "PYTHONUTF8": "1", **(environ or {})}
        self._term = term
        self._keep = keep

    def __enter__(self) -> Pane:
        """Start it."""
        unset = " ".join(f"-u {name}" for name, value in self._environ.items() if not value)
        given = " ".join(f"{name}={shlex.quote(value)}" for name, value in self._environ.items() if value)
        shell = (
            f"env {unset} {given} {shlex.join(self._command)}; echo $? > {shlex.quote(str(self.status_file))}; "
            "printf '\\n[ended]\\n'; exec sleep 600"
        )
        configuration = Path(self._folder.name) / "tmux.conf"
        configuration.write_text(
            f"set -g default-terminal {self._term}\nset -g status off\nset -s escape-time 0\nset -g mouse off\n"
            "set -g history-limit 5000\n"
        )
        self._tmux(
            "-f", str(configuration), "new-session", "-d", "-s", "test", "-x", str(self.size.width),
            "-y", str(self.size.height), shell,
        )  # fmt: skip
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the server and with it the command."""
        self._tmux("kill-server", check=False)
        self._folder.cleanup()

    def _tmux(self, *arguments: str, check: bool = True) -> str:
        assert TMUX is not None, "tests that need it are skipped without it"
        environ = {name: value for name, value in os.environ.items() if name != "TMUX"}
        done = subprocess.run(
            [TMUX, "-S", str(Path(self._folder.name) / "socket"), *arguments],
            capture_output=True, text=True, check=check, env=environ, timeout=PATIENCE,
        )  # fmt: skip
        return done.stdout

    # --- in -----------------------------------------------------------------------------------------

    def press(self, *keys: str) -> Pane:
        """Press keys by their tmux names: ``Enter``, ``Escape``, ``Up``, ``PageDown``, ``C-c``, ``F1``, ``a``."""
        for key in keys:
            self._tmux("send-keys", "-t", "test", key)
        return self

    def type(self, text: str) -> Pane:
        """Type a text as it is."""
        self._tmux("send-keys", "-t", "test", "-l", text)
        return self

    def click(self, text: str) -> Pane:
        """Click with the left button on the first place where ``text`` is in sight, waiting for it."""
        self.wait_for(text)
        for y, line in enumerate(self.lines()):
            if (x := line.find(text)) >= 0:
                return self.click_at(x, y)
        raise NotSeen(f"{text!r} went again:\n{self.text()}")

    def click_at(self, x: int, y: int) -> Pane:
        """Click on a cell."""
        return self.write(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def write(self, text: str) -> Pane:
        """Put bytes into the terminal in one piece, as a mouse does: torn apart they would be an Esc and letters."""
        self._tmux("set-buffer", "-b", "mouse", text)
        self._tmux("paste-buffer", "-b", "mouse", "-r", "-d", "-t", "test")
        return self

    def resize(self, size: Size) -> Pane:
        """Give the window another size."""
        self.size = size
        self._tmux("resize-window", "-t", "test", "-x", str(size.width), "-y", str(size.height))
        return self

    def signal(self, number: int) -> Pane:
        """Send a signal to the command."""
        for child in self.processes()[1:]:
            os.kill(child, number)
        return self

    def processes(self) -> tuple[int, ...]:
        """The pane's shell, and what it runs now: the command."""
        shell = self._tmux("display-message", "-p", "-t", "test", "#{pane_pid}").strip()
        children = subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True, check=False).stdout.split()
        return int(shell), *map(int, children)

    # --- out ----------------------------------------------------------------------------------------

    def lines(self) -> tuple[str, ...]:
        """The screen as it is now, row by row."""
        return tuple(self._tmux("capture-pane", "-p", "-t", "test").split("\n"))

    def text(self) -> str:
        """The screen as it is now."""
        return "\n".join(self.lines())

    def coloured(self) -> str:
        """The screen with its escape sequences for colours, and with blanks at the ends of rows."""
        return self._tmux("capture-pane", "-p", "-e", "-N", "-t", "test")

    @property
    def in_alternate_screen(self) -> bool:
        """Whether the command has the terminal's other screen."""
        return self._tmux("display-message", "-p", "-t", "test", "#{alternate_on}").strip() == "1"

    def flags(self) -> str:
        """What programs may leave switched, to be compared with `OF_A_SHELL`."""
        return self._tmux("display-message", "-p", "-t", "test", FLAGS).strip()

    def wait(self, holds: Callable[[str], bool], what: str, seconds: float = PATIENCE) -> str:
        """Wait until ``holds(screen)``; the screen.

        :raises NotSeen: it did not come in time.
        """
        deadline = time.monotonic() + seconds
        while True:
            screen = self.text()
            if holds(screen):
                return screen
            if time.monotonic() > deadline:
                raise NotSeen(f"waited {seconds:g} s for {what}; the screen is\n{screen}")
            time.sleep(BETWEEN)

    def wait_for(self, text: str, seconds: float = PATIENCE) -> str:
        """Wait until ``text`` is in sight; the screen."""
        return self.wait(lambda screen: text in screen, repr(text), seconds)

    def wait_for_any(self, *texts: str, seconds: float = PATIENCE) -> str:
        """Wait until one of the texts is in sight; which."""
        screen = self.wait(lambda screen: any(text in screen for text in texts), f"one of {texts}", seconds)
        return next(text for text in texts if text in screen)

    def wait_gone(self, text: str, seconds: float = PATIENCE) -> str:
        """Wait until ``text`` is no longer in sight; the screen."""
        return self.wait(lambda screen: text not in screen, f"{text!r} to go", seconds)

    def wait_changed(self, before: str, seconds: float = PATIENCE) -> str:
        """Wait until the screen differs from ``before``, or for ``seconds`` at most; the screen.

        For whoever looks again in any case: a key that changes nothing is no fault here.
        """
        deadline = time.monotonic() + seconds
        while (screen := self.text()) == before and time.monotonic() < deadline:
            time.sleep(BETWEEN)
        return screen

    def wait_ended(self, seconds: float = PATIENCE) -> int:
        """Wait until the command has ended; its exit status."""
        self.wait_for("[ended]", seconds)
        return int(self.status_file.read_text())
