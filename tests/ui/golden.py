"""Golden pictures: a screen as text at every size, compared with a file. KEEP_P2P_GOLDEN=write writes them anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.driver import SIZES, Driver

FOLDER = Path(__file__).parent / "golden"
WRITE = os.environ.get("KEEP_P2P_GOLDEN") == "write"


def assert_golden(name: str, driver: Driver) -> None:
    """The screen of ``driver``, whatever its size, is the one in ``golden/<name>-<size>.txt``."""
    path = FOLDER / f"{name}-{driver.size.width}x{driver.size.height}.txt"
    text = driver.text
    if WRITE:
        path.write_text(text, "utf-8")
    assert path.exists(), f"there is no {path.name}: look at the screen, then run with KEEP_P2P_GOLDEN=write\n{text}"
    assert text == path.read_text("utf-8"), f"{path.name} is another picture now:\n{text}"


def at_all_sizes(name: str, make: Callable[[Driver], object], look: Look | None = None) -> None:
    """Compare the screen that ``make`` shows on a driver, at all four sizes."""
    for size in SIZES:
        driver = Driver(size, look)
        make(driver)
        assert_golden(name, driver)
