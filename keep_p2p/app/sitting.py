"""Getting ready to sit down: the profile with its lock, the identity, the journal, the name, the packs."""

from __future__ import annotations

import getpass
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from keep_p2p.net.setup import Options
from keep_p2p.packs import load_packs
from keep_p2p.rules.names import Character
from keep_p2p.store.journal import Journal
from keep_p2p.store.profile import DEFAULT_PROFILE, SEED_SIZE, Profile, first_free, open_profile
from keep_p2p.store.settings import load_settings, profile_folder
from keep_p2p.table.lobby import Ticket
from keep_p2p.table.lobby_names import clean
from protocol.identity import Identity, fingerprint
from protocol.roster import MAX_NAME

COMPUTER_PROFILES = "computer"
"""What the profiles of computer players are called, with a number."""


GUEST = "Guest"
"""A person whose login does not tell a name: kinder than `root`, and anybody sees that it may be changed."""

NOBODYS_NAMES = frozenset(
    (
        *("admin", "administrator", "debian", "default", "docker", "guest", "nobody", "pi"),
        *("player", "root", "test", "ubuntu", "user", "vagrant"),
    )
)
"""Logins that say nothing of who sits there."""


@dataclass(frozen=True)
class Who:
    """Who sits down, as the command says it.

    ``name`` None: the one in the settings, or `usual_name`; for a computer player one of its own.
    """

    name: str | None = None
    profile: str | None = None
    characters: tuple[Character, ...] = ()
    computer: bool = False
    ticket: Ticket | None = None


@contextmanager
def sitting_down(
    who: Who, board: Path | None, deck: Path | None, *, port: int = 0, discover: bool = True
) -> Iterator[tuple[Options, tuple[str, ...]]]:
    """What a session is made with, and warnings for the person. The profile is locked until the context is left.

    :raises UserError: a pack, the profile or the name cannot be used; the sentence says why.
    """
    packs = load_packs(board, deck)
    with _profile(who) as profile:
        identity = Identity.from_seed(profile.seed)
        journal = Journal(profile.journal_path)
        try:
            options = Options(
                identity=identity,
                name=_name(who, identity),
                packs=packs,
                journal=journal.game,
                wish=tuple(sorted(who.characters, key=lambda character: character.number)),
                computer=who.computer,
                ticket=who.ticket,
                auto_confirm=who.computer,
                port=port,
                discover=discover,
            )
            yield options, profile.warnings
        finally:
            journal.close()


def looking_on(board: Path | None, deck: Path | None) -> Options:
    """What a spectator's session is made with: an identity for this once, and nothing kept."""
    return Options(Identity.from_seed(secrets.token_bytes(SEED_SIZE)), "Spectator", load_packs(board, deck))


def _profile(who: Who) -> Profile:
    """The profile asked for; a computer player without one takes the first that is free."""
    if who.profile is None and who.computer:
        return first_free(COMPUTER_PROFILES)
    return open_profile(DEFAULT_PROFILE if who.profile is None else who.profile)


def _name(who: Who, identity: Identity) -> str:
    """The name others see."""
    if who.name is not None:
        return who.name
    if who.computer:
        return f"Computer {fingerprint(identity.public)[:4]}"
    kept = load_settings(profile_folder(who.profile))[0].get("name")
    return kept if isinstance(kept, str) and kept and clean(kept, MAX_NAME) == kept else usual_name()


def usual_name() -> str:
    """What a person is called who has not said: the login's name, unless that names an account and no person."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        login = ""
    name = clean(login, MAX_NAME)
    return GUEST if not name or name.casefold() in NOBODYS_NAMES else name
