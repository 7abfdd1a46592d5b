"""The arrows between the layers (docs/architecture.md), held by reading every import, also those inside functions."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MOST_LINES = 500

MAY_IMPORT: dict[str, frozenset[str]] = {
    "protocol": frozenset(),
    "keep_p2p": frozenset(),
    "keep_p2p.errors": frozenset(),
    "keep_p2p.program": frozenset(),
    "keep_p2p.rulesbook": frozenset(),
    "keep_p2p.rules": frozenset(),
    "keep_p2p.packs": frozenset({"rules", "errors"}),
    "keep_p2p.table": frozenset({"rules", "packs", "protocol", "errors"}),
    "keep_p2p.store": frozenset({"table", "rules", "packs", "protocol", "errors"}),
    "keep_p2p.net": frozenset({"table", "rules", "packs", "protocol", "store", "errors"}),
    "keep_p2p.players": frozenset({"table", "rules", "packs", "protocol", "errors"}),
    "keep_p2p.ui": frozenset({"table", "rules", "packs", "protocol", "errors", "program", "rulesbook"}),
    "keep_p2p.app": frozenset(
        {"ui", "net", "store", "players", "table", "rules", "packs", "protocol", "errors", "program"}
    ),
    "keep_p2p.cli": frozenset(
        {
            "app",
            "ui",
            "net",
            "store",
            "players",
            "table",
            "rules",
            "packs",
            "protocol",
            "errors",
            "program",
            "rulesbook",
        }
    ),
    "keep_p2p.__main__": frozenset({"cli"}),
}
"""For each layer the layers below it. Every layer may import itself and the package's own version numbers."""

IMPURE = frozenset({
    "asyncio", "datetime", "fcntl", "getpass", "io", "locale", "logging", "multiprocessing", "os", "pathlib",
    "platform", "random", "secrets", "select", "selectors", "shutil", "signal", "socket", "socketserver", "sqlite3",
    "ssl", "subprocess", "tempfile", "threading", "time", "uuid",
})  # fmt: skip
"""What the pure layers never touch: files, sockets, clocks, threads and randomness of their own."""

ONE_EXCEPTION = {"keep_p2p.rules.dealer": frozenset({"random"})}
"""The seeded dealer of simulated games."""

FOREIGN: dict[str, frozenset[str]] = {
    "protocol": frozenset({"cryptography", "msgpack", "mnemonic", "rbcl"}),
    "keep_p2p": frozenset(),
    "keep_p2p.errors": frozenset(),
    "keep_p2p.program": frozenset(),
    "keep_p2p.rulesbook": frozenset(),
    "keep_p2p.rules": frozenset(),
    "keep_p2p.packs": frozenset(),
    "keep_p2p.table": frozenset(),
    "keep_p2p.store": frozenset({"platformdirs"}),
    "keep_p2p.net": frozenset({"cryptography", "ifaddr", "zeroconf"}),
    "keep_p2p.players": frozenset(),
    "keep_p2p.ui": frozenset({"prompt_toolkit"}),
    "keep_p2p.app": frozenset(),
    "keep_p2p.cli": frozenset({"click"}),
    "keep_p2p.__main__": frozenset(),
}
"""Which libraries from outside each layer may use: each has one place."""


def modules() -> Iterator[tuple[str, Path]]:
    for package in ("protocol", "keep_p2p"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def layer_of(module: str) -> str:
    parts = module.split(".")
    return "protocol" if parts[0] == "protocol" else ".".join(parts[:2])


def imports(module: str, path: Path) -> Iterator[str]:
    """The full name of everything imported anywhere in the file, `from a import b` as a.b where that is a module."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" if _is_module(f"{base}.{alias.name}") else base for alias in node.names)


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


EVERY = tuple(modules())
ids = [name for name, _ in EVERY]


@pytest.mark.parametrize(("module", "path"), EVERY, ids=ids)
def test_arrows_point_one_way(module: str, path: Path) -> None:
    layer = layer_of(module)
    assert layer in MAY_IMPORT, (
        f"{layer} is a new layer: say in this test and in docs/architecture.md what it may import"
    )
    allowed = {layer, "keep_p2p"} if layer != "protocol" else {layer}
    allowed |= {name if name == "protocol" else f"keep_p2p.{name}" for name in MAY_IMPORT[layer]}
    ours = {layer_of(name) for name in imports(module, path) if name.split(".")[0] in ("protocol", "keep_p2p")}
    assert ours <= allowed


@pytest.mark.parametrize(("module", "path"), EVERY, ids=ids)
def test_each_library_from_outside_has_its_place(module: str, path: Path) -> None:
    roots = {name.split(".")[0] for name in imports(module, path)} - {"protocol", "keep_p2p"}
    assert roots - sys.stdlib_module_names <= FOREIGN[layer_of(module)]


@pytest.mark.parametrize(
    ("module", "path"),
    [(name, path) for name, path in EVERY if layer_of(name) in ("protocol", "keep_p2p.rules", "keep_p2p.table")],
    ids=[name for name in ids if layer_of(name) in ("protocol", "keep_p2p.rules", "keep_p2p.table")],
)
def test_pure_layers_do_no_io_and_have_no_clock_and_no_chance(module: str, path: Path) -> None:
    used = {name.split(".")[0] for name in imports(module, path)} & IMPURE
    assert used <= ONE_EXCEPTION.get(module, frozenset())
    assert not called_names(ast.parse(path.read_text("utf-8"))) & NEVER_CALLED


NEVER_CALLED = frozenset({"open", "input", "print", "hash", "id", "exec", "eval", "__import__"})
"""Doors to the outside that need no import, and two that differ from run to run."""


def called_names(tree: ast.AST) -> set[str]:
    """Names that are called, `__hash__` methods left out: what they compute never leaves the process."""
    if isinstance(tree, ast.FunctionDef) and tree.name == "__hash__":
        return set()
    own = {tree.func.id} if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) else set()
    return own.union(*(called_names(child) for child in ast.iter_child_nodes(tree)))


def test_the_reading_of_imports_sees_the_hidden_ones(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        "import a.b\nfrom c import d\nfrom keep_p2p import rules\nfrom . import e\nfrom ..f import g\n"
        "def h():\n    import i\n    if 1:\n        from j.k import l\n"
    )
    found = set(imports("keep_p2p.table.module", path))
    assert found == {"a.b", "c", "keep_p2p.rules", "keep_p2p.table", "keep_p2p.f", "i", "j.k"}


def text_files() -> Iterator[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".txt"} and path.exists():
            yield path


def in_a_git_checkout() -> bool:
    return (ROOT / ".git").exists()


def test_no_module_is_too_long_to_read() -> None:
    folders = ("protocol", "keep_p2p", "tools", "tests")
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


UNFINISHED = ("TO" + "DO", "FIX" + "ME", "XX" + "X:", "NotImplemented" + "Error")
NOT_OURS = ("/wo" + "rk/", "/tm" + "p/w/", "swas" + "tika")
"""Words of one machine's folders, and a symbol that this game does without. In pieces, so as not to find itself."""


@pytest.mark.skipif(not in_a_git_checkout(), reason="not a checkout")
def test_nothing_is_left_unfinished_and_nothing_foreign_is_in() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in text_files()
        for word in (*UNFINISHED, *NOT_OURS)
        if word in path.read_text("utf-8")
    ]
    assert found == []


@pytest.mark.skipif(not in_a_git_checkout(), reason="not a checkout")
def test_a_check_is_switched_off_only_with_a_reason() -> None:
    """`# type: ignore[code]  # why` and `# noqa: CODE  why`."""
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in text_files()
        if path.suffix == ".py"
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        for mark in ("# type: " + "ignore", "# no" + "qa")
        if mark in line and len(line.split(mark, 1)[1].replace("#", " ").split()) < (2 if "type" in mark else 3)
    ]
    assert bare == []
