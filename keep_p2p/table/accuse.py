"""What convicts a seat besides a single bad entry: complaints over sealed cards, and what the end brings out.

A complaint is judged by the public state after the round that it follows, and only where that
round's history is the one the complainer had: so all peers judge it alike, whenever it reaches them.
"""

from __future__ import annotations

from collections.abc import Sequence

from keep_p2p.rules.names import Seat
from keep_p2p.table.charge import deed
from keep_p2p.table.peek import PeekedCard, check_peek
from keep_p2p.table.public import Guess, PublicTable
from keep_p2p.table.replica import NotTakenError, Replica, Settled
from keep_p2p.table.rounds.ending import disclosed_guess_keys
from keep_p2p.table.spec import EPOCH, Breach, InvalidEntry, RoundKind
from protocol.encoding import DIGEST_BYTES
from protocol.entry import MAX_ROUND
from protocol.envelope import KEY_BYTES, clamped, public_of
from protocol.identity import Identity
from protocol.shape import Shape, ShapeError
from protocol.statement import SignedStatement, Statement, StatementKind, sign_statement

MAX_GUESSES = 2
"""Second Guesses that one complaint is about: a false answer to one, or the same card shown at two."""


def complaint_of(replica: Replica, identity: Identity, shown: Sequence[tuple[Guess, bytes]]) -> SignedStatement:
    """The guesser's complaint: the one-time keys (32 bytes), so that everyone can look at what it was shown.

    ``shown`` has one Second Guess or two, in the order in which they were played.
    """
    statement = Statement(
        game=replica.table.game_id,
        epoch=EPOCH,
        round=replica.round - 1,
        seat=shown[0][0].guesser,
        kind=StatementKind.COMPLAINT,
        content={
            "history": replica.history,
            "keys": [key for _, key in shown],
            "rounds": [guess.round for guess, _ in shown],
        },
    )
    return sign_statement(identity, statement)


def judge_complaint(replica: Replica, signed: SignedStatement) -> Breach:
    """Whom a complaint convicts: the owner of a bad envelope, or whoever complained of good ones.

    Its signature and game have been checked, and the round it follows is settled here. Raises
    NotTakenError when it is no complaint that could be judged here: then it accuses nobody.
    """
    table, statement = replica.table, signed.statement
    history, named = _read(statement)
    if statement.round >= len(replica.histories) or history != replica.histories[statement.round]:
        raise NotTakenError("a complaint that quotes another history than is known here")
    guesses = [_find_guess(table, statement, number, key) for number, key in named]
    shown: list[PeekedCard] = []
    for guess, (_, key) in zip(guesses, named, strict=True):
        try:
            shown.append(check_peek(table, guess, key))
        except InvalidEntry as error:
            return Breach(guess.owner, guess.answered, deed(RoundKind.PEEK, error))
    if len(guesses) == MAX_GUESSES:
        lied = _shown_again(guesses, shown, statement.round)
    else:
        lied = _played_again(table, guesses[0], shown[0], statement.round)
    if lied:
        return Breach(guesses[0].owner, lied, "playing again the card that Second Guess had sent back")
    return Breach(Seat(statement.seat), statement.round, "complaining of a card that had been shown truly")


def _read(statement: Statement) -> tuple[bytes, tuple[tuple[int, bytes], ...]]:
    """The history quoted, and the round and key of each Second Guess."""
    try:
        shape = Shape(statement.content, "the complaint", "history", "keys", "rounds")
        history = shape.data("history", DIGEST_BYTES)
        keys = shape.data_items("keys", KEY_BYTES, MAX_GUESSES, 1)
        rounds = shape.items("rounds", MAX_GUESSES, 1)
    except ShapeError as error:
        raise NotTakenError(str(error)) from error
    numbers = tuple(number for number in rounds if type(number) is int and 1 <= number <= MAX_ROUND)
    if len(numbers) != len(rounds) or len(numbers) != len(keys) or sorted(set(numbers)) != list(numbers):
        raise NotTakenError("a complaint that does not name one or two rounds in order, with a key for each")
    return history, tuple(zip(numbers, keys, strict=True))


def _find_guess(table: PublicTable, statement: Statement, number: int, key: bytes) -> Guess:
    for guess in table.guesses:
        if guess.round == number and guess.guesser == statement.seat and 0 < guess.answered <= statement.round:
            if clamped(key) != key or public_of(key) != guess.key:
                raise NotTakenError("a complaint without the one-time key of its Second Guess")
            return guess
    raise NotTakenError("a complaint about a Second Guess that had not been answered when it was made")


def _played_again(table: PublicTable, guess: Guess, shown: PeekedCard, until: int) -> int:
    """The round of the commitment by which the card sent back was turned up in the same exchange; 0 if it was not."""
    returned = guess.commitment
    if not 0 < returned.returned_in <= until:
        return 0
    for each in table.commitments:
        same = each.exchange == returned.exchange and each.character is returned.character
        if same and each.opened == shown.slot and each.opened_in <= until:
            return each.round
    return 0


def _shown_again(guesses: Sequence[Guess], shown: Sequence[PeekedCard], until: int) -> int:
    """The round of the second commitment if it hid the card that was sent back from the first; 0 if not."""
    first, second = (guess.commitment for guess in guesses)
    same = first.exchange == second.exchange and first.character is second.character and first is not second
    returned = 0 < first.returned_in <= min(until, second.round)
    return second.round if same and returned and shown[0].slot == shown[1].slot else 0


def late_breach(table: PublicTable, settled: Settled) -> Breach | None:
    """What a disclosure brings out about a seat other than the one that disclosed: a lie inside an envelope."""
    if settled.spec.kind is not RoundKind.DISCLOSE:
        return None
    for seat in table.all_seats:
        played = [guess for guess in table.guesses if guess.guesser == seat]
        for guess, key in zip(played, disclosed_guess_keys(settled.entries, seat), strict=True):
            if not guess.answered:
                continue
            try:
                check_peek(table, guess, key)
            except InvalidEntry as error:
                return Breach(Seat(guess.owner), guess.answered, deed(RoundKind.PEEK, error))
    return None
