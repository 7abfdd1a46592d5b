"""The demo: real processes find each other, play, and what they hold is compared and verified."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from keep_p2p.app import children, demo, play, seats
from keep_p2p.app.demo import DemoOptions, Played, run_demo
from keep_p2p.app.play import PlayOptions
from keep_p2p.app.reports import FailedReport, FinishedReport, TableReport, to_line
from keep_p2p.app.seats import SeatFailed, TableAt, find_way
from keep_p2p.errors import UserError
from keep_p2p.net.discovery import NO_MULTICAST
from keep_p2p.net.session import Session
from keep_p2p.packs import load_packs

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds after which a process that should have ended is taken to be stuck."""


class Page:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, text: str) -> None:
        self.lines.append(text)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def check_story(page: Page, players: int) -> None:
    text = "\n".join(page.lines)
    assert "Everybody has signed. The game has begun" in text
    assert "GAME OVER" in text
    assert re.search(r"Winner: .+ \((hilt found|twelfth turn)\)\.", text)
    assert f"All {players} players hold the same transcript, byte for byte." in text
    assert re.search(r"Verdict: fair, [\d,]+ proofs checked\.", text)


def test_a_whole_demo_ends_by_the_rules_and_verifies(tmp_path: Path) -> None:
    page, out = Page(), tmp_path / "game.transcript"
    assert run_demo(DemoOptions(4, out), page) == 0
    check_story(page, 4)
    assert out.stat().st_size > 0
    verified = subprocess.run([*children.COMMAND[:1], "-m", "keep_p2p", "verify", str(out)], cwd=ROOT, timeout=PATIENCE)
    assert verified.returncode == 0


def test_without_multicast_the_players_meet_at_a_loopback_address_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch, own_home: Path
) -> None:
    async def no_multicast() -> bool:
        return False

    monkeypatch.setattr(seats, "multicast_works", no_multicast)
    page = Page()
    assert run_demo(DemoOptions(3), page) == 0
    check_story(page, 3)
    assert NO_MULTICAST in page.lines
    assert any("look for it at 127.0.0.1:" in line for line in page.lines)
    assert len(list(own_home.glob("transcripts/*.transcript"))) == 1, "without --out it is kept with the others"


def test_that_there_is_no_multicast_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The session says it where it could not even be tried; otherwise whoever seats the computer players does."""

    async def no_multicast() -> bool:
        return False

    monkeypatch.setattr(seats, "multicast_works", no_multicast)
    for discovery, said in ((None, []), (object(), [NO_MULTICAST])):
        page, session = Page(), cast(Session, SimpleNamespace(discovery=discovery))
        nobody = cast(children.Children, None)
        asyncio.run(play.seat_computers(PlayOptions(players=1), session, nobody, TableAt("owl", 4711), page))
        assert page.lines == said


@pytest.mark.slow
@pytest.mark.parametrize("players", [5, 6])
def test_larger_tables_end_by_the_rules_too(players: int, tmp_path: Path) -> None:
    page = Page()
    assert run_demo(DemoOptions(players, tmp_path / "game.transcript"), page) == 0
    check_story(page, players)


def test_where_mdns_works_tables_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    async def multicast() -> bool:
        return True

    monkeypatch.setattr(seats, "multicast_works", multicast)
    page = Page()
    way = asyncio.run(find_way(TableAt("raven-owl-1234", 4711), page.show))
    assert way.target == "raven-owl-1234"
    assert page.lines == []


REPORT = FinishedReport("twelfth-turn", ("molasar",), 300, 12, "/nowhere", "00" * 32)


def test_transcripts_that_differ_are_no_sound_game(tmp_path: Path) -> None:
    page = Page()
    played = Played((REPORT, REPORT, REPORT), (b"one", b"one", b"other"), "table", 1.0)
    assert demo.judge(played, load_packs(None, None), DemoOptions(3, tmp_path / "out"), page.show) == 1
    assert "The 3 players do NOT hold the same transcript." in page.lines


def test_a_transcript_that_does_not_verify_is_no_sound_game(tmp_path: Path) -> None:
    page = Page()
    played = Played((REPORT, replace(REPORT)), (b"one", b"one"), "table", 1.0)
    assert demo.judge(played, load_packs(None, None), DemoOptions(3, tmp_path / "out"), page.show) == 1
    assert any(line.startswith("Verdict: unreadable") for line in page.lines)


def test_a_transcript_that_cannot_go_where_it_should_is_kept_with_the_others(own_home: Path, tmp_path: Path) -> None:
    played = Played((REPORT, REPORT), (b"one", b"one"), "table", 1.0)
    with pytest.raises(UserError, match=r"cannot be written .* not lost"):
        demo.judge(played, load_packs(None, None), DemoOptions(3, tmp_path / "no" / "such" / "folder"), Page().show)
    assert [file.read_bytes() for file in own_home.glob("transcripts/*")] == [b"one"]


def players_that_run(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put this Python in the place of every computer player's program."""
    monkeypatch.setattr(demo, "Children", partial(children.Children, command=(sys.executable, "-c", code)))


def test_a_place_where_no_transcript_can_go_is_told_before_the_game(tmp_path: Path) -> None:
    page = Page()
    with pytest.raises(UserError, match="cannot be written"):
        run_demo(DemoOptions(players=3, out=tmp_path / "missing" / "x"), page)
    assert page.lines == []


def test_a_player_that_cannot_play_ends_the_demo_with_its_own_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    line = to_line(FailedReport("The disk is full: make room."))
    players_that_run(f"print({line!r})", monkeypatch)
    with pytest.raises(SeatFailed, match=r"The disk is full: make room\."):
        run_demo(DemoOptions(3), Page())


def test_a_player_that_dies_ends_the_demo_with_its_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = to_line(TableReport("table", ("127.0.0.1:4711",)))
    players_that_run(f"import sys; print({lines!r}); sys.exit('I am slain')", monkeypatch)
    with pytest.raises(SeatFailed, match=r"ended before the game did\. Its last words: I am slain"):
        run_demo(DemoOptions(3), Page())


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs handles on processes that are not our children")
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 2), (signal.SIGKILL, -9)])
def test_however_a_demo_is_stopped_no_player_stays(sent: int, status: int) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "keep_p2p", "demo", "--players", "3"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
    )  # fmt: skip
    assert running.stdout is not None
    for line in running.stdout:
        if "3 of 3 seats taken" in line:
            break
    kids = subprocess.run(["ps", "-o", "pid=", "--ppid", str(running.pid)], capture_output=True, text=True, check=True)
    handles = [os.pidfd_open(int(pid)) for pid in kids.stdout.split()]
    try:
        assert len(handles) >= 3
        running.send_signal(sent)
        assert running.wait(PATIENCE) == status
        for handle in handles:
            assert select.select([handle], [], [], PATIENCE)[0]
    finally:
        for handle in handles:
            os.close(handle)
        running.kill()
        running.stdout.close()
