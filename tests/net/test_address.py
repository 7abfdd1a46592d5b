"""HOST:PORT as people write it."""

from __future__ import annotations

import pytest

from keep_p2p.net.address import Address, is_loopback, parse, reads_as_address
from keep_p2p.net.announcement import addresses_of
from keep_p2p.net.errors import BadAddress
from keep_p2p.net.interfaces import MAX_ADDRESSES, OwnAddress, announced_hosts, with_scopes


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.20:4711", Address("192.168.1.20", 4711)),
        ("[fe80::1]:4711", Address("fe80::1", 4711)),
        ("[fe80::1%eth0]:4711", Address("fe80::1%eth0", 4711)),
        ("laptop.local:80", Address("laptop.local", 80)),
        (" localhost:1 ", Address("localhost", 1)),
    ],
)
def test_every_way_to_write_an_address(text: str, address: Address) -> None:
    assert parse(text) == address
    assert parse(str(address)) == address


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("192.168.1.20", "a host and a port"),
        (":4711", "a host and a port"),
        ("fe80::1:4711", "goes into brackets"),
        ("host:port", "not a number"),
        ("host:٣", "not a number"),
        ("host:0", "1 to 65535"),
        ("host:65536", "1 to 65535"),
        ("ho st:80", "neither an IP address nor a name"),
        ("a" * 300 + ":80", "neither an IP address nor a name"),
        ("[fe80::1%a/b]:80", "neither an IP address nor a name"),
        ("\x1b[2J:80", "neither an IP address nor a name"),
    ],
)
def test_what_is_no_address_is_refused_with_an_example(text: str, why: str) -> None:
    with pytest.raises(BadAddress, match=why) as caught:
        parse(text)
    assert "Write HOST:PORT" in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_a_name_is_not_taken_for_an_address() -> None:
    assert not reads_as_address("friday")
    assert reads_as_address("friday:4711")


def test_loopback_is_known_in_every_form() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "::1", "localhost"))
    assert not any(is_loopback(host) for host in ("10.0.0.1", "fe80::1", "local"))


def test_loopback_is_announced_only_where_there_is_nothing_else() -> None:
    lo, lan = OwnAddress("127.0.0.1", 1), OwnAddress("10.1.1.1", 2)
    assert announced_hosts([lan, lo]) == ("10.1.1.1",)
    assert announced_hosts([lo]) == ("127.0.0.1",)


def test_a_link_local_address_is_tried_on_each_interface_that_may_have_it() -> None:
    own = [OwnAddress("fe80::9", 3), OwnAddress("fe80::8", 4), OwnAddress("10.1.1.1", 5), OwnAddress("::1", 1)]
    assert with_scopes(Address("fe80::1", 80), own) == (Address("fe80::1%3", 80), Address("fe80::1%4", 80))
    assert with_scopes(Address("fe80::1%7", 80), own) == (Address("fe80::1%7", 80),)
    assert with_scopes(Address("10.1.1.2", 80), own) == (Address("10.1.1.2", 80),)


def test_the_addresses_believed_of_one_peer_are_bounded() -> None:
    many = addresses_of([f"10.0.{n // 250}.{n % 250}" for n in range(500)], 4711)
    assert len(many) == MAX_ADDRESSES
    assert addresses_of(["10.0.0.1", "not an address", "10.0.0.1"], 4711) == (Address("10.0.0.1", 4711),)
    assert addresses_of(["10.0.0.1"], None) == ()
