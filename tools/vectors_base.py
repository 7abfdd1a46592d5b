"""Vectors of the layers below a game: encoding, identity, commitment, beacon, envelope."""

from __future__ import annotations

import hashlib

from hpke_reference import seal_with
from protocol import beacon as beacons
from protocol.commitment import commit
from protocol.edwards import ORDER, P, small_order_encodings
from protocol.encoding import MAX_INT, MIN_INT, EncodingError, Value, decode, digest, digest64, encode, frame
from protocol.envelope import OneTimeKey, envelope_info
from protocol.identity import Identity, fingerprint, parse_public, safety_words, signed_digest
from vectors_json import Json, to_json


def sample(name: str) -> bytes:
    """32 bytes for a vector, by name."""
    return hashlib.sha256(b"keep-p2p vectors: " + name.encode("ascii")).digest()


# --- encoding -------------------------------------------------------------------------------------

_INTEGERS = (
    *(0, 1, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, MAX_INT),
    *(-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, MIN_INT),
)

ACCEPTED: dict[str, Value] = {
    "nil": None,
    "false": False,
    "true": True,
    **{f"integer {number}": number for number in _INTEGERS},
    "empty text": "",
    "text of 31 bytes": "a" * 31,
    "text of 32 bytes": "a" * 32,
    "text of 255 bytes": "a" * 255,
    "text of 256 bytes": "a" * 256,
    "text that is not ASCII": "Glæken, Cuza und das Schloß",
    "text with a letter that has a composed form": "\u00e9",
    "text with a pictograph newer than Unicode 3.2": "\U0001f9db",
    "empty byte string": b"",
    "byte string of 255 bytes": b"\xff" * 255,
    "byte string of 256 bytes": b"\x00" * 256,
    "empty array": (),
    "array of 15": tuple(range(15)),
    "array of 16": tuple(range(16)),
    "empty map": {},
    "map of 15": {f"k{n:02d}": n for n in range(15)},
    "map of 16": {f"k{n:02d}": n for n in range(16)},
    "keys ascend by code point, not by UTF-16 unit": {"\uff5e": 1, "\U0001f600": 2},
    "keys ascend by text, not by length": {"aa": 1, "b": 2},
    "nested": {"a": ({"b": (b"\x01", None)}, -5), "c": {"d": {}}},
    "arrays 16 deep": ((((((((((((((((),),),),),),),),),),),),),),),),
}

REJECTED: dict[str, str] = {
    "no bytes": "",
    "the byte that begins nothing": "c1",
    "integer 5 in one byte more": "cc05",
    "integer 255 in two bytes": "cd00ff",
    "integer 65535 in four bytes": "ce0000ffff",
    "integer 2^32-1 in eight bytes": "cf00000000ffffffff",
    "integer 2^63": "cf8000000000000000",
    "integer 5 in a signed form": "d005",
    "integer 200 in a signed form": "d100c8",
    "integer -32 in one byte more": "d0e0",
    "integer -128 in two bytes": "d1ff80",
    "integer -32768 in four bytes": "d2ffff8000",
    "integer -2^31 in eight bytes": "d3ffffffff80000000",
    "integer cut short": "cd01",
    "text of 5 bytes with a one-byte length": "d905" + "61" * 5,
    "text of 255 bytes with a two-byte length": "da00ff" + "61" * 255,
    "text of 5 bytes with a four-byte length": "db00000005" + "61" * 5,
    "text cut short": "a36162",
    "text that is no UTF-8": "a1ff",
    "text with an overlong form": "a2c0af",
    "text with a surrogate": "a3eda080",
    "text not in form C": "a365cc81",
    "text in form C of no composed letter but a singleton": "a3e284ab",
    "text with a character not assigned in Unicode 3.2": "a3e282bd",
    "text with a noncharacter": "a3efbfbf",
    "byte string of 3 bytes with a two-byte length": "c50003010203",
    "byte string of 3 bytes with a four-byte length": "c600000003010203",
    "byte string cut short": "c40301",
    "byte string without its length": "c4",
    "array of 1 with a two-byte count": "dc0001c0",
    "array of 1 with a four-byte count": "dd00000001c0",
    "array cut short": "92c0",
    "array that claims 2^32-1 items": "ddffffffff",
    "map of 1 with a two-byte count": "de0001a161c0",
    "map of 1 with a four-byte count": "df00000001a161c0",
    "map cut short": "82a161c0",
    "map that claims 2^32-1 items": "dfffffffff",
    "map with keys that descend": "82a162c0a161c0",
    "map with the same key twice": "82a161c0a161c0",
    "map with an integer as key": "8101c0",
    "map with a byte string as key": "81c40161c0",
    "map with an array as key": "8190c0",
    "float of 32 bits": "ca3f800000",
    "float of 64 bits": "cb3ff0000000000000",
    "extension of 1 byte": "d40100",
    "extension of 16 bytes": "d801" + "00" * 16,
    "extension with a one-byte length": "c7010000",
    "timestamp": "d6ff00000000",
    "junk behind": "c0c0",
    "arrays 17 deep": "91" * 16 + "90",
}


def encoding() -> dict[str, Json]:
    digests: list[tuple[str, tuple[Value, ...]]] = [
        ("vector", ()),
        ("vector", (1, b"\x01", "1", None, True)),
        ("vector", ({"points": (sample("a"), sample("b")), "seat": 5},)),
    ]
    payloads = [b"\x01", bytes(range(256)) * 2, b"end"]
    return {
        "about": "Encoding and hashing (docs/protocol.md, sections 1 and 2)",
        "accepted": [{"name": n, "value": to_json(v), "bytes": encode(v).hex()} for n, v in ACCEPTED.items()],
        "rejected": [{"name": name, "bytes": data, "because": _refusal(data)} for name, data in REJECTED.items()],
        "digests": [
            {
                "tag": tag,
                "parts": to_json(parts),
                "digest": digest(tag, *parts).hex(),
                "digest64": digest64(tag, *parts).hex(),
            }
            for tag, parts in digests
        ],
        "frames": [
            {"payloads": [p.hex() for p in payloads], "stream": b"".join(frame(p) for p in payloads).hex()},
        ],
        "frames_rejected": [
            {"name": "a frame of length 0", "max_bytes": 16, "stream": "00000000"},
            {"name": "a frame one byte too long", "max_bytes": 16, "stream": "00000011"},
            {"name": "a bad frame behind a good one", "max_bytes": 16, "stream": "0000000101ffffffff"},
        ],
    }


def _refusal(data: str) -> str:
    try:
        decode(bytes.fromhex(data))
    except EncodingError as error:
        return str(error)
    raise AssertionError(f"{data} is canonical after all")


# --- identity -------------------------------------------------------------------------------------


def identity() -> dict[str, Json]:
    seeds = [sample(f"identity {n}") for n in range(2)]
    first, second = (Identity.from_seed(seed) for seed in seeds)
    tag, parts = "vector", (b"\x01\x02", 7)
    message, signature = signed_digest(tag, *parts), first.sign(tag, *parts)
    high = (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")
    return {
        "about": "Keys, signatures, fingerprints, safety words (docs/protocol.md, section 3)",
        "keys": [
            {"seed": seed.hex(), "public": who.public.hex(), "fingerprint": fingerprint(who.public)}
            for seed, who in zip(seeds, (first, second), strict=True)
        ],
        "signatures": [
            {
                "seed": seeds[0].hex(),
                "public": first.public.hex(),
                "tag": tag,
                "parts": to_json(parts),
                "message": message.hex(),
                "signature": signature.hex(),
            }
        ],
        "signatures_rejected": [
            {"name": name, "public": key.hex(), "tag": t, "parts": to_json(p), "signature": s.hex()}
            for name, key, t, p, s in [
                ("another key", second.public, tag, parts, signature),
                ("another tag", first.public, "other", parts, signature),
                ("another part", first.public, tag, (b"\x01\x02", 8), signature),
                ("a bit of R", first.public, tag, parts, bytes([signature[0] ^ 1]) + signature[1:]),
                ("a bit of S", first.public, tag, parts, signature[:32] + bytes([signature[32] ^ 1]) + signature[33:]),
                ("S + L", first.public, tag, parts, signature[:32] + high),
                ("one byte short", first.public, tag, parts, signature[:-1]),
                ("one byte long", first.public, tag, parts, signature + b"\0"),
                ("R of small order", first.public, tag, parts, _small_order_signature(seeds[0], tag, *parts)),
            ]
        ],
        "keys_rejected": [
            {"name": name, "public": key.hex()}
            for name, key in [
                *((f"small order {n}", key) for n, key in enumerate(sorted(small_order_encodings()))),
                ("y = p", P.to_bytes(32, "little")),
                ("y = p + 3, not canonical", (P + 3).to_bytes(32, "little")),
                ("y = 2, not on the curve", (2).to_bytes(32, "little")),
                ("y = 1 with the sign bit", (1 | 1 << 255).to_bytes(32, "little")),
                ("a sound key with a point of order 2 added", _with_order_two(first.public)),
                ("31 bytes", first.public[:31]),
                ("33 bytes", first.public + b"\0"),
            ]
        ],
        "safety_words": [
            {"digest": subject.hex(), "words": list(safety_words(subject))} for subject in (bytes(32), sample("words"))
        ],
    }


def _with_order_two(public: bytes) -> bytes:
    """The key plus the point (0, -1): both coordinates negated."""
    number = int.from_bytes(public, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    return ((P - y) | (1 - sign) << 255).to_bytes(32, "little")


def _small_order_signature(seed: bytes, tag: str, *parts: Value) -> bytes:
    """A signature that fulfils the equation with R the neutral point: r = 0, S = k a."""
    public = Identity.from_seed(seed).public
    scalar = int.from_bytes(hashlib.sha512(seed).digest()[:32], "little")
    scalar = (scalar & ((1 << 254) - 8)) | 1 << 254
    neutral = (1).to_bytes(32, "little")
    challenge = hashlib.sha512(neutral + public + signed_digest(tag, *parts)).digest()
    return neutral + (int.from_bytes(challenge, "little") * scalar % ORDER).to_bytes(32, "little")


# --- commitment, beacon, envelope -----------------------------------------------------------------


def commitment() -> dict[str, Json]:
    cases: list[tuple[tuple[Value, ...], Value]] = [
        ((), None),
        ((sample("game"), 0, 17, 3, "conflict"), 21),
        (("join", parse_public(Identity.from_seed(sample("identity 0")).public)), None),
    ]
    made: list[Json] = []
    for number, (context, value) in enumerate(cases):
        nonce = sample(f"nonce {number}")
        made.append(
            {
                "context": to_json(context),
                "value": to_json(value),
                "nonce": nonce.hex(),
                "commitment": commit(context, value, nonce).hex(),
            }
        )
    return {"about": "Hash commitments (docs/protocol.md, section 4)", "commitments": made}


def beacon() -> dict[str, Json]:
    game = sample("game")
    chains = [beacons.Chain(sample(f"beacon {seat}"), game, 0, seat) for seat in range(3)]
    kept = (1, 2, 127, 128, 129, 255, 256, 257, 4095, 4096)
    events: list[Json] = []
    for k in (1, 2, 300):
        values = [chain.value(k) for chain in chains]
        result = beacons.outcome(game, 0, k, values)
        events.append(
            {
                "k": k,
                "values": [value.hex() for value in values],
                "outcome": result.hex(),
                "dice": list(beacons.dice(result, 64)),
                "permutation_6": list(beacons.permutation(result, 6)),
                "permutation_256": list(beacons.permutation(result, 256)),
            }
        )
    return {
        "about": "Joint randomness (docs/protocol.md, section 9)",
        "game": game.hex(),
        "epoch": 0,
        "chains": [
            {
                "seat": seat,
                "seed": sample(f"beacon {seat}").hex(),
                "tip": chain.tip.hex(),
                "values": {str(k): chain.value(k).hex() for k in kept},
            }
            for seat, chain in enumerate(chains)
        ],
        "events": events,
    }


def envelope() -> dict[str, Json]:
    recipient, ephemeral = OneTimeKey(sample("one-time key")), sample("ephemeral key")
    plaintext = b"a card, its share and a proof, of a fixed length"
    bound: dict[str, Value] = {
        "game": sample("game"),
        "epoch": 0,
        "round": 90,
        "sender": 5,
        "recipient": 2,
        "commitment": sample("c"),
    }
    info = envelope_info(game=sample("game"), epoch=0, round=90, sender=5, recipient=2, commitment=sample("c"))
    sealed = seal_with(ephemeral, recipient.public, plaintext, info)
    return {
        "about": "Sealed envelopes (docs/protocol.md, section 10)",
        "envelopes": [
            {
                "bound_to": to_json(bound),
                "info": info.hex(),
                "private": recipient.private.hex(),
                "public": recipient.public.hex(),
                "ephemeral_private": ephemeral.hex(),
                "plaintext": plaintext.hex(),
                "sealed": sealed.hex(),
            }
        ],
        "recipients_rejected": [{"name": name, "public": key.hex()} for name, key in _bad_recipients()],
    }


def _bad_recipients() -> list[tuple[str, bytes]]:
    order_eight = (
        0x00B8495F16056286FDB1329CEB8D09DA6AC49FF1FAE35616AEB8413B7C7AEBE0,
        0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F,
    )
    return [
        ("u = 0", bytes(32)),
        ("u = 1", (1).to_bytes(32, "little")),
        ("u = p - 1", (P - 1).to_bytes(32, "little")),
        *((f"u of order 8, {n}", u.to_bytes(32, "little")) for n, u in enumerate(order_eight)),
        ("u = p + 9, not canonical", (P + 9).to_bytes(32, "little")),
        ("u = 9 with the highest bit", (9 | 1 << 255).to_bytes(32, "little")),
        ("31 bytes", (9).to_bytes(31, "little")),
    ]
