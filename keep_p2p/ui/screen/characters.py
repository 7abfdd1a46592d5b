"""The characters as things to choose: who they are, and what each can do that the others cannot."""

from __future__ import annotations

from collections.abc import Hashable

from keep_p2p.rules.names import SEARCHERS, Character
from keep_p2p.table.lobby_wishes import DRAWN, PAIR_TABLE, Wish, wrong_size
from keep_p2p.ui.names import FULL, join
from keep_p2p.ui.screen.form import Option, PickItem

ABILITY: dict[Character, str] = {
    Character.EVA: "adds 1 to every movement roll",
    Character.FONESCU: "adds 1 in his own conflicts with guards",
    Character.CUZA: "finds secret doors without a roll",
    Character.GLAEKEN: "adds 1 in his own conflicts with Molasar",
    Character.WOERMANN: "may spend his roll on moving guards",
    Character.MOLASAR: "hides the Hilt and commands the guards",
}
"""What each character can do, in a line that fits beside its name."""


FIRST_GAME: Wish = (Character.EVA, Character.FONESCU)
"""Whom a first game proposes: Searchers with little to decide, the second only where Searchers go in pairs."""

FIRST_GAME_NOTE = (
    "For a first game Eva is chosen: a Searcher has less to decide than Molasar with his dozen guards. The computer's "
    "Molasar is a gentle one. Choose anybody you like."
)
"""What is said of it."""


def partner_of(value: Hashable) -> Character | None:
    """Whom a first game proposes beside this pick, at a table where Searchers go in pairs."""
    if not isinstance(value, Character) or not value.is_searcher:
        return None
    return next(character for character in FIRST_GAME if character is not value)


def wish_text(wish: Wish) -> str:
    """Whom somebody wants to play: ``Eva``, ``Eva and Dr. Cuza``, ``draws a character``."""
    return join(FULL[character] for character in wish) or "draws a character"


def first_pick(*, alone: bool = False) -> PickItem:
    """Whom to play; ``alone``: at a table with nobody but computer players."""
    drawn = Option(None, "Draw one", "by dice that nobody can influence")
    options = (drawn, *(Option(c, FULL[c], ABILITY[c]) for c in Character))
    others = "The computer plays the others." if alone else "A character that somebody else has chosen is refused."
    detail = f"Whom you play. {others}"
    return PickItem("Character", options, detail=detail, tall=True)


def molasars_manner() -> PickItem:
    """How a computer player plays Molasar: True is gently."""
    options = (Option(False, "plays to win"), Option(True, "gentle"))
    detail = "How the computer plays Molasar. The gentle one fights little and hunts nobody: for first games."
    return PickItem("Molasar", options, detail=detail)


def choose(first: PickItem, second: PickItem, wish: Wish) -> None:
    """Let the picks show this wish."""
    for item, place in ((first, 0), (second, 1)):
        if place < len(wish):
            item.choose(wish[place])


def second_pick() -> PickItem:
    """The second Searcher of a player at a table of three."""
    options = (Option(None, "nobody"), *(Option(c, FULL[c].split()[-1]) for c in SEARCHERS))
    return PickItem("And", options, detail="At a table of three each Searcher player runs two Searchers.")


def wish_of(first: PickItem, second: PickItem | None) -> Wish:
    """The wish that the two picks make."""
    picked = [item.value for item in (first, second) if item is not None]
    found = [value for value in picked if isinstance(value, Character)]
    return tuple(sorted(dict.fromkeys(found), key=lambda character: character.number))


def problem_with(players: int | None, wish: Wish) -> str:
    """Why nobody may want this at a table of so many (None: not known); empty if somebody may."""
    if wish == DRAWN or players is None:
        return ""
    problem = wrong_size(players, wish)
    return "" if problem is None else f"{problem[0].upper()}{problem[1:]}."


def wants_second(players: int | None) -> bool:
    """Whether the second pick is of any use."""
    return players is None or players == PAIR_TABLE
