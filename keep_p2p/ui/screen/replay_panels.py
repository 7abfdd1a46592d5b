"""The pieces of the replay: the story with where one is in it, the hands, the line of time."""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.rules.game import Knowledge
from keep_p2p.rules.names import BONUS_OF, Character, Deck
from keep_p2p.rules.state import State
from keep_p2p.table.replay import Eyes
from keep_p2p.table.verify import Verdict
from keep_p2p.ui.names import BONUS_NAME, SHORT, Names, count
from keep_p2p.ui.replay_story import Reel, verdict_lines
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.events import Target
from keep_p2p.ui.screen.roles import Role, pawn_role
from keep_p2p.ui.screen.widths import width, wrap

STEP = "step"
"""The name of the targets of the story and the line of time: their value is the step's index."""

HANDS = "hands"
"""The name of the hands' target."""


SIDES = "Numbers: if Molasar fights / if a guard does"
"""What the two numbers of a Conflict card are for."""


class Tape:
    """The whole story, a part of it in sight: the step that is shown in the middle, what is still to come fainter."""

    def __init__(self, reel: Reel) -> None:
        """``reel`` says where one is."""
        self._reel = reel
        self._columns = 0
        self._rows: list[tuple[int, str, bool]] = []
        self._shift = 0
        self._shown: tuple[int, int] = (-1, 0)

    def scroll(self, rows: int) -> None:
        """Look further up or down, until the step changes."""
        self._shift += rows

    def _wrap(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns, self._rows = columns, []
        reel = self._reel
        for step in reel.steps:
            for line in step.lines:
                rows = wrap(line.text, columns, 0 if line.heading else 2)
                self._rows += [(step.index, row, line.heading) for row in rows]
        for text in verdict_lines(reel.replay.report):
            self._rows += [(len(reel.steps) - 1, row, False) for row in wrap(text, columns, 2)]

    def draw(self, area: Area) -> None:
        """Draw it."""
        self._wrap(area.width - 4)
        place = self._reel.place
        mine = [n for n, row in enumerate(self._rows) if row[0] == place]
        if self._shown != (place, area.height):
            self._shown, self._shift = (place, area.height), 0
        last = max(0, len(self._rows) - area.height)
        # All of the step is in sight if it can be, with as much of what comes before as of what follows.
        middle = max(mine[0] - max(0, area.height - len(mine)) // 2, 0)
        first = max(0, min(middle + self._shift, last))
        self._shift = first - middle
        for y, (step, text, heading) in enumerate(self._rows[first : first + area.height]):
            here = step == place
            role = Role.TITLE if heading else Role.TEXT
            row = area.part(0, y, area.width - 1, 1)
            row.fill(Role.CHOSEN if here else Role.TEXT, link=Target(STEP, step))
            row.put(0, 0, area.glyphs.pointer if first + y == mine[0] else " ", Role.CHOSEN if here else role)
            row.put(2, 0, text, Role.CHOSEN if here else Role.FAINT if step > place else role, Target(STEP, step))
        area.scrollbar(first, area.height, len(self._rows))


def draw_time(area: Area, reel: Reel) -> None:
    """One line: which step and turn this is, and the way from beginning to end with the turns' numbers on it."""
    mark = next((mark for mark in reversed(reel.replay.turns) if mark.index <= reel.moment.index), None)
    turn = f", turn {mark.number}" if mark is not None else ""
    area.fill(Role.BAR)
    x = area.put(1, 0, f"Step {reel.place + 1} of {len(reel.steps)}{turn} ", Role.BAR)
    track = area.part(max(x, 26), 0, area.width - max(x, 26) - 1)
    last = len(reel.steps) - 1
    if track.width < 10 or not last:
        return
    glyphs = area.glyphs
    for column in range(track.width):
        track.put(column, 0, glyphs.horizontal, Role.BAR, Target(STEP, column * last // (track.width - 1)))
    track.put(reel.place * (track.width - 1) // last, 0, glyphs.on, Role.CHOSEN, Target(STEP, reel.place))
    free = number = 0
    for mark in reel.replay.turns:
        step = next(step.index for step in reel.steps if mark.index <= step.last)
        told = str(mark.number)
        column = min(step * (track.width - 1) // last, track.width - len(told))
        if mark.number != number and column >= free:
            here = column <= reel.place * (track.width - 1) // last < column + len(told)
            track.put(column, 0, told, Role.CHOSEN if here else Role.BAR_KEY, Target(STEP, step))
            free = column + len(told) + 1
        number = mark.number


def verdict_mark(reel: Reel, yes: str, no: str) -> tuple[str, Role]:
    """The verdict in a word with its sign, for the top line."""
    verdict = reel.replay.report.verdict
    if verdict is Verdict.FAIR:
        return f"{yes} fair", Role.BAR
    if verdict is Verdict.INCOMPLETE:
        return "! incomplete", Role.WARNING
    return f"{no} {verdict.value}", Role.BAD


def draw_hands(area: Area, reel: Reel, state: State) -> None:
    """Who holds what, as far as the chosen eyes know it: with the cards' titles, if there is room for them."""
    area.restyle(link=Target(HANDS))
    indent = max(width(SHORT[character]) for character in state.characters) + 3
    for spread, titled in ((True, True), (False, True), (False, False)):
        rows: list[tuple[Character | None, str]] = []
        for character in state.characters:
            cards = hand(character, state, reel.known, reel.names, titled=titled) or ("no cards",)
            told = cards if spread else ("; ".join(cards),)
            lines = [line for text in told for line in wrap(text, area.width - indent)]
            rows += [(character if n == 0 else None, line) for n, line in enumerate(lines)]
        if len(rows) + 2 <= area.height:
            break
    y = 0
    if len(rows) < area.height:
        hilt = reel.known.hilt
        area.line(0, SIDES if hilt is None else f"The Hilt: {reel.names.room_title(hilt)}", Role.FAINT)
        if hilt is not None and width(SIDES) + 30 <= area.width:
            area.ending(0, SIDES, Role.FAINT)
        y = 1
    for n, (owner, text) in enumerate(rows):
        if y == area.height - 1 and n < len(rows) - 1:
            area.line(y, "h shows all hands", Role.NOTICE)
            return
        if owner is not None:
            area.put(0, y, f" {SHORT[owner]} ", pawn_role(owner))
        area.put(indent, y, text, Role.TEXT if reel.sight is not Eyes.PUBLIC else Role.FAINT)
        y += 1


def hand(character: Character, state: State, known: Knowledge, names: Names, *, titled: bool) -> Sequence[str]:
    """One hand in short: the known cards by their numbers, how many are not known, the Hazards left."""
    told: list[str] = []
    unknown = 0
    for slot in state.hand(character, Deck.CONFLICT):
        card = known.cards.get((Deck.CONFLICT, slot))
        if card is None:
            unknown += 1
            continue
        data = names.deck.cards[card - 1]
        one, other = data.searcher_side if character.is_searcher else data.molasar_side
        title = f" {names.titles[card - 1]}" if titled and names.titles else ""
        down = " (down)" if slot in known.committed else " (sent back)" if slot in known.barred else ""
        told.append(f"{one}/{other}{title}{down}")
    if not titled and told:
        told = ["  ".join(told)]
    if unknown:
        told.append(count(unknown, "Conflict card"))
    unknown = 0
    for slot in state.hand(character, Deck.BONUS):
        card = known.cards.get((Deck.BONUS, slot))
        if card is None:
            unknown += 1
        else:
            told.append(BONUS_NAME[BONUS_OF[card]])
    if unknown:
        told.append(count(unknown, "Bonus card"))
    if character is Character.MOLASAR and state.hazards:
        told.append(count(len(state.hazards), "Hazard"))
    return told
