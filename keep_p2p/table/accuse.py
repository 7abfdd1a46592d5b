"""What convicts a seat besides a single bad entry: complaints over sealed cards, and what the end brings out."""

from __future__ import annotations

from keep_p2p.rules.names import Seat
from keep_p2p.table.peek import PeekedCard, check_peek
from keep_p2p.table.public import Guess, PublicTable
from keep_p2p.table.replica import NotTakenError, Settled
from keep_p2p.table.rounds.ending import disclosed_guess_keys
from keep_p2p.table.spec import EPOCH, Breach, InvalidEntry, RoundKind
from protocol.envelope import KEY_BYTES, clamped, public_of
from protocol.identity import Identity
from protocol.shape import Shape, ShapeError
from protocol.statement import SignedStatement, Statement, StatementKind, sign_statement


def complaint_of(table: PublicTable, identity: Identity, guess: Guess, key: bytes) -> SignedStatement:
    """The guesser's complaint: the one-time key, so that everyone can look at what it was shown."""
    statement = Statement(
        game=table.game_id,
        epoch=EPOCH,
        round=table.round - 1,
        seat=guess.guesser,
        kind=StatementKind.COMPLAINT,
        content={"key": key, "round": guess.round},
    )
    return sign_statement(identity, statement)


def judge_complaint(table: PublicTable, signed: SignedStatement) -> Breach:
    """Whom a complaint convicts: the owner of a bad envelope, or whoever complained of a good one.

    Raises NotTakenError when it is no complaint of this table that could be judged.
    """
    statement = signed.statement
    if statement.game != table.game_id or not 0 <= statement.seat < table.seats:
        raise NotTakenError("a statement of another game")
    if statement.kind is not StatementKind.COMPLAINT:
        raise NotTakenError(f"a {statement.kind.value} is not heard here")
    if not signed.check(table.genesis.roster[statement.seat].key):
        raise NotTakenError(f"a complaint that seat {statement.seat} did not sign")
    guess, key = _find_guess(table, statement)
    if clamped(key) != key or public_of(key) != guess.key:
        raise NotTakenError("a complaint without the one-time key of its Second Guess")
    try:
        shown = check_peek(table, guess, key)
    except InvalidEntry as error:
        return Breach(guess.owner, guess.answered, str(error))
    repeated = _repeated(table, guess, shown)
    if repeated:
        return Breach(guess.owner, repeated, "it played the card again that Second Guess had sent back")
    return Breach(guess.guesser, table.round, "it complained of a card that it was shown truly")


def _find_guess(table: PublicTable, statement: Statement) -> tuple[Guess, bytes]:
    try:
        shape = Shape(statement.content, "the complaint", "key", "round")
        key, number = shape.data("key", KEY_BYTES), shape.nat("round")
    except ShapeError as error:
        raise NotTakenError(str(error)) from error
    for guess in table.guesses:
        if guess.round == number and guess.guesser == statement.seat and guess.answered:
            return guess, key
    raise NotTakenError("a complaint about a Second Guess that this peer has not seen answered")


def _repeated(table: PublicTable, guess: Guess, shown: PeekedCard) -> int:
    """The round of the commitment by which the card sent back was turned up in the same exchange; 0 if it was not."""
    if not guess.commitment.returned:
        return 0
    for each in table.commitments:
        same = each.exchange == guess.commitment.exchange and each.character is guess.commitment.character
        if same and each.opened == shown.slot:
            return each.round
    return 0


def late_breach(table: PublicTable, settled: Settled) -> Breach | None:
    """What a disclosure brings out about a seat other than the one that disclosed: a lie inside an envelope."""
    if settled.spec.kind is not RoundKind.DISCLOSE:
        return None
    for seat in table.all_seats:
        keys = iter(disclosed_guess_keys(settled.entries, seat))
        for guess in table.guesses:
            if guess.guesser != seat or not guess.answered:
                continue
            try:
                check_peek(table, guess, next(keys))
            except InvalidEntry as error:
                return Breach(Seat(guess.owner), guess.answered, str(error))
    return None
