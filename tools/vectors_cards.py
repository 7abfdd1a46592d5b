"""Vectors of cards and Hilt: the group, the proofs, the deck, the one-hot commitment (docs/protocol-cards.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace

from protocol import dleq, hilt, schnorr
from protocol.context import Context
from protocol.deck import (
    Ciphertext,
    Deck,
    DeckKey,
    card_points,
    check_shares,
    check_shuffle,
    joint_key,
    shares,
    shuffle,
)
from protocol.group import (
    ORDER,
    Point,
    add,
    hash_to_integers,
    hash_to_point,
    hash_to_scalar,
    hash_to_scalars,
    multiply_base,
    pedersen_base,
    scalar_bytes,
    shuffle_generator,
)
from protocol.proof import ProofError
from protocol.shuffle import _plan
from protocol.shuffle_proof import pack_ciphertexts
from vectors_json import Json

HERE = Context(hashlib.sha256(b"a game of the vectors").digest(), 1, 23, 4, "vectors")
ABOUT = "docs/protocol-cards.md"
HASHED: tuple[tuple[str, list[int | str | None]], ...] = (("vectors", [1, "two"]), ("vectors", []), ("", [None]))


class Source:
    """A random source whose k-th answer, from 1, is SHAKE-256 of ``<name> <k>`` cut to the size asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._calls = 0

    def __call__(self, size: int) -> bytes:
        """Return the next ``size`` bytes."""
        self._calls += 1
        return hashlib.shake_256(f"{self.name} {self._calls}".encode("ascii")).digest(size)


def place(context: Context = HERE) -> dict[str, Json]:
    """A context as JSON."""
    return {
        "game": context.game.hex(),
        "epoch": context.epoch,
        "round": context.round,
        "seat": context.seat,
        "step": context.step,
    }


def hexes(parts: Sequence[bytes]) -> list[Json]:
    """Byte strings as hexadecimal digits."""
    return [part.hex() for part in parts]


def pairs(ciphertexts: Sequence[Ciphertext]) -> list[Json]:
    """Ciphertexts, each as its halves a and b."""
    return [hexes(pair) for pair in ciphertexts]


def scalar(value: int) -> str:
    """A scalar's 32 little-endian bytes as hexadecimal digits."""
    return scalar_bytes(value).hex()


def bumped(proof: bytes, at: int) -> bytes:
    """A proof with the scalar at a byte offset made one larger."""
    value = int.from_bytes(proof[at : at + 32], "little")
    return proof[:at] + scalar_bytes(value + 1) + proof[at + 32 :]


def respelled(proof: bytes, at: int) -> bytes:
    """A proof with the scalar at a byte offset made L larger: the same number, another spelling."""
    value = int.from_bytes(proof[at : at + 32], "little") + ORDER
    return proof[:at] + value.to_bytes(32, "little") + proof[at + 32 :]


def secret_scalar(name: str) -> int:
    """A scalar for a vector, by name."""
    return int.from_bytes(hashlib.sha512(name.encode("ascii")).digest(), "little") % ORDER


def group() -> dict[str, Json]:
    """Generators, card points, hashing to points and scalars, and encodings that are refused."""
    return {
        "about": f"The group ristretto255 ({ABOUT}, section 2)",
        "base": multiply_base(1).hex(),
        "pedersen_base": pedersen_base().hex(),
        "shuffle_generators": [shuffle_generator(index).hex() for index in range(33)],
        "cards": {name: hexes(card_points(name, range(4))) for name in ("conflict", "bonus", "déjà vu")},
        "points": [{"tag": tag, "parts": parts, "point": hash_to_point(tag, *parts).hex()} for tag, parts in HASHED],
        "scalars": [
            {
                "tag": "vectors",
                "parts": [number],
                "scalar": scalar(hash_to_scalar("vectors", number)),
                "stream": [scalar(found) for found in hash_to_scalars(3, "vectors", number)],
                "integers_16": [str(found) for found in hash_to_integers(3, 16, "vectors", number)],
            }
            for number in range(2)
        ],
        "points_rejected": [
            {"name": "the identity", "bytes": "00" * 32},
            {"name": "p", "bytes": "ed" + "ff" * 30 + "7f"},
            {"name": "the identity with its high bit set", "bytes": "00" * 31 + "80"},
            {"name": "the base with its high bit set", "bytes": multiply_base(1).hex()[:62] + "f6"},
            {"name": "negative s", "bytes": "01" + "00" * 31},
            {"name": "no square", "bytes": "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371"},
            {"name": "negative t", "bytes": "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e"},
            {"name": "31 bytes", "bytes": multiply_base(1).hex()[:62]},
            {"name": "33 bytes", "bytes": multiply_base(1).hex() + "00"},
        ],
        "scalars_accepted": [scalar(0), scalar(1), scalar(-1)],
        "scalars_rejected": [
            {"name": "L", "bytes": ORDER.to_bytes(32, "little").hex()},
            {"name": "L + 1", "bytes": (ORDER + 1).to_bytes(32, "little").hex()},
            {"name": "2^256 - 1", "bytes": "ff" * 32},
            {"name": "31 bytes", "bytes": "00" * 31},
        ],
    }


def schnorr_file() -> dict[str, Json]:
    """A proof of knowledge of a deck key, and the same proof where it must not hold."""
    secret = secret_scalar("schnorr")
    public = multiply_base(secret)
    proof = schnorr.prove(secret, public, HERE, Source("schnorr"))

    def bad(name: str, proof: bytes, public: Point = public, context: Context = HERE) -> Json:
        because = _because(lambda: schnorr.check(public, proof, context))
        return {
            "name": name,
            "context": place(context),
            "public": public.hex(),
            "proof": proof.hex(),
            "because": because,
        }

    return {
        "about": f"Knowledge of a deck key ({ABOUT}, section 4)",
        "accepted": [
            {
                "context": place(),
                "secret": scalar(secret),
                "public": public.hex(),
                "randomness": Source("schnorr")(32).hex(),
                "proof": proof.hex(),
            }
        ],
        "rejected": [
            *(bad(f"another {name}", proof, context=other) for name, other in elsewhere().items()),
            bad("another key", proof, add(public, multiply_base(1))),
            bad("the identity as key", proof, Point(bytes(32))),
            bad("another challenge", bumped(proof, 0)),
            bad("another response", bumped(proof, 32)),
            bad("the challenge respelled", respelled(proof, 0)),
            bad("the response respelled", respelled(proof, 32)),
            bad("a byte too few", proof[:-1]),
            bad("a byte too many", proof + b"\0"),
        ],
    }


def elsewhere() -> dict[str, Context]:
    """Contexts that differ from `HERE` in one field."""
    return {
        "game": replace(HERE, game=bytes(32)),
        "epoch": replace(HERE, epoch=2),
        "round": replace(HERE, round=24),
        "seat": replace(HERE, seat=5),
        "step": replace(HERE, step="vector"),
    }


def _because(check: Callable[[], None]) -> str:
    try:
        check()
    except ProofError as error:
        return str(error)
    raise AssertionError("what must be refused was not")


def _keys(count: int) -> tuple[DeckKey, ...]:
    return tuple(DeckKey.generate(Source(f"key {seat}")) for seat in range(count))


def dleq_file() -> dict[str, Json]:
    """Decryption shares of one card and of three, with their proofs."""
    keys = _keys(2)
    joint = joint_key([key.public for key in keys])
    deck, _ = Deck.fresh("bonus", 0, range(3)).shuffle(joint, HERE, bytes(32))
    key = keys[0]

    def case(count: int) -> tuple[Sequence[Ciphertext], tuple[Point, ...], bytes, Json]:
        cards = deck.ciphertexts[:count]
        points, proof = shares(key, cards, HERE, Source(f"dleq {count}"))
        extra = pack_ciphertexts(cards)
        statement = dleq._statement(key.public, [a for a, _ in cards], points, extra, HERE)
        return (
            cards,
            points,
            proof,
            {
                "context": place(),
                "secret": scalar(key.secret),
                "public": key.public.hex(),
                "ciphertexts": pairs(cards),
                "randomness": Source(f"dleq {count}")(32).hex(),
                "statement": statement.hex(),
                "weights": [str(weight) for weight in dleq._weights(statement, count)],
                "shares": hexes(points),
                "proof": proof.hex(),
            },
        )

    cards, points, proof, three = case(3)

    def bad(
        name: str,
        proof: bytes = proof,
        points: Sequence[Point] = points,
        cards: Sequence[Ciphertext] = cards,
        context: Context = HERE,
    ) -> Json:
        return {
            "name": name,
            "context": place(context),
            "public": key.public.hex(),
            "ciphertexts": pairs(cards),
            "shares": hexes(points),
            "proof": proof.hex(),
            "because": _because(lambda: check_shares(key.public, cards, points, proof, context)),
        }

    one = multiply_base(1)
    cancelling = (add(points[0], one), add(points[1], multiply_base(-1)), points[2])
    return {
        "about": f"Decryption shares and their proof ({ABOUT}, section 5)",
        "accepted": [case(1)[-1], three],
        "rejected": [
            *(bad(f"another {name}", context=other) for name, other in elsewhere().items()),
            bad("a wrong share", points=(points[0], add(points[1], one), points[2])),
            bad("errors that cancel", points=cancelling, proof=_forged(key, cards, cancelling)),
            bad("shares in another order", points=points[::-1]),
            bad("shares of other slots", cards=(cards[1], cards[0], cards[2])),
            bad("a share too few", points=points[:2]),
            bad("the identity as share", points=(Point(bytes(32)), *points[1:])),
            bad("another challenge", bumped(proof, 0)),
            bad("another response", bumped(proof, 32)),
            bad("the response respelled", respelled(proof, 32)),
            bad("a byte too few", proof[:-1]),
        ],
    }


def _forged(key: DeckKey, cards: Sequence[Ciphertext], points: Sequence[Point]) -> bytes:
    bases = [a for a, _ in cards]
    return dleq.prove(key.secret, key.public, bases, points, pack_ciphertexts(cards), HERE, Source("forged"))


def shuffle_file() -> dict[str, Json]:
    """Two shuffles of a small deck, one after the other, and a deck of one card."""
    joint = joint_key([key.public for key in _keys(2)])
    cases: list[Json] = []
    fresh = Deck.fresh("conflict", 0, (2, 3, 5, 7))
    first, _ = _shuffle_case(cases, fresh.ciphertexts, joint, "conflict", 0, "first")
    second, proof = _shuffle_case(cases, first, joint, "conflict", 0, "second")
    _shuffle_case(cases, Deck.fresh("bonus", 3, (1,)).ciphertexts, joint, "bonus", 3, "one card")

    def bad(
        name: str,
        proof: bytes = proof,
        outputs: Sequence[Ciphertext] = second,
        context: Context = HERE,
        deck: str = "conflict",
        count: int = 0,
    ) -> Json:
        return {
            "name": name,
            **_shuffle_statement(first, joint, deck, count, context),
            "outputs": pairs(outputs),
            "proof": proof.hex(),
            "because": _because(lambda: check_shuffle(first, outputs, proof, joint, context, deck, count)),
        }

    a, b = second[0]
    identity = Point(bytes(32))
    fields = ("commitment", "link", "challenge", "r", "s", "weighted", "f", "link response", "card response")
    places = (0, 4, 8, 9, 10, 11, 12, 13, 17)
    return {
        "about": f"Proofs of shuffle ({ABOUT}, section 6)",
        "accepted": cases,
        "rejected": [
            *(bad(f"another {name}", context=other) for name, other in elsewhere().items()),
            bad("another deck", deck="bonus"),
            bad("another reshuffle", count=1),
            bad("two outputs swapped", outputs=(second[1], second[0], *second[2:])),
            bad("an output doubled", outputs=(second[1], *second[1:])),
            bad("a foreign card", outputs=((a, add(b, multiply_base(1))), *second[1:])),
            bad("the identity in an output", outputs=((identity, b), *second[1:])),
            bad("an output too few", outputs=second[:-1]),
            *(bad(f"{name} changed", _changed(proof, 32 * at)) for name, at in zip(fields, places, strict=True)),
            bad("the challenge respelled", respelled(proof, 32 * 8)),
            bad("a commitment that is the identity", bytes(32) + proof[32:]),
            bad("32 bytes too few", proof[:-32]),
            bad("32 bytes too many", proof + bytes(32)),
        ],
    }


def _changed(proof: bytes, at: int) -> bytes:
    if at >= 32 * 8:
        return bumped(proof, at)
    return proof[:at] + add(Point(proof[at : at + 32]), multiply_base(1)) + proof[at + 32 :]


def _shuffle_statement(
    inputs: Sequence[Ciphertext], joint: Point, deck: str, count: int, context: Context = HERE
) -> dict[str, Json]:
    return {
        "context": place(context),
        "deck": deck,
        "count": count,
        "joint": joint.hex(),
        "inputs": pairs(inputs),
    }


def _shuffle_case(
    cases: list[Json], inputs: tuple[Ciphertext, ...], joint: Point, deck: str, count: int, name: str
) -> tuple[tuple[Ciphertext, ...], bytes]:
    seed = hashlib.sha256(name.encode("ascii")).digest()
    outputs, proof = shuffle(inputs, joint, HERE, deck, count, seed)
    plan = _plan(inputs, joint, HERE, deck, count, seed)
    cases.append(
        {
            "name": name,
            **_shuffle_statement(inputs, joint, deck, count),
            "seed": seed.hex(),
            "permutation": plan.permutation,
            "factors": [scalar(factor) for factor in plan.factors],
            "outputs": pairs(outputs),
            "proof": proof.hex(),
        }
    )
    return outputs, proof


def hilt_file() -> dict[str, Json]:
    """A Hilt in the second of three rooms, its commitment, all its answers, its slip."""
    rooms = ("crypt", "well", "cistern")
    secret, hidden = hilt.hide(rooms, "well", HERE, Source("hilt"))
    data = hidden.packed()

    def bad(name: str, data: bytes, context: Context = HERE, rooms: Sequence[str] = rooms) -> Json:
        because = _because(lambda: hilt.check_hilt(hilt.parse_commitment(data, rooms), rooms, context))
        return {
            "name": name,
            "context": place(context),
            "rooms": list(rooms),
            "commitment": data.hex(),
            "because": because,
        }

    size = 32 * (1 + len(rooms))
    return {
        "about": f"The Hilt ({ABOUT}, section 7)",
        "accepted": [
            {
                "context": place(),
                "rooms": list(rooms),
                "room": secret.room,
                "source": "hilt",
                "nonce": secret.nonce.hex(),
                "openings": [[here, blinding.hex()] for here, blinding in secret.openings()],
                "slip": hidden.slip.hex(),
                "points": hexes(hidden.points),
                "proof": hidden.proof.hex(),
                "commitment": data.hex(),
            }
        ],
        "rejected": [
            *(bad(f"another {name}", data, other) for name, other in elsewhere().items()),
            bad("other rooms", data, rooms=("crypt", "well", "forge")),
            bad("rooms in another order", data, rooms=rooms[::-1]),
            bad("another slip", bytes(32) + data[32:]),
            bad("a point moved", _moved(data, 32)),
            *(bad(f"scalar {at} changed", bumped(data, size + 32 * at)) for at in range(2 + 3 * len(rooms))),
            bad("the challenge respelled", respelled(data, size)),
            bad("the identity as commitment", data[:32] + bytes(32) + data[64:]),
            bad("a byte too few", data[:-1]),
        ],
    }


def _moved(data: bytes, at: int) -> bytes:
    return data[:at] + add(Point(data[at : at + 32]), multiply_base(1)) + data[at + 32 :]
