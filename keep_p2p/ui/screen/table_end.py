"""The end of a game: who won and how, the whole game checked again while one looks on, and all hands turned up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from keep_p2p.program import command_line
from keep_p2p.rules.awaited import Over
from keep_p2p.rules.game import Knowledge
from keep_p2p.rules.names import Region
from keep_p2p.rules.state import State
from keep_p2p.table.replay import Eyes
from keep_p2p.ui.checked import WHAT_IS_CHECKED
from keep_p2p.ui.facts import on_map
from keep_p2p.ui.how_near import how_near
from keep_p2p.ui.map import MapState
from keep_p2p.ui.names import FULL, Names, join
from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.base import Cancel, Desk, Help, Hint, Screen
from keep_p2p.ui.screen.board.chart import chart
from keep_p2p.ui.screen.board.picture import Lights, Painter
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.geometry import Breakpoint, Rect, Size, breakpoint_of
from keep_p2p.ui.screen.paths import path_rows, short_path
from keep_p2p.ui.screen.replay import ReplayScreen
from keep_p2p.ui.screen.roles import Role, pawn_role
from keep_p2p.ui.screen.scroller import Scroller
from keep_p2p.ui.screen.services import Verification
from keep_p2p.ui.screen.table_help import fairness
from keep_p2p.ui.screen.table_model import TableEvent, TableModel
from keep_p2p.ui.screen.turned_up import turned_up
from keep_p2p.ui.screen.widths import wrap
from keep_p2p.ui.words import how_it_ended

Verify = Callable[[Path, Callable[[Verification], None]], Cancel]
"""Checks a transcript, telling how far that is: `Services.verify`."""

MORE_HANDS = "PgUp, PgDn: all of them"

BOARD = "The board at the end"
"""The title of what is shown of it: the map itself names its regions."""

HAND_COLUMNS = 46
"""Columns of the check and the hands, at least, where the board stands beside them."""

LEAST_ROWS = 2
"""Rows inside the two panels, at least: so much is told in them while the check runs."""

FRAME_ROWS, FRAME_COLUMNS = 2, 4
"""What a panel adds to what stands in it."""


LEFT = "It was left before its end."
"""What is said of a game that this person left."""


class EndScreen(Screen):
    """What is left to see once the game is over."""

    def __init__(
        self,
        desk: Desk,
        model: TableModel,
        *,
        verify: Verify | None = None,
        again: Callable[[], None] | None = None,
        home: Callable[[], None] = lambda: None,
    ) -> None:
        """``again`` begins another game of the same kind, where that can be; ``home`` leaves the table."""
        super().__init__(desk)
        self.model = model
        self._verify = verify
        self._again = again
        self._home = home
        self._path: Path | None = None
        self._news: Verification | None = None
        self._replaying = False
        """Whether the game is to be shown again once it has been checked."""
        self._hands = Scroller("hands")
        self._painter = Painter()
        self._stop_checking: Cancel = lambda: None
        self._stop: Cancel = lambda: None

    # --- the model ----------------------------------------------------------------------------------

    def opened(self) -> None:
        """Listen for the file, and check it as soon as it is there."""
        self._stop = self.model.listen(self._heard)
        self._check()

    def closed(self) -> None:
        """Check no further."""
        self._stop()
        self._stop_checking()

    def _heard(self, event: TableEvent) -> None:
        self._check()

    def _check(self) -> None:
        ended = self.model.ended
        if self._path is None and ended is not None and ended.transcript is not None:
            self._path = ended.transcript
            if self._verify is not None:
                self._news = Verification()
                self._stop_checking = self._verify(ended.transcript, self._told)

    def _told(self, news: Verification) -> None:
        self._news = news
        if news.replay is not None and self.model.now is not None:
            self._hands.set(turned_up(news.replay, self.model.now.names, columns=True))
        if self._replaying and news.verdict and self.desk.navigator.top is self:
            self._see_again()
        self.desk.redraw()

    @property
    def _may_play_again(self) -> bool:
        """Once the session has ended: until then it has the profile, and others may still be served by it."""
        return self._again is not None and self.model.ended is not None

    @property
    def _may_see_again(self) -> bool:
        """Where there is a file, and it is not known yet that it holds no game."""
        news = self._news
        return news is not None and (not news.verdict or news.replay is not None)

    def _see_again(self) -> None:
        """The replay; once the game has been checked, since it shows only what holds."""
        news = self._news
        self._replaying = news is not None and not news.verdict
        if self._replaying:
            self.desk.navigator.notice("The game is being checked: it is shown again as soon as that is done.")
        elif news is not None and news.replay is not None:
            self.desk.navigator.push(ReplayScreen(self.desk, news.replay, self.model.table))

    # --- words --------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What the top line says."""
        told = "Watching: the end" if self.model.watching else "The end"
        return f"{told} ({self.model.table})" if self.model.table else told

    def status(self) -> tuple[Span, ...]:
        """How fair it was."""
        return fairness(self.model, self.desk.look.glyphs)

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        again = (Hint(Key("a"), "play again"),) if self._may_play_again else ()
        see = (Hint(Key("r"), "see it again"),) if self._may_see_again else ()
        more = self._hands.hints("hands above", "more hands") if self._hands.lines else ()
        return (*again, *see, Hint(Key("h"), "home"), *more)

    def help(self) -> Help:
        """What `?` shows."""
        told = [
            "The whole game is in a file on your disk. It is played again from its first signature to its last, and "
            "every die, card, answer and move is checked. "
            f"`{command_line('verify', 'FILE')}` says the same on any machine.",
            WHAT_IS_CHECKED,
        ]
        if self._again is None and not self.model.watching:
            told.append(
                "To play again with the same people: whoever opened this table opens it again, by the key a of this "
                "screen there, and the others join it as they did before."
            )
        return Help(tuple(told), topics=("winning", "fairness"))

    @property
    def leave_label(self) -> str:
        """What Esc does."""
        return "the table"

    # --- events -------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Again, home, or scroll the hands."""
        if isinstance(event, Key):
            if event.name == "a" and self._may_play_again and self._again is not None:
                self._again()
                return True
            if event.name == "r" and self._may_see_again:
                self._see_again()
                return True
            if event.name == "h":  # not Enter, which may still be meant for a question that was open just now
                self._home()
                return True
        return self._hands.handle(event) is not Did.NOTHING

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, area: Area) -> None:
        """Who won; the check; the hands, and the board beside them where there is room; where the file is."""
        head = self._headline()
        told = wrap(f"{head[1]} {self._how_near()}".rstrip(), area.width - 4)
        top, rest = area.top(len(told) + 2)
        top.centred(0, head[0], head[2])
        for y, line in enumerate(told, start=1):
            top.centred(y, line)
        rest = self._draw_path(rest)
        state = None if self.model.now is None else self.model.now.state
        if state is not None:
            rest = self._draw_board(rest, state)
        self._draw_panels(rest)

    def _draw_path(self, area: Area) -> Area:
        """Below everything, outside of all frames: so it can be copied. The rest of the area."""
        if self._path is None:
            return area
        rows = path_rows("The file:", short_path(self._path), area.width - 2)
        rest, place = area.bottom(len(rows))
        for y, row in enumerate(rows):
            place.put(1, y, row)
        return rest

    def _draw_panels(self, area: Area) -> None:
        """Each takes the rows that it needs; the hands scroll if they need more than there are."""
        check = self._check_rows(area.width - FRAME_COLUMNS, area.grid.size)
        upper, lower = area.top(max(LEAST_ROWS, len(check)) + FRAME_ROWS)
        inside = upper.panel("The whole game, checked again")
        for y, (text, role) in enumerate(check):
            inside.put(0, y, text, role)
        news = self._news
        if news is not None and not news.verdict and news.total:
            inside.bar(len(check), news.done, news.total)
        columns = lower.width - FRAME_COLUMNS
        hands = self._hands.height(columns) if self._hands.lines else len(wrap(self._no_hands(), columns))
        place = lower.top(max(LEAST_ROWS, hands) + FRAME_ROWS)[0]
        below = bool(self._hands.lines) and hands > place.height - FRAME_ROWS
        inside = place.panel("All hands turned up", note=MORE_HANDS if below else "")
        if self._hands.lines:
            self._hands.draw(inside)
        else:
            inside.wrapped(0, self._no_hands(), Role.FAINT)

    def _no_hands(self) -> str:
        news = self._news
        if news is not None and news.verdict and news.replay is None:
            return "The hands were not disclosed."
        return "They are opened by keys in the file, so they are shown once it has been checked."

    def _draw_board(self, area: Area, state: State) -> Area:
        """All of the board at the right, or the cellar where the Hilt is, or nothing: never a part. The rest."""
        plan = chart(state.game.board)
        whole = Rect(0, 0, plan.size.width, plan.size.height)
        for part in (whole, plan.region(Region.CELLAR)):
            columns, rows = part.width + FRAME_COLUMNS, part.height + FRAME_ROWS
            if area.width - columns - 1 >= HAND_COLUMNS and rows <= area.height:
                rest, side = area.right(columns, gap=1)
                inside = side.top(rows)[0].panel(BOARD)
                inside.paste(self._painter.paint(plan, self._board(state), _lights(state), area.glyphs), part)
                return rest
        return area

    def _board(self, state: State) -> MapState:
        shown = on_map(state)
        hilt = shown.hilt or self._known().hilt
        return MapState(shown.pawns, shown.entries, shown.marked, shown.proven, hilt)

    def _known(self) -> Knowledge:
        replay = None if self._news is None else self._news.replay
        if replay is not None:
            return replay.known(replay.last, Eyes.PUBLIC)
        view = None if self.model.now is None else self.model.now.view
        return Knowledge() if view is None else view.known

    def _how_near(self) -> str:
        """What the losers still lacked, of a game that was played out."""
        now = self.model.now
        if self.model.convicted is not None or now is None or now.state is None:
            return ""
        return how_near(now.state, now.state.hilt_proven or self._known().hilt, now.names)

    def _headline(self) -> tuple[str, str, Role]:
        model, now = self.model, self.model.now
        if model.convicted is not None and now is not None:
            return "  PLAY HAS STOPPED  ", f"{model.convicted.sentence}.", Role.BAD
        if model.over is None or now is None:
            problem = model.ended.problem if model.ended is not None else None
            if model.watching and problem:
                told = f"{problem} Look on again from home, or by `{command_line('watch')}`."
                return "  NOTHING MORE CAN BE SEEN FROM HERE  ", told, Role.WARNING
            return "  THE GAME BROKE OFF  ", problem or model.deserted or LEFT, Role.WARNING
        return self._won(model.over, now.names)

    @staticmethod
    def _won(over: Over, names: Names) -> tuple[str, str, Role]:
        """Who has won, in capitals, and how it ended: the one does not repeat the other."""
        told = how_it_ended(over, names)
        winners = join(FULL[character] for character in over.winners)
        if not over.winners:
            return "  NOBODY HAS WON  ", told, Role.WARNING
        if names.you is not None and names.you in over.winning_seats:
            together = len(over.winning_seats) > 1
            who = "YOU HAVE WON, TOGETHER WITH OTHERS" if together else "YOU HAVE WON"
            told = f"{told} The winners: {winners}." if together else told
        else:
            who = f"{winners.upper()} {'HAS' if len(over.winners) == 1 else 'HAVE'} WON"
        return f"  {who}  ", told, pawn_role(over.winners[0])

    def _check_rows(self, columns: int, size: Size) -> list[tuple[str, Role]]:
        """What there is to say of the check, in rows."""
        news, ended = self._news, self.model.ended
        if self._path is None:
            told = "The file is written when all players hold the last signatures: a moment."
            if ended is not None:
                told = "There is no file of this game."
            return [(row, Role.FAINT) for row in wrap(told, columns)]
        if news is None:
            return [(row, Role.FAINT) for row in wrap(f"`{command_line('verify', 'FILE')}` checks it.", columns)]
        if not news.verdict:
            told = "Every signature, die, card and move is played again ..."
            return [(row, Role.TEXT) for row in wrap(told, columns)]
        mark, role = news.sign(self.desk.look.glyphs)
        rows = [(row, role) for row in wrap(f"{mark} {news.verdict}", columns, 2)]
        if breakpoint_of(size) is Breakpoint.COMPACT:
            return rows
        again = "r shows it again, step by step. " if news.replay is not None else ""
        told = f"{again}`{command_line('verify', 'FILE')}` checks it on any machine."
        return rows + [(row, Role.FAINT) for row in wrap(told, columns)]


def _lights(state: State) -> Lights:
    """All secret doors open: nothing is hidden any more."""
    return Lights(found=frozenset(door.id for door in state.game.board.secret_doors))
