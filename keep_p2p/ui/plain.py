"""The line-by-line interface: what happened in words, numbered choices, everything on demand.

It works in a terminal, in pipes and under a screen reader: lines only ever follow each
other, and nothing is said by colour or place. What the table does comes in by the methods
named for it (`happened`, `ask`, `waits`, ...); what the person types comes in by `typed`.
Nothing here waits, and nothing decides for the person.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from keep_p2p.errors import UserError
from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.errors import IllegalAction
from keep_p2p.rules.names import Character, Seat
from keep_p2p.rules.records import GameOver, Record
from keep_p2p.rules.state import State
from keep_p2p.table.lobby_wishes import Wish
from keep_p2p.table.view import View
from keep_p2p.ui import commands
from keep_p2p.ui.asking import Asking
from keep_p2p.ui.lines import LineSink
from keep_p2p.ui.looking_back import LookingBack
from keep_p2p.ui.menu import Chosen, Opened, Unclear
from keep_p2p.ui.names import FULL, Names, join
from keep_p2p.ui.spoken import spoken, spoken_recap
from keep_p2p.ui.spoken_guide import spoken_advice, spoken_lesson
from keep_p2p.ui.table.guide import Guide, Lesson, lesson_of
from keep_p2p.ui.told import STOPS_FOR_ALL, waiting_line, who_lines

YES = ("y", "yes")
NO = ("n", "no")

OWN_COMMANDS = ("quit", "again", "say", "play", "story", "recap", "guide")
"""What is done here; the other commands only tell."""

HELP_COMMANDS = ("?", "help")

HOW_TO_WISH = (
    "Say whom you want to play: `play eva`, or `play anybody` for one drawn at random. "
    f"There are {join(FULL[character] for character in Character)}."
)

STORY_LINES = 20
"""Lines of the story that can be heard again."""

SAFETY_WORDS = (
    "Read these six words aloud. If everybody at the table sees the same six, all are about to sign the same "
    "table, and nobody sits unseen between you."
)
"""Why the safety words are shown, in a sentence or two."""


ENDS_HERE = "This game cannot be continued later."
"""What leaving means where no other person plays."""

NOBODY_COMPARES = (
    "All others are computer players of your own, so your seat signs at once, and nobody has to compare the six safety "
    "words"
)
"""Why nothing is asked where only computer players of one's own sit at the table."""


class InputClosed(UserError):
    """The terminal or pipe that the person typed into has closed."""

    def __init__(self) -> None:
        super().__init__(
            "The input has closed, so nobody is there to answer and this seat leaves the table. "
            "Nothing is lost: all that was played is in this profile's journal."
        )


class PlainTable(Protocol):
    """What the interface needs of a table. A spectator has no view; before the game there is neither."""

    @property
    def names(self) -> Names:
        """Who sits where, as far as it is known by now."""

    @property
    def state(self) -> State | None:
        """The public state."""

    @property
    def view(self) -> View | None:
        """The person's own view."""

    @property
    def checked(self) -> int:
        """How many proofs and signatures have been checked, and held."""

    def waiting_for(self) -> Sequence[Seat]:
        """The seats that must speak now."""

    def choose(self, action: Action) -> None:
        """Answer the open question. If the rules do not allow it nothing is said, and `Plain.refused` is called."""

    def confirm(self, yes: bool) -> None:
        """Answer whether the table is signed."""

    def say(self, text: str) -> None:
        """Say something to the table; `Plain.said` is called when it has gone out."""

    def wish(self, wish: Wish) -> None:
        """Ask to play these characters, none for one drawn at random; only before the game."""

    def learnt(self, guide: Guide) -> None:
        """The guide has explained something, or was switched: to be remembered for later games."""

    def leave(self) -> None:
        """Leave the table."""


class Plain:
    """One person's interface to one table."""

    def __init__(
        self, table: PlainTable, sink: LineSink, *, early_is_refused: bool = True, guide: Guide | None = None
    ) -> None:
        """``early_is_refused``: what answers no question is refused at once (a terminal), not kept waiting (a pipe).

        ``guide`` explains each step when it first comes up; without one nothing is explained.
        """
        self._table = table
        self._sink = sink
        self._asking: Asking | None = None
        self._answered: Asking | None = None
        self._confirming = False
        self._quitting = False
        self.deserted = False
        """Whether somebody else has left, so that the game cannot go on."""
        self._told_wait: tuple[Seat, ...] = ()
        self._early_is_refused = early_is_refused
        self._guide = Guide(on=False) if guide is None else guide
        self._story: deque[str] = deque(maxlen=STORY_LINES)
        self._past = LookingBack()
        self._records: list[Record] = []
        self._answered_at: int | None = None
        """How many of them had happened at the last answer."""

    # What the table does.

    def happened(self, record: Record) -> None:
        """Tell what happened."""
        self._past.note(record)
        self._records.append(record)
        back = self._past.lines(self._table.names) if isinstance(record, GameOver) else ()
        for line in (*spoken(record, self._table.names, self._table.state, self._table.view), *back):
            self._show(line)
            self._story.append(line)
        self._explain(lesson_of(record))

    def ask(self, decide: Decide, actions: Sequence[Action]) -> None:
        """Put a question to the person."""
        view = self._table.view
        assert view is not None, "only a seat is asked"
        self._asking = Asking.of(decide, actions, view, self._table.names)
        self._told_wait = ()
        self._show("")
        self._explain(decide.decision.value)
        self._show_question()

    def said(self, name: str, text: str, *, own: bool = False) -> None:
        """Somebody at the table said something."""
        self._show(f"You say: {text}" if own else f"{name} says: {text}")

    def refused(self, error: IllegalAction) -> None:
        """The last answer was not allowed: say why, and ask again."""
        self._show(f"The rules do not allow that: {error.sentence}")
        if self._answered is not None:
            self._asking, self._answered = self._answered, None
            self._asking.restart()
            self._show_question()

    def waits(self, waiting: Sequence[Seat]) -> None:
        """Say whom the table waits for, if that is news and not (only) the person here."""
        seats = tuple(waiting)
        if seats == self._told_wait:
            return
        self._told_wait = seats
        if any(seat != self._table.names.you for seat in seats):
            self._show(waiting_line(seats, self._table.names))

    def confirm(self, words: Sequence[str], *, ask: bool = True) -> None:
        """Show the safety words and ask whether to sign the table; or only show them."""
        self._confirming = ask
        if not ask:
            self._show(f"The table is complete. {NOBODY_COMPARES}: {' '.join(words)}.")
            return
        self._show("The table is complete:")
        for line in who_lines(self._table.names):
            self._show(f"  {line}")
        self._show(SAFETY_WORDS)
        self._show(f"  {' '.join(words)}")
        self._show("Do you sign this table and play? (yes or no)")

    def reopened(self) -> None:
        """The table that was to be signed came to nothing."""
        self._confirming = False

    def notice(self, text: str) -> None:
        """A sentence about the table that is no part of the story."""
        self._show(text)

    # What the person types.

    @property
    def wants_answer(self) -> bool:
        """Whether a question of any kind is open."""
        return self._asking is not None or self._confirming or self._quitting

    def takes(self, text: str) -> bool:
        """Whether `typed` can deal with this line now: always, unless it must wait for a question to answer."""
        return self._early_is_refused or self.wants_answer or not text.strip() or self._is_command(text)

    def typed(self, text: str) -> None:
        """Deal with one line from the person."""
        if self._quitting:
            self._quit_answer(text)
        elif not text.strip() and not self._answered_by_nothing:
            self._show_question()
        elif self._is_command(text):
            self._command(text)
        elif self._confirming:
            self._confirm_answer(text)
        elif self._asking is not None:
            self._choice(self._asking, text)
        else:
            self._not_now()

    @property
    def _answered_by_nothing(self) -> bool:
        """Whether an empty line is an answer: where there is but one."""
        return not self._confirming and self._asking is not None and self._asking.has_but_one_answer

    def _is_command(self, text: str) -> bool:
        word = text.split(maxsplit=1)[0].casefold() if text.strip() else ""
        return word in OWN_COMMANDS or commands.known(word)

    def _command(self, text: str) -> None:
        word, *rest = text.split(maxsplit=1)  # as `_is_command` does: at a tab too
        argument = "".join(rest)
        match word.casefold():
            case "quit":
                self._ask_to_leave()
            case "again":
                self._show_question()
            case "say":
                self._say(argument.strip())
            case "play":
                self._wish(argument)
            case "story":
                for line in self._story or ("Nothing has happened yet.",):
                    self._show(line)
            case "recap":
                for line in spoken_recap(self._records, self._answered_at, self._table.names):
                    self._show(line)
            case "guide":
                self._switch_guide()
            case other:
                self._answer(other, argument.strip())

    def interrupted(self) -> None:
        """Ctrl-C was pressed: ask before leaving, since a slip of the finger would end the game for all."""
        self._show("")
        self._ask_to_leave()
        self._show("Ctrl-C once more leaves too.")

    @property
    def asks_to_leave(self) -> bool:
        """Whether it has been asked whether to leave, and is not answered yet."""
        return self._quitting

    def _ask_to_leave(self) -> None:
        self._quitting = True
        names = self._table.names
        means = "Your seat becomes free."
        if self._table.state is not None:
            alone = all(seat.computer for number, seat in enumerate(names.seats) if number != names.you)
            ends = ENDS_HERE if alone or self.deserted else STOPS_FOR_ALL
            means = f"{ends} What was played so far is kept."
        self._show(f"Leave the table? {means} (yes or no)")

    def _answer(self, command: str, argument: str) -> None:
        """What can be asked for at any time; the help begins with what may be done now."""
        table = self._table
        if command in HELP_COMMANDS and self._asking is not None:
            for line in spoken_advice(self._asking.decide.decision):
                self._show(line)
        asked = commands.Asked(table.names, table.state, table.view, table.waiting_for(), table.checked)
        for line in commands.answer(command, argument, asked):
            self._show(line)

    def _say(self, text: str) -> None:
        if text:
            self._table.say(text)
        else:
            self._show("Put behind `say` what you want to say: `say hello`.")

    def _wish(self, text: str) -> None:
        """Another character, while the table is still open."""
        if self._table.state is not None:
            self._show("The characters are settled: the game has begun.")
            return
        words = [word for word in re.split(r"[\s,]+|\band\b", text.casefold()) if word]
        wish = [character for word in words for character in Character if character.value.startswith(word)]
        if not words or (len(wish) != len(words) and words != ["anybody"]):
            self._show(HOW_TO_WISH)
            return
        self._table.wish(tuple(sorted(wish, key=lambda character: character.number)))

    def _explain(self, lesson: Lesson | None) -> None:
        """The guide's lesson, if it is new. It stands in brackets, so that it is not taken for the story."""
        if lesson is not None and self._guide.comes_up(lesson):
            self._show(f"[Guide: {spoken_lesson(lesson)}]")
            self._guide.done()
            self._table.learnt(self._guide)

    def _switch_guide(self) -> None:
        self._guide.on = not self._guide.on
        if self._guide.on:
            self._guide.known = frozenset()
        self._show(f"The guide for a first game is {'on: it explains each step anew' if self._guide.on else 'off'}.")
        self._table.learnt(self._guide)

    def _quit_answer(self, text: str) -> None:
        if text.strip().casefold() in YES:
            self._quitting = False
            self._table.leave()
        elif text.strip().casefold() in NO:
            self._quitting = False
            self._show("You stay.")
            self._show_question()
        else:
            self._show("Please answer yes or no: leave the table?")

    def _confirm_answer(self, text: str) -> None:
        answer = text.strip().casefold()
        if answer not in YES + NO:
            self._show("Please answer yes or no: do you sign this table and play?")
            return
        self._confirming = False
        self._table.confirm(answer in YES)
        if answer in YES:
            self._show("You have said yes. The game begins as soon as everybody has.")

    def _choice(self, asking: Asking, text: str) -> None:
        answer = asking.typed(text)
        match answer:
            case Unclear(sentence):
                self._show(sentence)
            case Opened():
                self._show_question()
            case Chosen(action):
                self._choose(asking, action)

    def _choose(self, asking: Asking, action: Action) -> None:
        self._asking, self._answered = None, asking
        self._answered_at = len(self._records)
        self._table.choose(action)

    def _show_question(self) -> None:
        if self._confirming:
            self._show("Do you sign this table and play? (yes or no)")
        elif self._asking is not None:
            for line in self._asking.lines():
                self._show(line)
        else:
            self._not_now()

    def _not_now(self) -> None:
        waits = waiting_line(self._table.waiting_for(), self._table.names)
        self._show(f"Nothing is asked of you now. {waits or 'The table is busy.'} Type ? for help.")

    def _show(self, text: str) -> None:
        self._sink.show(text)
