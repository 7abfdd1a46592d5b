"""A profile: one identity at a table, with its key, its journal and its lock in a folder of its own.

    HOME/profiles/NAME/identity.key   32-byte seed in hex, owner-only
                       journal.db     the journal (`keep_p2p.store.journal`)
                       lock           held while the profile sits at a table
    HOME/transcripts/                 finished games (`keep_p2p.store.transcripts`)
    HOME/crashes/                     details of errors that should not have happened

HOME is the user's data folder for applications, or the environment's KEEP_P2P_HOME.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from keep_p2p.errors import UserError
from keep_p2p.store.files import OWNER_ONLY_FILE, is_exposed, private_folder, write_new
from keep_p2p.store.lock import AlreadyLocked, FileLock

HOME_VARIABLE = "KEEP_P2P_HOME"
SECOND = "second"
"""The profile that is proposed to whoever opens a second window."""

DEFAULT_PROFILE = "default"
SEED_SIZE = 32
"""Bytes of an identity's seed (Ed25519, RFC 8032)."""

MAX_KEY_FILE = 256
"""Bytes of the key file that are read: it has 65."""

MAX_FREE_PROFILES = 64
"""How many names `first_free` tries: more seats than one machine plays, and an end to the search."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_WINDOWS_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")


class ProfileError(UserError):
    """A profile cannot be used; the text says why and what to do."""


class ProfileInUse(ProfileError):
    """One identity sits once: another process has this profile."""


@dataclass(frozen=True)
class Profile:
    """An open profile. It is nobody else's until `close`.

    ``seed`` is the identity's secret, 32 bytes; ``folder`` is readable by its owner only;
    ``warnings`` are sentences for the person.
    """

    name: str
    folder: Path
    seed: bytes
    lock: FileLock
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Without the seed: this ends up in logs."""
        return f"Profile({self.name!r}, {str(self.folder)!r})"

    @property
    def journal_path(self) -> Path:
        """Where this profile's journal lies."""
        return self.folder / "journal.db"

    def close(self) -> None:
        """Let others have the profile."""
        self.lock.release()

    def __enter__(self) -> Profile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def home() -> Path:
    """The folder of everything kept: KEEP_P2P_HOME, or the user's data folder. It need not exist yet."""
    chosen = os.environ.get(HOME_VARIABLE)
    # os.path's, which leaves the name of a user who does not exist as it is; Path's raises
    return Path(os.path.expanduser(chosen)) if chosen else platformdirs.user_data_path("keep-p2p", appauthor=False)


def open_profile(name: str = DEFAULT_PROFILE) -> Profile:
    """Open the profile, making it (and its identity) the first time.

    Raises `ProfileError`, in particular `ProfileInUse`.
    """
    if not _NAME.fullmatch(name) or _WINDOWS_DEVICES.fullmatch(name):
        raise ProfileError(
            f"{name!r} cannot be a profile's name: use up to 32 lower-case letters, digits, - and _, "
            "beginning with a letter or digit."
        )
    return _open_in(home() / "profiles" / name, name)


def first_free(prefix: str) -> Profile:
    """Open the first of PREFIX-1, PREFIX-2, ... that nobody uses: for computer players, which need no names."""
    for number in range(1, MAX_FREE_PROFILES + 1):
        try:
            return open_profile(f"{prefix}-{number}")
        except ProfileInUse:
            continue
    raise ProfileInUse(
        f"All {MAX_FREE_PROFILES} profiles named {prefix}-1, {prefix}-2 and so on are in use: "
        "end some of these players first."
    )


@contextmanager
def temporary_profile(name: str = "guest") -> Iterator[Profile]:
    """A profile that is gone afterwards, with a fresh identity: for demos and tests."""
    folder = Path(tempfile.mkdtemp(prefix="keep-p2p-"))  # made owner-only by mkdtemp itself
    try:
        with _open_in(folder / "profile", name) as profile:
            yield profile
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _open_in(folder: Path, name: str) -> Profile:
    try:
        private_folder(folder)
        lock = FileLock(folder / "lock")
    except AlreadyLocked as error:
        who = f" (process {error.holder})" if error.holder else ""
        other = SECOND if name != SECOND else "third"
        raise ProfileInUse(
            f"The profile {name!r} already sits at a table on this machine{who}: leave that table first, or start this "
            f"window as another player, with --profile {other} (a profile is one player's name, key and settings)."
        ) from None
    except OSError as error:
        raise ProfileError(_cannot_use(folder, error)) from None
    try:
        seed, warnings = _identity(folder / "identity.key")
    except OSError as error:
        lock.release()
        raise ProfileError(_cannot_use(folder, error)) from None
    except BaseException:
        lock.release()
        raise
    return Profile(name, folder, seed, lock, warnings)


def _cannot_use(folder: Path, error: OSError) -> str:
    return (
        f"The profile's folder {folder} cannot be used ({error.strerror or error}): make it writable, "
        f"or set {HOME_VARIABLE} to a folder that is."
    )


def _identity(path: Path) -> tuple[bytes, tuple[str, ...]]:
    """The seed in the key file, made if there is none, and warnings about it."""
    if not path.exists():
        write_new(path, secrets.token_bytes(SEED_SIZE).hex().encode() + b"\n", OWNER_ONLY_FILE)
    warnings = _tighten(path)
    with path.open("rb") as file:
        text = file.read(MAX_KEY_FILE).strip()
    try:
        seed = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        seed = b""
    if len(seed) != SEED_SIZE:
        raise ProfileError(
            f"The identity's key file {path} is damaged: put back a copy of it, or move it away and a new identity "
            "will be made (others will see you as somebody new)."
        )
    return seed, warnings


def _tighten(path: Path) -> tuple[str, ...]:
    """Take others' rights on the key file away, and say so; refuse where the file system cannot."""
    if not is_exposed(path):
        return ()
    path.chmod(OWNER_ONLY_FILE)
    if is_exposed(path):
        raise ProfileError(
            f"The identity's key file {path} can be read by other users and this file system cannot prevent it: "
            f"set {HOME_VARIABLE} to a folder on one that can."
        )
    return (
        f"Other users of this machine could read {path} until now. Who has read it can sit down as you: "
        "if you do not trust them all, move it away and a new identity will be made.",
    )
