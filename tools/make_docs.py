"""Writes the documents that are made from something else: docs/rules.md. A test fails when it is out of date."""

from __future__ import annotations

from pathlib import Path

from keep_p2p.rulesbook import whole_document

DOCS = Path(__file__).resolve().parent.parent / "docs"


def main() -> None:
    """Write docs/rules.md."""
    (DOCS / "rules.md").write_text(whole_document(), "utf-8")


if __name__ == "__main__":
    main()
