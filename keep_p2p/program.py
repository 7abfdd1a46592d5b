"""By what name this program was started, so that the commands it tells people to type are those that they have.

Installed it is `keep-p2p`; from a clone `tools/play.py` stands for it, and says so in the environment; a Python that
has the package starts it by `-m keep_p2p`. One place: whatever tells of a command to type asks here.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path
from typing import Final

CLONE: Final = "python3 tools/play.py"
"""What stands for it in a clone, as the documents say."""

INSTALLED: Final = "keep-p2p"
"""The name of the command once the package is installed; in docstrings and documents it stands for all of them."""

PROGRAM_VARIABLE: Final = "KEEP_P2P_PROGRAM"
"""The environment's variable in which `tools/play.py` says how it was started."""

INDENT: Final = "    "
"""What a command to copy begins with."""

MAX_PROGRAM: Final = 300
"""Characters of that variable; more, or unprintable ones, would spoil every line that names it."""


def program() -> str:
    """The beginning of every command line: ``keep-p2p``, ``python3 tools/play.py`` or ``python3 -m keep_p2p``."""
    told = os.environ.get(PROGRAM_VARIABLE, "")
    if told and len(told) <= MAX_PROGRAM and told.isprintable():
        return told
    started = Path(sys.argv[0] if sys.argv else "")
    if started.name == "__main__.py" and started.parent.name == "keep_p2p":
        return "python -m keep_p2p" if os.name == "nt" else "python3 -m keep_p2p"
    return INSTALLED


def command_line(*words: str) -> str:
    """What to type for the command ``words``, quoted as a shell wants it."""
    return f"{program()} {shlex.join(words)}" if words else program()


def to_copy(command: str) -> str:
    """``command`` as a line of its own, which nothing breaks: whoever copies it gets all of it."""
    return f"{INDENT}{command}"


def is_to_copy(line: str) -> bool:
    """Whether this line is a command to copy."""
    return line.startswith(tuple(f"{INDENT}{name} " for name in (program(), INSTALLED, CLONE))) and "\n" not in line


def in_own_words(text: str) -> str:
    """``text`` with every command line in it as it is typed here.

    An indented example whose remark no longer fits behind it has the remark on a line of its own.
    """
    own = program()
    if own == INSTALLED:
        return text
    text = re.sub(r"(?m)^( +)keep-p2p\b(.*?\S)?  +(\S.*)$", rf"\1{INSTALLED}\2\n\1    \3", text)
    return re.sub(r"(?m)(^ +|`)keep-p2p(?=[ `\n]|$)", lambda found: found[1] + own, text)
