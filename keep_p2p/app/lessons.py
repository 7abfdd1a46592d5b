"""What the first-game guide has explained already: kept in the profile's settings, for every interface."""

from __future__ import annotations

from keep_p2p.store.settings import load_settings, profile_folder, save_settings
from keep_p2p.ui.table.guide import Guide

EXPLAINED, HINTS = "explained", "hints"
"""The settings that the full screen keeps too: lessons parted by blanks, and whether any are given."""


def remembered(profile: str | None) -> Guide:
    """The guide as it was left; one that begins anew where the settings cannot be read."""
    plain, _ = load_settings(profile_folder(profile))
    told, hints = plain.get(EXPLAINED), plain.get(HINTS)
    return Guide(frozenset(told.split() if isinstance(told, str) else ()), on=hints is not False)


def remember(profile: str | None, guide: Guide) -> None:
    """Keep it for the next game. Where that is not possible the guide explains things once more; nothing is said."""
    folder = profile_folder(profile)
    plain, problem = load_settings(folder)
    if not problem:
        save_settings(folder, {**plain, EXPLAINED: " ".join(sorted(guide.known)), HINTS: guide.on})
