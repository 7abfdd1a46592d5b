"""A table as the screens know it: events in, a plain model that any screen draws, commands out.

`keep_p2p.app.table_run` runs the session in a thread of its own, turns what it tells into the events below and
posts them to the screens' thread, where `TableModel.take` takes them. The screens send `TableCommands`, none of
which ever waits. So a lobby, a table screen, an end screen and a test all work on the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide, Over
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.records import Record
from keep_p2p.rules.state import State
from keep_p2p.table.view import View
from keep_p2p.ui.names import Names
from keep_p2p.ui.screen.base import Cancel

MOST_STORY = 5000
"""Lines of the story that are kept. A whole game tells under two thousand; a flood of chat does not fill memory."""


class Acquaintance(StrEnum):
    """What is known of a name and its key."""

    NEW = "new"  # nobody of this name has sat with us before
    KNOWN = "known"  # the same key as before
    OTHER_KEY = "other-key"  # somebody of this name had another key


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """One taken seat. ``wish`` empty: the character will be drawn. ``earlier``: the other key's fingerprint."""

    name: str
    fingerprint: str
    wish: tuple[Character, ...] = ()
    computer: bool = False
    own: bool = False
    acquaintance: Acquaintance = Acquaintance.NEW
    earlier: str = ""


# --- events -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableFound:
    """The table is there, and so is our place at it: a seat, or one to look on from."""


@dataclass(frozen=True, slots=True)
class LobbyShown:
    """How the lobby stands. ``host``: this table is ours to fill and to begin; ``addresses`` are told to others."""

    table: str
    size: int
    seats: tuple[LobbySeat, ...]
    host: bool = False
    addresses: tuple[str, ...] = ()
    announced: bool = False
    coming: int = 0
    """Computer players that have been sent for and have not sat down yet."""


@dataclass(frozen=True, slots=True)
class WordsShown:
    """The table is complete: these words are the same on every screen. ``ask``: this person has yet to sign."""

    words: tuple[str, ...]
    ask: bool = True


@dataclass(frozen=True, slots=True)
class Signers:
    """The seats that have signed so far, by number."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reopened:
    """The table was to be signed and is open again."""

    why: str


@dataclass(frozen=True, slots=True)
class GameBegun:
    """Everybody has signed. ``game`` is the game's number in hex, ``table`` what its table is called."""

    game: str
    table: str = ""


@dataclass(frozen=True, slots=True)
class InSight:
    """We look on: whether there is a link to the table, or a seat of it is looked for that lets us watch."""

    linked: bool


@dataclass(frozen=True, slots=True)
class Deserted:
    """Somebody has left the game on purpose, and it cannot go on: who, in one sentence. Empty: all are still there."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where the game stands. Comes before whatever happened to bring it there."""

    names: Names
    state: State | None = None
    view: View | None = None
    waiting: tuple[Seat, ...] = ()
    unlinked: tuple[Seat, ...] = ()
    checks: Mapping[str, int] = field(default_factory=dict)
    """How many proofs and signatures of each kind have been checked, and held."""


class Told(StrEnum):
    """What kind of line of the story it is."""

    EVENT = "event"  # something happened in the game
    NOTICE = "notice"  # something about the table or the network
    CHAT = "chat"
    BAD = "bad"  # something went wrong


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line of the story. ``record`` and ``round``: what happened in the rules, where it did."""

    text: str
    kind: Told = Told.EVENT
    record: Record | None = None
    round: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """This seat must choose one of ``actions`` (or, of walks, any other legal one)."""

    decide: Decide
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class ChoiceTaken:
    """The answer was taken and is sent."""


@dataclass(frozen=True, slots=True)
class ChoiceRefused:
    """The answer was not allowed, so nothing was sent; the question is still open."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Working:
    """Work that takes time: ``done`` of ``total`` steps of ``what``; it is over when they are equal."""

    what: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Convicted:
    """A seat is proven to have cheated: play has stopped. ``sentence``: who, where and what, without its full stop."""

    seat: Seat
    round: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Completed:
    """Every seat has checked the whole game and signed the result."""

    over: Over


@dataclass(frozen=True, slots=True)
class Ended:
    """The session is over. ``problem``: a sentence, if it failed. ``transcript``: where the game is written down."""

    problem: str | None = None
    transcript: Path | None = None


TableEvent = (
    TableFound | LobbyShown | WordsShown | Signers | Reopened | GameBegun | InSight | Deserted | Snapshot | StoryLine
    | Asked | ChoiceTaken | ChoiceRefused | Working | Convicted | Completed | Ended
)  # fmt: skip


# --- commands ---------------------------------------------------------------------------------------------


class TableCommands(Protocol):
    """What a person can do at a table. Every method returns at once; what comes of it comes back as events."""

    def choose(self, action: Action) -> None:
        """Answer the open question: `ChoiceTaken` or `ChoiceRefused` comes back."""

    def confirm(self, yes: bool) -> None:
        """Answer the safety words."""

    def say(self, text: str) -> None:
        """Chat."""

    def wish(self, characters: tuple[Character, ...]) -> None:
        """Ask for other characters while seats are free; none: draw."""

    def seat_computers(self, count: int) -> None:
        """The host gives so many empty seats to computer players."""

    def start(self) -> None:
        """The host begins with those who are there."""

    def leave(self) -> None:
        """Leave the table: `Ended` comes back."""


# --- the model --------------------------------------------------------------------------------------------


class Stage(StrEnum):
    """How far the table is."""

    SITTING_DOWN = "sitting-down"
    LOBBY = "lobby"
    SIGNING = "signing"
    PLAYING = "playing"
    OVER = "over"  # the result is signed, or play was stopped; others may still be served
    ENDED = "ended"  # the session is gone


class TableModel:
    """All that is known of the table. Read its fields; only `take` changes them."""

    def __init__(self, *, watching: bool = False) -> None:
        """``watching``: no seat is ours."""
        self.watching = watching
        self.stage = Stage.SITTING_DOWN
        self.table = ""
        """What the table is called, once that is known."""
        self.found = False
        """Whether we are at the table, and no longer looking for it."""
        self.in_sight = True
        """Of an onlooker: whether there is a link to the table."""
        self.deserted = ""
        """Who has left on purpose, so that the game cannot go on, in one sentence; empty while it can."""
        self.lobby: LobbyShown | None = None
        self.words: WordsShown | None = None
        self.signers: tuple[int, ...] = ()
        """Who has signed so far."""
        self.signed = False
        """Whether we have said yes to the words."""
        self.game = ""
        self.now: Snapshot | None = None
        self.story: list[StoryLine] = []
        self.told = 0
        """How many lines have been told: the story keeps the latest of them."""
        self.answered_at: int | None = None
        """How many had been told when this person last answered; None before the first answer, and for an onlooker."""
        self._answered_before: int | None = None
        self.asked: Asked | None = None
        self.sent: Asked | None = None
        """The question whose answer is on its way."""
        self.refused = ""
        self.working: Working | None = None
        self.convicted: Convicted | None = None
        self.over: Over | None = None
        self.ended: Ended | None = None
        self.kept_in: Path | None = None
        """The folder in which games are written down."""
        self._listeners: list[Callable[[TableEvent], None]] = []

    def listen(self, listener: Callable[[TableEvent], None]) -> Cancel:
        """Call ``listener`` with every event once it is taken in, until the function returned is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    @property
    def checked(self) -> int:
        """How many checks have been made; all of them held, unless somebody is `convicted`."""
        return 0 if self.now is None else sum(self.now.checks.values())

    def take(self, event: TableEvent) -> None:
        """Take in an event, in the screens' thread."""
        match event:
            case TableFound():
                self.found = True
            case LobbyShown():
                self.lobby, self.table = event, event.table
                if self.stage is Stage.SITTING_DOWN:
                    self.stage = Stage.LOBBY
            case WordsShown():
                self.words, self.signed, self.stage = event, not event.ask, Stage.SIGNING
                self.signers = ()
            case Signers(seats):
                self.signers = seats
            case Reopened(why):
                self.words, self.signed, self.stage = None, False, Stage.LOBBY
                self.signers = ()
                self.take(StoryLine(f"The table is open again: {why}.", Told.NOTICE))
            case GameBegun(game, table):
                self.game, self.stage = game, Stage.PLAYING
                self.table = table or self.table
            case InSight(linked):
                self.in_sight = linked
            case Deserted(sentence):
                self.deserted = sentence
            case Snapshot():
                self.now = event
            case StoryLine():
                self._tell(event)
            case Working(done=done, total=total):
                self.working = event if done < total else None
            case Convicted():
                self.convicted, self.stage, self.asked = event, Stage.OVER, None
            case Completed(over):
                self.over, self.stage, self.asked = over, Stage.OVER, None
            case Ended():
                self.ended, self.stage, self.asked = event, Stage.ENDED, None
            case _:
                self._choice(event)
        for listener in tuple(self._listeners):
            listener(event)

    def _choice(self, event: Asked | ChoiceTaken | ChoiceRefused) -> None:
        match event:
            case Asked():
                self.asked, self.sent, self.refused = event, None, ""
            case ChoiceTaken():
                self.sent = None
            case ChoiceRefused(sentence):
                self.asked, self.sent, self.refused = self.sent, None, sentence
                self.answered_at = self._answered_before

    def answered(self) -> None:
        """The open question's answer is on its way: a screen says so when it calls ``commands.choose``."""
        self.asked, self.sent, self.refused = None, self.asked, ""
        self._answered_before, self.answered_at = self.answered_at, self.told

    def _tell(self, line: StoryLine) -> None:
        self.story.append(line)
        self.told += 1
        del self.story[: max(0, len(self.story) - MOST_STORY)]


def others(seats: Sequence[Seat], names: Names) -> tuple[Seat, ...]:
    """The seats that are not the reader's."""
    return tuple(seat for seat in seats if seat != names.you)
