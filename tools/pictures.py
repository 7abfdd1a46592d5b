"""Make the pictures in docs/pictures from the real program in a real terminal.

    python3 tools/pictures.py                  all of them: some minutes, a whole game is played
    python3 tools/pictures.py home lobby       some of them
    python3 tools/pictures.py --png /tmp/look  PNG files too, to look at (needs chromium)

The program runs in tmux at 120 columns and 40 rows; what the terminal shows becomes an SVG file. Where this is Linux
and root, all runs in a network of its own, so that no other table comes into the picture.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

if __name__ == "__main__":
    from _setup import in_environment

    in_environment("dev")

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from _pipe import finish
from ansi_svg import to_svg
from keep_p2p.ui.screen.geometry import Size
from tests.browser.webdriver import MISSING, browser
from tests.ui.tmux import Pane

PICTURES = ROOT / "docs" / "pictures"
SIZE = Size(120, 40)
SPACE = f"keep-p2p-pictures-{os.getpid()}"
GAME_SECONDS = 1500.0
"""Seconds that the whole game of the pictures may take."""

MOST_STEPS = 60
"""Steps of a replay in which a long walk is looked for."""

PAGE_SIZE = (1280, 800)
"""The web page's viewport in pixels."""

TITLES = {
    "home": "The home screen of keep-p2p: what one can do, and the tables on this network",
    "lobby": "A lobby: who sits where, and the six safety words to read aloud",
    "walk": "A walk being chosen on the map of the Keep: rooms within reach are lit, the way there is drawn",
    "conflict": "Two Conflict cards are turned up",
    "end": "The end: who has won, the whole game checked again, all hands turned up",
    "replay": "A replay with all cards face up",
    "doctor": "The doctor: what play needs on this machine, and how it is",
}


class Studio:
    """Where pictures are made: a folder for the players' homes, a network, and what was started."""

    def __init__(self, folder: Path, out: Path, png: Path | None) -> None:
        self._folder = folder
        self._out = out
        self._png = png
        self._inside: tuple[str, ...] = ()
        self._others: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Studio:
        if sys.platform == "linux" and os.geteuid() == 0 and shutil.which("ip"):
            for command in (
                f"netns add {SPACE}",
                f"-n {SPACE} link set lo up",
                f"-n {SPACE} link add eth0 type veth peer name cable",
                f"-n {SPACE} link set cable up",
                f"-n {SPACE} addr add 192.168.1.20/24 dev eth0",
                f"netns exec {SPACE} sysctl -qw net.ipv6.conf.all.disable_ipv6=1",
                f"-n {SPACE} link set eth0 up",
            ):
                subprocess.run(["ip", *command.split()], check=True)
                self._inside = ("ip", "netns", "exec", SPACE)
        return self

    def __exit__(self, *_: object) -> None:
        self.end_others()
        if self._inside:
            subprocess.run(["ip", "netns", "del", SPACE], check=False)

    def home(self, who: str) -> Path:
        """Where somebody's things are kept."""
        return self._folder / who

    def pane(self, who: str, *arguments: str) -> Pane:
        """The program on a terminal, as somebody."""
        home = str(self.home(who))
        environ = {"HOME": home, "KEEP_P2P_HOME": home, "NO_COLOR": "", "COLORTERM": "truecolor"}
        return Pane([*self._inside, sys.executable, "-m", "keep_p2p", *arguments], SIZE, environ=environ)

    def other(self, who: str, *arguments: str) -> subprocess.Popen[bytes]:
        """The program as somebody else, line by line, out of sight."""
        environ = {**os.environ, "KEEP_P2P_HOME": str(self.home(who)), "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            [*self._inside, sys.executable, "-m", "keep_p2p", *arguments], cwd=self._folder, env=environ,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._others.append(process)
        return process

    def end_others(self) -> None:
        """End them all."""
        for process in self._others:
            process.terminate()
        for process in self._others:
            process.wait()
        self._others.clear()

    def run(self, *arguments: str) -> None:
        """The program to its end, out of sight."""
        environ = {**os.environ, "KEEP_P2P_HOME": str(self.home("anna")), "PYTHONPATH": str(ROOT)}
        command = [*self._inside, sys.executable, "-m", "keep_p2p", *arguments]
        subprocess.run(command, cwd=self._folder, env=environ, check=True, stdout=subprocess.DEVNULL)

    def take(self, name: str, pane: Pane) -> None:
        """Take the picture of what the pane shows now."""
        self.write(name, pane.coloured())

    def write(self, name: str, screen: str) -> None:
        """Write a captured screen down as a picture."""
        self._out.mkdir(parents=True, exist_ok=True)
        path = self._out / f"{name}.svg"
        path.write_text(to_svg(screen, SIZE.width, SIZE.height, TITLES[name.partition("-")[0]]), "utf-8")
        print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)
        if self._png is not None:
            to_png(path, self._png / f"{name}.png")

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write a picture that is none of a terminal."""
        self._out.mkdir(parents=True, exist_ok=True)
        (self._out / name).write_bytes(data)
        print(f"{name}: {len(data) // 1000} kB", flush=True)


def to_png(svg: Path, png: Path) -> None:
    """Draw an SVG file by chromium."""
    png.parent.mkdir(parents=True, exist_ok=True)
    found = re.search(r'width="(\d+)" height="(\d+)"', svg.read_text("utf-8"))
    assert found is not None, "our own pictures say their size"
    browser = ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu"]
    shot = [f"--screenshot={png}", f"--window-size={found[1]},{found[2]}", svg.resolve().as_uri()]
    subprocess.run([*browser, *shot], check=True, capture_output=True, timeout=120)


# --- the scenes ---------------------------------------------------------------------------------------------


def home(studio: Studio) -> None:
    """Home, with a table that has free seats and one that plays."""
    studio.other("bruno", "open", "friday", "--players", "4", "--name", "Bruno", "--plain")
    studio.other("dora", "open", "late night", "--players", "6", "--name", "Dora", "--plain", "--spectators")
    with studio.pane("anna") as pane:
        pane.wait_for("friday")
        pane.wait_for("late night")
        studio.take("home", pane)
    studio.end_others()


def lobby(studio: Studio) -> None:
    """A lobby whose seats are taken: the safety words."""
    with studio.pane("anna", "open", "friday", "--players", "4", "--character", "molasar", "--name", "Anna") as pane:
        pane.wait_for("friday")
        pane.wait_for("1 of 4")
        for name, character in (("Bruno", "glaeken"), ("Chiara", "eva")):
            studio.other(name.lower(), "join", "friday", "--name", name, "--character", character, "--plain")
            pane.wait_for(name)
        studio.other("bot", "bot", "friday", "--name", "Ada's machine")
        pane.wait_for("aloud")
        studio.take("lobby", pane)
    studio.end_others()


def doctor(studio: Studio) -> None:
    """The doctor."""
    studio.other("bruno", "open", "friday", "--players", "4", "--name", "Bruno", "--plain")
    with studio.pane("anna") as pane:
        pane.wait_for("friday")
        pane.press("8")
        pane.wait_for("You can play")
        studio.take("doctor", pane)
    studio.end_others()


def table(studio: Studio) -> None:
    """A whole game against the computer: a walk being chosen, cards turned up, the end."""
    with studio.pane("anna", "play", "--players", "4", "--character", "eva", "--name", "Anna") as pane:
        _Player(studio, pane).play()
        pane.wait_for("Fair", GAME_SECONDS)
        studio.take("end", pane)


def replay(studio: Studio) -> None:
    """A replay with all cards face up in the midst of a game; the same moment on its web page."""
    transcript = studio.home("anna") / "friday.transcript"
    studio.home("anna").mkdir()
    studio.run("demo", "--players", "5", "--out", str(transcript))
    with studio.pane("anna", "replay", str(transcript), "--calm") as pane:
        pane.wait_for("Step 1 of")
        pane.press("a", *["Down"] * 17)
        for _ in range(MOST_STEPS):
            pane.press("Right")
            time.sleep(0.1)
            if re.search("▸ .* walks [3-9] rooms, through", pane.text()):
                break
        studio.take("replay", pane)
        found = re.search(r"Step (\d+) of", pane.text())
    assert found is not None, "the line of time is always in sight"
    page(studio, transcript, int(found[1]) - 1)


def page(studio: Studio, transcript: Path, step: int) -> None:
    """The replay's web page, so many steps from its beginning."""
    if MISSING:
        print(f"No picture of the page: {MISSING}.")
        return
    html = transcript.with_suffix(".html")
    studio.run("replay", str(transcript), "--html", str(html))
    with browser(studio.home("browser")) as window:
        window.size(*PAGE_SIZE)
        window.media(prefers_reduced_motion="reduce", prefers_color_scheme="light")
        window.open(html)
        window.press(*["right"] * step)
        shot = window.devtools("Page.captureScreenshot", {"format": "webp", "quality": 80})
    studio.write_bytes("page.webp", base64.b64decode(shot["data"]))


class _Player:
    """Plays one seat by keys: not well, but to the end, with a picture wherever something is worth one."""

    def __init__(self, studio: Studio, pane: Pane) -> None:
        self._studio = studio
        self._pane = pane
        self._best_walk = 0
        self._best_cards = 0

    def play(self) -> None:
        """To the end of the game."""
        end = time.monotonic() + GAME_SECONDS
        while time.monotonic() < end:
            screen = self._pane.text()
            if "All hands turned up" in screen:
                return
            self._cards(screen)
            if re.search("^ ▸ ", screen, re.MULTILINE):
                self._answer(screen)
            time.sleep(0.03)
        raise SystemExit("The game did not come to its end.")

    def _cards(self, screen: str) -> None:
        """Cards turned up are seen for less than a second."""
        worth = len(re.findall(r"against|wins by|\+\d", screen)) if "╭────" in screen and "against" in screen else 0
        if worth > self._best_cards and re.search(r"│ +\d+ +│", screen) is None and "░░░" not in screen:
            taken = self._pane.coloured()
            if "against" in taken:
                self._best_cards = worth
                self._studio.write("conflict", taken)

    def _answer(self, screen: str) -> None:
        pane = self._pane
        if "g: understood" in screen:
            pane.press("g")
        for _ in range(self._tabs(screen)):
            pane.press("Tab")
            time.sleep(0.08)
            self._walk(pane.text())
        pane.press("Enter")
        time.sleep(0.15)

    @staticmethod
    def _tabs(screen: str) -> int:
        """How many rooms to look at before one is taken: several where there is something to see."""
        return 6 if "room" in screen and "lit" not in screen and "Where" in screen else 1

    def _walk(self, screen: str) -> None:
        worth = screen.count("·") + 30 * ("fight" in screen) + 10 * ("→" in screen)
        if "·" in screen and worth > self._best_walk:
            self._best_walk = worth
            self._studio.take("walk", self._pane)


SCENES: dict[str, Callable[[Studio], None]] = {
    "home": home,
    "lobby": lobby,
    "doctor": doctor,
    "table": table,
    "replay": replay,
}


@contextlib.contextmanager
def studio(out: Path, png: Path | None) -> Iterator[Studio]:
    """A studio in a folder that is gone afterwards; its name is short, since it is seen in some pictures."""
    folder = Path(tempfile.gettempdir()) / "keep-p2p"
    if folder.exists():
        raise SystemExit(f"{folder} is in the way, perhaps from a run that was stopped: remove it and try again.")
    folder.mkdir()
    try:
        with Studio(folder, out, png) as made:
            yield made
    finally:
        shutil.rmtree(folder)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the pictures that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"of {', '.join(SCENES)}; all without")
    parser.add_argument("--png", type=Path, metavar="FOLDER", help="PNG files there too, to look at (needs chromium)")
    parser.add_argument("--out", type=Path, default=PICTURES, metavar="FOLDER", help="where the SVG files go")
    given = parser.parse_args(arguments)
    for name in given.scenes or SCENES:
        if name not in SCENES:
            parser.error(f"there is no scene {name}")
        with studio(given.out, given.png) as made:
            SCENES[name](made)


if __name__ == "__main__":
    finish(main)
