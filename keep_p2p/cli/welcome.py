"""`keep-p2p --plain` without a command, at a terminal: what can be done, as a numbered list, and what each needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Ask = Callable[[str], str | None]
"""Puts a question to the person; the line typed, None when there will be no more."""

GREETING = (
    "The Keep, line by line.",
    "  1. play against computer players",
    "  2. open a table for others on this network",
    "  3. join a table",
    "  4. watch a table",
    "  5. hear the rules in a minute",
    "  6. see whether this machine can play with others",
    "  7. hear of all commands",
    "  8. leave",
)
WHICH = "What would you like? Type a number."
HOW_MANY = "How many players, 3 to 6, you among them? (Enter: 4)"
WHOM = (
    "Whom do you want to play: eva, fonescu, cuza, glaeken, woermann or molasar? At a table of three, Searchers go in "
    "pairs: type two. (Enter: drawn at random)"
)
NAME = "Your name, as the others see it? (Enter: the one you are logged in with)"
TABLE_NAME = "What shall the table be called? Others join it by this name."
WHICH_TABLE = "Which table: its name, or an address like 192.168.1.20:4711? (Enter: the only one there is)"
SPARED = "Shall Molasar spare you, if the computer plays him? (yes or no; Enter: no)"
LOOKING_ON = "May others watch? They see what is public, and no hand. (yes or no; Enter: no)"


class Left(Exception):
    """Nobody types any more, or it was asked to leave."""


def welcome(
    ask: Ask, say: Callable[[str], None], run: Callable[[Sequence[str]], int], *, first_game: bool = False
) -> int:
    """Ask what is wanted and ``run`` the command line for it; its exit status. What only tells something comes back.

    ``first_game``: whoever practises has not finished a game yet; then `play` itself asks whom to play.
    """

    def line(question: str) -> str:
        answer = ask(question)
        if answer is None:
            raise Left
        return answer.strip()

    try:
        while True:
            for told in GREETING:
                say(told)
            command, stays = _command(line, first_game=first_game)
            if not command:
                say("Please type one of the numbers, from 1 to 8.")
                continue
            status = run(command)
            if not stays:
                return status
            say("")
    except Left:
        return 0


def _command(line: Callable[[str], str], *, first_game: bool) -> tuple[list[str], bool]:
    """The command line that is wanted, none if that is not clear; and whether one wants to be asked again after it."""
    match line(WHICH).rstrip("."):
        case "1":
            players = _players(line)
            whom = [] if first_game else _characters(line)
            spared = [] if first_game or "molasar" in whom else _spared(line)
            return ["play", "--plain", *players, *whom, *spared], False
        case "2":
            name = ""
            while not name:
                name = line(TABLE_NAME)
            options = [*_name(line), *_players(line), *_characters(line), *_spectators(line)]
            return ["open", "--plain", *options, "--", name], False
        case "3":
            return ["join", "--plain", *_name(line), *_characters(line), *_which(line)], False
        case "4":
            return ["watch", "--plain", *_which(line)], False
        case "5":
            return ["rules"], True
        case "6":
            return ["doctor"], True
        case "7":
            return ["--help"], True
        case "8" | "quit" | "leave" | "exit":
            raise Left
        case _:
            return [], True


def _players(line: Callable[[str], str]) -> list[str]:
    while (answer := line(HOW_MANY)) not in ("", "3", "4", "5", "6"):
        pass
    return ["--players", answer] if answer else []


def _name(line: Callable[[str], str]) -> list[str]:
    name = line(NAME)
    return [f"--name={name}"] if name else []


def _characters(line: Callable[[str], str]) -> list[str]:
    words = line(WHOM).casefold().replace(",", " ").split()
    return [part for word in words if word != "and" for part in ("--character", word)]


def _spectators(line: Callable[[str], str]) -> list[str]:
    return ["--spectators"] if line(LOOKING_ON).casefold() in ("y", "yes") else []


def _spared(line: Callable[[str], str]) -> list[str]:
    return ["--gentle"] if line(SPARED).casefold() in ("y", "yes") else []


def _which(line: Callable[[str], str]) -> list[str]:
    table = line(WHICH_TABLE)
    return ["--", table] if table else []
