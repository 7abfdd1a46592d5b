"""A profile's settings on disk, as JSON. A damaged file costs its settings, never the program's start."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from keep_p2p.store.files import SHARED_FILE, private_folder, read_json, write_over
from keep_p2p.store.profile import DEFAULT_PROFILE, home

FILE = "settings.json"
MAX_FILE = 1 << 16
"""Bytes of the file that are read."""


def profile_folder(profile: str | None) -> Path:
    """The folder of a profile, or of the default one. It need not exist."""
    return home() / "profiles" / (profile or DEFAULT_PROFILE)


def load_settings(folder: Path) -> tuple[Mapping[str, object], str]:
    """What the file holds, and a sentence if there is one that cannot be read."""
    path = folder / FILE
    try:
        plain = read_json(path, MAX_FILE)
    except FileNotFoundError:
        return {}, ""
    except (OSError, ValueError):
        plain = None
    if not isinstance(plain, dict):
        return {}, f"The settings in {path} cannot be read, so the usual ones are used until you change one."
    return plain, ""


def save_settings(folder: Path, plain: Mapping[str, object]) -> str:
    """Write the settings; a sentence if that is not possible."""
    path = folder / FILE
    try:
        private_folder(folder)
        text = json.dumps(plain, indent=1, ensure_ascii=False).encode("utf-8", "replace")
        write_over(path, text + b"\n", SHARED_FILE)
    except OSError as error:
        return f"The settings could not be written to {path} ({error.strerror or error}); they hold until you leave."
    return ""
