"""The rounds after play (docs/protocol-rounds.md: unveil, final, disclose, result), and complaints."""

from __future__ import annotations

from collections.abc import Sequence

from alone import beacon
from alone.acts import packed_scalars
from alone.encoding import BadEncoding, Value, commitment, data_of, text_of
from alone.envelope import clamped, info, open_sealed, public_of
from alone.group import BASE, BadProof, Context, read_point, read_scalar, times
from alone.proofs import ShuffleStatement, check_shares
from alone.table import Commitment, Foul, Guess, Table, exactly
from alone.transcript import Entry

OPENING = 132


def unveil(table: Table, entry: Entry) -> None:
    """Where the Hilt was."""
    exactly(entry, "blindings", "nonce", "room")
    hilt = table.hilt
    if hilt is None or entry.seat != table.molasar:
        raise BadProof("only Molasar's seat unveils the Hilt")
    room = text_of(entry.content["room"], "`room`")
    nonce = data_of(entry.content["nonce"], "`nonce`", 32)
    blindings = packed_scalars(entry, len(hilt.points))
    here = [index for index, blinding in enumerate(blindings) if hilt.opens(index, True, blinding)]
    if len(here) != 1:
        raise BadProof(f"{len(here)} rooms are opened as the Hilt's")
    for index, blinding in enumerate(blindings):
        if index not in here and not hilt.opens(index, False, blinding):
            raise BadProof(f"the answer {index} does not open")
    if table.answered.get(here[0]) is False:
        raise BadProof("the Hilt is in a room that was proven empty")
    if table.rooms is not None:
        if table.rooms[here[0]] != room or not hilt.slip_holds(table.rooms, room, nonce, blindings):
            raise BadProof("the slip does not hold")
        table.checks["slips"] += 1
    table.stage = "final"


def final(table: Table, entries: Sequence[Entry]) -> None:
    """All sign how it ended; without the rules: all the same."""
    outcomes: list[Value] = []
    for entry in entries:
        if set(entry.content) != {"outcome"}:
            raise Foul(entry.seat, entry.round, "final: the field is `outcome`")
        outcomes.append(entry.content["outcome"])
    table.take_given("that the outcome signed by all is that of the rules")
    if any(outcome != outcomes[0] for outcome in outcomes):
        raise Foul(
            None, entries[0].round, "final: seats sign different outcomes; which is right only the rules can say"
        )
    table.stage = "disclose"


def _pieces(entry: Entry, field: str, size: int, count: int) -> list[bytes]:
    data = data_of(entry.content[field], f"`{field}`", size * count)
    return [data[at : at + size] for at in range(0, len(data), size)]


def disclose(table: Table, entries: Sequence[Entry]) -> None:
    """All secrets, each held against what it made; then, with the one-time keys, the sealed openings."""
    keys: list[tuple[Guess, bytes]] = []
    for entry in entries:
        try:
            keys += _disclosed(table, entry)
        except (BadEncoding, BadProof) as problem:
            raise Foul(entry.seat, entry.round, f"disclose: {problem}") from None
        table.checks["disclosures"] += 1
    for guess, secret in keys:
        untrue = opening_problem(table, guess, secret)
        if untrue is not None:
            raise Foul(guess.commitment.seat, peek_of(guess).round, f"peek: {untrue}")
        table.checks["sealed openings"] += 1
    table.stage = "result"


def _disclosed(table: Table, entry: Entry) -> list[tuple[Guess, bytes]]:
    """Check one seat's secrets; the one-time keys of its Second Guesses."""
    exactly(entry, "beacon_seeds", "deck_key", "guess_keys", "returned", "shuffle_seeds")
    key = read_scalar(data_of(entry.content["deck_key"], "`deck_key`", 32), "`deck_key`")
    if times(key, BASE) != table.keys[entry.seat]:
        raise BadProof("the deck key is not that of the public one")
    seeds = _pieces(entry, "beacon_seeds", 32, len(table.chains))
    for chains, seed in zip(table.chains, seeds, strict=True):
        if beacon.tip_of(entry.game, entry.epoch, entry.seat, seed) != chains[entry.seat].tip:
            raise BadProof("a beacon seed does not lead to its tip")
    done = [shuffle for shuffle in table.shuffles if shuffle.seat == entry.seat]
    for shuffle, seed in zip(done, _pieces(entry, "shuffle_seeds", 32, len(done)), strict=True):
        statement = ShuffleStatement(shuffle.inputs, table.joint, shuffle.deck, shuffle.count, shuffle.context)
        if statement.replay(seed) != shuffle.outputs:
            raise BadProof(f"a seed does not make the shuffle of round {shuffle.round}")
    _returned(table, entry)
    guesses = [guess for guess in table.guesses if guess.seat == entry.seat]
    secrets = _pieces(entry, "guess_keys", 32, len(guesses))
    if not all(fits(guess, secret) for guess, secret in zip(guesses, secrets, strict=True)):
        raise BadProof("a one-time key is not that of the public one")
    return list(zip(guesses, secrets, strict=True))


def _returned(table: Table, entry: Entry) -> None:
    sent_back = [found for found in table.commitments if found.returned and found.seat == entry.seat]
    for found, piece in zip(sent_back, _pieces(entry, "returned", 36, len(sent_back)), strict=True):
        slot = int.from_bytes(piece[:4], "big")
        context = (entry.game, entry.epoch, found.round, entry.seat, "card")
        if commitment(context, slot, piece[4:]) != found.value:
            raise BadProof("a returned card does not open its commitment")
        if _played_again(table, found, slot):
            raise BadProof("a card sent back was turned up in the same exchange")


def _played_again(table: Table, sent_back: Commitment, slot: int) -> bool:
    return again(table, sent_back, slot) is not None


def again(table: Table, sent_back: Commitment, slot: int) -> Commitment | None:
    """The commitment by which a card that was sent back was turned up in the same exchange."""
    for found in table.commitments:
        same = found.exchange == sent_back.exchange and found.character == sent_back.character
        if same and found is not sent_back and found.slot == slot:
            return found
    return None


def fits(guess: Guess, secret: bytes) -> bool:
    """Whether it is the secret of the key that a guesser offered."""
    return clamped(secret) and public_of(secret) == guess.key


def peek_of(guess: Guess) -> Entry:
    """The entry with the envelope."""
    assert guess.peek is not None, "a Second Guess is answered before anything else"
    return guess.peek


def opened_envelope(guess: Guess, secret: bytes) -> bytes | None:
    """The opening that an envelope holds."""
    entry = peek_of(guess)
    about = info(entry.game, entry.epoch, entry.round, entry.seat, guess.seat, guess.commitment.value)
    return open_sealed(secret, data_of(entry.content["sealed"], "`sealed`"), about)


def opening_problem(table: Table, guess: Guess, secret: bytes) -> str | None:
    """Why an envelope is not true; None if it is."""
    entry, laid, opening = peek_of(guess), guess.commitment, opened_envelope(guess, secret)
    if opening is None or len(opening) != OPENING:
        return "the envelope does not open"
    slot, nonce = int.from_bytes(opening[:4], "big"), opening[4:36]
    if commitment((entry.game, entry.epoch, laid.round, entry.seat, "card"), slot, nonce) != laid.value:
        return "the sealed opening does not open the commitment"
    if slot not in guess.hand:
        return "the sealed opening names a slot that was not in that hand"
    try:
        share = read_point(opening[36:68], "the sealed share")
        context = Context(entry.game, entry.epoch, entry.round, entry.seat, "peek")
        card = table.decks["conflict"].slots[slot]
        check_shares(table.keys[entry.seat], [card], [share], opening[68:], context)
        table.face("conflict", slot, [*table.shares["conflict", slot].values(), share])
    except BadProof as problem:
        return f"the sealed share does not hold: {problem}"
    return None


def result(table: Table, entry: Entry) -> None:
    """A seat says that all of it held."""
    exactly(entry, "fair")
    if entry.content["fair"] is not True:
        raise BadProof("`fair` is true; who found otherwise accuses")
    if entry.seat == table.seats - 1:
        table.stage = "over"
