"""Reads a pack's bytes and parses its TOML. The only module of packs that opens files."""

from __future__ import annotations

import os
import stat
import tomllib
from importlib import resources
from pathlib import Path

from keep_p2p.packs.errors import PackError

MAX_PACK_BYTES = 256 * 1024
"""Largest pack file read, in bytes: a wrong path (a disk image, /dev/zero) must not fill the memory."""

MAX_DOTS = 8
"""Dots in one line. The standard library's parser keeps every beginning of a dotted key: stops a file of one key of
100,000 parts, which would take tens of gigabytes."""

_REMEDY_PATH = "give the path of a pack file, or leave the option out for the default one"


def read_default(name: str) -> bytes:
    """The bytes of the pack ``name`` that comes with the program."""
    return resources.files("keep_p2p.packs").joinpath("data", name).read_bytes()


def read_file(path: Path) -> bytes:
    """The bytes of the file at ``path``.

    Raises:
        PackError: it is missing, unreadable, no regular file, or over `MAX_PACK_BYTES`.
    """
    name = str(path)
    try:
        # O_NONBLOCK: opening a FIFO must not wait for a writer.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise PackError(name, "", "there is no such file", _REMEDY_PATH) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PackError(name, "", f"the file cannot be opened ({reason})", _REMEDY_PATH) from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise PackError(name, "", "this is not a regular file", _REMEDY_PATH)
    with os.fdopen(descriptor, "rb") as stream:
        try:
            data = stream.read(MAX_PACK_BYTES + 1)
        except OSError as error:
            raise PackError(name, "", f"the file cannot be read ({error.strerror})", _REMEDY_PATH) from None
    if len(data) > MAX_PACK_BYTES:
        limit = MAX_PACK_BYTES // 1024
        raise PackError(name, "", f"the file is larger than a pack may be ({limit} KiB)", _REMEDY_PATH)
    return data


def parse(data: bytes, file: str) -> dict[str, object]:
    """The TOML document in ``data``; ``file`` is named in errors.

    Raises:
        PackError: it is not UTF-8 or not TOML, or has a line that would cost too much.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        problem = f"byte {error.start} is not UTF-8 text"
        raise PackError(file, "", problem, "save the file as UTF-8") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MAX_DOTS and not line.lstrip().startswith("#"):
            problem = f"line {number} has more than {MAX_DOTS} dots"
            raise PackError(file, "", problem, "no key of a pack has many parts: break the line")
    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits
        raise PackError(file, "", f"this is not TOML ({error})", "correct the line named") from None
    except RecursionError:
        raise PackError(file, "", "the values are nested too deeply", "write a pack as docs/boards.md shows") from None
