"""The independent checker's parts against the published vectors: what must be taken, and what must be refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from alone import beacon, ed25519, encoding, envelope, group, proofs
from alone.hilt import Hidden

VECTORS = Path(__file__).resolve().parents[2] / "protocol" / "vectors"


def load(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text("ascii"))


def plain(value: Any) -> Any:
    """A value of the encoding from its JSON."""
    if isinstance(value, list):
        return tuple(map(plain, value))
    if isinstance(value, dict):
        return bytes.fromhex(value["$hex"]) if set(value) == {"$hex"} else {k: plain(v) for k, v in value.items()}
    return value


def context(case: Any) -> group.Context:
    found = case["context"]
    return group.Context(bytes.fromhex(found["game"]), found["epoch"], found["round"], found["seat"], found["step"])


def refused(check: Any, *args: Any) -> bool:
    """Whether a check that raises, or says False or None, refuses."""
    try:
        return check(*args) in (False, None)
    except (encoding.BadEncoding, group.BadProof):
        return True


def test_encoding() -> None:
    vectors = load("encoding")
    for case in vectors["accepted"]:
        assert encoding.encode(plain(case["value"])).hex() == case["bytes"], case["name"]
        assert encoding.decode(bytes.fromhex(case["bytes"])) == plain(case["value"])
    for case in vectors["rejected"]:
        with pytest.raises(encoding.BadEncoding):
            print(case["name"], encoding.decode(bytes.fromhex(case["bytes"])))
    for case in vectors["digests"]:
        assert encoding.digest(case["tag"], *plain(case["parts"])).hex() == case["digest"]
        assert encoding.digest64(case["tag"], *plain(case["parts"])).hex() == case["digest64"]


def test_identity() -> None:
    vectors = load("identity")
    for case in vectors["keys"]:
        assert ed25519.valid_key(bytes.fromhex(case["public"]))
    for case in vectors["keys_rejected"]:
        assert not ed25519.valid_key(bytes.fromhex(case["public"])), case["name"]
    for case in vectors["signatures"]:
        public, signature = bytes.fromhex(case["public"]), bytes.fromhex(case["signature"])
        assert ed25519.holds(public, signature, case["tag"], *plain(case["parts"]))
        assert ed25519.reference_holds(public, signature, bytes.fromhex(case["message"]))
    for case in vectors["signatures_rejected"]:
        public, signature = bytes.fromhex(case["public"]), bytes.fromhex(case["signature"])
        assert not ed25519.holds(public, signature, case["tag"], *plain(case["parts"])), case["name"]


def test_commitments_and_beacon() -> None:
    for case in load("commitment")["commitments"]:
        made = encoding.commitment(plain(case["context"]), plain(case["value"]), bytes.fromhex(case["nonce"]))
        assert made.hex() == case["commitment"]
    vectors = load("beacon")
    game, epoch = bytes.fromhex(vectors["game"]), vectors["epoch"]
    for case in vectors["chains"]:
        assert beacon.tip_of(game, epoch, case["seat"], bytes.fromhex(case["seed"])).hex() == case["tip"]
    for case in vectors["events"]:
        outcome = beacon.outcome(game, epoch, case["k"], [bytes.fromhex(value) for value in case["values"]])
        assert outcome.hex() == case["outcome"]
        assert list(beacon.dice(outcome, 64)) == case["dice"]
        assert list(beacon.permutation(outcome, 6)) == case["permutation_6"]
        assert list(beacon.permutation(outcome, 256)) == case["permutation_256"]


def test_envelopes() -> None:
    vectors = load("envelope")
    for case in vectors["envelopes"]:
        bound = plain(case["bound_to"])
        about = envelope.info(*(bound[k] for k in ("game", "epoch", "round", "sender", "recipient", "commitment")))
        assert about.hex() == case["info"]
        private, sealed = bytes.fromhex(case["private"]), bytes.fromhex(case["sealed"])
        assert envelope.public_of(private).hex() == case["public"]
        assert envelope.valid_recipient(bytes.fromhex(case["public"]))
        opened = envelope.open_sealed(private, sealed, about)
        assert opened is not None and opened.hex() == case["plaintext"]
        for at in (0, 40, len(sealed) - 1):
            changed = sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
            assert envelope.open_sealed(private, changed, about) is None
    for case in vectors["recipients_rejected"]:
        assert not envelope.valid_recipient(bytes.fromhex(case["public"])), case["name"]


def test_group() -> None:
    vectors = load("group")
    assert group.BASE.hex() == vectors["base"]
    assert group.point("pedersen-base").hex() == vectors["pedersen_base"]
    for i, made in enumerate(vectors["shuffle_generators"]):
        assert group.point("shuffle-generator", i).hex() == made
    for case in vectors["points"]:
        assert group.point(case["tag"], *plain(case["parts"])).hex() == case["point"]
    for case in vectors["scalars"]:
        assert group.write_scalar(group.scalar(case["tag"], *plain(case["parts"]))).hex() == case["scalar"]
        count = len(case["integers_16"])
        assert list(group.integers(count, 16, case["tag"], *plain(case["parts"]))) == list(
            map(int, case["integers_16"])
        )
    for case in vectors["points_rejected"]:
        assert refused(group.read_point, bytes.fromhex(case["bytes"]), "it"), case["name"]
    for case in vectors["scalars_rejected"]:
        assert refused(group.read_scalar, bytes.fromhex(case["bytes"]), "it"), case["name"]


def schnorr(case: Any) -> bool:
    public = group.read_point(bytes.fromhex(case["public"]), "the key")
    proofs.check_key(public, bytes.fromhex(case["proof"]), context(case))
    return True


def ciphertexts(pairs: Any) -> tuple[proofs.Ciphertext, ...]:
    data = b"".join(bytes.fromhex(half) for pair in pairs for half in pair)
    return proofs.read_ciphertexts(data, len(pairs))


def dleq(case: Any) -> bool:
    public = group.read_point(bytes.fromhex(case["public"]), "the key")
    shares = group.read_points(bytes.fromhex("".join(case["shares"])), "a share")
    proofs.check_shares(public, ciphertexts(case["ciphertexts"]), shares, bytes.fromhex(case["proof"]), context(case))
    return True


def shuffle_statement(case: Any) -> proofs.ShuffleStatement:
    inputs = tuple((bytes.fromhex(a), bytes.fromhex(b)) for a, b in case["inputs"])
    joint = bytes.fromhex(case["joint"])
    return proofs.ShuffleStatement(inputs, joint, case["deck"], case["count"], context(case))


def shuffle(case: Any) -> bool:
    shuffle_statement(case).check(ciphertexts(case["outputs"]), bytes.fromhex(case["proof"]))
    return True


def hilt(case: Any) -> bool:
    hidden = Hidden.read(bytes.fromhex(case["commitment"]), context(case))
    if len(hidden.points) != len(case["rooms"]):
        raise group.BadProof("another number of rooms")
    hidden.check(case["rooms"])
    return True


@pytest.mark.parametrize(
    ("name", "check"), [("schnorr", schnorr), ("dleq", dleq), ("shuffle", shuffle), ("hilt", hilt)]
)
def test_proofs(name: str, check: Any) -> None:
    vectors = load(name)
    for case in vectors["accepted"]:
        assert check(case)
    for case in vectors["rejected"]:
        assert refused(check, case), case["name"]


def test_replayed_shuffles() -> None:
    for case in load("shuffle")["accepted"]:
        outputs = shuffle_statement(case).replay(bytes.fromhex(case["seed"]))
        assert [[a.hex(), b.hex()] for a, b in outputs] == case["outputs"]


def test_openings_of_the_hilt() -> None:
    for case in load("hilt")["accepted"]:
        hidden = Hidden.read(bytes.fromhex(case["commitment"]), context(case))
        blindings = [group.read_scalar(bytes.fromhex(r), "it") for _, r in case["openings"]]
        for i, (here, _) in enumerate(case["openings"]):
            assert hidden.opens(i, here, blindings[i])
            assert not hidden.opens(i, not here, blindings[i])
        assert hidden.slip_holds(case["rooms"], case["room"], bytes.fromhex(case["nonce"]), blindings)
        other = next(name for name in case["rooms"] if name != case["room"])
        assert not hidden.slip_holds(case["rooms"], other, bytes.fromhex(case["nonce"]), blindings)
