"""What a person can set. It is kept in the profile; anything in the file that cannot be used is left at its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from keep_p2p.ui.screen.base import Look
from keep_p2p.ui.screen.glyphs import ASCII, UTF8, glyphs_for
from keep_p2p.ui.screen.theme import Depth, Theme, depth_for

AUTO = "auto"
COLOURS = (AUTO, *(depth.value for depth in Depth))
GLYPHS = (AUTO, "utf-8", "ascii")

MAX_TEXT = 1000
"""Characters of a text in the file: far more than any setting has. A damaged file must not make fields endless."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings. ``name`` empty: the login's, if any. ``colours`` and ``glyphs``: ``auto`` asks the terminal."""

    name: str = ""
    colours: str = AUTO
    glyphs: str = AUTO
    calm: bool = False
    hints: bool = True
    explained: str = ""
    """What the guide has told already, parted by blanks: it says everything once."""
    finished: bool = False
    """Whether a game has been played to its end."""

    @property
    def first_game(self) -> bool:
        """Whether the next game is somebody's first: none was finished, and explanations are welcome."""
        return self.hints and not self.finished

    def plain(self) -> dict[str, object]:
        """As it is written down."""
        return asdict(self)


def from_plain(plain: Mapping[str, object]) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a file, and the names of those that could not be used."""
    allowed = {"colours": COLOURS, "glyphs": GLYPHS}
    usable: dict[str, object] = {}
    bad: list[str] = []
    for field in fields(Settings):
        if field.name not in plain:
            continue
        value = plain[field.name]
        right_type = type(value) is type(field.default)
        if isinstance(value, str) and (len(value) > MAX_TEXT or not value.isprintable()):
            right_type = False
        if right_type and value in allowed.get(field.name, (value,)):
            usable[field.name] = value
        else:
            bad.append(field.name)
    return Settings(**usable), tuple(bad)  # type: ignore[arg-type]  # each was checked against its default's type


def look_for(settings: Settings, environ: Mapping[str, str], *, calm: bool = False) -> Look:
    """How screens are shown with these settings on a terminal with this environment; ``calm`` asks for calm too."""
    glyphs = {"utf-8": UTF8, "ascii": ASCII}.get(settings.glyphs) or glyphs_for(environ)
    depth = depth_for(environ) if settings.colours == AUTO else Depth(settings.colours)
    return Look(glyphs, Theme(depth), calm or settings.calm, settings.hints)
