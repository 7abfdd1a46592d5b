"""The hello, sans-I/O: nobody gets past it who is not who it says, on this very connection."""

from __future__ import annotations

import pytest

from keep_p2p.net.errors import NetError, NotAPeer, NotYet, OtherPeer, OtherVersion
from keep_p2p.net.hello import HELLO_BYTES, CallerHello, Doorplate, HelloFailed, Met, Purpose, ServerHello, Wanted
from protocol.encoding import Value, decode, encode
from protocol.identity import Identity
from tests.net.helpers import GAME, TABLE, identity

ANNA, BELA, EVE = identity(1), identity(2), identity(3)
CERT = bytes([9]) * 32


def fixed(number: int) -> bytes:
    return bytes([7]) * number


def other(number: int) -> bytes:
    return bytes([8]) * number


def server(who: Identity = ANNA, cert: bytes = CERT, plate: Doorplate | None = None) -> ServerHello:
    return ServerHello(who, cert, plate or Doorplate(TABLE, GAME), fixed)


def caller(wanted: Wanted | None = None, who: Identity = BELA, cert: bytes = CERT) -> CallerHello:
    return CallerHello(who, cert, wanted or Wanted(Purpose.MESH), "there:1", other)


def changed(payload: bytes, **fields: Value) -> bytes:
    value = decode(payload)
    assert isinstance(value, dict)
    return encode({**value, **fields})


def answer(dialled: CallerHello, opening: bytes) -> bytes:
    out = dialled.receive(opening)
    assert isinstance(out, bytes)
    return out


@pytest.mark.parametrize(
    ("purpose", "subject"), [(Purpose.MESH, GAME), (Purpose.LOBBY, TABLE), (Purpose.SPECTATOR, GAME)]
)
def test_both_sides_meet(purpose: Purpose, subject: bytes) -> None:
    listening, dialling = server(), caller(Wanted(purpose, ANNA.public, TABLE, GAME))
    proof, met = listening.receive(answer(dialling, listening.opening()))
    assert (met.peer, met.purpose, met.subject) == (BELA.public, purpose, subject)
    there = dialling.receive(proof)
    assert isinstance(there, Met)
    assert (there.peer, there.subject) == (ANNA.public, subject)


def test_a_spectator_may_come_before_the_game() -> None:
    listening = server(plate=Doorplate(TABLE))
    dialling = caller(Wanted(Purpose.SPECTATOR))
    _, met = listening.receive(answer(dialling, listening.opening()))
    assert met.subject == TABLE


@pytest.mark.parametrize(
    "field",
    [
        {"challenge": bytes(32)},
        {"identity": EVE.public},
        {"purpose": "spectator"},
        {"signature": bytes(64)},
        {"version": 2},
        {"challenge": b"short"},
        {"identity": bytes(32)},
        {"purpose": "admin"},
        {"subject": bytes(31)},
        {"subject": TABLE},
        {"more": 1},
    ],
)
def test_a_changed_answer_is_refused(field: dict[str, Value]) -> None:
    listening = server()
    with pytest.raises(HelloFailed):
        listening.receive(changed(answer(caller(), listening.opening()), **field))


def test_an_answer_for_another_certificate_is_refused() -> None:
    """Somebody in between has a TLS link to each side: each side sees another certificate."""
    listening = server()
    with pytest.raises(HelloFailed, match="does not hold for this connection"):
        listening.receive(answer(caller(cert=bytes(32)), listening.opening()))


def test_an_answer_cannot_be_replayed() -> None:
    first = server()
    old = answer(caller(), first.opening())
    second = ServerHello(ANNA, CERT, Doorplate(TABLE, GAME), lambda n: bytes([5]) * n)
    with pytest.raises(HelloFailed):
        second.receive(old)


def test_a_signature_of_one_role_is_none_of_the_other() -> None:
    """A server that is asked to prove itself cannot hand back the caller's own signature."""
    listening, dialling = server(), caller()
    theirs = decode(answer(dialling, listening.opening()))
    assert isinstance(theirs, dict)
    with pytest.raises(NotAPeer, match="did not prove"):
        dialling.receive(encode({"signature": theirs["signature"]}))


def test_a_server_that_does_not_own_its_key_is_not_believed() -> None:
    """Eve shows Anna's key and signs with her own."""
    dialling = caller()
    opening = changed(server(EVE).opening(), identity=ANNA.public)
    payload = answer(dialling, opening)
    proof, _ = server(EVE).receive(answer(caller(), server(EVE).opening()))
    assert payload
    with pytest.raises(NotAPeer, match="did not prove"):
        dialling.receive(proof)


@pytest.mark.parametrize(
    ("wanted", "error", "sentence"),
    [
        (Wanted(Purpose.MESH, key=EVE.public), OtherPeer, "another peer"),
        (Wanted(Purpose.LOBBY, table=bytes([1]) * 16), OtherPeer, "another table"),
        (Wanted(Purpose.MESH, game=bytes([1]) * 32), OtherPeer, "another game"),
    ],
)
def test_the_caller_looks_who_answered(wanted: Wanted, error: type[NetError], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        caller(wanted).receive(server().opening())


def test_a_game_that_has_not_begun_is_to_be_tried_again() -> None:
    with pytest.raises(NotYet):
        caller().receive(server(plate=Doorplate(TABLE)).opening())


def test_nobody_links_to_itself() -> None:
    with pytest.raises(OtherPeer, match="itself"):
        caller(who=ANNA).receive(server().opening())
    listening = server()
    with pytest.raises(HelloFailed, match="itself"):
        listening.receive(changed(answer(caller(), listening.opening()), identity=ANNA.public))


def test_another_version_is_named_whatever_else_it_says() -> None:
    with pytest.raises(OtherVersion, match="speaks protocol version 2 and this program version 1: update this program"):
        caller().receive(encode({"version": 2, "greeting": "hello"}))


@pytest.mark.parametrize(
    "payload",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"",
        b"\xc0",
        encode({}),
        encode({"version": True}),
        encode([1] * 40),
        encode({"x": bytes(HELLO_BYTES)}),
        changed(server().opening(), identity=bytes(32)),
        changed(server().opening(), game=b"short"),
        changed(server().opening(), more=1),
    ],
)
def test_what_is_no_hello_is_no_peer(payload: bytes) -> None:
    with pytest.raises(NotAPeer, match=r"there:1 is not a keep-p2p peer"):
        caller().receive(payload)
    with pytest.raises(HelloFailed):
        server().receive(payload)
