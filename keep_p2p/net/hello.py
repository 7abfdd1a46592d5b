"""The hello: who is at the other end of a link, proven before anything else is read. Sans-I/O.

    server -> caller   challenge, game, identity, table, version
    caller -> server   challenge, identity, purpose, signature, subject, version
    server -> caller   signature

Each signature covers the signer's role, the version, the SHA-256 of the server's certificate as the
signer saw it, both identities, both challenges, the purpose and the subject. So a signature serves
one role on one connection only: nobody between the two can pass it on, and no old one can be replayed.
docs/network.md, "Hello", has the bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from keep_p2p.net.announcement import TABLE_BYTES
from keep_p2p.net.errors import NotAPeer, NotYet, OtherPeer, OtherVersion
from protocol.encoding import EncodingError, decode, encode
from protocol.identity import Identity, IdentityError, PublicKey, parse_public, verify
from protocol.shape import Shape

WIRE_VERSION = 1
"""Version of everything in docs/network.md. Peers of different versions do not talk."""

HELLO_BYTES = 1024
"""Bytes of one hello message. Stops a stranger from making us hold or parse more before it is known."""

HELLO_NODES = 32
"""Values in one hello message. The same attack, with many small values."""

CHALLENGE_BYTES = 32
GAME_BYTES = 32
SIGNATURE_BYTES = 64
_TAG = "link-hello"


class Purpose(StrEnum):
    """What a link is for. Its subject is the table for the lobby, the game for the mesh, either for a spectator."""

    LOBBY = "lobby"
    MESH = "mesh"
    SPECTATOR = "spectator"


class HelloFailed(Exception):
    """The other side did not keep to the hello; the text says how. A server just hangs up."""


@dataclass(frozen=True, slots=True)
class Doorplate:
    """What a server says of itself at once: the table's id and, once there is one, the game's."""

    table: bytes
    game: bytes | None = None


@dataclass(frozen=True, slots=True)
class Met:
    """The outcome: who is there, proven, and what the link is for."""

    peer: PublicKey
    purpose: Purpose
    subject: bytes
    doorplate: Doorplate


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a caller looks for. None: whatever is there. ``key``: who must answer; ``table``, ``game``: where."""

    purpose: Purpose
    key: PublicKey | None = None
    table: bytes | None = None
    game: bytes | None = None


class ServerHello:
    """The side that was dialled."""

    def __init__(
        self, identity: Identity, certificate: bytes, doorplate: Doorplate, random: Callable[[int], bytes]
    ) -> None:
        """``certificate`` is the SHA-256 of our own; ``random(n)`` gives n fresh random bytes."""
        self._identity = identity
        self._certificate = certificate
        self._doorplate = doorplate
        self._challenge = random(CHALLENGE_BYTES)

    def opening(self) -> bytes:
        """The first message."""
        return encode(
            {
                "challenge": self._challenge,
                "game": self._doorplate.game,
                "identity": self._identity.public,
                "table": self._doorplate.table,
                "version": WIRE_VERSION,
            }
        )

    def receive(self, payload: bytes) -> tuple[bytes, Met]:
        """The caller's message in; the last message and whom we met out.

        :raises HelloFailed: it is malformed, of another version, about another table or game, or not proven.
        """
        shape = _read(payload, "the caller's hello", "challenge", "identity", "purpose", "signature", "subject")
        try:
            peer = parse_public(shape.data("identity", 32))
            purpose = Purpose(shape.text("purpose", most=16))
            subject = shape.blob("subject", most=GAME_BYTES)
            challenge = shape.data("challenge", CHALLENGE_BYTES)
            signature = shape.data("signature", SIGNATURE_BYTES)
        except (EncodingError, IdentityError, ValueError) as error:
            raise HelloFailed(str(error)) from error
        if peer == self._identity.public:
            raise HelloFailed("the caller is this peer itself")
        if subject not in _subjects(purpose, self._doorplate):
            raise HelloFailed("the caller looks for another table or game")
        statement = (
            self._certificate, peer, self._identity.public, challenge, self._challenge, str(purpose), subject
        )  # fmt: skip
        if not verify(peer, signature, _TAG, "caller", WIRE_VERSION, *statement):
            raise HelloFailed("the caller's signature does not hold for this connection")
        answer = encode({"signature": self._identity.sign(_TAG, "server", WIRE_VERSION, *statement)})
        return answer, Met(peer, purpose, subject, self._doorplate)


class CallerHello:
    """The side that dialled."""

    def __init__(
        self, identity: Identity, certificate: bytes, wanted: Wanted, where: str, random: Callable[[int], bytes]
    ) -> None:
        """``certificate`` is the SHA-256 of the server's as seen here; ``where`` names the address in errors."""
        self._identity = identity
        self._certificate = certificate
        self._wanted = wanted
        self._where = where
        self._challenge = random(CHALLENGE_BYTES)
        self._statement: tuple[bytes | str, ...] = ()
        self._met: Met | None = None

    def receive(self, payload: bytes) -> bytes | Met:
        """The server's next message in; our answer out, or at the end whom we met.

        :raises NetError: `NotAPeer`, `OtherVersion`, `OtherPeer` or `NotYet`.
        """
        try:
            return self._greeted(payload) if self._met is None else self._proven(payload, self._met)
        except (HelloFailed, EncodingError, IdentityError) as error:
            raise NotAPeer(self._where, str(error)) from error

    def _greeted(self, payload: bytes) -> bytes:
        self._check_version(payload)
        shape = _read(payload, "the server's hello", "challenge", "game", "identity", "table")
        peer = parse_public(shape.data("identity", 32))
        game = None if shape.is_none("game") else shape.data("game", GAME_BYTES)
        doorplate = Doorplate(shape.data("table", TABLE_BYTES), game)
        subject = self._choose_subject(peer, doorplate)
        purpose = self._wanted.purpose
        challenge = shape.data("challenge", CHALLENGE_BYTES)
        self._statement = (
            self._certificate, self._identity.public, peer, self._challenge, challenge, str(purpose), subject
        )  # fmt: skip
        self._met = Met(peer, purpose, subject, doorplate)
        return encode(
            {
                "challenge": self._challenge,
                "identity": self._identity.public,
                "purpose": str(purpose),
                "signature": self._identity.sign(_TAG, "caller", WIRE_VERSION, *self._statement),
                "subject": subject,
                "version": WIRE_VERSION,
            }
        )

    def _proven(self, payload: bytes, met: Met) -> Met:
        shape = Shape(decode(payload, max_bytes=HELLO_BYTES, max_nodes=HELLO_NODES), "the server's proof", "signature")
        signature = shape.data("signature", SIGNATURE_BYTES)
        if not verify(met.peer, signature, _TAG, "server", WIRE_VERSION, *self._statement):
            raise HelloFailed("it did not prove its identity")
        return met

    def _check_version(self, payload: bytes) -> None:
        """Another version may have other fields, so its number is looked for before anything else."""
        value = decode(payload, max_bytes=HELLO_BYTES, max_nodes=HELLO_NODES)
        version = value.get("version") if isinstance(value, dict) else None
        if type(version) is int and version != WIRE_VERSION:
            raise OtherVersion(self._where, version, WIRE_VERSION)

    def _choose_subject(self, peer: PublicKey, doorplate: Doorplate) -> bytes:
        wanted = self._wanted
        if peer == self._identity.public:
            raise OtherPeer(self._where, "it is this peer itself")
        if wanted.key is not None and peer != wanted.key:
            raise OtherPeer(self._where, "it is another peer")
        if wanted.table is not None and doorplate.table != wanted.table:
            raise OtherPeer(self._where, "it sits at another table")
        if wanted.purpose is Purpose.MESH and doorplate.game is None:
            raise NotYet(f"{self._where} has not begun the game yet: wait a moment.")
        if wanted.game is not None and doorplate.game != wanted.game:
            raise OtherPeer(self._where, "it plays another game")
        if wanted.purpose is Purpose.LOBBY or doorplate.game is None:
            return doorplate.table
        return doorplate.game


def _subjects(purpose: Purpose, doorplate: Doorplate) -> tuple[bytes | None, ...]:
    if purpose is Purpose.LOBBY:
        return (doorplate.table,)
    if purpose is Purpose.MESH:
        return (doorplate.game,)
    return (doorplate.game, doorplate.table)


def _read(payload: bytes, what: str, *keys: str) -> Shape:
    try:
        shape = Shape(decode(payload, max_bytes=HELLO_BYTES, max_nodes=HELLO_NODES), what, *keys, "version")
        version = shape.nat("version")
    except EncodingError as error:
        raise HelloFailed(str(error)) from error
    if version != WIRE_VERSION:
        raise HelloFailed(f"{what} is of version {version}, not {WIRE_VERSION}")
    return shape
