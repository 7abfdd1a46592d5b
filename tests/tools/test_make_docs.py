"""Documents made from the code are what the code says now."""

from __future__ import annotations

from pathlib import Path

import make_docs
from keep_p2p.rules.state import FIELDS


def test_the_state_document_is_up_to_date() -> None:
    written = (Path(make_docs.DOCS) / "protocol-state.md").read_text("utf-8")
    assert written == make_docs.state_document(), "run tools/make_docs.py"


def test_the_state_document_names_every_field_and_frame() -> None:
    document = make_docs.state_document()
    for name in FIELDS:
        assert name == "game" or f"- `{name}`:" in document
    assert document.count("\n### ") > 20
