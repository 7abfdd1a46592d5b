"""What a person is called by the others: as the command says, as the settings say, or by the login if it is a name."""

from __future__ import annotations

import getpass
import json
from pathlib import Path
from typing import Any, cast

import pytest

from keep_p2p.app.services import AppServices
from keep_p2p.app.sitting import GUEST, Who, sitting_down, usual_name


@pytest.fixture(autouse=True)
def a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))
    monkeypatch.setattr(getpass, "getuser", lambda: "root")
    return tmp_path


def seen(who: Who) -> str:
    with sitting_down(who, None, None) as (options, _):
        return options.name


def services(name: str | None = None) -> AppServices:
    return AppServices(cast("Any", None), lambda call: call(), Who(name))


@pytest.mark.parametrize(
    ("login", "name"),
    [("magda", "magda"), ("root", GUEST), ("User", GUEST), ("", GUEST), ("\u202e", GUEST), ("ubuntu", GUEST)],
)
def test_a_login_that_names_no_person_is_nobodys_name(login: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: login)
    assert usual_name() == name


def test_the_command_goes_before_the_settings_and_these_before_the_login(a_home: Path) -> None:
    assert seen(Who()) == GUEST
    services().rename("Magda")
    assert seen(Who()) == "Magda"
    assert seen(Who("Ruth")) == "Ruth"
    assert seen(Who(profile="second")) == GUEST


def test_settings_that_hold_no_usable_name_cost_nothing(a_home: Path) -> None:
    folder = a_home / "profiles" / "default"
    folder.mkdir(parents=True, mode=0o700)
    for name in ("\x1b[2J", 7, "x" * 500):
        (folder / "settings.json").write_text(json.dumps({"name": name}))
        assert seen(Who()) == GUEST


def test_a_name_that_is_changed_is_kept_and_goes_before_what_the_command_said(a_home: Path) -> None:
    own = services("Ruth")
    assert own.name == "Ruth"
    assert own.rename("Magda") == ""
    assert own.name == "Magda"
    assert services().name == "Magda"
