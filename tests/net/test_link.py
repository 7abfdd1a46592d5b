"""Links on real sockets: strangers, oversized and slow ones, those who do not read."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import ssl
import stat
from pathlib import Path

import pytest

from keep_p2p.net import link as link_module
from keep_p2p.net.address import Address
from keep_p2p.net.dial import Dialler
from keep_p2p.net.errors import HostUnreachable, NotAPeer, OtherPeer, PortInUse
from keep_p2p.net.hello import HELLO_BYTES, Purpose, Wanted
from keep_p2p.net.link import LOST, SPECTATOR_FRAME_BYTES, Link, plain_host
from keep_p2p.net.listener import MAX_UNPROVEN, MAX_UNPROVEN_PER_HOST, Listener
from keep_p2p.net.tls import client_context, server_tls
from protocol.encoding import MAX_BYTES, encode, frame
from tests.net.helpers import GAME, TABLE, Door, Ends, identity, run, until

ANNA, BELA, EVE = identity(1), identity(2), identity(3)


async def bare(door: Door) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A TLS connection of somebody who writes its own bytes."""
    return await asyncio.open_connection("127.0.0.1", door.listener.port, ssl=client_context(), server_hostname="")


async def ended(reader: asyncio.StreamReader) -> bytes:
    """Everything until the other side hangs up."""
    try:
        return await reader.read()
    except (ConnectionError, ssl.SSLError):
        return b""


def test_messages_pass_both_ways_in_order() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            ours, theirs = await door.pair(BELA)
            assert ours.link.peer == BELA.public
            assert theirs.link.peer == ANNA.public
            assert ours.link.incoming
            assert not theirs.link.incoming
            for number in range(100):
                theirs.link.send({"type": "x", "n": number})
            assert [(await ours.messages.get())["n"] for _ in range(100)] == list(range(100))
            ours.link.send({"type": "y", "data": bytes(100_000)})
            assert (await theirs.messages.get())["data"] == bytes(100_000)
            ours.link.close("enough\x1b[2J")
            assert await theirs.closed == "enough[2J"
            assert (await ours.closed).startswith("enough")

    run(main())


def test_tls_1_3_only_without_tickets_and_the_key_in_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes = []
    load = ssl.SSLContext.load_cert_chain

    def spy(context: ssl.SSLContext, path: str) -> None:
        modes.append(stat.S_IMODE(os.stat(path).st_mode))
        load(context, path)

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", spy)
    tls = server_tls()
    assert modes == [0o600]
    assert list(tmp_path.iterdir()) == []
    assert tls.context.minimum_version is ssl.TLSVersion.TLSv1_3
    assert tls.context.num_tickets == 0
    assert server_tls().fingerprint != tls.fingerprint


def test_an_older_tls_is_refused() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            old = client_context()
            old.minimum_version = ssl.TLSVersion.TLSv1_2
            old.maximum_version = ssl.TLSVersion.TLSv1_2
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection("127.0.0.1", door.listener.port, ssl=old, server_hostname="")
            await until(lambda: door.listener.unproven == 0)

    run(main())


def test_latency_comes_before_few_packets() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            for ends in await door.pair(BELA):
                assert ends.link._transport is not None
                connection = ends.link._transport.get_extra_info("socket")
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

    run(main())


@pytest.mark.parametrize(
    "junk",
    [
        frame(b"\xc0"),
        frame(bytes(HELLO_BYTES + 1)),
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x00",
        b"\x00\x00\x10\x00" + bytes(3000),
        frame(encode({"version": 1})),
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_junk_in_the_hello_is_hung_up_on_and_harms_nobody(junk: bytes) -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            reader, writer = await bare(door)
            writer.write(junk)
            answer = await ended(reader)
            assert answer.count(b"signature") == 0, "nothing is proven to a stranger"
            writer.close()
            await until(lambda: door.listener.unproven == 0)
            assert door.links.empty()
            ours, theirs = await door.pair(BELA)
            theirs.link.send({"type": "x"})
            await ours.messages.get()

    run(main())


def test_who_says_nothing_is_dropped_in_time() -> None:
    async def main() -> None:
        async with Door(ANNA, seconds=0.2) as door:
            reader, writer = await bare(door)  # TLS, and then silence
            raw_reader, raw_writer = await asyncio.open_connection("127.0.0.1", door.listener.port)  # not even TLS
            await ended(reader)
            assert await ended(raw_reader) == b""
            await until(lambda: door.listener.unproven == 0)
            writer.close()
            raw_writer.close()

    run(main())


def test_connections_that_have_not_proven_themselves_are_bounded_and_shut_nobody_out() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            held = [
                await asyncio.open_connection("127.0.0.1", door.listener.port) for _ in range(MAX_UNPROVEN_PER_HOST)
            ]
            await until(lambda: door.listener.unproven == MAX_UNPROVEN_PER_HOST)
            held.append(await asyncio.open_connection("127.0.0.1", door.listener.port))
            assert await ended(held[0][0]) == b"", "the oldest makes room"
            assert door.listener.unproven == MAX_UNPROVEN_PER_HOST
            await door.pair(BELA)
            for _, writer in held:
                writer.close()
            await until(lambda: door.listener.unproven == 0)

    run(main())


def test_strangers_at_many_addresses_shut_nobody_out_either() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            hosts = [f"127.0.1.{1 + number % 4}" for number in range(4 * MAX_UNPROVEN_PER_HOST)]
            held = [
                await asyncio.open_connection("127.0.0.1", door.listener.port, local_addr=(host, 0)) for host in hosts
            ]
            await until(lambda: door.listener.unproven == MAX_UNPROVEN)
            await door.pair(BELA)
            assert door.listener.unproven <= MAX_UNPROVEN
            for _, writer in held:
                writer.close()
            await until(lambda: door.listener.unproven == 0)

    run(main())


@pytest.mark.parametrize(
    "payload",
    [b"\xc0", encode([]), encode({}), encode({"type": 3}), encode({"a": 1}), b"\x81\xa4type\xd9\x01x"],
)
def test_a_malformed_message_ends_the_link_with_the_reason(payload: bytes) -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            ours, theirs = await door.pair(BELA)
            theirs.link.send_frame(frame(payload))
            assert (await ours.closed).startswith("the last message was refused")
            assert (await theirs.closed).startswith("the last message was refused")
            assert ours.messages.empty()

    run(main())


@pytest.mark.parametrize(
    ("purpose", "most"),
    [(Purpose.SPECTATOR, SPECTATOR_FRAME_BYTES), (Purpose.LOBBY, 32_768), (Purpose.MESH, MAX_BYTES)],
)
def test_a_frame_is_bounded_by_what_the_link_is_for(purpose: Purpose, most: int) -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            ours, theirs = await door.pair(BELA, purpose)
            room = most - len(encode({"type": "x", "data": b""})) - 4
            theirs.link.send({"type": "x", "data": bytes(room)})
            await ours.messages.get()
            theirs.link.send_frame(b"\x00\x10\x00\x00" + bytes(most))  # a megabyte is announced
            assert "refused" in await ours.closed

    run(main())


def test_who_does_not_read_is_cut_off_and_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "SEND_QUEUE_BYTES", 500_000)

    async def main() -> None:
        async with Door(ANNA) as door:
            ours, theirs = await door.pair(BELA)
            theirs.link.pause()
            for _ in range(1000):
                ours.link.send({"type": "x", "data": bytes(60_000)})
                await asyncio.sleep(0)
                if ours.closed.done():
                    break
            assert await ours.closed == "it did not read what was sent to it"
            theirs.link.abort("done")

    run(main())


def test_a_retired_link_still_delivers_what_was_sent_before() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            ours, theirs = await door.pair(BELA)
            for number in range(50):
                theirs.link.send({"type": "x", "n": number})
            ours.link.retire("another link is better")
            assert not ours.link.open
            assert [(await ours.messages.get())["n"] for _ in range(50)] == list(range(50))
            assert await theirs.closed == "another link is better"
            await ours.closed

    run(main())


def test_a_cut_connection_is_told_once() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            ours, theirs = await door.pair(BELA)
            assert theirs.link._transport is not None
            theirs.link._transport.abort()
            assert await ours.closed == LOST
            assert await theirs.closed == LOST
            ours.link.send({"type": "x"})  # into the void, without harm
            ours.link.close("again")

    run(main())


def test_messages_that_came_early_wait_for_the_owner() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            theirs = Ends(await Dialler(BELA, secrets.token_bytes).dial(door.address, Wanted(Purpose.MESH)))
            theirs.link.send({"type": "x", "n": 1})
            theirs.link.send({"type": "x", "n": 2})
            ours = Ends(await door.links.get())
            assert [(await ours.messages.get())["n"] for _ in range(2)] == [1, 2]
            ours.link.close("done")
            await theirs.closed

    run(main())


def test_a_port_in_use_is_said_in_one_sentence() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            second = Listener(BELA, lambda: None, lambda link: None, secrets.token_bytes)  # type: ignore[arg-type, return-value]  # never gets as far
            with pytest.raises(PortInUse, match=f"Port {door.listener.port} is in use: choose another"):
                await second.open("127.0.0.1", door.listener.port)
            with pytest.raises(PortInUse):
                await second.open(None, door.listener.port)

    run(main())


def test_nobody_there_and_nobody_of_ours() -> None:
    async def main() -> None:
        dialler = Dialler(BELA, secrets.token_bytes, seconds=0.3)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            port = silent.getsockname()[1]
            with pytest.raises((NotAPeer, HostUnreachable)):
                await dialler.dial(Address("127.0.0.1", port), Wanted(Purpose.LOBBY))
        with pytest.raises(HostUnreachable, match=r"cannot be reached \(connection refused\)"):
            await dialler.dial(Address("127.0.0.1", port), Wanted(Purpose.LOBBY))
        with pytest.raises(HostUnreachable, match="no address"):
            await dialler.dial_any((), Wanted(Purpose.LOBBY))

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"220 mail.example ESMTP\r\n")
            await ended(reader)
            writer.close()

        async with await asyncio.start_server(talk, "127.0.0.1", 0) as other:
            where = Address("127.0.0.1", other.sockets[0].getsockname()[1])
            with pytest.raises(NotAPeer, match="is not a keep-p2p peer"):
                await dialler.dial(where, Wanted(Purpose.LOBBY))

    run(main())


def test_of_several_addresses_the_key_decides() -> None:
    """The first address is another peer's, the second nobody's, the third whom we look for."""

    async def main() -> None:
        async with Door(EVE) as wrong, Door(ANNA) as right:
            with socket.create_server(("127.0.0.1", 0)) as gone:
                dead = Address("127.0.0.1", gone.getsockname()[1])
            dialler = Dialler(BELA, secrets.token_bytes, stagger=0.01)
            wanted = Wanted(Purpose.MESH, key=ANNA.public, table=TABLE, game=GAME)
            link = await dialler.dial_any((wrong.address, dead, right.address), wanted)
            assert link.peer == ANNA.public
            link.abort("done")
            with pytest.raises(OtherPeer):
                await dialler.dial_any((dead, wrong.address), wanted)

    run(main())


def test_ipv4_in_ipv6_clothes_is_ipv4() -> None:
    assert plain_host(("::ffff:10.0.0.1", 1, 0, 0)) == "10.0.0.1"
    assert plain_host(("fe80::1%eth0", 1, 0, 3)) == "fe80::1", "a scope means nothing on another machine"
    assert plain_host(("10.0.0.1", 1)) == "10.0.0.1"
    assert plain_host(None) == plain_host(("what", 1)) == ""


def test_a_link_is_a_protocol_without_a_task() -> None:
    async def main() -> None:
        async with Door(ANNA) as door:
            ours, _ = await door.pair(BELA)
            assert isinstance(ours.link, Link)
            before = len(asyncio.all_tasks())
            for _ in range(100):
                ours.link.send({"type": "x"})
            assert len(asyncio.all_tasks()) == before

    run(main())
