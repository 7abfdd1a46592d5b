"""`keep-p2p doctor`: what it prints and its exit status, here and on hosts whose network is broken in every way."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from keep_p2p.app import doctor_words as words
from keep_p2p.app.doctor import lines
from keep_p2p.cli.shell import run
from keep_p2p.net.address import Address
from keep_p2p.net.announcement import Announcement, Sighting
from keep_p2p.net.doctor import Listening, Named, Peer
from keep_p2p.net.firewall import Firewall
from keep_p2p.net.hello import WIRE_VERSION
from keep_p2p.net.interfaces import OwnAddress
from keep_p2p.net.porch import Knock
from keep_p2p.store.health import ProfileHealth, profile_health
from keep_p2p.store.journal import Journal
from keep_p2p.store.profile import open_profile
from keep_p2p.ui.checkup import Checkup, Finding, Grade, advice_lines, finding_line, summary
from keep_p2p.ui.checkup_words import about_terminal
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import ASCII, UTF8
from tests.net.hosts import ROOT, hosts, why_not
from tests.net.hosts import run as system

no_hosts = why_not()
needs_hosts = pytest.mark.skipif(no_hosts is not None, reason=str(no_hosts))


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))
    return tmp_path


# --- the whole command --------------------------------------------------------------------------------------


def test_the_doctor_looks_at_everything_and_this_machine_can_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor"]) == 0
    told = capsys.readouterr().out
    titles = [line.split()[2] for line in told.splitlines() if line[2:9].strip() in ("ok", "warning", "PROBLEM")]
    looked_at = dict.fromkeys(titles)
    for title in ("Program", "Terminal", "Profile", "Network", "Port", "Multicast", "Firewall", "Others"):
        assert title in looked_at
    assert "You can play" in told.splitlines()[-1]


def test_a_wrong_address_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "nowhere"]) == 2
    assert "is not an address" in capsys.readouterr().err


@contextmanager
def lone_host(tmp_path: Path, *, loopback: bool) -> Iterator[str]:
    space = f"kp{os.getpid()}lone"
    system("ip", "netns", "add", space)
    try:
        if loopback:
            system("ip", "-n", space, "link", "set", "lo", "up")
        yield space
    finally:
        system("ip", "netns", "del", space)


def examine(space: str, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["ip", "netns", "exec", space, sys.executable, "-P", "-m", "keep_p2p", "doctor", *arguments]
    environment = {**os.environ, "KEEP_P2P_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)


@needs_hosts
def test_without_any_interface_play_is_not_possible(tmp_path: Path) -> None:
    with lone_host(tmp_path, loopback=False) as space:
        done = examine(space, tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "PROBLEM  Network    This machine has no address at all" in done.stdout
    assert done.stdout.rstrip().splitlines()[-1] == "Play is not possible yet: see Network above."


@needs_hosts
def test_with_loopback_only_one_can_practise(tmp_path: Path) -> None:
    with lone_host(tmp_path, loopback=True) as space:
        done = examine(space, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning  Network    Only 127.0.0.1 (lo)" in done.stdout
    assert "Practice and tables on this machine work." in done.stdout


WAITING = """
import asyncio
from keep_p2p.net.doctor import look_around
from keep_p2p.net.interfaces import own_addresses
print("ready", flush=True)
asyncio.run(look_around(own_addresses(), 60.0))
"""
"""A doctor that looks around until it is ended, so that the other one surely meets it."""


@needs_hosts
def test_two_doctors_on_one_network_try_each_other(tmp_path: Path) -> None:
    with hosts(2, tmp_path) as (one, other):
        command = ["ip", "netns", "exec", one.space, sys.executable, "-c", WAITING]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as waiting:
            assert waiting.stdout is not None
            assert waiting.stdout.readline() == "ready\n"
            done = examine(other.space, other.home)
            waiting.kill()
    # Whichever of its addresses answers first; the cable's own (fe80::) is one of them.
    assert f"Another doctor, protocol version {WIRE_VERSION}, is reached at " in done.stdout, done.stdout
    assert done.returncode == 0


# --- the words ----------------------------------------------------------------------------------------------


def test_each_line_has_a_sign_and_a_word_and_what_to_do_below() -> None:
    finding = Finding(Grade.PROBLEM, "Port", "Taken.", ("Choose another.",))
    assert finding_line(finding, UTF8) == "✗ PROBLEM  Port       Taken."
    assert finding_line(finding, ASCII) == "x PROBLEM  Port       Taken."
    assert advice_lines(finding, ASCII) == (" " * 22 + "> Choose another.",)


def test_on_a_terminal_sentences_are_wrapped_and_commands_stay_whole() -> None:
    command = "sudo iptables -I INPUT -p tcp --dport 4711 -j ACCEPT and more"
    finding = Finding(Grade.WARNING, "Port", "word " * 30 + "end.", ("advice " * 20 + "end.", command))
    shown = lines(finding, UTF8, 60)
    assert all(len(line) < 60 for line in shown[:-1])
    assert shown[-1].endswith(command)
    assert len(lines(finding, UTF8, None)) == 3


def test_a_warning_does_not_stop_play_and_a_problem_does() -> None:
    good, warning, bad = (Finding(grade, "Port", "") for grade in Grade)
    assert Checkup((good, warning)).playable
    assert not Checkup((good, warning, bad)).playable
    assert summary((good,)).startswith("You can play: everything")
    assert "see Port" in summary((good, warning))


@pytest.mark.parametrize(
    ("size", "environ", "grades"),
    [
        (None, {}, [Grade.OK]),
        (Size(120, 40), {"TERM": "xterm-256color", "LANG": "C.UTF-8"}, [Grade.OK] * 3),
        (Size(80, 24), {"TERM": "xterm", "LANG": "C.UTF-8"}, [Grade.OK] * 3),
        (Size(79, 24), {"TERM": "xterm", "LANG": "C.UTF-8"}, [Grade.WARNING, Grade.OK, Grade.OK]),
        (Size(120, 40), {"TERM": "dumb", "LANG": "C.UTF-8"}, [Grade.WARNING, Grade.OK, Grade.OK]),
        (Size(120, 40), {"TERM": "xterm", "LC_ALL": "C", "NO_COLOR": "1"}, [Grade.OK, Grade.OK, Grade.WARNING]),
        (Size(120, 40), {"TERM": "linux", "LANG": "C.UTF-8"}, [Grade.OK, Grade.OK, Grade.OK]),
    ],
)
def test_what_is_said_of_a_terminal(size: Size | None, environ: dict[str, str], grades: list[Grade]) -> None:
    assert [finding.grade for finding in about_terminal(size, environ, "linux")] == grades


def named(host: str) -> Named:
    return Named(OwnAddress(host, 2), "eth0")


@pytest.mark.parametrize(
    ("found", "grade"),
    [
        ((), Grade.PROBLEM),
        ((named("127.0.0.1"), named("::1")), Grade.WARNING),
        ((named("169.254.3.4"), named("fe80::1"), named("127.0.0.1")), Grade.WARNING),
        ((named("192.168.1.20"), named("fe80::1"), named("127.0.0.1")), Grade.OK),
    ],
)
def test_what_is_said_of_the_addresses(found: tuple[Named, ...], grade: Grade) -> None:
    finding = words.about_addresses(found, "linux")
    assert finding.grade is grade
    assert bool(finding.advice) is (grade is not Grade.OK)


HERE = Address("192.168.1.20", 4711)


@pytest.mark.parametrize(
    ("listening", "grade"),
    [
        (Listening(4711, (Knock(HERE, 0.1),)), Grade.OK),
        (Listening(4711, (Knock(HERE, 0.1), Knock(HERE, problem="no answer in 2 s"))), Grade.WARNING),
        (Listening(4711, (Knock(HERE, problem="no answer in 2 s"),)), Grade.PROBLEM),
        (Listening(4711, problem="Port 4711 is in use: choose another."), Grade.PROBLEM),
    ],
)
def test_what_is_said_of_a_port(listening: Listening, grade: Grade) -> None:
    finding = words.about_port(listening, asked=True)
    assert finding.grade is grade
    assert bool(finding.advice) is (grade is not Grade.OK)


def test_an_address_that_is_not_ready_yet_is_no_firewall() -> None:
    finding = words.about_port(Listening(4711, (Knock(HERE, 0.1), Knock(HERE, problem=words.NOT_READY))), asked=False)
    assert finding.grade is Grade.WARNING
    assert "not ready yet" in finding.advice[0]


WALL = Firewall("ufw", ("sudo ufw allow 5353/udp", "sudo ufw allow 4711/tcp"))


def test_multicast_that_does_not_come_back_names_the_likely_firewall_and_the_other_way() -> None:
    assert words.about_multicast(True, False, (WALL,)).grade is Grade.OK
    finding = words.about_multicast(False, False, (WALL,))
    assert finding.grade is Grade.WARNING
    assert "ufw is likely in the way" in finding.advice[0]
    assert "HOST:PORT" in finding.advice[1]
    assert "likely" in words.about_multicast(False, False, ()).advice[0]


def test_a_firewall_comes_with_the_commands_that_open_it() -> None:
    finding = words.about_firewalls((WALL,), 4711, False)
    assert finding.advice[:2] == WALL.opening
    assert finding.advice[-1].endswith("keep-p2p open NAME --port 4711")
    assert words.about_firewalls((), 4711, True).grade is Grade.OK


def table(version: int, *knocks: Knock) -> Peer:
    about = Announcement(version, bytes(16), "Friday", 4, 2, "aaaa-bbbb", watch=False)
    return Peer(Sighting("a", about, (HERE,)), knocks)


def test_others_are_told_with_their_versions() -> None:
    reached, lost = Knock(HERE, 0.003), Knock(HERE, problem="no answer in 2 s")
    (good,) = words.about_peers((table(WIRE_VERSION, reached),), True)
    assert (
        good.told
        == 'The table "Friday" (2 of 4 seats free), protocol version 1, is reached at 192.168.1.20:4711 in 3 ms.'
    )
    (shut,) = words.about_peers((table(WIRE_VERSION, lost),), True)
    assert (shut.grade, "192.168.1.20 (no answer in 2 s)" in shut.told) == (Grade.WARNING, True)
    (other,) = words.about_peers((table(WIRE_VERSION + 1, reached),), True)
    assert (other.grade, "speaks protocol version 2" in other.told) == (Grade.WARNING, True)
    assert other.advice[0].startswith("Update this program")


# --- the profile --------------------------------------------------------------------------------------------


def test_a_profile_that_is_not_there_is_not_made(at_home: Path) -> None:
    health = profile_health()
    assert not health.there
    assert list(at_home.iterdir()) == []
    assert words.about_profile(health)[0].grade is Grade.OK


def test_a_profile_in_use_is_left_alone() -> None:
    with open_profile() as profile, Journal(profile.journal_path):
        health = profile_health()
    assert "already sits at a table" in health.busy
    assert words.about_profile(health)[0].grade is Grade.WARNING


def test_a_healthy_journal_says_how_many_games_are_open_in_it() -> None:
    with open_profile() as profile, Journal(profile.journal_path) as journal:
        journal.persist(b"g" * 32, [("a", b"1")])
    findings = words.about_profile(profile_health())
    assert [f.grade for f in findings] == [Grade.OK, Grade.OK]
    assert "1 unfinished game" in findings[1].told


def test_a_damaged_journal_is_a_problem() -> None:
    with open_profile() as profile:
        profile.journal_path.write_bytes(b"no journal " * 1000)
    (finding,) = words.about_profile(profile_health())
    assert finding.grade is Grade.PROBLEM
    assert "journal.db cannot be used" in finding.told
    assert finding.advice


def test_a_full_disk_is_a_problem_and_a_nearly_full_one_a_warning(tmp_path: Path) -> None:
    grades = []
    for free in (10**9, 50_000_000, 1_000_000):
        findings = words.about_profile(ProfileHealth("default", tmp_path, True, free))
        grades.append(findings[-1].grade)
    assert grades == [Grade.OK, Grade.WARNING, Grade.PROBLEM]
