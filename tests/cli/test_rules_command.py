"""`keep-p2p rules`: every topic, readable in any terminal, and the same as docs/rules.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from keep_p2p import rulesbook
from keep_p2p.cli.shell import run
from keep_p2p.rules.names import BONUS_OF, HAZARD_CARD, Character
from keep_p2p.ui.rules_text import to_terminal

ROOT = Path(__file__).resolve().parents[2]
NAMES = tuple(topic.name for topic in rulesbook.topics())


def test_the_documents_are_made_from_the_same_text() -> None:
    assert (ROOT / "docs" / "rules.md").read_text("utf-8") == rulesbook.whole_document(), "run tools/make_docs.py"
    assert (ROOT / "docs" / "rulings.md").read_text("utf-8") == rulesbook.rulings_document(), "run tools/make_docs.py"


def test_every_subject_has_its_topic() -> None:
    assert NAMES == (
        "minute", "object", "seats", "setup", "turn", "moving", "secret-doors", "guards", "molasar", "conflict",
        "retreat", "bonus", "hazard", "winning", "fairness", "rulings",
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_each_topic_is_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", name]) == 0
    found = rulesbook.find(name)
    assert found is not None
    assert capsys.readouterr().out.startswith(f"{found.title}\n{'=' * len(found.title)}\n")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Secret Doors", "secret-doors"),
        ("secretdoor", "secret-doors"),
        ("hazards", "hazard"),
        ("HAZARD CARDS", "hazard"),
        ("bonus", "bonus"),
        ("molasar's turn", "molasar"),
        ("characters", "seats"),
        ("fair", "fairness"),
    ],
)
def test_a_topic_is_found_as_a_person_would_say_it(words: str, name: str) -> None:
    found = rulesbook.find(words)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("words", ["", " ", "cards", "o", "xyzzy", "-"])
def test_what_fits_none_or_several_is_not_guessed(words: str) -> None:
    assert rulesbook.find(words) is None


@pytest.mark.parametrize(
    ("words", "numbers"),
    [("M5", ["M5"]), ("m5 B2", ["M5", "B2"]), ("W3,H2", ["W3", "H2"]), ("T8", ["T8"])],
)
def test_a_ruling_is_found_by_its_number(words: str, numbers: list[str]) -> None:
    found = rulesbook.find(words)
    assert found is not None
    begins = re.findall(r"^\*\*([A-Z]\d+)", found.text, flags=re.MULTILINE)
    assert begins == numbers
    assert found.text.count("*Why:*") == len(numbers), "each ruling whole, and nothing of the next"
    assert "## " not in found.text


def test_every_ruling_of_the_document_can_be_asked_for() -> None:
    document = (ROOT / "docs" / "rulings.md").read_text("utf-8")
    assert list(rulesbook.rulings()) == re.findall(r"^\*\*([A-Z]\d+)", document, flags=re.MULTILINE)
    assert all(found.rstrip() in document for found in rulesbook.rulings().values())


@pytest.mark.parametrize("words", ["M99", "M5 and B2 and Q1", "M"])
def test_a_number_that_no_ruling_has_is_no_topic(words: str) -> None:
    assert run(["rules", *words.split()]) == 2


def test_no_topic_shows_the_minute_and_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("The Keep in a minute\n")
    assert all(name in shown for name in NAMES)


def test_all_shows_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "all"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{topic.title}\n=" in shown for topic in rulesbook.chapters())
    assert "Rulings\n=" not in shown


@pytest.mark.parametrize("width", [30, 40, 80])
@pytest.mark.parametrize("name", NAMES)
def test_no_line_is_wider_than_the_terminal_and_no_mark_is_left(name: str, width: int) -> None:
    found = rulesbook.find(name)
    assert found is not None
    shown = to_terminal(found.text, width)
    assert max(map(len, shown.splitlines())) <= width
    assert not set("*`#") & set(shown)


def test_every_card_and_character_is_explained() -> None:
    whole = rulesbook.whole_document().lower()
    names = [kind.value.replace("-", " ") for kind in BONUS_OF.values()]
    names += [hazard.value.replace("-", " ").replace("molasars", "molasar's") for hazard in HAZARD_CARD]
    names += [character.value for character in Character]
    assert [name for name in names if name not in whole.replace("nazi ss ", "")] == []
    assert all(str(number) in whole for number in [*BONUS_OF, *HAZARD_CARD.values()])
