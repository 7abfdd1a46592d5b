"""Finished games on disk: replay one, or verify it."""

from __future__ import annotations

from keep_p2p.ui.saved_words import UNREADABLE, how_far, how_said, who_played
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Cancel, Desk, Help, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.listing import ListBox, Row
from keep_p2p.ui.screen.paths import path_rows, short_path
from keep_p2p.ui.screen.replay import ReplayScreen
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.services import Glance, SavedGame, Services, Verification


class SavedScreen(Screen):
    """The list, and what verifying the chosen one has come to."""

    def __init__(self, desk: Desk, services: Services) -> None:
        """The games there are now."""
        super().__init__(desk)
        self._services = services
        self._games = services.saved()
        self._said: dict[SavedGame, Glance] = {}
        """What the files say, as far as they were looked into."""
        self._list = ListBox("games", self._rows())
        self._checking: SavedGame | None = None
        self._news: Verification | None = None
        self._replaying = False
        """Whether the game is to be shown once it has been checked."""
        self._stop: Cancel = lambda: None
        self._stop_looking: Cancel = lambda: None

    @property
    def title(self) -> str:
        """What the top line says."""
        return "Finished games"

    def opened(self) -> None:
        """Look into the files."""
        self._stop_looking = self._services.look_into(self._games, self._told)

    def closed(self) -> None:
        """Check and look into no further."""
        self._stop()
        self._stop_looking()

    def _told(self, game: SavedGame, said: Glance) -> None:
        self._said[game] = said
        self._list.set(self._rows())
        self.desk.redraw()

    def _rows(self) -> list[Row]:
        return [_row(game, self._said.get(game)) for game in self._games]

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        if not self._list.rows:
            return ()
        return (*self._list.hints(self.desk.look.glyphs), Hint(Key("enter"), "see it again"), Hint(Key("v"), "verify"))

    def help(self) -> Help:
        """What `?` shows."""
        told = (
            "A finished game is a file. The list tells what each file says of itself; nobody has checked that yet.",
            "Verifying plays a game again and checks every signature, die, card and rule in it.",
            "Enter verifies it too, and then shows it on the board, step by step.",
        )
        return Help(told, topics=("fairness",))

    @property
    def chosen(self) -> SavedGame | None:
        """The game that the arrows are on."""
        row = self._list.row
        return row.value if row is not None and isinstance(row.value, SavedGame) else None

    def _called(self, game: SavedGame) -> str:
        """The table's name as the file says it; until that was looked into, as the file's own name has it."""
        said = self._said.get(game)
        return said.table if said is not None and not isinstance(said, str) and said.table else game.name

    def handle(self, event: Event) -> bool:
        """Choose, verify, and see again."""
        if event == Key("v") and self.chosen is not None:
            self._verify(self.chosen, replaying=False)
            return True
        did = self._list.handle(event)
        if did is Did.CHOSE and self.chosen is not None:
            self._verify(self.chosen, replaying=True)
        return did is not Did.NOTHING

    def _verify(self, game: SavedGame, *, replaying: bool) -> None:
        """Check it; and then show it (at once, if it has just been checked)."""
        self._replaying = replaying
        if self._checking is game and self._news is not None and self._news.replay is not None and replaying:
            self._show(game, self._news)
            return
        self._stop()
        self._checking, self._news = game, Verification()

        def tell(news: Verification) -> None:
            if self._checking is game:
                self._news = news
                self._show(game, news)
                self.desk.redraw()

        self._stop = self._services.verify(game.path, tell)

    def _show(self, game: SavedGame, news: Verification) -> None:
        """Show it, if that is wanted and possible, and if nobody has gone elsewhere meanwhile."""
        if self._replaying and news.replay is not None and self.desk.navigator.top is self:
            self._replaying = False
            self.desk.navigator.push(ReplayScreen(self.desk, news.replay, self._called(game)))

    def draw(self, area: Area) -> None:
        """The list above, the verdict below."""
        upper, lower = area.bottom(6)
        inside = upper.panel("Transcripts", note="as the files say: verifying checks it" if self._games else "")
        if self._list.rows:
            self._list.draw(inside)
        else:
            inside.wrapped(0, "No game has been written down yet. Every game you play is, by itself.")
        below = lower.panel("Verify")
        news = self._news
        if self._checking is None or news is None or (news.verdict and self._checking is not self.chosen):
            path = None if self.chosen is None else short_path(self.chosen.path)
            for y, row in enumerate(() if path is None else path_rows("The file:", path, below.width)):
                below.put(0, y, row, Role.FAINT)
        elif news.verdict:
            mark, role = news.sign(below.glyphs)
            below.wrapped(0, f"{mark} {self._called(self._checking)}: {news.verdict}", role, 2)
        else:
            below.line(0, f"Playing {self._called(self._checking)} again and checking every step ...")
            below.bar(2, news.done, news.total)


def _row(game: SavedGame, said: Glance | None) -> Row:
    """The game with who won, how far it went and who played, once its file was looked into."""
    about = f"{game.when}; {_size(game.bytes)}"
    if said is None:
        return Row(game.name, game, detail=about)
    if isinstance(said, str):
        return Row(f"{game.name}: {said}", game, detail=about)
    if not said.players:
        return Row(f"{game.name}: {UNREADABLE}", game, detail=about)
    detail = f"{game.when}; {how_far(said)}; {_size(game.bytes)}\n{who_played(said)}"
    return Row(f"{said.table}: {how_said(said)}", game, detail=detail)


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, size // 1000)} kB"
