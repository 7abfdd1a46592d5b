"""What the screens want done (`keep_p2p.ui.screen.services.Services`), done in the engine's thread."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from keep_p2p.app.doctor import DoctorOptions, check_up
from keep_p2p.app.engine import Engine
from keep_p2p.app.seats import random_table_name
from keep_p2p.app.sitting import Who, usual_name
from keep_p2p.app.table_run import Plan, Post, TableRun
from keep_p2p.errors import UserError
from keep_p2p.net.announcement import Sighting
from keep_p2p.net.discovery import NO_MULTICAST, Discovery, multicast_works
from keep_p2p.net.errors import NoNetwork
from keep_p2p.net.hello import WIRE_VERSION
from keep_p2p.net.session import Session
from keep_p2p.packs import load_packs
from keep_p2p.rules.names import Character
from keep_p2p.store.settings import load_settings, profile_folder, save_settings
from keep_p2p.store.transcripts import SUFFIX, read_game_file, transcripts_folder
from keep_p2p.table.admission import AdmissionError
from keep_p2p.table.replay import NoReplay, Replay, read_replay
from keep_p2p.table.summary import summarize
from keep_p2p.table.verify import Progress, Verdict, verify_file
from keep_p2p.ui.checked import proofs_checked
from keep_p2p.ui.checkup import Tell
from keep_p2p.ui.screen.base import Cancel
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.services import Glance, SavedGame, SeenTable, Sitting, Tables, Verification
from keep_p2p.ui.screen.settings import Settings, from_plain

MOST_SAVED = 500
"""Transcripts that are listed, the latest."""

MOST_LOOKED_INTO = 100
"""Of them those that are read for what they say, the latest: some seconds' work beside everything else."""

MAX_LOOKED_INTO = 3 * 1024 * 1024
"""Bytes of such a file: twice the longest game's. Stops one made for it from taking time and memory unasked."""

TELL_SECONDS = 0.05
"""Seconds between two pieces of news of a verification."""


class AppServices:
    """See `keep_p2p.ui.screen.services.Services`: all methods are called in the screens' thread and return at once."""

    def __init__(
        self, engine: Engine, post: Post, who: Who, board: Path | None = None, deck: Path | None = None
    ) -> None:
        """``who`` sits down; a name given there goes before the one in the settings."""
        self._engine = engine
        self._post = post
        self._who = who
        self._board, self._deck = board, deck
        plain, self.problem = load_settings(profile_folder(who.profile))
        self._settings, bad = from_plain(plain)
        self._gentle: bool | None = None
        """How computer players played Molasar when one practised last."""
        self._looked_into: dict[tuple[Path, str, int], Glance] = {}
        if bad:
            self.problem = f"Settings that cannot be used are left at their usual values: {', '.join(bad)}."

    # --- settings -----------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """As they stand."""
        return self._settings

    def save(self, settings: Settings) -> str:
        """Keep them; a sentence if they could not be written. A small file: it is written at once."""
        self._settings = settings
        return save_settings(profile_folder(self._who.profile), settings.plain())

    @property
    def name(self) -> str:
        """What others at a table see."""
        return self._who.name or self._settings.name or usual_name()

    def rename(self, name: str) -> str:
        """Be called this from now on, whatever the command said."""
        self._who = replace(self._who, name=None)
        return self.save(replace(self._settings, name=name))

    # --- tables -------------------------------------------------------------------------------------

    def look_around(self, changed: Callable[[Tables], None]) -> Cancel:
        """Tell what tables there are, now and whenever that changes."""
        return self._engine.go(lambda: self._look(lambda tables: self._post(lambda: changed(tables))))

    async def _look(self, tell: Callable[[Tables], None]) -> None:
        tell(Tables())
        try:
            async with Discovery() as discovery, asyncio.TaskGroup() as group:
                news = asyncio.Event()
                discovery.listen(lambda _: news.set())
                probe = group.create_task(multicast_works())
                probe.add_done_callback(lambda _: news.set())
                while True:
                    seen = _tables(discovery.sightings)
                    silent = probe.done() and not probe.cancelled() and not probe.result() and not seen
                    tell(Tables(seen, NO_MULTICAST if silent else "", looking=not probe.done()))
                    await news.wait()
                    news.clear()
        except* (NoNetwork, OSError) as errors:
            tell(Tables((), str(_leaf(errors)), looking=False))

    def practise(self, players: int, wish: tuple[Character, ...], gentle: bool | None = None) -> Sitting:
        """Sit down with computer players."""
        if gentle is None:
            gentle = self._settings.first_game if self._gentle is None else self._gentle
        self._gentle = gentle

        async def sit(session: Session) -> None:
            await session.open(random_table_name(), players, practice=True)

        plan = Plan(self._seated(wish), sit, players - 1, False, True, self._board, self._deck, gentle=gentle)
        return self._run(plan)

    def open(self, table: str, players: int, wish: tuple[Character, ...], spectators: bool, port: int = 0) -> Sitting:
        """Open a table."""

        async def sit(session: Session) -> None:
            await session.open(table, players, spectators=spectators)

        return self._run(Plan(self._seated(wish), sit, 0, False, True, self._board, self._deck, port))

    def join(self, target: str, wish: tuple[Character, ...]) -> Sitting:
        """Sit down at a table; an empty ``target`` is the only one there is."""

        async def sit(session: Session) -> None:
            await session.join(target or None)

        return self._run(Plan(self._seated(wish), sit, board=self._board, deck=self._deck))

    def watch(self, target: str) -> Sitting:
        """Look on."""

        async def sit(session: Session) -> None:
            await session.watch(target or None)

        return self._run(Plan(self._who, sit, watching=True, board=self._board, deck=self._deck))

    def _seated(self, wish: tuple[Character, ...]) -> Who:
        return replace(self._who, name=self.name, characters=wish)

    def _run(self, plan: Plan) -> Sitting:
        run = TableRun(self._engine, self._post, plan).begin()
        return run.model, run

    # --- finished games -----------------------------------------------------------------------------

    def saved(self) -> tuple[SavedGame, ...]:
        """Transcripts on disk, the latest first."""
        found: list[tuple[float, SavedGame]] = []
        with contextlib.suppress(OSError), os.scandir(transcripts_folder()) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX):
                    with contextlib.suppress(OSError):
                        about = entry.stat()
                        found.append((about.st_mtime, _saved(Path(entry.path), about.st_mtime, about.st_size)))
        found.sort(key=lambda item: item[0], reverse=True)
        return tuple(game for _, game in found[:MOST_SAVED])

    def look_into(self, games: Sequence[SavedGame], tell: Callable[[SavedGame, Glance], None]) -> Cancel:
        """Tell what the latest of these files say, each read in a thread of its own; what was read is kept."""

        async def look() -> None:
            loop = asyncio.get_running_loop()
            for game in games[:MOST_LOOKED_INTO]:
                key = game.path, game.when, game.bytes
                if key not in self._looked_into:
                    self._looked_into[key] = await loop.run_in_executor(None, glance, game)
                self._post(functools.partial(tell, game, self._looked_into[key]))

        return self._engine.go(look)

    def verify(self, path: Path, tell: Callable[[Verification], None]) -> Cancel:
        """Check a transcript in a thread of its own, telling how far that is."""
        return self._engine.go(lambda: self._verify(path, lambda news: self._post(lambda: tell(news))))

    async def _verify(self, path: Path, tell: Callable[[Verification], None]) -> None:
        def work() -> Verification:
            data = read_game_file(path)
            packs = load_packs(self._board, self._deck)
            progress = throttled(lambda done, total: tell(Verification(done, total)))
            replay: Replay | None = None
            try:
                replay = read_replay(data, packs, progress)
                report = replay.report
            except NoReplay:
                report = verify_file(data, packs, progress)
            checks = sum(report.checks.values())
            told = f"{str(report.verdict).capitalize()}: {report.reason}"
            verdict = f"{told} ({proofs_checked(checks)})."
            fair = {Verdict.FAIR: True, Verdict.INCOMPLETE: None}.get(report.verdict, False)
            return Verification(report.rounds, report.rounds, verdict, fair, replay)

        try:
            news = await asyncio.get_running_loop().run_in_executor(None, work)
        except (UserError, AdmissionError) as error:
            news = Verification(verdict=f"This file cannot be checked here: {error}.".replace("..", "."))
        except OSError as error:
            news = Verification(verdict=f"{path} cannot be read ({error.strerror or error}).")
        tell(news)

    # --- the doctor ---------------------------------------------------------------------------------

    def examine(self, tell: Tell) -> Cancel:
        """Look at all that play needs, telling what was found so far."""
        options = DoctorOptions(profile=self._who.profile, board=self._board, deck=self._deck)
        size = Size(*shutil.get_terminal_size())

        async def look() -> None:
            await check_up(options, size, lambda checkup: self._post(lambda: tell(checkup)))

        return self._engine.go(look)


def glance(game: SavedGame) -> Glance:
    """What the file says of its game; a few words where it cannot be read or is too large to be read unasked."""
    if game.bytes > MAX_LOOKED_INTO:
        return "larger than any game: not looked into"
    try:
        return summarize(read_game_file(game.path))
    except UserError:
        return "it cannot be read"


def throttled(tell: Progress, seconds: float = TELL_SECONDS) -> Progress:
    """``tell``, but not more often than the eye can follow: every message takes the screens' thread some time."""
    last = [0.0]

    def told(done: int, total: int) -> None:
        now = time.monotonic()
        if now - last[0] >= seconds or done >= total:
            last[0] = now
            tell(done, total)

    return told


def _leaf(error: BaseException) -> BaseException:
    """The first error inside a group of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _tables(sightings: Iterable[Sighting]) -> tuple[SeenTable, ...]:
    """One entry for each table, by its opener's announcement where that is in sight, else by a player's."""
    best: dict[bytes, Sighting] = {}
    for sighting in sightings:
        announcement = sighting.announcement
        if not announcement.seats or announcement.practice:
            continue  # a probe, or nothing for guests
        other = best.get(announcement.table)
        if other is None or (not announcement.playing and other.announcement.playing):
            best[announcement.table] = sighting
    names = [sighting.announcement.name for sighting in best.values()]
    return tuple(_seen(sighting, names) for sighting in best.values())


def _seen(sighting: Sighting, names: list[str]) -> SeenTable:
    about = sighting.announcement
    # Two tables of one name: the address says which is meant.
    target = about.name if names.count(about.name) == 1 else str(sighting.addresses[0])
    return SeenTable(
        about.name,
        target,
        about.seats,
        about.free,
        about.fingerprint,
        about.watch,
        about.playing,
        about.version != WIRE_VERSION,
    )


def _saved(path: Path, changed: float, size: int) -> SavedGame:
    number, _, name = path.name.removesuffix(SUFFIX).partition("-")
    when = time.strftime("%d %B %Y, %H:%M", time.localtime(changed)).lstrip("0")
    return SavedGame(path, name or number, when, size)
