"""Writes the documents that are made from something else. Tests fail when one is out of date.

`docs/rules.md` and `docs/rulings.md` come from the rulebook that the program shows; `docs/protocol-state.md`, the form
of the rules' public state, from the classes that hold it.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from _pipe import finish
from keep_p2p.rules import awaited, frames, state
from keep_p2p.rulesbook import rulings_document, whole_document

DOCS = ROOT / "docs"

_STATE_HEAD = """\
# The public state of the rules

The state digest ([protocol-rounds.md](protocol-rounds.md), "The state digest") covers the rules' public state in
the form given here. A verifier that replays the rules needs it; one that does not takes the digest as given.
Made by `tools/make_docs.py` from the classes themselves.

Every value is written as `keep_p2p.rules.notation` does: a tuple as a list; one of several words (a character,
deck, Bonus kind, Hazard, room, door or guard) as its text; a map's keys in ascending order; an object as a map of
its fields with its class under `is`; nothing as nil. The state itself is the map of the fields below without `is`.

## Fields
"""

_FRAMES_HEAD = """
## Frames

`stack` is a list of these, the last being what is going on.
"""

_OTHERS_HEAD = """
## Other objects
"""


def state_document() -> str:
    """The whole of docs/protocol-state.md."""
    classes = {**_classes(state), **_classes(frames), **_classes(awaited)}
    fields = "".join(_field(name, kind, text) for name, kind, text in _fields(classes["Table"]) if name != "game")
    names = [frame.strip() for frame in str(frames.Frame).replace("keep_p2p.rules.frames.", "").split("|")]
    stack = "".join(_object(name, classes[name]) for name in names)
    others = "".join(_object(name, classes[name]) for name in ("Cards", "Batch", "Over"))
    return _STATE_HEAD + "\n" + fields + _FRAMES_HEAD + stack + _OTHERS_HEAD + others


def _classes(module: ModuleType) -> dict[str, ast.ClassDef]:
    tree = ast.parse(inspect.getsource(module))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _fields(node: ast.ClassDef) -> list[tuple[str, str, str]]:
    """Name, type and docstring (empty without one) of every field of a class."""
    found = []
    for item, after in zip(node.body, [*node.body[1:], None], strict=True):
        if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
            continue
        text = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            text = " ".join(str(after.value.value).split())
        found.append((item.target.id, ast.unparse(item.annotation), text))
    return found


def _field(name: str, kind: str, text: str) -> str:
    return f"- `{name}`: {kind}{'. ' + text if text else ''}\n"


def _object(name: str, node: ast.ClassDef) -> str:
    text = re.sub(r"\s+", " ", ast.get_docstring(node) or "")
    fields = "".join(_field(*field) for field in _fields(node))
    return f"\n### {name}\n\n{text}\n" + (f"\n{fields}" if fields else "")


def main() -> None:
    """Write all of them."""
    (DOCS / "rules.md").write_text(whole_document(), "utf-8")
    (DOCS / "rulings.md").write_text(rulings_document(), "utf-8")
    (DOCS / "protocol-state.md").write_text(state_document(), "utf-8")


if __name__ == "__main__":
    finish(main)
