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
    return _at_table("join", table)


def bot_command(table: str) -> str:
    """The command line that seats a computer player at the table of that name."""
    return _at_table("bot", table)


def _at_table(command: str, table: str) -> str:
    option_like = ["--"] if table.startswith("-") else []
    return shlex.join(["keep-p2p", command, *option_like, table])
