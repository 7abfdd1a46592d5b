"""The group of commands: its help, its order, its version."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from keep_p2p import RULES_VERSION, __version__
from keep_p2p.cli import guard, options
from keep_p2p.cli.bot import bot
from keep_p2p.cli.demo import demo
from keep_p2p.cli.doctor import doctor
from keep_p2p.cli.join import join
from keep_p2p.cli.open import open_table
from keep_p2p.cli.play import play
from keep_p2p.cli.replay import replay
from keep_p2p.cli.rules import rules
from keep_p2p.cli.simulate import simulate
from keep_p2p.cli.terminal import ask, say
from keep_p2p.cli.verify import verify
from keep_p2p.cli.watch import watch
from keep_p2p.cli.welcome import welcome
from keep_p2p.program import in_own_words, program


class _InOrder(click.Group):
    """Lists its commands in the order of their adding: what a newcomer needs comes first."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=_InOrder, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message=f"keep-p2p {__version__}, rules version {RULES_VERSION}")
@click.option("--profile", metavar="PROFILE", help="Whose identity, settings and journal to use.")
@options.interface
@click.pass_context
def keep_p2p(context: click.Context, profile: str | None, plain: bool, calm: bool) -> int:
    r"""The Keep, for 3 to 6 players on a local network, with no server and nobody to trust.

    \b
    Examples:
      keep-p2p home                      everything, on the full screen
      keep-p2p play                      a table with you and computer players
      keep-p2p open friday --players 4   open a table for four on this network
      keep-p2p join friday               sit down at it, from another machine
      keep-p2p bot friday                seat a computer player there
      keep-p2p watch friday              look on, if it was opened to spectators
      keep-p2p replay game.transcript    look at a game again, from any seat
      keep-p2p verify game.transcript    was that game fair?
      keep-p2p rules                     how to play
      keep-p2p doctor                    can this machine play, and what to do if not
    """
    if context.invoked_subcommand is not None:
        return guard.DONE
    return _home(context, None, profile, plain=plain, calm=calm)


@click.command("home")
@options.person
@options.interface
@click.pass_context
def home(context: click.Context, name: str | None, profile: str | None, plain: bool, calm: bool) -> int:
    r"""Everything from one screen, as the program alone shows it.

    \b
    Examples:
      keep-p2p home
    """
    return _home(context.find_root(), name, profile, plain=plain, calm=calm)


def _home(context: click.Context, name: str | None, profile: str | None, *, plain: bool, calm: bool) -> int:
    """Home on the full screen; the welcome line by line; the help where nobody types. ``context`` is the group's."""
    if not options.on_screen(plain):
        if plain and options.on_terminal():
            from keep_p2p.app.lessons import is_first_game

            first_game = is_first_game(profile)
            return welcome(ask, say, lambda arguments: _called(profile, arguments), first_game=first_game)
        click.echo(context.get_help())
        return guard.DONE
    from keep_p2p.app.home import HomeOptions, run_home

    return run_home(HomeOptions(name=name, profile=profile, calm=calm))


def _called(profile: str | None, arguments: Sequence[str]) -> int:
    """Run a command line as if it had been typed, under the profile that was named before it."""
    before = ["--profile", profile] if profile else []
    status = keep_p2p.main([*before, *arguments], prog_name=program(), standalone_mode=False)
    return status if isinstance(status, int) else guard.DONE


def _lay_out(command: click.Command) -> None:
    r"""Let examples keep their lines: click's mark for that is a backspace, which docstrings spell `\b`.

    They name the program as it was started.
    """
    command.help = in_own_words((command.help or "").replace("\\b\n", "\b\n"))


_lay_out(keep_p2p)
for command in (home, play, open_table, join, bot, watch, demo, replay, verify, rules, doctor, simulate):
    _lay_out(command)
    keep_p2p.add_command(command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The entry point: run one command and end the process with its status."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status (`keep_p2p.cli.guard` lists them). Prints, never raises."""

    def command() -> int:
        status = keep_p2p.main(list(arguments), prog_name=program(), standalone_mode=False)
        return status if isinstance(status, int) else guard.DONE

    return guard.guarded(command)
