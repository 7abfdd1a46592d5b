"""The doctor's words about the network and the profile: facts in, findings out."""

from __future__ import annotations

import errno
import ipaddress
import os
import sys
from collections.abc import Sequence

from keep_p2p.net.doctor import Listening, Named, Peer
from keep_p2p.net.errors import OtherVersion
from keep_p2p.net.firewall import Firewall
from keep_p2p.net.hello import WIRE_VERSION
from keep_p2p.net.porch import Knock
from keep_p2p.program import command_line
from keep_p2p.store.health import ProfileHealth
from keep_p2p.ui.checkup import Finding, Grade
from keep_p2p.ui.names import count, join, sentence

MEGABYTE = 1_000_000
LITTLE_ROOM = 100 * MEGABYTE
"""Bytes left on the disk below which it is said: some ten games' worth."""

NO_ROOM = 10 * MEGABYTE
"""Bytes left below which a game may not be finished: its journal and its transcript take about so much."""

NOT_READY = os.strerror(errno.EADDRNOTAVAIL)[:1].lower() + os.strerror(errno.EADDRNOTAVAIL)[1:]
"""What the system says of an IPv6 address that it is still trying whether anybody else has it (RFC 4862)."""

MOST_SHOWN = 6
"""Addresses that are listed."""


def about_profile(health: ProfileHealth) -> tuple[Finding, ...]:
    """Folder, key, journal, room on the disk."""
    if health.problem:
        return (Finding(Grade.PROBLEM, "Profile", *_parted(health.problem)),)
    found = []
    if not health.there:
        told = f"There is none called {health.name} yet; it will be made in {health.folder} when you first sit down."
        found.append(Finding(Grade.OK, "Profile", told))
    elif health.busy:
        found.append(Finding(Grade.WARNING, "Profile", *_parted(health.busy)))
    else:
        told = f"{health.name}, in {health.folder}: only you read it."
        found.append(Finding(Grade.OK, "Profile", told))
        found += [Finding(Grade.WARNING, "Profile", warning) for warning in health.warnings]
    if health.games is not None:
        games = f"{count(health.games, 'unfinished game')} in it" if health.games else "no unfinished game in it"
        found.append(Finding(Grade.OK, "Journal", f"Whole and readable, {games}."))
    return (*found, *_room(health.free))


def _room(free: int) -> tuple[Finding, ...]:
    told = f"{free // MEGABYTE} MB are left on the disk."
    advice = ("Make room: a game's journal and transcript take up to 10 MB.",)
    if free < NO_ROOM:
        return (Finding(Grade.PROBLEM, "Disk", told, advice),)
    return (Finding(Grade.WARNING, "Disk", told, advice),) if free < LITTLE_ROOM else ()


def about_addresses(found: Sequence[Named], platform: str = sys.platform) -> Finding:
    """Interfaces and addresses."""
    if not found:
        loopback = " Without loopback not even practice works: sudo ip link set lo up"
        advice = "Switch the network on." + (loopback if platform == "linux" else "")
        return Finding(
            Grade.PROBLEM, "Network", "This machine has no address at all, not even one of its own.", (advice,)
        )
    outside = [named for named in found if not named.own.loopback]
    if not outside:
        told = f"Only {_listed(found)}, which no other machine can reach."
        return Finding(
            Grade.WARNING, "Network", told,
            ("Practice and tables on this machine work. To play with others, switch on Wi-Fi or plug in a cable.",),
        )  # fmt: skip
    if all(ipaddress.ip_address(named.own.host).is_link_local for named in outside):
        return Finding(
            Grade.WARNING, "Network", f"{_listed(outside)}: no router has given this machine an address.",
            ("A direct cable between two machines works so; otherwise see whether the router is on.",),
        )  # fmt: skip
    return Finding(Grade.OK, "Network", f"{_listed(outside)}.")


def _listed(found: Sequence[Named]) -> str:
    told = [f"{named.own.host} ({named.interface})" for named in found[:MOST_SHOWN]]
    more = len(found) - MOST_SHOWN
    return join(told) if more <= 0 else f"{', '.join(told)} and {more} more"


def about_port(listening: Listening, asked: bool) -> Finding:
    """Whether a port can be listened on, and reached by this machine itself. ``asked``: the person named the port."""
    if listening.problem:
        return Finding(Grade.PROBLEM, "Port", *_parted(listening.problem))
    which = f"TCP port {listening.port}" if asked else f"A free TCP port ({listening.port})"
    missed = [knock for knock in listening.knocks if not knock.reached]
    if not missed:
        reached = count(len(listening.knocks), "address", "addresses")
        return Finding(Grade.OK, "Port", f"{which} can be opened, and is reached at {reached} of this machine.")
    told = f"{which} can be opened, but is not reached at {join(_missed(knock) for knock in missed)}."
    advice = ("A firewall or a VPN of this machine is in the way: let keep-p2p (Python) through.",)
    if all(knock.problem == NOT_READY for knock in missed):
        advice = ("The network has just come up, and that address is not ready yet: look again in a moment.",)
    return Finding(Grade.PROBLEM if len(missed) == len(listening.knocks) else Grade.WARNING, "Port", told, advice)


def _milliseconds(knock: Knock) -> int:
    """How long a call took, 1 at least."""
    return max(1, round(knock.seconds * 1000))


def _missed(knock: Knock) -> str:
    return f"{knock.address.host} ({knock.problem})"


def about_multicast(works: bool, alone: bool, firewalls: Sequence[Firewall]) -> Finding:
    """Whether tables can be found by name. ``alone``: only this machine's own address is there."""
    if works:
        return Finding(Grade.OK, "Multicast", "Comes back: tables on this network appear by themselves.")
    told = "Sent, but nothing comes back: tables will not appear by themselves."
    by_address = f"Join by address all the same: the opener's screen shows it ({command_line('join')} HOST:PORT)."
    if alone:
        return Finding(Grade.WARNING, "Multicast", told, (by_address,))
    likely = f"{firewalls[0].name} is likely in the way: see Firewall." if firewalls else (
        "A firewall, a VPN, or a Wi-Fi that keeps its guests apart is likely in the way."
    )  # fmt: skip
    return Finding(Grade.WARNING, "Multicast", told, (likely, by_address))


def about_firewalls(firewalls: Sequence[Firewall], port: int, multicast: bool) -> Finding:
    """What a firewall is likely to do, and what opens it for a table at ``port``."""
    if not firewalls:
        told = "None can be seen from here."
        if not multicast:
            told += " One that only an administrator can see is possible."
        return Finding(Grade.OK, "Firewall", told)
    firewall = firewalls[0]
    told = f"{firewall.name} is on. Unless it lets keep-p2p through, others cannot reach a table opened here."
    return Finding(
        Grade.WARNING, "Firewall", told,
        (*firewall.opening, f"Then open tables at that port: {command_line('open', 'NAME', '--port', str(port))}"),
    )  # fmt: skip


def about_peers(peers: Sequence[Peer], multicast: bool) -> tuple[Finding, ...]:
    """Everybody in sight: a line for each table and for each other doctor."""
    if not peers:
        told = "No table and no other doctor is in sight."
        if not multicast:
            return (Finding(Grade.OK, "Others", f"{told} Without multicast none can be."),)
        second = f"To try the way between two machines, start {command_line('doctor')} on both at the same time."
        return (Finding(Grade.OK, "Others", told, (second,)),)
    tables: dict[bytes, list[Peer]] = {}
    for peer in peers:
        tables.setdefault(peer.sighting.announcement.table, []).append(peer)
    return tuple(_about_table(table) for table in tables.values())


def _about_table(table: Sequence[Peer]) -> Finding:
    """One table: before the game its opener announces it, then each player does."""
    about = table[0].sighting.announcement
    who = "Another doctor" if table[0].doctor else f'The table "{about.name}" ({_seats(table)})'
    if not table[0].same_version:
        return Finding(Grade.WARNING, "Others", *_parted(str(OtherVersion(who, about.version, WIRE_VERSION))))
    told = f"{who}, protocol version {about.version},"
    reached = [peer.reached for peer in table if peer.reached is not None]
    if len(reached) == len(table):
        best = min(reached, key=lambda knock: knock.seconds)
        return Finding(Grade.OK, "Others", f"{told} is reached at {best.address} in {_milliseconds(best)} ms.")
    missed = [knock for peer in table if peer.reached is None for knock in peer.knocks]
    why = join(_missed(knock) for knock in missed[:MOST_SHOWN]) or "it gives no address"
    advice = (
        f"A firewall there is likely in the way: start {command_line('doctor')} on that machine, it says what opens it."
    )
    return Finding(Grade.WARNING, "Others", f"{told} is in sight but not reached: {why}.", (advice,))


def _seats(table: Sequence[Peer]) -> str:
    about = table[0].sighting.announcement
    if about.playing:
        return f"playing, {count(len(table), 'player')} in sight"
    return f"{about.free} of {about.seats} seats free"


def about_address(knocks: Sequence[Knock], target: str) -> Finding:
    """Whether an address that the person named is reached."""
    reached = next((knock for knock in knocks if knock.reached), None)
    if reached is not None:
        told = f"{target} is reached in {_milliseconds(reached)} ms: something listens there."
        return Finding(Grade.OK, "Address", told)
    told = f"{target} is not reached: {knocks[0].problem if knocks else 'it has no address'}."
    advice = (
        "See whether the table is still open, on the same network, and what "
        f"{command_line('doctor')} says on that machine."
    )
    return Finding(Grade.WARNING, "Address", told, (advice,))


def _parted(text: str) -> tuple[str, tuple[str, ...]]:
    """An error's text as what it is and what to do: our sentences part the two by a colon."""
    told, colon, advice = text.rpartition(": ")
    return (f"{told}.", (sentence(advice),)) if colon else (text, ())
