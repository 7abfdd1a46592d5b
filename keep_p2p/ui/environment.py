"""The environment as the terminal gave it: Python changes it where the locale is C, and hides so what can be shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

COERCED = frozenset({"C.UTF-8", "C.utf8", "UTF-8"})
"""What Python sets LC_CTYPE to by itself, when it starts with the locale C (PEP 538)."""

STARTED_WITH = Path("/proc/self/environ")
"""Linux keeps what a program was started with there."""


def terminal_environment() -> Mapping[str, str]:
    """The environment variables, LC_CTYPE as it was before Python chose one."""
    return before_coercion(os.environ, _started_with(), assumed=_assumed())


def before_coercion(now: Mapping[str, str], started: bytes | None, *, assumed: bool) -> Mapping[str, str]:
    """``now`` with the LC_CTYPE of ``started``, the variables separated by zero bytes.

    Where ``started`` is None, ``assumed`` says whether LC_CTYPE was set by Python.
    """
    if now.get("LC_ALL") or now.get("LC_CTYPE") not in COERCED:
        return now
    if started is None:
        given = None if assumed else now["LC_CTYPE"]
    else:
        found = (text for text in started.split(b"\0") if text.startswith(b"LC_CTYPE="))
        given = next((os.fsdecode(text.partition(b"=")[2]) for text in found), None)
    rest = {name: value for name, value in now.items() if name != "LC_CTYPE"}
    return rest if given is None else {**rest, "LC_CTYPE": given}


def _started_with() -> bytes | None:
    try:
        return STARTED_WITH.read_bytes()
    except OSError:
        return None


def _assumed() -> bool:
    """Python goes over to UTF-8 for files, too, where the locale is C (PEP 540), unless it was told to anyhow."""
    return bool(sys.flags.utf8_mode) and not os.environ.get("PYTHONUTF8")
