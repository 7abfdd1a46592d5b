"""Transcripts on disk: written whole or not at all, and never over another game's."""

from __future__ import annotations

import errno
import os
import tempfile
import unicodedata
from pathlib import Path

from keep_p2p.errors import UserError
from keep_p2p.store.files import SHARED_FILE, write_new, write_over
from keep_p2p.store.profile import home

SUFFIX = ".transcript"
EVIDENCE_SUFFIX = ".evidence"
MAX_TABLE_NAME = 40
"""Characters of the table's name in a file name: far below any file system's limit."""

MAX_FILE = 8 * 1024 * 1024
"""Bytes of a file that is read as a transcript: five times the longest game's. Stops a wrong path (a disk image,
/dev/zero) from filling the memory; of a file made for it a byte may cost a hundred there."""

MAX_COPIES = 1000
"""How many different files of one game are kept before a person should look why."""


class TranscriptNotSaved(UserError):
    """A transcript could not be written; the text says where and why."""


def transcripts_folder() -> Path:
    """Where transcripts go when nothing else is said."""
    return home() / "transcripts"


def file_name(game: bytes, table: str, suffix: str = SUFFIX) -> str:
    """The name for a game's file: the first 12 digits of its id and what is safe of the table's name.

    It holds only a-z, 0-9 and -, whatever somebody called the table, so it is no path and no Windows device.
    """
    plain = unicodedata.normalize("NFKD", table).encode("ascii", "ignore").decode().lower()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    return "-".join([game.hex()[:12], *words])[: 12 + 1 + MAX_TABLE_NAME].rstrip("-") + suffix


def check_place(out: Path | None = None) -> None:
    """See that a transcript can go to ``out``, or else to `transcripts_folder`, before a game is played for it.

    Raises `TranscriptNotSaved` if nothing can be written there now.
    """
    if out is not None and out.exists() and not out.is_file() and not out.is_dir():
        return  # a pipe or a device
    folder = transcripts_folder() if out is None else out.resolve().parent
    try:
        if out is None:
            folder.mkdir(parents=True, exist_ok=True)
        elif out.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"\0")
    except OSError as error:
        raise _not_saved(out or folder, error) from None


def save_transcript(data: bytes, game: bytes, table: str, folder: Path | None = None) -> Path:
    """Write a game's transcript into ``folder`` (`transcripts_folder` unless given) and say where it is.

    The same transcript grown longer replaces its beginning; anything else that has the name stays, and
    the new file gets a number. Raises `TranscriptNotSaved`.
    """
    return _save(data, folder, file_name(game, table))


def save_evidence(data: bytes, game: bytes, table: str, folder: Path | None = None) -> Path:
    """Write what convicts somebody beside the game's transcript, and say where it is. Raises `TranscriptNotSaved`."""
    return _save(data, folder, file_name(game, table, EVIDENCE_SUFFIX))


def _save(data: bytes, folder: Path | None, name: str) -> Path:
    folder = transcripts_folder() if folder is None else folder
    first = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, MAX_COPIES + 1):
            path = first if number == 1 else first.with_name(f"{first.stem}-{number}{first.suffix}")
            if _put(path, data):
                return path
    except OSError as error:
        raise _not_saved(first, error) from None
    raise TranscriptNotSaved(f"There are {MAX_COPIES} different files of this game in {folder}: move them away first.")


def _put(path: Path, data: bytes) -> bool:
    """Write ``path`` unless something else is there; whether ``data`` is there now."""
    try:
        write_new(path, data, SHARED_FILE)
    except FileExistsError:
        there = path.read_bytes()
        if not data.startswith(there):
            return False
        if there != data:
            write_over(path, data, SHARED_FILE)
    return True


def read_game_file(file: Path) -> bytes:
    """The bytes of a transcript or evidence. Raises UserError if there are none to be had, or over `MAX_FILE`."""
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_FILE + 1)
    except OSError as error:
        raise UserError(f"{file} cannot be read ({error.strerror or error}): check its name and your rights.") from None
    if len(data) > MAX_FILE:
        raise UserError(f"{file} is larger than any transcript (over {MAX_FILE >> 20} MiB): check its name.")
    return data


def write_transcript(path: Path, data: bytes) -> None:
    """Write a transcript to the file a person named, in place of what was there. Raises `TranscriptNotSaved`."""
    try:
        if path.exists() and not path.is_file():  # a pipe or a device: there is nothing to replace
            path.write_bytes(data)
        else:
            write_over(path.resolve(), data, SHARED_FILE)
    except OSError as error:
        raise _not_saved(path, error) from None


def _not_saved(path: Path, error: OSError) -> TranscriptNotSaved:
    return TranscriptNotSaved(
        f"The transcript cannot be written to {path} ({error.strerror or error}): make room or give yourself the "
        "right to write there, or name another place with --out FILE."
    )
