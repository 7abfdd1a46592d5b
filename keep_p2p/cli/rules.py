"""`keep-p2p rules [TOPIC]`: how to play, in the terminal."""

from __future__ import annotations

import shutil
import textwrap

import click

from keep_p2p import rulesbook
from keep_p2p.errors import UserError
from keep_p2p.program import command_line
from keep_p2p.ui.rules_text import to_terminal

WIDEST = 88
"""Columns: a longer line of prose is hard to read, however wide the terminal."""
NARROWEST = 30


@click.command()
@click.argument("topic", nargs=-1)
def rules(topic: tuple[str, ...]) -> None:
    r"""Show the rules: in a minute, one TOPIC, or all.

    \b
    Examples:
      keep-p2p rules               the game in a minute, and the list of topics
      keep-p2p rules conflict      one topic
      keep-p2p rules secret doors
      keep-p2p rules M5 B2         rulings by their numbers: what is decided, and why
      keep-p2p rules all           everything (docs/rules.md has the same)
    """
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))
    every = rulesbook.topics()
    words = " ".join(topic)
    if not words:
        click.echo(to_terminal(every[0].text, width))
        click.echo(_list_of_topics(width))
    elif words.lower() == "all":
        click.echo("\n".join(to_terminal(chapter.text, width) for chapter in rulesbook.chapters()), nl=False)
    else:
        found = rulesbook.find(words)
        if found is None:
            raise UserError(_unknown(words))
        click.echo(to_terminal(found.text, width), nl=False)


def _list_of_topics(width: int) -> str:
    names = ", ".join(topic.name for topic in rulesbook.topics())
    return textwrap.fill(
        f"More with `{command_line('rules', 'TOPIC')}`, where TOPIC is one of: {names}; or all.",
        width,
        break_on_hyphens=False,
    )


def _unknown(words: str) -> str:
    names = ", ".join(topic.name for topic in rulesbook.topics())
    return f"There is no topic {words!r} in the rules: choose one of {names}, or all."
