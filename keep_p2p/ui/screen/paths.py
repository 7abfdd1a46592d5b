"""Where a file is, for a person to read and to copy: ``~`` for the home folder, broken at a slash or not at all."""

from __future__ import annotations

from pathlib import Path

from keep_p2p.ui.screen.widths import width, wrap


def short_path(path: Path, home: Path | None = None) -> str:
    """The path with ``~`` for the home folder, as shells take it.

    :param home: the home folder; None: that of whoever runs this (where there is none, the path stays whole).
    """
    if home is None:
        try:
            home = Path.home()
        except RuntimeError:
            return str(path)
    if home == Path(home.anchor) or not path.is_relative_to(home):
        return str(path)
    return str(Path("~") / path.relative_to(home))


def path_rows(label: str, path: str, columns: int) -> tuple[str, ...]:
    """A label and a path in rows of so many columns: the path in one if a row holds it, else broken at slashes."""
    if width(label) + 1 + width(path) <= columns:
        return (f"{label} {path}",)
    if width(path) <= columns:
        return (label, path)
    return (label, *wrap(path, columns))
