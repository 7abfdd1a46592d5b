"""The documents are true where a program can tell: links lead somewhere, named files exist, shown commands are real."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from keep_p2p.cli.shell import keep_p2p

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
PACKAGES = ("", "keep_p2p", "docs")
"""Where a file named in a text may begin: `table/peer.py` is keep_p2p's."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_every_link_leads_to_a_file(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text("utf-8"))
    local = [target for target in targets if not target.startswith(("http://", "https://"))]
    assert [target for target in local if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_every_file_named_in_the_text_exists(document: Path) -> None:
    named = re.findall(r"`([\w./<>*-]+/[\w.<>*-]*\.(?:py|md|toml|json))`", document.read_text("utf-8"))
    assert [name for name in named if not found(name)] == []


def found(name: str) -> bool:
    pattern = re.sub(r"<\w+>", "*", name)
    return any(any((ROOT / package).glob(pattern)) for package in PACKAGES)


def shown_commands() -> list[str]:
    """Every `keep-p2p ...` line in code blocks and backticks."""
    found: set[str] = set()
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        blocks = re.findall(r"^    (keep-p2p .*)$", text, flags=re.M)
        found.update(line.split("#")[0].strip() for line in [*blocks, *re.findall(r"`(keep-p2p [^`]+)`", text)])
    return sorted(command for command in found if "..." not in command)


@pytest.mark.parametrize("command", shown_commands())
def test_every_command_shown_can_be_called(command: str) -> None:
    """Its options and arguments parse; it is not run."""
    words = shlex.split(re.sub(r"\[.*?\]", "", command))[1:]
    if words[0].startswith("--"):
        assert words in (["--version"], ["--help"])
        return
    parsed = keep_p2p.commands[words[0]]
    if len(words) > 1 and "--help" not in words:
        assert isinstance(parsed.make_context(words[0], words[1:]), click.Context)


def test_the_tools_shown_exist() -> None:
    text = "\n".join(document.read_text("utf-8") for document in DOCUMENTS)
    assert [name for name in re.findall(r"python3? (tools/\w+\.py)", text) if not (ROOT / name).exists()] == []


NUMBER = r"(?<![\w.])[SMTCRBHW][1-9]\d?(?![\w.])"
RULINGS = re.findall(r"^\*\*([A-Z]\d+)†?\*\*", (ROOT / "docs" / "rulings.md").read_text("utf-8"), flags=re.M)


def test_every_ruling_has_one_number_in_its_series() -> None:
    series: dict[str, list[int]] = {}
    for ruling in RULINGS:
        series.setdefault(ruling[0], []).append(int(ruling[1:]))
    assert series == {letter: list(range(1, len(numbers) + 1)) for letter, numbers in series.items()}
    assert set(series) == set("SMTCRBHW")


def test_every_ruling_quoted_in_the_rules_exists() -> None:
    sources = "\n".join(path.read_text("utf-8") for path in (ROOT / "keep_p2p" / "rules").glob("*.py"))
    assert set(re.findall(NUMBER, sources)) - set(RULINGS) == set()
