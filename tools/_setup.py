"""Makes .venv with the project in it, once; a second time it sees that it is there and costs nothing.

Standard library only. `play.py` and `test.py` check Python's version before they import this; the other scripts call
`in_environment` first of all.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "keep-p2p.json"
LOG = VENV / "install.log"
LOCK = ROOT / ".venv.lock"

OFFLINE_SIGNS = (
    "No matching distribution found",
    "Could not find a version",
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "Max retries exceeded",
    "ProxyError",
    "ConnectTimeout",
)
"""What pip says when it cannot reach a registry: it names the package, not the network, last."""


LIBRARIES = {
    "": ("click", "cryptography", "mnemonic", "platformdirs", "prompt_toolkit", "rbcl", "zeroconf"),
    "dev": ("hypothesis", "msgpack", "pytest"),
}
"""By extra, what its scripts import. An interpreter that finds all of these need not be the one in .venv."""


class SetupError(Exception):
    """The environment could not be made; the text says what to do."""


def say(text: str) -> None:
    """Print a line about the setting up; on stderr, so that stdout stays the command's own."""
    print(text, file=sys.stderr, flush=True)


def venv_python() -> Path:
    """The interpreter inside .venv, where Windows and the others put it."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ready(*extras: str) -> Path:
    """The interpreter of an up-to-date .venv that has the project and these ``extras``.

    Raises `SetupError` with a sentence for the person when it cannot be made.
    """
    if not _is_current(extras):
        with _locked():
            if not _is_current(extras):  # another run may have made it while this one waited
                _make(extras)
    return venv_python()


PROGRAM_VARIABLE = "KEEP_P2P_PROGRAM"
"""In which the program is told what to call itself (`keep_p2p/program.py`)."""


def typed() -> str:
    """How a person starts `tools/play.py` again from here, as it was started now."""
    return f"{'python' if os.name == 'nt' else 'python3'} {shlex.quote(sys.argv[0])}"


def hand_over(command: Sequence[str]) -> NoReturn:
    """Become ``command``: same terminal, same signals, its exit status is ours."""
    if os.name != "nt":
        os.execv(command[0], list(command))
    with subprocess.Popen(list(command)) as child:  # Windows has no exec that keeps the console
        while True:
            try:
                sys.exit(child.wait())
            except KeyboardInterrupt:
                continue  # the child has got it too, and knows how to end


def in_environment(*extras: str) -> None:
    """Go on if this interpreter has the project's libraries and those of ``extras``; if not, start anew in .venv."""
    if sys.version_info < (3, 11):  # noqa: UP036  the one who starts a script may have an older one
        say(f"keep_p2p needs Python 3.11 or later, and this is {sys.version_info[0]}.{sys.version_info[1]}.")
        sys.exit(2)
    if all(importlib.util.find_spec(name) for extra in ("", *extras) for name in LIBRARIES[extra]):
        return
    try:
        hand_over([str(ready(*extras)), *sys.argv])
    except SetupError as error:
        say(str(error))
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _wanted() -> dict[str, str]:
    """What the environment depends on besides the extras."""
    project = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    return {"project": project, "python": sys.version, "place": str(VENV)}


def _stamp() -> dict[str, object]:
    try:
        found = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _stamped_extras(stamp: dict[str, object]) -> set[str]:
    extras = stamp.get("extras")
    return {str(extra) for extra in extras} if isinstance(extras, list) else set()


def _is_current(extras: Sequence[str]) -> bool:
    stamp = _stamp()
    same = all(stamp.get(key) == value for key, value in _wanted().items())
    return same and set(extras) <= _stamped_extras(stamp) and venv_python().exists()


def _make(extras: Sequence[str]) -> None:
    stamp, wanted = _stamp(), _wanted()
    all_extras = sorted(set(extras) | _stamped_extras(stamp))
    if not all(stamp.get(key) == wanted[key] for key in ("python", "place")) or not venv_python().exists():
        _new_venv()
    STAMP.unlink(missing_ok=True)  # an interrupted install must not look finished
    _install(all_extras)
    STAMP.write_text(json.dumps({**wanted, "extras": all_extras}, indent=1), "utf-8")
    say("Ready.")


def _new_venv() -> None:
    say("Making .venv, a Python environment of this project's own (only this once) ...")
    try:
        import ensurepip  # noqa: F401  Debian ships venv without it, and fails half-way
        import venv  # noqa: F401  the same
    except ImportError:
        raise SetupError(
            "This Python cannot make environments: its venv module is missing. On Debian and Ubuntu run "
            "`sudo apt install python3-venv`, elsewhere install Python from python.org; then start this again."
        ) from None
    shutil.rmtree(VENV, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
    if done.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetupError(f"{VENV} could not be made: {_last_line(done.stdout + done.stderr)}")


def _install(extras: Sequence[str]) -> None:
    project = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    command = [str(venv_python()), "-m", "pip", "install", "--disable-pip-version-check", "--editable", project]
    say("Installing keep_p2p and the libraries it needs (about half a minute) ...")
    lines: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", cwd=ROOT
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            lines.append(line)
            getting = re.match(r"Collecting ([\w.-]+)|(Installing) collected", line)
            if getting:
                say("  putting them in place" if getting[2] else f"  {getting[1]}")
    text = "".join(lines)
    LOG.write_text(text, "utf-8")
    if pip.returncode:
        raise SetupError(_why(text))


def _why(text: str) -> str:
    """A sentence for pip's failure."""
    if any(sign in text for sign in OFFLINE_SIGNS):
        return (
            "The libraries could not be fetched from the package registry: connect this machine to it (only the first "
            f"start needs that) and start this again. pip's own words are in {LOG}."
        )
    return f"The libraries could not be installed: {_last_line(text)} All of pip's words are in {LOG}."


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason was given."


@contextlib.contextmanager
def _locked() -> Iterator[None]:
    """Only one run at a time makes the environment; a second waits for the first."""
    with open(LOCK, "a+b") as lock:
        if sys.platform == "win32":
            import msvcrt

            lock.seek(0)
            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


PLAYING = ("--players", "--character", "--name", "--gentle", "--fierce")
"""Options of `play` alone, which whoever starts a game without naming the command may give all the same."""


def command(arguments: list[str], at_terminal: bool) -> list[str]:
    """What `tools/play.py` runs of `keep-p2p`. At no terminal nobody could play: computer players do."""
    if "--watch" in arguments:
        return ["demo", *(argument for argument in arguments if argument != "--watch")]
    if not arguments or arguments[0].startswith("--players"):
        return ["play" if at_terminal else "demo", *arguments]
    options = list(itertools.takewhile(lambda argument: argument.startswith("-"), arguments))
    return ["play", *arguments] if any(option.startswith(PLAYING) for option in options) else arguments
