"""Where a peer listens: a host and a port, and how people write them."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from keep_p2p.net.errors import BadAddress

MAX_HOST = 253
"""Characters in a host, the length of the longest domain name. Stops addresses made to fill memory."""

_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\.?")
_SCOPE = re.compile(r"[A-Za-z0-9._-]{1,32}")


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """``host`` is an IPv4 or IPv6 address (a link-local one perhaps with ``%scope``) or a host name."""

    host: str
    port: int

    def __post_init__(self) -> None:
        if not 1 <= self.port <= 65535:
            raise BadAddress(f"{self.host}:{self.port}", "a port is a number from 1 to 65535")
        if len(self.host) > MAX_HOST or not _is_host(self.host):
            raise BadAddress(f"{self.host[:MAX_HOST]}:{self.port}", "the host is neither an IP address nor a name")

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse(text: str) -> Address:
    """The address that ``text`` writes: ``IPv4:PORT``, ``[IPv6]:PORT`` or ``NAME:PORT``.

    :raises BadAddress: with what is wrong with it.
    """
    host, colon, port = text.strip().rpartition(":")
    if not colon or not host:
        raise BadAddress(text, "a host and a port, joined by a colon, are needed")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        raise BadAddress(text, "an IPv6 address goes into brackets")
    if not (port.isascii() and port.isdigit() and len(port) <= 5):
        raise BadAddress(text, "the port after the last colon is not a number")
    return Address(host, int(port))


def reads_as_address(target: str) -> bool:
    """Whether a person who wrote ``target`` meant HOST:PORT. No table's name holds a colon."""
    return ":" in target


def is_ip(host: str) -> bool:
    """Whether ``host`` is an IPv4 or IPv6 address (scope allowed), not a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether ``host`` reaches only this machine."""
    return host == "localhost" or (is_ip(host) and ipaddress.ip_address(host).is_loopback)


def is_link_local_v6(host: str) -> bool:
    """Whether ``host`` is an IPv6 address that means nothing without the interface it is seen on."""
    if not is_ip(host):
        return False
    address = ipaddress.ip_address(host)
    return address.version == 6 and address.is_link_local


def _is_host(host: str) -> bool:
    bare, percent, scope = host.partition("%")
    if percent and not _SCOPE.fullmatch(scope):
        return False
    return is_ip(bare) or (not percent and _HOST_NAME.fullmatch(host) is not None)
