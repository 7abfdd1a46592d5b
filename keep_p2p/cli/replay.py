"""`keep-p2p replay FILE` shows a game again, step by step, or writes it as a web page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from keep_p2p.cli import options
from keep_p2p.cli.verify import show_progress
from keep_p2p.errors import UserError

if TYPE_CHECKING:
    from keep_p2p.table.replay import Replay


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--html", type=click.Path(path_type=Path), metavar="OUT", help="Write one self-contained web page to OUT."
)
@options.packs
@options.interface
def replay(file: Path, html: Path | None, board: Path | None, deck: Path | None, plain: bool, calm: bool) -> int:
    r"""Look at a game again: forward and back, from any seat's view or with all cards face up.

    FILE is a transcript. It is verified first, so what is shown was signed by the players and checked; of a file that
    does not hold, the part before the break is shown. The page that --html writes needs no network and no program
    but a browser.

    \b
    Examples:
      keep-p2p replay game.transcript
      keep-p2p replay game.transcript --plain
      keep-p2p replay game.transcript --html game.html
    """
    shown = _read(file, board, deck)
    if html is not None:
        return _write_page(shown, file, html)
    if options.on_screen(plain):
        from keep_p2p.app.replay import run_replay

        return run_replay(shown, file.stem, calm=calm)
    return _by_lines(shown)


def _read(file: Path, board: Path | None, deck: Path | None) -> Replay:
    from keep_p2p.packs import load_packs
    from keep_p2p.store.transcripts import read_game_file
    from keep_p2p.table.admission import AdmissionError
    from keep_p2p.table.replay import NoReplay, read_replay
    from keep_p2p.ui.names import sentence

    data = read_game_file(file)
    try:
        return read_replay(data, load_packs(board, deck), show_progress())
    except AdmissionError as error:
        raise UserError(f"{sentence(str(error))}.") from None
    except NoReplay as error:
        raise UserError(str(error)) from None


def _write_page(shown: Replay, file: Path, out: Path) -> int:
    from keep_p2p.store.files import SHARED_FILE, write_over
    from keep_p2p.ui.html import page
    from keep_p2p.ui.replay_story import verdict_lines

    if out.exists() and (out.samefile(file) or not out.is_file()):
        raise UserError(f"{out} is not a place for the page: name another file with --html OUT.")
    try:
        write_over(out.resolve(), page(shown).encode("utf-8"), SHARED_FILE)
    except OSError as error:
        raise UserError(
            f"The page could not be written to {out} ({error.strerror or error}): name another place with --html OUT."
        ) from None
    click.echo(verdict_lines(shown.report)[0])
    click.echo(f"The page is in {out}: open it in any browser, with or without a network.")
    return 0


def _by_lines(shown: Replay) -> int:
    from keep_p2p.ui.lines import StandardOutput
    from keep_p2p.ui.replay_lines import ReplayLines

    lines = ReplayLines(shown, StandardOutput())
    lines.start()
    for text in sys.stdin:
        if not lines.typed(text):
            break
    return 0
