"""Files written whole or not at all, and folders that only their owner can look into."""

from __future__ import annotations

import json
import os
import secrets
import stat
from pathlib import Path

OWNER_ONLY_FILE = 0o600
OWNER_ONLY_FOLDER = 0o700
SHARED_FILE = 0o666
"""Less the umask, as any program's ordinary file."""


def private_folder(folder: Path) -> None:
    """Make ``folder`` (and its parents) readable by its owner only; tighten it if it already exists.

    On Windows the mode bits mean nothing: there the folder inherits the access list of the user's own
    profile folder, which other users of the machine cannot read. Raises `OSError`.
    """
    folder.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    if is_exposed(folder):
        folder.chmod(OWNER_ONLY_FOLDER)


def is_exposed(path: Path) -> bool:
    """Whether anybody but its owner has any right on ``path``. Always False on Windows (see `private_folder`)."""
    return os.name == "posix" and bool(stat.S_IMODE(path.stat().st_mode) & 0o077)


def read_json(path: Path, most: int) -> object:
    """What the JSON in the first ``most`` bytes of a file says. Raises `OSError`, or `ValueError` if it is none."""
    with path.open("rb") as file:
        data = file.read(most)
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("nested too deep") from None


def write_new(path: Path, data: bytes, mode: int) -> None:
    """Write ``data`` to ``path``, durable and whole, only if nothing is there. Raises `FileExistsError`, `OSError`."""
    temporary = _write_beside(path, data, mode)
    try:
        _rename_new(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def write_over(path: Path, data: bytes, mode: int) -> None:
    """Write ``data`` to ``path``, durable and whole, in place of what is there. Raises `OSError`."""
    temporary = _write_beside(path, data, mode)
    try:
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _write_beside(path: Path, data: bytes, mode: int) -> Path:
    """A durable temporary file in the same folder, so that the renaming stays within one file system."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _rename_new(temporary: Path, path: Path) -> None:
    """Give ``temporary`` its name, without replacing anything that has it."""
    if os.name != "posix":
        temporary.rename(path)  # refuses to replace, on Windows only
        return
    try:
        os.link(temporary, path)  # refuses to replace, unlike POSIX's rename
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links, as on memory sticks
        if path.exists():
            raise FileExistsError(path) from None
        temporary.rename(path)
    else:
        temporary.unlink()


def _sync_folder(folder: Path) -> None:
    """Make the new name itself durable. Windows has no such call and needs none."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
