"""What all seats sign before the first round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from protocol.encoding import EncodingError, Value, encode
from protocol.genesis import (
    Genesis,
    SignedGenesis,
    check_host_signature,
    check_seat_signature,
    genesis_bytes,
    nonce_commitment,
    nonce_matches,
    parse_genesis,
    parse_signed_genesis,
    sign_as_host,
    sign_genesis,
)
from protocol.identity import Identity, PublicKey
from protocol.roster import GenesisError, RosterSeat, check_name
from protocol.shape import ShapeError
from tests.protocol.published import flipped, games

TABLE = games.table()
SIGNED = games.signed_table()
ANNA, MOLASAR, ROBOT = games.seats()
STRANGER = Identity.from_seed(b"s" * 32)


def with_seat(number: int, **changes: Any) -> Genesis:
    roster = list(TABLE.roster)
    roster[number] = replace(roster[number], **changes)
    return replace(TABLE, roster=tuple(roster))


CHANGES: dict[str, Genesis] = {
    "rules": replace(TABLE, rules="2"),
    "board": replace(TABLE, board=bytes(32)),
    "deck": replace(TABLE, deck=bytes(32)),
    "table name": replace(TABLE, name="Another"),
    "a nonce": replace(TABLE, nonces=(bytes(32), *TABLE.nonces[1:])),
    "the order of nonces": replace(TABLE, nonces=TABLE.nonces[::-1]),
    "an option": replace(TABLE, options={"spectators": False}),
    "a further option": replace(TABLE, options={"spectators": True, "x": 1}),
    "a name": with_seat(0, name="Anne"),
    "a key": with_seat(0, key=STRANGER.public),
    "characters": with_seat(0, characters=("eva",)),
    "the order of characters": with_seat(0, characters=("cuza", "eva")),
    "drawn instead of chosen": with_seat(0, characters=None),
    "the host": with_seat(2, host=MOLASAR.public),
    "no host": with_seat(2, host=None),
    "a person instead of a computer player": with_seat(2, host=None, computer=False),
    "the order of seats": replace(TABLE, roster=TABLE.roster[::-1]),
}


def test_it_is_read_back_as_it_was() -> None:
    assert parse_genesis(genesis_bytes(TABLE)) == TABLE
    assert parse_genesis(genesis_bytes(TABLE)).roster == TABLE.roster
    assert parse_signed_genesis(SIGNED.to_bytes()) == SIGNED
    assert SIGNED.problem() is None


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_makes_another_game_that_nobody_signed(change: str) -> None:
    changed = CHANGES[change]
    assert changed != TABLE
    assert changed.digest() != TABLE.digest()
    assert parse_genesis(genesis_bytes(changed)) == changed
    for seat, signature in enumerate(SIGNED.signatures):
        assert check_seat_signature(TABLE, seat, signature)
        assert not check_seat_signature(changed, seat, signature)


def test_changes_all_differ() -> None:
    assert len({TABLE, *CHANGES.values()}) == len(CHANGES) + 1


def test_every_byte_of_a_signed_genesis_counts() -> None:
    data = SIGNED.to_bytes()
    for at in range(len(data)):
        try:
            read = parse_signed_genesis(flipped(data, at))
        except EncodingError:
            continue
        assert read.problem() is not None


# --- limits ---------------------------------------------------------------------------------------


def keys(count: int) -> list[PublicKey]:
    return [Identity.from_seed(bytes([n]) * 32).public for n in range(count)]


def table_of(count: int) -> dict[str, Any]:
    return {
        "roster": tuple(RosterSeat(f"P{n}", key) for n, key in enumerate(keys(count))),
        "nonces": tuple(bytes([n]) * 32 for n in range(count)),
    }


def test_a_table_has_three_to_six_seats() -> None:
    for count in (3, 4, 5, 6):
        assert len(replace(TABLE, **table_of(count)).roster) == count
    for count in (0, 2, 7):
        with pytest.raises(GenesisError, match=f"3 to 6 seats, not {count}"):
            replace(TABLE, **table_of(count))


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("another protocol version", {"protocol": 2}, "speaks protocol version 2, this program 1"),
    ("no rules version", {"rules": ""}, "rules version"),
    ("a rules version with a space", {"rules": "1 a"}, "rules version"),
    ("a short board digest", {"board": bytes(31)}, "digest of the board"),
    ("a long deck digest", {"deck": bytes(33)}, "digest of the deck"),
    ("a table name with a line break", {"name": "a\nb"}, r"U\+000A"),
    ("a nonce too few", {"nonces": TABLE.nonces[:2]}, "2 nonces for 3 seats"),
    ("a short nonce", {"nonces": (b"x", *TABLE.nonces[1:])}, "a nonce does not have 32 bytes"),
    ("a nonce of two seats", {"nonces": (TABLE.nonces[1], *TABLE.nonces[1:])}, "the same nonce"),
    (
        "a key of two seats",
        {"roster": (TABLE.roster[0], TABLE.roster[1], replace(TABLE.roster[2], key=ANNA.public, host=None))},
        "the same key",
    ),
    (
        "a character of two seats",
        {"roster": (TABLE.roster[0], TABLE.roster[1], replace(TABLE.roster[2], characters=("eva",)))},
        "the same character",
    ),
    ("an option of a wrong name", {"options": {"Spectators": True}}, "no word"),
    ("an option that is no word", {"options": {"x": "A b"}}, "neither a truth value, a number nor a word"),
    ("an option below 0", {"options": {"x": -1}}, "below 0"),
    ("a list as an option", {"options": {"x": (1,)}}, "neither"),
    ("17 options", {"options": {f"x{n}": n for n in range(17)}}, "at most 16 options"),
]


@pytest.mark.parametrize(("changes", "why"), [pytest.param(c, w, id=name) for name, c, w in BAD])
def test_a_genesis_out_of_its_limits_is_neither_made_nor_read(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(GenesisError, match=why):
        replace(TABLE, **changes)
    plain = {**TABLE.plain(), **changes}
    if "roster" in changes:
        plain["roster"] = [seat.plain() for seat in changes["roster"]]
    with pytest.raises(EncodingError):
        parse_genesis(encode(plain))


BAD_SEATS: list[tuple[str, dict[str, Any], str]] = [
    ("a key of small order", {"key": bytes(32)}, "the key of Anna cannot be used"),
    ("a host of small order", {"host": bytes(32), "computer": True}, "the key of Anna's host"),
    ("a person with a host", {"host": ROBOT.public}, "no computer player"),
    ("its own host", {"host": ANNA.public, "computer": True}, "its own host"),
    ("no characters, though chosen", {"characters": ()}, "1 to 8 characters, not 0"),
    ("nine characters", {"characters": tuple(f"c{n}" for n in range(9))}, "1 to 8 characters, not 9"),
    ("a character that is no word", {"characters": ("Eva",)}, "no word"),
    ("a character of 25 letters", {"characters": ("e" * 25,)}, "no word"),
    ("no name", {"name": ""}, "1 to 24 characters, not 0"),
]


@pytest.mark.parametrize(("changes", "why"), [pytest.param(c, w, id=name) for name, c, w in BAD_SEATS])
def test_a_seat_out_of_its_limits_is_neither_made_nor_read(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(GenesisError, match=why):
        replace(TABLE.roster[0], **changes)
    roster = [{**TABLE.roster[0].plain(), **changes}, *(seat.plain() for seat in TABLE.roster[1:])]
    with pytest.raises(EncodingError):
        parse_genesis(encode({**TABLE.plain(), "roster": roster}))


WRONG: list[tuple[str, Value]] = [
    ("protocol", "1"),
    ("protocol", True),
    ("rules", 1),
    ("board", "b" * 32),
    ("name", b"x"),
    ("nonces", b"x"),
    ("nonces", ("x" * 32,) * 3),
    ("options", ()),
    ("roster", {}),
    ("roster", (1, 2, 3)),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_field_of_a_wrong_kind_is_refused(name: str, value: Value) -> None:
    with pytest.raises(EncodingError):
        parse_genesis(encode({**TABLE.plain(), name: value}))


@pytest.mark.parametrize("name", sorted(TABLE.plain()))
def test_a_field_missing_is_refused(name: str) -> None:
    plain = TABLE.plain()
    del plain[name]
    with pytest.raises(ShapeError, match=f"no field '{name}'"):
        parse_genesis(encode(plain))


@pytest.mark.parametrize(
    "name",
    ["Anna", "x", "a" * 24, "J\u00f6rg \u03a9", "\u05d3\u05d5\u05d3", "\u9b3c", "\U0001f9db 7", "\u0e01\u0e34\u0e48"],
)
def test_names_that_can_stand_on_a_screen(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a" * 25,
        " a",
        "a ",
        "a  b",
        " ",
        "a\tb",
        "a\x00b",
        "a\x1b[2Jb",
        "a\x7f",
        "a\x85b",
        "a\u00a0b",
        "a\u00adb",
        "a\u200bb",
        "a\u200db",
        "a\u200fb",
        "a\u202eb",
        "a\u2066b",
        "a\u2028b",
        "a\ufe0f",
        "a\ufeffb",
        "a\u034fb",
        "\u3164",
        "\u2800",
        "e\u0301",
        "\u0301a",
        "x\u0301\u0302\u0303",
        "\ue000",
        "\u20bd",
        "\U000e0041",
    ],
)
def test_names_that_could_deceive_or_break_a_screen_are_refused(name: str) -> None:
    with pytest.raises(GenesisError):
        check_name(name)


# --- joining and signing --------------------------------------------------------------------------


def test_a_nonce_is_committed_for_one_key_and_revealed_later() -> None:
    nonce = b"n" * 32
    commitment = nonce_commitment(ANNA.public, nonce)
    assert nonce_matches(commitment, ANNA.public, nonce)
    assert not nonce_matches(commitment, MOLASAR.public, nonce)
    assert not nonce_matches(commitment, ANNA.public, b"m" * 32)
    assert not nonce_matches(commitment, ANNA.public, b"n" * 31)


def test_a_seat_signs_only_a_genesis_that_holds_its_own_nonce() -> None:
    assert sign_genesis(ANNA, TABLE, TABLE.nonces[0]) == SIGNED.signatures[0]
    with pytest.raises(GenesisError, match="does not hold the nonce"):
        sign_genesis(ANNA, TABLE, b"n" * 32)
    with pytest.raises(GenesisError, match="does not hold the nonce"):
        sign_genesis(ANNA, TABLE, TABLE.nonces[1])
    with pytest.raises(GenesisError, match="no seat with this key"):
        sign_genesis(STRANGER, TABLE, TABLE.nonces[0])


def test_seats_are_found_by_key() -> None:
    assert [TABLE.seat_of(who.public) for who in (ANNA, MOLASAR, ROBOT, STRANGER)] == [0, 1, 2, None]


def test_a_signature_serves_one_seat_and_one_purpose() -> None:
    assert check_seat_signature(TABLE, 0, SIGNED.signatures[0])
    assert not check_seat_signature(TABLE, 1, SIGNED.signatures[0])
    assert not check_seat_signature(TABLE, 0, ANNA.sign("genesis", TABLE.digest(), 1))
    assert not check_seat_signature(TABLE, 0, ANNA.sign("entry", TABLE.digest(), 0))


def test_a_host_answers_for_its_computer_player_only() -> None:
    signature = sign_as_host(ANNA, TABLE, 2)
    assert check_host_signature(TABLE, 2, signature)
    assert not check_host_signature(TABLE, 0, signature)
    assert not check_host_signature(TABLE, 2, ROBOT.sign("genesis-host", TABLE.digest(), 2))
    assert not check_host_signature(TABLE, 2, ANNA.sign("genesis", TABLE.digest(), 2))
    for identity, seat in ((ROBOT, 2), (ANNA, 0), (STRANGER, 2)):
        with pytest.raises(GenesisError, match="not the host"):
            sign_as_host(identity, TABLE, seat)


def test_a_bad_signature_is_named() -> None:
    bad = flipped(SIGNED.signatures[1], 3)
    first, _, third = SIGNED.signatures
    assert replace(SIGNED, signatures=(first, bad, third)).problem() == (
        "the signature of seat 1 under the genesis does not hold"
    )
    hosted = replace(SIGNED, host_signatures=(None, None, first))
    assert hosted.problem() == "the signature of seat 2's host under the genesis does not hold"


@pytest.mark.parametrize(
    ("signatures", "hosts", "why"),
    [
        (SIGNED.signatures[:2], SIGNED.host_signatures, "not as many places"),
        (SIGNED.signatures, SIGNED.host_signatures[:2], "not as many places"),
        (SIGNED.signatures, (None, None, None), "seat 2 has no host's signature"),
        (SIGNED.signatures, (b"x" * 64, None, b"x" * 64), "seat 0 has a host's signature"),
        ((b"x", *SIGNED.signatures[1:]), SIGNED.host_signatures, "64 bytes"),
        (SIGNED.signatures, (None, None, b"x"), "64 bytes"),
    ],
)
def test_there_is_a_signature_for_every_seat_and_every_host(
    signatures: tuple[bytes, ...], hosts: tuple[bytes | None, ...], why: str
) -> None:
    with pytest.raises(GenesisError, match=why):
        SignedGenesis(TABLE, signatures, hosts)
    with pytest.raises(EncodingError):
        parse_signed_genesis(encode({"genesis": TABLE.plain(), "hosts": hosts, "signatures": signatures}))


def test_a_host_signature_of_a_wrong_kind_is_refused() -> None:
    plain: dict[str, Value] = {"genesis": TABLE.plain(), "hosts": (None, None, 5), "signatures": SIGNED.signatures}
    with pytest.raises(ShapeError, match="'hosts'"):
        parse_signed_genesis(encode(plain))


def test_the_largest_genesis_fits() -> None:
    roster = tuple(
        RosterSeat("\u9b3c" * 24, key, tuple(f"{n}{c}" + "e" * 22 for c in range(8)), keys(7)[6], True)
        for n, key in enumerate(keys(6))
    )
    nonces = tuple(bytes([n]) * 32 for n in range(6))
    options = {f"{n:02d}" + "x" * 22: "y" * 24 for n in range(16)}
    largest = replace(TABLE, rules="1" * 24, name="\u9b3c" * 24, roster=roster, nonces=nonces, options=options)
    signed = SignedGenesis(largest, (b"s" * 64,) * 6, (b"h" * 64,) * 6)
    assert parse_signed_genesis(signed.to_bytes()) == signed
