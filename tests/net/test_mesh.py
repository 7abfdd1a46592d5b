"""The mesh: one link between two peers, entries everywhere, whatever is cut."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace

import pytest

from keep_p2p.net.address import Address
from keep_p2p.net.dial import Dialler
from keep_p2p.net.hello import Purpose, Wanted
from keep_p2p.net.link import Message
from keep_p2p.net.mesh import CATCH_UPS_A_BEAT, MAX_PASSED_ON, Mesh, Timing
from keep_p2p.net.wire import ASK_FRAME, MAX_HAVE_BYTES, beat_frame, entry_frame
from protocol.encoding import encode, frame
from tests.net.helpers import QUICK, Ends, identity, run, until
from tests.net.meshes import Node, Table, all_have, all_linked

SLOW = Timing(beat=60.0, silent=120.0, first_wait=0.01, longest_wait=0.1, head_start=0.0)
"""Heartbeats so rare that whatever happens in a test happens without them."""


def mesh_of(node: Node) -> Mesh:
    assert node.mesh is not None
    return node.mesh


async def stranger(node: Node, who: int) -> Ends:
    """A link to ``node`` of the peer with this identity, who speaks for itself."""
    wanted = Wanted(Purpose.MESH)
    link = await Dialler(identity(who), secrets.token_bytes).dial(Address("127.0.0.1", node.listener.port), wanted)
    return Ends(link)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_pair_ends_with_one_link(seats: int) -> None:
    async def main() -> None:
        async with Table(seats) as nodes:
            await all_linked(nodes)
            for node in nodes:
                assert mesh_of(node).linked == frozenset(range(seats)) - {node.seat}

    run(main())


def test_of_two_links_the_one_dialled_by_the_lower_key_survives() -> None:
    async def main() -> None:
        async with Table(2, Timing(beat=0.05, head_start=0.0)) as nodes:  # both dial at once
            await until(lambda: all(len(mesh_of(node).links_to(1 - node.seat)) == 1 for node in nodes))
            lower = min(nodes, key=lambda node: node.identity.public)
            await all_linked(nodes)
            higher = nodes[1 - lower.seat]
            # Now the higher key's side gets a second link, and then the lower's.
            wanted = Wanted(Purpose.MESH, key=lower.identity.public)
            link = await Dialler(higher.identity, secrets.token_bytes).dial(
                Address("127.0.0.1", lower.listener.port), wanted
            )
            mesh_of(higher)._add(mesh_of(higher)._neighbours[lower.seat], link)
            await all_linked(nodes)
            (kept,) = mesh_of(higher).links_to(lower.seat)
            assert kept.incoming or kept is link
            data = lower.say(1)
            await all_have(nodes, data)

    run(main())


def test_an_entry_reaches_all_without_waiting_for_a_beat() -> None:
    async def main() -> None:
        async with Table(4, SLOW) as nodes:
            await until(lambda: all(len(mesh_of(node).linked) == 3 for node in nodes))
            for number in range(20):
                for node in nodes:
                    node.say(number)
            for node in nodes:
                for number in range(20):
                    await all_have(nodes, bytes([node.seat, number]))

    run(main())


def test_each_entry_crosses_each_link_once_when_all_are_linked() -> None:
    async def main() -> None:
        async with Table(4, replace(SLOW, head_start=0.5)) as nodes:
            neighbours = [n for node in nodes for n in mesh_of(node)._neighbours.values()]
            await until(lambda: all(len(n.linked_to) == 3 for n in neighbours))
            await all_linked(nodes)
            before = [len(node.received_from) for node in nodes]
            data = nodes[0].say(1)
            await all_have(nodes, data)
            assert [len(node.received_from) for node in nodes] == [before[0], *(count + 1 for count in before[1:])]

    run(main())


def test_a_pair_that_cannot_link_gets_its_entries_through_a_third() -> None:
    async def main() -> None:
        table = Table(3, Timing(beat=0.05, silent=60.0, head_start=0.0))
        table.nodes[1].cut, table.nodes[2].cut = {2}, {1}
        async with table as nodes:
            await all_linked(nodes)
            relay = nodes[0]
            await until(lambda: mesh_of(relay)._neighbours[2].linked_to == {0})
            data = nodes[1].say(1)
            await all_have(nodes, data)
            assert (0, data) in nodes[2].received_from

    run(main())


def test_a_chain_of_peers_is_enough() -> None:
    """0-1-2-3: an entry of either end comes out at the other."""

    async def main() -> None:
        table = Table(4)
        for node in table.nodes:
            node.cut = {other for other in range(4) if abs(other - node.seat) > 1}
        async with table as nodes:
            await all_linked(nodes)
            await all_have(nodes, nodes[0].say(1))
            await all_have(nodes, nodes[3].say(1))

    run(main())


def test_without_anybody_passing_on_heartbeats_heal() -> None:
    async def main() -> None:
        table = Table(3)
        table.nodes[1].cut, table.nodes[2].cut = {2}, {1}
        table.nodes[0].passing = False
        async with table as nodes:
            await all_linked(nodes)
            await all_have(nodes, nodes[1].say(1))

    run(main())


def test_a_cut_link_is_made_again_and_what_was_missed_comes() -> None:
    async def main() -> None:
        async with Table(2) as nodes:
            await all_linked(nodes)
            nodes[0].cut, nodes[1].cut = {1}, {0}
            for node in nodes:
                for link in mesh_of(node).links_to(1 - node.seat):
                    link.abort("cut")
            await until(lambda: not mesh_of(nodes[0]).linked and not mesh_of(nodes[1]).linked)
            missed = [nodes[0].say(number) for number in range(5)] + [nodes[1].say(number) for number in range(5)]
            nodes[0].cut, nodes[1].cut = set(), set()
            for data in missed:
                await all_have(nodes, data)
            assert [up for _, up in nodes[0].changes][:3] == [True, False, True]

    run(main())


def test_a_peer_that_was_away_gets_everything_in_batches() -> None:
    async def main() -> None:
        table = Table(2)
        table.nodes[0].entries = {bytes([0, number]): None for number in range(250)}
        async with table as nodes:
            await until(lambda: len(nodes[1].entries) == 250)

    run(main())


def test_newer_addresses_are_dialled_at_once_and_the_key_decides() -> None:
    async def main() -> None:
        nodes = [Node(seat, 2, Timing(beat=0.05, first_wait=30.0, longest_wait=60.0)) for seat in range(2)]
        for node in nodes:
            await node.open()
        nowhere = [[Address("127.0.0.1", 9)], [Address("127.0.0.1", 9)]]
        nodes[0].begin(nodes, nowhere)
        nodes[1].begin(nodes, nowhere)
        await asyncio.sleep(0)
        mesh_of(nodes[0]).refresh(identity(99).public, [Address("127.0.0.1", nodes[1].listener.port)])
        mesh_of(nodes[0]).refresh(nodes[1].identity.public, [Address("127.0.0.1", nodes[1].listener.port)])
        await all_linked(nodes)
        await asyncio.gather(*(node.close() for node in nodes))

    run(main())


def test_a_silent_link_is_given_up() -> None:
    async def main() -> None:
        node = Node(0, 2, Timing(beat=0.02, silent=0.1, first_wait=30.0, longest_wait=60.0))
        await node.open()
        other = Node(1, 2)
        node.begin([node, other], [[], []])
        ends = await stranger(node, 11)  # the right key, and not a word
        await until(lambda: mesh_of(node).linked)
        await ends.closed
        await until(lambda: not mesh_of(node).linked)
        await node.close()

    run(main())


def test_a_stranger_is_turned_away_from_the_mesh() -> None:
    async def main() -> None:
        async with Table(2) as nodes:
            ends = await stranger(nodes[0], 77)
            assert await ends.closed == "only the seats of this game are linked here: watch it instead"

    run(main())


BAD: list[Message] = [
    {"type": "entry"},
    {"type": "entry", "data": b""},
    {"type": "entry", "data": 5},
    {"type": "entry", "data": b"x", "more": 1},
    {"type": "beat", "have": {}, "links": [], "wants": True},
    {"type": "beat", "have": [], "links": [], "level": [], "wants": True},
    {"type": "beat", "have": {"a": bytes(MAX_HAVE_BYTES)}, "links": [], "level": [], "wants": True},
    {"type": "beat", "have": {str(n): n for n in range(9)}, "links": [], "level": [], "wants": True},
    {"type": "beat", "have": {}, "links": [6], "level": [], "wants": True},
    {"type": "beat", "have": {}, "links": [1, 1], "level": [], "wants": True},
    {"type": "beat", "have": {}, "links": [True], "level": [], "wants": True},
    {"type": "beat", "have": {}, "links": [], "level": [], "wants": 1},
    {"type": "ask", "more": 1},
    {"type": "genesis", "data": b"x"},
    {"type": "join"},
]


@pytest.mark.parametrize("message", BAD)
def test_a_malformed_message_costs_its_sender_the_link_and_nobody_else_anything(message: Message) -> None:
    async def main() -> None:
        node = Node(0, 2, Timing(beat=60.0, first_wait=30.0, longest_wait=60.0))
        await node.open()
        node.begin([node, Node(1, 2)], [[], []])
        ends = await stranger(node, 11)
        ends.link.send_frame(frame(encode(message)))
        assert (await ends.closed).startswith("the last message was refused")
        assert node.received_from == []
        await stranger(node, 11)
        await until(lambda: mesh_of(node).linked)
        await node.close()

    run(main())


def test_a_peer_that_asks_for_all_again_and_again_is_served_so_often_a_beat() -> None:
    async def main() -> None:
        node = Node(0, 2, Timing(beat=60.0, first_wait=30.0, longest_wait=60.0))
        node.entries = {b"\x00\x01": None}
        await node.open()
        node.begin([node, Node(1, 2)], [[], []])
        ends = await stranger(node, 11)
        for _ in range(5 * CATCH_UPS_A_BEAT):
            ends.link.send_frame(beat_frame({"held": ()}, (), (), wants=True))
        ends.link.send_frame(ASK_FRAME)
        while (await ends.messages.get()).get("wants") is not True:
            pass  # the beat that began the link
        ends.link.send_frame(ASK_FRAME)
        while (await ends.messages.get())["type"] != "beat":
            pass
        assert len(node.served) == CATCH_UPS_A_BEAT
        await node.close()

    run(main())


def test_what_is_remembered_of_entries_passed_on_is_bounded() -> None:
    async def main() -> None:
        async with Table(3) as nodes:
            mesh = mesh_of(nodes[0])
            for number in range(MAX_PASSED_ON + 10):
                mesh._is_fresh(number.to_bytes(4, "big"))
            assert len(mesh._passed_on) == MAX_PASSED_ON

    run(main())


def test_a_seat_has_at_most_one_link_of_each_direction() -> None:
    async def main() -> None:
        node = Node(0, 2, Timing(beat=60.0, first_wait=30.0, longest_wait=60.0))
        await node.open()
        node.begin([node, Node(1, 2)], [[], []])
        ends = [await stranger(node, 11) for _ in range(5)]
        for earlier in ends[:-1]:
            assert await earlier.closed == "a newer link took its place"
        await until(lambda: len(mesh_of(node).links_to(1)) == 1)
        ends[-1].link.send_frame(entry_frame(b"\x01\x01"))
        await all_have([node], b"\x01\x01")
        await node.close()

    run(main())


def test_who_is_paused_is_not_read_on_any_link_that_it_makes() -> None:
    async def main() -> None:
        node = Node(0, 2, Timing(beat=60.0, first_wait=30.0, longest_wait=60.0))
        await node.open()
        node.begin([node, Node(1, 2)], [[], []])
        mesh, before = mesh_of(node), await stranger(node, 11)
        await until(lambda: mesh.linked)
        mesh.pause(1)
        after = await stranger(node, 11)
        assert await before.messages.get() is not None
        assert await after.messages.get() is not None, "it is welcomed"
        for ends in (before, after):
            ends.link.send_frame(entry_frame(b"\x01\x01"))
        for link in mesh._heard:
            assert link._transport is not None
            assert not link._transport.is_reading()
        assert node.received_from == []
        mesh.resume(1)
        await all_have([node], b"\x01\x01")
        await node.close()

    run(main())


def test_who_is_level_is_known_through_others_too() -> None:
    async def main() -> None:
        table = Table(3, QUICK)
        table.nodes[1].cut, table.nodes[2].cut = {2}, {1}
        async with table as nodes:
            await all_have(nodes, nodes[1].say(1))
            await until(lambda: all(mesh_of(node).level == {0, 1, 2} for node in nodes))
            nodes[1].entries[b"\x01\x02"] = None
            assert mesh_of(nodes[1]).level == {1}, "who holds more is alone with it"

    run(main())
