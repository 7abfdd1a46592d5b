"""Which firewall this machine has, as far as that can be told without being an administrator, and how to open it.

Nothing here changes anything. What it says is a guess from the outside: the proof is another machine that reaches
this one, which `keep_p2p.net.porch` is for.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

MDNS_PORT = 5353
"""UDP, RFC 6762: by which tables are found."""

COMMAND_SECONDS = 2.0
"""Seconds a command of the system may take to answer."""

MOST_OUTPUT = 1 << 16
"""Bytes of a command's answer, or of a file, that are looked at."""


@dataclass(frozen=True, slots=True)
class Firewall:
    """A firewall that is at work here: what it is called, and what opens it: lines to type, or to do, in order."""

    name: str
    opening: tuple[str, ...]


Run = Callable[[str, tuple[str, ...]], Awaitable[str]]
"""Runs a command of the system; its output, empty where there is none such or it fails."""

Read = Callable[[str], str]
"""A file's text, empty where there is none that we may read."""


async def firewalls(
    port: int, platform: str = sys.platform, run: Run | None = None, read: Read | None = None
) -> tuple[Firewall, ...]:
    """The firewalls at work, with what opens each of them for mDNS and for a table that listens on ``port`` (TCP).

    ``run`` and ``read`` take the system's place in tests. Takes a few seconds at most.
    """
    run, read = run or run_command, read or read_file
    if platform == "win32":
        return await _windows(run)
    if platform == "darwin":
        return await _macos(run)
    found = [await probe(port, run, read) for probe in (_ufw, _firewalld, _tables)]
    named = [firewall for firewall in found if firewall is not None]
    # ufw and firewalld write their rules into the kernel's tables: those are no firewall besides them.
    return tuple(named[:1])


async def _ufw(port: int, run: Run, read: Read) -> Firewall | None:
    if not re.search(r"^\s*ENABLED\s*=\s*yes", read("/etc/ufw/ufw.conf"), re.MULTILINE | re.IGNORECASE):
        return None
    return Firewall("ufw", (f"sudo ufw allow {MDNS_PORT}/udp", f"sudo ufw allow {port}/tcp"))


async def _firewalld(port: int, run: Run, read: Read) -> Firewall | None:
    if (await run("firewall-cmd", ("--state",))).strip() != "running":
        return None
    return Firewall("firewalld", ("sudo firewall-cmd --add-service=mdns", f"sudo firewall-cmd --add-port={port}/tcp"))


async def _tables(port: int, run: Run, read: Read) -> Firewall | None:
    """Rules set by hand. Only an administrator may read them, so to anybody else this says nothing."""
    if re.search(r"^-P INPUT (DROP|REJECT)", await run("iptables", ("-S", "INPUT")), re.MULTILINE):
        return Firewall(
            "iptables",
            (
                f"sudo iptables -I INPUT -p udp --dport {MDNS_PORT} -j ACCEPT",
                f"sudo iptables -I INPUT -p tcp --dport {port} -j ACCEPT",
            ),
        )
    if re.search(r"hook input [^;]*;\s*policy (drop|reject)", await run("nft", ("list", "ruleset"))):
        return Firewall(
            "nftables",
            (f"accept UDP {MDNS_PORT} and TCP {port} in the input chain: `sudo nft list ruleset` shows it",),
        )
    return None


async def _windows(run: Run) -> tuple[Firewall, ...]:
    if not re.search(r"\b(ON|EIN|ACTIVÉ)\b", await run("netsh", ("advfirewall", "show", "currentprofile", "state"))):
        return ()
    opening = (
        "New-NetFirewallRule -DisplayName keep-p2p -Direction Inbound -Action Allow -Profile Private "
        f'-Program "{sys.executable}"'
    )
    return (
        Firewall(
            "Windows Defender Firewall",
            ("In PowerShell as administrator:", opening, "Set the network to Private in Settings, Network & internet."),
        ),
    )


async def _macos(run: Run) -> tuple[Firewall, ...]:
    told = await run("/usr/libexec/ApplicationFirewall/socketfilterfw", ("--getglobalstate",))
    if "enabled" not in told.lower():
        return ()
    opening = (
        "In System Settings, Network, Firewall, Options: let Python accept incoming connections.",
        "In System Settings, Privacy & Security, Local Network: allow your terminal.",
    )
    return (Firewall("the macOS firewall", opening),)


async def run_command(name: str, arguments: tuple[str, ...]) -> str:
    """What a command of the system prints; empty if there is none such, it fails, or it takes too long."""
    with contextlib.suppress(OSError):
        process = await asyncio.create_subprocess_exec(
            name, *arguments, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            async with asyncio.timeout(COMMAND_SECONDS):
                told, _ = await process.communicate()
            return told[:MOST_OUTPUT].decode("utf-8", "replace")
        except TimeoutError:
            return ""
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
    return ""


def read_file(path: str) -> str:
    """A file's text; empty if we cannot read it."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MOST_OUTPUT).decode("utf-8", "replace")
    except OSError:
        return ""
