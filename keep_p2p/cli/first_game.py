"""Before a first game line by line: whom to play, an easy Searcher proposed. The full screen asks it in its form."""

from __future__ import annotations

from collections.abc import Callable

import click

from keep_p2p.cli.options import CharacterType
from keep_p2p.rules.names import Character
from keep_p2p.table.lobby_wishes import PAIR_TABLE, Wish, wrong_size

WHOM = (
    "Whom do you want to play: eva, fonescu, cuza, glaeken, woermann or molasar, or `any` for one drawn at random? For "
    "a first game Eva is easy: a Searcher has less to decide than Molasar with his dozen guards. (Enter: {proposed})"
)
WHOM_IN_PAIRS = (
    "Whom do you want to play: molasar alone, or two Searchers of eva, fonescu, cuza, glaeken and woermann, or `any` "
    "for whoever is drawn at random? For a first game Searchers are easy: they have less to decide than Molasar with "
    "his dozen guards. (Enter: {proposed})"
)
ANY = ("any", "anybody", "draw")


def whom_first(players: int, ask: Callable[[str], str | None], say: Callable[[str], None]) -> Wish:
    """Ask until the answer is good at a table of so many; nobody in the answer: drawn at random.

    :raises EOFError: nobody types any more.
    """
    proposed: Wish = (Character.EVA, Character.FONESCU) if players == PAIR_TABLE else (Character.EVA,)
    question = (WHOM_IN_PAIRS if players == PAIR_TABLE else WHOM).format(proposed=" and ".join(proposed))
    while True:
        answer = ask(question)
        if answer is None:
            raise EOFError
        if not answer.strip():
            return proposed
        wish, problem = _wish(answer, players)
        if not problem:
            return wish
        say(problem)


def _wish(answer: str, players: int) -> tuple[Wish, str]:
    """Whom the answer names; why it cannot be, if so."""
    words = [word for word in answer.casefold().replace(",", " ").split() if word != "and"]
    if len(words) == 1 and words[0] in ANY:
        return (), ""
    if not words:
        return (), "Please type a name, or `any`."
    found: list[Character] = []
    for word in words:
        try:
            found.append(CharacterType().convert(word, None, None))
        except click.BadParameter:
            return (), f"There is nobody called {word}: type one of the names, or `any`."
    wish = tuple(sorted(dict.fromkeys(found), key=lambda character: character.number))
    problem = wrong_size(players, wish)
    return wish, "" if problem is None else f"{problem[0].upper()}{problem[1:]}."
