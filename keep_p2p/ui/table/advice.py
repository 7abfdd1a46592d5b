"""What can be done now, and which rule says so: for each decision the rulings and the chapters that it stands on."""

from __future__ import annotations

from dataclasses import dataclass

from keep_p2p.rules.awaited import Decision
from keep_p2p.ui.names import join


@dataclass(frozen=True, slots=True)
class Advice:
    """What may be done, the rulings that say so, and the rules' chapters to read on in."""

    text: str
    rulings: tuple[str, ...]
    topics: tuple[str, ...]


_SUBJECTS = {
    "S": "setting up", "M": "moving", "T": "Molasar's turn", "C": "conflicts", "R": "retreats", "B": "Bonus cards",
    "H": "Hazard cards", "W": "winning",
}  # fmt: skip
"""What the series of rulings are about, by their letter: as the chapter of the rulings is divided."""


def said_by(rulings: tuple[str, ...]) -> str:
    """Which rules say so, by what they are about: the rulings on setting up (S6) and retreats (R3)."""
    series: dict[str, list[str]] = {}
    for number in rulings:
        series.setdefault(_SUBJECTS[number[0]], []).append(number)
    told = join(f"{subject} ({', '.join(numbers)})" for subject, numbers in series.items())
    return f"So say the rulings on {told}."


ADVICE: dict[Decision, Advice] = {
    Decision.HIDE_HILT: Advice(
        "Choose one of the marked rooms of the cellar for the Hilt.", ("S5", "M11"), ("setup", "winning")),
    Decision.PLACE: Advice(
        "Put your Searcher on an open entry room without another Searcher.", ("S6", "R3"), ("setup", "turn")),
    Decision.BEFORE_ROLL: Advice(
        "Roll and walk; or search for a secret door beside you; or play a card that comes before the roll.",
        ("M5", "B1", "B4", "B6", "B8"), ("turn", "secret-doors", "bonus")),
    Decision.GUARD_FAVOUR: Advice(
        "Walk one guard up to four rooms, by the rules for guards.", ("B4", "M12"), ("bonus", "guards")),
    Decision.FAILED_SEARCH: Advice(
        "Play Reroll, or accept that the door is not found: then you do not move this turn.", ("M5", "B2"),
        ("secret-doors", "bonus")),
    Decision.MOVE: Advice(
        "Walk to a lit room, or stay. Any way through open doorways is allowed, also back on your own track.",
        ("M1", "M2", "M3", "M4", "M10", "B2", "B5"), ("moving", "bonus")),
    Decision.SECOND_WIND: Advice(
        "Play Second Wind for a whole second turn, or let the turn end.", ("B3",), ("bonus", "turn")),
    Decision.FLASHLIGHT: Advice(
        "Play a Flashlight to move this turn in spite of the Power Failure, or keep it.", ("B6", "H2"),
        ("bonus", "hazard")),
    Decision.FEED: Advice(
        "Choose a guard to eat. A Hazard may be played before it.", ("T1", "T5", "M11"), ("molasar", "hazard")),
    Decision.MOLASAR_MOVE: Advice(
        "Walk up to your roll, or stay; a Hazard may be played before it.", ("T2", "T5", "M3", "M11"),
        ("molasar", "moving", "hazard")),
    Decision.GUARD_DIE: Advice(
        "Roll this die for the guards to walk, or let a guard search with it, or play a Hazard.", ("M13", "T5"),
        ("guards", "hazard")),
    Decision.GUARD_FOUND: Advice(
        "Walk the guard through its door, or leave it.", ("M13", "M12"), ("guards", "secret-doors")),
    Decision.GUARD_MOVE: Advice(
        "Choose a guard, then its room; or say that the guards have moved enough.", ("M13", "M14", "M12", "H4"),
        ("guards", "hazard")),
    Decision.SUMMON: Advice(
        "Choose a guard, then a room of the cellar; at most two guards may be there.", ("H3", "M12"),
        ("hazard", "guards")),
    Decision.PICK_BONUS: Advice("Choose one of a Searcher's face-down Bonus cards.", ("H1",), ("hazard", "bonus")),
    Decision.PICK_CONFLICT: Advice("Choose which conflict is fought next.", ("C1",), ("conflict",)),
    Decision.COMMIT_CARD: Advice(
        "Lay one of your Conflict cards face down. The number told with each is the one that counts in this fight.",
        ("C2", "C4"), ("conflict",)),
    Decision.NAME_DEFENDER: Advice(
        "Name a Searcher of another player, wherever it stands; it plays a card for you.", ("C2", "C3", "C7"),
        ("conflict",)),
    Decision.CONFLICT_BONUS: Advice(
        "Play The Blade or Second Guess, or let the cards be turned up.", ("C2", "C4", "C5"), ("conflict", "bonus")),
    Decision.JUDGE_GUESS: Advice(
        "Let the card stand, or send it back; its player then lays another.", ("C5",), ("conflict", "bonus")),
    Decision.DISCARD_BONUS: Advice("Choose the Bonus card that you give up.", ("C7",), ("conflict", "bonus")),
    Decision.RETREAT: Advice(
        "Walk the loser to a lit room: at least one step, if there is any.", ("R1", "R2", "R3", "R4", "R5"),
        ("retreat", "conflict")),
}  # fmt: skip
"""For each decision."""
