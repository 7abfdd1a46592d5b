"""The facts behind `keep-p2p doctor`: a port that is reached, a firewall that is seen, others in sight."""

from __future__ import annotations

import asyncio
import socket

import pytest

from keep_p2p.net.address import Address
from keep_p2p.net.announcement import Announcement, Sighting
from keep_p2p.net.doctor import Peer, named, try_port
from keep_p2p.net.firewall import Firewall, Read, Run, firewalls, run_command
from keep_p2p.net.interfaces import OwnAddress
from keep_p2p.net.porch import GREETING, MAX_CALLERS, Knock, Porch, knock, knock_at

HERE = OwnAddress("127.0.0.1", 1)


def test_a_free_port_is_opened_and_reached() -> None:
    listening = asyncio.run(try_port(0, (HERE,)))
    assert listening.problem == ""
    assert [knock.reached for knock in listening.knocks] == [True]


def test_an_address_that_is_not_ours_is_told_apart() -> None:
    listening = asyncio.run(try_port(0, (HERE, OwnAddress("not.a.host.invalid", 1))))
    assert [knock.reached for knock in listening.knocks] == [True, False]
    assert listening.knocks[1].problem


def test_a_port_that_is_taken_is_a_problem_with_advice() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        listening = asyncio.run(try_port(port, (HERE,)))
    assert listening.problem.startswith(f"Port {port} is in use")
    assert listening.knocks == ()


def test_somebody_else_at_the_port_is_no_porch() -> None:
    async def main() -> list[Knock]:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.0 400 Bad Request\r\n\r\n")
            writer.close()

        async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.close()

        found = []
        for stranger in (answer, hang_up):
            async with await asyncio.start_server(stranger, "127.0.0.1", 0) as server:
                found.append(await knock(Address("127.0.0.1", server.sockets[0].getsockname()[1])))
        return found

    assert [k.problem for k in asyncio.run(main())] == ["something else answers there"] * 2


def test_nobody_there_says_why() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    assert asyncio.run(knock(Address("127.0.0.1", port))).problem == "connection refused"


def test_a_name_that_is_none_says_so() -> None:
    problem = asyncio.run(knock(Address("no.such.host.invalid", 4711))).problem
    assert problem
    assert "unknown error" not in problem.lower()


def test_one_who_never_answers_is_given_up() -> None:
    async def main() -> Knock:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
            return await knock(Address("127.0.0.1", server.sockets[0].getsockname()[1]), seconds=0.05)

    assert asyncio.run(main()).problem == "no answer in 0.05 s"


def test_a_porch_greets_many_and_reads_nothing() -> None:
    async def main() -> tuple[Knock, ...]:
        async with Porch() as porch:
            return await knock_at([Address("127.0.0.1", porch.port)] * MAX_CALLERS)

    assert all(k.reached for k in asyncio.run(main()))
    assert GREETING.endswith(b"\n")


def test_every_address_has_the_name_of_its_interface() -> None:
    (found,) = named(
        (OwnAddress("127.0.0.1", socket.if_nametoindex("lo") if hasattr(socket, "if_nametoindex") else 1),)
    )
    assert found.interface


# --- firewalls ----------------------------------------------------------------------------------------------


def look(platform: str, commands: dict[str, str], files: dict[str, str] | None = None) -> tuple[Firewall, ...]:
    async def run(name: str, arguments: tuple[str, ...]) -> str:
        return commands.get(name, "")

    def read(path: str) -> str:
        return (files or {}).get(path, "")

    answer_with: tuple[Run, Read] = (run, read)
    return asyncio.run(firewalls(4711, platform, *answer_with))


@pytest.mark.parametrize(
    ("platform", "commands", "files", "name", "opening"),
    [
        ("linux", {}, {"/etc/ufw/ufw.conf": "# x\nENABLED=yes\n"}, "ufw", "sudo ufw allow 4711/tcp"),
        ("linux", {"firewall-cmd": "running\n"}, {}, "firewalld", "sudo firewall-cmd --add-port=4711/tcp"),
        ("linux", {"iptables": "-P INPUT DROP\n"}, {}, "iptables", "--dport 4711 -j ACCEPT"),
        ("linux", {"nft": "chain in {\n type filter hook input priority filter; policy drop;"}, {}, "nftables", "4711"),
        ("win32", {"netsh": "State                       ON"}, {}, "Windows Defender Firewall", "New-NetFirewallRule"),
        ("darwin", {"/usr/libexec/ApplicationFirewall/socketfilterfw": "Firewall is enabled. (State = 1)"}, {},
         "the macOS firewall", "accept incoming"),
    ],
)  # fmt: skip
def test_a_firewall_at_work_is_seen_with_what_opens_it(
    platform: str, commands: dict[str, str], files: dict[str, str], name: str, opening: str
) -> None:
    (found,) = look(platform, commands, files)
    assert found.name == name
    assert any(opening in line for line in found.opening)


@pytest.mark.parametrize(
    ("platform", "commands", "files"),
    [
        ("linux", {}, {}),
        (
            "linux",
            {"firewall-cmd": "not running", "iptables": "-P INPUT ACCEPT"},
            {"/etc/ufw/ufw.conf": "ENABLED=no\n"},
        ),
        ("win32", {"netsh": "State                       OFF"}, {}),
        ("darwin", {"/usr/libexec/ApplicationFirewall/socketfilterfw": "Firewall is disabled."}, {}),
    ],
)
def test_no_firewall_is_made_up(platform: str, commands: dict[str, str], files: dict[str, str]) -> None:
    assert look(platform, commands, files) == ()


def test_a_command_that_is_not_there_says_nothing() -> None:
    assert asyncio.run(run_command("no-such-command-anywhere", ())) == ""


# --- others -------------------------------------------------------------------------------------------------


def peer(version: int = 1, seats: int = 4, knocks: tuple[Knock, ...] = ()) -> Peer:
    name = "Friday" if seats else "doctor"
    about = Announcement(version, bytes(16), name, seats, min(seats, 2), "aaaa-bbbb", watch=False)
    return Peer(Sighting("a", about, (Address("10.0.0.1", 4711),)), knocks)


def test_a_peer_is_reached_by_its_quickest_address() -> None:
    slow, quick = Knock(Address("10.0.0.1", 1), 0.2), Knock(Address("10.0.0.2", 1), 0.1)
    lost = Knock(Address("10.0.0.3", 1), problem="no answer")
    assert peer(knocks=(lost, slow, quick)).reached == quick
    assert peer(knocks=(lost,)).reached is None


def test_another_version_and_a_doctor_are_known_as_such() -> None:
    assert not peer(version=2).same_version
    assert peer(seats=0).doctor
    assert not peer().doctor
