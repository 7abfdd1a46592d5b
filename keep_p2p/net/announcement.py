"""What a peer says of itself over mDNS, and the strict reading of what others say.

The TXT record is described byte for byte in docs/network.md, "Discovery". Whatever is read here is a
hint from anybody on the network: it is bounded and made fit to print, and believed only as far as a
later hello proves it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from keep_p2p.net.address import Address
from keep_p2p.net.errors import BadAddress
from keep_p2p.net.interfaces import MAX_ADDRESSES
from protocol.entry import MAX_SEATS
from protocol.roster import MAX_NAME, check_name

SERVICE = "_keep-p2p._tcp.local."

TABLE_BYTES = 16
"""Bytes of a table's id, drawn at random by its opener."""

GAME_PREFIX_BYTES = 8
"""Bytes of the game id that an announcement carries, to find the peers of one's own game again."""

MAX_FINGERPRINT = 64
"""Characters of a fingerprint in an announcement. Stops one that floods the screen."""

_FINGERPRINT = re.compile(rf"[a-z0-9-]{{0,{MAX_FINGERPRINT}}}")
_HEX = re.compile(rb"(?:[0-9a-f]{2})+")


@dataclass(frozen=True, slots=True)
class Announcement:
    """What one peer announces: the opener of a table, or (``free`` 0, ``game`` set) a seat of a running game.

    ``game`` is the prefix of the game id, empty before the game. ``fingerprint`` is the announcing
    peer's, for people. ``watch``: whether spectators are let in.
    """

    version: int
    table: bytes
    name: str
    seats: int
    free: int
    fingerprint: str
    watch: bool
    game: bytes = b""
    practice: bool = False
    """Whether the table takes no guests: the computer players who sit down there know where it is."""

    def __post_init__(self) -> None:
        if len(self.table) != TABLE_BYTES:
            raise ValueError(f"a table's id has {TABLE_BYTES} bytes")
        if len(self.game) not in (0, GAME_PREFIX_BYTES):
            raise ValueError(f"a game's prefix has {GAME_PREFIX_BYTES} bytes")
        if not 0 <= self.free <= self.seats <= MAX_SEATS:
            raise ValueError("free seats and seats do not fit together")
        if not _FINGERPRINT.fullmatch(self.fingerprint):
            raise ValueError("a fingerprint has lower-case letters, digits and hyphens")
        check_name(self.name)

    @property
    def playing(self) -> bool:
        """Whether the game has its genesis."""
        return bool(self.game)


@dataclass(frozen=True, slots=True)
class Sighting:
    """An announcement as it was seen, with the addresses it came with. ``service`` names the mDNS instance."""

    service: str
    announcement: Announcement
    addresses: tuple[Address, ...]


def to_txt(announcement: Announcement) -> dict[str | bytes, str | bytes | None]:
    """The TXT record's properties."""
    return {
        "v": str(announcement.version),
        "t": announcement.table.hex(),
        "n": announcement.name,
        "s": str(announcement.seats),
        "f": str(announcement.free),
        "k": announcement.fingerprint,
        "w": "1" if announcement.watch else "0",
        "g": announcement.game.hex(),
        **({"p": "1"} if announcement.practice else {}),
    }


def from_txt(properties: Mapping[bytes, bytes | None]) -> Announcement | None:
    """The announcement in a TXT record from anybody; None if it is none. Unknown properties are passed over.

    A name or a fingerprint that is not fit to print makes it none, so neither needs cleaning later.
    """
    table, game = _hex(properties, b"t"), _hex(properties, b"g")
    version, seats, free = _number(properties, b"v"), _number(properties, b"s"), _number(properties, b"f")
    if table is None or game is None or version is None or seats is None or free is None:
        return None
    try:
        return Announcement(
            version,
            table,
            _text(properties, b"n", MAX_NAME),
            seats,
            free,
            _text(properties, b"k", MAX_FINGERPRINT),
            watch=properties.get(b"w") == b"1",
            game=game,
            practice=properties.get(b"p") == b"1",
        )
    except ValueError:
        return None


def addresses_of(hosts: Iterable[str], port: int | None) -> tuple[Address, ...]:
    """The usable addresses among ``hosts``, each once, at most `MAX_ADDRESSES`."""
    found: dict[Address, None] = {}
    for host in hosts:
        if len(found) >= MAX_ADDRESSES:
            break
        try:
            found[Address(host, port or 0)] = None
        except BadAddress:
            continue
    return tuple(found)


def _number(properties: Mapping[bytes, bytes | None], key: bytes) -> int | None:
    value = properties.get(key) or b""
    return int(value) if value.isdigit() and len(value) <= 4 else None


def _hex(properties: Mapping[bytes, bytes | None], key: bytes) -> bytes | None:
    value = properties.get(key) or b""
    if not value:
        return b""
    return bytes.fromhex(value.decode()) if len(value) <= 64 and _HEX.fullmatch(value) else None


def _text(properties: Mapping[bytes, bytes | None], key: bytes, limit: int) -> str:
    """The text, cut to what makes a longer one refused; a NUL, which is refused too, if it is no UTF-8."""
    try:
        return (properties.get(key) or b"")[: 4 * limit + 1].decode("utf-8")
    except UnicodeDecodeError:
        return "\0"
