"""What all tests share: a home of their own, signals that are heard, and no deadlines: no test may depend on speed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("keep-p2p", deadline=None, print_blob=True)
settings.load_profile("keep-p2p")


@pytest.fixture(scope="session", autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test touches the profiles and transcripts of whoever runs it."""
    before = os.environ.get("KEEP_P2P_HOME")
    os.environ["KEEP_P2P_HOME"] = str(tmp_path_factory.mktemp("home"))
    yield
    if before is None:
        del os.environ["KEEP_P2P_HOME"]
    else:
        os.environ["KEEP_P2P_HOME"] = before


@pytest.fixture(scope="session", autouse=True)
def _signals_are_heard() -> None:
    """What `nohup` or a shell's background has this process ignore, the programs that tests start would ignore too."""
    for name in ("SIGHUP", "SIGINT", "SIGTERM"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)
