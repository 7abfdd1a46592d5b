"""`keep-p2p doctor`: looks at everything that play needs, in a few seconds, and says what to do about each thing."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from keep_p2p import RULES_VERSION, __version__
from keep_p2p.app import doctor_words as words
from keep_p2p.errors import UserError
from keep_p2p.net.address import Address, parse
from keep_p2p.net.discovery import multicast_works
from keep_p2p.net.doctor import LOOK_SECONDS, look_around, named, try_port
from keep_p2p.net.firewall import firewalls
from keep_p2p.net.hello import WIRE_VERSION
from keep_p2p.net.interfaces import own_addresses
from keep_p2p.net.porch import knock_at
from keep_p2p.packs import load_packs
from keep_p2p.store.health import profile_health
from keep_p2p.ui.checkup import HANGING, Checkup, Finding, Grade, Tell, advice_lines, finding_line, summary
from keep_p2p.ui.checkup_words import about_terminal
from keep_p2p.ui.environment import terminal_environment
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.glyphs import GlyphSet, glyphs_for
from keep_p2p.ui.screen.widths import wrap

USUAL_PORT = 4711
"""The port that advice is given for when none was named: a table's port is a free one unless its opener chooses."""

MOST_SECONDS = 20.0
"""Seconds after which what has not answered is given up: over twice what it takes where nothing does."""

NOT_PLAYABLE = 1
"""Exit status: something that was found stops play."""


@dataclass(frozen=True)
class DoctorOptions:
    """What the command takes. ``port``: to listen on; ``target``: HOST:PORT to try."""

    port: int | None = None
    target: str | None = None
    profile: str | None = None
    board: Path | None = None
    deck: Path | None = None


async def check_up(options: DoctorOptions, size: Size | None, tell: Tell) -> Checkup:
    """Look at everything, telling what was found as it comes. ``size``: the terminal's, None if it is none.

    :raises UserError: ``target`` is no HOST:PORT.
    """
    target = None if options.target is None else parse(options.target)
    notes = _Notes(tell)
    notes.begin("this program, the terminal and the profile")
    notes.add(await asyncio.to_thread(_about_program, options))
    notes.add(*about_terminal(size, terminal_environment(), sys.platform))
    notes.add(*words.about_profile(await asyncio.to_thread(profile_health, options.profile)))
    try:
        async with asyncio.timeout(MOST_SECONDS):
            await _network(options, target, notes)
    except TimeoutError:
        told = f"It did not answer within {MOST_SECONDS:g} seconds."
        notes.add(Finding(Grade.WARNING, "Network", told, ("See what else this machine is busy with, and try again.",)))
    return notes.end()


class _Notes:
    """What was found so far."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.checkup = Checkup()

    def begin(self, doing: str) -> None:
        self._become(Checkup(self.checkup.findings, f"Looking at {doing} ..."))

    def add(self, *findings: Finding) -> None:
        self._become(Checkup((*self.checkup.findings, *findings), self.checkup.doing))

    def end(self) -> Checkup:
        self._become(Checkup(self.checkup.findings))
        return self.checkup

    def _become(self, checkup: Checkup) -> None:
        self.checkup = checkup
        self._tell(checkup)


def _about_program(options: DoctorOptions) -> Finding:
    python = ".".join(map(str, sys.version_info[:3]))
    told = (
        f"keep-p2p {__version__}, protocol version {WIRE_VERSION}, rules version {RULES_VERSION}, Python {python} "
        f"on {sys.platform}."
    )
    try:
        load_packs(options.board, options.deck)
    except UserError as error:
        advice = ("Install keep-p2p again, or name another file with --board or --deck.",)
        return Finding(Grade.PROBLEM, "Program", f"{told} {error}", advice)
    return Finding(Grade.OK, "Program", told)


async def _network(options: DoctorOptions, target: Address | None, notes: _Notes) -> None:
    own = own_addresses()
    alone = all(address.loopback for address in own)
    notes.begin("the network")
    notes.add(words.about_addresses(named(own)))
    if not own:
        return
    notes.add(words.about_port(await try_port(options.port or 0, own), asked=options.port is not None))
    if target is not None:
        notes.begin(f"the way to {target}")
        notes.add(words.about_address(await knock_at([target], greeting=b""), str(target)))
    notes.begin(f"who else is there, for {LOOK_SECONDS:g} seconds")
    port = options.port or USUAL_PORT
    works, walls, peers = await asyncio.gather(multicast_works(), firewalls(port), look_around(own))
    notes.add(words.about_multicast(works, alone, walls))
    notes.add(words.about_firewalls(walls, port, works))
    notes.add(*words.about_peers(peers, works))


def run_doctor(options: DoctorOptions) -> int:
    """Print what is found, line by line as it comes; the exit status.

    :raises UserError: the address to try is none.
    """
    on_terminal = sys.stdout.isatty()
    size = Size(*shutil.get_terminal_size()) if on_terminal else None
    glyphs = glyphs_for(terminal_environment())
    printer = _Printer(glyphs, size.width if size is not None else None)
    checkup = asyncio.run(check_up(options, size, printer.tell))
    print(f"\n{summary(checkup.findings)}")
    return 0 if checkup.playable else NOT_PLAYABLE


class _Printer:
    """Prints findings as they come, and on a terminal's error output what is being done meanwhile."""

    def __init__(self, glyphs: GlyphSet, columns: int | None) -> None:
        self._glyphs = glyphs
        self._columns = columns
        self._printed = 0
        self._doing = ""

    def tell(self, checkup: Checkup) -> None:
        for finding in checkup.findings[self._printed :]:
            self._clear()
            for line in lines(finding, self._glyphs, self._columns):
                print(line)
        sys.stdout.flush()
        self._printed = len(checkup.findings)
        if self._columns is not None and sys.stderr.isatty():
            self._clear()
            self._doing = checkup.doing[: self._columns - 1]
            print(self._doing, end="", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self._doing:
            print(f"\r{' ' * len(self._doing)}\r", end="", file=sys.stderr, flush=True)
            self._doing = ""


def lines(finding: Finding, glyphs: GlyphSet, columns: int | None) -> Sequence[str]:
    """A finding and its advice; wrapped to so many columns, or (None) a line each, for programs to read."""
    told = (finding_line(finding, glyphs), *advice_lines(finding, glyphs))
    if columns is None:
        return told
    room = max(columns - 1, HANGING + 20)
    found: list[str] = list(wrap(told[0], room, HANGING))
    for line in told[1:]:
        # A command must stay whole to be copied: the terminal itself breaks one that is too long.
        found += wrap(line, room, HANGING + 2) if line.endswith(".") else (line,)
    return found
