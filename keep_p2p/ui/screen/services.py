"""What the screens want done by the rest of the program (`keep_p2p.app.services` does it): none of it ever waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from keep_p2p.rules.names import Character
from keep_p2p.table.replay import Replay
from keep_p2p.table.summary import Summary
from keep_p2p.ui.checkup import Tell
from keep_p2p.ui.screen.base import Cancel
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.settings import Settings
from keep_p2p.ui.screen.table_model import TableCommands, TableModel


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table found on the network. ``target`` is what joins it; ``other_version``: it cannot be joined from here."""

    name: str
    target: str
    seats: int
    free: int
    fingerprint: str
    watchable: bool
    playing: bool
    other_version: bool = False


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables now in sight; ``problem``: a sentence, where looking around does not work."""

    seen: tuple[SeenTable, ...] = ()
    problem: str = ""
    looking: bool = True


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A transcript on disk. ``when`` is in words; ``bytes`` is its size."""

    path: Path
    name: str
    when: str
    bytes: int


Glance = Summary | str
"""What a transcript says of its game, which nobody has checked; or why it was not read, in words."""


@dataclass(frozen=True, slots=True)
class Verification:
    """How far a verification has come, or what it came to: ``verdict`` in a sentence, ``fair`` once it is known.

    A verdict that is neither fair nor not (the game was not finished, the file cannot be checked) leaves it at None.
    ``replay``: the game as far as it held, with all that was disclosed.
    """

    done: int = 0
    total: int = 0
    verdict: str = ""
    fair: bool | None = None
    replay: Replay | None = None

    def sign(self, glyphs: GlyphSet) -> tuple[str, Role]:
        """The sign before the verdict, and how both look."""
        if self.fair is None:
            return "!", Role.WARNING
        return (glyphs.yes, Role.GOOD) if self.fair else (glyphs.no, Role.BAD)


Sitting = tuple[TableModel, TableCommands]
"""A table that one is sitting down at: it tells by itself how far that is."""


class Services(Protocol):
    """The rest of the program."""

    @property
    def settings(self) -> Settings:
        """As they stand."""

    def save(self, settings: Settings) -> str:
        """Keep them from now on; a sentence if they could not be written."""

    @property
    def name(self) -> str:
        """By which others at a table will see this person: never empty."""

    def rename(self, name: str) -> str:
        """Keep another; a sentence if it could not be written."""

    def look_around(self, changed: Callable[[Tables], None]) -> Cancel:
        """Tell what tables there are, now and whenever that changes, until cancelled."""

    def practise(self, players: int, wish: tuple[Character, ...], gentle: bool | None = None) -> Sitting:
        """Sit down with computer players; ``gentle`` as Molasar or not, None: as last time, or as for a first game."""

    def open(self, table: str, players: int, wish: tuple[Character, ...], spectators: bool, port: int = 0) -> Sitting:
        """Open a table that listens on ``port`` (0: one that is free)."""

    def join(self, target: str, wish: tuple[Character, ...]) -> Sitting:
        """Sit down at a table: by name, or HOST:PORT."""

    def watch(self, target: str) -> Sitting:
        """Look on."""

    def saved(self) -> tuple[SavedGame, ...]:
        """Transcripts on disk, the latest first."""

    def look_into(self, games: Sequence[SavedGame], tell: Callable[[SavedGame, Glance], None]) -> Cancel:
        """Tell what each of these files says, one after the other, until cancelled."""

    def verify(self, path: Path, tell: Callable[[Verification], None]) -> Cancel:
        """Check a transcript, telling how far that is."""

    def examine(self, tell: Tell) -> Cancel:
        """Look at all that play needs, telling what was found so far."""
