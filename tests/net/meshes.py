"""Several seats' meshes on loopback, each with an owner that keeps entries and serves what others lack."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence

from keep_p2p.net.address import Address
from keep_p2p.net.dial import Dialler
from keep_p2p.net.errors import HostUnreachable
from keep_p2p.net.hello import Doorplate, Wanted
from keep_p2p.net.interfaces import OwnAddress
from keep_p2p.net.link import Link
from keep_p2p.net.listener import Listener
from keep_p2p.net.mesh import Mesh, Timing
from keep_p2p.net.neighbour import Have
from tests.net.helpers import GAME, QUICK, TABLE, identity, until


class Node:
    """One seat: listener, mesh and owner. Entries are ``bytes([author, number])``."""

    def __init__(self, seat: int, seats: int, timing: Timing = QUICK) -> None:
        self.seat = seat
        self.seats = seats
        self.timing = timing
        self.identity = identity(10 + seat)
        self.entries: dict[bytes, None] = {}
        self.received_from: list[tuple[int, bytes]] = []
        self.changes: list[tuple[int, bool]] = []
        self.served: list[int] = []
        self.cut: set[int] = set()
        """Seats that cannot be reached, as if the network did not pass: nobody links to them or is let in."""
        self.mesh: Mesh | None = None
        self.listener = Listener(self.identity, lambda: Doorplate(TABLE, GAME), self.arrived, secrets.token_bytes)
        self.passing = True

    async def open(self) -> None:
        await self.listener.open("127.0.0.1")

    def begin(self, nodes: Sequence[Node], addresses: Sequence[Iterable[Address]] | None = None) -> None:
        keys = [node.identity.public for node in nodes]
        known = addresses or [[Address("127.0.0.1", node.listener.port)] for node in nodes]
        dialler = CutDialler(self, {node.listener.port: node.seat for node in nodes})
        self.mesh = Mesh(self.seat, keys, known, GAME, dialler, self, timing=self.timing)
        self.mesh.start()

    async def close(self) -> None:
        if self.mesh is not None:
            await self.mesh.close("the test is over")
        await self.listener.close()

    def say(self, number: int) -> bytes:
        data = bytes([self.seat, number])
        self.entries[data] = None
        assert self.mesh is not None
        self.mesh.broadcast(data)
        return data

    def arrived(self, link: Link) -> None:
        if self.mesh is None:
            link.start(lambda message: None, lambda why: None)
            link.abort("not yet")
            return
        if any(link.peer == identity(10 + seat).public for seat in self.cut):
            link.start(lambda message: None, lambda why: None)
            link.abort("cut")
            return
        self.mesh.accept(link)

    # the mesh's owner

    def have(self) -> Have:
        return {"held": tuple(sorted(self.entries))}

    def received(self, seat: int, data: bytes) -> None:
        self.received_from.append((seat, data))
        if data not in self.entries:
            self.entries[data] = None
            if self.passing and self.mesh is not None:
                self.mesh.pass_on(data, seat)

    def asked(self, seat: int) -> None:
        assert self.mesh is not None
        self.mesh.answer(seat)

    def heard(self, seat: int, have: Have, serve: bool) -> None:
        held = have["held"]
        assert isinstance(held, tuple)
        missing = [data for data in self.entries if data not in held]
        if serve and missing:
            self.served.append(seat)
            assert self.mesh is not None
            self.mesh.give(seat, missing)

    def link_changed(self, seat: int, up: bool) -> None:
        self.changes.append((seat, up))


class CutDialler(Dialler):
    """A dialler whose network does not pass to some seats."""

    def __init__(self, node: Node, seat_of: dict[int, int]) -> None:
        super().__init__(node.identity, secrets.token_bytes)
        self.node = node
        self.seat_of = seat_of

    async def dial_any(
        self, addresses: Sequence[Address], wanted: Wanted, own: Sequence[OwnAddress] | None = None
    ) -> Link:
        if all(self.seat_of.get(address.port) in self.node.cut for address in addresses):
            raise HostUnreachable("the peer", "the network does not pass")
        return await super().dial_any(addresses, wanted, own or ())


class Table:
    """All nodes of one game: an async context manager."""

    def __init__(self, seats: int, timing: Timing = QUICK) -> None:
        self.nodes = [Node(seat, seats, timing) for seat in range(seats)]

    async def __aenter__(self) -> list[Node]:
        for node in self.nodes:
            await node.open()
        for node in self.nodes:
            node.begin(self.nodes)
        return self.nodes

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(node.close() for node in self.nodes))


async def all_linked(nodes: Sequence[Node]) -> None:
    """Until every pair that can is linked, by one link."""

    def settled() -> bool:
        return all(
            len(node.mesh.links_to(other.seat)) == (0 if other.seat in node.cut else 1)
            for node in nodes
            for other in nodes
            if other is not node and node.mesh is not None
        )

    await until(settled)


async def all_have(nodes: Iterable[Node], data: bytes) -> None:
    await until(lambda: all(data in node.entries for node in nodes))
