"""The published vectors, read both ways."""

from __future__ import annotations

from typing import Any

import pytest

from protocol import beacon
from protocol.commitment import commit, matches
from protocol.encoding import Deframer, EncodingError, decode, digest, digest64, encode, frame
from protocol.entry import Body, Entry, check_signature, history_next, parse_entry, sign_entry
from protocol.envelope import OneTimeKey, envelope_info, open_sealed, public_of, valid_recipient
from protocol.equivocation import Equivocation, parse_equivocation
from protocol.genesis import genesis_bytes, nonce_commitment, nonce_matches, parse_genesis, parse_signed_genesis
from protocol.identity import Identity, IdentityError, fingerprint, parse_public, safety_words, signed_digest, verify
from protocol.statement import parse_signed, parse_statement
from protocol.transcript import Place, read_transcript, write_transcript
from tests.protocol.published import hexed, plain, vectors


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in cases]


def test_the_tool_makes_exactly_the_published_files(capsys: pytest.CaptureFixture[str]) -> None:
    import vectors as tool

    assert tool.main(["--check"]) == 0, capsys.readouterr().out
    assert {path.name for path in tool.DIRECTORY.glob("*.json")} == set(tool.FILES)


ENCODING = vectors("encoding.json")


@pytest.mark.parametrize("case", named(ENCODING["accepted"]))
def test_a_value_has_exactly_its_published_bytes(case: dict[str, Any]) -> None:
    value, data = plain(case["value"]), hexed(case["bytes"])
    assert encode(value) == data
    decoded = decode(data)
    assert decoded == value
    assert type(decoded) is type(value)


@pytest.mark.parametrize("case", named(ENCODING["accepted"]))
def test_no_published_bytes_are_read_with_junk_behind_or_cut(case: dict[str, Any]) -> None:
    data = hexed(case["bytes"])
    for junk in (b"\x00", b"\xc0", b"\xff" * 9, data):
        with pytest.raises(EncodingError, match="too many at its end"):
            decode(data + junk)
    for length in range(len(data)):
        with pytest.raises(EncodingError):
            decode(data[:length])


@pytest.mark.parametrize("case", named(ENCODING["rejected"]))
def test_bytes_that_are_not_canonical_are_refused_for_the_published_reason(case: dict[str, Any]) -> None:
    with pytest.raises(EncodingError) as refusal:
        decode(hexed(case["bytes"]))
    assert str(refusal.value) == case["because"]


@pytest.mark.parametrize("case", ENCODING["digests"])
def test_digests(case: dict[str, Any]) -> None:
    parts = plain(case["parts"])
    assert digest(case["tag"], *parts).hex() == case["digest"]
    assert digest64(case["tag"], *parts).hex() == case["digest64"]


@pytest.mark.parametrize("case", ENCODING["frames"])
@pytest.mark.parametrize("piece", [1, 2, 3, 7, 10_000])
def test_frames_are_cut_the_same_whatever_the_pieces(case: dict[str, Any], piece: int) -> None:
    payloads, stream = [hexed(p) for p in case["payloads"]], hexed(case["stream"])
    assert b"".join(frame(payload) for payload in payloads) == stream
    deframer = Deframer()
    found: list[bytes] = []
    for start in range(0, len(stream), piece):
        found += deframer.feed(stream[start : start + piece])
    assert found == payloads
    assert deframer.pending == 0
    assert deframer.feed(b"\x00\x00") == []
    assert deframer.pending == 2


@pytest.mark.parametrize("case", named(ENCODING["frames_rejected"]))
def test_bad_frames_end_the_stream(case: dict[str, Any]) -> None:
    deframer = Deframer(case["max_bytes"])
    with pytest.raises(EncodingError, match="a frame of"):
        deframer.feed(hexed(case["stream"]))
    with pytest.raises(EncodingError, match="a frame of"):
        deframer.feed(frame(b"good"))
    assert deframer.pending == 0


IDENTITY = vectors("identity.json")


def test_keys_and_fingerprints() -> None:
    for case in IDENTITY["keys"]:
        identity = Identity.from_seed(hexed(case["seed"]))
        assert identity.public.hex() == case["public"]
        assert parse_public(hexed(case["public"])) == identity.public
        assert fingerprint(identity.public) == case["fingerprint"]


def test_signatures() -> None:
    for case in IDENTITY["signatures"]:
        parts, public = plain(case["parts"]), parse_public(hexed(case["public"]))
        assert signed_digest(case["tag"], *parts).hex() == case["message"]
        assert Identity.from_seed(hexed(case["seed"])).sign(case["tag"], *parts).hex() == case["signature"]
        assert verify(public, hexed(case["signature"]), case["tag"], *parts)


@pytest.mark.parametrize("case", named(IDENTITY["signatures_rejected"]))
def test_signatures_that_do_not_hold(case: dict[str, Any]) -> None:
    public = parse_public(hexed(case["public"]))
    assert not verify(public, hexed(case["signature"]), case["tag"], *plain(case["parts"]))


@pytest.mark.parametrize("case", named(IDENTITY["keys_rejected"]))
def test_keys_that_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(IdentityError):
        parse_public(hexed(case["public"]))


def test_safety_words() -> None:
    for case in IDENTITY["safety_words"]:
        assert list(safety_words(hexed(case["digest"]))) == case["words"]


def test_commitments() -> None:
    for case in vectors("commitment.json")["commitments"]:
        context, value, nonce = plain(case["context"]), plain(case["value"]), hexed(case["nonce"])
        assert commit(context, value, nonce).hex() == case["commitment"]
        assert matches(hexed(case["commitment"]), context, value, nonce)


def test_beacon() -> None:
    file = vectors("beacon.json")
    game, epoch = hexed(file["game"]), file["epoch"]
    chains = [beacon.Chain(hexed(case["seed"]), game, epoch, case["seat"]) for case in file["chains"]]
    for chain, case in zip(chains, file["chains"], strict=True):
        assert chain.tip.hex() == case["tip"]
        assert {k: chain.value(int(k)).hex() for k in case["values"]} == case["values"]
        assert beacon.check_value(chain.tip, hexed(case["values"]["1"]), game, epoch, case["seat"], 1)
        pair = hexed(case["values"]["128"]), hexed(case["values"]["129"])
        assert beacon.check_value(*pair, game, epoch, case["seat"], 129)
    for event in file["events"]:
        values = [hexed(value) for value in event["values"]]
        assert [chain.value(event["k"]) for chain in chains] == values
        result = beacon.outcome(game, epoch, event["k"], values)
        assert result.hex() == event["outcome"]
        assert list(beacon.dice(result, len(event["dice"]))) == event["dice"]
        assert list(beacon.permutation(result, 6)) == event["permutation_6"]
        assert list(beacon.permutation(result, 256)) == event["permutation_256"]


ENVELOPE = vectors("envelope.json")


def test_envelopes_open_and_a_second_reading_of_the_standard_seals_the_same() -> None:
    from hpke_reference import seal_with

    for case in ENVELOPE["envelopes"]:
        info, plaintext = envelope_info(**plain(case["bound_to"])), hexed(case["plaintext"])
        assert info.hex() == case["info"]
        key = OneTimeKey(hexed(case["private"]))
        assert key.public.hex() == public_of(key.private).hex() == case["public"]
        assert open_sealed(key.private, hexed(case["sealed"]), info) == plaintext
        assert seal_with(hexed(case["ephemeral_private"]), key.public, plaintext, info).hex() == case["sealed"]


@pytest.mark.parametrize("case", named(ENVELOPE["recipients_rejected"]))
def test_one_time_keys_that_cannot_be_sealed_to(case: dict[str, Any]) -> None:
    assert not valid_recipient(hexed(case["public"]))


def test_genesis() -> None:
    file = vectors("genesis.json")
    for case in file["commitments"]:
        public, nonce, commitment = (hexed(case[name]) for name in ("public", "nonce", "commitment"))
        assert nonce_commitment(parse_public(public), nonce) == commitment
        assert nonce_matches(commitment, parse_public(public), nonce)
    for case in file["genesis"]:
        genesis = parse_genesis(hexed(case["bytes"]))
        assert genesis.plain() == plain(case["value"])
        assert genesis_bytes(genesis) == encode(plain(case["value"])) == hexed(case["bytes"])
        assert genesis.digest() == digest("genesis", plain(case["value"])) == hexed(case["game"])
        assert list(safety_words(genesis.digest())) == case["safety_words"]
        assert [fingerprint(seat.key) for seat in genesis.roster] == case["fingerprints"]
        signed = parse_signed_genesis(hexed(case["signed"]))
        assert signed.genesis == genesis
        assert signed.problem() is None
        assert signed.to_bytes().hex() == case["signed"]


def _check_entry(case: dict[str, Any], seeds: list[str], publics: list[bytes]) -> Entry:
    entry = parse_entry(hexed(case["bytes"]))
    assert entry.body.plain() == plain(case["body"])
    assert entry.body == Body(**plain(case["body"]))
    assert entry.body.digest() == digest("body", plain(case["body"])) == hexed(case["digest"])
    assert entry.signature.hex() == case["signature"]
    assert entry.to_bytes().hex() == case["bytes"]
    assert sign_entry(Identity.from_seed(hexed(seeds[entry.body.seat])), entry.body) == entry
    assert check_signature(entry, parse_public(publics[entry.body.seat]))
    return entry


def test_entries_history_and_equivocation() -> None:
    file, seeds = vectors("entry.json"), vectors("genesis.json")["seeds"]
    publics = [hexed(public) for public in file["publics"]]
    assert file["rounds"][0]["history_before"] == digest("history-start", hexed(file["game"])).hex()
    for done in file["rounds"]:
        entries = [_check_entry(case, seeds, publics) for case in done["entries"]]
        assert {entry.body.history.hex() for entry in entries} == {done["history_before"]}
        after = history_next(hexed(done["history_before"]), [entry.body for entry in entries])
        assert after.hex() == done["history_after"]
    for case in file["equivocations"]:
        first, second = (_check_entry(case[name], seeds, publics) for name in ("first", "second"))
        evidence = parse_equivocation(hexed(case["bytes"]))
        assert evidence == Equivocation(first, second) == Equivocation.of(second, first)
        assert evidence.to_bytes().hex() == case["bytes"]
        assert evidence.check(parse_public(publics[case["seat"]]))


def test_statements() -> None:
    file = vectors("statement.json")
    for case in file["statements"]:
        signed = parse_statement(hexed(case["bytes"]))
        assert signed == parse_signed(hexed(case["bytes"]))
        assert signed.statement.plain() == plain(case["statement"])
        assert signed.statement.digest() == digest("statement", plain(case["statement"])) == hexed(case["digest"])
        public = parse_public(hexed(file["publics"][signed.statement.seat]))
        assert signed.check(public)
        assert verify(public, hexed(case["signature"]), case["tag"], hexed(case["digest"]))
        assert signed.to_bytes().hex() == case["bytes"]


def test_transcript() -> None:
    file = vectors("transcript.json")
    data = hexed(file["bytes"])
    reading = read_transcript(data)
    assert reading.problem is None
    read = reading.transcript
    assert read is not None
    assert write_transcript(read) == data
    assert read.genesis_place == Place(**file["genesis"])
    for done, case in zip(read.rounds, file["rounds"], strict=True):
        assert (done.number, done.place) == (case["round"], Place(case["index"], case["offset"]))
        assert [entry.to_bytes().hex() for entry in done.entries] == case["entries"]
    for placed, case in zip(read.statements, file["statements"], strict=True):
        assert placed.place == Place(case["index"], case["offset"])
        assert placed.signed.to_bytes().hex() == case["bytes"]
