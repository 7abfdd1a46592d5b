"""A shuffle is proven, and nothing that is no shuffle can be."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import shuffle_proof
from protocol.context import Context
from protocol.deck import (
    Ciphertext,
    Deck,
    card_points,
    check_shuffle,
    fresh_deck,
    parse_ciphertexts,
    shuffle,
    shuffle_outputs,
    verify_shuffle,
)
from protocol.group import (
    BASE,
    IDENTITY,
    ORDER,
    Point,
    add,
    combine,
    multiply,
    multiply_base,
    scalar_bytes,
    shuffle_generator,
    subtract,
)
from protocol.proof import ProofError
from protocol.shuffle import _plan
from tests.protocol import reference
from tests.protocol.cards import ELSEWHERE, HERE, joint, keys, pieces, put, seed, shuffled

KEYS = keys(3)
JOINT = joint(KEYS)
NAME, COUNT = "conflict", 2
CARDS = 4
FRESH = fresh_deck(card_points(NAME, range(CARDS)))
INPUTS = shuffled(Deck.fresh(NAME, COUNT, range(CARDS)), JOINT, 2).ciphertexts
OUTPUTS, PROOF = shuffle(INPUTS, JOINT, HERE, NAME, COUNT, seed(9))


def refused(
    inputs: Sequence[Ciphertext] = INPUTS,
    outputs: Sequence[Ciphertext] = OUTPUTS,
    proof: bytes = PROOF,
    key: Point = JOINT,
    context: Context = HERE,
    name: str = NAME,
    count: int = COUNT,
) -> str:
    assert not verify_shuffle(inputs, outputs, proof, key, context, name, count)
    with pytest.raises(ProofError) as caught:
        check_shuffle(inputs, outputs, proof, key, context, name, count)
    return str(caught.value)


# --- what holds


@given(st.integers(1, 9), st.integers(0, 2), st.binary(min_size=32, max_size=32))
@settings(deadline=None, max_examples=20)
def test_an_honest_shuffle_holds_and_keeps_the_cards(cards: int, before: int, secret: bytes) -> None:
    deck = shuffled(Deck.fresh(NAME, COUNT, range(cards)), JOINT, before)
    outputs, proof = shuffle(deck.ciphertexts, JOINT, HERE, NAME, COUNT, secret)
    check_shuffle(deck.ciphertexts, outputs, proof, JOINT, HERE, NAME, COUNT)
    assert len(proof) == shuffle_proof.proof_bytes(cards)
    total_secret = sum(key.secret for key in KEYS)
    decrypted = {subtract(b, multiply(total_secret, a)) for a, b in outputs}
    assert decrypted == set(deck.points)


def test_a_whole_conflict_deck_holds() -> None:
    deck = Deck.fresh("conflict", 0, range(32))
    outputs, proof = shuffle(deck.ciphertexts, JOINT, HERE, "conflict", 0, seed(1))
    check_shuffle(deck.ciphertexts, outputs, proof, JOINT, HERE, "conflict", 0)


def test_the_same_call_gives_the_same_bytes() -> None:
    assert shuffle(INPUTS, JOINT, HERE, NAME, COUNT, seed(9)) == (OUTPUTS, PROOF)


def test_a_disclosed_seed_gives_the_outputs_again_and_another_does_not() -> None:
    assert shuffle_outputs(INPUTS, JOINT, HERE, NAME, COUNT, seed(9)) == OUTPUTS
    assert shuffle_outputs(INPUTS, JOINT, HERE, NAME, COUNT, seed(8)) != OUTPUTS


def test_every_permutation_of_three_cards_comes_out_alike() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for number in range(600):
        plan = _plan(FRESH[:3], JOINT, HERE, NAME, COUNT, seed(number))
        counts[plan.permutation] = counts.get(plan.permutation, 0) + 1
    assert len(counts) == 6
    assert sum((found - 100) ** 2 / 100 for found in counts.values()) < 20.5  # chi-square, 5 degrees, 1 in 1000


def test_a_seed_serves_one_statement() -> None:
    def factors(**changes: object) -> tuple[int, ...]:
        arguments = {"inputs": INPUTS, "joint": JOINT, "context": HERE, "deck_name": NAME, "count": COUNT}
        return _plan(**{**arguments, **changes}, seed=seed(9)).factors  # type: ignore[arg-type]  # one is replaced

    others = [factors(context=place) for place in ELSEWHERE.values()]
    others += [factors(inputs=INPUTS[::-1]), factors(joint=BASE), factors(deck_name="bonus"), factors(count=3)]
    numbers = [number for plan in [factors(), *others] for number in plan]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle(INPUTS, JOINT, HERE, NAME, COUNT, bytes(size))


# --- the second verifier


def statement(inputs: Sequence[Ciphertext] = INPUTS, outputs: Sequence[Ciphertext] = OUTPUTS) -> reference.Statement:
    return reference.Statement(HERE.parts(), NAME, COUNT, JOINT, list(inputs), list(outputs))


def test_a_second_verifier_written_from_the_document_agrees() -> None:
    assert statement().holds(PROOF)
    assert not statement().holds(put(PROOF, 32 * 9, bytes(32)))
    assert not statement(outputs=OUTPUTS[::-1]).holds(PROOF)


def unit(size: int) -> list[list[int]]:
    return [[int(row == column) for column in range(size)] for row in range(size)]


def applied(matrix: reference.Matrix, factors: Sequence[int]) -> list[Ciphertext]:
    """The inputs combined as the rows say, then re-encrypted."""
    outputs = []
    for row, factor in zip(matrix, factors, strict=True):
        a, b = (combine([k % ORDER for k in row], [pair[half] for pair in INPUTS]) for half in (0, 1))
        outputs.append((add(a, multiply_base(factor)), add(b, multiply(factor, JOINT))))
    return outputs


FACTORS = (11, 22, 33, 44)
HALF, THIRD = pow(2, -1, ORDER), pow(3, -1, ORDER)
SCALED = [[2, 0, 0, 0], [0, HALF, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
UNSCALED = [[HALF, 0, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
MIXED = [[2, -1, 0, 0], [-1, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
UNMIXED = [[2 * THIRD, THIRD, 0, 0], [THIRD, 2 * THIRD, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def by_the_book(
    outputs: Sequence[Ciphertext], committed: reference.Matrix, claimed: reference.Matrix | None = None
) -> tuple[set[str], bytes]:
    """Which equations a prover's lie breaks, and its proof."""
    subject = statement(outputs=outputs)
    proof, announced = subject.prove(committed, FACTORS, claimed)
    return broken(subject, proof, announced), proof


def broken(subject: reference.Statement, proof: bytes, announced: dict[str, bytes]) -> set[str]:
    _, recomputed, _ = subject.announced(proof)
    return {name for name, point in announced.items() if recomputed[name] != point}


def test_the_second_prover_is_believed_when_it_is_honest() -> None:
    outputs = applied(unit(CARDS), FACTORS)
    equations, proof = by_the_book(outputs, unit(CARDS))
    assert equations == set()
    check_shuffle(INPUTS, outputs, proof, JOINT, HERE, NAME, COUNT)


# Each equation is the only one that stops some false statement: leave one out, and its cheat below gets through.


def test_cards_multiplied_by_numbers_fail_by_the_sum_alone() -> None:
    outputs = applied(UNSCALED, FACTORS)
    equations, proof = by_the_book(outputs, SCALED)
    assert equations == {"sum"}
    assert "do not fit" in refused(outputs=outputs, proof=proof)


def test_cards_mixed_with_each_other_fail_by_the_product_alone() -> None:
    outputs = applied(UNMIXED, FACTORS)
    equations, proof = by_the_book(outputs, MIXED)
    assert equations == {"product"}
    assert "do not fit" in refused(outputs=outputs, proof=proof)


def test_images_of_other_than_the_committed_matrix_fail_by_the_weighted_sum_alone() -> None:
    outputs = applied(UNSCALED, FACTORS)
    equations, proof = by_the_book(outputs, unit(CARDS), SCALED)
    assert equations == {"weighted"}
    assert "do not fit" in refused(outputs=outputs, proof=proof)


def test_a_chain_of_other_images_fails_by_that_link_alone() -> None:
    outputs = applied(UNMIXED, FACTORS)
    subject = statement(outputs=outputs)
    probe, _ = subject.prove(MIXED, FACTORS)
    commitments = probe[: 32 * CARDS]
    u = reference.scalars(
        CARDS, "shuffle-weights", reference.hash32("shuffle-commitments", subject.digest, commitments)
    )
    wanted, got = u[0] * u[1] % ORDER, (2 * u[0] - u[1]) * (2 * u[1] - u[0]) % ORDER
    proof, announced = subject.prove(MIXED, FACTORS, chain_images=[1, wanted * pow(got, -1, ORDER), 1, 1])
    assert broken(subject, proof, announced) == {"link 2"}
    assert "do not fit" in refused(outputs=outputs, proof=proof)


def test_a_wrong_first_half_fails_by_its_equation_alone() -> None:
    outputs = applied(unit(CARDS), FACTORS)
    outputs[1] = (add(outputs[1][0], BASE), outputs[1][1])
    equations, proof = by_the_book(outputs, unit(CARDS))
    assert equations == {"a"}
    assert "do not fit" in refused(outputs=outputs, proof=proof)


def test_a_foreign_card_fails_by_its_equation_alone() -> None:
    foreign = subtract(card_points(NAME, [99])[0], card_points(NAME, [1])[0])
    outputs = applied(unit(CARDS), FACTORS)
    outputs[1] = (outputs[1][0], add(outputs[1][1], foreign))
    equations, proof = by_the_book(outputs, unit(CARDS))
    assert equations == {"b"}
    assert "do not fit" in refused(outputs=outputs, proof=proof)


@pytest.mark.parametrize("rows", [(0, 0, 2, 3), (1, 1, 1, 1), (0, 1, 3, 3)], ids=str)
def test_a_card_doubled_and_another_dropped_is_refused_whatever_is_committed(rows: tuple[int, ...]) -> None:
    doubled = [unit(CARDS)[row] for row in rows]
    transposed = [[doubled[i][j] for i in range(CARDS)] for j in range(CARDS)]
    outputs = applied(doubled, FACTORS)
    for committed in (unit(CARDS), transposed):
        equations, proof = by_the_book(outputs, committed)
        assert equations & {"a", "b", "sum", "product"}
        assert not verify_shuffle(INPUTS, outputs, proof, JOINT, HERE, NAME, COUNT)


# --- the package's own prover, lying


def forged(outputs: Sequence[Ciphertext], inputs: Sequence[Ciphertext] = INPUTS) -> bytes:
    plan = _plan(inputs, JOINT, HERE, NAME, COUNT, seed(9))
    subject = shuffle_proof.ShuffleStatement(tuple(inputs), tuple(outputs), JOINT, HERE, NAME, COUNT)
    return shuffle_proof.prove(subject, plan, seed(9))


def re_encrypted(pair: Ciphertext, factor: int = 5, key: Point = JOINT) -> Ciphertext:
    return add(pair[0], multiply_base(factor)), add(pair[1], multiply(factor, key))


LIES: dict[str, Callable[[list[Ciphertext]], object]] = {
    "a card doubled": lambda cards: cards.__setitem__(0, re_encrypted(cards[1])),
    "a card copied as it is": lambda cards: cards.__setitem__(0, cards[1]),
    "a foreign card": lambda cards: cards.__setitem__(2, (cards[2][0], add(cards[2][1], BASE))),
    "re-encrypted under another key": lambda cards: cards.__setitem__(3, re_encrypted(cards[3], key=BASE)),
    "re-encrypted with another factor": lambda cards: cards.__setitem__(3, re_encrypted(cards[3])),
    "two outputs swapped": lambda cards: cards.__setitem__(slice(0, 2), cards[1::-1]),
    "halves swapped": lambda cards: cards.__setitem__(1, cards[1][::-1]),
    "all reversed": lambda cards: cards.reverse(),
}


@pytest.mark.parametrize("lie", list(LIES.values()), ids=list(LIES))
@pytest.mark.parametrize("inputs", [INPUTS, FRESH], ids=["shuffled before", "fresh"])
def test_what_is_no_shuffle_is_refused(
    inputs: tuple[Ciphertext, ...], lie: Callable[[list[Ciphertext]], object]
) -> None:
    cards = list(shuffle_outputs(inputs, JOINT, HERE, NAME, COUNT, seed(9)))
    honest = forged(cards, inputs)
    check_shuffle(inputs, cards, honest, JOINT, HERE, NAME, COUNT)
    lie(cards)
    assert "do not fit" in refused(inputs, cards, honest)
    assert "do not fit" in refused(inputs, cards, forged(cards, inputs))


def test_a_card_too_few_or_too_many_is_refused() -> None:
    assert "3 cards came out of 4" in refused(outputs=OUTPUTS[:-1])
    assert "5 cards came out of 4" in refused(outputs=(*OUTPUTS, OUTPUTS[0]))
    assert "0 cards came out of 4" in refused(outputs=())


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("place", range(CARDS))
def test_the_identity_in_an_output_is_refused(place: int, half: int) -> None:
    outputs = list(OUTPUTS)
    outputs[place] = (IDENTITY, outputs[place][1]) if half == 0 else (outputs[place][0], IDENTITY)
    assert "identity" in refused(outputs=outputs)
    assert "identity" in refused(outputs=outputs, proof=forged(outputs))


def test_an_unshuffled_deck_is_refused_for_its_identities() -> None:
    assert "identity" in refused(FRESH, FRESH, forged(FRESH, FRESH))


# --- the statement


@pytest.mark.parametrize("place", list(ELSEWHERE.values()), ids=list(ELSEWHERE))
def test_a_proof_holds_nowhere_else(place: Context) -> None:
    assert "place in the game" in refused(context=place)


def test_deck_name_count_and_key_are_in_the_statement() -> None:
    assert "do not fit" in refused(name="bonus")
    assert "do not fit" in refused(count=COUNT + 1)
    assert "do not fit" in refused(key=add(JOINT, BASE))
    assert "identity" in refused(key=IDENTITY)


def test_every_half_of_every_input_and_output_is_in_the_statement() -> None:
    for place in range(CARDS):
        for half in (0, 1):
            for which in ("inputs", "outputs"):
                cards = list(INPUTS if which == "inputs" else OUTPUTS)
                pair = list(cards[place])
                pair[half] = add(pair[half], BASE)
                cards[place] = (pair[0], pair[1])
                message = refused(inputs=cards) if which == "inputs" else refused(outputs=cards)
                assert "do not fit" in message


def test_inputs_in_another_order_are_another_statement() -> None:
    assert "do not fit" in refused(inputs=INPUTS[::-1])


def test_the_joint_key_may_be_anything_but_the_identity_and_a_lie_stays_a_lie() -> None:
    # Soundness rests on the generators alone: a key whose secret the liar knows does not help.
    for key in (BASE, multiply_base(-1), shuffle_generator(0), shuffle_generator(1)):
        outputs, proof = shuffle(FRESH, key, HERE, NAME, COUNT, seed(4))
        check_shuffle(FRESH, outputs, proof, key, HERE, NAME, COUNT)
        lie = [(outputs[0][0], add(outputs[0][1], BASE)), *outputs[1:]]
        subject = shuffle_proof.ShuffleStatement(FRESH, tuple(lie), key, HERE, NAME, COUNT)
        proof = shuffle_proof.prove(subject, _plan(FRESH, key, HERE, NAME, COUNT, seed(4)), seed(4))
        assert "do not fit" in refused(FRESH, lie, proof, key)


def test_equal_inputs_do_not_make_a_liar_honest() -> None:
    twins = (INPUTS[0], INPUTS[0], INPUTS[1])
    outputs, proof = shuffle(twins, JOINT, HERE, NAME, COUNT, seed(4))
    check_shuffle(twins, outputs, proof, JOINT, HERE, NAME, COUNT)
    lie = (re_encrypted(INPUTS[1]), *outputs[1:])
    assert "do not fit" in refused(twins, lie, forged(lie, twins))


# --- the proof's bytes


def field_names() -> list[str]:
    singles = ["challenge", "r", "s", "weighted", "f"]
    several = [f"{name} {place}" for name in ("C", "D") for place in range(CARDS)]
    return several + singles + [f"{name} {place}" for name in ("link", "image") for place in range(CARDS)]


def test_the_proof_has_the_fields_of_the_document() -> None:
    assert len(PROOF) == 32 * len(field_names())


@pytest.mark.parametrize(("at", "piece"), list(pieces(PROOF)), ids=field_names())
def test_each_field_counts_and_is_read_strictly(at: int, piece: bytes) -> None:
    if at < 2 * 32 * CARDS:
        assert "do not fit" in refused(proof=put(PROOF, at, add(Point(piece), BASE)))
        assert "identity" in refused(proof=put(PROOF, at, IDENTITY))
        assert "not a point" in refused(proof=put(PROOF, at, b"\1" * 32))
    else:
        value = int.from_bytes(piece, "little")
        assert "do not fit" in refused(proof=put(PROOF, at, scalar_bytes(value + 1)))
        assert "do not fit" in refused(proof=put(PROOF, at, bytes(32)))
        assert "below the order" in refused(proof=put(PROOF, at, (value + ORDER).to_bytes(32, "little")))


@pytest.mark.parametrize("data", [b"", PROOF[:-32], PROOF[:-1], PROOF + b"\0", PROOF + bytes(32)])
def test_a_proof_has_exactly_its_elements(data: bytes) -> None:
    assert f"has {len(data)} bytes where it must have {len(PROOF)}" in refused(proof=data)


def test_a_proof_for_another_number_of_cards_is_refused() -> None:
    outputs, proof = shuffle(INPUTS[:3], JOINT, HERE, NAME, COUNT, seed(9))
    assert "must have" in refused(proof=proof)
    assert "do not fit" in refused(INPUTS[1:], outputs, proof)


@given(st.integers(0, len(PROOF) * 8 - 1))
@settings(deadline=None, max_examples=40)
def test_no_bit_of_a_proof_can_be_flipped(bit: int) -> None:
    flipped = bytearray(PROOF)
    flipped[bit // 8] ^= 1 << bit % 8
    assert not verify_shuffle(INPUTS, OUTPUTS, bytes(flipped), JOINT, HERE, NAME, COUNT)


# --- limits


def test_no_cards_and_too_many_cards_are_refused_before_any_work() -> None:
    many = FRESH[:1] * (shuffle_proof.MAX_CARDS + 1)
    for cards in ((), many):
        assert f"1 to {shuffle_proof.MAX_CARDS} can be shuffled" in refused(cards, cards, b"")
        with pytest.raises(ProofError, match="can be shuffled"):
            shuffle(cards, JOINT, HERE, NAME, COUNT, seed(0))
    with pytest.raises(ProofError, match="identity"):
        shuffle_outputs(FRESH, IDENTITY, HERE, NAME, COUNT, seed(0))


def test_ciphertexts_from_outside_are_read_strictly() -> None:
    data = b"".join(a + b for a, b in OUTPUTS)
    assert parse_ciphertexts(data, CARDS) == OUTPUTS
    for wrong, why in (
        (data[:-1], "255 bytes where 8 points have 256"),
        (data + bytes(64), "320 bytes"),
        (put(data, 64, bytes(32)), "number 2: the identity"),
        (put(data, 96, b"\1" * 32), "number 3: these bytes are not a point"),
    ):
        with pytest.raises(ProofError, match=why):
            parse_ciphertexts(wrong, CARDS)


def test_a_point_that_was_never_parsed_passes_nothing() -> None:
    wild = Point(b"\1" * 32)
    for half in (0, 1):
        pair = (wild, OUTPUTS[0][1]) if half == 0 else (OUTPUTS[0][0], wild)
        assert "not a point" in refused(outputs=(pair, *OUTPUTS[1:]))
        assert "not a point" in refused(inputs=(pair, *INPUTS[1:]))
    assert "not a point" in refused(key=wild)


def test_a_context_of_another_seat_gives_another_shuffle_from_the_same_seed() -> None:
    assert shuffle(INPUTS, JOINT, replace(HERE, seat=1), NAME, COUNT, seed(9))[0] != OUTPUTS
