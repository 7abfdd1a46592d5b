"""Who plays: the genesis and its signatures (docs/protocol.md, section 5)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from alone.ed25519 import holds, valid_key
from alone.encoding import (
    BadEncoding,
    Value,
    data_of,
    decode,
    digest,
    items_of,
    number_of,
    shaped,
    text_of,
)

MAX_GENESIS_BYTES = 8192
WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
BLANK = {0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x180F), 0x2800, 0x3164, 0xFFA0,
         *range(0xFE00, 0xFE10)}  # fmt: skip


@dataclass(frozen=True)
class Seat:
    """One seat of the roster. `characters` is None where they are drawn."""

    name: str
    key: bytes
    characters: tuple[str, ...] | None
    host: bytes | None


@dataclass(frozen=True)
class Genesis:
    """What the checker needs of a genesis."""

    game: bytes
    seats: tuple[Seat, ...]


def is_word(value: Value, most: int = 24) -> bool:
    """A word of at most `most` characters."""
    return isinstance(value, str) and len(value) <= most and WORD.fullmatch(value) is not None


def check_name(value: Value, what: str) -> str:
    """A name as people see it."""
    name = text_of(value, what)
    if not 1 <= len(name) <= 24 or name != name.strip(" ") or "  " in name:
        raise BadEncoding(f"{what} is empty, too long or badly spaced")
    marks = 2
    for character in name:
        pictograph = 0x1F300 <= ord(character) <= 0x1FAFF
        category = unicodedata.ucd_3_2_0.category(character)[0]
        marks = marks + 1 if category == "M" and not pictograph else 0
        if ord(character) in BLANK or not (pictograph or character == " " or category in "LMNPS") or marks > 2:
            raise BadEncoding(f"{what} has a character that is not allowed")
    return name


def _seat(value: Value, index: int) -> Seat:
    what = f"seat {index} of the roster"
    found = shaped(value, what, "characters", "computer", "host", "key", "name")
    key, host, characters = data_of(found["key"], what, 32), found["host"], found["characters"]
    if not isinstance(found["computer"], bool):
        raise BadEncoding(f"{what}: `computer` is no truth value")
    names: tuple[str, ...] | None = None
    if characters is not None:
        names = tuple(word for word in items_of(characters, what) if isinstance(word, str) and is_word(word))
        if not 1 <= len(names) <= 8 or names != characters:
            raise BadEncoding(f"{what}: `characters` are not 1 to 8 words")
    answers = None if host is None else data_of(host, what, 32)
    if answers is not None and (not found["computer"] or answers == key or not valid_key(answers)):
        raise BadEncoding(f"{what}: `host` is no key that can answer for it")
    if not valid_key(key):
        raise BadEncoding(f"{what}: `key` is no valid key")
    return Seat(check_name(found["name"], what), key, names, answers)


def read_genesis(data: bytes) -> tuple[Genesis, str | None]:
    """The genesis of a signed genesis's bytes, and what is wrong with its signatures. BadEncoding for a bad form."""
    signed = shaped(decode(data, MAX_GENESIS_BYTES), "the signed genesis", "genesis", "hosts", "signatures")
    keys = ("board", "deck", "name", "nonces", "options", "protocol", "roster", "rules")
    plain = shaped(signed["genesis"], "the genesis", *keys)
    data_of(plain["board"], "`board`", 32)
    data_of(plain["deck"], "`deck`", 32)
    check_name(plain["name"], "`name`")
    number_of(plain["protocol"], "`protocol`", 1, 1)
    if not re.fullmatch(r"[A-Za-z0-9.+-]{1,24}", text_of(plain["rules"], "`rules`")):
        raise BadEncoding("`rules` is no version")
    _check_options(plain["options"])
    roster = items_of(plain["roster"], "`roster`")
    if not 3 <= len(roster) <= 6:
        raise BadEncoding("the roster has not 3 to 6 seats")
    seats = tuple(_seat(value, index) for index, value in enumerate(roster))
    nonces = items_of(plain["nonces"], "`nonces`", len(seats))
    if len({data_of(nonce, "a nonce", 32) for nonce in nonces}) < len(seats):
        raise BadEncoding("two nonces are the same")
    characters = [word for seat in seats for word in seat.characters or ()]
    if len({seat.key for seat in seats}) < len(seats) or len(set(characters)) < len(characters):
        raise BadEncoding("a key or a character is there twice")
    genesis = Genesis(digest("genesis", plain), seats)
    return genesis, _signature_problem(genesis, signed["signatures"], signed["hosts"])


def _check_options(value: Value) -> None:
    if not isinstance(value, dict) or len(value) > 16:
        raise BadEncoding("`options` is not a map of at most 16")
    for key, item in value.items():
        if not is_word(key) or not (isinstance(item, bool) or (isinstance(item, int) and item >= 0) or is_word(item)):
            raise BadEncoding("`options` holds what is no option")


def _signature_problem(genesis: Genesis, signatures: Value, hosts: Value) -> str | None:
    count = len(genesis.seats)
    by_seat = items_of(signatures, "`signatures`", count)
    by_host = items_of(hosts, "`hosts`", count)
    for index, seat in enumerate(genesis.seats):
        signature = data_of(by_seat[index], "a signature", 64)
        if not holds(seat.key, signature, "genesis", genesis.game, index):
            return f"the genesis is not signed by seat {index}"
        if (seat.host is None) != (by_host[index] is None):
            return f"a host's signature of seat {index} is missing or too many"
        if seat.host is not None:
            signature = data_of(by_host[index], "a host's signature", 64)
            if not holds(seat.host, signature, "genesis-host", genesis.game, index):
                return f"the genesis is not signed by the host of seat {index}"
    return None
