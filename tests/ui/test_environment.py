"""What the terminal can show is read from what it said, not from what Python makes of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from keep_p2p.ui.environment import before_coercion

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = (
    "from keep_p2p.ui.environment import terminal_environment as e\n"
    "from keep_p2p.ui.screen.glyphs import glyphs_for as g\n"
    "print(g(e(), 'linux').ascii_only)"
)

LOCALES = [
    ({}, True),
    ({"LANG": "C"}, True),
    ({"LANG": "POSIX"}, True),
    ({"LANG": "C.UTF-8"}, False),
    ({"LANG": "en_US.UTF-8"}, False),
    ({"LANG": "de_DE@euro"}, True),
    ({"LC_CTYPE": "C.UTF-8"}, False),
    ({"LC_CTYPE": "UTF-8"}, False),
    ({"LANG": "C.UTF-8", "LC_ALL": "C"}, True),
    ({"LANG": "C", "PYTHONUTF8": "1"}, True),
]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Python's own choice is told by its mode alone")
@pytest.mark.parametrize(("environ", "plain"), LOCALES, ids=[str(environ) for environ, _ in LOCALES])
def test_a_locale_that_python_chose_itself_promises_no_utf8(environ: dict[str, str], plain: bool) -> None:
    given = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT), **environ}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=given, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(plain)]


@pytest.mark.parametrize(("assumed", "kept"), [(True, False), (False, True)])
def test_without_knowing_the_beginning_pythons_mode_decides(assumed: bool, kept: bool) -> None:
    found = before_coercion({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, None, assumed=assumed)
    assert ("LC_CTYPE" in found) is kept


def test_what_somebody_else_set_stays() -> None:
    for environ in ({"LC_CTYPE": "de_DE.UTF-8"}, {"LC_ALL": "C.UTF-8", "LC_CTYPE": "C.UTF-8"}, {"LANG": "C"}):
        assert before_coercion(environ, b"", assumed=True) == environ
