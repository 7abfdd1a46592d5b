"""The doctor on the full screen, and finished games seen again from the list."""

from __future__ import annotations

import pytest

from keep_p2p.ui.checkup import Checkup, Finding, Grade
from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.doctor import DoctorScreen
from keep_p2p.ui.screen.driver import SIZES, Driver
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.home import HomeScreen
from keep_p2p.ui.screen.replay import ReplayScreen
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.services import Verification
from tests.table.replays import replay
from tests.ui.fake_services import SAVED, FakeServices
from tests.ui.golden import assert_golden

FOUND = (
    Finding(Grade.OK, "Program", "keep-p2p 0.1.0, protocol version 1, rules version 1, Python 3.11.7 on linux."),
    Finding(Grade.OK, "Terminal", "80 columns and 24 rows. With 120 columns and 40 rows the whole board fits."),
    Finding(Grade.OK, "Profile", "default, in /home/anna/.local/share/keep-p2p/profiles/default: only you read it."),
    Finding(Grade.OK, "Network", "192.168.1.20 (eth0) and fe80::1 (eth0)."),
    Finding(Grade.OK, "Port", "A free TCP port (46239) can be opened, and is reached at 4 addresses of this machine."),
    Finding(Grade.WARNING, "Multicast", "Sent, but nothing comes back: tables will not appear by themselves.",
            ("ufw is likely in the way: see Firewall.",)),
    Finding(Grade.WARNING, "Firewall", "ufw is on. Unless it lets keep-p2p through, others cannot reach a table opened "
            "here.", ("sudo ufw allow 5353/udp", "sudo ufw allow 4711/tcp")),
)  # fmt: skip
BAD = Finding(Grade.PROBLEM, "Disk", "3 MB are left on the disk.", ("Make room.",))


def at_doctor(size: Size = SIZES[0]) -> tuple[Driver, FakeServices]:
    driver, services = Driver(size, Look(calm=True)), FakeServices()
    driver.show(HomeScreen(driver.desk, services)).press("8")
    return driver, services


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_it_looks_as_it_should(size: Size) -> None:
    driver, services = at_doctor(size)
    services.examined(Checkup(FOUND))
    assert_golden("doctor", driver)


def test_what_is_found_is_told_as_it_is_found() -> None:
    driver, services = at_doctor(SIZES[2])
    assert services.asked == [("examine",)]
    services.examined(Checkup(FOUND[:1], "Looking at the network ..."))
    assert "Python 3.11.7" in driver.text
    assert driver.text.count("Looking at the network ...") == 2
    services.examined(Checkup(FOUND))
    assert "You can play. Not everything is as good as it could be" in driver.text
    services.examined(Checkup((*FOUND, BAD)))
    assert "Play is not possible yet: see Disk above." in driver.text
    assert any(cell.role is Role.BAD for row in driver.grid.rows for cell in row)


def test_it_looks_again_when_asked_and_old_news_are_not_shown() -> None:
    driver, services = at_doctor()
    first = services._examining[0]
    driver.press("r")
    assert services.asked == [("examine",)] * 2
    first(Checkup((BAD,)))
    assert "PROBLEM" not in driver.text
    services.examined(Checkup(FOUND[:1]))
    assert "everything is as it should be" in driver.text


def test_leaving_stops_it() -> None:
    stopped: list[bool] = []
    driver = Driver()
    driver.show(DoctorScreen(driver.desk, lambda tell: lambda: stopped.append(True)))
    driver.press("escape")
    assert stopped == [True]
    assert driver.status == 0


def test_enter_on_a_finished_game_checks_it_and_shows_it_again() -> None:
    driver, services = Driver(look=Look(calm=True)), FakeServices()
    driver.show(HomeScreen(driver.desk, services)).press("5", "enter")
    assert services.asked == [("verify", SAVED[0].path)]
    services.verified(Verification(30, 120))
    assert "30/120" in driver.text
    services.verified(Verification(120, 120, "Fair.", fair=True, replay=replay(4)))
    assert isinstance(driver.navigator.top, ReplayScreen)
    assert "Replay: friday" in driver.text
    driver.press("escape", "enter")
    assert isinstance(driver.navigator.top, ReplayScreen), "it has been checked: it is shown at once"
    assert len(services.asked) == 1


def test_a_file_that_is_no_game_is_told_and_not_shown() -> None:
    driver, services = Driver(look=Look(calm=True)), FakeServices()
    driver.show(HomeScreen(driver.desk, services)).press("5", "enter")
    services.verified(Verification(verdict="Unreadable: this is no transcript.", fair=False))
    assert "Unreadable: this is no transcript." in driver.text


def test_a_replay_does_not_come_over_another_screen() -> None:
    driver, services = Driver(look=Look(calm=True)), FakeServices()
    driver.show(HomeScreen(driver.desk, services)).press("5", "enter", "?")
    services.verified(Verification(120, 120, "Fair.", fair=True, replay=replay(4)))
    assert not any(isinstance(screen, ReplayScreen) for screen in driver.navigator.stack)
