"""The first thing all seats sign: who plays, by which rules, on which board. Its digest is the game's id.

This layer knows no game: characters are words to it (docs/protocol.md, "Genesis").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from protocol.commitment import NONCE_BYTES, commit, matches
from protocol.encoding import DIGEST_BYTES, Value, decode, digest, encode, shown
from protocol.entry import MAX_SEATS, frozen
from protocol.identity import SIGNATURE_BYTES, Identity, PublicKey, verify
from protocol.roster import MAX_NAME, GenesisError, RosterSeat, check_name, parse_seat
from protocol.shape import Shape, is_word

PROTOCOL_VERSION: Final = 1
"""Version of everything in docs/protocol.md. Seats of one table speak the same."""

MIN_SEATS: Final = 3
"""Seats at a table, at least; at most `MAX_SEATS`."""

MAX_OPTIONS: Final = 16
"""Options of a table."""

MAX_WORD: Final = 24
"""Length of an option's name or word, and of the rules version."""

MAX_GENESIS_BYTES: Final = 8_192
"""Bytes of a signed genesis; six seats with the longest names take about 3,000."""

Option: TypeAlias = bool | int | str
"""An option's value: a truth value, a number from 0, or a word."""

_VERSION: Final = re.compile(r"[A-Za-z0-9.+-]{1,24}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Genesis:
    """What a game is before its first round. Two are equal when their digests are.

    ``nonces`` has one fresh 32-byte nonce for every seat. Raises `GenesisError` when it breaks
    any rule that needs no knowledge of the game.
    """

    rules: str
    """Version of the rules of the game."""
    board: bytes
    """Digest of the board, 32 bytes."""
    deck: bytes
    """Digest of the Conflict deck, 32 bytes."""
    name: str
    """The table's name."""
    roster: tuple[RosterSeat, ...]
    nonces: tuple[bytes, ...]
    options: Mapping[str, Option] = field(default_factory=dict)
    protocol: int = PROTOCOL_VERSION
    _digest: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.protocol != PROTOCOL_VERSION:
            raise GenesisError(f"the table speaks protocol version {self.protocol}, this program {PROTOCOL_VERSION}")
        if _VERSION.fullmatch(self.rules) is None:
            raise GenesisError("the rules version is not 1 to 24 letters, digits, dots, pluses and hyphens")
        for what, value in (("board", self.board), ("deck", self.deck)):
            if len(value) != DIGEST_BYTES:
                raise GenesisError(f"the digest of the {what} does not have {DIGEST_BYTES} bytes")
        check_name(self.name)
        _check_roster(self.roster)
        _check_nonces(self.nonces, len(self.roster))
        _check_options(self.options)
        object.__setattr__(self, "options", frozen(self.options))
        object.__setattr__(self, "_digest", digest("genesis", self.plain()))

    def plain(self) -> dict[str, Value]:
        """The map that is encoded."""
        return {
            "board": self.board,
            "deck": self.deck,
            "name": self.name,
            "nonces": self.nonces,
            "options": self.options,
            "protocol": self.protocol,
            "roster": tuple(seat.plain() for seat in self.roster),
            "rules": self.rules,
        }

    def digest(self) -> bytes:
        """The game's id, 32 bytes. `protocol.identity.safety_words` makes words of it."""
        return self._digest

    def seat_of(self, public: bytes) -> int | None:
        """The number of the seat with this key, if there is one."""
        return next((number for number, seat in enumerate(self.roster) if seat.key == public), None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Genesis) and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)


def _check_roster(roster: tuple[RosterSeat, ...]) -> None:
    if not MIN_SEATS <= len(roster) <= MAX_SEATS:
        raise GenesisError(f"a table has {MIN_SEATS} to {MAX_SEATS} seats, not {len(roster)}")
    if len({seat.key for seat in roster}) != len(roster):
        raise GenesisError("two seats have the same key")
    chosen = [character for seat in roster for character in seat.characters or ()]
    if len(set(chosen)) != len(chosen):
        raise GenesisError("two seats speak for the same character")


def _check_nonces(nonces: tuple[bytes, ...], seats: int) -> None:
    if len(nonces) != seats:
        raise GenesisError(f"there are {len(nonces)} nonces for {seats} seats")
    if any(len(nonce) != NONCE_BYTES for nonce in nonces):
        raise GenesisError(f"a nonce does not have {NONCE_BYTES} bytes")
    if len(set(nonces)) != seats:
        raise GenesisError("two seats have the same nonce")


def _check_options(options: Mapping[str, Option]) -> None:
    if len(options) > MAX_OPTIONS:
        raise GenesisError(f"a table has at most {MAX_OPTIONS} options, not {len(options)}")
    for name, value in options.items():
        if not is_word(name, MAX_WORD):
            raise GenesisError("the name of an option is no word")
        if not isinstance(value, (bool, int, str)) or (isinstance(value, str) and not is_word(value, MAX_WORD)):
            raise GenesisError(f"the option {shown(name)} is neither a truth value, a number nor a word")
        if type(value) is int and value < 0:
            raise GenesisError(f"the option {shown(name)} is a number below 0")


def parse_genesis(data: bytes) -> Genesis:
    """The genesis with these bytes; raises `EncodingError` unless they are exactly its canonical form."""
    return _genesis(decode(data, max_bytes=MAX_GENESIS_BYTES))


def genesis_bytes(genesis: Genesis) -> bytes:
    """The canonical bytes of an unsigned genesis; `parse_genesis` is the inverse."""
    return encode(genesis.plain())


def _genesis(value: Value) -> Genesis:
    what = "the genesis"
    shape = Shape(value, what, "board", "deck", "name", "nonces", "options", "protocol", "roster", "rules")
    options = shape.map("options", MAX_OPTIONS)
    return Genesis(
        protocol=shape.nat("protocol"),
        rules=shape.text("rules", MAX_WORD),
        board=shape.data("board", DIGEST_BYTES),
        deck=shape.data("deck", DIGEST_BYTES),
        name=shape.text("name", MAX_NAME),
        nonces=shape.data_items("nonces", NONCE_BYTES, MAX_SEATS, MIN_SEATS),
        roster=tuple(parse_seat(item) for item in shape.items("roster", MAX_SEATS, MIN_SEATS)),
        options={name: _option(name, item) for name, item in options.items()},
    )


def _option(name: str, value: Value) -> Option:
    if isinstance(value, (bool, int, str)):
        return value
    raise GenesisError(f"the option {shown(name)} is neither a truth value, a number nor a word")


# --- joining and signing --------------------------------------------------------------------------


def nonce_commitment(public: PublicKey, nonce: bytes) -> bytes:
    """What a seat with this key says on joining, 32 bytes, before any nonce is revealed."""
    return commit(("join", public), None, nonce)


def nonce_matches(commitment: bytes, public: PublicKey, nonce: bytes) -> bool:
    """Whether a revealed nonce is the one that was committed."""
    return matches(commitment, ("join", public), None, nonce)


def sign_genesis(identity: Identity, genesis: Genesis, nonce: bytes) -> bytes:
    """The signature, 64 bytes, of the identity's seat.

    ``nonce`` is the one this seat made for this joining and used nowhere before. Raises
    `GenesisError` when the genesis does not seat this identity with exactly that nonce: an
    old genesis, or one for another joining, is never signed.
    """
    seat = genesis.seat_of(identity.public)
    if seat is None:
        raise GenesisError("the genesis has no seat with this key")
    if genesis.nonces[seat] != nonce:
        raise GenesisError("the genesis does not hold the nonce that this seat revealed")
    return identity.sign("genesis", genesis.digest(), seat)


def sign_as_host(identity: Identity, genesis: Genesis, seat: int) -> bytes:
    """The signature, 64 bytes, by which a host answers for the computer player in ``seat``."""
    if genesis.roster[seat].host != identity.public:
        raise GenesisError("this key is not the host of that seat")
    return identity.sign("genesis-host", genesis.digest(), seat)


def check_seat_signature(genesis: Genesis, seat: int, signature: bytes) -> bool:
    """Whether ``signature`` is that seat's own under this genesis."""
    return verify(genesis.roster[seat].key, signature, "genesis", genesis.digest(), seat)


def check_host_signature(genesis: Genesis, seat: int, signature: bytes) -> bool:
    """Whether ``signature`` is that of the seat's host under this genesis."""
    host = genesis.roster[seat].host
    return host is not None and verify(host, signature, "genesis-host", genesis.digest(), seat)


@dataclass(frozen=True, slots=True)
class SignedGenesis:
    """A genesis with a signature of every seat, and of every host that is named (None elsewhere)."""

    genesis: Genesis
    signatures: tuple[bytes, ...]
    host_signatures: tuple[bytes | None, ...]

    def __post_init__(self) -> None:
        seats = len(self.genesis.roster)
        if len(self.signatures) != seats or len(self.host_signatures) != seats:
            raise GenesisError(f"the genesis has {seats} seats but not as many places for signatures")
        for seat, (roster, host) in enumerate(zip(self.genesis.roster, self.host_signatures, strict=True)):
            if (roster.host is None) != (host is None):
                raise GenesisError(
                    f"seat {seat} has {'no' if host is None else 'a'} host's signature, against the roster"
                )
        given = [*self.signatures, *(host for host in self.host_signatures if host is not None)]
        if any(len(signature) != SIGNATURE_BYTES for signature in given):
            raise GenesisError(f"a signature of the genesis does not have {SIGNATURE_BYTES} bytes")

    def problem(self) -> str | None:
        """What is wrong with the signatures, in one sentence; None when all hold."""
        for seat, (own, host) in enumerate(zip(self.signatures, self.host_signatures, strict=True)):
            if not check_seat_signature(self.genesis, seat, own):
                return f"the signature of seat {seat} under the genesis does not hold"
            if host is not None and not check_host_signature(self.genesis, seat, host):
                return f"the signature of seat {seat}'s host under the genesis does not hold"
        return None

    def to_bytes(self) -> bytes:
        """The canonical bytes; `parse_signed_genesis` is the inverse."""
        return encode({"genesis": self.genesis.plain(), "hosts": self.host_signatures, "signatures": self.signatures})


def parse_signed_genesis(data: bytes) -> SignedGenesis:
    """The signed genesis with these bytes. Whether the signatures hold is asked with `problem`.

    Raises `EncodingError` unless the bytes are exactly its canonical form.
    """
    shape = Shape(decode(data, max_bytes=MAX_GENESIS_BYTES), "the signed genesis", "genesis", "hosts", "signatures")
    hosts: list[bytes | None] = []
    for item in shape.items("hosts", MAX_SEATS, MIN_SEATS):
        if item is not None and type(item) is not bytes:
            raise shape.fail("hosts", "holds something that is no signature")
        hosts.append(item)
    signatures = shape.data_items("signatures", SIGNATURE_BYTES, MAX_SEATS, MIN_SEATS)
    return SignedGenesis(_genesis(shape.any("genesis")), signatures, tuple(hosts))
