"""The first-game guide and the help of the moment, in words that need no picture."""

from __future__ import annotations

from keep_p2p.rules.awaited import Decision
from keep_p2p.ui.table.advice import ADVICE, said_by
from keep_p2p.ui.table.guide import Lesson, text_of

_SPOKEN: dict[Lesson, str] = {
    Decision.HIDE_HILT.value:
        "Hide the Hilt in one of the marked rooms. You may never walk into that room yourself, so every marked room "
        "that you do enter is proven empty. Nobody sees your choice, and you cannot change it later. The farther from "
        "the secret doors, the longer the Searchers' way.",
    Decision.PLACE.value:
        "You come in from outside and need a secret door: there is no other way down to the cellar, where the Hilt "
        "is. Best is an entry near a secret door and far from the guards. `rooms` tells the whole "
        "board, `look ROOM` one room and the way there, `state` where the guards are.",
    Decision.MOVE.value:
        "The number behind a room says how many steps it takes. Entering a room with an enemy stops you, and you fight "
        "when movement is over. Ending in a marked room makes Molasar answer for it. `look ROOM` says who stands "
        "where, `path` lets you choose your own way.",
    Decision.BEFORE_ROLL.value:
        "Your turn: roll, then walk up to that many rooms. If you begin it beside a secret door that you have not "
        "found you may search instead: 1, 2 or 3 finds it, and takes you through. Each Searcher must find a door for "
        "itself.",
    Decision.SECOND_WIND.value:
        "Whoever holds the card Second Wind may take a whole second turn here. All who could hold it are asked, so "
        "that nobody can tell from the question who does.",
    "turn":
        "Each Searcher takes a turn, then Molasar. The first Searcher that ends a turn in the Hilt's room wins, "
        "before Molasar's twelfth turn.",
}  # fmt: skip
"""The lessons that speak of lights and letters on a map, said otherwise."""


def spoken_lesson(lesson: Lesson) -> str:
    """What a lesson says to somebody who reads lines."""
    return _SPOKEN.get(lesson) or text_of(lesson)


def spoken_advice(decision: Decision) -> tuple[str, ...]:
    """What may be done now, which rulings say so and where to read on."""
    advice = ADVICE[decision]
    text = advice.text.replace("a lit room", "one of the rooms in the list")
    topics = " or ".join(f"`rules {topic}`" for topic in advice.topics)
    return (
        f"You are asked something now. {text}",
        f"More about it: {topics}. {said_by(advice.rulings)} `rules {' '.join(advice.rulings)}` reads them out.",
    )
