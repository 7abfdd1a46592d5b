"""Who is let in: reading a request to join, and the sentence for everyone who is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from keep_p2p.table.lobby_names import same_name
from keep_p2p.table.lobby_seats import DIGEST_BYTES, MAX_HOSTS, SEAT_FIELDS, LobbySeat, TableSetup, read_seat
from keep_p2p.table.lobby_wishes import taken, uncastable, wrong_size
from protocol.encoding import Value
from protocol.genesis import MAX_WORD, PROTOCOL_VERSION
from protocol.identity import PublicKey
from protocol.shape import Shape


@dataclass(frozen=True, slots=True)
class Application:
    """A request to join: the seat as its player wants it, and what the player would play with."""

    seat: LobbySeat
    protocol: int
    rules: str
    board: bytes
    deck: bytes


def join_message(seat: LobbySeat, setup_rules: str, board: bytes, deck: bytes) -> dict[str, Value]:
    """The request to join with ``seat``. The key is not in it: the link has proven it."""
    plain = {key: value for key, value in seat.plain().items() if key in SEAT_FIELDS}
    versions: dict[str, Value] = {"board": board, "deck": deck, "protocol": PROTOCOL_VERSION, "rules": setup_rules}
    return {"type": "join", **plain, **versions}


def read_join(message: Mapping[str, Value], key: PublicKey, seen_host: str) -> Application:
    """The request in a message of the player with this key; the address it is seen at becomes its first.

    :raises EncodingError: it is malformed.
    """
    shape = Shape(message, "the request to join", "type", "board", "deck", "protocol", "rules", *SEAT_FIELDS)
    seat = read_seat(shape, key)
    if seat.commitment is None:
        raise shape.fail("commitment", "is missing")
    hosts = tuple(dict.fromkeys([seen_host, *seat.hosts] if seen_host else seat.hosts))
    return Application(
        replace(seat, hosts=hosts[:MAX_HOSTS]),
        shape.nat("protocol"),
        shape.text("rules", MAX_WORD),
        shape.data("board", DIGEST_BYTES),
        shape.data("deck", DIGEST_BYTES),
    )


def refusal(application: Application, setup: TableSetup, seats: Sequence[LobbySeat]) -> str | None:
    """Why this player cannot have a seat, and what to do about it; None if it can."""
    return (
        _other_version(application, setup)
        or _full(setup, seats)
        or _known(application.seat, seats)
        or _host(application.seat, seats)
        or wrong_size(setup.seats, application.seat.wish)
        or taken(application.seat.wish, [(seat.name, seat.wish) for seat in seats])
        or _last(application.seat, setup, seats)
    )


def _other_version(application: Application, setup: TableSetup) -> str | None:
    if application.protocol != PROTOCOL_VERSION:
        return (
            f"this table speaks protocol version {PROTOCOL_VERSION} and you speak {application.protocol}: "
            "install the version of the program that the opener has"
        )
    if application.rules != setup.rules:
        return (
            f"this table plays by rules version {setup.rules} and you by {application.rules}: "
            "install the version of the program that the opener has"
        )
    for what, theirs, ours in (
        ("board", application.board, setup.board),
        ("Conflict deck", application.deck, setup.deck),
    ):
        if theirs != ours:
            option = "--board" if what == "board" else "--deck"
            return (
                f"this table plays with another {what} (digest {ours.hex()[:12]}, yours {theirs.hex()[:12]}): "
                f"get the opener's file and give it with {option}"
            )
    return None


def _full(setup: TableSetup, seats: Sequence[LobbySeat]) -> str | None:
    if len(seats) < setup.seats:
        return None
    return f"all {setup.seats} seats of this table are taken: look for another table, or open one"


def _known(seat: LobbySeat, seats: Sequence[LobbySeat]) -> str | None:
    for other in seats:
        if same_name(other.name, seat.name):
            return f"somebody named {other.name} sits here already: join under another name (--name sets it)"
    return None


def _host(seat: LobbySeat, seats: Sequence[LobbySeat]) -> str | None:
    if seat.ticket is None:
        return None
    if not seat.ticket.holds:
        return "the ticket of this computer player is not its host's: start it from the host's program again"
    if all(other.key != seat.ticket.host for other in seats):
        return "the host of this computer player does not sit here: the host must join first"
    if any(other.ticket is not None and other.ticket.nonce == seat.ticket.nonce for other in seats):
        return "the ticket of this computer player is used already: every computer player needs its own"
    return None


def _last(seat: LobbySeat, setup: TableSetup, seats: Sequence[LobbySeat]) -> str | None:
    """The player who takes the last seat may not leave the table without a Molasar."""
    if len(seats) + 1 < setup.seats:
        return None
    problem = uncastable([*(other.wish for other in seats), seat.wish])
    return None if problem is None else f"with you the table would be full and {problem}"
