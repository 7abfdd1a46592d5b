"""The lobby: who sits at the table, who is still to come, and the safety words before all sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from keep_p2p.rules.names import Character
from keep_p2p.ui.names import FULL, join
from keep_p2p.ui.plain import NOBODY_COMPARES, SAFETY_WORDS
from keep_p2p.ui.screen import characters
from keep_p2p.ui.screen.area import Area, Span
from keep_p2p.ui.screen.base import Cancel, Desk, Help, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event, Key, Mouse
from keep_p2p.ui.screen.geometry import Breakpoint
from keep_p2p.ui.screen.lobby_banner import free_seats, lobby_banner, signing
from keep_p2p.ui.screen.overlays import ask, tell
from keep_p2p.ui.screen.roles import Role, pawn_role
from keep_p2p.ui.screen.scroller import Scroller
from keep_p2p.ui.screen.story import story_line
from keep_p2p.ui.screen.table_model import (
    Acquaintance,
    Ended,
    LobbySeat,
    LobbyShown,
    Stage,
    StoryLine,
    TableCommands,
    TableEvent,
    TableModel,
    WordsShown,
)
from keep_p2p.ui.screen.textfield import TextField
from keep_p2p.ui.screen.widths import clip, width, wrap
from keep_p2p.ui.screen.wishing import WishScreen

MOST_CHAT = 300

FEWEST = 3
"""Players of the smallest table (ruling S1)."""

LEAST_NEWS = 4
"""Rows that the news need to be of use, with their frame."""

WORDS_ROWS = 3
"""Rows of the safety words and their answers, with a blank one above them."""

NOTE_FRAME = 6
"""Columns of a frame's edge that a note in it cannot have."""

Begin = Callable[["LobbyScreen"], None]
"""The game has begun: show the table in the lobby's place."""


class LobbyScreen(Screen):
    """A table before its game."""

    def __init__(self, desk: Desk, model: TableModel, commands: TableCommands, begin: Begin) -> None:
        """``begin`` is called once, when there is a game to show."""
        super().__init__(desk)
        self.model = model
        self.commands = commands
        self._begin = begin
        self._news_text = Scroller("news", [story_line(line) for line in model.story], tail=True)
        self._chat = TextField("chat", limit=MOST_CHAT, hint="something to the table, then Enter")
        self._chatting = False
        self._wishing: WishScreen | None = None
        self._stop: Cancel = lambda: None

    # --- the model ----------------------------------------------------------------------------------

    def opened(self) -> None:
        """Listen."""
        self._stop = self.model.listen(self._news)

    def closed(self) -> None:
        """Stop listening."""
        self._stop()

    def _news(self, event: TableEvent) -> None:
        if isinstance(event, StoryLine):
            self._news_text.add(story_line(event))
        elif isinstance(event, Ended):
            self._ended(event)
        elif self.model.words is not None and self._wishing is not None:
            # All wait for this person's yes now: nothing may lie over the words, and no wish comes in time any more.
            self.desk.navigator.pop(self._wishing)
            self._wishing = None
        elif self.model.stage is Stage.PLAYING or (self.model.watching and self.model.now is not None):
            self._begin(self)

    def _ended(self, ended: Ended) -> None:
        """It came to nothing: say why, where there was a reason."""
        desk = self.desk
        desk.navigator.pop(self)
        if ended.problem:
            tell(desk, "The table", ended.problem)

    # --- words --------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The table's name."""
        if self.model.lobby is None:
            return "Watching" if self.model.watching else "Sitting down"
        return f"Table {self.model.lobby.table}"

    def status(self) -> tuple[Span, ...]:
        """How many have come."""
        lobby = self.model.lobby
        return () if lobby is None else ((f"{len(lobby.seats)} of {lobby.size} seats taken", Role.BAR),)

    @property
    def _signing(self) -> bool:
        return signing(self.model)

    @property
    def _free(self) -> int:
        return 0 if self.model.lobby is None else free_seats(self.model.lobby)

    def hints(self) -> tuple[Hint, ...]:
        """The keys that do something now."""
        if self._chatting:
            return (Hint(Key("enter"), "say it"),)
        if self._signing:
            return (Hint(Key("y"), "they are the same: sign"), Hint(Key("n"), "they differ: do not sign"), CHAT)
        lobby = self.model.lobby
        host = lobby is not None and lobby.host and self.model.words is None
        own = []
        if host and self._free:
            own = [Hint(Key("b"), "computer player"), Hint(Key("f"), "fill all seats")]
        if host and lobby is not None and len(lobby.seats) >= FEWEST:
            # At a full table too: after a no to the safety words it does not begin by itself again.
            own.append(Hint(Key("g"), "begin" if len(lobby.seats) == lobby.size else "begin with these"))
        if lobby is None or self.model.watching:
            return tuple(own)
        change = (Hint(Key("w"), "whom you play"),) if self.model.words is None else ()
        return (*own, *change, CHAT)

    @property
    def typing(self) -> bool:
        """Whether letters are text now."""
        return self._chatting

    def help(self) -> Help:
        """What `?` shows."""
        told = ["The game begins when all seats are taken and everybody has signed."]
        if self._signing:
            told = [
                SAFETY_WORDS,
                f"{self.desk.look.glyphs.yes} before a seat: it has signed.",
                "If one word differs, do not sign: somebody may be sitting in between.",
            ]
        elif self.model.lobby is not None and self.model.lobby.host:
            told.append("It is your table: you may give empty seats to computer players, or begin with fewer.")
        if self.model.lobby is not None and self.model.lobby.addresses and not self._signing:
            told.append(f"Others join it by its name, or by {join(self.model.lobby.addresses, 'or')}.")
        return Help(tuple(told), topics=("seats", "fairness"))

    @property
    def leave_label(self) -> str:
        """What Esc does."""
        return "no chat" if self._chatting else "leave the table"

    @property
    def lost_with_it(self) -> str:
        """A seat, or the whole table if it is one's own."""
        lobby = self.model.lobby
        if lobby is None or self.model.watching or self.model.ended is not None:
            return ""
        return "Your table is closed with it." if lobby.host else "The table that you sit at is left too."

    # --- events -------------------------------------------------------------------------------------

    def back(self) -> None:
        """Out of the chat, or away: that is asked once somebody else sits here."""
        lobby = self.model.lobby
        if self._chatting:
            self._chatting = False
        elif lobby is None or len(lobby.seats) < 2:
            self._leave()
        else:
            ask(
                self.desk, "Leave?", "Leave this table? Your seat becomes free.",
                (("y", "leave", self._leave), ("n", "stay", lambda: None)),
            )  # fmt: skip

    def _leave(self) -> None:
        self._stop()
        self.commands.leave()
        self.desk.navigator.pop(self)

    def handle(self, event: Event) -> bool:
        """Seats, signing, chat."""
        if isinstance(event, Mouse):
            return self._news_text.handle(event) is not Did.NOTHING
        if self._chatting:
            return self._typed(event)
        if self._signing and event.name in ("y", "n"):
            self._confirm(event.name == "y")
            return True
        allowed = {hint.key.name for hint in self.hints()}
        if event.name not in allowed:
            return self._news_text.handle(event) is not Did.NOTHING
        match event.name:
            case "b":
                self.commands.seat_computers(1)
            case "f":
                self.commands.seat_computers(self._free)
            case "g":
                self.commands.start()
            case "c":
                self._chatting = True
            case "w":
                self._change_wish()
        return True

    def _change_wish(self) -> None:
        lobby = self.model.lobby
        assert lobby is not None, "offered only at a table"
        wish = next((seat.wish for seat in lobby.seats if seat.own), ())
        takers = {character: seat.name for seat in lobby.seats if not seat.own for character in seat.wish}
        self._wishing = WishScreen(self.desk, lobby.size, wish, takers, self.commands.wish)
        self.desk.navigator.push(self._wishing)

    def _confirm(self, yes: bool) -> None:
        if yes:
            self.model.signed = True
        else:
            self.model.words = None
        self.commands.confirm(yes)

    def _typed(self, key: Key) -> bool:
        did = self._chat.handle(key)
        if did is Did.CHOSE:
            if self._chat.text.strip():
                self.commands.say(self._chat.text.strip())
            self._chat.set("")
            self._chatting = False
        return did is not Did.NOTHING

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, area: Area) -> None:
        """What all wait for; seats and words; who can do what; the news."""
        if self._chatting:
            area, chat = area.bottom(1)
            chat.put(0, 0, "Say: ", Role.CHAT)
            self._chat.draw(chat.part(5, 0))
        area = self._draw_banner(area)
        lobby = self.model.lobby
        if lobby is None:
            if self._news_text.lines:
                self._draw_news(area)
            return
        roomy = self.breakpoint(area) >= Breakpoint.MEDIUM
        heights = [_seat_rows(seat, area.width - 4, roomy=roomy) for seat in lobby.seats]
        heights += [2 if roomy else 1] * (lobby.size - len(heights))
        seats, rest = area.top(sum(heights) + 2)
        self._draw_seats(seats, lobby, heights)
        if self.model.words is not None:
            words, rest = rest.top(8 if rest.height >= 8 + LEAST_NEWS else 7)
            self._draw_words(words, self.model.words)
        elif rest.height >= len(Character) + 2 + LEAST_NEWS:
            who, rest = rest.top(len(Character) + 2)
            self._draw_characters(who, lobby)
        self._draw_news(rest)

    def _draw_banner(self, area: Area) -> Area:
        """What all wait for, as the table's own banner says it; the rest of the area."""
        told = wrap(lobby_banner(self.model), area.width - 4)
        banner, rest = area.top(len(told))
        banner.fill(Role.CHOSEN if self._signing else Role.BAR)
        for y, line in enumerate(told):
            lead = area.glyphs.pointer if self._signing and y == 0 else " "
            banner.put(1, y, f"{lead} {line}", Role.CHOSEN if self._signing else Role.BAR)
        return rest

    def _draw_seats(self, area: Area, lobby: LobbyShown, heights: Sequence[int]) -> None:
        inside = area.panel("Seats", note=self._place(lobby, area.width - NOTE_FRAME))
        y = 0
        for number, rows in enumerate(heights):
            seat = lobby.seats[number] if number < len(lobby.seats) else None
            self._draw_seat(inside.part(0, y, rows=rows), number + 1, seat, lobby)
            y += rows

    def _place(self, lobby: LobbyShown, columns: int) -> str:
        """How others join: as much of it as fits, an address whole or not at all. The help tells all of them."""
        full = len(lobby.seats) + lobby.coming >= lobby.size
        if full and all(seat.own or seat.computer for seat in lobby.seats):
            return ""  # a practice game, or as good as one: nobody else can come
        first, *more = lobby.addresses[:2] or ("",)
        ways = [f"others join {lobby.table!r}, or {' or '.join((first, *more))}"] if first else []
        ways += [f"others join {lobby.table!r}, or {first}", f"others join by {first}"] if first else []
        return next((way for way in ways if width(way) <= columns), "")

    def _draw_seat(self, area: Area, number: int, seat: LobbySeat | None, lobby: LobbyShown) -> None:
        glyphs = area.glyphs
        if seat is None:
            coming = number <= len(lobby.seats) + lobby.coming
            text = "a computer player is coming ..." if coming else "free"
            area.put(0, 0, f"{glyphs.off} {number}  {text}", Role.FAINT)
            return
        signed = number - 1 in self.model.signers or (seat.own and self.model.signed)
        x = area.put(0, 0, f"{glyphs.yes if signed else glyphs.on} {number}  ", Role.GOOD)
        tags, wish = _tags(seat), characters.wish_text(seat.wish)
        # Of a line that is too long the name is cut: who it is says the key, whom it plays nothing else.
        name = clip(seat.name, max(1, area.width - x - width(f"{tags}, {wish}")), glyphs.more)
        x = area.put(x, 0, name, Role.YOURS if seat.own else Role.STRONG)
        x = area.put(x, 0, f"{tags}, ", Role.TEXT)
        x = area.put(x, 0, wish, pawn_role(seat.wish[0]) if len(seat.wish) == 1 else Role.TEXT)
        roomy = self.breakpoint(area) >= Breakpoint.MEDIUM
        second, other = area.part(5, 1), seat.acquaintance is Acquaintance.OTHER_KEY
        key = f"key {seat.fingerprint}"
        long = _is_long(seat, area.width)
        if not roomy and not long:
            area.part(x + 2, 0).line(0, key, Role.FAINT)
        if other and roomy:
            second.line(0, f"! {key}, another than before ({seat.earlier}): the same person?", Role.WARNING)
        elif other and long:
            second.line(0, f"! {key}, before {seat.earlier}: the same person?", Role.WARNING)
        elif other:
            second.line(0, f"! another key than before ({seat.earlier}): the same person?", Role.WARNING)
        elif roomy or long:
            known = seat.acquaintance is Acquaintance.KNOWN and not seat.own and not seat.computer
            second.line(0, f"{key}, known from earlier games" if known else key, Role.FAINT)

    def _draw_words(self, area: Area, shown: WordsShown) -> None:
        inside = area.panel("Safety words", role=Role.YOURS if self._signing else Role.BORDER)
        why = wrap(SAFETY_WORDS if shown.ask else f"{NOBODY_COMPARES}.", inside.width)
        if len(why) + WORDS_ROWS > inside.height:
            why = ()  # The help says it, too; the words and the answers have nowhere else to be.
        for y, line in enumerate(why):
            inside.put(0, y, line)
        inside.centred(len(why) + 1 if why else 0, "   ".join(shown.words), Role.YOURS)
        if self._signing:
            x = inside.put(0, inside.height - 1, " y  The same: sign ", Role.KEY, Key("y"))
            inside.put(x + 3, inside.height - 1, " n  They differ: do not sign ", Role.KEY, Key("n"))
        else:
            inside.line(
                inside.height - 1, f"Your seat has signed. So has every seat with a {area.glyphs.yes}.", Role.GOOD
            )

    @staticmethod
    def _draw_characters(area: Area, lobby: LobbyShown) -> None:
        inside = area.panel("Characters")
        takers = {character: seat.name for seat in lobby.seats for character in seat.wish}
        for y, character in enumerate(Character):
            x = inside.put(0, y, f" {character.value[0].upper()} ", pawn_role(character))
            inside.put(x + 1, y, FULL[character], Role.STRONG)
            inside.put(21, y, characters.ABILITY[character])
            if character in takers:
                inside.ending(y, f"  {takers[character]}", Role.TEXT)

    def _draw_news(self, area: Area) -> None:
        if area.height >= 3:
            self._news_text.draw(area.panel("News"))


CHAT = Hint(Key("c"), "chat")


def _seat_rows(seat: LobbySeat, columns: int, *, roomy: bool) -> int:
    """Rows of a taken seat: its key has one of its own where there is room or need, and a changed key always."""
    return 2 if roomy or seat.acquaintance is Acquaintance.OTHER_KEY or _is_long(seat, columns) else 1


def _is_long(seat: LobbySeat, columns: int) -> bool:
    """Whether its key does not fit behind the rest."""
    return width(f"o 1  {seat.name}{_tags(seat)}, {characters.wish_text(seat.wish)}  key {seat.fingerprint}") > columns


def _tags(seat: LobbySeat) -> str:
    tags = [*(["you"] if seat.own else []), *(["computer"] if seat.computer else [])]
    return f" ({', '.join(tags)})" if tags else ""
