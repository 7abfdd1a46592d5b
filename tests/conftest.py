"""What all tests share: a home of their own, and no deadlines, because no test may depend on speed."""

from __future__ import annotations

import os
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
