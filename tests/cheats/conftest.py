"""Prints the table of cheats at the end of the run."""

from __future__ import annotations

from _pytest.terminal import TerminalReporter

from tests.cheats.table import Line, rendered


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    lines: list[Line] = [
        tuple(value)
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == "cheat" and isinstance(value, tuple | list)
    ]
    if lines:
        terminalreporter.section("cheats")
        for text in rendered(lines):
            terminalreporter.write_line(text)
