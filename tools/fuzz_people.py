"""What people type and keep on disk, and the page that others' words come into (tools/fuzz_targets.py)."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import cast

from prompt_toolkit.key_binding import KeyPress

from fuzz_game import game, moments, packs
from keep_p2p.packs import Packs
from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.game import Knowledge, check_action, legal_actions
from keep_p2p.rules.names import Seat
from keep_p2p.rules.state import State
from keep_p2p.store import known_players, settings
from keep_p2p.store.journal import Journal, JournalError
from keep_p2p.store.known_players import KnownPlayers
from keep_p2p.store.settings import load_settings, save_settings
from keep_p2p.table.lobby_names import MAX_CHAT, clean
from keep_p2p.table.replay import Replay, read_replay
from keep_p2p.table.view import View
from keep_p2p.ui.html import page
from keep_p2p.ui.lines import MAX_LINE, folded
from keep_p2p.ui.names import Names, SeatName
from keep_p2p.ui.plain import Plain, PlainTable
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.geometry import Size
from keep_p2p.ui.screen.grid import Grid
from keep_p2p.ui.screen.keyboard import BoundedParser
from keep_p2p.ui.screen.settings import MAX_TEXT, from_plain
from keep_p2p.ui.screen.shell import Shell
from keep_p2p.ui.screen.textfield import TextField
from protocol.encoding import EncodingError, check_text, encode
from protocol.roster import GenesisError, check_name

GAME = bytes(32)


# --- what is typed --------------------------------------------------------------------------------


class _Table:
    """A table at which a walk is asked for; nothing that is chosen happens. A `PlainTable`."""

    def __init__(self) -> None:
        asks = [(moment, moment.spec.awaited) for moment in moments()]
        moment, self.decide = next(
            (moment, asked) for moment, asked in asks if isinstance(asked, Decide) and asked.decision is Decision.MOVE
        )
        self.state: State | None = moment.replica.table.state
        assert self.state is not None
        self.actions = legal_actions(self.state)
        self.view: View | None = View(self.decide.seat, self.state, Knowledge())
        roster = moment.replica.table.genesis.roster
        players = self.state.game.seating.players
        seats = [SeatName(seat.name, characters) for seat, characters in zip(roster, players, strict=True)]
        self.names = Names(packs().board.board, packs().deck.deck, tuple(seats), self.decide.seat)

    checked = 1

    def waiting_for(self) -> Sequence[Seat]:
        """The one that is asked."""
        return (self.decide.seat,)

    def choose(self, action: Action) -> None:
        """What is chosen is allowed."""
        assert self.state is not None
        check_action(self.state, self.decide.seat, action)

    def say(self, text: str) -> None:
        """What is said can be signed."""
        encode(clean(text, MAX_CHAT))

    def __getattr__(self, name: str) -> Callable[..., None]:
        """Nothing comes of all else that a person may do at a table."""
        return lambda *_, **__: None


class _Sink:
    def show(self, text: str) -> None:
        """As a terminal of forty columns gets it."""
        folded(text, 40)


@cache
def _table() -> _Table:
    return _Table()


def typed(data: bytes) -> None:
    """Lines typed while a walk is asked for."""
    table = _table()
    plain = Plain(cast(PlainTable, table), _Sink())
    plain.ask(table.decide, table.actions)
    for line in data.decode("utf-8", "surrogateescape").split("\n")[:8]:
        plain.typed(line[:MAX_LINE])


TYPED = (
    "1", "path Hall, Stair", "path eva: chapel with 2 passes", "rules walking", "state", "map", "quit\nno", "back",
    "again", "?", "hand", "the chapel", "99999999999999999999", "\u0663", "\u00b2", "path \u0130\u0307:",
)  # fmt: skip
"""What a person may type, and some that is odd."""


def field(data: bytes) -> None:
    """A terminal's bytes: keys, sequences, mouse and paste, into a field of text that is drawn after each."""
    presses: list[KeyPress] = []
    parser = BoundedParser(presses.append)
    parser.feed(data.decode("utf-8", "surrogateescape"))
    parser.flush()
    grid, line = Grid(Size(12, 1)), TextField("field", limit=FIELD)
    for press in presses:
        key = Shell._key(press.key, press.data)
        if key is not None:
            line.handle(key)
            line.draw(Area.of(grid))
    assert len(line.text) <= FIELD
    assert 0 <= line.cursor <= len(line.text)
    assert all(piece.isprintable() for piece in (line.text, *grid.lines())), "something unprintable got into a field"
    encode(check_or_empty(line.text))


def check_or_empty(text: str) -> str:
    """``text`` if the protocol takes it."""
    try:
        check_text(text)
    except EncodingError:
        return ""
    return text


FIELD = 30
"""Characters of the field."""

KEYS = (
    b"Anna\x7f\x1b[D\x1b[3~\x01\x05", b"\x1b[200~pasted\n\x1b[2J text\x1b[201~", b"\x1b[<0;10;20M", b"\x1b[M !!",
    "\U0001f600e\u0301\u200d\u202e".encode(), b"\xff\xfe", b"\x1b[200~never ended", b"\x17\x15\r\t",
)  # fmt: skip
"""Keys, a paste, the mouse in two ways of writing it, and what is no UTF-8."""


# --- what lies on the disk ------------------------------------------------------------------------


@cache
def _disk() -> tuple[tempfile.TemporaryDirectory[str], Path]:
    memory = Path("/dev/shm")  # where there is a file system in memory, nothing waits for a disk
    held = tempfile.TemporaryDirectory(prefix="keep-p2p-fuzz-", dir=memory if memory.is_dir() else None)
    return held, Path(held.name)


def settings_file(data: bytes) -> None:
    """A profile's settings: what can be used is, and can be written again."""
    folder = _disk()[1]
    (folder / settings.FILE).write_bytes(data)
    plain, problem = load_settings(folder)
    assert not (plain and problem)
    usable, _ = from_plain(plain)
    assert usable.name.isprintable()
    assert len(usable.name) <= MAX_TEXT
    assert save_settings(folder, usable.plain()) == ""
    assert from_plain(load_settings(folder)[0]) == (usable, ())


def known_file(data: bytes) -> None:
    """Whom a profile has played with."""
    folder = _disk()[1]
    (folder / known_players.FILE).write_bytes(data)
    known = KnownPlayers(folder)
    assert all(len(key) == 32 for name in ("Anna", "") for key in known.keys(name))
    known.remember([("Anna", bytes(32))])
    assert KnownPlayers(folder).keys("Anna")[-1] == bytes(32)


def journal_file(data: bytes) -> None:
    """A profile's journal: a sentence, or what was written."""
    path = _disk()[1] / "journal.db"
    for beside in ("", "-wal", "-journal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    path.write_bytes(data)
    try:
        with Journal(path) as journal:
            for game_id in (*journal.games()[:4], GAME):
                recalled = journal.game(game_id).recall()
                assert all(type(name) is str and type(item) is bytes for name, item in recalled.items())
    except JournalError:
        return


@cache
def journal_seeds() -> tuple[bytes, ...]:
    """A small journal."""
    path = _disk()[1] / "seed.db"
    with Journal(path) as journal:
        journal.game(GAME).persist_all([("entry/1", b"signed"), ("deck-key", bytes(32))])
    data = path.read_bytes()
    return data, data[:100], b""


# --- what others' words become --------------------------------------------------------------------


@cache
def _replay() -> Replay:
    return read_replay(game().peers[0].transcript(), packs())


class _Elements(HTMLParser):
    """The elements of a page, and what stands in its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.names: list[tuple[str, ...]] = []
        self.scripts: list[str] = []
        self._script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it and the names of its attributes."""
        self.tags.append(tag)
        self.names.append(tuple(sorted(name for name, _ in attrs)))
        self._script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        """Note it."""
        self.tags.append(f"/{tag}")
        self._script = False

    def handle_data(self, data: str) -> None:
        """Keep what is in scripts."""
        if self._script:
            self.scripts.append(data)


@cache
def _plain_page() -> _Elements:
    return _Elements(page(_replay()))


def html(data: bytes) -> None:
    """Names of players, of the table, of a room, a card and a secret door, in the page: they stay text."""
    replay, names = _replay(), []
    for part in data.decode("utf-8", "replace").split("\n")[:4]:
        try:
            check_name(part)
        except GenesisError:
            continue
        names.append(part)
    if not names:
        return
    seats = len(replay.genesis.roster)
    called = [names[number % len(names)] for number in range(seats)]
    roster = tuple(replace(seat, name=name) for seat, name in zip(replay.genesis.roster, called, strict=True))
    board = replay.packs.board.board
    rooms = (replace(board.rooms[0], name=names[-1]), *board.rooms[1:])
    doors = (replace(board.secret_doors[0], name=names[-1]), *board.secret_doors[1:])
    shown = replace(
        replay,
        genesis=replace(replay.genesis, name=names[0], roster=roster),
        packs=Packs(
            replace(replay.packs.board, board=replace(board, name=names[0], rooms=rooms, secret_doors=doors)),
            replace(replay.packs.deck, titles=(names[-1], *replay.packs.deck.titles[1:])),
        ),
    )
    found, plain = _Elements(page(shown)), _plain_page()
    assert set(found.tags) <= set(plain.tags), "a name has become an element"
    assert set(found.names) <= set(plain.names), "a name has become an attribute"
    assert found.tags.count("script") == plain.tags.count("script"), "a name has become a script"
    assert [seat[0] for seat in json.loads(found.scripts[0])["seats"]] == called
    assert found.scripts[1:] == plain.scripts[1:]


HTML = (
    b"<img src=x onerror=w=1>",
    b"</script><script>w=1//",
    b"<!--\"'&amp;{{data}}",
    b"]]><svg onload=w>",
    b"' onload='w",
    "\u2028\u2029\n{{script}}\n\\u003c/script>".encode(),
    "\u202eAnna\nAnna".encode(),
    b"&lt;b&gt;\n&#x3c;b>",
)
"""What has become markup or script elsewhere."""
