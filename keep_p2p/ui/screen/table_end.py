"""The end of a game: who won and how, the whole game checked again while one looks on, and all hands turned up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from keep_p2p.rules.awaited import Over
from keep_p2p.rules.game import Knowledge
from keep_p2p.rules.names import BONUS_OF, Character, Deck, Region, Room
from keep_p2p.rules.records import GameOver
from keep_p2p.rules.state import State
from keep_p2p.table.replay import Eyes, Replay
from keep_p2p.ui.facts import on_map
from keep_p2p.ui.map import MapState
from keep_p2p.ui.names import BONUS_NAME, FULL, HAZARD_NAME, Names, join
from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.base import Cancel, Desk, Help, Hint, Screen
from keep_p2p.ui.screen.board.chart import chart
from keep_p2p.ui.screen.board.picture import Lights, Painter
from keep_p2p.ui.screen.board.viewport import EDGE, Viewport
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.geometry import Breakpoint, Rect
from keep_p2p.ui.screen.roles import Role, pawn_role
from keep_p2p.ui.screen.scroller import Line, Scroller
from keep_p2p.ui.screen.services import Verification
from keep_p2p.ui.screen.table_help import fairness
from keep_p2p.ui.screen.table_model import TableEvent, TableModel
from keep_p2p.ui.screen.widths import width, wrap
from keep_p2p.ui.words import tell

Verify = Callable[[Path, Callable[[Verification], None]], Cancel]
"""Checks a transcript, telling how far that is: `Services.verify`."""

HAND_COLUMNS = 46
"""Columns of the check and the hands, at least, where the board stands beside them."""

CHECK_ROWS = 9


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
        self._hands = Scroller("hands")
        self._view = Viewport()
        self._painter = Painter()
        self._looked_at: Room | None = None
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
            self._hands.set(turned_up(news.replay, self.model.now.names))
        self.desk.redraw()

    # --- words --------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What the top line says."""
        return f"{self.model.lobby.table}: the end" if self.model.lobby is not None else "The end"

    def status(self) -> tuple[Span, ...]:
        """How fair it was."""
        return fairness(self.model, self.desk.look.glyphs)

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        again = (Hint(Key("a"), "play again"),) if self._again is not None else ()
        return (*again, Hint(Key("h"), "home"), Hint(Key("pagedown"), "more of the hands"))

    def help(self) -> Help:
        """What `?` shows."""
        told = (
            "The whole game is in a file on your disk. It is played again from its first signature to its last, and "
            "every die, card, answer and move is checked. `keep-p2p verify FILE` says the same on any machine."
        )
        return Help((told,), (("Esc", "look at the table once more"),), ("winning", "fairness"))

    @property
    def leave_label(self) -> str:
        """What Esc does."""
        return "the table"

    # --- events -------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Again, home, or scroll the hands."""
        if isinstance(event, Key):
            if event.name == "a" and self._again is not None:
                self._again()
                return True
            if event.name in ("h", "enter"):
                self._home()
                return True
        elif event.target is not None and event.target.name == EDGE:
            self._view.page(str(event.target.value))
            return True
        return self._hands.handle(event) is not Did.NOTHING

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, area: Area) -> None:
        """Who won; the check; the hands, and the board beside them where there is room."""
        head = self._headline()
        told = wrap(head[1], area.width - 4)
        top, rest = area.top(len(told) + 2)
        top.centred(0, head[0], head[2])
        for y, line in enumerate(told, start=1):
            top.centred(y, line)
        state = None if self.model.now is None else self.model.now.state
        if state is not None and self.breakpoint(area) >= Breakpoint.MEDIUM:
            plan = chart(state.game.board)
            columns = plan.size.width
            if rest.width - columns <= HAND_COLUMNS:  # half a keep is none: then the cellar alone, where the Hilt is
                columns -= plan.offset[Region.CELLAR]
            rest, side = rest.left(rest.width - columns - 1, gap=1)
            self._draw_board(side, state)
        self._draw_panels(rest)

    def _draw_panels(self, area: Area) -> None:
        upper, lower = area.top(min(CHECK_ROWS, area.height // 2))
        self._draw_check(upper.panel("The whole game, checked again"))
        inside = lower.panel("All hands turned up")
        if self._hands.lines:
            self._hands.draw(inside)
        else:
            inside.wrapped(0, self._no_hands(), Role.FAINT)

    def _no_hands(self) -> str:
        news = self._news
        if news is not None and news.fair is not None and news.replay is None:
            return "The hands were not disclosed."
        return "They are opened by keys in the file, so they are shown once it has been checked."

    def _draw_board(self, area: Area, state: State) -> None:
        shown = on_map(state)
        hilt = shown.hilt or self._known().hilt
        plan = chart(state.game.board)
        lights = Lights(found=frozenset(door.id for door in state.game.board.secret_doors))
        board = MapState(shown.pawns, shown.entries, shown.marked, shown.proven, hilt)
        self._view.fit(area.rect.size, plan.size)
        spoken_of = hilt or state.where(Character.MOLASAR)
        if spoken_of is not None and spoken_of != self._looked_at:
            self._looked_at = spoken_of
            room = plan.rect(spoken_of)
            left = plan.offset[Region.CELLAR]
            # All columns of the cellar; of its rows those that fit.
            cellar = Rect(left, room.y, plan.size.width - left, room.height)
            self._view.show(cellar if plan.size.width > area.width else room)
        self._view.draw(area, self._painter.paint(plan, board, lights, area.glyphs))

    def _known(self) -> Knowledge:
        replay = None if self._news is None else self._news.replay
        if replay is not None:
            return replay.known(replay.last, Eyes.PUBLIC)
        view = None if self.model.now is None else self.model.now.view
        return Knowledge() if view is None else view.known

    def _headline(self) -> tuple[str, str, Role]:
        model, now = self.model, self.model.now
        if model.convicted is not None and now is not None:
            who = now.names.player(model.convicted.seat)
            return "  PLAY HAS STOPPED  ", f"{who} has broken the rules: {model.convicted.sentence}", Role.BAD
        if model.over is None or now is None:
            problem = model.ended.problem if model.ended is not None else None
            return "  THE GAME BROKE OFF  ", problem or "It was left before its end.", Role.WARNING
        return self._won(model.over, now.names)

    @staticmethod
    def _won(over: Over, names: Names) -> tuple[str, str, Role]:
        told = (tell(GameOver(over), names) or "").removeprefix("GAME OVER. ")
        if not over.winners:
            return "  NOBODY HAS WON  ", told, Role.WARNING
        if names.you is not None and names.you in over.winning_seats:
            together = len(over.winning_seats) > 1
            who = "YOU HAVE WON, TOGETHER WITH OTHERS" if together else "YOU HAVE WON"
        else:
            who = f"{join(FULL[c] for c in over.winners).upper()} {'HAS' if len(over.winners) == 1 else 'HAVE'} WON"
        return f"  {who}  ", told, pawn_role(over.winners[0])

    def _draw_check(self, area: Area) -> None:
        news, ended = self._news, self.model.ended
        if self._path is None:
            told = "The file is written when all players hold the last signatures: a moment."
            if ended is not None:
                told = "There is no file of this game."
            area.wrapped(0, told, Role.FAINT)
            return
        y = 0
        if news is None:
            pass
        elif news.verdict:
            mark = area.glyphs.yes if news.fair else area.glyphs.no
            y = 1 + area.wrapped(0, f"{mark} {news.verdict}", Role.GOOD if news.fair else Role.BAD, 2)
        else:
            y = area.wrapped(0, "Every signature, die, card and move is played again ...")
            if news.total:
                area.bar(y, news.done, news.total)
            y += 2
        _put_path(area, y, self._path)


def _put_path(area: Area, y: int, path: Path) -> None:
    """Where the file is, broken wherever a row ends: a path has no blanks."""
    text = f"The file: {path}"
    while text and y < area.height:
        cut = len(text)
        while width(text[:cut]) > area.width:
            cut -= 1
        area.put(0, y, text[:cut], Role.FAINT)
        text, y = text[cut:], y + 1


def turned_up(replay: Replay, names: Names) -> list[Line]:
    """Every hand at the end of a game, as far as it was disclosed, and the room of the Hilt."""
    state = replay.moments[replay.last].state
    if state is None:
        return []
    sights = replay.sights
    if Eyes.ALL in sights:
        known = replay.known(replay.last, Eyes.ALL)
    else:
        cards = {key: card for seat in sights if not isinstance(seat, Eyes)
                 for key, card in replay.known(replay.last, seat).cards.items()}  # fmt: skip
        known = Knowledge(cards, replay.known(replay.last, Eyes.PUBLIC).hilt)
    lines = [] if known.hilt is None else [Line(f"The Hilt lay in {names.room(known.hilt)}.", Role.STRONG, 2)]
    for character in state.characters:
        lines.append(Line(_owner(character, names), Role.TITLE))
        lines += [Line(f"  {told}", hanging=4) for told in _hand(character, state, known, names)] or [Line("  nothing")]
    return lines


def _owner(character: Character, names: Names) -> str:
    seat = names.seat_of(character)
    return FULL[character] if seat is None else f"{FULL[character]} ({names.player(seat)})"


def _hand(character: Character, state: State, known: Knowledge, names: Names) -> list[str]:
    told: list[str] = []
    for slot in state.hand(character, Deck.CONFLICT):
        card = known.cards.get((Deck.CONFLICT, slot))
        told.append(
            "a card that was not disclosed"
            if card is None
            else names.conflict_card(card, for_molasar=character is Character.MOLASAR)
        )
    for slot in state.hand(character, Deck.BONUS):
        card = known.cards.get((Deck.BONUS, slot))
        told.append("Bonus: not disclosed" if card is None else f"Bonus: {BONUS_NAME[BONUS_OF[card]]} (card {card})")
    if character is Character.MOLASAR and state.hazards:
        told.append(f"Hazards not played: {join(HAZARD_NAME[hazard] for hazard in state.hazards)}")
    return told
