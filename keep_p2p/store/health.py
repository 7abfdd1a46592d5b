"""How the files of a profile are: for `keep-p2p doctor`. Nothing is made that is not there yet."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from keep_p2p.errors import UserError
from keep_p2p.store.journal import Journal
from keep_p2p.store.profile import HOME_VARIABLE, ProfileInUse, open_profile
from keep_p2p.store.settings import profile_folder


@dataclass(frozen=True, slots=True)
class ProfileHealth:
    """What was found. Sentences are empty where there is nothing to say.

    ``problem``: the profile or its journal cannot be used; ``busy``: it sits at a table now, so its files were left
    alone; ``warnings``: as for whoever sits down with it. ``games``: unfinished games in the journal, None where
    that was not looked at. ``free``: bytes left on the disk.
    """

    name: str
    folder: Path
    there: bool
    free: int
    games: int | None = None
    problem: str = ""
    busy: str = ""
    warnings: tuple[str, ...] = ()


def profile_health(name: str | None = None) -> ProfileHealth:
    """Look at a profile, or the default one. Reads the whole journal: a second, for a large one."""
    folder = profile_folder(name)
    there = os.path.exists(folder / "identity.key")  # Path's raises where a name is too long
    nearest = next((path for path in (folder, *folder.parents) if os.path.isdir(path)), Path(folder.anchor))
    found = ProfileHealth(folder.name, folder, there, shutil.disk_usage(nearest).free)
    problem = _unwritable(nearest, folder)
    if problem or not there:
        return replace(found, problem=problem)
    try:
        with open_profile(folder.name) as profile:
            if not profile.journal_path.exists():
                return replace(found, games=0, warnings=profile.warnings)
            with Journal(profile.journal_path) as journal:
                for game in journal.games():
                    journal.recall(game)  # compares every row with its checksum
                return replace(found, games=len(journal.games()), warnings=profile.warnings)
    except ProfileInUse as error:
        return replace(found, busy=str(error))
    except UserError as error:
        return replace(found, problem=str(error))


def _unwritable(nearest: Path, folder: Path) -> str:
    """A sentence if nothing can be written where the profile is, or will be made."""
    try:
        with tempfile.TemporaryFile(dir=nearest) as file:
            file.write(os.urandom(512))
            file.flush()
    except OSError as error:
        return (
            f"The profile's folder {folder} cannot be used ({error.strerror or error}): make {nearest} writable, "
            f"or set {HOME_VARIABLE} to a folder that is."
        )
    return ""
