"""What a session is made with."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from keep_p2p import RULES_VERSION
from keep_p2p.net.mesh import Timing
from keep_p2p.net.playing import JournalLike, PeerLike
from keep_p2p.packs import Packs
from keep_p2p.table.lobby import Ticket
from keep_p2p.table.lobby_names import player_name
from keep_p2p.table.lobby_wishes import DRAWN, Wish
from protocol.genesis import SignedGenesis
from protocol.identity import Identity

LINGER_SECONDS = 15.0
"""Seconds a seat stays after the end for those who lack something. Stops a seat that is gone from holding us."""

ACCUSED_LINGER_SECONDS = 5.0
"""The same when play was stopped by an accusation: others then hold other things, and never all the same."""

SPECTATOR_LINGER_SECONDS = 3.0
"""Seconds a seat stays for its spectators after all seats have everything. Stops one of them from holding us."""

QUIET_SECONDS = 2.0
"""Seconds without progress after which a person is told whom the game waits for."""


MakePeer = Callable[[SignedGenesis, Packs, Callable[[int], bytes], Identity | None, Mapping[str, bytes]], PeerLike]
"""Makes the peer: `keep_p2p.table.peer.Peer` unless a test puts another in its place."""


@dataclass(frozen=True, slots=True)
class Options:
    """How this process sits down.

    ``journal`` gives the journal of a game by its id, None keeps nothing. ``listen`` is the address to
    listen on, None for all. ``discover``: use mDNS. ``auto_confirm``: sign without asking a person.
    """

    identity: Identity
    name: str
    packs: Packs
    journal: Callable[[bytes], JournalLike] | None = None
    wish: Wish = DRAWN
    computer: bool = False
    ticket: Ticket | None = None
    auto_confirm: bool = False
    listen: str | None = None
    port: int = 0
    discover: bool = True
    rules: str = RULES_VERSION
    random: Callable[[int], bytes] = secrets.token_bytes
    timing: Timing = field(default_factory=Timing)
    linger: float = LINGER_SECONDS
    quiet: float = QUIET_SECONDS
    make_peer: MakePeer | None = None

    def __post_init__(self) -> None:
        player_name(self.name)
