"""Cheats on real sockets: the stage's peers take their seats in real sessions, with listeners, TLS links and a mesh.

What is left out is the lobby: the genesis of the staged game is signed already. A spectator looks on from outside.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from fuzz_game import copied
from keep_p2p.net.mesh import Mesh
from keep_p2p.net.session import Session
from keep_p2p.net.setup import Options
from keep_p2p.net.wire import entry_frame
from keep_p2p.rules.game import IllegalAction
from keep_p2p.rules.names import Seat
from keep_p2p.table.effects import Accused, Ask, Effect
from keep_p2p.table.lobby import Begun, LobbySeat
from keep_p2p.table.local import Choose, Message
from keep_p2p.table.peer import Peer
from keep_p2p.table.spec import RoundSpec
from tests.cheats.stage import Moment
from tests.cheats.troupe import Cheat, Liar, Troupe, hire
from tests.net.helpers import QUICK, identity, until
from tests.net.sessions import Seated
from tests.table.games import PACKS

NOBODY = 99
"""The number of an identity that has no seat."""

NO_PORT = 1
"""A port on which nothing listens."""

Apart = Sequence[tuple[int, int]]

GATE_SECONDS = 60.0
"""For a seat to wait for its table; only a test that fails waits so long."""


@dataclass
class Company:
    """Who plays in a moment: the staged peers, some of them liars, and what was under way between them."""

    peers: tuple[Peer, ...]
    choose: tuple[Choose, ...]
    under_way: tuple[Message, ...]
    spec: RoundSpec
    liars: tuple[Seat, ...]

    @property
    def honest(self) -> tuple[int, ...]:
        return tuple(index for index in range(len(self.peers)) if index not in self.liars)


def company(cheat: type[Cheat], moment: Moment) -> Company:
    """The moment's table with the cheat's seats hired, as `perform` has it."""
    troupe, spec = Troupe(moment.copy()), moment.spec
    liars = cheat.seats(troupe.peers[spec.speakers[0]].replica.table, spec)
    honest = tuple(index for index in range(len(troupe.peers)) if index not in liars)
    for index, seat in enumerate(liars):
        hire(troupe, cheat.role(index), seat, liars, spec, honest)
    return Company(tuple(troupe.peers), tuple(troupe.choose), tuple(troupe.under_way), spec, tuple(liars))


def honest_company(moment: Moment, liars: Sequence[Seat] = ()) -> Company:
    """The moment's table as it is. ``liars``: seats that a test speaks for by itself."""
    table = moment.copy()
    return Company(tuple(table.peers), tuple(table.choose), tuple(table.under_way), moment.spec, tuple(liars))


class Player(Seated):
    """A session that answers what it is asked as its seat did on the stage."""

    def __init__(self, session: Session, choose: Choose | None) -> None:
        self.choose = choose
        super().__init__(session)

    async def _read(self) -> None:
        async for event in self.session.events():
            self.seen.append(event)
            if isinstance(event, Ask) and self.choose is not None:
                view = self.session.view
                assert view is not None
                with contextlib.suppress(IllegalAction):  # play has stopped meanwhile
                    await self.session.choose(self.choose(view, event))

    @property
    def peer(self) -> Peer:
        assert isinstance(self.session.peer, Peer)
        return self.session.peer

    @property
    def mesh(self) -> Mesh:
        assert self.session._game is not None
        return self.session._game.mesh

    @property
    def accused(self) -> list[Accused]:
        return self.of(Accused)


@dataclass
class Stage:
    """A table of sessions. The first honest seat is the one that is watched."""

    company: Company
    players: tuple[Player, ...]
    spectator: Player
    gate: threading.Event = field(default_factory=threading.Event)

    @property
    def honest(self) -> tuple[Player, ...]:
        return tuple(self.players[index] for index in self.company.honest)

    @property
    def witnesses(self) -> tuple[Player, ...]:
        """All who are to come to the same verdict."""
        return (*self.honest, self.spectator)

    def say(self, seat: int, receiver: int, data: bytes) -> None:
        """Bytes on the link from one seat to another, whatever its program would have sent."""
        mesh = self.players[seat].mesh
        mesh._send(mesh._neighbours[receiver], entry_frame(data))

    def join(self, one: int, other: int) -> None:
        """Let a seat know where another one listens."""
        there = self.players[other]
        self.players[one].mesh.refresh(there.session.options.identity.public, there.session.addresses)

    async def convicted(self) -> None:
        """Until all witnesses have shown the same."""
        await until(lambda: all(each.accused for each in self.witnesses) and len(self.verdicts()) == 1)

    def verdicts(self) -> set[tuple[tuple[Seat, int], ...]]:
        """What the witnesses hold proven, each."""
        return {tuple((each.seat, each.round) for each in player.peer.breaches) for player in self.witnesses}


def sends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A liar's mesh asks its cheat what goes to whom."""
    honest = Mesh.broadcast

    def broadcast(mesh: Mesh, data: bytes) -> None:
        peer = mesh._owner.peer  # type: ignore[attr-defined]  # the owner is the seat's Playing
        if not isinstance(peer, Liar):
            honest(mesh, data)
            return
        for seat, neighbour in mesh._neighbours.items():
            for sent in peer.cheat.send(seat, data):
                mesh._send(neighbour, entry_frame(sent))

    monkeypatch.setattr(Mesh, "broadcast", broadcast)


@contextlib.asynccontextmanager
async def staged(company: Company, apart: Apart = (), **more: object) -> AsyncIterator[Stage]:
    """The company at one table on loopback, all linked, a spectator at its side; play begins with the context.

    ``apart``: pairs of seats that do not know where the other listens.
    """
    gate = threading.Event()
    async with contextlib.AsyncExitStack() as stack:
        stack.callback(gate.set)  # whatever happens, no thread is left waiting
        sessions = []
        for peer in company.peers:
            sessions.append(await stack.enter_async_context(Session(session_options(peer, gate, **more))))
        seats = lobby_seats(company, sessions)
        signed = company.peers[0].replica.signed
        for own, session in enumerate(sessions):
            session._spectators.allowed = True
            known = tuple(unknown(each) if parted(apart, own, seat) else each for seat, each in enumerate(seats))
            session._tell(Begun(signed, known, own))
        players = tuple(Player(session, choose) for session, choose in zip(sessions, company.choose, strict=True))
        await until(lambda: all(each.session._game is not None for each in players))
        for own, player in enumerate(players):
            others = {seat for seat in range(len(players)) if seat != own and not parted(apart, own, seat)}
            await until(lambda: player.session.linked == others)  # noqa: B023  # awaited in this turn of the loop
        watched = players[company.honest[0]]
        spectator = await stack.enter_async_context(Session(session_options(looking_on(watched.peer), None, **more)))
        await spectator.watch(watched.address)
        looking = Player(spectator, None)
        await until(lambda: spectator.peer is not None)
        table = Stage(company, players, looking, gate)
        for message in company.under_way:
            table.say(message.sender, message.receiver, message.data)
        gate.set()
        yield table
        for each in (*players, looking):
            each.session.stop()
        await asyncio.gather(*(each.reading for each in (*players, looking)))


def session_options(peer: Peer, gate: threading.Event | None, **more: object) -> Options:
    """Options for a session whose peer is there already; a seat begins when ``gate`` opens."""
    begin = peer.start

    def start() -> tuple[Effect, ...]:
        if gate is not None:
            assert gate.wait(GATE_SECONDS), "the table never came together"
        return begin()

    peer.start = start  # type: ignore[method-assign]  # for this one peer
    genesis = peer.replica.signed.genesis
    options = Options(
        peer.identity or identity(NOBODY),
        "Spectator" if peer.seat is None else genesis.roster[peer.seat].name,
        PACKS,
        auto_confirm=True,
        listen="127.0.0.1",
        discover=False,
        timing=QUICK,
        make_peer=lambda *_: peer,
        linger=5.0,
    )
    return replace(options, **more)  # type: ignore[arg-type]  # fields by name


def parted(apart: Apart, one: int, other: int) -> bool:
    return (one, other) in apart or (other, one) in apart


def unknown(seat: LobbySeat) -> LobbySeat:
    """The seat with an address where nobody listens."""
    return replace(seat, hosts=("127.0.0.1",), port=NO_PORT)


def looking_on(player: Peer) -> Peer:
    """A spectator that has followed as far as this player has come."""
    spectator = Peer(player.replica.signed, PACKS, bytes)
    spectator.replica = copied(player.replica)
    return spectator


def lobby_seats(company: Company, sessions: Sequence[Session]) -> tuple[LobbySeat, ...]:
    roster = company.peers[0].replica.signed.genesis.roster
    return tuple(
        LobbySeat(seat.name, seat.key, (), False, ("127.0.0.1",), session.port, None, None)
        for seat, session in zip(roster, sessions, strict=True)
    )
