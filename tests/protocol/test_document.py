"""docs/protocol.md says what the code does."""

from __future__ import annotations

import doctest
import importlib
import json
import re
from pathlib import Path

import pytest

from tests.protocol.published import ROOT

DOCUMENT = ROOT / "docs" / "protocol.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_its_examples_give_what_it_says() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert result.attempted >= 4
    assert result.failed == 0


LIMITS = re.findall(r"^\| `([A-Z_]+)` \| ([0-9]+) \| ([a-z]+) \|", TEXT, re.MULTILINE)


def test_it_has_a_table_of_limits() -> None:
    assert len(LIMITS) == 20


@pytest.mark.parametrize(("name", "value", "module"), LIMITS)
def test_each_limit_is_the_code_s(name: str, value: str, module: str) -> None:
    assert getattr(importlib.import_module(f"protocol.{module}"), name) == int(value)


def test_every_module_it_names_exists() -> None:
    named = set(re.findall(r"protocol/[a-z_]+\.py", TEXT))
    assert len(named) >= 10
    for path in named:
        assert (ROOT / path).is_file(), path


@pytest.mark.parametrize("path", sorted(ROOT.glob("protocol/vectors/*.json")), ids=lambda path: path.name)
def test_each_vector_file_names_a_section_that_there_is(path: Path) -> None:
    about = json.loads(path.read_text(encoding="ascii"))["about"]
    for number in re.findall(r"protocol\.md, sections? ([0-9]+)", about):
        assert re.search(rf"^## {number}\. ", TEXT, re.MULTILINE)


def test_every_tag_is_listed_once() -> None:
    """The tags of the modules it describes; those of cards are listed in their own document."""
    listed = re.search(r"The tags of this document: (.*?)\.\n", TEXT, re.DOTALL)
    assert listed is not None
    tags = re.findall(r"`([a-z-]+)`", listed.group(1))
    assert len(tags) == len(set(tags)) == 14
    described = set(re.findall(r"protocol/[a-z_]+\.py", TEXT))
    used = set()
    for path in described:
        source = (ROOT / path).read_text(encoding="utf-8")
        used |= set(re.findall(r"\b(?:digest|_stream)\(\s*\"([a-z-]+)\"", source))
        used |= set(re.findall(r"^_LINK: Final = \"([a-z-]+)\"", source, re.MULTILINE))
    assert used == set(tags)
