"""A second prover and verifier of shuffles, and a second verifier of the other proofs.

Written from docs/protocol-cards.md with nothing of the package's. The prover works with a matrix where the package
has a permutation, so that it can also make the proofs that a cheat would make, and name the equations that they break.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgpack
import rbcl

L = 2**252 + 27742317777372353535851937790883648493
ZERO = bytes(32)
Pair = tuple[bytes, bytes]
Matrix = Sequence[Sequence[int]]


def hash32(tag: str, *parts: Any) -> bytes:
    return hashlib.sha256(msgpack.packb(["keep-p2p/1", tag, *parts])).digest()


def hash64(tag: str, *parts: Any) -> bytes:
    return hashlib.sha512(msgpack.packb(["keep-p2p/1", tag, *parts])).digest()


def scalars(count: int, tag: str, *parts: Any) -> list[int]:
    stream = hashlib.shake_256(hash64(tag, *parts)).digest(64 * count)
    return [int.from_bytes(stream[64 * k : 64 * (k + 1)], "little") % L for k in range(count)]


def times(scalar: int, point: bytes) -> bytes:
    if scalar % L == 0 or point == ZERO:
        return ZERO
    return bytes(rbcl.crypto_scalarmult_ristretto255((scalar % L).to_bytes(32, "little"), point))


def plus(*points: bytes) -> bytes:
    result = ZERO
    for point in points:
        result = bytes(rbcl.crypto_core_ristretto255_add(result, point))
    return result


def combined(factors: Sequence[int], points: Sequence[bytes]) -> bytes:
    return plus(*(times(factor, point) for factor, point in zip(factors, points, strict=True)))


G: bytes = bytes(rbcl.crypto_scalarmult_ristretto255_base((1).to_bytes(32, "little")))


def h(index: int) -> bytes:
    return bytes(rbcl.crypto_core_ristretto255_from_hash(hash64("shuffle-generator", index)))


class Statement:
    def __init__(
        self, context: Sequence[Any], deck_name: str, count: int, joint: bytes, inputs: list[Pair], outputs: list[Pair]
    ) -> None:
        self.inputs, self.outputs, self.joint, self.n = inputs, outputs, joint, len(inputs)
        generators = G + b"".join(h(index) for index in range(self.n + 1))
        flat_in, flat_out = (b"".join(a + b for a, b in pairs) for pairs in (inputs, outputs))
        self.digest = hash32("shuffle-statement", list(context), deck_name, count, generators, joint, flat_in, flat_out)

    def announced(self, proof: bytes) -> tuple[int, dict[str, bytes], dict[str, bytes]]:
        """The proof's challenge, the announcements that fit it, and C and D, which the challenge hashes too."""
        n = self.n
        parts = [proof[32 * k : 32 * (k + 1)] for k in range(4 * n + 5)]
        commitments, chain = parts[:n], parts[n : 2 * n]
        c, for_r, for_s, for_weighted, for_f, *rest = (int.from_bytes(part, "little") for part in parts[2 * n :])
        for_links, for_images = rest[:n], rest[n:]
        u = scalars(n, "shuffle-weights", hash32("shuffle-commitments", self.digest, b"".join(commitments)))
        product = 1
        for weight in u:
            product = product * weight % L
        before = [h(0), *chain]
        found = {
            "sum": plus(times(for_r, G), times(-c, plus(*commitments, *(times(-1, h(i + 1)) for i in range(n))))),
            "product": plus(times(for_s, G), times(-c, plus(chain[-1], times(-product, h(0))))),
            "weighted": plus(
                times(for_weighted, G),
                combined(for_images, [h(i + 1) for i in range(n)]),
                times(-c, combined(u, commitments)),
            ),
        }
        for name, half, base in (("a", 0, G), ("b", 1, self.joint)):
            found[name] = plus(
                times(-for_f, base),
                combined(for_images, [pair[half] for pair in self.outputs]),
                times(-c, combined(u, [pair[half] for pair in self.inputs])),
            )
        for i in range(n):
            found[f"link {i + 1}"] = plus(
                times(for_links[i], G), times(for_images[i], before[i]), times(-c, before[i + 1])
            )
        return c, found, {"commitments": b"".join(commitments), "chain": b"".join(chain)}

    def challenge(self, commitments: bytes, chain: bytes, announced: dict[str, bytes]) -> int:
        bound = hash32("shuffle-commitments", self.digest, commitments)
        return int.from_bytes(hash64("shuffle-challenge", bound, chain, b"".join(announced.values())), "little") % L

    def holds(self, proof: bytes) -> bool:
        c, announced, points = self.announced(proof)
        return len(proof) == 32 * (4 * self.n + 5) and self.challenge(**points, announced=announced) == c

    def prove(
        self,
        committed: Matrix,
        factors: Sequence[int],
        claimed: Matrix | None = None,
        chain_images: Sequence[int] | None = None,
    ) -> tuple[bytes, dict[str, bytes]]:
        """Prove by the book that outputs relate to inputs as a matrix says; also return what was announced.

        ``committed`` is what the commitments hold (row j: input j), ``claimed`` what the responses are about, and
        ``chain_images`` factors for the images in the chain alone.
        """
        n = self.n
        masks, link_masks, link_nonces, image_nonces = (scalars(n, f"test {k}", self.digest) for k in range(4))
        sum_nonces = scalars(4, "test sums", self.digest)
        commitments = [
            plus(times(masks[j], G), *(times(committed[j][i], h(i + 1)) for i in range(n))) for j in range(n)
        ]
        u = scalars(n, "shuffle-weights", hash32("shuffle-commitments", self.digest, b"".join(commitments)))
        matrix = committed if claimed is None else claimed
        images = [sum(u[j] * matrix[j][i] for j in range(n)) % L for i in range(n)]
        in_chain = [image * factor % L for image, factor in zip(images, chain_images or [1] * n, strict=True)]
        chain, s = [h(0)], 0
        for mask, image in zip(link_masks, in_chain, strict=True):
            chain.append(plus(times(mask, G), times(image, chain[-1])))
            s = (s * image + mask) % L
        announced = {
            "sum": times(sum_nonces[0], G),
            "product": times(sum_nonces[1], G),
            "weighted": plus(times(sum_nonces[2], G), combined(image_nonces, [h(i + 1) for i in range(n)])),
            "a": plus(times(-sum_nonces[3], G), combined(image_nonces, [a for a, _ in self.outputs])),
            "b": plus(times(-sum_nonces[3], self.joint), combined(image_nonces, [b for _, b in self.outputs])),
        }
        for i in range(n):
            announced[f"link {i + 1}"] = plus(times(link_nonces[i], G), times(image_nonces[i], chain[i]))
        flat = {"commitments": b"".join(commitments), "chain": b"".join(chain[1:])}
        c = self.challenge(**flat, announced=announced)
        weighted = sum(mask * weight for mask, weight in zip(masks, u, strict=True))
        f = sum(factor * image for factor, image in zip(factors, images, strict=True))
        responses = [c]
        responses += [k + c * x for k, x in zip(sum_nonces, (sum(masks), s, weighted, f), strict=True)]
        responses += [k + c * x for k, x in zip(link_nonces, link_masks, strict=True)]
        responses += [k + c * x for k, x in zip(image_nonces, images, strict=True)]
        numbers = b"".join((response % L).to_bytes(32, "little") for response in responses)
        return flat["commitments"] + flat["chain"] + numbers, announced


# --- the other proofs


def _number(data: bytes) -> int:
    number = int.from_bytes(data, "little")
    assert number < L
    return number


def _is(challenge: int, tag: str, *parts: Any) -> bool:
    return int.from_bytes(hash64(tag, *parts), "little") % L == challenge


def knows(context: Sequence[Any], key: bytes, proof: bytes) -> bool:
    """Section 4."""
    c, z = (_number(proof[at : at + 32]) for at in (0, 32))
    statement = hash32("schnorr-statement", list(context), key)
    return _is(c, "schnorr-challenge", statement, plus(times(z, G), times(-c, key)))


def shared(context: Sequence[Any], key: bytes, cards: Sequence[Pair], given: Sequence[bytes], proof: bytes) -> bool:
    """Section 5."""
    c, z = (_number(proof[at : at + 32]) for at in (0, 32))
    firsts, whole = b"".join(a for a, _ in cards), b"".join(a + b for a, b in cards)
    statement = hash32("dleq-statement", list(context), G, key, firsts, b"".join(given), whole)
    stream = hashlib.shake_256(hash64("dleq-weights", statement)).digest(16 * (len(cards) - 1))
    weights = [1, *(int.from_bytes(stream[at : at + 16], "little") for at in range(0, len(stream), 16))]
    a, d = combined(weights, [a for a, _ in cards]), combined(weights, given)
    in_base, in_folded = plus(times(z, G), times(-c, key)), plus(times(z, a), times(-c, d))
    return _is(c, "dleq-challenge", statement, in_base, in_folded)


def hidden(context: Sequence[Any], rooms: Sequence[str], commitment: bytes) -> bool:
    """Section 7, the proof."""
    n = len(rooms)
    slip, *parts = (commitment[at : at + 32] for at in range(0, len(commitment), 32))
    points, numbers = parts[:n], [_number(part) for part in parts[n:]]
    c, z, base = numbers[0], numbers[-1], bytes(rbcl.crypto_core_ristretto255_from_hash(hash64("pedersen-base")))
    bound = hash32("hilt-statement", list(context), list(rooms), slip)
    statement = hash32("onehot-statement", bound, G, base, b"".join(points))
    announced = b""
    for i, point in enumerate(points):
        c0, z0, z1 = numbers[1 + 3 * i : 4 + 3 * i]
        announced += plus(times(z0, base), times(-c0, point))
        announced += plus(times(z1, base), times(c0 - c, plus(point, times(-1, G))))
    in_sum = plus(times(z, base), times(-c, plus(*points, times(-1, G))))
    return len(numbers) == 3 * n + 2 and _is(c, "onehot-challenge", statement, announced, in_sum)


def slip(
    context: Sequence[Any], rooms: Sequence[str], room: str, openings: Sequence[tuple[bool, bytes]], nonce: bytes
) -> bytes:
    """Section 7, the slip."""
    answers = [list(opening) for opening in openings]
    return hash32("commitment", [*context, "hilt-slip", list(rooms)], [room, answers], nonce)
