"""Commands that a person is told to type next."""

from __future__ import annotations

import shlex
from pathlib import Path


def verify_command(file: Path, board: Path | None, deck: Path | None) -> str:
    """The command line that verifies ``file``, with the packs that were played with (None: the default ones)."""
    packs = [part for option, path in (("--board", board), ("--deck", deck)) if path for part in (option, str(path))]
    return shlex.join(["keep-p2p", "verify", str(file), *packs])


def join_command(table: str) -> str:
    """The command line that joins the table of that name."""
    option_like = ["--"] if table.startswith("-") else []
    return shlex.join(["keep-p2p", "join", *option_like, table])
