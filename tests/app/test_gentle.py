"""Whether the computer's Molasar is gentle: who is told of it, and how it comes to the computer players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from keep_p2p.app.engine import Engine
from keep_p2p.app.play import GENTLE, PlayOptions, told_of_molasar
from keep_p2p.app.seats import player_arguments
from keep_p2p.app.services import AppServices
from keep_p2p.app.sitting import Who
from keep_p2p.app.table_run import Plan
from keep_p2p.rules.names import Character
from keep_p2p.store.profile import HOME_VARIABLE


def test_line_by_line_it_is_said_with_how_to_have_the_other() -> None:
    gentle = PlayOptions(gentle=True)
    assert told_of_molasar(gentle) == (GENTLE, "    keep-p2p play --fierce")
    assert told_of_molasar(replace(gentle, characters=(Character.EVA,)))
    assert told_of_molasar(replace(gentle, characters=(Character.MOLASAR,))) == (), "nobody else plays him"
    assert told_of_molasar(PlayOptions()) == ()


def test_computer_players_are_started_so() -> None:
    assert "--gentle" in player_arguments("friday", "Computer 1", None, None, gentle=True)
    assert "--gentle" not in player_arguments("friday", "Computer 1", None, None)


def test_on_the_full_screen_another_practice_is_as_the_last_and_the_first_is_gentle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    plans: list[Plan] = []
    monkeypatch.setattr(AppServices, "_run", lambda self, plan: plans.append(plan))

    def services() -> AppServices:
        return AppServices(cast(Engine, None), lambda call: None, Who())

    first = services()
    first.practise(4, ())
    first.save(replace(first.settings, finished=True))
    first.practise(4, ())
    first.practise(4, (), False)
    first.practise(4, ())
    services().practise(4, ())
    services().practise(4, (), True)
    assert [plan.gentle for plan in plans] == [True, True, False, False, False, True]
