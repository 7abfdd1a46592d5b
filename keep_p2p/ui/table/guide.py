"""The first-game guide: what each step of the game is about, told once, when it first comes up."""

from __future__ import annotations

from keep_p2p.rules.awaited import Decision
from keep_p2p.rules.records import (
    ConflictBegan,
    GuardEaten,
    HazardPlayed,
    Record,
    RoomProven,
    TurnBegan,
)

Lesson = str
"""What a lesson is remembered by: a decision's word, or one of `EVENTS`."""

DECISIONS: dict[Decision, str] = {
    Decision.HIDE_HILT:
        "Hide the Hilt in a marked room, for the whole game; nobody sees where. You may never walk into that room, "
        "so every marked room that you do enter is proven empty.",
    Decision.PLACE:
        "You come in by an entry (»). Best is one near a secret door (◊), since only these lead down to the cellar, "
        "where the Hilt is, and far from the guards (small letters).",
    Decision.BEFORE_ROLL:
        "Roll, then walk up to that many rooms. Beside a secret door that you have not found you may search instead: "
        "1, 2 or 3 finds it and takes you through.",
    Decision.GUARD_FAVOUR:
        "Your card lets you walk one guard, up to four rooms: out of your way, or into another's.",
    Decision.FAILED_SEARCH:
        "The roll was too high, so the door stays hidden and you stay here, unless you play Reroll.",
    Decision.MOVE:
        "Lit rooms are in reach; the number says how many steps. An enemy's room stops you, and you fight there. "
        "End in a marked room, and Molasar must answer for it.",
    Decision.SECOND_WIND:
        "Second Wind gives you a whole second turn now. It is asked whenever you could hold it, so that nobody can "
        "tell from the question what you hold.",
    Decision.FLASHLIGHT:
        "Power Failure: without a Flashlight you will not move in your next turn.",
    Decision.FEED:
        "Every turn you eat one of your guards and jump to its place: choose one near a Searcher. The eaten ones "
        "count your turns: when the twelfth would begin, you have won.",
    Decision.MOLASAR_MOVE:
        "Walk up to your roll, by any secret door, but never into the Hilt's room. Stop beside a Searcher and you "
        "fight, once your guards have moved; winning drives it away.",
    Decision.GUARD_DIE:
        "Two guard dice give rooms for your guards to walk. With a die, a guard may search for a door beside it "
        "instead. Only two guards may ever be in the cellar.",
    Decision.GUARD_FOUND:
        "That guard walks its die at once, first through the door.",
    Decision.GUARD_MOVE:
        "Share the rooms out among your guards: each walks once. A guard that ends with a Searcher fights it. "
        "Choose a guard, then its room.",
    Decision.SUMMON:
        "Put up to two guards into the cellar, in a Searcher's way, or upon it.",
    Decision.PICK_BONUS:
        "You take one Bonus card of each Searcher, unseen. It is turned up and gone.",
    Decision.PICK_CONFLICT:
        "Conflicts are fought one after another: the player whose turn it is chooses which comes first.",
    Decision.COMMIT_CARD:
        "Both sides lay a card face down; the higher drives the loser away by the difference. One of its numbers "
        "counts where Molasar himself fights, one where a guard does.",
    Decision.NAME_DEFENDER:
        "You never lay the card for yourself: name another player, who lays one for you. Only the card counts, "
        "not who lays it. If your side wins, that player gets a Bonus card.",
    Decision.CONFLICT_BONUS:
        "Before the cards are turned up you may play The Blade (+2 against Molasar) or Second Guess (look at one "
        "card, and perhaps send it back).",
    Decision.JUDGE_GUESS:
        "You alone have seen that card. Let it stand, or send it back: then its player lays another.",
    Decision.DISCARD_BONUS:
        "Two Bonus cards are the most one may hold.",
    Decision.RETREAT:
        "The winner walks the loser away: a Searcher far from the Hilt or out of the Keep, a guard out of the way. "
        "In an enemy's room it must fight again.",
}  # fmt: skip
"""One lesson for each decision. On a screen each takes three rows at most, so that the story keeps its place."""

EVENTS: dict[Lesson, str] = {
    "turn": (
        "Each Searcher (E F C G W) takes a turn, then Molasar (M; small letters: guards). Ending a turn in the Hilt's "
        "room wins, before his twelfth. 3+1: Conflict and Bonus cards held."
    ),
    "eaten": (
        "A guard is eaten: so Molasar's turns are counted. When a turn of his begins with only one guard left, he has "
        "won."
    ),
    "conflict": (
        "A conflict: Molasar lays a card, the attacked Searcher names another player to lay one, and both are turned "
        "up together."
    ),
    "hazard": "Molasar has six Hazard cards, each to be played once, one in a turn.",
    "proven": (
        "That marked room is proven empty: the answer came with a proof that every program has checked. When one "
        "room is left, the Hilt is there."
    ),
}
"""One lesson for each kind of event that has one."""


def lesson_of(record: Record) -> Lesson | None:
    """The lesson that an event brings up, if there is one."""
    match record:
        case TurnBegan():
            return "turn"
        case GuardEaten():
            return "eaten"
        case ConflictBegan():
            return "conflict"
        case HazardPlayed():
            return "hazard"
        case RoomProven():
            return "proven"
        case _:
            return None


def text_of(lesson: Lesson) -> str:
    """What a lesson says."""
    return EVENTS.get(lesson) or DECISIONS[Decision(lesson)]


class Guide:
    """Which lessons have been given. ``known``: those of earlier games; ``on``: whether any are given at all."""

    def __init__(self, known: frozenset[Lesson] = frozenset(), *, on: bool = True) -> None:
        """Nothing is being explained yet."""
        self.known = known
        self.on = on
        self.now: Lesson | None = None

    @property
    def text(self) -> str:
        """What is being explained; empty for nothing."""
        return "" if self.now is None or not self.on else text_of(self.now)

    def comes_up(self, lesson: Lesson | None) -> bool:
        """Something comes up: explain it if it is new; whether it is. A decision's lesson is never put off by news."""
        if lesson is None or not self.on or lesson in self.known:
            return False
        if lesson in EVENTS and self.now is not None and self.now not in EVENTS:
            return False
        self.known |= {lesson}
        self.now = lesson
        return True

    def done(self, *, keep_news: bool = False) -> None:
        """What is being explained has been read (or answered)."""
        if not (keep_news and self.now in EVENTS):
            self.now = None
