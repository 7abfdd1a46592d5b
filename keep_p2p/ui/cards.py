"""What each card does, in one line. Told when it is played, and whenever somebody asks for `cards`."""

from __future__ import annotations

from keep_p2p.rules.names import BONUS_OF, Bonus, Hazard
from keep_p2p.ui.names import BONUS_NAME, HAZARD_NAME

_BONUS: dict[Bonus, str] = {
    Bonus.REROLL: "a movement or search roll just made is thrown again; the new roll stands.",
    Bonus.SECOND_WIND: "when the holder's turn has ended, a second whole turn follows at once.",
    Bonus.SECOND_GUESS: "in a conflict of the holder's pawn, look at one face-down card; it may be sent back.",
    Bonus.BLADE: "+2 against Molasar in this conflict of the holder's pawn, ties included.",
    Bonus.MOVE_GUARD: "before rolling, walk one guard up to four rooms.",
    Bonus.PASS: "on this walk, one room with a guard does not stop the holder.",
    Bonus.FLASHLIGHT: "the holder moves this turn in spite of Power Failure.",
    Bonus.SECRET_ENTRANCE: "a secret door beside the holder is found without a search; then roll to walk.",
}

_HAZARD: dict[Hazard, str] = {
    Hazard.EVIL_SPREADS: "Molasar picks one Bonus card, unseen, from every Searcher who has any, and it is discarded.",
    Hazard.POWER_FAILURE: "until his next turn begins, no Searcher moves without a Flashlight.",
    Hazard.SUMMON_GUARDS: "up to two guards are put in rooms of the cellar.",
    Hazard.GENERAL_ALERT: "every guard may walk up to five rooms this turn, instead of the guard dice.",
    Hazard.SECRET_PASSAGE: "Molasar is put in any room that has a secret door, besides his walk.",
    Hazard.MOLASARS_MAGIC: "Molasar is put in any stairway, besides his walk.",
}


_YOUR_BONUS: dict[Bonus, str] = {
    Bonus.SECOND_WIND: "when your turn has ended, a second whole turn follows at once.",
    Bonus.SECOND_GUESS: "in a conflict of your own pawn, look at one face-down card; it may be sent back.",
    Bonus.BLADE: "+2 against Molasar in this conflict of your own pawn, ties included.",
    Bonus.PASS: "on your walk, one room with a guard does not stop you.",
    Bonus.FLASHLIGHT: "you move this turn in spite of Power Failure.",
    Bonus.SECRET_ENTRANCE: "a secret door beside you is found without a search; then roll to walk.",
}
"""Those that speak of their holder, said to the holder."""

_YOUR_HAZARD: dict[Hazard, str] = {
    Hazard.EVIL_SPREADS: "you pick one Bonus card, unseen, from every Searcher who has any, and it is discarded.",
    Hazard.POWER_FAILURE: "until your next turn begins, no Searcher moves without a Flashlight.",
    Hazard.SECRET_PASSAGE: "you are put in any room that has a secret door, besides your walk.",
    Hazard.MOLASARS_MAGIC: "you are put in any stairway, besides your walk.",
}
"""Those that speak of Molasar, said to him."""


def bonus_line(bonus: Bonus, *, yours: bool = False) -> str:
    """What this kind of Bonus card does: one sentence, small first letter. ``yours``: said to whoever holds it."""
    return _YOUR_BONUS.get(bonus, _BONUS[bonus]) if yours else _BONUS[bonus]


def hazard_line(hazard: Hazard, *, yours: bool = False) -> str:
    """What this Hazard does: one sentence, small first letter. ``yours``: said to Molasar."""
    return _YOUR_HAZARD.get(hazard, _HAZARD[hazard]) if yours else _HAZARD[hazard]


def all_cards() -> tuple[str, ...]:
    """Every Bonus and Hazard card with the number of copies and what it does, one line each."""
    kinds = list(BONUS_OF.values())
    lines = ["Bonus cards, twelve, held by Searchers (two in a hand at most):"]
    for bonus in Bonus:
        copies = kinds.count(bonus)
        times = f" ({copies} cards)" if copies > 1 else ""
        lines.append(f"  {BONUS_NAME[bonus]}{times}: {_BONUS[bonus]}")
    lines.append("Hazard cards, six, all Molasar's; each once, one a turn:")
    lines.extend(f"  {HAZARD_NAME[hazard]}: {_HAZARD[hazard]}" for hazard in Hazard)
    return tuple(lines)
