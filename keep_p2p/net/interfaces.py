"""The addresses of this machine, of all interfaces that can be used."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass

import ifaddr

from keep_p2p.net.address import Address, is_link_local_v6

MAX_ADDRESSES = 12
"""Addresses that one peer tells of itself or is believed to have. Stops a peer from making others dial a
whole network for it, and a machine with hundreds of virtual interfaces from filling its announcement."""


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """One address of one interface of this machine; ``index`` is the interface's number."""

    host: str
    index: int

    @property
    def loopback(self) -> bool:
        """Whether only this machine reaches it."""
        return ipaddress.ip_address(self.host).is_loopback

    @property
    def version(self) -> int:
        """4 or 6."""
        return ipaddress.ip_address(self.host).version


def own_addresses(adapters: Sequence[ifaddr.Adapter] | None = None) -> tuple[OwnAddress, ...]:
    """All addresses of this machine, loopback included, that a socket can be bound to; IPv4 first.

    ``adapters`` takes the place of the machine's own, for tests.
    """
    found: list[OwnAddress] = []
    for adapter in adapters if adapters is not None else ifaddr.get_adapters():
        for ip in adapter.ips:
            host = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            own = OwnAddress(host.partition("%")[0], adapter.index or 0)
            if own not in found and _usable(own.host):
                found.append(own)
    return tuple(sorted(found, key=lambda own: (own.loopback, own.version, is_link_local_v6(own.host))))


def announced_hosts(own: Sequence[OwnAddress]) -> tuple[str, ...]:
    """The hosts to tell other peers: all that other machines can reach; loopback only where there is nothing else."""
    outside = [a.host for a in own if not a.loopback]
    return tuple(outside or [a.host for a in own])[:MAX_ADDRESSES]


def with_scopes(address: Address, own: Sequence[OwnAddress]) -> tuple[Address, ...]:
    """``address`` as it can be dialled from here: a link-local IPv6 address once for each interface it may be on."""
    if not is_link_local_v6(address.host) or "%" in address.host:
        return (address,)
    indexes = {a.index: None for a in own if is_link_local_v6(a.host) and not a.loopback}
    return tuple(Address(f"{address.host}%{index}", address.port) for index in indexes)[:MAX_ADDRESSES]


def _usable(host: str) -> bool:
    address = ipaddress.ip_address(host)
    if address.is_unspecified or address.is_multicast:
        return False
    return address.version == 4 or socket.has_ipv6
