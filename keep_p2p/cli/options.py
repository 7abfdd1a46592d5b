"""Options that several commands share, each defined once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from keep_p2p.rules.names import Character

FEWEST_PLAYERS, MOST_PLAYERS = 3, 6
"""Ruling S1."""

PLAIN_VARIABLE = "KEEP_P2P_PLAIN"
"""The environment variable that stands for --plain, so that whoever needs it need not think of it each time."""

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


class CharacterType(click.Choice[str]):
    """A character by name, in any case; a part that fits only one is enough (`woer`)."""

    def __init__(self) -> None:
        super().__init__([character.value for character in Character], case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Character:
        """The `Character` meant; anything else is click's usage error."""
        if isinstance(value, Character):
            return value
        begun = str(value).strip().lower()
        fitting = [character for character in Character if begun and character.value.startswith(begun)]
        return fitting[0] if len(fitting) == 1 else Character(super().convert(value, param, ctx))


class WholeNumber(click.IntRange):
    """A whole number within bounds; what is none is refused in words, where click writes `3<=x<=6`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; anything else is click's usage error."""
        try:
            number: int = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{str(value)!r} is not a whole number{self._bounds()}.", param, ctx)
        return number

    def _bounds(self) -> str:
        if self.max is not None:
            return f" from {self.min} to {self.max}"
        return "" if self.min is None else f", {self.min} or more"


PORT = WholeNumber(1, 65535)
"""A TCP port."""


def players(default: int) -> Decorator:
    """How many sit at the table, Molasar's player included."""
    return click.option(
        "--players",
        type=WholeNumber(FEWEST_PLAYERS, MOST_PLAYERS),
        default=default,
        show_default=True,
        metavar="N",
        help="Seats at the table, 3 to 6, Molasar's included.",
    )


MOST_CHARACTERS = 2
"""Characters that one player may run: two Searchers, at a table of three (ruling S1)."""


def _castable(context: click.Context, option: click.Parameter, value: tuple[Character, ...]) -> tuple[Character, ...]:
    """The characters chosen; a usage error for a choice that no table of any size could take (ruling S1)."""
    for character in value:
        if value.count(character) > 1:
            raise click.BadParameter(f"{character.value} is chosen twice: choose two different Searchers, or one.")
    if len(value) > MOST_CHARACTERS:
        raise click.BadParameter(f"{len(value)} characters are chosen: nobody runs more than two.")
    return value


def character(command: Command) -> Command:
    """Which characters to play: one, or at a table of three two Searchers (ruling S1)."""
    return click.option(
        "--character",
        "characters",
        type=CharacterType(),
        multiple=True,
        callback=_castable,
        metavar="C",
        help="Your character: eva, fonescu, cuza, glaeken, woermann or molasar; without it one is drawn at random. "
        "At a table of three, Searchers go in pairs: give it twice.",
    )(command)


def _said_before(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """``value``, or what was said before the command's name: `keep-p2p --plain play` is `keep-p2p play --plain`."""
    before = context.find_root().params.get(option.name or "")
    return before if not value and before else value


def person(command: Command) -> Command:
    """Who sits down: the name shown and the identity behind it."""
    named = click.option("--name", metavar="NAME", help="Your name to the others; else the settings' or your login's.")
    profile = click.option(
        "--profile",
        metavar="PROFILE",
        callback=_said_before,
        help="Whose identity and journal to use: each sits at one table at a time.",
    )
    return named(profile(command))


def packs(command: Command) -> Command:
    """Another board or deck than the default ones."""
    file = click.Path(path_type=Path)
    board = click.option("--board", type=file, metavar="FILE", help="A board of your own (TOML; docs/boards.md).")
    deck = click.option("--deck", type=file, metavar="FILE", help="A Conflict deck of your own (TOML; docs/boards.md).")
    return board(deck(command))


def table(command: Command) -> Command:
    """Which table is meant."""
    return click.argument("table", metavar="[NAME | HOST:PORT]", required=False)(command)


def interface(command: Command) -> Command:
    """Full-screen or line by line."""
    plain = click.option(
        "--plain",
        is_flag=True,
        envvar=PLAIN_VARIABLE,
        callback=_said_before,
        help="Line by line instead of full-screen: for screen readers, pipes and odd terminals. "
        f"{PLAIN_VARIABLE}=1 in the environment says it once for all.",
    )
    calm = click.option(
        "--calm", is_flag=True, callback=_said_before, help="Nothing on the full screen moves by itself."
    )
    return plain(calm(command))


def on_screen(plain: bool) -> bool:
    """Whether to play full-screen: on a terminal that can, unless ``plain`` lines are wanted."""
    if plain or os.environ.get("TERM", "") in ("", "dumb"):
        return os.name == "nt" and not plain and on_terminal()
    return on_terminal()


def on_terminal() -> bool:
    """Whether a person reads what is written here, and types."""
    try:
        return sys.stdin.isatty() and sys.stdout.isatty()
    except (AttributeError, ValueError):  # none, or closed
        return False
