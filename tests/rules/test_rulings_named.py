"""Every ruling in the document has a test that names it, and every ruling named anywhere is in the document."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULING = r"[SMTCRBHW]\d+"
DOCUMENT = (ROOT / "docs" / "rulings.md").read_text("utf-8")


def documented() -> list[str]:
    return re.findall(rf"^\*\*({RULING})†?\*\*", DOCUMENT, flags=re.M)


def named_by_tests() -> set[str]:
    """The numbers in the names of tests: ``test_M5_...``, ``test_H5_H6_...``."""
    names: set[str] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for name in re.findall(r"^def test_(\w+)\(", file.read_text("utf-8"), flags=re.M):
            names.update(re.findall(rf"(?:^|_)({RULING})(?=_)", name))
    return names


def test_every_ruling_has_a_test_that_names_it() -> None:
    assert [number for number in documented() if number not in named_by_tests()] == []


def test_tests_name_no_ruling_that_is_not_documented() -> None:
    assert sorted(named_by_tests() - set(documented())) == []


def test_each_number_is_given_once_and_in_order() -> None:
    numbers = documented()
    assert len(set(numbers)) == len(numbers)
    for series, last in {"S": 6, "M": 14, "T": 6, "C": 8, "R": 5, "B": 6, "H": 6, "W": 3}.items():
        mine = [int(number[1:]) for number in numbers if number[0] == series]
        assert mine == list(range(1, len(mine) + 1)) and len(mine) >= last


def test_each_ruling_says_why() -> None:
    texts = re.split(rf"^\*\*{RULING}†?\*\*", DOCUMENT, flags=re.M)[1:]
    assert [text[:40] for text in texts if "*Why:*" not in text] == []


def test_the_rulings_that_leave_the_rulebooks_letter_are_marked() -> None:
    assert re.findall(rf"^\*\*({RULING})†\*\*", DOCUMENT, flags=re.M) == ["S5", "M5", "T5", "C3", "C6"]


def test_the_engine_quotes_only_rulings_that_are_documented() -> None:
    known, wrong = set(documented()), []
    for file in sorted((ROOT / "keep_p2p").rglob("*.py")):
        text = file.read_text("utf-8")
        quoted = re.findall(rf"\(((?:{RULING}(?:, |-| and | to )?)+)\)", text)
        quoted += re.findall(rf'Illegal\w+\(\s*"({RULING})"', text)
        for group in quoted:
            wrong += [f"{file.name}: {number}" for number in re.findall(RULING, group) if number not in known]
    assert wrong == []
