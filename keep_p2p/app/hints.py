"""Commands that a person is told to type next."""

from __future__ import annotations

import shlex
from pathlib import Path

from keep_p2p.program import CLONE, INSTALLED, command_line, program


def verify_command(file: Path, board: Path | None, deck: Path | None) -> str:
    """The command line that verifies ``file``, with the packs that were played with (None: the default ones)."""
    packs = [part for option, path in (("--board", board), ("--deck", deck)) if path for part in (option, str(path))]
    return command_line("verify", str(file), *packs)


def join_commands(table: str) -> tuple[str, ...]:
    """For other machines, where the program may be installed or a clone: both, the one typed here first."""
    arguments = shlex.join(_arguments("join", table))
    return tuple(dict.fromkeys(f"{name} {arguments}" for name in (program(), INSTALLED, CLONE)))


def bot_command(table: str) -> str:
    """The command line that seats a computer player at the table of that name."""
    return command_line(*_arguments("bot", table))


def _arguments(command: str, table: str) -> list[str]:
    return [command, *(["--"] if table.startswith("-") else []), table]
