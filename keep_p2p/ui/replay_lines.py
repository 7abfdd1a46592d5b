"""A replay line by line: for screen readers, pipes and odd terminals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from keep_p2p.rules.names import Character
from keep_p2p.table.replay import Eyes, Replay, Sight
from keep_p2p.ui import commands
from keep_p2p.ui.lines import LineSink
from keep_p2p.ui.names import join
from keep_p2p.ui.replay_story import Reel, hands, seen_lines, sight_called, sight_name, verdict_lines
from keep_p2p.ui.told import who_lines

HELP = (
    "  next [N]              what happened then; Enter alone does the same",
    "  back [N]              one step back, or N",
    "  turn N [CHARACTER]    where game turn N began, or that character's turn in it",
    "  first, end            the beginning, the end",
    "  view SEAT             through one seat's eyes: its number, its player or a character",
    "  view all              all cards face up",
    "  view public           as an onlooker, who saw no hidden card",
    "  hands                 everybody's cards, as far as these eyes know them",
    "  map, state, rooms     the board; where everybody is; every room and its doorways",
    "  cards, rules [TOPIC]  what each card does; the rules of the game",
    "  who, verdict          who played whom; whether the game was fair",
    "  quit                  leave",
)
"""What `?` shows."""

SAME_AS_AT_THE_TABLE = ("map", "state", "rooms", "cards", "rules")
MOST_STEPS = 100_000
"""Steps asked for at once; more than any game has."""


class ReplayLines:
    """One person stepping through one replay."""

    def __init__(self, replay: Replay, sink: LineSink) -> None:
        """Nothing is shown before `start`."""
        self._reel = Reel(replay)
        self._sink = sink
        self._verbs: dict[str, Callable[[str], None]] = {
            "": lambda _: self._move("1", forward=True),
            "next": lambda words: self._move(words, forward=True),
            "n": lambda words: self._move(words, forward=True),
            "back": lambda words: self._move(words, forward=False),
            "b": lambda words: self._move(words, forward=False),
            "first": lambda _: self._to(0),
            "end": lambda _: self._to(len(self._reel.steps) - 1),
            "last": lambda _: self._to(len(self._reel.steps) - 1),
            "turn": self._turn,
            "view": self._view,
            "hands": lambda _: self._hands(),
            "hand": lambda _: self._hands(),
            "who": lambda _: self._show(who_lines(self._reel.names)),
            "verdict": lambda _: self._show(verdict_lines(self._reel.replay.report)),
            "?": lambda _: self._show(HELP),
            "help": lambda _: self._show(HELP),
        }

    def start(self) -> None:
        """Say what is replayed, whether it was fair, and how to go on."""
        reel = self._reel
        turns = reel.replay.turns[-1].number if reel.replay.turns else 0
        self._show((f"A game of {len(reel.names.seats)} players, {turns} turns, {len(reel.steps)} steps.",))
        self._show(verdict_lines(reel.replay.report)[:1])
        if reel.replay.sights == (Eyes.PUBLIC,):
            self._show(("Nobody disclosed anything in this file, so only what was public can be shown.",))
        self._show(("Enter goes on; `back`, `turn N`, `view all`; ? for help, `quit` to leave.", ""))
        self._tell_step(0)

    def typed(self, text: str) -> bool:
        """Deal with one line; whether to go on after it."""
        word, _, rest = text.strip().partition(" ")
        word, rest = word.casefold(), rest.strip()
        if word in ("quit", "q", "exit"):
            return False
        if word in self._verbs:
            self._verbs[word](rest)
        elif word in SAME_AS_AT_THE_TABLE:
            moment, names = self._reel.moment, self._reel.names
            waiting = moment.awaits.speakers if moment.awaits is not None else ()
            self._show(commands.answer(word, rest, commands.Asked(names, moment.state, None, waiting)))
        else:
            self._show((f'There is no command "{word}". Type ? for help.',))
        return True

    def _move(self, words: str, *, forward: bool) -> None:
        if words and not words.isdecimal():
            self._show(("How many steps? For example: next 5",))
            return
        number = min(int(words or "1"), MOST_STEPS)
        reel, before = self._reel, self._reel.moment.index
        ends = "That was the end of it. `back` and `turn N` lead back." if forward else "This is the beginning."
        if not reel.move(number if forward else -number):
            self._show((ends,))
            return
        self._tell_step(before if forward and number == 1 else reel.moment.index)

    def _to(self, place: int) -> None:
        self._reel.to(place)
        self._tell_step(self._reel.moment.index)

    def _turn(self, words: str) -> None:
        number, _, name = words.partition(" ")
        character = _character(name)
        if not number.isdecimal() or (name.strip() and character is None):
            self._show(("Which turn? For example: turn 3, or: turn 3 molasar",))
        elif self._reel.to_turn(int(number), character):
            self._tell_step(self._reel.moment.index)
        else:
            marks = self._reel.replay.turns
            last = f"The last is turn {marks[-1].number}." if marks else "No turn began in it."
            self._show((f"There is no such turn in this game. {last}",))

    def _view(self, words: str) -> None:
        reel = self._reel
        sight = sight_called(words, reel.replay, reel.names)
        if sight is None:
            self._show((f"Through whose eyes? One of {self._eyes(reel.replay.sights)}.",))
        elif not reel.look(sight):
            self._show((f"It cannot be seen so: what is needed was not disclosed. {self._eyes(reel.replay.sights)}.",))
        else:
            self._show((f"Seen {sight_name(sight, reel.names)}.",))
            self._hands()

    def _eyes(self, sights: Sequence[Sight]) -> str:
        told = [sight.value if isinstance(sight, Eyes) else f"{sight + 1} ({self._player(sight)})" for sight in sights]
        return join(told, "or")

    def _player(self, sight: int) -> str:
        return self._reel.names.seats[sight].player

    def _hands(self) -> None:
        state = self._reel.moment.state
        self._show(commands.NOT_YET.splitlines() if state is None else hands(state, self._reel.known, self._reel.names))

    def _tell_step(self, before: int) -> None:
        """The step's lines; and what the chosen eyes saw first on the way from moment ``before``."""
        reel = self._reel
        self._show((f"[{reel.place + 1} of {len(reel.steps)}]",))
        self._show(tuple(f"=== {line.text} ===" if line.heading else line.text for line in reel.step.lines))
        self._show(seen_lines(reel.replay, before, reel.moment.index, reel.sight, reel.names))
        if reel.at_end:
            self._show(("", *verdict_lines(reel.replay.report)))

    def _show(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._sink.show(line)


def _character(name: str) -> Character | None:
    """The one character that ``name`` begins, or None."""
    begun = name.strip().casefold()
    fitting = [character for character in Character if begun and character.value.startswith(begun)]
    return fitting[0] if len(fitting) == 1 else None
