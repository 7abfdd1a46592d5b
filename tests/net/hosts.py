"""Hosts on one network, made of network namespaces: each with its own interfaces, addresses and loopback.

Linux and root only. Every name has the process's number in it, so that two runs do not meet.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

HOSTS_AT_MOST = 8


def why_not() -> str | None:
    """Why hosts cannot be made here; None where they can."""
    if sys.platform != "linux":
        return "network namespaces are Linux's"
    if os.geteuid() != 0:
        return "making network namespaces needs root"
    missing = [tool for tool in ("ip", "bridge") if shutil.which(tool) is None]
    if missing:
        return f"the command '{missing[0]}' is not installed (package iproute2)"
    probe = f"kp{os.getpid()}probe"
    made = subprocess.run(["ip", "netns", "add", probe], capture_output=True, text=True)
    if made.returncode != 0:
        return f"this kernel lets no network namespace be made: {made.stderr.strip()}"
    run("ip", "netns", "del", probe)
    return None


def run(*command: str) -> None:
    """Run a command of the system; raises with what it said if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")


@dataclass(frozen=True)
class Host:
    """One host: its namespace, its cable's end at the switch, its address and its home folder."""

    space: str
    cable: str
    address: str
    home: Path

    def start(self, arguments: Sequence[str]) -> subprocess.Popen[str]:
        """Start ``keep-p2p ARGUMENTS`` on this host."""
        command = ["ip", "netns", "exec", self.space, sys.executable, "-P", "-m", "keep_p2p", *arguments]
        environment = {**os.environ, "KEEP_P2P_HOME": str(self.home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=self.home,
        )


@contextmanager
def hosts(count: int, folder: Path, apart: tuple[int, int] | None = None) -> Iterator[list[Host]]:
    """So many hosts on one switch, without a router or a way out.

    ``apart`` are two hosts, by index, between which the switch passes nothing at all.
    """
    switch = f"kb{os.getpid()}"
    made: list[Host] = []
    run("ip", "link", "add", switch, "type", "bridge", "mcast_snooping", "0")
    try:
        run("ip", "link", "set", switch, "up")
        for number in range(1, count + 1):
            made.append(_plug_in(number, switch, folder))
        for index in apart or ():
            run("bridge", "link", "set", "dev", made[index].cable, "isolated", "on")
        yield made
    finally:
        for host in made:
            # The cable first: a namespace's own go only some time after it, and the names are wanted again.
            run("ip", "link", "del", host.cable)
            run("ip", "netns", "del", host.space)
        run("ip", "link", "del", switch)


def _plug_in(number: int, switch: str, folder: Path) -> Host:
    space, cable = f"kp{os.getpid()}h{number}", f"kv{os.getpid()}n{number}"
    address = f"10.77.0.{number}"
    home = folder / f"host-{number}"
    home.mkdir()
    run("ip", "netns", "add", space)
    run("ip", "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
    run("ip", "link", "set", cable, "master", switch, "up")
    run("ip", "-n", space, "addr", "add", f"{address}/24", "dev", "eth0")
    run("ip", "-n", space, "link", "set", "eth0", "up")
    run("ip", "-n", space, "link", "set", "lo", "up")
    return Host(space, cable, address, home)
