"""What the first-game guide has explained already: kept in the profile's settings, for every interface."""

from __future__ import annotations

from collections.abc import Mapping

from keep_p2p.store.settings import load_settings, profile_folder, save_settings
from keep_p2p.ui.table.guide import Guide

EXPLAINED, HINTS, FINISHED = "explained", "hints", "finished"
"""The settings that the full screen keeps too: lessons parted by blanks, whether any are given, a game finished."""


def remembered(profile: str | None) -> Guide:
    """The guide as it was left; one that begins anew where the settings cannot be read."""
    plain, _ = load_settings(profile_folder(profile))
    told, hints = plain.get(EXPLAINED), plain.get(HINTS)
    return Guide(frozenset(told.split() if isinstance(told, str) else ()), on=hints is not False)


def remember(profile: str | None, guide: Guide) -> None:
    """Keep it for the next game. Where that is not possible the guide explains things once more; nothing is said."""
    _keep(profile, {EXPLAINED: " ".join(sorted(guide.known)), HINTS: guide.on})


def is_first_game(profile: str | None) -> bool:
    """Whether the next game is somebody's first: none was finished, and explanations are welcome."""
    plain, _ = load_settings(profile_folder(profile))
    return plain.get(HINTS) is not False and plain.get(FINISHED) is not True


def remember_finished(profile: str | None) -> None:
    """A game was played to its end."""
    _keep(profile, {FINISHED: True})


def _keep(profile: str | None, changed: Mapping[str, object]) -> None:
    folder = profile_folder(profile)
    plain, problem = load_settings(folder)
    if not problem:
        save_settings(folder, {**plain, **changed})
