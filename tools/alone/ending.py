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
from alone.transcript import Entry, Statement

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
    for entry, outcome in zip(entries, outcomes, strict=True):
        if outcomes.count(outcome) * 2 < len(outcomes) or (outcome != outcomes[0] and entry is entries[-1]):
            raise Foul(entry.seat, entry.round, "final: another outcome than the other seats'")
    table.stage = "disclose"


def _pieces(entry: Entry, field: str, size: int, count: int) -> list[bytes]:
    data = data_of(entry.content[field], f"`{field}`", size * count)
    return [data[at : at + size] for at in range(0, len(data), size)]


def disclose(table: Table, entry: Entry) -> None:
    """All secrets of a seat, each held against what it made."""
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
    for guess, secret in zip(guesses, _pieces(entry, "guess_keys", 32, len(guesses)), strict=True):
        check_one_time_key(guess, secret)
        check_opening(table, guess, secret)
    table.checks["disclosures"] += 1
    if entry.seat == table.seats - 1:
        table.stage = "result"


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
    return any(
        found.slot == slot and found.exchange == sent_back.exchange and found.character == sent_back.character
        for found in table.commitments
    )


def check_one_time_key(guess: Guess, secret: bytes) -> None:
    """The secret of the key that a guesser offered."""
    if not clamped(secret) or public_of(secret) != guess.key:
        raise BadProof("a one-time key is not that of the public one")


def opening_problem(table: Table, guess: Guess, secret: bytes) -> str | None:
    """What is wrong with a sealed opening; None if it is the truth."""
    entry, laid = guess.peek, guess.commitment
    if entry is None or laid is None:
        return None
    about = info(entry.game, entry.epoch, entry.round, entry.seat, guess.seat, laid.value)
    opening = open_sealed(secret, data_of(entry.content["sealed"], "`sealed`"), about)
    if opening is None or len(opening) != OPENING:
        return "the envelope does not open"
    slot, nonce = int.from_bytes(opening[:4], "big"), opening[4:36]
    context = (entry.game, entry.epoch, laid.round, entry.seat, "card")
    if commitment(context, slot, nonce) != laid.value:
        return "the sealed opening does not open the commitment"
    if slot >= len(table.decks["conflict"].slots) or entry.seat in table.shares.get(("conflict", slot), {entry.seat: b""}):
        return "the sealed opening names a slot that is not of this hand"
    try:
        share = read_point(opening[36:68], "the sealed share")
        step = Context(entry.game, entry.epoch, entry.round, entry.seat, "peek")
        card = table.decks["conflict"].slots[slot]
        check_shares(table.keys[entry.seat], [card], [share], opening[68:], step)
        table.face("conflict", slot, [*table.shares["conflict", slot].values(), share])
    except BadProof as problem:
        return f"the sealed share does not hold: {problem}"
    return None


def check_opening(table: Table, guess: Guess, secret: bytes) -> None:
    """A false sealed opening convicts its owner, in the round of the envelope."""
    problem = opening_problem(table, guess, secret)
    if problem is not None and guess.peek is not None:
        raise Foul(guess.peek.seat, guess.peek.round, f"peek: {problem}")
    table.checks["sealed openings"] += 1


def result(table: Table, entry: Entry) -> None:
    """A seat says that all of it held."""
    exactly(entry, "fair")
    if entry.content["fair"] is not True:
        raise BadProof("`fair` is true; who found otherwise accuses")
    if entry.seat == table.seats - 1:
        table.stage = "over"


def complaint(table: Table, said: Statement) -> None:
    """A guesser shows its one-time key: either the owner lied, or the guesser does."""
    try:
        if set(said.content) != {"key", "round"}:
            raise BadEncoding("a complaint has `key` and `round`")
        guess = next((g for g in table.guesses if (g.seat, g.round) == (said.seat, said.content["round"])), None)
        if guess is None or guess.peek is None or guess.commitment is None:
            raise BadProof("there is no envelope to complain of")
        secret = data_of(said.content["key"], "`key`", 32)
        check_one_time_key(guess, secret)
        check_opening(table, guess, secret)
        _check_not_played(table, guess, secret)
    except (BadEncoding, BadProof) as problem:
        raise Foul(said.seat, said.round, f"a false complaint: {problem}") from None
    raise Foul(said.seat, said.round, "a false complaint: what the envelope holds is true")


def _check_not_played(table: Table, guess: Guess, secret: bytes) -> None:
    laid, entry = guess.commitment, guess.peek
    assert laid is not None and entry is not None, "asked for by the caller"
    about = info(entry.game, entry.epoch, entry.round, entry.seat, guess.seat, laid.value)
    opening = open_sealed(secret, data_of(entry.content["sealed"], "`sealed`"), about) or b""
    if laid.returned and _played_again(table, laid, int.from_bytes(opening[:4], "big")):
        raise Foul(entry.seat, table.exchange, "reveal: a card sent back was turned up in the same exchange")
